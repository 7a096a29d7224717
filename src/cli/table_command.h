/*
 * table_command.h - commands that print a table of a kind: options into its struct, its table out.
 */
#ifndef ROLLBOOK_CLI_TABLE_COMMAND_H
#define ROLLBOOK_CLI_TABLE_COMMAND_H

#include "analysis/tables/table_kind.h"
#include "src/cli/command.h"

/* All options of a command but the common ones: its own, then those of its set or of its kind of
 * table, with their standard values as texts, in the arena. */
const struct opt *command_options(const struct command *command, struct arena *arena,
                                  size_t *out_count);

/* What was given of the command's set or kind: the options over their standard values (in the
 * arena), and the input with its database, runs and baseline. */
int table_command_read(struct cli *cli, struct table_input *in, void **out_options,
                       struct err *err);
/* Makes a table and prints it; options as in table_make.  ERR_NEGATIVE when rows are findings and
 * there are any. */
int table_command_print(struct cli *cli, const struct table_kind *kind,
                        const struct table_input *in, const void *options, struct err *err);
/* Both, of the command's kind: the run function of a command of which nothing else is to be said.
 */
int table_command_run(struct cli *cli, struct err *err);

#endif
