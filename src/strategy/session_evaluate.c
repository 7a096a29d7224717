#include "src/strategy/session_evaluate.h"

#include <stdlib.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/run/telemetry.h"
#include "src/strategy/evaluation_rows.h"
#include "src/strategy/session.h"

#define INFRA_RETRIES 2

struct evaluating {
    struct session *s;
    int step;
    struct draw_slot *slots;
    size_t n;
    size_t idle;     /* slots of which there is no rollout in this step */
    size_t *waiting; /* slots, as they were added */
    size_t n_added, next;
    char **texts; /* by slot, owned; until the result */
    size_t done;
    size_t reported; /* of these */
    bool open;
    struct buf told; /* of results that are not yet committed */
};

static void report(struct evaluating *e)
{
    struct session *s = e->s;
    size_t turns = (size_t)session_turns(s);
    size_t steps = (size_t)(s->config.n_steps - e->step);
    size_t n = e->n - e->idle;
    s->progress =
        (struct progress){ .phase = s->progress.phase,
                           .step = e->step,
                           .n_steps = s->config.n_steps,
                           .turn = s->turn,
                           .n_turns = (int)turns,
                           .done = e->done - e->idle,
                           .total = n,
                           .evaluated = s->evaluated,
                           .started_ns = s->started_ns,
                           .remaining =
                               e->n - e->done + n * (turns - 1 - (size_t)s->turn + turns * steps) };
    e->reported = e->done;
    if (s->hooks.progress != NULL)
        s->hooks.progress(s->hooks.context, &s->progress);
}

struct evaluating *evaluating_new(struct session *s, int step, struct draw_slot *slots, size_t n)
{
    struct evaluating *e = mem_alloc(sizeof(*e));
    *e = (struct evaluating){ .s = s, .step = step, .slots = slots, .n = n };
    e->waiting = mem_array(n, sizeof(*e->waiting));
    e->texts = mem_array(n, sizeof(*e->texts));
    for (size_t i = 0; i < n; i++) {
        e->done += slots[i].evaluated;
        e->idle += slots[i].evaluated && slots[i].rollout_id == 0;
    }
    report(e);
    return e;
}

void evaluating_free(struct evaluating *e)
{
    if (e == NULL)
        return;
    for (size_t i = 0; i < e->n; i++)
        free(e->texts[i]);
    buf_release(&e->told);
    free(e->texts);
    free(e->waiting);
    free(e);
}

static void tell(struct evaluating *e, size_t slot, const struct eval_result *r)
{
    struct session *s = e->s;
    size_t width = (size_t)run_config_width(&s->config);
    const struct telemetry_place place = { .run = s->config.name,
                                           .step = e->step,
                                           .turn = s->turn,
                                           .task = s->tasks[slot / width]->id,
                                           .sample = (int)(slot % width) };
    if (s->hooks.telemetry != NULL)
        telemetry_rollout(&place, r, &e->told);
}

static void mark_done(struct evaluating *e, size_t slot)
{
    e->slots[slot].evaluated = true;
    e->done++;
}

int evaluating_add(struct evaluating *e, size_t slot, struct err *err)
{
    if (e->slots[slot].code_blob_id != 0) {
        e->waiting[e->n_added++] = slot;
        return 0;
    }
    struct eval_result none;
    int rc = evaluation_put_no_code(e->s, e->slots[slot].rollout_id, err);
    eval_result_init(&none, OUTCOME_NO_CODE, NULL);
    tell(e, slot, &none);
    mark_done(e, slot);
    return rc;
}

