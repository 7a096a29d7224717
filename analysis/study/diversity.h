/*
 * diversity.h - how many kinds there are among n samples.
 *
 * p_i = n_i / n over the U kinds; f1 and f2 kinds were seen once and twice.  Entropies are in nats.
 * n = 0 and divisions by zero give NaN.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_H
#define ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/code/code_set.h"

struct arena;
struct code_text;

struct diversity_counts {
    int64_t n;
    int64_t unique;
    double unique_ratio;
    double hill[3];  /* q = 0, 1, 2: (sum p^q)^(1/(1-q)), plug-in; q = 1: exp(entropy) */
    double hill_inf; /* 1 / max p */
    double entropy;  /* -sum p ln p */
    double entropy_miller_madow; /* entropy + (U - 1) / (2n) */
    /* -sum Cp ln Cp / (1 - (1 - Cp)^n), C = 1 - f1/n; f1 = n counts as n - 1 (Chao, Shen 2003) */
    double entropy_chao_shen;
    double collision;   /* sum n_i (n_i - 1) / (n (n - 1)); NaN for n < 2 */
    double unseen_mass; /* Good and Turing's f1 / n */
    /* 1 - f1/n * (n-1) f1 / ((n-1) f1 + 2 f2); 1 when f1 = 0; NaN for n = 1 (Chao, Jost 2012) */
    double coverage;
    double chao1; /* U + f1 (f1 - 1) / (2 (f2 + 1)) */
};

/* Counts are positive. */
struct diversity_counts diversity_of_counts(const int64_t *counts, size_t n_kinds);

/* E[kinds among m of the n samples], m <= n (Hurlbert 1971); NaN for m > n. */
double diversity_rarefied_richness(const int64_t *counts, size_t n_kinds, int64_t m);
/*
 * Order 0, 1 or 2 of m of n samples: from the expected number of kinds seen k times, f_k(m) = sum_i
 * C(n_i, k) C(n - n_i, m - k) / C(n, m), as (sum_k (k/m)^q f_k(m))^(1/(1-q)) (Chao et al. 2014).  m
 * = n gives the plug-in; NaN for m > n or m < 1.
 */
double diversity_rarefied_hill(const int64_t *counts, size_t n_kinds, int64_t m, int q);

/*
 * How different some token sequences are: n-grams, Vendi score.
 *
 * Equal tokens have equal numbers.  A measure is NaN with too few samples or no n-gram.
 */

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

/*
 * Normalised compression distance.
 *
 * C(x) is deflate_size (src/base/deflate.h); pairs longer than its window of 32 KiB are left out,
 * because the second text could not see the first.
 */

#define DIVERSITY_WINDOW 32768

size_t diversity_compressed_size(const char *text, size_t len);
/*
 * Mean over pairs of (C(xy) - min(C(x), C(y))) / max(C(x), C(y)), x the earlier one, because it is
 * not symmetric to the byte.  NaN without a pair that fits.
 */
double diversity_compression(const struct code_text *texts, size_t n);

/* Diversity by (run, step, task), and its mean over tasks. */

#define DIVERSITY_ALL_TASKS ((size_t)-1)

enum diversity_of { DIVERSITY_OF_ALL, DIVERSITY_OF_COMPILED, DIVERSITY_OF_CORRECT };

enum diversity_measure {
    DIVERSITY_UNIQUE,
    DIVERSITY_UNIQUE_RATIO,
    DIVERSITY_HILL_1,
    DIVERSITY_HILL_2,
    DIVERSITY_HILL_INF,
    DIVERSITY_ENTROPY,
    DIVERSITY_ENTROPY_MM,
    DIVERSITY_ENTROPY_CS,
    DIVERSITY_COLLISION,
    DIVERSITY_UNSEEN,
    DIVERSITY_COVERAGE,
    DIVERSITY_CHAO1,
    DIVERSITY_RICHNESS_M, /* rarefied to m samples */
    DIVERSITY_HILL_1_M,
    DIVERSITY_HILL_2_M,
    DIVERSITY_DISTINCT_2, /* from here on of texts */
    DIVERSITY_DISTINCT_2_ADJUSTED,
    DIVERSITY_SELF_BLEU,
    DIVERSITY_COMPRESSION,
    DIVERSITY_VENDI,
    DIVERSITY_MEASURES
};

struct diversity_options {
    enum diversity_of of;
    const bool *levels; /* CODE_LEVELS flags */
    int64_t m;          /* 0: smallest n >= 2 of a task at the level */
    bool texts;         /* of the set, for measures of texts */
    size_t max_texts;   /* a group; DIVERSITY_MAX_SAMPLES at most */
};

struct diversity_row {
    size_t run;
    int step;
    size_t task; /* DIVERSITY_ALL_TASKS: mean over tasks with a value */
    size_t level;
    int64_t n; /* samples; of the mean: their sum */
    int64_t m;
    double values[DIVERSITY_MEASURES]; /* NaN when undefined */
};

struct diversity_table {
    struct diversity_row *rows; /* by level, run, step, task; means first */
    size_t n_rows;
    size_t n_left_out;   /* samples without a kind, summed over levels */
    size_t n_cut_groups; /* with more texts than max_texts */
};

const char *diversity_measure_name(enum diversity_measure m);
struct diversity_table diversity_of_groups(const struct code_set *set,
                                           const struct diversity_options *o, struct arena *arena);

#endif
