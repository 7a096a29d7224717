/* load_rollouts.h - the rollouts of a study with known runs, tasks and cells. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_ROLLOUTS_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_ROLLOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct study;

/* In the order of the study's indices. */
struct study_keys {
    struct db *db;
    struct arena *arena;
    const char *const *names;
    size_t n_names;
    int64_t *run_ids;
    int64_t *task_ids;
    size_t *cell_of; /* [run * n_tasks + task]: cell index + 1, or 0 */
    bool by_run;     /* the rollouts of one run at a time will do */
};

/* Index, or n.  last and its successor are tried first, because equal keys come together. */
size_t find_key(const int64_t *keys, size_t n, int64_t key, size_t last);

/*
 * Fills rollouts, places of cells and counts of runs: from current packed facts, else from rows,
 * with the same bits.
 */
int load_rollouts(const struct study_keys *keys, struct study *s, struct err *err);

#endif
