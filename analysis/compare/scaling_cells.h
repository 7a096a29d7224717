/*
 * scaling_cells.h - the samples behind a scaling curve, by task and run.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_SCALING_CELLS_H
#define ROLLBOOK_ANALYSIS_COMPARE_SCALING_CELLS_H

#include "analysis/study/study.h"

struct arena;

/* One (run, task) at the step. */
struct scaling_cell {
    const struct study_cell *from;
    int step;
    int64_t n;
    int64_t n_correct;
    int64_t n_fast;
    double *speedups; /* ascending, failures 0 */
};

/* With samples; task t owns cells[first[t] .. first[t + 1]). */
struct scaling_cells {
    const struct study *study;
    struct speed_rule rule;
    size_t n_tasks;
    size_t *first;
    struct scaling_cell *cells;
    size_t n_cells;
    int64_t min_n; /* 0: no cells */
};

void scaling_cells_read(const struct run_set *set, int step, struct speed_rule rule, int threads,
                        struct arena *arena, struct scaling_cells *out);

/* Of ordered samples in the best of K, for n samples and n - 1. */
struct scaling_weights {
    size_t n;
    double *all;
    double *rest;
};

/* Makes w that of n; K stays the same for w's life.  {0} is empty. */
void scaling_weigh(struct scaling_weights *w, double k, size_t n);
void scaling_weights_release(struct scaling_weights *w);

#endif
