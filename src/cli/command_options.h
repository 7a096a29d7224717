/*
 * command_options.h - which options a command has.
 */
#ifndef ROLLBOOK_CLI_COMMAND_OPTIONS_H
#define ROLLBOOK_CLI_COMMAND_OPTIONS_H

#include "src/cli/command.h"

/* Every command has these. */
extern const struct option_set common_options;
/* Its own, with those of its table. */
struct option_set command_options(const struct command *command);
/* The command's options one after the other: NULL begins and ends. */
const struct option *option_next(const struct option_set *set, const struct option *o);

#endif
