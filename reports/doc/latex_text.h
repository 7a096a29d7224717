/*
 * latex_text.h - any text as LaTeX source that compiles (pure).
 *
 * Text passes through pdf_text first, so pages and LaTeX show the same: control characters,
 * bidirectional overrides and broken UTF-8 become visible escapes.  Specials are escaped, and
 * ligatures that would change the text ("--", "<<") undone.  The source needs T1 encoding, UTF-8
 * input and textcomp.
 */
#ifndef ROLLBOOK_REPORTS_DOC_LATEX_TEXT_H
#define ROLLBOOK_REPORTS_DOC_LATEX_TEXT_H

#include <stddef.h>

struct buf;

/* In glyphs; a longer text ends with an ellipsis. */
#define LATEX_TEXT_MAX  6000  /* of a paragraph */
#define LATEX_LINES_MAX 40000 /* of pre-formatted text */

/* One paragraph: newlines become spaces, and long words may break anywhere. */
void latex_put_text(struct buf *out, const char *text);
void latex_put_text_n(struct buf *out, const char *text, size_t max);
/* Pre-formatted: one \RbLine{...} a line, blanks kept. */
void latex_put_lines(struct buf *out, const char *text);
/* Letters, digits and hyphens alone; never empty. */
void latex_put_label(struct buf *out, const char *text);

#endif
