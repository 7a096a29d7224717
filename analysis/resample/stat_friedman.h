/*
 * stat_friedman.h - do several methods differ: ranks within blocks (tasks).
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_FRIEDMAN_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_FRIEDMAN_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_rank.h"

struct arena;
struct err;

#define STAT_FRIEDMAN_METHODS 16

struct stat_friedman {
    double chi2;     /* Friedman's, corrected for ties; NaN when every block is one tie */
    double p;        /* of the permutations of every block's ranks; 1 when every block is one tie */
    double p_chi2;   /* the same by chi-square with methods - 1 degrees of freedom */
    double concord;  /* Kendall's W: chi2 / (blocks (methods - 1)) */
    size_t n_blocks; /* that are not one tie: only these can tell */
    enum stat_engine engine; /* exact while the sums of ranks that can occur are few, else Monte
                                Carlo with 100,000 draws */
    double mean_rank[STAT_FRIEDMAN_METHODS]; /* 1: the smallest value of every block */
};

/*
 * values[block * n_methods + method], finite.  Equal values share the mean of their ranks; the null
 * is that within each block every order of its ranks is equally likely, whatever the ties.
 * ERR_USAGE beyond 2 to STAT_FRIEDMAN_METHODS methods, ERR_NODATA without a block or for a value
 * that is not finite.  Values that should tie are equal: round them first.
 */
int stat_friedman(const double *values, size_t n_blocks, size_t n_methods, uint64_t seed,
                  struct arena *arena, struct stat_friedman *out, struct err *err);

#endif
