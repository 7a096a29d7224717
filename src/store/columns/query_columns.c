/*
 * query_columns.c - the columns of every query as an enum, so that C reads a row by names.
 *
 *     query_columns FOLDER schema.sql schema_texts.sql migrations... views... foreign... queries...
 *
 * Behind the migrations schema.sql must be what they make, and every member of a struct that is a
 * row must have its column: the program would end at its first statement, so the build ends here
 * and says what to type.  FOLDER/../schema.sql is what schema.sql should be.
 *
 * Other statements run in that order in a database in memory; each query is prepared there, and
 * FOLDER/NAME.h gets "enum NAME_column" with NAME_COLUMN for each column.  An unchanged header
 * keeps its time, so only what reads changed queries is compiled; headers of removed queries go.
 *
 * Where the same code reads two queries, one says "-- columns: those of OTHER", or "the first of
 * OTHER", in a line of its comment.  It exits with 1 for a broken promise, a column without a plain
 * name, or a constant or query that exists twice.  A name of two columns gets no constant.
 */
#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/member.h"
#include "src/base/str.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/store/functions/sql_api.h"

#define MOST_BYTES ((size_t)1 << 24)

struct constant {
    const char *name;
    const char *file;
};

struct query {
    const char *name;
    const char *file;
    const char *columns; /* "a,b,c," */
    const char *like;    /* has its columns; NULL: nobody's */
    bool shorter;
};

struct columns {
    sqlite3 *handle;
    const char *folder;
    struct arena arena;
    struct constant *constants;
    size_t n_constants;
    struct query *queries;
    size_t n_queries;
};

static int refuse(const char *file, const char *what, const char *why, struct err *err)
{
    return err_set(err, ERR_USAGE, "%s: %s%s", file, what, why);
}

static const char *upper(struct arena *a, const char *s)
{
    char *out = arena_strndup(a, s, strlen(s));
    for (char *c = out; *c != '\0'; c++)
        *c = to_upper(*c);
    return out;
}

