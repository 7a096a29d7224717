/* formula_layout.h - the signs of a formula as boxes that a line of text can hold. */
#ifndef ROLLBOOK_REPORTS_DOC_FORMULA_LAYOUT_H
#define ROLLBOOK_REPORTS_DOC_FORMULA_LAYOUT_H

#include "reports/doc/formula.h"
#include "reports/pdf/pdf_canvas.h"

/* Signs of one font and size on one baseline; codes NULL: a rule. */
struct formula_piece {
    double x, y; /* from the box's left end, on its baseline */
    enum pdf_font font;
    double size;
    const uint16_t *codes;
    size_t n;
    double width, height; /* of a rule */
};

/* What a line may not break. */
struct formula_box {
    double gap; /* before it, unless it begins a line */
    double width, ascent, descent;
    bool may_begin_line;
    const struct formula_piece *pieces;
    size_t n_pieces;
};

struct formula_boxes {
    struct formula_box *items;
    size_t n;
};

/* Words, and formulas that may break behind relations, binary operators and commas. */
struct formula_boxes formula_layout(struct arena *a, struct pdf_canvas *c, double size,
                                    const char *sentence);
/* (x, y) is the left end of the baseline. */
void formula_draw(struct pdf_canvas *c, const struct formula_box *box, struct rgb colour, double x,
                  double y);

#endif
