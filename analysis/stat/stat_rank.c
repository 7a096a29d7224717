#include "analysis/stat/stat_rank.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

#define EXACT_VALUES 200

const char *stat_engine_name(enum stat_engine e)
{
    static const char *const names[] = { "auto", "exact", "asymptotic", "monte-carlo" };
    return names[e];
}

void stat_rank_doubled(const double *x, size_t n, int64_t *out, struct arena *arena)
{
    size_t *order = arena_array(arena, n, sizeof(*order));
    stat_order(x, n, order);
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && stat_same(x[order[end]], x[order[i]]))
            end++;
        /* Places i + 1 .. end average to (i + 1 + end) / 2. */
        for (size_t j = i; j < end; j++)
            out[order[j]] = (int64_t)(i + 1 + end);
        i = end;
    }
}

static int by_int64(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

double stat_rank_tie_term(const int64_t *doubled, size_t n, struct arena *arena)
{
    int64_t *sorted = arena_array(arena, n, sizeof(*sorted));
    for (size_t i = 0; i < n; i++)
        sorted[i] = doubled[i];
    if (n > 1)
        qsort(sorted, n, sizeof(*sorted), by_int64);
    double sum = 0.0;
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && sorted[end] == sorted[i])
            end++;
        double t = (double)(end - i);
        sum += t * t * t - t;
        i = end;
    }
    return sum;
}

static bool all_finite(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(x[i]))
            return false;
    }
    return true;
}

int stat_spearman(const double *x, const double *y, size_t n, struct arena *arena,
                  struct stat_correlation *out, struct err *err)
{
    if (n < 2 || n > 1000000)
        return err_set(err, ERR_NODATA, "a rank correlation needs 2 to 1000000 pairs, not %zu", n);
    if (!all_finite(x, n) || !all_finite(y, n))
        return err_set(err, ERR_NODATA, "a rank correlation needs finite values");
    int64_t *a = arena_array(arena, n, sizeof(*a));
    int64_t *b = arena_array(arena, n, sizeof(*b));
    stat_rank_doubled(x, n, a, arena);
    stat_rank_doubled(y, n, b, arena);
    /* Doubled ranks have mean n + 1; the sums of a million fit. */
    int64_t ab = 0;
    int64_t aa = 0;
    int64_t bb = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t da = a[i] - (int64_t)n - 1;
        int64_t db = b[i] - (int64_t)n - 1;
        ab += da * db;
        aa += da * da;
        bb += db * db;
    }
    struct stat_correlation c = { STAT_NAN, STAT_NAN, n };
    if (aa > 0 && bb > 0) {
        c.r = aa == bb ? (double)ab / (double)aa : (double)ab / sqrt((double)aa * (double)bb);
        c.r = fmax(-1.0, fmin(1.0, c.r));
        double df = (double)n - 2.0;
        if (n > 2)
            c.p = fabs(c.r) < 1.0
                      ? stat_student_two_sided(c.r * sqrt(df / ((1.0 + c.r) * (1.0 - c.r))), df)
                      : 0.0;
    }
    *out = c;
    return 0;
}

static double by_alternative(enum stat_alternative alternative, double upper, double lower)
{
    switch (alternative) {
    case STAT_GREATER:
        return upper;
    case STAT_LESS:
        return lower;
    case STAT_TWO_SIDED:
        break;
    }
    return fmin(1.0, 2.0 * fmin(upper, lower));
}

/*
 * Of n_x doubled ranks drawn from all n: ways[j][s] counts subsets of size j with sum s.  Upper is
 * P(sum >= at), lower P(sum <= at).
 */
