#include "analysis/stat/stat_interval.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

static const struct interval undefined = { STAT_NAN, STAT_NAN };

static const char *const names[] = {
    [INTERVAL_NONE] = "none",
    [INTERVAL_WILSON] = "wilson",
    [INTERVAL_CLOPPER_PEARSON] = "clopper-pearson",
    [INTERVAL_JEFFREYS] = "jeffreys",
    [INTERVAL_POSTERIOR] = "beta-binomial",
    [INTERVAL_JACKKNIFE] = "jackknife",
    [INTERVAL_BOOTSTRAP] = "bootstrap",
    [INTERVAL_EXACT] = "exact",
    [INTERVAL_ORDER] = "order-statistics",
    [INTERVAL_STUDENT] = "student-t",
    [INTERVAL_PROCESSES] = "processes",
    [INTERVAL_HIERARCHY] = "hierarchical-posterior",
    [INTERVAL_BINOMIAL] = "binomial",
};

const char *interval_name(enum interval_kind kind)
{
    return names[kind];
}

const char *interval_words(enum interval_kind kind)
{
    static const char *const words[] = {
        [INTERVAL_NONE] = "none",
        [INTERVAL_WILSON] = "Wilson",
        [INTERVAL_CLOPPER_PEARSON] = "Clopper-Pearson",
        [INTERVAL_JEFFREYS] = "Jeffreys",
        [INTERVAL_POSTERIOR] = "beta-binomial",
        [INTERVAL_JACKKNIFE] = "jackknife over rollouts",
        [INTERVAL_BOOTSTRAP] = "bootstrap over tasks",
        [INTERVAL_EXACT] = "exact",
        [INTERVAL_ORDER] = "order statistics",
        [INTERVAL_STUDENT] = "Student's t over tasks",
        [INTERVAL_PROCESSES] = "over processes",
        [INTERVAL_HIERARCHY] = "hierarchical posterior",
    };
    return words[kind];
}

bool interval_parse(const char *name, enum interval_kind *out)
{
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            *out = (enum interval_kind)i;
            return true;
        }
    }
    return false;
}

static bool is_valid(int64_t c, int64_t n, double level)
{
    return n > 0 && c >= 0 && c <= n && level > 0.0 && level < 1.0;
}

struct interval stat_interval_wilson(int64_t c, int64_t n, double level)
{
    if (!is_valid(c, n, level))
        return undefined;
    double z = -stat_normal_quantile(0.5 * (1.0 - level));
    double size = (double)n;
    double p = (double)c / size;
    double scale = 1.0 + z * z / size;
    double centre = (p + z * z / (2.0 * size)) / scale;
    double half = z / scale * sqrt(p * (1.0 - p) / size + z * z / (4.0 * size * size));
    /* Rounding would move the exact ends. */
    return (struct interval){ c == 0 ? 0.0 : centre - half, c == n ? 1.0 : centre + half };
}

struct interval stat_interval_clopper_pearson(int64_t c, int64_t n, double level)
{
    if (!is_valid(c, n, level))
        return undefined;
    double tail = 0.5 * (1.0 - level);
    double hits = (double)c;
    double misses = (double)(n - c);
    struct interval ci = { 0.0, 1.0 };
    if (c > 0)
        ci.low = stat_beta_quantile(hits, misses + 1.0, tail);
    if (c < n)
        ci.high = stat_beta_quantile(hits + 1.0, misses, 1.0 - tail);
    return ci;
}

struct interval stat_interval_jeffreys(int64_t c, int64_t n, double level)
{
    if (!is_valid(c, n, level))
        return undefined;
    double tail = 0.5 * (1.0 - level);
    double a = (double)c + 0.5;
    double b = (double)(n - c) + 0.5;
    struct interval ci = { 0.0, 1.0 };
    if (c > 0)
        ci.low = stat_beta_quantile(a, b, tail);
    if (c < n)
        ci.high = stat_beta_quantile(a, b, 1.0 - tail);
    return ci;
}

