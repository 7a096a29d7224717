/*
 * task_module.h - tasks whose problem is a PyTorch module (class Model, get_inputs,
 * get_init_inputs), which come from a database, not with the program.
 */
#ifndef ROLLBOOK_TASKS_TASK_MODULE_H
#define ROLLBOOK_TASKS_TASK_MODULE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct task;

#define TASK_MODULE_MAX_BYTES ((size_t)4 << 20)

/* Kinds of candidates, as src/eval/kind names them. */
#define TASK_KIND_FILE   "kernel_file"
#define TASK_KIND_MODULE "torch"

/* Of the candidates that solve a task. */
const char *task_kind(const struct task *t);

/* What is known of a module.  Texts are copied. */
struct task_module {
    const char *suite;
    int level, problem_id;
    const char *name; /* of its file, without ".py" */
    const char *text;
};

const struct task *task_of_module(const struct task_module *m, struct arena *a);

/*
 * A task as it is named: "SUITE:l1/19", "SUITE:19" (level 1) or "SUITE:NAME"; without a suite it is
 * one that comes with the program.
 */
struct task_name {
    const char *suite;     /* "" without one */
    const char *name;      /* what stands behind the colon */
    int level, problem_id; /* 0: it is a name */
};
/* ERR_NOMATCH when the text cannot be one. */
int task_name_parse(const char *text, struct arena *a, struct task_name *out, struct err *err);

#endif
