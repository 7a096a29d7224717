/*
 * record.h - print a table of one wide row.
 */
#ifndef ROLLBOOK_CLI_RECORD_H
#define ROLLBOOK_CLI_RECORD_H

#include "src/cli/command.h"

/* JSON and CSV as the row it is, for programs; other formats as a line a field, for people. */
void cli_print_record(const struct cli *cli, const struct table *wide);

#endif
