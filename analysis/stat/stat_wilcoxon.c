/*
 * Each rank's sign is a fair coin: p[s] = (p[s] + p[s - r]) / 2 for each rank r.  Additions of
 * positive numbers and halvings are exact up to 2^53 sign assignments, and to the last digits in
 * tails beyond.
 */
#include "analysis/stat/stat_wilcoxon.h"

#include <math.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define EXACT_AUTO_LIMIT 400
#define EXACT_LIMIT      2000
#define WALSH_LIMIT      2000

struct signed_ranks {
    size_t n; /* ranked; zeros too unless dropped */
    size_t n_zeros;
    int64_t *doubled;
    int64_t *nonzero;
    size_t n_nonzero;
    int64_t plus; /* doubled rank sums */
    int64_t minus;
    int64_t zero;
};

static int rank_differences(const double *d, size_t n, enum stat_zeros zeros, struct arena *arena,
                            struct signed_ranks *out, struct err *err)
{
    struct signed_ranks s = { 0 };
    double *size = arena_array(arena, n, sizeof(*size));
    const double **from = arena_array(arena, n, sizeof(*from));
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(d[i]))
            return err_set(err, ERR_NODATA, "difference %zu of %zu is not finite", i + 1, n);
        bool is_zero = !(d[i] > 0.0) && !(d[i] < 0.0);
        s.n_zeros += is_zero;
        if (is_zero && zeros == STAT_ZEROS_DROP)
            continue;
        from[s.n] = &d[i];
        size[s.n++] = fabs(d[i]);
    }
    if (n == s.n_zeros)
        return err_set(err, ERR_NODATA, "all %zu differences are zero", n);
    s.doubled = arena_array(arena, s.n, sizeof(*s.doubled));
    s.nonzero = arena_array(arena, s.n, sizeof(*s.nonzero));
    stat_rank_doubled(size, s.n, s.doubled, arena);
    for (size_t i = 0; i < s.n; i++) {
        if (*from[i] > 0.0)
            s.plus += s.doubled[i];
        else if (*from[i] < 0.0)
            s.minus += s.doubled[i];
        else
            s.zero += s.doubled[i];
        if (size[i] > 0.0)
            s.nonzero[s.n_nonzero++] = s.doubled[i];
    }
    *out = s;
    return 0;
}

/* s: doubled rank sum of one side, 0 .. total. */
static double *sign_distribution(const int64_t *doubled, size_t n, struct arena *arena,
                                 size_t *out_total)
{
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += (size_t)doubled[i];
    double *p = arena_array(arena, total + 1, sizeof(*p));
    p[0] = 1.0;
    size_t reach = 0;
    for (size_t i = 0; i < n; i++) {
        size_t r = (size_t)doubled[i];
        reach += r;
        for (size_t s = reach; s >= r; s--)
            p[s] = 0.5 * (p[s] + p[s - r]);
        for (size_t s = 0; s < r; s++)
            p[s] *= 0.5;
    }
    *out_total = total;
    return p;
}

static double exact_p(const struct signed_ranks *s, enum stat_alternative alternative,
                      struct arena *arena)
{
    size_t total = 0;
    double *p = sign_distribution(s->nonzero, s->n_nonzero, arena, &total);
    double lower = 0.0; /* outside in: small terms first */
    double upper = 0.0;
    for (size_t i = 0; i <= (size_t)s->plus; i++)
        lower += p[i];
    for (size_t i = total + 1; i-- > (size_t)s->plus;)
        upper += p[i];
    switch (alternative) {
    case STAT_GREATER:
        return upper;
    case STAT_LESS:
        return lower;
    case STAT_TWO_SIDED:
        break;
    }
    return fmin(1.0, 2.0 * fmin(lower, upper));
}

static double asymptotic_p(const struct signed_ranks *s, const struct stat_wilcoxon_options *o,
                           double statistic, struct arena *arena)
{
    double n = (double)s->n;
    double zeros = o->zeros == STAT_ZEROS_PRATT ? (double)s->n_zeros : 0.0;
    double mean = 0.25 * (n * (n + 1.0) - zeros * (zeros + 1.0));
    double variance = n * (n + 1.0) * (2.0 * n + 1.0) - zeros * (zeros + 1.0) * (2.0 * zeros + 1.0);
    bool with_zeros = o->zeros == STAT_ZEROS_SPLIT;
    variance -= 0.5 * stat_rank_tie_term(with_zeros ? s->doubled : s->nonzero,
                                         with_zeros ? s->n : s->n_nonzero, arena);
    variance /= 24.0;
    if (!(variance > 0.0))
        return STAT_NAN;
    double gap = statistic - mean;
    double shift = 0.0;
    if (o->continuity) {
        shift = 0.5 * ((gap > 0.0) - (gap < 0.0));
        if (o->alternative != STAT_TWO_SIDED)
            shift = o->alternative == STAT_GREATER ? 0.5 : -0.5;
    }
    double z = (gap - shift) / sqrt(variance);
    switch (o->alternative) {
    case STAT_GREATER:
        return stat_normal_sf(z);
    case STAT_LESS:
        return stat_normal_cdf(z);
    case STAT_TWO_SIDED:
        break;
    }
    return fmin(1.0, 2.0 * stat_normal_sf(fabs(z)));
}

