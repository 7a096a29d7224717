/*
 * evaluator_test.c - one kernel file in, the right outcome, evidence and numbers out.
 */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "tests/unit/eval/kernel_files.h"

static struct evaluator *evaluator;
static char cache_dir[] = "/tmp/rollbook-test-cache.XXXXXX";

#define PLAN "//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256\n"
#define HEAD                                                                                       \
    PLAN "extern \"C\" __global__ void k(const float *x, float *y, int n)\n{\n"                    \
         "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
#define RIGHT "    if (i < n)\n        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);\n"

struct how {
    enum task_case task_case;
    enum eval_mode mode;
    unsigned threads;
    double deadline_ms;
};

static void evaluate(const char *text, const struct how *how, struct arena *a,
                     struct eval_result *out)
{
    struct err err = { 0 };
    const struct task *task = NULL;
    if (task_find("l1/28", a, &task, &err) != 0)
        fail_msg("%s", err.msg);
    struct eval_job job = { .kernel_text = text,
                            .kernel_len = strlen(text),
                            .task = task,
                            .task_case = how->task_case,
                            .mode = how->mode,
                            .input_seed = 5,
                            .threads = how->threads,
                            .deadline_ms = how->deadline_ms };
    if (evaluator_run(evaluator, &job, a, out, &err) != 0)
        fail_msg("%s", err.msg);
}

/* The same, of a right kernel until it is timed without a process too many, which on a busy machine
 * may take a few tries; what else is wrong shows at once. */
static void evaluate_timed(const char *text, const struct how *how, struct arena *a,
                           struct eval_result *out)
{
    /* The second process of fast mode warms up, and there is a second draw. */
    int wanted = how->mode == EVAL_FULL ? 56 : 8;
    for (int i = 0; i < 8; i++) {
        evaluate(text, how, a, out);
        if (out->outcome != OUTCOME_MEASURED ||
            (out->n_samples > 0 && (int)out->trials_run - wanted <= (int)out->discarded_samples))
            return;
    }
}

static const struct evidence *evidence(const struct eval_result *r, const char *kind)
{
    for (size_t i = 0; i < r->n_evidence; i++)
        if (strcmp(r->evidence[i].kind, kind) == 0)
            return &r->evidence[i];
    return NULL;
}

