/*
 * gate.h - the admission gate: is a task fit to check kernels?
 *
 * A task whose tolerance accepts zeros, a copy of its input or a result in half precision cannot
 * tell a kernel from a cheat.  The gate builds such fakes and demands that each is refused, that
 * the oracle agrees with the independent C reference and the baseline well within the tolerance,
 * that every input matters and that inputs have both signs.  Pure: the caller runs the kernels.
 */
#ifndef ROLLBOOK_TASKS_GATE_H
#define ROLLBOOK_TASKS_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "tasks/task.h"

struct arena;
struct err;

/* 9 an output and one copy of each input for each, 2 an input */
#define GATE_MAX_CHECKS (TASK_MAX_TENSORS * (9 + TASK_MAX_TENSORS + 2))

struct gate_check {
    const char *name;    /* "zeros", "f16_inputs", "oracle_agrees", "depends_on A", ... */
    const char *subject; /* output or input the check is about */
    bool pass;
    double value; /* largest error in units of the tolerance, share of elements, or least value */
    const char *detail; /* one line for people */
};

struct gate_result {
    size_t n_checks;
    bool pass; /* all of them */
    struct gate_check checks[GATE_MAX_CHECKS];
};

/* Buffers of one trial of a case: inputs as kernels see them, outputs as double. */
struct gate_case {
    enum task_case task_case;
    void *inputs[TASK_MAX_TENSORS];
    int64_t n_input[TASK_MAX_TENSORS];
    double *outputs[TASK_MAX_TENSORS]; /* of the reference in C */
    int64_t n_output[TASK_MAX_TENSORS];
};

/* Fills the inputs for (seed, trial) and computes the outputs by task_reference; in the arena. */
int gate_prepare(const struct task *t, enum task_case c, uint64_t seed, uint64_t trial,
                 struct arena *a, struct gate_case *out, struct err *err);

/*
 * All checks of one prepared case.  oracle and baseline hold what those kernels computed from the
 * inputs of g; NULL leaves the check oracle_agrees or baseline_agrees out.
 */
int gate_run(const struct task *t, const struct gate_case *g, const double *const *oracle,
             const double *const *baseline, struct arena *a, struct gate_result *out,
             struct err *err);

/* x rounded to nearest even in binary16 or bfloat16 (beyond the range: infinity). */
double gate_round_f16(double x);
double gate_round_bf16(double x);

#endif
