/*
 * compare_parts.h - the tables of `compare --table`, and the options that they share.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_COMPARE_PARTS_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_COMPARE_PARTS_H

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/compare_value.h"
#include "analysis/stat/stat_anytime.h"
#include "analysis/study/run_groups.h"
#include "analysis/tables/table_common.h"
#include "analysis/tables/table_cost.h"

enum compare_part {
    COMPARE_TESTS,
    COMPARE_TRANSFER,
    COMPARE_METHODS,
    COMPARE_CURVES,
    COMPARE_SOLVED,
    COMPARE_SENSITIVITY
};
enum compare_adjust { ADJUST_HOLM, ADJUST_BH, ADJUST_MAX_T };

struct table_compare_options {
    struct name_list a, b; /* none: strategies of the input's runs */
    bool by_order;         /* the first run is A; not on a command line */
    struct speed_rule rule;
    enum compare_adjust adjust;
    enum compare_part part;
    /* For COMPARE_TRANSFER, one of: */
    const char *by;      /* "level" or "family" */
    const char *split;   /* its train and eval */
    const char *subsets; /* "one=4,5,l2/7;two=12,14" */
    /* For parts from COMPARE_METHODS on. */
    const char *methods; /* "base=bon-42,bon-43,ttt=ttt-42"; NULL: runs alike but for their seed */
    enum compare_estimand estimand; /* the primary one */
    int64_t budget;                 /* rollouts a (task, run); 0: the smallest */
    bool anytime;
    enum stat_bound bound;
    enum cost_unit equal;
    const char *prices;
    double null;
    struct table_resample resample;
};
#define STANDARD_compare .rule = STANDARD_RULE, .resample = STANDARD_RESAMPLE

#define METHODS_NO_RUNS                                                                            \
    "a method has one run a task: how its runs differ cannot be seen; or no width"

/* What every part is asked. */
struct methods_input {
    const struct table_input *in;
    const struct table_compare_options *o;
    const struct resampling *resample;
    struct run_groups methods;
};

extern const struct table_shape methods_values_shape, methods_curves_shape, methods_solved_shape,
    methods_sensitivity_shape, compare_transfer_shape, compare_anytime_shape;

/* Values at one budget, all pairs, Friedman's test, the model. */
int methods_fill(const struct methods_input *x, struct table *t, struct err *err);
int methods_curves_fill(const struct methods_input *x, struct table *t, struct err *err);
int methods_solved_fill(const struct methods_input *x, struct table *t, struct err *err);
/* Under other thresholds, denominators, baselines, cases, families. */
int methods_sensitivity_fill(const struct methods_input *x, struct table *t, struct err *err);
/* Who is who, what is fast, how many tasks are few. */
void methods_note(struct table *t, const struct methods_input *x);
void compare_note_missing(struct table *t, const char *who, struct compare_missing m);

/* One may look at it after every rollout. */
struct anytime_result;
struct anytime_row;
int compare_anytime_of(const struct methods_input *x, const struct run_set *a,
                       const struct run_set *b, size_t n_rounds, struct anytime_result *out,
                       struct err *err);
/* "undecided: about 340 more rollouts per task and side (80 % interval 90 to never)". */
const char *anytime_row_words(const struct anytime_row *row, struct arena *a);
int compare_anytime_fill(const struct methods_input *x, const struct run_set *a,
                         const struct run_set *b, struct table *t, struct err *err);

/* Gains on one subset of tasks and on others.  Checks what says how tasks fall into subsets. */
int compare_transfer_fill(const struct methods_input *x, const struct run_set *a,
                          const struct run_set *b, struct table *t, struct err *err);

#endif
