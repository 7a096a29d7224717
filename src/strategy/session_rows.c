#include "src/strategy/session_rows.h"

#include <stdlib.h>
#include <string.h>

#include "columns/find_split.h"
#include "columns/get_run_server.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/json/json.h"
#include "src/run/policy_record.h"

static int find_split(struct db *db, const char *hash, int64_t *out_id, struct err *err)
{
    struct stmt *st = db_query(db, "find_split");
    stmt_bind_text(st, ":split_hash", hash);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        *out_id = stmt_int(st, FIND_SPLIT_SPLIT_ID);
        stmt_reset(st);
    }
    return rc;
}

static int insert_split(struct session *s, const struct json *j, const char *hash, int64_t *out_id,
                        struct err *err)
{
    const char *level = "level_1";
    int64_t seed = 0;
    json_string(json_get(j, "level"), &level);
    bool has_seed = json_int(json_get(j, "seed"), &seed);
    /* "level_2" -> 2; 0: no number. */
    const char *digits = level + strcspn(level, "0123456789");
    int number = (int)strtol(digits, NULL, 10);
    struct stmt *st = db_query(s->db, "insert_split");
    stmt_bind_text(st, ":name",
                   has_seed ? arena_printf(&s->arena, "l%d_seed%lld", number, (long long)seed)
                            : arena_printf(&s->arena, "l%d", number));
    stmt_bind_int(st, ":level", number);
    if (has_seed)
        stmt_bind_int(st, ":seed", seed);
    stmt_bind_text(st, ":split_hash", hash);
    stmt_bind_text(st, ":json", s->config.split_json);
    return stmt_one_int(st, out_id, err);
}

int session_put_split(struct session *s, int64_t *out_id, struct err *err)
{
    const char *text = s->config.split_json;
    const char *hash = NULL;
    *out_id = 0;
    if (text == NULL)
        return 0;
    struct json *j CLEANUP(json_free_ptr) = json_parse("split", text, strlen(text), err);
    if (j == NULL)
        return err->code;
    int rc = json_need_string(j, "split", "split_hash", &hash, err);
    if (rc == 0)
        rc = find_split(s->db, hash, out_id, err);
    if (rc == 0)
        rc = insert_split(s, j, hash, out_id, err);
    return rc < 0 ? rc : 0;
}

int session_put_device(struct session *s, struct err *err)
{
    int rc = 0;
    unsigned n = s->evaluators->kind->size(s->evaluators);
    for (unsigned i = n; i-- > s->n_devices && rc == 0;) {
        const struct device_info *d = s->evaluators->kind->device(s->evaluators, i);
        struct device_row row = { .backend = d->backend,
                                  .name = d->name,
                                  .uuid = d->uuid,
                                  .compiler = d->compiler,
                                  .flags = d->flags,
                                  .sandbox = d->sandbox,
                                  .cores = d->cores };
        rc = store_put_device(s->db, &row, &s->device_ids[i], err);
    }
    s->n_devices = rc == 0 ? n : s->n_devices;
    s->device_id = s->device_ids[0];
    return rc;
}

int session_device_id(struct session *s, const char *uuid, int64_t *out, struct err *err)
{
    int rc =
        s->evaluators->kind->size(s->evaluators) > s->n_devices ? session_put_device(s, err) : 0;
    *out = s->device_id;
    for (unsigned i = 0; i < s->n_devices && rc == 0; i++)
        if (strcmp(s->evaluators->kind->device(s->evaluators, i)->uuid, uuid) == 0) {
            *out = s->device_ids[i];
            break;
        }
    return rc;
}

int session_put_model(struct session *s, struct err *err)
{
    return policy_put_model(s->db, s->policy, &s->model_id, err);
}

/* A resumed run keeps the server it began with and notes changes. */
int session_put_server(struct session *s, struct err *err)
{
    const struct policy_vtable *v = s->policy->vtable;
    if (v->server_facts == NULL)
        return 0;
    const char *now = v->server_facts(s->policy);
    struct stmt *st = db_query(s->db, "get_run_server");
    stmt_bind_int(st, ":run_id", s->run_id);
    int rc = stmt_step(st, err);
    const char *before = rc > 0 ? stmt_text_dup(st, GET_RUN_SERVER_SERVER, &s->arena) : NULL;
    stmt_reset(st);
    if (rc < 0)
        return rc;
    if (before != NULL && strcmp(before, now) != 0 && s->hooks.note != NULL)
        s->hooks.note(
            s->hooks.context,
            arena_printf(&s->arena, "note: the server changed after the run began: %s", now));
    if (before != NULL)
        return 0;
    st = db_query(s->db, "set_run_server");
    stmt_bind_text(st, ":server", now);
    stmt_bind_int(st, ":run_id", s->run_id);
    return stmt_run(st, err);
}

static int put_task(struct session *s, size_t i, struct err *err)
{
    const struct task *t = s->tasks[i];
    struct task_row row = { .suite = t->suite,
                            .level = t->level,
                            .problem_id = t->problem_id,
                            .name = t->name,
                            .family = t->family,
                            .sha256 = t->sha256 };
    struct buf prompt = { 0 };
    int rc = store_put_task(s->db, &row, &s->task_ids[i], err);
    if (rc == 0)
        rc = s->policy->vtable->prompt(s->policy, t, &prompt, err);
    if (rc == 0 && prompt.len > 0)
        rc = store_put_blob(s->db, "prompt", prompt.data, prompt.len, &s->prompt_blob_ids[i], err);
    buf_release(&prompt);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(s->db, "insert_run_task");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":task_id", s->task_ids[i]);
    stmt_bind_int(st, ":position", (int64_t)i);
    stmt_bind_id(st, ":prompt_blob_id", s->prompt_blob_ids[i]);
    if (s->config.n_held > 0)
        stmt_bind_text(st, ":role", run_config_is_held(&s->config, i) ? "held" : "train");
    return stmt_run(st, err);
}

int session_put_tasks(struct session *s, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < s->config.n_tasks && rc == 0; i++)
        rc = put_task(s, i, err);
    return rc;
}
