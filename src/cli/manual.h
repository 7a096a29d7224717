/*
 * manual.h - the manual of all commands, and completion for shells.
 */
#ifndef ROLLBOOK_CLI_MANUAL_H
#define ROLLBOOK_CLI_MANUAL_H

struct buf;

/* docs/commands.md: usage, summary and option names of each command. */
void manual_markdown(struct buf *out);
/* rollbook.1, roff of man(7).  Each shared option stands once, and its commands name it. */
void manual_man(struct buf *out);

void manual_bash(struct buf *out); /* for bash */
void manual_zsh(struct buf *out);  /* for zsh */

#endif