static int submit(struct evaluating *e, size_t slot, struct err *err)
{
    struct session *s = e->s;
    struct buf text = { 0 };
    int rc = store_get_blob(s->db, e->slots[slot].code_blob_id, &text, err);
    if (rc < 0)
        return rc;
    size_t len = text.len;
    free(e->texts[slot]);
    e->texts[slot] = buf_detach(&text);
    const struct task *task = s->tasks[slot / (size_t)run_config_width(&s->config)];
    const struct eval_job job = { .id = (int64_t)slot,
                                  .row_id = e->slots[slot].rollout_id,
                                  .task_id = task->id,
                                  .problem = task->module,
                                  .inputs = s->config.inputs,
                                  .rule = s->config.rule,
                                  .baseline = s->config.baseline,
                                  .task_case = s->config.task_case,
                                  .mode = s->config.eval_mode,
                                  .correct_trials = s->config.correct_trials,
                                  .timed_runs = s->config.timed_runs,
                                  .kind = session_kind(s),
                                  .counters = s->config.counters,
                                  .adaptive = s->config.adaptive,
                                  .input_seed = s->input_seed,
                                  .kernel_text = e->texts[slot],
                                  .kernel_len = len };
    return s->evaluators->kind->submit(s->evaluators, &job, err);
}

static int feed(struct evaluating *e, struct err *err)
{
    int rc = 0;
    while (rc == 0 && e->next < e->n_added && e->s->evaluators->kind->has_room(e->s->evaluators))
        rc = submit(e, e->waiting[e->next++], err);
    return rc;
}

/* A pump's results are one transaction. */
static int open_rows(struct evaluating *e, struct err *err)
{
    int rc = e->open ? 0 : db_begin(e->s->db, err);
    e->open = e->open || rc == 0;
    return rc;
}

static int keep_rows(struct evaluating *e, struct err *err)
{
    bool open = e->open;
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_ROWS);
    e->open = false;
    int rc = open ? db_commit(e->s->db, err) : 0;
    if (rc == 0 && e->told.len > 0)
        e->s->hooks.telemetry(e->s->hooks.context, buf_text(&e->told));
    buf_clear(&e->told);
    return rc;
}

static int store_result(struct evaluating *e, size_t slot, const struct eval_result *result,
                        struct err *err)
{
    if (result->outcome == OUTCOME_INFRA && e->slots[slot].infra++ < INFRA_RETRIES)
        return submit(e, slot, err);
    int rc = open_rows(e, err);
    if (rc == 0)
        rc = evaluation_put_result(e->s, e->slots[slot].rollout_id, result, err);
    tell(e, slot, result);
    free(e->texts[slot]);
    e->texts[slot] = NULL;
    mark_done(e, slot);
    e->s->evaluated++;
    return rc;
}

/* Returns 1 with a stored result, else 0.  With wait it waits only while something is under way. */
static int take_result(struct evaluating *e, bool wait, struct err *err)
{
    struct arena a = { 0 };
    struct eval_result result;
    int64_t slot = 0;
    struct transport *t = e->s->evaluators;
    enum trace_phase before = trace_enter(PHASE_IDLE);
    int rc = wait ? t->kind->next(t, e->s->hooks.stop, &a, &slot, &result, err)
                  : t->kind->poll(t, &a, &slot, &result);
    (void)trace_enter(PHASE_ROWS);
    int stored = rc > 0 ? store_result(e, (size_t)slot, &result, err) : 0;
    trace_leave(before);
    arena_release(&a);
    return stored < 0 ? stored : rc;
}

int evaluating_pump(struct evaluating *e, struct err *err)
{
    int rc;
    while ((rc = take_result(e, false, err)) > 0)
        continue;
    if (rc == 0)
        rc = keep_rows(e, err);
    if (rc == 0)
        rc = feed(e, err);
    if (e->done != e->reported)
        report(e);
    return rc;
}

size_t evaluating_watch(const struct evaluating *e, int *fds, size_t most)
{
    return e->s->evaluators->kind->watch(e->s->evaluators, fds, most);
}

int evaluating_finish(struct evaluating *e, struct err *err)
{
    session_phase(e->s, PHASE_EVALUATING);
    int rc = evaluating_pump(e, err);
    while (rc == 0 && e->s->evaluators->kind->outstanding(e->s->evaluators) > 0) {
        rc = take_result(e, true, err);
        if (rc >= 0) /* without a result there may be room for more jobs */
            rc = evaluating_pump(e, err);
        if (rc == 0 && session_is_stopping(e->s))
            rc = err_set(err, ERR_INTERRUPTED, "interrupted");
    }
    return rc;
}
