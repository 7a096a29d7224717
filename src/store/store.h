/*
 * store.h - rows in and out as structs.  Ids are database keys; a put_ function finds an equal row
 * first where the table has a natural key.  What is given is borrowed for the call.
 */
#ifndef ROLLBOOK_STORE_STORE_H
#define ROLLBOOK_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/store/db.h"

struct arena;
struct sha256;

/* Hashing needs no database and runs in any thread. */
struct hashed_text {
    const void *data; /* borrowed */
    size_t len;
    unsigned char sha256[32];
    bool is_text;             /* valid UTF-8 without NUL */
    struct hashed_text *next; /* for who keeps several */
};
void hashed_text_init(struct hashed_text *t, const void *data, size_t len);
/* data and len are set; faster than one after the other. */
void hashed_text_two(struct hashed_text *a, struct hashed_text *b);
/* Hashes one text while another hash goes on with more. */
void hashed_text_beside(struct hashed_text *t, struct sha256 *other, const void *more, size_t len);
/* Prefetches for the next two. */
void store_fetch_text(const struct db *db, const struct hashed_text *t);
int store_put_text(struct db *db, const char *kind, const struct hashed_text *t, int64_t *out_id,
                   struct err *err);
/* *out_id 0: not stored. */
int store_find_text(struct db *db, const struct hashed_text *t, int64_t *out_id, struct err *err);
/* kind is of the schema's CHECK list.  Deduplicates by sha256.  NULL data gives id 0. */
int store_put_blob(struct db *db, const char *kind, const void *data, size_t len, int64_t *out_id,
                   struct err *err);
/* Appends the blob. */
int store_get_blob(struct db *db, int64_t blob_id, struct buf *out, struct err *err);

int store_put_model(struct db *db, const char *name, const char *revision, const char *kind,
                    int64_t *out_id, struct err *err);

/* A model's state; found again by its sha256. */
struct checkpoint_row {
    int64_t model_id, parent_id;
    const void *data;
    size_t len;
};
int store_put_checkpoint(struct db *db, const struct checkpoint_row *c, int64_t *out_id,
                         struct err *err);

struct task_row {
    const char *suite; /* "kernelbench" */
    int level, problem_id;
    const char *name;   /* "" unknown; an existing row with '' gets it */
    const char *family; /* may be NULL */
    const char *sha256; /* may be NULL */
};
int store_put_task(struct db *db, const struct task_row *t, int64_t *out_id, struct err *err);

/* ERR_NOMATCH with the name that may be meant. */
enum store_named { STORE_RUN, STORE_BASELINE, STORE_TASK };
int store_unknown(struct db *db, enum store_named what, const char *name, struct err *err);

struct device_row {
    const char *backend, *name, *uuid, *compiler, *flags, *sandbox; /* NULL means "" */
    int cores;                                                      /* 0 means unknown */
};
int store_put_device(struct db *db, const struct device_row *d, int64_t *out_id, struct err *err);

struct import_source_row {
    const char *format, *path, *sha256;
    int importer_version;
    int64_t bytes, n_read, n_stored, n_duplicate, n_refused;
};
int store_put_import_source(struct db *db, const struct import_source_row *s, int64_t *out_id,
                            struct err *err); /* always a new row */

struct run_row {
    const char *name, *strategy, *status;
    int64_t model_id, split_id, device_id, import_source_id; /* 0 means NULL */
    bool has_seed;
    uint64_t seed;
    double temperature;                           /* NaN means NULL */
    int k, n_steps;                               /* negative means NULL */
    const char *task_case, *eval_mode, *baseline; /* may be NULL */
    const char *config, *argv, *libraries;        /* JSON texts; NULL means {} or [] */
    const char *code_version;
};
/* ERR_USAGE when the name is taken. */
int store_put_run(struct db *db, const struct run_row *r, int64_t *out_id, struct err *err);
/* 1: there is such a run, 0: not, or negative. */
int store_has_run(struct db *db, const char *name, int64_t *out_id, struct err *err);
/* ERR_NOMATCH, with the name that may be meant, when there is no such run. */
int store_find_run(struct db *db, const char *name, int64_t *out_id, struct err *err);

struct rollout_row {
    int64_t run_id, task_id;
    int step, turn, sample;
    int64_t prompt_blob_id, completion_blob_id, action_blob_id, code_blob_id; /* 0 means NULL */
    const char *finish_reason;                                                /* may be NULL */
    int64_t prompt_tokens, completion_tokens;              /* negative means NULL */
    double sum_logprob, mean_logprob, logprob_temperature; /* NaN means NULL */
    const char *extra;                                     /* JSON text or NULL */
    size_t n_tokens;                                       /* 0: no row in rollout_tokens */
    const int32_t *token_ids;                              /* may be NULL */
    const float *logprobs;                                 /* may be NULL */
};
/* *out_id is the row's id; *out_new is false when (run, step, task, turn, sample) was there. */
int store_put_rollout(struct db *db, const struct rollout_row *r, int64_t *out_id, bool *out_new,
                      struct err *err);

/* The row is known not to be there. */
int store_add_rollout(struct db *db, const struct rollout_row *r, int64_t *out_id, struct err *err);

struct measurement_row {
    const char *subject, *baseline, *method, *statistic;
    size_t n_samples;              /* 0 means unknown */
    const double *samples_us;      /* may be NULL */
    double runtime_us;             /* > 0 */
    double min_us, max_us, std_us; /* NaN means NULL */
    const double *clocks_mhz;      /* n_samples; NULL: no clock */
    unsigned n_throttled;
};

struct eval_job;
struct eval_profile;
struct eval_result;
struct evidence;
struct profile_kernel;

struct evaluation_row {
    int64_t rollout_id, device_id, import_source_id, log_blob_id; /* 0 means NULL */
    const char *purpose;              /* "confirm", or NULL: scores its rollout */
    const struct eval_job *job;       /* NULL: not known */
    const struct eval_result *result; /* its samples are in the measurements */
    size_t n_measurements;
    const struct measurement_row *measurements;
};
/* Stores measurements, evidence and profile too. */
int store_put_evaluation(struct db *db, const struct evaluation_row *e, int64_t *out_id,
                         struct err *err);

/* counters is JSON of an import, or NULL. */
int store_put_kernel(struct db *db, int64_t evaluation_id, size_t position,
                     const struct profile_kernel *k, const char *counters, struct err *err);
int store_put_profile(struct db *db, int64_t evaluation_id, const struct eval_profile *p,
                      struct err *err);
/* Gives at most 64 kernels; n_kernels 0: no profile. */
int store_get_profile(struct db *db, int64_t evaluation_id, struct arena *a,
                      struct eval_profile *out, struct err *err);
int store_put_clock(struct db *db, int64_t evaluation_id, const struct measurement_row *m,
                    struct err *err);

struct baseline_row {
    const char *name, *hardware; /* hardware NULL means "" */
    int64_t task_id, device_id, import_source_id;
    double runtime_us; /* NaN means NULL: not measured */
    const char *statistic;
    double min_us, max_us, std_us;
    int n_samples;
    const char *extra; /* JSON or NULL */
};
/* *out_new false: an equal (name, hardware, task) stays unchanged. */
int store_put_baseline(struct db *db, const struct baseline_row *b, bool *out_new, struct err *err);

#endif
