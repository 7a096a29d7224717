/*
 * ingest_sample.h - what a file says: samples, metrics of steps and times of baselines, as the
 * format that read them knows them, on their way to rows.
 */
#ifndef ROLLBOOK_INGEST_INGEST_SAMPLE_H
#define ROLLBOOK_INGEST_INGEST_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/mem.h"

struct evidence;
struct hashed_text;
struct ingest_job;

/* Times of one program in microseconds; NaN where the file has none. */
struct ingest_timing {
    double runtime_us, min_us, max_us, std_us;
    int64_t n_samples; /* -1 unknown */
};

/* A speedup that the source gives without the two runtimes. */
struct ingest_claim {
    const char *baseline;
    double speedup; /* NaN: the source has none */
};

/* The run that samples go to, as it is created with the first of them. */
struct ingest_run {
    const char *name;
    const char *model;         /* NULL unknown */
    const char *model_origin;  /* where the model's name was found; NULL when nowhere */
    const char *configuration; /* path of a configuration that was read; NULL none */
    const char *verbatim;      /* text of the configuration; NULL none */
    const char *pass_at_k;     /* text of a file of results that is kept; NULL none */
    const char *hardware;      /* "" unknown or several */
    const char *baseline;      /* measured beside the candidates; NULL none */
    const char *strategy;      /* NULL unknown */
    bool has_seed;
    int64_t seed;
    double temperature; /* NaN unknown */
    bool settles;       /* device and baseline follow from its samples behind the last one */
    bool of_record; /* strategy, seed and model are those of a record, which differ within a file */
    bool is_unjudged;     /* nothing in it is compared with other runs: no strategy is guessed */
    const char *own_name; /* that the record gives it; NULL none */
};

struct ingest_text {
    const char *data; /* NULL: none */
    size_t len;
    const struct hashed_text *hashed; /* of the same bytes, made ahead; NULL: not yet */
};

/* A text that ends with its NUL, or none. */
struct ingest_text ingest_text(const char *s);

/* One launch of a profile. */
struct ingest_kernel {
    const char *name;
    double device_us;
    const char *counters; /* JSON or NULL */
};

/* Numbers of samples that the file does not number. */
#define INGEST_BY_ORDER   (-1) /* its place among those of its task, step and turn in the file */
#define INGEST_BY_CONTENT (-2) /* that of the sample with the same content, else the next */
#define INGEST_AS_BEFORE  (-3) /* that of the sample before it, of which it is a later turn */

struct ingest_sample {
    const char *where;            /* for messages */
    const struct ingest_run *run; /* NULL: the job's own */
    const char *suite;
    int level;
    int problem;           /* -1: the task is known by its name alone and numbered here */
    const char *task_name; /* "" unknown */
    int step;              /* -1: the job's */
    int turn;
    int sample;          /* or one of the above */
    bool number_decides; /* a problem of this number is this task, whatever its name */
    struct ingest_text prompt, completion, action, code;
    const char *finish_reason;                             /* NULL unknown */
    int64_t prompt_tokens, completion_tokens;              /* -1 unknown */
    double sum_logprob, mean_logprob, logprob_temperature; /* NaN unknown */
    size_t n_tokens;
    const int32_t *token_ids; /* NULL unknown */
    const float *logprobs;    /* NULL unknown */
    const char *extra;        /* JSON: the record, verbatim */
    const char *recipe;       /* of a reward that the source gives; NULL none */
    double reward, advantage; /* NaN unknown */
    int64_t n_records;        /* of the file that this sample stands for */

    bool extra_is_part;   /* the verdict is not in extra */
    bool adds_evaluation; /* may be a further evaluation of a sample that is there */
    const char *outcome;  /* of the closed set of the schema; NULL: a sample without a verdict, and
                             what follows is not read */
    const char *message;  /* one line or NULL */
    const char *log;      /* compiler's complaint or NULL */
    const char *hardware; /* "" unknown */
    const char *cheat_kind;
    bool compiled, correct;
    bool excessive_speedup;
    int trials_run, trials_passed;                  /* -1 unknown */
    double max_abs_err, max_rel_err, matched_share; /* NaN unknown */
    struct ingest_timing timing, reference;
    const char *reference_name; /* of the baseline that reference is a time of */
    const char *statistic;      /* of timing and reference; NULL: the mean */
    const struct ingest_claim *claims;
    size_t n_claims;
    const struct evidence *evidence;
    size_t n_evidence;
    const struct ingest_kernel *kernels;
    size_t n_kernels;
};

/* Room for one more of n items of a list in the arena: what was there moves to new memory. */
NEVER_NULL void *ingest_room(struct arena *a, void *items, size_t n, size_t *capacity, size_t size);

/* Everything unknown. */
extern const struct ingest_sample ingest_sample_unknown;

/* A time of a reference program, which belongs to no run. */
struct ingest_baseline {
    const char *where; /* for messages */
    const char *suite;
    int level, problem;
    const char *task_name; /* "" unknown */
    const char *hardware;  /* "" unknown */
    struct ingest_timing timing;
    const char *extra; /* JSON: the entry, verbatim */
};

/* What a trainer measured in a step of a run. */
struct ingest_step {
    const char *where; /* for messages */
    int step;
    const char *metrics; /* JSON: an object of numbers by name; other values are kept */
};

/* What one record says, between the format that read them and the rows. */
struct ingest_batch {
    struct ingest_job *job;
    struct arena *arena; /* of what the samples hold */
    struct ingest_sample *items;
    size_t n, capacity;
    struct ingest_step *steps;
    size_t n_steps, capacity_steps;
    const struct ingest_baseline *baselines; /* of all that belong together */
    size_t n_baselines;
};

/* A new sample with everything unknown; valid until the next call.  Undo with batch->n--. */
NEVER_NULL struct ingest_sample *ingest_batch_add(struct ingest_batch *b, const char *suite,
                                                  const char *task_name);
/* The metrics of a step of the job's run. */
void ingest_batch_add_step(struct ingest_batch *b, const char *where, int step,
                           const char *metrics);

#endif