struct interval stat_interval(enum interval_kind kind, int64_t c, int64_t n, double level)
{
    switch (kind) {
    case INTERVAL_WILSON:
        return stat_interval_wilson(c, n, level);
    case INTERVAL_CLOPPER_PEARSON:
        return stat_interval_clopper_pearson(c, n, level);
    case INTERVAL_JEFFREYS:
        return stat_interval_jeffreys(c, n, level);
    case INTERVAL_NONE:
    case INTERVAL_POSTERIOR:
    case INTERVAL_JACKKNIFE:
    case INTERVAL_BOOTSTRAP:
    case INTERVAL_EXACT:
    case INTERVAL_ORDER:
    case INTERVAL_STUDENT:
    case INTERVAL_PROCESSES:
    case INTERVAL_HIERARCHY:
    case INTERVAL_BINOMIAL:
        break;
    }
    return undefined;
}

/* From here on a level that is none gives no quantile, or no width. */
struct interval stat_interval_student(const double *x, size_t n, double level)
{
    double error = sqrt(stat_variance(x, n) / (double)n);
    double half = stat_student_quantile(0.5 * (1.0 + level), (double)n - 1.0) * error;
    double mean = stat_mean(x, n);
    return stat_interval_with_width((struct interval){ mean - half, mean + half });
}

/* Student's t of y - rho x, with variances of means v_x, v_y. */
static double welch_quantile(double rho, double v_x, size_t n_x, double v_y, size_t n_y,
                             double level)
{
    double x = rho * rho * v_x;
    double df =
        (x + v_y) * (x + v_y) / (x * x / ((double)n_x - 1.0) + v_y * v_y / ((double)n_y - 1.0));
    return stat_student_quantile(0.5 * (1.0 + level), df);
}

struct interval stat_interval_welch(const double *x, size_t n_x, const double *y, size_t n_y,
                                    double level)
{
    double v_x = stat_variance(x, n_x) / (double)n_x;
    double v_y = stat_variance(y, n_y) / (double)n_y;
    double half = welch_quantile(1.0, v_x, n_x, v_y, n_y, level) * sqrt(v_x + v_y);
    double difference = stat_mean(y, n_y) - stat_mean(x, n_x);
    return stat_interval_with_width((struct interval){ difference - half, difference + half });
}

struct interval stat_interval_of_means(const double *x, size_t n_x, const double *y, size_t n_y,
                                       double level)
{
    double v_x = stat_variance(x, n_x) / (double)n_x;
    double v_y = stat_variance(y, n_y) / (double)n_y;
    double m_x = stat_mean(x, n_x);
    double m_y = stat_mean(y, n_y);
    double t = welch_quantile(m_y / m_x, v_x, n_x, v_y, n_y, level);
    double a = m_x * m_x - t * t * v_x;
    double b = m_x * m_y;
    double root = b * b - a * (m_y * m_y - t * t * v_y);
    if (!(t > 0.0) || !(a > 0.0) || !(root >= 0.0))
        return undefined;
    return stat_interval_with_width(
        (struct interval){ (b - sqrt(root)) / a, (b + sqrt(root)) / a });
}

struct interval stat_interval_ratio(const double *y, const double *n, size_t n_clusters,
                                    double level)
{
    double all = stat_sum(n, n_clusters);
    double ratio = stat_sum(y, n_clusters) / all;
    struct stat_sum squares = { 0.0, 0.0 };
    for (size_t i = 0; i < n_clusters; i++) {
        double off = (y[i] - ratio * n[i]) / (all - n[i]); /* of the ratio without the cluster */
        stat_sum_add(&squares, off * off);
    }
    double df = (double)n_clusters - 1.0;
    double error = sqrt(stat_sum_value(&squares) * df / (df + 1.0));
    double half = stat_student_quantile(0.5 * (1.0 + level), df) * error;
    return stat_interval_with_width((struct interval){ ratio - half, ratio + half });
}

#define PRIOR_PAIRS 0.1 /* a cluster: what its kind is taken to say of how clusters differ */

void stat_share_add(struct stat_share *s, double y, double n, double sign)
{
    size_t one = sign > 0.0 ? 1 : (size_t)-1;
    s->clusters += one;
    s->with_success += y > 0.0 ? one : 0;
    s->with_failure += y < n ? one : 0;
    s->n += sign * n;
    s->nn += sign * n * n;
    s->y += sign * y;
    s->yy += sign * y * y;
    s->yn += sign * y * n;
}

