#include "src/strategy/replay_source.h"

#include <math.h>
#include <string.h>

#include "columns/get_run_shape.h"
#include "columns/list_replay_tasks.h"
#include "columns/list_run_actions.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/problem/problem.h"
#include "src/run/run_config.h"
#include "src/store/store.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

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

/* A string of JSON ends at a zero byte, so those of a text are told beside it. */
static void add_text(struct json *o, const char *content, size_t len)
{
    struct buf text = { 0 };
    struct json *zeros = NULL;
    buf_add(&text, content, len);
    for (char *z = len == 0 ? NULL : memchr(text.data, '\0', len); z != NULL;
         z = memchr(z, '\0', len - (size_t)(z - text.data))) {
        *z = ' ';
        zeros = zeros == NULL ? json_add_array(o, "zeros") : zeros;
        json_add_int(zeros, NULL, (int64_t)(z - text.data));
    }
    json_add_string(o, "text", buf_text(&text));
    buf_release(&text);
}

static void add_rollout(struct json *list, struct stmt *st)
{
    struct json *o = json_add_object(list, NULL);
    json_add_string(o, "task", stmt_text(st, LIST_RUN_ACTIONS_TASK));
    json_add_int(o, "step", stmt_int(st, LIST_RUN_ACTIONS_STEP));
    json_add_int(o, "turn", stmt_int(st, LIST_RUN_ACTIONS_TURN));
    json_add_int(o, "sample", stmt_int(st, LIST_RUN_ACTIONS_SAMPLE));
    size_t len = 0;
    const char *content = stmt_blob(st, LIST_RUN_ACTIONS_CONTENT, &len);
    add_text(o, content == NULL ? "" : content, len);
    add_tokens(o, st);
    if (!stmt_is_null(st, LIST_RUN_ACTIONS_LOGPROB_TEMPERATURE))
        json_add_number(o, "temperature", stmt_real(st, LIST_RUN_ACTIONS_LOGPROB_TEMPERATURE));
    if (!stmt_is_null(st, LIST_RUN_ACTIONS_FINISH_REASON))
        json_add_string(o, "finish_reason", stmt_text(st, LIST_RUN_ACTIONS_FINISH_REASON));
}

int replay_source_config(struct db *db, const char *run, const char *suite, struct buf *out,
                         struct err *err)
{
    int64_t run_id;
    int rc = store_find_run(db, run, &run_id, err);
    if (rc < 0)
        return rc;
    struct json *root CLEANUP(json_free_ptr) = json_new_object();
    struct json *list = json_add_array(root, "rollouts");
    struct stmt *st = db_query(db, "list_run_actions");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_text(st, ":suite", suite);
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
    out->from = out->teacher = NULL;
    return 0;
}

/* The name that the number was made up from is what the recorded task is called too. */
static int name_recorded(struct db *db, const char *suite, const struct task *t, struct err *err)
{
    int64_t id;
    return t->problem_id < TASK_MADE_UP_NUMBER
               ? 0
               : store_put_task(db,
                                &(struct task_row){ .suite = suite,
                                                    .level = t->level,
                                                    .problem_id = t->problem_id,
                                                    .name = t->name },
                                &id, err);
}

static int add_task(struct db *db, struct stmt *st, struct arena *a, struct run_config *out,
                    size_t *out_left_out, struct err *err)
{
    const struct task *task = NULL;
    int64_t n = stmt_int(st, LIST_REPLAY_TASKS_N_CODE);
    int64_t last_sample = stmt_int(st, LIST_REPLAY_TASKS_LAST_SAMPLE);
    int64_t last_step = stmt_int(st, LIST_REPLAY_TASKS_LAST_STEP);
    int64_t last_turn = stmt_int(st, LIST_REPLAY_TASKS_LAST_TURN);
    const char *id = arena_printf(a, "%s:l%lld/%lld", out->replay_suite,
                                  (long long)stmt_int(st, LIST_REPLAY_TASKS_LEVEL),
                                  (long long)stmt_int(st, LIST_REPLAY_TASKS_PROBLEM_ID));
    struct err absent = { 0 };
    int rc = n == 0 ? 0 : problem_task_find(db, id, a, &task, &absent);
    if (n == 0 || rc == ERR_NOMATCH) {
        *out_left_out += (size_t)n;
        return 0;
    }
    if (rc < 0) {
        *err = absent;
        return rc;
    }
    if (out->n_tasks == RUN_MAX_TASKS || last_sample >= 1000000 || last_step > 10000 ||
        last_turn >= RUN_MAX_TURNS)
        return err_set(err, ERR_USAGE,
                       "run '%s' has more than a run can: %d problems, 1000000 samples, 10000 "
                       "steps, %d turns",
                       out->replay_of, RUN_MAX_TASKS, RUN_MAX_TURNS);
    rc = name_recorded(db, arena_strdup(a, stmt_text(st, LIST_REPLAY_TASKS_SUITE)), task, err);
    if (rc < 0)
        return rc;
    out->tasks[out->n_tasks++] = task->id;
    out->k = last_sample >= out->k ? (int)last_sample + 1 : out->k;
    out->n_steps = last_step > out->n_steps ? (int)last_step : out->n_steps;
    out->turns = last_turn >= out->turns ? (int)last_turn + 1 : out->turns;
    return 0;
}

int replay_source_tasks(struct db *db, struct arena *a, struct run_config *out,
                        size_t *out_left_out, struct err *err)
{
    int64_t run_id;
    int rc = store_find_run(db, out->replay_of, &run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "list_replay_tasks");
    stmt_bind_int(st, ":run_id", run_id);
    *out_left_out = 0;
    out->policy = out->strategy = "replay";
    while ((rc = stmt_step(st, err)) > 0) {
        int added = add_task(db, st, a, out, out_left_out, err);
        if (added < 0) {
            stmt_reset(st);
            return added;
        }
    }
    if (rc == 0 && out->n_tasks == 0)
        rc = err_set(err, ERR_NOMATCH,
                     "no problem of '%s' that has code is in suite '%s' ('rollbook task "
                     "import-kernelbench DIR --suite %s' imports problems)",
                     out->replay_of, out->replay_suite, out->replay_suite);
    return rc;
}
