/*
 * table_shapes.h - candidates over all shapes of a problem: speedup and share of the roofline.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_SHAPES_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_SHAPES_H

#include "analysis/tables/table_common.h"
#include "src/base/speedup.h"

struct table_shapes_options {
    double p, sol;
    enum shape_summary over;
};
#define STANDARD_shapes .p = 1, .sol = 0.5, .over = SHAPES_GEOMEAN

extern const struct table_kind table_shapes;

#endif
