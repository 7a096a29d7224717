/*
 * store_rows_test.c - what is given to the store stands in the row that it makes, in every column,
 * and is found again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/store/store.h"
#include "tests/unit/store/rows_text.h"

/* A row of each table that others refer to. */
static void put_nouns(struct fixture *f, struct ids *id)
{
    const struct task_row task = { "kernelbench", 2, 40, "40_Matmul", "matmul", SHA("a") };
    const struct device_row device = { "cuda", "H100", "GPU-1", "nvcc 12", "-O3", "seccomp", 7 };
    const struct import_source_row source = {
        "kernelbench", "file.json", SHA("b"), 3, 1000, 10, 7, 2, 1
    };
    int64_t first;
    ok(f, store_put_blob(f->db, "prompt", "ask", 3, &id->prompt, &f->err));
    ok(f, store_put_blob(f->db, "completion", "raw", 3, &id->completion, &f->err));
    ok(f, store_put_blob(f->db, "action", "act", 3, &id->action, &f->err));
    ok(f, store_put_blob(f->db, "code", "int x;", 6, &id->code, &f->err));
    ok(f, store_put_model(f->db, "m", "rev", "builtin", &id->model, &f->err));
    ok(f, store_put_checkpoint(f->db, &(struct checkpoint_row){ id->model, 0, "state", 5 }, &first,
                               &f->err));
    ok(f, store_put_checkpoint(f->db, &(struct checkpoint_row){ id->model, first, "other", 5 },
                               &id->checkpoint, &f->err));
    ok(f, store_put_task(f->db, &task, &id->task, &f->err));
    ok(f, store_put_device(f->db, &device, &id->device, &f->err));
    ok(f, store_put_import_source(f->db, &source, &id->source, &f->err));
}

static void put_run(struct fixture *f, struct ids *id)
{
    const struct run_row run = { .name = "r",
                                 .strategy = "ttt",
                                 .status = "running",
                                 .model_id = id->model,
                                 .device_id = id->device,
                                 .import_source_id = id->source,
                                 .has_seed = true,
                                 .seed = 11,
                                 .temperature = 0.75,
                                 .k = 8,
                                 .n_steps = 5,
                                 .task_case = "cpu",
                                 .eval_mode = "full",
                                 .baseline = "reference",
                                 .config = "{\"c\":1}",
                                 .argv = "[\"a\"]",
                                 .libraries = "{\"l\":2}",
                                 .code_version = "v9" };
    ok(f, store_put_run(f->db, &run, &id->run, &f->err));
}

static void put_rollout(struct fixture *f, struct ids *id)
{
    static const int32_t ids[] = { 5, 6 };
    static const float logprobs[] = { -1.0f, -2.0f };
    bool is_new = false;
    const struct rollout_row rollout = { .run_id = id->run,
                                         .task_id = id->task,
                                         .step = 1,
                                         .turn = 2,
                                         .sample = 3,
                                         .prompt_blob_id = id->prompt,
                                         .completion_blob_id = id->completion,
                                         .action_blob_id = id->action,
                                         .code_blob_id = id->code,
                                         .finish_reason = "stop",
                                         .prompt_tokens = 20,
                                         .completion_tokens = 2,
                                         .sum_logprob = -3,
                                         .mean_logprob = -1.5,
                                         .logprob_temperature = 0.5,
                                         .extra = "{\"e\":1}",
                                         .n_tokens = 2,
                                         .token_ids = ids,
                                         .logprobs = logprobs };
    ok(f, store_put_rollout(f->db, &rollout, &id->rollout, &is_new, &f->err));
    assert_true(is_new);
}

static void test_nouns_stand_as_they_were_given(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    put_nouns(f, &id);
    assert_rows(
        f, NULL,
        "blob blob_id=1 sha256=2f2f.. kind='prompt' bytes=3 text='ask'\n"
        "blob blob_id=2 sha256=d743.. kind='completion' bytes=3 text='raw'\n"
        "blob blob_id=3 sha256=f83f.. kind='action' bytes=3 text='act'\n"
        "blob blob_id=4 sha256=e13e.. kind='code' bytes=6 text='int x;'\n"
        "blob blob_id=5 sha256=4ba6.. kind='checkpoint' bytes=5 text='state'\n"
        "blob blob_id=6 sha256=d929.. kind='checkpoint' bytes=5 text='other'\n"
        "checkpoint checkpoint_id=1 model_id=1 sha256=4ba6.. blob_id=5\n"
        "checkpoint checkpoint_id=2 model_id=1 parent_id=1 sha256=d929.. blob_id=6\n"
        "device device_id=1 backend='cuda' name='H100' uuid='GPU-1' cores=7 compiler='nvcc 12' "
        "flags='-O3' sandbox='seccomp'\n"
        "import_source import_source_id=1 format='kernelbench' importer_version=3 path='file.json' "
        "sha256=bbbb.. bytes=1000 imported_at=now n_read=10 n_stored=7 n_duplicate=2 n_refused=1\n"
        "model model_id=1 name='m' revision='rev' kind='builtin'\n"
        "task task_id=1 suite='kernelbench' level=2 problem_id=40 name='40_Matmul' family='matmul' "
        "sha256=aaaa..\n");
}

