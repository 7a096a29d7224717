/*
 * stmt.c - prepared statements by name, typed binds and columns.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/functions/row_checksum.h"
#include "src/store/sql_members.h"

static _Noreturn void bug(const char *name, const char *why)
{
    fprintf(stderr, "rollbook: bug: query %s: %s\n", name, why);
    abort();
}

/* A damaged file may lack a table or hide it; other mistakes are ours. */
static bool is_damage(struct db *db, int code)
{
    return (code & 0xff) != SQLITE_ERROR ||
           strncmp(sqlite3_errmsg(db->handle), "no such ", strlen("no such ")) == 0;
}

static struct stmt *prepare(struct db *db, const char *name)
{
    struct stmt *st = mem_alloc(sizeof(*st));
    struct buf CLEANUP(buf_release) sql = { 0 };
    sql_members_expand(name, query_sql(name), &sql);
    db->preparing = name;
    int rc = sqlite3_prepare_v3(db->handle, buf_text(&sql), -1, SQLITE_PREPARE_PERSISTENT,
                                &st->handle, NULL);
    db->preparing = NULL;
    if (rc != SQLITE_OK) {
        if (!is_damage(db, rc))
            bug(name, sqlite3_errmsg(db->handle));
        snprintf(st->damage, sizeof(st->damage), "%s", sqlite3_errmsg(db->handle));
        st->damage_code = rc;
    }
    st->db = db;
    st->name = name;
    st->part = loader_part_of(name);
    st->use = 1;
    st->checksum_at = sqlite3_bind_parameter_index(st->handle, ":checksum");
    st->next = db->statements;
    db->statements = st;
    db->has_damaged |= st->handle == NULL;
    return st;
}

int stmt_damage(const struct stmt *st, struct err *err)
{
    if (st->db->failure != NULL) {
        *err = *st->db->failure;
        return err->code;
    }
    if (st->handle != NULL)
        return 0;
    bool busy = (st->damage_code & 0xff) == SQLITE_BUSY;
    return err_set(err, busy ? ERR_BUSY : ERR_INTEGRITY, "%s: %s: %s", st->db->path, st->name,
                   st->damage);
}

/* It is prepared again, since the cause may pass. */
static void drop_damaged(struct db *db)
{
    if (!db->has_damaged)
        return;
    db->has_damaged = false;
    for (struct stmt **at = &db->statements; *at != NULL;) {
        struct stmt *st = *at;
        if (st->handle == NULL) {
            *at = st->next;
            free(st);
        } else {
            at = &st->next;
        }
    }
}

static struct stmt *find_statement(struct db *db, const char *name)
{
    for (struct stmt *st = db->statements; st != NULL; st = st->next)
        if (st->name == name)
            return st;
    for (struct stmt *st = db->statements; st != NULL; st = st->next)
        if (strcmp(st->name, name) == 0)
            return st;
    return NULL;
}

struct stmt *db_plain_query(struct db *db, const char *name)
{
    drop_damaged(db);
    struct stmt *st = find_statement(db, name);
    if (st == NULL)
        return prepare(db, name);
    if (sqlite3_stmt_busy(st->handle))
        bug(name, "used again before it was reset");
    sqlite3_clear_bindings(st->handle);
    st->n_bound = 0;
    st->checksum = 0;
    st->use++;
    st->row = NULL;
    return st;
}

/* The next statement that runs reports a failure. */
static void flush(struct db *db)
{
    struct err err = { 0 };
    if (loader_flush(db, &err) == 0 || db->failure != NULL)
        return;
    db->failure = mem_alloc(sizeof(*db->failure));
    *db->failure = err;
}

struct stmt *db_query(struct db *db, const char *name)
{
    struct stmt *st = db_plain_query(db, name);
    if (!loader_is_open(db->loader) || st->part == LOADER_IS_APART)
        return st;
    if (st->part == LOADER_FLUSHES) {
        flush(db);
        return db_plain_query(db, name); /* flushing drops damaged ones */
    }
    if (st->handle != NULL)
        loader_start_row(st);
    return st;
}

