/*
 * put_cache.h - ids of tasks and hardware, and the last sample of each cell, so that an import need
 * not ask for each record.
 *
 * A cell is a task in a step and turn of a run.  A rollback forgets everything.  Sizes are bounded:
 * what is missing is asked for.
 */
#ifndef ROLLBOOK_INGEST_PUT_CACHE_H
#define ROLLBOOK_INGEST_PUT_CACHE_H

#include <stdbool.h>
#include <stdint.h>

struct ingest_sample;
struct put_cache;

struct put_cell {
    int64_t run_id, task_id;
    int step, turn;
};

struct put_cache *put_cache_new(void);
void put_cache_forget(struct put_cache *c);
void put_cache_free(struct put_cache *c);

/* 0: unknown. */
int64_t put_cache_find_task(const struct put_cache *c, int64_t run_id,
                            const struct ingest_sample *s);
void put_cache_add_task(struct put_cache *c, int64_t run_id, const struct ingest_sample *s,
                        int64_t task_id);

/* 0: unknown. */
int64_t put_cache_find_device(const struct put_cache *c, const char *hardware);
void put_cache_set_device(struct put_cache *c, const char *hardware, int64_t id);

/* -1: none; false: unknown. */
bool put_cache_last_sample(const struct put_cache *c, const struct put_cell *cell, int *out);
void put_cache_set_last_sample(struct put_cache *c, const struct put_cell *cell, int sample);

/* Of a run, for the next. */
uint64_t put_cache_key(const char *run);
/* How many samples of its run, task, step and turn came before in the file, which a rollback does
 * not change: the third sample of a task is sample 2 again when the file is read again. */
int put_cache_next_in_file(struct put_cache *c, uint64_t run, const struct ingest_sample *s);

#endif
