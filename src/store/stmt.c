/*
 * stmt.c - prepared statements by name, typed binds and columns, structs as both.
 *
 * What is visible when: while a writer is open, rows of some statements wait (waiting.c), and every
 * other statement that touches one of their tables puts all of them in before it runs.  Which
 * tables a statement touches is what SQLite asks leave for when it prepares it, with those behind
 * views, triggers and foreign keys.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/member.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/functions/row_checksum.h"

static _Noreturn void bug(const char *name, const char *why)
{
    fprintf(stderr, "rollbook: bug: query %s: %s\n", name, why);
    abort();
}

/* ---- tables of members in the text of statements ---- */

#define MOST_MEMBERS 64

static const struct {
    const char *name;
    const struct member_table *table;
} tables[] = {
    { "result", &eval_result_members },
    { "profile", &profile_members },
    { "counters", &kernel_counters_members },
};

static const struct member_table *table_of(const char *query, const char *name, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (strlen(tables[i].name) == len && strncmp(tables[i].name, name, len) == 0)
            return tables[i].table;
    bug(query, "a mark names no table of members");
}

static bool has_word(const char *sql, const char *end, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = strstr(sql, word); at != NULL && at < end; at = strstr(at + 1, word))
        if ((at == sql || !is_word(at[-1])) && !is_word(at[len]))
            return true;
    return false;
}

/* Those that the statement had not named at its first mark. */
struct statement_columns {
    size_t n;
    const char *parameters[MOST_MEMBERS];
};

static void find_columns(const struct member_table *t, const char *sql, const char *end,
                         struct statement_columns *out)
{
    out->n = 0;
    for (size_t i = 0; i < t->n && out->n < MOST_MEMBERS; i++) {
        const char *p = t->members[i].parameter;
        if (p != NULL && !has_word(sql, end, p + 1))
            out->parameters[out->n++] = p;
    }
}

/* "result", ":result", "o.  result" or "c2 result". */
static void put_mark(const char *mark, const char *word, const struct statement_columns *c,
                     struct buf *out)
{
    bool numbered = mark[0] == 'c' && is_digit(mark[1]);
    bool parameters = mark[0] == ':';
    unsigned long first = numbered ? strtoul(mark + 1, NULL, 10) : 0;
    const char *dot = memchr(mark, '.', (size_t)(word - mark));
    for (size_t i = 0; i < c->n; i++)
        if (numbered)
            buf_printf(out, ", c%lu", first + i);
        else
            buf_printf(out, ", %.*s%s", dot == NULL ? 0 : (int)(dot + 1 - mark), mark,
                       c->parameters[i] + (parameters ? 0 : 1));
}

/* sql may hold several statements. */
static const char *statement_at(const char *sql, const char *at)
{
    while (at > sql && at[-1] != ';')
        at--;
    return at;
}

void sql_members_expand(const char *name, const char *sql, struct buf *out)
{
    struct statement_columns columns = { .n = 0 };
    const char *statement = NULL; /* whose columns these are */
    const char *at = sql;
    for (const char *open; (open = strstr(at, "/*, ")) != NULL;) {
        const char *mark = open + strlen("/*, ");
        const char *close = strstr(mark, " */");
        if (close == NULL)
            break;
        const char *word = close;
        while (word > mark && is_word(word[-1]))
            word--;
        const char *start = statement_at(sql, open);
        if (start != statement)
            find_columns(table_of(name, word, (size_t)(close - word)), start, open, &columns);
        statement = start;
        buf_add(out, at, (size_t)(open - at));
        put_mark(mark, word, &columns, out);
        at = close + strlen(" */");
    }
    buf_puts(out, at);
}

/* ---- finding and preparing ---- */

static void narrow(const struct db *db, const char *name, struct buf *sql)
{
    for (size_t i = 0; i < N_WAITING; i++)
        if (strcmp(waiting_kinds[i].flush, name) == 0 && db->waiting.tables[i].prepared != 0) {
            struct buf narrowed = { 0 };
            waiting_narrow(buf_text(sql), db->waiting.tables[i].prepared, &narrowed);
            buf_release(sql);
            *sql = narrowed;
        }
}

