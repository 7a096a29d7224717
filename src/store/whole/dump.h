/*
 * dump.h - every fact of a database, in an order that only the facts decide.
 *
 * Tables by name, rows by primary key, columns as declared.  Facts of the file are left out: meta,
 * migration, the search index.
 */
#ifndef ROLLBOOK_STORE_WHOLE_DUMP_H
#define ROLLBOOK_STORE_WHOLE_DUMP_H

#include <stddef.h>

#include "src/base/file.h"

struct buf;
struct db;
struct err;
struct sql_value;

struct dump_sink {
    void *context;
    /* A negative result ends the dump. */
    int (*table)(void *context, const char *name, size_t n, const char *const *columns,
                 struct err *err);
    int (*row)(void *context, size_t n, const char *const *columns, const struct sql_value *values,
               struct err *err);
    int (*table_end)(void *context, struct err *err);
};

int db_dump(struct db *db, const struct dump_sink *sink, struct err *err);

/* Writes a row as a line of JSON. */
void dump_put_ndjson(struct buf *out, size_t n, const char *const *columns,
                     const struct sql_value *values);

/*
 * The logical hash: sha256 of the schema's text and of the set of all rows (identity.c).  Files
 * with the same id hold the same facts, whatever their bytes, in which order they came, when and by
 * which command.
 */
int db_logical_id(struct db *db, char out[65], struct err *err);

/* Copies the database into one file without journal and free pages.  ERR_USAGE when path exists. */
int db_snapshot(struct db *db, const char *path, struct err *err);

/* A copy that is written to under another name before it gets its own. */
struct db_fork {
    struct file_draft draft;
    struct db *db; /* open for writing */
};

/* ERR_USAGE: no database at path, or something at target. */
int db_fork(const char *path, const char *target, struct db_fork *out, struct err *err);
/* Closes the copy and gives it its name; an error removes it. */
int db_fork_publish(struct db_fork *f, struct err *err);
/* Also after publishing, and of a zeroed one. */
void db_fork_drop(struct db_fork *f);

#endif