struct stat_share_level stat_share_level(double level, size_t clusters)
{
    return (struct stat_share_level){
        stat_normal_quantile(0.5 * (1.0 + level)),
        clusters < 2 ? STAT_NAN : stat_student_quantile(0.5 * (1.0 + level), (double)clusters - 1.0)
    };
}

struct interval stat_share_interval(const struct stat_share *s, struct stat_share_level at)
{
    bool none = s->with_success == 0;
    bool flat = none || s->with_failure == 0;
    double clusters = (double)s->clusters;
    double p = flat ? (none ? 0.0 : 1.0) : s->y / s->n;
    if (s->clusters < (flat ? 1 : 2) || !(at.z > 0.0) || !isfinite(at.z) ||
        (!flat && (!(p > 0.0) || !(p < 1.0))))
        return undefined;
    double q = at.z * at.z * s->nn / (s->n * s->n); /* s->n^2 / s->nn clusters of equal size */
    double informative =
        (double)(s->with_success < s->with_failure ? s->with_success : s->with_failure);
    double pairs = 0.5 * informative * (informative - 1.0);
    if (pairs > 0.0) {
        double squares = fmax(0.0, s->yy - 2.0 * p * s->yn + p * p * s->nn);
        double v = squares * clusters / (clusters - 1.0) / (s->n * s->n);
        double prior = PRIOR_PAIRS * clusters;
        q = (pairs * at.t * at.t * v / (p * (1.0 - p)) + prior * q) / (pairs + prior);
    }
    double centre = (p + 0.5 * q) / (1.0 + q);
    double half = sqrt(q * p * (1.0 - p) + 0.25 * q * q) / (1.0 + q);
    return (struct interval){ flat && none ? 0.0 : fmax(0.0, fmin(p, centre - half)),
                              flat && !none ? 1.0 : fmin(1.0, fmax(p, centre + half)) };
}

struct interval stat_interval_share(const double *y, const double *n, size_t n_clusters,
                                    double level)
{
    struct stat_share s = { 0 };
    for (size_t i = 0; i < n_clusters; i++)
        stat_share_add(&s, y[i], n == NULL ? 1.0 : n[i], 1.0);
    return stat_share_interval(&s, stat_share_level(level, n_clusters));
}

void stat_intervals_rise(const double *x, struct interval *const *ci, size_t n, size_t n_by)
{
    /* Highest of lower limits and lowest of upper ones do not change by being applied, so no limit
     * has to wait for another. */
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n_by; j++) {
            if (x[j] <= x[i] && !isnan(ci[i]->low))
                ci[i]->low = fmax(ci[i]->low, ci[j]->low);
            if (x[j] >= x[i] && !isnan(ci[i]->high))
                ci[i]->high = fmin(ci[i]->high, ci[j]->high);
        }
    }
}

struct interval stat_interval_undecided(struct interval ci, double min_p, double null, double level)
{
    /* 1 - level has lost its last digits: five flips do reach .0625. */
    if (isnan(ci.low) || min_p <= 1.0 - level + 1e-12)
        return ci;
    return (struct interval){ fmin(ci.low, null), fmax(ci.high, null) };
}

struct interval stat_interval_of_shares(struct interval ci)
{
    return isnan(ci.low) ? ci : (struct interval){ fmax(-1.0, ci.low), fmin(1.0, ci.high) };
}

struct interval stat_interval_with_width(struct interval ci)
{
    return ci.high - ci.low > 1e-12 * fmax(1.0, fabs(ci.high)) ? ci : undefined;
}

double stat_binomial_pmf(int64_t k, int64_t n, double p)
{
    if (k < 0 || k > n || !(p >= 0.0) || !(p <= 1.0))
        return STAT_NAN;
    if (!(p > 0.0))
        return k == 0 ? 1.0 : 0.0;
    if (!(p < 1.0))
        return k == n ? 1.0 : 0.0;
    if (n <= 60 && stat_same(p, 0.5)) {
        /* Exact up to 2^53 outcomes: products of small fractions stay integers. */
        int64_t m = k < n - k ? k : n - k;
        double ways = 1.0;
        for (int64_t i = 1; i <= m; i++)
            ways = ways * (double)(n - m + i) / (double)i;
        return ldexp(ways, (int)-n);
    }
    double size = (double)n;
    double hits = (double)k;
    return exp(stat_log_choose(size, hits) + hits * log(p) + (size - hits) * log1p(-p));
}

