/*
 * waiting.c - rows that wait to be put in together, and the virtual tables in which SQLite reads
 * them.
 *
 * A statement for each row costs more than the row: a fifth more time for a whole import.  So the
 * statements of waiting_kinds, while a writer is open, add their bound values here, and one
 * INSERT ... SELECT a table stores them (stmt.c says when).  It names the columns alone that some
 * waiting row has: each costs as much for a NULL as for a number, and most are NULL.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/store/db_internal.h"

#define MOST_ROWS    ((size_t)8192)
#define MOST_COLUMNS 48 /* as declared below */
#define MOST_BYTES   ((size_t)1 << 19)

/* Rows refer to rows of earlier tables.  c0 is the key, c1 the query's first parameter. */
const struct waiting_kind waiting_kinds[N_WAITING] = {
    { "insert_blob", "waiting_blob", "load_rows_blob", "last_blob" },
    { "insert_rollout", "waiting_rollout", "load_rows_rollout", "last_rollout" },
    { "insert_rollout_tokens", "waiting_rollout_tokens", "load_rows_rollout_tokens", NULL },
    { "put_reward", "waiting_reward", "load_rows_reward", NULL },
    { "insert_evaluation", "waiting_evaluation", "load_rows_evaluation", "last_evaluation" },
    { "insert_measurement", "waiting_measurement", "load_rows_measurement", NULL },
    { "insert_evidence", "waiting_evidence", "load_rows_evidence", NULL },
};

unsigned waiting_mask(const char *table)
{
    for (unsigned i = 0; i < N_WAITING; i++)
        if (strcmp(waiting_kinds[i].module + strlen("waiting_"), table) == 0)
            return 1U << i;
    return 0;
}

void waiting_clear(struct waiting *w)
{
    for (size_t i = 0; i < N_WAITING; i++)
        w->tables[i].n_rows = w->tables[i].used = 0;
    arena_rewind(&w->texts);
    w->mask = 0;
}

void waiting_release(struct waiting *w)
{
    for (size_t i = 0; i < N_WAITING; i++)
        free(w->tables[i].cells);
    arena_release(&w->texts);
}

struct bound_value *waiting_start_row(struct waiting *w, int kind, int n_parameters)
{
    struct waiting_table *t = &w->tables[kind];
    t->n_columns = (size_t)n_parameters + 1;
    assert(t->n_columns <= MOST_COLUMNS);
    if (t->n_rows == t->capacity) {
        t->capacity = t->capacity == 0 ? 256 : t->capacity * 2;
        t->cells = mem_grow(t->cells, t->capacity * t->n_columns, sizeof(*t->cells));
    }
    struct bound_value *row = t->cells + t->n_rows * t->n_columns;
    for (size_t i = 0; i < t->n_columns; i++)
        row[i].type = SQLITE_NULL;
    return row;
}

void waiting_set(struct waiting *w, int kind, int column, const struct bound_value *value)
{
    struct waiting_table *t = &w->tables[kind];
    struct bound_value *cell = &t->cells[t->n_rows * t->n_columns + (size_t)column];
    t->used |= (uint64_t)(value->type != SQLITE_NULL) << column;
    *cell = *value;
    if ((value->type == SQLITE_TEXT || value->type == SQLITE_BLOB) && value->data != NULL)
        cell->data = arena_strndup(&w->texts, value->data, value->len);
}

bool waiting_end_row(struct waiting *w, int kind)
{
    w->mask |= 1U << kind;
    return ++w->tables[kind].n_rows >= MOST_ROWS || w->texts.used_bytes >= MOST_BYTES;
}

/* sql: comments, what is put where, (a, b, ...), a word in capitals, c0, c1, ..., the rest. */
void waiting_narrow(const char *sql, uint64_t columns, struct buf *out)
{
    while (*sql == '-')
        sql = strchr(sql, '\n') + 1;
    const char *name = strchr(sql, '(');
    const char *word = strchr(name, ')');
    const char *value = strchr(word, 'c');
    struct buf CLEANUP(buf_release) values = { 0 };
    buf_add(out, sql, (size_t)(name - sql));
    buf_add(&values, word, (size_t)(value - word));
    bool any = false;
    while (*value == 'c') {
        size_t value_len = strcspn(value, ", \n");
        name += strspn(name, "(, \n");
        size_t name_len = strcspn(name, ", )\n");
        if (columns >> strtoul(value + 1, NULL, 10) & 1) {
            buf_printf(out, "%s%.*s", any ? ", " : "(", (int)name_len, name);
            buf_printf(&values, "%s%.*s", any ? ", " : "", (int)value_len, value);
            any = true;
        }
        name += name_len;
        value += value_len + strspn(value + value_len, ", \n");
    }
    buf_printf(out, "%s\n%s", buf_text(&values), value);
}

