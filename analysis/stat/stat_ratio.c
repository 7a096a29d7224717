#include "analysis/stat/stat_ratio.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

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

static struct interval within(const double *over, const double *under, size_t n, double level,
                              double *work)
{
    size_t k = stat_median_rank(n, level);
    k = k == 0 ? 1 : k;
    for (size_t i = 0; i < n; i++)
        work[i] = log(over[i]) - log(under[i]);
    stat_sort(work, n);
    return (struct interval){ work[k - 1], work[n - k] };
}

static struct interval between(const double *over, const double *under, size_t n, size_t p,
                               double level, double *work)
{
    double squares = 0.0, df = 2.0 * (double)(p - 1);
    double mean = side_mean(over, n, p, work, &squares);
    mean -= side_mean(under, n, p, work, &squares);
    double t = stat_student_quantile(0.5 * (1.0 + level), df);
    double half = t * sqrt(squares / df * 2.0 / (double)p);
    return (struct interval){ mean - half, mean + half };
}

struct interval stat_ratio_interval(const double *over, const double *under, size_t n,
                                    size_t n_processes, double level)
{
    if (n_processes < 2 || n < n_processes || !(level > 0.0 && level < 1.0) ||
        !are_times(over, n) || !are_times(under, n))
        return (struct interval){ STAT_NAN, STAT_NAN };
    double *work = mem_array(n + n_processes, sizeof *work);
    struct interval a = within(over, under, n, level, work);
    struct interval b = between(over, under, n, n_processes, level, work);
    double point = log_median(over, n, 0, 1, work) - log_median(under, n, 0, 1, work);
    free(work);
    return (struct interval){ exp(fmin(fmin(a.low, b.low), point)),
                              exp(fmax(fmax(a.high, b.high), point)) };
}