/* Callers bind in the same order each time, so last time's next parameter is tried first.  Names
 * are literals: the same address is the same name. */
static int bind_index(struct stmt *st, const char *name, uint64_t *out_column)
{
    size_t at = st->n_bound++;
    bool kept = at < ARRAY_LEN(st->order);
    if (kept && st->order[at].name == name) {
        *out_column = st->order[at].column;
        return st->order[at].parameter;
    }
    int i = sqlite3_bind_parameter_index(st->handle, name);
    if (i == 0 && st->handle != NULL)
        bug(st->name, name);
    *out_column = checksum_column(name);
    if (kept) {
        st->order[at].name = name;
        st->order[at].parameter = i;
        st->order[at].column = *out_column;
    }
    return i;
}

static uint64_t cell_checksum(uint64_t column, const struct loader_cell *v)
{
    if (column == 0 || v->type == SQLITE_NULL)
        return 0;
    return v->type == SQLITE_INTEGER ? checksum_int(column, v->i)
           : v->type == SQLITE_FLOAT ? checksum_real(column, v->real)
                                     : checksum_bytes(column, v->data, v->len);
}

static void add_to_checksum(struct stmt *st, int i, uint64_t column, const struct loader_cell *v)
{
    if ((size_t)i >= ARRAY_LEN(st->shares))
        bug(st->name, "has too many parameters");
    if (st->shares[i].use == st->use)
        st->checksum -= st->shares[i].value;
    st->shares[i].value = cell_checksum(column, v);
    st->shares[i].use = st->use;
    st->checksum += st->shares[i].value;
}

static void bind_here(struct stmt *st, int i, const struct loader_cell *v,
                      sqlite3_destructor_type d)
{
    switch (v->type) {
    case SQLITE_NULL:
        sqlite3_bind_null(st->handle, i);
        break;
    case SQLITE_INTEGER:
        sqlite3_bind_int64(st->handle, i, v->i);
        break;
    case SQLITE_FLOAT:
        sqlite3_bind_double(st->handle, i, v->real);
        break;
    case SQLITE_TEXT:
        sqlite3_bind_text64(st->handle, i, v->data, v->len, d, SQLITE_UTF8);
        break;
    case SQLITE_BLOB:
        sqlite3_bind_blob64(st->handle, i, v->data, v->len, d);
        break;
    }
}

static void bind(struct stmt *st, const char *name, const struct loader_cell *v,
                 sqlite3_destructor_type d)
{
    uint64_t column;
    int i = bind_index(st, name, &column);
    if (st->checksum_at != 0)
        add_to_checksum(st, i, column, v);
    if (st->row != NULL)
        loader_set(st, i, v);
    else
        bind_here(st, i, v, d);
}

void stmt_bind_int(struct stmt *st, const char *name, int64_t v)
{
    bind(st, name, &(struct loader_cell){ .type = SQLITE_INTEGER, .i = v }, SQLITE_STATIC);
}

void stmt_bind_null(struct stmt *st, const char *name)
{
    bind(st, name, &(struct loader_cell){ .type = SQLITE_NULL }, SQLITE_STATIC);
}

void stmt_bind_real(struct stmt *st, const char *name, double v)
{
    if (isnan(v))
        stmt_bind_null(st, name);
    else
        bind(st, name, &(struct loader_cell){ .type = SQLITE_FLOAT, .real = v }, SQLITE_STATIC);
}

void stmt_bind_text_n(struct stmt *st, const char *name, const char *s, size_t len)
{
    bind(st, name, &(struct loader_cell){ .type = SQLITE_TEXT, .data = s, .len = len },
         SQLITE_TRANSIENT);
}

void stmt_bind_text_borrowed(struct stmt *st, const char *name, const char *s, size_t len)
{
    bind(st, name, &(struct loader_cell){ .type = SQLITE_TEXT, .data = s, .len = len },
         SQLITE_STATIC);
}

void stmt_bind_text(struct stmt *st, const char *name, const char *s)
{
    if (s == NULL)
        stmt_bind_null(st, name);
    else
        stmt_bind_text_n(st, name, s, strlen(s));
}

