#include "reports/doc/formula_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

#define SCRIPT_SIZE   0.72 /* of the size around */
#define PART_SIZE     0.86
#define LARGE         1.25
#define LEAST_SIZE    6.0  /* what print still shows */
#define LETTER_UP     0.72 /* of the size: heights of signs in general */
#define LETTER_DOWN   0.20
#define AXIS          0.26 /* of the size: height of a sign */
#define BRACKET_SHARE 0.88 /* of the height of what they are around */
#define RULE          0.5  /* points */
#define THIN          (3.0 / 18)
#define MEDIUM        (4.0 / 18)
#define THICK         (5.0 / 18)
#define WORDS_MOST    4000 /* glyphs of a word */

struct box_extent {
    double width, ascent, descent;
};

struct formula_layout {
    struct arena *arena;
    struct pdf_canvas *canvas;
    double size;
    struct formula_piece *pieces;
    size_t n;
};

static struct box_extent put_list(struct formula_layout *l, const struct formula_node *list,
                                  double size, double x, double y);

static void put_piece(struct formula_layout *l, const struct formula_piece *piece)
{
    l->pieces = mem_grow(l->pieces, l->n + 1, sizeof(*l->pieces));
    l->pieces[l->n++] = *piece;
}

static void put_rule(struct formula_layout *l, double x, double y, double width)
{
    put_piece(l, &(struct formula_piece){ .x = x, .y = y, .width = width, .height = RULE });
}

static struct box_extent put_text(struct formula_layout *l, const char *text, enum pdf_font font,
                                  double size, double x, double y)
{
    struct glyphs g = pdf_text_encode(l->arena, text, strlen(text), WORDS_MOST);
    pdf_text_width(l->canvas, PDF_SYMBOL, size, " "); /* loads the Symbol widths */
    double width = glyphs_width(g.codes, g.n, pdf_font_widths(l->canvas, font), size);
    put_piece(l, &(struct formula_piece){ x, y, font, size, g.codes, g.n, 0, 0 });
    return (struct box_extent){ width, LETTER_UP * size, LETTER_DOWN * size };
}

static double smaller(double size, double share)
{
    return fmax(size * share, fmin(size, LEAST_SIZE));
}

static struct box_extent put_sign(struct formula_layout *l, const struct formula_node *n,
                                  double size, double x, double y)
{
    static const enum pdf_font fonts[] = { [FORMULA_UPRIGHT] = PDF_SANS,
                                           [FORMULA_ITALIC] = PDF_SANS_ITALIC,
                                           [FORMULA_BOLD] = PDF_SANS_BOLD };
    if (n->class == FORMULA_SPACE)
        return (struct box_extent){ THIN * size, 0, 0 };
    if (n->class == FORMULA_OPERATOR && (unsigned char)n->text[0] >= 0x80)
        return put_text(l, n->text, fonts[n->face], LARGE * size, x, y - 0.08 * size);
    return put_text(l, n->text, fonts[n->face], size, x, y);
}

/* One above the other; with a bar it is a fraction. */
static struct box_extent put_stack(struct formula_layout *l, const struct formula_node *n,
                                   double size, double x, double y, bool bar)
{
    double part = smaller(size, PART_SIZE), axis = y + AXIS * size, gap = 0.14 * size;
    size_t first = l->n;
    struct box_extent up = put_list(l, n->a, part, x, 0);
    size_t second = l->n;
    struct box_extent down = put_list(l, n->b, part, x, 0);
    double width = fmax(up.width, down.width) + 0.16 * size;
    double rise = axis + gap + up.descent, fall = axis - gap - down.ascent;
    for (size_t i = first; i < l->n; i++) {
        bool is_up = i < second;
        l->pieces[i].x += (width - (is_up ? up.width : down.width)) / 2;
        l->pieces[i].y += is_up ? rise : fall;
    }
    if (bar)
        put_rule(l, x, axis - RULE / 2, width);
    return (struct box_extent){ width, rise + up.ascent - y, y - fall + down.descent };
}

/* The bracket's own height is that of a letter. */
static struct box_extent put_bracket(struct formula_layout *l, char bracket, double size,
                                     const struct box_extent *held, double x, double y)
{
    const char text[2] = { bracket, '\0' };
    double height = BRACKET_SHARE * (held->ascent + held->descent);
    double scale = fmax(1, height / (size * (LETTER_UP + LETTER_DOWN)));
    double middle = (held->ascent - held->descent) / 2;
    double drop = scale * (LETTER_UP - LETTER_DOWN) / 2 * size - middle;
    return put_text(l, text, PDF_SANS, scale * size, x, scale > 1 ? y - drop : y);
}

