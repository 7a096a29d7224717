/* kernel_files.h - tasks whose baselines are one kernel file differ in constants: the first stands
 * for them. */
#ifndef ROLLBOOK_TESTS_KERNEL_FILES_H
#define ROLLBOOK_TESTS_KERNEL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "tasks/task.h"

static inline bool is_first_of_file(const struct task *const *tasks, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(tasks[j]->baseline_path, tasks[i]->baseline_path) == 0)
            return false;
    return true;
}

#endif
