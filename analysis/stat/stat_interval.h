/*
 * stat_interval.h - intervals for a proportion, and the names of interval kinds.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_INTERVAL_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum interval_kind {
    INTERVAL_NONE,
    INTERVAL_WILSON,
    INTERVAL_CLOPPER_PEARSON,
    INTERVAL_JEFFREYS,  /* posterior of a proportion under Beta(1/2, 1/2) */
    INTERVAL_POSTERIOR, /* Jeffreys posterior of each task, mean over the tasks at hand */
    INTERVAL_JACKKNIFE, /* normal, variance by the jackknife over rollouts */
    INTERVAL_BOOTSTRAP, /* percentiles over resampled tasks, then seeds, then rollouts */
    INTERVAL_EXACT,     /* from the exact distribution of a rank statistic */
    INTERVAL_ORDER,     /* between ordered samples, by the distribution of their ranks */
    INTERVAL_STUDENT,   /* mean of independent values and Student's t, one value a task */
    INTERVAL_PROCESSES, /* of a ratio of times from several processes a side (stat_ratio.h) */
    INTERVAL_HIERARCHY  /* posterior of the hierarchical beta-binomial model, equal tails */
};

/* Resampling so few tasks gives intervals that are too narrow: below it Student's t stands in. */
#define STAT_FEW_TASKS 10

struct interval {
    double low; /* NaN when undefined */
    double high;
};

/* "wilson", "clopper-pearson", ... */
const char *interval_name(enum interval_kind kind);
bool interval_parse(const char *name, enum interval_kind *out);

/*
 * c successes of n at a confidence level (0.95).  NaN for n = 0, c outside [0, n] or a level
 * outside (0, 1).
 */
struct interval stat_interval_wilson(int64_t c, int64_t n, double level);
struct interval stat_interval_clopper_pearson(int64_t c, int64_t n, double level);
/* Equal tails; the lower end is 0 for c = 0 and the upper end 1 for c = n. */
struct interval stat_interval_jeffreys(int64_t c, int64_t n, double level);
/* Of the mean of n independent values, by Student's t with n - 1 degrees of freedom.  NaN for fewer
 * than two values, and when they are all equal: that they do not vary is no certainty. */
struct interval stat_interval_student(const double *x, size_t n, double level);
/* Of mean y - mean x of two independent samples, by Welch; NaN where neither varies, or one is of a
 * single value. */
struct interval stat_interval_welch(const double *x, size_t n_x, const double *y, size_t n_y,
                                    double level);
/* Of mean y / mean x of two independent samples, by Fieller with Welch's degrees of freedom; NaN
 * where the mean of x cannot be told from 0, and as above. */
struct interval stat_interval_of_means(const double *x, size_t n_x, const double *y, size_t n_y,
                                       double level);
/* Of sum y / sum n over clusters, as of all samples together: linearised, Student's t with clusters
 * - 1 degrees of freedom.  NaN as above. */
struct interval stat_interval_ratio(const double *y, const double *n, size_t n_clusters,
                                    double level);
/*
 * The same where every y lies between 0 and its n, which may be NULL for 1: a share.  Student's t
 * on the logit, whose ends stay within [0, 1], with a quarter of a cluster at one half: few
 * clusters that are nearly all 0 or all 1 cannot show how much others differ.  It holds the plain
 * ratio, and is NaN for fewer than two clusters and where all are 0 or all are 1.
 */
struct interval stat_interval_share(const double *y, const double *n, size_t n_clusters,
                                    double level);
/* Undefined where there is no width: all replicates agree, which is no certainty either. */
struct interval stat_interval_with_width(struct interval ci);
/* By kind; undefined for kinds that are no function of (c, n). */
struct interval stat_interval(enum interval_kind kind, int64_t c, int64_t n, double level);

#endif
