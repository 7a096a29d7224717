/*
 * session_learn.c - checkpoints, rewards, updates and the ledger of a step.
 *
 * An update uses stored rewards, tokens, log-probs and checkpoint, so an interrupted run continues
 * as if it had not been.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/count_step_fast.h"
#include "columns/find_step.h"
#include "columns/list_earlier_speedups.h"
#include "columns/list_step_results.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/json/json.h"
#include "src/learn/estimator.h"
#include "src/store/facts.h"
#include "src/strategy/session.h"
#include "src/strategy/stored/judge.h"
#include "src/strategy/stored/reward_run.h"

static bool has_checkpoints(const struct session *s)
{
    return (s->policy->vtable->caps & POLICY_CHECKPOINT) != 0;
}

static int insert_step(struct session *s, int step, int64_t checkpoint_id, struct err *err)
{
    struct stmt *st = db_query(s->db, "insert_step");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_id(st, ":checkpoint_id", checkpoint_id);
    return stmt_run(st, err);
}

static int put_checkpoint(struct session *s, int64_t parent_id, int64_t *out_id, struct err *err)
{
    struct buf state = { 0 };
    int rc = s->policy->vtable->save(s->policy, &state, err);
    if (rc == 0)
        rc =
            store_put_checkpoint(s->db, s->model_id, parent_id, state.data, state.len, out_id, err);
    buf_release(&state);
    return rc;
}

static int find_step(struct session *s, int step, int64_t *out_checkpoint_id, int64_t *out_blob_id,
                     bool *out_updated, struct err *err)
{
    struct stmt *st = db_query(s->db, "find_step");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        *out_checkpoint_id = stmt_int(st, FIND_STEP_CHECKPOINT_ID);
        *out_blob_id = stmt_int(st, FIND_STEP_BLOB_ID);
        *out_updated = !stmt_is_null(st, FIND_STEP_UPDATE_METRICS);
        stmt_reset(st);
    }
    return rc;
}

static int load_checkpoint(struct session *s, int64_t blob_id, struct err *err)
{
    struct buf state = { 0 };
    int rc = store_get_blob(s->db, blob_id, &state, err);
    if (rc == 0)
        rc = s->policy->vtable->load(s->policy, state.data, state.len, err);
    buf_release(&state);
    return rc;
}

int session_enter_step(struct session *s, int step, struct err *err)
{
    int64_t checkpoint_id = 0;
    int64_t blob_id = 0;
    bool updated;
    s->step_started_ns = clock_monotonic_ns();
    int rc = find_step(s, step, &checkpoint_id, &blob_id, &updated, err);
    if (rc < 0)
        return rc;
    if (rc > 0)
        return has_checkpoints(s) && blob_id != 0 ? load_checkpoint(s, blob_id, err) : 0;
    rc = db_begin(s->db, err);
    if (rc == 0 && has_checkpoints(s))
        rc = put_checkpoint(s, 0, &checkpoint_id, err);
    if (rc == 0)
        rc = insert_step(s, step, checkpoint_id, err);
    return db_end(s->db, rc, err);
}

/* In the order (task, sample). */
struct learning_batch {
    size_t n;
    int64_t *rollout_ids;
    bool *scored; /* infra is neither rewarded nor learned from */
    struct reward_input *inputs;
    struct update_item *items;
    double *rewards, *advantages;
};

static void copy_tokens(struct stmt *st, struct arena *a, struct update_item *item)
{
    size_t ids_len;
    size_t logprobs_len;
    const void *ids = stmt_blob(st, LIST_STEP_RESULTS_TOKEN_IDS, &ids_len);
    int32_t *token_ids = arena_alloc(a, ids_len);
    if (ids_len > 0)
        memcpy(token_ids, ids, ids_len);
    const void *logprobs = stmt_blob(st, LIST_STEP_RESULTS_LOGPROBS, &logprobs_len);
    float *old = arena_alloc(a, logprobs_len);
    if (logprobs_len > 0)
        memcpy(old, logprobs, logprobs_len);
    item->n_tokens = ids_len / 4 < logprobs_len / 4 ? ids_len / 4 : logprobs_len / 4;
    item->token_ids = token_ids;
    item->old_logprobs = old;
    item->temperature = stmt_real(st, LIST_STEP_RESULTS_LOGPROB_TEMPERATURE);
}

