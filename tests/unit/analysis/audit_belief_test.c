/*
 * Checks that weigh numbers against each other: noise around 1, references that drift, times of
 * wrong results, turns that repeat, tasks that are nearly trained on, and what code admits.  Each
 * has at least ten fixtures that it must report and ten that it must not.
 */
#include "analysis/code/code_scan.h"
#include "tests/unit/analysis/audit_bench.h"

#define LEAST 10

/* Rows of one check on a bench. */
static size_t count(struct bench *b, const char *check)
{
    struct arena arena = { 0 };
    struct audit_findings found = { 0 };
    size_t n = 0;
    point(b);
    audit_run_check(audit_find_check(check), &b->run, &b->options, &arena, &found);
    if (found.n > 0) {
        assert_true(strlen(found.items[0].evidence) > 0);
        n = found.items[0].n_rows;
    }
    arena_release(&arena);
    return n;
}

static void expect(struct bench *b, const char *check, size_t wanted, int at)
{
    size_t n = count(b, check);
    if (n != wanted)
        fail_msg("%s, fixture %d: %zu rows, not %zu", check, at, n, wanted);
}

/* Speedups of all rollouts, far from 1 but for the first ones. */
static void set_speedups(struct bench *b, size_t n_near, double near, double spread)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        struct audit_rollout *r = &b->rollouts[i];
        r->baseline_us = r->runtime_us * (i < n_near ? near : 2.0);
        r->std_us = spread * r->runtime_us;
        r->n_times = 4; /* two standard errors are one spread */
    }
}

static void test_speedups_within_their_noise(void **state)
{
    (void)state;
    static const struct {
        size_t n_near;
        double near, spread;
        bool reported;
    } rows[] = {
        { 3, 1.01, 0.001, true },        { 3, 0.99, 0.001, true },
        { 12, 1.019, 0.001, true },      { 4, 1.005, 0.0, true },
        { 5, 1.0001, 0.001, true },      { 3, 1.045, 0.05, true },
        { 3, 0.955, 0.05, true },        { 6, 1.075, 0.08, true },
        { 3, 1.015, (double)NAN, true }, { 12, 0.985, 0.001, true },
        { 7, 0.9999, 0.01, true },

        { 2, 1.01, 0.001, false },       { 3, 1.03, 0.001, false },
        { 3, 0.97, 0.001, false },       { 0, 1.0, 0.001, false },
        { 12, 1.5, 0.01, false },        { 3, 1.0, 0.001, false },
        { 3, 1.06, 0.05, false },        { 12, 0.5, 0.1, false },
        { 2, 0.99, 0.05, false },        { 3, 1.04, (double)NAN, false },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct bench b;
        set_clean(&b);
        set_speedups(&b, rows[i].n_near, rows[i].near, rows[i].spread);
        expect(&b, "speedup_in_noise", rows[i].reported ? rows[i].n_near : 0, (int)i);
        for (size_t k = 0; k < N_ROLLOUTS; k++)
            b.rollouts[k].has_interval = true;
        expect(&b, "speedup_in_noise", 0, (int)i);
    }
}

static void test_the_share_of_faster_ones_is_told_as_a_range(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct audit_findings found = { 0 };
    struct bench b;
    set_clean(&b);
    set_speedups(&b, 3, 0.99, 0.001);
    point(&b);
    audit_run_check(audit_find_check("speedup_in_noise"), &b.run, &b.options, &arena, &found);
    assert_string_equal(found.items[0].evidence,
                        "3 speedups are within their noise of 1: between 75.0 % and 100.0 % of 12 "
                        "samples are faster");
    arena_release(&arena);
}

