#include "src/store/whole/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "columns/list_schema.h"
#include "columns/pragma_foreign_key_check.h"
#include "columns/pragma_integrity_check.h"
#include "columns/pragma_quick_check.h"
#include "columns/verify_list_blobs.h"
#include "columns/verify_list_checksums.h"
#include "columns/verify_list_views.h"
#include "columns/verify_schema_text.h"
#include "columns/verify_tokens.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/facts.h"
#include "src/store/functions/row_checksum.h"

#define MAX_FINDINGS 100
#define VIEW_ROWS    1000 /* read of a view, unless deep */
#define MOST_COLUMNS 64   /* of a table with checksums, and its key */

struct verify {
    struct db *db;
    bool deep;
    const struct verify_sink *sink;
    const char *check;
    int64_t findings; /* of this check */
    int64_t total;
    char also[96]; /* what else this check says of what it looked at; "" nothing */
};

/* An error is a finding as well. */
typedef int check_function(struct verify *v, int64_t *looked_at, struct err *err);

static void found(struct verify *v, const char *place, const char *what)
{
    if (v->findings++ < MAX_FINDINGS)
        v->sink->found(v->sink->context, v->check, place, what);
}

_Static_assert((int)PRAGMA_INTEGRITY_CHECK_INTEGRITY_CHECK == (int)PRAGMA_QUICK_CHECK_QUICK_CHECK,
               "both checks say it in the same column");

static int check_pages(struct verify *v, int64_t *looked_at, struct err *err)
{
    struct stmt *st = db_query(v->db, v->deep ? "pragma_integrity_check" : "pragma_quick_check");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *text = stmt_text(st, PRAGMA_INTEGRITY_CHECK_INTEGRITY_CHECK);
        if (text != NULL && strcmp(text, "ok") != 0)
            found(v, "file", text);
    }
    if (rc < 0)
        return rc;
    return stmt_one_int(db_query(v->db, "pragma_page_count"), looked_at, err);
}

/* Each row of the query is a finding: place, what. */
static int rows_are_findings(struct verify *v, const char *query, struct err *err)
{
    struct stmt *st = db_query(v->db, query);
    int rc;
    while ((rc = stmt_step(st, err)) > 0)
        found(v, stmt_text(st, VERIFY_TOKENS_PLACE), stmt_text(st, VERIFY_TOKENS_WHAT));
    return rc;
}

static int check_foreign_keys(struct verify *v, int64_t *looked_at, struct err *err)
{
    struct stmt *st = db_query(v->db, "pragma_foreign_key_check");
    int rc;
    char place[128];
    char what[160];
    while ((rc = stmt_step(st, err)) > 0) {
        snprintf(place, sizeof(place), "%s %" PRId64, stmt_text(st, PRAGMA_FOREIGN_KEY_CHECK_TABLE),
                 stmt_int(st, PRAGMA_FOREIGN_KEY_CHECK_ROWID));
        snprintf(what, sizeof(what), "refers to a row of %s that is not there",
                 stmt_text(st, PRAGMA_FOREIGN_KEY_CHECK_PARENT));
        found(v, place, what);
    }
    if (rc == 0) /* a flipped key of a code may name another one */
        rc = rows_are_findings(v, "verify_code_index", err);
    if (rc < 0)
        return rc;
    return stmt_one_int(db_query(v->db, "verify_count_tables"), looked_at, err);
}

/* NULL: a fresh database has no such object. */
static int fresh_text(struct db *fresh, const char *name, struct arena *a, const char **out,
                      struct err *err)
{
    struct stmt *st = db_query(fresh, "verify_schema_text");
    stmt_bind_text(st, ":name", name);
    int rc = stmt_step(st, err);
    *out = rc > 0 ? stmt_text_dup(st, VERIFY_SCHEMA_TEXT_SQL, a) : NULL;
    stmt_reset(st);
    return rc < 0 ? rc : 0;
}

static int compare_schemas(struct verify *v, struct db *one, struct db *other, const char *missing,
                           int64_t *looked_at, struct err *err)
{
    struct arena a = { 0 };
    struct stmt *st = db_query(one, "list_schema");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *text = NULL;
        const char *name = stmt_text(st, LIST_SCHEMA_NAME);
        rc = fresh_text(other, name, &a, &text, err);
        if (rc < 0)
            break;
        if (text == NULL)
            found(v, name, missing);
        else if (one == v->db && strcmp(text, stmt_text(st, LIST_SCHEMA_SQL)) != 0)
            found(v, name, "was altered by another program");
        ++*looked_at;
    }
    stmt_reset(st);
    arena_release(&a);
    return rc;
}

static int check_schema(struct verify *v, int64_t *looked_at, struct err *err)
{
    struct db *fresh = NULL;
    int64_t again = 0;
    int rc = db_open(DB_IN_MEMORY, DB_WRITE, &fresh, err);
    if (rc == 0)
        rc = compare_schemas(v, v->db, fresh, "is not part of the schema", looked_at, err);
    if (rc == 0)
        rc = compare_schemas(v, fresh, v->db, "is missing", &again, err);
    db_close(fresh);
    return rc;
}

