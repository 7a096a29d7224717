#include "analysis/resample/stat_power_shares.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/resample/stat_bootstrap.h"
#include "analysis/resample/stat_permutation.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define REPLICATES 1000
#define FLIPS      2000 /* of a test beyond counting */

static double draw_cell(const struct stat_power_plan *p, struct rng *g, double rate)
{
    double hits = (double)stat_draw_binomial(g, p->budget, rate);
    return p->best ? (hits > 0.0 ? 1.0 : 0.0) : hits / (double)p->budget;
}

static double draw_task(const struct stat_power_plan *p, struct rng *g, double effect)
{
    double a = p->rates[rng_below(g, (uint32_t)p->n_rates)];
    double b = fmin(1.0, fmax(0.0, a + effect));
    double d = 0.0;
    for (size_t s = 0; s < p->n_seeds; s++)
        d += draw_cell(p, g, b) - draw_cell(p, g, a);
    return stat_on_grid(d / (double)p->n_seeds);
}

double stat_power_shares(const struct stat_power_plan *p, double effect)
{
    int replicates = p->replicates > 0 ? p->replicates : REPLICATES;
    int rejected = 0;
    if (p->n_rates == 0 || p->n_tasks == 0 || p->n_seeds == 0 || p->budget < 1)
        return STAT_NAN;
    double *d = mem_array(p->n_tasks, sizeof(*d));
    for (int r = 0; r < replicates; r++) {
        struct rng g;
        struct stat_sign_flip f;
        stat_bootstrap_stream(&g, p->seed, STAT_ANALYSIS_POWER, (uint64_t)r);
        for (size_t t = 0; t < p->n_tasks; t++)
            d[t] = draw_task(p, &g, effect);
        if (stat_sign_flip(d, p->n_tasks, STAT_TWO_SIDED, FLIPS, p->seed + (uint64_t)r,
                           STAT_ANALYSIS_POWER, &f, NULL) == 0)
            rejected += f.p <= p->alpha;
    }
    free(d);
    return (double)rejected / (double)replicates;
}

bool stat_power_rates(double mean, double sd, size_t n, double *out)
{
    double sum = mean * (1.0 - mean) / (sd * sd) - 1.0;
    if (!(mean > 0.0) || !(mean < 1.0) || !(sd >= 0.0) || (sd > 0.0 && !(sum > 0.0)))
        return false;
    for (size_t i = 0; i < n; i++)
        out[i] = sd > 0.0 ? stat_beta_quantile(mean * sum, (1.0 - mean) * sum,
                                               ((double)i + 0.5) / (double)n)
                          : mean;
    return true;
}