static void test_references_that_drift(void **state)
{
    (void)state;
    static const char h100[] = "NVIDIA H100 80GB HBM3";
    static const struct {
        const char *device;
        double least_us, most_us; /* elsewhere; 150.5 here */
        enum audit_case task_case;
        bool reported;
    } rows[] = {
        { h100, 300.0, 300.0, AUDIT_CASE_UNKNOWN, true },
        { h100, 226.0, 230.0, AUDIT_CASE_UNKNOWN, true },
        { h100, 100.0, 100.0, AUDIT_CASE_UNKNOWN, true },
        { h100, 10.0, 20.0, AUDIT_CASE_UNKNOWN, true },
        { h100, 15000.0, 16000.0, AUDIT_CASE_UNKNOWN, true },
        { "H100_80GB_HBM3", 300.0, 300.0, AUDIT_CASE_UNKNOWN, true },
        { "NVIDIA_H100_80GB_HBM3", 50.0, 90.0, AUDIT_CASE_UNKNOWN, true },
        { h100, 1.0, 1.0, AUDIT_CASE_UNKNOWN, true },
        { h100, 227.0, 900.0, AUDIT_CASE_UNKNOWN, true },
        { h100, 20.0, 99.0, AUDIT_CASE_UNKNOWN, true },

        { h100, 150.5, 150.5, AUDIT_CASE_UNKNOWN, false },
        { h100, 200.0, 210.0, AUDIT_CASE_UNKNOWN, false },
        { h100, 110.0, 120.0, AUDIT_CASE_UNKNOWN, false },
        { h100, 10.0, 160.0, AUDIT_CASE_UNKNOWN, false },
        { h100, 140.0, 3000.0, AUDIT_CASE_UNKNOWN, false },
        { "Tesla T4", 300.0, 300.0, AUDIT_CASE_UNKNOWN, false },
        { "NVIDIA H200", 10.0, 10.0, AUDIT_CASE_UNKNOWN, false },
        { h100, 300.0, 300.0, AUDIT_TINY, false },
        { h100, 10.0, 10.0, AUDIT_FULL, false },
        { h100, 225.0, 225.0, AUDIT_CASE_UNKNOWN, false },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct bench b;
        set_clean(&b);
        b.references[0] = (struct audit_reference){ .task = 1,
                                                    .device = rows[i].device,
                                                    .run = "other",
                                                    .task_case = rows[i].task_case,
                                                    .least_us = rows[i].least_us,
                                                    .most_us = rows[i].most_us };
        b.run.n_references = 1;
        expect(&b, "reference_drift", rows[i].reported, (int)i);
    }
}

static void test_references_that_drift_within_a_run(void **state)
{
    (void)state;
    static const struct {
        double us[4]; /* the reference beside the samples of a task */
        bool reported;
    } rows[] = {
        { { 100, 100, 200, 200 }, true },
        { { 1700, 9500, 4100, 1800 }, true },
        { { 100, 200, 100, 200 }, true },
        { { 110, 210, 330, 440 }, true },
        { { 1000, 1000, 1600, 1600 }, true },
        { { 900, 910, 300, 305 }, true },
        { { 150, 500, 5000, 50000 }, true },
        { { 100, 110, 160, 170 }, true },
        { { 301, 299, 151, 161 }, true },
        { { 1e6, 1e6, 2e6, 2e6 }, true },

        { { 100, 100, 100, 100 }, false },
        { { 100, 110, 120, 130 }, false },
        { { 100, 100, 100, 1000 }, false },
        { { 1000, 100, 1000, 1000 }, false },
        { { 100, 149, 149, 100 }, false },
        { { 1000, 0, 0, 1000 }, false },
        { { 0, 0, 0, 0 }, false },
        { { 10, 10, 20, 20 }, false },
        { { 100, 300, 0, 0 }, false },
        { { 1e6, 1.2e6, 1e6, 1.2e6 }, false },
    };
    for (int unknown = 0; unknown < 2; unknown++)
        for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
            struct bench b;
            set_clean(&b);
            for (size_t k = 0; k < N_SAMPLES; k++) {
                b.rollouts[k].baseline_us = rows[i].us[k];
                if (unknown == 1)
                    b.rollouts[k].device = "";
            }
            expect(&b, "reference_drift", rows[i].reported, (int)i);
        }
}

static void test_times_of_wrong_results(void **state)
{
    (void)state;
    for (int i = 0; i < LEAST; i++) {
        struct bench b;
        set_clean(&b);
        b.rollouts[i].correct = false;
        b.rollouts[i].compiled = i % 2 == 0;
        expect(&b, "timed_not_correct", 1, i);
        b.rollouts[i].runtime_us = (double)NAN;
        expect(&b, "timed_not_correct", 0, i);
    }
    struct bench b;
    set_clean(&b);
    expect(&b, "timed_not_correct", 0, LEAST);
    for (size_t i = 0; i < N_ROLLOUTS; i++) { /* times of programs without a verdict */
        b.rollouts[i].correct = false;
        b.rollouts[i].code_id = b.rollouts[i].prompt_id = 0;
    }
    expect(&b, "timed_not_correct", 0, LEAST + 1);
}

