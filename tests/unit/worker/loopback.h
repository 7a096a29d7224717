/*
 * loopback.h - the transport "loopback": an evaluator in this process, one job at a time.
 *
 * Jobs and results become bytes and are read back, so what a message does not carry is missing here
 * too.  Candidates still run in processes of their own.
 */
#ifndef ROLLBOOK_TESTS_LOOPBACK_H
#define ROLLBOOK_TESTS_LOOPBACK_H

#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/worker/transport.h"
#include "src/worker/worker_proto.h"

static const struct transport_kind transport_kind_loopback;

#define MOST_JOBS 4

struct waiting {
    int64_t id;
    struct buf message;
};

struct loopback {
    struct transport base; /* first */
    struct evaluator *evaluator;
    struct device_info device;
    unsigned threads;
    size_t n;
    struct waiting jobs[MOST_JOBS];
};

static int loopback_open(const struct transport_options *options, struct transport **out,
                         struct err *err)
{
    struct loopback *l = mem_alloc(sizeof(*l));
    *l = (struct loopback){ .base.kind = &transport_kind_loopback,
                            .threads = options->threads == 0 ? 1 : options->threads };
    int rc = evaluator_open(options->backend, &l->evaluator, err);
    if (rc == 0)
        rc = evaluator_device(l->evaluator, &l->device, err);
    if (rc == 0)
        *out = &l->base;
    else
        transport_kind_loopback.close(&l->base);
    return rc;
}

static struct loopback *loopback_of(struct transport *t)
{
    return (struct loopback *)t;
}

static void loopback_close(struct transport *t)
{
    struct loopback *l = loopback_of(t);
    for (size_t i = 0; i < l->n; i++)
        buf_release(&l->jobs[i].message);
    evaluator_close(l->evaluator);
    free(l);
}

static unsigned loopback_size(const struct transport *t)
{
    (void)t;
    return 1;
}

static const struct device_info *loopback_device(const struct transport *t, unsigned evaluator)
{
    (void)evaluator;
    return &((const struct loopback *)t)->device;
}

static size_t loopback_outstanding(const struct transport *t)
{
    return ((const struct loopback *)t)->n;
}

static bool loopback_has_room(const struct transport *t)
{
    return loopback_outstanding(t) < MOST_JOBS;
}

static int loopback_submit(struct transport *t, const struct eval_job *job, struct err *err)
{
    struct loopback *l = loopback_of(t);
    struct eval_job hashed = *job;
    if (!loopback_has_room(t))
        return err_set(err, ERR_BUSY, "the evaluator has its jobs");
    struct waiting *w = &l->jobs[l->n++];
    *w = (struct waiting){ .id = job->id, .message = { .max = FRAME_MAX_BYTES } };
    sha256_hex(job->kernel_text, job->kernel_len, hashed.code_sha256);
    job_encode(&hashed, &w->message);
    return 0;
}

static void answer(struct loopback *l, const struct buf *job_text, struct buf *out)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct eval_job job = { .id = 0 };
    struct result_message m = { .id = 0 };
    int rc = job_decode(job_text->data, job_text->len, &a, &job, &err);
    job.threads = l->threads;
    if (rc == 0)
        rc = job_find_task(&job, &a, &err);
    if (rc == 0)
        rc = evaluator_run(l->evaluator, &job, &a, &m.result, &err);
    if (rc < 0) {
        eval_result_init(&m.result, OUTCOME_INFRA, arena_strdup(&a, err.msg));
        memcpy(m.result.code_sha256, job.code_sha256, sizeof(m.result.code_sha256));
    }
    m.id = job.id;
    result_encode(&m, out);
    arena_release(&a);
}

static void drop(struct loopback *l, size_t at)
{
    buf_release(&l->jobs[at].message);
    l->n--;
    memmove(l->jobs + at, l->jobs + at + 1, (l->n - at) * sizeof(*l->jobs));
}

static int loopback_poll(struct transport *t, struct arena *a, int64_t *out_id,
                         struct eval_result *out)
{
    struct loopback *l = loopback_of(t);
    struct buf text = { .max = FRAME_MAX_BYTES };
    struct result_message m = { .id = 0 };
    struct err err = { 0 };
    if (l->n == 0)
        return 0;
    answer(l, &l->jobs[0].message, &text);
    if (result_decode(text.data, text.len, a, &m, &err) < 0)
        eval_result_init(&m.result, OUTCOME_INFRA, arena_strdup(a, err.msg));
    buf_release(&text);
    *out_id = l->jobs[0].id;
    *out = m.result;
    drop(l, 0);
    return 1;
}

static int loopback_next(struct transport *t, volatile const sig_atomic_t *stop, struct arena *a,
                         int64_t *out_id, struct eval_result *out, struct err *err)
{
    if (stop != NULL && *stop != 0)
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    return loopback_poll(t, a, out_id, out);
}

static size_t loopback_watch(const struct transport *t, int *fds, size_t most)
{
    (void)t;
    (void)fds;
    (void)most;
    return 0;
}

static bool loopback_cancel(struct transport *t, int64_t id)
{
    struct loopback *l = loopback_of(t);
    for (size_t i = 0; i < l->n; i++) {
        if (l->jobs[i].id == id) {
            drop(l, i);
            return true;
        }
    }
    return false;
}

static const struct transport_kind transport_kind_loopback = {
    .name = "loopback",

    .open = loopback_open,
    .close = loopback_close,
    .size = loopback_size,
    .device = loopback_device,
    .has_room = loopback_has_room,
    .outstanding = loopback_outstanding,
    .submit = loopback_submit,
    .next = loopback_next,
    .poll = loopback_poll,
    .watch = loopback_watch,
    .cancel = loopback_cancel,
};

#endif
