/*
 * stat_summary.h - order, sums, means, quantiles and effects, independent of the order of the data.
 *
 * n = 0 gives NaN.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_SUMMARY_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_SUMMARY_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* math.h's are floats, whose promotion warns. */
#define STAT_NAN ((double)NAN)
#define STAT_INF ((double)INFINITY)

/* Knuth's two-sum keeps what additions round off; {0} is empty. */
struct stat_sum {
    double sum;
    double carry;
};
static inline void stat_sum_add(struct stat_sum *s, double v)
{
    double t = s->sum + v;
    double added = t - s->sum;
    s->carry += (s->sum - (t - added)) + (v - added);
    s->sum = t;
}
double stat_sum_value(const struct stat_sum *s);

double stat_sum(const double *x, size_t n);
double stat_mean(const double *x, size_t n);
double stat_variance(const double *x, size_t n); /* ddof 1; NaN for n < 2 */
double stat_skewness(const double *x, size_t n); /* NaN for fewer than three, or equal ones */
double stat_geomean(const double *x, size_t n);  /* NaN unless all are > 0 */

/* Ascending; NaN last. */
void stat_sort(double *x, size_t n);
/* Ascending data, linear interpolation; p in [0, 1]. */
double stat_quantile_sorted(const double *x, size_t n, double p);
double stat_median_sorted(const double *x, size_t n);

/* For ties of stored values, without rounding in between. */
static inline bool stat_same(double a, double b)
{
    return !(a < b) && !(a > b);
}

/*
 * The order of numbers.
 */

/* Indices by ascending value; ties by index, NaN last. */
void stat_order(const double *x, size_t n, size_t *order);

/*
 * Sizes of effects.
 */

/* 2 asin(sqrt(p)) - 2 asin(sqrt(q)); NaN outside [0, 1]. */
double stat_cohens_h(double p, double q);
/* (pairs x > y - pairs x < y) / (n_x n_y); NaN without pairs. */
double stat_cliffs_delta(const double *x, size_t n_x, const double *y, size_t n_y);

/*
 * How surprising a text was to the model that wrote it.
 */

/* From here down a number means "no log-prob". */
#define STAT_LOGPROB_SENTINEL (-9999.0)

struct stat_logprob {
    size_t n_tokens, n_unknown; /* unknown: NaN, infinite, sentinel; in no statistic */
    size_t n_below;             /* log-prob < threshold */
    double mean, min;           /* natural log; NaN without a token */
    double perplexity;          /* exp(-mean) */
    double bits_per_byte;       /* -sum / ln 2 / n_bytes; NaN with an unknown token */
};

/* n_bytes: UTF-8 length; 0 leaves bits_per_byte undefined. */
struct stat_logprob stat_logprob(const float *logprobs, size_t n, size_t n_bytes, double threshold);

#endif
