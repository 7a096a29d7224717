/*
 * session_draw.c - the samples that a step lacks, drawn and stored.
 *
 * A local policy gives a task's samples at once, in one transaction.  One that takes time or money
 * hands over each when it comes, for all tasks together; it is committed before anything further is
 * asked, and evaluated while the rest is on its way.
 */
#include "src/strategy/session_draw.h"

#include <math.h>
#include <string.h>

#include "columns/find_promise.h"
#include "src/base/err.h"
#include "src/base/trace.h"
#include "src/run/policy_record.h"
#include "src/store/store_requests.h"
#include "src/strategy/completion_rows.h"
#include "src/strategy/session.h"
#include "src/strategy/session_evaluate.h"
#include "src/strategy/turn_plan.h"

/* NULL: first turn. */
static const struct planned_turn *planned_turn(const struct session *s, size_t task, int sample)
{
    return s->plan == NULL ? NULL : &s->plan->slots[session_slot_index(s, task, sample)];
}

static int put_completion(struct session *s, int step, size_t task, int sample,
                          const struct completion *c, struct arena *a, struct draw_slot *slot,
                          struct err *err)
{
    bool is_new;
    const struct planned_turn *planned = planned_turn(s, task, sample);
    bool told = planned != NULL && planned->n_exchanges > 0;
    const struct completion_place place = { .run_id = s->run_id,
                                            .task_id = s->task_ids[task],
                                            .step = step,
                                            .turn = s->turn,
                                            .sample = sample,
                                            .prompt_blob_id =
                                                told ? planned->feedback : s->prompt_blob_ids[task],
                                            .task = s->tasks[task],
                                            .form = run_config_form(&s->config) };
    int rc =
        completion_put(s->db, &place, c, a, &slot->rollout_id, &slot->code_blob_id, &is_new, err);
    if (rc == 0 && told)
        rc = turn_plan_put(s, planned, c->n_dropped, slot->rollout_id, err);
    return rc;
}

static struct sample_request request_of(const struct session *s, int step, size_t task, int sample)
{
    const struct planned_turn *planned = planned_turn(s, task, sample);
    return (struct sample_request){ .task = s->tasks[task],
                                    .run_seed = s->config.seed,
                                    .step = step,
                                    .turn = s->turn,
                                    .sample = sample,
                                    .temperature = s->config.temperature,
                                    .n_exchanges = planned == NULL ? 0 : planned->n_exchanges,
                                    .exchanges = planned == NULL ? NULL : planned->exchanges };
}

static size_t list_missing(const struct session *s, int step, size_t task,
                           const struct draw_slot *slots, struct sample_request *out)
{
    size_t n = 0;
    for (int sample = 0; sample < s->samples[task]; sample++) {
        const struct draw_slot *slot = &slots[session_slot_index(s, task, sample)];
        if (slot->rollout_id == 0 && !slot->evaluated)
            out[n++] = request_of(s, step, task, sample);
    }
    return n;
}

static int put_samples(struct session *s, int step, size_t task,
                       const struct sample_request *requests, const struct completion *completions,
                       size_t n, struct draw_slot *slots, struct evaluating *e, struct arena *a,
                       struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        size_t slot = session_slot_index(s, task, requests[i].sample);
        rc = put_completion(s, step, task, requests[i].sample, &completions[i], a, &slots[slot],
                            err);
        if (rc == 0)
            rc = evaluating_add(e, slot, err);
    }
    return rc;
}

static int sample_task(struct session *s, int step, size_t task, struct draw_slot *slots,
                       struct evaluating *e, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct sample_request *requests = arena_array(&a, (size_t)s->samples[task], sizeof(*requests));
    size_t n = list_missing(s, step, task, slots, requests);
    struct completion *completions = arena_array(&a, n, sizeof(*completions));
    if (n == 0)
        return evaluating_pump(e, err);
    enum trace_phase before = trace_enter(PHASE_SAMPLE);
    int rc = s->policy->vtable->sample(s->policy, requests, n, &a, completions, err);
    (void)trace_enter(PHASE_ROWS);
    if (rc == 0)
        rc = db_begin(s->db, err);
    if (rc == 0)
        rc = db_end(s->db, put_samples(s, step, task, requests, completions, n, slots, e, &a, err),
                    err);
    trace_leave(before);
    return rc < 0 ? rc : evaluating_pump(e, err);
}

struct arriving {
    struct session *s;
    int step;
    struct draw_slot *slots;
    struct evaluating *evaluating;
    const struct sample_request *requests;
    const size_t *tasks;  /* task of each request */
    int64_t *attempt_ids; /* last attempt of each request */
    struct arena texts;
    bool open; /* in a transaction, since the last settle */
};

static size_t slot_of(const struct arriving *w, size_t request)
{
    return session_slot_index(w->s, w->tasks[request], w->requests[request].sample);
}

static int open_arrived(struct arriving *w, struct err *err)
{
    int rc = w->open ? 0 : db_begin(w->s->db, err);
    w->open = w->open || rc == 0;
    return rc;
}

static int store_announced(void *context, size_t request, const char *sha256, struct err *err)
{
    struct arriving *w = context;
    struct attempt_row row = { .run_id = w->s->run_id,
                               .task_id = w->s->task_ids[w->tasks[request]],
                               .step = w->step,
                               .turn = w->s->turn,
                               .sample = w->requests[request].sample,
                               .request_sha256 = sha256 };
    int rc = open_arrived(w, err);
    return rc < 0 ? rc : store_put_attempt(w->s->db, &row, &w->attempt_ids[request], err);
}

