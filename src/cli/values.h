/*
 * values.h - parsing of options against a command's table.
 */
#ifndef ROLLBOOK_CLI_VALUES_H
#define ROLLBOOK_CLI_VALUES_H

#include "src/cli/command.h"

/* Every command has these. */
extern const struct option_set common_options;
/* Its own, with those of its table. */
struct option_set command_options(const struct command *command);
/* The command's options one after the other: NULL begins and ends. */
const struct option *option_next(const struct option_set *set, const struct option *o);

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
