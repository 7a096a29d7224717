/*
 * compare_transfer.h - gains on one subset of tasks and on
 * others.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_COMPARE_TRANSFER_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_COMPARE_TRANSFER_H

#include "analysis/tables/compare/compare_methods.h"

extern const struct table_shape compare_transfer_shape;

/* Checks what says how tasks fall into subsets. */
int compare_transfer_fill(const struct methods_input *x, const struct run_set *a,
                          const struct run_set *b, struct table *t, struct err *err);

#endif
