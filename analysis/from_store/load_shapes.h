/*
 * load_shapes.h - candidates of problems that have several shapes, with all their shapes.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_SHAPES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_SHAPES_H

#include <stddef.h>

#include "analysis/from_store/load_study.h"
#include "src/base/speedup.h"

struct err;

/* One candidate of one problem in one run. */
struct shape_candidate {
    const char *run, *suite, *problem, *code; /* code: SHA-256, "no code" */
    size_t known, n;                          /* shapes of the problem; with a verdict */
    size_t n_tried, n_right, n_weighted;      /* of the evaluated ones */
    struct shape_times *times;                /* n */
    double roofline;  /* share, geometric mean over the evaluated shapes; NaN: not known at all */
    double sol_score; /* mean, the same */
};

/* ERR_NODATA: there is none. */
int load_shapes(const struct load_request *from, struct shape_candidate **out, size_t *out_count,
                struct err *err);

#endif
