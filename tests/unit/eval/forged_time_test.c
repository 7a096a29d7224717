/*
 * forged_time_test.c - a runner that lies about time.
 *
 * This program is the candidate's process: for marked objects it follows the runner's protocol,
 * computes right outputs, and hides part of its work from the time it tells.
 *
 * labels: release
 */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/contract/runner_abi.h"
#include "src/eval/eval.h"
#include "tests/support/busy.h"
#include "tests/unit/eval/evaluator_fixture.h"

/* docs/internals/evaluator.md promises that no time is further below the truth. */
#define BOUND_US    50.0
#define BOUND_SHARE 0.05

enum hiding {
    HIDE_BEFORE_ANSWER = 'b',
    HIDE_AFTER_ANSWER = 'a',
    HIDE_IN_SETUP = 's', /* leaves a status of our own failures on the control page */
};

struct lie {
    enum hiding how;
    unsigned us;
};

/* "forged:b:000300". */
static bool read_mark(const char *artifact, struct lie *out)
{
    struct buf object = { .max = (size_t)16 << 20 };
    static const char mark[] = "forged:";
    bool found = file_read(artifact, (size_t)16 << 20, &object, NULL) == 0;
    const char *at = found ? memmem(object.data, object.len, mark, sizeof mark - 1) : NULL;
    if (at != NULL)
        *out = (struct lie){ .how = (enum hiding)at[7], .us = (unsigned)strtoul(at + 9, NULL, 10) };
    buf_release(&object);
    return at != NULL;
}

static int64_t thread_ns(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void work(unsigned us)
{
    int64_t until = thread_ns() + (int64_t)us * 1000;
    while (thread_ns() < until)
        continue;
}

static void answer(char command)
{
    if (write(RUNNER_FD_SOCKET, &command, 1) != 1)
        _exit(0);
}

static void compute(const struct runner_control *c, unsigned char *buffers)
{
    const struct runner_launch *l = &c->launches[0]; /* of the size that the session is at */
    const struct runner_buffer *in = &c->buffers[l->args[0].buffer];
    const struct runner_buffer *out = &c->buffers[l->args[1].buffer];
    const float *x = (const float *)(const void *)(buffers + in->offset_bytes +
                                                   runner_buffer_shift(in, c->at_end != 0));
    float *y =
        (float *)(void *)(buffers + out->offset_bytes + runner_buffer_shift(out, c->at_end != 0));
    for (size_t i = 0; i < in->bytes / sizeof *x; i++)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}

static void run(struct runner_control *c, unsigned char *buffers, const struct lie *lie)
{
    int64_t start = clock_monotonic_ns();
    compute(c, buffers);
    c->plan_ns = clock_monotonic_ns() - start;
    c->status = RUN_OK;
    if (lie->how == HIDE_BEFORE_ANSWER)
        work(lie->us);
    if (lie->how == HIDE_IN_SETUP) {
        c->status = RUN_SETUP_FAILED;
        _exit(70);
    }
    answer(RUNNER_RUN);
    if (lie->how == HIDE_AFTER_ANSWER)
        work(lie->us);
}

static _Noreturn void lying_runner(const struct lie *lie)
{
    struct runner_control *c =
        mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, RUNNER_FD_CONTROL, 0);
    size_t bytes = 0;
    for (uint32_t i = 0; i < c->n_buffers; i++)
        bytes += c->buffers[i].region_bytes;
    unsigned char *buffers =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, RUNNER_FD_BUFFERS, 0);
    answer(RUNNER_READY);
    for (char command; read(RUNNER_FD_SOCKET, &command, 1) == 1;) {
        if (command == RUNNER_RUN) {
            run(c, buffers, lie);
            continue;
        }
        c->plan_ns = 0;
        c->status = RUN_OK;
        answer(command);
    }
    _exit(0);
}

static void evaluate(enum hiding how, unsigned us, struct arena *a, struct eval_result *out)
{
    struct err err = { 0 };
    const struct task *task = NULL;
    char *text = arena_printf(
        a,
        "//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256\n"
        "__device__ char mark[] = \"forged:%c:%06u\";\n"
        "__global__ void k(const float *x, float *y, int n)\n"
        "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)\n"
        "        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f) + 0 * mark[i & 7];\n}\n",
        (char)how, us);
    if (task_find("l1/28", a, &task, &err) != 0)
        fail_msg("%s", err.msg);
    struct eval_job job = { .kernel_text = text,
                            .kernel_len = strlen(text),
                            .task = task,
                            .task_case = CASE_TINY,
                            .mode = EVAL_FULL,
                            .input_seed = 5,
                            .threads = 1 };
    if (evaluator_run(evaluator, &job, a, out, &err) != 0)
        fail_msg("%s", err.msg);
}

static void hidden_work_is_charged(void **state)
{
    static const enum hiding ways[] = { HIDE_BEFORE_ANSWER, HIDE_AFTER_ANSWER };
    static const unsigned hidden_us[] = { 30, 300, 3000 };
    (void)state;
    for (size_t w = 0; w < ARRAY_LEN(ways); w++)
        for (size_t i = 0; i < ARRAY_LEN(hidden_us); i++) {
            struct arena a = { 0 };
            struct eval_result r;
            evaluate(ways[w], hidden_us[i], &a, &r);
            /* Work behind the answer ends where the process is stopped. */
            double truth_us = ways[w] == HIDE_BEFORE_ANSWER ? hidden_us[i] : 0.0;
            double least_us = truth_us * (1.0 - BOUND_SHARE) - BOUND_US;
            bool accused = r.outcome == OUTCOME_CHEAT && strcmp(r.cheat_kind, "clock") == 0;
            /* Nobody is accused while threads waited longer for other work than was hidden: such
             * times earn nothing. */
            bool unpaid = r.outcome == OUTCOME_MEASURED && r.n_samples == 0;
            bool caught = accused || unpaid;
            print_message("%c, %u us hidden: %s, %.1f us\n", (char)ways[w], hidden_us[i],
                          outcome_name(r.outcome), eval_runtime_us(&r));
            if (!caught && (r.outcome != OUTCOME_MEASURED || eval_runtime_us(&r) < least_us) &&
                !busy_excuses("hidden work was not charged"))
                fail_msg("%c, %u us hidden: %s (%s), %.1f us", (char)ways[w], hidden_us[i],
                         outcome_name(r.outcome), r.message, eval_runtime_us(&r));
            if (ways[w] == HIDE_BEFORE_ANSWER && hidden_us[i] >= 300 && !caught)
                assert_true(busy_excuses("hidden work was not caught"));
            arena_release(&a);
        }
}

static void our_failures_cannot_be_claimed(void **state)
{
    struct arena a = { 0 };
    struct eval_result r;
    (void)state;
    evaluate(HIDE_IN_SETUP, 0, &a, &r);
    assert_int_equal(r.outcome, OUTCOME_CRASH);
    arena_release(&a);
}

int main(int argc, char **argv)
{
    struct lie lie;
    if (argc == 4 && strcmp(argv[2], "exec") == 0 && read_mark(argv[3], &lie))
        lying_runner(&lie);
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_work_is_charged),
        cmocka_unit_test(our_failures_cannot_be_claimed),
    };
    return busy_end(
        cmocka_run_group_tests_name("forged_time", tests, open_evaluator, close_evaluator));
}
