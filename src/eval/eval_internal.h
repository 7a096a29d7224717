/*
 * eval_internal.h - shared by the files that check; private to src/eval.
 */
#ifndef ROLLBOOK_EVAL_EVAL_INTERNAL_H
#define ROLLBOOK_EVAL_EVAL_INTERNAL_H

#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/eval/eval.h"
#include "src/eval/kind/candidate_kinds.h"
#include "src/eval/seam/backend.h"
#include "src/eval/seam/eval_verdict.h"

/* Inputs and expected values of one trial. */
struct trial_set {
    void *inputs[TASK_MAX_TENSORS];
    double *expected[TASK_MAX_TENSORS];
    uint64_t seen_by; /* the evaluation that had it last */
};

/* The trials of one (task, case, seed); made once, because the oracle is slow. */
struct trial_pool {
    char task_sha256[65];
    enum task_case task_case;
    uint64_t seed;
    size_t n_sets, bytes_per_set;
    uint64_t next_trial;     /* of the seed: never drawn from so far */
    struct trial_set *sets;  /* NULL when the backend keeps them */
    struct trial_set second; /* of the second draw; no inputs before it was asked for */
    int64_t n_output[TASK_MAX_TENSORS];
    uint64_t last_used;
};

/* Processes in which a candidate is timed, and its baseline: samples are taken in them in turn. */
#define TIMED_PROCESSES 2

/* A baseline that is kept running between jobs. */
struct baseline {
    char task_sha256[65];
    enum task_case task_case;
    unsigned threads;
    struct kernel_session *sessions[TIMED_PROCESSES]; /* all of them, or none */
    bool warm;                                        /* each of them has run */
    bool checked;                                     /* its output was right once */
    uint64_t last_used;
};

#define MAX_POOLS     12
#define MAX_BASELINES 4

struct torch_evaluator;

struct evaluator {
    struct torch_evaluator
        *torch; /* checks PyTorch modules, and all that follows is unused; NULL */
    const struct backend *backend;
    struct backend_context *context;
    double copy_bytes_per_s;   /* 0: not known */
    struct device_info device; /* backend "" until it was asked for */
    struct trial_pool *pools[MAX_POOLS];
    struct baseline baselines[MAX_BASELINES];
    char begun_sha256[65]; /* the task whose own kernels trusted_begin saw last */
    uint64_t uses;
    uint64_t secret; /* orders trials; nobody else knows it */
};

/* A candidate that was prepared and compiled. */
struct ready_candidate {
    const struct candidate_kind *kind;
    struct candidate *candidate; /* NULL: not prepared */
    struct artifact artifact;
};

/* eval_trials.c: at least 2 and at most wanted sets; borrowed until the next call. */
int trials_get(struct evaluator *e, const struct task *task, enum task_case c, uint64_t seed,
               unsigned wanted, struct trial_pool **out, struct err *err);
/* A set that this reader (a number of its own) has not had; makes some when there is none. */
int trials_next(struct evaluator *e, const struct task *task, struct trial_pool *p, uint64_t reader,
                struct rng *order, const struct trial_set **out, struct err *err);
/* The set of the second draw, once an evaluation. */
int trials_second(struct evaluator *e, const struct task *task, struct trial_pool *p,
                  const struct trial_set **out, struct err *err);
void trials_free(struct trial_pool *p);

