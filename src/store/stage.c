/*
 * stage.c - the tables of rows that wait, and the virtual tables that read them.
 */
#include "src/store/stage.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db_internal.h"

#define MOST_ROWS    ((size_t)8192)
#define MOST_COLUMNS 48 /* of the declaration below */

/* In the order in which rows refer to each other.  A flush is the statement for all rows that wait:
 * column c0 is the key, c1 the first parameter.  Most rows leave most columns NULL, and each column
 * that is read costs, so there is one for few columns, where it is enough. */
static const struct {
    const char *module; /* the virtual table that its flushes read */
    const char *query;  /* the statement for one row */
    const char *flush;
    const char *brief;   /* the flush that leaves out what is mostly NULL; NULL: none */
    const char *last_id; /* NULL: rows have no key of their own */
} kinds[] = {
    { "staged_blob", "insert_blob", "stage_blob", NULL, "last_blob" },
    { "staged_rollout", "insert_rollout", "stage_rollout", "stage_rollout_brief", "last_rollout" },
    { "staged_rollout_tokens", "insert_rollout_tokens", "stage_rollout_tokens", NULL, NULL },
    { "staged_reward", "put_reward", "stage_reward", NULL, NULL },
    { "staged_evaluation", "insert_evaluation", "stage_evaluation", "stage_evaluation_brief",
      "last_evaluation" },
    { "staged_measurement", "insert_measurement", "stage_measurement", "stage_measurement_brief",
      NULL },
    { "staged_evidence", "insert_evidence", "stage_evidence", NULL, NULL },
};
#define N_KINDS ARRAY_LEN(kinds)

/* Statements that importers use in between and that have nothing to do with the rows that wait:
 * a text that waits is found in the cache of texts. */
static const char *const apart[] = {
    "find_blob",     "find_task",    "insert_task",     "complete_task",   "find_device",
    "insert_device", "last_rollout", "last_evaluation", "insert_run_task", "last_blob",
};

struct stage_table {
    const char *asked_as; /* the address of the name that was asked for last */
    struct stmt capture;
    struct stage_cell *cells; /* rows of n_columns; owned */
    size_t n_columns;         /* with the key */
    size_t n_rows, capacity;
    int64_t last_id;    /* 0: not asked yet */
    uint64_t filled;    /* columns that are not NULL in some row, a bit each */
    uint64_t last_read; /* columns that the flush prepared last reads, as SQLite says */
    uint64_t brief;     /* columns that the brief flush reads; 0: not prepared yet */
};

struct stage {
    struct stage_table tables[N_KINDS];
    struct arena texts; /* that were bound as copies */
    bool on, flushing;
    bool any; /* rows wait */
};

/* ---- rows come in ---- */

struct stage *stage_new(void)
{
    return mem_alloc(sizeof(struct stage));
}

void stage_free(struct stage *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < N_KINDS; i++)
        free(s->tables[i].cells);
    arena_release(&s->texts);
    free(s);
}

/* Keys are asked for anew: others may write between two transactions. */
void stage_discard(struct stage *s)
{
    for (size_t i = 0; i < N_KINDS; i++) {
        s->tables[i].n_rows = 0;
        s->tables[i].last_id = 0;
        s->tables[i].filled = 0;
    }
    arena_rewind(&s->texts);
    s->any = false;
}

void stage_forget(struct stage *s)
{
    stage_discard(s);
    for (size_t i = 0; i < N_KINDS; i++) {
        s->tables[i].capture = (struct stmt){ 0 };
        s->tables[i].brief = 0;
    }
}

bool stage_is_on(const struct stage *s)
{
    return s->on;
}

void db_stage_begin(struct db *db)
{
    stage_discard(db->stage);
    db->stage->on = true;
}

int db_stage_end(struct db *db, struct err *err)
{
    int rc = stage_flush(db, err);
    db->stage->on = false;
    return rc;
}

void db_stage_drop(struct db *db)
{
    stage_discard(db->stage);
    db->stage->on = false;
}

