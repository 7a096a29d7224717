/*
 * db.h - the results database; src/store is the only user of sqlite3.h.
 *
 * SQL lives in schema/: migrations, views, and one statement a file,
 * schema/queries/FOLDER/NAME.sql, embedded and prepared by name.  Dynamic selections bind JSON
 * arrays (json_each(:runs)).
 */
#ifndef ROLLBOOK_STORE_DB_H
#define ROLLBOOK_STORE_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct db;
struct stmt;

#define DB_APPLICATION_ID 0x526f6c6c /* "Roll" */

enum db_mode {
    DB_READ,  /* ERR_USAGE when the file is missing */
    DB_WRITE, /* created when missing */
    DB_CREATE /* like DB_WRITE; ERR_USAGE when it exists */
};

/*
 * Checks application_id and version, migrates when writing.  ERR_SCHEMA names the command to run
 * for a newer database or (reading) an older one; ERR_INTEGRITY: no Rollbook database; ERR_BUSY
 * after a bounded wait.
 */
int db_open(const char *path, enum db_mode mode, struct db **out, struct err *err);
/* Who is told, once a connection, that another process writes and is waited for; NULL: nobody. */
void db_tell_waiting(void (*tell)(const char *path));
void db_close(struct db *db); /* NULL is fine */
void db_close_ptr(struct db **db);
/* Closes after a failure and removes a file that opening made and nobody wrote to. */
void db_give_up(struct db *db); /* NULL is fine */
/* False when the file changed while it was read from an unwritable place: what was read may be
 * of two states. */
bool db_was_steady(const struct db *db);
bool db_is_new(const struct db *db);
/* The first table, view or trigger that is not what this program makes ("view v_run"), whose rows
 * may be anything; NULL: none. */
const char *db_altered(const struct db *db);
/* ERR_INTEGRITY: a table is not what this program makes, or a row lacks what it must have. */
int db_refuse_altered(struct db *db, struct err *err);
/* What another program did to the file since Rollbook last wrote or verified it, as a sentence;
 * NULL: nothing that its time and the sum of its pages tell. */
const char *db_told_change(struct db *db);
/* What was found to be sound counts from now on.  The database must not be open for writing. */
int db_mark_verified(const char *path, struct err *err);
/* ERR_BUSY: the file has another name now, which the message says, or none; its log was put into
 * it. */
int db_check_there(struct db *db, struct err *err);
/* ERR_INTEGRITY: a table is missing.  schema: "main", or an attached database. */
int db_check_tables(struct db *db, const char *schema, struct err *err);
/* A database that ends with its connection, for checks and tests; no name that somebody types. */
#define DB_IN_MEMORY ":\001memory"
/* ERR_USAGE: SQLite would not take the path for the name of a file. */
int db_check_name(const char *path, struct err *err);

/* Transactions nest by counting; the outermost commits.  BEGIN IMMEDIATE takes the write lock,
 * so a second writer gets ERR_BUSY before it did any work. */
int db_begin(struct db *db, struct err *err);
int db_commit(struct db *db, struct err *err);
void db_rollback(struct db *db); /* all levels */
/* Commits when rc is 0, else rolls back.  Returns rc, or the commit's error. */
int db_end(struct db *db, int rc, struct err *err);
/* Commits what an open transaction has so far, and goes on in another one at the same level. */
int db_keep(struct db *db, struct err *err);
/* Reads until db_end_read see one state of the database; within our transaction, its state. */
int db_begin_read(struct db *db, struct err *err);
void db_end_read(struct db *db);

/* "load_runs" -> "schema/queries/load/load_runs.sql"; NULL: no such query. */
const char *query_path(const char *name);
/* An unknown name is a bug and ends the program. */
const char *query_sql(const char *name);

/*
 * The prepared statement of query NAME, reset, without bindings.  The database owns and caches it:
 * do not nest uses of one name.  An unknown name or bad SQL is a bug and ends the program.
 */
struct stmt *db_query(struct db *db, const char *name);

