/*
 * identity.c - the logical hash.
 *
 * A row is hashed as a line of JSON in which a key of another row stands as the hash of that row,
 * so that no number of a row matters; a table is the sorted set of its rows' hashes, so that no
 * order does.  Tables that are referred to come before those that refer to them.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "columns/list_references.h"
#include "columns/list_schema.h"
#include "columns/list_table_dumps.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/whole/dump.h"

#define HASH_BYTES   32
#define MOST_COLUMNS 64

/* A row of a table: what it is called there, and what it is. */
struct identified {
    int64_t number, parent;         /* the latter in the same table; 0 none */
    unsigned char hash[HASH_BYTES]; /* without its parent, which what follows has */
    unsigned char whole[HASH_BYTES];
};

struct reference {
    const char *column;
    const struct identity_table *target;
};

struct identity_table {
    const char *name, *reading;
    bool is_done;
    struct reference references[16];
    size_t n_references;
    struct identified *rows; /* owned; by number, when done */
    size_t n_rows, capacity;
};

/* What becomes of a column. */
enum column_part { PART_VALUE, PART_NUMBER, PART_REFERENCE, PART_OWN_REFERENCE, PART_NONE };

struct identity {
    struct arena arena;
    struct identity_table *tables;
    size_t n_tables;
    struct identity_table *at; /* being read; its columns: */
    enum column_part parts[MOST_COLUMNS];
    const struct identity_table *targets[MOST_COLUMNS];
    const char *names[MOST_COLUMNS]; /* of what is hashed */
    size_t n_columns;
    struct buf line;
    bool overflow;
};

/* When and by which command a fact came here is not the fact. */
static bool is_circumstance(const char *table, const char *column)
{
    static const struct {
        const char *table, *column;
    } others[] = {
        { "blob", "kind" },
        /* of its first use */ { "run", "argv" },
        { "run", "owner" },
        { "import_source", "path" },
        { "amendment", "at" },
        /* and a number of a row: */ { "amendment", "row_key" },
    };
    size_t len = strlen(column);
    if ((len > 3 && strcmp(column + len - 3, "_at") == 0) || strcmp(column, "checksum") == 0)
        return true;
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (strcmp(others[i].table, table) == 0 && strcmp(others[i].column, column) == 0)
            return true;
    return false;
}

static struct identity_table *find_table(const struct identity *d, const char *name)
{
    for (size_t i = 0; i < d->n_tables; i++)
        if (strcmp(d->tables[i].name, name) == 0)
            return &d->tables[i];
    return NULL;
}

static int list_tables(struct db *db, struct identity *d, struct err *err)
{
    struct stmt *st = db_query(db, "list_table_dumps");
    size_t capacity = 0;
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        if (d->n_tables == capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            d->tables = mem_grow(d->tables, capacity, sizeof(*d->tables));
        }
        d->tables[d->n_tables++] =
            (struct identity_table){ .name = stmt_text_dup(st, LIST_TABLE_DUMPS_NAME, &d->arena),
                                     .reading =
                                         stmt_text_dup(st, LIST_TABLE_DUMPS_READING, &d->arena) };
    }
    return rc;
}

static int list_references(struct db *db, struct identity *d, struct err *err)
{
    struct stmt *st = db_query(db, "list_references");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        struct identity_table *t = find_table(d, stmt_text(st, LIST_REFERENCES_NAME));
        const struct identity_table *target = find_table(d, stmt_text(st, LIST_REFERENCES_TARGET));
        if (t == NULL || target == NULL || t->n_references == ARRAY_LEN(t->references))
            continue;
        t->references[t->n_references++] =
            (struct reference){ stmt_text_dup(st, LIST_REFERENCES_COLUMN_NAME, &d->arena), target };
    }
    return rc;
}

/* ---- the rows of one table ---- */

static const struct identity_table *target_of(const struct identity_table *t, const char *column)
{
    for (size_t i = 0; i < t->n_references; i++)
        if (strcmp(t->references[i].column, column) == 0)
            return t->references[i].target;
    return NULL;
}

/* "blob_id" of blob: the number of the row itself. */
static bool is_number(const char *table, const char *column)
{
    size_t len = strlen(table);
    return strncmp(column, table, len) == 0 && strcmp(column + len, "_id") == 0;
}

static void on_columns(void *context, size_t n, const char *const *names)
{
    struct identity *d = context;
    d->n_columns = n < MOST_COLUMNS ? n : MOST_COLUMNS;
    d->overflow |= n > MOST_COLUMNS;
    for (size_t i = 0; i < d->n_columns; i++) {
        d->names[i] = arena_strdup(&d->arena, names[i]);
        d->targets[i] = target_of(d->at, names[i]);
        d->parts[i] = is_circumstance(d->at->name, names[i]) ? PART_NONE
                      : d->targets[i] == d->at               ? PART_OWN_REFERENCE
                      : d->targets[i] != NULL                ? PART_REFERENCE
                      : is_number(d->at->name, names[i])     ? PART_NUMBER
                                                             : PART_VALUE;
    }
}

static int by_number(const void *a, const void *b)
{
    int64_t x = ((const struct identified *)a)->number;
    int64_t y = ((const struct identified *)b)->number;
    return x < y ? -1 : x > y;
}

/* What the row is that a number names; a number without a row stays one. */
static struct sql_value identity_of(const struct identity_table *t, const struct sql_value *number,
                                    char hex[65])
{
    const struct identified key = { .number = number->i };
    const struct identified *row =
        number->type != 1 ? NULL : bsearch(&key, t->rows, t->n_rows, sizeof(key), by_number);
    if (row == NULL)
        return *number;
    sha256_to_hex(row->hash, hex);
    return (struct sql_value){ .type = 3, .text = hex, .len = 64 };
}

