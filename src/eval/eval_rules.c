/*
 * eval_rules.c - kernel files checked by another rule than the checker's own, to learn what each
 * rule lets through (docs/internals/evaluator.md).  Nothing is timed.
 *
 *   kernelbench  five runs on KernelBench's draws within its tolerance, and nothing else is looked
 * at draws        many draws at many sizes, with every check of a run: whether a kernel differs at
 * all
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "src/eval/eval_internal.h"
#include "tasks/task_shape.h"
#include "tasks/task_views.h"

#define KERNELBENCH_TRIALS 5
/* A processor runs the oracle too. */
static const struct work_limit cpu_limit = { .bytes = 16 << 20, .operations = 1e8 };
static const struct work_limit cuda_limit = { .bytes = 1 << 30, .operations = 1e13 };

#define SHAPE_NS     ((int64_t)10 * 1000000000)
#define TINY_DRAWS   20
#define TINY_SECONDS 4
#define CASE_DRAWS   4
#define OTHER_DRAWS  2
#define STRETCH      32

/* A candidate at one size and seed. */
struct looked_at {
    struct eval_job job;
    struct eval_result result;
    struct ready_candidate ready;
    struct evaluation x;
};

/* How it is looked at there. */
struct look {
    const struct task *task;
    enum task_case task_case;
    uint64_t seed;
    unsigned usual, second; /* runs on usual inputs and on those of the second draw */
    bool outputs_only;      /* writes past the end and changed inputs are let through */
    bool accesses;          /* every access to memory is looked at, where the backend can */
};

static struct looked_at *looked_at_new(const struct evaluation *x, const struct look *look)
{
    struct looked_at *h = arena_alloc(x->arena, sizeof *h);
    h->job = *x->job;
    h->job.task = look->task;
    h->job.task_case = look->task_case;
    h->job.input_seed = look->seed;
    eval_result_init(&h->result, OUTCOME_MEASURED, NULL);
    h->ready.kind = x->ready->kind;
    h->x = (struct evaluation){ .e = x->e,
                                .job = &h->job,
                                .arena = x->arena,
                                .verdict = { .arena = x->arena, .out = &h->result },
                                .ready = &h->ready,
                                .threads = look->accesses ? 1 : x->threads,
                                .checks_accesses = look->accesses,
                                .left_ns = SHAPE_NS,
                                .reader = ++x->e->uses,
                                .order = x->order };
    return h;
}

static int launch(struct looked_at *h, bool second, struct launch_report *report, struct err *err)
{
    struct evaluation *x = &h->x;
    struct trial_key key = runs_key(x->job, x->runs++ | (second ? TASK_SECOND_DRAW : 0));
    const void *inputs[TASK_MAX_TENSORS];
    int64_t start = clock_monotonic_ns();
    x->runner->set_deadline(x->session, start + x->left_ns);
    x->set = NULL;
    if (x->runner->launch_trial != NULL)
        return x->runner->launch_trial(x->session, &key, false, report, err);
    int rc = second ? trials_second(x->e, x->job->task, x->pool, &x->set, err)
                    : trials_next(x->e, x->job->task, x->pool,
                                  &(struct trial_reader){ x->reader, &x->order }, &x->set, err);
    if (rc != 0)
        return rc;
    memcpy(inputs, x->set->inputs, sizeof inputs);
    start = clock_monotonic_ns(); /* making inputs is not the candidate's time */
    x->runner->set_deadline(x->session, start + x->left_ns);
    rc = x->runner->launch(x->session, inputs, false, report, err);
    x->left_ns -= clock_monotonic_ns() - start;
    return rc;
}

