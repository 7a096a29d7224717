/*
 * compare_more.h - what a comparison could have found, and its size as risks and odds.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_MORE_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_MORE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct stat_power_sim;

#define COMPARE_REGIMES 3

/* Tasks by group A's share of fast samples on one half of its rollouts: none, below one half, one
 * half and more.  What is gained there is taken on the other half: a split by the rollouts that are
 * compared would find a gain where A was unlucky and a loss where it was lucky. */
const char *compare_regime_name(size_t regime);
size_t compare_regime(double base_share);

struct compare_more {
    double sd;            /* of the differences over tasks; NaN for fewer than two */
    double power;         /* of the signed-rank test over tasks at difference / sd */
    double n_required;    /* tasks for power 0.8; NaN when more than 400 or no effect */
    double detectable;    /* smallest difference found with power 0.8; NaN when none can be */
    double mcnemar_power; /* NaN unless both groups are 0 or 1 and have one seed; so are the rest */
    double mcnemar_required; /* cells for power 0.8; NaN beyond 10,000 */
    double risk_difference;  /* over cells */
    struct interval risk_ci; /* coverage at least the level */
    double odds_ratio;       /* (B alone) / (A alone), infinite or NaN without A alone */
    struct interval odds_ci; /* conditional exact */
    int64_t n_up;            /* cells of B alone */
    int64_t n_down;          /* cells of A alone */
    double p_max_t;          /* single-step over the estimands */
    double regime_difference[COMPARE_REGIMES]; /* mean over halves; NaN without any */
    size_t regime_halves[COMPARE_REGIMES];     /* two of every task */
};

/* detectable_effect: in standard deviations, of stat_power_signed_rank_effect for n_tasks. */
void compare_power(const double *task_differences, size_t n_tasks, double detectable_effect,
                   double alpha, struct stat_power_sim *sim, struct compare_more *out);
/* Cells whose values are all 0 or 1. */
void compare_risks(const double *a, const double *b, size_t n_cells, double level,
                   struct compare_more *out);
struct compare_more compare_more_undefined(void);

#endif
