/*
 * kernelbench_record.h - a record of KernelBench's files: a sample, its verdict, its times; and
 * what stands beside the file.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_RECORD_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "ingest/ingest_sample.h"
#include "ingest/kernelbench/kernelbench_id.h"
#include "src/json/json.h"

struct arena;
struct ingest_source;
struct ingest_timing;

/* Beside the file. */
struct kb_config {
    int level;             /* 0: unknown */
    const char *model;     /* NULL: unknown */
    double temperature;    /* NaN: unknown */
    const char *path;      /* the configuration's; NULL: none */
    const char *text;      /* verbatim; NULL: none */
    const char *pass_at_k; /* pass_at_k_results.json, verbatim; NULL: none */
};

/* ---- kernelbench_record.c ---- */

/* Everything is unknown. */
NEVER_NULL struct ingest_sample *kb_add(struct ingest_batch *out);
/* All but the place.  False: refused, see *out_why.  *out_guessed: whether it compiled is
 * unsaid. */
bool kb_record_read(struct arena *a, const struct json *record, struct ingest_sample *out,
                    bool *out_guessed, const char **out_why);
/* The i-th word of "status" for a sample that was never judged; NULL: there are no more. */
const char *kb_status_word(size_t i);
/* Texts and the rest, without a verdict. */
void kb_record_read_unjudged(struct arena *a, const struct json *record, struct ingest_sample *out);
/* Sets numbers, and the run of this name (NULL: the source's) by the configuration. */
void kb_place(const struct ingest_batch *out, const struct kb_config *config, const char *run,
              const struct kb_id *id, struct ingest_sample *s);
/* It looks like a sample, not like a container. */
bool kb_is_record(const struct json *j);
/* mean, std, min, max and num_trials in milliseconds. */
void kb_timing_read(const struct json *stats, struct ingest_timing *out);
/* NaN unless positive and finite (-1: not measured). */
double kb_runtime_us(double runtime_ms);
/* A string, or another value as JSON; NULL: absent, null, false or empty. */
const char *kb_text(struct arena *a, const struct json *object, const char *key);

/* ---- kernelbench_level.c ---- */

/* Beside the source's file, if any. */
struct kb_config kb_config_read(struct ingest_source *source);
/* For records without one: --level, path, configuration; 0: none.  A guess is remarked. */
int kb_choose_level(struct ingest_source *source, const struct kb_config *config);

/* ---- kernelbench_outcome.c ---- */

/* The sample is not correct: outcome, message, log. */
void kb_outcome_of_failure(struct arena *a, const struct json *metadata, struct ingest_sample *r);
/* "key: first line of text", cut for a message. */
const char *kb_message(struct arena *a, const char *key, const char *text);

#endif
