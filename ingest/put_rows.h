/* put_rows.h - rows around a rollout: run, task's number, evaluation, reward; and baselines. */
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

/* A run that samples went to. */
struct sink_run {
    struct ingest_run asked; /* what samples said */
    const char *name;
    int64_t run_id;
    uint64_t key; /* of put_cache_key */
    int position; /* of the next task in it */
    struct sink_run *next;
};

/* Valid in one transaction at a time. */
struct ingest_sink {
    struct ingest_job *job;
    struct db *db;
    int64_t source_id;
    struct sink_run *runs;    /* of this transaction, in the job's arena */
    struct sink_run *run;     /* the one at hand; NULL before the first */
    const char *first_own;    /* name that the first record with one gave its run; NULL none */
    const char *first_target; /* of the runs that samples went to */
    size_t n_targets;
    const char *targets;                      /* what messages call them; NULL: none */
    bool said_strategy, said_seed, said_step; /* what was guessed from the path */
    bool completed;                           /* a run that was there learned something */
    const char *clash;        /* run in which another file says something else; NULL none */
    size_t n_named, n_other;  /* problems with a name of KernelBench, and those of other versions */
    unsigned versions, other; /* that have all of the names; that have those */
    const char *other_name;   /* the first of those */
    struct put_cache *cache;
    int sample; /* last sample put */
};

/* From the name; the next one where another task has it. */
int ingest_number_task(struct db *db, const char *suite, int level, const char *name, int *out,
                       struct err *err);

/* Makes run the target of the samples that follow.  A run has one strategy, seed and model: where
 * records of a file differ in them, those of the second get a run of their own, called after the
 * difference.  ERR_USAGE when the run was made here, or the file as a whole is of another model,
 * strategy or seed. */
int ingest_sink_run(struct ingest_sink *sink, const struct ingest_run *run, struct err *err);
/* The transaction was undone: so were runs that it made. */
void ingest_sink_forget(struct ingest_sink *sink);
/* Behind the last sample: what follows from the samples of a run. */
int ingest_sink_settle(struct ingest_sink *sink, struct err *err);
/* Notes the name of a problem, once a task and run. */
void ingest_note_problem(struct ingest_sink *sink, const char *suite, int level, int problem,
                         const char *name);
/* Behind the last: of which version of the benchmark they are, which is said when it is another. */
int ingest_put_benchmark(struct ingest_sink *sink, struct err *err);
int ingest_put_device(struct db *db, const char *hardware, int64_t *out_id, struct err *err);
/* With measurements and evidence. */
int ingest_put_evaluation(struct ingest_sink *sink, const struct ingest_sample *s,
                          int64_t rollout_id, struct err *err);
/* Its launches join the stored rollout's verdict, the one that counts; what has a profile keeps it.
 */
int ingest_join_profile(struct ingest_sink *sink, const struct ingest_sample *s, int64_t rollout_id,
                        struct err *err);
/* Under one name, or none is stored: without --name a name with other times is told apart by the
 * folder. */
int ingest_put_baselines(struct ingest_sink *sink, const struct ingest_baseline *items, size_t n,
                         struct err *err);
/* Of the current run; counts as a record. */
int ingest_put_step(struct ingest_sink *sink, const struct ingest_step *s, struct err *err);
/* If the source has one. */
int ingest_put_reward(struct ingest_sink *sink, const struct ingest_sample *s, int64_t rollout_id,
                      struct err *err);

#endif
