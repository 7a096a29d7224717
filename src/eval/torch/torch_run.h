/*
 * torch_run.h - one candidate at work: what torch_evaluate.c and torch_candidate.c share.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_RUN_H
#define ROLLBOOK_EVAL_TORCH_TORCH_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/eval/contract/evaluation.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_host.h"

struct arena;
struct err;
struct json;
struct torch_host;
struct torch_job;
struct torch_memory;

#define SECOND_NS          INT64_C(1000000000)
#define REFERENCE_LIMIT_NS (120 * SECOND_NS)

/* Modules of a network often ask for the same extension each. */
#define TORCH_MAX_BUILDS 32

/* Of a candidate, or of the problem's own Model that is timed as one. */
struct torch_process {
    pid_t pid; /* 0: none */
    int fd;    /* -1: none */
    const char *text, *private;
    unsigned calls;
    int64_t began_ns; /* its first call */
    /* Before the text was read: an empty call, the first one and a later one of a chain; on a GPU
     * the first call of an empty batch, and each further one. */
    struct torch_empty {
        double us, spread_us; /* between their quartiles */
    } empty, chained;
    double batch_us, batch_call_us;
    int memory; /* of a process on the processor, to be read; -1: none */
};

/* Of a problem's Model: beside/precision.py. */
#define TORCH_CLASSES 3
extern const char *const torch_class_names[TORCH_CLASSES + 1]; /* from the most precise one */

/* What a candidate's error was held to at one class; of the output where it was largest by the
 * Model's. */
struct torch_class_seen {
    bool seen;
    double max_err, rms_err, model_max, model_rms;
    const char *why_not; /* the Model has no error at it */
};

struct torch_run {
    struct torch_host *h;
    const struct torch_job *job;
    struct arena *arena;
    struct verdict verdict;
    struct json *opened;
    char folder[64];                        /* blocks */
    char private[64], reference_folder[64]; /* what a side's processes may write; "": none */
    struct torch_process own[TORCH_PROCESSES], reference[TORCH_PROCESSES];
    struct torch_resting resting; /* not asked in this evaluation */
    struct torch_process *p;      /* the one that is asked */
    unsigned calls;               /* of the candidate, by all processes */
    int64_t left_ns;              /* of the deadline for calls */
    int64_t limit_ns;             /* of what is waited for, builds left out */
    int own_waits;                /* "schedstat" of the thread that evaluates; -1: none */
    bool as_suite;                /* KernelBench's rule */
    struct json *flags;           /* PyTorch's, as a candidate had them by that rule; or NULL */
    const char *flags_taken;      /* those that the reference took over */
    bool untimed;                 /* checked calls only */
    bool hidden;                  /* at a shape of which nobody was told */
    const char *hidden_shape;     /* what it is; NULL: the problem has no other */
    struct torch_drawn {
        double n, gap, bound; /* indices, and how far from what is right; n 0: none */
    } drawn;                  /* of outputs that are sampled */
    bool has_other;           /* the rule that does not decide looked at calls, too */
    unsigned other_run, other_passed;
    const char *other_said;      /* why not, of the first; or NULL */
    bool by_suite;               /* the suite's own rule decides */
    bool crowded;                /* it started too many threads */
    const char *degenerate;      /* how the problem is answered without its work; or NULL */
    bool has_views;              /* an output lay within an input */
    bool as_drawn;               /* inputs are the problem's own, whatever the job says */
    bool tied;                   /* inputs are rounded to few values (ties.py) */
    bool ties_decide;            /* by the last comparison: no jump acted on rounded results */
    unsigned slots, n_processes; /* that either side was timed in */
    unsigned most_batched;       /* calls that a batch or a chain has room for; 0: none */
    unsigned chained;            /* calls that a sample is the median of; 0, 1: one alone */
    double *chain_us;            /* of the last one */
    struct torch_empty taken;    /* off each call of the last sample of the candidate */
    double least_call_us;        /* of the candidate's calls */
    double told_us[32];          /* of its last calls: of the device or of launching, the longer */
    unsigned n_told;
    double factor; /* number of tolerances */
    int class;     /* of its outputs so far; -1: none was looked at */
    struct torch_class_seen at_class[TORCH_CLASSES];
    struct torch_memory *memory; /* on the processor: of slots and of a chain */
    int64_t strict_missed;
    unsigned builds, failed_builds; /* of different requests, whose hashes are asked */
    uint64_t asked[TORCH_MAX_BUILDS];
    int64_t build_ns; /* of all */
    bool built_ahead; /* some of them, before the evaluation began */
};