static void test_a_noun_is_found_again(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 }, again = { 0 };
    put_nouns(f, &id);
    put_nouns(f, &again);
    assert_int_equal(again.source, id.source + 1); /* each reading of a file is one */
    again.source = id.source;
    assert_memory_equal(&again, &id, sizeof(id));
    /* A row that differs in one part of its key is another one. */
    static const struct task_row tasks[] = { { "other", 2, 40, "n", NULL, NULL },
                                             { "kernelbench", 3, 40, "n", NULL, NULL },
                                             { "kernelbench", 2, 41, "n", NULL, NULL } };
    for (size_t i = 0; i < ARRAY_LEN(tasks); i++) {
        ok(f, store_put_task(f->db, &tasks[i], &again.task, &f->err));
        assert_int_equal(again.task, id.task + 1 + (int64_t)i);
    }
    static const struct device_row devices[] = {
        { "cpu", "H100", "GPU-1", "nvcc 12", "-O3", "seccomp", 7 },
        { "cuda", "H200", "GPU-1", "nvcc 12", "-O3", "seccomp", 7 },
        { "cuda", "H100", "GPU-2", "nvcc 12", "-O3", "seccomp", 7 },
        { "cuda", "H100", "GPU-1", "nvcc 13", "-O3", "seccomp", 7 },
        { "cuda", "H100", "GPU-1", "nvcc 12", "-O2", "seccomp", 7 },
        { "cuda", "H100", "GPU-1", "nvcc 12", "-O3", "", 7 },
        { "cuda", "H100", "GPU-1", "nvcc 12", "-O3", "seccomp", 8 },
        { "cuda", NULL, NULL, NULL, NULL, NULL, 0 },
    };
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < ARRAY_LEN(devices); i++) {
            ok(f, store_put_device(f->db, &devices[i], &again.device, &f->err));
            assert_int_equal(again.device, id.device + 1 + (int64_t)i);
        }
    for (int round = 0; round < 2; round++) {
        ok(f, store_put_model(f->db, "m", NULL, "builtin", &again.model, &f->err));
        assert_int_equal(again.model, id.model + 1);
        ok(f, store_put_model(f->db, "n", "rev", "builtin", &again.model, &f->err));
        assert_int_equal(again.model, id.model + 2);
        ok(f, store_put_checkpoint(f->db, &(struct checkpoint_row){ again.model, 0, "state", 5 },
                                   &again.checkpoint, &f->err));
        assert_int_equal(again.checkpoint, id.checkpoint + 1);
    }
}

static void test_a_run_stands_as_it_was_given(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    int64_t found = 0;
    put_run(f, &id);
    const struct run_row least = { .name = "s",
                                   .strategy = "best-of-n",
                                   .status = "complete",
                                   .seed = 3,
                                   .temperature = (double)NAN,
                                   .k = -1,
                                   .n_steps = -1,
                                   .code_version = "v" };
    ok(f, store_put_run(f->db, &least, &id.run, &f->err));
    assert_int_equal(store_put_run(f->db, &least, &found, &f->err), ERR_USAGE);
    assert_string_equal(f->err.msg, "a run called 's' exists already");
    ok(f, store_find_run(f->db, "r", &found, &f->err));
    assert_int_equal(found, 1);
    ok(f, store_find_run(f->db, "s", &found, &f->err));
    assert_int_equal(found, 2);
    assert_rows(
        f, NULL,
        "run run_id=1 name='r' strategy='ttt' status='running' seed=11 temperature=0.75 k=8 "
        "n_steps=5 task_case='cpu' eval_mode='full' baseline='reference' config='{\"c\":1}' "
        "argv='[\"a\"]' code_version='v9' libraries='{\"l\":2}' started_at=now\n"
        "run run_id=2 name='s' strategy='best-of-n' status='complete' config='{}' argv='[]' "
        "code_version='v' libraries='{}' started_at=now finished_at=now\n");
}

