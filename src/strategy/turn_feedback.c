#include "src/strategy/turn_feedback.h"

#include <string.h>

#include "columns/get_conversation.h"
#include "columns/get_feedback_facts.h"
#include "columns/list_without_feedback.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/profile.h"
#include "src/problem/problem.h"
#include "src/sample/feedback.h"
#include "src/strategy/session.h"
#include "tasks/task.h"

static int int_or(struct stmt *st, int column, int absent)
{
    return stmt_is_null(st, column) ? absent : (int)stmt_int(st, column);
}

static bool is_cut(const char *finish_reason)
{
    return finish_reason != NULL && strcmp(finish_reason, "length") == 0;
}

static struct feedback_facts read_facts(struct stmt *st, struct arena *a)
{
    return (struct feedback_facts){
        .turn = (int)stmt_int(st, GET_FEEDBACK_FACTS_TURN),
        .outcome = stmt_text_dup(st, GET_FEEDBACK_FACTS_OUTCOME, a),
        .cheat_kind = stmt_text_dup(st, GET_FEEDBACK_FACTS_CHEAT_KIND, a),
        .compiled = stmt_int(st, GET_FEEDBACK_FACTS_COMPILED) != 0,
        .correct = stmt_int(st, GET_FEEDBACK_FACTS_CORRECT) != 0,
        .message = stmt_text_dup(st, GET_FEEDBACK_FACTS_MESSAGE, a),
        .log = stmt_text_dup(st, GET_FEEDBACK_FACTS_TEXT, a),
        .signal = int_or(st, GET_FEEDBACK_FACTS_SIGNAL, 0),
        .fault_place = stmt_text_dup(st, GET_FEEDBACK_FACTS_FAULT_PLACE, a),
        .trials_run = int_or(st, GET_FEEDBACK_FACTS_TRIALS_RUN, -1),
        .trials_passed = int_or(st, GET_FEEDBACK_FACTS_TRIALS_PASSED, -1),
        .max_abs_err = stmt_real(st, GET_FEEDBACK_FACTS_MAX_ABS_ERR),
        .max_rel_err = stmt_real(st, GET_FEEDBACK_FACTS_MAX_REL_ERR),
        .matched_share = stmt_real(st, GET_FEEDBACK_FACTS_MATCHED_SHARE),
        .worst_index = stmt_is_null(st, GET_FEEDBACK_FACTS_WORST_INDEX)
                           ? -1
                           : stmt_int(st, GET_FEEDBACK_FACTS_WORST_INDEX),
        .runtime_us = stmt_real(st, GET_FEEDBACK_FACTS_RUNTIME_US),
        .min_us = stmt_real(st, GET_FEEDBACK_FACTS_MIN_US),
        .max_us = stmt_real(st, GET_FEEDBACK_FACTS_MAX_US),
        .n_samples = int_or(st, GET_FEEDBACK_FACTS_N_SAMPLES, 0),
        .baseline_us = stmt_real(st, GET_FEEDBACK_FACTS_BASELINE_RUNTIME_US),
        .speedup = stmt_real(st, GET_FEEDBACK_FACTS_SPEEDUP),
        .cut = is_cut(stmt_text(st, GET_FEEDBACK_FACTS_FINISH_REASON)),
    };
}

/* Nothing is said without a stored profile. */
static int read_profile(struct db *db, int64_t evaluation_id, struct arena *a,
                        struct feedback_facts *out, struct err *err)
{
    struct eval_profile profile;
    char line[400];
    int rc = store_get_profile(db, evaluation_id, a, &profile, err);
    if (rc < 0 || profile.n_kernels == 0)
        return rc;
    profile_line(&profile, out->runtime_us, line, sizeof(line));
    out->profile = arena_strdup(a, line);
    return 0;
}

