/*
 * diversity_text.h - how different some token sequences are: n-grams, Vendi score, compression.
 *
 * A sample is a sequence of token numbers (equal tokens, equal numbers).  A measure is NaN where it
 * is undefined: too few samples, no n-gram at all.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_TEXT_H
#define ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct arena;

#define DIVERSITY_MAX_ORDER   4   /* longest n-gram */
#define DIVERSITY_MAX_SAMPLES 256 /* of diversity_vendi */

struct diversity_sample {
    const int64_t *tokens; /* from 0 */
    size_t n;
};

struct diversity_distinct {
    int64_t unique;
    int64_t total;
    double ratio; /* unique / total; falls with length */
    /*
     * unique / expected number of different n-grams among total draws, uniform over the V^n
     * possible ones: V^n (1 - (1 - V^-n)^total) (Liu et al. 2022, for tokens; here for n-grams).
     */
    double adjusted;
};

/* n-grams of one order, 1 to DIVERSITY_MAX_ORDER, over all samples; vocabulary is V. */
struct diversity_distinct diversity_distinct_n(const struct diversity_sample *s, size_t n,
                                               size_t order, int64_t vocabulary,
                                               struct arena *arena);

/*
 * Mean over samples of BLEU-4 against all others: clipped precisions of orders 1 to 4 with equal
 * weights, a zero count taken as 0.1 (NLTK's method1), brevity against the closest length, the
 * shorter one of two.  1 means all alike.  0 for a sample without a matching token; orders
 * longer than the sample are left out.  NaN for fewer than two samples.
 */
double diversity_self_bleu(const struct diversity_sample *s, size_t n, struct arena *arena);

/*
 * exp(-sum l ln l) over the eigenvalues l of K/n, K the Jaccard similarity of the sets of 4-token
 * shingles (a sample shorter than that is one shingle): the effective number of different samples,
 * 1 to n (Friedman and Dieng 2023).  NaN for none or more than DIVERSITY_MAX_SAMPLES.
 */
double diversity_vendi(const struct diversity_sample *s, size_t n, struct arena *arena);
/* The same for any similarity matrix (n x n, symmetric, ones on the diagonal). */
double diversity_vendi_of(const double *similarity, size_t n, struct arena *arena);

/* Eigenvalues of a symmetric matrix by cyclic Jacobi rotations, ascending; a is overwritten. */
void diversity_eigenvalues(double *a, size_t n, double *out);

#endif
