/*
 * find_task.h - the task that a command line names, which may be one of the database.
 */
#ifndef ROLLBOOK_CLI_CMD_FIND_TASK_H
#define ROLLBOOK_CLI_CMD_FIND_TASK_H

#include "src/cli/command.h"

struct task;

/* The database is opened for reading when the name is one of its own and it is not open. */
int find_task(struct cli *cli, const char *name, const struct task **out, struct err *err);

#endif
