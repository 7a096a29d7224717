/*
 * eval_internal.h - shared by the files that check; private to src/eval.
 */
#ifndef ROLLBOOK_EVAL_EVAL_INTERNAL_H
#define ROLLBOOK_EVAL_EVAL_INTERNAL_H

#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/eval/candidate_kinds.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/eval.h"

struct trial_set {
    void *inputs[TASK_MAX_TENSORS];
    double *expected[TASK_MAX_TENSORS];
    uint64_t seen_by; /* its last evaluation */
};

/* The trials of one (task, case, seed), made once because the oracle is slow. */
struct trial_pool {
    char task_sha256[65];
    enum task_case task_case;
    uint64_t seed;
    size_t n_sets, bytes_per_set;
    uint64_t next_trial;     /* never drawn from so far */
    struct trial_set *sets;  /* NULL when the backend keeps them */
    struct trial_set second; /* no inputs before it was asked for */
    int64_t n_output[TASK_MAX_TENSORS];
    uint64_t last_used;
};

/* Samples of a candidate, and of its baseline, are taken in so many processes of either in turn:
 * twice as many each time that their interval is too wide. */
#define TIMED_PROCESSES 2
#define MOST_PROCESSES  8
/* Of trusted runs, for what an honest thread uses beside the time that it tells. */
#define TRUSTED_RUNS 9

struct baseline {
    char task_sha256[65];
    enum task_case task_case;
    unsigned threads;
    struct kernel_session *sessions[MOST_PROCESSES];
    size_t n_sessions;              /* each of them has run */
    double excess_us[TRUSTED_RUNS]; /* the last n_excess % TRUSTED_RUNS is the newest */
    size_t n_excess;
    bool checked; /* its output was right once */
    uint64_t last_used;
};

#define MAX_POOLS     24
#define MAX_BASELINES 4

struct torch_evaluator;

struct evaluator {
    struct torch_evaluator *torch; /* NULL, or checks PyTorch modules alone */
    const struct backend *backend;
    struct backend_context *context;
    double copy_bytes_per_s;   /* 0: not known */
    struct device_info device; /* backend "": not yet asked */
    struct trial_pool *pools[MAX_POOLS];
    struct baseline baselines[MAX_BASELINES];
    char begun_sha256[65]; /* the last of trusted_begin */
    uint64_t uses;
    uint64_t secret; /* orders trials; nobody else knows it */
};

struct ready_candidate {
    const struct candidate_kind *kind;
    struct candidate *candidate; /* NULL: not prepared */
    struct artifact artifact;
};

/* eval_trials.c: at least 2, at most wanted sets; borrowed until the next call. */
int trials_get(struct evaluator *e, const struct trial_key *of, unsigned wanted,
               struct trial_pool **out, struct err *err);
struct trial_reader {
    uint64_t id; /* a number of its own */
    struct rng *order;
};
/* Gives a set that this reader has not had. */
int trials_next(struct evaluator *e, const struct task *task, struct trial_pool *p,
                const struct trial_reader *reader, const struct trial_set **out, struct err *err);
/* Gives the set of the second draw; at most once an evaluation. */
int trials_second(struct evaluator *e, const struct task *task, struct trial_pool *p,
                  const struct trial_set **out, struct err *err);
void trials_free(struct trial_pool *p);

/* eval_trusted.c: the task's own kernels, whose failure is our error. */
struct trusted_spec {
    const char *text, *what; /* kernel file, its name in messages */
    const struct task *task;
    enum task_case task_case;
    bool outputs_f64, all_fibers;
    unsigned threads;
};
/* Begins to compile the task's oracle and baseline, where compiles can be begun. */
void trusted_begin(struct evaluator *e, const struct task *task, enum task_case c);
int trusted_load(struct evaluator *e, const struct trusted_spec *t, struct kernel_session **out,
                 struct err *err);
int trusted_launch(struct evaluator *e, struct kernel_session *s, const char *what,
                   const void *const *inputs, struct launch_report *out, struct err *err);
void trusted_deadline(struct evaluator *e, struct kernel_session *s);
int trusted_check(const char *what, const struct launch_report *r, struct err *err);
/* Its processes may be none yet. */
struct baseline *baseline_get(struct evaluator *e, const struct task *task, enum task_case c,
                              unsigned threads);
/* Another process of it. */
int baseline_load(struct evaluator *e, const struct task *task, const struct baseline *b,
                  struct kernel_session **out, struct err *err);
void baseline_close(struct evaluator *e, struct baseline *b);

/* eval_checks.c: one run, then what all of them say together */
struct checked_runs {
    int64_t input_modified_bytes, guard_modified_bytes, untouched;
    int64_t from_nan; /* of untouched: where NaN lay, which a result computed from it is as well */
    char input_modified[64], guard_place[160];
    unsigned timed_wrong, again_run, again_wrong;
    unsigned repeated_run, repeated_wrong, repeated_differ;
    unsigned second_run, second_wrong;
    bool state_modified;
    double least_clock_mhz; /* in timed runs; 0 unknown */
};
/* A candidate cannot tell a timed run from a checked one.  TRIAL_AGAIN keeps the module
 * variables of the run before, as a second launch on a device does. */
