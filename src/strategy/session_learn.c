/*
 * session_learn.c - rewards and advantages of a step, and its ledger.
 *
 * An update uses stored rewards, tokens, log-probs and checkpoint, so an interrupted run continues
 * as if it had not been.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/count_step_fast.h"
#include "columns/list_earlier_speedups.h"
#include "columns/list_step_results.h"
#include "columns/mean_step_reward.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "src/json/json.h"
#include "src/learn/estimator.h"
#include "src/rescore/judge.h"
#include "src/rescore/reward_run.h"
#include "src/run/conversation.h"
#include "src/run/telemetry.h"
#include "src/store/facts.h"
#include "src/strategy/session.h"
#include "src/strategy/session_checkpoint.h"
#include "src/strategy/session_distill.h"
#include "src/strategy/session_guard.h"
#include "src/strategy/session_update.h"

/*
 * What is learned from.  A batch holds the rollouts of a step, side by side in arrays that grow
 * turn by turn.  Everything is read back from the database, also by the process that has just
 * stored it, so that an update after a resume sees the same numbers.
 */

/* In the order (turn, task, sample). */
struct learning_batch {
    size_t n, capacity;
    size_t first; /* of the turn that was read last */
    int n_turns;
    int *turns;
    int64_t *conversations;
    int64_t *rollout_ids;
    bool needs_time; /* the rewards do */
    bool *scored;    /* infra, and what could not be timed, is neither rewarded nor learned from */
    struct reward_input *inputs;
    struct update_item *items;
    struct filter_sample *samples;
    bool *left_group, *masked; /* before advantages; at all */
    double *rewards, *medians, *advantages;
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

static double draw_of(const struct session *s, int step, size_t task, int64_t sample)
{
    struct rng r;
    rng_init(&r, s->config.seed, RNG_FILTER, (uint64_t)step, task,
             (uint64_t)s->turn << 32 | (uint64_t)sample);
    return rng_double(&r);
}

static void read_result(struct session *s, int step, struct stmt *st, struct arena *a,
                        struct learning_batch *b)
{
    size_t i = b->n++;
    b->rollout_ids[i] = stmt_int(st, LIST_STEP_RESULTS_ROLLOUT_ID);
    b->scored[i] = reward_read_row(st, b->needs_time, &b->inputs[i]);
    b->items[i].task = s->tasks[b->inputs[i].task];
    b->samples[i] =
        (struct filter_sample){ .prompt = b->inputs[i].task,
                                .turn = s->turn,
                                .correct = b->inputs[i].correct,
                                .truncated = b->inputs[i].truncated,
                                .cheat = b->inputs[i].cheat,
                                .coverage = b->inputs[i].own_share,
                                .mean_log_ratio = (double)NAN,
                                .least_log_ratio = (double)NAN,
                                .draw = draw_of(s, step, b->inputs[i].task,
                                                stmt_int(st, LIST_STEP_RESULTS_SAMPLE)) };
    b->turns[i] = s->turn;
    b->conversations[i] = (int64_t)session_slot_index(s, b->inputs[i].task,
                                                      (int)stmt_int(st, LIST_STEP_RESULTS_SAMPLE));
    copy_tokens(st, a, &b->items[i]);
}

static bool needs_time(const struct session *s)
{
    const struct reward_recipe *recipe = NULL;
    struct reward_params params;
    struct err err = { 0 };
    return s->config.reward == NULL || reward_parse(s->config.reward, &recipe, &params, &err) < 0 ||
           reward_needs_time(recipe, &params);
}

static struct learning_batch new_batch(const struct session *s, int n_turns, struct arena *a)
{
    size_t n = (size_t)n_turns * s->config.n_tasks * (size_t)run_config_width(&s->config);
    return (struct learning_batch){ .capacity = n,
                                    .n_turns = n_turns,
                                    .needs_time = needs_time(s),
                                    .turns = arena_array(a, n, sizeof(int)),
                                    .conversations = arena_array(a, n, sizeof(int64_t)),
                                    .rollout_ids = arena_array(a, n, sizeof(int64_t)),
                                    .scored = arena_array(a, n, sizeof(bool)),
                                    .inputs = arena_array(a, n, sizeof(struct reward_input)),
                                    .items = arena_array(a, n, sizeof(struct update_item)),
                                    .samples = arena_array(a, n, sizeof(struct filter_sample)),
                                    .left_group = arena_array(a, n, sizeof(bool)),
                                    .masked = arena_array(a, n, sizeof(bool)),
                                    .rewards = arena_array(a, n, sizeof(double)),
                                    .medians = arena_array(a, n, sizeof(double)),
                                    .advantages = arena_array(a, n, sizeof(double)) };
}

/* What an answer of a later turn was shown. */
static int read_exchanges(struct session *s, int64_t rollout_id, struct arena *a,
                          struct update_item *item, struct err *err)
{
    struct spoken *all = NULL;
    size_t n = 0;
    int rc = conversation_of(s->db, rollout_id, a, &all, &n, err);
    if (rc < 0)
        return rc;
    struct exchange *out = arena_array(a, n / 2 + 1, sizeof(*out));
    for (size_t i = 0; i + 1 < n; i++)
        if (strcmp(all[i].role, "assistant") == 0)
            out[item->n_exchanges++] = (struct exchange){ all[i].content, all[i + 1].content };
    item->exchanges = out;
    return 0;
}

/* Adds the turn's rollouts: those that the run learns from, or those that it only evaluates. */
static int load_turn(struct session *s, int step, bool held, struct arena *a,
                     struct learning_batch *b, struct err *err)
{
    int rc;
    b->first = b->n;
    struct stmt *st = db_query(s->db, "list_step_results");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", s->turn);
    while ((rc = stmt_step(st, err)) > 0)
        if (b->n < b->capacity &&
            held ==
                run_config_is_held(&s->config, (size_t)stmt_int(st, LIST_STEP_RESULTS_POSITION)))
            read_result(s, step, st, a, b);
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

/* Of the turn that was read last. */
static void keep_scored(struct learning_batch *b)
{
    size_t n = b->first;
    for (size_t i = b->first; i < b->n; i++) {
        if (!b->scored[i])
            continue;
        b->turns[n] = b->turns[i];
        b->conversations[n] = b->conversations[i];
        b->rollout_ids[n] = b->rollout_ids[i];
        b->inputs[n] = b->inputs[i];
        b->samples[n] = b->samples[i];
        b->items[n++] = b->items[i];
    }
    b->n = n;
}

/*
 * Rewards.  A recipe turns the results of a turn into rewards; it may look at the speedups of
 * earlier steps, whose medians are stored beside the reward.  Rollouts that failed by our fault
 * have none and leave the batch before.  Held tasks get rewards too, but never an advantage.
 */

/* As rewards are stored; in the arena of the session. */
static const char *reward_name(struct session *s)
{
    return s->config.shuffle_rewards ? arena_printf(&s->arena, "%s-shuffled", s->config.reward)
                                     : s->config.reward;
}

static int put_rewards(struct session *s, const struct learning_batch *b, bool with_advantage,
                       struct err *err)
{
    int rc = 0;
    const char *recipe = reward_name(s);
    for (size_t i = 0; i < b->n && rc == 0; i++) {
        bool has_advantage = with_advantage && !b->left_group[i];
        struct stmt *st = db_query(s->db, "put_reward");
        stmt_bind_int(st, ":rollout_id", b->rollout_ids[i]);
        stmt_bind_text(st, ":recipe", recipe);
        stmt_bind_real(st, ":value", b->rewards[i]);
        stmt_bind_real(st, ":advantage", has_advantage ? b->advantages[i] : (double)NAN);
        stmt_bind_real(st, ":median", b->medians[i]);
        rc = stmt_run(st, err);
    }
    return rc;
}

/* The items that no filter masked, side by side. */
static size_t list_items(struct learning_batch *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        if (b->masked[i])
            continue;
        b->items[n] = b->items[i];
        b->items[n++].advantage = b->advantages[i];
    }
    return n;
}

/* Of the turn that was read last. */
static int compute_rewards(struct session *s, int step, bool held, struct learning_batch *b,
                           struct err *err)
{
    struct arena a = { 0 };
    struct reward_history history = { 0 };
    const struct reward_recipe *recipe = NULL;
    struct reward_params params;
    size_t n = b->n - b->first;
    double *rewards = b->rewards + b->first;
    int rc = reward_parse(s->config.reward, &recipe, &params, err);
    if (rc == 0)
        rc = load_history(s, step, &a, &history, err);
    if (rc == 0) {
        history.medians = b->medians + b->first;
        for (size_t i = 0; i < n; i++)
            history.medians[i] = (double)NAN;
        recipe->compute(b->inputs + b->first, n, &params, &history, rewards);
        if (s->config.shuffle_rewards && !held)
            reward_shuffle(rewards, n, s->config.seed, step);
    }
    arena_release(&a);
    return rc;
}

/* All turns from the session's on. */
static int load_rewarded(struct session *s, int step, bool held, struct arena *a,
                         struct learning_batch *b, struct err *err)
{
    const int first = s->turn;
    int rc = 0;
    for (int t = 0; t < b->n_turns && rc == 0; t++) {
        s->turn = first + t;
        rc = load_turn(s, step, held, a, b, err);
        keep_scored(b);
        if (rc == 0)
            rc = compute_rewards(s, step, held, b, err);
        for (size_t i = b->first; i < b->n && s->turn > 0 && !held && rc == 0; i++)
            rc = read_exchanges(s, b->rollout_ids[i], a, &b->items[i], err);
    }
    s->turn = first;
    return rc;
}

/*
 * Advantages.  Filters mask in two passes: some leave a group before its mean is taken, others
 * leave the update afterwards.  Filters of ratios need the trainer's own log-probs of the stored
 * tokens, which is the only question to the policy here.
 */

/* Of the trainer, which is the policy that sampled the step, to the log-probs that are stored.  A
 * later turn is scored with what it was told, as it was sampled.  Log-probs at two temperatures
 * have no ratio. */
static int find_ratios(struct session *s, struct learning_batch *b, struct arena *a,
                       struct err *err)
{
    struct score_request *q = arena_array(a, b->n, sizeof(*q));
    struct token_scores *scores = arena_array(a, b->n, sizeof(*scores));
    for (size_t i = 0; i < b->n; i++)
        q[i] = (struct score_request){ .task = b->items[i].task,
                                       .n_tokens = b->items[i].n_tokens,
                                       .token_ids = b->items[i].token_ids,
                                       .temperature = b->items[i].temperature,
                                       .n_exchanges = b->items[i].n_exchanges,
                                       .exchanges = b->items[i].exchanges };
    int rc = policy_scores(s->policy, q, b->n, a, scores, err);
    for (size_t i = 0; i < b->n && rc == 0; i++) {
        const struct update_item *item = &b->items[i];
        if (item->n_tokens > 0 && fabs(scores[i].temperature - item->temperature) < 1e-9)
            filter_log_ratios(&b->samples[i], scores[i].logprobs, item->old_logprobs,
                              scores[i].n_tokens < item->n_tokens ? scores[i].n_tokens
                                                                  : item->n_tokens);
    }
    return rc;
}

static const struct estimator *session_estimator(const struct session *s)
{
    return estimator_find(s->config.estimator == NULL ? "global" : s->config.estimator);
}

static int compute_advantages(struct session *s, struct learning_batch *b, bool update,
                              struct arena *a, struct err *err)
{
    int rc = 0;
    size_t *prompts = arena_array(a, b->n, sizeof(*prompts));
    int64_t *lengths = arena_array(a, b->n, sizeof(*lengths));
    const struct advantage_input in = { .n = b->n,
                                        .rewards = b->rewards,
                                        .prompts = prompts,
                                        .turns = b->n_turns > 1 ? b->turns : NULL,
                                        .conversations = b->n_turns > 1 ? b->conversations : NULL,
                                        .lengths = lengths,
                                        .masked = b->left_group };
    for (size_t i = 0; i < b->n; i++) {
        b->samples[i].reward = b->rewards[i];
        prompts[i] = b->inputs[i].task;
        lengths[i] = b->items[i].n_tokens > 0 ? (int64_t)b->items[i].n_tokens : 1;
    }
    filter_spreads(b->samples, b->n);
    if (update && session_wants_ratios(s))
        rc = find_ratios(s, b, a, err);
    if (rc == 0 && update)
        rc = session_mask(s, b->rollout_ids, b->samples, b->n, true, b->left_group, err);
    if (rc < 0)
        return rc;
    if (session_estimator(s)->compute != NULL) /* else by token, by a teacher */
        estimator_apply(session_estimator(s), &in, &advantage_standard, b->advantages);
    if (b->n > 0)
        memcpy(b->masked, b->left_group, b->n * sizeof(*b->masked));
    return update ? session_mask(s, b->rollout_ids, b->samples, b->n, false, b->masked, err) : 0;
}

/*
 * Guardrails.  They look at the step's rewards, shares and speedups before the update, and say
 * whether it is only warned about, undone (back to the last good checkpoint) or the end.
 */

/* Geometric means of correct samples by task, NaN without one: of step 0 and of the batch. */
static int latency_ratio(struct session *s, const struct learning_batch *b, struct arena *a,
                         double *out, struct err *err)
{
    size_t n = s->config.n_tasks;
    int rc;
    double *sums[2];
    double *counts[2];
    for (int k = 0; k < 2; k++) {
        sums[k] = arena_array(a, n, sizeof(double));
        counts[k] = arena_array(a, n, sizeof(double));
    }
    struct stmt *st = db_query(s->db, "list_earlier_speedups");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", 1);
    stmt_bind_int(st, ":turn", 0);
    while ((rc = stmt_step(st, err)) > 0) {
        int64_t task = stmt_int(st, LIST_EARLIER_SPEEDUPS_POSITION);
        sums[0][task] += log(stmt_real(st, LIST_EARLIER_SPEEDUPS_SPEEDUP));
        counts[0][task] += 1;
    }
    for (size_t i = 0; i < b->n; i++) {
        if (!b->inputs[i].correct || !(b->inputs[i].speedup > 0))
            continue;
        sums[1][b->inputs[i].task] += log(b->inputs[i].speedup);
        counts[1][b->inputs[i].task] += 1;
    }
    for (size_t i = 0; i < 2 * n; i++)
        sums[i % 2][i / 2] = exp(sums[i % 2][i / 2] / counts[i % 2][i / 2]);
    *out = guard_latency_ratio(sums[0], sums[1], n);
    return rc;
}

static int reward_ratio(struct session *s, int step, const struct learning_batch *b, double *out,
                        struct err *err)
{
    double before = (double)NAN;
    double mean = 0;
    for (size_t i = 0; i < b->n; i++)
        mean += b->rewards[i] / (double)b->n;
    struct stmt *st = db_query(s->db, "mean_step_reward");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step - 1);
    if (b->n_turns == 1)
        stmt_bind_int(st, ":turn", s->turn);
    stmt_bind_text(st, ":recipe", reward_name(s));
    int rc = stmt_step(st, err);
    if (rc > 0)
        before = stmt_real(st, MEAN_STEP_REWARD_MEAN_VALUE);
    stmt_reset(st);
    *out = before > 0 && b->n > 0 ? mean / before : (double)NAN;
    return rc < 0 ? rc : 0;
}

