/*
 * diversity_counts.h - how many kinds there are among n samples.
 *
 * p_i = n_i / n over the U kinds; f1 and f2 kinds were seen once and twice.  Entropies are in nats.
 * n = 0 and divisions by zero give NaN.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_COUNTS_H
#define ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_COUNTS_H

#include <stddef.h>
#include <stdint.h>

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

#endif