int turn_feedback_render(struct db *db, const struct feedback_settings *settings,
                         int64_t rollout_id, struct buf *out, int64_t *out_evaluation_id,
                         struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct task *task = NULL;
    struct stmt *st = db_query(db, "get_feedback_facts");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    int rc = stmt_step(st, err);
    if (rc == 0)
        return err_set(err, ERR_NOMATCH, "there is no evaluated rollout %lld",
                       (long long)rollout_id);
    if (rc < 0)
        return rc;
    const char *id = stmt_text_dup(st, GET_FEEDBACK_FACTS_TASK, &a);
    int64_t evaluation_id = stmt_int(st, GET_FEEDBACK_FACTS_EVALUATION_ID);
    struct feedback_facts facts = read_facts(st, &a);
    stmt_reset(st);
    rc = problem_task_find(db, id, &a, &task, err);
    if (rc == 0)
        rc = read_profile(db, evaluation_id, &a, &facts, err);
    if (rc == 0)
        rc = feedback_render(settings, task, &facts, out, err);
    if (rc == 0)
        *out_evaluation_id = evaluation_id;
    return rc;
}

static struct feedback_settings settings_of(const struct run_config *c)
{
    return (struct feedback_settings){ .template_name = c->feedback_template,
                                       .lines = c->feedback_lines,
                                       .bytes = c->feedback_bytes,
                                       .form = run_config_form(c) };
}

int turn_feedback_check(const struct run_config *config, struct err *err)
{
    char hash[65];
    struct feedback_settings settings = settings_of(config);
    bool speaks = config->turns > 1 && config->replay_of == NULL;
    return speaks ? feedback_hash(&settings, hash, err) : 0;
}

int turn_feedback_settings(struct db *db, int64_t rollout_id, struct arena *a,
                           struct feedback_settings *out, struct err *err)
{
    struct run_config config = { 0 };
    struct err imported = { 0 };
    struct stmt *st = db_query(db, "get_conversation");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    int rc = stmt_step(st, err);
    if (rc == 0)
        return err_set(err, ERR_NOMATCH, "there is no rollout %lld", (long long)rollout_id);
    if (rc < 0)
        return rc;
    const char *text = stmt_text_dup(st, GET_CONVERSATION_CONFIG, a);
    stmt_reset(st);
    if (run_config_decode(text, a, &config, &imported) < 0)
        config = (struct run_config){ 0 };
    *out = settings_of(&config);
    return 0;
}

static int put_one(struct session *s, const struct feedback_settings *settings, const char *hash,
                   int64_t rollout_id, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    int64_t evaluation_id = 0;
    int64_t blob_id = 0;
    int rc = turn_feedback_render(s->db, settings, rollout_id, &text, &evaluation_id, err);
    if (rc == 0)
        rc = store_put_blob(s->db, "prompt", text.data, text.len, &blob_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(s->db, "put_feedback");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_text(st, ":template_sha256", hash);
    stmt_bind_int(st, ":blob_id", blob_id);
    return stmt_run(st, err);
}

static int list_lacking(struct session *s, int step, int turn, int64_t *out, size_t *out_n,
                        struct err *err)
{
    size_t capacity = s->config.n_tasks * (size_t)run_config_width(&s->config);
    struct stmt *st = db_query(s->db, "list_without_feedback");
    int rc;
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", turn);
    while ((rc = stmt_step(st, err)) > 0)
        if (*out_n < capacity)
            out[(*out_n)++] = stmt_int(st, LIST_WITHOUT_FEEDBACK_ROLLOUT_ID);
    return rc;
}

int turn_feedback_put(struct session *s, int step, int turn, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char hash[65];
    size_t n = 0;
    struct feedback_settings settings = settings_of(&s->config);
    int64_t *ids =
        arena_array(&a, s->config.n_tasks * (size_t)run_config_width(&s->config), sizeof(*ids));
    int rc = feedback_hash(&settings, hash, err);
    if (rc == 0)
        rc = list_lacking(s, step, turn, ids, &n, err);
    if (rc < 0 || n == 0)
        return rc;
    rc = db_begin(s->db, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = put_one(s, &settings, hash, ids[i], err);
    return db_end(s->db, rc, err);
}
