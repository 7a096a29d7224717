#include "analysis/stat/stat_rank.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/stat/stat_sort.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define EXACT_LIMIT 200

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

/*
 * Of n_x doubled ranks drawn from all n: ways[j][s] counts subsets of size j with sum s.  Returns
 * P(sum >= at) and P(sum <= at).
 */
static void rank_sum_tails(const int64_t *doubled, size_t n, size_t n_x, int64_t at,
                           struct arena *arena, double *out_upper, double *out_lower)
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
    *out_upper = upper / all;
    *out_lower = lower / all;
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

int stat_mann_whitney(const double *x, size_t n_x, const double *y, size_t n_y,
                      enum stat_alternative alternative, enum stat_engine engine,
                      struct arena *arena, struct stat_mann_whitney *out, struct err *err)
{
    size_t n = n_x + n_y;
    if (n_x == 0 || n_y == 0)
        return err_set(err, ERR_NODATA, "a two-sample rank test needs values in both samples");
    if (!all_finite(x, n_x) || !all_finite(y, n_y))
        return err_set(err, ERR_NODATA, "a two-sample rank test needs finite values");
    double *all = arena_array(arena, n, sizeof(*all));
    for (size_t i = 0; i < n_x; i++)
        all[i] = x[i];
    for (size_t i = 0; i < n_y; i++)
        all[n_x + i] = y[i];
    int64_t *doubled = arena_array(arena, n, sizeof(*doubled));
    stat_rank_doubled(all, n, doubled, arena);
    double tie_term = stat_rank_tie_term(doubled, n, arena);
    int64_t sum = 0;
    for (size_t i = 0; i < n_x; i++)
        sum += doubled[i];
    size_t smaller = n_x < n_y ? n_x : n_y;
    bool exact = engine == STAT_EXACT ||
                 (engine == STAT_AUTO && smaller <= 8 && !(tie_term > 0.0) && n <= EXACT_LIMIT);
    if (exact && n > EXACT_LIMIT)
        return err_set(err, ERR_NODATA, "the exact rank test is limited to %d values", EXACT_LIMIT);
    out->u = 0.5 * (double)sum - 0.5 * (double)n_x * (double)(n_x + 1);
    out->engine = exact ? STAT_EXACT : STAT_ASYMPTOTIC;
    if (exact) {
        double upper = 0.0;
        double lower = 0.0;
        rank_sum_tails(doubled, n, n_x, sum, arena, &upper, &lower);
        out->p = by_alternative(alternative, upper, lower);
    } else {
        out->p = mann_whitney_normal(out->u, (double)n_x, (double)n_y, tie_term, alternative);
    }
    return 0;
}