static struct stage_cell *row_at(const struct stage_table *t, size_t i)
{
    return t->cells + i * t->n_columns;
}

static void start_row(struct stage_table *t)
{
    if (t->n_rows == t->capacity) {
        t->capacity = t->capacity == 0 ? 256 : t->capacity * 2;
        t->cells = mem_grow(t->cells, t->capacity * t->n_columns, sizeof(*t->cells));
    }
    struct stage_cell *row = row_at(t, t->n_rows);
    for (size_t i = 0; i < t->n_columns; i++)
        row[i].type = SQLITE_NULL;
    t->capture.row = row;
    t->capture.filled = 0;
    t->capture.n_bound = 0;
}

/* Names are literals: the same address is the same name.  N_KINDS when it is none. */
static size_t find_kind(const struct stage *s, const char *name)
{
    for (size_t i = 0; i < N_KINDS; i++)
        if (s->tables[i].asked_as == name)
            return i;
    size_t i = 0;
    while (i < N_KINDS && strcmp(kinds[i].query, name) != 0)
        i++;
    return i;
}

struct stmt *stage_statement(struct db *db, const char *name)
{
    struct stage *s = db->stage;
    if (!s->on || s->flushing)
        return NULL;
    size_t i = find_kind(s, name);
    if (i == N_KINDS)
        return NULL;
    struct stage_table *t = &s->tables[i];
    t->asked_as = name;
    if (t->capture.handle == NULL) {
        struct stmt *plain = db_plain_query(db, kinds[i].query);
        if (plain->handle == NULL)
            return plain;
        t->capture = *plain;
        t->n_columns = (size_t)sqlite3_bind_parameter_count(plain->handle) + 1;
        assert(t->n_columns <= MOST_COLUMNS);
    }
    start_row(t);
    return &t->capture;
}

/* As SQLite counts them: the last bit stands for all columns behind it. */
static uint64_t column_bit(size_t column)
{
    return (uint64_t)1 << (column < 63 ? column : 63);
}

void stage_set(struct stmt *st, int parameter, const struct stage_cell *value, bool copied)
{
    struct stage_cell *cell = &st->row[parameter];
    *cell = *value;
    st->filled |= column_bit((size_t)parameter);
    if (copied)
        cell->data = arena_strndup(&st->db->stage->texts, value->data, value->len);
}

static struct stage_table *table_of(const struct stmt *st)
{
    struct stage *s = st->db->stage;
    size_t i = 0;
    while (&s->tables[i].capture != st)
        i++;
    return &s->tables[i];
}

int stage_add(struct stmt *st, int64_t *out_id, struct err *err)
{
    struct stage_table *t = table_of(st);
    size_t kind = (size_t)(t - st->db->stage->tables);
    if (kinds[kind].last_id != NULL && t->last_id == 0) {
        int rc = stmt_one_int(db_query(st->db, kinds[kind].last_id), &t->last_id, err);
        if (rc < 0)
            return rc;
    }
    if (out_id != NULL)
        *out_id = ++t->last_id;
    st->row[0].type = out_id == NULL ? SQLITE_NULL : SQLITE_INTEGER;
    st->row[0].i = t->last_id;
    t->filled |= st->filled | column_bit(0);
    st->db->stage->any = true;
    return ++t->n_rows >= MOST_ROWS ? stage_flush(st->db, err) : 0;
}

/* ---- rows go out ---- */

bool stage_must_flush(const struct stage *s, const char *name)
{
    if (!s->any || s->flushing)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(apart); i++)
        if (strcmp(apart[i], name) == 0)
            return false;
    return true;
}

/* What the brief flush reads is learnt when SQLite prepares it, so that no value can be left out.
 */
static const char *flush_of(struct db *db, size_t kind)
{
    struct stage_table *t = &db->stage->tables[kind];
    if (kinds[kind].brief == NULL)
        return kinds[kind].flush;
    if (t->brief == 0) {
        t->last_read = 0;
        db_plain_query(db, kinds[kind].brief);
        t->brief = t->last_read | column_bit(0);
    }
    return (t->filled & ~t->brief) == 0 ? kinds[kind].brief : kinds[kind].flush;
}

