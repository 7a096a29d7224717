/*
 * table_command.h - commands that print a table of a kind.
 */
#ifndef ROLLBOOK_CLI_TABLE_COMMAND_H
#define ROLLBOOK_CLI_TABLE_COMMAND_H

#include "analysis/tables/table_kind.h"
#include "src/cli/command.h"

/* A command's own options, then its set's or kind's with standard values as texts, in the arena. */
const struct opt *command_options(const struct command *command, struct arena *arena,
                                  size_t *out_count);

/* Reads given options over standard values (arena), and the input with database, runs and
 * baseline. */
int table_command_read(struct cli *cli, struct table_input *in, void **out_options,
                       struct err *err);
/* options as in table_make.  ERR_NEGATIVE: rows are findings. */
int table_command_print(struct cli *cli, const struct table_kind *kind,
                        const struct table_input *in, const void *options, struct err *err);
/* Both for the command's kind, as its run function. */
int table_command_run(struct cli *cli, struct err *err);

#endif
