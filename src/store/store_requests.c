/*
 * store_requests.c - requests to servers: ours, written down before they are sent, the proxy's, and
 * those of judges with what came of them; token ids of prompts.
 */
#include <string.h>

#include "columns/find_judge_setup.h"
#include "columns/find_promised_request.h"
#include "columns/find_prompt_tokens.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store_requests.h"

int store_put_attempt(struct db *db, const struct attempt_row *a, int64_t *out_id, struct err *err)
{
    char now[32];
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_attempt");
    stmt_bind_int(st, ":run_id", a->run_id);
    stmt_bind_int(st, ":step", a->step);
    stmt_bind_int(st, ":task_id", a->task_id);
    stmt_bind_int(st, ":turn", a->turn);
    stmt_bind_int(st, ":sample", a->sample);
    stmt_bind_text(st, ":request_sha256", a->request_sha256);
    stmt_bind_text(st, ":sent_at", a->sent_at != NULL ? a->sent_at : now);
    return stmt_insert(st, out_id, err);
}

int store_name_attempt(struct db *db, int64_t attempt_id, const char *request_id, struct err *err)
{
    struct stmt *st = db_query(db, "name_attempt");
    stmt_bind_int(st, ":attempt_id", attempt_id);
    stmt_bind_text(st, ":request_id", request_id);
    return stmt_run(st, err);
}

static const char *text_or_null(const char *s)
{
    return s == NULL || s[0] == '\0' ? NULL : s;
}

void attempt_end_bind(struct stmt *st, const struct attempt_end *e)
{
    char now[32];
    clock_utc(now);
    stmt_bind_text(st, ":ended_at", e->ended_at == NULL ? now : text_or_null(e->ended_at));
    stmt_bind_text(st, ":end_kind", e->kind);
    stmt_bind_id(st, ":status", e->status);
    stmt_bind_text(st, ":detail", text_or_null(e->detail));
    stmt_bind_text(st, ":request_id", text_or_null(e->request_id));
    stmt_bind_real(st, ":first_byte_ms", e->first_byte_ms);
    stmt_bind_real(st, ":total_ms", e->total_ms);
    if (e->response != NULL)
        stmt_bind_blob(st, ":response", e->response, e->response_len);
    else
        stmt_bind_null(st, ":response");
}

int store_end_attempt(struct db *db, int64_t attempt_id, const struct attempt_end *e,
                      struct err *err)
{
    struct stmt *st = db_query(db, "end_attempt");
    stmt_bind_int(st, ":attempt_id", attempt_id);
    stmt_bind_id(st, ":rollout_id", e->rollout_id);
    attempt_end_bind(st, e);
    return stmt_run(st, err);
}

int store_put_exchange(struct db *db, const struct exchange_row *x, struct err *err)
{
    struct stmt *st = db_query(db, "insert_exchange");
    stmt_bind_text(st, ":exchange_id", x->exchange_id);
    stmt_bind_id(st, ":attempt_id", x->attempt_id);
    stmt_bind_id(st, ":evaluation_id", x->evaluation_id);
    stmt_bind_text(st, ":api", x->api);
    stmt_bind_text(st, ":path", x->path);
    stmt_bind_int(st, ":streamed", x->streamed);
    stmt_bind_int(st, ":n_rollouts", x->n_rollouts);
    if (x->request != NULL)
        stmt_bind_blob(st, ":request", x->request, x->request_len);
    else
        stmt_bind_null(st, ":request");
    stmt_bind_text(st, ":tags", x->tags);
    return stmt_run(st, err);
}

int store_put_agent_call(struct db *db, const struct agent_call_row *c, struct err *err)
{
    struct stmt *st = db_query(db, "find_agent_call");
    stmt_bind_text(st, ":call_id", c->call_id);
    int rc = stmt_step(st, err);
    stmt_reset(st);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    st = db_query(db, "insert_agent_call");
    stmt_bind_text(st, ":call_id", c->call_id);
    stmt_bind_int(st, ":run_id", c->run_id);
    stmt_bind_text(st, ":tool", c->tool);
    stmt_bind_text(st, ":arguments", c->arguments);
    stmt_bind_int(st, ":failed", c->failed);
    stmt_bind_text(st, ":answer", c->answer);
    stmt_bind_id(st, ":evaluation_id", c->evaluation_id);
    stmt_bind_text(st, ":began_at", c->began_at);
    stmt_bind_real(st, ":took_ms", c->took_ms);
    return stmt_run(st, err);
}

int store_find_exchange(struct db *db, const char *exchange_id, struct err *err)
{
    struct stmt *st = db_query(db, "find_exchange");
    stmt_bind_text(st, ":exchange_id", exchange_id);
    int rc = stmt_step(st, err);
    if (rc > 0)
        stmt_reset(st);
    return rc;
}

int store_find_prompt_tokens(struct db *db, const char *sha256, struct arena *a, int32_t **out,
                             size_t *out_count, struct err *err)
{
    struct stmt *st = db_query(db, "find_prompt_tokens");
    stmt_bind_text(st, ":sha256", sha256);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    size_t len = 0;
    const void *bytes = stmt_blob(st, FIND_PROMPT_TOKENS_TOKEN_IDS, &len);
    *out_count = (size_t)stmt_int(st, FIND_PROMPT_TOKENS_N_TOKENS);
    if (len != *out_count * sizeof(**out)) {
        stmt_reset(st);
        return err_set(err, ERR_INTEGRITY, "prompt_tokens %s: %zu bytes for %zu ids", sha256, len,
                       *out_count);
    }
    *out = arena_array(a, *out_count + 1, sizeof(**out));
    memcpy(*out, bytes, len);
    stmt_reset(st);
    return 1;
}

