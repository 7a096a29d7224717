/*
 * record.h - a table of one wide row.
 */
#ifndef ROLLBOOK_CLI_RECORD_H
#define ROLLBOOK_CLI_RECORD_H

#include "src/cli/command.h"

/* JSON and CSV keep the row; other formats have a line a field. */
void cli_print_record(const struct cli *cli, const struct table *wide);

#endif