/* name is a literal with its colon (":run_id"); an unknown one ends the program. */
void stmt_bind_int(struct stmt *st, const char *name, int64_t v);
void stmt_bind_real(struct stmt *st, const char *name, double v);      /* NaN binds NULL */
void stmt_bind_text(struct stmt *st, const char *name, const char *s); /* NULL binds NULL; copied */
void stmt_bind_text_n(struct stmt *st, const char *name, const char *s, size_t len);
/* s must live until the statement has run. */
void stmt_bind_text_borrowed(struct stmt *st, const char *name, const char *s, size_t len);
void stmt_bind_blob(struct stmt *st, const char *name, const void *data, size_t len); /* copied */
void stmt_bind_null(struct stmt *st, const char *name);
void stmt_bind_id(struct stmt *st, const char *name, int64_t id);   /* 0 binds NULL */
void stmt_bind_count(struct stmt *st, const char *name, int64_t v); /* negative binds NULL */
/* Binds a JSON array of strings, for "IN (SELECT value FROM json_each(:runs))". */
void stmt_bind_text_list(struct stmt *st, const char *name, const char *const *items, size_t n);

/* Binds every member that has a parameter (src/base/member.h); unknown is NULL. */
struct member_table;
void stmt_bind_members(struct stmt *st, const struct member_table *t, const void *from);

int stmt_step(struct stmt *st, struct err *err); /* 1: a row, 0: done and reset, or negative */
int stmt_run(struct stmt *st, struct err *err);
/* Runs a statement that gives one integer; ERR_NOMATCH: no row. */
int stmt_one_int(struct stmt *st, int64_t *out, struct err *err);
/* Runs an INSERT of one row and gives its key. */
int stmt_insert(struct stmt *st, int64_t *out_id, struct err *err);
void stmt_reset(struct stmt *st); /* before the last row */

/* column is a constant of "columns/NAME.h", which the build makes of the query.  Text and blobs
 * are valid until the next step. */
bool stmt_is_null(struct stmt *st, int column);
int64_t stmt_int(struct stmt *st, int column);
double stmt_real(struct stmt *st, int column);      /* NaN for NULL */
const char *stmt_text(struct stmt *st, int column); /* NULL for NULL */
const void *stmt_blob(struct stmt *st, int column, size_t *out_len);
char *stmt_text_dup(struct stmt *st, int column, struct arena *a); /* NULL for NULL */

/* Reads every member that has a column of its name; texts live in the arena.  A missing column
 * ends the program. */
void stmt_read_members(struct stmt *st, const struct member_table *t, struct arena *a, void *to);

int64_t db_changes(struct db *db); /* of the last statement */

/* Runs a user's read-only statement and calls row once a row.  ERR_USAGE: bad or writing SQL. */
struct sql_value {
    int type; /* 0 null, 1 integer, 2 real, 3 text, 4 blob */
    int64_t i;
    double real;
    const char *text; /* valid during the callback */
    size_t len;
};
struct sql_sink {
    void *context;
    void (*columns)(void *context, size_t n, const char *const *names);
    void (*row)(void *context, size_t n, const struct sql_value *values);
};
/* Statements of this connection end after some two seconds of a processor, and make no value above
 * 16 MiB, as those of a file with an altered schema. */
void db_bound_statements(struct db *db);
int db_user_sql(struct db *db, const char *sql, const struct sql_sink *sink, struct err *err);
/* Runs several statements; sink gets the columns of each before its rows. */
int db_user_script(struct db *db, const char *sql, const struct sql_sink *sink, struct err *err);
/* Sends the rows of one of our statements, bound already. */
int stmt_rows(struct stmt *st, const struct sql_sink *sink, struct err *err);

/*
 * A stored value as JSON, the same in exports, hashes and answers: null, an integer, the shortest
 * decimal that reads back as the same double, a string; {"hex":
 * "..."} for bytes, {"real": "inf"} or "-inf" where JSON has no number.  A real keeps its point
 * ("1.0").
 */
void sql_value_put_json(struct buf *out, const struct sql_value *v);

/* As above, with "inf" and "-inf" bare. */
void sql_value_put_real(struct buf *out, double v);

/*
 * Databases of other programs, read from memory and never written.  Nothing in them is trusted: no
 * triggers, views or functions of theirs run, and a table may be missing.  bytes hold a database
 * file and are copied.  ERR_INTEGRITY: they do not.  Close with db_close.
 */
int db_open_foreign(const char *name, const void *bytes, size_t len, struct db **out,
                    struct err *err);
/* False when the database lacks what the statement asks for. */
bool db_try_query(struct db *db, const char *query, struct stmt **out);

const char *db_library_version(void);
/* The number of this program's migrations. */
int db_schema_version(void);

#endif
