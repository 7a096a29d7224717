/*
 * ingest_put.h - the one way into the database: samples and baselines of a batch as rows.
 *
 * The same content again is a duplicate; other content under its key is refused.
 */
#ifndef ROLLBOOK_INGEST_INGEST_PUT_H
#define ROLLBOOK_INGEST_INGEST_PUT_H

struct db;
struct err;
struct ingest_batch;
struct ingest_sink;

/* Counts in the job and empties the batch. */
int ingest_put(struct ingest_sink *sink, struct ingest_batch *b, struct err *err);
/* Prefetches what another processor wrote: samples, a few records later what they point to. */
void ingest_fetch(const struct ingest_batch *b);
void ingest_fetch_texts(const struct ingest_batch *b, const struct db *db);

#endif
