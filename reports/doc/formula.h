/*
 * formula.h - sentences with formulas: written once, set by LaTeX, read as plain text elsewhere.
 *
 * What is between two $ is math in a subset of LaTeX: letters, numbers, scripts (_x, ^x, _{...},
 * ^{...}), \frac, \binom, \sqrt, \left and \right before a bracket, \mathrm, \mathbf, \mathit,
 * \text and \operatorname around words, Greek letters and the signs in formula.c.  Sentences are
 * ours, never text from data; all functions are pure.
 *
 * Both return false for a sentence outside the subset, which is put as text.
 */
#ifndef ROLLBOOK_REPORTS_DOC_FORMULA_H
#define ROLLBOOK_REPORTS_DOC_FORMULA_H

#include <stdbool.h>

struct buf;

/* Fractions with a slash, x_i, sqrt(...), C(n, k) and names of Greek letters. */
bool formula_put_plain(struct buf *out, const char *sentence);
/* It needs amsmath; put_text escapes what is between formulas. */
bool formula_put_latex(struct buf *out, const char *sentence,
                       void (*put_text)(struct buf *out, const char *text));

#endif
