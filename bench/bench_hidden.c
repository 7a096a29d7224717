/*
 * bench_hidden.c - what the hidden sizes with one long dimension cost of a cached evaluation.
 *
 * ninja bench_hidden && bench/bench_hidden [ROUNDS [fast|full [TASK ...]]]
 *
 * Evaluates the right kernels of each task (all hundred of level 1, or those that are named) with
 * and without the long sizes in turn, ROUNDS (4) times each after one that fills the caches.  What
 * counts is processor time of this process and of its runners, so load falls on both.  How many
 * timed runs a kernel has depends on noise, so the part behind them is compared: the least of
 * either.  Prints the long sizes' share of the median evaluation without them for each kernel, then
 * of all.  Exit status 1 when that is more than 10 %.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/candidate_kinds.h"
#include "src/eval/eval.h"

#define MOST_ROUNDS 100
#define MOST_TASKS  100
#define BOUND       0.10

extern const struct candidate_kind kind_kernel_file;
static bool leaves_out_long;
static double hidden_start_ms; /* below 0: no hidden size was asked for */

static _Noreturn void fail(const struct err *err)
{
    fprintf(stderr, "bench_hidden: %s\n", err->msg);
    exit(4);
}

static double cpu_ms(void)
{
    static const int who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
    double sum = 0.0;
    for (size_t i = 0; i < ARRAY_LEN(who); i++) {
        struct rusage u;
        if (getrusage(who[i], &u) == 0)
            sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 +
                   (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
    }
    return sum;
}

static bool hidden_dims(const struct candidate *c, const struct candidate_text *s, uint64_t seed,
                        enum hidden_size size, int64_t dims[TASK_MAX_DIMS])
{
    if (hidden_start_ms < 0.0)
        hidden_start_ms = cpu_ms();
    return !(leaves_out_long && size >= HIDDEN_LONG) &&
           kind_kernel_file.hidden_dims(c, s, seed, size, dims);
}

struct bench {
    struct evaluator *e;
    enum eval_mode mode;
    unsigned rounds;
    double long_ms, all_ms;
};

struct cost {
    double all_ms, hidden_ms;
};

static struct cost evaluate(const struct bench *b, const struct task *task, const char *text)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_result r;
    struct err err = { 0 };
    const struct eval_job job = { .kernel_text = text,
                                  .kernel_len = strlen(text),
                                  .kind = "noted",
                                  .task = task,
                                  .task_case = CASE_CPU,
                                  .mode = b->mode,
                                  .input_seed = 7,
                                  .threads = 1 };
    double start = cpu_ms();
    hidden_start_ms = -1.0;
    if (evaluator_run(b->e, &job, &a, &r, &err) != 0)
        fail(&err);
    if (!r.correct)
        fprintf(stderr, "%s: %s: %s\n", task->id, outcome_name(r.outcome), r.message);
    double end = cpu_ms();
    return (struct cost){ end - start, hidden_start_ms < 0.0 ? 0.0 : end - hidden_start_ms };
}

static void compare(struct bench *b, const struct task *task, const char *name, const char *text)
{
    double all_ms[MOST_ROUNDS], least_ms[2];
    for (unsigned i = 0; i <= b->rounds; i++)
        for (unsigned k = 0; k < 2; k++) {
            leaves_out_long = (k + i) % 2 != 0;
            struct cost one = evaluate(b, task, text);
            double *least = &least_ms[leaves_out_long];
            if (i > 0 && leaves_out_long)
                all_ms[i - 1] = one.all_ms;
            if (i > 0)
                *least = i == 1 || one.hidden_ms < *least ? one.hidden_ms : *least;
        }
    double all = median_of(all_ms, b->rounds), more = least_ms[0] - least_ms[1];
    b->all_ms += all;
    b->long_ms += more;
    printf("%-7s %-8s %7.1f ms, long sizes %6.1f ms, %5.1f %%\n", task->id, name, all, more,
           100.0 * more / all);
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    static struct candidate_kind kind;
    struct bench b = { .mode = EVAL_FAST, .rounds = 4 };
    struct err err = { 0 };
    uint64_t rounds = 4;
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    if ((argc > 1 && !str_to_u64(argv[1], &rounds)) || rounds == 0 || rounds > MOST_ROUNDS)
        return 2;
    b.rounds = (unsigned)rounds;
    b.mode = argc > 2 && strcmp(argv[2], "full") == 0 ? EVAL_FULL : EVAL_FAST;
    kind = kind_kernel_file;
    kind.name = "noted";
    kind.recognise = NULL;
    kind.explain = NULL;
    kind.hidden_dims = hidden_dims;
    candidate_kind_add(&kind);
    (void)unsetenv("ROLLBOOK_BIN");
    if (evaluator_open("cpu", &b.e, &err) != 0)
        fail(&err);
    for (int i = 0; i < (argc > 3 ? argc - 3 : MOST_TASKS); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const struct task *task = NULL;
        const char *tuned = NULL, *id = argc > 3 ? argv[i + 3] : arena_printf(&a, "l1/%d", i + 1);
        if (task_find(id, &a, &task, &err) != 0 ||
            task_kernel(task, "tuned", &a, &tuned, &err) != 0)
            fail(&err);
        compare(&b, task, "baseline", task->baseline);
        if (tuned != NULL)
            compare(&b, task, "tuned", tuned);
    }
    evaluator_close(b.e);
    printf(
        "long sizes: %.1f %% of the processor time of an evaluation (at most %.0f %% is meant)\n",
        100.0 * b.long_ms / b.all_ms, 100.0 * BOUND);
    return b.long_ms / b.all_ms > BOUND;
}