/* Does extension.py ask in this form? */
bool torch_is_build_request(const struct json *ask);
/* What the compile service is told of it; json_free. */
struct json *torch_build_request(const struct torch_host *h, const struct json *ask,
                                 int64_t left_ns);

/* Members of a message; NULL, NaN, 0: not there. */
const char *torch_text(struct torch_run *r, const struct json *o, const char *key);
double torch_number(const struct json *o, const char *key);
int64_t torch_count(const struct json *o, const char *key);

/* 63 bits from the job's secret and a number. */
int64_t torch_run_seed(const struct torch_run *r, unsigned number);
/* A message with this "op"; json_free. */
struct json *torch_operation(const char *op);

/* One operation of the reference's server on inputs of a seed, which stay in a slot. */
struct slot_request {
    const char *op;
    unsigned slot;
    int64_t seed;
    bool exact; /* what is right is computed in double precision too */
    unsigned n; /* calls of a batch */
};
int torch_reference_slot(struct torch_run *r, struct slot_request request, struct json **out,
                         struct err *err);

/* What the system counts of the process that is asked. */
struct torch_clock {
    double cpu_us;    /* of all its threads; NaN: unknown */
    double waited_us; /* that its first thread, or this one, was ready and had no processor */
};

struct candidate_call {
    unsigned slot;
    int64_t seed, took_ns;
    int64_t given_seed;       /* of random numbers that forward draws; -1: none */
    struct torch_clock clock; /* of the call */
    enum channel_state state;
    struct json *drawn, *answer;
};
void torch_call_end(struct candidate_call *x); /* for CLEANUP */
/* Fresh inputs; everybody stands still. */
int torch_call_draw(struct torch_run *r, bool exact, struct candidate_call *x, struct err *err);

enum call_purpose {
    CALL_CHECKED,     /* it is compared, and nobody times it */
    CALL_TIMED,       /* it is timed and compared */
    CALL_DISCARDED,   /* nobody looks at it */
    CALL_OBSERVED,    /* its kernels are recorded and nobody times it */
    CALL_OF_REFERENCE /* nobody wants the outputs */
};
int torch_call_send(struct torch_run *r, enum call_purpose purpose, struct candidate_call *x,
                    struct err *err);
/* Sends a message, or asks for the call x where that is NULL, and waits for the answer; the process
 * runs only meanwhile, less what it waits for builds. */
int torch_call_exchange(struct torch_run *r, const struct json *ask, bool looks,
                        struct candidate_call *x, int64_t *out_build_ns, struct err *err);
/* What the candidate was at work, by the clocks of the checker and of the system. */
double torch_call_work_us(const struct torch_run *r, const struct candidate_call *x);
/* Decides by an answer that says what failed; true: its outputs can be compared. */
bool torch_call_is_answered(struct torch_run *r, const struct candidate_call *x);
/* Adds what the classes of the outputs rest on. */
void torch_call_note_classes(struct torch_run *r);
/* Decides by an answer of "compare" or "batch_compare". */
void torch_call_compare(struct torch_run *r, const struct json *compared);
/* What a call took beyond an empty one. */
double torch_call_us(const struct torch_run *r, const struct candidate_call *x);
/* Decides by what was answered and compares.  *out_us is NaN when it failed. */
int torch_call_finish(struct torch_run *r, const struct candidate_call *x, double *out_us,
                      struct err *err);

