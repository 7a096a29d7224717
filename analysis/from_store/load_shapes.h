/*
 * load_shapes.h - candidates of problems that have several shapes, with all their shapes.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_SHAPES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_SHAPES_H

#include <stddef.h>

#include "src/base/speedup.h"

struct arena;
struct db;
struct err;

/* One candidate of one problem in one run. */
struct shape_candidate {
    const char *run, *suite, *problem, *code; /* code: SHA-256, "no code" */
    size_t known, n;                          /* shapes of the problem, and evaluated ones */
    size_t n_right, n_weighted;               /* of the evaluated ones */
    struct shape_times *times;                /* n */
    double roofline;  /* share, geometric mean over the evaluated shapes; NaN: not known at all */
    double sol_score; /* mean, the same */
};

/* names: of runs.  ERR_NODATA: there is none. */
int load_shapes(struct db *db, const char *const *names, size_t n, struct arena *a,
                struct shape_candidate **out, size_t *out_count, struct err *err);

#endif