static void read_result(struct session *s, struct stmt *st, struct arena *a,
                        struct learning_batch *b)
{
    size_t i = b->n++;
    b->rollout_ids[i] = stmt_int(st, LIST_STEP_RESULTS_ROLLOUT_ID);
    b->scored[i] = reward_read_row(st, &b->inputs[i]);
    b->items[i].task = s->tasks[b->inputs[i].task];
    copy_tokens(st, a, &b->items[i]);
}

static int load_batch(struct session *s, int step, struct arena *a, struct learning_batch *b,
                      struct err *err)
{
    size_t capacity = s->config.n_tasks * (size_t)s->config.k;
    int rc;
    b->rollout_ids = arena_array(a, capacity, sizeof(*b->rollout_ids));
    b->scored = arena_array(a, capacity, sizeof(*b->scored));
    b->inputs = arena_array(a, capacity, sizeof(*b->inputs));
    b->items = arena_array(a, capacity, sizeof(*b->items));
    b->rewards = arena_array(a, capacity, sizeof(*b->rewards));
    b->advantages = arena_array(a, capacity, sizeof(*b->advantages));
    struct stmt *st = db_query(s->db, "list_step_results");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", s->turn);
    while ((rc = stmt_step(st, err)) > 0)
        if (b->n < capacity)
            read_result(s, st, a, b);
    return rc;
}

static int load_history(struct session *s, int step, struct arena *a, struct reward_history *h,
                        struct err *err)
{
    int rc;
    h->n_tasks = s->config.n_tasks;
    h->counts = arena_array(a, h->n_tasks, sizeof(*h->counts));
    h->speedups = arena_array(a, h->n_tasks, sizeof(*h->speedups));
    struct stmt *st = db_query(s->db, "list_earlier_speedups");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", s->turn);
    while ((rc = stmt_step(st, err)) > 0)
        reward_history_add(h, (size_t)stmt_int(st, LIST_EARLIER_SPEEDUPS_POSITION),
                           stmt_real(st, LIST_EARLIER_SPEEDUPS_SPEEDUP));
    return rc;
}

static void keep_scored(struct learning_batch *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        if (!b->scored[i])
            continue;
        b->rollout_ids[n] = b->rollout_ids[i];
        b->inputs[n] = b->inputs[i];
        b->items[n++] = b->items[i];
    }
    b->n = n;
}

static int put_rewards(struct session *s, const struct learning_batch *b, bool with_advantage,
                       struct err *err)
{
    int rc = 0;
    const char *recipe = s->config.shuffle_rewards
                             ? arena_printf(&s->arena, "%s-shuffled", s->config.reward)
                             : s->config.reward;
    for (size_t i = 0; i < b->n && rc == 0; i++) {
        struct stmt *st = db_query(s->db, "put_reward");
        stmt_bind_int(st, ":rollout_id", b->rollout_ids[i]);
        stmt_bind_text(st, ":recipe", recipe);
        stmt_bind_real(st, ":value", b->rewards[i]);
        stmt_bind_real(st, ":advantage", with_advantage ? b->advantages[i] : (double)NAN);
        rc = stmt_run(st, err);
    }
    return rc;
}

static int put_metrics(struct session *s, int step, const struct update_metrics *m, size_t n,
                       struct err *err)
{
    struct buf text = { 0 };
    struct json *o CLEANUP(json_free_ptr) = json_new_object();
    json_add_int(o, "items", (int64_t)n);
    json_add_number(o, "loss", m->loss);
    json_add_number(o, "mean_ratio", m->mean_ratio);
    json_add_number(o, "grad_norm", m->grad_norm);
    json_add_number(o, "kl", m->kl);
    json_add_number(o, "entropy", m->entropy);
    json_print(o, false, &text);
    struct stmt *st = db_query(s->db, "set_step_metrics");
    stmt_bind_text(st, ":update_metrics", buf_text(&text));
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    buf_release(&text);
    return stmt_run(st, err);
}