/* *out_again: it has to be compiled with fibers everywhere. */
static int run_draws(struct looked_at *h, const struct look *look, bool *out_again, struct err *err)
{
    struct evaluation *x = &h->x;
    int rc = 0;
    for (unsigned i = 0; i < look->usual + look->second && !x->verdict.decided && rc == 0; i++) {
        struct launch_report report;
        bool second = i >= look->usual;
        rc = launch(h, second, &report, err);
        if (rc != 0)
            return rc;
        if (report.status == LAUNCH_INFRA)
            return err_set(err, ERR_INTEGRITY, "%s", report.message);
        *out_again = report.status == LAUNCH_NEEDS_FIBERS;
        if (*out_again)
            return 0;
        if (look->outputs_only)
            report.guard_modified_bytes = report.input_modified_bytes = 0;
        (void)check_launch(x, &report, second ? TRIAL_SECOND : TRIAL_CHECKED);
    }
    return rc;
}

static int run_session(struct looked_at *h, const struct look *look, bool all_fibers,
                       bool *out_again, struct err *err)
{
    *out_again = false;
    int rc = evaluation_compile(&h->x, all_fibers, err);
    if (rc == 0 && !h->x.verdict.decided)
        rc = runs_load(&h->x, err);
    if (rc == 0 && h->x.session != NULL)
        rc = run_draws(h, look, out_again, err);
    if (h->x.session != NULL)
        h->x.runner->unload(h->x.session);
    h->x.session = NULL;
    return rc;
}

/* *out is what came of it; undecided: nothing was wrong. */
static int look_at(const struct evaluation *x, const struct look *look, struct looked_at **out,
                   struct err *err)
{
    bool again = false;
    struct looked_at *h = *out = looked_at_new(x, look);
    evaluation_prepare(&h->x);
    if (h->x.verdict.decided)
        return 0;
    const struct trial_key key = { .task = look->task,
                                   .task_case = look->task_case,
                                   .seed = look->seed };
    int rc = trials_get(x->e, &key, look->usual > 2 ? look->usual : 2, &h->x.pool, err);
    if (rc == 0)
        rc = run_session(h, look, false, &again, err);
    if (rc == 0 && again)
        rc = run_session(h, look, true, &again, err);
    return rc;
}

static void take_verdict(struct evaluation *x, const struct looked_at *h, const char *check,
                         const char *where)
{
    const struct eval_result *r = &h->result;
    struct eval_result *out = x->verdict.out;
    bool failed = h->x.verdict.decided;
    char sizes[160];
    task_dims_text(h->job.task, h->job.task_case, sizes, sizeof sizes);
    out->trials_run += r->trials_run;
    out->trials_passed += r->trials_passed;
    if (!failed)
        return;
    out->fault_place = r->fault_place;
    out->signal = r->signal;
    out->fault_address = r->fault_address;
    verdict_add(&x->verdict, (struct evidence){
                                 check, 1.0, 0.0, "runs", false,
                                 arena_printf(x->arena, "%s (%s): %s", where, sizes, r->message) });
    verdict_decide(&x->verdict, r->outcome, r->cheat_kind, "%s (%s): %s", where, sizes, r->message);
}

static int run_kernelbench(struct evaluation *x, struct err *err)
{
    const struct work_limit *limit = x->e->backend->launch_trial == NULL ? &cpu_limit : &cuda_limit;
    struct look look = { .task_case = CASE_FULL,
                         .seed = x->job->input_seed,
                         .usual = KERNELBENCH_TRIALS,
                         .outputs_only = true };
    struct looked_at *h;
    int rc = task_as_kernelbench(x->job->task, limit, x->arena, &look.task, err);
    if (rc == 0)
        rc = look_at(x, &look, &h, err);
    if (rc != 0)
        return rc;
    take_verdict(x, h, "kernelbench_rule", "by KernelBench's draws and tolerance");
    return 0;
}

struct shape {
    struct look look;
    const char *check, *where;
};

/* A failed launch plan at another size than the case's says nothing: the right kernel may be made
 * for some sizes only.  Being late says nothing either, and nothing more is tried. */
