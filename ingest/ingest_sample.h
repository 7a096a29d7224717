/*
 * ingest_sample.h - what a file says, on its way to rows: samples, metrics of steps, baseline
 * times.
 */
#ifndef ROLLBOOK_INGEST_INGEST_SAMPLE_H
#define ROLLBOOK_INGEST_INGEST_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/mem.h"

struct evidence;
struct ingest_session;
struct hashed_text;
struct ingest_source;

/* In microseconds; NaN: not in the file. */
struct ingest_timing {
    double runtime_us, min_us, max_us, std_us;
    int64_t n_samples;        /* -1: unknown */
    const double *samples_us; /* n_samples; NULL: unknown */
};

/* A stated speedup, without runtimes. */
struct ingest_claim {
    const char *baseline;
    double speedup; /* NaN: none */
};

/* Created with the first sample. */
struct ingest_run {
    const char *name;
    const char *model;         /* NULL unknown */
    const char *model_origin;  /* of the model's name; NULL: none */
    const char *configuration; /* path of the one read; NULL: none */
    const char *verbatim;      /* its text; NULL: none */
    const char *pass_at_k;     /* text of a file kept; NULL: none */
    const char *hardware;      /* "": unknown or several */
    const char *baseline;      /* beside the candidates; NULL: none */
    const char *strategy;      /* NULL unknown */
    bool has_seed;
    int64_t seed;
    double temperature; /* NaN: unknown */
    bool settles;       /* device and baseline follow from all samples */
    bool of_record; /* strategy, seed and model are those of a record, which differ within a file */
    bool is_unjudged;     /* nothing in it is compared with other runs: no strategy is guessed */
    const char *own_name; /* that the record gives it; NULL none */
};

struct ingest_text {
    const char *data; /* NULL: none */
    size_t len;
    const struct hashed_text *hashed; /* made ahead; NULL: not yet */
};

/* Ends with a NUL; NULL: none. */
struct ingest_text ingest_text(const char *s);

/* Of one recipe; advantage may be NaN. */
struct ingest_reward {
    const char *recipe;
    double value, advantage;
};

/* One launch of a profile. */
struct ingest_kernel {
    const char *name;
    double device_us;
    const char *counters; /* JSON or NULL */
};

/* Of unnumbered samples. */
#define INGEST_BY_ORDER   (-1) /* place in its task, step and turn of the file */
#define INGEST_BY_CONTENT (-2) /* of the sample with this content, else the next */
#define INGEST_AS_BEFORE  (-3) /* of the sample before, as a later turn */

struct ingest_sample {
    const char *where;            /* for messages */
    const struct ingest_run *run; /* NULL: the source's */
    const char *suite;
    int level;
    int problem;           /* -1: known by name alone, numbered here */
    const char *task_name; /* "": unknown */
    int step;              /* -1: the source's */
    int turn;
    int sample;          /* or one of the above */
    bool number_decides; /* the number is this task, whatever the name */
    struct ingest_text prompt, completion, action, code;
    const char *finish_reason;                             /* NULL unknown */
    int64_t prompt_tokens, completion_tokens;              /* -1: unknown */
    double sum_logprob, mean_logprob, logprob_temperature; /* NaN: unknown */
    size_t n_tokens;
    const int32_t *token_ids;            /* NULL unknown */
    const float *logprobs;               /* NULL unknown */
    const char *extra;                   /* the record, verbatim JSON */
    const char *recipe;                  /* of a stated reward; NULL: none */
    double reward, advantage;            /* NaN: unknown */
    const struct ingest_reward *rewards; /* more of them */
    size_t n_rewards;
    int64_t n_records; /* of the file, in this sample */

    bool joins;           /* a stored sample, which gets the kernels and nothing else */
    bool extra_is_part;   /* extra lacks the verdict */
    bool adds_evaluation; /* may be a further evaluation of a stored sample */
    const char *outcome;  /* the schema's; NULL: no verdict, the rest is not read */
    const char *message;  /* one line or NULL */
    const char *log;      /* compiler's, or NULL */
    const char *hardware; /* "": unknown */
    const char *cheat_kind;
    bool compiled, correct;
    bool excessive_speedup;
    int trials_run, trials_passed;                  /* -1: unknown */
    double max_abs_err, max_rel_err, matched_share; /* NaN: unknown */
    struct ingest_timing timing, reference;
    double speedup_lower, speedup_upper; /* NaN: no interval */
    const char *reference_name;          /* baseline of reference */
    const char *statistic;               /* of timing and reference; NULL: mean */
    const char *method;                  /* of timing both; NULL: imported */
    const struct ingest_claim *claims;
    size_t n_claims;
    const struct evidence *evidence;
    size_t n_evidence;
    const struct ingest_kernel *kernels;
    size_t n_kernels;
};

/* For one more than n items, which may move in the arena. */
NEVER_NULL void *ingest_room(struct arena *a, void *items, size_t n, size_t *capacity, size_t size);

/* Everything unknown. */
extern const struct ingest_sample ingest_sample_unknown;

/* It belongs to no run. */
struct ingest_baseline {
    const char *where; /* for messages */
    const char *suite;
    int level, problem;
    const char *task_name; /* "": unknown */
    const char *hardware;  /* "": unknown */
    struct ingest_timing timing;
    const char *extra; /* the entry, verbatim JSON */
};

/* Measured by a trainer. */
struct ingest_step {
    const char *where; /* for messages */
    int step;
    const char *metrics; /* JSON numbers by name; other values are kept */
};

/* From one record. */
struct ingest_batch {
    struct ingest_source *source;
    struct arena *arena; /* of the samples' contents */
    struct ingest_sample *items;
    size_t n, capacity;
    struct ingest_step *steps;
    size_t n_steps, capacity_steps;
    const struct ingest_baseline *baselines; /* that belong together */
    size_t n_baselines;
    const struct ingest_session **sessions; /* of this record */
    size_t n_sessions, capacity_sessions;
};

/* Everything is unknown.  Valid until the next call; batch->n-- undoes it. */
NEVER_NULL struct ingest_sample *ingest_batch_add(struct ingest_batch *b, const char *suite,
                                                  const char *task_name);
/* Of the source's run. */
void ingest_batch_add_step(struct ingest_batch *b, const char *where, int step,
                           const char *metrics);

#endif