static size_t count_tied(const int64_t *doubled, size_t n)
{
    size_t tied = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            if (i != j && doubled[i] == doubled[j]) {
                tied++;
                break;
            }
        }
    }
    return tied;
}

int stat_wilcoxon(const double *d, size_t n, const struct stat_wilcoxon_options *o,
                  struct arena *arena, struct stat_wilcoxon *out, struct err *err)
{
    struct signed_ranks s = { 0 };
    if (n == 0)
        return err_set(err, ERR_NODATA, "the signed-rank test needs differences");
    int rc = rank_differences(d, n, o->zeros, arena, &s, err);
    if (rc < 0)
        return rc;
    if (o->engine == STAT_EXACT && s.n_nonzero > EXACT_LIMIT)
        return err_set(err, ERR_NODATA, "the exact signed-rank test is limited to %d differences",
                       EXACT_LIMIT);
    bool exact =
        o->engine == STAT_EXACT || (o->engine == STAT_AUTO && s.n_nonzero <= EXACT_AUTO_LIMIT);
    double half_zero = o->zeros == STAT_ZEROS_SPLIT ? 0.25 * (double)s.zero : 0.0;
    struct stat_wilcoxon w = {
        .w_plus = 0.5 * (double)s.plus + half_zero,
        .w_minus = 0.5 * (double)s.minus + half_zero,
        .n = s.n_nonzero,
        .n_zeros = s.n_zeros,
        .n_tied = count_tied(s.nonzero, s.n_nonzero),
        .engine = exact ? STAT_EXACT : STAT_ASYMPTOTIC,
    };
    w.rank_biserial = (w.w_plus - w.w_minus) / (w.w_plus + w.w_minus);
    w.statistic = o->alternative == STAT_TWO_SIDED ? fmin(w.w_plus, w.w_minus) : w.w_plus;
    w.p = exact ? exact_p(&s, o->alternative, arena) : asymptotic_p(&s, o, w.statistic, arena);
    *out = w;
    return 0;
}

/* For untied ranks 1 .. n: largest c with P(W <= c) <= tail; false: none. */
static bool lower_critical(size_t n, double tail, struct arena *arena, size_t *out_c,
                           double *out_probability)
{
    int64_t *ranks = arena_array(arena, n, sizeof(*ranks));
    for (size_t i = 0; i < n; i++)
        ranks[i] = (int64_t)i + 1;
    size_t total = 0;
    double *p = sign_distribution(ranks, n, arena, &total);
    double sum = 0.0;
    bool found = false;
    for (size_t c = 0; c <= total; c++) {
        if (sum + p[c] > tail)
            break;
        sum += p[c];
        *out_c = c;
        *out_probability = sum;
        found = true;
    }
    return found;
}

int stat_hodges_lehmann(const double *d, size_t n, double level, struct arena *arena,
                        struct stat_hodges_lehmann *out, struct err *err)
{
    if (n == 0 || n > WALSH_LIMIT)
        return err_set(err, ERR_NODATA, "the Hodges-Lehmann shift needs 1 to %d values, not %zu",
                       WALSH_LIMIT, n);
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(d[i]))
            return err_set(err, ERR_NODATA, "difference %zu of %zu is not finite", i + 1, n);
    }
    size_t count = n * (n + 1) / 2;
    double *walsh = arena_array(arena, count, sizeof(*walsh));
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++)
            walsh[at++] = 0.5 * (d[i] + d[j]);
    }
    stat_sort(walsh, count);
    struct stat_hodges_lehmann h = { .estimate = stat_median_sorted(walsh, count),
                                     .ci = { STAT_NAN, STAT_NAN },
                                     .coverage = STAT_NAN };
    size_t c = 0;
    double probability = 0.0;
    if (n <= EXACT_AUTO_LIMIT && lower_critical(n, 0.5 * (1.0 - level), arena, &c, &probability)) {
        h.ci = (struct interval){ walsh[c], walsh[count - 1 - c] };
        h.coverage = 1.0 - 2.0 * probability;
    }
    *out = h;
    return 0;
}