int stage_flush(struct db *db, struct err *err)
{
    struct stage *s = db->stage;
    int rc = 0;
    if (!s->any || s->flushing)
        return 0;
    s->flushing = true;
    for (size_t i = 0; i < N_KINDS && rc == 0; i++)
        if (s->tables[i].n_rows > 0)
            rc = stmt_run(db_query(db, flush_of(db, i)), err);
    s->flushing = false;
    stage_discard(s);
    return rc;
}

/* ---- the virtual tables ---- */

static const char declaration[] = "CREATE " /* the shape that SQLite asks a module for */
                                  "TABLE x(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, "
                                  "c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23, c24, "
                                  "c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, "
                                  "c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47)";

struct staged_table {
    sqlite3_vtab base; /* first: SQLite knows the table by it */
    struct stage_table *rows;
};

struct staged_cursor {
    sqlite3_vtab_cursor base; /* first, as above */
    size_t at;
};

static const struct stage_table *rows_of(const sqlite3_vtab_cursor *c)
{
    return ((const struct staged_table *)(const void *)c->pVtab)->rows;
}

static int staged_connect(sqlite3 *handle, void *aux, int argc, const char *const *argv,
                          sqlite3_vtab **out, char **message)
{
    (void)argc;
    (void)argv;
    (void)message;
    int rc = sqlite3_declare_vtab(handle, declaration);
    if (rc != SQLITE_OK)
        return rc;
    struct staged_table *t = mem_alloc(sizeof(*t));
    t->rows = aux;
    *out = &t->base;
    return SQLITE_OK;
}

static int staged_disconnect(sqlite3_vtab *vtab)
{
    free(vtab);
    return SQLITE_OK;
}

static int staged_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    ((struct staged_table *)(void *)vtab)->rows->last_read = info->colUsed;
    info->estimatedCost = 1000;
    return SQLITE_OK;
}

static int staged_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out)
{
    (void)vtab;
    struct staged_cursor *c = mem_alloc(sizeof(*c));
    *out = &c->base;
    return SQLITE_OK;
}

static int staged_close(sqlite3_vtab_cursor *cursor)
{
    free(cursor);
    return SQLITE_OK;
}

static struct staged_cursor *own(sqlite3_vtab_cursor *c)
{
    return (struct staged_cursor *)(void *)c;
}

static int staged_filter(sqlite3_vtab_cursor *cursor, int index, const char *text, int argc,
                         sqlite3_value **argv)
{
    (void)index;
    (void)text;
    (void)argc;
    (void)argv;
    own(cursor)->at = 0;
    return SQLITE_OK;
}

static int staged_next(sqlite3_vtab_cursor *cursor)
{
    own(cursor)->at++;
    return SQLITE_OK;
}

static int staged_eof(sqlite3_vtab_cursor *cursor)
{
    return own(cursor)->at >= rows_of(cursor)->n_rows;
}

static int staged_column(sqlite3_vtab_cursor *cursor, sqlite3_context *out, int column)
{
    const struct stage_table *t = rows_of(cursor);
    if ((size_t)column >= t->n_columns)
        return SQLITE_OK;
    const struct stage_cell *c = &row_at(t, own(cursor)->at)[column];
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

static int staged_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)own(cursor)->at;
    return SQLITE_OK;
}

static const sqlite3_module module = {
    .xConnect = staged_connect,
    .xBestIndex = staged_best_index,
    .xDisconnect = staged_disconnect,
    .xOpen = staged_open,
    .xClose = staged_close,
    .xFilter = staged_filter,
    .xNext = staged_next,
    .xEof = staged_eof,
    .xColumn = staged_column,
    .xRowid = staged_rowid,
};

int stage_register(struct stage *s, sqlite3 *handle)
{
    int rc = SQLITE_OK;
    for (size_t i = 0; i < N_KINDS && rc == SQLITE_OK; i++)
        rc = sqlite3_create_module_v2(handle, kinds[i].module, &module, &s->tables[i], NULL);
    return rc;
}
