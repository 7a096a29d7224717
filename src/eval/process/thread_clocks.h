/*
 * thread_clocks.h - processor time of another process, by its busiest thread.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_THREAD_CLOCKS_H
#define ROLLBOOK_EVAL_PROCESS_THREAD_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "src/eval/contract/runner_abi.h"

/* Reads a file "schedstat": returns ns on a processor and, in *out_waited_ns, those of waiting for
 * one.  0 and 0: the system does not tell. */
uint64_t schedstat_read(const char *path, uint64_t *out_waited_ns);
/* The same of an open file; -1: there is none. */
uint64_t schedstat_read_file(int file, uint64_t *out_waited_ns);

/*
 * Where the system tells each thread's time, the work of one cannot hide behind idle ones;
 * elsewhere the time of the process is divided by their number.
 */
struct thread_clocks {
    size_t n; /* files; 0: no times of threads */
    bool by_process;
    int files[RUNNER_MAX_THREADS]; /* /proc/PID/task/TID/schedstat */
    uint64_t before_ns[RUNNER_MAX_THREADS], waited_before_ns[RUNNER_MAX_THREADS];
    clockid_t process;
    bool has_process;
    unsigned threads;
};

/* The process has started all of its threads. */
void thread_clocks_open(struct thread_clocks *c, pid_t pid, unsigned threads);
/* The process must be stopped at start and stop: then the counts are exact. */
void thread_clocks_start(struct thread_clocks *c);
/* Returns the busiest thread's time since the start, us; NaN when unknown.  *out_waited_us: how
 * long the thread that waited most was kept from running. */
double thread_clocks_stop(const struct thread_clocks *c, double *out_waited_us);
void thread_clocks_close(struct thread_clocks *c);

#endif
