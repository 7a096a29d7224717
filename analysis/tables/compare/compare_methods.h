/* compare_methods.h - the parts of `compare` that take --methods. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_COMPARE_METHODS_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_COMPARE_METHODS_H

#include "analysis/compare/compare_value.h"
#include "analysis/study/run_groups.h"
#include "analysis/tables/compare/table_compare.h"

struct methods_input {
    const struct table_input *in;
    const struct table_compare_options *o;
    const struct resampling *resample;
    struct run_groups methods;
};

extern const struct table_shape methods_values_shape, methods_curves_shape, methods_solved_shape,
    methods_sensitivity_shape;

/* Values at one budget, all pairs, Friedman's test, the model. */
int methods_fill(const struct methods_input *x, struct table *t, struct err *err);
int methods_curves_fill(const struct methods_input *x, struct table *t, struct err *err);
int methods_solved_fill(const struct methods_input *x, struct table *t, struct err *err);
/* Under other thresholds, denominators, baselines, cases, families. */
int methods_sensitivity_fill(const struct methods_input *x, struct table *t, struct err *err);
/* Who is who, what is fast, how many tasks are few. */
void methods_note(struct table *t, const struct methods_input *x);
void compare_note_missing(struct table *t, const char *who, struct compare_missing m);

#endif
