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

/* What a query does to rows that wait (loader.h). */
enum loader_part {
    LOADER_FLUSHES, /* it may see them */
    LOADER_IS_APART,
    LOADER_GATHERS /* and above: its rows wait */
};

struct loader_cell {
    int type; /* SQLITE_NULL, ... */
    int64_t i;
    double real;
    const void *data;
    size_t len;
};

struct stmt {
    struct db *db;
    sqlite3_stmt *handle; /* NULL: the file is damaged */
    const char *name;     /* of the embedded table */
    int damage_code;      /* SQLite's */
    char damage[200];
    size_t n_bound; /* since db_query */
    struct {
        const char *name; /* NULL: not known */
        int parameter;
        uint64_t column; /* row_checksum.h */
    } order[48];         /* of binding */
    int checksum_at;     /* the parameter :checksum, which no caller binds; 0: none */
    uint64_t checksum;   /* of what was bound since db_query */
    uint64_t use;        /* counts db_query */
    struct {
        uint64_t value, use;
    } shares[96]; /* of the checksum, by parameter: a value bound again replaces the earlier */
    enum loader_part part;
    struct loader_cell *row; /* waiting; NULL: to SQLite */
    struct stmt *next;
};

struct db {
    sqlite3 *handle;
    char *path;
    bool reads;
    struct stmt *statements;  /* cache, owned */
    bool has_damaged;         /* one could not be prepared */
    const char *preparing;    /* name of the statement; NULL: somebody's */
    bool lacks_rows;          /* joined.h */
    struct blob_cache *blobs; /* stored ones; owned */
    bool knows_all_blobs;     /* it holds all that are stored */
    struct loader *loader;    /* owned */
    struct err *failure;      /* of waiting rows; owned */
    int depth;
    bool stands_alone; /* read without a log, as of: */
    off_t opened_size;
    struct timespec opened_at;
    bool is_new;            /* opening made the file */
    unsigned first_version; /* then, by SQLite's count */
    size_t n_commits;
    struct bulk *bulk;             /* NULL: in place */
    void (*closed)(void *context); /* after the file was let go; may be NULL */
    void *closed_context;
};

/* Lets the disk begin with committed data, so that the last sync is short. */
void bulk_write_ahead(struct bulk *b);
struct db *db_new(const char *path);
/* Like db_open with DB_WRITE, with other settings. */
int db_open_with(const char *path, const char *settings, struct db **out, struct err *err);
/* Like db_query, but no row waits and nothing is flushed. */
struct stmt *db_plain_query(struct db *db, const char *name);
void db_forget_statements(struct db *db);

struct loader *loader_new(void);
void loader_free(struct loader *l);
int loader_register(struct loader *l, sqlite3 *handle);
enum loader_part loader_part_of(const char *query);
bool loader_is_open(const struct loader *l);
/* Adds a waiting row: each value is copied, the end tells the key that it will have (out_id may
 * be NULL). */
void loader_start_row(struct stmt *st);
void loader_set(struct stmt *st, int parameter, const struct loader_cell *value);
int loader_end_row(struct stmt *st, int64_t *out_id, struct err *err);
int loader_flush(struct db *db, struct err *err);
void loader_drop(struct loader *l);

/* 0, or why the statement could not be prepared. */
int stmt_damage(const struct stmt *st, struct err *err);
/* Translates an SQLite result; what names the attempt. */
int db_error(struct db *db, const char *what, struct err *err);
int db_exec(struct db *db, const char *sql, const char *what, struct err *err);
/* ERR_INTEGRITY: another application's file.  An empty file passes. */
int db_check_identity(struct db *db, struct err *err);
/* Creates the schema or brings it forward, when writing. */
int db_migrate(struct db *db, bool writing, struct err *err);
/* An embedded file below schema/; a missing one ends the program. */
const char *schema_text(const char *name);

/* Writes the path as a URI with "?", "#" and "%" quoted. */
struct buf;
void db_put_uri(struct buf *out, const char *path, const char *query);
/* Removes log and journal beside a file that is given up. */
void db_remove_beside(const char *path);

#endif
