/*
 * db.h - the results database; src/store is the only user of sqlite3.h.
 *
 * SQL lives in schema/: migrations, views, and one statement a file, NAME.sql in a folder of
 * schema/queries, embedded in the program and prepared by name.  Dynamic selections bind JSON
 * arrays (json_each(:runs)) instead of building SQL.
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
    DB_READ,  /* read only; ERR_USAGE when the file is missing */
    DB_WRITE, /* read and write; created when missing */
    DB_CREATE /* like DB_WRITE; ERR_USAGE when a database is there already */
};

/*
 * Opens, checks application_id and version, migrates forward when writing.  ERR_SCHEMA for a newer
 * database or (reading) an older one, naming the command to run; ERR_INTEGRITY for a file that is
 * no Rollbook database; ERR_BUSY after a bounded wait.
 */
int db_open(const char *path, enum db_mode mode, struct db **out, struct err *err);
void db_close(struct db *db); /* NULL is fine */
void db_close_ptr(struct db **db);
/* Closes it after a failure; a file that opening made and nobody has written to goes with it. */
void db_give_up(struct db *db); /* NULL is fine */
/* False when somebody wrote the file while it was read from a place where nothing can be written:
 * what was read may be of two states. */
bool db_was_steady(const struct db *db);
/* Whether there was no file before it was opened. */
bool db_is_new(const struct db *db);
/* The name of a database that ends with its connection, for checks and tests. */
#define DB_IN_MEMORY ":memory:"

/* Transactions nest by counting; only the outermost commits.  BEGIN IMMEDIATE takes the write lock
 * at once, so a second writer gets ERR_BUSY before it did any work. */
int db_begin(struct db *db, struct err *err);
int db_commit(struct db *db, struct err *err);
void db_rollback(struct db *db); /* all levels; harmless outside a transaction */
/* The end of what db_begin began: commits when rc, how the work went, is 0, else rolls back.
 * Returns rc, or what the commit says. */
int db_end(struct db *db, int rc, struct err *err);
/* What is read until db_end_read is one state of the database, whoever writes meanwhile; within a
 * transaction of ours it is that one's. */
int db_begin_read(struct db *db, struct err *err);
void db_end_read(struct db *db);

/* Where the tree has a query: "load_runs" -> "schema/queries/load/load_runs.sql"; NULL nowhere. */
const char *query_path(const char *name);
/* Its text; an unknown name ends the program: it is a bug. */
const char *query_sql(const char *name);

/*
 * A prepared statement of the query NAME, reset and with cleared bindings.  It belongs to
 * the database and is cached: do not nest uses of one name.  An unknown name or bad SQL ends the
 * program: it is a bug.
 */
struct stmt *db_query(struct db *db, const char *name);

/* Binds by name with its colon (":run_id"), a literal; an unknown name ends the program. */
void stmt_bind_int(struct stmt *st, const char *name, int64_t v);
void stmt_bind_real(struct stmt *st, const char *name, double v);      /* NaN binds NULL */
void stmt_bind_text(struct stmt *st, const char *name, const char *s); /* NULL binds NULL; copied */
void stmt_bind_text_n(struct stmt *st, const char *name, const char *s, size_t len);
/* Not copied by SQLite: s must live until the statement has run. */
void stmt_bind_text_borrowed(struct stmt *st, const char *name, const char *s, size_t len);
void stmt_bind_blob(struct stmt *st, const char *name, const void *data, size_t len); /* copied */
void stmt_bind_null(struct stmt *st, const char *name);
void stmt_bind_id(struct stmt *st, const char *name, int64_t id);   /* 0 binds NULL */
void stmt_bind_count(struct stmt *st, const char *name, int64_t v); /* negative binds NULL */
/* A JSON array of strings, for "IN (SELECT value FROM json_each(:runs))". */
void stmt_bind_text_list(struct stmt *st, const char *name, const char *const *items, size_t n);

/* Binds every member that has a parameter (src/base/member.h); what is unknown binds NULL. */
struct member_table;
void stmt_bind_members(struct stmt *st, const struct member_table *t, const void *from);

int stmt_step(struct stmt *st, struct err *err); /* 1 a row, 0 done (and reset), negative error */
int stmt_run(struct stmt *st, struct err *err);  /* steps to the end; 0 or negative */
/* Runs an INSERT ... RETURNING or SELECT of one integer, its only column; ERR_NOMATCH when there is
 * no row. */
int stmt_one_int(struct stmt *st, int64_t *out, struct err *err);
/* Runs an INSERT of one row; its integer key. */
int stmt_insert(struct stmt *st, int64_t *out_id, struct err *err);
void stmt_reset(struct stmt *st); /* when leaving before the last row */

/* Columns of the current row: constants of "columns/NAME.h", which the build makes of the query.
 * Text and blobs are valid until the next step. */
bool stmt_is_null(struct stmt *st, int column);
int64_t stmt_int(struct stmt *st, int column);
double stmt_real(struct stmt *st, int column);      /* NaN for NULL */
const char *stmt_text(struct stmt *st, int column); /* NULL for NULL */
const void *stmt_blob(struct stmt *st, int column, size_t *out_len);
char *stmt_text_dup(struct stmt *st, int column, struct arena *a); /* NULL for NULL */

/* Reads every member that has a column of its name; texts live in the arena.  A column that is not
 * there ends the program. */
void stmt_read_members(struct stmt *st, const struct member_table *t, struct arena *a, void *to);

int64_t db_changes(struct db *db); /* rows changed by the last INSERT, UPDATE or DELETE */

/*
 * Any read-only statement from a user ("rollbook sql"): calls row once a row.
 * ERR_USAGE for bad or writing SQL.
 */
struct sql_value {
    int type; /* 0 null, 1 integer, 2 real, 3 text, 4 blob */
    int64_t i;
    double real;
    const char *text; /* text or blob bytes, valid during the callback */
    size_t len;
};
struct sql_sink {
    void *context;
    void (*columns)(void *context, size_t n, const char *const *names);
    void (*row)(void *context, size_t n, const struct sql_value *values);
};
int db_user_sql(struct db *db, const char *sql, const struct sql_sink *sink, struct err *err);
/* The same for several statements; sink gets the columns of each before its rows. */
int db_user_script(struct db *db, const char *sql, const struct sql_sink *sink, struct err *err);
/* The rows of one of our statements, bound already, in the same way. */
int stmt_rows(struct stmt *st, const struct sql_sink *sink, struct err *err);

/* Version text of the SQLite library. */
const char *db_library_version(void);
/* Of this program: how many migrations there are. */
int db_schema_version(void);

#endif
