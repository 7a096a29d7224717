/*
 * ingest_identity.h - what a record says beside its verdict: run, model, strategy, seed, step,
 * log-probs.
 */
#ifndef ROLLBOOK_INGEST_INGEST_IDENTITY_H
#define ROLLBOOK_INGEST_INGEST_IDENTITY_H

#include <stddef.h>

struct arena;
struct ingest_batch;
struct json;

/* Gives it to the samples from the first on that do not know it; log-probs go to a single one.  For
 * formats that say names_runs this is done. */
void ingest_identify(const struct ingest_batch *out, size_t first, const struct json *record);
/* A strategy as runs made here call it, where the text is one of the names that people give it. */
const char *ingest_strategy(struct arena *a, const char *text);

#endif
