/*
 * eval.h - one evaluation: kernel file in, outcome, timings and evidence out.
 *
 * A failed kernel is a result, never an error: functions return an error only when the evaluator
 * itself could not work (then nothing was checked).
 */
#ifndef ROLLBOOK_EVAL_EVAL_H
#define ROLLBOOK_EVAL_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/seam/evaluation.h"

struct arena;
struct err;

/*
 * An evaluator keeps compiled baselines, oracles and expected values between jobs; single-threaded.
 * backend is "cpu" or "cuda" (a table in eval_backends.c names them all), on which kernel files
 * run, or "torch-cpu" or "torch-cuda", which checks PyTorch modules against their problem's and
 * keeps the processes that do (ROLLBOOK_PYTHON names their interpreter).
 */
struct evaluator;

/* The name of the evaluator that checks candidates of a kind on a backend: "torch-cuda" for kind
 * "torch" on "cuda", the backend itself for others. */
const char *evaluator_for(const char *kind, const char *backend);

struct backend_habits evaluator_habits(const char *backend);
/* Whether the vendor's library of a backend does a task's work (kind "library"). */
bool evaluator_library_has(const char *backend, const struct task *t);

int evaluator_open(const char *backend, struct evaluator **out, struct err *err);
void evaluator_close(struct evaluator *e); /* NULL is fine */
int evaluator_device(struct evaluator *e, struct device_info *out, struct err *err);
/* Begins what can be done of a job that will be run later; nothing where there is nothing. */
void evaluator_prepare(struct evaluator *e, const struct eval_job *job);
/* Everything in out lives in the arena. */
int evaluator_run(struct evaluator *e, const struct eval_job *job, struct arena *a,
                  struct eval_result *out, struct err *err);

/*
 * Runs a kernel file once on given inputs, without checking (gate, tests, oracle).  outputs[o]
 * receives the elements as double; outputs_f64 says that the kernel writes f64 outputs (oracles).
 * A failure of the kernel is ERR_NEGATIVE with the reason.
 */
int evaluator_apply(struct evaluator *e, const char *kernel_text, const struct task *task,
                    enum task_case c, const void *const *inputs, bool outputs_f64,
                    double *const *outputs, struct err *err);

/* Entry of the hidden command "runner" that executes candidates; never returns to the caller. */
int runner_main(int argc, char **argv);

#endif
