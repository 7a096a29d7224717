/*
 * values.h - parsing of options against a command's table.
 */
#ifndef ROLLBOOK_CLI_VALUES_H
#define ROLLBOOK_CLI_VALUES_H

#include "src/cli/command.h"

/* Every command has these; struct cli_values holds them too. */
extern const struct opt common_options[];
extern const size_t common_options_count;

/* The command's place in argv, behind options of every command: argc if none; the place of -h,
 * --help or --version before it.  ERR_USAGE: another option. */
int values_leading(int argc, char **argv, struct err *err);

/*
 * Reads argv but for the command's words at cli->at_command into cli->values and cli->args.
 * ERR_USAGE: an unknown or repeated option, a bad value, too few or too many arguments.  "--" ends
 * options.
 */
int values_parse(struct cli *cli, const struct command *command, int words, struct err *err);

#endif