/* Brackets are drawn last, around what they hold. */
static struct box_extent put_fenced(struct formula_layout *l, const struct formula_node *n,
                                    double size, double x, double y)
{
    bool binomial = n->kind == FORMULA_BINOMIAL;
    const char *brackets = binomial ? "()" : n->text;
    size_t at = l->n;
    struct box_extent probe =
        binomial ? put_stack(l, n, size, x, y, false) : put_list(l, n->a, size, x, y);
    l->n = at;
    struct box_extent left = put_bracket(l, brackets[0], size, &probe, x, y);
    struct box_extent in = binomial ? put_stack(l, n, size, x + left.width, y, false)
                                    : put_list(l, n->a, size, x + left.width, y);
    struct box_extent right = put_bracket(l, brackets[1], size, &in, x + left.width + in.width, y);
    return (struct box_extent){ left.width + in.width + right.width,
                                fmax(in.ascent, LETTER_UP * size),
                                fmax(in.descent, LETTER_DOWN * size) };
}

static struct box_extent put_root(struct formula_layout *l, const struct formula_node *n,
                                  double size, double x, double y)
{
    static const char root[] = "\u221A";
    size_t at = l->n;
    struct box_extent in = put_list(l, n->a, size, x, y);
    l->n = at;
    double scale = fmax(1, (in.ascent + in.descent + 0.1 * size) / size);
    struct box_extent sign =
        put_text(l, root, PDF_SANS, scale * size, x, y - in.descent + 0.02 * size);
    in = put_list(l, n->a, size, x + sign.width, y);
    double top = y - in.descent + 0.02 * size + 0.917 * scale * size;
    put_rule(l, x + sign.width - 0.3, top - RULE, in.width + 0.3 + 0.06 * size);
    return (struct box_extent){ sign.width + in.width + 0.06 * size, top - y + 0.06 * size,
                                in.descent + 0.04 * size };
}

static struct box_extent put_core(struct formula_layout *l, const struct formula_node *n,
                                  double size, double x, double y)
{
    switch (n->kind) {
    case FORMULA_SIGN:
        return put_sign(l, n, size, x, y);
    case FORMULA_FRACTION:
        return put_stack(l, n, size, x, y, true);
    case FORMULA_BINOMIAL:
    case FORMULA_FENCE:
        return put_fenced(l, n, size, x, y);
    case FORMULA_ROOT:
        return put_root(l, n, size, x, y);
    case FORMULA_GROUP:
        return put_list(l, n->a, size, x, y);
    }
    return (struct box_extent){ 0, 0, 0 };
}

static struct box_extent put_node(struct formula_layout *l, const struct formula_node *n,
                                  double size, double x, double y)
{
    struct box_extent core = put_core(l, n, size, x, y), all = core;
    double part = smaller(size, SCRIPT_SIZE);
    bool both = n->sub != NULL && n->sup != NULL;
    double at = x + core.width + (n->sub != NULL || n->sup != NULL ? 0.04 * size : 0);
    if (n->sup != NULL) {
        double rise = fmax((both ? 0.48 : 0.36) * size, core.ascent - 0.42 * size);
        rise = both ? fmax(rise, part - 0.30 * size) : rise; /* clear of the subscript */
        struct box_extent e = put_list(l, n->sup, part, at, y + rise);
        all.width = fmax(all.width, at - x + e.width);
        all.ascent = fmax(all.ascent, rise + e.ascent);
    }
    if (n->sub != NULL) {
        double fall = fmax((both ? 0.30 : 0.18) * size, core.descent - 0.05 * size);
        struct box_extent e = put_list(l, n->sub, part, at, y - fall);
        all.width = fmax(all.width, at - x + e.width);
        all.descent = fmax(all.descent, fall + e.descent);
    }
    return all;
}

/* Space between two neighbours, in sizes. */
static double gap_between(const struct formula_node *left, const struct formula_node *right,
                          bool is_script)
{
    enum formula_class a = left->class, b = right->class;
    if (is_script)
        return a == FORMULA_OPERATOR && b == FORMULA_ORDINARY ? THIN : 0;
    if (a == FORMULA_RELATION || b == FORMULA_RELATION)
        return THICK;
    if (a == FORMULA_BINARY || b == FORMULA_BINARY)
        return MEDIUM;
    bool after_operator = a == FORMULA_OPERATOR && b != FORMULA_OPEN && b != FORMULA_CLOSE;
    bool before_operator = b == FORMULA_OPERATOR && (a == FORMULA_ORDINARY || a == FORMULA_CLOSE);
    if (a == FORMULA_COMMA || after_operator || before_operator)
        return THIN;
    return a == FORMULA_ORDINARY && b == FORMULA_ORDINARY ? 0.04 : 0;
}

