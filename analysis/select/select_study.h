/*
 * select_study.h - every selection rule over the cells of a pool: one table of rules, their
 * expected outcome, and exact tests against a random choice of as many.
 *
 * Two domains.  "correct": the rule ranks the correct samples, which presumes that all were
 * checked.  "all": it ranks before the correctness check and evaluates only m, as one would deploy
 * it; a pick that is wrong is a failure.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_STUDY_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_STUDY_H

#include "analysis/select/select_pick.h"
#include "analysis/select/select_pool.h"
#include "analysis/select/select_rank.h"
#include "analysis/stat/stat_interval.h"

enum select_width { WIDTH_ONE, WIDTH_THREE, WIDTH_M, WIDTH_ALL };

struct select_strategy {
    const char *name;
    const char *summary;
    enum select_measure measure;
    double sign; /* of the measure: the lowest product is picked first */
    enum select_width width;
    bool deployable;   /* domain "all" */
    const char *needs; /* what a sample lacks when the rule is undefined */
};

/* The one table of rules; enum select_rule (select_rules.h) numbers the first five. */
const struct select_strategy *select_strategies(size_t *out_count);
const struct select_strategy *select_strategy_find(const char *name); /* NULL when unknown */
const char *select_domain_name(bool deployable);                      /* "all", "correct" */

struct select_options {
    size_t m; /* of the rules of width m; at least 1 */
    struct speed_rule rule;
    double level;
    bool skip_degenerate; /* leave out the cells in which no rule can differ from random */
};

/* m that a rule evaluates among n items. */
size_t select_width_of(const struct select_strategy *s, size_t m, size_t n);
/* The rule on one cell, evaluating m. */
struct select_outcome select_outcome_of(const struct select_strategy *s,
                                        const struct select_cell *c, size_t m,
                                        struct speed_rule rule, struct arena *arena);

struct select_result {
    const struct select_strategy *strategy;
    size_t m;           /* asked for; 0 means all */
    size_t n_cells;     /* denominator of fast */
    size_t n_picked;    /* cells with something to pick from; the others count as failures */
    size_t n_undefined; /* cells left out of n_cells because samples lack what the rule needs */
    size_t n_tied;      /* cells whose pick was decided among several */
    double count;       /* expected number of cells with a fast pick */
    double fast;        /* count / n_cells */
    struct interval ci; /* of fast, by select_task_interval */
    enum interval_kind interval;
    bool kernels_repeat; /* p are the larger of two nulls (select_kernels.h) */
    bool kernels_shared; /* by runs of a task: no rank test, which takes cells as independent */
    double success;      /* expected share of cells with a working pick */
    double mean_speedup; /* expectations over working picks */
    double geomean_speedup;
    double mean_log_regret; /* ln(best of the cell / pick) */
    double percentile;      /* mean over picked cells; a random choice of one has 0.5 */
    double random_count;    /* expected fast cells of a random choice of one, same domain */
    double p_random;        /* exact P(that choice gives as many fast cells or more); NaN for rules
                               that evaluate several */
    double random_m_count;  /* of a random choice of m: the fair one */
    double p_random_m;      /* NaN for the oracle, which evaluates all */
    double lift;            /* count / random_m_count; NaN for 0 / 0 */
    struct select_rank_test rank; /* rank sums against a random choice of m */
};

struct select_result select_strategy_result(const struct select_pool *pool,
                                            const struct select_strategy *s,
                                            const struct select_options *o);

/* out[i] of rules[i], several at a time; threads 0 means one a core. */
void select_strategy_results(const struct select_pool *pool,
                             const struct select_strategy *const *rules, size_t n,
                             const struct select_options *o, int threads,
                             struct select_result *out);

/* P(X >= Y) for the numbers of fast cells of a random choice and of a rule, whose own chance comes
 * from ties alone: Poisson-binomial, exact.  NaN without cells. */
double select_count_test(const double *random, const double *picked, size_t n, struct arena *arena);

/* P(X >= Y) of the tails of X, 0 to n, and the chances of Y. */
double select_tail_test(const double *tails, const double *chances, size_t n);

/* Of the share of fast picks in cells of some tasks: Student's t over tasks on the logit where a
 * task has several cells, which share its difficulty; Clopper-Pearson where each has one, and over
 * tasks where none or all are fast; NaN for one task of several cells. */
struct interval select_task_interval(const double *fast, const size_t *tasks, size_t n,
                                     double level, enum interval_kind *kind);

/* Clopper-Pearson of an expected count: from the whole numbers around a fractional one. */
struct interval select_count_interval(double count, size_t n, double level);

#endif