static void test_a_rollout_stands_as_it_was_given(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    bool is_new = true;
    int64_t again = 0;
    put_nouns(f, &id);
    put_run(f, &id);
    put_rollout(f, &id);
    const struct rollout_row key = {
        .run_id = id.run, .task_id = id.task, .step = 1, .turn = 2, .sample = 3
    };
    ok(f, store_put_rollout(f->db, &key, &again, &is_new, &f->err));
    assert_int_equal(again, id.rollout);
    assert_false(is_new);
    struct rollout_row least[3] = { key, key, key };
    least[0].step = 0;
    least[1].turn = 0;
    least[2].sample = 0;
    for (size_t i = 0; i < 3; i++) {
        least[i].prompt_tokens = least[i].completion_tokens = -1;
        least[i].sum_logprob = least[i].mean_logprob = least[i].logprob_temperature = (double)NAN;
        ok(f, store_put_rollout(f->db, &least[i], &again, &is_new, &f->err));
        assert_true(is_new);
        assert_int_equal(again, id.rollout + 1 + (int64_t)i);
    }
    assert_rows(f, " rollout rollout_tokens ",
                "rollout rollout_id=1 run_id=1 step=1 task_id=1 turn=2 sample=3 prompt_blob_id=1 "
                "completion_blob_id=2 action_blob_id=3 code_blob_id=4 finish_reason='stop' "
                "prompt_tokens=20 completion_tokens=2 sum_logprob=-3.0 mean_logprob=-1.5 "
                "logprob_temperature=0.5 extra='{\"e\":1}'\n"
                "rollout rollout_id=2 run_id=1 step=0 task_id=1 turn=2 sample=3\n"
                "rollout rollout_id=3 run_id=1 step=1 task_id=1 turn=0 sample=3\n"
                "rollout rollout_id=4 run_id=1 step=1 task_id=1 turn=2 sample=0\n"
                "rollout_tokens rollout_id=1 n_tokens=2 token_ids={\"hex\":\"0500000006000000\"} "
                "logprobs={\"hex\":\"000080bf000000c0\"}\n");
}

static const struct eval_profile *sample_profile(void)
{
    static struct profile_kernel kernels[2];
    static struct eval_profile profile = { .why_not = "why",
                                           .span_us = 20,
                                           .bytes = 4000,
                                           .flops = 5000,
                                           .copy_bytes_per_s = 6000,
                                           .peak_flop_per_s = 7000,
                                           .n_kernels = 2,
                                           .kernels = kernels };
    for (int k = 0; k < 2; k++) {
        profile_clear(&kernels[k]);
        kernels[k].name = k == 0 ? "first" : "second";
        kernels[k].device_us = 15 + k;
        for (unsigned i = 0; i < 3; i++) {
            kernels[k].grid[i] = 2 + i + 10 * (unsigned)k;
            kernels[k].block[i] = 5 + i + 10 * (unsigned)k;
        }
        kernels[k].registers = 32 + k;
        kernels[k].shared_bytes = 64 + k;
        kernels[k].local_bytes = 96 + k;
        for (int c = 0; c < PROFILE_COUNTERS; c++)
            kernels[k].counters[c] = 100 * (k + 1) + c;
    }
    return &profile;
}

static void put_evaluation(struct fixture *f, struct ids *id)
{
    static const double samples[] = { 10, 20 }, clocks[] = { 1980, 1500 };
    struct measurement_row m[2] = {
        { "candidate", NULL, "cpu_wall", "median", 2, samples, 15, 10, 20, 7, clocks, 1 },
        { "baseline", "reference", "cuda_event", "mean", 0, NULL, 30, (double)NAN, (double)NAN,
          (double)NAN, NULL, 0 },
    };
    struct evidence proofs[2] = { { "guard_zone", 1, 2, "bytes", true, "fine" },
                                  { "poison", (double)INFINITY, (double)NAN, NULL, false, NULL } };
    struct eval_result result;
    const struct eval_job job = { .task_case = 1,
                                  .mode = EVAL_FULL,
                                  .correct_trials = 6,
                                  .timed_runs = 60,
                                  .input_seed = 99,
                                  .inputs = "in",
                                  .rule = "rule" };
    eval_result_init(&result, OUTCOME_MEASURED, "said");
    result.compiled = result.correct = true;
    result.speedup_lower = 1.5;
    result.speedup_upper = 2.5;
    result.launch_count = 4;
    result.n_evidence = 2;
    result.evidence = proofs;
    result.profile = sample_profile();
    const struct evaluation_row e = { .rollout_id = id->rollout,
                                      .device_id = id->device,
                                      .import_source_id = id->source,
                                      .log_blob_id = id->code,
                                      .purpose = "confirm",
                                      .job = &job,
                                      .result = &result,
                                      .n_measurements = 2,
                                      .measurements = m };
    ok(f, store_put_evaluation(f->db, &e, &id->evaluation, &f->err));
    eval_result_init(&result, OUTCOME_COMPILE, NULL);
    const struct evaluation_row least = { .rollout_id = id->rollout, .result = &result };
    int64_t other = 0;
    ok(f, store_put_evaluation(f->db, &least, &other, &f->err));
    assert_int_equal(other, id->evaluation + 1);
}

