/*
 * fig_trajectory.h - fast_1 by adaptation step: one panel a seed, thin lines for tasks, the mean
 * bold, a star at the Best-of-Adaptation step, and what no trend at all would show.
 */
#ifndef ROLLBOOK_REPORTS_FIG_TRAJECTORY_H
#define ROLLBOOK_REPORTS_FIG_TRAJECTORY_H

#include "reports/figure.h"

struct fig_trajectory_panel {
    const char *name; /* "seed 42" */
    size_t n_steps, n_tasks;
    const int *steps;
    const char *const *tasks;
    const double *shares;       /* [step * n_tasks + task]; NaN: no samples */
    const double *mean;         /* by step */
    double null_low, null_high; /* one step's mean without any trend; NaN: not drawn */
    double null_max;            /* expected maximum over the steps; NaN: not drawn */
    size_t boa;                 /* index of the step */
};

struct fig_trajectory {
    size_t n_panels;
    const struct fig_trajectory_panel *panels;
    const char *y_label; /* math text */
};

double fig_trajectory_height(const struct fig_trajectory *f, double width);
void fig_trajectory_draw(struct pdf_canvas *c, struct box box, const struct fig_trajectory *f);

#endif