double stat_binomial_test(int64_t k, int64_t n, double p, enum stat_alternative alternative)
{
    if (n < 0 || k < 0 || k > n || !(p >= 0.0) || !(p <= 1.0))
        return STAT_NAN;
    double limit = stat_binomial_pmf(k, n, p) * (1.0 + 1e-7);
    struct stat_sum sum = { 0.0, 0.0 };
    for (int64_t i = 0; i <= n; i++) {
        double mass = stat_binomial_pmf(i, n, p);
        bool counts = mass <= limit;
        switch (alternative) {
        case STAT_GREATER:
            counts = i >= k;
            break;
        case STAT_LESS:
            counts = i <= k;
            break;
        case STAT_TWO_SIDED:
            break;
        }
        if (counts)
            stat_sum_add(&sum, mass);
    }
    return fmin(1.0, stat_sum_value(&sum));
}

struct stat_sign stat_sign_test(const double *d, size_t n, enum stat_alternative alternative)
{
    struct stat_sign s = { 0 };
    for (size_t i = 0; i < n; i++) {
        if (d[i] > 0.0)
            s.n_plus++;
        else if (d[i] < 0.0)
            s.n_minus++;
        else
            s.n_zero++;
    }
    int64_t m = s.n_plus + s.n_minus;
    s.p = m == 0 ? STAT_NAN : stat_binomial_test(s.n_plus, m, 0.5, alternative);
    return s;
}

double stat_mcnemar(int64_t b, int64_t c, enum stat_alternative alternative)
{
    if (b < 0 || c < 0)
        return STAT_NAN;
    return stat_binomial_test(c, b + c, 0.5, alternative);
}

void stat_poisson_binomial(const double *p, size_t n, double *out)
{
    out[0] = 1.0;
    for (size_t i = 0; i < n; i++) {
        out[i + 1] = out[i] * p[i];
        if (p[i] >= 0.0 && p[i] <= 0.0)
            continue;
        for (size_t j = i; j > 0; j--)
            out[j] = out[j] * (1.0 - p[i]) + out[j - 1] * p[i];
        out[0] *= 1.0 - p[i];
    }
}

#define NO_CHANCE 1e-25

void stat_poisson_binomial_body(const double *p, size_t n, double *out)
{
    size_t low = 0;
    size_t high = 0; /* outside low .. high out is 0 */
    memset(out, 0, (n + 1) * sizeof(*out));
    out[0] = 1.0;
    for (size_t i = 0; i < n; i++) {
        double miss = 1.0 - p[i];
        out[high + 1] = out[high] * p[i];
        for (size_t j = high; j > low; j--)
            out[j] = out[j] * miss + out[j - 1] * p[i];
        out[low] *= miss;
        high++;
        while (high > low && out[high] < NO_CHANCE)
            out[high--] = 0.0;
        while (low < high && out[low] < NO_CHANCE)
            out[low++] = 0.0;
    }
}

double stat_upper_tail(const double *pmf, size_t n, size_t at)
{
    double sum = 0.0;
    for (size_t i = n + 1; i-- > at;)
        sum += pmf[i];
    return fmin(1.0, sum);
}

struct stat_chi2 stat_chi2_homogeneity(const int64_t *c, const int64_t *n, size_t groups)
{
    struct stat_chi2 out = { 0.0, 0, STAT_NAN };
    double hits = 0.0;
    double size = 0.0;
    for (size_t i = 0; i < groups; i++) {
        hits += (double)c[i];
        size += (double)n[i];
        out.df += n[i] > 0;
    }
    out.df -= 1;
    if (out.df < 1 || !(hits > 0.0) || !(hits < size)) {
        out.chi2 = STAT_NAN;
        return out;
    }
    double rate = hits / size;
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < groups; i++) {
        if (n[i] == 0)
            continue;
        double expected = rate * (double)n[i];
        double gap = (double)c[i] - expected;
        stat_sum_add(&sum, gap * gap / expected);
        stat_sum_add(&sum, gap * gap / ((double)n[i] - expected));
    }
    out.chi2 = stat_sum_value(&sum);
    out.p = stat_chi2_sf(out.chi2, out.df);
    return out;
}

