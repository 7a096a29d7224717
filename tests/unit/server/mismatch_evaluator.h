/* mismatch_evaluator.h - an evaluator within a test: whatever it gets has another sum. */
#ifndef ROLLBOOK_TESTS_MISMATCH_EVALUATOR_H
#define ROLLBOOK_TESTS_MISMATCH_EVALUATOR_H

#include <stdio.h>

#include "src/base/mem.h"
#include "src/worker/transport.h"

static struct {
    struct transport base;
    bool works;
    bool withholds; /* results */
    int64_t id;     /* of the job */
    struct device_info device;
} evaluator;

static inline int open_evaluator(const struct transport_options *o, struct transport **out,
                                 struct err *err);
static inline void close_evaluator(struct transport *t)
{
    (void)t;
}
static inline unsigned one_evaluator(const struct transport *t)
{
    (void)t;
    return 1;
}
static inline const struct device_info *its_device(const struct transport *t, unsigned i)
{
    (void)t;
    assert_int_equal(i, 0);
    return &evaluator.device;
}
static inline bool is_free(const struct transport *t)
{
    (void)t;
    return !evaluator.works;
}
static inline size_t n_outstanding(const struct transport *t)
{
    (void)t;
    return evaluator.works;
}
static inline int take_job(struct transport *t, const struct eval_job *job, struct err *err)
{
    (void)t;
    (void)err;
    evaluator.works = true;
    evaluator.id = job->id;
    return 0;
}
static inline int give_result(struct transport *t, struct arena *a, int64_t *out_id,
                              struct eval_result *out)
{
    (void)t;
    if (!evaluator.works || evaluator.withholds)
        return 0;
    *out_id = evaluator.id;
    evaluator.works = false;
    eval_result_init(out, OUTCOME_MISMATCH, arena_strdup(a, "another sum"));
    out->compiled = true;
    snprintf(out->device_uuid, sizeof(out->device_uuid), "u");
    return 1;
}
static inline size_t watch_evaluator(const struct transport *t, int *fds, size_t most)
{
    (void)t;
    (void)fds;
    (void)most;
    return 0;
}
static inline bool cancel_job(struct transport *t, int64_t id)
{
    (void)t;
    (void)id;
    return false;
}

static const struct transport_kind evaluators = { .name = "test",
                                                  .open = open_evaluator,
                                                  .close = close_evaluator,
                                                  .size = one_evaluator,
                                                  .device = its_device,
                                                  .has_room = is_free,
                                                  .outstanding = n_outstanding,
                                                  .submit = take_job,
                                                  .poll = give_result,
                                                  .watch = watch_evaluator,
                                                  .cancel = cancel_job };

static inline int open_evaluator(const struct transport_options *o, struct transport **out,
                                 struct err *err)
{
    (void)err;
    evaluator.base.kind = &evaluators;
    snprintf(evaluator.device.backend, sizeof(evaluator.device.backend), "%s", o->backend);
    snprintf(evaluator.device.name, sizeof(evaluator.device.name), "A processor");
    snprintf(evaluator.device.uuid, sizeof(evaluator.device.uuid), "u");
    *out = &evaluator.base;
    return 0;
}

#endif
