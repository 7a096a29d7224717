/*
 * load_study.h - runs from the database into a struct study.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_STUDY_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct fact_view;
struct stmt;
struct study;

/* What a loader of several runs reads from, whose rows it wants, and where they live. */
struct load_request {
    struct db *db;
    const char *const *names;
    size_t n_names;
    struct arena *arena;
};

/*
 * In the order of names; the last scored turn stands for its sample.  ERR_NOMATCH names the first
 * missing run.
 */
int load_study(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
               struct study *out, struct err *err);
/*
 * Has the rollouts of one run at a time (study_see), read from its facts whenever they are wanted:
 * in a transaction of the caller, which sees one state.  All at once where facts are behind or a
 * run holds tasks out.
 */
int load_study_by_run(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                      struct study *out, struct err *err);

/* By run id; strategy NULL: all.  ERR_NOMATCH without a run. */
int load_run_names(struct db *db, const char *strategy, struct arena *arena,
                   const char *const **out_names, size_t *out_count, struct err *err);
/* All but runs without a scored rollout, whose names are *out_left_out, separated by commas; all
 * when no run has one. */
int load_scored_run_names(struct db *db, struct arena *arena, const char *const **out_names,
                          size_t *out_count, const char **out_left_out, struct err *err);

/* In the order of names; ERR_NOMATCH.  Keys keep queries of many rows short. */
int load_run_ids(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                 int64_t **out, struct err *err);

/* The rollouts of a study with known runs, tasks and cells. */

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

/*
 * Packed rollouts as analyses open them.
 */

struct fact_listed {
    int64_t run_id, task_id;
    int step;
    size_t n_rows; /* all turns */
    size_t count;
    int64_t data_id;
};

/* ERR_INTEGRITY for impossible counts. */
int read_listed_fact(struct stmt *st, struct fact_listed *out, struct err *err);

/*
 * The rollouts lie in the statement's row: the caller resets it, also after an error. ERR_INTEGRITY
 * for damaged bytes.
 */
int open_fact(struct db *db, int64_t data_id, size_t n_rows, struct stmt **out_row,
              struct fact_view *out, struct err *err);

int fact_damaged(struct err *err);

#endif
