/*
 * db_internal.h - what the files of src/store share.
 *
 * They stand on each other in this order: waiting rows and maps of ids; db (connections,
 * transactions) and stmt (statements); db_open (files, schema versions); rows (store_*.c), facts;
 * writer; merge, joined, dump and verify.
 */
#ifndef ROLLBOOK_STORE_DB_INTERNAL_H
#define ROLLBOOK_STORE_DB_INTERNAL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "src/base/err.h"
#include "src/base/id_map.h"
#include "src/base/mem.h"

struct buf;
struct bulk;
struct db;

struct bound_value {
    int type;   /* SQLITE_NULL, ... */
    size_t len; /* of data */
    union {
        int64_t i;
        double real;
        const void *data;
    };
};

/* ---- waiting.c ---- */

#define N_WAITING 7
extern const struct waiting_kind {
    const char *query;   /* whose rows wait */
    const char *module;  /* virtual table of these: waiting_TABLE */
    const char *flush;   /* puts them in */
    const char *last_id; /* NULL: nobody asks for their keys */
} waiting_kinds[N_WAITING];

struct waiting_table {
    struct bound_value *cells; /* owned */
    size_t n_columns;          /* with the key */
    size_t n_rows, capacity;
    int64_t last_id;   /* 0: not yet known */
    uint64_t used;     /* mask of columns that are not NULL in some row */
    uint64_t prepared; /* those that the flushing statement names */
};

struct waiting {
    struct waiting_table tables[N_WAITING];
    struct arena texts; /* of the rows */
    unsigned mask;      /* tables that have some */
};

/* The bit of the table in masks; 0: no row of it waits. */
unsigned waiting_mask(const char *table);
struct bound_value *waiting_start_row(struct waiting *w, int kind, int n_parameters);
/* Of the row that was started; copies. */
void waiting_set(struct waiting *w, int kind, int column, const struct bound_value *value);
/* True: there is no room for another. */
bool waiting_end_row(struct waiting *w, int kind);
void waiting_clear(struct waiting *w);
void waiting_release(struct waiting *w);
int waiting_register(struct waiting *w, sqlite3 *handle);
/* Appends a flushing statement without the columns that are NULL in all rows. */
void waiting_narrow(const char *sql, uint64_t columns, struct buf *out);

/* ---- log_mark.c ---- */

/* As the row of commits says it. */
enum mark_state {
    MARK_UNKNOWN = '-',
    MARK_OPEN = 'O',
    MARK_CLOSED = 'C',
    MARK_CHANGED = 'X' /* by another program */
};

struct log_closing {
    char *path; /* owned; NULL: nothing to do */
    struct timespec time;
};

/* Before the first read: ERR_INTEGRITY when the log or journal beside the file is not its own, and
 * nothing was applied or removed. */
int log_check_beside(struct db *db, struct err *err);
void log_mark_opened(struct db *db);
/* What is read of it at each opening would take long. */
bool log_mark_is_large(struct db *db);
/* Within the transaction that ends, and after it. */
int log_mark_commit(struct db *db, struct err *err);
void log_mark_committed(struct db *db);
/* Before and after the connection ends. */
void log_mark_close(struct db *db, struct log_closing *out);
void log_mark_closed(struct log_closing *c);
/* The file was moved: puts its log into it; where gets the path that it has now (PATH_MAX).  False:
 * it has none. */
bool log_mark_follow(struct db *db, char *where);
/* It has none: a copy of what this connection sees, where it committed anything, under a free name,
 * which where gets ("": none). */
bool log_mark_rescue(struct db *db, char *where);
/* Of a copy, whose pages are not where those of the original are. */
void log_mark_renew(sqlite3 *handle);

/* ---- connections and statements ---- */

struct stmt {
    struct db *db;
    sqlite3_stmt *handle; /* NULL: the file is damaged */
    const char *name;     /* of the embedded table */
    int damage_code;      /* SQLite's */
    char damage[200];
    int n_parameters;
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
    } shares[96];     /* of the checksum, by parameter: a value bound again replaces the earlier */
    int kind;         /* its rows wait while a writer is open; -1: none do */
    unsigned touches; /* mask of tables that it reads or writes, as SQLite says */
    struct bound_value *row; /* that will wait; NULL: to SQLite */
    struct stmt *next;
};

