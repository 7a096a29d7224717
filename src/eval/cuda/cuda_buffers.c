/*
 * cuda_buffers.c - buffers of a session before and after a run.
 */
#include <inttypes.h>
#include <stdio.h>

#include "src/base/err.h"
#include "src/base/trace.h"
#include "src/eval/cuda/cuda_session.h"

struct place session_place(const struct kernel_session *s, uint32_t i, int at_end)
{
    const struct gpu_region *r = s->regions[i];
    uint64_t bytes = s->layout.buffers[i].bytes;
    uint64_t shift = cuda_buffer_shift(bytes, r->bytes, at_end);
    return (struct place){ .region = r->at,
                           .at = r->at + shift,
                           .before = shift,
                           .bytes = bytes,
                           .behind = r->bytes - shift - bytes };
}

static uint64_t slack_seed(const struct run *run, uint32_t i, int behind)
{
    return run->poison ^ ((uint64_t)(2 * i + 2) << 40) ^ ((uint64_t)behind << 60);
}

static int64_t elements(const struct kernel_session *s, uint32_t input)
{
    return (int64_t)(s->layout.buffers[input].bytes / dtype_size(s->task->inputs[input].dtype));
}

static int fill_buffer(struct kernel_session *s, const struct run *run, uint32_t i, struct err *err)
{
    struct gpu *g = &s->c->gpu;
    struct place p = session_place(s, i, run->at_end);
    int64_t start_ns = trace_start();
    if (i >= s->layout.first_output) {
        int rc = gpu_poison(g, p.at, p.bytes, buffer_poison_seed(run->poison, i), err);
        gpu_trace(g, "  poison", start_ns);
        return rc;
    }
    if (run->key != NULL) {
        const struct gpu_input in = { s->task,        run->key->task_case, i,
                                      run->key->seed, run->key->trial,     p.at,
                                      elements(s, i) };
        int rc = gpu_fill_input(g, &in, err);
        gpu_trace(g, "  inputs", start_ns);
        return rc;
    }
    return cuda_check(g->d, g->d->copy_to_device(p.at, run->inputs[i], p.bytes), "copying inputs",
                      err);
}

int session_fill(struct kernel_session *s, const struct run *run, struct err *err)
{
    struct gpu *g = &s->c->gpu;
    int rc = 0;
    for (uint32_t i = 0; i < s->layout.n && rc == 0; i++) {
        struct place p = session_place(s, i, run->at_end);
        int64_t start_ns = trace_start();
        rc = gpu_poison(g, p.region, p.before, slack_seed(run, i, 0), err);
        if (rc == 0)
            rc = gpu_poison(g, p.at + p.bytes, p.behind, slack_seed(run, i, 1), err);
        gpu_trace(g, "  slack", start_ns);
        if (rc == 0)
            rc = fill_buffer(s, run, i, err);
    }
    int64_t start_ns = trace_start();
    if (rc == 0)
        rc = gpu_sync(g, "preparing a run", err);
    trace_stop("  inputs ready", start_ns);
    return rc;
}

static void note_guard(const struct kernel_session *s, uint32_t i, uint64_t changed,
                       uint64_t distance, bool behind, struct launch_report *r)
{
    if (r->guard_modified_bytes == 0)
        snprintf(r->guard_place, sizeof r->guard_place,
                 behind ? "%" PRIu64 " bytes past the end of %s %s"
                        : "up to %" PRIu64 " bytes before the start of %s %s",
                 distance, s->layout.kinds[i], s->layout.names[i]);
    r->guard_modified_bytes += (int64_t)changed;
}

struct run_checks {
    unsigned before[RUNNER_MAX_BUFFERS], behind[RUNNER_MAX_BUFFERS], input[TASK_MAX_TENSORS];
    unsigned output[TASK_MAX_TENSORS], digest[TASK_MAX_TENSORS];
    struct gpu_comparison comparison[TASK_MAX_TENSORS];
};

static int queue_slack(struct kernel_session *s, const struct run *run, uint32_t i,
                       struct run_checks *k, struct err *err)
{
    struct gpu *g = &s->c->gpu;
    struct place p = session_place(s, i, run->at_end);
    int rc =
        gpu_queue_poison_check(g, p.region, p.before, slack_seed(run, i, 0), &k->before[i], err);
    if (rc == 0)
        rc = gpu_queue_poison_check(g, p.at + p.bytes, p.behind, slack_seed(run, i, 1),
                                    &k->behind[i], err);
    return rc;
}

