/*
 * db_internal.h - what the files of src/store share.
 */
#ifndef ROLLBOOK_STORE_DB_INTERNAL_H
#define ROLLBOOK_STORE_DB_INTERNAL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct blob_cache;
struct bulk;
struct err;
struct loader;

/* What a query is to rows that wait (loader.h). */
enum loader_part {
    LOADER_FLUSHES, /* it may see them: they go in first */
    LOADER_IS_APART,
    LOADER_GATHERS /* and above, a value a table: its rows are those that wait */
};

/* A bound value of a row that waits. */
struct loader_cell {
    int type; /* SQLITE_NULL, ... */
    int64_t i;
    double real;
    const void *data;
    size_t len;
};

struct stmt {
    struct db *db;
    sqlite3_stmt *handle; /* NULL when the damaged file did not let it be prepared */
    const char *name;     /* borrowed from the embedded table */
    int damage_code;      /* SQLite's */
    char damage[200];
    size_t n_bound; /* since db_query */
    struct {
        const char *name; /* the caller's; NULL not known yet */
        int parameter;
    } order[48]; /* the parameters in the order of binding */
    enum loader_part part;
    struct loader_cell *row; /* where values go that wait; NULL: to SQLite */
    struct stmt *next;
};

struct db {
    sqlite3 *handle;
    char *path;
    bool reads;               /* opened by DB_READ */
    struct stmt *statements;  /* cache, owned */
    bool has_damaged;         /* one of them could not be prepared */
    struct blob_cache *blobs; /* that are stored; owned */
    bool knows_all_blobs;     /* what is not in the cache is not stored */
    struct loader *loader;    /* rows that wait; owned */
    struct err *failure;      /* owned; of rows that waited; NULL: none */
    int depth;                /* of nested transactions */
    bool stands_alone;        /* read without a log; as it was then: */
    off_t opened_size;
    struct timespec opened_at;
    bool is_new;            /* there was no file before it was opened */
    unsigned first_version; /* of its data then, as SQLite counts changes */
    size_t n_commits;       /* transactions that were committed */
    struct bulk *bulk; /* while it is built beside its place (bulk.c); NULL: it is in its place */
};

/* After a commit: lets the disk begin with what was written, so that the sync at the end is short.
 */
void bulk_write_ahead(struct bulk *b);
/* Without a connection yet. */
struct db *db_new(const char *path);
/* Like db_open with DB_WRITE and other settings. */
int db_open_with(const char *path, const char *settings, struct db **out, struct err *err);
/* db_query for SQLite itself: no row waits and nothing is flushed. */
struct stmt *db_plain_query(struct db *db, const char *name);
/* Ends all prepared statements. */
void db_forget_statements(struct db *db);

struct loader *loader_new(void);
void loader_free(struct loader *l);
/* Makes the virtual tables known to the connection. */
int loader_register(struct loader *l, sqlite3 *handle);
enum loader_part loader_part_of(const char *query);
bool loader_is_open(const struct loader *l);
/* A row of a statement that gathers: begins, gets a value, of which it takes a copy, and ends with
 * the key it will have (out_id may be NULL). */
void loader_start_row(struct stmt *st);
void loader_set(struct stmt *st, int parameter, const struct loader_cell *value);
int loader_end_row(struct stmt *st, int64_t *out_id, struct err *err);
int loader_flush(struct db *db, struct err *err);
/* Closes it; what waits is gone. */
void loader_drop(struct loader *l);

/* 0, or what kept the statement from being prepared. */
int stmt_damage(const struct stmt *st, struct err *err);
/* Translates an SQLite result into our codes and words; what names the attempt. */
int db_error(struct db *db, const char *what, struct err *err);
int db_exec(struct db *db, const char *sql, const char *what, struct err *err);
/* ERR_INTEGRITY for a file of another application; an empty file passes. */
int db_check_identity(struct db *db, struct err *err);
/* Creates or brings the schema forward; writing says whether it may. */
int db_migrate(struct db *db, bool writing, struct err *err);
/* The text of an embedded file below schema/; ends the program when it is missing. */
const char *schema_text(const char *name);

/* The path as a URI, in which "?", "#" and "%" mean nothing. */
struct buf;
void db_put_uri(struct buf *out, const char *path, const char *query);
/* Removes the log and the journal beside a database file that is given up. */
void db_remove_beside(const char *path);

#endif
