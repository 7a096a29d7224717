#include "src/store/whole/merge.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/facts.h"
#include "src/store/whole/verify.h"
#include "src/store/writer.h"

static int refuse_itself(struct db *db, const char *path, struct err *err)
{
    struct stat a;
    struct stat b;
    if (stat(db->path, &a) == 0 && stat(path, &b) == 0 && a.st_dev == b.st_dev &&
        a.st_ino == b.st_ino)
        return err_set(err, ERR_USAGE, "%s: a database cannot be merged with itself", path);
    return 0;
}

/* Opening says in words what is wrong, and whether the schema is ours. */
static int check_other(const char *path, bool copies_rows, bool *out_alone, struct err *err)
{
    struct db *other = NULL;
    int rc = db_open(path, DB_READ, &other, err);
    *out_alone = rc == 0 && other->stands_alone;
    if (rc == 0 && copies_rows) /* damage does not travel */
        rc = db_check_content(other, err);
    db_close(other);
    return rc;
}

/* A URI keeps the other file read-only. */
static int attach(struct db *db, const char *path, bool alone, struct err *err)
{
    struct buf uri = { 0 };
    db_put_uri(&uri, path, alone ? "immutable=1" : "mode=ro");
    struct stmt *st = db_query(db, "merge_attach");
    stmt_bind_text(st, ":uri", buf_text(&uri));
    int rc = stmt_run(st, err);
    buf_release(&uri);
    return rc;
}

static int name_runs(struct db *db, const char *prefix, struct err *err)
{
    sqlite3_stmt *st = NULL;
    int rc = db_exec(db, schema_text("schema/merge/prepare.sql"), "merging", err);
    if (rc < 0)
        return rc;
    if (sqlite3_prepare_v2(db->handle, schema_text("schema/merge/name_runs.sql"), -1, &st, NULL) !=
        SQLITE_OK)
        return db_error(db, "merging", err);
    sqlite3_bind_text(st, 1, prefix, -1, SQLITE_TRANSIENT);
    rc = sqlite3_step(st) == SQLITE_DONE ? 0 : db_error(db, "merging", err);
    sqlite3_finalize(st);
    return rc;
}

struct first_text {
    char text[300]; /* "": no row */
};

static void on_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)n;
    (void)names;
}

static void on_row(void *context, size_t n, const struct sql_value *values)
{
    struct first_text *first = context;
    if (n > 0 && values[0].type == 3 && first->text[0] == '\0')
        snprintf(first->text, sizeof(first->text), "%s", values[0].text);
}

/* query names the first contradiction; hint says what to do. */
static int refuse_conflict(struct db *db, const char *query, const char *what, const char *hint,
                           struct err *err)
{
    struct first_text first = { "" };
    struct sql_sink sink = { &first, on_columns, on_row };
    int rc = db_user_sql(db, schema_text(query), &sink, err);
    if (rc == 0 && first.text[0] != '\0')
        rc = err_set(err, ERR_NEGATIVE, "%s '%s' is not the same in both; %s", what, first.text,
                     hint);
    return rc;
}

static void on_conflict(void *context, size_t n, const struct sql_value *values)
{
    struct merge_conflicts *out = context;
    if (n < 3 || out->n == MERGE_MAX_CONFLICTS)
        return;
    snprintf(out->items[out->n].what, sizeof(out->items[0].what), "%s", values[0].text);
    snprintf(out->items[out->n].first, sizeof(out->items[0].first), "%s", values[2].text);
    out->items[out->n++].count = values[1].i;
}

static int put(struct db *db, const char *file, struct err *err)
{
    struct buf CLEANUP(buf_release) sql = { 0 };
    sql_members_expand(file, schema_text(file), &sql);
    return db_exec(db, buf_text(&sql), "merging", err);
}

/* Both have the nouns that they share for the same thing. */
static int prepare_runs(struct db *db, const char *prefix, struct err *err)
{
    int rc = name_runs(db, prefix, err);
    if (rc == 0)
        rc = refuse_conflict(
            db, "schema/merge/conflicting_runs.sql", "run",
            "'rollbook merge A B --out C --prefix TEXT' gives B's runs other names", err);
    return rc < 0 ? rc
                  : refuse_conflict(db, "schema/merge/conflicting_tasks.sql", "task",
                                    "nothing was merged", err);
}

static int list_conflicts(struct db *db, struct merge_conflicts *out, struct err *err)
{
    const struct sql_sink sink = { out, on_columns, on_conflict };
    return db_user_sql(db, schema_text("schema/merge/conflicts.sql"), &sink, err);
}

static int put_all(struct db *db, struct err *err)
{
    int rc = put(db, "schema/merge/blobs.sql", err);
    if (rc == 0)
        rc = put(db, "schema/merge/nouns.sql", err);
    return rc < 0 ? rc : put(db, "schema/merge/rows.sql", err);
}

static int merge_rows(struct db *db, const char *prefix, struct merge_conflicts *out,
                      struct err *err)
{
    int rc = prepare_runs(db, prefix, err);
    if (rc == 0)
        rc = writer_begin(db, err);
    if (rc == 0)
        rc = put_all(db, err);
    if (rc == 0)
        rc = writer_commit(db, err);
    if (rc == 0)
        rc = refuse_conflict(db, "schema/merge/conflicting_rollouts.sql", "rollout",
                             "nothing was merged", err);
    if (rc == 0)
        rc = list_conflicts(db, out, err);
    if (rc == 0)
        rc = facts_refresh(db, err);
    return rc;
}

static int attach_other(struct db *db, const char *path, bool copies_rows, struct err *err)
{
    bool alone = false;
    int rc = refuse_itself(db, path, err);
    if (rc == 0)
        rc = check_other(path, copies_rows, &alone, err);
    return rc < 0 ? rc : attach(db, path, alone, err);
}

int db_merge(struct db *db, const char *path, const char *prefix,
             struct merge_conflicts *out_conflicts, struct err *err)
{
    *out_conflicts = (struct merge_conflicts){ 0 };
    int rc = attach_other(db, path, true, err);
    if (rc == 0)
        rc = db_begin(db, err);
    return rc < 0 ? rc : db_end(db, merge_rows(db, prefix, out_conflicts, err), err);
}

static int merge_facts(struct db *db, struct merge_conflicts *out, bool *out_suffice,
                       struct err *err)
{
    struct first_text wanting = { "" };
    struct sql_sink sink = { &wanting, on_columns, on_row };
    int rc = db_user_sql(db, schema_text("schema/merge/wants_rows.sql"), &sink, err);
    *out_suffice = wanting.text[0] == '\0';
    if (rc < 0 || !*out_suffice)
        return rc;
    rc = prepare_runs(db, "", err);
    if (rc == 0)
        rc = put(db, "schema/merge/blob_keys.sql", err);
    if (rc == 0)
        rc = put(db, "schema/merge/nouns.sql", err);
    if (rc == 0)
        rc = put(db, "schema/merge/facts.sql", err);
    return rc < 0 ? rc : list_conflicts(db, out, err);
}

int db_merge_facts(struct db *db, const char *path, struct merge_conflicts *out_conflicts,
                   bool *out_suffice, struct err *err)
{
    *out_conflicts = (struct merge_conflicts){ 0 };
    *out_suffice = false;
    int rc = attach_other(db, path, false, err);
    if (rc == 0)
        rc = db_begin(db, err);
    return rc < 0 ? rc : db_end(db, merge_facts(db, out_conflicts, out_suffice, err), err);
}
