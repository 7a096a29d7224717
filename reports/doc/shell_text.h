/*
 * shell_text.h - command lines that can be copied from a page into a shell (pure).
 *
 * A word that a page cannot show (control characters, other writings, broken UTF-8) becomes $'...',
 * which bash and zsh read; others need no more than POSIX.
 */
#ifndef ROLLBOOK_REPORTS_DOC_SHELL_TEXT_H
#define ROLLBOOK_REPORTS_DOC_SHELL_TEXT_H

#include <stddef.h>

struct buf;

#define SHELL_COLUMNS 96 /* of a line of code on a page */

void shell_put_word(struct buf *out, const char *word);
/* Lines of SHELL_COLUMNS, each but the last ended by a backslash, between or inside of words. */
void shell_put_command(struct buf *out, const char *const *words, size_t n);

#endif