static struct box_extent put_list(struct formula_layout *l, const struct formula_node *list,
                                  double size, double x, double y)
{
    struct box_extent all = { 0, LETTER_UP * size, LETTER_DOWN * size };
    bool is_script = size < 0.8 * l->size;
    for (const struct formula_node *n = list; n != NULL; n = n->next) {
        struct box_extent e = put_node(l, n, size, x + all.width, y);
        all.width += e.width;
        all.ascent = fmax(all.ascent, e.ascent);
        all.descent = fmax(all.descent, e.descent);
        if (n->next != NULL)
            all.width += size * gap_between(n, n->next, is_script);
    }
    return all;
}

struct boxes {
    struct formula_layout l;
    struct formula_boxes out;
};

static void end_box(struct boxes *b, const struct box_extent *e, double gap, bool may_begin_line)
{
    struct formula_piece *pieces = arena_array(b->l.arena, b->l.n + 1, sizeof(*pieces));
    if (b->l.n > 0)
        memcpy(pieces, b->l.pieces, b->l.n * sizeof(*pieces));
    b->out.items = mem_grow(b->out.items, b->out.n + 1, sizeof(*b->out.items));
    b->out.items[b->out.n++] = (struct formula_box){ gap,        e->width,       e->ascent,
                                                     e->descent, may_begin_line, pieces,
                                                     b->l.n };
    b->l.n = 0;
}

static void put_words(struct boxes *b, const char *text, bool is_first)
{
    const struct glyph_widths *w = pdf_font_widths(b->l.canvas, PDF_SANS);
    double blank = w->text[' '] * b->l.size / 1000;
    for (const char *at = text; *at != '\0';) {
        size_t blanks = strspn(at, " "), n = strcspn(at + blanks, " ");
        at += blanks;
        if (n == 0 && b->out.n > 0) {
            end_box(b, &(struct box_extent){ 0 }, blank, true);
            break;
        }
        const char *word = arena_strndup(b->l.arena, at, n);
        struct box_extent e = put_text(&b->l, word, PDF_SANS, b->l.size, 0, 0);
        end_box(b, &e, blanks > 0 ? blank : 0, blanks > 0 || (is_first && at == text));
        at += n;
    }
}

static bool ends_box(const struct formula_node *n)
{
    return n->next == NULL || n->class == FORMULA_RELATION || n->class == FORMULA_BINARY ||
           n->class == FORMULA_COMMA;
}

static void put_math(struct boxes *b, const struct formula_node *list)
{
    struct box_extent all = { 0 };
    double gap = 0;
    bool may_begin = b->out.n == 0;
    for (const struct formula_node *n = list; n != NULL; n = n->next) {
        struct box_extent e = put_node(&b->l, n, b->l.size, all.width, 0);
        all.width += e.width;
        all.ascent = fmax(all.ascent, e.ascent);
        all.descent = fmax(all.descent, e.descent);
        double space = n->next == NULL ? 0 : b->l.size * gap_between(n, n->next, false);
        if (!ends_box(n)) {
            all.width += space;
            continue;
        }
        end_box(b, &all, gap, may_begin);
        all = (struct box_extent){ 0 };
        gap = space;
        may_begin = true;
    }
}

struct formula_boxes formula_layout(struct arena *a, struct pdf_canvas *c, double size,
                                    const char *sentence)
{
    struct boxes b = { .l = { .arena = a, .canvas = c, .size = size } };
    struct formula_part *parts;
    formula_parse(a, sentence, &parts);
    for (const struct formula_part *p = parts; p != NULL; p = p->next) {
        if (p->text != NULL)
            put_words(&b, p->text, p == parts);
        else
            put_math(&b, p->math);
    }
    struct formula_box *items = arena_array(a, b.out.n + 1, sizeof(*items));
    if (b.out.n > 0)
        memcpy(items, b.out.items, b.out.n * sizeof(*items));
    free(b.out.items);
    free(b.l.pieces);
    return (struct formula_boxes){ items, b.out.n };
}

void formula_draw(struct pdf_canvas *c, const struct formula_box *box, struct rgb colour, double x,
                  double y)
{
    for (size_t i = 0; i < box->n_pieces; i++) {
        const struct formula_piece *p = &box->pieces[i];
        struct text_style style = { p->font, p->size, colour, ALIGN_LEFT, false };
        if (p->codes != NULL) {
            pdf_glyphs(c, &style, x + p->x, y + p->y, p->codes, p->n);
        } else {
            pdf_fill_colour(c, colour);
            pdf_rect(c, x + p->x, y + p->y, p->width, p->height, PAINT_FILL);
        }
    }
}
