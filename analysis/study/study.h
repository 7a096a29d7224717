/*
 * study.h - the rollouts of some runs as arrays: what every analysis over runs starts from.
 *
 * Filled by load_study, or by hand in tests.  Everything is borrowed by the analyses and lives in
 * the arena it was loaded into.  A rollout that has no evaluation yet, or whose evaluation is
 * 'infra', is not in here: it is counted in n_unscored of its run.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_STUDY_H
#define ROLLBOOK_ANALYSIS_STUDY_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What of a speedup is held against a threshold: the value, or the lower end of its interval. */
enum speed_value { SPEED_MEAN, SPEED_INTERVAL };
extern const char *const speed_value_names[]; /* by the enum, NULL-ended */

/* When a correct sample counts as fast: speedup > p, or >= p with ge. */
struct speed_rule {
    double p;
    bool ge;
    enum speed_value value;
};

/* Small, because there are millions. */
struct study_rollout {
    double speedup;       /* NaN unless correct and timed together with its baseline */
    double speedup_lower; /* ends of its interval, above 0; there is none where they are not */
    double speedup_upper;
    double confirmed;  /* with is_confirmed: speedup when it was timed again, 0 if not right then */
    double runtime_us; /* NaN when not timed */
    double mean_logprob; /* NaN when unknown; surprisal is its negative */
    double sum_logprob;
    int32_t prompt_tokens; /* -1 when unknown; INT32_MAX also stands for more */
    int32_t completion_tokens;
    int step;
    int sample;
    bool compiled;
    bool correct;
    bool is_confirmed;
};

struct study_task {
    const char *task; /* "l1/4" */
    int level;
    int problem_id;
    const char *name;   /* "" when unknown */
    const char *family; /* "" when unknown */
};

/* One (run, task): rollouts[first .. first + count), by step, then sample.  count may be 0. */
struct study_cell {
    size_t run;
    size_t task;
    size_t first;
    size_t count;
    size_t n_unscored; /* awaiting evaluation, or infra: not among them */
};

struct study_run {
    const char *name;
    const char *strategy;
    const char *status;
    const char *model; /* texts are "" when the database has none */
    const char *model_revision;
    const char *split;
    const char *split_hash;
    const char *backend;
    const char *device;
    const char *baseline; /* measured beside each candidate */
    const char *task_case;
    const char *eval_mode;
    const char *code_version;
    const char *started_at;
    bool has_seed;
    int64_t seed;       /* bit pattern of the unsigned seed */
    double temperature; /* NaN when unknown */
    int k;              /* -1 when unknown */
    int n_steps;        /* -1 when unknown; adaptation updates asked for */
    size_t first_cell;  /* cells[first_cell .. first_cell + n_cells), by level and problem */
    size_t n_cells;
    int max_step;           /* largest step with a rollout, 0 when there is none */
    size_t n_rollouts;      /* scored ones, in the arrays */
    size_t n_unscored;      /* awaiting evaluation, or infra */
    size_t n_earlier_turns; /* turns before the last one of a sample: not in the arrays */
    int64_t prompt_tokens;  /* sums over known ones */
    int64_t completion_tokens;
    int64_t teacher_tokens;  /* of the ledger, 0 when it has none */
    double evaluate_seconds; /* of the ledger; NaN when it has none */
    double wall_seconds;
};

struct study {
    size_t n_runs;
    size_t n_tasks;
    size_t n_cells;
    size_t n_rollouts;
    struct study_run *runs;   /* in the order asked for */
    struct study_task *tasks; /* by level and problem */
    struct study_cell *cells; /* by run, then task */
    struct study_rollout *rollouts;
    bool apart; /* runs that differ in their seed alone are not put together: they are compared */
};

/* Some runs of a study, e.g. the three seeds of one strategy. */
struct run_set {
    const struct study *study;
    const size_t *runs; /* indices into study->runs */
    size_t n_runs;
};

/* Which step of an adaptive run is meant; 0 and above are themselves. */
#define STEP_ALL (-1)
#define STEP_BOA (-2) /* of each run: the step with the highest aggregate fast_1 */

struct count {
    int64_t n;
    int64_t c; /* fast ones */
};

struct baseline_table;

/*
 * Takes every speedup of a run against a stored baseline instead of the one measured beside the
 * candidate; NaN where the baseline has no runtime of the task.
 */
void study_rebase(struct study *s, size_t run, const struct baseline_table *b);
struct arena;
/* One task of a study, all runs: what any analysis then says is about that task alone. */
struct study study_of_task(const struct study *s, size_t task, struct arena *arena);
/* What a rule holds against its threshold; NaN where it is unknown. */
double study_speed(const struct study_rollout *r, enum speed_value value);
bool study_has_interval(const struct study_rollout *r);
/* Whether 1 is in the interval of the speedup; false without one. */
bool study_in_noise(const struct study_rollout *r);
/* What the speedup is worth as a maximum, for which it was picked by its first value: the second
 * one where there is one, since what is largest of many was also lucky. */
double study_best_value(const struct study_rollout *r);
/* Correct, timed, and over the threshold. */
bool study_is_fast(const struct study_rollout *r, struct speed_rule rule);
/* True when the run has rollouts of more than one step. */
bool study_is_adaptive(const struct study_run *r);
/* Rollouts of a cell that nothing is known of: without a scored evaluation, and of a run that does
 * not adapt those that were asked for and never drawn. */
size_t study_count_missing(const struct study *s, const struct study_cell *cell);
/* The rollout of a cell, or NULL. */
const struct study_rollout *study_rollout_find(const struct study *s, const struct study_cell *c,
                                               int step, int sample);
/* The cell of (run, task), or NULL. */
const struct study_cell *study_cell_find(const struct study *s, size_t run, size_t task);
/* Rollouts of a cell at one step (or STEP_ALL), and how many of them are fast. */
struct count study_count_fast(const struct study *s, const struct study_cell *cell, int step,
                              struct speed_rule rule);
/* The same with correct instead of fast. */
struct count study_count_correct(const struct study *s, const struct study_cell *cell, int step);
/*
 * Mean over the run's tasks of the share of fast rollouts at a step: the aggregate that Best of
 * Adaptation maximises.  Tasks without a rollout at that step are left out; NaN when all are.
 */
double study_aggregate(const struct study *s, size_t run, int step, struct speed_rule rule);
/* Best of Adaptation: the first step with the highest aggregate; 0 for a run without steps. */
int study_boa_step(const struct study *s, size_t run, struct speed_rule rule);
/* STEP_BOA resolved for a run; anything else comes back as it is. */
int study_resolve_step(const struct study *s, size_t run, int step, struct speed_rule rule);

#endif
