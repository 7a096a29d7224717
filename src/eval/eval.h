/*
 * eval.h - one evaluation: kernel file in, outcome, timings and evidence out.
 *
 * A failed kernel is a result: an error means that the evaluator itself could not work, and nothing
 * was checked.
 */
#ifndef ROLLBOOK_EVAL_EVAL_H
#define ROLLBOOK_EVAL_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/contract/evaluation.h"

struct arena;
struct err;

/*
 * An evaluator keeps compiled baselines, oracles and expected values between jobs; it is
 * single-threaded.  Kernel files run on backend "cpu" or "cuda" (eval_backends.c); "torch-cpu" or
 * "torch-cuda" checks PyTorch modules in processes that it keeps (ROLLBOOK_PYTHON names their
 * interpreter).
 */
struct evaluator;

/* The evaluator for a kind of candidate on a backend: "torch-cuda" for "torch" on "cuda", the
 * backend itself for other kinds. */
const char *evaluator_for(const char *kind, const char *backend);
/* How inputs of a PyTorch problem are drawn under a rule: given, NULL for the default.
 * KernelBench's rule draws as the suite does; ERR_USAGE when something else is given with it. */
int eval_module_inputs(const char *rule, const char *given, const char **out, struct err *err);

struct backend_habits evaluator_habits(const char *backend);
/* Whether the vendor's library of a backend does a task's work (kind "library"). */
bool evaluator_library_has(const char *backend, const struct task *t);

int evaluator_open(const char *backend, struct evaluator **out, struct err *err);
void evaluator_close(struct evaluator *e); /* NULL is fine */
int evaluator_device(struct evaluator *e, struct device_info *out, struct err *err);
/* Begins what can be done ahead of a job that will be run later. */
void evaluator_prepare(struct evaluator *e, const struct eval_job *job);
/* Everything lives in the arena. */
int evaluator_run(struct evaluator *e, const struct eval_job *job, struct arena *a,
                  struct eval_result *out, struct err *err);

struct apply {
    const char *text; /* a kernel file */
    const struct task *task;
    enum task_case task_case;
    const void *const *inputs;
    bool outputs_f64;       /* the kernel writes f64 outputs (oracles) */
    double *const *outputs; /* [o] receives the elements as double */
};
/* Runs a kernel file once on given inputs, without checking.  A failing kernel is ERR_NEGATIVE with
 * the reason. */
int evaluator_apply(struct evaluator *e, const struct apply *x, struct err *err);

/* Runs the hidden command "runner", which executes candidates; never returns. */
int runner_main(int argc, char **argv);

#endif
