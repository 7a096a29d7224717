/*
 * methods_tables.h - any number of methods: the parts of `compare` that take --methods.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_METHODS_TABLES_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_METHODS_TABLES_H

#include "analysis/compare/compare_bounds.h"
#include "analysis/study/run_groups.h"
#include "analysis/tables/compare/table_compare.h"

/* What these tables are made from. */
struct methods_input {
    const struct table_input *in;
    const struct table_compare_options *o;
    const struct resampling *resample;
    struct run_groups methods;
};

/* Value and interval of each method at one budget, all pairs, Friedman's test, the model. */
int methods_fill(const struct methods_input *x, struct table *t, struct err *err);
/* What each finds for equal rollouts, tokens and seconds. */
int methods_curves_fill(const struct methods_input *x, struct table *t, struct err *err);
/* How many tasks each solves. */
int methods_solved_fill(const struct methods_input *x, struct table *t, struct err *err);
/* The comparison under other thresholds, denominators, baselines, cases and families. */
int methods_sensitivity_fill(const struct methods_input *x, struct table *t, struct err *err);
/* Who is who, what is fast, how many tasks are few: notes of each of these tables. */
void methods_note(struct table *t, const struct methods_input *x);
void compare_note_missing(struct table *t, const char *who, struct compare_missing m);

#endif
