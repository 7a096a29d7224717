#include "analysis/stat/stat_special.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

/*
 * Incomplete beta and gamma by continued fraction and series (Lentz's method).  Inverses are called
 * rarely and must not fail in the tails: bracketed Newton steps, or bisection to the last bit.
 */

#define MAX_TERMS 200000
#define TINY      1e-300
#define TWO_PI    6.28318530717958647693
#define SQRT_HALF 0.70710678118654752440

double stat_log_gamma(double x)
{
    if (!(x > 0.0))
        return STAT_NAN;
    int sign = 0;
    return lgamma_r(x, &sign);
}

double stat_log_beta(double a, double b)
{
    return stat_log_gamma(a) + stat_log_gamma(b) - stat_log_gamma(a + b);
}

double stat_log_choose(double n, double k)
{
    if (!(k >= 0.0) || !(n >= k))
        return STAT_NAN;
    return stat_log_gamma(n + 1.0) - stat_log_gamma(k + 1.0) - stat_log_gamma(n - k + 1.0);
}

static double away_from_zero(double v)
{
    return fabs(v) < TINY ? TINY : v;
}

/* Converges fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
    double c = 1.0;
    double d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    double h = d;
    for (int m = 1; m <= MAX_TERMS; m++) {
        double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        h *= d * c;
        double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        double step = d * c;
        h *= step;
        if (fabs(step - 1.0) < DBL_EPSILON)
            break;
    }
    return h;
}

/* ln Gamma(x) less Stirling's formula, x >= 10. */
static double stirling_rest(double x)
{
    double y = 1.0 / (x * x);
    return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y * (1.0 / 1188))))) /
           x;
}

/*
 * x^a (1 - x)^b / B(a, b).  Logarithms relative to the mean a / (a + b) cancel on paper, not in
 * rounding.
 */
static double beta_front(double a, double b, double x)
{
    if (a < 10.0 || b < 10.0)
        return exp(a * log(x) + b * log1p(-x) - stat_log_beta(a, b));
    double sum = a + b;
    double gap = (x * sum - a) / sum;
    double rest = stirling_rest(a) + stirling_rest(b) - stirling_rest(sum);
    double power = a * log1p(gap * sum / a) + b * log1p(-gap * sum / b);
    return sqrt(a * b / sum / TWO_PI) * exp(power - rest);
}