static struct stmt *prepare(struct db *db, const char *name)
{
    struct stmt *st = mem_alloc(sizeof(*st));
    struct buf CLEANUP(buf_release) sql = { 0 };
    sql_members_expand(name, query_sql(name), &sql);
    narrow(db, name, &sql);
    db->preparing = name;
    db->touched = 0;
    int rc = sqlite3_prepare_v3(db->handle, buf_text(&sql), -1, SQLITE_PREPARE_PERSISTENT,
                                &st->handle, NULL);
    db->preparing = NULL;
    st->touches = db->touched;
    if (rc != SQLITE_OK) {
        /* The build has prepared it: the file lacks a table, or has another view. */
        snprintf(st->damage, sizeof(st->damage), "%s", sqlite3_errmsg(db->handle));
        st->damage_code = rc;
    }
    st->db = db;
    st->name = name;
    st->kind = N_WAITING - 1;
    while (st->kind >= 0 && strcmp(waiting_kinds[st->kind].query, name) != 0)
        st->kind--;
    st->use = 1;
    st->n_parameters = sqlite3_bind_parameter_count(st->handle);
    st->checksum_at = sqlite3_bind_parameter_index(st->handle, ":checksum");
    st->next = db->statements;
    db->statements = st;
    db->has_damaged |= st->handle == NULL;
    return st;
}

int stmt_damage(const struct stmt *st, struct err *err)
{
    if (st->db->failure.code != 0) {
        *err = st->db->failure;
        return err->code;
    }
    if (st->handle != NULL)
        return 0;
    bool busy = (st->damage_code & 0xff) == SQLITE_BUSY;
    return err_set(err, busy ? ERR_BUSY : ERR_INTEGRITY, "%s: %s: %s", st->db->path, st->name,
                   st->damage);
}

/* name: NULL: those that could not be prepared; they are prepared again, since the cause may pass.
 */
