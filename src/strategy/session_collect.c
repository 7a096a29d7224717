/*
 * session_collect.c - sample what a step lacks, evaluate what is not evaluated.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/strategy/evaluation_rows.h"
#include "src/strategy/session.h"

#define INFRA_RETRIES 2

/* What the database has of one (task, sample) of the step. */
struct slot {
    int64_t rollout_id; /* 0: not sampled */
    int64_t code_blob_id;
    bool evaluated;
    unsigned infra; /* infra results seen by this process */
};

static size_t slot_index(const struct session *s, size_t task, int sample)
{
    return task * (size_t)s->config.k + (size_t)sample;
}

static bool is_stopping(const struct session *s)
{
    return s->hooks.stop != NULL && *s->hooks.stop != 0;
}

static size_t find_task(const struct session *s, int64_t level, int64_t problem_id)
{
    size_t i = 0;
    while (i < s->config.n_tasks &&
           (s->tasks[i]->level != level || s->tasks[i]->problem_id != problem_id))
        i++;
    return i;
}

static int load_slots(struct session *s, int step, struct slot *slots, struct err *err)
{
    int rc;
    struct stmt *st = db_query(s->db, "list_step_rollouts");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    while ((rc = stmt_step(st, err)) > 0) {
        size_t task = find_task(s, stmt_int(st, 1), stmt_int(st, 2));
        int64_t sample = stmt_int(st, 3);
        if (task == s->config.n_tasks || sample >= s->config.k)
            continue;
        struct slot *slot = &slots[slot_index(s, task, (int)sample)];
        slot->rollout_id = stmt_int(st, 0);
        slot->code_blob_id = stmt_int(st, 4);
        slot->evaluated = stmt_int(st, 5) != 0;
    }
    return rc;
}

static int put_texts(struct session *s, const struct completion *c, struct arena *a,
                     struct rollout_row *row, struct err *err)
{
    const char *action = NULL;
    const char *code = NULL;
    int rc = assemble(c->text, c->text_len, a, &action, &code, err);
    if (rc == 0)
        rc = store_put_blob(s->db, "completion", c->text, c->text_len, &row->completion_blob_id,
                            err);
    if (rc == 0 && action != NULL)
        rc = store_put_blob(s->db, "action", action, strlen(action), &row->action_blob_id, err);
    if (rc == 0 && code != NULL)
        rc = store_put_blob(s->db, "code", code, strlen(code), &row->code_blob_id, err);
    return rc;
}

static int put_completion(struct session *s, int step, size_t task, int sample,
                          const struct completion *c, struct arena *a, struct slot *slot,
                          struct err *err)
{
    bool is_new;
    double sum = 0;
    bool has_logprobs = c->n_tokens > 0 && c->logprobs != NULL;
    for (size_t i = 0; has_logprobs && i < c->n_tokens; i++)
        sum += (double)c->logprobs[i];
    struct rollout_row row = { .run_id = s->run_id,
                               .task_id = s->task_ids[task],
                               .step = step,
                               .sample = sample,
                               .prompt_blob_id = s->prompt_blob_ids[task],
                               .finish_reason = c->finish_reason,
                               .prompt_tokens = c->prompt_tokens,
                               .completion_tokens = (int64_t)c->n_tokens,
                               .sum_logprob = has_logprobs ? sum : (double)NAN,
                               .mean_logprob =
                                   has_logprobs ? sum / (double)c->n_tokens : (double)NAN,
                               .logprob_temperature =
                                   has_logprobs ? c->logprob_temperature : (double)NAN,
                               .n_tokens = c->n_tokens,
                               .token_ids = c->token_ids,
                               .logprobs = c->logprobs };
    int rc = put_texts(s, c, a, &row, err);
    if (rc == 0)
        rc = store_put_rollout(s->db, &row, &slot->rollout_id, &is_new, err);
    slot->code_blob_id = row.code_blob_id;
    return rc;
}

