#include "src/strategy/replay_source.h"

#include <math.h>
#include <string.h>

#include "columns/get_run_shape.h"
#include "columns/list_run_actions.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/store/store.h"
#include "src/strategy/stored/run_config.h"

static void add_tokens(struct json *o, struct stmt *st)
{
    size_t ids_len;
    size_t logprobs_len;
    const void *ids = stmt_blob(st, LIST_RUN_ACTIONS_TOKEN_IDS, &ids_len);
    const void *logprobs = stmt_blob(st, LIST_RUN_ACTIONS_LOGPROBS, &logprobs_len);
    struct json *list = json_add_array(o, "token_ids");
    for (size_t i = 0; i + 4 <= ids_len; i += 4) {
        int32_t id;
        memcpy(&id, (const char *)ids + i, sizeof(id));
        json_add_int(list, NULL, id);
    }
    list = json_add_array(o, "logprobs");
    for (size_t i = 0; i + 4 <= logprobs_len; i += 4) {
        float lp;
        memcpy(&lp, (const char *)logprobs + i, sizeof(lp));
        json_add_number(list, NULL, (double)lp);
    }
}

static void add_rollout(struct json *list, struct stmt *st)
{
    struct json *o = json_add_object(list, NULL);
    json_add_string(o, "task", stmt_text(st, LIST_RUN_ACTIONS_TASK));
    json_add_int(o, "step", stmt_int(st, LIST_RUN_ACTIONS_STEP));
    json_add_int(o, "turn", stmt_int(st, LIST_RUN_ACTIONS_TURN));
    json_add_int(o, "sample", stmt_int(st, LIST_RUN_ACTIONS_SAMPLE));
    json_add_string(
        o, "text",
        stmt_is_null(st, LIST_RUN_ACTIONS_CONTENT) ? "" : stmt_text(st, LIST_RUN_ACTIONS_CONTENT));
    add_tokens(o, st);
    if (!stmt_is_null(st, LIST_RUN_ACTIONS_LOGPROB_TEMPERATURE))
        json_add_number(o, "temperature", stmt_real(st, LIST_RUN_ACTIONS_LOGPROB_TEMPERATURE));
    if (!stmt_is_null(st, LIST_RUN_ACTIONS_FINISH_REASON))
        json_add_string(o, "finish_reason", stmt_text(st, LIST_RUN_ACTIONS_FINISH_REASON));
}

int replay_source_config(struct db *db, const char *run, struct buf *out, struct err *err)
{
    int64_t run_id;
    int rc = store_find_run(db, run, &run_id, err);
    if (rc < 0)
        return rc;
    struct json *root CLEANUP(json_free_ptr) = json_new_object();
    struct json *list = json_add_array(root, "rollouts");
    struct stmt *st = db_query(db, "list_run_actions");
    stmt_bind_int(st, ":run_id", run_id);
    while ((rc = stmt_step(st, err)) > 0)
        add_rollout(list, st);
    if (rc == 0)
        json_print(root, false, out);
    return rc;
}

int replay_source_shape(struct db *db, const char *run, struct arena *a, struct run_config *out,
                        struct err *err)
{
    int64_t run_id;
    int rc = store_find_run(db, run, &run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "get_run_shape");
    stmt_bind_int(st, ":run_id", run_id);
    rc = stmt_step(st, err);
    const char *config = rc > 0 ? stmt_text_dup(st, GET_RUN_SHAPE_CONFIG, a) : NULL;
    bool imported = rc > 0 && stmt_int(st, GET_RUN_SHAPE_IS_IMPORTED) != 0;
    const char *status = rc > 0 ? stmt_text_dup(st, GET_RUN_SHAPE_STATUS, a) : NULL;
    int last_step = rc > 0 ? (int)stmt_int(st, GET_RUN_SHAPE_LAST_STEP) : 0;
    stmt_reset(st);
    if (rc < 0)
        return rc;
    if (config == NULL || imported)
        return err_set(err, ERR_USAGE, "run '%s' was imported: it has no tasks to evaluate on",
                       run);
    if (strcmp(status, "complete") != 0)
        return err_set(err, ERR_USAGE, "run '%s' is not complete; resume it first", run);
    rc = run_config_decode(config, a, out, err);
    if (rc < 0)
        return err_context(err, "run '%s'", run);
    out->policy = "replay";
    out->policy_config = NULL;
    out->strategy = "replay";
    out->replay_of = arena_strdup(a, run);
    out->n_steps = last_step;
    out->learning_rate = 0;
    return 0;
}