/* ---- as virtual tables ---- */

static const char declaration[] = "CREATE " /* SQLite asks for this shape */
                                  "TABLE x(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, "
                                  "c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23, c24, "
                                  "c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, "
                                  "c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47)";

struct waiting_vtab {
    sqlite3_vtab base; /* first: SQLite's view of it */
    struct waiting_table *rows;
};

struct waiting_cursor {
    sqlite3_vtab_cursor base; /* first */
    size_t at;
};

static const struct waiting_table *rows_of(const sqlite3_vtab_cursor *c)
{
    return ((const struct waiting_vtab *)(const void *)c->pVtab)->rows;
}

static int waiting_connect(sqlite3 *handle, void *aux, int argc, const char *const *argv,
                           sqlite3_vtab **out, char **message)
{
    (void)argc;
    (void)argv;
    (void)message;
    int rc = sqlite3_declare_vtab(handle, declaration);
    if (rc != SQLITE_OK)
        return rc;
    struct waiting_vtab *t = mem_alloc(sizeof(*t));
    t->rows = aux;
    *out = &t->base;
    return SQLITE_OK;
}

static int waiting_disconnect(sqlite3_vtab *vtab)
{
    free(vtab);
    return SQLITE_OK;
}

static int waiting_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    (void)vtab;
    info->estimatedCost = 1000;
    return SQLITE_OK;
}

static int waiting_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out)
{
    (void)vtab;
    struct waiting_cursor *c = mem_alloc(sizeof(*c));
    *out = &c->base;
    return SQLITE_OK;
}

static int waiting_close(sqlite3_vtab_cursor *cursor)
{
    free(cursor);
    return SQLITE_OK;
}

static struct waiting_cursor *own(sqlite3_vtab_cursor *c)
{
    return (struct waiting_cursor *)(void *)c;
}

static int waiting_filter(sqlite3_vtab_cursor *cursor, int index, const char *text, int argc,
                          sqlite3_value **argv)
{
    (void)index;
    (void)text;
    (void)argc;
    (void)argv;
    own(cursor)->at = 0;
    return SQLITE_OK;
}

static int waiting_next(sqlite3_vtab_cursor *cursor)
{
    own(cursor)->at++;
    return SQLITE_OK;
}

static int waiting_eof(sqlite3_vtab_cursor *cursor)
{
    return own(cursor)->at >= rows_of(cursor)->n_rows;
}

static int waiting_column(sqlite3_vtab_cursor *cursor, sqlite3_context *out, int column)
{
    const struct waiting_table *t = rows_of(cursor);
    if ((size_t)column >= t->n_columns)
        return SQLITE_OK;
    const struct bound_value *c = &t->cells[own(cursor)->at * t->n_columns + (size_t)column];
    switch (c->type) {
    case SQLITE_INTEGER:
        sqlite3_result_int64(out, c->i);
        break;
    case SQLITE_FLOAT:
        sqlite3_result_double(out, c->real);
        break;
    case SQLITE_TEXT:
        sqlite3_result_text64(out, c->data, c->len, SQLITE_STATIC, SQLITE_UTF8);
        break;
    case SQLITE_BLOB:
        sqlite3_result_blob64(out, c->data, c->len, SQLITE_STATIC);
        break;
    }
    return SQLITE_OK;
}

static int waiting_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)own(cursor)->at;
    return SQLITE_OK;
}

static const sqlite3_module module = {
    .xConnect = waiting_connect,
    .xBestIndex = waiting_best_index,
    .xDisconnect = waiting_disconnect,
    .xOpen = waiting_open,
    .xClose = waiting_close,
    .xFilter = waiting_filter,
    .xNext = waiting_next,
    .xEof = waiting_eof,
    .xColumn = waiting_column,
    .xRowid = waiting_rowid,
};

int waiting_register(struct waiting *w, sqlite3 *handle)
{
    int rc = SQLITE_OK;
    for (size_t i = 0; i < N_WAITING && rc == SQLITE_OK; i++)
        rc =
            sqlite3_create_module_v2(handle, waiting_kinds[i].module, &module, &w->tables[i], NULL);
    return rc;
}
