/*
 * put_rows.h - the rows around a rollout: its run, its task's number, its evaluation and reward;
 * and baselines.
 */
#ifndef ROLLBOOK_INGEST_PUT_ROWS_H
#define ROLLBOOK_INGEST_PUT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingest/ingest_sample.h"

struct db;
struct err;
struct ingest_job;
struct put_cache;

/* Where samples go.  Valid within one transaction at a time. */
struct ingest_sink {
    struct ingest_job *job;
    struct db *db;
    int64_t source_id;
    const char *run_name; /* of run_id; NULL before the first */
    int64_t run_id;
    bool settles; /* as struct ingest_run says it */
    struct put_cache *cache;
    int position; /* of the next task in the run */
    int sample;   /* number of the last sample that was put */
};

/* The number of a task that has a name only: it follows from the name; the next one where another
 * name has that. */
int ingest_number_task(struct db *db, const char *suite, int level, const char *name, int *out,
                       struct err *err);

/* Makes run the target of the samples that follow; ERR_USAGE when it was made here. */
int ingest_sink_run(struct ingest_sink *sink, const struct ingest_run *run, struct err *err);
/* Behind the last sample of a run that settles: its device and baseline, and whether there were
 * several. */
int ingest_sink_settle(struct ingest_sink *sink, struct err *err);
/* The evaluation of a sample with its measurements and evidence. */
int ingest_put_evaluation(struct ingest_sink *sink, const struct ingest_sample *s,
                          int64_t rollout_id, struct err *err);
/* Times of baselines, which are stored under one name or none of them is: without --name one that
 * has other times already is told apart by the file's folder. */
int ingest_put_baselines(struct ingest_sink *sink, const struct ingest_baseline *items, size_t n,
                         struct err *err);
/* The metrics of a step of the current run, counted as a record. */
int ingest_put_step(struct ingest_sink *sink, const struct ingest_step *s, struct err *err);
/* The reward that the source gives, if it does. */
int ingest_put_reward(struct ingest_sink *sink, const struct ingest_sample *s, int64_t rollout_id,
                      struct err *err);

#endif
