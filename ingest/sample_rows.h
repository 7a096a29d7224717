/*
 * sample_rows.h - records of files that know no KernelBench numbers, on their way to rows.
 *
 * A format fills a batch in its parse function; sample_rows_store puts it in.  A task is known by
 * suite and name; a name without a number of its own gets one that follows from the name, so that
 * the order of imports does not matter.
 */
#ifndef ROLLBOOK_INGEST_SAMPLE_ROWS_H
#define ROLLBOOK_INGEST_SAMPLE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/json/json.h"
#include "src/store/store.h"

struct arena;
struct err;
struct ingest_job;

#define SAMPLE_PROBLEM_OF_NAME (-1)
#define SAMPLE_NEXT_FREE       (-1)

struct sample_kernel {
    const char *name;
    double device_us;
    const char *counters; /* JSON or NULL */
};

/* Strings live in the job's arena; NULL means that the file has none. */
struct sample_row {
    const char *where;
    const char *suite, *task_name;
    int level, problem;     /* SAMPLE_PROBLEM_OF_NAME: from the name */
    int step, turn, sample; /* sample SAMPLE_NEXT_FREE: the order of the file */
    const char *prompt, *completion, *code;
    const char *finish_reason;
    int64_t prompt_tokens, completion_tokens;      /* -1 unknown */
    double sum_logprob, mean_logprob, temperature; /* NaN unknown */
    size_t n_tokens;
    const int32_t *token_ids; /* or NULL */
    const float *logprobs;    /* or NULL */
    const char *outcome;      /* NULL: not evaluated */
    bool compiled, correct;
    const char *message, *log, *hardware;
    int trials_run, trials_passed;             /* -1 unknown */
    double max_abs_err;                        /* NaN unknown */
    double runtime_us, min_us, max_us, std_us; /* NaN unknown */
    const char *statistic;                     /* "mean" unless set */
    size_t n_samples;                          /* 0 unknown */
    double baseline_us;                        /* NaN: none beside it */
    const char *baseline;
    size_t n_evidence;
    const struct evidence_row *evidence;
    size_t n_kernels;
    const struct sample_kernel *kernels;
    const char *recipe; /* of reward; NULL: none */
    double reward, advantage;
    const char *extra; /* the record as JSON */
    int64_t n_records; /* of the file that this row stands for; 1 unless set */
};

struct sample_batch {
    struct sample_row *items; /* arena */
    size_t n, capacity;
    const char *model;  /* NULL unknown */
    double temperature; /* of the run; NaN unknown */
};

/* An empty batch in the job's arena. */
struct sample_batch *sample_batch_new(struct ingest_job *job);
/* A new row with everything unknown; valid until the next call.  Undo with batch->n--. */
struct sample_row *sample_batch_add(struct ingest_job *job, struct sample_batch *b,
                                    const char *suite, const char *task_name);
/* The run is called as --run-name says, else after the file (stem), its folder, or "folder/stem".
 */
enum sample_run_name { SAMPLE_RUN_OF_FILE, SAMPLE_RUN_OF_FOLDER, SAMPLE_RUN_OF_BOTH };
/* Numbers what has no number, names the run and hands the batch to the job.  ERR_NOMATCH when the
 * file held nothing, ERR_INTEGRITY when everything was refused. */
int sample_batch_finish(struct ingest_job *job, struct sample_batch *b, enum sample_run_name naming,
                        struct err *err);

/* The store function of these formats. */
int sample_rows_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                      struct err *err);

/* ---- sample_text.c: what the parse functions share ---- */

/* Number after the last '_' or '/' of "sample_450" or "HumanEval/12", or between underscores as in
 * "HumanEval_111_histogram"; SAMPLE_PROBLEM_OF_NAME when there is none or more than one. */
int sample_number_of_name(const char *name);
/* File name without folders and the last extension; "" for standard input. */
const char *sample_file_stem(struct ingest_job *job);
/* The JSON of a value as it stands. */
const char *sample_json(struct arena *a, const struct json *j);
/* The members of an object but those named, which have a place of their own. */
const char *sample_json_without(struct arena *a, const struct json *object, const char *const *keys,
                                size_t n_keys);
/* A member that is a string, copied; NULL when absent or of another type. */
const char *sample_string(struct arena *a, const struct json *object, const char *key);
/* The first of several members that is a string. */
const char *sample_string_of(struct arena *a, const struct json *object, const char *const *keys,
                             size_t n_keys);
/* A finite number or text that is one; NaN otherwise. */
double sample_number(const struct json *object, const char *key);
/* True and false, 0 and 1, "true", "pass", "passed", "failed", ...; false when it is none. */
bool sample_bool(const struct json *j, bool *out);
bool sample_word_bool(const char *s, bool *out);
/* The first line of text, cut to the length of a message; NULL for NULL and "". */
const char *sample_first_line(struct arena *a, const char *text);
/* A number that may become a step, turn or sample; -1 otherwise. */
int sample_index(const struct json *object, const char *key);

/* Calls take for the value of a JSON file, or for each line of a JSON Lines file.  A line that is
 * no JSON is refused with its reason; a damaged single value is ERR_INTEGRITY. */
typedef void sample_take(struct ingest_job *job, void *context, const char *where,
                         const struct json *value);
int sample_each_value(struct ingest_job *job, sample_take *take, void *context, struct err *err);

#endif