static bool is_kind(const char *kind)
{
    static const char *const kinds[] = { "prompt", "completion", "action",     "code",
                                         "log",    "config",     "checkpoint", "import" };
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (kind != NULL && strcmp(kinds[i], kind) == 0)
            return true;
    return false;
}

static int check_blobs(struct verify *v, int64_t *looked_at, struct err *err)
{
    struct stmt *st = db_query(v->db, "verify_list_blobs");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        char place[64];
        char hash[65];
        size_t len = 0;
        const void *data = stmt_blob(st, VERIFY_LIST_BLOBS_CONTENT, &len);
        const char *stored = stmt_text(st, VERIFY_LIST_BLOBS_SHA256);
        sha256_hex(data == NULL ? "" : data, len, hash);
        snprintf(place, sizeof(place), "blob %" PRId64, stmt_int(st, VERIFY_LIST_BLOBS_BLOB_ID));
        if (stored == NULL || strcmp(hash, stored) != 0)
            found(v, place, "the sha256 of its bytes is not the stored one");
        else if ((int64_t)len != stmt_int(st, VERIFY_LIST_BLOBS_BYTES))
            found(v, place, "its length is not the stored one");
        else if (!is_kind(stmt_text(st, VERIFY_LIST_BLOBS_KIND)))
            found(v, place, "its kind is unknown");
        ++*looked_at;
    }
    return rc;
}

static int read_view(struct verify *v, const char *sql, struct err *err)
{
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(v->db->handle, sql, -1, &st, NULL) != SQLITE_OK)
        return db_error(v->db, "reading a view", err);
    int step;
    do {
        step = sqlite3_step(st);
    } while (step == SQLITE_ROW);
    int rc = step == SQLITE_DONE ? 0 : db_error(v->db, "reading a view", err);
    sqlite3_finalize(st);
    return rc;
}

static int check_views(struct verify *v, int64_t *looked_at, struct err *err)
{
    struct stmt *st = db_query(v->db, "verify_list_views");
    int rc;
    stmt_bind_int(st, ":limit", v->deep ? -1 : VIEW_ROWS);
    while ((rc = stmt_step(st, err)) > 0) {
        struct err wrong = { 0 };
        if (read_view(v, stmt_text(st, VERIFY_LIST_VIEWS_READING), &wrong) < 0)
            found(v, stmt_text(st, VERIFY_LIST_VIEWS_NAME), wrong.msg);
        ++*looked_at;
    }
    return rc;
}

static int check_tokens(struct verify *v, int64_t *looked_at, struct err *err)
{
    int rc = rows_are_findings(v, "verify_tokens", err);
    return rc < 0 ? rc : stmt_one_int(db_query(v->db, "verify_count_tokens"), looked_at, err);
}

static int check_timings(struct verify *v, int64_t *looked_at, struct err *err)
{
    int rc = rows_are_findings(v, "verify_timings", err);
    return rc < 0 ? rc : stmt_one_int(db_query(v->db, "verify_count_timings"), looked_at, err);
}

/* Of the rows of a table. */
struct sealed_rows {
    int64_t n, unsealed, amended;
};

static uint64_t value_checksum(uint64_t column, sqlite3_stmt *st, int i)
{
    switch (sqlite3_column_type(st, i)) {
    case SQLITE_INTEGER:
        return checksum_int(column, sqlite3_column_int64(st, i));
    case SQLITE_FLOAT:
        return checksum_real(column, sqlite3_column_double(st, i));
    case SQLITE_NULL:
        return 0;
    }
    const void *data = sqlite3_column_blob(st, i); /* before its length, as SQLite asks */
    return checksum_bytes(column, data, (size_t)sqlite3_column_bytes(st, i));
}

static int check_sum(struct verify *v, const char *table, const char *key, struct sealed_rows *rows,
                     struct err *err)
{
    char place[160];
    int64_t amended = 0;
    struct stmt *st = db_query(v->db, "verify_count_amendments");
    stmt_bind_text(st, ":table_name", table);
    stmt_bind_text(st, ":row_key", key);
    int rc = stmt_one_int(st, &amended, err);
    rows->amended += amended > 0;
    snprintf(place, sizeof(place), "%s %s", table, key);
    if (rc == 0 && amended == 0)
        found(v, place, "its values changed after they were written: the checksum differs");
    return rc;
}

