/*
 * evaluation.h - one evaluation: the job that asks for it and the result that answers.
 *
 * These structs pass between checker, backends, workers and whoever stores or shows a result.  One
 * table of members (evaluation.c) describes each.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_EVALUATION_H
#define ROLLBOOK_EVAL_CONTRACT_EVALUATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/member.h"
#include "tasks/task.h"

struct arena;
struct eval_profile;

/* Names of outcomes are stored in the database. */
enum outcome {
    OUTCOME_NO_CODE,     /* the completion holds no code */
    OUTCOME_PARSE,       /* bad launch plan */
    OUTCOME_COMPILE,     /* the compiler refused */
    OUTCOME_LAUNCH,      /* limits exceeded, symbol missing */
    OUTCOME_CRASH,       /* signal, bad access, divergent barrier */
    OUTCOME_TIMEOUT,     /* killed at the deadline */
    OUTCOME_WRONG_SHAPE, /* imported results only */
    OUTCOME_NAN,         /* not finite */
    OUTCOME_MISMATCH,    /* finite but wrong */
    OUTCOME_CHEAT,       /* see cheat_kind */
    OUTCOME_MEASURED,    /* correct and timed */
    OUTCOME_INFRA        /* our failure: never scored, retried */
};
#define OUTCOME_COUNT 12
const char *outcome_name(enum outcome o);
bool outcome_parse(const char *name, enum outcome *out);

enum eval_mode { EVAL_FAST, EVAL_FULL };    /* 1 correctness trial + 5 timed; 5 + 50 */
extern const char *const eval_mode_names[]; /* NULL-ended */
const char *eval_mode_name(enum eval_mode m);
bool eval_mode_parse(const char *name, enum eval_mode *out);
#define EVAL_MOST_TRIALS 1000
#define EVAL_MOST_TIMED  10000
/* Correctness trials, and timed runs; asked 0: the mode's. */
unsigned eval_mode_trials(enum eval_mode m, int asked);
unsigned eval_mode_timed(enum eval_mode m, int asked);
/* A usual deadline has room for the full mode's runs, and grows with what is asked beyond. */
double eval_deadline_ms(double usual_ms, int correct_trials, int timed_runs);

/* The result of one check; value and bound are in unit. */
struct evidence {
    const char *kind;    /* "input_modified", "guard_zone", "poison", "host_clock", ... */
    double value, bound; /* not finite: unknown */
    const char *unit;    /* "bytes", "us", "elements", ... */
    bool pass;
    const char *detail; /* one line, may be NULL */
};

extern const struct member_table evidence_members;

struct eval_job {
    int64_t id;              /* unique among the caller's outstanding jobs */
    int64_t row_id;          /* of what is evaluated, not in messages; 0: none */
    char code_sha256[65];    /* set by the pool, repeated by the result */
    const char *task_id;     /* "l1/4"; the checker looks at task alone */
    const struct task *task; /* not in messages: found by its id */
    enum task_case task_case;
    enum eval_mode mode;
    int correct_trials, timed_runs; /* 0: the mode's */
    uint64_t input_seed;            /* secret; decides the inputs */
    bool counters;                  /* where the backend has them */
    bool adaptive;                  /* no more timed runs than needed (timing_is_narrow) */
    const char *kind;               /* src/eval; NULL: what the text looks like */
    unsigned threads;               /* cores for blocks; 0: all of the machine */
    double deadline_ms;             /* of all launches; 0: the default */
    const char *kernel_text;
    size_t kernel_len;
    /* Of a PyTorch problem: text of its module, how inputs are drawn, by which rule a candidate
     * is right (NULL: the defaults).  NULL for other tasks. */
    const char *problem;
    const char *inputs, *rule;
    const char *baseline; /* of a PyTorch problem, NULL: "eager"; the result has baseline_name */
};
/* Used in messages, and as columns of a stored evaluation. */
extern const struct member_table eval_job_members;
/* Shown by commands and /evaluate: task, case, mode, seed. */
extern const struct member_table eval_setting_members;

/*
 * A row: kind (src/base/member.h), name, SQL parameter of its column (NULL: none), readers it is
 * hidden from, why it may be unknown.  It makes a member of the struct, of messages, of /evaluate,
 * of "rollbook eval" and of the database.
 */
