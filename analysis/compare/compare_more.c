#include "analysis/compare/compare_more.h"

#include <math.h>

#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_summary.h"

#define POWER_WANTED    0.8
#define TASKS_MOST      400
#define PAIRS_MOST      10000
#define HIGH_BASE_SHARE 0.5

static const char *const regime_names[COMPARE_REGIMES] = { "none", "low", "high" };

const char *compare_regime_name(size_t regime)
{
    return regime_names[regime];
}

size_t compare_regime(double base_share)
{
    if (!(base_share > 0.0))
        return 0;
    return base_share < HIGH_BASE_SHARE ? 1 : 2;
}

struct compare_more compare_more_undefined(void)
{
    const struct interval none = { STAT_NAN, STAT_NAN };
    return (struct compare_more){ .sd = STAT_NAN,
                                  .power = STAT_NAN,
                                  .n_required = STAT_NAN,
                                  .detectable = STAT_NAN,
                                  .mcnemar_power = STAT_NAN,
                                  .mcnemar_required = STAT_NAN,
                                  .risk_difference = STAT_NAN,
                                  .risk_ci = none,
                                  .odds_ratio = STAT_NAN,
                                  .odds_ci = none,
                                  .p_max_t = STAT_NAN,
                                  .regime_difference = { STAT_NAN, STAT_NAN, STAT_NAN } };
}

void compare_power(const double *task_differences, size_t n_tasks, double detectable_effect,
                   double alpha, struct stat_power_sim *sim, struct compare_more *out)
{
    double variance = stat_variance(task_differences, n_tasks);
    if (isnan(variance) || !(variance > 0.0) || n_tasks > TASKS_MOST)
        return;
    out->sd = sqrt(variance);
    double effect = fabs(stat_mean(task_differences, n_tasks)) / out->sd;
    out->power = stat_power_signed_rank(sim, n_tasks, effect, alpha);
    int64_t n = stat_power_signed_rank_n(sim, effect, alpha, POWER_WANTED);
    out->n_required = n < 0 ? STAT_NAN : (double)n;
    out->detectable = isfinite(detectable_effect) ? detectable_effect * out->sd : STAT_NAN;
}

static double odds(double p)
{
    return p < 1.0 ? p / (1.0 - p) : STAT_INF;
}

void compare_risks(const double *a, const double *b, size_t n_cells, double level,
                   struct compare_more *out)
{
    int64_t n = (int64_t)n_cells;
    int64_t up = 0;
    int64_t down = 0;
    for (size_t i = 0; i < n_cells; i++) {
        up += b[i] > a[i];
        down += b[i] < a[i];
    }
    out->n_up = up;
    out->n_down = down;
    out->risk_difference = (double)(up - down) / (double)n;
    /* Each discordant share takes half of the error. */
    struct interval u = stat_interval_clopper_pearson(up, n, 0.5 * (1.0 + level));
    struct interval d = stat_interval_clopper_pearson(down, n, 0.5 * (1.0 + level));
    out->risk_ci = (struct interval){ u.low - d.high, u.high - d.low };
    out->mcnemar_power = stat_power_mcnemar(n < PAIRS_MOST ? n : PAIRS_MOST, (double)up / (double)n,
                                            (double)down / (double)n, 1.0 - level);
    if (up == down)
        out->mcnemar_required = STAT_NAN;
    else {
        int64_t needed = stat_power_mcnemar_n((double)up / (double)n, (double)down / (double)n,
                                              1.0 - level, POWER_WANTED, PAIRS_MOST);
        out->mcnemar_required = needed < 0 ? STAT_NAN : (double)needed;
    }
    if (up + down == 0)
        return;
    out->odds_ratio = down == 0 ? STAT_INF : (double)up / (double)down;
    struct interval share = stat_interval_clopper_pearson(up, up + down, level);
    out->odds_ci = (struct interval){ odds(share.low), odds(share.high) };
}
