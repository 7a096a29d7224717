#include "analysis/stat/stat_trend.h"

#include <stdbool.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define EXACT_STEPS  9
#define EXACT_BLOCKS 64

static bool add_stratum(const int64_t *c, const int64_t *n, size_t n_steps, size_t stride,
                        double *statistic, double *variance)
{
    double size = 0.0;
    double hits = 0.0;
    double score = 0.0;
    for (size_t i = 0; i < n_steps; i++) {
        size += (double)n[i * stride];
        hits += (double)c[i * stride];
        score += (double)i * (double)n[i * stride];
    }
    if (!(size > 0.0))
        return false;
    double rate = hits / size;
    double mean = score / size;
    double spread = 0.0;
    for (size_t i = 0; i < n_steps; i++) {
        double x = (double)i - mean;
        *statistic += x * (double)c[i * stride];
        spread += x * x * (double)n[i * stride];
    }
    *variance += rate * (1.0 - rate) * spread;
    return rate * (1.0 - rate) * spread > 0.0;
}

static void close_normal(struct stat_trend *t, double centred, double variance)
{
    t->engine = STAT_ASYMPTOTIC;
    t->z = t->p = STAT_NAN;
    if (!(variance > 0.0))
        return;
    t->z = centred / sqrt(variance);
    t->p = fmin(1.0, 2.0 * stat_normal_sf(fabs(t->z)));
}

struct stat_trend stat_cochran_armitage(const int64_t *c, const int64_t *n, size_t n_steps,
                                        size_t n_strata)
{
    struct stat_trend t = { 0 };
    double variance = 0.0;
    for (size_t s = 0; s < n_strata; s++)
        t.n += add_stratum(c + s, n + s, n_steps, n_strata, &t.statistic, &variance);
    close_normal(&t, t.statistic, variance);
    return t;
}

/* False when the block has a hole. */
static bool rank_block(const double *values, size_t n_steps, size_t stride, int64_t *out,
                       struct arena *arena)
{
    double *x = arena_array(arena, n_steps, sizeof(*x));
    for (size_t i = 0; i < n_steps; i++) {
        x[i] = values[i * stride];
        if (!isfinite(x[i]))
            return false;
    }
    stat_rank_doubled(x, n_steps, out, arena);
    return true;
}

static void block_moments(const int64_t *ranks, size_t n_steps, double *mean, double *variance)
{
    double k = (double)n_steps;
    double centre = k + 1.0;
    double spread = 0.0;
    for (size_t i = 0; i < n_steps; i++)
        spread += ((double)ranks[i] - centre) * ((double)ranks[i] - centre);
    *mean += centre * k * (k + 1.0) / 2.0;
    *variance += spread * k * (k * k - 1.0) / 12.0 / (k - 1.0);
}

/* dist[0 .. width - 1] of sum (i + 1) * rank over all orders, by sets of ranks that the first steps
 * took. */
static void block_distribution(const int64_t *ranks, size_t n_steps, size_t width, double *dist)
{
    size_t n_sets = (size_t)1 << n_steps;
    double *ways = mem_array(n_sets * width, sizeof(*ways));
    ways[0] = 1.0;
    for (size_t set = 0; set + 1 < n_sets; set++) {
        size_t taken = 0;
        for (size_t i = 0; i < n_steps; i++)
            taken += set >> i & 1u;
        for (size_t i = 0; i < n_steps; i++) {
            size_t add = (taken + 1) * (size_t)ranks[i];
            if ((set >> i & 1u) != 0)
                continue;
            const double *from = ways + set * width;
            double *to = ways + (set | (size_t)1 << i) * width;
            for (size_t s = 0; s + add < width; s++)
                to[s + add] += from[s];
        }
    }
    double orders = 1.0;
    for (size_t i = 2; i <= n_steps; i++)
        orders *= (double)i;
    for (size_t s = 0; s < width; s++)
        dist[s] = ways[(n_sets - 1) * width + s] / orders;
    mem_free_ptr(&ways);
}