static bool is_plain_name(const char *s)
{
    return is_letter(*s) && s[strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_")] == 0;
}

static const char *query_of(struct columns *c, const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *base = slash == NULL ? file : slash + 1;
    return arena_strndup(&c->arena, base, strcspn(base, "."));
}

static int add_constant(struct columns *c, const char *name, const char *file, struct err *err)
{
    for (size_t i = 0; i < c->n_constants; i++)
        if (strcmp(c->constants[i].name, name) == 0)
            return refuse(file, name,
                          arena_printf(&c->arena, " appears twice: see %s", c->constants[i].file),
                          err);
    c->constants = mem_grow(c->constants, c->n_constants + 1, sizeof(*c->constants));
    c->constants[c->n_constants++] = (struct constant){ name, file };
    return 0;
}

static const char *told(struct columns *c, const char *sql, const char *words)
{
    const char *at = strstr(sql, words);
    if (at == NULL)
        return NULL;
    at += strlen(words);
    return arena_strndup(&c->arena, at, strcspn(at, "\n"));
}

static const struct query *find_query(const struct columns *c, const char *name)
{
    for (size_t i = 0; i < c->n_queries; i++)
        if (strcmp(c->queries[i].name, name) == 0)
            return &c->queries[i];
    return NULL;
}

static int add_query(struct columns *c, const char *file, const char *sql, sqlite3_stmt *st,
                     struct query *out, struct err *err)
{
    struct buf names = { 0 };
    struct query q = { .name = query_of(c, file),
                       .file = file,
                       .like = told(c, sql, "\n-- columns: those of ") };
    if (q.like == NULL)
        q.shorter = (q.like = told(c, sql, "\n-- columns: the first of ")) != NULL;
    for (int i = 0; i < sqlite3_column_count(st); i++)
        buf_printf(&names, "%s,", sqlite3_column_name(st, i));
    q.columns = arena_strdup(&c->arena, buf_text(&names));
    buf_release(&names);
    if (!is_plain_name(q.name))
        return refuse(file, q.name, " is not a plain name of a query", err);
    if (find_query(c, q.name) != NULL)
        return refuse(file, "the name is taken by ", find_query(c, q.name)->file, err);
    c->queries = mem_grow(c->queries, c->n_queries + 1, sizeof(*c->queries));
    *out = c->queries[c->n_queries++] = q;
    return 0;
}

static int check_likeness(struct columns *c, struct err *err)
{
    for (size_t i = 0; i < c->n_queries; i++) {
        const struct query *q = &c->queries[i];
        const struct query *other = q->like == NULL ? NULL : find_query(c, q->like);
        if (q->like == NULL)
            continue;
        if (other == NULL)
            return refuse(q->file, "there is no query ", q->like, err);
        if (q->shorter ? !str_starts_with(other->columns, q->columns)
                       : strcmp(other->columns, q->columns) != 0)
            return refuse(q->file, "its columns differ from those in ", other->file, err);
    }
    return 0;
}

/* "a.*, b.*" gives columns that no name tells apart. */
static bool is_ambiguous(sqlite3_stmt *st, const char *name)
{
    int n = 0;
    for (int i = 0; i < sqlite3_column_count(st); i++)
        n += strcmp(sqlite3_column_name(st, i), name) == 0;
    return n > 1;
}

static int put_enum(struct columns *c, const struct query *q, sqlite3_stmt *st, struct buf *out,
                    struct err *err)
{
    struct arena *a = &c->arena;
    int n = sqlite3_column_count(st);
    if (n == 0)
        return 0;
    buf_printf(out, "enum %s_column {\n", q->name);
    for (int i = 0; i < n; i++) {
        const char *name = sqlite3_column_name(st, i);
        if (!is_plain_name(name))
            return refuse(q->file, "give the column a plain name with AS: ",
                          arena_strndup(a, name, strlen(name)), err);
        if (is_ambiguous(st, name))
            continue;
        name = arena_printf(a, "%s_%s", upper(a, q->name), upper(a, name));
        int rc = add_constant(c, name, q->file, err);
        if (rc < 0)
            return rc;
        buf_printf(out, "    %s = %d,\n", name, i);
    }
    buf_puts(out, "};\n");
    return 0;
}

/* A header's time says when its columns changed. */
static int write_header(const char *path, const struct buf *text, struct err *err)
{
    struct buf old = { 0 };
    struct err none = { 0 };
    int rc = 0;
    bool same = file_exists(path) && file_read(path, MOST_BYTES, &old, &none) == 0 &&
                strcmp(buf_text(&old), buf_text(text)) == 0;
    if (!same)
        rc = file_write_atomic(path, text->data, text->len, err);
    buf_release(&old);
    return rc;
}

static int write_columns(struct columns *c, const char *file, const char *sql, sqlite3_stmt *st,
                         struct err *err)
{
    struct buf text = { 0 };
    struct query q = { 0 };
    int rc = add_query(c, file, sql, st, &q, err);
    if (rc < 0)
        return rc;
    const char *guard = upper(&c->arena, q.name);
    buf_printf(&text, "/* %s.h - the columns of the query, in their order. */\n", q.name);
    buf_printf(&text, "#ifndef ROLLBOOK_COLUMNS_%s_H\n#define ROLLBOOK_COLUMNS_%s_H\n\n", guard,
               guard);
    rc = put_enum(c, &q, st, &text, err);
    buf_puts(&text, "\n#endif\n");
    if (rc == 0)
        rc = write_header(arena_printf(&c->arena, "%s/%s.h", c->folder, q.name), &text, err);
    buf_release(&text);
    return rc;
}

static int take_query(struct columns *c, const char *file, const char *sql, struct err *err)
{
    const char *rest = sql;
    sqlite3_stmt *first = NULL;
    sqlite3_stmt *second = NULL;
    int rc = 0;
    /* A PRAGMA of the last file may have taken effect. */
    sqlite3_db_config(c->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, NULL);
    if (sqlite3_prepare_v2(c->handle, sql, -1, &first, &rest) != SQLITE_OK ||
        sqlite3_prepare_v2(c->handle, rest, -1, &second, NULL) != SQLITE_OK)
        rc = refuse(file, sqlite3_errmsg(c->handle), "", err);
    else if (first == NULL)
        rc = refuse(file, "no statement", "", err);
    else
        rc = write_columns(c, file, sql, second == NULL ? first : NULL, err);
    sqlite3_finalize(first);
    sqlite3_finalize(second);
    return rc;
}

static int take_file(struct columns *c, const char *file, struct err *err)
{
    struct buf sql = { 0 };
    int rc = file_read(file, MOST_BYTES, &sql, err);
    if (rc == 0 && strstr(file, "/queries/") != NULL)
        rc = take_query(c, file, buf_text(&sql), err);
    else if (rc == 0 && sqlite3_exec(c->handle, buf_text(&sql), NULL, NULL, NULL) != SQLITE_OK)
        rc = refuse(file, sqlite3_errmsg(c->handle), "", err);
    buf_release(&sql);
    return rc;
}

/* The tables of members that statements name by marks, and what jobs say. */
static int check_members(struct columns *c, struct err *err)
{
    static const struct {
        const char *table, *names;
        const struct member_table *members;
    } rows[] = {
        { "evaluation", "EVAL_RESULT_FACTS (src/eval/contract/evaluation.h)",
          &eval_result_members },
        { "evaluation", "eval_job_members (src/eval/contract)", &eval_job_members },
        { "profile", "profile_members (src/eval/contract)", &profile_members },
        { "kernel_counters", "kernel_counters_members (src/eval/contract)",
          &kernel_counters_members },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        for (size_t k = 0; k < rows[i].members->n; k++) {
            const char *name = rows[i].members->members[k].parameter;
            if (name != NULL &&
                sqlite3_table_column_metadata(c->handle, NULL, rows[i].table, name + 1, NULL, NULL,
                                              NULL, NULL, NULL) != SQLITE_OK)
                return err_set(
                    err, ERR_USAGE,
                    "%s has a member '%s', and table %s has no such column: add it in a new file "
                    "schema/migrations/NNNN_NAME.sql and build again (CONTRIBUTING.md, "
                    "\"A scalar of an evaluation\")",
                    rows[i].names, name + 1, rows[i].table);
        }
    return 0;
}

/* What new databases are made of must be what the migrations leave. */
static int check_schema(struct columns *c, const char *file, const char *query, struct err *err)
{
    struct buf made CLEANUP(buf_release) = { 0 };
    struct buf sql CLEANUP(buf_release) = { 0 };
    struct buf stored CLEANUP(buf_release) = { 0 };
    sqlite3_stmt *st = NULL;
    int rc = file_read(query, MOST_BYTES, &sql, err);
    if (rc == 0)
        rc = file_read(file, MOST_BYTES, &stored, err);
    if (rc < 0)
        return rc;
    if (sqlite3_prepare_v2(c->handle, buf_text(&sql), -1, &st, NULL) != SQLITE_OK)
        return refuse(query, sqlite3_errmsg(c->handle), "", err);
    while (sqlite3_step(st) == SQLITE_ROW)
        buf_printf(&made, "%s\n", (const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
    const char *path = arena_printf(&c->arena, "%s/../schema.sql", c->folder);
    rc = write_header(path, &made, err);
    if (rc == 0 && strcmp(buf_text(&made), buf_text(&stored)) != 0)
        rc = err_set(
            err, ERR_USAGE,
            "schema/schema.sql differs from schema/migrations; type\n  cp %s %s\nand build again",
            path, file);
    return rc;
}

static bool is_query(const struct columns *c, const char *header)
{
    for (size_t i = 0; i < c->n_queries; i++)
        if (str_starts_with(header, c->queries[i].name) &&
            strcmp(header + strlen(c->queries[i].name), ".h") == 0)
            return true;
    return false;
}

static void remove_stale(struct columns *c)
{
    DIR *folder = opendir(c->folder);
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (str_ends_with(entry->d_name, ".h") && !is_query(c, entry->d_name))
            remove(arena_printf(&c->arena, "%s/%s", c->folder, entry->d_name));
    if (folder != NULL)
        closedir(folder);
}

int main(int argc, char **argv)
{
    struct columns c = { .folder = argc > 1 ? argv[1] : "" };
    struct err err = { 0 };
    int rc = 0;
    if (argc < 5)
        rc = err_set(&err, ERR_USAGE,
                     "usage: query_columns FOLDER schema.sql schema_texts.sql files of SQL...");
    else if (sqlite3_open(":memory:", &c.handle) != SQLITE_OK ||
             sql_functions_register(c.handle) != SQLITE_OK)
        rc = err_set(&err, ERR_INTEGRITY, "no database in memory");
    for (int i = 4; i < argc && rc == 0; i++) {
        bool behind_migrations =
            strstr(argv[i - 1], "/migrations/") != NULL && strstr(argv[i], "/migrations/") == NULL;
        if (behind_migrations && (rc = check_members(&c, &err)) == 0)
            rc = check_schema(&c, argv[2], argv[3], &err);
        if (rc == 0)
            rc = take_file(&c, argv[i], &err);
    }
    if (rc == 0)
        rc = check_likeness(&c, &err);
    if (rc == 0)
        remove_stale(&c);
    else
        fprintf(stderr, "query_columns: %s\n", err.msg);
    sqlite3_close(c.handle);
    free(c.constants);
    free(c.queries);
    arena_release(&c.arena);
    return rc < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
