/*
 * help.h - help texts made from the command table.
 */
#ifndef ROLLBOOK_CLI_HELP_H
#define ROLLBOOK_CLI_HELP_H

#include <stdio.h>

#include "src/cli/command.h"

struct buf;

void help_overview(struct buf *out);
void help_command(const struct command *command, struct buf *out);
/* What the commands of a group of the help do, or those that begin with a word, "task"; false:
 * there are none. */
bool help_group(const char *group, struct buf *out);
void help_names(struct buf *out); /* one name a line */
/* The JSON schema of a name, "rollbook.analyze.fast-p/1"; false: none is called so. */
bool help_schema(const char *name, struct buf *out);
void help_schemas(struct buf *out); /* one name a line */
void help_option(const struct option_set *set, const struct option *o, struct buf *out);
void help_version(struct buf *out);
/* Lines of a help text that are wider are folded; width 0 leaves them. */
void help_fold(const char *text, size_t width, struct buf *out);
/* Folded to the terminal on standard output, if that is one. */
void help_print(const char *text, FILE *to);

#endif
