/*
 * bench_noise.c - how often the interval of a speedup holds the truth: the baseline against itself.
 *
 * ninja bench_noise && bench/bench_noise [EVALUATIONS [LOAD [fast|full]]]
 *
 * EVALUATIONS (200) on five tasks of the cpu backend, with LOAD (0) busy processes beside them;
 * every 20 a new evaluator.  Prints how many intervals hold 1, how wide they are, and what an
 * evaluation costs.  Exit status 1 when fewer than 92 % hold it.
 */
#define _GNU_SOURCE
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/eval.h"

#define MOST_LOAD       64
#define MOST_N          100000
#define BEFORE_REOPENED 20

static const char *const task_ids[] = { "l1/4", "l1/5", "l1/12", "l1/14", "l1/15" };

static _Noreturn void fail(const struct err *err)
{
    fprintf(stderr, "bench_noise: %s\n", err->msg);
    exit(4);
}

static void start_load(pid_t *processes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        processes[i] = fork();
        if (processes[i] == 0)
            for (volatile unsigned spin = 0;; spin++) {
            }
    }
}

static void stop_load(const pid_t *processes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (processes[i] > 0) {
            (void)kill(processes[i], SIGKILL);
            (void)waitpid(processes[i], NULL, 0);
        }
}

struct tally {
    unsigned n, held, above, below, without;
    double *widths; /* upper / lower - 1 */
};

static void count(struct tally *t, const struct eval_result *r)
{
    if (isnan(r->speedup_lower)) {
        t->without++;
        return;
    }
    t->above += r->speedup_lower > 1.0;
    t->below += r->speedup_upper < 1.0;
    t->held += r->speedup_lower <= 1.0 && r->speedup_upper >= 1.0;
    t->widths[t->n++] = r->speedup_upper / r->speedup_lower - 1.0;
}

static void evaluate(struct evaluator *e, const char *id, enum eval_mode mode, struct tally *a,
                     struct tally *b)
{
    struct arena CLEANUP(arena_release) arena = { 0 };
    const struct task *task = NULL;
    struct eval_result r;
    struct err err = { 0 };
    if (task_find(id, &arena, &task, &err) != 0)
        fail(&err);
    const struct eval_job job = { .kernel_text = task->baseline,
                                  .kernel_len = strlen(task->baseline),
                                  .task = task,
                                  .task_case = CASE_CPU,
                                  .mode = mode,
                                  .input_seed = 7,
                                  .threads = 1 };
    if (evaluator_run(e, &job, &arena, &r, &err) != 0)
        fail(&err);
    if (!r.correct)
        fprintf(stderr, "%s: %s: %s\n", id, outcome_name(r.outcome), r.message);
    count(a, &r);
    count(b, &r);
}

static void print_tally(const char *what, const struct tally *t)
{
    printf("%-8s %4u of %4u hold 1, %2u above, %2u below, %2u without; median width %.1f %%\n",
           what, t->held, t->n, t->above, t->below, t->without, 100.0 * median_of(t->widths, t->n));
}

static double cpu_seconds(void)
{
    double sum = 0.0;
    static const int who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
    for (size_t i = 0; i < ARRAY_LEN(who); i++) {
        struct rusage u;
        if (getrusage(who[i], &u) == 0)
            sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                   (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
    }
    return sum;
}

static void run(uint64_t n, enum eval_mode mode, struct tally *all, struct tally *tasks)
{
    struct evaluator *e = NULL;
    struct err err = { 0 };
    for (uint64_t i = 0; i < n; i++) {
        size_t t = i % ARRAY_LEN(task_ids);
        if (i % BEFORE_REOPENED == 0) {
            evaluator_close(e);
            if (evaluator_open("cpu", &e, &err) != 0)
                fail(&err);
        }
        evaluate(e, task_ids[t], mode, all, &tasks[t]);
    }
    evaluator_close(e);
}

int main(int argc, char **argv)
{
    uint64_t n = 200, load = 0;
    enum eval_mode mode = EVAL_FAST;
    pid_t processes[MOST_LOAD];
    double before = 0.0, averages[3] = { 0.0, 0.0, 0.0 };
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    if ((argc > 1 && !str_to_u64(argv[1], &n)) || (argc > 2 && !str_to_u64(argv[2], &load)) ||
        (argc > 3 && !eval_mode_parse(argv[3], &mode)) || n == 0 || n > MOST_N || load > MOST_LOAD)
        return 2;
    (void)unsetenv("ROLLBOOK_BIN");
    struct arena CLEANUP(arena_release) a = { 0 };
    struct tally all = { .widths = arena_array(&a, n, sizeof(double)) }, tasks[ARRAY_LEN(task_ids)];
    for (size_t t = 0; t < ARRAY_LEN(task_ids); t++)
        tasks[t] = (struct tally){ .widths = arena_array(&a, n, sizeof(double)) };
    (void)getloadavg(&before, 1);
    start_load(processes, load);
    double start_cpu = cpu_seconds();
    int64_t start = clock_monotonic_ns();
    run(n, mode, &all, tasks);
    double wall = (double)(clock_monotonic_ns() - start) / 1e9, cpu = cpu_seconds() - start_cpu;
    (void)getloadavg(averages, 3);
    stop_load(processes, load);
    for (size_t t = 0; t < ARRAY_LEN(task_ids); t++)
        print_tally(task_ids[t], &tasks[t]);
    print_tally("all", &all);
    printf("mode %s, %u busy processes beside it, load average %.1f before and %.1f at the end; "
           "%.1f ms an evaluation, %.1f ms of processor time\n",
           eval_mode_name(mode), (unsigned)load, before, averages[0], wall / (double)n * 1e3,
           cpu / (double)n * 1e3);
    return all.n == n && all.held * 100 >= all.n * 92 ? 0 : 1;
}