#define EVAL_RESULT_FACTS(X)                                                                       \
    /* see eval_result_note_interval */                                                            \
    X(REAL, speedup_lower, ":speedup_lower", 0, EVAL_NO_INTERVAL)                                  \
    X(REAL, speedup_upper, ":speedup_upper", 0, EVAL_NO_INTERVAL)                                  \
    X(REAL, interval_level, ":interval_level", 0, EVAL_NO_INTERVAL)                                \
    X(TEXT, interval_kind, ":interval_kind", 0, EVAL_NO_INTERVAL)                                  \
    X(COUNT, interval_processes, ":interval_processes", 0, EVAL_NO_INTERVAL)                       \
    /* A/A: equal to the baseline but for white space and comments */                              \
    /* of a right candidate whose times do not count */                                            \
    X(TEXT, why_no_speedup, ":why_no_speedup", 0, "there is one, or the candidate is not right")   \
    /* of floating point outputs: "fp32", "tf32", "half" */                                        \
    X(TEXT, precision_class, ":precision_class", 0, "not right, or not looked at")                 \
    X(FLAG, same_as_baseline, ":same_as_baseline", 0, "no text to compare")                        \
    X(TEXT, kind, ":kind", 0, "no candidate") /* of the candidate: "kernel_file", ... */           \
    X(COUNT, launch_count, ":launch_count", 0, "no launch plan") /* kernels that a run launches */ \
    /* part of the device time that is the candidate's own kernels' */                             \
    X(REAL, own_share, ":own_share", 0, "of a GPU only, where it was recorded")                    \
    /* unknown: as the backend does */                                                             \
    X(TEXT, timing_method, NULL, 0, "as the backend does") /* "cpu_wall", "cuda_event" */          \
    X(TEXT, baseline_name, NULL, 0, "the reference")       /* "torch_eager" */                     \
    X(COUNT, trials_run, ":trials_run", 0, NULL)                                                   \
    X(COUNT, trials_passed, ":trials_passed", 0, NULL)                                             \
    X(REAL, max_abs_err, ":max_abs_err", 0, "not compared")                                        \
    X(REAL, max_rel_err, ":max_rel_err", 0, "not compared")                                        \
    /* elements within tolerance / elements */                                                     \
    X(REAL, matched_share, ":matched_share", 0, "not compared")                                    \
    X(INDEX, worst_index, ":worst_index", READER_EVALUATE, "not compared")                         \
    /* that ended the candidate */                                                                 \
    X(SIGNAL, signal, ":signal", 0, "no signal")                                                   \
    X(TEXT, fault_address, ":fault_address", 0, "no fault") /* "0x7f..." */                        \
    X(TEXT, fault_place, ":fault_place", 0, "unknown") /* "12 bytes past the end of output y" */   \
    X(TEXT, compile_log, NULL, 0, "not compiled")      /* a blob */                                \
    X(FLAG, compile_cached, ":compile_cached", 0, NULL)                                            \
    /* see verdict_sha256 */                                                                       \
    X(TEXT, verdict_sha256, ":verdict_sha256", 0, "the evaluator gave no verdict")                 \
    X(REAL, compile_ms, ":compile_ms", 0, NULL)                                                    \
    X(REAL, total_ms, ":total_ms", 0, NULL)                                                        \
    /* measured again */                                                                           \
    X(COUNT, discarded_samples, ":discarded_samples", READER_EVALUATE, NULL)

#define EVAL_NO_INTERVAL "not timed in two processes of candidate and baseline"

struct eval_result {
    enum outcome outcome;
    bool compiled;
    bool correct;           /* or an import says so */
    const char *cheat_kind; /* failed evidence, or NULL */
    const char *message;    /* one line, or NULL */
#define DECLARE(kind, name, parameter, hidden, unknown) MEMBER_TYPE_##kind name;
    EVAL_RESULT_FACTS(DECLARE)
#undef DECLARE
    /* Raw samples in us, in the order measured; candidate and baseline interleave. */
    size_t n_samples, n_baseline_samples;
    size_t n_noisy; /* left in samples_us, no worker tells them: too noisy for a speedup */
    double *samples_us;
    double *baseline_samples_us;
    /* The device's clock after each sample; NaN when unread, NULL when the backend has none. */
    double *clocks_mhz, *baseline_clocks_mhz;
    unsigned throttled_samples, baseline_throttled_samples; /* discarded */
    size_t n_evidence;
    struct evidence *evidence;
    const struct eval_profile *profile; /* NULL: no profiler */
    char code_sha256[65];               /* of kernel_text */
    char device_uuid[64];               /* where it ran */
    char artifact_sha256[65];           /* of the compiled object; "" when none */
};
extern const struct member_table eval_result_members;