void stmt_bind_blob(struct stmt *st, const char *name, const void *data, size_t len)
{
    if (data == NULL)
        stmt_bind_null(st, name);
    else
        bind(st, name, &(struct loader_cell){ .type = SQLITE_BLOB, .data = data, .len = len },
             SQLITE_TRANSIENT);
}

/* Puts the checksum of what was bound to its place, before the row goes. */
static void seal(struct stmt *st)
{
    const struct loader_cell sum = { .type = SQLITE_INTEGER, .i = (int64_t)st->checksum };
    if (st->checksum_at == 0)
        return;
    if (st->row != NULL)
        loader_set(st, st->checksum_at, &sum);
    else if (!sqlite3_stmt_busy(st->handle))
        sqlite3_bind_int64(st->handle, st->checksum_at, sum.i);
}

void stmt_bind_id(struct stmt *st, const char *name, int64_t id)
{
    if (id == 0)
        stmt_bind_null(st, name);
    else
        stmt_bind_int(st, name, id);
}

void stmt_bind_count(struct stmt *st, const char *name, int64_t v)
{
    if (v < 0)
        stmt_bind_null(st, name);
    else
        stmt_bind_int(st, name, v);
}

void stmt_bind_text_list(struct stmt *st, const char *name, const char *const *items, size_t n)
{
    struct buf json = { 0 };
    buf_putc(&json, '[');
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            buf_putc(&json, ',');
        buf_put_json_string(&json, items[i], strlen(items[i]));
    }
    buf_putc(&json, ']');
    stmt_bind_text_n(st, name, json.data, json.len);
    buf_release(&json);
}

int stmt_step(struct stmt *st, struct err *err)
{
    int rc = stmt_damage(st, err);
    if (rc < 0)
        return rc;
    seal(st);
    rc = sqlite3_step(st->handle);
    if (rc == SQLITE_ROW)
        return 1;
    if (rc == SQLITE_DONE) {
        sqlite3_reset(st->handle);
        return 0;
    }
    rc = db_error(st->db, st->name, err);
    sqlite3_reset(st->handle);
    return rc;
}

int stmt_run(struct stmt *st, struct err *err)
{
    int rc;
    if (st->row != NULL) {
        seal(st);
        return loader_end_row(st, NULL, err);
    }
    do {
        rc = stmt_step(st, err);
    } while (rc > 0);
    return rc;
}

int stmt_one_int(struct stmt *st, int64_t *out, struct err *err)
{
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc == 0)
        return err_set(err, ERR_NOMATCH, "%s: no row", st->name);
    if (sqlite3_column_count(st->handle) != 1)
        bug(st->name, "has more than the one integer");
    *out = stmt_int(st, 0);
    return stmt_run(st, err);
}

int stmt_insert(struct stmt *st, int64_t *out_id, struct err *err)
{
    if (st->row != NULL) {
        seal(st);
        return loader_end_row(st, out_id, err);
    }
    int rc = stmt_run(st, err);
    if (rc == 0)
        *out_id = sqlite3_last_insert_rowid(st->db->handle);
    return rc;
}

void stmt_reset(struct stmt *st)
{
    sqlite3_reset(st->handle);
}

bool stmt_is_null(struct stmt *st, int column)
{
    return sqlite3_column_type(st->handle, column) == SQLITE_NULL;
}

int64_t stmt_int(struct stmt *st, int column)
{
    return sqlite3_column_int64(st->handle, column);
}

double stmt_real(struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? (double)NAN : sqlite3_column_double(st->handle, column);
}

const char *stmt_text(struct stmt *st, int column)
{
    return (const char *)sqlite3_column_text(st->handle, column);
}

const void *stmt_blob(struct stmt *st, int column, size_t *out_len)
{
    const void *data = sqlite3_column_blob(st->handle, column);
    *out_len = (size_t)sqlite3_column_bytes(st->handle, column);
    return data;
}

char *stmt_text_dup(struct stmt *st, int column, struct arena *a)
{
    const char *s = stmt_text(st, column);
    if (s == NULL)
        return NULL;
    return arena_strndup(a, s, (size_t)sqlite3_column_bytes(st->handle, column));
}
