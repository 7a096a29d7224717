/*
 * torch_evaluate.h - one PyTorch candidate checked against one problem.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_EVALUATE_H
#define ROLLBOOK_EVAL_TORCH_TORCH_EVALUATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/seam/evaluation.h"

struct arena;
struct err;
struct torch_host;

/* How inputs are drawn: as the problem's module says; uniform draws of [0, 1) spread over [-1, 1);
 * the same and four times as large. */
enum torch_inputs { TORCH_INPUTS_SUITE, TORCH_INPUTS_SIGNED, TORCH_INPUTS_SCALED };
const char *torch_inputs_name(enum torch_inputs i);
bool torch_inputs_parse(const char *name, enum torch_inputs *out);

/*
 * Which rule decides.  TORCH_RULE_OWN: fresh inputs drawn on the device from secret seeds, a
 * reference in double precision.  TORCH_RULE_KERNELBENCH: as KernelBench 423217d decides (seed 42,
 * the processor's generator, torch.allclose at 1e-4 in single precision with PyTorch's default
 * flags); what the own rule says of the candidate is then evidence.
 */
enum torch_rule { TORCH_RULE_OWN, TORCH_RULE_KERNELBENCH };
const char *torch_rule_name(enum torch_rule r);
bool torch_rule_parse(const char *name, enum torch_rule *out);

struct torch_job {
    const char *problem, *candidate; /* texts of the modules */
    enum eval_mode mode;
    enum torch_inputs inputs;
    enum torch_rule rule;
    uint64_t secret;    /* seeds of inputs follow from it; nobody else knows it */
    double deadline_ms; /* of all calls of the candidate; 0: 10 s, by KernelBench's rule 180 s */
    unsigned threads;
};

/* KernelBench's tolerance for single precision, and the stricter one whose verdict is evidence. */
#define TORCH_TOLERANCE        1e-4
#define TORCH_STRICT_TOLERANCE 1e-5

/*
 * Everything in out lives in the arena.  A candidate that fails is a result; errors are ours
 * (ERR_INTEGRITY: the host has to be opened anew) or the problem's (ERR_USAGE: its module fails).
 */
int torch_evaluate(struct torch_host *h, const struct torch_job *job, struct arena *a,
                   struct eval_result *out, struct err *err);

#endif