static void every_outcome(void **state)
{
    static const struct {
        const char *text;
        enum outcome outcome;
        const char *says;
    } rows[] = {
        { " \n\t\n", OUTCOME_NO_CODE, "no code" },
        { "int x;\n", OUTCOME_PARSE, "" },
        { "//@ launch k(x, z) grid=1 block=1\n", OUTCOME_PARSE, "line 1, column 17" },
        { "//@ launch k(x, y, n) grid=1 block=2048\nvoid k(){}\n", OUTCOME_LAUNCH, "line 1" },
        { "//@ launch k(x, y) grid=1 block=1 smem=999999\nvoid k(){}\n", OUTCOME_LAUNCH, "line 1" },
        { "//@ launch k(x, y) grid=n-n block=1\nvoid k(){}\n", OUTCOME_LAUNCH, "line 1" },
        { PLAN "void k(const float *x, float *y, int n) { y[0] = z; }\n", OUTCOME_COMPILE,
          "kernel.cu:2" },
        { PLAN "\nvoid other() { }\n", OUTCOME_COMPILE, "kernel.cu:1" },
        { PLAN "\n\nvoid k(const float *x, float *y, int n) { __syncthreads() y[0] = 1; }\n",
          OUTCOME_COMPILE, "kernel.cu:4:" },
        { "\n" PLAN "void k(const double *x, float *y, int n) { }\n", OUTCOME_COMPILE,
          "argument 1 of the launch, x of type float, does not fit" },
        { PLAN
          "__device__ float g(float);\nvoid k(const float *x, float *y, int n) { y[0] = g(1); }",
          OUTCOME_COMPILE, "no definition" },
        { PLAN "__device__ float f();\n__device__ float t = f();\nvoid k(const float *x, float *y, "
               "int n) { y[0] = t; }",
          OUTCOME_COMPILE, "initialised by a call" },
        { PLAN
          "__global__ void k(const float *x, float *y, int n) { __shared__ float a[8000], b[8000]; "
          "a[n % 8000] = x[0]; b[n % 7999] = a[1]; __syncthreads(); y[0] = a[n % 7] + b[n % 9]; }",
          OUTCOME_COMPILE, "too much shared memory: 64000" },
        { "//@ launch k(x, y, 0-1) grid=1 block=1\nvoid k(const float *x, float *y, unsigned n) { "
          "}",
          OUTCOME_LAUNCH, "does not fit" },
        { HEAD "    y[i * 1000] = 1.0f;\n}", OUTCOME_CRASH, "past the end of output y" },
        { HEAD "    y[0] = (float)(1 / (n - n));\n}", OUTCOME_CRASH, NULL },
        { HEAD "    for (volatile int j = 0; j < 1; j = 0)\n        ;\n}", OUTCOME_TIMEOUT,
          "deadline" },
        { HEAD "    if (i < n)\n        y[i] = x[i] / 0.0f;\n}", OUTCOME_NAN, "not finite" },
        { HEAD "    if (i < n)\n        y[i] = 0.25f;\n}", OUTCOME_MISMATCH, "worst at index" },
        { HEAD RIGHT "}", OUTCOME_MEASURED, NULL },
    };
    static const struct how patient = { CASE_TINY, EVAL_FAST, 1, 0 };
    static const struct how short_lived = { CASE_TINY, EVAL_FAST, 1, 500 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct eval_result r;
        evaluate_timed(rows[i].text, rows[i].outcome == OUTCOME_TIMEOUT ? &short_lived : &patient,
                       &a, &r);
        if (r.outcome != rows[i].outcome ||
            (rows[i].says != NULL && strstr(r.message, rows[i].says) == NULL))
            fail_msg("%s\n%s: %s", rows[i].text, outcome_name(r.outcome), r.message);
        assert_int_equal(r.correct, r.outcome == OUTCOME_MEASURED);
        bool is_timed = r.correct && r.why_no_speedup == NULL;
        assert_true(is_timed ? r.n_samples >= 5 : r.n_samples == 0);
        arena_release(&a);
    }
}

static void a_right_kernel_leaves_numbers_and_evidence(void **state)
{
    static const char *const kinds[] = { "host_code",  "sandbox",       "outputs",
                                         "poison",     "guard_zone",    "input_modified",
                                         "host_clock", "speed_of_light" };
    static const struct how how = { CASE_CPU, EVAL_FULL, 1, 0 };
    struct arena a = { 0 };
    struct eval_result r;
    (void)state;
    evaluate_timed(HEAD RIGHT "}", &how, &a, &r);
    assert_int_equal(r.outcome, OUTCOME_MEASURED);
    /* On a busy machine there are more samples, or none that count. */
    bool is_timed = r.why_no_speedup == NULL;
    assert_true(is_timed ? r.n_samples >= 50 : r.n_samples == 0);
    assert_true(r.n_baseline_samples >= 50);
    assert_true(r.trials_run >= 55 && r.trials_passed == r.trials_run);
    int checked = 3 + r.interval_processes + 1; /* and the second draw */
    if (is_timed && r.trials_run - checked - (int)r.n_samples > r.discarded_samples)
        fail_msg("%d runs, %d of them samples, %d discarded, %d processes", r.trials_run,
                 (int)r.n_samples, r.discarded_samples, r.interval_processes);
    assert_true(!is_timed || (eval_runtime_us(&r) > 1.0 && eval_baseline_runtime_us(&r) > 1.0));
    assert_true(r.max_abs_err < 1e-6 && r.worst_index >= 0);
    assert_true(r.matched_share > 0.9999999);
    assert_null(r.message);
    assert_int_equal(r.launch_count, 1);
    assert_true(r.interval_processes >= 2);
    assert_string_equal(r.interval_kind, "processes");
    double speedup = eval_baseline_runtime_us(&r) / eval_runtime_us(&r);
    assert_true(r.speedup_lower > 0.0);
    assert_true(!is_timed || (r.speedup_lower <= speedup && r.speedup_upper >= speedup));
    assert_true(is_timed == (r.speedup_upper / r.speedup_lower <= EVAL_MOST_WIDTH));
    assert_int_equal(r.same_as_baseline, 0);
    assert_null(evidence(&r, "same_as_baseline"));
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        const struct evidence *e = evidence(&r, kinds[i]);
        if (e == NULL || (!e->pass && strcmp(kinds[i], "sandbox") != 0))
            fail_msg("%s", kinds[i]);
    }
    assert_int_equal(strlen(r.code_sha256), 64);
    assert_int_equal(strlen(r.artifact_sha256), 64);
    arena_release(&a);
}

