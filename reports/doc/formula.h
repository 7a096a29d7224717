/*
 * formula.h - sentences with formulas: written once, read on pages, in LaTeX, on terminals.
 *
 * What is between two $ is math in a subset of LaTeX: letters (italic), numbers, scripts (_x, ^x,
 * _{...}, ^{...}), \frac, \binom, \sqrt, \left and \right before a bracket, \mathrm, \mathbf,
 * \mathit, \text and \operatorname around words, Greek letters and the signs in formula.c.
 * Sentences are ours, never text from data; all functions are pure.
 */
#ifndef ROLLBOOK_REPORTS_DOC_FORMULA_H
#define ROLLBOOK_REPORTS_DOC_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;

enum formula_kind {
    FORMULA_SIGN, /* text */
    FORMULA_FRACTION,
    FORMULA_BINOMIAL,
    FORMULA_ROOT,
    FORMULA_GROUP,
    FORMULA_FENCE, /* a between two brackets as tall as it */
};

/* Decides on the space around; the names are TeX's. */
enum formula_class {
    FORMULA_ORDINARY,
    FORMULA_OPERATOR,
    FORMULA_BINARY,
    FORMULA_RELATION,
    FORMULA_OPEN,
    FORMULA_CLOSE,
    FORMULA_COMMA,
    FORMULA_SPACE,
};

enum formula_face { FORMULA_UPRIGHT, FORMULA_ITALIC, FORMULA_BOLD };

struct formula_node {
    enum formula_kind kind;
    enum formula_class class;
    enum formula_face face;
    const char *text;           /* of a sign: UTF-8; of a fence: its two brackets */
    const char *plain;          /* of a sign: where there is no Greek */
    struct formula_node *a, *b; /* first of a list, NULL when empty */
    struct formula_node *sub, *sup;
    struct formula_node *next;
};

struct formula_part {
    const char *text; /* NULL: math */
    struct formula_node *math;
    const char *source; /* of math, between the $ */
    struct formula_part *next;
};

/* In the arena.  False, with the whole sentence as text, when it is outside the subset. */
bool formula_parse(struct arena *a, const char *sentence, struct formula_part **out);

/* Terminals get fractions with a slash, x_i, sqrt(...), C(n, k) and names of Greek letters. */
void formula_put_plain(struct buf *out, const char *sentence);
/* It needs amsmath. */
void formula_put_latex(struct buf *out, const char *sentence);

#endif
