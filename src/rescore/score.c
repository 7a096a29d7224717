#include "src/rescore/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/get_run_for_resume.h"
#include "columns/list_run_checkpoints.h"
#include "columns/list_scorable_rollouts.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/problem/problem.h"
#include "src/rescore/run_trust.h"
#include "src/run/policy_record.h"
#include "src/run/run_config.h"
#include "src/sample/policy.h"
#include "src/store/store.h"
#include "tasks/task.h"

struct fixed_sample {
    int64_t rollout_id;
    const char *task_id;
    const struct task *task; /* NULL: not one of ours */
    size_t n_tokens;
    const int32_t *token_ids;
    const float *logprobs;
    double temperature;
    int64_t prompt_blob_id, completion_blob_id;
};

struct scorer {
    struct db *db;
    const struct score_options *options;
    struct arena arena;
    struct policy *policy;
    struct policy_rows kept;
    int64_t run_id; /* whose samples are scored */
    bool served;    /* a server: texts, temperature 1 */
    size_t n_samples;
    struct fixed_sample *samples;
    size_t n_checkpoints;
    int64_t *checkpoints, *blobs; /* by step; without states one, and no blob */
    size_t at;                    /* the checkpoint that scores */
    struct score_result result;
};

static int read_config(struct scorer *s, struct run_config *out, struct err *err)
{
    const char *of = s->options->of;
    struct stmt *st = db_query(s->db, "get_run_for_resume");
    stmt_bind_text(st, ":name", of);
    int rc = stmt_step(st, err);
    if (rc == 0)
        rc = store_unknown(s->db, STORE_RUN, of, err);
    const char *text = rc > 0 ? stmt_text_dup(st, GET_RUN_FOR_RESUME_CONFIG, &s->arena) : NULL;
    stmt_reset(st);
    if (rc > 0)
        rc = run_config_decode(text == NULL ? "{}" : text, &s->arena, out, err);
    return rc < 0 && rc != ERR_NOMATCH ? err_context(err, "run %s", of) : rc < 0 ? rc : 0;
}

static int open_policy(struct scorer *s, struct err *err)
{
    struct run_config config = { .policy = s->options->policy,
                                 .policy_config = s->options->policy_config };
    int rc = s->options->of == NULL ? 0 : read_config(s, &config, err);
    if (rc < 0)
        return rc;
    const struct policy_vtable *policy = policy_find(config.policy);
    if (policy == NULL)
        return policy_unknown(config.policy, err);
    if ((policy->caps & POLICY_SCORE) == 0)
        return err_set(err, ERR_USAGE, "policy '%s' cannot score", config.policy);
    s->served = policy->server_facts != NULL;
    if (s->options->of != NULL) {
        const struct run_trust_note none = { NULL, NULL };
        rc = run_trust_obey(s->db, &config, false, NULL, 0, &none, err);
        if (rc < 0)
            return rc;
    }
    if (s->options->of == NULL && !s->served)
        return err_set(err, ERR_USAGE,
                       "policy '%s' scores with the checkpoints of a run: --checkpoints-of",
                       config.policy);
    rc = policy->open(config.policy_config, &s->policy, err);
    if (rc == 0)
        policy_record_open(&s->kept, s->db, &s->run_id, s->policy);
    if (rc == 0 && (policy_caps(s->policy) & POLICY_SCORE) == 0)
        rc = err_set(err, ERR_USAGE,
                     "the server of policy '%s' gives no log-probs of given tokens: %s",
                     config.policy, policy->server_facts(s->policy));
    return rc;
}

static int list_checkpoints(struct scorer *s, struct err *err)
{
    const char *of = s->options->of;
    size_t capacity = 0;
    int rc = 0;
    struct stmt *st = db_query(s->db, "list_run_checkpoints");
    stmt_bind_text(st, ":run", of);
    while ((rc = stmt_step(st, err)) > 0) {
        if (s->n_checkpoints == capacity) {
            capacity = capacity == 0 ? 16 : 2 * capacity;
            s->checkpoints = mem_grow(s->checkpoints, capacity, sizeof(*s->checkpoints));
            s->blobs = mem_grow(s->blobs, capacity, sizeof(*s->blobs));
        }
        s->checkpoints[s->n_checkpoints] = stmt_int(st, LIST_RUN_CHECKPOINTS_CHECKPOINT_ID);
        s->blobs[s->n_checkpoints++] = stmt_int(st, LIST_RUN_CHECKPOINTS_BLOB_ID);
    }
    if (rc == 0 && s->n_checkpoints == 0)
        rc = err_set(err, ERR_USAGE, "run %s has no checkpoints", of);
    s->result.n_checkpoints = s->n_checkpoints;
    return rc;
}

