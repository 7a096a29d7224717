#include "src/strategy/session_distill.h"

#include <math.h>
#include <string.h>

#include "columns/get_answer_texts.h"
#include "columns/get_own_score.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/learn/estimator.h"
#include "src/run/policy_record.h"
#include "src/sample/feedback.h"
#include "src/strategy/session.h"
#include "src/strategy/session_checkpoint.h"
#include "src/strategy/turn_feedback.h"

#define EMA_SHARE 0.05 /* of the policy in its average, a step (TRL) */

static const struct distill_recipe recipes[] = {
    { "study", "arXiv 2602.07670", "live", "first", "importance_sampling", "seq-sum-no-norm" },
    { "trl", "TRL's sdpo", "ema", "other", "cispo", "token-mean" },
};

const struct distill_recipe *distill_recipe_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(recipes); i++)
        if (strcmp(recipes[i].name, name) == 0)
            return &recipes[i];
    return NULL;
}

size_t distill_shown(const char *show, const struct distill_answer *answers, size_t n, size_t i)
{
    bool before = strcmp(show, "first") == 0;
    if (!before && strcmp(show, "other") != 0)
        return n;
    for (size_t k = 0; k < (before ? i : n); k++)
        if (k != i && answers[k].task == answers[i].task && answers[k].correct &&
            (before || answers[k].reward >= 1))
            return k;
    return n;
}

/* What was emitted, and the code of it. */
static int read_texts(struct session *s, int64_t rollout_id, struct arena *a, const char **emitted,
                      const char **code, struct err *err)
{
    struct stmt *st = db_query(s->db, "get_answer_texts");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        *emitted = stmt_text_dup(st, GET_ANSWER_TEXTS_EMITTED, a);
        *code = stmt_text_dup(st, GET_ANSWER_TEXTS_CODE, a);
        stmt_reset(st);
    }
    return rc < 0 ? rc : 0;
}

/* Who scores which answer. */
struct scoring {
    const struct update_item *item;
    int64_t rollout_id;
    int64_t shown_id; /* answer that the teacher reads; 0: none */
    int64_t checkpoint_id;
    const char *role; /* "student" or "teacher" */
};

static int put_teacher_prompt(struct session *s, const struct scoring *of, struct arena *a,
                              struct buf *out, struct err *err)
{
    const struct task *task = of->item->task;
    const int64_t rollout_id = of->rollout_id, shown_id = of->shown_id;
    const char *emitted = NULL;
    const char *code = NULL;
    int64_t ignored;
    struct feedback_settings settings;
    int rc = s->policy->vtable->prompt(s->policy, task, out, err);
    if (rc == 0 && shown_id != 0)
        rc = read_texts(s, shown_id, a, &emitted, &code, err);
    if (rc == 0 && code != NULL)
        buf_printf(out, "\n\nA correct solution is:\n\n%s\n", code);
    if (rc == 0 && s->config.feedback_template != NULL) {
        rc = turn_feedback_settings(s->db, rollout_id, a, &settings, err);
        buf_puts(out, "\n\nAn earlier attempt was answered by:\n\n");
        if (rc == 0)
            rc = turn_feedback_render(s->db, &settings, rollout_id, out, &ignored, err);
    }
    buf_puts(out, "\n\nNow solve the original task correctly.\n");
    return rc;
}

/* 1 and the scores, or 0. */
static int find_stored(struct session *s, const struct scoring *of, double temperature,
                       struct arena *a, struct token_scores *out, struct err *err)
{
    size_t len;
    struct stmt *st = db_query(s->db, "get_own_score");
    stmt_bind_int(st, ":rollout_id", of->rollout_id);
    stmt_bind_int(st, ":checkpoint_id", of->checkpoint_id);
    stmt_bind_text(st, ":role", of->role);
    stmt_bind_real(st, ":temperature", temperature);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const void *stored = stmt_blob(st, GET_OWN_SCORE_LOGPROBS, &len);
    float *logprobs = arena_alloc(a, len + 1);
    if (len > 0)
        memcpy(logprobs, stored, len);
    *out = (struct token_scores){ .n_tokens = len / 4, .logprobs = logprobs };
    stmt_reset(st);
    return 1;
}

/* As the role: with the prompt of the teacher, or with the policy's own. */
static int write_request(struct session *s, const struct scoring *of, struct arena *a,
                         struct score_request *out, struct err *err)
{
    const struct update_item *item = of->item;
    struct buf CLEANUP(buf_release) prompt = { 0 };
    const char *emitted = NULL;
    const char *code = NULL;
    const bool teaches = strcmp(of->role, "teacher") == 0;
    int rc = read_texts(s, of->rollout_id, a, &emitted, &code, err);
    if (rc == 0 && teaches)
        rc = db_begin(s->db, err);
    if (rc == 0 && teaches)
        rc = db_end(s->db, put_teacher_prompt(s, of, a, &prompt, err), err);
    *out = (struct score_request){ .task = item->task,
                                   .prompt = teaches ? arena_strdup(a, buf_text(&prompt)) : NULL,
                                   .text = emitted,
                                   .text_len = emitted == NULL ? 0 : strlen(emitted),
                                   .n_tokens = item->n_tokens,
                                   .token_ids = item->token_ids,
                                   .temperature = item->temperature };
    return rc;
}

struct scorings {
    struct session *s;
    const struct scoring *of;
    struct arena *arena;
    struct token_scores *out;
};

