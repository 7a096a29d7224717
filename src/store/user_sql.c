/*
 * user_sql.c - statements typed by people: read-only, one at a time, values handed to a sink.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
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

static void send_columns(sqlite3_stmt *st, size_t n, const struct sql_sink *sink)
{
    const char **names = mem_array(n, sizeof(*names));
    for (size_t i = 0; i < n; i++)
        names[i] = sqlite3_column_name(st, (int)i);
    sink->columns(sink->context, n, names);
    free(names);
}

static int send_rows(struct db *db, sqlite3_stmt *st, size_t n, const struct sql_sink *sink,
                     struct err *err)
{
    struct sql_value *values = mem_array(n, sizeof(*values));
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        for (size_t i = 0; i < n; i++)
            values[i] = value_of(st, (int)i);
        sink->row(sink->context, n, values);
    }
    free(values);
    if (rc == SQLITE_DONE)
        return 0;
    if ((rc & 0xff) == SQLITE_BUSY)
        return db_error(db, "reading", err);
    return err_set(err, ERR_USAGE, "SQL: %s", sqlite3_errmsg(db->handle));
}

static bool is_blank(const char *s)
{
    return s[strspn(s, " \t\r\n;")] == '\0';
}

int db_user_sql(struct db *db, const char *sql, const struct sql_sink *sink, struct err *err)
{
    sqlite3_stmt *st = NULL;
    const char *tail = NULL;
    if (sqlite3_prepare_v2(db->handle, sql, -1, &st, &tail) != SQLITE_OK)
        return err_set(err, ERR_USAGE, "SQL: %s", sqlite3_errmsg(db->handle));
    int rc = 0;
    if (st == NULL)
        rc = err_set(err, ERR_USAGE, "SQL: the statement is empty");
    else if (tail != NULL && !is_blank(tail))
        rc = err_set(err, ERR_USAGE, "SQL: one statement at a time; this follows it: %.60s", tail);
    else if (sqlite3_stmt_readonly(st) == 0 || sqlite3_column_count(st) == 0)
        rc = err_set(err, ERR_USAGE, "SQL: only statements that read are allowed here");
    if (rc == 0) {
        size_t n = (size_t)sqlite3_column_count(st);
        send_columns(st, n, sink);
        rc = send_rows(db, st, n, sink, err);
    }
    sqlite3_finalize(st);
    return rc;
}
