/*
 * eval_hidden.c - a candidate at sizes that it was not told.
 *
 * Text and launch plan are those that were checked; the sizes come from the secret seed, below and
 * above the shown ones.  A kernel that knows the shown sizes by heart, or leaves out work where
 * nobody looked, is wrong here.
 */
#include <stdio.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/eval/eval_internal.h"
#include "tasks/task_shape.h"

#define HIDDEN_NS ((int64_t)10 * 1000000000)

struct elsewhere {
    struct eval_job job;
    struct eval_result result;
    struct ready_candidate ready;
    struct evaluation x;
    char sizes[160];
};

static struct elsewhere *elsewhere_new(const struct evaluation *x, const struct task *task)
{
    struct elsewhere *h = arena_alloc(x->arena, sizeof *h);
    h->job = *x->job;
    h->job.task = task;
    eval_result_init(&h->result, OUTCOME_MEASURED, NULL);
    h->ready.kind = x->ready->kind;
    h->x = (struct evaluation){ .e = x->e,
                                .job = &h->job,
                                .arena = x->arena,
                                .verdict = { .arena = x->arena, .out = &h->result },
                                .ready = &h->ready,
                                .threads = x->threads,
                                .left_ns = HIDDEN_NS,
                                .reader = ++x->e->uses,
                                .order = x->order };
    task_dims_text(task, h->job.task_case, h->sizes, sizeof h->sizes);
    return h;
}

/* *out_again: it has to be compiled with fibers everywhere. */
static int run_session(struct elsewhere *h, bool all_fibers, bool *out_again, struct err *err)
{
    struct launch_report report = { .status = LAUNCH_OK };
    bool right = false;
    int rc = evaluation_compile(&h->x, all_fibers, err);
    if (rc == 0 && !h->x.verdict.decided)
        rc = runs_load(&h->x, err);
    if (rc == 0 && h->x.session != NULL)
        rc = runs_once(&h->x, TRIAL_CHECKED, &report, &right, err);
    *out_again = report.status == LAUNCH_NEEDS_FIBERS;
    if (h->x.session != NULL)
        h->x.runner->unload(h->x.session);
    h->x.session = NULL;
    return rc;
}

static int run_elsewhere(struct elsewhere *h, struct err *err)
{
    bool again = false;
    const struct eval_job *job = &h->job;
    evaluation_prepare(&h->x);
    if (h->x.verdict.decided)
        return 0;
    int rc = trials_get(h->x.e, job->task, job->task_case, job->input_seed, 2, &h->x.pool, err);
    if (rc == 0)
        rc = run_session(h, false, &again, err);
    if (rc == 0 && again)
        rc = run_session(h, true, &again, err);
    return rc;
}

static void take_verdict(struct evaluation *x, const struct elsewhere *h)
{
    const struct eval_result *r = &h->result;
    struct eval_result *out = x->verdict.out;
    bool failed = h->x.verdict.decided;
    verdict_add(&x->verdict,
                (struct evidence){ "hidden_shape", failed, 0, "runs", !failed, h->sizes });
    if (!failed)
        return;
    out->fault_place = r->fault_place;
    out->signal = r->signal;
    out->fault_address = r->fault_address;
    verdict_decide(&x->verdict, r->outcome, r->cheat_kind, "at sizes it was not told (%s): %s",
                   h->sizes, r->message);
}

static int run_at(struct evaluation *x, bool above, struct err *err)
{
    int64_t dims[TASK_MAX_DIMS];
    const struct task *task = NULL;
    const struct eval_job *job = x->job;
    const struct candidate_text source = evaluation_source(job);
    if (!x->ready->kind->hidden_dims(x->ready->candidate, &source, job->input_seed, above, dims)) {
        verdict_add(&x->verdict, (struct evidence){ "hidden_shape", 0, 0, "runs", true,
                                                    "not run: the launch plan names no "
                                                    "size that could be another" });
        return 0;
    }
    int rc = task_with_dims(job->task, job->task_case, dims, x->arena, &task, err);
    if (rc != 0)
        return rc;
    struct elsewhere *h = elsewhere_new(x, task);
    rc = run_elsewhere(h, err);
    if (rc != 0)
        return rc;
    take_verdict(x, h);
    return 0;
}

/* Where times are few, one of smaller and larger is chosen by chance. */
int hidden_run(struct evaluation *x, struct err *err)
{
    bool one = x->job->mode == EVAL_FAST, above = one && rng_below(&x->order, 2) == 1;
    int rc = run_at(x, above, err);
    if (rc == 0 && !one && !x->verdict.decided)
        rc = run_at(x, true, err);
    return rc;
}
