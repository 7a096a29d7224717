/*
 * Closed forms, enumeration of all subsamples, and values of an independent program (Python 3.11,
 * numpy 1.24 eigvalsh and plain loops over n-grams).
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/code/code_set.h"
#include "analysis/study/diversity.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/unit/analysis/near.h"

static void counts_goldens(void **state)
{
    (void)state;
    const int64_t counts[] = { 5, 3, 1, 1 };
    struct diversity_counts d = diversity_of_counts(counts, 4);
    assert_int_equal(d.n, 10);
    assert_int_equal(d.unique, 4);
    assert_near(d.unique_ratio, .4, 1e-15);
    assert_near(d.entropy, 1.1682824501765625, 1e-14);
    assert_near(d.entropy_miller_madow, 1.1682824501765625 + .15, 1e-14);
    assert_near(d.entropy_chao_shen, 1.4492634570732532, 1e-13);
    assert_near(d.hill[1], exp(1.1682824501765625), 1e-14);
    assert_near(d.hill[2], 100.0 / 36.0, 1e-15);
    assert_near(d.hill_inf, 2.0, 1e-15);
    assert_near(d.collision, 26.0 / 90.0, 1e-15);
    assert_near(d.unseen_mass, .2, 1e-15);
    assert_near(d.coverage, .8, 1e-15); /* f2 = 0 */
    assert_near(d.chao1, 5.0, 1e-15);
    const int64_t doubles[] = { 4, 2, 2, 1 };
    d = diversity_of_counts(doubles, 4);
    assert_near(d.coverage, 1.0 - 1.0 / 9.0 * 8.0 / 12.0, 1e-15);
    assert_near(d.chao1, 4.0, 1e-15);
}

static void edges_are_undefined(void **state)
{
    (void)state;
    const int64_t one[] = { 1 };
    struct diversity_counts none = diversity_of_counts(NULL, 0);
    assert_true(isnan(none.entropy) && isnan(none.unique_ratio) && isnan(none.chao1));
    struct diversity_counts d = diversity_of_counts(one, 1);
    assert_true(isnan(d.collision) && isnan(d.coverage) && isnan(d.entropy_chao_shen));
    assert_near(d.unique_ratio, 1, 0);
    assert_true(isnan(diversity_rarefied_richness(one, 1, 2)));
    assert_true(isnan(diversity_rarefied_hill(one, 1, 0, 1)));
    assert_true(isnan(diversity_rarefied_richness(one, 1, 0)));
    const int64_t same[] = { 7 };
    d = diversity_of_counts(same, 1);
    assert_near(d.coverage, 1, 0);
    assert_near(d.collision, 1, 0);
    assert_near(d.entropy, 0, 0);
}

static void all_different_has_full_collision_free_hills(void **state)
{
    (void)state;
    const int64_t counts[] = { 1, 1, 1, 1, 1 };
    struct diversity_counts d = diversity_of_counts(counts, 5);
    for (int q = 0; q < 3; q++)
        assert_near(d.hill[q], 5, 1e-14);
    assert_near(d.hill_inf, 5, 1e-14);
    assert_near(d.collision, 0, 0);
    assert_true(isfinite(d.entropy_chao_shen));
}

/* Means over all m-subsets of kinds, entropy, and sum of squares. */
static void enumerate(const int64_t *counts, size_t n_kinds, unsigned m, double out[3])
{
    int kind_of[16];
    unsigned n = 0;
    double sets = 0;
    memset(out, 0, 3 * sizeof(*out));
    for (size_t k = 0; k < n_kinds; k++) {
        for (int64_t i = 0; i < counts[k]; i++)
            kind_of[n++] = (int)k;
    }
    for (unsigned set = 0; set < 1u << n; set++) {
        int64_t seen[16] = { 0 };
        if ((unsigned)__builtin_popcount(set) != m)
            continue;
        for (unsigned i = 0; i < n; i++)
            seen[kind_of[i]] += set >> i & 1;
        for (size_t k = 0; k < n_kinds; k++) {
            double p = (double)seen[k] / m;
            out[0] += seen[k] > 0 ? 1 : 0;
            out[1] -= seen[k] > 0 ? p * log(p) : 0;
            out[2] += p * p;
        }
        sets++;
    }
    for (int i = 0; i < 3; i++)
        out[i] /= sets;
}

