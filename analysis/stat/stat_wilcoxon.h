/* stat_wilcoxon.h - the signed-rank test of paired differences, and its shift. */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_WILCOXON_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_WILCOXON_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_rank.h"

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

#endif