static double rank_sum_p(const int64_t *doubled, size_t n, size_t n_x, int64_t at,
                         enum stat_alternative alternative, struct arena *arena)
{
    int64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += doubled[i];
    size_t width = (size_t)total + 1;
    double *ways = arena_array(arena, (n_x + 1) * width, sizeof(*ways));
    ways[0] = 1.0;
    for (size_t i = 0; i < n; i++) {
        size_t step = (size_t)doubled[i];
        for (size_t j = i + 1 < n_x ? i + 1 : n_x; j >= 1; j--) {
            double *to = ways + j * width;
            const double *from = ways + (j - 1) * width;
            for (size_t s = step; s < width; s++)
                to[s] += from[s - step];
        }
    }
    const double *last = ways + n_x * width;
    double all = 0.0;
    double upper = 0.0;
    double lower = 0.0;
    for (size_t s = 0; s < width; s++) {
        all += last[s];
        if ((int64_t)s >= at)
            upper += last[s];
        if ((int64_t)s <= at)
            lower += last[s];
    }
    return by_alternative(alternative, upper / all, lower / all);
}

static double mann_whitney_normal(double u, double n_x, double n_y, double tie_term,
                                  enum stat_alternative alternative)
{
    double n = n_x + n_y;
    double mean = 0.5 * n_x * n_y;
    double variance = n_x * n_y / 12.0 * ((n + 1.0) - tie_term / (n * (n - 1.0)));
    if (!(variance > 0.0))
        return STAT_NAN;
    double sd = sqrt(variance);
    double upper = stat_normal_sf((u - mean - 0.5) / sd);
    double lower = stat_normal_cdf((u - mean + 0.5) / sd);
    return by_alternative(alternative, fmin(1.0, upper), fmin(1.0, lower));
}

int stat_mann_whitney(const struct stat_samples *of, enum stat_alternative alternative,
                      enum stat_engine engine, struct arena *arena, struct stat_mann_whitney *out,
                      struct err *err)
{
    size_t n = of->n_x + of->n_y;
    if (of->n_x == 0 || of->n_y == 0)
        return err_set(err, ERR_NODATA, "a two-sample rank test needs values in both samples");
    if (!all_finite(of->x, of->n_x) || !all_finite(of->y, of->n_y))
        return err_set(err, ERR_NODATA, "a two-sample rank test needs finite values");
    double *all = arena_array(arena, n, sizeof(*all));
    for (size_t i = 0; i < of->n_x; i++)
        all[i] = of->x[i];
    for (size_t i = 0; i < of->n_y; i++)
        all[of->n_x + i] = of->y[i];
    int64_t *doubled = arena_array(arena, n, sizeof(*doubled));
    stat_rank_doubled(all, n, doubled, arena);
    double tie_term = stat_rank_tie_term(doubled, n, arena);
    int64_t sum = 0;
    for (size_t i = 0; i < of->n_x; i++)
        sum += doubled[i];
    size_t smaller = of->n_x < of->n_y ? of->n_x : of->n_y;
    bool exact = engine == STAT_EXACT ||
                 (engine == STAT_AUTO && smaller <= 8 && !(tie_term > 0.0) && n <= EXACT_VALUES);
    if (exact && n > EXACT_VALUES)
        return err_set(err, ERR_NODATA, "the exact rank test is limited to %d values",
                       EXACT_VALUES);
    out->u = 0.5 * (double)sum - 0.5 * (double)of->n_x * (double)(of->n_x + 1);
    out->engine = exact ? STAT_EXACT : STAT_ASYMPTOTIC;
    out->p = exact ? rank_sum_p(doubled, n, of->n_x, sum, alternative, arena)
                   : mann_whitney_normal(out->u, (double)of->n_x, (double)of->n_y, tie_term,
                                         alternative);
    return 0;
}

/*
 * Each rank's sign is a fair coin: p[s] = (p[s] + p[s - r]) / 2 for each rank r.  Additions of
 * positive numbers and halvings are exact up to 2^53 sign assignments, and to the last digits in
 * tails beyond.
 */

#define EXACT_AUTO_LIMIT  400
#define EXACT_DIFFERENCES 2000
#define WALSH_LIMIT       2000

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
    if (o->engine == STAT_EXACT && s.n_nonzero > EXACT_DIFFERENCES)
        return err_set(err, ERR_NODATA, "the exact signed-rank test is limited to %d differences",
                       EXACT_DIFFERENCES);
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

/* x gets the first n_x of the order. */
struct deal {
    const double *values;
    size_t n;
    size_t n_x;
    double total;
    double observed; /* less the slack for rounding */
};

