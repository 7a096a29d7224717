#include "reports/html/site_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "reports/html/html.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define KEPT_BYTES ((size_t)96 << 20)
#define WORKERS    2
#define PAGES_MOST 64 /* that wait to be counted, or were lately */

struct kept_part {
    struct kept_part *next;
    char *key;
    uint64_t state, begun, used;
    int64_t made_at; /* Unix seconds */
    struct buf bytes;
};

struct page_count {
    char *path;     /* NULL: a free place */
    uint64_t order; /* when it was asked for; 0: a free place */
    bool runs, ended;
    struct err err; /* code 0: it ended well */
};

struct site_cache {
    char *db_path;
    page_filler fill;
    void *context;
    pthread_mutex_t mutex; /* guards the rest */
    pthread_cond_t ended;
    struct kept_part *kept;
    size_t kept_bytes;
    struct page_count pages[PAGES_MOST];
    uint64_t clock;
    size_t n_workers;
    bool closes;
};

/* ---- the state of the database ---- */

/*
 * Every commit writes to the file or to its log.  A file that was written to within the last moment
 * may be written to again without another time, so what is counted in that moment counts as old
 * later.
 */
static uint64_t database_state(const char *db_path)
{
    static const char *const endings[] = { "", "-wal" };
    CLEANUP(buf_release) struct buf all = { 0 };
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        CLEANUP(buf_release) struct buf path = { 0 };
        struct stat st;
        buf_printf(&path, "%s%s", db_path, endings[i]);
        if (stat(buf_text(&path), &st) != 0 || st.st_size == 0)
            continue;
        const double age_s = difftime(now.tv_sec, st.st_mtim.tv_sec) +
                             1e-9 * (double)(now.tv_nsec - st.st_mtim.tv_nsec);
        buf_printf(&all, "%zu %llu %lld %lld %ld %d\n", i, (unsigned long long)st.st_ino,
                   (long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
                   age_s < 0.05);
    }
    return str_hash(buf_text(&all), all.len);
}

/* ---- what is kept ---- */

static struct kept_part *find_kept(struct site_cache *c, const char *key)
{
    for (struct kept_part *k = c->kept; k != NULL; k = k->next) {
        if (strcmp(k->key, key) == 0) {
            k->used = ++c->clock;
            return k;
        }
    }
    return NULL;
}

static void drop_least_used(struct site_cache *c)
{
    struct kept_part **least = &c->kept;
    for (struct kept_part **at = &c->kept; *at != NULL; at = &(*at)->next)
        if ((*at)->used < (*least)->used)
            least = at;
    struct kept_part *k = *least;
    *least = k->next;
    c->kept_bytes -= k->bytes.len;
    buf_release(&k->bytes);
    free(k->key);
    free(k);
}

static void keep(struct page_parts *parts, const char *key, const char *bytes, size_t len)
{
    struct site_cache *c = parts->cache;
    pthread_mutex_lock(&c->mutex);
    struct kept_part *k = find_kept(c, key);
    if (k == NULL) {
        k = mem_alloc(sizeof(*k));
        k->key = mem_strdup(key);
        k->used = ++c->clock;
        k->next = c->kept;
        c->kept = k;
    }
    c->kept_bytes = c->kept_bytes - k->bytes.len + len;
    buf_clear(&k->bytes);
    buf_add(&k->bytes, bytes, len);
    k->state = parts->state;
    k->begun = parts->since;
    k->made_at = clock_unix_s();
    while (c->kept_bytes > KEPT_BYTES)
        drop_least_used(c);
    pthread_mutex_unlock(&c->mutex);
}

/* ---- counting ---- */

static struct page_count *next_page(struct site_cache *c)
{
    struct page_count *next = NULL; /* what was asked for last is looked at now */
    for (size_t i = 0; i < PAGES_MOST && !c->closes; i++) {
        struct page_count *p = &c->pages[i];
        if (p->order > 0 && !p->runs && !p->ended && (next == NULL || p->order > next->order))
            next = p;
    }
    return next;
}

static void *count_pages(void *context)
{
    struct site_cache *c = context;
    struct page_count *p;
    pthread_mutex_lock(&c->mutex);
    while ((p = next_page(c)) != NULL) {
        p->runs = true;
        pthread_mutex_unlock(&c->mutex);
        struct page_parts parts = site_cache_begin(c, p->path);
        struct err err = { 0 };
        parts.fills = true;
        int rc = c->fill(c->context, &parts, &err);
        pthread_mutex_lock(&c->mutex);
        if (rc == 0)
            err = (struct err){ 0 };
        p->err = err;
        p->ended = true;
        pthread_cond_broadcast(&c->ended);
    }
    c->n_workers--;
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

static void start_worker(struct site_cache *c)
{
    pthread_attr_t attributes;
    pthread_t thread;
    if (c->n_workers == WORKERS)
        return;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &attributes, count_pages, c) == 0)
        c->n_workers++;
    pthread_attr_destroy(&attributes);
}

