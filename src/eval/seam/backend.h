/*
 * backend.h - the seam between checking and executing.
 *
 * evaluate.c checks: which inputs, what is right, when a sample counts, what is a cheat.  A kind of
 * candidate (candidate_kind.h) says what a text is and what runs it; a backend compiles and runs
 * the kinds that have a launch plan (kernel_candidate.h) on given inputs and reports facts.  Adding
 * one means one file and one row in eval_backends.c.
 */
#ifndef ROLLBOOK_EVAL_SEAM_BACKEND_H
#define ROLLBOOK_EVAL_SEAM_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/seam/compare.h"
#include "src/eval/seam/evaluation.h"
#include "src/eval/seam/profile.h"
#include "tasks/kernel_file.h"

struct backend_context; /* caches and buffers of one evaluator */
struct kernel_session;  /* a loaded candidate, ready to run one case */
struct candidate;       /* a prepared one, of some kind (candidate_kind.h) */

struct compile_spec {
    const struct candidate *candidate;
    const struct task *task;
    bool outputs_f64; /* oracles write double */
    bool all_fibers;  /* every kernel may synchronise */
};

/* What came out of the compiler; texts live in the arena. */
struct artifact {
    enum outcome outcome;   /* OUTCOME_MEASURED: it can be loaded; else why not */
    const char *cheat_kind; /* OUTCOME_CHEAT */
    const char *message;    /* why not, one line */
    const char *log;
    bool cached;
    double compile_ms;
    const char *path;        /* private to the backend */
    char sha256[65];         /* of the object, "" when there is none */
    unsigned fiber_launches; /* bit i: launch i synchronises */
    bool has_shared;
    bool has_dynamic; /* dynamic shared memory, at dynamic_offset of thread-local data */
    uint64_t dynamic_offset;
    uint64_t state_bytes;         /* module variables that have to be put back before a run */
    unsigned matrix_instructions; /* of tensor units on short numbers, in the code */
};

struct session_spec {
    const struct artifact *artifact;
    const struct candidate *candidate;
    const struct task *task;
    enum task_case task_case;
    bool outputs_f64;
    bool reorders; /* the first run has blocks and threads in another order, where a backend can */
    bool counts;   /* with performance counters, and never timed */
    unsigned threads;
    int64_t deadline_ns; /* CLOCK_MONOTONIC; the kernel is killed there */
};

/* Names inputs without holding them: a backend with memory of its own makes them there. */
struct trial_key {
    const struct task *task;
    enum task_case task_case;
    uint64_t seed, trial;
    /* The kernel is ours and was right before: inputs that lie there may be used again, and its
     * output is not looked at. */
    bool trusted;
    /* One of several runs on the same inputs: the report has a digest of the outputs, and other
     * work disturbs the order of its blocks. */
    bool repeated;
};

/* What a second clock, the device's own records, says about a kernel. */
struct witness {
    double us;                             /* median over a few runs; NaN when there is none */
    double events_us;                      /* the same runs by the clock that gives the score */
    const char *why;                       /* there is none; static, or NULL */
    double kernel_us[KERNEL_MAX_LAUNCHES]; /* of each launch, when there are records */
    int registers[KERNEL_MAX_LAUNCHES], local_bytes[KERNEL_MAX_LAUNCHES],
        shared_bytes[KERNEL_MAX_LAUNCHES]; /* local: a thread; shared: static, a block */
};

/* What a device can do at most. */
struct device_limits {
    double peak_flop_per_s; /* single precision, fused, without matrix units; NaN when unknown */
    double cache_bytes;     /* of the cache before its memory */
};

enum launch_status {
    LAUNCH_OK,
    LAUNCH_CRASH, /* kind and message say how */
    LAUNCH_TIMEOUT,
    LAUNCH_REFUSED,      /* cannot be launched as the plan says */
    LAUNCH_VIOLATION,    /* the sandbox stopped it */
    LAUNCH_NEEDS_FIBERS, /* compile again with all_fibers */
    LAUNCH_INFRA
};

