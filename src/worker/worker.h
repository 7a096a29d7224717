/*
 * worker.h - evaluations in child processes.
 *
 * A candidate may hang, corrupt memory or kill its process, so nothing it can reach is ours: a
 * worker is a child of the same binary that holds an evaluator and speaks over its pipes only.  A
 * job carries an id and the hash of its code, and its result repeats both, so a late or doubled
 * answer is recognised; the job of a lost worker runs again and at last becomes OUTCOME_INFRA.
 */
#ifndef ROLLBOOK_WORKER_WORKER_H
#define ROLLBOOK_WORKER_WORKER_H

#include <signal.h>

#include "src/eval/eval.h"

#define WORKER_MAX 256

struct arena;
struct err;
struct worker_pool;

struct worker_options {
    const char *backend; /* "cpu" */
    unsigned workers;    /* 0: as many as suit the backend, one a core or some a device */
    unsigned threads;    /* cores a candidate's blocks are spread over; 0: 1 */
};

/* Starts the workers and learns their device.  ERR_INTEGRITY when none can be started. */
int worker_pool_open(const struct worker_options *options, struct worker_pool **out,
                     struct err *err);
void worker_pool_close(struct worker_pool *pool); /* ends the children; NULL is fine */
/* Of worker 0 to size - 1; several devices of a host are spread over the workers. */
const struct device_info *worker_pool_device(const struct worker_pool *pool, unsigned worker);
unsigned worker_pool_size(const struct worker_pool *pool);

bool worker_pool_has_room(const struct worker_pool *pool);
size_t worker_pool_outstanding(const struct worker_pool *pool);
/* The job's texts are borrowed until its result was delivered; its task is found by task_id,
 * threads and deadline are the pool's. */
int worker_pool_submit(struct worker_pool *pool, const struct eval_job *job, struct err *err);

/*
 * Waits for the next result; everything in out lives in the arena.  1 with a result, 0 when nothing
 * is outstanding, ERR_INTERRUPTED when a signal arrived first (*stop became non-zero).
 */
int worker_pool_next(struct worker_pool *pool, volatile const sig_atomic_t *stop, struct arena *a,
                     int64_t *out_id, struct eval_result *out, struct err *err);

/* The same without waiting: 0 as well when no result has come yet. */
int worker_pool_poll(struct worker_pool *pool, struct arena *a, int64_t *out_id,
                     struct eval_result *out);
/* The descriptors that can be read once a result has come; how many, at most most. */
size_t worker_pool_watch(const struct worker_pool *pool, int *fds, size_t most);

/* The device that a worker gets, -1 for the one that the environment names (pure). */
int worker_gpu(unsigned worker, int n_devices, const char *chosen);

/* Entry of the hidden command "worker". */
int worker_main(int argc, char **argv);

#endif
