/*
 * bench_submit.c - jobs a second that a run submits to a queue, as the transport "queue" does it.
 *
 * ninja bench_submit && ./bench_submit ADDRESS CLASS JOBS KERNEL-FILE
 *
 * The queue has workers of this build that serve the class, with room for a quarter of the jobs.
 * Prints jobs a second; bench_queue.sh calls it.
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
#include "src/queue/queue.h"

static void must(int rc, const struct err *err)
{
    if (rc < 0) {
        fprintf(stderr, "bench_submit: %s\n", err->msg);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    const struct transport_kind *kind = &transport_kind_queue;
    struct err err = { 0 };
    struct arena a = { 0 };
    struct transport *t = NULL;
    struct eval_result result;
    int64_t jobs = 0, id = 0;
    struct buf kernel = { 0 };
    if (argc != 5 || !str_to_i64(argv[3], &jobs) || jobs < 1) {
        fputs("usage: bench_submit ADDRESS CLASS JOBS KERNEL-FILE\n", stderr);
        return 2;
    }
    must(file_read(argv[4], (size_t)1 << 20, &kernel, &err), &err);
    const struct transport_options o = { .backend = "cpu",
                                         .queue = argv[1],
                                         .device_class = argv[2] };
    must(kind->open(&o, &t, &err), &err);
    int64_t began_ns = clock_monotonic_ns();
    for (int64_t i = 1; i <= jobs; i++) {
        const struct eval_job job = { .id = i,
                                      .row_id = i,
                                      .task_id = "l1/4",
                                      .task_case = CASE_TINY,
                                      .input_seed = (uint64_t)i,
                                      .kernel_text = buf_text(&kernel),
                                      .kernel_len = kernel.len };
        must(kind->submit(t, &job, &err), &err);
    }
    (void)kind->poll(t, &a, &id, &result); /* sends all that is new */
    double seconds = (double)(clock_monotonic_ns() - began_ns) / 1e9;
    printf("%.0f\n", (double)jobs / seconds);
    fflush(stdout);
    _Exit(0); /* without taking the jobs back one by one */
}
