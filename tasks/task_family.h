/*
 * task_family.h - tasks that differ by parameters: one manifest and one kernel text for all of
 * them.
 *
 * tasks/family/NAME.json has "common", members of a manifest, and "tasks", objects whose members
 * replace common ones and whose "values" are added.  ${name} in other members stands for a value.
 */
#ifndef ROLLBOOK_TASKS_TASK_FAMILY_H
#define ROLLBOOK_TASKS_TASK_FAMILY_H

#include <stddef.h>

struct arena;
struct err;

#define TASK_MAX_VALUES 24

/* A text that stands for ${name} in a task's kernel files. */
struct task_value {
    const char *name, *text;
};

struct task_values {
    const struct task_value *values;
    size_t n;
};

/* In the arena; NULL after an error.  Every ${name} becomes the value of the first set that has it;
 * values may hold ${name}. ERR_INTEGRITY names what has no value or never ends. */
const char *values_expand(const char *where, const char *text, const struct task_values *sets,
                          size_t n_sets, struct arena *a, struct err *err);

/* Of every kernel file in single precision: types, block, qualifiers. */
extern const struct task_value task_single_values[];
extern const size_t task_single_count;

struct family_task {
    int level, problem_id;
    const char *name; /* of file and problem, for messages */
    const char *text; /* the manifest */
};

/* All tasks of the embedded families, or those of one number (else 0). */
int family_tasks(int problem_id, struct arena *a, struct family_task **out, size_t *out_count,
                 struct err *err);

#endif
