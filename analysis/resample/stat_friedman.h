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
    double chi2;     /* Friedman's, corrected for ties; NaN when all blocks are ties */
    double p;        /* over all orders within blocks; 1 when all blocks are ties */
    double p_chi2;   /* by chi-square with methods - 1 degrees of freedom */
    double concord;  /* Kendall's W: chi2 / (blocks (methods - 1)) */
    size_t n_blocks; /* that are not one tie */
    enum stat_engine
        engine; /* exact while few sums of ranks can occur, else Monte Carlo with 100,000 draws */
    double mean_rank[STAT_FRIEDMAN_METHODS]; /* 1: the smallest */
};

/*
 * values[block * n_methods + method], finite; ties share the mean of their ranks, so round values
 * that should tie.  Under the null every order within a block is equally likely. ERR_USAGE outside
 * of 2 to STAT_FRIEDMAN_METHODS methods, ERR_NODATA without a block or for a value that is not
 * finite.
 */
int stat_friedman(const double *values, size_t n_blocks, size_t n_methods, uint64_t seed,
                  struct arena *arena, struct stat_friedman *out, struct err *err);

#endif
