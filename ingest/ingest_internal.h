/*
 * ingest_internal.h - what the files that read and store imports share.
 */
#ifndef ROLLBOOK_INGEST_INGEST_INTERNAL_H
#define ROLLBOOK_INGEST_INGEST_INTERNAL_H

#include <stdint.h>

struct db;
struct err;
struct ingest_job;

/* The row of import_source, and what became of the records. */
int ingest_put_source(struct ingest_job *job, struct db *db, int64_t *out_id, struct err *err);
int ingest_set_counts(struct ingest_job *job, struct db *db, int64_t source_id, struct err *err);

#endif
