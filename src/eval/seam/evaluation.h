/*
 * evaluation.h - one evaluation: the job that asks for it and the result that answers.
 *
 * These structs pass between the checker, the backends, the workers and whoever stores or shows a
 * result, and each has one table of its members (evaluation.c), which all of these follow.
 */
#ifndef ROLLBOOK_EVAL_SEAM_EVALUATION_H
#define ROLLBOOK_EVAL_SEAM_EVALUATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/member.h"
#include "tasks/task.h"

struct eval_profile;

/* The closed set of outcomes; names are stored in the database. */
enum outcome {
    OUTCOME_NO_CODE,     /* the completion holds no code */
    OUTCOME_PARSE,       /* bad launch plan */
    OUTCOME_COMPILE,     /* the compiler refused */
    OUTCOME_LAUNCH,      /* limits exceeded at launch, symbol missing */
    OUTCOME_CRASH,       /* signal, out-of-bounds access, divergent barrier */
    OUTCOME_TIMEOUT,     /* killed at the deadline */
    OUTCOME_WRONG_SHAPE, /* imported results only */
    OUTCOME_NAN,         /* not-finite values where the expected ones are finite */
    OUTCOME_MISMATCH,    /* finite but wrong */
    OUTCOME_CHEAT,       /* correct-looking, refused by a check: cheat_kind says which */
    OUTCOME_MEASURED,    /* correct and timed */
    OUTCOME_INFRA        /* our failure: never scored, retried */
};
#define OUTCOME_COUNT 12
const char *outcome_name(enum outcome o); /* "no_code", "parse", ... */
bool outcome_parse(const char *name, enum outcome *out);

enum eval_mode { EVAL_FAST, EVAL_FULL }; /* 1 correctness trial + 5 timed; 5 + 50 */
const char *eval_mode_name(enum eval_mode m);
bool eval_mode_parse(const char *name, enum eval_mode *out);
unsigned eval_mode_trials(enum eval_mode m); /* correctness trials */
unsigned eval_mode_timed(enum eval_mode m);

/* One check's result.  value and bound are in unit; pass says whether the check was satisfied. */
struct evidence {
    const char *kind;    /* "input_modified", "guard_zone", "poison", "host_clock", ... */
    double value, bound; /* not finite: unknown */
    const char *unit;    /* "bytes", "us", "elements", ... */
    bool pass;
    const char *detail; /* one line for people, may be NULL */
};

extern const struct member_table evidence_members;

/* One job, from whoever asks to the checker. */
struct eval_job {
    int64_t id;              /* the caller's, unique among outstanding jobs */
    char code_sha256[65];    /* of the text, set by the pool: a result repeats it */
    const char *task_id;     /* "l1/4"; the checker itself looks at task alone */
    const struct task *task; /* not in messages: the worker finds it by its id */
    enum task_case task_case;
    enum eval_mode mode;
    uint64_t input_seed; /* secret from the candidate; the same seed gives the same inputs */
    bool counters;       /* with performance counters, where the backend has them */
    bool adaptive;       /* no more timed runs than it takes (timing_is_narrow) */
    const char *kind;    /* of the candidate (src/eval/kind); NULL: what its text looks like */
    unsigned threads;    /* cores that blocks are spread over; 0 means all of the machine */
    double deadline_ms;  /* wall clock for all launches of the candidate; 0 means the default */
    const char *kernel_text;
    size_t kernel_len;
    /* Of a task that is a PyTorch problem: its module's text, how inputs are drawn and by which
     * rule a candidate is right (src/eval/torch; NULL: the defaults).  NULL for other tasks. */
    const char *problem;
    const char *inputs, *rule;
};
/* As messages carry it, and its columns of a stored evaluation. */
extern const struct member_table eval_job_members;
/* As commands and /evaluate show it: task, case, mode, seed. */
extern const struct member_table eval_setting_members;

/*
 * What a result says in one value each: kind (src/base/member.h), name, SQL parameter of its column
 * (NULL: none), readers it is hidden from, why it may be unknown.  A line here is a member of the
 * struct, of the workers' messages, of /evaluate, of "rollbook eval" and of what is stored.
 */
