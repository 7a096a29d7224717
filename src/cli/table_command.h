/*
 * table_command.h - commands that print a table of a kind.
 */
#ifndef ROLLBOOK_CLI_TABLE_COMMAND_H
#define ROLLBOOK_CLI_TABLE_COMMAND_H

#include "analysis/tables/table_kind.h"
#include "src/cli/command.h"

/* The command's options, and the input with database, runs and baseline. */
int table_command_read(struct cli *cli, struct table_input *in, void **out_options,
                       struct err *err);
/* options as in table_make.  ERR_NEGATIVE: rows are findings. */
int table_command_print(struct cli *cli, const struct table_kind *kind,
                        const struct table_input *in, const void *options, struct err *err);
/* Both for the command's kind, as its run function. */
int table_command_run(struct cli *cli, struct err *err);

/* Appends one note a fact about the table's schema, the SQL as it runs.  cli_print_table calls
 * it for --explain. */
void analyze_explain(struct table *t);

#endif
