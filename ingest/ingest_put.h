/*
 * ingest_put.h - the one way into the database: the samples and baselines of a batch as rows.
 *
 * A sample is stored once: the same content again is a duplicate, other content under the same key
 * is refused.
 */
#ifndef ROLLBOOK_INGEST_INGEST_PUT_H
#define ROLLBOOK_INGEST_INGEST_PUT_H

struct db;
struct err;
struct ingest_batch;
struct ingest_sink;

/* Stores what is in the batch and counts it in the job; the batch is empty again. */
int ingest_put(struct ingest_sink *sink, struct ingest_batch *b, struct err *err);
/* Asks for memory that ingest_put will read and another processor wrote: the samples, and a few
 * records later what they point to. */
void ingest_fetch(const struct ingest_batch *b);
void ingest_fetch_texts(const struct ingest_batch *b, const struct db *db);

#endif
