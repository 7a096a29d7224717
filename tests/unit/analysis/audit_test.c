/*
 * Checks of speedups, baselines and single samples: each fixture makes one thing wrong in a clean
 * run and gives exactly that finding; its honest twin gives none.
 */
#include "analysis/audit/audit_speed.h"
#include "tests/unit/analysis/audit_bench.h"

static void scale_times(struct bench *b, size_t i, double factor)
{
    struct audit_rollout *r = &b->rollouts[i];
    r->runtime_us *= factor;
    r->min_us *= factor;
    r->max_us *= factor;
    r->std_us *= factor;
}

static void copy_times(struct bench *b, size_t to, size_t from)
{
    b->rollouts[to].runtime_us = b->rollouts[from].runtime_us;
    b->rollouts[to].min_us = b->rollouts[from].min_us;
    b->rollouts[to].max_us = b->rollouts[from].max_us;
    b->rollouts[to].std_us = b->rollouts[from].std_us;
}

/* 4e8 bytes less the cache need 103 us from 3352 GB/s; 95 % of that are 98 us. */
static void below_roofline(struct bench *b)
{
    scale_times(b, 0, 0.9);
    b->rollouts[0].task_case = AUDIT_FULL;
}
/* Of those that are as far below it the first is named. */
static void below_roofline_alike(struct bench *b)
{
    for (size_t i = 4; i <= 8; i += 4) {
        copy_times(b, i, 0);
        scale_times(b, i, 0.9);
        b->rollouts[i].std_us += 0.01 * (double)i;
        b->rollouts[i].code_id = b->rollouts[4].code_id;
        b->rollouts[i].task_case = AUDIT_FULL;
    }
}
static void at_roofline(struct bench *b)
{
    b->rollouts[0].task_case = AUDIT_FULL;
}
/* An unrecorded size is not the full one when the baseline is below the bound too. */
static void smaller_size(struct bench *b)
{
    scale_times(b, 0, 0.5);
    b->rollouts[0].baseline_us = 60.0;
}
static void below_roofline_import(struct bench *b)
{
    scale_times(b, 0, 0.9);
}

/* 1e6 operations need 2 ns of 494.5 TFLOP/s, the full 1e9 2 us and their bytes 103. */
static void at_size(struct bench *b, enum audit_case size, double runtime_us)
{
    struct audit_work small = { 1e6, 4e5 };
    b->tasks[0].work[size] = small;
    b->rollouts[0].task_case = size;
    scale_times(b, 0, runtime_us / b->rollouts[0].runtime_us);
}
static void fast_at_tiny(struct bench *b)
{
    at_size(b, AUDIT_TINY, 0.5125);
}
static void fast_at_cpu_size(struct bench *b)
{
    at_size(b, AUDIT_CPU, 0.5125);
}
static void below_roofline_of_tiny(struct bench *b)
{
    at_size(b, AUDIT_TINY, 0.00125);
}
static void below_roofline_of_cpu_size(struct bench *b)
{
    at_size(b, AUDIT_CPU, 0.00125);
}
/* Work of another size excuses no sample of the full one. */
static void fast_at_full_beside_tiny(struct bench *b)
{
    at_size(b, AUDIT_TINY, 0.5125);
    b->rollouts[0].task_case = AUDIT_FULL;
}

static void forget_device(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rollouts[i].device = "Some Accelerator";
}
static void thousandfold(struct bench *b)
{
    forget_device(b);
    b->rollouts[5].baseline_us = 200.0 * b->rollouts[5].runtime_us;
}
static void ninetyfold(struct bench *b)
{
    forget_device(b);
    b->rollouts[5].baseline_us = 90.0 * b->rollouts[5].runtime_us;
}
/* The roofline allows the time: the baseline is slow. */
static void explained_thousandfold(struct bench *b)
{
    b->rollouts[5].baseline_us = 1000.0 * b->rollouts[5].runtime_us;
}
static void stated_thousandfold(struct bench *b)
{
    forget_device(b);
    b->rollouts[5].runtime_us = b->rollouts[5].baseline_us = (double)NAN;
    b->rollouts[5].stated_speedup = 1000.0;
}

static void at_a_thousandth(struct bench *b)
{
    forget_device(b);
    b->rollouts[5].runtime_us = 0.001;
    b->rollouts[5].baseline_us = 0.05;
    b->options.max_speedup = 1000.0;
}
/* To two decimals. */
static void stated_beside(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        const struct audit_rollout *r = &b->rollouts[i];
        b->rollouts[i].claim_beside = round(100.0 * r->baseline_us / r->runtime_us) / 100.0;
    }
}
static void stated_otherwise(struct bench *b)
{
    stated_beside(b);
    b->rollouts[4].claim_beside *= 1.1;
}