static int guard_rollouts(struct session *s, int step, const struct learning_batch *b,
                          struct arena *a, enum guard_action *out, struct err *err)
{
    double values[GUARD_METRICS];
    double correct = 0;
    int rc = 0;
    *out = GUARD_WARN;
    if (s->config.guards == NULL)
        return 0;
    for (size_t i = 0; i < GUARD_METRICS; i++)
        values[i] = (double)NAN;
    for (size_t i = 0; i < b->n; i++)
        correct += b->inputs[i].correct;
    values[GUARD_CORRECT] = b->n == 0 ? (double)NAN : correct / (double)b->n;
    if (session_has_guard(s, GUARD_REWARD_RATIO))
        rc = reward_ratio(s, step, b, &values[GUARD_REWARD_RATIO], err);
    if (rc == 0 && session_has_guard(s, GUARD_LATENCY_RATIO))
        rc = latency_ratio(s, b, a, &values[GUARD_LATENCY_RATIO], err);
    return rc < 0 ? rc : session_guard(s, step, values, false, out, err);
}

/* Rewards without advantages. */
static int reward_held(struct session *s, int step, int n_turns, struct arena *a, struct err *err)
{
    struct learning_batch b = new_batch(s, n_turns, a);
    int rc = s->config.n_held == 0 ? 0 : load_rewarded(s, step, true, a, &b, err);
    return rc < 0 ? rc : put_rewards(s, &b, false, err);
}

