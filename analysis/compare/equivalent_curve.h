/*
 * equivalent_curve.h - 1 - f(K) of a set of cells, fast enough to be inverted in every replicate.
 *
 * Cells with the same n and the same number of fast samples have the same chance of a miss, and
 * those of one n follow from each other by one multiplication: a value costs one pass over the
 * counts that occur, not one product a cell.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_CURVE_H
#define ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_CURVE_H

#include "analysis/compare/equivalent_k.h"

struct arena;

struct equivalent_size {
    int64_t n;
    int64_t most;     /* largest c with a weight */
    double *weights;  /* by c, 0 .. n */
    double *inverses; /* [m]: of the samples that are left when m - 1 were missed */
};

struct equivalent_curve {
    size_t n_sizes;
    struct equivalent_size *sizes; /* by n */
};

/* Room for every n of the base cells; no weight yet. */
void equivalent_curve_init(struct equivalent_curve *c, const struct equivalent_task *tasks,
                           size_t n_tasks, struct arena *arena);
void equivalent_curve_clear(struct equivalent_curve *c);
void equivalent_curve_add(struct equivalent_curve *c, struct count cell, double weight);
/* The cells of the tasks, each task weighing the same. */
void equivalent_curve_add_tasks(struct equivalent_curve *c, const struct equivalent_task *tasks,
                                size_t n_tasks);
/* Weighted sum of the chances that K draws miss; the weights add up to 1. */
double equivalent_curve_miss(const struct equivalent_curve *c, double k, enum equivalent_draws how);
/* Smallest K in [0, k_max] with 1 - miss >= y, to `precision` relative to K; 0 means to the last
 * bit. */
struct equivalent_value equivalent_curve_invert(const struct equivalent_curve *c, double y,
                                                double k_max, enum equivalent_draws how,
                                                double precision);

#endif
