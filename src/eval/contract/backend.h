/*
 * backend.h - what a backend is: it executes, and the checker decides.
 *
 * evaluate.c decides inputs, correctness, samples and cheats.  A kind (candidate_kind.h) says what
 * a text is and what runs it; a backend compiles and runs kinds with a launch plan
 * (kernel_candidate.h) and reports facts.  A new backend is one file and one row in
 * eval_backends.c.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_BACKEND_H
#define ROLLBOOK_EVAL_CONTRACT_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/contract/compare.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "tasks/kernel_file.h"

struct backend_context; /* of one evaluator */
struct kernel_session;
struct candidate;

struct compile_spec {
    const struct candidate *candidate;
    const struct task *task;
    bool outputs_f64; /* oracles write double */
    bool all_fibers;  /* every kernel may synchronise */
    bool any_grid;    /* the object serves other grids as well: made once for all hidden sizes */
    bool checked;     /* for a run that looks at every access, where the backend has it */
};

/* What came out of the compiler; texts live in the arena. */
struct artifact {
    enum outcome outcome;   /* OUTCOME_MEASURED: loadable; else why not */
    const char *cheat_kind; /* OUTCOME_CHEAT */
    const char *message;    /* one line */
    const char *log;
    bool cached;
    double compile_ms;
    const char *path;
    char sha256[65];         /* of the object, or "" */
    unsigned fiber_launches; /* bit i: launch i synchronises */
    bool checked;            /* as the spec said */
    bool has_shared;
    bool has_dynamic; /* at dynamic_offset of thread-local data */
    uint64_t dynamic_offset;
    uint64_t state_bytes;         /* of module variables */
    unsigned matrix_instructions; /* tensor instructions on short numbers */
};

/* More variables than that are no kernel's: a file that has them does not compile. */
#define STATE_MAX_BYTES ((uint64_t)256 << 20)
#define STATE_TOO_LARGE "the kernel file has more than 256 MiB of __device__ data"

/* A size that a session is moved to. */
struct session_size {
    const struct candidate *candidate;
    const struct task *task;
};

struct session_spec {
    const struct artifact *artifact;
    const struct candidate *candidate;
    const struct task *task;
    enum task_case task_case;
    bool outputs_f64;
    bool reorders;                    /* the first run has another order, where possible */
    bool counts;                      /* performance counters; never timed */
    bool untimed;                     /* one run that only its result matters of */
    uint64_t schedule;                /* of a checked run */
    const struct session_size *later; /* the object serves these as well, in this order */
    size_t n_later;
    unsigned threads;
    int64_t deadline_ns; /* CLOCK_MONOTONIC; kills the kernel */
};

/* Names inputs that a backend makes in memory of its own. */
struct trial_key {
    const struct task *task;
    enum task_case task_case;
    uint64_t seed, trial;
    /* A kernel of ours that was right before: inputs may be used again and its output is not
     * looked at. */
    bool trusted;
    /* One of several runs on the same inputs: the report has a digest, and other work disturbs
     * the order of blocks. */
    bool repeated;
};

/* The device's own records are a second clock of a kernel. */
struct witness {
    double us;                             /* median over a few runs; NaN: none */
    double events_us;                      /* the same runs by the scoring clock */
    const char *why;                       /* why none; static, or NULL */
    double kernel_us[KERNEL_MAX_LAUNCHES]; /* of each launch, when recorded */
    int registers[KERNEL_MAX_LAUNCHES], local_bytes[KERNEL_MAX_LAUNCHES],
        shared_bytes[KERNEL_MAX_LAUNCHES]; /* local: a thread; static shared: a block */
};

struct device_limits {
    double peak_flop_per_s; /* single precision, fused, no matrix units; NaN */
    double cache_bytes;     /* of the last-level cache */
};

enum launch_status {
    LAUNCH_OK,
    LAUNCH_CRASH, /* see kind and message */
    LAUNCH_TIMEOUT,
    LAUNCH_REFUSED,      /* cannot be launched as the plan says */
    LAUNCH_VIOLATION,    /* the sandbox stopped it */
    LAUNCH_NEEDS_FIBERS, /* compile again with all_fibers */
    LAUNCH_INFRA
};