static int queue_input(struct kernel_session *s, const struct run *run, uint32_t i,
                       struct run_checks *k, struct err *err)
{
    struct gpu_input in = { .task = s->task,
                            .task_case = run->key->task_case,
                            .index = i,
                            .seed = run->key->seed,
                            .trial = run->key->trial,
                            .at = session_place(s, i, run->at_end).at,
                            .n = elements(s, i) };
    return gpu_queue_input_check(&s->c->gpu, &in, &k->input[i], err);
}

static bool is_repeated(const struct run *run)
{
    return run->key != NULL && run->key->repeated;
}

static int queue_output(struct kernel_session *s, const struct run *run, size_t o,
                        const struct expected *want, struct run_checks *k, struct err *err)
{
    uint32_t i = s->layout.first_output + (uint32_t)o;
    enum dtype dtype = s->task->outputs[o].dtype;
    const uint64_t trial = run->key != NULL ? run->key->trial : 0;
    k->comparison[o] =
        (struct gpu_comparison){ .got = session_place(s, i, run->at_end).at,
                                 .want = want->at[o],
                                 .dtype = dtype,
                                 .n = (int64_t)(s->layout.buffers[i].bytes / dtype_size(dtype)),
                                 .atol = task_atol(s->task, s->task_case, trial),
                                 .rtol = s->task->rtol,
                                 .poison_seed = buffer_poison_seed(run->poison, i) };
    int rc = gpu_queue_comparison(&s->c->gpu, &k->comparison[o], &k->output[o], err);
    if (rc == 0 && is_repeated(run))
        rc = gpu_queue_digest(&s->c->gpu, k->comparison[o].got, s->layout.buffers[i].bytes,
                              &k->digest[o], err);
    return rc;
}

/* Checks inputs where a key names them, outputs where the right values are known. */
static int queue_checks(struct kernel_session *s, const struct run *run,
                        const struct expected *want, struct run_checks *k, struct err *err)
{
    int rc = gpu_checks_begin(&s->c->gpu, err);
    for (uint32_t i = 0; i < s->layout.n && rc == 0; i++) {
        rc = queue_slack(s, run, i, k, err);
        if (rc == 0 && i < s->layout.first_output && run->key != NULL)
            rc = queue_input(s, run, i, k, err);
    }
    for (size_t o = 0; o < s->task->n_outputs && want != NULL && rc == 0; o++)
        rc = queue_output(s, run, o, want, k, err);
    return rc == 0 ? gpu_checks_end(&s->c->gpu, err) : rc;
}

int session_check(struct kernel_session *s, const struct run *run, const struct expected *want,
                  struct launch_report *r, struct err *err)
{
    struct run_checks k;
    int64_t start_ns = trace_start();
    int rc = queue_checks(s, run, want, &k, err);
    trace_stop("  checks", start_ns);
    for (uint32_t i = 0; i < s->layout.n && rc == 0; i++) {
        struct gpu_count before = gpu_counted(&s->c->gpu, k.before[i]);
        struct gpu_count behind = gpu_counted(&s->c->gpu, k.behind[i]);
        if (before.changed != 0)
            note_guard(s, i, before.changed, session_place(s, i, run->at_end).before - before.first,
                       false, r);
        if (behind.changed != 0)
            note_guard(s, i, behind.changed, behind.first, true, r);
        if (i < s->layout.first_output && run->key != NULL) {
            struct gpu_count count = gpu_counted(&s->c->gpu, k.input[i]);
            if (count.changed != 0 && r->input_modified_bytes == 0)
                snprintf(r->input_modified, sizeof r->input_modified, "%s", s->layout.names[i]);
            r->input_modified_bytes += (int64_t)count.changed;
        }
    }
    for (size_t o = 0; o < s->task->n_outputs && want != NULL && rc == 0; o++)
        rc = gpu_compared(&s->c->gpu, k.output[o], &k.comparison[o], &r->compared[o],
                          &r->untouched[o], err);
    for (size_t o = 0; o < s->task->n_outputs && rc == 0 && is_repeated(run); o++)
        r->digest = r->digest * 31 + gpu_counted(&s->c->gpu, k.digest[o]).changed;
    return rc;
}
