/*
 * lookup.h - from words to a command, and what to say when there is none.
 */
#ifndef ROLLBOOK_CLI_LOOKUP_H
#define ROLLBOOK_CLI_LOOKUP_H

#include "src/cli/command.h"

struct err;

/* The command that the words begin with, of which most match, and how many; NULL: none. */
const struct command *lookup_command(size_t n_words, char **words, int *out_matched);
/* Whether commands of two words begin with this one. */
bool lookup_is_group(const char *word);
/* ERR_USAGE: the words name no command; with the one that may be meant. */
int lookup_unknown(size_t n_words, char **words, struct err *err);

#endif