static void test_an_evaluation_stands_as_it_was_given(void **state)
{
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct ids id = { 0 };
    struct eval_profile back;
    const struct device_row device = { "cpu", "x", NULL, NULL, NULL, NULL, 0 };
    const struct import_source_row source = { "f", "p", SHA("b"), 1, 1, 0, 0, 0, 0 };
    put_small_rollout(f, &id);
    ok(f, store_put_device(f->db, &device, &id.device, &f->err));
    ok(f, store_put_import_source(f->db, &source, &id.source, &f->err));
    ok(f, store_put_blob(f->db, "log", "log", 3, &id.code, &f->err));
    put_evaluation(f, &id);
    assert_rows(
        f,
        " evaluation evidence measurement measurement_clock profile profile_kernel "
        "kernel_counters ",
        "evaluation evaluation_id=1 rollout_id=1 device_id=1 outcome='measured' compiled=1 "
        "correct=1 message='said' log_blob_id=1 task_case='cpu' eval_mode='full' input_seed=99 "
        "trials_run=0 trials_passed=0 discarded_samples=0 compile_ms=0.0 compile_cached=0 "
        "total_ms=0.0 import_source_id=1 created_at=now launch_count=4 speedup_lower=1.5 "
        "speedup_upper=2.5 purpose='confirm' inputs='in' rule='rule' correct_trials=6 "
        "timed_runs=60\n"
        "evaluation evaluation_id=2 rollout_id=1 outcome='compile' compiled=0 correct=0 "
        "trials_run=0 trials_passed=0 discarded_samples=0 compile_ms=0.0 compile_cached=0 "
        "total_ms=0.0 created_at=now\n"
        "evidence evaluation_id=1 position=0 kind='guard_zone' value=1.0 bound=2.0 unit='bytes' "
        "pass=1 detail='fine'\n"
        "evidence evaluation_id=1 position=1 kind='poison' unit='' pass=0\n"
        "kernel_counters evaluation_id=1 position=0 grid='2,3,4' block='5,6,7' registers=32 "
        "shared_bytes=64 local_bytes=96 time_ns=100.0 dram_read_bytes=101.0 dram_write_bytes=102.0 "
        "l2_bytes=103.0 l2_read_sectors=104.0 l2_write_sectors=105.0 occupancy_percent=106.0 "
        "issue_percent=107.0 tensor_float=108.0 tensor_moves=109.0 tensor_integer=110.0 fadd=111.0 "
        "fmul=112.0 ffma=113.0 dadd=114.0 dmul=115.0 dfma=116.0 hadd=117.0 hmul=118.0 hfma=119.0\n"
        "kernel_counters evaluation_id=1 position=1 grid='12,13,14' block='15,16,17' registers=33 "
        "shared_bytes=65 local_bytes=97 time_ns=200.0 dram_read_bytes=201.0 dram_write_bytes=202.0 "
        "l2_bytes=203.0 l2_read_sectors=204.0 l2_write_sectors=205.0 occupancy_percent=206.0 "
        "issue_percent=207.0 tensor_float=208.0 tensor_moves=209.0 tensor_integer=210.0 fadd=211.0 "
        "fmul=212.0 ffma=213.0 dadd=214.0 dmul=215.0 dfma=216.0 hadd=217.0 hmul=218.0 hfma=219.0\n"
        "measurement measurement_id=1 evaluation_id=1 subject='candidate' method='cpu_wall' "
        "n_samples=2 samples_us={\"hex\":\"00000000000024400000000000003440\"} runtime_us=15.0 "
        "statistic='median' min_us=10.0 max_us=20.0 std_us=7.0\n"
        "measurement measurement_id=2 evaluation_id=1 subject='baseline' baseline='reference' "
        "method='cuda_event' runtime_us=30.0 statistic='mean'\n"
        "measurement_clock measurement_id=1 n_throttled=1 "
        "clocks_mhz={\"hex\":\"0000000000f09e400000000000709740\"}\n"
        "profile evaluation_id=1 why_not_counted='why' span_us=20.0 task_bytes=4000.0 "
        "task_flops=5000.0 copy_bytes_per_s=6000.0 peak_flop_per_s=7000.0\n"
        "profile_kernel evaluation_id=1 position=0 name='first' device_us=15.0\n"
        "profile_kernel evaluation_id=1 position=1 name='second' device_us=16.0\n");

    const struct eval_profile *want = sample_profile();
    ok(f, store_get_profile(f->db, id.evaluation, &a, &back, &f->err));
    assert_string_equal(back.why_not, "why");
    assert_true(isnan(back.runtime_us));
    assert_int_equal(back.n_kernels, 2);
    for (int k = 0; k < 2; k++) {
        struct profile_kernel got = back.kernels[k];
        assert_string_equal(got.name, want->kernels[k].name);
        got.name = want->kernels[k].name;
        assert_memory_equal(&got, &want->kernels[k], sizeof(got));
    }
    ok(f, store_get_profile(f->db, id.evaluation + 1, &a, &back, &f->err));
    assert_int_equal(back.n_kernels, 0);
}

