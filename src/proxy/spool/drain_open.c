#include "src/proxy/spool/drain_open.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/proxy/spool/exchange.h"

void open_list_add(struct open_list *l, struct open_exchange *x)
{
    if (l->last == NULL)
        l->last = &l->first;
    x->next = NULL;
    *l->last = x;
    l->last = &x->next;
    l->n++;
}

void open_list_remove(struct open_list *l, struct open_exchange *x)
{
    struct open_exchange **at = &l->first;
    while (*at != NULL && *at != x)
        at = &(*at)->next;
    if (*at == NULL)
        return;
    *at = x->next;
    if (l->last == &x->next)
        l->last = at;
    l->n--;
}

struct open_exchange *open_list_find(const struct open_list *l, const char *name, uint64_t number)
{
    for (struct open_exchange *x = l->first; x != NULL; x = x->next)
        if (x->number == number && strcmp(x->name, name) == 0)
            return x;
    return NULL;
}

void open_list_free(struct open_list *l)
{
    for (struct open_exchange *x = l->first, *next; x != NULL; x = next) {
        next = x->next;
        open_exchange_free(x);
    }
    *l = (struct open_list){ 0 };
}

uint64_t open_list_oldest_file(const struct open_list *l)
{
    uint64_t oldest = UINT64_MAX;
    for (const struct open_exchange *x = l->first; x != NULL; x = x->next)
        oldest = x->begin.file < oldest ? x->begin.file : oldest;
    return oldest;
}

struct open_exchange *open_exchange_new(const char *name, const struct spool_record *r,
                                        const struct spool_place *place)
{
    struct open_exchange *x = mem_alloc(sizeof(*x));
    snprintf(x->name, sizeof(x->name), "%s", name);
    x->number = r->number;
    x->begin = *place;
    x->begun_us = x->last_us = r->unix_us;
    x->is_evaluation = x->has_end = r->kind == SPOOL_EVALUATION;
    return x;
}

void open_exchange_free(struct open_exchange *x)
{
    free(x->data);
    free(x);
}

bool open_exchange_take(struct open_exchange *x, const struct spool_record *r,
                        const struct spool_place *place)
{
    x->last_us = r->unix_us;
    switch (r->kind) {
    case SPOOL_HEAD:
        x->head = *place;
        x->has_head = true;
        return false;
    case SPOOL_DATA:
        if (x->n_data == x->room_data) {
            x->room_data = x->room_data == 0 ? 8 : x->room_data * 2;
            x->data = mem_grow(x->data, x->room_data, sizeof(*x->data));
        }
        x->data[x->n_data++] = *place;
        return false;
    case SPOOL_END:
        x->end = *place;
        x->has_end = true;
        return true;
    case SPOOL_ANSWER:
    case SPOOL_TAKEN:
    case SPOOL_START:
    case SPOOL_BEGIN:
    case SPOOL_EVALUATION:
        break;
    }
    return false;
}

void open_exchange_id(const struct open_exchange *x, char out[33])
{
    snprintf(out, 33, "%.16s%016" PRIx64, x->name, x->number);
}

/* Text lives in the arena. */
static int load_text(struct spool_reader *r, const struct spool_place *place, struct arena *a,
                     const char **out, struct err *err)
{
    struct buf b = { 0 };
    int rc = spool_load(r, place, &b, err);
    *out = arena_strndup(a, buf_text(&b), b.len);
    buf_release(&b);
    return rc;
}

int open_exchange_load(const struct open_exchange *x, struct spool_reader *r, struct arena *a,
                       struct buf *request, struct buf *response, struct transcript *out,
                       struct err *err)
{
    const char *text = NULL;
    *out = (struct transcript){ .detail = "",
                                .length = -1,
                                .begun_us = x->begun_us,
                                .last_us = x->last_us,
                                .first_byte_ms = (double)NAN,
                                .total_ms = (double)NAN };
    open_exchange_id(x, out->id);
    int rc = spool_load(r, &x->begin, request, err);
    if (rc == 0)
        rc = exchange_get_begin(buf_text(request), request->len, a, out, err);
    if (rc == 0 && x->has_head)
        rc = load_text(r, &x->head, a, &text, err);
    if (rc == 0 && x->has_head)
        rc = exchange_get_head(text, x->head.len, a, out, err);
    for (size_t i = 0; i < x->n_data && rc == 0; i++)
        rc = spool_load(r, &x->data[i], response, err);
    if (rc == 0 && x->has_end)
        rc = load_text(r, &x->end, a, &text, err);
    if (rc == 0 && x->has_end)
        rc = exchange_get_end(text, x->end.len, a, out, err);
    out->response = buf_text(response);
    out->response_len = response->len;
    return rc;
}
