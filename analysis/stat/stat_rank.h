/*
 * stat_rank.h - ranks, rank correlation, and tests of one or two samples.
 *
 * Doubled ranks make average ranks of ties integers and every rank sum exact.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_RANK_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct arena;
struct err;

const char *stat_engine_name(enum stat_engine e); /* "exact", "asymptotic", "monte-carlo" */

/* Twice the average ranks, from 1; x is finite. */
void stat_rank_doubled(const double *x, size_t n, int64_t *out, struct arena *arena);
double stat_rank_tie_term(const int64_t *doubled, size_t n, struct arena *arena);

struct stat_correlation {
    double r;
    double p; /* two-sided; NaN for n < 3 */
    size_t n;
};

/* p by Student's t.  NaN for constant data; ERR_NODATA for n < 2 or a value that is not finite. */
int stat_spearman(const double *x, const double *y, size_t n, struct arena *arena,
                  struct stat_correlation *out, struct err *err);

struct stat_samples {
    const double *x;
    size_t n_x;
    const double *y;
    size_t n_y;
};

struct stat_mann_whitney {
    double u; /* pairs with x > y, ties half */
    double p;
    enum stat_engine engine;
};

/*
 * greater: x tends to be larger.  STAT_AUTO: exact without ties when the smaller sample has at most
 * 8 values, else asymptotic with tie and continuity correction.  STAT_EXACT: permutations given the
 * ties (n_x + n_y <= 200).
 */
int stat_mann_whitney(const struct stat_samples *of, enum stat_alternative alternative,
                      enum stat_engine engine, struct arena *arena, struct stat_mann_whitney *out,
                      struct err *err);

/* The signed-rank test of paired differences, and its shift. */

enum stat_zeros {
    STAT_ZEROS_DROP,  /* before ranking (Wilcoxon) */
    STAT_ZEROS_PRATT, /* ranked, then dropped */
    STAT_ZEROS_SPLIT  /* half of their ranks to each side */
};

struct stat_wilcoxon_options {
    enum stat_alternative alternative; /* greater: tend above 0 */
    enum stat_zeros zeros;
    enum stat_engine engine; /* STAT_AUTO: exact up to 400 differences */
    bool continuity;         /* of the asymptotic engine */
};

struct stat_wilcoxon {
    double w_plus;
    double w_minus;
    double statistic; /* two-sided: the smaller sum; one-sided: w_plus */
    double p;
    double rank_biserial; /* (W+ - W-) / (W+ + W-) */
    size_t n;             /* with a rank in the test */
    size_t n_zeros;
    size_t n_tied; /* non-zero, of a repeated absolute value */
    enum stat_engine engine;
};

/*
 * The exact engine counts sign assignments of the ranks at hand, which holds with ties and any
 * zeros; exact doubles up to 53 differences.  ERR_NODATA when only zeros are left or a value is not
 * finite.  Round differences first that should be equal.
 */
int stat_wilcoxon(const double *d, size_t n, const struct stat_wilcoxon_options *o,
                  struct arena *arena, struct stat_wilcoxon *out, struct err *err);

struct stat_hodges_lehmann {
    double estimate;    /* median of the Walsh averages */
    struct interval ci; /* their exact order statistics; NaN when n is too small */
    double coverage;    /* real one, without ties */
};

/* ERR_NODATA for n = 0, n > 2000 or a value that is not finite. */
int stat_hodges_lehmann(const double *d, size_t n, double level, struct arena *arena,
                        struct stat_hodges_lehmann *out, struct err *err);

/* The permutation test of two groups by their difference of means. */

#define STAT_DEALS_EXACT 200000 /* up to here all are visited */

struct stat_two_sample {
    double difference; /* mean y - mean x */
    double p;          /* two-sided */
    double min_p;      /* smallest possible p */
    enum stat_engine engine;
    int64_t deals;
};

/*
 * All C(n_x + n_y, n_x) deals up to STAT_DEALS_EXACT, else as many random ones, (hits + 1) / (deals
 * + 1).  Ties are within 1e-12 of the largest value.  ERR_NODATA for an empty group or a value that
 * is not finite.
 */
int stat_two_sample(const struct stat_samples *of, uint64_t seed, uint64_t analysis,
                    struct stat_two_sample *out, struct err *err);

#endif
