/*
 * kernelbench_record.h - what a record of KernelBench's files says: a sample, its verdict, its
 * times; and what stands beside the file.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_RECORD_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "ingest/ingest_sample.h"
#include "ingest/kernelbench/kernelbench_id.h"
#include "src/json/json.h"

struct arena;
struct ingest_job;
struct ingest_timing;

/* What a configuration beside the file says. */
struct kb_config {
    int level;             /* 0 unknown */
    const char *model;     /* NULL unknown */
    double temperature;    /* NaN unknown */
    const char *path;      /* of the configuration; NULL when there is none */
    const char *text;      /* the configuration, verbatim; NULL when there is none */
    const char *pass_at_k; /* pass_at_k_results.json, verbatim; NULL when there is none */
};

/* ---- kernelbench_record.c: one sample ---- */

/* A new sample of the batch with everything unknown. */
NEVER_NULL struct ingest_sample *kb_add(struct ingest_batch *out);
/* Fills what the record says of itself, which is all but its place.  False when refused, with the
 * reason in *out_why.  *out_guessed: it does not say whether it compiled. */
bool kb_record_read(struct arena *a, const struct json *record, struct ingest_sample *out,
                    bool *out_guessed, const char **out_why);
/* The same for a record without a verdict: its texts and the rest. */
void kb_record_read_unjudged(struct arena *a, const struct json *record, struct ingest_sample *out);
/* Its place: the numbers, and the run of this name (NULL: the job's), as the configuration
 * describes it. */
void kb_place(const struct ingest_batch *out, const struct kb_config *config, const char *run,
              const struct kb_id *id, struct ingest_sample *s);
/* True when the object looks like a sample and not like a container of samples. */
bool kb_is_record(const struct json *j);
/* Reads mean, std, min, max and num_trials in milliseconds. */
void kb_timing_read(const struct json *stats, struct ingest_timing *out);
/* Milliseconds to microseconds; NaN unless positive and finite (-1 means not measured). */
double kb_runtime_us(double runtime_ms);
/* A non-empty string member, or another value as JSON; NULL when absent, null, false or empty. */
const char *kb_text(struct arena *a, const struct json *object, const char *key);

/* ---- kernelbench_level.c: what stands beside the file ---- */

/* Reads the configuration beside the job's file, if any. */
struct kb_config kb_config_read(struct ingest_job *job);
/* The level for records that do not name their own: --level, the path, the configuration; 0 when
 * nothing says it.  A guess is remarked. */
int kb_choose_level(struct ingest_job *job, const struct kb_config *config);

/* ---- kernelbench_outcome.c ---- */

/* Sets outcome, message and log of a sample that is not correct. */
void kb_outcome_of_failure(struct arena *a, const struct json *metadata, struct ingest_sample *r);
/* "key: first line of text", cut to a length fit for a message. */
const char *kb_message(struct arena *a, const char *key, const char *text);

#endif
