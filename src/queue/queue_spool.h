/*
 * queue_spool.h - a worker's answers on its disk until the queue has acknowledged them.
 *
 *   folder/IDENTITY/0/lock                    held by the worker that uses this part
 *   folder/IDENTITY/0/0000000000000001.spool  a log of answers and of those that were taken
 *
 * IDENTITY is the queue's.  Each worker has a part of its own and takes over what lies in the parts
 * of workers that have ended.  An answer that nobody takes is set aside as
 * JOB-FENCE.answer.refused, a damaged log as NAME.spool.refused once its whole records were read.
 */
#ifndef ROLLBOOK_QUEUE_QUEUE_SPOOL_H
#define ROLLBOOK_QUEUE_QUEUE_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;
struct queue_spool;

struct queue_spool_options {
    const char *folder; /* made if needed */
    const char *identity;
    void (*note)(void *context, const char *text); /* what was set aside, and why */
    void *note_context;
};

/* ERR_USAGE: the folder cannot be used, or others may write in it. */
int queue_spool_open(const struct queue_spool_options *o, struct queue_spool **out,
                     struct err *err);
void queue_spool_close(struct queue_spool *s); /* NULL is fine */
const char *queue_spool_path(const struct queue_spool *s);

/* The answer outlasts this process; after the sync all outlast the machine's. */
int queue_spool_put(struct queue_spool *s, int64_t job, int64_t fence, const struct buf *answer,
                    struct err *err);
int queue_spool_sync(struct queue_spool *s, struct err *err);
void queue_spool_remove(struct queue_spool *s, int64_t job, int64_t fence);

/* Looks for parts of workers that have ended. */
void queue_spool_adopt(struct queue_spool *s);
/* What another worker left, which stays first until it is removed.  False: nothing. */
bool queue_spool_first(struct queue_spool *s, int64_t *job, int64_t *fence, struct buf *answer);
/* The first is set aside. */
void queue_spool_refuse(struct queue_spool *s, const char *why);
size_t queue_spool_left(const struct queue_spool *s); /* of other workers */

#endif