static void the_baseline_against_itself(void **state)
{
    static const struct how how = { CASE_TINY, EVAL_FAST, 1, 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err err = { 0 };
    const struct task *task = NULL;
    struct eval_result r;
    (void)state;
    assert_int_equal(task_find("l1/28", &a, &task, &err), 0);
    buf_printf(&text, "%s\n\n  // the same\n/* again */\n", task->baseline);
    evaluate_timed(buf_text(&text), &how, &a, &r);
    assert_int_equal(r.outcome, OUTCOME_MEASURED);
    assert_int_equal(r.same_as_baseline, 1);
    assert_non_null(evidence(&r, "same_as_baseline"));
    assert_true(r.speedup_lower <= r.speedup_upper);
    /* Each process warms up. */
    assert_true(r.why_no_speedup != NULL ||
                r.trials_run >= r.interval_processes + (int)r.n_samples);
}

/* Known from the plan, whatever becomes of the kernels. */
static void launches_are_counted(void **state)
{
    static const struct {
        const char *text;
        int launches;
    } rows[] = {
        { PLAN PLAN "void k(const float *x, float *y, int n) { y[0] = z; }\n", 2 },
        { PLAN PLAN PLAN HEAD RIGHT "}", 4 },
        { "//@ launch k(x, z) grid=1 block=1\n", -1 },
        { "", -1 },
    };
    static const struct how how = { CASE_TINY, EVAL_FAST, 1, 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct eval_result r;
        evaluate(rows[i].text, &how, &a, &r);
        assert_int_equal(r.launch_count, rows[i].launches);
    }
}

static void faults_carry_signal_and_address(void **state)
{
    static const struct how how = { CASE_TINY, EVAL_FAST, 1, 500 };
    struct arena a = { 0 };
    struct eval_result r;
    (void)state;
    evaluate(HEAD "    if (i == 0)\n        y[n + 4096] = x[0];\n" RIGHT "}", &how, &a, &r);
    assert_int_equal(r.outcome, OUTCOME_CRASH);
    assert_int_equal(r.signal, 11);
    assert_non_null(r.fault_address);
    assert_string_not_equal(r.fault_address, "0x0");
    assert_string_equal(r.fault_place, "16384 bytes past the end of output y");
    evaluate(HEAD "    if (i == 0)\n        y[0] = x[-3000];\n" RIGHT "}", &how, &a, &r);
    assert_string_equal(r.fault_place, "12000 bytes before the start of input x");
    arena_release(&a);
}

static void blocks_on_several_threads_are_all_run(void **state)
{
    static const struct how how = { CASE_CPU, EVAL_FAST, 4, 0 };
    static const char text[] =
        "//@ scratch part f32[ceil_div(n, 128)]\n"
        "//@ launch k(x, y, n) grid=ceil_div(n, 128) block=128\n"
        "__global__ void k(const float *x, float *y, int n)\n"
        "{\n    __shared__ float s[128];\n    int i = blockIdx.x * 128 + threadIdx.x;\n"
        "    s[127 - threadIdx.x] = i < n ? x[i] : 0;\n    __syncthreads();\n"
        "    if (i < n)\n"
        "        y[i] = fminf(fmaxf(s[127 - threadIdx.x] / 6.0f + 0.5f, 0.0f), 1.0f);\n}\n";
    struct arena a = { 0 };
    struct eval_result r;
    (void)state;
    evaluate(text, &how, &a, &r);
    if (r.outcome != OUTCOME_MEASURED)
        fail_msg("%s: %s", outcome_name(r.outcome), r.message);
    evaluate(HEAD RIGHT "}", &how, &a, &r);
    assert_int_equal(r.outcome, OUTCOME_MEASURED);
    arena_release(&a);
}

static void hidden_barriers_are_found_at_run_time(void **state)
{
    static const struct how how = { CASE_TINY, EVAL_FAST, 1, 0 };
    static const char text[] =
        "//@ launch k(x, y, n) grid=ceil_div(n, 64) block=64\n"
        "#define PASTE(a, b) a##b\n"
        "#define WAIT PASTE(__sync, threads)()\n"
        "#define CALL_WAIT(w) w\n"
        "struct box { int v; __device__ box operator+(int o) { PASTE(__sync, threads)(); return "
        "{v + o}; } };\n"
        "__global__ void k(const float *x, float *y, int n)\n"
        "{\n    __shared__ float s[64];\n    int i = blockIdx.x * 64 + threadIdx.x;\n"
        "    s[63 - threadIdx.x] = i < n ? x[i] : 0;\n    box b{1};\n    b = b + 1;\n"
        "    float v = s[63 - threadIdx.x] + (float)(s[threadIdx.x] != s[threadIdx.x]);\n    if (i "
        "< n)\n"
        "        y[i] = fminf(fmaxf(v / 6.0f + 0.5f, 0.0f), 1.0f);\n}\n";
    struct arena a = { 0 };
    struct eval_result r;
    (void)state;
    evaluate(text, &how, &a, &r);
    if (r.outcome != OUTCOME_MEASURED)
        fail_msg("%s: %s", outcome_name(r.outcome), r.message);
    arena_release(&a);
}

static void results_come_from_the_cache(void **state)
{
    static const struct how how = { CASE_TINY, EVAL_FAST, 1, 0 };
    static const char good[] = HEAD RIGHT "    // cache test\n}";
    static const char bad[] = HEAD "    not_there(i);\n}";
    struct arena a = { 0 };
    struct eval_result first, second;
    (void)state;
    evaluate(good, &how, &a, &first);
    evaluate(good, &how, &a, &second);
    assert_false(first.compile_cached);
    assert_true(second.compile_cached);
    assert_string_equal(first.artifact_sha256, second.artifact_sha256);
    evaluate(bad, &how, &a, &first);
    evaluate(bad, &how, &a, &second);
    assert_true(second.compile_cached);
    assert_string_equal(first.compile_log, second.compile_log);
    assert_string_equal(first.message, second.message);
    arena_release(&a);
}

static void damage_cache(const char *end)
{
    DIR *d = opendir(cache_dir);
    assert_non_null(d);
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        char path[512];
        size_t n = strlen(e->d_name), k = strlen(end);
        snprintf(path, sizeof path, "%s/%s", cache_dir, e->d_name);
        if (n < k || strcmp(e->d_name + n - k, end) != 0)
            continue;
        FILE *f = fopen(path, "r+b");
        assert_non_null(f);
        assert_int_equal(fseek(f, 150, SEEK_SET), 0);
        int c = fgetc(f);
        assert_int_equal(fseek(f, 150, SEEK_SET), 0);
        fputc(c ^ 0x5a, f);
        fclose(f);
    }
    closedir(d);
}

