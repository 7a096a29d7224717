/*
 * eval_command_test.c - how eval tells of a result, for people and as a row, and device of what is
 * here, held to texts that somebody has read: tests/approved/units/eval_*.txt.
 *
 * The evaluator is this program, so that results are what a case says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/eval/device_report.h"
#include "src/eval/eval.h"
#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"

static struct eval_result next;
static struct err failure; /* instead of a result, where it has a code */
static struct buf asked;
static int open_evaluators;

/* Of the evaluator's own parts, which nothing here reaches. */
void evaluation_prepare(void);
void evaluation_compile(void);
void evaluation_source(void);
void evaluator_machine(void);

void evaluation_prepare(void)
{
}

void evaluation_compile(void)
{
}

void evaluation_source(void)
{
}

void evaluator_machine(void)
{
}

struct backend_habits evaluator_habits(const char *backend)
{
    (void)backend;
    return (struct backend_habits){ .jobs_ahead = 0 };
}

bool evaluator_library_has(const char *backend, const struct task *t)
{
    (void)backend;
    (void)t;
    return false;
}

int evaluator_open(const char *backend, struct evaluator **to, struct err *err)
{
    if (strcmp(backend, "zz") == 0)
        return err_set(err, ERR_USAGE, "no such backend");
    buf_printf(&asked, "backend %s;", backend);
    open_evaluators++;
    *to = (struct evaluator *)(void *)&open_evaluators;
    return 0;
}

void evaluator_close(struct evaluator *e)
{
    open_evaluators -= e != NULL;
}

int evaluator_device(struct evaluator *e, struct device_info *to, struct err *err)
{
    (void)e;
    (void)err;
    *to = (struct device_info){ .backend = "cpu",
                                .name = "a processor",
                                .uuid = "id",
                                .cores = 3,
                                .n_devices = 1,
                                .compiler = "g++",
                                .flags = "-O2",
                                .sandbox = "seccomp" };
    return 0;
}

void evaluator_prepare(struct evaluator *e, const struct eval_job *job)
{
    (void)e;
    (void)job;
}

int evaluator_run(struct evaluator *e, const struct eval_job *job, struct arena *a,
                  struct eval_result *to, struct err *err)
{
    (void)e;
    (void)a;
    buf_printf(
        &asked,
        " task %s case %s mode %s trials %u timed %u threads %u deadline %g kind %s%s%s seed "
        "%llu text %.*s",
        job->task_id, task_case_name(job->task_case), eval_mode_name(job->mode),
        job->correct_trials, job->timed_runs, job->threads, job->deadline_ms,
        job->kind == NULL ? "-" : job->kind, job->adaptive ? " adaptive" : "",
        job->counters ? " counters" : "", (unsigned long long)job->input_seed, (int)job->kernel_len,
        job->kernel_text);
    if (failure.code != 0) {
        *err = failure;
        return failure.code;
    }
    *to = next;
    return 0;
}

void device_report(bool measure, struct device_report *to)
{
    to->n = measure ? 3 : 2;
    to->facts[0] = (struct device_fact){ "cpu", "name", "a processor", (double)NAN, "" };
    to->facts[1] = (struct device_fact){ "cpu", "cores", "", (double)NAN, "" };
    to->facts[2] = (struct device_fact){ "cuda:0", "copy", "", 3.5, "GB/s" };
}

static void tell(const char *line)
{
    buf_clear(&asked);
    say(line);
    buf_printf(&out, "asked: %s\n", asked.len > 0 ? buf_text(&asked) : "nothing");
    assert_int_equal(open_evaluators, 0);
}

static void both(void)
{
    tell("eval k.cu --task l1/4 --seed 5");
    tell("eval k.cu --task l1/4 --seed 18446744073709551615 --json");
}

static double samples[] = { 2, 1, 4 }, baseline[] = { 6, 5, 8, 7 };
static struct evidence evidence[] = {
    { "guard_zone", 3, 0, "bytes", false, "at\x1b[2J the end" },
    { "outputs", 8, 8.5, NULL, true, "fine" },
};

