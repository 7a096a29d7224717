/*
 * put_session.c - a session of a coding agent as rows.
 *
 * A session is known by its kind and its own name, a step by its name within the session: files of
 * one session, as those of sub-agents, add to it in any order.  A step that has grown since it was
 * read, because the transcript was still being written, takes the place of what was read then.
 */
#include <math.h>
#include <string.h>

#include "columns/ingest_find_session.h"
#include "columns/ingest_find_session_step.h"
#include "ingest/ingest.h"
#include "ingest/ingest_put.h"
#include "ingest/ingest_transcript.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

static int put_text(struct db *db, const char *kind, const struct ingest_text *t, int64_t *out,
                    struct err *err)
{
    struct hashed_text hashed;
    *out = 0;
    if (t->data == NULL)
        return 0;
    hashed_text_init(&hashed, t->data, t->len);
    return store_put_text(db, kind, &hashed, out, err);
}

static void bind_count(struct stmt *st, const char *name, int64_t v)
{
    if (v < 0)
        stmt_bind_null(st, name);
    else
        stmt_bind_int(st, name, v);
}

/* ---- calls ---- */

static int put_code(struct db *db, int64_t call_id, size_t number, const struct ingest_code *c,
                    struct err *err)
{
    int64_t blob = 0;
    int rc = put_text(db, "code", &c->text, &blob, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "ingest_insert_session_code");
    stmt_bind_int(st, ":session_call_id", call_id);
    stmt_bind_int(st, ":number", (int64_t)number);
    stmt_bind_text(st, ":path", c->path);
    stmt_bind_text(st, ":how", c->how);
    stmt_bind_id(st, ":code_blob_id", blob);
    return stmt_run(st, err);
}

static int put_call(struct db *db, int64_t step_id, size_t number, const struct ingest_call *c,
                    struct err *err)
{
    int64_t arguments = 0, result = 0;
    int rc = put_text(db, "action", &c->arguments, &arguments, err);
    if (rc == 0)
        rc = put_text(db, "log", &c->result, &result, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "ingest_insert_session_call");
    stmt_bind_int(st, ":session_step_id", step_id);
    stmt_bind_int(st, ":number", (int64_t)number);
    stmt_bind_text(st, ":uid", c->uid);
    stmt_bind_text(st, ":tool", c->tool);
    stmt_bind_id(st, ":arguments_blob_id", arguments);
    stmt_bind_id(st, ":result_blob_id", result);
    bind_count(st, ":failed", c->result.data == NULL ? -1 : c->failed);
    int64_t call_id = 0;
    rc = stmt_insert(st, &call_id, err);
    for (size_t i = 0; i < c->n_codes && rc == 0; i++)
        rc = put_code(db, call_id, i, &c->codes[i], err);
    return rc;
}

/* ---- steps ---- */

static size_t n_answers(const struct ingest_session_step *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_calls; i++)
        n += s->calls[i].result.data != NULL;
    return n;
}

static int drop_step(struct db *db, int64_t id, struct err *err)
{
    static const char *const queries[] = { "ingest_drop_session_codes", "ingest_drop_session_calls",
                                           "ingest_drop_session_step" };
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(queries) && rc == 0; i++) {
        struct stmt *st = db_query(db, queries[i]);
        stmt_bind_int(st, ":session_step_id", id);
        rc = stmt_run(st, err);
    }
    return rc;
}

static int insert_step(struct db *db, int64_t session_id, const struct ingest_session_step *s,
                       bool copied, struct err *err)
{
    int64_t text = 0;
    const struct ingest_usage *u = &s->usage;
    int rc = put_text(db, strcmp(s->role, "assistant") == 0 ? "completion" : "prompt", &s->text,
                      &text, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "ingest_insert_session_step");
    stmt_bind_int(st, ":session_id", session_id);
    stmt_bind_text(st, ":uid", s->uid);
    stmt_bind_int(st, ":line", s->line);
    stmt_bind_text(st, ":at", s->at);
    stmt_bind_text(st, ":role", s->role);
    stmt_bind_text(st, ":sub_agent", s->sub_agent);
    stmt_bind_text(st, ":model", s->model);
    stmt_bind_id(st, ":text_blob_id", text);
    bind_count(st, ":input_tokens", u->input);
    bind_count(st, ":cache_read_tokens", u->cache_read);
    bind_count(st, ":cache_write_tokens", u->cache_write);
    bind_count(st, ":output_tokens", u->output);
    bind_count(st, ":reasoning_tokens", u->reasoning);
    stmt_bind_real(st, ":cost_usd", u->cost_usd);
    stmt_bind_int(st, ":copied", copied || s->copied);
    int64_t step_id = 0;
    rc = stmt_insert(st, &step_id, err);
    for (size_t i = 0; i < s->n_calls && rc == 0; i++)
        rc = put_call(db, step_id, i, &s->calls[i], err);
    return rc;
}

struct known_step {
    int64_t id; /* 0: not there */
    bool grown; /* the file has more of it */
    bool elsewhere;
};