/* What is stored is not asked again. */
static int ask(void *context, size_t i, struct arena *a, struct score_request *out, struct err *err)
{
    const struct scorings *all = context;
    struct session *s = all->s;
    const struct scoring *of = &all->of[i];
    const bool served = s->policy->vtable->draw != NULL;
    int rc = find_stored(s, of, served ? 1 : of->item->temperature, all->arena, &all->out[i], err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    rc = write_request(s, of, a, out, err);
    return rc < 0 ? rc : 1;
}

/* What is asked is kept at once. */
static int take(void *context, size_t i, int rc, const struct token_scores *scores, struct err *err)
{
    const struct scorings *all = context;
    struct db *db = all->s->db;
    const struct scoring *of = &all->of[i];
    if (rc == 0)
        rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    all->out[i] = token_scores_copy(scores, all->arena);
    rc = policy_put_score(db, of->rollout_id, of->checkpoint_id, of->role, scores, err);
    return db_end(db, rc, err);
}

static int score_all(struct session *s, const struct scoring *of, size_t n, struct arena *a,
                     struct token_scores *out, struct err *err)
{
    struct scorings all = { s, of, a, out };
    return policy_ask_scores(s->policy, n, &(struct score_asker){ ask, take, &all }, err);
}

static int read_state(struct session *s, int step, struct buf *state, int64_t *checkpoint_id,
                      struct err *err)
{
    int64_t blob_id = 0;
    bool updated;
    int rc = session_find_step(s, step, checkpoint_id, &blob_id, &updated, err);
    return rc < 0 ? rc : store_get_blob(s->db, blob_id, state, err);
}

/* The average is followed from the checkpoints, so it is the same in a resumed run; it is stored.
 */
static int become_average(struct session *s, int step, int64_t parent_id, int64_t *out_id,
                          struct err *err)
{
    int rc = 0;
    for (int k = 0; k <= step && rc == 0; k++) {
        struct buf CLEANUP(buf_release) state = { 0 };
        int64_t ignored;
        rc = read_state(s, k, &state, &ignored, err);
        if (rc == 0 && k == 0)
            rc = s->policy->vtable->load(s->policy, state.data, state.len, err);
        else if (rc == 0)
            rc = s->policy->vtable->blend(s->policy, state.data, state.len, EMA_SHARE, err);
    }
    if (rc == 0)
        rc = db_begin(s->db, err);
    return rc < 0 ? rc : db_end(s->db, session_put_checkpoint(s, parent_id, out_id, err), err);
}

static int become_teacher(struct session *s, int step, int64_t own_id, int64_t *out_id,
                          struct err *err)
{
    struct buf CLEANUP(buf_release) state = { 0 };
    const char *teacher = s->config.distill;
    *out_id = own_id;
    if (strcmp(teacher, "live") == 0 || step == 0)
        return 0;
    if (strcmp(teacher, "ema") == 0)
        return become_average(s, step, own_id, out_id, err);
    int rc = read_state(s, 0, &state, out_id, err);
    return rc < 0 ? rc : s->policy->vtable->load(s->policy, state.data, state.len, err);
}

int session_distill(struct session *s, int step, const struct distill_answer *answers,
                    struct update_item *items, size_t n, struct arena *a, struct err *err)
{
    struct buf CLEANUP(buf_release) own = { 0 };
    struct token_scores *student = arena_array(a, n, sizeof(*student));
    struct token_scores *teacher = arena_array(a, n, sizeof(*teacher));
    struct scoring *of = arena_array(a, n, sizeof(*of));
    int64_t own_id = 0;
    int64_t teacher_id = 0;
    int rc = read_state(s, step, &own, &own_id, err);
    for (size_t i = 0; i < n; i++)
        of[i] = (struct scoring){ &items[i], answers[i].rollout_id, 0, own_id, "student" };
    if (rc == 0)
        rc = score_all(s, of, n, a, student, err);
    if (rc == 0)
        rc = become_teacher(s, step, own_id, &teacher_id, err);
    for (size_t i = 0; i < n; i++) {
        const size_t shown = distill_shown(s->config.distill_show, answers, n, i);
        of[i].shown_id = shown == n ? 0 : answers[shown].rollout_id;
        of[i].checkpoint_id = teacher_id;
        of[i].role = "teacher";
    }
    if (rc == 0)
        rc = score_all(s, of, n, a, teacher, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        const size_t n_tokens = items[i].n_tokens;
        if (student[i].n_tokens != n_tokens || teacher[i].n_tokens != n_tokens) {
            rc = err_set(err, ERR_INTEGRITY, "rollout %lld: %zu tokens, and scores of %zu and %zu",
                         (long long)answers[i].rollout_id, n_tokens, student[i].n_tokens,
                         teacher[i].n_tokens);
            break;
        }
        double *of_teacher = arena_array(a, n_tokens, sizeof(double));
        double *of_student = arena_array(a, n_tokens, sizeof(double));
        double *advantages = arena_array(a, n_tokens, sizeof(double));
        for (size_t t = 0; t < n_tokens; t++) {
            of_teacher[t] = (double)teacher[i].logprobs[t];
            of_student[t] = (double)student[i].logprobs[t];
        }
        advantage_distill(of_teacher, of_student, n_tokens, 1, advantages);
        items[i].token_advantages = advantages;
    }
    if (rc == 0 && teacher_id != own_id)
        rc = s->policy->vtable->load(s->policy, own.data, own.len, err);
    return rc < 0 ? err_context(err, "teacher") : 0;
}
