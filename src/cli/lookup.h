/*
 * lookup.h - from words to a command, and what to say when there is none.
 */
#ifndef ROLLBOOK_CLI_LOOKUP_H
#define ROLLBOOK_CLI_LOOKUP_H

#include "src/cli/command.h"

struct err;

/* The command with most of the words, and how many; NULL: none. */
const struct command *lookup_command(size_t n_words, char **words, int *out_matched);
/* Commands of two words begin with it. */
bool lookup_is_group(const char *word);
/* ERR_USAGE, with the command that may be meant. */
int lookup_unknown(size_t n_words, char **words, struct err *err);
/* near: an option of the command that is spelt almost so; "": none.  ERR_USAGE. */
int lookup_unknown_option(const struct command *command, const char *name, const char *near,
                          struct err *err);

#endif