static int list_served(struct scorer *s, struct err *err)
{
    s->checkpoints = mem_alloc(sizeof(*s->checkpoints));
    s->n_checkpoints = s->result.n_checkpoints = 1;
    return policy_put_served(s->db, s->policy, s->checkpoints, err);
}

static const void *copy_blob(struct stmt *st, int column, size_t n_tokens, struct arena *a)
{
    size_t len = 0;
    const void *bytes = stmt_blob(st, column, &len);
    if (bytes == NULL || len / 4 != n_tokens)
        return NULL;
    void *copy = arena_alloc(a, len);
    memcpy(copy, bytes, len);
    return copy;
}

static struct fixed_sample read_sample(struct stmt *st, struct arena *a)
{
    size_t n = stmt_is_null(st, LIST_SCORABLE_ROLLOUTS_N_TOKENS) ||
                       stmt_int(st, LIST_SCORABLE_ROLLOUTS_N_TOKENS) < 0
                   ? 0
                   : (size_t)stmt_int(st, LIST_SCORABLE_ROLLOUTS_N_TOKENS);
    return (struct fixed_sample){
        .rollout_id = stmt_int(st, LIST_SCORABLE_ROLLOUTS_ROLLOUT_ID),
        .n_tokens = n,
        .token_ids = n == 0 ? NULL : copy_blob(st, LIST_SCORABLE_ROLLOUTS_TOKEN_IDS, n, a),
        .logprobs = n == 0 ? NULL : copy_blob(st, LIST_SCORABLE_ROLLOUTS_LOGPROBS, n, a),
        .temperature = stmt_real(st, LIST_SCORABLE_ROLLOUTS_LOGPROB_TEMPERATURE),
        .prompt_blob_id = stmt_int(st, LIST_SCORABLE_ROLLOUTS_PROMPT_BLOB_ID),
        .completion_blob_id = stmt_int(st, LIST_SCORABLE_ROLLOUTS_COMPLETION_BLOB_ID)
    };
}

/* Consecutive samples mostly share a task.  A served model needs none. */
static int find_task(struct scorer *s, const char *id, struct fixed_sample *x, struct err *err)
{
    const struct fixed_sample *last = s->n_samples == 0 ? NULL : &s->samples[s->n_samples - 1];
    if (last != NULL && strcmp(last->task_id, id) == 0) {
        x->task_id = last->task_id;
        x->task = last->task;
        return 0;
    }
    struct err unknown = { 0 };
    x->task_id = arena_strdup(&s->arena, id);
    int rc = problem_task_find(s->db, id, &s->arena, &x->task, s->served ? &unknown : err);
    if (rc < 0 && s->served)
        x->task = NULL;
    return s->served ? 0 : rc;
}

