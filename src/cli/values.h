/*
 * values.h - parsing of options against a command's table.
 */
#ifndef ROLLBOOK_CLI_VALUES_H
#define ROLLBOOK_CLI_VALUES_H

#include "src/cli/command.h"
#include "src/cli/command_options.h"

/* The command's place in argv, behind options of every command: argc if none; the place of -h,
 * --help or --version before it.  ERR_USAGE: another option. */
int values_leading(int argc, char **argv, struct err *err);

/*
 * Reads argv but for the command's words at cli->at_command into cli->common, cli->options,
 * cli->input and cli->args.  ERR_USAGE: an unknown or repeated option, a bad value, too few or too
 * many arguments.  "--" ends options.
 */
int values_parse(struct cli *cli, const struct command *command, int words, struct err *err);

#endif
