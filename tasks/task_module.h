/*
 * task_module.h - tasks whose problem is a PyTorch module (class Model, get_inputs,
 * get_init_inputs) in a database.
 */
#ifndef ROLLBOOK_TASKS_TASK_MODULE_H
#define ROLLBOOK_TASKS_TASK_MODULE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct task;

#define TASK_MODULE_MAX_BYTES ((size_t)4 << 20)

/* Named as in src/eval. */
#define TASK_KIND_FILE   "kernel_file"
#define TASK_KIND_MODULE "torch"

/* Of its candidates. */
const char *task_kind(const struct task *t);

/* The function that a candidate of a problem with several shapes may be, "run" or "custom_kernel";
 * NULL: the task wants a class ModelNew. */
const char *task_entry(const struct task *t);

/* Texts are copied. */
struct task_module {
    const char *suite;
    int level, problem_id;
    const char *name; /* the file's, without ".py" */
    const char *text;
};

const struct task *task_of_module(const struct task_module *m, struct arena *a);

/* A number from here on was made up from the name, which then is what people call a problem of
 * level 1.  The column task.label says the same in SQL. */
#define TASK_MADE_UP_NUMBER 100000000

/* "SUITE:l1/19", "SUITE:19" (level 1) or "SUITE:NAME"; without a suite, a task of the program. */
struct task_name {
    const char *suite;     /* "": none */
    const char *name;      /* behind the colon */
    int level, problem_id; /* 0: a name */
};
/* ERR_NOMATCH when the text is none. */
int task_name_parse(const char *text, struct arena *a, struct task_name *out, struct err *err);

#endif
