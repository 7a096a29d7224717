/* stat_interval.h - intervals for a proportion or a mean, and the names of interval kinds. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_INTERVAL_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    INTERVAL_PROCESSES, /* ratio of times from several processes a side (stat_ratio.h) */
    INTERVAL_HIERARCHY  /* hierarchical beta-binomial posterior, equal tails */
};

/* Resampling fewer tasks gives too narrow intervals; Student's t stands in. */
#define STAT_FEW_TASKS 10

struct interval {
    double low; /* NaN when undefined */
    double high;
};

/* "wilson", "clopper-pearson", ... */
const char *interval_name(enum interval_kind kind);
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
/* Sum y / sum n over clusters: linearised, Student's t with clusters - 1 degrees of freedom. NaN as
 * above. */
struct interval stat_interval_ratio(const double *y, const double *n, size_t n_clusters,
                                    double level);
/*
 * The same for a share, 0 <= y <= n (NULL: 1): on the logit, which stays within [0, 1], with a
 * quarter of a cluster at one half, because few clusters near 0 or 1 cannot show how others differ.
 * It holds the plain ratio.  NaN below two clusters and where all are 0 or all 1.
 */
struct interval stat_interval_share(const double *y, const double *n, size_t n_clusters,
                                    double level);
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

#endif
