/*
 * audit.h - checks that find rows nobody should believe.
 *
 * A check is a pure function over the rollouts of one run.  It reports rows and a line of evidence;
 * a finding has at least one row.  Thresholds are constants beside the check, or fields of
 * audit_options.
 */
#ifndef ROLLBOOK_ANALYSIS_AUDIT_AUDIT_H
#define ROLLBOOK_ANALYSIS_AUDIT_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct code_hit;

enum audit_severity { AUDIT_NOTICE, AUDIT_WARNING, AUDIT_ERROR };
const char *audit_severity_name(enum audit_severity s);

enum audit_case { AUDIT_TINY, AUDIT_CPU, AUDIT_FULL, AUDIT_CASE_UNKNOWN };
#define AUDIT_CASES 3

/* NaN: unknown. */
struct audit_work {
    double flops, bytes;
};

struct audit_task {
    int64_t id;
    const char *task; /* "l1/4" */
    const char *suite;
    const char *name, *family; /* "" when unknown */
    int level, problem_id;
    struct audit_work work[AUDIT_CASES]; /* filled by the caller of load_audit */
    bool in_train;                       /* in the split's training part */
    bool listed;                         /* the run should have samples of it */
};

/* A task that the run's split trains on. */
struct audit_train_task {
    const char *task, *name, *family;
};

/* The reference's times in another run, of a task, device and case of this one. */
struct audit_reference {
    size_t task; /* index into tasks */
    const char *device, *run;
    enum audit_case task_case;
    double least_us, most_us;
};

struct audit_tokens {
    size_t n;
    size_t n_positive, n_sentinel, n_zero;
    bool constant;
    float worst; /* first positive or sentinel one, else the first */
};

struct audit_rollout {
    int64_t id;
    size_t task;
    int step, turn, sample;
    int64_t prompt_id, run_prompt_id, code_id; /* database keys; 0: none */
    const char *outcome;                       /* NULL: awaits evaluation */
    bool compiled, correct;
    enum audit_case task_case;
    /* "" or NaN where nothing is recorded. */
    const char *device, *precision, *baseline_device, *baseline_precision;
    const char *failed_evidence; /* check not passed; NULL: none */
    double runtime_us, min_us, max_us, std_us;
    int64_t n_times;                   /* behind them; 0 unknown */
    bool has_interval;                 /* of its speedup */
    double baseline_us;                /* measured beside it */
    double stated_speedup;             /* as the source has it */
    double claim_beside;               /* the same, against the baseline measured beside it */
    double measured_day, baseline_day; /* days, any epoch */
    double mean_logprob;
    int64_t completion_tokens;  /* as the server counts; -1 unknown */
    struct audit_tokens tokens; /* n 0: none */
};

struct audit_baseline {
    const char *name, *device, *precision;
    int64_t task_id;
    double runtime_us; /* NaN: not measured */
    double measured_day;
    const char
        *benchmark; /* versions that its problem names are of, "v0, v0.1"; NULL or "" unknown */
};

struct audit_code {
    int64_t id;
    size_t n_hits;
    const struct code_hit *hits; /* the first ones */
    bool has_kernel;
    bool is_model; /* of KernelBench's kind */
};

/* The same code on the same device with another verdict, in an earlier run. */
struct audit_twin {
    size_t rollout; /* index of the one here */
    const char *run, *outcome;
    bool correct;
    int step, sample;
};

struct audit_reward {
    size_t rollout;
    const char *recipe;
    double value, advantage; /* advantage NaN: no update used it */
    bool is_masked;          /* a filter left it out of the update */
};

struct audit_run {
    const char *name, *strategy, *status;
    const char *benchmark; /* as of a baseline */
    int k;                 /* -1 unknown */
    int64_t n_refused;     /* records of the source file that were refused */
    size_t n_tasks, n_rollouts, n_baselines, n_codes, n_rewards, n_twins;
    size_t n_references, n_train_tasks;
    struct audit_task *tasks;               /* by id */
    const struct audit_rollout *rollouts;   /* by step, task, turn, sample */
    const struct audit_baseline *baselines; /* by task id, name, device */
    const struct audit_code *codes;         /* by id */
    const struct audit_reward *rewards;     /* by recipe, then rollout */
    const struct audit_twin *twins;         /* by rollout */
    const struct audit_reference *references;
    const struct audit_train_task *train_tasks;
};

/* NULL: the run has no code of that id; id 0 is none. */
const struct audit_code *audit_find_code(const struct audit_run *run, int64_t id);

struct audit_options {
    double max_speedup; /* without a roofline */
    double max_baseline_age_days;
    const char *baseline; /* to audit against; NULL: any */
    size_t limit;         /* rows listed; all are counted */
};

struct audit_context;

struct audit_check {
    const char *name;
    enum audit_severity severity;
    const char *explanation;
    void (*run)(struct audit_context *c);
};

struct audit_finding {
    const struct audit_check *check;
    const char *run;
    size_t n_rows;
    const char *evidence; /* one line */
    const char *rows_json;
};

struct audit_findings {
    struct audit_finding *items; /* arena */
    size_t n, capacity;
};

/* Evaluated tasks of a run with a split whose names are too short to tell near-duplicates by. */
size_t audit_near_unchecked(const struct audit_run *run);

extern const struct audit_check audit_checks[];
extern const size_t audit_checks_count;
const struct audit_check *audit_find_check(const char *name); /* NULL when unknown */

/* Appends findings to the arena. */
void audit_run_check(const struct audit_check *check, const struct audit_run *run,
                     const struct audit_options *options, struct arena *arena,
                     struct audit_findings *out);

#endif
