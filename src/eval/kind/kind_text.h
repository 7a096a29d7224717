/*
 * kind_text.h - looking at a text that may be anything; shared by the kinds.
 */
#ifndef ROLLBOOK_EVAL_KIND_KIND_TEXT_H
#define ROLLBOOK_EVAL_KIND_KIND_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Blanks before it are skipped. */
bool text_line_begins(const char *text, size_t len, const char *what);

#endif