static int update_policy(struct session *s, int step, struct learning_batch *b, int64_t parent_id,
                         struct err *err)
{
    int64_t checkpoint_id = 0;
    struct update_metrics metrics = { 0 };
    struct update_options options = { .learning_rate = s->config.learning_rate > 0
                                                           ? s->config.learning_rate
                                                           : (double)NAN,
                                      .beta1 = 0.9,
                                      .beta2 = 0.999,
                                      .epsilon = 1e-8 };
    for (size_t i = 0; i < b->n; i++)
        b->items[i].advantage = b->advantages[i];
    int rc = s->policy->vtable->update(s->policy, b->items, b->n, &options, &metrics, err);
    if (rc == 0)
        rc = put_metrics(s, step, &metrics, b->n, err);
    if (rc == 0)
        rc = put_checkpoint(s, parent_id, &checkpoint_id, err);
    if (rc == 0)
        rc = insert_step(s, step + 1, checkpoint_id, err);
    return rc;
}

static int compute_rewards(struct session *s, int step, struct learning_batch *b, struct err *err)
{
    struct arena a = { 0 };
    struct reward_history history = { 0 };
    const struct reward_recipe *recipe = NULL;
    struct reward_params params;
    int rc = reward_parse(s->config.reward, &recipe, &params, err);
    if (rc == 0)
        rc = load_history(s, step, &a, &history, err);
    if (rc == 0) {
        recipe->compute(b->inputs, b->n, &params, &history, b->rewards);
        if (s->config.shuffle_rewards)
            reward_shuffle(b->rewards, b->n, s->config.seed, step);
        const struct advantage_input in = { .n = b->n, .rewards = b->rewards };
        estimator_apply(estimator_find("global"), &in, &advantage_standard, b->advantages);
    }
    arena_release(&a);
    return rc;
}

static int learn(struct session *s, int step, bool update, struct learning_batch *b,
                 struct arena *a, struct err *err)
{
    int64_t checkpoint_id = 0;
    int64_t blob_id = 0;
    bool updated = false;
    int rc = find_step(s, step, &checkpoint_id, &blob_id, &updated, err);
    if (rc <= 0)
        return rc < 0 ? rc : err_set(err, ERR_INTEGRITY, "step %d has no row", step);
    if (updated)
        return 0;
    session_phase(s, PHASE_LEARNING);
    rc = load_batch(s, step, a, b, err);
    keep_scored(b);
    if (rc == 0)
        rc = compute_rewards(s, step, b, err);
    if (rc == 0)
        rc = put_rewards(s, b, update, err);
    if (rc == 0 && update)
        rc = update_policy(s, step, b, checkpoint_id, err);
    if (rc == 0)
        rc = session_ledger(s, step, err);
    return rc;
}

/* A run without any code has nothing to ask about. */
static int ask_judge(struct session *s, struct err *err)
{
    struct judge_result ignored;
    if (s->judge != NULL)
        session_phase(s, PHASE_JUDGING);
    int rc = s->judge == NULL ? 0 : judge_ask(s->judge, s->config.name, &ignored, err);
    return rc == ERR_NODATA ? 0 : rc;
}

int session_learn(struct session *s, int step, bool update, struct err *err)
{
    struct arena a = { 0 };
    struct learning_batch b = { 0 };
    int rc = ask_judge(s, err);
    if (rc < 0)
        return err_context(err, "judge");
    rc = db_begin(s->db, err);
    if (rc == 0)
        rc = learn(s, step, update, &b, &a, err);
    rc = db_end(s->db, rc, err);
    if (rc == 0)
        rc = facts_refresh(s->db, err);
    arena_release(&a);
    return rc;
}

int session_fast_1(struct session *s, int step, double *out, struct err *err)
{
    struct stmt *st = db_query(s->db, "count_step_fast");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    double n = (double)stmt_int(st, COUNT_STEP_FAST_N);
    double fast = (double)stmt_int(st, COUNT_STEP_FAST_N_FAST);
    stmt_reset(st);
    *out = n > 0.0 ? fast / n : (double)NAN;
    return 0;
}

int session_ledger(struct session *s, int step, struct err *err)
{
    int64_t now = clock_monotonic_ns();
    struct stmt *st = db_query(s->db, "put_ledger");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_real(st, ":wall_seconds", (double)(now - s->step_started_ns) * 1e-9);
    s->step_started_ns = now;
    return stmt_run(st, err);
}
