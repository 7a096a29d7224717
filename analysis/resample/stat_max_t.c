#include "analysis/resample/stat_max_t.h"

#include <math.h>
#include <stdbool.h>

#include "analysis/resample/stat_permutation.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

#define REPLICATES 20000
#define STREAM     0x6d617874 /* among those of RNG_PERMUTATION */
#define SLACK      1e-9       /* a sum's order differs by pattern */

/* Divided by the root of the sum of squares; all zero where that is 0. */
static double *standardise(const double *d, size_t n_tests, size_t n_units, struct arena *arena)
{
    double *z = arena_array(arena, n_tests * n_units, sizeof(*z));
    for (size_t t = 0; t < n_tests; t++) {
        const double *row = d + t * n_units;
        struct stat_sum squares = { 0.0, 0.0 };
        for (size_t i = 0; i < n_units; i++)
            stat_sum_add(&squares, isnan(row[i]) ? 0.0 : row[i] * row[i]);
        double root = sqrt(stat_sum_value(&squares));
        for (size_t i = 0; i < n_units; i++)
            z[t * n_units + i] = isnan(row[i]) || !(root > 0.0) ? 0.0 : row[i] / root;
    }
    return z;
}

static double largest(const double *sums, size_t n)
{
    double most = 0.0;
    for (size_t t = 0; t < n; t++)
        most = fmax(most, fabs(sums[t]));
    return most;
}

/* Patterns that flip the first unit mirror the others. */
static void count_all(const double *z, size_t n_tests, size_t n_units, const double *observed,
                      double *sums, int64_t *hits)
{
    uint32_t patterns = 1u << (n_units - 1);
    for (uint32_t pattern = 0; pattern < patterns; pattern++) {
        /* Gray code changes one sign a pattern. */
        unsigned unit = 0;
        while (pattern != 0 && (pattern >> unit & 1u) == 0)
            unit++;
        bool minus = ((pattern ^ pattern >> 1) >> unit & 1u) != 0;
        for (size_t t = 0; pattern != 0 && t < n_tests; t++)
            sums[t] += (minus ? -2.0 : 2.0) * z[t * n_units + unit + 1];
        double most = largest(sums, n_tests);
        for (size_t t = 0; t < n_tests; t++)
            hits[t] += most >= observed[t] - SLACK;
    }
}

static void count_random(const double *z, size_t n_tests, size_t n_units, uint64_t seed,
                         const double *observed, double *sums, int64_t *hits)
{
    for (uint64_t r = 0; r < REPLICATES; r++) {
        struct rng g;
        uint32_t bits = 0;
        rng_init(&g, seed, RNG_PERMUTATION, STREAM, r, 0);
        for (size_t t = 0; t < n_tests; t++)
            sums[t] = 0.0;
        for (size_t i = 0; i < n_units; i++) {
            if (i % 32 == 0)
                bits = rng_u32(&g);
            double sign = bits >> (i % 32) & 1u ? -1.0 : 1.0;
            for (size_t t = 0; t < n_tests; t++)
                sums[t] += sign * z[t * n_units + i];
        }
        double most = largest(sums, n_tests);
        for (size_t t = 0; t < n_tests; t++)
            hits[t] += most >= observed[t] - SLACK;
    }
}

enum stat_engine stat_max_t(const double *d, size_t n_tests, size_t n_units, uint64_t seed,
                            double *out, struct arena *arena)
{
    bool exact = n_units <= STAT_SIGN_FLIP_EXACT;
    double *z = standardise(d, n_tests, n_units, arena);
    double *sums = arena_array(arena, n_tests, sizeof(*sums));
    double *observed = arena_array(arena, n_tests, sizeof(*observed));
    int64_t *hits = arena_array(arena, n_tests, sizeof(*hits));
    for (size_t t = 0; t < n_tests; t++) {
        sums[t] = stat_sum(z + t * n_units, n_units);
        observed[t] = fabs(sums[t]);
    }
    if (exact && n_units > 0)
        count_all(z, n_tests, n_units, observed, sums, hits);
    else if (!exact)
        count_random(z, n_tests, n_units, seed, observed, sums, hits);
    for (size_t t = 0; t < n_tests; t++) {
        bool defined = false;
        for (size_t i = 0; i < n_units; i++)
            defined = defined || fabs(z[t * n_units + i]) > 0.0;
        double all = exact ? ldexp(1.0, (int)n_units - 1) : REPLICATES + 1.0;
        out[t] = defined ? ((double)hits[t] + (exact ? 0.0 : 1.0)) / all : STAT_NAN;
    }
    return exact ? STAT_EXACT : STAT_MONTE_CARLO;
}
