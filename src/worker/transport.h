/*
 * transport.h - how jobs reach evaluators and results come back: one table of functions a way.
 *
 * A result repeats its job's id and code hash, so late and doubled answers are recognised; a lost
 * worker's job runs again and at last becomes OUTCOME_INFRA.  The command chooses the way
 * and nobody below knows which.
 */
#ifndef ROLLBOOK_WORKER_TRANSPORT_H
#define ROLLBOOK_WORKER_TRANSPORT_H

#include <signal.h>
#include <stdbool.h>

#include "src/eval/eval.h"

#define WORKER_MAX 256

struct arena;
struct err;
struct transport_kind;

struct transport_options {
    const char *backend; /* "cpu" */
    unsigned workers;    /* 0: what suits the backend */
    unsigned threads;    /* for a candidate's blocks; 0: 1 */
    /* For "socket": gives a connected stream socket whose other end greets and answers jobs
     * (worker_serve), or -1, for each worker and each lost one. */
    int (*connect)(void *context);
    void *context;
    bool is_eager; /* jobs go to the first worker while others start */
    /* For "queue": its address, and the class of devices that is wanted beside the backend (NULL:
     * any). */
    const char *queue, *device_class;
    void (*note)(void *context, const char *text); /* what a person should know; may be NULL */
    void *note_context;
};

struct transport {
    const struct transport_kind *kind;
};

struct transport_kind {
    const char *name;
    /* Reaches the evaluators and learns their devices.  ERR_INTEGRITY: none. */
    int (*open)(const struct transport_options *options, struct transport **out, struct err *err);
    /* Ends jobs under way. */
    void (*close)(struct transport *t);
    /* Evaluators or their devices, at most WORKER_MAX; a result can bring more. */
    unsigned (*size)(const struct transport *t);
    /* evaluator is below size; they use several devices. */
    const struct device_info *(*device)(const struct transport *t, unsigned evaluator);
    bool (*has_room)(const struct transport *t);
    size_t (*outstanding)(const struct transport *t); /* not yet delivered */
    /* Borrows the job's texts until its result is delivered or it is cancelled.  task_id names
     * the task; threads and deadline are the transport's.  ERR_BUSY: no room. */
    int (*submit)(struct transport *t, const struct eval_job *job, struct err *err);
    /* Waits.  1: a result, in the arena, 0: none outstanding, or with is_eager there is more room
     * than before, ERR_INTERRUPTED: a signal first (*stop non-zero). */
    int (*next)(struct transport *t, volatile const sig_atomic_t *stop, struct arena *a,
                int64_t *out_id, struct eval_result *out, struct err *err);
    /* Does not wait: 0 also means no result yet. */
    int (*poll)(struct transport *t, struct arena *a, int64_t *out_id, struct eval_result *out);
    /* Descriptors that announce results; returns how many, up to most. */
    size_t (*watch)(const struct transport *t, int *fds, size_t most);
    /* False: the job is not outstanding. */
    bool (*cancel)(struct transport *t, int64_t id);
};

/* Worker processes here, and workers behind sockets; src/queue has that of other hosts. */
extern const struct transport_kind *const transport_local; /* the default of commands */
extern const struct transport_kind transport_kind_socket;

static inline void transport_close(struct transport *t) /* NULL is fine */
{
    if (t != NULL)
        t->kind->close(t);
}

#endif
