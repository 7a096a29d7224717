/*
 * drain_open.h - partly read exchanges: where their records lie.
 */
#ifndef ROLLBOOK_SERVER_SPOOL_DRAIN_OPEN_H
#define ROLLBOOK_SERVER_SPOOL_DRAIN_OPEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/spool/spool.h"

struct arena;
struct buf;
struct err;
struct transcript;

struct open_exchange {
    char name[17]; /* of the process */
    uint64_t number;
    bool is_evaluation, has_head, has_end;
    struct spool_place begin, head, end;
    struct spool_place *data; /* owned */
    size_t n_data, room_data;
    int64_t begun_us, last_us;
    struct open_exchange *next;
};

/* In the order of beginnings. */
struct open_list {
    struct open_exchange *first, **last; /* last: of the next; NULL: empty */
    size_t n;
};

void open_list_add(struct open_list *l, struct open_exchange *x);
void open_list_remove(struct open_list *l, struct open_exchange *x);
struct open_exchange *open_list_find(const struct open_list *l, const char *name, uint64_t number);
void open_list_free(struct open_list *l);
/* Oldest file that any needs; UINT64_MAX: none. */
uint64_t open_list_oldest_file(const struct open_list *l);

struct open_exchange *open_exchange_new(const char *name, const struct spool_record *r,
                                        const struct spool_place *place);
void open_exchange_free(struct open_exchange *x);
/* True: that was its last record. */
bool open_exchange_take(struct open_exchange *x, const struct spool_record *r,
                        const struct spool_place *place);
/* Texts live in the two bodies, of request and answer, and in the arena. */
int open_exchange_load(const struct open_exchange *x, struct spool_reader *r, struct arena *a,
                       struct buf *bodies, struct transcript *out, struct err *err);
void open_exchange_id(const struct open_exchange *x, char out[33]);

#endif
