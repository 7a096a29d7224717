#include "src/store/store_declaration.h"

#include <string.h>

#include "columns/find_declaration.h"
#include "columns/find_declared_run.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

int store_find_declaration(struct db *db, const char *name, struct arena *a,
                           struct declaration_row *out, struct err *err)
{
    struct stmt *st = db_query(db, "find_declaration");
    stmt_bind_text(st, ":name", name);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc == 0)
        return err_set(err, ERR_NOMATCH,
                       "there is no declaration '%s' in the database; rollbook sql \"SELECT "
                       "DISTINCT name FROM v_declaration\" lists them",
                       name);
    *out = (struct declaration_row){ stmt_int(st, FIND_DECLARATION_DECLARATION_ID),
                                     stmt_int(st, FIND_DECLARATION_VERSION),
                                     stmt_text_dup(st, FIND_DECLARATION_CONTENT, a),
                                     stmt_text_dup(st, FIND_DECLARATION_SHA256, a) };
    stmt_reset(st);
    return 0;
}

static int insert(struct db *db, const struct declaration_text *d, int64_t version, struct err *err)
{
    char now[32];
    char hash[65];
    clock_utc(now);
    sha256_hex(d->content, strlen(d->content), hash);
    struct stmt *st = db_query(db, "insert_declaration");
    stmt_bind_text(st, ":name", d->name);
    stmt_bind_int(st, ":version", version);
    stmt_bind_text(st, ":content", d->content);
    stmt_bind_text(st, ":sha256", hash);
    stmt_bind_text(st, ":why", d->why);
    stmt_bind_text(st, ":declared_at", now);
    return stmt_run(st, err);
}

int store_put_declaration(struct db *db, const struct declaration_text *d, struct arena *a,
                          struct declaration_row *out, struct err *err)
{
    struct declaration_row stands = { .version = 0 };
    struct err absent = { 0 };
    int rc = store_find_declaration(db, d->name, a, &stands, &absent);
    if (rc < 0 && rc != ERR_NOMATCH) {
        *err = absent;
        return rc;
    }
    if (rc == 0 && d->why == NULL)
        return err_set(err, ERR_USAGE,
                       "'%s' is declared already, and runs may refer to it. Change it with --amend "
                       "WHY; the change is recorded",
                       d->name);
    if (rc < 0 && d->why != NULL)
        return err_set(err, ERR_USAGE, "there is no declaration '%s' to amend", d->name);
    if (rc == 0 && strcmp(stands.content, d->content) == 0)
        return err_set(err, ERR_USAGE, "'%s' already has this content: nothing is amended",
                       d->name);
    rc = insert(db, d, stands.version + 1, err);
    return rc < 0 ? rc : store_find_declaration(db, d->name, a, out, err);
}

static int check_free(struct db *db, int64_t run_id, struct err *err)
{
    struct stmt *st = db_query(db, "find_declared_run");
    stmt_bind_int(st, ":run_id", run_id);
    int rc = stmt_step(st, err);
    if (rc > 0)
        rc = err_set(err, ERR_USAGE, "the run already refers to declaration '%s'",
                     stmt_text(st, FIND_DECLARED_RUN_NAME));
    stmt_reset(st);
    return rc;
}

int store_put_declared_run(struct db *db, int64_t run_id, int64_t declaration_id,
                           const char *method, bool attached, struct err *err)
{
    char now[32];
    int rc = check_free(db, run_id, err);
    if (rc < 0)
        return rc;
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_declared_run");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":declaration_id", declaration_id);
    stmt_bind_text(st, ":method", method);
    stmt_bind_text(st, ":attached_at", attached ? now : NULL);
    return stmt_run(st, err);
}

int store_put_look(struct db *db, const struct look_row *look, struct err *err)
{
    char now[32];
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_look");
    stmt_bind_int(st, ":declaration_id", look->declaration_id);
    stmt_bind_int(st, ":number", look->number);
    stmt_bind_text(st, ":runs", look->runs);
    stmt_bind_int(st, ":n_rollouts", look->n_rollouts);
    stmt_bind_text(st, ":data_sha256", look->data_sha256);
    stmt_bind_real(st, ":alpha_spent", look->alpha_spent);
    stmt_bind_text(st, ":statistic", look->statistic);
    stmt_bind_int(st, ":n_rejected", look->n_rejected);
    stmt_bind_text(st, ":taken_at", now);
    return stmt_run(st, err);
}
