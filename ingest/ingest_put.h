/*
 * ingest_put.h - one imported sample as rows: run, task, rollout with its texts, evaluation.
 *
 * What formats share when they store.  A sample is stored once: the same content again is a
 * duplicate, other content under the same key is refused.
 */
#ifndef ROLLBOOK_INGEST_INGEST_PUT_H
#define ROLLBOOK_INGEST_INGEST_PUT_H

#include "ingest/put_rows.h"

/* Stores one sample into the current run and counts it in the job. */
int ingest_put(struct ingest_sink *sink, const struct ingest_sample *s, struct err *err);

#endif
