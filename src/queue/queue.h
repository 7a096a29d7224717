/*
 * queue.h - jobs for evaluators of other hosts, kept in PostgreSQL while they are under way.
 *
 * The transport "queue" (src/worker/transport.h) submits and collects; queue_work claims, has a
 * local transport evaluate, and answers.  A job is answered once: a lease has a fencing token, and
 * the server's clock decides when it ends.
 */
#ifndef ROLLBOOK_QUEUE_QUEUE_H
#define ROLLBOOK_QUEUE_QUEUE_H

#include "src/worker/transport.h"

struct err;
struct queue_client;

struct queue_work_options {
    const char *device_class; /* beside the backend; NULL: none */
    struct transport_options local;
    volatile const sig_atomic_t *stop; /* once set, what is held is finished and nothing claimed */
    double stop_s;                     /* after that many seconds leases are given back */
    const char *spool;                 /* folder for answers; NULL: the user's, if it can be used */
    void (*note)(void *context, const char *text);
    void *note_context;
};

struct queue_work_summary {
    uint64_t finished; /* answers that the queue took */
    uint64_t late;     /* answers of leases that had ended */
    uint64_t given_back;
    uint64_t kept; /* answers that wait in the spool */
};

/* Until stopped. */
int queue_work(struct queue_client *c, const struct queue_work_options *o,
               struct queue_work_summary *out, struct err *err);

/* "cpu", or "cpu:CLASS". */
const char *queue_class(const char *backend, const char *device_class, char out[128]);

extern const struct transport_kind transport_kind_queue;

#endif
