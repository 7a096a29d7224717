/*
 * problem_task.h - the task of a name: an embedded one ("l1/4"), or an imported module
 * ("SUITE:l1/19", "SUITE:19", "SUITE:NAME").
 */
#ifndef ROLLBOOK_PROBLEM_PROBLEM_TASK_H
#define ROLLBOOK_PROBLEM_PROBLEM_TASK_H

#include <stdbool.h>
#include <stddef.h>

#include "src/store/db.h"

struct arena;
struct err;
struct task;

/* The name is of a stored task. */
bool problem_is_stored(const char *name);
/* db may be NULL for embedded tasks.  ERR_NOMATCH: no such task. */
int problem_task_find(struct db *db, const char *name, struct arena *a, const struct task **out,
                      struct err *err);

struct imported_problem {
    const struct task *task;
    const char *origin;       /* "KernelBench v0.1: level1/19_ReLU.py" */
    double flops, bytes;      /* NaN: unknown */
    const char *work_unknown; /* why, or NULL */
};
/* suite NULL: every suite.  By suite, level and number. */
int problem_list(struct db *db, const char *suite, struct arena *a, struct imported_problem **out,
                 size_t *out_count, struct err *err);
/* For those who must not ask the database. */
struct problem_shelf {
    const struct imported_problem *items;
    size_t n;
};
/* NULL: no such name. */
const struct task *problem_shelf_find(const struct problem_shelf *s, const char *name);

/* By the name of its task. */
int problem_get(struct db *db, const char *name, struct arena *a, struct imported_problem *out,
                struct err *err);

#endif