static void hash_bytes(const void *data, size_t len, unsigned char out[HASH_BYTES])
{
    struct sha256 h;
    sha256_init(&h);
    sha256_update(&h, data, len);
    sha256_final(&h, out);
}

static void on_row(void *context, size_t n, const struct sql_value *values)
{
    struct identity *d = context;
    struct identity_table *t = d->at;
    const char *names[MOST_COLUMNS];
    struct sql_value kept[MOST_COLUMNS];
    char hex[MOST_COLUMNS][65];
    struct identified row = { .number = 0 };
    size_t n_kept = 0;
    (void)n;
    for (size_t i = 0; i < d->n_columns; i++) {
        if (d->parts[i] == PART_NUMBER)
            row.number = values[i].i;
        if (d->parts[i] == PART_OWN_REFERENCE)
            row.parent = values[i].i;
        if (d->parts[i] != PART_VALUE && d->parts[i] != PART_REFERENCE)
            continue;
        names[n_kept] = d->names[i];
        kept[n_kept++] =
            d->parts[i] == PART_VALUE ? values[i] : identity_of(d->targets[i], &values[i], hex[i]);
    }
    buf_clear(&d->line);
    dump_put_ndjson(&d->line, n_kept, names, kept);
    d->overflow |= d->line.overflow;
    hash_bytes(buf_text(&d->line), d->line.len, row.hash);
    if (t->n_rows == t->capacity) {
        t->capacity = t->capacity == 0 ? 64 : 2 * t->capacity;
        t->rows = mem_grow(t->rows, t->capacity, sizeof(*t->rows));
    }
    t->rows[t->n_rows++] = row;
}

/* The hash of a row and of the one that it names in its own table. */
static void complete_row(const struct identity_table *t, struct identified *row)
{
    struct identified key = { .number = row->parent };
    struct sha256 h;
    const struct identified *other =
        row->parent == 0 ? NULL : bsearch(&key, t->rows, t->n_rows, sizeof(key), by_number);
    sha256_init(&h);
    sha256_update(&h, row->hash, HASH_BYTES);
    if (other != NULL)
        sha256_update(&h, other->hash, HASH_BYTES);
    sha256_final(&h, row->whole);
}

static int read_table(struct db *db, struct identity *d, struct identity_table *t, struct err *err)
{
    const struct sql_sink sink = { d, on_columns, on_row };
    d->at = t;
    int rc = db_user_sql(db, t->reading, &sink, err);
    if (rc == 0 && d->overflow)
        rc = err_set(err, ERR_INTEGRITY, "%s: a row is larger than a gigabyte", t->name);
    if (t->n_rows > 0)
        qsort(t->rows, t->n_rows, sizeof(*t->rows), by_number);
    for (size_t i = 0; i < t->n_rows; i++)
        complete_row(t, &t->rows[i]);
    t->is_done = true;
    return rc;
}

static bool is_due(const struct identity_table *t)
{
    for (size_t i = 0; i < t->n_references; i++)
        if (t->references[i].target != t && !t->references[i].target->is_done)
            return false;
    return !t->is_done;
}

/* Every table behind those that it refers to. */
static int read_tables(struct db *db, struct identity *d, struct err *err)
{
    for (size_t n_done = 0; n_done < d->n_tables;) {
        size_t before = n_done;
        for (size_t i = 0; i < d->n_tables; i++) {
            if (!is_due(&d->tables[i]))
                continue;
            int rc = read_table(db, d, &d->tables[i], err);
            if (rc < 0)
                return rc;
            n_done++;
        }
        if (n_done == before)
            return err_set(err, ERR_INTEGRITY, "%s: tables refer to each other in a circle",
                           db->path);
    }
    return 0;
}

/* ---- all of it ---- */

static int hash_schema(struct db *db, struct sha256 *h, struct err *err)
{
    struct stmt *st = db_query(db, "list_schema");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *sql = stmt_text(st, LIST_SCHEMA_SQL);
        sha256_update(h, sql, strlen(sql));
        sha256_update(h, "\n", 1);
    }
    return rc;
}

static int by_hash(const void *a, const void *b)
{
    return memcmp(((const struct identified *)a)->whole, ((const struct identified *)b)->whole,
                  HASH_BYTES);
}

static void hash_table(struct identity_table *t, struct sha256 *h)
{
    sha256_update(h, t->name, strlen(t->name) + 1);
    if (t->n_rows > 0)
        qsort(t->rows, t->n_rows, sizeof(*t->rows), by_hash);
    for (size_t i = 0; i < t->n_rows; i++)
        if (i == 0 || by_hash(&t->rows[i - 1], &t->rows[i]) != 0)
            sha256_update(h, t->rows[i].whole, HASH_BYTES);
}

int db_logical_id(struct db *db, char out[65], struct err *err)
{
    struct identity d = { 0 };
    struct sha256 h;
    sha256_init(&h);
    int rc = db_check_tables(db, "main", err);
    if (rc == 0)
        rc = hash_schema(db, &h, err);
    if (rc == 0)
        rc = list_tables(db, &d, err);
    if (rc == 0)
        rc = list_references(db, &d, err);
    if (rc == 0)
        rc = read_tables(db, &d, err);
    for (size_t i = 0; i < d.n_tables; i++) {
        if (rc == 0)
            hash_table(&d.tables[i], &h);
        free(d.tables[i].rows);
    }
    if (rc == 0)
        sha256_final_hex(&h, out);
    free(d.tables);
    buf_release(&d.line);
    arena_release(&d.arena);
    return rc;
}
