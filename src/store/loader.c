#include "src/store/loader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "columns/loader_triggers.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

#define MOST_ROWS    ((size_t)8192)
#define MOST_COLUMNS 48 /* as declared below */
#define MOST_BYTES   ((size_t)1 << 19)

/* Rows refer to rows of earlier tables.  c0 is the key, c1 the query's first parameter. */
static const struct {
    const char *query;
    const char *module;  /* virtual table of waiting rows */
    const char *flush;   /* puts them in */
    const char *last_id; /* NULL: no key of their own */
} kinds[] = {
    { "insert_blob", "waiting_blob", "load_rows_blob", "last_blob" },
    { "insert_rollout", "waiting_rollout", "load_rows_rollout", "last_rollout" },
    { "insert_rollout_tokens", "waiting_rollout_tokens", "load_rows_rollout_tokens", NULL },
    { "put_reward", "waiting_reward", "load_rows_reward", NULL },
    { "insert_evaluation", "waiting_evaluation", "load_rows_evaluation", "last_evaluation" },
    { "insert_measurement", "waiting_measurement", "load_rows_measurement", NULL },
    { "insert_evidence", "waiting_evidence", "load_rows_evidence", NULL },
};
#define N_KINDS ARRAY_LEN(kinds)

/* Importers use these in between; they never see waiting rows, for a waiting text is in the
 * cache. */
static const char *const apart[] = {
    "find_blob",   "find_task",     "insert_task",     "complete_task",
    "find_device", "insert_device", "insert_run_task",
};

struct loader_table {
    struct loader_cell *cells; /* owned */
    size_t n_columns;          /* with the key */
    size_t n_rows, capacity;
    int64_t last_id; /* 0: not yet known */
};

struct loader {
    struct loader_table tables[N_KINDS];
    struct arena texts; /* of waiting rows */
    bool open;
    bool any;                                          /* rows wait */
    int64_t rollout_id, evaluation_id, measurement_id; /* last ones at opening */
    char *triggers;                                    /* makes the removed ones again; owned */
};

struct loader *loader_new(void)
{
    return mem_alloc(sizeof(struct loader));
}

void loader_free(struct loader *l)
{
    for (size_t i = 0; i < N_KINDS; i++)
        free(l->tables[i].cells);
    arena_release(&l->texts);
    free(l->triggers);
    free(l);
}

static void empty(struct loader *l)
{
    for (size_t i = 0; i < N_KINDS; i++)
        l->tables[i].n_rows = 0;
    arena_rewind(&l->texts);
    l->any = false;
}

bool loader_is_open(const struct loader *l)
{
    return l->open;
}

void loader_drop(struct loader *l)
{
    empty(l);
    free(l->triggers);
    l->triggers = NULL;
    l->open = false;
}

enum loader_part loader_part_of(const char *query)
{
    for (size_t i = 0; i < N_KINDS; i++)
        if (strcmp(kinds[i].query, query) == 0)
            return (enum loader_part)(LOADER_GATHERS + i);
    for (size_t i = 0; i < ARRAY_LEN(apart); i++)
        if (strcmp(apart[i], query) == 0)
            return LOADER_IS_APART;
    return LOADER_FLUSHES;
}

static struct loader_cell *row_at(const struct loader_table *t, size_t i)
{
    return t->cells + i * t->n_columns;
}

static struct loader_table *table_of(const struct stmt *st)
{
    return &st->db->loader->tables[st->part - LOADER_GATHERS];
}

void loader_start_row(struct stmt *st)
{
    struct loader_table *t = table_of(st);
    t->n_columns = (size_t)sqlite3_bind_parameter_count(st->handle) + 1;
    assert(t->n_columns <= MOST_COLUMNS);
    if (t->n_rows == t->capacity) {
        t->capacity = t->capacity == 0 ? 256 : t->capacity * 2;
        t->cells = mem_grow(t->cells, t->capacity * t->n_columns, sizeof(*t->cells));
    }
    st->row = row_at(t, t->n_rows);
    for (size_t i = 0; i < t->n_columns; i++)
        st->row[i].type = SQLITE_NULL;
}

void loader_set(struct stmt *st, int parameter, const struct loader_cell *value)
{
    struct loader_cell *cell = &st->row[parameter];
    cell->type = value->type;
    switch (value->type) {
    case SQLITE_INTEGER:
        cell->i = value->i;
        break;
    case SQLITE_FLOAT:
        cell->real = value->real;
        break;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        cell->data = value->data == NULL
                         ? NULL
                         : arena_strndup(&st->db->loader->texts, value->data, value->len);
        cell->len = value->len;
        break;
    }
}

