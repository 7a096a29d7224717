/*
 * ingest_internal.h - what the files that read and store imports share.
 */
#ifndef ROLLBOOK_INGEST_INGEST_INTERNAL_H
#define ROLLBOOK_INGEST_INGEST_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct ingest_job;
struct ingest_record;

/* Where a stream's bytes come from and its records go to. */
struct ingest_source {
    struct ingest_job *job;
    struct arena *arena; /* for one record; emit empties it */
    /* The next bytes, valid until the next call; *out_len 0 at the end. */
    int (*fill)(void *context, const char **out, size_t *out_len, struct err *err);
    int (*emit)(void *context, const struct ingest_record *record, struct err *err);
    void *context;
};

/* ---- ingest_values.c ---- */

/* One JSON value that begins on first_line, or several when many. */
int ingest_read_values(const struct ingest_source *in, size_t first_line, bool many,
                       struct err *err);
/* The rows of the job's table, or of its statement. */
int ingest_read_rows(const struct ingest_source *in, struct err *err);
int ingest_read_database(const struct ingest_source *in, struct err *err);

/* The row of import_source, and what became of the records. */
int ingest_put_source(struct ingest_job *job, struct db *db, int64_t *out_id, struct err *err);
int ingest_set_counts(struct ingest_job *job, struct db *db, int64_t source_id, struct err *err);

#endif
