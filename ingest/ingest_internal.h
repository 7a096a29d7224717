/* ingest_internal.h - shared by what reads and stores imports. */
#ifndef ROLLBOOK_INGEST_INGEST_INTERNAL_H
#define ROLLBOOK_INGEST_INGEST_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct ingest_source;
struct ingest_record;

/* A stream's bytes come from it, its records go to it. */
struct ingest_feed {
    struct ingest_source *source;
    struct arena *arena; /* emit empties it after a record */
    /* Bytes are valid until the next call; *out_len 0 at the end. */
    int (*fill)(void *context, const char **out, size_t *out_len, struct err *err);
    int (*emit)(void *context, const struct ingest_record *record, struct err *err);
    void *context;
};

/* ---- ingest_values.c ---- */

/* It begins on first_line; many: several values. */
int ingest_read_values(const struct ingest_feed *in, size_t first_line, bool many, struct err *err);
/* Of the source's table or statement. */
int ingest_read_rows(const struct ingest_feed *in, struct err *err);
int ingest_read_database(const struct ingest_feed *in, struct err *err);

/* Its import_source row and counts. */
int ingest_put_source(struct ingest_source *source, struct db *db, int64_t *out_id,
                      struct err *err);
int ingest_set_counts(struct ingest_source *source, struct db *db, int64_t source_id,
                      struct err *err);

#endif