static int look_at_shape(struct evaluation *x, const struct shape *s, bool *out_late,
                         struct err *err)
{
    struct looked_at *h;
    int rc = *out_late ? 0 : look_at(x, &s->look, &h, err);
    if (rc != 0 || *out_late)
        return rc;
    bool is_plan = h->result.outcome == OUTCOME_PARSE || h->result.outcome == OUTCOME_LAUNCH;
    *out_late = h->result.outcome == OUTCOME_TIMEOUT;
    if (*out_late)
        verdict_add(&x->verdict, (struct evidence){ s->check, 0.0, 0.0, "runs", true,
                                                    "stopped at the deadline, undecided" });
    else if (!h->x.verdict.decided || !is_plan || s->look.task == x->job->task)
        take_verdict(x, h, s->check, s->where);
    return 0;
}

static int look_at_hidden(struct evaluation *x, unsigned number, bool *out_late, struct err *err)
{
    int64_t dims[TASK_MAX_DIMS];
    const struct eval_job *job = x->job;
    const struct candidate_text source = evaluation_source(job);
    const enum hidden_size size = (enum hidden_size)(number % HIDDEN_SIZES);
    struct shape s = { { .task_case = job->task_case,
                         .seed = job->input_seed ^ ((uint64_t)number + 1) << 40,
                         .usual = OTHER_DRAWS,
                         .second = job->task->has_second,
                         .accesses = size == HIDDEN_SMALL && x->e->backend->looks_at_accesses },
                       "draws",
                       "at other sizes" };
    if (x->ready->kind->hidden_dims == NULL ||
        !x->ready->kind->hidden_dims(x->ready->candidate, &source, s.look.seed, size, dims))
        return 0;
    int rc = task_with_dims(job->task, job->task_case, dims, x->arena, &s.look.task, err);
    return rc < 0 ? rc : look_at_shape(x, &s, out_late, err);
}

static int look_at_stretched(struct evaluation *x, size_t dim, bool *out_late, struct err *err)
{
    const struct eval_job *job = x->job;
    struct shape s = { { .task_case = CASE_FULL,
                         .seed = job->input_seed ^ ((uint64_t)dim + 1) << 48,
                         .usual = OTHER_DRAWS,
                         .second = job->task->has_second },
                       "draws_larger",
                       "at larger sizes" };
    if (!task_stretched(job->task, job->task_case, dim, STRETCH, &cpu_limit, x->arena,
                        &s.look.task))
        return 0;
    return look_at_shape(x, &s, out_late, err);
}

static int run_many_draws(struct evaluation *x, struct err *err)
{
    const struct task *t = x->job->task;
    uint64_t seed = x->job->input_seed ^ (uint64_t)1 << 33;
    struct shape usual[TINY_SECONDS + 2];
    size_t n = 0;
    bool late = false;
    int rc = 0;
    for (unsigned i = 0; i < TINY_SECONDS && (i == 0 || t->has_second); i++)
        usual[n++] = (struct shape){ { .task = t,
                                       .task_case = CASE_TINY,
                                       .seed = seed + i,
                                       .usual = i == 0 ? TINY_DRAWS : 0,
                                       .second = t->has_second },
                                     "draws",
                                     "at the tiny sizes" };
    if (x->job->task_case != CASE_TINY)
        for (unsigned i = 0; i < 2; i++)
            usual[n++] = (struct shape){ { .task = t,
                                           .task_case = x->job->task_case,
                                           .seed = seed + i,
                                           .usual = CASE_DRAWS,
                                           .second = t->has_second },
                                         "draws",
                                         "at the case's sizes" };
    for (size_t i = 0; i < n && rc == 0 && !x->verdict.decided; i++)
        rc = look_at_shape(x, &usual[i], &late, err);
    for (unsigned i = 0; i < 2 * HIDDEN_SIZES && rc == 0 && !x->verdict.decided; i++)
        rc = look_at_hidden(x, i, &late, err);
    for (size_t i = 0; i < t->n_dims && rc == 0 && !x->verdict.decided; i++)
        rc = look_at_stretched(x, i, &late, err);
    return rc;
}

bool rule_is_known(const char *rule)
{
    return strcmp(rule, "kernelbench") == 0 || strcmp(rule, "draws") == 0;
}

int rule_run(struct evaluation *x, struct err *err)
{
    return strcmp(x->job->rule, "kernelbench") == 0 ? run_kernelbench(x, err)
                                                    : run_many_draws(x, err);
}
