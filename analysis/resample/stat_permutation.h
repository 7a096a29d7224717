/*
 * stat_permutation.h - tests by permutation: sign flips, several tests at once, ranks within
 * blocks.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_PERMUTATION_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_PERMUTATION_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_rank.h"

struct arena;
struct err;

#define STAT_SIGN_FLIP_EXACT 20    /* up to here every sign assignment is visited */
#define STAT_DIFFERENCE_GRID 1e-12 /* differences equal but for rounding meet on it */

struct stat_sign_flip {
    double mean;
    double p;
    double min_p; /* smallest possible p: 2 / 2^n two-sided, 1 / 2^n one-sided */
    size_t n;
    enum stat_engine engine; /* exact up to 2^20 assignments, else Monte Carlo */
    int64_t replicates;      /* assignments visited */
};

/* The nearest point of STAT_DIFFERENCE_GRID: differences equal but for rounding tie, and rounding
 * alone is 0. */
double stat_on_grid(double difference);
/*
 * Sums tie with the observed one within n times the grid, by which gridded differences can miss a
 * tie, and within 1e-12 of the sum of sizes.  Monte Carlo p is (hits + 1) / (replicates + 1).
 * analysis names the stream.  ERR_NODATA for n = 0 or a value that is not finite.
 */
int stat_sign_flip(const double *d, size_t n, enum stat_alternative alternative, int64_t replicates,
                   uint64_t seed, uint64_t analysis, struct stat_sign_flip *out, struct err *err);

/* Several paired tests at once, by shared sign flips of the units. */

/*
 * Single-step max-T of Westfall and Young.  d[test * n_units + unit] is a difference or NaN.
 * out[test]: share of sign patterns whose largest |sum| / root of the sum of squares over the tests
 * reaches this test's; NaN without a difference other than 0.  Exact up to STAT_SIGN_FLIP_EXACT
 * units, else Monte Carlo.
 */
enum stat_engine stat_max_t(const double *d, size_t n_tests, size_t n_units, uint64_t seed,
                            double *out, struct arena *arena);

/*
 * Do several methods differ: ranks within blocks (tasks).
 */

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
                  struct stat_friedman *out, struct err *err);

#endif
