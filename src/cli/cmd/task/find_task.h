/*
 * find_task.h - the task that a command line names.
 */
#ifndef ROLLBOOK_CLI_CMD_TASK_FIND_TASK_H
#define ROLLBOOK_CLI_CMD_TASK_FIND_TASK_H

#include "src/cli/command.h"

struct problem_shelf;
struct task;

/* "SUITE:item"; item itself without a suite, or where it names one. */
const char *task_full_name(struct cli *cli, const char *item, const char *suite);
/* Opens the database for reading when the name needs it. */
int find_task(struct cli *cli, const char *name, const struct task **out, struct err *err);

/* Also asks for approval of a stored problem's module, which is code that runs here. */
int find_task_to_run(struct cli *cli, const char *name, const struct task **out, struct err *err);
/* All stored problems of --db, likewise; none where the file does not exist.  writes: the database
 * is brought to today's schema first. */
int find_problems_to_run(struct cli *cli, bool writes, struct problem_shelf *out, struct err *err);

#endif