/* Of a hundred kernels the first 64 are given. */
static void test_64_kernels_of_a_profile_are_given(void **state)
{
    static struct profile_kernel kernels[100];
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct ids id = { 0 };
    struct eval_result result;
    struct eval_profile back;
    char names[100][16];
    put_small_rollout(f, &id);
    for (int n = 64; n <= 100; n += 36) {
        struct eval_profile profile = { .n_kernels = (size_t)n, .kernels = kernels };
        for (int i = 0; i < n; i++) {
            profile_clear(&kernels[i]);
            snprintf(names[i], sizeof(names[i]), "k%d", i);
            kernels[i].name = names[i];
        }
        eval_result_init(&result, OUTCOME_INFRA, NULL);
        result.profile = &profile;
        const struct evaluation_row e = { .rollout_id = id.rollout, .result = &result };
        ok(f, store_put_evaluation(f->db, &e, &id.evaluation, &f->err));
        ok(f, store_get_profile(f->db, id.evaluation, &a, &back, &f->err));
        assert_int_equal(back.n_kernels, 64);
        assert_string_equal(back.kernels[0].name, "k0");
        assert_string_equal(back.kernels[63].name, "k63");
    }
}

static void test_a_baseline_stands_as_it_was_given(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    bool is_new = false;
    put_small_rollout(f, &id);
    const struct device_row device = { "cpu", "x", NULL, NULL, NULL, NULL, 0 };
    const struct import_source_row source = { "f", "p", SHA("b"), 1, 1, 0, 0, 0, 0 };
    ok(f, store_put_device(f->db, &device, &id.device, &f->err));
    ok(f, store_put_import_source(f->db, &source, &id.source, &f->err));
    const struct baseline_row all = { "torch", "H100", id.task, id.device, id.source, 5,
                                      "mean",  4,      6,       0.5,       9,         "{}" };
    const struct baseline_row least = {
        .name = "torch",
        .task_id = id.task,
        .runtime_us = (double)NAN,
        .statistic = "median",
        .min_us = (double)NAN,
        .max_us = (double)NAN,
        .std_us = (double)NAN,
        .n_samples = -1,
    };
    struct baseline_row again = all;
    again.runtime_us = 50;
    ok(f, store_put_baseline(f->db, &all, &is_new, &f->err));
    assert_true(is_new);
    ok(f, store_put_baseline(f->db, &again, &is_new, &f->err));
    assert_false(is_new);
    ok(f, store_put_baseline(f->db, &least, &is_new, &f->err));
    assert_true(is_new);
    assert_rows(f, " baseline ",
                "baseline baseline_id=1 name='torch' hardware='H100' task_id=1 device_id=1 "
                "import_source_id=1 runtime_us=5.0 statistic='mean' min_us=4.0 max_us=6.0 "
                "std_us=0.5 n_samples=9 extra='{}'\n"
                "baseline baseline_id=2 name='torch' hardware='' task_id=1 statistic='median'\n");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_nouns_stand_as_they_were_given),
        CASE(test_a_noun_is_found_again),
        CASE(test_a_run_stands_as_it_was_given),
        CASE(test_a_rollout_stands_as_it_was_given),
        CASE(test_an_evaluation_stands_as_it_was_given),
        CASE(test_64_kernels_of_a_profile_are_given),
        CASE(test_a_baseline_stands_as_it_was_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
