/*
 * torch_evaluator.h - the evaluator of PyTorch modules, which keeps a host of processes between
 * jobs; private to src/eval.
 */
#ifndef ROLLBOOK_EVAL_TORCH_EVALUATOR_H
#define ROLLBOOK_EVAL_TORCH_EVALUATOR_H

#include "src/eval/contract/evaluation.h"

struct arena;
struct err;
struct torch_evaluator;

struct backend_habits torch_evaluator_habits(const char *device);
/* "torch-cuda" -> "cuda"; NULL for other evaluators. */
const char *torch_evaluator_device(const char *name);

/* ERR_USAGE when the interpreter has no torch, or sees no GPU where one is asked for. */
int torch_evaluator_open(const char *device, struct torch_evaluator **out, struct err *err);
void torch_evaluator_close(struct torch_evaluator *t); /* NULL is fine */
void torch_evaluator_describe(const struct torch_evaluator *t, struct device_info *out);
/* On a GPU begins to build the extensions of a job that is run later. */
void torch_evaluator_prepare(struct torch_evaluator *t, const struct eval_job *job);
/* A lost host is opened again and the job runs once more; lost again, it is an error. */
int torch_evaluator_run(struct torch_evaluator *t, const struct eval_job *job, struct arena *a,
                        struct eval_result *out, struct err *err);

#endif
