/*
 * worker_process.h - one worker: its process, pipes and jobs; private to src/worker.
 */
#ifndef ROLLBOOK_WORKER_WORKER_PROCESS_H
#define ROLLBOOK_WORKER_WORKER_PROCESS_H

#include <sys/types.h>

#include "src/worker/worker.h"
#include "src/worker/worker_proto.h"

#define MAX_QUEUE 16

struct queued {
    struct eval_job job;
    unsigned attempts;
    bool sent;
    size_t ahead; /* bytes sent behind the job at hand */
};

/* In place of a pid: behind a socket.  No process has this number, and unlike -1 it does not stand
 * for all of them where it is given to kill(). */
#define WORKER_REMOTE ((pid_t)INT32_MAX)

struct worker {
    pid_t pid; /* 0: not running */
    int to, from;
    int cpu;           /* -1: not pinned */
    int gpu;           /* -1: the environment's */
    size_t ahead_max;  /* bytes that fit the pipe */
    size_t ahead;      /* bytes sent */
    int64_t since_ns;  /* of the job at hand */
    unsigned grace_ms; /* of an idle worker */
    bool is_greeted;   /* its first message has come; of later processes as well */
    size_t n_jobs;
    struct queued jobs[MAX_QUEUE];
    struct device_info device;
};

struct worker_setting {
    char *backend;
    unsigned threads;
    int (*connect)(void *context); /* NULL: our own processes */
    void *context;
};

/* -1: none. */
int worker_core(unsigned worker, unsigned n_workers, unsigned threads);
/* Does not wait for the worker. */
int worker_begin(const struct worker_setting *s, struct worker *w, struct err *err);
/* Waits for the first message, which names the device. */
int worker_greeted(struct worker *w, struct err *err);
int worker_start(const struct worker_setting *s, struct worker *w, struct err *err); /* both */
/* Closes its pipes and does not wait for its end: several end beside each other. */
void worker_dismiss(struct worker *w);
void worker_stop(struct worker *w); /* waits */

#endif
