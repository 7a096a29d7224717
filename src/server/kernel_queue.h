/*
 * kernel_queue.h - evaluations beside an event loop: a bounded queue, worker processes, one thread
 * that feeds them.
 *
 * A backend's workers start with its first job.
 */
#ifndef ROLLBOOK_SERVER_KERNEL_QUEUE_H
#define ROLLBOOK_SERVER_KERNEL_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/mem.h"
#include "src/eval/eval.h"

struct err;
struct kernel_queue;
struct transport_kind;

struct kernel_done {
    uint64_t id;
    struct arena arena; /* of result; the taker's */
    struct eval_result result;
    bool has_device; /* false: no backend */
    struct device_info device;
};

/* most: waiting and running jobs. */
/* way: the transport. */
int kernel_queue_open(const struct transport_kind *way, unsigned workers, size_t most,
                      struct kernel_queue **out, struct err *err);
void kernel_queue_close(struct kernel_queue *q); /* NULL is fine; kills running jobs */
/* Copies the job's texts.  yields: those that do not go before it.  ERR_BUSY: full; ERR_USAGE: no
 * such backend. */
int kernel_queue_add(struct kernel_queue *q, const char *backend, const struct eval_job *job,
                     bool yields, struct err *err);
/* False: the job has begun. */
bool kernel_queue_drop(struct kernel_queue *q, uint64_t id);
size_t kernel_queue_size(struct kernel_queue *q);
int kernel_queue_fd(const struct kernel_queue *q); /* readable: something is done */
bool kernel_queue_next(struct kernel_queue *q, struct kernel_done *out);

#endif
