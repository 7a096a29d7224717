/*
 * load_rollouts.h - the rollouts of a study whose runs, tasks and cells are known.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_ROLLOUTS_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_ROLLOUTS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct study;

/* Database keys beside the study's indices. */
struct study_keys {
    struct db *db;
    struct arena *arena;
    const char *const *names; /* of the runs */
    size_t n_names;
    int64_t *run_ids;
    int64_t *task_ids;
    size_t *cell_of; /* [run * n_tasks + task]: cell index + 1, 0 for none */
};

/* Index of a key among n, or n; rows come in runs of equal keys, so last and its successor are
 * tried first. */
size_t find_key(const int64_t *keys, size_t n, int64_t key, size_t last);

/*
 * Fills the rollouts, the cells' places in them and what the runs count of them: from packed facts
 * where these are current, from the rows where they are not.  Both give the same bits.
 */
int load_rollouts(const struct study_keys *keys, struct study *s, struct err *err);

#endif
