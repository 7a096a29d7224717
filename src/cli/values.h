/*
 * values.h - parsing of options against a command's table.
 */
#ifndef ROLLBOOK_CLI_VALUES_H
#define ROLLBOOK_CLI_VALUES_H

#include "src/cli/command.h"

/* Options that every command has; found in struct cli_values like its own. */
extern const struct opt common_options[];
extern const size_t common_options_count;

/* Where the command stands in argv: behind the options of every command that may come first.  argc
 * when there is none; the place of -h, --help or --version when one of these comes first.
 * ERR_USAGE for another option. */
int values_leading(int argc, char **argv, struct err *err);

/*
 * Reads all of argv but the words of the command at cli->at_command into cli->values and cli->args.
 * ERR_USAGE for an unknown or repeated option, a missing or malformed value, too few or too many
 * arguments.  "--" ends the options.
 */
int values_parse(struct cli *cli, const struct command *command, int words, struct err *err);

#endif