/* eval_trusted.c: kernels of the task itself, whose failure is our failure. */
struct trusted_spec {
    const char *text, *what; /* kernel file, and what it is in messages */
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
/* What a report says about a kernel of ours. */
int trusted_check(const char *what, const struct launch_report *r, struct err *err);
int baseline_get(struct evaluator *e, const struct task *task, enum task_case c, unsigned threads,
                 struct baseline **out, struct err *err);
void baseline_close(struct evaluator *e, struct baseline *b);

/* eval_check_run.c: one run of the candidate against what is right. */
struct checked_runs {
    int64_t input_modified_bytes, guard_modified_bytes, untouched;
    char input_modified[64], guard_place[160];
    unsigned timed_wrong, again_run, again_wrong;
    unsigned repeated_run, repeated_wrong, repeated_differ; /* on the same inputs */
    unsigned second_run, second_wrong;                      /* in the second draw */
    bool state_modified;                                    /* by any run */
    double least_clock_mhz; /* of the device in timed runs; 0 unknown */
};
/* Which run it is.  A candidate cannot tell a timed one from a checked one; the last is launched
 * with its module variables as the run before left them, as a second launch on a device is. */
enum trial_phase { TRIAL_CHECKED, TRIAL_TIMED, TRIAL_AGAIN, TRIAL_REPEATED, TRIAL_SECOND };
/* True when the run counts as right; otherwise the verdict is decided.  set is NULL when the report
 * holds the comparison. */
bool check_launch(struct verdict *v, struct checked_runs *j, const struct eval_job *job,
                  const struct trial_pool *pool, const struct trial_set *set,
                  const struct launch_report *r, enum trial_phase phase);

/* eval_timing.c */
struct timing {
    unsigned forged;       /* samples whose clock cannot be true */
    unsigned doubtful;     /* the same, or waiting for a processor may explain them */
    double worst_clock_us; /* largest excess of processor time over the claimed time */
    double worst_clock_bound_us;
};
/* Whether the run was disturbed from outside and should be measured again. */
bool timing_disturbed(const struct launch_report *r, unsigned threads);
/* The time of a run that is not made again. */
double timing_sample(const struct launch_report *r, unsigned threads);
/* Whether a median is known well enough: at least 10 samples, and the 95 % interval from their
 * order statistics (binomial, no distribution assumed) is at most 1 % of it wide. */
bool timing_is_narrow(const double *samples, size_t n);
/* Notes whether the claimed time is believed, and whether it is too short for the processor time
 * that was used, which it returns. */
bool timing_forged(struct timing *t, const struct launch_report *r);

/* Everything about one evaluation while it runs. */
struct evaluation {
    struct evaluator *e;
    const struct eval_job *job;
    struct arena *arena;
    struct verdict verdict;
    struct checked_runs checked;
    struct timing timing;
    struct ready_candidate *ready;
    const struct backend *runner; /* what launches and ends the session */
    struct trial_pool *pool;
    struct kernel_session *sessions[TIMED_PROCESSES]; /* of the candidate; NULL: not loaded */
    struct kernel_session *session;                   /* of these, the one at hand */
    struct baseline *baseline;
    unsigned threads;
    int64_t left_ns;                  /* of the candidate's deadline */
    struct rng order;                 /* of trial sets */
    uint64_t reader;                  /* of trial sets */
    const struct trial_set *last_set; /* NULL before the first run */
    bool timed;                       /* all timed runs were made */
    bool untrusted;                   /* and their times are worth nothing */
    uint64_t runs; /* of the candidate, by key: each gets inputs that it has not seen */
    unsigned sandbox_layers;
    struct witness witness;
    char resources[240];
};

/* evaluate.c: the verdict stands when the candidate cannot be prepared, or does not compile. */
void evaluation_prepare(struct evaluation *x);
int evaluation_compile(struct evaluation *x, bool all_fibers, struct err *err);
struct candidate_source evaluation_source(const struct eval_job *job);
struct machine evaluator_machine(const struct evaluator *e);

/* eval_runs.c */
struct trial_key runs_key(const struct eval_job *job, uint64_t trial);
/* Into x->session, which is NULL when the verdict was decided. */
int runs_load(struct evaluation *x, struct err *err);
/* One run on inputs that were not there before; *out_right says whether it counted as right. */
int runs_once(struct evaluation *x, enum trial_phase phase, struct launch_report *report,
              bool *out_right, struct err *err);
/* All of them; *out_again when the kernel has to be compiled with fibers everywhere. */
int runs_session(struct evaluation *x, bool *out_again, struct err *err);

/* eval_hidden.c: one run at sizes that the candidate was not told. */
int hidden_run(struct evaluation *x, struct err *err);

/* eval_checks.c: evidence about all runs, and what follows from it. */
void checks_add_runs(struct evaluation *x);
/* Whether the clocks tell one story in most samples. */
bool checks_clocks_agree(const struct evaluation *x);
void checks_decide_clocks(struct evaluation *x);
void checks_decide_light(struct evaluation *x);
/* Two clocks of the device that do not agree: nothing was measured. */
void checks_decide_witness(struct evaluation *x);

/* eval_profile.c: kernels, counters when the job asks for them, roofline; and what they disprove.
 */
void profile_candidate(struct evaluation *x);

#endif