static int find_step(struct ingest_sink *k, const struct ingest_session *session,
                     int64_t session_id, const struct ingest_session_step *s,
                     struct known_step *out, struct err *err)
{
    struct stmt *st = db_query(k->db, "ingest_find_session_step");
    *out = (struct known_step){ 0 };
    stmt_bind_int(st, ":session_id", session_id);
    stmt_bind_text(st, ":uid", s->uid);
    stmt_bind_int(st, ":is_global", session->uids_are_global);
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        if (stmt_int(st, INGEST_FIND_SESSION_STEP_SESSION_ID) != session_id) {
            out->elsewhere = true;
            continue;
        }
        out->id = stmt_int(st, INGEST_FIND_SESSION_STEP_SESSION_STEP_ID);
        out->grown = (int64_t)s->n_calls > stmt_int(st, INGEST_FIND_SESSION_STEP_N_CALLS) ||
                     (int64_t)n_answers(s) > stmt_int(st, INGEST_FIND_SESSION_STEP_N_ANSWERS) ||
                     s->usage.output > stmt_int(st, INGEST_FIND_SESSION_STEP_OUTPUT_TOKENS) ||
                     (int64_t)s->text.len > stmt_int(st, INGEST_FIND_SESSION_STEP_TEXT_BYTES);
    }
    return rc;
}

static int put_step(struct ingest_sink *k, const struct ingest_session *session, int64_t session_id,
                    const struct ingest_session_step *s, struct err *err)
{
    struct ingest_counts *counts = &k->source->counts;
    struct known_step known;
    int rc = find_step(k, session, session_id, s, &known, err);
    if (rc == 0 && known.id != 0 && !known.grown) {
        counts->duplicate++;
        return 0;
    }
    if (rc == 0 && known.id != 0)
        rc = drop_step(k->db, known.id, err);
    if (rc == 0)
        rc = insert_step(k->db, session_id, s, known.elsewhere, err);
    counts->stored += rc == 0;
    return rc;
}

/* ---- the session ---- */

static int find_run(struct db *db, const char *name, int64_t *out, struct err *err)
{
    *out = 0;
    if (name == NULL)
        return 0;
    int rc = store_has_run(db, name, out, err);
    return rc < 0 ? rc : 0;
}

/* Names are unique: the second of one name is called after its own as well. */
static int free_name(struct ingest_sink *k, const struct ingest_session *s, const char **out,
                     struct err *err)
{
    const char *const names[] = { s->name, arena_printf(k->source->arena, "%s-%s", s->name, s->uid),
                                  arena_printf(k->source->arena, "%s-%s-%s", s->name, s->kind,
                                               s->uid) };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct stmt *st = db_query(k->db, "ingest_has_session");
        stmt_bind_text(st, ":name", names[i]);
        int rc = stmt_step(st, err);
        if (rc > 0)
            stmt_reset(st);
        *out = names[i];
        if (rc <= 0)
            return rc;
    }
    return err_set(err, ERR_USAGE, "%s: there is a session '%s' already: give another --run-name",
                   k->source->name, *out);
}

static int insert_session(struct ingest_sink *k, const struct ingest_session *s, int64_t *out,
                          struct err *err)
{
    const char *name = NULL;
    int64_t run_id = 0;
    int rc = free_name(k, s, &name, err);
    if (rc == 0)
        rc = find_run(k->db, s->run, &run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(k->db, "ingest_insert_session");
    stmt_bind_text(st, ":name", name);
    stmt_bind_text(st, ":kind", s->kind);
    stmt_bind_text(st, ":uid", s->uid);
    stmt_bind_text(st, ":agent", s->agent);
    stmt_bind_text(st, ":version", s->version);
    stmt_bind_text(st, ":model", s->model);
    stmt_bind_text(st, ":task", s->task);
    stmt_bind_real(st, ":reward", s->reward);
    stmt_bind_real(st, ":cost_usd", s->cost_usd);
    stmt_bind_int(st, ":unknown_lines", s->n_unknown);
    stmt_bind_text(st, ":unknown", s->unknown);
    stmt_bind_id(st, ":run_id", run_id);
    stmt_bind_int(st, ":import_source_id", k->source_id);
    return stmt_insert(st, out, err);
}

/* Another file of it, or the same one, grown. */
static int complete_session(struct ingest_sink *k, const struct ingest_session *s, int64_t id,
                            struct err *err)
{
    int64_t run_id = 0;
    int rc = find_run(k->db, s->run, &run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(k->db, "ingest_complete_session");
    stmt_bind_int(st, ":session_id", id);
    stmt_bind_id(st, ":run_id", run_id);
    stmt_bind_text(st, ":version", s->version);
    stmt_bind_text(st, ":model", s->model);
    stmt_bind_text(st, ":task", s->task);
    stmt_bind_real(st, ":reward", s->reward);
    stmt_bind_real(st, ":cost_usd", s->cost_usd);
    return stmt_run(st, err);
}

int ingest_put_session(struct ingest_sink *k, const struct ingest_session *s, struct err *err)
{
    int64_t id = 0;
    struct stmt *st = db_query(k->db, "ingest_find_session");
    stmt_bind_text(st, ":kind", s->kind);
    stmt_bind_text(st, ":uid", s->uid);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        id = stmt_int(st, INGEST_FIND_SESSION_SESSION_ID);
        k->source->target = arena_strdup(k->source->arena, stmt_text(st, INGEST_FIND_SESSION_NAME));
        stmt_reset(st);
        rc = complete_session(k, s, id, err);
    } else if (rc == 0) {
        rc = insert_session(k, s, &id, err);
    }
    for (size_t i = 0; i < s->n_steps && rc >= 0; i++)
        rc = put_step(k, s, id, &s->steps[i], err);
    return rc < 0 ? err_context(err, "%s: %s", k->source->name, s->where) : 0;
}