/* The first two samples of the first task become two turns of one. */
static void two_turns(struct bench *b, size_t task)
{
    struct audit_rollout *r = &b->rollouts[task * N_SAMPLES];
    r[1].turn = r[0].turn + 1;
    r[1].sample = r[0].sample;
}

static void test_turns_that_repeat_their_code(void **state)
{
    (void)state;
    for (int i = 0; i < LEAST; i++) {
        struct bench b;
        size_t task = (size_t)i % N_TASKS;
        struct audit_rollout *r;
        set_clean(&b);
        two_turns(&b, task);
        r = &b.rollouts[task * N_SAMPLES];
        expect(&b, "same_code_in_turns", 0, i); /* another code */
        r[1].code_id = r[0].code_id;
        r[0].turn = i;
        r[1].turn = i + 1 + i % 3;
        expect(&b, "same_code_in_turns", 1, i);
        r[0].code_id = r[1].code_id = 0;
        expect(&b, "same_code_in_turns", 0, i);
        r[0].code_id = r[1].code_id = 5;
        r[1].sample = 7;
        expect(&b, "same_code_in_turns", 0, i); /* another sample */
    }
}

static void test_duplicates_need_code(void **state)
{
    (void)state;
    for (int i = 0; i < LEAST; i++) {
        struct bench b;
        size_t from = (size_t)(i % N_TASKS) * N_SAMPLES;
        struct audit_rollout *r;
        set_clean(&b);
        r = &b.rollouts[from];
        r[2].runtime_us = r[1].runtime_us;
        r[2].std_us = r[1].std_us;
        r[2].min_us = r[1].min_us;
        r[2].max_us = r[1].max_us;
        expect(&b, "duplicate_samples", 0, i); /* other code */
        r[2].code_id = r[1].code_id;
        expect(&b, "duplicate_samples", 1, i);
        r[2].code_id = r[1].code_id = 0;
        expect(&b, "duplicate_samples", 0, i);
    }
}

