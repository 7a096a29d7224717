/*
 * user_sql.c - rows to a sink: of people's statements, which may only read, and of ours.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/list_view_columns.h"
#include "columns/list_views.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

static struct sql_value value_of(sqlite3_stmt *st, int column)
{
    struct sql_value v = { 0 };
    switch (sqlite3_column_type(st, column)) {
    case SQLITE_INTEGER:
        v.type = 1;
        v.i = sqlite3_column_int64(st, column);
        break;
    case SQLITE_FLOAT:
        v.type = 2;
        v.real = sqlite3_column_double(st, column);
        break;
    case SQLITE_TEXT:
        v.type = 3;
        v.text = (const char *)sqlite3_column_text(st, column);
        break;
    case SQLITE_BLOB:
        v.type = 4;
        v.text = sqlite3_column_blob(st, column);
        break;
    default:
        break;
    }
    v.len = (size_t)sqlite3_column_bytes(st, column);
    return v;
}

/* Returns the SQLite code. */
static int send_rows(sqlite3_stmt *st, const struct sql_sink *sink)
{
    size_t n = (size_t)sqlite3_column_count(st);
    struct sql_value *values = mem_array(n, sizeof(*values));
    int rc;
    const char **names = mem_array(n, sizeof(*names));
    for (size_t i = 0; i < n; i++)
        names[i] = sqlite3_column_name(st, (int)i);
    sink->columns(sink->context, n, names);
    free(names);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        for (size_t i = 0; i < n; i++)
            values[i] = value_of(st, (int)i);
        sink->row(sink->context, n, values);
    }
    free(values);
    return rc;
}

int stmt_rows(struct stmt *st, const struct sql_sink *sink, struct err *err)
{
    int rc = stmt_damage(st, err);
    if (rc < 0)
        return rc;
    rc = send_rows(st->handle, sink);
    rc = rc == SQLITE_DONE ? 0 : db_error(st->db, st->name, err);
    sqlite3_reset(st->handle);
    return rc;
}

static int run_one(struct db *db, sqlite3_stmt *st, const struct sql_sink *sink, struct err *err)
{
    if (sqlite3_stmt_readonly(st) == 0 || sqlite3_column_count(st) == 0)
        return err_set(err, ERR_USAGE, "SQL: only statements that read are allowed here");
    int rc = send_rows(st, sink);
    if (rc == SQLITE_DONE)
        return 0;
    if ((rc & 0xff) == SQLITE_BUSY || (rc & 0xff) == SQLITE_CORRUPT || db_altered(db) != NULL)
        return db_error(db, "reading", err);
    return err_set(err, ERR_USAGE, "SQL: %s", sqlite3_errmsg(db->handle));
}

/* SQLite's message; a wrong name gets the view or column that may be meant. */
static int explain(struct db *db, struct err *err)
{
    static const char no_table[] = "no such table: ", no_column[] = "no such column: ";
    const char *message = sqlite3_errmsg(db->handle);
    struct nearest near;
    struct err failed = { 0 };
    err_set(err, ERR_USAGE, "SQL: %s", message);
    if (str_starts_with(message, no_column)) {
        CLEANUP(mem_free_ptr) char *column = mem_strdup(message + strlen(no_column));
        const char *dot = strrchr(column, '.');
        nearest_init(&near, dot != NULL ? dot + 1 : column);
        struct stmt *of_views = db_query(db, "list_view_columns");
        while (stmt_step(of_views, &failed) > 0) {
            /* The same name in another view is no advice. */
            const char *other = stmt_text(of_views, LIST_VIEW_COLUMNS_NAME);
            if (strcmp(other, near.wrong) != 0)
                nearest_offer(&near, other);
        }
        return err_suggest(err, &near);
    }
    if (!str_starts_with(message, no_table))
        return ERR_USAGE;
    CLEANUP(mem_free_ptr) char *wrong = mem_strdup(message + strlen(no_table));
    if (str_ends_with(wrong, "s"))
        wrong[strlen(wrong) - 1] = '\0'; /* rollouts: v_rollout */
    CLEANUP(buf_release) struct buf view = { 0 };
    buf_printf(&view, "%s%s", str_starts_with(wrong, "v_") ? "" : "v_", wrong);
    nearest_init(&near, buf_text(&view));
    struct stmt *st = db_query(db, "list_views");
    while (stmt_step(st, &failed) > 0)
        nearest_offer(&near, stmt_text(st, LIST_VIEWS_NAME));
    return err_suggest(err, &near);
}

static int prepare_next(struct db *db, const char **sql, sqlite3_stmt **out, struct err *err)
{
    *out = NULL;
    /* Comments and empty statements prepare to nothing. */
    while (*out == NULL && **sql != '\0') {
        if (sqlite3_prepare_v2(db->handle, *sql, -1, out, sql) != SQLITE_OK)
            return explain(db, err);
    }
    return 0;
}

int db_user_sql(struct db *db, const char *sql, const struct sql_sink *sink, struct err *err)
{
    sqlite3_stmt *st = NULL;
    sqlite3_stmt *next = NULL;
    int rc = db_flush(db, err);
    if (rc == 0)
        rc = prepare_next(db, &sql, &st, err);
    if (rc == 0 && st == NULL)
        rc = err_set(err, ERR_USAGE, "SQL: the statement is empty");
    const char *rest = sql;
    if (rc == 0)
        rc = prepare_next(db, &sql, &next, err);
    if (rc == 0 && next != NULL)
        rc = err_set(err, ERR_USAGE, "SQL: one statement at a time; this follows it: %.60s", rest);
    if (rc == 0)
        rc = run_one(db, st, sink, err);
    sqlite3_finalize(next);
    sqlite3_finalize(st);
    return rc;
}

int db_user_script(struct db *db, const char *sql, const struct sql_sink *sink, struct err *err)
{
    size_t done = 0;
    sqlite3_stmt *st = NULL;
    int rc;
    while ((rc = prepare_next(db, &sql, &st, err)) == 0 && st != NULL) {
        rc = run_one(db, st, sink, err);
        sqlite3_finalize(st);
        if (rc < 0)
            return rc;
        done++;
    }
    if (rc == 0 && done == 0)
        return err_set(err, ERR_USAGE, "SQL: no statement");
    return rc;
}

/* ---- a value as JSON ---- */

void sql_value_put_real(struct buf *out, double v)
{
    size_t from = out->len;
    buf_put_double(out, v);
    if (isfinite(v) && strpbrk(buf_text(out) + from, ".e") == NULL)
        buf_puts(out, ".0");
}

static void put_json_real(struct buf *out, double v)
{
    if (isfinite(v)) {
        sql_value_put_real(out, v);
        return;
    }
    buf_puts(out, "{\"real\":\"");
    sql_value_put_real(out, v);
    buf_puts(out, "\"}");
}

void sql_value_put_json(struct buf *out, const struct sql_value *v)
{
    switch (v->type) {
    case 1:
        buf_printf(out, "%" PRId64, v->i);
        break;
    case 2:
        put_json_real(out, v->real);
        break;
    case 3:
        buf_put_json_string(out, v->text, v->len);
        break;
    case 4:
        buf_puts(out, "{\"hex\":\"");
        buf_put_hex(out, v->text, v->len);
        buf_puts(out, "\"}");
        break;
    default:
        buf_puts(out, "null");
        break;
    }
}
