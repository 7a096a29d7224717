/*
 * facts.h - derived facts: what the analyses read of every rollout, packed by (run, task, step).
 *
 * Facts never decide: v_stale lists the cells for which they do not count, and readers derive these
 * from the rollouts.  Whatever writes rollouts, evaluations or measurements calls
 * facts_refresh when it is done, or now and then; when it is killed before, readers are slow and
 * right.
 */
#ifndef ROLLBOOK_STORE_FACTS_H
#define ROLLBOOK_STORE_FACTS_H

#include <stddef.h>
#include <stdint.h>

struct db;
struct err;

/*
 * Brings the facts forward: reads what was appended since, and derives again what was changed.
 * Works in transactions of a bounded number of rollouts, in bounded memory; within a transaction of
 * the caller it is part of that.  Nothing is written when there is nothing to do.  While another
 * process writes, the facts are left behind: that is no error.
 */
int facts_refresh(struct db *db, struct err *err);
/* facts_refresh with no more than limit rollouts a transaction; ERR_BUSY when another process
 * writes. */
int facts_refresh_windows(struct db *db, size_t limit, struct err *err);
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