struct page {
    size_t n_steps;
    size_t n_blocks;
    int64_t *ranks;
    int64_t observed;
};

static double exact_page(const struct page *x)
{
    size_t k = x->n_steps;
    size_t width = k * (k + 1) * (2 * k + 1) / 3 + 1;
    size_t total = x->n_blocks * (width - 1) + 1;
    double *dist = mem_array(width, sizeof(*dist));
    double *sum = mem_array(total, sizeof(*sum));
    double *next = mem_array(total, sizeof(*next));
    size_t last = 0;
    sum[0] = 1.0;
    for (size_t b = 0; b < x->n_blocks; b++) {
        block_distribution(x->ranks + b * k, k, width, dist);
        for (size_t s = 0; s <= last + width - 1; s++)
            next[s] = 0.0;
        for (size_t d = 0; d < width; d++) {
            for (size_t s = 0; s <= last && dist[d] > 0.0; s++)
                next[s + d] += dist[d] * sum[s];
        }
        last += width - 1;
        for (size_t s = 0; s <= last; s++)
            sum[s] = next[s];
    }
    double upper = 0.0;
    double lower = 0.0;
    for (size_t s = 0; s <= last; s++) {
        upper += (int64_t)s >= x->observed ? sum[s] : 0.0;
        lower += (int64_t)s <= x->observed ? sum[s] : 0.0;
    }
    mem_free_ptr(&dist);
    mem_free_ptr(&sum);
    mem_free_ptr(&next);
    return fmin(1.0, 2.0 * fmin(upper, lower));
}

struct stat_trend stat_page(const double *values, size_t n_steps, size_t n_blocks,
                            struct arena *arena)
{
    struct stat_trend t = { .p = STAT_NAN, .z = STAT_NAN, .statistic = STAT_NAN };
    struct page x = { .n_steps = n_steps };
    double mean = 0.0;
    double variance = 0.0;
    x.ranks = arena_array(arena, n_steps * n_blocks, sizeof(*x.ranks));
    for (size_t b = 0; b < n_blocks && n_steps > 1; b++) {
        int64_t *ranks = x.ranks + x.n_blocks * n_steps;
        if (!rank_block(values + b, n_steps, n_blocks, ranks, arena))
            continue;
        for (size_t i = 0; i < n_steps; i++)
            x.observed += (int64_t)(i + 1) * ranks[i];
        block_moments(ranks, n_steps, &mean, &variance);
        x.n_blocks++;
    }
    t.n = x.n_blocks;
    if (x.n_blocks == 0)
        return t;
    close_normal(&t, (double)x.observed - mean, variance);
    t.statistic = (double)x.observed / 2.0;
    if (n_steps <= EXACT_STEPS && x.n_blocks <= EXACT_BLOCKS && variance > 0.0) {
        t.engine = STAT_EXACT;
        t.p = exact_page(&x);
    }
    return t;
}

static double g_term(double observed, double expected)
{
    return observed > 0.0 ? observed * log(observed / expected) : 0.0;
}

struct stat_g stat_g_homogeneity(const int64_t *c, const int64_t *n, size_t groups)
{
    struct stat_g out = { 0.0, -1, STAT_NAN };
    double hits = 0.0;
    double size = 0.0;
    for (size_t i = 0; i < groups; i++) {
        hits += (double)c[i];
        size += (double)n[i];
        out.df += n[i] > 0;
    }
    if (out.df < 1 || !(hits > 0.0) || !(hits < size)) {
        out.g = STAT_NAN;
        return out;
    }
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < groups; i++) {
        double share = (double)n[i] / size;
        stat_sum_add(&sum, g_term((double)c[i], hits * share));
        stat_sum_add(&sum, g_term((double)(n[i] - c[i]), (size - hits) * share));
    }
    out.g = fmax(0.0, 2.0 * stat_sum_value(&sum));
    out.p = stat_chi2_sf(out.g, (double)out.df);
    return out;
}

