/*
 * worker_process.h - one worker: its process, its pipes and the jobs it has; private to src/worker.
 */
#ifndef ROLLBOOK_WORKER_WORKER_PROCESS_H
#define ROLLBOOK_WORKER_WORKER_PROCESS_H

#include <sys/types.h>

#include "src/worker/worker.h"
#include "src/worker/worker_proto.h"

#define MAX_QUEUE 8

struct queued {
    struct eval_job job;
    unsigned attempts;
    bool sent;
    size_t ahead; /* bytes it took of the pipe, sent behind the job at hand */
};

/* Instead of the id of a process: the worker is behind a socket. */
#define WORKER_REMOTE ((pid_t)-1)

struct worker {
    pid_t pid; /* 0 while not running */
    int to, from;
    int cpu;           /* -1: not pinned */
    int gpu;           /* of several, -1: whichever the environment says */
    size_t ahead_max;  /* bytes that can be sent ahead without waiting for the worker to read */
    size_t ahead;      /* bytes sent so */
    int64_t since_ns;  /* when the job at hand was begun */
    unsigned grace_ms; /* that it gets to end by itself when it has no job */
    size_t n_jobs;
    struct queued jobs[MAX_QUEUE]; /* the first is at hand */
    struct device_info device;
};

/* What all workers of a pool have in common. */
struct worker_setting {
    char *backend;
    unsigned threads;
    int (*connect)(void *context); /* NULL: workers are processes of ours */
    void *context;
};

/* The core that a worker is kept on, -1 for none. */
int worker_core(unsigned worker, unsigned n_workers, unsigned threads);
/* Starts a worker without waiting for it to be ready. */
int worker_begin(const struct worker_setting *s, struct worker *w, struct err *err);
/* Waits for its first message, which names its device. */
int worker_greeted(struct worker *w, struct err *err);
int worker_start(const struct worker_setting *s, struct worker *w, struct err *err); /* both */
void worker_stop(struct worker *w);

#endif
