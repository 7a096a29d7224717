/*
 * torch_evaluate.h - one PyTorch candidate checked against one problem.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_EVALUATE_H
#define ROLLBOOK_EVAL_TORCH_TORCH_EVALUATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/contract/evaluation.h"

struct arena;
struct err;
struct torch_ahead;
struct torch_host;

/* Inputs: as the problem's module draws them; uniform draws of [0, 1) spread over [-1, 1); the
 * same and four times as large. */
enum torch_inputs { TORCH_INPUTS_SUITE, TORCH_INPUTS_SIGNED, TORCH_INPUTS_SCALED };
const char *torch_inputs_name(enum torch_inputs i);
bool torch_inputs_parse(const char *name, enum torch_inputs *out);

/*
 * TORCH_RULE_OWN: fresh inputs from secret seeds, drawn on the device, and a reference in double
 * precision.  TORCH_RULE_KERNELBENCH: as KernelBench 423217d (seed 42, the processor's generator,
 * torch.allclose at 1e-4 in single precision, PyTorch's default flags); the own rule's verdict is
 * then evidence.  TORCH_RULE_SUITE: as the own rule draws and times, but what the problem's suite
 * calls right decides (its tolerance, or its check_implementation).
 */
enum torch_rule { TORCH_RULE_OWN, TORCH_RULE_KERNELBENCH, TORCH_RULE_SUITE };
const char *torch_rule_name(enum torch_rule r);
bool torch_rule_parse(const char *name, enum torch_rule *out);

/* What a candidate's time is divided into: the reference as it is, or by torch.compile. */
enum torch_baseline { TORCH_BASELINE_EAGER, TORCH_BASELINE_COMPILE };
const char *torch_baseline_name(enum torch_baseline b);
bool torch_baseline_parse(const char *name, enum torch_baseline *out);

/* The first line of a problem that shapes.py made begins so. */
#define TORCH_SHAPED_SIGN "# Rollbook problem: "
bool torch_is_shaped(const char *problem);

struct torch_job {
    const char *name;                /* of the problem, for messages; may be NULL */
    const char *problem, *candidate; /* texts of the modules */
    enum eval_mode mode;
    int correct_trials, timed_runs; /* 0: the mode's */
    enum torch_inputs inputs;
    enum torch_rule rule;
    enum torch_baseline baseline; /* compile: eager where that fails, and the result says so */
    uint64_t secret;              /* seeds of inputs follow from it */
    double deadline_ms; /* for reading the module, and for all calls; 0: 60 s, 60 s for the first
                           call, 10 s for the others (by KernelBench's rule 180 s for all) */
    unsigned threads;
    bool no_hidden;            /* what is right need not be so at another shape as well */
    struct torch_ahead *ahead; /* may have begun to build this text; or NULL */
};

/* KernelBench's for single precision; the verdict of the stricter one is evidence. */
#define TORCH_TOLERANCE        1e-4
#define TORCH_STRICT_TOLERANCE 1e-5

/*
 * out lives in the arena.  A failing candidate is a result; errors are ours (ERR_INTEGRITY: open
 * the host anew) or the problem's (ERR_USAGE: its module fails).
 */
int torch_evaluate(struct torch_host *h, const struct torch_job *job, struct arena *a,
                   struct eval_result *out, struct err *err);

/*
 * What part of the kernels' time is the candidate's own (pure).
 */

struct json;
struct verdict;

/*
 * launched is as launches.py tells it, from the candidate's process: nothing of it is believed to
 * be well formed.  Sets own_share and adds the evidence own_share and forbid_torch_compute, which
 * decide nothing.  why_not, or a reason found here: the share is not known.
 */
void torch_share_note(struct verdict *v, const struct json *launched, const char *why_not);

/*
 * What an interpreter offers PyTorch problems.
 */

struct torch_python {
    char program[256];
    char python[32]; /* versions; "": none */
    char torch[64], triton[64], cuda[32];
};

/* python NULL: ROLLBOOK_PYTHON, else "python3".  ERR_USAGE: it cannot be started. */
int torch_python_ask(const char *python, struct torch_python *out, struct err *err);

#endif
