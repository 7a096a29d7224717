/*
 * select_kernels.h - what a random choice finds when copies of a kernel are one kernel.
 *
 * Runs of a task that draw the same text rank it alike, so picks in their cells are not
 * independent. The null is a random order of the task's distinct kernels, one for all its runs; a
 * choice of m takes the first m samples of its cell, copies side by side.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_KERNELS_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

#define SELECT_KERNEL_DRAWS 5000 /* orders a task */

/* Of one (run, task). */
struct select_kernels {
    size_t task;
    size_t n;
    const int64_t *code; /* equal for equal kernels; 0: its own; NULL: all are */
    const bool *fast;
    size_t m;
};

/* A kernel occurs twice in a cell or task. */
bool select_kernels_repeat(const struct select_kernels *cells, size_t n_cells, bool across);

/*
 * tails[i] = P(i or more cells have a fast sample among their m), i to n_cells, by drawn orders.
 * NULL: no kernel repeats, so cells are independent and the chance is exact elsewhere.
 */
double *select_kernels_tails(const struct select_kernels *cells, size_t n_cells, uint64_t seed,
                             struct arena *arena);

#endif
