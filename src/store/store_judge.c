#include "src/store/store_judge.h"

#include "columns/find_judge_setup.h"
#include "src/base/clock.h"
#include "src/base/err.h"

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