double stat_beta_cdf(double a, double b, double x)
{
    if (!(a > 0.0) || !(b > 0.0) || isnan(x))
        return STAT_NAN;
    if (x <= 0.0)
        return 0.0;
    if (x >= 1.0)
        return 1.0;
    double front = beta_front(a, b, x);
    if (x < (a + 1.0) / (a + b + 2.0))
        return front * beta_fraction(a, b, x) / a;
    return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

double stat_beta_quantile(double a, double b, double p)
{
    if (!(a > 0.0) || !(b > 0.0) || !(p >= 0.0) || !(p <= 1.0))
        return STAT_NAN;
    if (p <= 0.0)
        return 0.0;
    if (p >= 1.0)
        return 1.0;
    double low = 0.0;
    double high = 1.0;
    double x = a / (a + b);
    for (int i = 0; i < 300 && high - low > DBL_EPSILON * high; i++) {
        double f = stat_beta_cdf(a, b, x) - p;
        if (f > 0.0)
            high = x;
        else
            low = x;
        double next = x - f / (beta_front(a, b, x) / (x * (1.0 - x)));
        if (!(next > low) || !(next < high))
            next = 0.5 * (low + high);
        if (fabs(next - x) <= 0.5 * DBL_EPSILON * x)
            break;
        x = next;
    }
    return x;
}

static double gamma_series(double a, double x)
{
    double term = 1.0 / a;
    double sum = term;
    for (int n = 1; n <= MAX_TERMS; n++) {
        term *= x / (a + n);
        sum += term;
        if (term < sum * DBL_EPSILON)
            break;
    }
    return sum;
}

static double gamma_fraction(double a, double x)
{
    double b = x + 1.0 - a;
    double c = 1.0 / TINY;
    double d = 1.0 / away_from_zero(b);
    double h = d;
    for (int n = 1; n <= MAX_TERMS; n++) {
        double an = -n * (n - a);
        b += 2.0;
        d = 1.0 / away_from_zero(an * d + b);
        c = away_from_zero(b + an / c);
        double step = d * c;
        h *= step;
        if (fabs(step - 1.0) < DBL_EPSILON)
            break;
    }
    return h;
}

double stat_gamma_sf(double a, double x)
{
    if (!(a > 0.0) || !(x >= 0.0))
        return STAT_NAN;
    if (x <= 0.0)
        return 1.0;
    if (isinf(x))
        return 0.0;
    double front = exp(a * log(x) - x - stat_log_gamma(a));
    if (x < a + 1.0)
        return 1.0 - front * gamma_series(a, x);
    return front * gamma_fraction(a, x);
}

double stat_chi2_sf(double x, double df)
{
    if (isnan(x) || !(df > 0.0))
        return STAT_NAN;
    return x <= 0.0 ? 1.0 : stat_gamma_sf(0.5 * df, 0.5 * x);
}

double stat_normal_cdf(double z)
{
    return 0.5 * erfc(-z * SQRT_HALF);
}

double stat_normal_sf(double z)
{
    return 0.5 * erfc(z * SQRT_HALF);
}

/* f increases; the root lies in [low, high].  Each third step halves; the others take the chord's
 * root, an end that stays counting half (Illinois). */
static double root_of(double (*f)(double x, double arg), double arg, double p, double low,
                      double high)
{
    double below = f(low, arg) - p, above = f(high, arg) - p;
    for (int i = 1, last = 0; i < 600; i++) {
        double x = 0.5 * (low + high);
        if (!(x > low) || !(x < high) || high - low < 0x1p-51 * fabs(x))
            break;
        double chord = low + (high - low) * (below / (below - above));
        if (i % 3 != 0 && chord > low && chord < high)
            x = chord;
        double value = f(x, arg) - p;
        if (value < 0.0) {
            low = x;
            below = value;
            above *= last == -1 ? 0.5 : 1.0;
            last = -1;
        } else {
            high = x;
            above = value;
            below *= last == 1 ? 0.5 : 1.0;
            last = 1;
        }
    }
    return 0.5 * (low + high);
}

static double normal_cdf_of(double z, double unused)
{
    (void)unused;
    return stat_normal_cdf(z);
}

double stat_normal_quantile(double p)
{
    if (!(p >= 0.0) || !(p <= 1.0))
        return STAT_NAN;
    if (p <= 0.0)
        return -STAT_INF;
    if (p >= 1.0)
        return STAT_INF;
    /* The lower tail keeps its digits; 1 - p is exact for p >= 0.5. */
    if (p > 0.5)
        return -root_of(normal_cdf_of, 0.0, 1.0 - p, -40.0, 0.0);
    return root_of(normal_cdf_of, 0.0, p, -40.0, 0.0);
}

double stat_student_two_sided(double t, double df)
{
    if (isnan(t) || !(df > 0.0))
        return STAT_NAN;
    if (isinf(t))
        return 0.0;
    return stat_beta_cdf(0.5 * df, 0.5, df / (df + t * t));
}

static double student_lower(double t, double df)
{
    return 0.5 * stat_student_two_sided(t, df);
}

double stat_student_quantile(double p, double df)
{
    if (!(p > 0.0) || !(p < 1.0) || !(df > 0.0))
        return STAT_NAN;
    double tail = p > 0.5 ? 1.0 - p : p;
    double low = -1.0;
    while (student_lower(low, df) > tail && low > -1e300)
        low *= 2.0;
    double t = root_of(student_lower, df, tail, low, 0.0);
    return p > 0.5 ? -t : t;
}

/* Smaller chances, relative to the largest, are below the last bit of a word. */
#define NEGLIGIBLE 0x1p-44
#define WORDS      0x1p32

/* Around the mode, ascending from *lowest; room for n + 1. */
static uint32_t relative_chances(int64_t n, double chance, double **io_p, uint32_t *room,
                                 uint32_t *lowest)
{
    double size = (double)n;
    double odds = chance / (1.0 - chance);
    int64_t mode = (int64_t)floor((size + 1.0) * chance);
    mode = mode < n ? mode : n;
    /* All that is not negligible lies within 20 standard deviations. */
    int64_t reach = 64 + (int64_t)(20.0 * sqrt(size * chance * (1.0 - chance)));
    int64_t from = mode > reach ? mode - reach : 0;
    int64_t to = mode + reach < n ? mode + reach : n;
    uint32_t most = (uint32_t)(to - from) + 1;
    if (*room < most) {
        *room = most;
        *io_p = mem_grow(*io_p, most, sizeof(**io_p));
    }
    double *p = *io_p;
    int64_t low = mode;
    int64_t high = mode;
    p[mode - from] = 1.0;
    while (low > from && p[low - from] > NEGLIGIBLE) {
        p[low - 1 - from] = p[low - from] * (double)low / ((double)(n - low + 1) * odds);
        low--;
    }
    while (high < to && p[high - from] > NEGLIGIBLE) {
        p[high + 1 - from] = p[high - from] * (double)(n - high) * odds / (double)(high + 1);
        high++;
    }
    uint32_t count = (uint32_t)(high - low) + 1;
    for (uint32_t i = 0; low > from && i < count; i++)
        p[i] = p[(uint32_t)(low - from) + i];
    *lowest = (uint32_t)low;
    return count;
}

static void fill_ends(struct stat_inverse *t, const double *p, uint32_t n)
{
    double total = 0.0;
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++)
        total += p[i];
    for (uint32_t i = 0; i < n; i++) {
        sum += p[i];
        t->ends[i] = (uint64_t)(sum / total * WORDS + 0.5);
    }
    t->ends[n - 1] = (uint64_t)WORDS;
    t->n_ends = n;
}

