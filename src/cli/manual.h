/*
 * manual.h - the manual of all commands and what shells complete, from the command table.
 */
#ifndef ROLLBOOK_CLI_MANUAL_H
#define ROLLBOOK_CLI_MANUAL_H

struct buf;

/* docs/commands.md: usage, summary and names of the options of each command. */
void manual_markdown(struct buf *out);
/* rollbook.1, roff with the macros of man(7).  Options that several commands have stand once, and
 * each of these commands names them. */
void manual_man(struct buf *out);

void manual_bash(struct buf *out); /* completion for bash */
void manual_zsh(struct buf *out);  /* completion for zsh, _rollbook */

#endif
