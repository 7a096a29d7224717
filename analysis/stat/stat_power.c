#include "analysis/stat/stat_power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"
#include "src/base/rng.h"

#define SIMULATIONS   2000
#define LARGEST_N     400
#define STREAM        0x706f776572 /* among those of RNG_PERMUTATION */
#define EFFECT_LIMIT  16.0
#define EFFECT_HALVES 14
#define EFFICIENCY    0.954929658551372 /* of signed ranks against means: 3 / pi */
#define HALF_SUMS     (LARGEST_N * (LARGEST_N + 1) / 4)

/* Ten standard deviations down a binomial's mass is nothing beside any power. */
static int64_t least_count(int64_t n, double p)
{
    double mean = (double)n * p;
    return (int64_t)fmax(0.0, floor(mean - 10.0 * sqrt(mean * (1.0 - p)) - 10.0));
}

/* Largest k with 2 P(X <= k) <= alpha, X ~ Binomial(d, 1/2); or -1. */
static int64_t critical_heads(int64_t d, double alpha)
{
    int64_t k = least_count(d, 0.5);
    double mass = stat_binomial_pmf(k, d, 0.5);
    double sum = mass;
    while (2 * k < d && 2.0 * sum <= alpha * (1.0 + 1e-9)) {
        mass *= (double)(d - k) / (double)(k + 1);
        sum += mass;
        k++;
    }
    return k - 1;
}

static double lower_tail(int64_t k, int64_t n, double p)
{
    int64_t i = least_count(n, p);
    if (i > k || p >= 1.0)
        return p >= 1.0 && k >= n ? 1.0 : 0.0;
    double mass = stat_binomial_pmf(i, n, p);
    struct stat_sum sum = { mass, 0.0 };
    for (; i < k; i++) {
        mass *= (double)(n - i) / (double)(i + 1) * (p / (1.0 - p));
        stat_sum_add(&sum, mass);
    }
    return stat_sum_value(&sum);
}