struct launch_report {
    enum launch_status status;
    const char *kind; /* of evidence: "fault", "divergent_barrier", ...; static */
    char message[320];
    int signal;
    bool has_fault_address;
    uint64_t fault_address;
    char fault_place[160]; /* "" when unknown */
    double device_us;      /* by the clock next to the kernel, or its lower bound */
    double waited_us;      /* of the thread that waited most */
    double claimed_us;     /* by the clock next to the kernel, where it could lie; else 0 */
    double host_us;        /* checker's clock, calibrated */
    double cpu_us;         /* of the busiest thread, less what an empty request takes; NaN */
    double busy_us;        /* the same with it; 0 unknown */
    double slack_us;       /* cpu_us may exceed claimed_us by it; 0 where none is claimed */
    int64_t input_modified_bytes;
    char input_modified[64];
    int64_t guard_modified_bytes;
    bool state_modified;
    bool reordered; /* another order than usual */
    char guard_place[160];
    const void *outputs[TASK_MAX_TENSORS];
    uint64_t poison_seed[TASK_MAX_TENSORS]; /* compare.h */
    bool disturbed;                         /* the time is worth nothing */
    bool throttled;
    double clock_mhz; /* after the run; 0 unknown */
    int64_t spent_ns; /* of the deadline; 0: all of the call */
    /* From launch_trial: the backend compared outputs that are not on the host. */
    struct output_comparison compared[TASK_MAX_TENSORS];
    int64_t untouched[TASK_MAX_TENSORS];
    uint64_t digest; /* of a repeated trial */
    unsigned sandbox_layers;
    char resources[240]; /* once loaded; "" unknown */
};

struct backend {
    const char *name;
    int (*open)(struct backend_context **out, struct err *err);
    void (*close)(struct backend_context *c);
    int (*probe)(struct backend_context *c, struct device_info *out, struct err *err);
    /* Errors are ours; a text that does not compile is an artifact that says so. */
    int (*compile)(struct backend_context *c, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err);
    /* Optional: begins a compile that compile() of the same text will wait for. */
    void (*compile_begin)(struct backend_context *c, const struct compile_spec *spec);
    /* Optional: prepares what n trials from key on need, during compiles. */
    void (*prepare)(struct backend_context *c, const struct trial_key *key, unsigned n);
    /* *out is NULL when report->status is not LAUNCH_OK. */
    int (*load)(struct backend_context *c, const struct session_spec *spec,
                struct kernel_session **out, struct launch_report *report, struct err *err);
    /* Outputs and scratch are fresh; module variables are as loaded, or with keep_state as the
     * launch before left them.  A failed session cannot be used again. */
    int (*launch)(struct kernel_session *s, const void *const *inputs, bool keep_state,
                  struct launch_report *report, struct err *err);
    /* Optional: the session goes on at the next of the spec's later sizes, as if it were new. */
    void (*move)(struct kernel_session *s, struct launch_report *report);
    void (*set_deadline)(struct kernel_session *s, int64_t deadline_ns);
    void (*unload)(struct kernel_session *s); /* NULL is fine */
    /* Optional: bytes a second of a copy, for the speed-of-light bound. */
    double (*copy_bytes_per_s)(struct backend_context *c);
    struct backend_habits habits;
    unsigned max_baselines;
    bool looks_at_accesses; /* compiles and runs checked */
    double light_factor;    /* most that a kernel beats that copy by */
    /* Optional: inputs, expected values and comparison stay on the device.  Such a backend is
     * asked for every trial by key, and its blocks are not spread over cores. */
    int (*launch_trial)(struct kernel_session *s, const struct trial_key *key, bool keep_state,
                        struct launch_report *report, struct err *err);
    /* Optional: the plan's time by the device's activity records, which is never the score. */
    int (*witness)(struct kernel_session *s, const struct trial_key *key, struct witness *out,
                   struct err *err);
    /* Optional: performance counters of one checked run in a process that is never timed.
     * kernels has one entry a launch.  *why_not is static, or NULL when counters came. */
    int (*count)(struct backend_context *c, const struct session_spec *spec,
                 const struct trial_key *key, struct profile_kernel *kernels, const char **why_not,
                 struct err *err);
    /* Optional: starts early for count; wait ends what that start has under way. */
    void (*prepare_count)(struct backend_context *c, bool wait);
    /* Optional: whether the vendor's library does a task's work. */
    bool (*library_has)(const struct task *t);
    void (*limits)(struct backend_context *c, struct device_limits *out); /* with witness */
};

extern const struct backend backend_cpu;
extern const struct backend backend_cuda;
const struct backend *backend_find(const char *name); /* NULL when unknown */

#endif
