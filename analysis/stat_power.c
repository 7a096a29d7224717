#include "analysis/stat_power.h"

#include <math.h>
#include <stdbool.h>

#include "analysis/stat_binomial.h"
#include "analysis/stat_rank.h"
#include "analysis/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

#define SIMULATIONS   2000
#define LARGEST_N     400
#define STREAM        0x706f776572 /* of this file among those of RNG_PERMUTATION */
#define EFFECT_LIMIT  16.0
#define EFFECT_HALVES 14

double stat_power_mcnemar(int64_t n, double up, double down, double alpha)
{
    double discordant = up + down;
    if (n < 0 || !(up >= 0.0) || !(down >= 0.0) || !(discordant <= 1.0))
        return STAT_NAN;
    if (!(discordant > 0.0))
        return 0.0;
    struct stat_sum power = { 0.0, 0.0 };
    for (int64_t d = 1; d <= n; d++) {
        double chance = stat_binomial_pmf(d, n, discordant);
        if (ldexp(2.0, -(int)(d < 1000 ? d : 1000)) > alpha || chance < 1e-16)
            continue;
        /* p falls as the smaller side does, so the rejecting outcomes are both ends. */
        for (int64_t k = 0; 2 * k < d && stat_mcnemar(k, d - k, STAT_TWO_SIDED) <= alpha; k++) {
            stat_sum_add(&power, chance * (stat_binomial_pmf(k, d, up / discordant) +
                                           stat_binomial_pmf(d - k, d, up / discordant)));
        }
    }
    return fmin(1.0, stat_sum_value(&power));
}

int64_t stat_power_mcnemar_n(double up, double down, double alpha, double power, int64_t limit)
{
    int64_t low = 0;
    int64_t high = 1;
    while (high < limit && !(stat_power_mcnemar(high, up, down, alpha) >= power)) {
        low = high;
        high *= 2;
    }
    high = high < limit ? high : limit;
    if (!(stat_power_mcnemar(high, up, down, alpha) >= power))
        return -1;
    /* Power saws a little, so the last stretch is walked. */
    while (high - low > 32) {
        int64_t middle = low + (high - low) / 2;
        if (stat_power_mcnemar(middle, up, down, alpha) >= power)
            high = middle;
        else
            low = middle;
    }
    for (int64_t n = low + 1; n < high; n++) {
        if (stat_power_mcnemar(n, up, down, alpha) >= power)
            return n;
    }
    return high;
}

/* Largest rank sum w with 2 P(W <= w) <= alpha; -1 when there is none. */
static int64_t critical_sum(size_t n, double alpha, struct arena *work)
{
    size_t total = n * (n + 1) / 2;
    double *p = arena_array(work, total + 1, sizeof(*p));
    p[0] = 1.0;
    size_t reach = 0;
    for (size_t r = 1; r <= n; r++) {
        reach += r;
        for (size_t s = reach; s >= r; s--)
            p[s] = 0.5 * (p[s] + p[s - r]);
        for (size_t s = 0; s < r; s++)
            p[s] *= 0.5;
    }
    double sum = 0.0;
    for (size_t w = 0; w <= total; w++) {
        sum += p[w];
        if (2.0 * sum > alpha)
            return (int64_t)w - 1;
    }
    return (int64_t)total;
}

static bool rejects(const double *d, size_t n, int64_t critical, double *size, struct arena *work)
{
    int64_t *doubled = arena_array(work, n, sizeof(*doubled));
    int64_t plus = 0;
    for (size_t i = 0; i < n; i++)
        size[i] = fabs(d[i]);
    stat_rank_doubled(size, n, doubled, work);
    for (size_t i = 0; i < n; i++)
        plus += d[i] > 0.0 ? doubled[i] / 2 : 0;
    int64_t minus = (int64_t)(n * (n + 1) / 2) - plus;
    return plus <= critical || minus <= critical;
}

double stat_power_signed_rank(size_t n, double effect, double alpha, uint64_t seed)
{
    if (n == 0 || n > LARGEST_N || isnan(effect))
        return STAT_NAN;
    struct arena work = { 0 };
    int64_t critical = critical_sum(n, alpha, &work);
    int64_t hits = 0;
    for (uint64_t r = 0; critical >= 0 && r < SIMULATIONS; r++) {
        struct rng g;
        arena_reset(&work);
        double *d = arena_array(&work, 2 * n, sizeof(*d));
        rng_init(&g, seed, RNG_PERMUTATION, STREAM, r, 0);
        for (size_t i = 0; i < n; i++)
            d[i] = rng_normal(&g) + effect;
        hits += rejects(d, n, critical, d + n, &work);
    }
    arena_release(&work);
    return (double)hits / SIMULATIONS;
}

int64_t stat_power_signed_rank_n(double effect, double alpha, double power, uint64_t seed)
{
    size_t low = 0;
    size_t high = 1;
    while (high < LARGEST_N && !(stat_power_signed_rank(high, effect, alpha, seed) >= power)) {
        low = high;
        high = 2 * high < LARGEST_N ? 2 * high : LARGEST_N;
    }
    if (high == LARGEST_N && !(stat_power_signed_rank(high, effect, alpha, seed) >= power))
        return -1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (stat_power_signed_rank(middle, effect, alpha, seed) >= power)
            high = middle;
        else
            low = middle;
    }
    return (int64_t)high;
}

double stat_power_signed_rank_effect(size_t n, double alpha, double power, uint64_t seed)
{
    double low = 0.0;
    double high = EFFECT_LIMIT;
    if (!(stat_power_signed_rank(n, high, alpha, seed) >= power))
        return STAT_INF;
    for (int i = 0; i < EFFECT_HALVES; i++) {
        double middle = 0.5 * (low + high);
        if (stat_power_signed_rank(n, middle, alpha, seed) >= power)
            high = middle;
        else
            low = middle;
    }
    return high;
}