int stat_partial_spearman(const double *x, const double *y, const double *z, size_t n,
                          struct stat_correlation *out, struct err *err)
{
    CLEANUP(arena_release) struct arena work = { 0 };
    struct stat_correlation xy;
    struct stat_correlation xz;
    struct stat_correlation yz;
    int rc = stat_spearman(x, y, n, &work, &xy, err);
    if (rc == 0)
        rc = stat_spearman(x, z, n, &work, &xz, err);
    if (rc == 0)
        rc = stat_spearman(y, z, n, &work, &yz, err);
    if (rc < 0)
        return rc;
    struct stat_correlation c = { STAT_NAN, STAT_NAN, n };
    double left = (1.0 - xz.r) * (1.0 + xz.r) * (1.0 - yz.r) * (1.0 + yz.r);
    c.r = left > 0.0 ? fmax(-1.0, fmin(1.0, (xy.r - xz.r * yz.r) / sqrt(left))) : STAT_NAN;
    double df = (double)n - 3.0;
    if (df > 0.0 && !isnan(c.r))
        c.p = fabs(c.r) < 1.0
                  ? stat_student_two_sided(c.r * sqrt(df / ((1.0 + c.r) * (1.0 - c.r))), df)
                  : 0.0;
    *out = c;
    return 0;
}

static double most_correlation(size_t n)
{
    double size = (double)n;
    return 1.0 - 6.0 / (size * (size * size - 1.0));
}

static double fisher_z(double r, size_t n)
{
    double most = most_correlation(n);
    return atanh(fmax(-most, fmin(most, r)));
}

struct stat_fisher stat_fisher_combine(const struct stat_correlation *groups,
                                       const size_t *clusters, size_t n_groups, size_t n_fixed,
                                       double level)
{
    struct stat_fisher f = { .r = STAT_NAN, .p = STAT_NAN, .ci = { STAT_NAN, STAT_NAN } };
    struct stat_sum sum = { 0.0, 0.0 };
    double weight = 0.0;
    for (size_t i = 0; i < n_groups; i++) {
        const struct stat_correlation *g = &groups[i];
        if (isnan(g->r) || g->n <= 3 + n_fixed) {
            f.n_left_out++;
            continue;
        }
        double w = (double)(g->n - 3 - n_fixed);
        stat_sum_add(&sum, w * fisher_z(g->r, g->n));
        weight += w;
        f.n += g->n;
        f.n_capped += fabs(g->r) > most_correlation(g->n);
        f.n_groups++;
    }
    if (f.n_groups == 0)
        return f;
    double z = stat_sum_value(&sum) / weight;
    f.r = tanh(z);
    struct stat_sum squares = { 0.0, 0.0 };
    double part = 0.0;
    size_t last = 0;
    for (size_t i = 0; i < n_groups; i++) {
        const struct stat_correlation *g = &groups[i];
        size_t cluster = clusters == NULL ? i : clusters[i];
        if (isnan(g->r) || g->n <= 3 + n_fixed)
            continue;
        if (f.n_clusters == 0 || cluster != last) {
            stat_sum_add(&squares, part * part);
            part = 0.0;
            f.n_clusters++;
        }
        last = cluster;
        part += (double)(g->n - 3 - n_fixed) * (fisher_z(g->r, g->n) - z);
    }
    stat_sum_add(&squares, part * part);
    double df = (double)f.n_clusters - 1.0;
    double error = sqrt(stat_sum_value(&squares) * (df + 1.0) / df) / weight;
    if (f.n_clusters < 2 || !(error > 1e-12))
        return f;
    double reach = stat_student_quantile(0.5 + level / 2.0, df) * error;
    f.p = stat_student_two_sided(z / error, df);
    f.ci = (struct interval){ tanh(z - reach), tanh(z + reach) };
    return f;
}