static void flagged_and_correct(struct bench *b)
{
    b->rollouts[2].failed_evidence = "excessive_speedup";
}
static void flagged_and_refused(struct bench *b)
{
    flagged_and_correct(b);
    b->rollouts[2].correct = false;
    b->rollouts[2].runtime_us = (double)NAN;
    b->rollouts[2].outcome = "cheat";
}

static void ones(struct bench *b, size_t n)
{
    for (size_t i = N_SAMPLES - n; i < N_SAMPLES; i++) /* the slower ones, so that none drifts */
        b->rollouts[i].baseline_us = b->rollouts[i].runtime_us;
}
static void three_ones(struct bench *b)
{
    ones(b, 3);
}
static void nearly_ones(struct bench *b)
{
    for (size_t i = 0; i < 3; i++)
        b->rollouts[i].baseline_us = 1.005 * b->rollouts[i].runtime_us;
}
static void drifted(struct bench *b)
{
    b->references[0] = (struct audit_reference){ .task = 2,
                                                 .device = "H100 80GB HBM3",
                                                 .run = "other",
                                                 .task_case = AUDIT_CASE_UNKNOWN,
                                                 .least_us = 400.0,
                                                 .most_us = 410.0 };
    b->run.n_references = 1;
}
static void timed_wrong(struct bench *b)
{
    b->rollouts[3].correct = false;
}
static void repeated_turn(struct bench *b)
{
    for (size_t i = 0; i < N_TASKS; i++) {
        b->rollouts[i * N_SAMPLES + 3].sample = 0;
        b->rollouts[i * N_SAMPLES + 3].turn = 1;
    }
    b->rollouts[3].code_id = b->rollouts[0].code_id;
    b->run.k = 3;
}
static void two_ones(struct bench *b)
{
    ones(b, 2);
}

static void store_baselines(struct bench *b, const char *device)
{
    for (size_t i = 0; i < N_TASKS; i++)
        b->baselines[i] = (struct audit_baseline){ .name = "torch_eager",
                                                   .device = device,
                                                   .precision = "fp32",
                                                   .task_id = 10 + (int64_t)i,
                                                   .runtime_us = 150.5,
                                                   .measured_day = 2459990.0 };
    b->run.n_baselines = N_TASKS;
    b->run.n_rewards = 0;
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rollouts[i].baseline_us = (double)NAN;
}
static void baseline_elsewhere(struct bench *b)
{
    store_baselines(b, "Tesla T4");
}
static void baseline_elsewhere_named(struct bench *b)
{
    baseline_elsewhere(b);
    b->options.baseline = "torch_eager";
}
/* Baselines beside the candidates count until another one is named. */
static void keep_measured(struct bench *b)
{
    store_baselines(b, "Tesla T4");
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rollouts[i].baseline_us = 150.5;
}
static void baseline_elsewhere_unasked(struct bench *b)
{
    keep_measured(b);
}
static void baseline_elsewhere_asked(struct bench *b)
{
    keep_measured(b);
    b->options.baseline = "torch_eager";
}
static void baseline_spelled_otherwise(struct bench *b)
{
    store_baselines(b, "H100_80GB_HBM3");
}
static void reference_elsewhere(struct bench *b)
{
    b->rollouts[1].baseline_device = "Tesla T4";
}
static void reference_here(struct bench *b)
{
    b->rollouts[1].baseline_device = "H100 80GB HBM3";
}

static void two_devices(struct bench *b)
{
    b->rollouts[7].device = "NVIDIA H200";
}
static void two_devices_of_one_letter(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rollouts[i].device = i == 7 ? "B" : "A";
}
static void untimed_elsewhere(struct bench *b)
{
    struct audit_rollout *r = &b->rollouts[7];
    r->device = "NVIDIA H200";
    r->correct = r->compiled = false;
    r->outcome = "compile";
    r->runtime_us = r->min_us = r->max_us = r->std_us = (double)NAN;
}