/* The place of a page that waits or runs, or a new one; NULL: too many wait. */
static struct page_count *place_of(struct site_cache *c, const char *path)
{
    struct page_count *place = NULL;
    for (size_t i = 0; i < PAGES_MOST; i++) {
        struct page_count *p = &c->pages[i];
        if (p->order > 0 && !p->ended && strcmp(p->path, path) == 0)
            return p;
        if ((p->order == 0 || p->ended) && (place == NULL || p->order < place->order))
            place = p;
    }
    if (place == NULL)
        return NULL;
    free(place->path);
    *place = (struct page_count){ .path = mem_strdup(path), .order = ++c->clock };
    return place;
}

int site_cache_ask(struct site_cache *c, const char *path, int64_t until_ns, struct err *err)
{
    const struct timespec until = { .tv_sec = until_ns / 1000000000,
                                    .tv_nsec = until_ns % 1000000000 };
    int rc = 0;
    pthread_mutex_lock(&c->mutex);
    struct page_count *p = place_of(c, path);
    const uint64_t order = p == NULL ? 0 : p->order;
    if (p != NULL)
        start_worker(c);
    while (p != NULL && until_ns > 0 && p->order == order && !p->ended)
        if (pthread_cond_timedwait(&c->ended, &c->mutex, &until) != 0)
            break;
    if (p != NULL && p->order == order && p->ended && p->err.code != 0)
        rc = err_set(err, p->err.code, "%s", p->err.msg);
    pthread_mutex_unlock(&c->mutex);
    return rc;
}

/* ---- parts ---- */

static const char *key_of(const struct page_parts *parts, const char *name, struct buf *out)
{
    buf_printf(out, "%s#%s", parts->path, name);
    return buf_text(out);
}

static void put_kept(const struct kept_part *k, bool is_old, struct buf *out)
{
    char at[32];
    clock_format_utc(k->made_at, at);
    if (is_old)
        buf_printf(out,
                   "<p class=\"note\">Counted at %.8s UTC. The database has changed; load the page "
                   "again for newer numbers.</p>\n",
                   at + 11);
    buf_add(out, buf_text(&k->bytes), k->bytes.len);
}

bool part_begin(struct page_parts *parts, const char *name, struct buf *out)
{
    if (parts == NULL)
        return true;
    struct site_cache *c = parts->cache;
    CLEANUP(buf_release) struct buf key = { 0 };
    pthread_mutex_lock(&c->mutex);
    const struct kept_part *k = find_kept(c, key_of(parts, name, &key));
    const bool is_new = k != NULL && (k->state == parts->state || k->begun > parts->since);
    const bool makes = parts->fills && !is_new;
    if (k != NULL && !makes)
        put_kept(k, !is_new, out);
    pthread_mutex_unlock(&c->mutex);
    parts->n_missing += !is_new;
    if (makes) {
        parts->name = name;
        parts->from = out->len;
    } else if (k == NULL) {
        buf_puts(out, "<p class=\"note\" data-again=\"1\">");
        html_puts(out, name);
        buf_puts(out, ": being counted. Load the page again in a moment.</p>\n");
    }
    return makes;
}

void part_end(struct page_parts *parts, const struct buf *out, int rc)
{
    CLEANUP(buf_release) struct buf key = { 0 };
    if (parts != NULL && rc == 0)
        keep(parts, key_of(parts, parts->name, &key), buf_text(out) + parts->from,
             out->len - parts->from);
}

void part_keep_file(struct page_parts *parts, const char *path, const struct buf *bytes)
{
    if (parts->fills)
        keep(parts, path, buf_text(bytes), bytes->len);
}

bool part_get_file(struct page_parts *parts, const char *path, struct buf *out)
{
    struct site_cache *c = parts->cache;
    pthread_mutex_lock(&c->mutex);
    const struct kept_part *k = find_kept(c, path);
    if (k != NULL)
        put_kept(k, false, out);
    pthread_mutex_unlock(&c->mutex);
    return k != NULL;
}

/* ---- its life ---- */

struct site_cache *site_cache_new(const char *db_path, page_filler fill, void *context)
{
    struct site_cache *c = mem_alloc(sizeof(*c));
    pthread_condattr_t attributes;
    c->db_path = mem_strdup(db_path);
    c->fill = fill;
    c->context = context;
    pthread_mutex_init(&c->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&c->ended, &attributes);
    pthread_condattr_destroy(&attributes);
    return c;
}

struct page_parts site_cache_begin(struct site_cache *c, const char *path)
{
    struct page_parts parts = { .cache = c, .path = path, .state = database_state(c->db_path) };
    pthread_mutex_lock(&c->mutex);
    parts.since = ++c->clock;
    pthread_mutex_unlock(&c->mutex);
    return parts;
}

bool site_cache_free(struct site_cache *c)
{
    pthread_mutex_lock(&c->mutex);
    c->closes = true;
    const bool is_busy = c->n_workers > 0;
    pthread_mutex_unlock(&c->mutex);
    if (is_busy)
        return false;
    while (c->kept != NULL)
        drop_least_used(c);
    for (size_t i = 0; i < PAGES_MOST; i++)
        free(c->pages[i].path);
    pthread_mutex_destroy(&c->mutex);
    pthread_cond_destroy(&c->ended);
    free(c->db_path);
    free(c);
    return true;
}