/* On a GPU, where there is room. */
bool torch_batch_is_wanted(const struct torch_run *r);
/* "batch_draw", "batch_compare" and "batch_time" of the reference's server, for n calls. */
int torch_batch_ask(struct torch_run *r, const char *op, unsigned n, int64_t seed,
                    struct json **out, struct err *err);
/* Before the candidate's text is read: what calls cost that compute nothing. */
int torch_batch_rehearse(struct torch_run *r, struct err *err);
/* After the timed calls on a GPU, which a candidate can leave before the device has ended: they are
 * held to what a batch of calls takes in each of its processes. */
int torch_batch_bound(struct torch_run *r, struct err *err);

/* On the processor: maps what was opened. */
int torch_memory_open(struct torch_run *r, struct err *err);
void torch_memory_close(struct torch_run *r);
/* Puts a set of the chain's inputs into slot 0. */
void torch_memory_give(struct torch_run *r, unsigned set);
/* Reads what was returned, into the call's slot or a set of the chain; decides where it cannot be
 * read, or where the inputs of a chain were changed. */
void torch_memory_take(struct torch_run *r, const struct candidate_call *x);
void torch_memory_take_set(struct torch_run *r, const struct candidate_call *x, unsigned set,
                           bool is_candidate);

/* The reference on the inputs of the last call, in its server. */
int torch_time_reference(struct torch_run *r, double *out_us, struct err *err);
/* The median of the shorter side, and what it has to be at least. */
double torch_shorter_us(const struct torch_run *r);
double torch_least_us(const struct torch_run *r);
/* Checks and times; what fails is decided. */
int torch_run_calls(struct torch_run *r, struct err *err);
/* Records who launches the kernels of one more call.  What goes wrong in it is no verdict. */
int torch_observe(struct torch_run *r, struct err *err);

/* Does a module start compilers when it is first called?  On a GPU it may, once. */
bool torch_compiles_late(const char *text);
/* KernelBench executes a candidate in the problem's namespace, but imports one that names Triton as
 * a module of its own. */
bool torch_shares_namespace(const char *text);
/* Forks a candidate and waits until it is ready; what fails is decided. */
int torch_candidate_prepare(struct torch_run *r, struct err *err);
/* The descriptors of a process. */
void torch_candidate_close(const struct torch_process *p);
/* A process that rested reads its text, which runs the problem's own Model, in other memory. */
int torch_candidate_again(struct torch_run *r, struct err *err);
/* It gives its memory back and rests; false: it does not, and is ended. */
bool torch_candidate_rest(struct torch_run *r, const struct torch_process *p);
/* Whenever we draw, compare or time the reference the candidate's process stands still: it neither
 * begins early, nor writes late, nor takes the reference's processors. */
void torch_candidate_stop(const struct torch_run *r);
void torch_candidate_go(const struct torch_run *r);
/* Whoever draws, computes and compares does so one after the other.  Each on a processor of its own
 * would find the inputs in its caches, or not. */
void torch_bring_together(const struct torch_run *r, const pid_t *pids, size_t n);
void torch_let_go(const struct torch_run *r, const pid_t *pids, size_t n);
/* Until it stands still: what it waited for a processor before is in its clock then. */
void torch_candidate_await_stop(const struct torch_run *r);
struct torch_clock torch_candidate_clock(const struct torch_run *r);
/* Receives what is no request for a build.  Requests are served meanwhile, and the deadline waits
 * for them: text that compiles when forward is first called is usual. */
int torch_candidate_receive(struct torch_run *r, int64_t deadline_ns, enum channel_state *out_state,
                            struct json **out, int64_t *out_build_ns, struct err *err);
/* By KernelBench's rule: what a candidate tells of PyTorch's flags is what the reference has from
 * now on. */
void torch_note_flags(struct torch_run *r, const struct json *message);
/* Decides by how the process ended. */
int torch_candidate_gone(struct torch_run *r, enum channel_state state, const char *when,
                         struct err *err);
/* Decides by the exception told; reading: it came while the module was read. */
void torch_candidate_failed(struct torch_run *r, const struct json *message, bool reading);

#endif