struct db {
    sqlite3 *handle;
    char *path;
    bool reads;
    struct stmt *statements; /* cache, owned */
    bool has_damaged;        /* one could not be prepared */
    const char *preparing;   /* name of the statement; NULL: somebody's */
    unsigned touched;        /* mask of its tables */
    bool lacks_rows;         /* joined.h */
    struct waiting waiting;
    struct id_map texts;  /* keys of stored ones by hash */
    bool knows_all_texts; /* it holds all that are stored */
    struct {
        bool open;
        int64_t rollout_id, evaluation_id, measurement_id; /* last ones when it began */
        char *triggers;                                    /* makes the removed ones again; owned */
    } writer;
    struct err failure; /* of waiting rows, said by the next statement that runs */
    int depth;
    bool stands_alone; /* read without a log, as of: */
    off_t opened_size;
    struct timespec opened_at;
    char altered[80]; /* "view v_run": not what this program makes; "": none */
    bool is_altered_table, is_altered_ours;
    unsigned n_ticks; /* of statements of a file with an altered schema */
    struct {
        enum mark_state at_open;
        dev_t dev;
        ino_t ino;
        int64_t changes;  /* of this connection when the transaction began */
        char *rescued;    /* owned; path of the copy, "": none was made, NULL: not tried */
        bool is_known;    /* a commit was marked */
        bool is_open;     /* the file says so */
        bool is_doubtful; /* another program changed it, and nobody verified it since */
        bool is_verified; /* whatever it was before */
        bool closes;      /* though nothing was written */
    } mark;
    struct {
        int64_t since_ms, changed_ms, change;
        bool is_told;
    } waits;                /* for another writer */
    bool is_new;            /* opening made the file */
    unsigned first_version; /* then, by SQLite's count */
    size_t n_commits;
    struct bulk *bulk; /* NULL: in place */
    void (*committed)(struct bulk *bulk);
    /* NULL: any table may be read, else a refused one is missing for a statement. */
    bool (*may_read)(struct db *db, const char *table);
    void (*closed)(void *context); /* after the file was let go; may be NULL */
    void *closed_context;
};

/* Of a path that is for messages; its handle is opened later. */
struct db *db_new(const char *path);
/* Functions, virtual tables and limits of a handle that was opened. */
int db_equip(struct db *db, struct err *err);
/* Like db_open with DB_WRITE, with other settings. */
int db_open_with(const char *path, const char *settings, struct db **out, struct err *err);
/* Like db_query, but no row waits and nothing is put in first. */
struct stmt *db_plain_query(struct db *db, const char *name);
void db_forget_statements(struct db *db);
/* Puts in what waits. */
int db_flush(struct db *db, struct err *err);
/* 0, or why the statement could not be prepared. */
int stmt_damage(const struct stmt *st, struct err *err);
/* Translates an SQLite result; what names the attempt. */
int db_error(struct db *db, const char *what, struct err *err);
int db_exec(struct db *db, const char *sql, const char *what, struct err *err);
/* An embedded file below schema/; a missing one ends the program. */
const char *schema_text(const char *name);

/*
 * A table of members in the text of statements.
 *
 * Statements name the columns of a struct's members by marks, which sqlite3 takes for comments: a
 * slash and a star, a comma, what is meant, a star and a slash.
 *   , result      the names of the columns
 *   , :result     the parameters
 *   , o. result   the columns of o
 *   , c14 result  c14, c15, ...
 * Columns that the statement names before its first mark are left out, so any can be placed by
 * hand.  Appends sql with its marks replaced; an unknown mark ends the program.
 */
void sql_members_expand(const char *name, const char *sql, struct buf *out);

/* Writes the path as a URI with "?", "#" and "%" quoted. */
void db_put_uri(struct buf *out, const char *path, const char *query);
/* Log, shared memory and journal beside a file: removes them when it is given up. */
void db_remove_beside(const char *path);
bool db_has_beside(const char *path);
/* ERR_USAGE: a log or journal lies beside the name that a new database is to have. */
int db_check_free(const char *path, struct err *err);

#endif
