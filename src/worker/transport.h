/*
 * transport.h - how jobs reach evaluators and results come back: one table of functions a way.
 *
 * A job and its result are self-contained messages.  A job carries an id and the hash of its code,
 * and its result repeats both, so a late or doubled answer is recognised; the job of a lost worker
 * runs again and at last becomes OUTCOME_INFRA.  The command chooses the way (transport_find) and
 * hands it down; nobody below knows which it is.  A way is one file and one row in transports.c.
 */
#ifndef ROLLBOOK_WORKER_TRANSPORT_H
#define ROLLBOOK_WORKER_TRANSPORT_H

#include <signal.h>

#include "src/eval/eval.h"

#define WORKER_MAX 256

struct arena;
struct err;
struct transport_kind;

struct transport_options {
    const char *backend; /* "cpu" */
    unsigned workers;    /* 0: as many as suit the backend, one a core or some a device */
    unsigned threads;    /* cores a candidate's blocks are spread over; 0: 1 */
    /* Where workers are reached ("socket"): a connected stream socket whose other end greets and
     * answers jobs (worker_serve), or -1.  Asked anew for each worker and for each one lost. */
    int (*connect)(void *context);
    void *context;
};

/* An open way; what it is lies behind the first member. */
struct transport {
    const struct transport_kind *kind;
};

struct transport_kind {
    const char *name;
    const char *summary;
    /* Reaches the evaluators and learns their devices.  ERR_INTEGRITY when there are none. */
    int (*open)(const struct transport_options *options, struct transport **out, struct err *err);
    /* Ends it with what is under way. */
    void (*close)(struct transport *t);
    unsigned (*size)(const struct transport *t); /* evaluators, at most WORKER_MAX */
    /* Of evaluator 0 to size - 1; several devices of a host are spread over them. */
    const struct device_info *(*device)(const struct transport *t, unsigned evaluator);
    bool (*has_room)(const struct transport *t);
    size_t (*outstanding)(const struct transport *t); /* submitted and not delivered */
    /* The job's texts are borrowed until its result was delivered or it was cancelled; its task is
     * found by task_id, threads and deadline are the transport's.  ERR_BUSY without room. */
    int (*submit)(struct transport *t, const struct eval_job *job, struct err *err);
    /* Waits for the next result; everything in out lives in the arena.  1 with a result, 0 when
     * nothing is outstanding, ERR_INTERRUPTED when a signal arrived first (*stop non-zero). */
    int (*next)(struct transport *t, volatile const sig_atomic_t *stop, struct arena *a,
                int64_t *out_id, struct eval_result *out, struct err *err);
    /* The same without waiting: 0 as well when no result has come yet. */
    int (*poll)(struct transport *t, struct arena *a, int64_t *out_id, struct eval_result *out);
    /* The descriptors that can be read once a result has come; how many, at most most. */
    size_t (*watch)(const struct transport *t, int *fds, size_t most);
    /* The job will deliver no result; false when it is not outstanding. */
    bool (*cancel)(struct transport *t, int64_t id);
};

/* "local": worker processes of this host.  "loopback": an evaluator in this process, which still
 * sees every job and result as a message.  "socket": workers behind sockets.  NULL: unknown. */
const struct transport_kind *transport_find(const char *name);
extern const struct transport_kind *const transport_local; /* what commands use unless told */

static inline void transport_close(struct transport *t) /* NULL is fine */
{
    if (t != NULL)
        t->kind->close(t);
}

#endif
