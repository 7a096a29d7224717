/*
 * latex_text.h - any text as LaTeX source that compiles (pure).
 *
 * Text passes through pdf_text first, so that what a page shows and what LaTeX shows is the same:
 * control characters, bidirectional overrides and broken UTF-8 arrive as visible escapes.  Every
 * special of LaTeX is escaped and every ligature that would change the text ("--", "<<") is undone.
 * Needs T1 encoding, UTF-8 input and textcomp.
 */
#ifndef ROLLBOOK_REPORTS_DOC_LATEX_TEXT_H
#define ROLLBOOK_REPORTS_DOC_LATEX_TEXT_H

#include <stddef.h>

struct buf;

/* Glyphs, as on a page; what is longer ends with an ellipsis. */
#define LATEX_TEXT_MAX  6000  /* of a paragraph */
#define LATEX_LINES_MAX 40000 /* of pre-formatted text */

/* One paragraph: newlines become spaces.  Long words may break anywhere, others where a line of
 * the document may break. */
void latex_put_text(struct buf *out, const char *text);
/* The same, at most max glyphs. */
void latex_put_text_n(struct buf *out, const char *text, size_t max);
/* Pre-formatted: one \RbLine{...} a line, blanks kept. */
void latex_put_lines(struct buf *out, const char *text);
/* Letters, digits and hyphens alone, for labels and file names; never empty. */
void latex_put_label(struct buf *out, const char *text);

#endif