static void test_tasks_that_are_nearly_trained_on(void **state)
{
    (void)state;
    static const struct {
        const char *name, *family, *trained, *trained_family;
        bool reported;
    } rows[] = {
        { "1_Square_matrix_multiplication_", "", "2_Standard_matrix_multiplication_", "", true },
        { "6_Matmul_with_large_K_dimension_", "", "7_Matmul_with_small_K_dimension_", "", true },
        { "Matrix vector product", "matvec", "matrix scalar product", "matvec", true },
        { "57_conv_transposed_2D__square_input", "", "58_conv_transposed_3D__square_input", "",
          true },
        { "conv standard square kernel.py", "", "conv depthwise square kernel.py", "", true },
        { "a b c", "", "a b c", "", true },
        { "47_Sum_reduction_over_dim", "", "48_Mean_reduction_over_dim", "", true },
        { "41_Max_Pooling_1D", "pool", "42_Max_Pooling_2D", "pool", true },
        { "Conv2d_ReLU_BiasAdd", "", "Conv3d_ReLU_BiasAdd", "", true },
        { "16_Matmul_transposed_A", "", "17_Matmul_transposed_B", "", true },

        { "19_ReLU", "", "20_LeakyReLU", "", false },
        { "Square matrix multiplication", "", "Average pooling 2D", "", false },
        { "a b c", "x", "a b c", "y", false },
        { "Matrix vector product", "", "Batched matrix vector sum product", "", false },
        { "23_Softmax", "", "24_LogSoftmax", "", false },
        { "a b c d", "", "a b x y", "", false },
        { "", "", "", "", false },
        { "1_2_3", "", "1_2_3", "", false },
        { "Conv2d_ReLU_BiasAdd", "", "Conv2d_Tanh_Scaling", "", false },
        { "a a b", "", "b b a c d", "", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct bench b;
        set_clean(&b);
        b.tasks[1].name = rows[i].name;
        b.tasks[1].family = rows[i].family;
        b.train_tasks[0] =
            (struct audit_train_task){ "l1/90", rows[i].trained, rows[i].trained_family };
        assert_int_equal(audit_near_unchecked(&b.run), 0);
        b.run.n_train_tasks = 1;
        expect(&b, "split_near_duplicate", rows[i].reported, (int)i);
        /* The other two tasks have no names. */
        assert_int_equal(audit_near_unchecked(&b.run),
                         strstr(rows[i].name, "ReLU") == rows[i].name + 3 ||
                                 strstr(rows[i].name, "Softmax") != NULL ||
                                 rows[i].name[0] == '\0' || strcmp(rows[i].name, "1_2_3") == 0
                             ? 3
                             : 2);
        b.run.strategy = "train";
        expect(&b, "split_near_duplicate", 0, (int)i);
    }
}

/* Imports count samples from 1, or call them by numbers of their source. */
static void test_numbers_of_samples_are_not_always_places(void **state)
{
    (void)state;
    struct bench b;
    set_clean(&b);
    b.run.k = -1;
    for (int i = 0; i < N_ROLLOUTS; i++)
        b.rollouts[i].sample++;
    expect(&b, "missing_samples", 0, 0);
    b.rollouts[N_ROLLOUTS - 1].sample++;
    expect(&b, "missing_samples", 1, 1);
    for (int i = 0; i < N_ROLLOUTS; i++)
        b.rollouts[i].sample = 1000 + 37 * i;
    expect(&b, "missing_samples", 0, 2);
    b.run.k = N_SAMPLES;
    expect(&b, "missing_samples", N_TASKS, 3);
    /* A search numbers its samples over its steps; one of them is not there. */
    set_clean(&b);
    b.run.k = 0;
    for (size_t k = 0; k < N_ROLLOUTS; k++)
        b.rollouts[k].step = b.rollouts[k].sample / 2;
    expect(&b, "missing_samples", 0, 4);
    b.rollouts[3].sample = 4;
    expect(&b, "missing_samples", 1, 5);
}

/* A search writes a prompt for each sample; another one for a quarter is a second condition. */
static void test_searches_have_a_prompt_a_sample(void **state)
{
    (void)state;
    struct bench b;
    set_clean(&b);
    for (int i = 0; i < N_ROLLOUTS; i++)
        b.rollouts[i].prompt_id = 100 + i;
    expect(&b, "prompt_changed", 0, 0);
    for (int i = 0; i < N_ROLLOUTS; i++)
        b.rollouts[i].prompt_id = 100 + (i == N_ROLLOUTS - 1);
    expect(&b, "prompt_changed", 1, 1);
}

/* Half precision matters where the task is in 32 bits and the sample counts. */
static void test_reduced_precision_needs_a_task_in_32_bits(void **state)
{
    (void)state;
    static const struct {
        const char *precision, *suite;
        bool correct, reported;
    } rows[] = {
        { "fp32", "kernelbench", true, true },
        { "", "kernelbench", true, true },
        { "torch.float32", "kernelbench", true, true },
        { "fp16", "kernelbench", true, false },
        { "bf16", "kernelbench", true, false },
        { "fp32", "kernelbench", false, false },
        { "fp32", "cruxeval", true, false },
    };
    static const struct code_hit hit = { CODE_PRECISION, 3, "TF32" };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct bench b;
        set_clean(&b);
        b.codes[2].n_hits = 1;
        b.codes[2].hits = &hit;
        b.rollouts[2].precision = rows[i].precision;
        b.rollouts[2].correct = rows[i].correct;
        for (size_t k = 0; k < N_TASKS; k++)
            b.tasks[k].suite = rows[i].suite;
        expect(&b, "code_reduced_precision", rows[i].reported, (int)i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speedups_within_their_noise),
        cmocka_unit_test(test_the_share_of_faster_ones_is_told_as_a_range),
        cmocka_unit_test(test_references_that_drift),
        cmocka_unit_test(test_references_that_drift_within_a_run),
        cmocka_unit_test(test_times_of_wrong_results),
        cmocka_unit_test(test_turns_that_repeat_their_code),
        cmocka_unit_test(test_duplicates_need_code),
        cmocka_unit_test(test_tasks_that_are_nearly_trained_on),
        cmocka_unit_test(test_numbers_of_samples_are_not_always_places),
        cmocka_unit_test(test_searches_have_a_prompt_a_sample),
        cmocka_unit_test(test_reduced_precision_needs_a_task_in_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
