/* stat_interval.h - intervals for a proportion or a mean, their kinds; exact tests of counts. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_INTERVAL_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stat_alternative { STAT_TWO_SIDED, STAT_GREATER, STAT_LESS };
enum stat_engine { STAT_AUTO, STAT_EXACT, STAT_ASYMPTOTIC, STAT_MONTE_CARLO };

enum interval_kind {
    INTERVAL_NONE,
    INTERVAL_WILSON,
    INTERVAL_CLOPPER_PEARSON,
    INTERVAL_JEFFREYS,  /* posterior under Beta(1/2, 1/2) */
    INTERVAL_POSTERIOR, /* mean of the tasks' Jeffreys posteriors */
    INTERVAL_JACKKNIFE, /* normal, jackknife over rollouts */
    INTERVAL_BOOTSTRAP, /* percentiles over tasks, then seeds, then rollouts */
    INTERVAL_EXACT,     /* by a rank statistic's exact distribution */
    INTERVAL_ORDER,     /* ordered samples, by their ranks' distribution */
    INTERVAL_STUDENT,   /* Student's t, one value a task */
    INTERVAL_PROCESSES, /* ratio of times from several processes a side (stat_ratio_interval) */
    INTERVAL_HIERARCHY, /* hierarchical beta-binomial posterior, equal tails */
    INTERVAL_BINOMIAL   /* normal, binomial variance of rollouts */
};

/* Resampling fewer tasks gives too narrow intervals; Student's t stands in. */
#define STAT_FEW_TASKS 10

struct interval {
    double low; /* NaN when undefined */
    double high;
};

/* "wilson", "clopper-pearson", ... */
const char *interval_name(enum interval_kind kind);
/* "Student's t over tasks", for a caption. */
const char *interval_words(enum interval_kind kind);
bool interval_parse(const char *name, enum interval_kind *out);

/* c of n at a level (0.95).  NaN for n = 0, c outside [0, n] or a level outside (0, 1). */
struct interval stat_interval_wilson(int64_t c, int64_t n, double level);
struct interval stat_interval_clopper_pearson(int64_t c, int64_t n, double level);
/* Equal tails; the ends are 0 for c = 0 and 1 for c = n. */
struct interval stat_interval_jeffreys(int64_t c, int64_t n, double level);
/* Student's t with n - 1 degrees of freedom.  NaN for fewer than two values and for equal ones,
 * which are no certainty. */
struct interval stat_interval_student(const double *x, size_t n, double level);
/* Mean y - mean x of independent samples, by Welch; NaN where neither varies or one has a single
 * value. */
struct interval stat_interval_welch(const double *x, size_t n_x, const double *y, size_t n_y,
                                    double level);
/* Mean y / mean x of independent samples, by Fieller with Welch's degrees of freedom; NaN as above
 * and where the mean of x cannot be told from 0. */
struct interval stat_interval_of_means(const double *x, size_t n_x, const double *y, size_t n_y,
                                       double level);
/* Sum y / sum n over clusters: jackknife over clusters, Student's t with clusters - 1 degrees of
 * freedom. NaN as above. */
struct interval stat_interval_ratio(const double *y, const double *n, size_t n_clusters,
                                    double level);
/*
 * The same for a share, 0 <= y <= n (NULL: 1), in Wilson's form (p - P)^2 <= Q P (1 - P), so that
 * it stays within [0, 1] and holds the plain ratio.  Q is t^2 times the observed variance of p over
 * p (1 - p), shrunk towards z^2 / clusters, Wilson's for clusters that are all or nothing:
 *
 *   Q = (pairs t^2 V / (p (1 - p)) + clusters / 10 z^2 / clusters) / (pairs + clusters / 10)
 *
 * with the pairs of clusters that show a success or, if these are fewer, a failure: only they say
 * how much clusters differ.  With none or all, or one such cluster, it is Wilson's of clusters.
 * NaN without a cluster, for a single one that is mixed and for a ratio outside of [0, 1].
 */
struct interval stat_interval_share(const double *y, const double *n, size_t n_clusters,
                                    double level);

/* The sums that it is made of, for tables that grow by one success after the other. */
struct stat_share {
    size_t clusters, with_success, with_failure;
    double n, nn, y, yy, yn; /* sums over clusters of n, n n, y, ... */
};
/* Adds a cluster (sign 1) or takes it away (-1). */
void stat_share_add(struct stat_share *s, double y, double n, double sign);
struct stat_share_level {
    double z, t;
};
struct stat_share_level stat_share_level(double level, size_t clusters);
struct interval stat_share_interval(const struct stat_share *s, struct stat_share_level at);

/*
 * Limits of what rises with x by its definition rise too: the lower limit at x is the highest of
 * those at x and below, the upper one the lowest of those at x and above.  NaN limits say nothing.
 * The first n_by imply something for all n; the others only for themselves.
 */
void stat_intervals_rise(const double *x, struct interval *const *ci, size_t n, size_t n_by);

/*
 * Widened to hold null where min_p, the least p that an exact test of so few units can give, is
 * above 1 - level: no interval excludes what the test cannot reject whatever the data.
 */
struct interval stat_interval_undecided(struct interval ci, double min_p, double null,
                                        double level);
/* Of a difference of two shares: no end beyond -1 and 1. */
struct interval stat_interval_of_shares(struct interval ci);
/* Undefined without width: replicates that agree are no certainty. */
struct interval stat_interval_with_width(struct interval ci);
/* Undefined for kinds that are no function of (c, n). */
struct interval stat_interval(enum interval_kind kind, int64_t c, int64_t n, double level);

/* Exact tests of counts, and sums of unequal coins. */

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

/* An interval for the ratio of two times measured in turn. */

/*
 * INTERVAL_PROCESSES of over / under from n pairs of samples, pair i from process i mod n_processes
 * of either side: the smallest interval that holds three.
 *
 *   within   the order statistics of the n log ratios that bracket their median at the level (the
 *            extremes where n is too small)
 *   between  m +- t s sqrt(2 / p), s^2 the pooled variance of the log medians of the p processes
 *            of either side, m the difference of their means, t Student's with 2 (p - 1) degrees
 *            of freedom
 *   point    the ratio of the medians of all samples
 *
 * "between" is exact for processes that differ as a whole (normal on the log scale), "within" for
 * independent samples of any distribution.  Pairs that drift together, or a process that is slow as
 * a whole, widen "between" alone.  NaN for fewer than two processes, fewer pairs than processes, a
 * time that is not finite and above 0, or a level outside (0, 1).
 */
struct interval stat_ratio_interval(const double *over, const double *under, size_t n,
                                    size_t n_processes, double level);

/* Largest k whose k-th smallest and k-th largest bracket the median at the level; 0: none. */
size_t stat_median_rank(size_t n, double level);

#endif
