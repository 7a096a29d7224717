/*
 * stat_wilcoxon.h - the signed-rank test of paired differences, and the shift that goes with it.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_WILCOXON_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_WILCOXON_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_rank.h"

/* What happens to zero differences. */
enum stat_zeros {
    STAT_ZEROS_DROP,  /* dropped before ranking (Wilcoxon) */
    STAT_ZEROS_PRATT, /* ranked, then dropped */
    STAT_ZEROS_SPLIT  /* half of their ranks to each side */
};

struct stat_wilcoxon_options {
    enum stat_alternative alternative; /* greater: differences tend to be above 0 */
    enum stat_zeros zeros;
    enum stat_engine engine; /* STAT_AUTO: exact up to 400 differences, asymptotic above */
    bool continuity;         /* asymptotic engine only */
};

struct stat_wilcoxon {
    double w_plus;
    double w_minus;
    double statistic; /* two-sided: the smaller of the two; one-sided: w_plus */
    double p;
    double rank_biserial; /* (W+ - W-) / (W+ + W-) */
    size_t n;             /* differences that carry a rank in the test */
    size_t n_zeros;
    size_t n_tied; /* non-zero differences whose absolute value occurs more than once */
    enum stat_engine engine;
};

/*
 * The exact engine counts sign assignments of the (doubled) ranks at hand, so it is right with ties
 * and for any zero method; its probabilities are exact doubles up to 53 differences.  ERR_NODATA
 * when no difference but zeros is left or one is not finite.  Differences are ranked as given:
 * round them first when they come from a subtraction that should have given equal values.
 */
int stat_wilcoxon(const double *d, size_t n, const struct stat_wilcoxon_options *o,
                  struct arena *arena, struct stat_wilcoxon *out, struct err *err);

struct stat_hodges_lehmann {
    double estimate;    /* median of the Walsh averages */
    struct interval ci; /* exact order statistics of them; NaN when n is too small for the level */
    double coverage;    /* what the interval really covers, without ties */
};

/* ERR_NODATA for n = 0, n > 2000 or a value that is not finite. */
int stat_hodges_lehmann(const double *d, size_t n, double level, struct arena *arena,
                        struct stat_hodges_lehmann *out, struct err *err);

#endif