static bool is_extreme(const struct deal *d, double sum_x)
{
    double mean_x = sum_x / (double)d->n_x;
    double mean_y = (d->total - sum_x) / (double)(d->n - d->n_x);
    return fabs(mean_y - mean_x) >= d->observed;
}

/* Lexicographic; false after the last. */
static bool next_subset(size_t *chosen, size_t n_x, size_t n)
{
    size_t i = n_x;
    while (i > 0 && chosen[i - 1] == n - n_x + i - 1)
        i--;
    if (i == 0)
        return false;
    chosen[i - 1]++;
    for (; i < n_x; i++)
        chosen[i] = chosen[i - 1] + 1;
    return true;
}

static int64_t count_all(const struct deal *d, int64_t *deals)
{
    size_t *chosen = mem_array(d->n_x, sizeof(*chosen));
    int64_t hits = 0;
    for (size_t i = 0; i < d->n_x; i++)
        chosen[i] = i;
    do {
        struct stat_sum sum = { 0.0, 0.0 };
        for (size_t i = 0; i < d->n_x; i++)
            stat_sum_add(&sum, d->values[chosen[i]]);
        hits += is_extreme(d, stat_sum_value(&sum));
        ++*deals;
    } while (next_subset(chosen, d->n_x, d->n));
    free(chosen);
    return hits;
}

static int64_t count_random(const struct deal *d, uint64_t seed, uint64_t analysis)
{
    double *order = mem_array(d->n, sizeof(*order));
    int64_t hits = 0;
    for (uint64_t r = 0; r < STAT_DEALS_EXACT; r++) {
        struct rng g;
        struct stat_sum sum = { 0.0, 0.0 };
        rng_init(&g, seed, RNG_PERMUTATION, analysis, r, 1);
        for (size_t i = 0; i < d->n; i++)
            order[i] = d->values[i];
        for (size_t i = 0; i < d->n_x; i++) {
            size_t k = i + rng_below(&g, (uint32_t)(d->n - i));
            double v = order[k];
            order[k] = order[i];
            order[i] = v;
            stat_sum_add(&sum, v);
        }
        hits += is_extreme(d, stat_sum_value(&sum));
    }
    free(order);
    return hits;
}

static bool is_finite(const double *x, size_t n)
{
    bool finite = true;
    for (size_t i = 0; i < n; i++)
        finite = finite && isfinite(x[i]);
    return finite;
}

int stat_two_sample(const struct stat_samples *of, uint64_t seed, uint64_t analysis,
                    struct stat_two_sample *out, struct err *err)
{
    size_t n = of->n_x + of->n_y;
    if (of->n_x == 0 || of->n_y == 0 || !is_finite(of->x, of->n_x) || !is_finite(of->y, of->n_y))
        return err_set(err, ERR_NODATA, "a permutation test needs finite values in both groups");
    double *values = mem_array(n, sizeof(*values));
    double most = 0.0;
    for (size_t i = 0; i < n; i++) {
        values[i] = i < of->n_x ? of->x[i] : of->y[i - of->n_x];
        most = fmax(most, fabs(values[i]));
    }
    stat_sort(values, n); /* random deals must not depend on the data's order */
    struct stat_two_sample t = { .difference =
                                     stat_mean(of->y, of->n_y) - stat_mean(of->x, of->n_x) };
    struct deal d = { values, n, of->n_x, stat_sum(values, n),
                      fabs(t.difference) - 1e-12 * fmax(most, fabs(t.difference)) };
    double ways = exp(stat_log_choose((double)n, (double)of->n_x));
    if (ways < STAT_DEALS_EXACT + 0.5) {
        int64_t hits = count_all(&d, &t.deals);
        t.engine = STAT_EXACT;
        t.p = (double)hits / (double)t.deals;
        t.min_p = (of->n_x == of->n_y ? 2.0 : 1.0) / (double)t.deals;
    } else {
        t.deals = STAT_DEALS_EXACT;
        t.engine = STAT_MONTE_CARLO;
        t.p = ((double)count_random(&d, seed, analysis) + 1.0) / ((double)t.deals + 1.0);
        t.min_p = 1.0 / ((double)t.deals + 1.0);
    }
    free(values);
    *out = t;
    return 0;
}