static void old_baseline(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
    b->baselines[0].measured_day = 2459000.0;
}
static void young_baseline(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
}
static void other_benchmark(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
    b->run.benchmark = "v0.1, v0.2";
    for (size_t i = 0; i < N_TASKS; i++)
        b->baselines[i].benchmark = "v0";
}
static void same_benchmark(struct bench *b)
{
    other_benchmark(b);
    for (size_t i = 0; i < N_TASKS; i++)
        b->baselines[i].benchmark = "v0, v0.1";
}
/* A run that names no version is supposed to be of the current one. */
static void unnamed_benchmark(struct bench *b)
{
    other_benchmark(b);
    b->run.benchmark = "";
}
static void other_precision(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
    b->baselines[1].precision = "bf16";
}
static void precision_spelled_otherwise(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
    b->baselines[1].precision = "torch.float32";
}

static void flaky_code(struct bench *b)
{
    b->rollouts[1].code_id = b->rollouts[0].code_id;
    b->rollouts[1].correct = false;
    b->rollouts[1].runtime_us = (double)NAN;
    b->rollouts[1].outcome = "mismatch";
}
static void repeated_code(struct bench *b)
{
    b->rollouts[1].code_id = b->rollouts[0].code_id;
}
static void repeated_code_infra(struct bench *b)
{
    flaky_code(b);
    b->rollouts[1].outcome = "infra";
}
static void repeated_code_other_device(struct bench *b)
{
    flaky_code(b);
    b->rollouts[1].device = "";
}

static void three_same_times(struct bench *b)
{
    copy_times(b, 5, 0);
    copy_times(b, 9, 0);
}
static void two_same_times(struct bench *b)
{
    copy_times(b, 5, 0);
}
static void three_same_rounded_means(struct bench *b)
{
    three_same_times(b);
    for (size_t i = 0; i < N_ROLLOUTS; i += 4) {
        b->rollouts[i].runtime_us = 123.0;
        b->rollouts[i].min_us = b->rollouts[i].max_us = b->rollouts[i].std_us = (double)NAN;
    }
    copy_times(b, 5, 0);
    copy_times(b, 9, 0);
}

static void untimed_correct(struct bench *b)
{
    struct audit_rollout *r = &b->rollouts[3];
    r->runtime_us = r->min_us = r->max_us = r->std_us = (double)NAN;
    b->run.n_rewards = 0;
}
static void untimed_wrong(struct bench *b)
{
    untimed_correct(b);
    b->rollouts[3].correct = false;
    b->rollouts[3].runtime_us = (double)NAN;
    b->rollouts[3].outcome = "mismatch";
}
static void untimed_suite(struct bench *b)
{
    b->run.n_rewards = 0;
    for (size_t i = 0; i < N_TASKS; i++)
        b->tasks[i].suite = "cruxeval";
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        struct audit_rollout *r = &b->rollouts[i];
        r->runtime_us = r->min_us = r->max_us = r->std_us = r->baseline_us = (double)NAN;
    }
}

static void round_times(struct bench *b, size_t from)
{
    for (size_t i = from; i < N_ROLLOUTS; i++) {
        b->rollouts[i].runtime_us = round(b->rollouts[i].runtime_us) * 1000.0;
        b->rollouts[i].baseline_us = 150500.0;
    }
}
static void rounded(struct bench *b)
{
    round_times(b, 0);
}
static void rounded_but_one(struct bench *b)
{
    round_times(b, 1);
}
static void short_times(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        b->rollouts[i].runtime_us = 0.1 + 0.007 * (double)i;
        b->rollouts[i].baseline_us = 0.3;
        b->rollouts[i].device = "cpu";
    }
}

static void doubled(struct bench *b)
{
    b->rollouts[1].code_id = b->rollouts[0].code_id;
    copy_times(b, 1, 0);
}

