/*
 * eval_trusted.c - oracle and baseline kernels: they run like candidates, but their failure is our
 * error.
 */
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/eval_internal.h"

#define TRUSTED_NS ((int64_t)120 * 1000000000)

struct trusted_kernel {
    struct kernel_candidate kernel;
    struct artifact artifact;
};

static int refuse(struct err *err, const char *what, const struct task *task, const char *why)
{
    return err_set(err, ERR_INTEGRITY, "%s of task %s: %s", what, task->id, why);
}

static int parse_trusted(const struct trusted_spec *t, struct arena *a, struct trusted_kernel *k,
                         struct compile_spec *out, struct err *err)
{
    struct kernel_error bad;
    bool is_limit;
    if (kernel_candidate_read(
            &(struct candidate_text){ t->text, strlen(t->text), t->task, t->task_case }, a,
            &k->kernel, &bad, &is_limit) != 0)
        return refuse(err, t->what, t->task, bad.msg);
    *out = (struct compile_spec){ .candidate = &k->kernel.base,
                                  .task = t->task,
                                  .outputs_f64 = t->outputs_f64,
                                  .all_fibers = t->all_fibers };
    return 0;
}

static int compile_trusted(struct evaluator *e, const struct trusted_spec *t, struct arena *a,
                           struct trusted_kernel *k, struct err *err)
{
    struct compile_spec spec;
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_COMPILE);
    int rc = parse_trusted(t, a, k, &spec, err);
    if (rc == 0)
        rc = e->backend->compile(e->context, &spec, a, &k->artifact, err);
    if (rc == 0 && k->artifact.outcome != OUTCOME_MEASURED)
        rc = refuse(err, t->what, t->task, k->artifact.message);
    return rc;
}

void trusted_begin(struct evaluator *e, const struct task *task, enum task_case c)
{
    const struct trusted_spec specs[] = {
        { .text = task->oracle,
          .what = "oracle",
          .task = task,
          .task_case = c,
          .outputs_f64 = true },
        { .text = task->baseline, .what = "baseline", .task = task, .task_case = c },
    };
    if (e->backend->compile_begin == NULL || strcmp(e->begun_sha256, task->sha256) == 0)
        return;
    memcpy(e->begun_sha256, task->sha256, sizeof e->begun_sha256);
    for (size_t i = 0; i < ARRAY_LEN(specs); i++) {
        struct arena a = { 0 };
        struct trusted_kernel *k = arena_alloc(&a, sizeof *k);
        struct compile_spec spec;
        if (parse_trusted(&specs[i], &a, k, &spec, NULL) == 0)
            e->backend->compile_begin(e->context, &spec);
        arena_release(&a);
    }
}

int trusted_load(struct evaluator *e, const struct trusted_spec *t, struct kernel_session **out,
                 struct err *err)
{
    struct arena a = { 0 };
    struct trusted_kernel *k = arena_alloc(&a, sizeof *k);
    struct launch_report report;
    struct kernel_session *s = NULL;
    int rc = compile_trusted(e, t, &a, k, err);
    if (rc == 0) {
        struct session_spec spec = { .artifact = &k->artifact,
                                     .candidate = &k->kernel.base,
                                     .task = t->task,
                                     .task_case = t->task_case,
                                     .outputs_f64 = t->outputs_f64,
                                     .threads = t->threads,
                                     .deadline_ns = clock_monotonic_ns() + TRUSTED_NS };
        rc = e->backend->load(e->context, &spec, &s, &report, err);
    }
    if (rc == 0 && s == NULL)
        rc = refuse(err, t->what, t->task, report.message);
    if (rc == 0)
        *out = s;
    arena_release(&a);
    return rc;
}

void trusted_deadline(struct evaluator *e, struct kernel_session *s)
{
    e->backend->set_deadline(s, clock_monotonic_ns() + TRUSTED_NS);
}

