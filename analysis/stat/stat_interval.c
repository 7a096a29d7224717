#include "analysis/stat/stat_interval.h"

#include <math.h>
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
};

const char *interval_name(enum interval_kind kind)
{
    return names[kind];
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
    for (size_t i = 0; i < n_clusters; i++)
        stat_sum_add(&squares, (y[i] - ratio * n[i]) * (y[i] - ratio * n[i]));
    double df = (double)n_clusters - 1.0;
    double error = sqrt(stat_sum_value(&squares) * (df + 1.0) / df) / all;
    double half = stat_student_quantile(0.5 * (1.0 + level), df) * error;
    return stat_interval_with_width((struct interval){ ratio - half, ratio + half });
}

#define PRIOR_CLUSTERS 0.25
#define NEARLY         1e-4 /* counts as 0 or 1 */

struct interval stat_interval_share(const double *y, const double *n, size_t n_clusters,
                                    double level)
{
    double clusters = (double)n_clusters;
    double all = n == NULL ? clusters : stat_sum(n, n_clusters);
    double plain = stat_sum(y, n_clusters) / all;
    if (n_clusters < 2 || !(plain > 0.0) || !(plain < 1.0) || !(level > 0.0) || !(level < 1.0))
        return undefined;
    double size = all / clusters;
    double prior = PRIOR_CLUSTERS * size;
    double share = (plain * all + 0.5 * prior) / (all + prior);
    struct stat_sum squares = { 0.0, 0.0 };
    stat_sum_add(&squares, PRIOR_CLUSTERS * (0.5 - share) * (0.5 - share) * size * size);
    for (size_t i = 0; i < n_clusters; i++) {
        double off = y[i] - share * (n == NULL ? 1.0 : n[i]);
        stat_sum_add(&squares, off * off);
    }
    double df = clusters - 1.0;
    double error =
        sqrt(stat_sum_value(&squares) * (clusters + PRIOR_CLUSTERS) / df) / (all + prior);
    double logit = log(share / (1.0 - share));
    double half = stat_student_quantile(0.5 * (1.0 + level), df) * error / (share * (1.0 - share));
    double low = 1.0 / (1.0 + exp(half - logit));
    double high = 1.0 / (1.0 + exp(-half - logit));
    return (struct interval){ low < NEARLY ? 0.0 : fmin(plain, low),
                              high > 1.0 - NEARLY ? 1.0 : fmax(plain, high) };
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
