#include "src/strategy/confirm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "columns/get_run_for_resume.h"
#include "columns/list_confirmable.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "src/problem/problem.h"
#include "src/rescore/run_trust.h"
#include "src/store/facts.h"
#include "src/strategy/evaluation_rows.h"
#include "src/strategy/owner.h"
#include "src/strategy/session_rows.h"
#include "tasks/task_module.h"

#define INFRA_RETRIES 2

struct pick {
    int64_t rollout_id, code_blob_id;
    const struct task *task;
    char *text; /* owned while it is under way */
    unsigned infra;
};

struct confirming {
    struct session s;
    const struct confirm_options *options;
    struct arena *arena;
    struct pick *picks; /* not yet confirmed */
    size_t n, capacity, next, done;
    struct confirm_result result;
};

static int read_run(struct confirming *c, struct err *err)
{
    struct session *s = &c->s;
    const char *name = c->options->run;
    struct stmt *st = db_query(s->db, "get_run_for_resume");
    stmt_bind_text(st, ":name", name);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc < 0 ? rc : store_unknown(s->db, STORE_RUN, name, err);
    bool imported = stmt_int(st, GET_RUN_FOR_RESUME_IS_IMPORTED) != 0;
    const char *config = stmt_text_dup(st, GET_RUN_FOR_RESUME_CONFIG, c->arena);
    const char *owner = stmt_text_dup(st, GET_RUN_FOR_RESUME_OWNER, c->arena);
    s->run_id = stmt_int(st, GET_RUN_FOR_RESUME_RUN_ID);
    stmt_reset(st);
    if (imported)
        return err_set(err, ERR_USAGE,
                       "run '%s' was imported: how its kernels were evaluated is not known", name);
    if (owner != NULL && owner_is_alive(owner))
        return err_set(err, ERR_BUSY, "run '%s' is being written by process %ld", name,
                       owner_pid(owner));
    rc = run_config_decode(config, c->arena, &s->config, err);
    return rc < 0 ? err_context(err, "run '%s'", name) : 0;
}

static int add_pick(struct confirming *c, struct stmt *st, struct err *err)
{
    const char *task = stmt_text(st, LIST_CONFIRMABLE_TASK);
    const struct pick *last = c->n == 0 ? NULL : &c->picks[c->n - 1];
    struct pick p = { .rollout_id = stmt_int(st, LIST_CONFIRMABLE_ROLLOUT_ID),
                      .code_blob_id = stmt_int(st, LIST_CONFIRMABLE_CODE_BLOB_ID) };
    c->result.rollouts[c->result.n_picked++] = arena_printf(c->arena, "%" PRId64, p.rollout_id);
    if (stmt_int(st, LIST_CONFIRMABLE_CONFIRMED) != 0 && !c->options->again) {
        c->result.n_known++;
        return 0;
    }
    int rc = 0;
    if (last != NULL && strcmp(last->task->id, task) == 0)
        p.task = last->task;
    else
        rc = problem_task_find(c->s.db, task, c->arena, &p.task, err);
    if (rc == 0)
        c->picks[c->n++] = p;
    return rc;
}

static void grow(struct confirming *c)
{
    if (c->result.n_picked < c->capacity)
        return;
    c->capacity = c->capacity == 0 ? 64 : 2 * c->capacity;
    c->picks = mem_grow(c->picks, c->capacity, sizeof(*c->picks));
    const char **all = arena_array(c->arena, c->capacity, sizeof(*all));
    for (size_t i = 0; i < c->result.n_picked; i++)
        all[i] = c->result.rollouts[i];
    c->result.rollouts = all;
}

static int list_picks(struct confirming *c, struct err *err)
{
    const struct confirm_options *o = c->options;
    struct stmt *st = db_query(c->s.db, "list_confirmable");
    int rc;
    stmt_bind_int(st, ":run_id", c->s.run_id);
    stmt_bind_text(st, ":by", o->by);
    stmt_bind_int(st, ":top", o->top);
    if (o->step >= 0)
        stmt_bind_int(st, ":step", o->step);
    if (o->rollouts != NULL)
        stmt_bind_text_list(st, ":rollouts", o->rollouts, o->n_rollouts);
    while ((rc = stmt_step(st, err)) > 0) {
        grow(c);
        rc = add_pick(c, st, err);
        if (rc < 0)
            break;
    }
    stmt_reset(st);
    if (rc == 0 && c->result.n_picked == 0)
        rc = err_set(err, ERR_NOMATCH, "no requested kernel of run '%s' has a speedup", o->run);
    return rc;
}

static struct eval_job job_of(const struct confirming *c, const struct pick *p)
{
    const struct run_config *config = &c->s.config;
    return (struct eval_job){ .task_id = p->task->id,
                              .problem = p->task->module,
                              .inputs = config->inputs,
                              .rule = config->rule,
                              .baseline = config->baseline,
                              .task_case = config->task_case,
                              .mode = c->options->mode,
                              .kind = task_kind(p->task),
                              .input_seed = c->s.input_seed };
}