static void a_damaged_cache_is_not_believed(void **state)
{
    static const struct how how = { CASE_TINY, EVAL_FAST, 1, 0 };
    static const char *const ends[] = { ".so", ".meta" };
    static const char text[] = HEAD RIGHT "    // damage test\n}";
    struct arena a = { 0 };
    struct eval_result r;
    (void)state;
    evaluate(text, &how, &a, &r);
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        damage_cache(ends[i]);
        evaluate(text, &how, &a, &r);
        assert_int_equal(r.outcome, OUTCOME_MEASURED);
        assert_false(r.compile_cached);
        evaluate(text, &how, &a, &r);
        assert_true(r.compile_cached);
    }
    arena_release(&a);
}

static void a_bad_candidate_does_not_disturb_the_next(void **state)
{
    static const struct how how = { CASE_TINY, EVAL_FAST, 1, 300 };
    static const struct how patient = { CASE_TINY, EVAL_FAST, 1, 0 };
    static const char *const bad[] = {
        HEAD "    y[i * 100000] = 1.0f;\n}",
        HEAD "    for (;;)\n        __syncthreads();\n}",
        HEAD "    __trap();\n}",
        HEAD "    for (long j = 0; j < 1L << 33; j++)\n        y[j] = 0;\n}",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct arena a = { 0 };
        struct eval_result r;
        evaluate(bad[i], &how, &a, &r);
        assert_int_not_equal(r.outcome, OUTCOME_MEASURED);
        evaluate(HEAD RIGHT "}", &patient, &a, &r);
        assert_int_equal(r.outcome, OUTCOME_MEASURED);
        arena_release(&a);
    }
}