static void drop(struct db *db, const char *name)
{
    for (struct stmt **at = &db->statements; *at != NULL;) {
        struct stmt *st = *at;
        if (name == NULL ? st->handle == NULL : strcmp(st->name, name) == 0) {
            *at = st->next;
            sqlite3_finalize(st->handle);
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
    if (db->has_damaged)
        drop(db, NULL);
    db->has_damaged = false;
    struct stmt *st = find_statement(db, name);
    if (st == NULL)
        return prepare(db, name);
    if (st->kind < 0 || !db->writer.open) { /* SQLite's part of a row that waits is not used */
        if (sqlite3_stmt_busy(st->handle))
            bug(name, "used again before it was reset");
        sqlite3_clear_bindings(st->handle);
    }
    st->n_bound = 0;
    st->checksum = 0;
    st->use++;
    st->row = NULL;
    return st;
}

int db_flush(struct db *db, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < N_WAITING && db->waiting.mask != 0 && rc == 0; i++) {
        struct waiting_table *t = &db->waiting.tables[i];
        if (t->n_rows == 0)
            continue;
        if ((t->used & ~t->prepared) != 0)
            drop(db, waiting_kinds[i].flush);
        t->prepared |= t->used;
        rc = stmt_run(db_plain_query(db, waiting_kinds[i].flush), err);
    }
    waiting_clear(&db->waiting);
    return rc;
}

struct stmt *db_query(struct db *db, const char *name)
{
    struct stmt *st = db_plain_query(db, name);
    if (!db->writer.open || st->handle == NULL)
        return st;
    if (st->kind >= 0) {
        st->row = waiting_start_row(&db->waiting, st->kind, st->n_parameters);
    } else if ((st->touches & db->waiting.mask) != 0) {
        struct err err = { 0 };
        if (db_flush(db, &err) < 0 && db->failure.code == 0)
            db->failure = err;
        st = db_plain_query(db, name); /* flushing drops damaged ones */
    }
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

static uint64_t cell_checksum(uint64_t column, const struct bound_value *v)
{
    if (column == 0 || v->type == SQLITE_NULL)
        return 0;
    return v->type == SQLITE_INTEGER ? checksum_int(column, v->i)
           : v->type == SQLITE_FLOAT ? checksum_real(column, v->real)
                                     : checksum_bytes(column, v->data, v->len);
}

static void bind_here(struct stmt *st, int i, const struct bound_value *v,
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

static void bind(struct stmt *st, const char *name, const struct bound_value *v,
                 sqlite3_destructor_type d)
{
    uint64_t column;
    int i = bind_index(st, name, &column);
    if (st->row != NULL && v->type == SQLITE_NULL && st->row[i].type == SQLITE_NULL)
        return;
    if (st->checksum_at != 0) {
        if ((size_t)i >= ARRAY_LEN(st->shares))
            bug(st->name, "has too many parameters");
        if (st->shares[i].use == st->use)
            st->checksum -= st->shares[i].value;
        st->shares[i].value = cell_checksum(column, v);
        st->shares[i].use = st->use;
        st->checksum += st->shares[i].value;
    }
    if (st->row != NULL)
        waiting_set(&st->db->waiting, st->kind, i, v);
    else
        bind_here(st, i, v, d);
}

void stmt_bind_int(struct stmt *st, const char *name, int64_t v)
{
    bind(st, name, &(struct bound_value){ .type = SQLITE_INTEGER, .i = v }, SQLITE_STATIC);
}

void stmt_bind_null(struct stmt *st, const char *name)
{
    bind(st, name, &(struct bound_value){ .type = SQLITE_NULL }, SQLITE_STATIC);
}

void stmt_bind_real(struct stmt *st, const char *name, double v)
{
    if (isnan(v))
        stmt_bind_null(st, name);
    else
        bind(st, name, &(struct bound_value){ .type = SQLITE_FLOAT, .real = v }, SQLITE_STATIC);
}

void stmt_bind_text_n(struct stmt *st, const char *name, const char *s, size_t len)
{
    bind(st, name, &(struct bound_value){ .type = SQLITE_TEXT, .data = s, .len = len },
         SQLITE_TRANSIENT);
}

void stmt_bind_text_borrowed(struct stmt *st, const char *name, const char *s, size_t len)
{
    bind(st, name, &(struct bound_value){ .type = SQLITE_TEXT, .data = s, .len = len },
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
        bind(st, name, &(struct bound_value){ .type = SQLITE_BLOB, .data = data, .len = len },
             SQLITE_TRANSIENT);
}

/* Puts the checksum of what was bound to its place, before the row goes. */
static void seal(struct stmt *st)
{
    const struct bound_value sum = { .type = SQLITE_INTEGER, .i = (int64_t)st->checksum };
    if (st->checksum_at == 0)
        return;
    if (st->row != NULL)
        waiting_set(&st->db->waiting, st->kind, st->checksum_at, &sum);
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

/* Bytes stay as they are: names in a database of others need not be UTF-8. */
void stmt_bind_text_list(struct stmt *st, const char *name, const char *const *items, size_t n)
{
    struct buf json = { 0 };
    for (size_t i = 0; i < n; i++) {
        buf_puts(&json, i == 0 ? "[\"" : "\",\"");
        for (const char *c = items[i]; *c != '\0'; c++)
            if ((unsigned char)*c < 0x20 || *c == '"' || *c == '\\')
                buf_printf(&json, "\\u%04x", (unsigned)*c);
            else
                buf_putc(&json, *c);
    }
    buf_puts(&json, n == 0 ? "[]" : "\"]");
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

/* The row waits.  Its key, if the caller asks for it, is the one that it will have. */
static int put_row(struct stmt *st, int64_t *out_id, struct err *err)
{
    struct db *db = st->db;
    const char *last_id = waiting_kinds[st->kind].last_id;
    int64_t *last = &db->waiting.tables[st->kind].last_id;
    int rc = 0;
    seal(st);
    if (last_id != NULL && *last == 0)
        rc = stmt_one_int(db_plain_query(db, last_id), last, err);
    if (rc < 0)
        return rc;
    if (out_id != NULL) {
        *out_id = ++*last;
        const struct bound_value id = { .type = SQLITE_INTEGER, .i = *out_id };
        waiting_set(&db->waiting, st->kind, 0, &id);
    }
    st->row = NULL;
    return waiting_end_row(&db->waiting, st->kind) ? db_flush(db, err) : 0;
}

int stmt_run(struct stmt *st, struct err *err)
{
    int rc;
    if (st->row != NULL)
        return put_row(st, NULL, err);
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
    if (st->row != NULL)
        return put_row(st, out_id, err);
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

/* ---- structs as parameters and from columns ---- */

static void bind_int(struct stmt *st, const struct member *m, const void *from)
{
    int64_t v;
    if (member_int(m, from, &v))
        stmt_bind_int(st, m->parameter, v);
    else
        stmt_bind_null(st, m->parameter);
}

static void bind_three(struct stmt *st, const struct member *m, const void *from)
{
    char text[40];
    unsigned v[3];
    memcpy(v, member_at(m, from), sizeof v);
    snprintf(text, sizeof text, "%u,%u,%u", v[0], v[1], v[2]);
    stmt_bind_text(st, m->parameter, text);
}

static void bind_seed(struct stmt *st, const struct member *m, const void *from)
{
    int64_t bits;
    memcpy(&bits, member_at(m, from), sizeof bits);
    stmt_bind_int(st, m->parameter, bits);
}

static void bind_member(struct stmt *st, const struct member *m, const void *from)
{
    switch (m->kind) {
    case MEMBER_TEXT:
    case MEMBER_CHARS:
    case MEMBER_ENUM:
        stmt_bind_text(st, m->parameter, member_text(m, from));
        break;
    case MEMBER_BOOL:
    case MEMBER_FLAG:
    case MEMBER_INT:
    case MEMBER_UNSIGNED:
    case MEMBER_COUNT:
    case MEMBER_INDEX:
    case MEMBER_SIGNAL:
    case MEMBER_ID:
        bind_int(st, m, from);
        break;
    case MEMBER_SEED:
        bind_seed(st, m, from);
        break;
    case MEMBER_REAL:
    case MEMBER_DERIVED:
        stmt_bind_real(st, m->parameter, member_real(m, from));
        break;
    case MEMBER_THREE:
        bind_three(st, m, from);
        break;
    case MEMBER_BYTES:
    case MEMBER_U64:
    case MEMBER_REALS:
    case MEMBER_REALS_BESIDE:
    case MEMBER_LIST:
    case MEMBER_PART:
    case MEMBER_POINTER:
    case MEMBER_DERIVED_TEXT:
        bug(st->name, "its kind is not a column");
    }
}

void stmt_bind_members(struct stmt *st, const struct member_table *t, const void *from)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->members[i].parameter != NULL)
            bind_member(st, &t->members[i], from);
}

static int column_of(const struct stmt *st, const struct member *m)
{
    int n = sqlite3_column_count(st->handle);
    for (int i = 0; i < n; i++)
        if (strcmp(sqlite3_column_name(st->handle, i), m->parameter + 1) == 0)
            return i;
    bug(st->name, "there is no such column");
}

static void read_enum(struct stmt *st, const struct member *m, int column, void *at)
{
    const char *s = stmt_text(st, column);
    for (int i = 0; i < (int)m->size && s != NULL; i++)
        if (strcmp(m->enum_name(i), s) == 0)
            memcpy(at, &i, sizeof i);
}

static void read_three(struct stmt *st, int column, void *at)
{
    unsigned v[3] = { 0 };
    const char *s = stmt_text(st, column);
    for (size_t i = 0; i < 3 && s != NULL; i++) {
        char *end;
        v[i] = (unsigned)strtoul(s, &end, 10);
        s = *end == ',' ? end + 1 : NULL;
    }
    memcpy(at, v, sizeof v);
}

static void read_member(struct stmt *st, const struct member *m, struct arena *a, void *to)
{
    void *at = (char *)to + m->offset;
    int column = column_of(st, m);
    /* NULL reads as unknown. */
    bool counts = m->kind == MEMBER_FLAG || m->kind == MEMBER_COUNT || m->kind == MEMBER_INDEX;
    const int64_t wide = !stmt_is_null(st, column) ? stmt_int(st, column) : counts ? -1 : 0;
    const int narrow = (int)wide;
    const double real = stmt_real(st, column);
    const char *text;
    switch (m->kind) {
    case MEMBER_TEXT:
        text = stmt_text_dup(st, column, a);
        memcpy(at, &text, sizeof text);
        break;
    case MEMBER_CHARS:
        text = stmt_text(st, column);
        snprintf(at, m->size, "%s", text == NULL ? "" : text);
        break;
    case MEMBER_ENUM:
        read_enum(st, m, column, at);
        break;
    case MEMBER_BOOL:
        *(bool *)at = wide != 0;
        break;
    case MEMBER_FLAG:
    case MEMBER_INT:
    case MEMBER_UNSIGNED:
    case MEMBER_COUNT:
    case MEMBER_SIGNAL:
        memcpy(at, &narrow, sizeof narrow);
        break;
    case MEMBER_INDEX:
    case MEMBER_ID:
    case MEMBER_SEED:
        memcpy(at, &wide, sizeof wide);
        break;
    case MEMBER_REAL:
        memcpy(at, &real, sizeof real);
        break;
    case MEMBER_THREE:
        read_three(st, column, at);
        break;
    case MEMBER_BYTES:
    case MEMBER_U64:
    case MEMBER_REALS:
    case MEMBER_REALS_BESIDE:
    case MEMBER_LIST:
    case MEMBER_PART:
    case MEMBER_POINTER:
    case MEMBER_DERIVED:
    case MEMBER_DERIVED_TEXT:
        bug(st->name, "its kind is not a column");
    }
}

void stmt_read_members(struct stmt *st, const struct member_table *t, struct arena *a, void *to)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->members[i].parameter != NULL)
            read_member(st, &t->members[i], a, to);
}
