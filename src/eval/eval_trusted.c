/*
 * eval_trusted.c - oracle and baseline kernels: they run through the same machinery as candidates,
 * but what goes wrong with them is an error of ours.
 */
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/eval/eval_internal.h"

#define TRUSTED_NS ((int64_t)120 * 1000000000)

static int refuse(struct err *err, const char *what, const struct task *task, const char *why)
{
    return err_set(err, ERR_INTEGRITY, "%s of task %s: %s", what, task->id, why);
}

/* Everything but running; texts of ready live in the arena. */
static int compile_trusted(struct evaluator *e, const char *text, const char *what,
                           const struct task *task, enum task_case c, bool outputs_f64,
                           bool all_fibers, struct arena *a, struct ready_kernel *k,
                           struct err *err)
{
    struct kernel_error bad;
    if (kernel_file_parse(text, strlen(text), task, a, &k->file, &bad) != 0 ||
        kernel_plan(&k->file, task, c, &k->plan, &bad) != 0)
        return refuse(err, what, task, bad.msg);
    struct compile_spec spec = { .file = &k->file,
                                 .plan = &k->plan,
                                 .task = task,
                                 .outputs_f64 = outputs_f64,
                                 .all_fibers = all_fibers };
    int rc = e->backend->compile(e->context, &spec, a, &k->artifact, err);
    if (rc == 0 && k->artifact.outcome != OUTCOME_MEASURED)
        rc = refuse(err, what, task, k->artifact.message);
    return rc;
}

int trusted_load(struct evaluator *e, const char *text, const char *what, const struct task *task,
                 enum task_case c, bool outputs_f64, unsigned threads, struct session **out,
                 struct err *err)
{
    struct arena a = { 0 };
    struct ready_kernel *k = arena_alloc(&a, sizeof *k);
    struct launch_report report;
    struct session *s = NULL;
    int rc = compile_trusted(e, text, what, task, c, outputs_f64, false, &a, k, err);
    if (rc == 0) {
        struct session_spec spec = { .artifact = &k->artifact,
                                     .plan = &k->plan,
                                     .task = task,
                                     .task_case = c,
                                     .outputs_f64 = outputs_f64,
                                     .threads = threads,
                                     .deadline_ns = clock_monotonic_ns() + TRUSTED_NS };
        rc = e->backend->load(e->context, &spec, &s, &report, err);
    }
    if (rc == 0 && s == NULL)
        rc = refuse(err, what, task, report.message);
    if (rc == 0)
        *out = s;
    arena_release(&a);
    return rc;
}

int trusted_launch(struct evaluator *e, struct session *s, const char *what,
                   const void *const *inputs, struct launch_report *out, struct err *err)
{
    e->backend->set_deadline(s, clock_monotonic_ns() + TRUSTED_NS);
    int rc = e->backend->launch(s, inputs, out, err);
    if (rc != 0)
        return rc;
    if (out->status != LAUNCH_OK)
        return err_set(err, out->status == LAUNCH_INFRA ? ERR_INTEGRITY : ERR_NEGATIVE, "%s: %s",
                       what, out->message);
    if (out->guard_modified_bytes != 0)
        return err_set(err, ERR_NEGATIVE, "%s: out-of-bounds write %s", what, out->guard_place);
    return 0;
}

void baseline_close(struct evaluator *e, struct baseline *b)
{
    e->backend->unload(b->session);
    *b = (struct baseline){ .session = NULL };
}

int baseline_get(struct evaluator *e, const struct task *task, enum task_case c, unsigned threads,
                 struct baseline **out, struct err *err)
{
    struct baseline *oldest = &e->baselines[0];
    for (size_t i = 0; i < MAX_BASELINES; i++) {
        struct baseline *b = &e->baselines[i];
        if (b->session != NULL && b->task_case == c && b->threads == threads &&
            strcmp(b->task_sha256, task->sha256) == 0) {
            b->last_used = ++e->uses;
            *out = b;
            return 0;
        }
        if (b->last_used < oldest->last_used)
            oldest = b;
    }
    baseline_close(e, oldest);
    int rc =
        trusted_load(e, task->baseline, "baseline", task, c, false, threads, &oldest->session, err);
    if (rc != 0)
        return rc;
    memcpy(oldest->task_sha256, task->sha256, sizeof oldest->task_sha256);
    oldest->task_case = c;
    oldest->threads = threads;
    oldest->last_used = ++e->uses;
    *out = oldest;
    return 0;
}

/* What the arguments of evaluator_apply say, with the kernel loaded. */
static int apply_loaded(struct evaluator *e, struct session *s, const struct task *task,
                        enum task_case c, const void *const *inputs, bool outputs_f64,
                        double *const *outputs, struct err *err)
{
    struct launch_report report;
    int rc = trusted_launch(e, s, "kernel", inputs, &report, err);
    for (size_t o = 0; o < task->n_outputs && rc == 0; o++) {
        int64_t n = 0;
        enum dtype dtype = outputs_f64 ? DTYPE_F64 : task->outputs[o].dtype;
        rc = task_elements(task, c, &task->outputs[o], &n, err);
        for (int64_t i = 0; i < n && rc == 0; i++)
            outputs[o][i] = element_value(report.outputs[o], dtype, i);
    }
    return rc;
}

int evaluator_apply(struct evaluator *e, const char *kernel_text, const struct task *task,
                    enum task_case c, const void *const *inputs, bool outputs_f64,
                    double *const *outputs, struct err *err)
{
    struct session *s = NULL;
    int rc = trusted_load(e, kernel_text, "kernel", task, c, outputs_f64, 1, &s, err);
    if (rc != 0) {
        /* What the kernel did wrong is an answer, not a failure of ours. */
        if (err != NULL && rc == ERR_INTEGRITY)
            err->code = ERR_NEGATIVE;
        return ERR_NEGATIVE;
    }
    rc = apply_loaded(e, s, task, c, inputs, outputs_f64, outputs, err);
    e->backend->unload(s);
    return rc;
}