enum trial_phase { TRIAL_CHECKED, TRIAL_TIMED, TRIAL_AGAIN, TRIAL_REPEATED, TRIAL_SECOND };
struct evaluation;
/* Of a run on x->set.  False: the verdict is decided. */
bool check_launch(struct evaluation *x, const struct launch_report *r, enum trial_phase phase);

/* eval_runs.c: when a timed run counts */
/* Longest list of samples, full mode. */
#define MOST_SAMPLES 64
/* By how much more processor time was used than was claimed. */
struct clock_excess {
    double us, bound_us, waited_us;
};
struct timing {
    struct clock_excess samples[MOST_SAMPLES];
    size_t n;
    double control_us; /* largest excess of trusted code, which was timed in turns with it */
};
struct clock_verdict {
    unsigned forged;   /* samples whose clock cannot be true */
    unsigned doubtful; /* the same, or waiting for a processor explains them */
    double worst_us;   /* largest excess among those that waiting does not explain */
    double worst_bound_us;
};
bool timing_disturbed(const struct launch_report *r, unsigned threads);
double timing_sample(const struct launch_report *r, unsigned threads);
/* At least 10 samples, and the 95 % interval of their median from order statistics (binomial, no
 * distribution assumed) is at most 1 % of it wide. */
bool timing_is_narrow(const double *samples, size_t n);
/* A sample of the candidate, and one of the trusted baseline beside it. */
void timing_note(struct timing *t, const struct launch_report *r);
void timing_note_trusted(struct timing *t, const struct launch_report *r);
/* An excess that trusted code shows too is the machine's: the sample is charged with it and counts.
 */
struct clock_verdict timing_clocks(const struct timing *t);

struct evaluation {
    struct evaluator *e;
    const struct eval_job *job;
    struct arena *arena;
    struct verdict verdict;
    struct checked_runs checked;
    struct timing timing;
    struct ready_candidate *ready;
    const struct backend *runner; /* launches and ends the session */
    struct trial_pool *pool;
    struct kernel_session *sessions[MOST_PROCESSES]; /* of the candidate; NULL: not loaded */
    size_t n_processes;                              /* that either side was timed in */
    struct kernel_session *session;
    struct baseline *baseline;
    unsigned threads;
    int64_t left_ns; /* of the candidate's deadline */
    struct rng order;
    uint64_t reader;
    const struct trial_set *last_set; /* NULL before the first run */
    const struct trial_set *set;      /* of the run at hand; NULL: inputs of a key */
    bool hidden;                      /* at other sizes: never timed */
    const struct session_size *later; /* of these its session goes on to */
    size_t n_later;
    bool checks_accesses; /* each of them is looked at */
    bool needs_fibers;    /* a barrier was met in a kernel that was compiled without */
    bool timed;
    bool untrusted; /* the times are worth nothing */
    uint64_t runs;  /* by key: each has new inputs */
    unsigned sandbox_layers;
    struct witness witness;
    char resources[240];
};

/* evaluate.c: the verdict is decided when the candidate cannot be prepared or compiled. */
void evaluation_prepare(struct evaluation *x);
int evaluation_compile(struct evaluation *x, bool all_fibers, struct err *err);
struct candidate_text evaluation_source(const struct eval_job *job);
struct machine evaluator_machine(const struct evaluator *e);

struct trial_key runs_key(const struct eval_job *job, uint64_t trial);
/* Sets x->session, to NULL when the verdict was decided. */
int runs_load(struct evaluation *x, struct err *err);
/* Runs on inputs that were not there before. */
int runs_once(struct evaluation *x, enum trial_phase phase, struct launch_report *report,
              bool *out_right, struct err *err);
/* On a second draw, once, where the task has one. */
int runs_second(struct evaluation *x, struct err *err);
/* *out_again: the kernel has to be compiled with fibers everywhere. */
int runs_session(struct evaluation *x, bool *out_again, struct err *err);

/* At sizes that the candidate was not told. */
int hidden_run(struct evaluation *x, struct err *err);

/* eval_rules.c: checks by job->rule instead; the candidate is prepared and compiled. */
bool rule_is_known(const char *rule);
int rule_run(struct evaluation *x, struct err *err);

void checks_add_runs(struct evaluation *x);
/* The clocks agree in most samples. */
bool checks_clocks_agree(const struct evaluation *x);
void checks_decide_clocks(struct evaluation *x);
void checks_decide_light(struct evaluation *x);
/* When two clocks of the device disagree, nothing was measured. */
void checks_decide_witness(struct evaluation *x);

/* eval_profile.c: adds kernels, counters when the job asks for them, roofline, and what they
 * disprove. */
void profile_candidate(struct evaluation *x);

#endif
