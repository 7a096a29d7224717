/*
 * stat_anytime.h - confidence sequences and e-values: answers that may be looked at all the time.
 *
 * A confidence sequence holds the truth at all looks together with the stated level.  An e-value is
 * what a fair bet against the null has made of 1: the chance that it ever reaches 1 / alpha is at
 * most alpha (Ville).  So looking and stopping early costs nothing.
 *
 * Data come in rounds.  A round has one value in [low, high] of each task, with the task's own mean
 * given the past, and independent of the others of the round.  The question is about the mean over
 * tasks.  A value may be a mean of several rollouts; how many may depend on earlier rounds.
 *
 *   betting    capital of ten constant fractions f, averaged: product over the values of
 *              1 + f (y - m) / (m - least), and of its mirror image, half the stake on each side
 *              (Waudby-Smith and Ramdas 2024).  y is a value minus what its task had on average,
 *              plus the mean of these averages: they are of earlier rounds, so that the mean over
 *              tasks does not move, and tasks that differ are no noise.  All values of a round
 *              share one bet; the product of their expectations is then at most 1 (geometric mean
 *              below arithmetic mean), although no single value need have mean m.
 *   bernstein  predictable plug-in empirical Bernstein (the same, theorem 2), around the tasks' own
 *              averages; one bet a round, so the sum over tasks is of the mean over tasks
 *   stitched   the polynomial stitched boundary, sub-gamma, with the empirical variance (Howard et
 *              al. 2021, theorems 1 and 4)
 *   normal     Robbins' normal mixture with the estimated variance (Robbins 1970; Howard et al.
 * 2021, proposition 5); approximate, from some ten rounds on (Waudby-Smith et al. 2024)
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_ANYTIME_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_ANYTIME_H

#include <stddef.h>

#include "analysis/stat/stat_interval.h"

struct arena;

enum stat_bound { BOUND_BETTING, BOUND_BERNSTEIN, BOUND_STITCHED, BOUND_NORMAL };
extern const char *const stat_bound_names[]; /* by the enum, NULL-ended */

/* x[round * n_tasks + task], finite and in [low, high]. */
struct stat_rounds {
    size_t n_rounds, n_tasks;
    const double *x;
    double low, high;
};

struct stat_anytime {
    double mean;        /* NaN without a round, as all that follows */
    double e_value;     /* against the null, after the last round; NaN for BOUND_STITCHED */
    double most;        /* the largest after any round */
    struct interval ci; /* at the level, over all rounds together */
    size_t decided_at;  /* first round after which the null was outside; 0: none */
    int sign;           /* of the mean minus the null then; 0: undecided */
    /* Rounds from here to a decision if the next ones are as those that were; and the 80 % interval
     * for it: their mean is uncertain, and varies.  Infinite: never; NaN when decided, or nothing
     * varies. */
    double more, more_low, more_high;
};

struct stat_anytime stat_anytime(const struct stat_rounds *d, enum stat_bound bound, double null,
                                 double level, struct arena *work);

/*
 * Independent normal values of unknown variance, one a run: the Bayes factor with the right Haar
 * prior on the standard deviation and a normal one of variance STAT_T_PRIOR on mean / sd, which is
 * an e-value at every n (Lai 1976; Perez-Ortiz et al. 2024; Wang and Ramdas 2025).  Looks after
 * each value.  more: runs.  NaN below two values, or when all are equal.
 */
#define STAT_T_PRIOR 4.0
struct stat_anytime stat_anytime_t(const double *x, size_t n, double null, double level);
double stat_t_mixture(size_t n, double t); /* e-value of a t statistic of n values */

/* Boundaries for a sum with variance v.  v_best: where the mixture is narrowest. */
double stat_mixture_rho(double v_best, double alpha);
double stat_mixture_log(double s, double v, double rho);
double stat_mixture_bound(double v, double rho, double alpha);
/* c: scale of the tail; s and eta: exponent and ratio of the epochs, 1.4 and 2 as published. */
double stat_stitched_bound(double v, double alpha, double v_min, double c);

#endif
