/*
 * plot_pair.h - two groups of runs task by task, for the figures that compare them.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_PLOT_PAIR_H
#define ROLLBOOK_REPORTS_FIGURE_PLOT_PAIR_H

#include "analysis/compare/compare_groups.h"
#include "reports/figure/plot_common.h"

/* Means over the seeds of a task. */
struct pair_task {
    size_t task; /* of the study */
    size_t n_cells;
    double a, b; /* NaN without a defined pair */
};

struct plot_pair {
    const struct study *study;
    const struct run_group *a, *b; /* a does not adapt, if any does not */
    struct compare compare;
    size_t n_groups; /* of the study; two are drawn */
};

/* The first group that does not adapt against the first that does; else the first two. */
int plot_pair_load(struct figure_source *s, struct plot_pair *out, struct err *err);
/* In the order of the study; n_tasks is the comparison's. */
struct pair_task *plot_pair_tasks(const struct plot_pair *p, enum compare_estimand e,
                                  struct arena *a);
/* One row a (task, seed) and one a task, in the same columns for every figure. */
void plot_pair_points(struct figure_model *m, const struct plot_pair *p,
                      const enum compare_estimand *estimands, size_t n);
/* Its name where that is short and plain, else its place in the caption. */
const char *plot_pair_label(const struct plot_pair *p, bool second, struct arena *a);
void plot_pair_caption(struct figure_model *m, const struct figure_source *s,
                       const struct plot_pair *p);

#endif