static int last_id(struct db *db, const char *query, int64_t *out, struct err *err)
{
    return stmt_one_int(db_plain_query(db, query), out, err);
}

int loader_end_row(struct stmt *st, int64_t *out_id, struct err *err)
{
    struct loader *l = st->db->loader;
    struct loader_table *t = table_of(st);
    const char *query = kinds[st->part - LOADER_GATHERS].last_id;
    int rc = query == NULL || t->last_id > 0 ? 0 : last_id(st->db, query, &t->last_id, err);
    if (rc < 0)
        return rc;
    if (out_id != NULL) {
        *out_id = ++t->last_id;
        st->row[0] = (struct loader_cell){ .type = SQLITE_INTEGER, .i = *out_id };
    }
    st->row = NULL;
    t->n_rows++;
    l->any = true;
    return t->n_rows >= MOST_ROWS || l->texts.used_bytes >= MOST_BYTES ? loader_flush(st->db, err)
                                                                       : 0;
}

int loader_flush(struct db *db, struct err *err)
{
    struct loader *l = db->loader;
    int rc = 0;
    if (!l->any)
        return 0;
    for (size_t i = 0; i < N_KINDS && rc == 0; i++)
        if (l->tables[i].n_rows > 0)
            rc = stmt_run(db_plain_query(db, kinds[i].flush), err);
    empty(l);
    return rc;
}

static int put_triggers_off(struct db *db, struct err *err)
{
    struct arena a = { 0 };
    struct stmt *st = db_plain_query(db, "loader_triggers");
    int rc = stmt_step(st, err);
    const char *removal = rc > 0 ? stmt_text_dup(st, LOADER_TRIGGERS_REMOVAL, &a) : NULL;
    const char *making = rc > 0 ? stmt_text(st, LOADER_TRIGGERS_MAKING) : NULL;
    db->loader->triggers = mem_strdup(making == NULL ? "" : making);
    stmt_reset(st);
    if (rc > 0)
        rc = removal == NULL ? 0 : db_exec(db, removal, "loading", err);
    arena_release(&a);
    return rc;
}

int loader_open(struct db *db, struct err *err)
{
    struct loader *l = db->loader;
    assert(!l->open && db->depth > 0);
    for (size_t i = 0; i < N_KINDS; i++) /* others may have written since */
        l->tables[i].last_id = 0;
    int rc = last_id(db, "last_rollout", &l->rollout_id, err);
    if (rc == 0)
        rc = last_id(db, "last_evaluation", &l->evaluation_id, err);
    if (rc == 0)
        rc = last_id(db, "last_measurement", &l->measurement_id, err);
    if (rc == 0)
        rc = put_triggers_off(db, err);
    l->open = rc == 0;
    return rc;
}

int loader_close(struct db *db, struct err *err)
{
    struct loader *l = db->loader;
    int rc = loader_flush(db, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_plain_query(db, "loader_raise_epochs");
    stmt_bind_int(st, ":rollout_id", l->rollout_id);
    stmt_bind_int(st, ":evaluation_id", l->evaluation_id);
    stmt_bind_int(st, ":measurement_id", l->measurement_id);
    rc = stmt_run(st, err);
    if (rc == 0)
        rc = db_exec(db, l->triggers, "loading", err);
    loader_drop(l);
    return rc;
}

static const char declaration[] = "CREATE " /* SQLite asks for this shape */
                                  "TABLE x(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, "
                                  "c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23, c24, "
                                  "c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, "
                                  "c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47)";

struct waiting_table {
    sqlite3_vtab base; /* first: SQLite's view of it */
    struct loader_table *rows;
};

struct waiting_cursor {
    sqlite3_vtab_cursor base; /* first */
    size_t at;
};

static const struct loader_table *rows_of(const sqlite3_vtab_cursor *c)
{
    return ((const struct waiting_table *)(const void *)c->pVtab)->rows;
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
    struct waiting_table *t = mem_alloc(sizeof(*t));
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
    const struct loader_table *t = rows_of(cursor);
    if ((size_t)column >= t->n_columns)
        return SQLITE_OK;
    const struct loader_cell *c = &row_at(t, own(cursor)->at)[column];
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

int loader_register(struct loader *l, sqlite3 *handle)
{
    int rc = SQLITE_OK;
    for (size_t i = 0; i < N_KINDS && rc == SQLITE_OK; i++)
        rc = sqlite3_create_module_v2(handle, kinds[i].module, &module, &l->tables[i], NULL);
    return rc;
}