/* Nothing is learned from rollouts that a guardrail spoke against. */
static int go_back(struct session *s, int step, int64_t checkpoint_id, struct err *err)
{
    int rc = session_put_metrics(s, step, NULL, err);
    if (rc == 0 && checkpoint_id != 0)
        rc = session_good_checkpoint(s, step, &checkpoint_id, err);
    return rc < 0 ? rc : session_insert_step(s, step + 1, checkpoint_id, err);
}

/*
 * The update.  A teacher and a judge may be servers, so they are asked before the transaction
 * begins and store their answers as they come.  The transaction then stores rewards, advantages,
 * checkpoint and ledger together: a step is learned from once or not at all.
 */

/* Asks a teacher about the step's answers. */
static int ask_teacher(struct session *s, int step, struct learning_batch *b, struct arena *a,
                       struct err *err)
{
    int64_t ignored = 0;
    bool updated = false;
    int rc = session_find_step(s, step, &ignored, &ignored, &updated, err);
    if (rc < 0 || updated)
        return rc < 0 ? rc : 0;
    session_phase(s, PHASE_LEARNING);
    rc = load_rewarded(s, step, false, a, b, err);
    if (rc < 0)
        return rc;
    struct distill_answer *answers = arena_array(a, b->n, sizeof(*answers));
    for (size_t i = 0; i < b->n; i++)
        answers[i] = (struct distill_answer){ b->rollout_ids[i], b->inputs[i].task, b->rewards[i],
                                              b->inputs[i].correct };
    return session_distill(s, step, answers, b->items, b->n, a, err);
}

