/*
 * dump.h - every fact of a database, in an order that only the facts decide.
 *
 * Tables by name, rows by primary key, columns as declared.  What belongs to the file rather than
 * to the facts is left out: meta, migration, the search index.
 */
#ifndef ROLLBOOK_STORE_DUMP_H
#define ROLLBOOK_STORE_DUMP_H

#include <stddef.h>

#include "src/base/file.h"

struct buf;
struct db;
struct err;
struct sql_value;

struct dump_sink {
    void *context;
    /* Each returns 0, or a negative code that ends the dump. */
    int (*table)(void *context, const char *name, size_t n, const char *const *columns,
                 struct err *err);
    int (*row)(void *context, size_t n, const char *const *columns, const struct sql_value *values,
               struct err *err);
    int (*table_end)(void *context, struct err *err);
};

int db_dump(struct db *db, const struct dump_sink *sink, struct err *err);

/* One row as a JSON object on a line. */
void dump_put_ndjson(struct buf *out, size_t n, const char *const *columns,
                     const struct sql_value *values);

/*
 * The logical hash: sha256 of the schema's text and of every row as a line of JSON.  Two files with
 * the same id hold the same facts, whatever their bytes are.  The numbers of rows are among the
 * facts, so that files which were filled in another order have other ids.
 */
int db_logical_id(struct db *db, char out[65], struct err *err);

/*
 * A copy in one file, without journal and without free pages, at path, which must not exist.
 * ERR_USAGE when it does.
 */
int db_snapshot(struct db *db, const char *path, struct err *err);

/* A copy of a database that is written to under another name before it gets its own. */
struct db_fork {
    struct file_draft draft;
    struct db *db; /* open for writing */
};

/* ERR_USAGE when there is no database at path or something at target. */
int db_fork(const char *path, const char *target, struct db_fork *out, struct err *err);
/* Closes the copy and gives it its name; on an error nothing of it stays. */
int db_fork_publish(struct db_fork *f, struct err *err);
/* Fine after publishing, and on a zeroed one. */
void db_fork_drop(struct db_fork *f);

#endif
