/*
 * stat_rank.h - ranks, rank correlation, and the two-sample rank test.
 *
 * Doubled ranks make average ranks of ties integers and every rank sum exact.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_RANK_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_RANK_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

enum stat_alternative { STAT_TWO_SIDED, STAT_GREATER, STAT_LESS };
enum stat_engine { STAT_AUTO, STAT_EXACT, STAT_ASYMPTOTIC, STAT_MONTE_CARLO };
const char *stat_engine_name(enum stat_engine e); /* "exact", "asymptotic", "monte-carlo" */

/* Twice the average ranks, from 1; x is finite. */
void stat_rank_doubled(const double *x, size_t n, int64_t *out, struct arena *arena);
double stat_rank_tie_term(const int64_t *doubled, size_t n, struct arena *arena);

struct stat_correlation {
    double r;
    double p; /* two-sided; NaN for n < 3 */
    size_t n;
};

/* p by Student's t.  NaN for constant data; ERR_NODATA for n < 2 or a value that is not finite. */
int stat_spearman(const double *x, const double *y, size_t n, struct arena *arena,
                  struct stat_correlation *out, struct err *err);

struct stat_mann_whitney {
    double u; /* pairs with x > y, ties half */
    double p;
    enum stat_engine engine;
};

/*
 * greater: x tends to be larger.  STAT_AUTO: exact without ties when the smaller sample has at most
 * 8 values, else asymptotic with tie and continuity correction.  STAT_EXACT: permutations given the
 * ties (n_x + n_y <= 200).
 */
int stat_mann_whitney(const double *x, size_t n_x, const double *y, size_t n_y,
                      enum stat_alternative alternative, enum stat_engine engine,
                      struct arena *arena, struct stat_mann_whitney *out, struct err *err);

#endif