int store_put_prompt_tokens(struct db *db, const char *sha256, const char *tokenizer,
                            const int32_t *ids, size_t n, struct err *err)
{
    struct stmt *st = db_query(db, "put_prompt_tokens");
    stmt_bind_text(st, ":sha256", sha256);
    stmt_bind_text(st, ":tokenizer", tokenizer);
    stmt_bind_int(st, ":n_tokens", (int64_t)n);
    stmt_bind_blob(st, ":token_ids", ids, n * sizeof(*ids));
    return stmt_run(st, err);
}

int store_put_trainer_request(struct db *db, const struct trainer_request_row *q, int64_t *out_id,
                              struct err *err)
{
    char now[32];
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_trainer_request");
    stmt_bind_int(st, ":run_id", q->run_id);
    stmt_bind_text(st, ":operation", q->operation);
    stmt_bind_text(st, ":content_sha256", q->content_sha256);
    stmt_bind_int(st, ":n_sequences", (int64_t)q->n_sequences);
    stmt_bind_int(st, ":n_tokens", (int64_t)q->n_tokens);
    stmt_bind_text(st, ":sent_at", now);
    return stmt_insert(st, out_id, err);
}

int store_name_trainer_request(struct db *db, int64_t id, const char *request_id, struct err *err)
{
    struct stmt *st = db_query(db, "name_trainer_request");
    stmt_bind_int(st, ":trainer_request_id", id);
    stmt_bind_text(st, ":request_id", request_id);
    return stmt_run(st, err);
}

int store_end_trainer_request(struct db *db, int64_t id, const char *failure, struct err *err)
{
    char now[32];
    clock_utc(now);
    struct stmt *st = db_query(db, "end_trainer_request");
    stmt_bind_int(st, ":trainer_request_id", id);
    stmt_bind_text(st, ":ended_at", now);
    stmt_bind_text(st, ":failure", failure);
    return stmt_run(st, err);
}

int store_find_promised_request(struct db *db, const struct trainer_request_row *q, struct arena *a,
                                int64_t *out_id, const char **out_request_id, struct err *err)
{
    struct stmt *st = db_query(db, "find_promised_request");
    stmt_bind_int(st, ":run_id", q->run_id);
    stmt_bind_text(st, ":content_sha256", q->content_sha256);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    *out_id = stmt_int(st, FIND_PROMISED_REQUEST_TRAINER_REQUEST_ID);
    *out_request_id = stmt_text_dup(st, FIND_PROMISED_REQUEST_REQUEST_ID, a);
    stmt_reset(st);
    return 1;
}

/* ---- judges ---- */

int store_put_judge_setup(struct db *db, const struct judge_setup_row *s, int64_t *out_id,
                          struct err *err)
{
    struct stmt *st = db_query(db, "find_judge_setup");
    stmt_bind_text(st, ":sha256", s->sha256);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        *out_id = stmt_int(st, FIND_JUDGE_SETUP_JUDGE_SETUP_ID);
        stmt_reset(st);
    }
    if (rc != 0)
        return rc < 0 ? rc : 0;
    st = db_query(db, "insert_judge_setup");
    stmt_bind_text(st, ":sha256", s->sha256);
    stmt_bind_int(st, ":model_id", s->model_id);
    stmt_bind_text(st, ":template", s->template_name);
    stmt_bind_text(st, ":template_sha256", s->template_sha256);
    stmt_bind_text(st, ":config", s->config);
    stmt_bind_text(st, ":server", s->server);
    return stmt_insert(st, out_id, err);
}

int store_put_judge(struct db *db, const struct judge_row *j, struct err *err)
{
    char now[32];
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_judge");
    stmt_bind_int(st, ":judge_setup_id", j->setup_id);
    stmt_bind_int(st, ":model_id", j->model_id);
    stmt_bind_int(st, ":rollout_id", j->rollout_id);
    stmt_bind_int(st, ":malformed", j->malformed);
    stmt_bind_real(st, ":correctness", j->correctness);
    stmt_bind_real(st, ":compilability", j->compilability);
    stmt_bind_real(st, ":speed", j->speed);
    stmt_bind_text(st, ":problem", j->problem);
    stmt_bind_text(st, ":repairs", j->repairs);
    stmt_bind_text(st, ":reason", j->reason);
    stmt_bind_int(st, ":tries", j->tries);
    stmt_bind_id(st, ":prompt_blob_id", j->prompt_blob_id);
    stmt_bind_id(st, ":answer_blob_id", j->answer_blob_id);
    stmt_bind_count(st, ":prompt_tokens", j->prompt_tokens);
    stmt_bind_count(st, ":completion_tokens", j->completion_tokens);
    stmt_bind_text(st, ":created_at", now);
    return stmt_run(st, err);
}

int store_put_judge_attempt(struct db *db, int64_t setup_id, int64_t rollout_id,
                            const char *request_sha256, int64_t *out_id, struct err *err)
{
    char now[32];
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_judge_attempt");
    stmt_bind_int(st, ":judge_setup_id", setup_id);
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_text(st, ":request_sha256", request_sha256);
    stmt_bind_text(st, ":sent_at", now);
    return stmt_insert(st, out_id, err);
}

int store_end_judge_attempt(struct db *db, int64_t id, const struct attempt_end *e, struct err *err)
{
    struct stmt *st = db_query(db, "end_judge_attempt");
    stmt_bind_int(st, ":judge_attempt_id", id);
    attempt_end_bind(st, e);
    return stmt_run(st, err);
}

int store_note_judge_problem(struct db *db, int64_t id, const char *problem, struct err *err)
{
    struct stmt *st = db_query(db, "note_judge_problem");
    stmt_bind_int(st, ":judge_attempt_id", id);
    stmt_bind_text(st, ":problem", problem);
    return stmt_run(st, err);
}