static int check_sums(struct verify *v, const char *table, sqlite3_stmt *st,
                      struct sealed_rows *rows, struct err *err)
{
    uint64_t columns[MOST_COLUMNS];
    int step, at = 0;
    int rc = 0;
    const int n = sqlite3_column_count(st) < MOST_COLUMNS ? sqlite3_column_count(st) : MOST_COLUMNS;
    for (int i = 1; i < n; i++) {
        columns[i] = checksum_column(sqlite3_column_name(st, i));
        at = strcmp(sqlite3_column_name(st, i), "checksum") == 0 ? i : at;
    }
    while (rc == 0 && (step = sqlite3_step(st)) == SQLITE_ROW) {
        uint64_t sum = 0;
        rows->n++;
        if (sqlite3_column_type(st, at) == SQLITE_NULL) {
            rows->unsealed++;
            continue;
        }
        for (int i = 1; i < n; i++)
            sum += columns[i] == 0 ? 0 : value_checksum(columns[i], st, i);
        if (sum != (uint64_t)sqlite3_column_int64(st, at))
            rc = check_sum(v, table, (const char *)sqlite3_column_text(st, 0), rows, err);
    }
    return rc < 0 || step == SQLITE_DONE ? rc : db_error(v->db, table, err);
}

static int check_numbers(struct verify *v, int64_t *looked_at, struct err *err)
{
    struct sealed_rows rows = { 0 };
    struct stmt *list = db_query(v->db, "verify_list_checksums");
    int rc;
    while ((rc = stmt_step(list, err)) > 0) {
        sqlite3_stmt *st = NULL;
        const char *table = stmt_text(list, VERIFY_LIST_CHECKSUMS_NAME);
        rc = sqlite3_prepare_v2(v->db->handle, stmt_text(list, VERIFY_LIST_CHECKSUMS_READING), -1,
                                &st, NULL) == SQLITE_OK
                 ? check_sums(v, table, st, &rows, err)
                 : db_error(v->db, table, err);
        sqlite3_finalize(st);
        if (rc < 0)
            break;
    }
    stmt_reset(list);
    *looked_at = rows.n;
    if (rows.unsealed > 0 || rows.amended > 0)
        snprintf(v->also, sizeof(v->also),
                 ", %" PRId64 " of them without a checksum, %" PRId64 " amended", rows.unsealed,
                 rows.amended);
    return rc;
}

static void on_wrong_fact(void *context, const char *place, const char *what)
{
    found(context, place, what);
}

static int check_facts(struct verify *v, int64_t *looked_at, struct err *err)
{
    struct facts_sink sink = { v, on_wrong_fact };
    return facts_compare(v->db, &sink, looked_at, err);
}

static const struct {
    const char *name;
    const char *unit; /* of what it looks at */
    check_function *run;
} checks[] = {
    { "pages", "pages", check_pages },
    { "schema", "objects", check_schema },
    { "foreign keys", "tables", check_foreign_keys },
    { "blobs", "blobs", check_blobs },
    { "views", "views", check_views },
    { "token sums", "rollouts", check_tokens },
    { "timings", "measurements", check_timings },
    { "numbers", "rows", check_numbers },
    { "facts", "cells", check_facts },
};

int db_verify(struct db *db, bool deep, const struct verify_sink *sink, struct err *err)
{
    struct verify v = { .db = db, .deep = deep, .sink = sink };
    for (size_t i = 0; i < ARRAY_LEN(checks); i++) {
        char text[192];
        struct err wrong = { 0 };
        int64_t looked_at = 0;
        v.check = checks[i].name;
        v.findings = 0;
        v.also[0] = '\0';
        int rc = checks[i].run(&v, &looked_at, &wrong);
        if (rc == ERR_BUSY) {
            *err = wrong;
            return rc;
        }
        if (rc < 0)
            found(&v, "file", wrong.msg);
        snprintf(text, sizeof(text), "%" PRId64 " %s%s", looked_at, checks[i].unit, v.also);
        sink->checked(sink->context, v.check, text, v.findings);
        v.total += v.findings;
    }
    if (v.total > 0)
        return err_set(err, ERR_INTEGRITY, "%s: %" PRId64 " findings", db->path, v.total);
    return 0;
}

/* ---- before rows go somewhere else ---- */

struct first_finding {
    char text[400]; /* "": none */
};

static void on_checked(void *context, const char *check, const char *looked_at, int64_t findings)
{
    (void)context;
    (void)check;
    (void)looked_at;
    (void)findings;
}

static void on_found(void *context, const char *check, const char *place, const char *what)
{
    struct first_finding *first = context;
    (void)check;
    if (first->text[0] == '\0')
        snprintf(first->text, sizeof(first->text), "%s: %s", place, what);
}

int db_check_content(struct db *db, struct err *err)
{
    static check_function *const parts[] = { check_foreign_keys, check_blobs, check_numbers };
    struct first_finding first = { "" };
    const struct verify_sink sink = { &first, on_checked, on_found };
    struct verify v = { .db = db, .sink = &sink };
    int64_t looked_at = 0;
    int rc = db_check_tables(db, "main", err);
    if (rc == 0)
        rc = db_refuse_altered(db, err);
    for (size_t i = 0; i < ARRAY_LEN(parts) && rc == 0 && first.text[0] == '\0'; i++)
        rc = parts[i](&v, &looked_at, err);
    if (rc == 0 && first.text[0] != '\0')
        rc = err_set(err, ERR_INTEGRITY,
                     "%s: is damaged, and nothing of it was copied: %s; 'rollbook verify --db %s' "
                     "says all",
                     db->path, first.text, db->path);
    return rc;
}