double stat_power_mcnemar(int64_t n, double up, double down, double alpha)
{
    double discordant = up + down;
    if (n < 0 || !(up >= 0.0) || !(down >= 0.0) || !(discordant <= 1.0))
        return STAT_NAN;
    if (!(discordant > 0.0))
        return 0.0;
    struct stat_sum power = { 0.0, 0.0 };
    int64_t least = least_count(n, discordant);
    int64_t most = n - least_count(n, 1.0 - discordant);
    for (int64_t d = least > 1 ? least : 1; d <= most; d++) {
        /* Rejecting outcomes are both ends. */
        int64_t k = critical_heads(d, alpha);
        if (k < 0)
            continue;
        double ends = lower_tail(k, d, up / discordant) + lower_tail(k, d, down / discordant);
        stat_sum_add(&power, stat_binomial_pmf(d, n, discordant) * ends);
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

struct stat_power_sim {
    uint64_t seed;
    int threads;
    size_t width;
    double *z;      /* [simulation * width + i] */
    size_t n;       /* sorted holds the first n */
    double *sorted; /* [simulation * n + i] */
    double alpha;
    size_t n_sums; /* ranks behind sums */
    double *sums;  /* P(sum = w), lower half */
    int64_t critical[LARGEST_N + 1];
};

struct stat_power_sim *stat_power_open(uint64_t seed, int threads)
{
    struct stat_power_sim *sim = mem_alloc(sizeof(*sim));
    sim->seed = seed;
    sim->threads = threads;
    sim->sums = mem_array(HALF_SUMS + 1, sizeof(*sim->sums));
    return sim;
}

void stat_power_close(struct stat_power_sim *sim)
{
    if (sim == NULL)
        return;
    free(sim->z);
    free(sim->sorted);
    free(sim->sums);
    free(sim);
}

/* Largest w with 2 P(W <= w) <= alpha, or -1. */
static int64_t largest_rejected(const double *p, size_t total, double alpha)
{
    double sum = 0.0;
    for (size_t w = 0; w <= total && w <= HALF_SUMS; w++) {
        sum += p[w];
        if (2.0 * sum > alpha)
            return (int64_t)w - 1;
    }
    return (int64_t)total;
}

/* Each n's distribution follows from that of n - 1. */
static int64_t critical_sum(struct stat_power_sim *sim, size_t n, double alpha)
{
    double *p = sim->sums;
    if (sim->n_sums == 0 || !stat_same(alpha, sim->alpha)) {
        for (size_t w = 0; w <= HALF_SUMS; w++)
            p[w] = 0.0;
        p[0] = 1.0;
        sim->n_sums = 0;
        sim->alpha = alpha;
    }
    while (sim->n_sums < n) {
        size_t r = ++sim->n_sums;
        size_t total = r * (r + 1) / 2;
        for (size_t w = total < HALF_SUMS ? total : HALF_SUMS; w >= r; w--)
            p[w] = 0.5 * (p[w] + p[w - r]);
        for (size_t w = 0; w < r; w++)
            p[w] *= 0.5;
        sim->critical[r] = largest_rejected(p, total, alpha);
    }
    return sim->critical[n];
}

static void draw_simulation(void *context, size_t r)
{
    const struct stat_power_sim *sim = context;
    struct rng g;
    rng_init(&g, sim->seed, RNG_PERMUTATION, STREAM, r, 0);
    for (size_t i = 0; i < sim->width; i++)
        sim->z[r * sim->width + i] = rng_normal(&g);
}

static void sort_simulation(void *context, size_t r)
{
    const struct stat_power_sim *sim = context;
    memcpy(sim->sorted + r * sim->n, sim->z + r * sim->width, sim->n * sizeof(double));
    stat_sort(sim->sorted + r * sim->n, sim->n);
}

static void prepare(struct stat_power_sim *sim, size_t n)
{
    if (sim->n == n)
        return;
    if (sim->width < n) {
        size_t width = n > 2 * sim->width ? n : 2 * sim->width;
        sim->width = width < LARGEST_N ? width : LARGEST_N;
        sim->z = mem_grow(sim->z, SIMULATIONS * sim->width, sizeof(*sim->z));
        parallel_for(SIMULATIONS, sim->threads, draw_simulation, sim);
    }
    sim->n = n;
    sim->sorted = mem_grow(sim->sorted, SIMULATIONS * n, sizeof(*sim->sorted));
    parallel_for(SIMULATIONS, sim->threads, sort_simulation, sim);
}

/* Of z + effect: counts pairs, each element with itself too, whose mean is negative. */
static int64_t negative_sum(const double *z, size_t n, double effect)
{
    int64_t pairs = 0;
    size_t j = n; /* i pairs with elements below j */
    for (size_t i = 0; i < n; i++) {
        while (j > i && z[i] + z[j - 1] >= -2.0 * effect)
            j--;
        if (j <= i)
            break;
        pairs += (int64_t)(j - i);
    }
    return pairs;
}

double stat_power_signed_rank(struct stat_power_sim *sim, size_t n, double effect, double alpha)
{
    if (n == 0 || n > LARGEST_N || isnan(effect))
        return STAT_NAN;
    int64_t critical = critical_sum(sim, n, alpha);
    int64_t total = (int64_t)(n * (n + 1) / 2);
    int64_t hits = 0;
    if (critical < 0)
        return 0.0;
    prepare(sim, n);
    for (size_t r = 0; r < SIMULATIONS; r++) {
        int64_t minus = negative_sum(sim->sorted + r * n, n, effect);
        hits += minus <= critical || total - minus <= critical;
    }
    return (double)hits / SIMULATIONS;
}

/* By the limiting normal distribution; off by about 0.01 at LARGEST_N. */
static double limiting_power(double n, double effect, double alpha)
{
    double z = stat_normal_quantile(1.0 - 0.5 * alpha);
    return stat_normal_cdf(fabs(effect) * sqrt(n * EFFICIENCY) - z);
}

int64_t stat_power_signed_rank_n(struct stat_power_sim *sim, double effect, double alpha,
                                 double power)
{
    size_t low = 0;
    size_t high = 1;
    /* Far from enough at the largest n: drawing would say nothing new. */
    if (!(limiting_power(LARGEST_N, effect, alpha) >= power - 0.1))
        return -1;
    while (high < LARGEST_N && !(stat_power_signed_rank(sim, high, effect, alpha) >= power)) {
        low = high;
        high = 2 * high < LARGEST_N ? 2 * high : LARGEST_N;
    }
    if (high == LARGEST_N && !(stat_power_signed_rank(sim, high, effect, alpha) >= power))
        return -1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (stat_power_signed_rank(sim, middle, effect, alpha) >= power)
            high = middle;
        else
            low = middle;
    }
    return (int64_t)high;
}

double stat_power_signed_rank_effect(struct stat_power_sim *sim, size_t n, double alpha,
                                     double power)
{
    double low = 0.0;
    double high = EFFECT_LIMIT;
    if (!(stat_power_signed_rank(sim, n, high, alpha) >= power))
        return STAT_INF;
    for (int i = 0; i < EFFECT_HALVES; i++) {
        double middle = 0.5 * (low + high);
        if (stat_power_signed_rank(sim, n, middle, alpha) >= power)
            high = middle;
        else
            low = middle;
    }
    return high;
}

struct ranked_p {
    double p;
    size_t index;
};

static int by_p(const void *pa, const void *pb)
{
    const struct ranked_p *a = pa;
    const struct ranked_p *b = pb;
    if (a->p < b->p || a->p > b->p)
        return a->p < b->p ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Undefined ones are copied through. */
static size_t sort_family(const double *p, size_t n, double *out, struct ranked_p *family)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = p[i];
        if (!isnan(p[i]))
            family[m++] = (struct ranked_p){ p[i], i };
    }
    if (m > 1)
        qsort(family, m, sizeof(*family), by_p);
    return m;
}

void stat_adjust_holm(const double *p, size_t n, double *out, struct arena *arena)
{
    struct ranked_p *family = arena_array(arena, n, sizeof(*family));
    size_t m = sort_family(p, n, out, family);
    double so_far = 0.0;
    for (size_t i = 0; i < m; i++) {
        so_far = fmax(so_far, fmin(1.0, (double)(m - i) * family[i].p));
        out[family[i].index] = so_far;
    }
}

void stat_adjust_bh(const double *p, size_t n, double *out, struct arena *arena)
{
    struct ranked_p *family = arena_array(arena, n, sizeof(*family));
    size_t m = sort_family(p, n, out, family);
    double so_far = 1.0;
    for (size_t i = m; i-- > 0;) {
        so_far = fmin(so_far, (double)m / (double)(i + 1) * family[i].p);
        out[family[i].index] = so_far;
    }
}