/* Facts that can be unknown become NaN or -1; message is borrowed, may be NULL. */
void eval_result_init(struct eval_result *out, enum outcome outcome, const char *message);

/* Raised when the checker could give another outcome for the same code, task and rule; the lint
 * evaluator asks whoever changes it. */
#define EVALUATOR_VERSION 11
/* One hash for one verdict, whichever door it was asked through: SHA-256 of the lines "rollbook
 * verdict", EVALUATOR_VERSION, the code's SHA-256, the task's, the rule ("own") and the outcome. In
 * the arena; NULL: the outcome is infra, or there was no code. */
const char *verdict_sha256(const struct eval_job *job, const struct eval_result *r,
                           struct arena *a);
/* What a stored verdict is of; the rule NULL is "own". */
struct verdict_facts {
    const char *code_sha256, *task_sha256, *rule, *outcome;
};
/* The version of the evaluator that gave this hash; 0: none up to EVALUATOR_VERSION, or a fact is
 * NULL. */
int evaluator_of_verdict(const char *sha256, const struct verdict_facts *v, struct arena *a);

/* Sets the 95 % interval of the speedup (analysis/stat/stat_summary.h); pair i of the samples
 * comes from process i mod n_processes.  It stays unknown without two processes a side and as
 * many pairs. */
void eval_result_note_interval(struct eval_result *r, unsigned n_processes);

/* The times of a right candidate do not count, for this reason; the interval and the baseline's
 * times stay.  NULL: it is not right, and no times stay. */
void eval_result_drop_times(struct eval_result *r, const char *why);
#define EVAL_MOST_WIDTH 2.0 /* upper / lower end of an interval beside which a speedup is told */
/* Drops times whose interval is wider. */
void eval_result_drop_noise(struct eval_result *r, struct arena *a);
/* Upper / lower end of the interval of the samples so far; NaN: none. */
double eval_result_width(const struct eval_result *r, unsigned n_processes);
#define EVAL_NARROW_WIDTH 1.6 /* no more samples are needed */

/* "faster", "slower", "within noise of 1"; "the same text" for A/A; "" without an interval. */
const char *eval_difference(const struct eval_result *r);

double median_of(const double *values, size_t n);    /* NaN when n is 0; does not reorder values */
double eval_runtime_us(const struct eval_result *r); /* median, or NaN */
double eval_baseline_runtime_us(const struct eval_result *r); /* median, or NaN */

struct device_info {
    char backend[16]; /* "cpu" */
    char name[128];   /* processor or GPU name */
    char uuid[64];    /* stable, or a hash of the description */
    int cores;
    int n_devices;      /* of this backend; 0 when unknown */
    char compiler[160]; /* g++ version */
    char flags[160];    /* flags that affect results */
    char sandbox[80];   /* layers that hold: "seccomp,landlock,rlimit" */
};

extern const struct member_table device_members;

/* What schedulers of jobs need to know of a backend; all 0 when unknown. */
struct backend_habits {
    unsigned workers_a_device; /* 0: one on each core */
    unsigned jobs_ahead;       /* prepared while the evaluator works at one */
    unsigned lost_after_s;     /* no evaluation takes longer; 0: 180 */
    unsigned grace_ms;         /* of an idle worker before it is killed */
};

/*
 * Evidence gathered and an outcome decided, once.
 */

struct arena;

struct verdict {
    struct arena *arena;
    struct eval_result *out;
    size_t capacity;
    bool decided; /* one other than measured stands */
};
void verdict_add(struct verdict *v, struct evidence row);
/* Sets the outcome unless one stands; message is printf-like. */
void verdict_decide(struct verdict *v, enum outcome o, const char *cheat_kind, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

#endif
