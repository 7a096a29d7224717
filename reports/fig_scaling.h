/*
 * fig_scaling.h - what K samples give, and where an adapted policy stands on that curve.
 */
#ifndef ROLLBOOK_REPORTS_FIG_SCALING_H
#define ROLLBOOK_REPORTS_FIG_SCALING_H

#include "reports/figure.h"

enum level_mark {
    LEVEL_ONLY,    /* no equivalent K */
    LEVEL_AT,      /* equivalent_k is where the curve reaches the level */
    LEVEL_CENSORED /* the level lies above the curve: more than equivalent_k */
};

/* A horizontal line: what another method reaches. */
struct fig_level {
    const char *name;
    double value;
    double low, high; /* band; NaN for none */
    enum level_mark mark;
    double equivalent_k;
};

#define FIG_SCALING_LEVELS 3

struct fig_scaling_panel {
    const char *y_label; /* math text */
    bool percent;        /* a share from 0 to 1; else a positive value on a log axis */
    size_t n_curves;
    const struct fig_curve *curves; /* x is K > 0 */
    size_t n_levels;                /* at most FIG_SCALING_LEVELS */
    const struct fig_level *levels;
};

struct fig_scaling {
    size_t n_panels;
    const struct fig_scaling_panel *panels;
    double budget_k; /* samples per task that were spent; NaN for no line */
};

double fig_scaling_height(const struct fig_scaling *f, double width);
void fig_scaling_draw(struct pdf_canvas *c, struct box box, const struct fig_scaling *f);

#endif