void stat_inverse_binomial(struct stat_inverse *t, int64_t n, double p)
{
    double *chances = NULL;
    uint32_t room = 0;
    uint32_t count = 1;
    if (!(p > 0.0) || p >= 1.0)
        t->lowest = p >= 1.0 ? (uint32_t)n : 0;
    else
        count = relative_chances(n, p, &chances, &room, &t->lowest);
    if (t->room < count) {
        t->ends = mem_grow(t->ends, count, sizeof(*t->ends));
        t->room = count;
    }
    if (count == 1)
        fill_ends(t, (const double[]){ 1.0 }, 1);
    else
        fill_ends(t, chances, count);
    free(chances);
    const uint64_t width = (uint64_t)1 << (32 - STAT_INVERSE_BITS);
    uint32_t i = 0;
    for (uint32_t b = 0; b < STAT_INVERSE_BUCKETS; b++) {
        uint64_t first = b * width;
        while (t->ends[i] <= first)
            i++;
        struct stat_inverse_bucket bucket = { t->lowest + i, (uint32_t)width };
        if (t->ends[i] < first + width) {
            bool last_fits = t->ends[i + 1] >= first + width;
            bucket.split = last_fits ? (uint32_t)(t->ends[i] - first) : STAT_INVERSE_SEARCH;
        }
        t->buckets[b] = bucket;
    }
}

void stat_inverse_release(struct stat_inverse *t)
{
    free(t->ends);
    *t = (struct stat_inverse){ .ends = NULL };
}

uint32_t stat_inverse_search(const struct stat_inverse *t, uint32_t value, uint32_t word)
{
    uint32_t i = value - t->lowest;
    while (t->ends[i] <= word)
        i++;
    return t->lowest + i;
}
