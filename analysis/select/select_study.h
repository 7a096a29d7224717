/*
 * select_study.h - every selection rule over the cells of a pool: expected outcomes, and exact
 * tests against a random choice of as many.
 *
 * In the domain "correct" the rule ranks correct samples, which presumes that all were checked.  In
 * "all" it ranks before the check and evaluates only m, as deployed; a wrong pick fails.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_STUDY_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_STUDY_H

#include <stddef.h>

#include "analysis/select/select_pick.h"
#include "analysis/select/select_pool.h"
#include "analysis/stat/stat_interval.h"

struct arena;

struct select_options {
    size_t m; /* of rules of width m; at least 1 */
    struct speed_rule rule;
    double level;
    bool skip_degenerate; /* leave out cells where no rule can differ from random */
};

struct select_outcome select_outcome_of(const struct select_strategy *s,
                                        const struct select_cell *c, size_t m,
                                        struct speed_rule rule, struct arena *arena);

struct select_result {
    const struct select_strategy *strategy;
    size_t m;           /* asked for; 0: all */
    size_t n_cells;     /* denominator of fast */
    size_t n_picked;    /* with something to pick; others fail */
    size_t n_undefined; /* left out: samples lack what the rule needs */
    size_t n_tied;      /* decided among several */
    double count;       /* expected cells with a fast pick */
    double fast;
    struct interval ci; /* select_task_interval */
    enum interval_kind interval;
    bool kernels_repeat; /* p: larger of two nulls (select_kernels.h) */
    bool kernels_shared; /* by a task's runs: no rank test, which needs independent cells */
    double success;      /* expected share of working picks */
    double mean_speedup; /* over working picks */
    double geomean_speedup;
    double mean_log_regret; /* ln(best of the cell / pick) */
    double percentile;      /* mean over picked cells; random: 0.5 */
    double random_count;    /* expected fast cells of one random pick */
    double p_random; /* exact P(it finds as many or more); NaN for rules that evaluate several */
    double random_m_count;
    double p_random_m;            /* NaN for the oracle */
    double lift;                  /* count / random_m_count; NaN: 0 / 0 */
    struct select_rank_test rank; /* against m random picks */
};

struct select_result select_strategy_result(const struct select_pool *pool,
                                            const struct select_strategy *s,
                                            const struct select_options *o);

/* out[i] of rules[i]; threads 0: one a core. */
void select_strategy_results(const struct select_pool *pool,
                             const struct select_strategy *const *rules, size_t n,
                             const struct select_options *o, int threads,
                             struct select_result *out);

/*
 * The uncertainty of how many cells a rule of selection finds a fast sample in:
 * exact tests against a random choice, and intervals.
 */

/* P(X >= i), X the number of successes, for 0 to n. */
double *select_upper_tails(const double *chances, size_t n, struct arena *arena);

/* P(X >= Y), fast cells of a random choice and of a rule, whose chance comes from ties alone:
 * Poisson-binomial.  NaN without cells. */
double select_count_test(const double *random, const double *picked, size_t n, struct arena *arena);

/* From tails of X, 0 to n, and chances of Y. */
double select_tail_test(const double *tails, const double *chances, size_t n);

/* Share of fast picks: Student's t over tasks (stat_interval_share) where a task has several cells,
 * Clopper-Pearson where each has one; NaN for one task of several cells that differ. */
struct interval select_task_interval(const double *fast, const size_t *tasks, size_t n,
                                     double level, enum interval_kind *kind);

/* Clopper-Pearson, from the whole numbers around a fractional count. */
struct interval select_count_interval(double count, size_t n, double level);

#endif
