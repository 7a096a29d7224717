/*
 * facts.h - derived facts: what the analyses read of every rollout, packed by cell, which is a
 * (run, task, step).
 *
 * Triggers (migration 9) raise a cell's epoch with every change; facts count while their epoch
 * stands.  Readers derive the cells of v_stale from the rollouts.  Whatever writes rollouts,
 * evaluations or measurements calls facts_refresh when it is done, or now and then; without it
 * readers are slow and right.
 */
#ifndef ROLLBOOK_STORE_FACTS_H
#define ROLLBOOK_STORE_FACTS_H

#include <stdint.h>

struct db;
struct err;

/*
 * Packs stale cells, a bounded number of rollouts a transaction; a transaction of the caller takes
 * it all.  Nothing is written when nothing is stale, or (no error) while another process writes.
 */
int facts_refresh(struct db *db, struct err *err);
int facts_rebuild(struct db *db, struct err *err);

/* Derives every valid cell again; found is called for each that differs. */
struct facts_sink {
    void *context;
    void (*found)(void *context, const char *place, const char *what);
};
int facts_compare(struct db *db, const struct facts_sink *sink, int64_t *out_cells,
                  struct err *err);

#endif
