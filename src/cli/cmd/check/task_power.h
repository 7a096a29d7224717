/*
 * task_power.h - "rollbook task check --power": what the checker lets through, measured.
 */
#ifndef ROLLBOOK_CLI_CMD_CHECK_TASK_POWER_H
#define ROLLBOOK_CLI_CMD_CHECK_TASK_POWER_H

#include "src/cli/command.h"

struct task;

struct asked_power {
    const char *name, *backend;
    const char *kernel; /* a file of the user's; NULL: the program's own kernels */
    unsigned task_case;
    int64_t mutants;
    uint64_t seed;
    unsigned workers, threads;
    struct name_list checkers; /* none: all */
};

/* Evaluates the same mutants by each checker, as runs of the database, and prints the table of
 * them.  ERR_NEGATIVE: a right kernel was refused. */
int task_power(struct cli *cli, const struct asked_power *asked, const struct task **tasks,
               size_t n_tasks, struct err *err);

#endif
