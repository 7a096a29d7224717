/*
 * gate.h - the admission gate: is a task fit to check kernels?
 *
 * A tolerance that accepts zeros, a copy of the input or half precision cannot tell kernels from
 * cheats.  The gate demands that such fakes are refused, that oracle and baseline agree with the C
 * reference well within the tolerance, that every input matters and has both signs.  Pure: the
 * caller runs the kernels.
 */
#ifndef ROLLBOOK_TASKS_GATE_H
#define ROLLBOOK_TASKS_GATE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "tasks/task.h"

struct arena;
struct err;

/* an output 9, a copy of each input and the wrong kernels, an input 2 */
#define GATE_MAX_CHECKS (TASK_MAX_TENSORS * (9 + TASK_MAX_TENSORS + 2) + TASK_MAX_WRONG)

struct gate_check {
    const char *name;    /* "zeros", "f16_inputs", "oracle_agrees", "depends_on A", ... */
    const char *subject; /* an output or input */
    bool pass;
    double value;       /* largest error in tolerances, share of elements, or least value */
    const char *detail; /* one line for people */
};

struct gate_result {
    size_t n_checks;
    bool pass; /* all */
    struct gate_check checks[GATE_MAX_CHECKS];
};

/* One trial: inputs as kernels see them, outputs as double. */
struct gate_case {
    enum task_case task_case;
    uint64_t seed, trial;
    void *inputs[TASK_MAX_TENSORS];
    int64_t n_input[TASK_MAX_TENSORS];
    double *outputs[TASK_MAX_TENSORS]; /* of the C reference */
    int64_t n_output[TASK_MAX_TENSORS];
};

/* Inputs of (seed, trial), outputs of task_reference, in the arena. */
int gate_prepare(const struct task *t, enum task_case c, uint64_t seed, uint64_t trial,
                 struct arena *a, struct gate_case *out, struct err *err);

/*
 * oracle and baseline are those kernels' outputs for g; NULL leaves out oracle_agrees or
 * baseline_agrees.  A check that cannot hold is left out: rounded results where outputs are
 * integers that half precision holds, the mean of a single number (another draw's stands for it),
 * rounded inputs where an input's half_inputs_because says why.
 */
int gate_run(const struct task *t, const struct gate_case *g, const double *const *oracle,
             const double *const *baseline, struct arena *a, struct gate_result *out,
             struct err *err);

/* Adds the check that a wrong kernel of the task is refused, given its outputs for usual inputs and
 * for the second draw (NULL: the task has none). */
void gate_add_wrong(const struct task *t, const char *name, const struct gate_case *usual,
                    const double *const *got, const struct gate_case *second,
                    const double *const *got_second, struct arena *a, struct gate_result *out);

/* To nearest even in binary16 or bfloat16; beyond the range infinity. */
double gate_round_f16(double x);
double gate_round_bf16(double x);

/* When a value counts as right: the rule of the gate and of compare_outputs. */

/*
 * |got - want| <= atol + rtol * |want|.  NaN is never right.  Only the same infinity meets an
 * infinite want, so that an infinite bound cannot accept everything.
 */
static inline bool task_within(double got, double want, double atol, double rtol)
{
    if (isinf(want))
        return isinf(got) && signbit(got) == signbit(want);
    return fabs(got - want) <= atol + rtol * fabs(want);
}

#endif
