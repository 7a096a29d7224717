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

struct torch_job {
    const char *problem, *candidate; /* texts of the modules */
    enum eval_mode mode;
    enum torch_inputs inputs;
    uint64_t secret;    /* seeds of inputs follow from it; nobody else knows it */
    double deadline_ms; /* of all calls of the candidate; 0: 10 s */
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
