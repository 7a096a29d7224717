#include "src/strategy/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/sample/policy.h"
#include "src/store/store.h"
#include "src/strategy/run_config.h"
#include "tasks/task.h"

/* A sample as it was drawn. */
struct fixed_sample {
    int64_t rollout_id;
    const struct task *task;
    size_t n_tokens;
    const int32_t *token_ids;
    const float *logprobs;
    double temperature;
};

struct scorer {
    struct db *db;
    struct arena arena;
    struct policy *policy;
    size_t n_samples;
    struct fixed_sample *samples;
    size_t n_checkpoints;
    int64_t *checkpoints, *blobs; /* by step */
    struct score_result result;
};

static int open_policy(struct scorer *s, const char *of, struct err *err)
{
    struct run_config config;
    struct stmt *st = db_query(s->db, "get_run_for_resume");
    stmt_bind_text(st, ":name", of);
    int rc = stmt_step(st, err);
    if (rc == 0)
        rc = err_set(err, ERR_NOMATCH, "there is no run %s", of);
    const char *text = rc > 0 ? stmt_text_dup(st, 3, &s->arena) : NULL;
    stmt_reset(st);
    if (rc > 0)
        rc = run_config_decode(text == NULL ? "{}" : text, &s->arena, &config, err);
    if (rc < 0)
        return err_context(err, "run %s", of);
    const struct policy_vtable *policy = policy_find(config.policy);
    if (policy == NULL || (policy->caps & POLICY_SCORE) == 0 ||
        (policy->caps & POLICY_CHECKPOINT) == 0)
        return err_set(err, ERR_USAGE, "policy '%s' of run %s cannot score with checkpoints",
                       config.policy, of);
    return policy->open(config.policy_config, &s->policy, err);
}

static int list_checkpoints(struct scorer *s, const char *of, struct err *err)
{
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
        s->checkpoints[s->n_checkpoints] = stmt_int(st, 0);
        s->blobs[s->n_checkpoints++] = stmt_int(st, 1);
    }
    if (rc == 0 && s->n_checkpoints == 0)
        rc = err_set(err, ERR_USAGE, "run %s has no checkpoints", of);
    s->result.n_checkpoints = s->n_checkpoints;
    return rc;
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
    size_t n = stmt_is_null(st, 2) || stmt_int(st, 2) < 0 ? 0 : (size_t)stmt_int(st, 2);
    return (struct fixed_sample){ .rollout_id = stmt_int(st, 0),
                                  .n_tokens = n,
                                  .token_ids = n == 0 ? NULL : copy_blob(st, 3, n, a),
                                  .logprobs = n == 0 ? NULL : copy_blob(st, 4, n, a),
                                  .temperature = stmt_real(st, 5) };
}

/* The task of a sample; consecutive ones mostly share it. */
static int find_task(struct scorer *s, const char *id, const struct task **out, struct err *err)
{
    const struct fixed_sample *last = s->n_samples == 0 ? NULL : &s->samples[s->n_samples - 1];
    if (last != NULL && strcmp(last->task->id, id) == 0) {
        *out = last->task;
        return 0;
    }
    return task_find(id, &s->arena, out, err);
}

static int list_samples(struct scorer *s, const char *run, struct err *err)
{
    int64_t run_id = 0;
    size_t capacity = 0;
    int rc = store_find_run(s->db, run, &run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(s->db, "list_scorable_rollouts");
    stmt_bind_int(st, ":run_id", run_id);
    while ((rc = stmt_step(st, err)) > 0) {
        struct fixed_sample x = read_sample(st, &s->arena);
        if (x.token_ids == NULL || !(x.temperature > 0)) {
            s->result.n_without_tokens++;
            continue;
        }
        rc = find_task(s, stmt_text(st, 1), &x.task, err);
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
    stmt_bind_real(st, ":temperature", x->temperature);
    int rc = stmt_step(st, err);
    if (rc > 0)
        stmt_reset(st);
    return rc;
}

static void compare(struct scorer *s, const struct fixed_sample *x, const float *logprobs)
{
    if (x->logprobs == NULL)
        return;
    for (size_t i = 0; i < x->n_tokens; i++) {
        double d = fabs((double)logprobs[i] - (double)x->logprobs[i]);
        double before = s->result.largest_first_difference;
        s->result.largest_first_difference = isnan(before) || d > before ? d : before;
    }
}

static int score_one(struct scorer *s, size_t index, const struct fixed_sample *x, struct err *err)
{
    double sum = 0;
    int rc = is_known(s, x, s->checkpoints[index], err);
    s->result.n_known += rc > 0;
    if (rc != 0)
        return rc < 0 ? rc : 0;
    float *logprobs = mem_array(x->n_tokens, sizeof(*logprobs));
    rc = s->policy->vtable->score(s->policy, x->task, x->token_ids, x->n_tokens, x->temperature,
                                  logprobs, err);
    for (size_t i = 0; i < x->n_tokens; i++)
        sum += (double)logprobs[i];
    if (rc == 0 && !isfinite(sum))
        rc = err_set(err, ERR_INTEGRITY, "a log-prob of a sample of task %s is not finite",
                     x->task->id);
    if (rc == 0) {
        struct stmt *st = db_query(s->db, "insert_score");
        stmt_bind_int(st, ":rollout_id", x->rollout_id);
        stmt_bind_int(st, ":checkpoint_id", s->checkpoints[index]);
        stmt_bind_real(st, ":temperature", x->temperature);
        stmt_bind_int(st, ":n_tokens", (int64_t)x->n_tokens);
        stmt_bind_blob(st, ":logprobs", logprobs, 4 * x->n_tokens);
        stmt_bind_real(st, ":sum_logprob", sum);
        rc = stmt_run(st, err);
        s->result.n_scored += rc == 0;
    }
    if (rc == 0 && index == 0)
        compare(s, x, logprobs);
    free(logprobs);
    return rc;
}

/* All samples under one checkpoint, in one transaction. */
static int score_checkpoint(struct scorer *s, size_t index, struct err *err)
{
    int rc = load_checkpoint(s, index, err);
    if (rc == 0)
        rc = db_begin(s->db, err);
    for (size_t i = 0; i < s->n_samples && rc == 0; i++)
        rc = score_one(s, index, &s->samples[i], err);
    if (rc == 0)
        rc = db_commit(s->db, err);
    if (rc < 0)
        db_rollback(s->db);
    return rc;
}

int score_run(struct db *db, const char *run, const char *of, struct score_result *out,
              struct err *err)
{
    struct scorer s = { .db = db };
    s.result.largest_first_difference = (double)NAN;
    int rc = open_policy(&s, of, err);
    if (rc == 0)
        rc = list_checkpoints(&s, of, err);
    if (rc == 0)
        rc = list_samples(&s, run, err);
    for (size_t i = 0; i < s.n_checkpoints && rc == 0; i++)
        rc = score_checkpoint(&s, i, err);
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
