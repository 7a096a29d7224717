/*
 * audit.h - checks that find rows nobody should believe.
 *
 * A check is a pure function over the rollouts of one run and a row of audit_checks.  It reports
 * the rows that it means and one line of evidence; a finding is a check with at least one row.
 * Thresholds are constants beside the check that uses them, or fields of audit_options.
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

/* What a task asks of a device; NaN where nobody knows. */
struct audit_work {
    double flops, bytes;
};

struct audit_task {
    int64_t id;
    const char *task; /* "l1/4" */
    const char *suite;
    const char *name, *family; /* "" when unknown */
    int level, problem_id;
    struct audit_work work[AUDIT_CASES]; /* filled by the caller of load_audit, NaN before */
    bool in_train;                       /* the run's split trains on it */
    bool listed;                         /* the run names it as one of its tasks */
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

/* Summary of the log-probs of one rollout's tokens. */
struct audit_tokens {
    size_t n;
    size_t n_positive, n_sentinel;
    bool constant;
    float worst; /* the first positive or sentinel one, else the first */
};

struct audit_rollout {
    int64_t id;
    size_t task; /* index into tasks */
    int step, turn, sample;
    int64_t prompt_id, run_prompt_id, code_id; /* database keys; 0 none */
    const char *outcome;                       /* NULL while it awaits evaluation */
    bool compiled, correct;
    enum audit_case task_case;
    /* Texts are "" where nothing is recorded, numbers NaN. */
    const char *device, *precision, *baseline_device, *baseline_precision;
    const char
        *failed_evidence; /* a check that the evaluation did not pass, NULL when all passed */
    double runtime_us, min_us, max_us, std_us;
    int64_t n_times;                   /* behind them; 0 unknown */
    bool has_interval;                 /* of its speedup */
    double baseline_us;                /* measured beside it */
    double stated_speedup;             /* as the source says it */
    double measured_day, baseline_day; /* days, any epoch */
    double mean_logprob;
    struct audit_tokens tokens; /* n 0: none stored */
};

/* An entry of a stored baseline. */
struct audit_baseline {
    const char *name, *device, *precision;
    int64_t task_id;
    double runtime_us; /* NaN: not measured */
    double measured_day;
};

/* A distinct text with what its static scan found. */
struct audit_code {
    int64_t id;
    size_t n_hits;
    const struct code_hit *hits; /* the first ones */
    bool has_kernel;
};

/* The same code with another verdict on the same device, in a run that was stored before. */
struct audit_twin {
    size_t rollout; /* index of the one here, the first of its code */
    const char *run, *outcome;
    bool correct;
    int step, sample;
};

struct audit_reward {
    size_t rollout; /* index */
    const char *recipe;
    double value, advantage; /* advantage NaN when no update used it */
};

struct audit_run {
    const char *name, *strategy, *status;
    int k;             /* -1 unknown */
    int64_t n_refused; /* records of the source file that were refused */
    size_t n_tasks, n_rollouts, n_baselines, n_codes, n_rewards, n_twins;
    size_t n_references, n_train_tasks;
    struct audit_task *tasks;               /* by id */
    const struct audit_rollout *rollouts;   /* by step, position of the task, turn, sample */
    const struct audit_baseline *baselines; /* by task id, name, device */
    const struct audit_code *codes;         /* by id */
    const struct audit_reward *rewards;     /* by recipe, then rollout */
    const struct audit_twin *twins;         /* by rollout */
    const struct audit_reference *references;
    const struct audit_train_task *train_tasks;
};

struct audit_options {
    double max_speedup;           /* where no roofline decides */
    double max_baseline_age_days; /* between baseline and sample */
    const char *baseline;         /* the stored baseline to audit against; NULL: any */
    size_t limit;                 /* rows listed with a finding; all are counted */
};

struct audit_context;

struct audit_check {
    const char *name;
    enum audit_severity severity;
    const char *explanation; /* one line: why a row of it should not be believed as it is */
    void (*run)(struct audit_context *c);
};

struct audit_finding {
    const struct audit_check *check;
    const char *run;
    size_t n_rows;
    const char *evidence;  /* one line */
    const char *rows_json; /* array of the first ones */
};

struct audit_findings {
    struct audit_finding *items; /* arena */
    size_t n, capacity;
};

extern const struct audit_check audit_checks[];
extern const size_t audit_checks_count;
const struct audit_check *audit_find_check(const char *name); /* NULL when unknown */

/* Appends what a check finds in a run; everything lives in the arena. */
void audit_run_check(const struct audit_check *check, const struct audit_run *run,
                     const struct audit_options *options, struct arena *arena,
                     struct audit_findings *out);

#endif
