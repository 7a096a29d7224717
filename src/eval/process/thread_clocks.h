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

#include "src/eval/seam/runner_abi.h"

/*
 * Where the system tells the time of every thread, no work of one can hide behind threads that have
 * none; where it does not, the time of the process is divided by their number.
 */
struct thread_clocks {
    size_t n;                      /* files; 0: the system tells nothing of threads */
    bool by_process;               /* the clock of the process is read, not theirs */
    int files[RUNNER_MAX_THREADS]; /* /proc/PID/task/TID/schedstat */
    uint64_t before_ns[RUNNER_MAX_THREADS], waited_before_ns[RUNNER_MAX_THREADS];
    clockid_t process;
    bool has_process;
    unsigned threads;
};

/* Of a process that has started all of its threads. */
void thread_clocks_open(struct thread_clocks *c, pid_t pid, unsigned threads);
/* The process must be stopped at both: then the counts are exact. */
void thread_clocks_start(struct thread_clocks *c);
/* Processor time since the start of the thread that used most, us; NaN when the system tells none.
 * *out_waited_us is how long the thread that waited most could run and was not let. */
double thread_clocks_stop(const struct thread_clocks *c, double *out_waited_us);
void thread_clocks_close(struct thread_clocks *c);

#endif