static const struct row rows[] = {
    { "below the roofline", below_roofline, false, "speedup_physics", 1 },
    { "below the roofline, alike", below_roofline_alike, false, "speedup_physics", 2 },
    { "below the roofline, imported", below_roofline_import, false, "speedup_physics", 1 },
    { "at the roofline", at_roofline, false, NULL, 0 },
    { "fast, tiny size", fast_at_tiny, false, NULL, 0 },
    { "fast, size for CPUs", fast_at_cpu_size, false, NULL, 0 },
    { "below the roofline, tiny size", below_roofline_of_tiny, false, "speedup_physics", 1 },
    { "below the roofline, size for CPUs", below_roofline_of_cpu_size, false, "speedup_physics",
      1 },
    { "fast, full size", fast_at_full_beside_tiny, false, "speedup_physics", 1 },
    { "another size", smaller_size, false, NULL, 0 },
    { "200x", thousandfold, false, "speedup_bound", 1 },
    { "90x", ninetyfold, false, NULL, 0 },
    { "1000x that the roofline allows", explained_thousandfold, false, NULL, 0 },
    { "1000x as stated", stated_thousandfold, false, "speedup_bound", 1 },
    { "a thousandth of a microsecond", at_a_thousandth, false, "time_below_clock", 1 },
    { "stated as the times are", stated_beside, false, NULL, 0 },
    { "stated otherwise", stated_otherwise, false, "speedup_stated", 1 },
    { "flagged, correct", flagged_and_correct, false, "speedup_flagged", 1 },
    { "flagged, refused", flagged_and_refused, false, NULL, 0 },
    { "nearly ones", nearly_ones, false, "speedup_in_noise", 4 },
    { "drift", drifted, false, "reference_drift", 1 },
    { "timed and wrong", timed_wrong, false, "timed_not_correct", 1 },
    { "repeated turn", repeated_turn, false, "same_code_in_turns", 1 },
    { "three ones", three_ones, false, "speedup_exactly_one", 3 },
    { "two ones", two_ones, false, NULL, 0 },
    { "other benchmark", other_benchmark, false, "benchmark_version", N_ROLLOUTS },
    { "unnamed benchmark", unnamed_benchmark, false, "benchmark_version", N_ROLLOUTS },
    { "same benchmark", same_benchmark, false, NULL, 0 },
    { "baseline elsewhere, not named", baseline_elsewhere, false, "hardware_mismatch", N_ROLLOUTS },
    { "baseline elsewhere, named", baseline_elsewhere_named, false, "hardware_mismatch",
      N_ROLLOUTS },
    { "baseline elsewhere, measured ones beside", baseline_elsewhere_unasked, false, NULL, 0 },
    { "baseline elsewhere, asked for by name", baseline_elsewhere_asked, false, "hardware_mismatch",
      N_ROLLOUTS },
    { "baseline spelled otherwise", baseline_spelled_otherwise, false, NULL, 0 },
    { "reference elsewhere", reference_elsewhere, false, "hardware_mismatch", 1 },
    { "reference here", reference_here, false, NULL, 0 },
    { "two devices", two_devices, false, "mixed_devices", 1 },
    { "two devices of one letter", two_devices_of_one_letter, false, "mixed_devices", 1 },
    { "untimed elsewhere", untimed_elsewhere, false, NULL, 0 },
    { "old baseline", old_baseline, false, "baseline_stale", N_SAMPLES },
    { "young baseline", young_baseline, false, NULL, 0 },
    { "other precision", other_precision, false, "baseline_precision", N_SAMPLES },
    { "precision spelled otherwise", precision_spelled_otherwise, false, NULL, 0 },
    { "flaky code", flaky_code, false, "same_code_other_outcome", 1 },
    { "repeated code", repeated_code, false, NULL, 0 },
    { "repeated code, infra", repeated_code_infra, false, NULL, 0 },
    { "repeated code, other device", repeated_code_other_device, false, NULL, 0 },
    { "three same times", three_same_times, false, "same_timing_other_code", 3 },
    { "two same times", two_same_times, false, NULL, 0 },
    { "three same rounded means", three_same_rounded_means, false, NULL, 0 },
    { "correct, untimed", untimed_correct, false, "correct_without_runtime", 1 },
    { "wrong, untimed", untimed_wrong, false, NULL, 0 },
    { "suite without times", untimed_suite, false, NULL, 0 },
    { "rounded", rounded, false, "rounded_times", N_ROLLOUTS },
    { "rounded but one", rounded_but_one, false, NULL, 0 },
    { "short times", short_times, false, NULL, 0 },
    { "doubled", doubled, false, "duplicate_samples", 1 },
};

static void test_each_check_finds_its_fixture_alone(void **state)
{
    (void)state;
    check_rows(rows, ARRAY_LEN(rows), "audit_samples");
}

static void test_every_check_has_a_fixture(void **state)
{
    (void)state;
    check_coverage(rows, ARRAY_LEN(rows), "speedup_physics", "missing_samples");
}

static void test_rows_are_listed_up_to_the_limit_and_all_counted(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct audit_findings found;
    struct bench b;
    set_clean(&b);
    baseline_elsewhere_named(&b);
    b.options.limit = 2;
    find_all(&b, &arena, &found);
    assert_int_equal(found.n, 1);
    assert_int_equal(found.items[0].n_rows, N_ROLLOUTS);
    const char *second = strstr(found.items[0].rows_json, "\"rollout_id\":1001");
    assert_non_null(second);
    assert_null(strstr(found.items[0].rows_json, "\"rollout_id\":1002"));
    arena_release(&arena);
}