static void the_device_is_described(void **state)
{
    struct device_info d;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(evaluator_device(evaluator, &d, &err), 0);
    assert_string_equal(d.backend, "cpu");
    assert_true(d.cores > 0 && d.name[0] != '\0' && d.uuid[0] != '\0');
    assert_non_null(strstr(d.compiler, "g++"));
    assert_non_null(strstr(d.flags, "-O3"));
    assert_non_null(strstr(d.sandbox, "seccomp"));
}

static void unknown_backends_are_a_usage_error(void **state)
{
    struct evaluator *e = NULL;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(evaluator_open("tpu", &e, &err), ERR_USAGE);
    assert_null(e);
}

/* A task of each kernel file, in full; cli.task_commands compares every baseline with its oracle.
 */
static void a_baseline_of_each_kernel_file_is_right(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    const struct task **tasks = NULL;
    size_t n = 0;
    (void)state;
    assert_int_equal(task_list(&a, &tasks, &n, &err), 0);
    assert_true(n >= 10);
    for (size_t i = 0; i < n; i++) {
        if (!is_first_of_file(tasks, i))
            continue;
        struct eval_result r;
        struct eval_job job = { .kernel_text = tasks[i]->baseline,
                                .kernel_len = strlen(tasks[i]->baseline),
                                .task = tasks[i],
                                .task_case = CASE_TINY,
                                .mode = EVAL_FULL,
                                .input_seed = 3 };
        if (evaluator_run(evaluator, &job, &a, &r, &err) != 0)
            fail_msg("%s", err.msg);
        if (r.outcome != OUTCOME_MEASURED)
            fail_msg("%s: %s: %s", tasks[i]->id, outcome_name(r.outcome), r.message);
    }
    arena_release(&a);
}

static int open_evaluator(void **state)
{
    struct err err = { 0 };
    (void)state;
    if (mkdtemp(cache_dir) == NULL || setenv("ROLLBOOK_CACHE_DIR", cache_dir, 1) != 0)
        return -1;
    if (evaluator_open("cpu", &evaluator, &err) == 0)
        return 0;
    print_error("%s\n", err.msg);
    return -1;
}

static int close_evaluator(void **state)
{
    char path[512];
    (void)state;
    evaluator_close(evaluator);
    DIR *d = opendir(cache_dir);
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        snprintf(path, sizeof path, "%s/%s", cache_dir, e->d_name);
        (void)unlink(path);
    }
    closedir(d);
    return rmdir(cache_dir);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_outcome),
        cmocka_unit_test(a_right_kernel_leaves_numbers_and_evidence),
        cmocka_unit_test(the_baseline_against_itself),
        cmocka_unit_test(launches_are_counted),
        cmocka_unit_test(faults_carry_signal_and_address),
        cmocka_unit_test(blocks_on_several_threads_are_all_run),
        cmocka_unit_test(hidden_barriers_are_found_at_run_time),
        cmocka_unit_test(results_come_from_the_cache),
        cmocka_unit_test(a_damaged_cache_is_not_believed),
        cmocka_unit_test(a_bad_candidate_does_not_disturb_the_next),
        cmocka_unit_test(the_device_is_described),
        cmocka_unit_test(unknown_backends_are_a_usage_error),
        cmocka_unit_test(a_baseline_of_each_kernel_file_is_right),
    };
    return cmocka_run_group_tests_name("evaluator", tests, open_evaluator, close_evaluator);
}