/* The missing samples of one task, in one transaction. */
static int sample_task(struct session *s, int step, size_t task, struct slot *slots,
                       struct err *err)
{
    size_t n = 0;
    struct arena a = { 0 };
    struct sample_request *requests = arena_array(&a, (size_t)s->config.k, sizeof(*requests));
    for (int sample = 0; sample < s->config.k; sample++)
        if (slots[slot_index(s, task, sample)].rollout_id == 0)
            requests[n++] = (struct sample_request){ .task = s->tasks[task],
                                                     .run_seed = s->config.seed,
                                                     .step = step,
                                                     .sample = sample,
                                                     .temperature = s->config.temperature };
    struct completion *completions = arena_array(&a, n, sizeof(*completions));
    int rc = n == 0 ? 0 : s->policy->vtable->sample(s->policy, requests, n, &a, completions, err);
    if (rc == 0 && n > 0)
        rc = db_begin(s->db, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = put_completion(s, step, task, requests[i].sample, &completions[i], &a,
                            &slots[slot_index(s, task, requests[i].sample)], err);
    if (rc == 0 && n > 0)
        rc = db_commit(s->db, err);
    arena_release(&a);
    return rc;
}

static void report(struct session *s, int step, size_t done, size_t total)
{
    struct progress p = { .step = step,
                          .n_steps = s->config.n_steps,
                          .done = done,
                          .total = total,
                          .evaluated = s->evaluated };
    if (s->hooks.progress == NULL)
        return;
    p.elapsed_s = (double)(clock_monotonic_ns() - s->started_ns) * 1e-9;
    p.remaining = total - done + total * (size_t)(s->config.n_steps - step);
    s->hooks.progress(s->hooks.context, &p);
}

/* Queue of the slots that wait for an evaluation; texts live until their result came. */
struct queue {
    struct slot *slots;
    size_t n, next;
    char **texts; /* by slot, owned */
    size_t done;
};

static int submit(struct session *s, struct queue *q, size_t i, struct err *err)
{
    struct buf text = { 0 };
    int rc = store_get_blob(s->db, q->slots[i].code_blob_id, &text, err);
    if (rc < 0)
        return rc;
    size_t len = text.len;
    free(q->texts[i]);
    q->texts[i] = buf_detach(&text);
    struct worker_job job = { .id = (int64_t)i,
                              .task_id = s->tasks[i / (size_t)s->config.k]->id,
                              .task_case = s->config.task_case,
                              .mode = s->config.eval_mode,
                              .input_seed = s->input_seed,
                              .kernel_text = q->texts[i],
                              .kernel_len = len };
    return worker_pool_submit(s->pool, &job, err);
}

/* Gives every idle worker a job; rollouts without code are judged on the spot. */
static int feed(struct session *s, struct queue *q, struct err *err)
{
    int rc = 0;
    while (q->next < q->n && worker_pool_has_room(s->pool) && rc == 0) {
        size_t i = q->next++;
        if (q->slots[i].evaluated)
            continue;
        if (q->slots[i].code_blob_id == 0) {
            rc = evaluation_put_no_code(s, q->slots[i].rollout_id, err);
            q->slots[i].evaluated = true;
            q->done++;
        } else {
            rc = submit(s, q, i, err);
        }
    }
    return rc;
}

static int take_result(struct session *s, struct queue *q, int64_t id,
                       const struct eval_result *result, struct err *err)
{
    size_t i = (size_t)id;
    struct slot *slot = &q->slots[i];
    if (result->outcome == OUTCOME_INFRA && slot->infra++ < INFRA_RETRIES)
        return submit(s, q, i, err);
    int rc = evaluation_put_result(s, slot->rollout_id, result, err);
    free(q->texts[i]);
    q->texts[i] = NULL;
    slot->evaluated = true;
    q->done++;
    s->evaluated++;
    return rc;
}

static int evaluate_all(struct session *s, int step, struct queue *q, struct err *err)
{
    int rc = feed(s, q, err);
    while (rc == 0 && worker_pool_outstanding(s->pool) > 0) {
        struct arena a = { 0 };
        struct eval_result result;
        int64_t id;
        report(s, step, q->done, q->n);
        rc = worker_pool_next(s->pool, s->hooks.stop, &a, &id, &result, err);
        if (rc > 0)
            rc = take_result(s, q, id, &result, err);
        arena_release(&a);
        if (rc == 0 && is_stopping(s))
            rc = err_set(err, ERR_INTERRUPTED, "interrupted");
        if (rc == 0)
            rc = feed(s, q, err);
    }
    if (rc == 0)
        report(s, step, q->done, q->n);
    return rc;
}

int session_collect(struct session *s, int step, struct err *err)
{
    struct queue q = { .n = s->config.n_tasks * (size_t)s->config.k };
    q.slots = mem_array(q.n, sizeof(*q.slots));
    q.texts = mem_array(q.n, sizeof(*q.texts));
    int rc = load_slots(s, step, q.slots, err);
    for (size_t task = 0; task < s->config.n_tasks && rc == 0; task++)
        rc = is_stopping(s) ? err_set(err, ERR_INTERRUPTED, "interrupted")
                            : sample_task(s, step, task, q.slots, err);
    for (size_t i = 0; i < q.n; i++)
        q.done += q.slots[i].evaluated;
    if (rc == 0)
        rc = evaluate_all(s, step, &q, err);
    if (rc < 0) {
        struct err ignored = { 0 };
        db_rollback(s->db);
        session_ledger(s, step, &ignored);
    }
    for (size_t i = 0; i < q.n; i++)
        free(q.texts[i]);
    free(q.texts);
    free(q.slots);
    return rc;
}
