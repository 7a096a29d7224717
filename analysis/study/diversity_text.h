/*
 * diversity_text.h - how different some token sequences are: n-grams, Vendi score.
 *
 * Equal tokens have equal numbers.  A measure is NaN with too few samples or no n-gram.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_TEXT_H
#define ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct arena;

#define DIVERSITY_MAX_ORDER   4
#define DIVERSITY_MAX_SAMPLES 256

struct diversity_sample {
    const int64_t *tokens; /* from 0 */
    size_t n;
};

struct diversity_distinct {
    int64_t unique;
    int64_t total;
    double ratio; /* unique / total; falls with length */
    /*
     * unique / expected number of different n-grams in total uniform draws from V^n: V^n (1 - (1 -
     * V^-n)^total) (Liu et al. 2022, for tokens).
     */
    double adjusted;
};

/* One order, 1 to DIVERSITY_MAX_ORDER, all samples; vocabulary is V. */
struct diversity_distinct diversity_distinct_n(const struct diversity_sample *s, size_t n,
                                               size_t order, int64_t vocabulary,
                                               struct arena *arena);

/*
 * Mean BLEU-4 of a sample against all others (1: all alike): clipped precisions of orders 1 to 4
 * with equal weights, zero counts as 0.1 (NLTK's method1), brevity against the closest length, the
 * shorter of two.  0 for a sample without a match; orders longer than the sample are left out.  NaN
 * below two samples.
 */
double diversity_self_bleu(const struct diversity_sample *s, size_t n, struct arena *arena);

/*
 * Effective number of samples, 1 to n: exp(-sum l ln l) over the eigenvalues l of K/n, K the
 * Jaccard similarity of sets of 4-token shingles, shorter samples being one (Friedman and Dieng
 * 2023).  NaN for none or more than DIVERSITY_MAX_SAMPLES.
 */
double diversity_vendi(const struct diversity_sample *s, size_t n, struct arena *arena);
/* Of any n x n symmetric similarity with ones on the diagonal. */
double diversity_vendi_of(const double *similarity, size_t n, struct arena *arena);

/* Cyclic Jacobi rotations of a symmetric matrix; ascending.  a is overwritten. */
void diversity_eigenvalues(double *a, size_t n, double *out);

#endif
