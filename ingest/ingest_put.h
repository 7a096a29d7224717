/*
 * ingest_put.h - the one way into the database: samples, steps and baselines of a batch as rows,
 * and the runs that they go to.
 *
 * The same content again is a duplicate; other content under its key is refused.
 */
#ifndef ROLLBOOK_INGEST_INGEST_PUT_H
#define ROLLBOOK_INGEST_INGEST_PUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingest/ingest_sample.h"
#include "src/base/id_map.h"

struct db;
struct err;
struct ingest_session;
struct ingest_source;

/* A run that samples went to. */
struct sink_run {
    struct ingest_run asked; /* what samples said */
    const char *name;
    int64_t run_id;
    unsigned char key[32]; /* of the name */
    int position;          /* of the next task in it */
    struct sink_run *next;
    bool has_device;   /* a sample of this import names its hardware */
    bool is_new;       /* made by this import, which knows all of its samples */
    int64_t device_id; /* that its evaluations name; 0 none */
    bool has_devices;  /* they name several */
};

/* Valid in one transaction at a time. */
struct ingest_sink {
    struct ingest_source *source;
    struct db *db;
    int64_t source_id;
    struct sink_run *runs;    /* of this transaction, in the source's arena */
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
    /* So that an import need not ask for each record; a rollback forgets all but places. */
    struct id_map tasks; /* keys, by run and what a sample calls it */
    struct id_map cells; /* last sample and 1 of a run, task, step and turn; 1: none */
    struct id_map
        contents;         /* sample by content, of samples that are numbered so; by cell the next */
    struct id_map places; /* how many samples of one came before in the file */
    char hardware[128];   /* last seen, and its */
    int64_t device_id;    /* 0: none seen */
    int sample;           /* last sample put */
};

/* Counts in the source and empties the batch. */
int ingest_put(struct ingest_sink *sink, struct ingest_batch *b, struct err *err);
/* Prefetches what another processor wrote: samples, a few records later what they point to. */
void ingest_fetch(const struct ingest_batch *b);
void ingest_fetch_texts(const struct ingest_batch *b, const struct db *db);
/* From the name; the next one where another task has it. */
int ingest_number_task(struct db *db, const char *suite, int level, const char *name, int *out,
                       struct err *err);
/* The transaction was undone: so were runs that it made. */
void ingest_sink_forget(struct ingest_sink *sink);
void ingest_sink_release(struct ingest_sink *sink);

/* ---- put_session.c ---- */

/* Counts its steps: new ones, and those that are there. */
int ingest_put_session(struct ingest_sink *sink, const struct ingest_session *session,
                       struct err *err);

/* ---- put_runs.c ---- */

/* Makes run the target of the samples that follow.  A run has one strategy, seed and model: where
 * records of a file differ in them, those of the second get a run of their own, called after the
 * difference.  ERR_USAGE when the run was made here, or the file as a whole is of another model,
 * strategy or seed. */
int ingest_sink_run(struct ingest_sink *sink, const struct ingest_run *run, struct err *err);
/* Behind the last sample: what follows from the samples of a run. */
int ingest_sink_settle(struct ingest_sink *sink, struct err *err);
/* Notes the name of a problem, once a task and run. */
void ingest_note_problem(struct ingest_sink *sink, const char *suite, int level, int problem,
                         const char *name);
/* Behind the last: of which version of the benchmark they are, which is said when it is another. */
int ingest_put_benchmark(struct ingest_sink *sink, struct err *err);
int ingest_put_device(struct db *db, const char *hardware, int64_t *out_id, struct err *err);
/* Under one name, or none is stored: without --name a name with other times is told apart by the
 * folder. */
int ingest_put_baselines(struct ingest_sink *sink, const struct ingest_baseline *items, size_t n,
                         struct err *err);

#endif