/* Facts about one run of the plan. */
struct launch_report {
    enum launch_status status;
    const char *kind; /* of evidence: "fault", "divergent_barrier", ...; static */
    char message[320];
    int signal;
    bool has_fault_address;
    uint64_t fault_address;
    char fault_place[160]; /* "" when unknown */
    double device_us;      /* by the clock next to the kernel, or by what bounds it from below */
    double waited_us;      /* for a processor, of the candidate's thread that waited most */
    double claimed_us;     /* by the clock next to the kernel alone, where that could lie; else 0 */
    double host_us;        /* by the checker's clock, calibrated overhead subtracted */
    double cpu_us;         /* processor time of the candidate's busiest thread; NaN when unknown */
    int64_t input_modified_bytes;
    char input_modified[64]; /* name of the first input that changed */
    int64_t guard_modified_bytes;
    bool state_modified; /* the candidate's module variables changed */
    bool reordered;      /* blocks and threads ran in another order than usual */
    char guard_place[160];
    const void *outputs[TASK_MAX_TENSORS];  /* valid until the next launch */
    uint64_t poison_seed[TASK_MAX_TENSORS]; /* what the outputs held before (poison.h) */
    bool disturbed;                         /* the backend saw that the time is worth nothing */
    bool throttled;                         /* because the device's clock was held back */
    double clock_mhz;                       /* of the device right after the run; 0 when unknown */
    int64_t spent_ns;                       /* of the deadline; 0: all of the call */
    /* launch_trial alone: outputs are not on the host, the backend has compared them. */
    struct output_comparison compared[TASK_MAX_TENSORS];
    int64_t untouched[TASK_MAX_TENSORS];
    uint64_t digest; /* of all outputs, of a repeated trial */
    unsigned sandbox_layers;
    char resources[240]; /* of the kernels, once loaded; "" when unknown */
};

struct backend {
    const char *name;
    int (*open)(struct backend_context **out, struct err *err);
    void (*close)(struct backend_context *c);
    int (*probe)(struct backend_context *c, struct device_info *out, struct err *err);
    /* Errors are ours; a text that does not compile is an artifact that says so. */
    int (*compile)(struct backend_context *c, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err);
    /* Optional: begins a compile whose result compile() of the same text will wait for. */
    void (*compile_begin)(struct backend_context *c, const struct compile_spec *spec);
    /* Optional: does what the n trials from key on will need, while compiles are under way. */
    void (*prepare)(struct backend_context *c, const struct trial_key *key, unsigned n);
    /* *out is NULL when report->status is not LAUNCH_OK. */
    int (*load)(struct backend_context *c, const struct session_spec *spec,
                struct kernel_session **out, struct launch_report *report, struct err *err);
    /* Fresh outputs and scratch, the given inputs; module variables as they were loaded, or with
     * keep_state as the launch before left them.  A session that failed cannot be used again. */
    int (*launch)(struct kernel_session *s, const void *const *inputs, bool keep_state,
                  struct launch_report *report, struct err *err);
    void (*set_deadline)(struct kernel_session *s, int64_t deadline_ns);
    void (*unload)(struct kernel_session *s); /* NULL is fine */
    /* Optional, may be NULL: bytes a second that a copy reaches, for the speed-of-light bound. */
    double (*copy_bytes_per_s)(struct backend_context *c);
    struct backend_habits habits;
    unsigned max_baselines; /* loaded at one time; at most MAX_BASELINES */
    double light_factor;    /* no kernel moves bytes this many times faster than that copy */
    /* Optional: inputs, expected values and comparison stay on the device.  A backend that has it
     * is asked for every trial by its key, and its blocks are not spread over cores. */
    int (*launch_trial)(struct kernel_session *s, const struct trial_key *key, bool keep_state,
                        struct launch_report *report, struct err *err);
    /* Optional: the plan's time by the device's activity records; never the score. */
    int (*witness)(struct kernel_session *s, const struct trial_key *key, struct witness *out,
                   struct err *err);
    /* Optional: performance counters of one checked run in a process that is never timed; kernels
     * has one entry a launch.  *why_not is static, or NULL when counters came. */
    int (*count)(struct backend_context *c, const struct session_spec *spec,
                 const struct trial_key *key, struct profile_kernel *kernels, const char **why_not,
                 struct err *err);
    /* count will be called soon: start for it, or wait until nothing of that start is under way. */
    void (*prepare_count)(struct backend_context *c, bool wait);
    /* Optional: whether the vendor's library does a task's work. */
    bool (*library_has)(const struct task *t);
    void (*limits)(struct backend_context *c, struct device_limits *out); /* with witness */
};

extern const struct backend backend_cpu;
extern const struct backend backend_cuda;
const struct backend *backend_find(const char *name); /* NULL when unknown */

#endif
