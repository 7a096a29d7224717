/*
 * bench_torch.c - what evaluations of PyTorch modules cost in warm processes.
 *
 * ninja bench_torch && ./bench/bench_torch cpu|cuda own|kernelbench N PROBLEM.py CANDIDATE.py...
 *
 * Evaluates every candidate N times in full mode and prints a line for each: outcome, milliseconds
 * from text to result, of it compiling, median runtimes.  ROLLBOOK_TRACE=phases or 1 tells where
 * the time went on standard error.  bench_torch.sh has the files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/base/trace.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"

#define MAX_TEXT ((size_t)4 << 20)

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
    if (n == 0)
        return 0;
    qsort(v, n, sizeof(*v), by_value);
    return n % 2 == 1 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static int evaluate(struct torch_host *h, struct torch_job *job, const char *path, struct err *err)
{
    struct arena a = { 0 };
    struct eval_result r;
    job->secret = (uint64_t)clock_monotonic_ns();
    trace_begin();
    int rc = torch_evaluate(h, job, &a, &r, err);
    if (rc == 0)
        printf("%-28s %-10s %7.0f ms, compiling %6.0f ms%s; runtime %.1f us, reference %.1f us; "
               "%d of %d right %s\n",
               strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path, outcome_name(r.outcome),
               r.total_ms, r.compile_ms, r.compile_cached ? " (cached)" : "",
               median(r.samples_us, r.n_samples),
               median(r.baseline_samples_us, r.n_baseline_samples), (int)r.trials_passed,
               (int)r.trials_run, r.message != NULL ? r.message : "");
    (void)fflush(stdout);
    trace_phases_print("this evaluation");
    arena_release(&a);
    return rc;
}

int main(int argc, char **argv)
{
    struct buf problem = { .max = MAX_TEXT };
    struct torch_host *h = NULL;
    struct err err = { 0 };
    struct torch_job job = { .mode = EVAL_FULL, .inputs = TORCH_INPUTS_SIGNED };
    int64_t repeats = 0;
    if (argc < 6 || !torch_rule_parse(argv[2], &job.rule) || !str_to_i64(argv[3], &repeats)) {
        (void)fprintf(stderr, "usage: %s cpu|cuda own|kernelbench N PROBLEM.py CANDIDATE.py...\n",
                      argv[0]);
        return 2;
    }
    int64_t began_ns = clock_monotonic_ns();
    int rc = file_read(argv[4], MAX_TEXT, &problem, &err);
    job.problem = buf_text(&problem);
    if (rc == 0)
        rc = torch_host_open(NULL, argv[1], &h, &err);
    if (rc == 0)
        printf("processes started in %.0f ms\n", (double)(clock_monotonic_ns() - began_ns) / 1e6);
    for (int i = 5; i < argc && rc == 0; i++) {
        struct buf text = { .max = MAX_TEXT };
        rc = file_read(argv[i], MAX_TEXT, &text, &err);
        job.candidate = buf_text(&text);
        for (int64_t n = repeats; n > 0 && rc == 0; n--)
            rc = evaluate(h, &job, argv[i], &err);
        buf_release(&text);
    }
    torch_host_close(h);
    buf_release(&problem);
    if (rc != 0)
        (void)fprintf(stderr, "%s\n", err.msg);
    return rc == 0 ? 0 : 1;
}