static int submit(struct confirming *c, size_t i, struct err *err)
{
    struct pick *p = &c->picks[i];
    struct buf text = { 0 };
    int rc = store_get_blob(c->s.db, p->code_blob_id, &text, err);
    if (rc < 0)
        return rc;
    struct eval_job job = job_of(c, p);
    job.id = (int64_t)i;
    job.kernel_len = text.len;
    free(p->text);
    job.kernel_text = p->text = buf_detach(&text);
    return c->s.evaluators->kind->submit(c->s.evaluators, &job, err);
}

static void report(struct confirming *c)
{
    struct session *s = &c->s;
    s->progress = (struct progress){ .phase = PHASE_EVALUATING,
                                     .n_turns = 1,
                                     .done = c->done,
                                     .total = c->n,
                                     .evaluated = c->done,
                                     .started_ns = s->started_ns,
                                     .remaining = c->n - c->done };
    if (s->hooks.progress != NULL)
        s->hooks.progress(s->hooks.context, &s->progress);
}

static int store(struct confirming *c, size_t i, const struct eval_result *r, struct err *err)
{
    struct pick *p = &c->picks[i];
    bool infra = r->outcome == OUTCOME_INFRA;
    if (infra && p->infra++ < INFRA_RETRIES)
        return submit(c, i, err);
    const struct eval_job job = job_of(c, p);
    int64_t id = 0;
    int64_t device_id = 0;
    int rc = session_device_id(&c->s, r->device_uuid, &device_id, err);
    if (rc == 0)
        rc = evaluation_put(c->s.db,
                            &(struct evaluation_row){ .rollout_id = p->rollout_id,
                                                      .device_id = device_id,
                                                      .purpose = "confirm",
                                                      .job = &job,
                                                      .result = r },
                            &id, err);
    free(p->text);
    p->text = NULL;
    c->done++;
    c->result.n_confirmed++;
    c->result.n_infra += infra;
    c->result.n_wrong += !infra && !r->correct;
    report(c);
    return rc;
}

static int evaluate_all(struct confirming *c, struct err *err)
{
    struct transport *t = c->s.evaluators;
    int rc = 0;
    report(c);
    while (rc >= 0 && c->done < c->n) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct eval_result r;
        int64_t i = 0;
        while (rc >= 0 && c->next < c->n && t->kind->has_room(t))
            rc = submit(c, c->next++, err);
        if (rc >= 0)
            rc = t->kind->next(t, c->s.hooks.stop, &a, &i, &r, err);
        if (rc > 0)
            rc = store(c, (size_t)i, &r, err);
        if (rc >= 0 && c->done < c->n && c->s.hooks.stop != NULL && *c->s.hooks.stop != 0)
            rc = err_set(err, ERR_INTERRUPTED, "interrupted");
    }
    return rc < 0 ? rc : 0;
}

static int open_evaluators(struct confirming *c, struct err *err)
{
    struct session *s = &c->s;
    struct transport_options how = {
        .backend = evaluator_for(task_kind(c->picks[0].task), s->config.backend),
        .workers = c->options->workers,
        .threads = s->config.threads,
    };
    if (s->config.python != NULL && setenv("ROLLBOOK_PYTHON", s->config.python, 1) != 0)
        return err_set(err, ERR_INTEGRITY, "the environment of workers cannot be set");
    int rc = s->hooks.transport->open(&how, &s->evaluators, err);
    return rc < 0 ? err_context(err, "evaluator %s", s->config.backend)
                  : session_put_device(s, err);
}

int confirm_run(struct db *db, const struct confirm_options *options,
                const struct session_hooks *hooks, struct arena *a, struct confirm_result *out,
                struct err *err)
{
    struct confirming *c = mem_alloc(sizeof *c);
    c->s.db = db;
    c->s.hooks = *hooks;
    c->s.started_ns = clock_monotonic_ns();
    c->options = options;
    c->arena = a;
    int rc = read_run(c, err);
    if (rc == 0)
        rc = list_picks(c, err);
    if (rc == 0 && c->n > 0) {
        const struct run_config used = { .policy = "replay", .python = c->s.config.python };
        const struct task **tasks = arena_array(a, c->n, sizeof(*tasks));
        for (size_t i = 0; i < c->n; i++)
            tasks[i] = c->picks[i].task;
        rc = run_trust_obey(db, &used, false, tasks, c->n,
                            &(const struct run_trust_note){ NULL, NULL }, err);
    }
    if (rc == 0 && c->n > 0) {
        /* Another stream of the run's secret gives inputs that no kernel has had. */
        struct rng r;
        rng_init(&r, c->s.config.seed ^ c->s.config.input_secret << 10, RNG_TRIAL, 1,
                 (uint64_t)clock_monotonic_ns(), 0);
        c->s.input_seed = rng_u64(&r) >> 1;
        rc = open_evaluators(c, err);
        if (rc == 0)
            rc = evaluate_all(c, err);
    }
    transport_close(c->s.evaluators);
    struct err ignored;
    if (c->done > 0)
        (void)facts_refresh(db, &ignored); /* stale cells are read from the rows */
    for (size_t i = 0; i < c->n; i++)
        free(c->picks[i].text);
    free(c->picks);
    if (rc == 0)
        *out = c->result;
    free(c);
    return rc;
}
