/*
 * problem_task.h - the task of a name: one that comes with the program ("l1/4"), or one whose
 * module was imported into the database ("SUITE:l1/19", "SUITE:19", "SUITE:NAME").
 */
#ifndef ROLLBOOK_PROBLEM_PROBLEM_TASK_H
#define ROLLBOOK_PROBLEM_PROBLEM_TASK_H

#include <stdbool.h>
#include <stddef.h>

#include "src/store/db.h"

struct arena;
struct err;
struct task;

/* Whether a name is one that only a database knows. */
bool problem_is_stored(const char *name);
/* db may be NULL where only the program's own tasks are asked for.  ERR_NOMATCH when there is none.
 */
int problem_task_find(struct db *db, const char *name, struct arena *a, const struct task **out,
                      struct err *err);

/* What a database knows of an imported problem beside its task. */
struct imported_problem {
    const struct task *task;
    const char *origin;       /* "KernelBench v0.1: level1/19_ReLU.py" */
    double flops, bytes;      /* NaN: not known */
    const char *work_unknown; /* why not; NULL */
};
/* All of a suite (NULL: of every suite), in order of suite, level and number. */
int problem_list(struct db *db, const char *suite, struct arena *a, struct imported_problem **out,
                 size_t *out_count, struct err *err);
/* Problems that were read before, for whoever must not ask the database. */
struct problem_shelf {
    const struct imported_problem *items;
    size_t n;
};
/* NULL when there is none of that name. */
const struct task *problem_shelf_find(const struct problem_shelf *s, const char *name);

/* One of them, by the name of its task. */
int problem_get(struct db *db, const char *name, struct arena *a, struct imported_problem *out,
                struct err *err);

#endif