static void test_an_empty_run_has_no_finding(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct audit_findings found;
    struct bench b;
    set_clean(&b);
    b.run.n_rollouts = b.run.n_tasks = b.run.n_codes = b.run.n_rewards = 0;
    find_all(&b, &arena, &found);
    assert_int_equal(found.n, 0);
    arena_release(&arena);
}

static void test_devices_are_found_by_whole_words(void **state)
{
    (void)state;
    static const struct {
        const char *name, *pattern;
    } names[] = {
        { "NVIDIA H100 80GB HBM3", "H100" },
        { "NVIDIA H100 PCIe", "H100 PCIe" },
        { "NVIDIA L40S", "L40S" },
        { "NVIDIA L4", "L4" },
        { "Tesla V100-SXM2-32GB", "V100" },
        { "V100_SXM2_32GB", "V100" },
        { "Tesla T4", "T4" },
        { "NVIDIA A100-SXM4-40GB", "A100 40GB" },
        { "NVIDIA A10G", "A10G" },
        { "NVIDIA GeForce RTX 4090", "RTX 4090" },
        { "MTT S4000", NULL },
        { "AMD EPYC 7B13", NULL },
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct audit_device *d = audit_device_find(names[i].name);
        if (names[i].pattern == NULL)
            assert_null(d);
        else
            assert_string_equal(d->pattern, names[i].pattern);
    }
    char longest[AUDIT_DEVICE_NAME_MOST + 2];
    memset(longest, ' ', sizeof(longest));
    memcpy(longest, "H100", 4);
    longest[AUDIT_DEVICE_NAME_MOST] = '\0';
    assert_string_equal(audit_device_find(longest)->pattern, "H100");
    longest[AUDIT_DEVICE_NAME_MOST] = ' ';
    longest[AUDIT_DEVICE_NAME_MOST + 1] = '\0';
    assert_null(audit_device_find(longest));
}

/* Sparse rates are twice the dense ones. */
static void test_peaks_are_dense_and_of_the_board_named(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double bandwidth_gb_s, tflops_32, tflops_16;
    } boards[] = {
        { "NVIDIA GB200", 8000, 1250, 2500 },
        { "NVIDIA B200", 8000, 1125, 2250 },
        { "NVIDIA H100 NVL", 3938, 417.5, 835.5 },
        { "NVIDIA GeForce RTX 3090 Ti", 1008, 40, 160 },
        { "NVIDIA GeForce RTX 3090", 936, 35.6, 142 },
        { "NVIDIA L4", 300, 60, 121 },
    };
    for (size_t i = 0; i < ARRAY_LEN(boards); i++) {
        const struct audit_device *d = audit_device_find(boards[i].name);
        assert_float_equal(d->bandwidth_gb_s, boards[i].bandwidth_gb_s, 1e-9);
        assert_float_equal(d->tflops_32, boards[i].tflops_32, 1e-9);
        assert_float_equal(d->tflops_16, boards[i].tflops_16, 1e-9);
    }
}

/* PyTorch's ReLU of 4096 x 393216 floats took 3030 us on an H200: a little above its bound. */
static void test_floor_is_below_what_a_device_does(void **state)
{
    (void)state;
    const struct audit_device *d = audit_device_find("NVIDIA H200");
    double bytes = 2.0 * 4.0 * 4096.0 * 393216.0;
    double floor_us = audit_device_floor_us(d, 4096.0 * 393216.0, bytes, "fp32");
    assert_true(floor_us < 3030.0 && floor_us > 2000.0);
    /* 4096^3 in fp32 took 2690 us; tensor cores could be ten times as fast. */
    floor_us =
        audit_device_floor_us(d, 2.0 * pow(4096.0, 3.0), 3.0 * 4.0 * pow(4096.0, 2.0), "fp32");
    assert_true(floor_us < 2690.0 && floor_us > 200.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_check_finds_its_fixture_alone),
        cmocka_unit_test(test_every_check_has_a_fixture),
        cmocka_unit_test(test_rows_are_listed_up_to_the_limit_and_all_counted),
        cmocka_unit_test(test_an_empty_run_has_no_finding),
        cmocka_unit_test(test_devices_are_found_by_whole_words),
        cmocka_unit_test(test_peaks_are_dense_and_of_the_board_named),
        cmocka_unit_test(test_floor_is_below_what_a_device_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