static int store_promised(void *context, size_t request, const char *promise, struct err *err)
{
    struct arriving *w = context;
    int rc = open_arrived(w, err);
    return rc < 0 ? rc : store_name_attempt(w->s->db, w->attempt_ids[request], promise, err);
}

/* A killed process may have been promised the sample.  What a conversation was shown then is not
 * known, so it is asked for again. */
static int find_promise(struct arriving *w, size_t i, struct sample_request *q, struct arena *a,
                        struct err *err)
{
    if (q->n_exchanges > 0)
        return 0;
    struct stmt *st = db_query(w->s->db, "find_promise");
    stmt_bind_int(st, ":run_id", w->s->run_id);
    stmt_bind_int(st, ":step", w->step);
    stmt_bind_int(st, ":task_id", w->s->task_ids[w->tasks[i]]);
    stmt_bind_int(st, ":turn", w->s->turn);
    stmt_bind_int(st, ":sample", q->sample);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        w->attempt_ids[i] = stmt_int(st, FIND_PROMISE_ATTEMPT_ID);
        q->promise = stmt_text_dup(st, FIND_PROMISE_REQUEST_ID, a);
        stmt_reset(st);
    }
    return rc < 0 ? rc : 0;
}

static int store_ended(void *context, size_t request, const struct sample_attempt *a,
                       struct err *err)
{
    struct arriving *w = context;
    const struct draw_slot *slot = &w->slots[slot_of(w, request)];
    struct attempt_end end = policy_attempt_end(a);
    end.rollout_id = slot->rollout_id;
    int rc = open_arrived(w, err);
    return rc < 0 ? rc : store_end_attempt(w->s->db, w->attempt_ids[request], &end, err);
}

static int store_arrived(void *context, size_t request, const struct completion *c, struct err *err)
{
    struct arriving *w = context;
    size_t i = slot_of(w, request);
    int rc = open_arrived(w, err);
    if (rc == 0)
        rc = put_completion(w->s, w->step, w->tasks[request], w->requests[request].sample, c,
                            &w->texts, &w->slots[i], err);
    if (rc == 0)
        rc = evaluating_add(w->evaluating, i, err);
    arena_rewind(&w->texts);
    return rc;
}

static int store_too_long(void *context, size_t request, struct err *err)
{
    struct arriving *w = context;
    size_t task = w->tasks[request];
    int sample = w->requests[request].sample;
    int rc = open_arrived(w, err);
    if (rc == 0)
        rc = turn_plan_end(w->s, w->step, task, sample, "context", err);
    if (rc == 0)
        w->slots[session_slot_index(w->s, task, sample)].evaluated = true;
    return rc;
}

static int keep_arrived(void *context, struct err *err)
{
    struct arriving *w = context;
    bool open = w->open;
    w->open = false;
    return open ? db_commit(w->s->db, err) : 0;
}

static int evaluate_beside(void *context, struct err *err)
{
    struct arriving *w = context;
    return evaluating_pump(w->evaluating, err);
}

static size_t watch_workers(void *context, int *fds, size_t most)
{
    struct arriving *w = context;
    return evaluating_watch(w->evaluating, fds, most);
}

static void note_delay(void *context, const char *text)
{
    const struct arriving *w = context;
    if (w->s->hooks.note != NULL)
        w->s->hooks.note(w->s->hooks.context, text);
}

static int draw_arriving(struct session *s, int step, struct draw_slot *slots, struct evaluating *e,
                         struct err *err)
{
    size_t n = 0;
    size_t most = s->config.n_tasks * (size_t)run_config_width(&s->config);
    struct arena a = { 0 };
    struct sample_request *requests = arena_array(&a, most, sizeof(*requests));
    size_t *tasks = arena_array(&a, most, sizeof(*tasks));
    for (size_t task = 0; task < s->config.n_tasks; task++) {
        size_t more = list_missing(s, step, task, slots, requests + n);
        for (size_t i = 0; i < more; i++)
            tasks[n++] = task;
    }
    struct arriving w = {
        .s = s, .step = step, .slots = slots, .evaluating = e, .requests = requests, .tasks = tasks
    };
    struct sample_sink sink = { .announce = store_announced,
                                .promised = store_promised,
                                .ended = store_ended,
                                .done = store_arrived,
                                .too_long = store_too_long,
                                .settle = keep_arrived,
                                .beside = evaluate_beside,
                                .watch = watch_workers,
                                .note = note_delay,
                                .context = &w,
                                .stop = s->hooks.stop };
    w.attempt_ids = arena_array(&a, n, sizeof(*w.attempt_ids));
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = find_promise(&w, i, &requests[i], &a, err);
    if (n > 0 && rc == 0)
        rc = s->policy->vtable->draw(s->policy, requests, n, &sink, err);
    struct err ignored = { 0 };
    int kept = keep_arrived(&w, rc < 0 ? &ignored : err);
    arena_release(&w.texts);
    arena_release(&a);
    return rc < 0 ? rc : kept;
}

int session_draw(struct session *s, int step, struct draw_slot *slots, struct evaluating *e,
                 struct err *err)
{
    int rc = 0;
    session_phase(s, PHASE_SAMPLING);
    if (s->policy->vtable->draw != NULL)
        return draw_arriving(s, step, slots, e, err);
    for (size_t task = 0; task < s->config.n_tasks && rc == 0; task++)
        rc = session_is_stopping(s) ? err_set(err, ERR_INTERRUPTED, "interrupted")
                                    : sample_task(s, step, task, slots, e, err);
    return rc;
}
