/*
 * facts.h - derived facts: what the analyses read of every rollout, packed by cell, which is a
 * (run, task, step).
 *
 * A cell has an epoch, which the triggers of migration 9 raise with whatever changes what it says,
 * and facts count while they were packed from the epoch that stands.  v_stale lists the other
 * cells; readers derive these from the rollouts.  Whatever writes rollouts, evaluations or
 * measurements calls facts_refresh when it is done, or now and then; when it is killed before,
 * readers are slow and right.
 */
#ifndef ROLLBOOK_STORE_FACTS_H
#define ROLLBOOK_STORE_FACTS_H

#include <stdint.h>

struct db;
struct err;

/*
 * Packs the cells whose facts do not count, in transactions of a bounded number of rollouts; within
 * a transaction of the caller it is part of that.  Nothing is written when there is nothing to do.
 * While another process writes, the facts are left behind: that is no error.
 */
int facts_refresh(struct db *db, struct err *err);
/* Forgets all of them and makes them anew. */
int facts_rebuild(struct db *db, struct err *err);

/* Derives every cell that counts again; found is called for each that differs. */
struct facts_sink {
    void *context;
    void (*found)(void *context, const char *place, const char *what);
};
int facts_compare(struct db *db, const struct facts_sink *sink, int64_t *out_cells,
                  struct err *err);

#endif
