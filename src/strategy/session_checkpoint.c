/*
 * session_checkpoint.c - the policy of each step.
 */
#include "src/strategy/session_checkpoint.h"

#include <string.h>

#include "columns/find_run_checkpoint.h"
#include "columns/find_step.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/str.h"
#include "src/strategy/session.h"
#include "src/strategy/training_plan.h"

static bool has_checkpoints(const struct session *s)
{
    return (s->policy->vtable->caps & POLICY_CHECKPOINT) != 0;
}

int session_insert_step(struct session *s, int step, int64_t checkpoint_id, struct err *err)
{
    struct stmt *st = db_query(s->db, "insert_step");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_id(st, ":checkpoint_id", checkpoint_id);
    return stmt_run(st, err);
}

int session_put_checkpoint(struct session *s, int64_t parent_id, int64_t *out_id, struct err *err)
{
    struct buf state = { 0 };
    int rc = s->policy->vtable->save(s->policy, &state, err);
    if (rc == 0)
        rc = store_put_checkpoint(
            s->db, &(struct checkpoint_row){ s->model_id, parent_id, state.data, state.len },
            out_id, err);
    buf_release(&state);
    return rc;
}

int session_find_step(struct session *s, int step, int64_t *out_checkpoint_id, int64_t *out_blob_id,
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

/* "RUN" or "RUN@STEP"; a run's own name may hold an @. */
static int find_source(struct session *s, struct err *err)
{
    const char *from = s->config.from;
    const char *at = strrchr(from, '@');
    int64_t step = 0;
    int64_t run_id = 0;
    struct err ignored = { 0 };
    bool whole = at == NULL || store_find_run(s->db, from, &run_id, &ignored) == 0;
    if (!whole && (!str_to_i64(at + 1, &step) || step < 0))
        return err_set(err, ERR_USAGE, "--from: '%s' is not RUN or RUN@STEP", from);
    const char *run = whole ? from : arena_strndup(&s->arena, from, (size_t)(at - from));
    int rc = store_find_run(s->db, run, &run_id, err);
    if (rc < 0)
        return err_context(err, "--from");
    struct stmt *st = db_query(s->db, "find_run_checkpoint");
    stmt_bind_text(st, ":run", run);
    if (!whole)
        stmt_bind_int(st, ":step", step);
    rc = stmt_step(st, err);
    if (rc == 0)
        return err_set(err, ERR_NOMATCH, "--from: run '%s' has no checkpoint%s%s", run,
                       whole ? "" : " at step ", whole ? "" : at + 1);
    if (rc > 0) {
        s->source_checkpoint_id = stmt_int(st, FIND_RUN_CHECKPOINT_CHECKPOINT_ID);
        s->source_blob_id = stmt_int(st, FIND_RUN_CHECKPOINT_BLOB_ID);
        if (stmt_int(st, FIND_RUN_CHECKPOINT_MODEL_ID) != s->model_id)
            rc = err_set(err, ERR_USAGE,
                         "--from: run '%s' is of another model than --policy %s with its "
                         "configuration",
                         run, s->config.policy);
        stmt_reset(st);
    }
    return rc < 0 ? rc : 0;
}

int session_load_source(struct session *s, struct err *err)
{
    if (s->config.from == NULL)
        return 0;
    if (!has_checkpoints(s))
        return err_set(err, ERR_USAGE, "--from: policy '%s' has no checkpoints", s->config.policy);
    int rc = find_source(s, err);
    if (rc == 0)
        rc = load_checkpoint(s, s->source_blob_id, err);
    if (rc == 0)
        s->policy->vtable->reset_optimiser(s->policy);
    return rc;
}

/* An interrupted run begins again with what it was given. */
static int put_first_checkpoint(struct session *s, int64_t *out_id, struct err *err)
{
    if (!has_checkpoints(s))
        return 0;
    int rc = session_load_source(s, err);
    return rc < 0 ? rc : session_put_checkpoint(s, s->source_checkpoint_id, out_id, err);
}

int session_enter_step(struct session *s, int step, struct err *err)
{
    int64_t checkpoint_id = 0;
    int64_t blob_id = 0;
    bool updated;
    s->step_started_ns = clock_monotonic_ns();
    plan_samples(&s->config, strategy_find(s->config.strategy)->lesson, step, s->samples);
    int rc = session_find_step(s, step, &checkpoint_id, &blob_id, &updated, err);
    if (rc < 0)
        return rc;
    if (rc > 0)
        return has_checkpoints(s) && blob_id != 0 ? load_checkpoint(s, blob_id, err) : 0;
    rc = db_begin(s->db, err);
    if (rc == 0)
        rc = put_first_checkpoint(s, &checkpoint_id, err);
    if (rc == 0)
        rc = session_insert_step(s, step, checkpoint_id, err);
    return db_end(s->db, rc, err);
}
