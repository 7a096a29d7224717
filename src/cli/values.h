/*
 * values.h - parsing of options against a command's table.
 */
#ifndef ROLLBOOK_CLI_VALUES_H
#define ROLLBOOK_CLI_VALUES_H

#include "src/cli/command.h"

/* Options that every command has; found in struct cli_values like its own. */
extern const struct opt common_options[];
extern const size_t common_options_count;

/*
 * Reads argv[first..argc) into cli->values and cli->args.  ERR_USAGE for an unknown or repeated
 * option, a missing or malformed value, too few or too many arguments.  "--" ends the options.
 */
int values_parse(struct cli *cli, const struct command *command, int first, struct err *err);

/* The nearest of the names by edit distance, or NULL when none is near. */
const char *nearest_name(const char *wrong, const char *const *names, size_t n);

#endif
