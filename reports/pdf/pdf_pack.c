/*
 * pdf_pack.c - a list of parts, and one thread that takes the next one.
 */
#include "reports/pdf/pdf_pack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "src/base/buf.h"
#include "src/base/deflate.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

struct part {
    size_t stream;
    struct buf bytes; /* released once deflated */
    struct buf packed;
    struct deflated is;
};

struct pdf_pack {
    pthread_mutex_t lock; /* of parts, n, next, ended */
    pthread_cond_t changed;
    struct part **parts;
    size_t n;
    size_t next; /* of the parts, the first that nobody has begun */
    bool ended;
    struct aside helper;
};

struct pdf_pack *pdf_pack_new(void)
{
    struct pdf_pack *p = mem_alloc(sizeof(*p));
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    return p;
}

/* The next part; NULL when there is none, and with wait none will come.  Called with the lock. */
static struct part *take_part(struct pdf_pack *p, bool wait)
{
    while (wait && p->next == p->n && !p->ended)
        pthread_cond_wait(&p->changed, &p->lock);
    return p->next < p->n ? p->parts[p->next++] : NULL;
}

static void deflate_parts(struct pdf_pack *p, bool wait)
{
    struct part *part;
    struct deflater *d = deflater_new();
    pthread_mutex_lock(&p->lock);
    while ((part = take_part(p, wait)) != NULL) {
        pthread_mutex_unlock(&p->lock);
        part->is = deflate_part(d, part->bytes.data, part->bytes.len, &part->packed);
        buf_release(&part->bytes);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    deflater_free(d);
}

static void help(void *context)
{
    deflate_parts(context, true);
}

void pdf_pack_add(struct pdf_pack *p, size_t stream, struct buf *part)
{
    struct part *added = mem_alloc(sizeof(*added));
    added->stream = stream;
    added->bytes = *part;
    *part = (struct buf){ 0 };
    pthread_mutex_lock(&p->lock);
    p->parts = mem_grow(p->parts, p->n + 1, sizeof(struct part *));
    p->parts[p->n++] = added;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    if (p->n == 2) /* a document of one page is not worth a thread */
        aside_start(&p->helper, help, p);
}

void pdf_pack_finish(struct pdf_pack *p)
{
    pthread_mutex_lock(&p->lock);
    p->ended = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    deflate_parts(p, false);
    aside_await(&p->helper);
}

void pdf_pack_get(const struct pdf_pack *p, size_t stream, struct buf *out)
{
    struct deflated *parts = mem_array(p->n + 1, sizeof(*parts));
    size_t n = 0;
    deflate_open(out);
    for (size_t i = 0; i < p->n; i++) {
        if (p->parts[i]->stream != stream)
            continue;
        buf_add(out, p->parts[i]->packed.data, p->parts[i]->packed.len);
        parts[n++] = p->parts[i]->is;
    }
    deflate_close(out, parts, n);
    free(parts);
}

void pdf_pack_free(struct pdf_pack *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->next = p->n;
    pthread_mutex_unlock(&p->lock);
    pdf_pack_finish(p);
    for (size_t i = 0; i < p->n; i++) {
        buf_release(&p->parts[i]->bytes);
        buf_release(&p->parts[i]->packed);
        free(p->parts[i]);
    }
    free(p->parts);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
    free(p);
}
