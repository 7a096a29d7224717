/*
 * ingest_stated.h - the speedup that a record states, kept as a claim beside its times.
 */
#ifndef ROLLBOOK_INGEST_INGEST_STATED_H
#define ROLLBOOK_INGEST_INGEST_STATED_H

#include <stddef.h>

struct arena;
struct ingest_batch;
struct ingest_record;
struct ingest_sample;
struct json;

/* The number of a member called speedup, speedup_factor and the like, at the top or in an object
 * below it; "2.5x" is one.  NaN: none. */
double ingest_stated_speedup(const struct json *record);
/* Against the sample's baseline.  Nothing for a speedup that is not above 0 or a sample that has
 * claims. */
void ingest_claim(struct arena *a, struct ingest_sample *s, double speedup);
/* Of the only sample from first on, when it has a time and no claim.  For all formats this is done
 * after take. */
void ingest_claim_stated(const struct ingest_batch *out, size_t first,
                         const struct ingest_record *record);

#endif
