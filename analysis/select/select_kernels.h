/*
 * select_kernels.h - what a random choice finds when copies of a kernel are one kernel.
 *
 * Samples with the same text have the same log-prob, and runs of a task that draw the same text are
 * ranked alike: picks in their cells are not independent.  The null is a random order of the
 * distinct kernels of a task, the same in all its runs; a choice of m takes the first m samples of
 * its cell in that order, copies side by side.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_KERNELS_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

#define SELECT_KERNEL_DRAWS 5000 /* orders a task */

/* The samples that one (run, task) chooses from. */
struct select_kernels {
    size_t task;
    size_t n;
    const int64_t *code; /* equal for equal kernels; 0: unknown, its own */
    const bool *fast;
    size_t m;
};

/* Whether some kernel occurs twice in a cell, or in two cells of a task.  Cells by any order. */
bool select_kernels_repeat(const struct select_kernels *cells, size_t n_cells, bool across);

/*
 * tails[i] = P(i or more cells have a fast sample among their m), i to n_cells; by drawn orders.
 * NULL where no kernel repeats: the cells are then independent and the chance is exact elsewhere.
 */
double *select_kernels_tails(const struct select_kernels *cells, size_t n_cells, uint64_t seed,
                             struct arena *arena);

#endif