int trusted_check(const char *what, const struct launch_report *r, struct err *err)
{
    if (r->status != LAUNCH_OK)
        return err_set(err, r->status == LAUNCH_INFRA ? ERR_INTEGRITY : ERR_NEGATIVE, "%s: %s",
                       what, r->message);
    if (r->guard_modified_bytes != 0)
        return err_set(err, ERR_NEGATIVE, "%s: out-of-bounds write %s", what, r->guard_place);
    return 0;
}

int trusted_launch(struct evaluator *e, struct kernel_session *s, const char *what,
                   const void *const *inputs, struct launch_report *out, struct err *err)
{
    trusted_deadline(e, s);
    int rc = e->backend->launch(s, inputs, false, out, err);
    return rc != 0 ? rc : trusted_check(what, out, err);
}

void baseline_close(struct evaluator *e, struct baseline *b)
{
    for (size_t i = 0; i < MOST_PROCESSES; i++)
        e->backend->unload(b->sessions[i]);
    *b = (struct baseline){ .last_used = 0 };
}

int baseline_load(struct evaluator *e, const struct task *task, const struct baseline *b,
                  struct kernel_session **out, struct err *err)
{
    struct trusted_spec spec = { .text = task->baseline,
                                 .what = "baseline",
                                 .task = task,
                                 .task_case = b->task_case,
                                 .threads = b->threads };
    return trusted_load(e, &spec, out, err);
}

struct baseline *baseline_get(struct evaluator *e, const struct task *task, enum task_case c,
                              unsigned threads)
{
    struct baseline *oldest = &e->baselines[0];
    for (size_t i = 0; i < MAX_BASELINES && i < e->backend->max_baselines; i++) {
        struct baseline *b = &e->baselines[i];
        if (b->n_sessions != 0 && b->task_case == c && b->threads == threads &&
            strcmp(b->task_sha256, task->sha256) == 0) {
            b->last_used = ++e->uses;
            return b;
        }
        if (b->last_used < oldest->last_used)
            oldest = b;
    }
    baseline_close(e, oldest);
    memcpy(oldest->task_sha256, task->sha256, sizeof oldest->task_sha256);
    oldest->task_case = c;
    oldest->threads = threads;
    oldest->last_used = ++e->uses;
    return oldest;
}

/* *out_again: the kernel has to be compiled with fibers everywhere. */
static int apply_loaded(struct evaluator *e, struct kernel_session *s, const struct apply *x,
                        bool *out_again, struct err *err)
{
    struct launch_report report;
    int rc = trusted_launch(e, s, "kernel", x->inputs, &report, err);
    *out_again = rc != 0 && report.status == LAUNCH_NEEDS_FIBERS;
    for (size_t o = 0; o < x->task->n_outputs && rc == 0; o++) {
        int64_t n = 0;
        enum dtype dtype = x->outputs_f64 ? DTYPE_F64 : x->task->outputs[o].dtype;
        rc = task_elements(x->task, x->task_case, &x->task->outputs[o], &n, err);
        for (int64_t i = 0; i < n && rc == 0; i++)
            x->outputs[o][i] = element_value(report.outputs[o], dtype, i);
    }
    return rc;
}

static int apply_once(struct evaluator *e, const struct apply *x, bool all_fibers, bool *out_again,
                      struct err *err)
{
    struct trusted_spec spec = { .text = x->text,
                                 .what = "kernel",
                                 .task = x->task,
                                 .task_case = x->task_case,
                                 .outputs_f64 = x->outputs_f64,
                                 .all_fibers = all_fibers,
                                 .threads = 1 };
    struct kernel_session *s = NULL;
    int rc = trusted_load(e, &spec, &s, err);
    *out_again = false;
    if (rc == 0)
        rc = apply_loaded(e, s, x, out_again, err);
    e->backend->unload(s);
    return rc;
}

int evaluator_apply(struct evaluator *e, const struct apply *x, struct err *err)
{
    bool again = false;
    int rc = apply_once(e, x, false, &again, err);
    if (again)
        rc = apply_once(e, x, true, &again, err);
    if (rc == 0)
        return 0;
    if (err != NULL)
        err->code = ERR_NEGATIVE; /* a wrong kernel is an answer, not our failure */
    return ERR_NEGATIVE;
}
