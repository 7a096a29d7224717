/*
 * kernelbench_record.h - the records of KernelBench files.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_RECORD_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingest/ingest_sample.h"
#include "ingest/kernelbench/kernelbench_id.h"
#include "src/base/mem.h"
#include "src/json/json.h"

struct arena;
struct db;
struct err;
struct ingest_batch;
struct ingest_job;
struct ingest_probe;
struct ingest_record;
struct ingest_sink;
struct json_split;

int kernelbench_begin(struct ingest_job *job, struct err *err);
int kernelbench_put(struct ingest_sink *sink, const struct ingest_record *record, struct err *err);
bool kernelbench_enters(const struct ingest_job *job, const struct json_split *at);
int kernelbench_finish(struct ingest_sink *sink, struct ingest_batch *out, struct err *err);
int kernelbench_folder_parse(struct ingest_job *job, struct err *err);
int kernelbench_folder_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                             struct err *err);
int kernelbench_log_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                          struct err *err);
const char *kernelbench_recognise(const struct ingest_probe *p);
/* The first place of word in [at, end), which need not be terminated; NULL: none.  at may be NULL.
 */
const char *kb_find_text(const char *at, const char *end, const char *word);
const char *kernelbench_log_recognise(const struct ingest_probe *p);
const char *kernelbench_baseline_recognise(const struct ingest_probe *p);
int kernelbench_log_parse(struct ingest_job *job, struct err *err);
int kernelbench_baseline_parse(struct ingest_job *job, struct err *err);
int kernelbench_baseline_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                               struct err *err);

/* One sample, as rows need it.  Strings live in the job's arena. */
struct kb_record {
    struct kb_id id;
    const char *where;     /* for messages */
    const char *task_name; /* "" unknown */
    const char *hardware;  /* "" unknown */
    const char *outcome;   /* of the closed set of the schema */
    const char *message;   /* one line or NULL */
    const char *log;       /* compiler's complaint or NULL */
    bool compiled, correct;
    bool compiled_guessed; /* the file does not say */
    bool excessive_speedup;
    int trials_run, trials_passed; /* -1 unknown */
    double max_abs_err;            /* NaN unknown */
    struct ingest_timing timing;
    struct ingest_timing reference; /* of the program that was to be beaten, timed beside it */
    int turn;                       /* of a conversation; 0 the first */
    struct ingest_text prompt, completion, code; /* that the record itself holds */
    const char *extra;       /* the record as JSON without these texts; NULL for a kernel alone */
    const char *run;         /* NULL: the job's target */
    const char *code_path;   /* kernel file; NULL none */
    const char *prompt_path; /* NULL none */
    bool evaluated;          /* false: a kernel without a verdict */
};

/* What a configuration beside the file says. */
struct kb_config {
    int level;             /* 0 unknown */
    const char *model;     /* NULL unknown */
    double temperature;    /* NaN unknown */
    const char *path;      /* of the configuration; NULL when there is none */
    const char *text;      /* the configuration, verbatim; NULL when there is none */
    const char *pass_at_k; /* pass_at_k_results.json, verbatim; NULL when there is none */
};

/* Records on their way to rows, and what they have in common. */
struct kb_batch {
    struct kb_record *items; /* arena */
    size_t n, capacity;
    struct kb_config config;
    bool adds_evaluations; /* to samples that are there: a log holds more than the results */
};

/* The next record of a batch, zeroed; it counts when the caller raises n. */
NEVER_NULL struct kb_record *kb_batch_next(struct kb_batch *b, struct arena *a);

/* ---- ingest_kernelbench.c: from results in any shape to records ---- */

/* What is known of a file so far. */
struct kb_walk {
    struct ingest_job *job;
    struct arena *arena;   /* of the records at hand */
    struct kb_batch batch; /* the records at hand */
    int file_level;        /* named by the file itself, or by the folder's kernels; -1 none */
    bool level_chosen;
    int chosen_level; /* for records without their own; 0 none */
    bool missing_level;
    bool has_results;               /* a member "results": others beside it are no problems */
    struct ingest_message *strange; /* members that are refused when there is no "results" */
    size_t n_strange;
    size_t untimed, guessed;
};

struct kb_walk *kb_walk_new(struct ingest_job *job, int file_level);
/* The records of one part of the results, in the batch.  ERR_USAGE when they need --level. */
int kb_walk_record(struct kb_walk *w, const struct ingest_record *record, struct err *err);
/* Behind the last part: what was left open is refused, what is to be said is said. */
void kb_walk_finish(struct kb_walk *w);

/* ---- kernelbench_recognise.c ---- */

/* True when the first line is a heading with problem, verdict and runtime. */
bool kb_is_table(const char *head, size_t len);
/* True for the files of a run folder that are imported with it. */
bool kb_covers(const char *name);

/* ---- kernelbench_store.c ---- */

/* Stores one record into its run. */
int kb_put_record(struct ingest_sink *sink, const struct kb_batch *b, const struct kb_record *r,
                  struct err *err);
/* Device and baseline of the sink's run, which its samples know together. */
int kb_finish_run(struct ingest_sink *sink, struct err *err);

/* ---- kernelbench_level.c: what stands beside the file ---- */

/* Reads the configuration beside the job's file, if any. */
struct kb_config kb_config_read(struct ingest_job *job);
/* The level for records that do not name their own: --level, the path, the configuration; 0 when
 * nothing says it.  A guess is remarked. */
int kb_choose_level(struct ingest_job *job, const struct kb_config *config);

/* ---- kernelbench_record.c: one sample ---- */

/* Fills everything but the id and where.  False when refused, with the reason in *out_why. */
bool kb_record_read(struct arena *a, const struct json *record, struct kb_record *out,
                    const char **out_why);
/* The same for a record without a verdict: its texts and the rest. */
void kb_record_read_unjudged(struct arena *a, const struct json *record, struct kb_record *out);
/* True when the object looks like a sample and not like a container of samples. */
bool kb_is_record(const struct json *j);
/* Reads mean, std, min, max and num_trials in milliseconds. */
void kb_timing_read(const struct json *stats, struct ingest_timing *out);
/* Milliseconds to microseconds; NaN unless positive and finite (-1 means not measured). */
double kb_runtime_us(double runtime_ms);
/* A non-empty string member, or another value as JSON; NULL when absent, null, false or empty. */
const char *kb_text(struct arena *a, const struct json *object, const char *key);
/* The JSON of a value, compact, in its own order. */
const char *kb_json(struct arena *a, const struct json *j);

/* ---- kernelbench_outcome.c ---- */

/* Sets outcome, message and log of a sample that is not correct. */
void kb_outcome_of_failure(struct arena *a, const struct json *metadata, struct kb_record *r);
/* "key: first line of text", cut to a length fit for a message. */
const char *kb_message(struct arena *a, const char *key, const char *text);

#endif