#define TWO_SHARES_MOST 10000000

static double log_choose(int64_t n, int64_t k)
{
    return lgamma((double)n + 1.0) - lgamma((double)k + 1.0) - lgamma((double)(n - k) + 1.0);
}

double stat_two_shares(int64_t a, int64_t n, int64_t b, int64_t m,
                       enum stat_alternative alternative)
{
    if (a < 0 || b < 0 || a > n || b > m || n > TWO_SHARES_MOST || m > TWO_SHARES_MOST)
        return STAT_NAN;
    int64_t successes = a + b;
    int64_t low = successes > m ? successes - m : 0;
    int64_t high = successes < n ? successes : n;
    double all = log_choose(n + m, successes);
    double seen = log_choose(n, a) + log_choose(m, b) - all;
    double sum = 0.0;
    for (int64_t k = low; k <= high; k++) {
        double chance = log_choose(n, k) + log_choose(m, successes - k) - all;
        bool counts = (alternative == STAT_GREATER && k >= a) ||
                      (alternative == STAT_LESS && k <= a) ||
                      (alternative == STAT_TWO_SIDED && chance <= seen + 1e-7);
        sum += counts ? exp(chance) : 0.0;
    }
    return fmin(1.0, sum);
}

size_t stat_median_rank(size_t n, double level)
{
    double tail = 0.0;
    size_t k = 0;
    while (k < n / 2) {
        tail += stat_binomial_pmf((int64_t)k, (int64_t)n, 0.5);
        if (2.0 * tail > 1.0 - level)
            break;
        k++;
    }
    return k;
}

static bool are_times(const double *x, size_t n)
{
    bool all = true;
    for (size_t i = 0; i < n; i++)
        all = all && isfinite(x[i]) && x[i] > 0.0;
    return all;
}

/* Of x[first], x[first + stride], ...; work has room for n. */
static double log_median(const double *x, size_t n, size_t first, size_t stride, double *work)
{
    size_t m = 0;
    for (size_t i = first; i < n; i += stride)
        work[m++] = x[i];
    stat_sort(work, m);
    return log(stat_median_sorted(work, m));
}

/* Mean of a side's log medians; adds their squares about it to *squares. */
static double side_mean(const double *x, size_t n, size_t p, double *work, double *squares)
{
    double *medians = work + n;
    for (size_t k = 0; k < p; k++)
        medians[k] = log_median(x, n, k, p, work);
    double mean = stat_mean(medians, p);
    for (size_t k = 0; k < p; k++)
        *squares += (medians[k] - mean) * (medians[k] - mean);
    return mean;
}

struct interval stat_ratio_interval(const double *over, const double *under, size_t n,
                                    size_t n_processes, double level)
{
    if (n_processes < 2 || n < n_processes || !(level > 0.0 && level < 1.0) ||
        !are_times(over, n) || !are_times(under, n))
        return (struct interval){ STAT_NAN, STAT_NAN };
    double *work = mem_array(n + n_processes, sizeof *work);
    size_t k = stat_median_rank(n, level);
    k = k == 0 ? 1 : k;
    for (size_t i = 0; i < n; i++)
        work[i] = log(over[i]) - log(under[i]);
    stat_sort(work, n);
    struct interval a = (struct interval){ work[k - 1], work[n - k] };
    double squares = 0.0, df = 2.0 * (double)(n_processes - 1);
    double mean = side_mean(over, n, n_processes, work, &squares);
    mean -= side_mean(under, n, n_processes, work, &squares);
    double t = stat_student_quantile(0.5 * (1.0 + level), df);
    double half = t * sqrt(squares / df * 2.0 / (double)n_processes);
    struct interval b = (struct interval){ mean - half, mean + half };
    double point = log_median(over, n, 0, 1, work) - log_median(under, n, 0, 1, work);
    free(work);
    return (struct interval){ exp(fmin(fmin(a.low, b.low), point)),
                              exp(fmax(fmax(a.high, b.high), point)) };
}