static void rarefaction_is_the_mean_over_subsets(void **state)
{
    (void)state;
    struct rng g;
    rng_init(&g, 3, RNG_SAMPLE, 0, 0, 0);
    for (int round = 0; round < 60; round++) {
        int64_t counts[4];
        int64_t n = 0;
        size_t n_kinds = 1 + rng_below(&g, 4);
        for (size_t k = 0; k < n_kinds; k++) {
            counts[k] = 1 + rng_below(&g, 3);
            n += counts[k];
        }
        for (int64_t m = 1; m <= n; m++) {
            double want[3];
            enumerate(counts, n_kinds, (unsigned)m, want);
            assert_near(diversity_rarefied_richness(counts, n_kinds, m), want[0], 1e-12);
            assert_near(diversity_rarefied_hill(counts, n_kinds, m, 0), want[0], 1e-12);
            assert_near(diversity_rarefied_hill(counts, n_kinds, m, 1), exp(want[1]), 1e-12);
            assert_near(diversity_rarefied_hill(counts, n_kinds, m, 2), 1 / want[2], 1e-12);
        }
        struct diversity_counts d = diversity_of_counts(counts, n_kinds);
        assert_near(diversity_rarefied_hill(counts, n_kinds, n, 2), d.hill[2], 1e-12);
    }
}

static const int64_t text_a[] = { 1, 2, 3, 4, 5, 6 };
static const int64_t text_b[] = { 1, 2, 3, 4, 5, 7, 8 };
static const int64_t text_c[] = { 9, 1, 2, 3, 1, 2 };
static const int64_t text_d[] = { 1, 2 };
static const struct diversity_sample texts[] = {
    { text_a, 6 }, { text_b, 7 }, { text_c, 6 }, { text_d, 2 }
};

static void text_goldens(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct diversity_distinct d = diversity_distinct_n(texts, 4, 2, 9, &arena);
    assert_int_equal(d.unique, 9);
    assert_int_equal(d.total, 17);
    assert_near(d.adjusted, 0.5836465250996882, 1e-12);
    /* A text of fewer words than a gram has none, one of as many has one. */
    const struct diversity_sample shorter[] = { { text_a, 1 }, { text_d, 2 }, { text_a, 1 } };
    d = diversity_distinct_n(shorter, 3, 2, 9, &arena);
    assert_int_equal(d.total, 1);
    assert_int_equal(d.unique, 1);
    assert_near(diversity_self_bleu(texts, 4, &arena), 0.428002668076783, 1e-13);
    assert_near(diversity_vendi(texts, 4, &arena), 3.8387735281334985, 1e-12);
    arena_release(&arena);
}

/* Every pair overlaps otherwise, so that each similarity counts; numpy 1.24: eigvalsh of the
 * Jaccard similarities of 4-grams, divided by n. */
static void vendi_of_texts_that_all_overlap(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    const int64_t first[] = { 1, 2, 3, 4, 5, 6, 7 };
    const int64_t second[] = { 2, 3, 4, 5, 6, 7, 8, 9 };
    const int64_t third[] = { 3, 4, 5, 6, 7, 8, 9, 10, 11 };
    const int64_t fourth[] = { 20, 21, 5, 6, 7, 8, 9 };
    const struct diversity_sample s[] = {
        { first, 7 }, { second, 8 }, { third, 9 }, { fourth, 7 }
    };
    assert_near(diversity_vendi(s, 4, &arena), 3.313081835708943, 1e-12);
    arena_release(&arena);
}

static void alike_and_unlike_are_the_ends(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    const int64_t u[] = { 11, 12, 13, 14, 15 };
    const int64_t v[] = { 21, 22, 23, 24, 25 };
    const struct diversity_sample alike[] = { { u, 5 }, { u, 5 }, { u, 5 } };
    const struct diversity_sample unlike[] = { { u, 5 }, { v, 5 } };
    const struct diversity_sample empty[] = { { NULL, 0 }, { NULL, 0 } };
    assert_near(diversity_vendi(alike, 3, &arena), 1, 1e-12);
    assert_near(diversity_self_bleu(alike, 3, &arena), 1, 1e-12);
    assert_near(diversity_vendi(unlike, 2, &arena), 2, 1e-12);
    assert_near(diversity_self_bleu(unlike, 2, &arena), 0, 0);
    assert_true(isnan(diversity_self_bleu(alike, 1, &arena)));
    assert_true(isnan(diversity_vendi(alike, 0, &arena)));
    assert_near(diversity_vendi(empty, 2, &arena), 1, 1e-12);
    assert_true(isnan(diversity_distinct_n(empty, 2, 1, 0, &arena).ratio));
    arena_release(&arena);
}