/* A result that was measured, with an interval; its message and log are empty. */
static void put_measured(void)
{
    eval_result_init(&next, OUTCOME_MEASURED, "");
    next.compiled = next.correct = true;
    next.samples_us = samples;
    next.n_samples = 3;
    next.baseline_samples_us = baseline;
    next.n_baseline_samples = 4;
    next.speedup_lower = 2.5;
    next.speedup_upper = 3.75;
    next.interval_level = 0.9;
    next.interval_kind = "processes";
    next.interval_processes = 4;
    next.trials_run = next.trials_passed = 8;
    next.max_abs_err = 0.00123456;
    next.max_rel_err = 12.3456;
    next.matched_share = 1;
    next.worst_index = 3;
    next.compile_log = "";
    next.compile_ms = 12.34;
    next.total_ms = 567.89;
    next.kind = "kernel_file";
    next.launch_count = 2;
}

static void test_results_are_told(void **state)
{
    (void)state;
    FILE *f = fopen("k.cu", "w");
    assert_non_null(f);
    assert_true(fputs("kernel", f) >= 0 && fclose(f) == 0);
    put_measured();
    both();
    tell("eval k.cu --task l1/4 --seed 9223372036854775807 --format csv");
    tell("eval k.cu --task 4 --case tiny --mode full --threads 7 --deadline 12.5 --adaptive "
         "--counters "
         "--kind library --seed 1 --dims m=3,k=2");
    tell("eval k.cu --task l1/4 --seed 1 --correct-trials 3");
    tell("eval k.cu --task l1/4 --seed 1 --timed-runs 4 --case full --backend cuda");
    /* The baseline's own text, within noise, compiled before. */
    next.same_as_baseline = 1;
    next.speedup_lower = 0.9;
    next.compile_cached = 1;
    both();
    /* One end of the interval is not known, then both are not. */
    next.speedup_upper = (double)NAN;
    tell("eval k.cu --task l1/4 --seed 5");
    next.speedup_lower = (double)NAN;
    next.same_as_baseline = 0;
    next.compile_cached = 0;
    both();
    /* No time is believed. */
    next.n_baseline_samples = 0;
    both();
    /* A cheat with its evidence. */
    next.outcome = OUTCOME_CHEAT;
    next.cheat_kind = "guard_zone";
    next.message = "it wrote\nbeyond\x1b";
    next.correct = false;
    next.n_samples = 0;
    next.evidence = evidence;
    next.n_evidence = 2;
    next.compile_log = "a warning\n";
    both();
    /* A crash: nothing was compared. */
    next.outcome = OUTCOME_CRASH;
    next.cheat_kind = NULL;
    next.fault_place = "12 bytes past the end of output y";
    next.fault_address = "0x7f";
    next.signal = 11;
    next.trials_passed = 0;
    next.max_abs_err = next.max_rel_err = next.matched_share = (double)NAN;
    both();
    next.trials_run = 0;
    next.n_evidence = 0;
    tell("eval k.cu --task l1/4 --seed 5");
    /* Nothing was checked. */
    eval_result_init(&next, OUTCOME_INFRA, "no device");
    both();
    failure = (struct err){ .code = ERR_BUSY };
    snprintf(failure.msg, sizeof failure.msg, "it is busy");
    tell("eval k.cu --task l1/4 --seed 5");
    failure.code = ERR_USAGE;
    tell("eval k.cu --task l1/4 --seed 5");
    failure.code = 0;
    tell("eval k.cu --task l1/4 --seed 5 --backend zz");
    approved_drop_repeats(&out);
    approved_check_exactly("eval_told", &out);
}

static void test_devices_are_told(void **state)
{
    (void)state;
    buf_clear(&out);
    say("device");
    say("device --json");
    say("device --measure --format csv --python py3");
    assert_string_equal(getenv("ROLLBOOK_PYTHON"), "py3");
    approved_check_exactly("eval_device", &out);
    buf_release(&asked);
}

static int setup(void **state)
{
    (void)state;
    return said_setup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_are_told),
        cmocka_unit_test(test_devices_are_told),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
