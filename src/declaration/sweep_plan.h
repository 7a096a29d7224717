/*
 * sweep_plan.h - a sweep over options of a run: {"run": "ttt", "axes": [{"option": "k", "values":
 * ["4", "8"]}]}.
 */
#ifndef ROLLBOOK_DECLARATION_SWEEP_PLAN_H
#define ROLLBOOK_DECLARATION_SWEEP_PLAN_H

#include <stddef.h>

struct arena;
struct err;
struct json;

#define SWEEP_MOST_AXES  8
#define SWEEP_MOST_CELLS 16

/* An option of the run, with its values. */
struct sweep_axis {
    const char *option; /* "learning-rate" */
    size_t n;
    const char *const *values; /* "0.01" */
};

/* Cells are all combinations, the last axis fastest, named by the axes that have several values:
 * "k:8/learning-rate:0.01". */
struct sweep_plan {
    const char *run; /* strategy; NULL: no sweep */
    size_t n_axes, n_cells;
    const struct sweep_axis *axes;
    const char *const *cells;
};

/* Numbers as values become texts.  ERR_INTEGRITY names file and member. */
int sweep_plan_read(const char *name, const struct json *j, struct arena *a, struct sweep_plan *out,
                    struct err *err);
/* As the member "sweep"; nothing without a sweep. */
void sweep_plan_add(const struct sweep_plan *p, struct json *o);
/* What a cell gives an axis. */
const char *sweep_plan_value(const struct sweep_plan *p, size_t cell, size_t axis);

#endif
