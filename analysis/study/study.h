/*
 * study.h - the rollouts of some runs as arrays, from which every analysis starts.
 *
 * Analyses borrow all of it; it lives in the arena of load_study.  Rollouts without evaluation, or
 * evaluated as 'infra', are only counted, in n_unscored of their run.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_STUDY_H
#define ROLLBOOK_ANALYSIS_STUDY_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct baseline_table;
struct err;

/* What is held against a threshold: the value, or its interval's lower end. */
enum speed_value { SPEED_MEAN, SPEED_INTERVAL, SPEED_ANY /* correct is enough */ };
extern const char *const speed_value_names[]; /* by the enum, NULL-ended */

/* A correct sample is fast with speedup > p, or >= p with ge. */
struct speed_rule {
    double p;
    bool ge;
    enum speed_value value;
};

/* Small: there are millions. */
struct study_rollout {
    double speedup;       /* NaN unless correct and timed with its baseline */
    double speedup_lower; /* ends of the interval, if above 0 */
    double speedup_upper;
    double confirmed;    /* with is_confirmed: speedup of the second timing, 0 if not right then */
    double runtime_us;   /* NaN when not timed */
    double mean_logprob; /* NaN when unknown; negative surprisal */
    double sum_logprob;
    int32_t prompt_tokens; /* -1 unknown; INT32_MAX: at least that */
    int32_t completion_tokens;
    int step;
    int sample;
    bool compiled;
    bool correct;
    bool is_confirmed;
    bool timed_out;              /* counts as a failure */
    signed char precision_class; /* fact_class; 0: unknown */
};

struct study_task {
    const char *task; /* "l1/4" */
    int level;
    int problem_id;
    const char *name;   /* "" when unknown */
    const char *family; /* "" when unknown */
    int64_t id;         /* key in the database; 0: not from one */
};

/* One (run, task): rollouts[first .. first + count), by step, sample; count may be 0. */
struct study_cell {
    size_t run;
    size_t task;
    size_t first;
    size_t count;
    size_t n_unscored; /* awaiting evaluation, or infra */
    bool is_held;      /* a task of a training run that it does not learn from */
};

struct study_run {
    const char *name;
    const char *strategy;
    const char *status;
    const char *model; /* "" when unknown, as other texts */
    const char *model_revision;
    const char *split;
    const char *split_hash;
    const char *backend;
    const char *device;
    const char *baseline; /* beside each candidate */
    const char *task_case;
    const char *eval_mode;
    const char *code_version;
    const char *started_at;
    const char *begins; /* strategy of the run whose policy it began with; "": unadapted */
    bool has_seed;
    int64_t seed;       /* bits of the unsigned seed */
    double temperature; /* NaN when unknown */
    int k;              /* -1 when unknown */
    int n_steps;        /* updates asked for; -1 when unknown */
    size_t first_cell;  /* cells[first_cell .. first_cell + n_cells), by level and problem */
    size_t n_cells;
    int max_step;           /* 0 without a rollout */
    size_t n_rollouts;      /* scored ones, in the arrays */
    size_t n_unscored;      /* awaiting evaluation, or infra */
    size_t n_earlier_turns; /* earlier turns of samples, left out */
    size_t n_learned_tasks; /* left out by study_keep_held, with their rollouts */
    size_t n_learned_rollouts;
    int64_t prompt_tokens; /* over known ones */
    int64_t completion_tokens;
    int64_t teacher_tokens;  /* ledger's; 0: none */
    double evaluate_seconds; /* ledger's; NaN: none */
    double wall_seconds;
};

/* Of a study that has the rollouts of one run at a time. */
struct study_window {
    size_t run;
    const bool *judged; /* [run]: a speedup is known, or none of its samples is correct */
    int (*load)(void *context, size_t run, struct err *err);
    void *context;
};

struct study {
    size_t n_runs;
    size_t n_tasks;
    size_t n_cells;
    size_t n_rollouts;
    struct study_run *runs;   /* as asked for */
    struct study_task *tasks; /* by level and problem */
    struct study_cell *cells; /* by run, then task */
    struct study_rollout *rollouts;
    bool apart;                  /* compare runs that differ in their seed alone */
    struct study_window *window; /* NULL: all rollouts are there */
};

/* The run's rollouts are there from now on; those of another run go where they would not fit
 * together.  Who loads a study by run calls it before looking at a run. */
int study_see(const struct study *s, size_t run, struct err *err);

/* For example one strategy's seeds. */
struct run_set {
    const struct study *study;
    const size_t *runs; /* indices into study->runs */
    size_t n_runs;
};

