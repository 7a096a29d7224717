/* compare_more.h - what a comparison could have found; risks and odds. */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_COMPARE_MORE_H
#define ROLLBOOK_ANALYSIS_COMPARE_COMPARE_MORE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct stat_power_sim;

#define COMPARE_REGIMES 3

/* Tasks by A's share of fast samples on one half of its rollouts: none, below one half, one half
 * and more.  The gain is taken on the other half; on the same one it would be found where A was
 * unlucky. */
const char *compare_regime_name(size_t regime);
size_t compare_regime(double base_share);

struct compare_more {
    double sd;               /* of differences over tasks; NaN below two */
    double power;            /* signed-rank test over tasks at difference / sd */
    double n_required;       /* tasks for power 0.8; NaN above 400 or without effect */
    double detectable;       /* difference found with power 0.8; NaN: none */
    double mcnemar_power;    /* NaN, as the rest, unless both groups are 0 or 1 with one seed */
    double mcnemar_required; /* cells for power 0.8; NaN above 10,000 */
    double risk_difference;  /* over cells */
    struct interval risk_ci; /* coverage at least the level */
    double odds_ratio;       /* (B alone) / (A alone); infinite or NaN without A alone */
    struct interval odds_ci; /* conditional exact */
    int64_t n_up;
    int64_t n_down;
    double p_max_t;                            /* single-step over the estimands */
    double regime_difference[COMPARE_REGIMES]; /* over halves; NaN: none */
    size_t regime_halves[COMPARE_REGIMES];
};

/* detectable_effect: in standard deviations, by stat_power_signed_rank_effect for n_tasks. */
void compare_power(const double *task_differences, size_t n_tasks, double detectable_effect,
                   double alpha, struct stat_power_sim *sim, struct compare_more *out);
/* Values are all 0 or 1. */
void compare_risks(const double *a, const double *b, size_t n_cells, double level,
                   struct compare_more *out);
struct compare_more compare_more_undefined(void);

#endif
