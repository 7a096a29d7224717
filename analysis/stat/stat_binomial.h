/* stat_binomial.h - exact tests of counts, and sums of unequal coins. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_BINOMIAL_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_BINOMIAL_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_rank.h"

double stat_binomial_pmf(int64_t k, int64_t n, double p);

/*
 * Exact test of k successes of n against p.  Two-sided sums outcomes at most as likely as k (1e-7
 * relative).  NaN for impossible arguments; 1 for n = 0.
 */
double stat_binomial_test(int64_t k, int64_t n, double p, enum stat_alternative alternative);

struct stat_sign {
    int64_t n_plus;
    int64_t n_minus;
    int64_t n_zero; /* left out */
    double p;
};
struct stat_sign stat_sign_test(const double *d, size_t n, enum stat_alternative alternative);

/* Exact McNemar of discordant pairs: b (only the first succeeds), c (only the second). */
double stat_mcnemar(int64_t b, int64_t c, enum stat_alternative alternative);

/* out[0..n]: chances of the number of successes of n independent coins p[i]. */
void stat_poisson_binomial(const double *p, size_t n, double *out);
/* The same, with ends below 1e-25 as 0: much faster for many coins. */
void stat_poisson_binomial_body(const double *p, size_t n, double *out);
/* P(X >= at) of chances over 0 .. n. */
double stat_upper_tail(const double *pmf, size_t n, size_t at);

/*
 * Fisher's exact test of a of n against b of m, both totals fixed: is the first share larger, or
 * smaller, or other?  Two-sided sums tables at most as likely as the one seen (1e-7 relative).  NaN
 * for impossible arguments, and beyond 10 million in one row.
 */
double stat_two_shares(int64_t a, int64_t n, int64_t b, int64_t m,
                       enum stat_alternative alternative);

struct stat_chi2 {
    double chi2;
    int df;
    double p; /* NaN when a total is zero in all rows or columns but one */
};
/* Successes c[i] of n[i] over groups with n > 0. */
struct stat_chi2 stat_chi2_homogeneity(const int64_t *c, const int64_t *n, size_t groups);

#endif
