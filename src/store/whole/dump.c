#include "src/store/whole/dump.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "columns/list_table_dumps.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/whole/verify.h"

struct table_walk {
    const struct dump_sink *sink;
    const char *name;
    size_t n;
    const char **columns;
    struct arena *arena;
    struct err *err;
    int rc; /* of the first failed callback */
};

static void on_columns(void *context, size_t n, const char *const *names)
{
    struct table_walk *w = context;
    w->n = n;
    w->columns = arena_array(w->arena, n, sizeof(*w->columns));
    for (size_t i = 0; i < n; i++)
        w->columns[i] = arena_strdup(w->arena, names[i]);
    w->rc = w->sink->table(w->sink->context, w->name, n, w->columns, w->err);
}

static void on_row(void *context, size_t n, const struct sql_value *values)
{
    struct table_walk *w = context;
    if (w->rc == 0)
        w->rc = w->sink->row(w->sink->context, n, w->columns, values, w->err);
}

static int dump_table(struct db *db, const char *name, const char *sql,
                      const struct dump_sink *sink, struct err *err)
{
    struct arena a = { 0 };
    struct table_walk w = { .sink = sink, .name = name, .arena = &a, .err = err };
    struct sql_sink rows = { &w, on_columns, on_row };
    int rc = db_user_sql(db, sql, &rows, err);
    if (rc == 0)
        rc = w.rc;
    if (rc == 0)
        rc = sink->table_end(sink->context, err);
    arena_release(&a);
    return rc;
}

int db_dump(struct db *db, const struct dump_sink *sink, struct err *err)
{
    int rc = db_check_content(db, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "list_table_dumps");
    while ((rc = stmt_step(st, err)) > 0) {
        rc = dump_table(db, stmt_text(st, LIST_TABLE_DUMPS_NAME),
                        stmt_text(st, LIST_TABLE_DUMPS_READING), sink, err);
        if (rc < 0) {
            stmt_reset(st);
            return rc;
        }
    }
    return rc;
}

void dump_put_ndjson(struct buf *out, size_t n, const char *const *columns,
                     const struct sql_value *values)
{
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, i == 0 ? '{' : ',');
        buf_put_json_string(out, columns[i], strlen(columns[i]));
        buf_putc(out, ':');
        sql_value_put_json(out, &values[i]);
    }
    buf_puts(out, "}\n");
}

/* The copy has the source's journal mode; a published file stands alone. */
static int leave_wal(const char *path, struct err *err)
{
    sqlite3 *handle = NULL;
    int rc = 0;
    if (sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_exec(handle, query_sql("pragma_single_file"), NULL, NULL, NULL) != SQLITE_OK)
        rc = err_set(err, ERR_INTEGRITY, "%s: %s", path, sqlite3_errmsg(handle));
    else
        log_mark_renew(handle);
    sqlite3_close(handle);
    return rc;
}

static int copy_into(struct db *db, const struct file_draft *draft, struct err *err)
{
    int rc = db_exec(db, query_sql("pragma_trust"), "copying", err);
    struct stmt *st = db_query(db, "vacuum_into");
    stmt_bind_text(st, ":path", draft->path);
    if (rc == 0)
        rc = stmt_run(st, err);
    return rc < 0 ? rc : leave_wal(draft->path, err);
}

static int close_copy(const char *path, struct err *err)
{
    struct db *copy = NULL;
    int rc = db_open_with(path, query_sql("pragma_single_file"), &copy, err);
    if (rc < 0)
        return rc;
    copy->mark.closes = true;
    db_close(copy);
    return 0;
}

int db_snapshot(struct db *db, const char *path, struct err *err)
{
    struct file_draft draft;
    int rc = db_check_name(path, err);
    if (rc == 0)
        rc = db_check_free(path, err);
    if (rc == 0)
        rc = db_check_content(db, err);
    if (rc == 0)
        rc = file_draft_open(&draft, path, FILE_NEW, err);
    if (rc < 0)
        return rc;
    rc = copy_into(db, &draft, err);
    if (rc == 0)
        rc = close_copy(draft.path, err);
    if (rc == 0)
        return file_draft_publish(&draft, FILE_NEW, err);
    file_draft_drop(&draft);
    return rc;
}

int db_fork(const char *path, const char *target, struct db_fork *out, struct err *err)
{
    struct db *source = NULL;
    *out = (struct db_fork){ .draft.fd = -1 };
    int rc = db_check_name(target, err);
    if (rc == 0)
        rc = db_check_free(target, err);
    if (rc == 0)
        rc = db_open(path, DB_READ, &source, err);
    if (rc == 0)
        rc = db_check_content(source, err);
    if (rc == 0)
        rc = file_draft_open(&out->draft, target, FILE_NEW, err);
    if (rc == 0)
        rc = copy_into(source, &out->draft, err);
    db_close(source);
    if (rc == 0)
        rc = db_open(out->draft.path, DB_WRITE, &out->db, err);
    if (rc < 0) {
        db_fork_drop(out);
        return rc;
    }
    free(out->db->path);
    out->db->path = mem_strdup(target); /* for messages */
    return 0;
}

int db_fork_publish(struct db_fork *f, struct err *err)
{
    db_forget_statements(f->db);
    int rc = db_exec(f->db, query_sql("pragma_single_file"), "finishing", err);
    db_close(f->db);
    f->db = NULL;
    if (rc == 0)
        return file_draft_publish(&f->draft, FILE_NEW, err);
    db_fork_drop(f);
    return rc;
}

void db_fork_drop(struct db_fork *f)
{
    db_close(f->db);
    f->db = NULL;
    if (f->draft.path != NULL)
        db_remove_beside(f->draft.path);
    file_draft_drop(&f->draft);
}