/* Trace and trace of the square are kept; the 3 x 3 matrix has 2 - sqrt 2, 2, 2 + sqrt 2. */
static void eigenvalues_of_known_matrices(void **state)
{
    (void)state;
    double a[] = { 2, -1, 0, -1, 2, -1, 0, -1, 2 };
    double got[3];
    diversity_eigenvalues(a, 3, got);
    assert_near(got[0], 2 - sqrt(2), 1e-14);
    assert_near(got[1], 2, 1e-14);
    assert_near(got[2], 2 + sqrt(2), 1e-14);
    enum { N = 40 };
    double big[N * N];
    double values[N];
    struct rng g;
    double trace = 0;
    double squares = 0;
    rng_init(&g, 5, RNG_SAMPLE, 0, 0, 0);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k <= i; k++)
            big[i * N + k] = big[k * N + i] = rng_normal(&g);
    }
    for (int i = 0; i < N * N; i++)
        squares += big[i] * big[i];
    for (int i = 0; i < N; i++)
        trace += big[i * N + i];
    diversity_eigenvalues(big, N, values);
    for (int i = 0; i < N; i++) {
        trace -= values[i];
        squares -= values[i] * values[i];
    }
    assert_true(fabs(trace) < 1e-10);
    assert_true(fabs(squares) < 1e-9);
}

/* A pair beyond the window is left out. */
static void compression_distances(void **state)
{
    (void)state;
    static char noise[2][2000];
    static char large[DIVERSITY_WINDOW];
    struct rng g;
    rng_init(&g, 7, RNG_SAMPLE, 0, 0, 0);
    for (size_t i = 0; i < sizeof(noise); i++)
        noise[i / 2000][i % 2000] = (char)rng_u32(&g);
    const struct code_text alike[] = { { noise[0], 2000 }, { noise[0], 2000 } };
    const struct code_text unlike[] = { { noise[0], 2000 }, { noise[1], 2000 } };
    const struct code_text too_long[] = { { noise[0], 2000 }, { large, sizeof(large) } };
    const struct code_text empty[] = { { "", 0 }, { "", 0 } };
    assert_true(diversity_compressed_size(noise[0], 2000) >= 2000);
    assert_true(diversity_compressed_size(large, sizeof(large)) < 100);
    assert_true(diversity_compression(alike, 2) < .05);
    assert_true(diversity_compression(unlike, 2) > .95);
    assert_true(isnan(diversity_compression(too_long, 2)));
    assert_true(isnan(diversity_compression(alike, 1)));
    assert_near(diversity_compression(empty, 2), 0, 0);
}

/* As many samples as are compared at most, and one more. */
static void no_more_samples_are_compared(void **state)
{
    struct arena arena = { 0 };
    size_t n = DIVERSITY_MAX_SAMPLES;
    double *same = arena_array(&arena, (n + 1) * (n + 1), sizeof(*same));
    struct diversity_sample *empty = arena_array(&arena, n + 1, sizeof(*empty));
    (void)state;
    for (size_t i = 0; i < (n + 1) * (n + 1); i++)
        same[i] = 1;
    assert_near(diversity_vendi_of(same, n, &arena), 1, 1e-6);
    assert_true(isnan(diversity_vendi_of(same, n + 1, &arena)));
    assert_true(isnan(diversity_vendi_of(same, 0, &arena)));
    assert_near(diversity_vendi(empty, n, &arena), 1, 1e-6); /* of no words */
    assert_true(isnan(diversity_vendi(empty, n + 1, &arena)));
    assert_true(isnan(diversity_vendi(empty, 0, &arena)));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_goldens),
        cmocka_unit_test(edges_are_undefined),
        cmocka_unit_test(all_different_has_full_collision_free_hills),
        cmocka_unit_test(rarefaction_is_the_mean_over_subsets),
        cmocka_unit_test(text_goldens),
        cmocka_unit_test(compression_distances),
        cmocka_unit_test(vendi_of_texts_that_all_overlap),
        cmocka_unit_test(alike_and_unlike_are_the_ends),
        cmocka_unit_test(eigenvalues_of_known_matrices),
        cmocka_unit_test(no_more_samples_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