static int list_samples(struct scorer *s, struct err *err)
{
    size_t capacity = 0;
    const char *run = s->options->run;
    int rc = store_find_run(s->db, run, &s->run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(s->db, "list_scorable_rollouts");
    stmt_bind_int(st, ":run_id", s->run_id);
    while ((rc = stmt_step(st, err)) > 0) {
        struct fixed_sample x = read_sample(st, &s->arena);
        if (!(s->served ? x.token_ids != NULL || x.completion_blob_id != 0
                        : x.token_ids != NULL && x.temperature > 0)) {
            s->result.n_without_tokens++;
            continue;
        }
        rc = find_task(s, stmt_text(st, LIST_SCORABLE_ROLLOUTS_TASK), &x, err);
        if (rc < 0) {
            stmt_reset(st);
            return rc;
        }
        if (s->samples == NULL || s->n_samples == capacity) {
            capacity = capacity == 0 ? 256 : 2 * capacity;
            s->samples = mem_grow(s->samples, capacity, sizeof(*s->samples));
        }
        s->samples[s->n_samples++] = x;
    }
    s->result.n_rollouts = s->n_samples;
    if (rc == 0 && s->n_samples == 0)
        rc = err_set(err, ERR_NODATA, "no rollout of run %s has stored tokens", run);
    return rc;
}

/* A served model has none, unless a server trains it. */
static bool has_states(const struct scorer *s)
{
    return s->options->of != NULL && (s->policy->vtable->caps & POLICY_CHECKPOINT) != 0;
}

static int load_checkpoint(struct scorer *s, size_t index, struct err *err)
{
    struct buf state = { 0 };
    int rc = store_get_blob(s->db, s->blobs[index], &state, err);
    if (rc == 0)
        rc = s->policy->vtable->load(s->policy, state.data, state.len, err);
    buf_release(&state);
    return rc;
}

static int is_known(struct scorer *s, const struct fixed_sample *x, int64_t checkpoint,
                    struct err *err)
{
    struct stmt *st = db_query(s->db, "find_score");
    stmt_bind_int(st, ":rollout_id", x->rollout_id);
    stmt_bind_int(st, ":checkpoint_id", checkpoint);
    stmt_bind_text(st, ":role", s->options->role);
    stmt_bind_real(st, ":temperature", s->served ? 1 : x->temperature);
    int rc = stmt_step(st, err);
    if (rc > 0)
        stmt_reset(st);
    return rc;
}

static void compare(struct scorer *s, const struct fixed_sample *x, const struct token_scores *t)
{
    if (x->logprobs == NULL || t->n_tokens != x->n_tokens ||
        !(fabs(t->temperature - x->temperature) < 1e-12))
        return;
    for (size_t i = 0; i < x->n_tokens; i++) {
        double d = fabs((double)t->logprobs[i] - (double)x->logprobs[i]);
        double before = s->result.largest_first_difference;
        if (!isnan(d))
            s->result.largest_first_difference = isnan(before) || d > before ? d : before;
    }
}

static int read_texts(struct scorer *s, const struct fixed_sample *x, struct arena *a,
                      struct score_request *q, struct err *err)
{
    struct buf CLEANUP(buf_release) prompt = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    int rc = 0;
    if (x->prompt_blob_id != 0) {
        rc = store_get_blob(s->db, x->prompt_blob_id, &prompt, err);
        q->prompt = arena_strdup(a, buf_text(&prompt));
    }
    if (rc == 0 && x->completion_blob_id != 0)
        rc = store_get_blob(s->db, x->completion_blob_id, &text, err);
    q->text = arena_strndup(a, buf_text(&text), text.len);
    q->text_len = text.len;
    return rc;
}

/* Others may still line up. */
static int note_refused(struct scorer *s, const struct fixed_sample *x, const struct err *err)
{
    if (s->result.n_refused++ == 0) {
        s->result.refusal = *err;
        err_context(&s->result.refusal, "rollout %lld of %s", (long long)x->rollout_id, x->task_id);
    }
    return 0;
}

/* What is known is not asked again. */
static int ask(void *context, size_t i, struct arena *a, struct score_request *out, struct err *err)
{
    struct scorer *s = context;
    const struct fixed_sample *x = &s->samples[i];
    int rc = is_known(s, x, s->checkpoints[s->at], err);
    s->result.n_known += rc > 0;
    if (rc != 0)
        return rc < 0 ? rc : 0;
    *out = (struct score_request){ .task = x->task,
                                   .n_tokens = x->n_tokens,
                                   .token_ids = x->token_ids,
                                   .temperature = x->temperature };
    rc = s->served ? read_texts(s, x, a, out, err) : 0;
    return rc < 0 ? rc : 1;
}

static int take(void *context, size_t i, int rc, const struct token_scores *t, struct err *err)
{
    struct scorer *s = context;
    const struct fixed_sample *x = &s->samples[i];
    if (rc == ERR_NODATA)
        return note_refused(s, x, err);
    if (rc < 0)
        return err_context(err, "rollout %lld of %s", (long long)x->rollout_id, x->task_id);
    rc = policy_put_score(s->db, x->rollout_id, s->checkpoints[s->at], s->options->role, t, err);
    if (rc == 0 && s->at == 0)
        compare(s, x, t);
    s->result.n_scored += rc == 0;
    s->result.semantics = t->semantics;
    return rc;
}

/* Of a server each statement commits, so that its work is kept; others have one transaction. */
static int score_checkpoint(struct scorer *s, struct err *err)
{
    const struct score_asker asker = { ask, take, s };
    int rc = has_states(s) ? load_checkpoint(s, s->at, err) : 0;
    if (rc < 0 || s->served)
        return rc < 0 ? rc : policy_ask_scores(s->policy, s->n_samples, &asker, err);
    rc = db_begin(s->db, err);
    return rc < 0 ? rc
                  : db_end(s->db, policy_ask_scores(s->policy, s->n_samples, &asker, err), err);
}

static int score_all(struct scorer *s, struct err *err)
{
    int rc = open_policy(s, err);
    if (rc == 0)
        rc = has_states(s) ? list_checkpoints(s, err) : list_served(s, err);
    if (rc == 0)
        rc = list_samples(s, err);
    for (s->at = 0; s->at < s->n_checkpoints && rc == 0; s->at++)
        rc = score_checkpoint(s, err);
    if (rc == 0 && s->result.n_refused == s->n_checkpoints * s->n_samples)
        rc = err_set(err, ERR_NODATA, "no sample could be scored: %s", s->result.refusal.msg);
    return rc;
}

int score_run(struct db *db, const struct score_options *options, struct score_result *out,
              struct err *err)
{
    struct scorer s = { .db = db, .options = options };
    s.result.largest_first_difference = (double)NAN;
    int rc = score_all(&s, err);
    if (s.policy != NULL)
        s.policy->vtable->close(s.policy);
    free(s.checkpoints);
    free(s.blobs);
    free(s.samples);
    arena_release(&s.arena);
    if (rc == 0)
        *out = s.result;
    return rc;
}