#define EVAL_RESULT_FACTS(X)                                                                       \
    /* of the speedup, by eval_result_note_interval */                                             \
    X(REAL, speedup_lower, ":speedup_lower", 0, EVAL_NO_INTERVAL)                                  \
    X(REAL, speedup_upper, ":speedup_upper", 0, EVAL_NO_INTERVAL)                                  \
    X(REAL, interval_level, ":interval_level", 0, EVAL_NO_INTERVAL)                                \
    X(TEXT, interval_kind, ":interval_kind", 0, EVAL_NO_INTERVAL)                                  \
    X(COUNT, interval_processes, ":interval_processes", 0, EVAL_NO_INTERVAL) /* of either side */  \
    /* the candidate is the baseline but for white space and comments: A/A */                      \
    X(FLAG, same_as_baseline, ":same_as_baseline", 0, "no text to compare")                        \
    X(TEXT, kind, ":kind", 0, "no candidate") /* of the candidate: "kernel_file", ... */           \
    X(COUNT, launch_count, ":launch_count", 0, "no launch plan") /* kernels that a run launches */ \
    /* how samples were taken and what of the baseline; unknown: as its backend does */            \
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
    X(TEXT, compile_log, NULL, 0, "not compiled")      /* as the compiler printed it; a blob */    \
    X(FLAG, compile_cached, ":compile_cached", 0, NULL)                                            \
    X(REAL, compile_ms, ":compile_ms", 0, NULL)                                                    \
    X(REAL, total_ms, ":total_ms", 0, NULL)                                                        \
    /* disturbed ones, measured again */                                                           \
    X(COUNT, discarded_samples, ":discarded_samples", READER_EVALUATE, NULL)

#define EVAL_NO_INTERVAL "not timed in two processes of candidate and baseline"

struct eval_result {
    enum outcome outcome;
    bool compiled;
    bool correct;           /* true iff outcome is OUTCOME_MEASURED, or an import says so */
    const char *cheat_kind; /* OUTCOME_CHEAT: kind of the failed evidence, else NULL */
    const char *message;    /* one line: why; NULL when measured */
#define DECLARE(kind, name, parameter, hidden, unknown) MEMBER_TYPE_##kind name;
    EVAL_RESULT_FACTS(DECLARE)
#undef DECLARE
    /* Raw samples in the order measured, candidate and baseline interleaved.  us. */
    size_t n_samples, n_baseline_samples;
    double *samples_us;
    double *baseline_samples_us;
    /* The device's clock right after each of them; NaN when unread, NULL for a backend that has
     * none. */
    double *clocks_mhz, *baseline_clocks_mhz;
    unsigned throttled_samples, baseline_throttled_samples; /* discarded, the clock held back */
    size_t n_evidence;
    struct evidence *evidence;
    const struct eval_profile *profile; /* profile.h; NULL where no profiler is */
    char code_sha256[65];               /* of kernel_text */
    char device_uuid[64];               /* where it ran */
    char artifact_sha256[65];           /* of the compiled object; "" when none */
};
extern const struct member_table eval_result_members;

/* A result of which nothing is known but the outcome: facts that can be unknown are NaN or -1.
 * message is borrowed, may be NULL. */
void eval_result_init(struct eval_result *out, enum outcome outcome, const char *message);

/* Sets the 95 % interval of the speedup (analysis/stat/stat_ratio.h) from the samples, of which
 * pair i was taken in process i mod n_processes of candidate and baseline; it stays unknown without
 * two processes a side and as many pairs. */
void eval_result_note_interval(struct eval_result *r, unsigned n_processes);

/* What the interval says: "faster", "slower", "within noise of 1"; "" without one. */
const char *eval_difference(const struct eval_result *r);

double median_of(const double *values, size_t n);    /* NaN when n is 0; does not reorder values */
double eval_runtime_us(const struct eval_result *r); /* median of samples, or NaN */
double eval_baseline_runtime_us(const struct eval_result *r); /* median, or NaN */

struct device_info {
    char backend[16]; /* "cpu" */
    char name[128];   /* processor or GPU name */
    char uuid[64];    /* stable identity of the device, or a hash of its description */
    int cores;
    int n_devices;      /* of this backend here; 0 when unknown */
    char compiler[160]; /* g++ version */
    char flags[160];    /* compiler flags that affect results */
    char sandbox[80];   /* which layers hold: "seccomp,landlock,rlimit" */
};

extern const struct member_table device_members;

/* What whoever spreads jobs over evaluators should know of a backend; all 0 for an unknown one. */
struct backend_habits {
    unsigned workers_a_device; /* 0: one a core, each on a core of its own */
    unsigned jobs_ahead;       /* that an evaluator can prepare while it works at one */
    unsigned lost_after_s;     /* no evaluation takes longer; 0: 180 */
    unsigned grace_ms; /* that an idle worker gets to remove its files before it is killed */
};

#endif