/* Steps of a set; 0 and above are themselves. */
#define STEP_ALL (-1)
#define STEP_BOA (-2) /* each run's highest aggregate fast_1 */

struct count {
    int64_t n;
    int64_t c; /* fast */
};

/*
 * A run that learns from some tasks and samples others, which it holds out, is judged by the
 * latter: its other cells, their rollouts and the tasks that no run has then are left out.  Its
 * seconds and the teacher's tokens become unknown, since they are of both.
 */
void study_keep_held(struct study *s, struct arena *arena);

/* Correct samples that are less precise than a class (fact_class), or of which none is known, are
 * not correct from now on; how many these are. */
struct study_classes {
    size_t less_precise, unknown;
};
struct study_classes study_keep_class(struct study *s, int precision_class);

/* Speedups against a stored baseline; NaN where it lacks the task. */
void study_rebase(struct study *s, size_t run, const struct baseline_table *b);
struct study study_of_task(const struct study *s, size_t task, struct arena *arena);
/* What a rule compares; NaN: unknown. */
double study_speed(const struct study_rollout *r, enum speed_value value);
/* Times that noise leaves open have an interval but no speedup, and count as none. */
bool study_has_interval(const struct study_rollout *r);
/* Is 1 in the speedup's interval?  False without one. */
bool study_in_noise(const struct study_rollout *r);
/* The value of a maximum: the second timing where there is one, because the largest of many first
 * ones was also lucky. */
double study_best_value(const struct study_rollout *r);
/* Correct, timed, over the threshold; of SPEED_ANY correct. */
bool study_is_fast(const struct study_rollout *r, struct speed_rule rule);
bool study_is_adaptive(const struct study_run *r);
/* Rollouts of unknown outcome: unscored, and of a run that does not adapt those never drawn. */
size_t study_count_missing(const struct study *s, const struct study_cell *cell);
/* It counts as no success and might have been one: a timeout, or right and without a speedup by the
 * rule, mostly because noise hid its time.  Bounds count it as slow and as fast. */
bool study_is_unclear(const struct study_rollout *r, struct speed_rule rule);
size_t study_count_unclear(const struct study *s, const struct study_cell *cell, int step,
                           struct speed_rule rule);
size_t study_count_timeouts(const struct study *s, const struct study_cell *cell, int step);
/* NULL: none. */
const struct study_rollout *study_rollout_find(const struct study *s, const struct study_cell *c,
                                               int step, int sample);
/* NULL: none. */
const struct study_cell *study_cell_find(const struct study *s, size_t run, size_t task);
/* At a step or STEP_ALL. */
struct count study_count_fast(const struct study *s, const struct study_cell *cell, int step,
                              struct speed_rule rule);
struct count study_count_correct(const struct study *s, const struct study_cell *cell, int step);
/*
 * What Best of Adaptation maximises: the mean over tasks of the share of fast rollouts at a step.
 * Tasks without a rollout are left out; NaN when all are.
 */
double study_aggregate(const struct study *s, size_t run, int step, struct speed_rule rule);
/* First step with the highest aggregate; 0 without steps. */
int study_boa_step(const struct study *s, size_t run, struct speed_rule rule);
/* Only STEP_BOA changes. */
int study_resolve_step(const struct study *s, size_t run, int step, struct speed_rule rule);

/* Identity of the scored rollouts: two studies with one have the same runs, tasks and rollouts. */
void study_hash(const struct study *s, char out_hex[65]);

/* Stored runtimes of one baseline on one hardware. */

struct baseline_entry {
    int level;
    int problem_id;
    double runtime_us; /* NaN: not measured, says the source */
};

/* Of one sample of a run that was timed on several devices. */
struct baseline_sample {
    int level;
    int problem_id;
    int64_t step, sample;
    double runtime_us; /* on the sample's device; NaN: not measured there */
};

struct baseline_table {
    const char *name;
    const char *hardware;           /* "" when unknown */
    struct baseline_entry *entries; /* by level, then problem */
    size_t n_entries;
    struct baseline_sample *samples; /* in the order of their members; else the entries hold */
    size_t n_samples;
    const char *foreign; /* devices of the run that hardware was chosen against; "" */
};

/* NULL: none. */
const struct baseline_entry *baseline_find(const struct baseline_table *b, int level,
                                           int problem_id);
/* What a sample's time is divided into, on its own device where the table has samples.  NaN: none.
 */
double baseline_of_sample(const struct baseline_table *b, int level, int problem_id, int64_t step,
                          int64_t sample);

#endif