/* taught has the token advantages of the same rollouts; NULL: no teacher. */
static int learn(struct session *s, int step, bool update, const struct learning_batch *taught,
                 struct learning_batch *b, struct arena *a, struct err *err)
{
    int64_t checkpoint_id = 0;
    int64_t blob_id = 0;
    bool updated = false;
    const bool has_next = update;
    enum guard_action action = GUARD_WARN;
    int rc = session_find_step(s, step, &checkpoint_id, &blob_id, &updated, err);
    if (rc <= 0)
        return rc < 0 ? rc : err_set(err, ERR_INTEGRITY, "step %d has no row", step);
    if (updated)
        return 0;
    session_phase(s, PHASE_LEARNING);
    rc = reward_held(s, step, b->n_turns, a, err);
    if (rc == 0)
        rc = load_rewarded(s, step, false, a, b, err);
    if (rc == 0)
        rc = guard_rollouts(s, step, b, a, &action, err);
    update = update && action == GUARD_WARN;
    if (rc == 0)
        rc = compute_advantages(s, b, update, a, err);
    if (rc == 0)
        rc = put_rewards(s, b, update && s->config.distill == NULL, err);
    for (size_t i = 0; rc == 0 && update && taught != NULL && i < b->n; i++)
        b->items[i].token_advantages = taught->items[i].token_advantages;
    if (rc == 0 && update)
        rc = session_update(s, step, b->items, list_items(b), NULL, checkpoint_id, err);
    if (rc == 0 && has_next && action == GUARD_ROLLBACK)
        rc = go_back(s, step, checkpoint_id, err);
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

int session_learn(struct session *s, int step, int n_turns, bool update, struct err *err)
{
    struct arena a = { 0 };
    struct learning_batch b = new_batch(s, n_turns, &a);
    struct learning_batch taught = new_batch(s, n_turns, &a);
    const bool teach = update && s->config.distill != NULL;
    int rc = ask_judge(s, err);
    if (rc < 0)
        (void)err_context(err, "judge");
    if (rc == 0 && teach)
        rc = ask_teacher(s, step, &taught, &a, err);
    if (rc == 0)
        rc = db_begin(s->db, err);
    if (rc < 0) {
        arena_release(&a);
        return rc;
    }
    rc = learn(s, step, update, teach ? &taught : NULL, &b, &a, err);
    rc = db_end(s->db, rc, err);
    if (rc == 0)
        rc = facts_refresh(s->db, err);
    arena_release(&a);
    return rc;
}

int session_tell_step(struct session *s, int step, struct err *err)
{
    struct buf CLEANUP(buf_release) line = { 0 };
    if (s->hooks.telemetry == NULL)
        return 0;
    int rc = telemetry_step(s->db, s->run_id, step, reward_name(s), &line, err);
    if (rc == 0)
        s->hooks.telemetry(s->hooks.context, buf_text(&line));
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
