/* doc_table.c - tables that wrap and break across pages. */
#include "reports/doc/doc_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/doc/latex_folder.h"
#include "src/base/buf.h"
#include "src/base/number.h"
#include "src/table/table.h"

#define CELL_SIZE     7.5
#define CELL_LEADING  9.6
#define COLUMN_GAP    8.0
#define MAX_CELL      600 /* glyphs */
#define MAX_REASONS   30
#define MAX_LINES     6
#define LEAST_COLUMN  26.0
#define LONGEST_WORD  120.0 /* a column gives way until such a word would break */
#define KEEP_TOGETHER 330.0
#define LAST_NOTES    3

struct doc_table_layout {
    struct doc *d;
    const struct table *t;
    const int *decimals; /* by column, or NULL */
    double *widths;
    double *least;
    bool *right;
    const char *reasons[MAX_REASONS];
    size_t n_reasons;
};

static size_t reason_number(struct doc_table_layout *l, const char *reason)
{
    for (size_t i = 0; i < l->n_reasons; i++) {
        if (strcmp(l->reasons[i], reason) == 0)
            return i + 1;
    }
    if (l->n_reasons == MAX_REASONS)
        return MAX_REASONS;
    l->reasons[l->n_reasons++] = reason;
    return l->n_reasons;
}

static char *real_text(struct doc_table_layout *l, double v, size_t column)
{
    struct arena *a = &l->d->arena;
    int digits = l->t->columns[column].digits;
    if (l->decimals != NULL && l->decimals[column] > 0 && fabs(v) < 1e9)
        return arena_printf(a, "%.*f", l->decimals[column], v);
    return number_rounded(a, v, digits > 0 ? digits : 4);
}

static const char *cell_string(struct doc_table_layout *l, const struct cell *cell, size_t column)
{
    struct arena *a = &l->d->arena;
    switch (cell->kind) {
    case CELL_NA:
        return cell->text == NULL || cell->text[0] == '\0'
                   ? "NA"
                   : arena_printf(a, "NA [%zu]", reason_number(l, cell->text));
    case CELL_TEXT:
    case CELL_JSON:
        return cell->text;
    case CELL_INT:
        return arena_printf(a, "%lld", (long long)cell->i);
    case CELL_REAL:
        return isnan(cell->real) ? "NA" : real_text(l, cell->real, column);
    case CELL_BOOL:
        return cell->i != 0 ? "yes" : "no";
    }
    return "";
}

static const struct cell *cell_at(const struct table *t, size_t row, size_t column)
{
    return &t->cells[row * t->n_columns + column];
}

static struct glyphs encode_cell(struct doc_table_layout *l, const char *s)
{
    return pdf_text_encode(&l->d->arena, s, strlen(s), MAX_CELL);
}

static const char *heading(const struct doc_table_layout *l, size_t column)
{
    return l->t->columns[column].name;
}

static double natural_width(struct doc_table_layout *l, size_t column)
{
    struct pdf_canvas *c = l->d->c;
    double widest = 8, word_width = LEAST_COLUMN;
    for (size_t r = 0; r < l->t->n_rows; r++) {
        struct glyphs g = encode_cell(l, cell_string(l, cell_at(l->t, r, column), column));
        const struct glyph_widths *w = pdf_font_widths(c, PDF_SANS);
        widest = fmax(widest, glyphs_width(g.codes, g.n, w, CELL_SIZE));
        word_width = fmax(word_width, glyphs_widest_word(g.codes, g.n, w, CELL_SIZE));
        const struct cell *cell = cell_at(l->t, r, column);
        /* "> 64" and "3 / 5" count as numbers. */
        if ((cell->kind == CELL_TEXT || cell->kind == CELL_JSON) &&
            !(cell->text[strspn(cell->text, "0123456789.+-eE<>/ ")] == '\0'))
            l->right[column] = false;
    }
    /* A heading may wrap at its spaces, but no word of it should be broken. */
    for (const char *p = heading(l, column); *p != '\0';) {
        size_t word = strcspn(p, " ");
        struct glyphs g = pdf_text_encode(&l->d->arena, p, word, MAX_CELL);
        double width = glyphs_width(g.codes, g.n, pdf_font_widths(c, PDF_SANS_BOLD), CELL_SIZE);
        widest = fmax(widest, width);
        word_width = fmax(word_width, width);
        p += word + strspn(p + word, " ");
    }
    l->least[column] = fmin(word_width + 0.5, LONGEST_WORD);
    return widest + 0.5;
}

/* Narrows the widest columns to a common limit, none below its least; false when they do not
 * fit. */
static bool narrow(struct doc_table_layout *l, const double *least)
{
    size_t n = l->t->n_columns;
    double available = TEXT_WIDTH - COLUMN_GAP * (double)(n - 1);
    for (int round = 0; round < 400; round++) {
        double total = 0, widest = 0;
        for (size_t i = 0; i < n; i++) {
            total += l->widths[i];
            if (l->widths[i] > least[i])
                widest = fmax(widest, l->widths[i]);
        }
        if (total <= available)
            return true;
        double limit = widest - fmax(1, (total - available) / (double)n);
        for (size_t i = 0; i < n; i++)
            l->widths[i] = fmin(l->widths[i], fmax(limit, least[i]));
    }
    return false;
}

/* The widest columns give way first, down to their longest words, then by breaking these. */
static void fit_widths(struct doc_table_layout *l)
{
    size_t n = l->t->n_columns;
    CLEANUP(mem_free_ptr) double *least = mem_array(n, sizeof(double));
    for (size_t i = 0; i < n; i++)
        least[i] = LEAST_COLUMN;
    if (narrow(l, l->least) || narrow(l, least))
        return;
    for (size_t i = 0; i < n; i++)
        l->widths[i] = (TEXT_WIDTH - COLUMN_GAP * (double)(n - 1)) / (double)n;
}

static void widen_headings(struct doc_table_layout *l)
{
    size_t n = l->t->n_columns;
    double spare = TEXT_WIDTH - COLUMN_GAP * (double)(n - 1), wanted = 0;
    CLEANUP(mem_free_ptr) double *more = mem_array(n, sizeof(double));
    for (size_t i = 0; i < n; i++) {
        double full = pdf_text_width(l->d->c, PDF_SANS_BOLD, CELL_SIZE, heading(l, i)) + 0.5;
        more[i] = fmax(0, full - l->widths[i]);
        wanted += more[i];
        spare -= l->widths[i];
    }
    if (spare <= 0 || wanted <= 0)
        return;
    for (size_t i = 0; i < n; i++)
        l->widths[i] += more[i] * fmin(1, spare / wanted);
}

static size_t cell_lines(struct doc_table_layout *l, const char *s, enum pdf_font font,
                         double width)
{
    struct glyphs g = encode_cell(l, s);
    size_t lines = 0, next;
    for (size_t i = 0; i < g.n && lines < MAX_LINES; i += next, lines++)
        glyphs_line(g.codes + i, g.n - i, pdf_font_widths(l->d->c, font), CELL_SIZE, width, &next);
    return lines > 0 ? lines : 1;
}

static void draw_cell(struct doc_table_layout *l, const char *s, enum pdf_font font, double x,
                      size_t column)
{
    struct glyphs g = encode_cell(l, s);
    const struct glyph_widths *w = pdf_font_widths(l->d->c, font);
    struct text_style style = { font, CELL_SIZE, rgb_grey(0.05),
                                l->right[column] ? ALIGN_RIGHT : ALIGN_LEFT, false };
    double width = l->widths[column], y = l->d->y - CELL_SIZE - 0.5;
    double at = l->right[column] ? x + width : x;
    size_t next, line = 0;
    for (size_t i = 0; i < g.n && line < MAX_LINES; i += next, y -= CELL_LEADING, line++) {
        size_t n = glyphs_line(g.codes + i, g.n - i, w, CELL_SIZE, width, &next);
        if (line == MAX_LINES - 1 && i + next < g.n) { /* the rest is cut visibly */
            n = glyphs_fit(g.codes + i, g.n - i, w, CELL_SIZE, width);
            g.codes[i + n++] = GLYPH_ELLIPSIS;
        }
        pdf_glyphs(l->d->c, &style, at, y, g.codes + i, n);
    }
}

/* row is n_rows for the header. */
static const char *string_at(struct doc_table_layout *l, size_t row, size_t column)
{
    return row == l->t->n_rows ? heading(l, column)
                               : cell_string(l, cell_at(l->t, row, column), column);
}

static double row_height(struct doc_table_layout *l, size_t row)
{
    enum pdf_font font = row == l->t->n_rows ? PDF_SANS_BOLD : PDF_SANS;
    size_t lines = 1;
    for (size_t i = 0; i < l->t->n_columns; i++) {
        size_t n = cell_lines(l, string_at(l, row, i), font, l->widths[i]);
        lines = n > lines ? n : lines;
    }
    return (double)lines * CELL_LEADING + 1.5;
}

static void draw_row(struct doc_table_layout *l, size_t row)
{
    enum pdf_font font = row == l->t->n_rows ? PDF_SANS_BOLD : PDF_SANS;
    double x = LEFT_EDGE, height = row_height(l, row);
    for (size_t i = 0; i < l->t->n_columns; i++) {
        draw_cell(l, string_at(l, row, i), font, x, i);
        x += l->widths[i] + COLUMN_GAP;
    }
    l->d->y -= height;
    arena_reset(&l->d->arena);
}

static double table_width(const struct doc_table_layout *l)
{
    double width = -COLUMN_GAP;
    for (size_t i = 0; i < l->t->n_columns; i++)
        width += l->widths[i] + COLUMN_GAP;
    return width;
}

static void rule(struct doc_table_layout *l, double width)
{
    pdf_stroke_style(l->d->c, RGB_BLACK, width, DASH_SOLID);
    pdf_line(l->d->c, LEFT_EDGE, l->d->y, LEFT_EDGE + table_width(l), l->d->y);
    l->d->y -= 1.5;
}

static void draw_header(struct doc_table_layout *l)
{
    rule(l, 0.9);
    draw_row(l, l->t->n_rows);
    rule(l, 0.5);
}

static void draw_body(struct doc_table_layout *l)
{
    struct doc *d = l->d;
    draw_header(l);
    for (size_t r = 0; r < l->t->n_rows; r++) {
        double height = row_height(l, r);
        if (d->y - height < BOTTOM_EDGE + 2) {
            rule(l, 0.5);
            char again[48];
            snprintf(again, sizeof(again), "Table %zu, continued", d->n_tables);
            doc_new_page(d, pdf_page_count(d->c));
            doc_put_small(d, again);
            draw_header(l);
        }
        draw_row(l, r);
    }
    rule(l, 0.9);
}

/* Reasons of missing values come before the table's own notes. */
static const char **all_notes(struct doc_table_layout *l, struct arena *a, size_t *out_n)
{
    const char **notes = arena_array(a, l->n_reasons + l->t->n_notes + 1, sizeof(*notes));
    size_t n = 0;
    for (size_t i = 0; i < l->n_reasons; i++)
        notes[n++] = arena_printf(a, "[%zu] %s", i + 1, l->reasons[i]);
    for (size_t i = 0; i < l->t->n_notes; i++)
        notes[n++] = l->t->notes[i];
    *out_n = n;
    return notes;
}

static double height_from(struct doc *d, const char *const *notes, size_t first, size_t n)
{
    double height = 0;
    for (size_t i = first; i < n; i++)
        height += doc_small_height(d, notes[i]);
    return fmin(height + SMALL_SIZE * LEADING, KEEP_TOGETHER); /* a flow asks for two lines */
}

/* The last notes keep together. */
static void draw_notes(struct doc_table_layout *l)
{
    struct arena a = { 0 }; /* drawing resets that of the document */
    size_t n;
    const char **notes = all_notes(l, &a, &n);
    arena_reset(&l->d->arena);
    for (size_t i = 0; i < n; i++) {
        if (i + LAST_NOTES == n)
            doc_need(l->d, height_from(l->d, notes, i, n));
        doc_put_small(l->d, notes[i]);
    }
    arena_release(&a);
    l->d->y -= 8;
}

static const char *latex_cell(void *self, size_t row, size_t column)
{
    return string_at(self, row, column);
}

static void put_latex(struct doc_table_layout *l, const char *caption)
{
    struct arena a = { 0 };
    size_t n_notes;
    size_t n = l->t->n_columns;
    double *shares = arena_array(&a, n, sizeof(*shares));
    double *least = arena_array(&a, n, sizeof(*least));
    for (size_t i = 0; i < n; i++) {
        shares[i] = l->widths[i] / TEXT_WIDTH;
        least[i] = l->least[i] / TEXT_WIDTH;
    }
    const char **notes = all_notes(l, &a, &n_notes);
    struct latex_table t = { .caption = caption,
                             .n_columns = n,
                             .n_rows = l->t->n_rows,
                             .shares = shares,
                             .least = least,
                             .right = l->right,
                             .cell = latex_cell,
                             .self = l,
                             .notes = notes,
                             .n_notes = n_notes };
    latex_table_add(l->d->latex, &t);
    arena_release(&a);
    arena_reset(&l->d->arena);
}

/* A short table keeps together. */
static double height_wanted(struct doc_table_layout *l)
{
    double height = 50;
    for (size_t r = 0; r <= l->t->n_rows && height < KEEP_TOGETHER; r++) {
        height += row_height(l, r);
        arena_reset(&l->d->arena);
    }
    return height < KEEP_TOGETHER ? height : 120;
}

void doc_table(struct doc *d, const struct table *t, const int *decimals, const char *caption)
{
    struct doc_table_layout l = { .d = d, .t = t, .decimals = decimals };
    CLEANUP(mem_free_ptr) double *widths = mem_array(t->n_columns, sizeof(double));
    CLEANUP(mem_free_ptr) double *least = mem_array(t->n_columns, sizeof(double));
    CLEANUP(mem_free_ptr) bool *right = mem_array(t->n_columns, sizeof(bool));
    l.widths = widths;
    l.least = least;
    l.right = right;
    for (size_t i = 0; i < t->n_columns; i++)
        right[i] = true;
    pdf_text_width(d->c, PDF_SYMBOL, CELL_SIZE, " ");
    for (size_t i = 0; i < t->n_columns; i++) {
        widths[i] = natural_width(&l, i);
        arena_reset(&d->arena);
    }
    fit_widths(&l);
    widen_headings(&l);
    if (d->latex != NULL)
        put_latex(&l, caption);
    doc_need(d, height_wanted(&l));
    char lead[32];
    snprintf(lead, sizeof(lead), "Table %zu.", ++d->n_tables);
    doc_enter_numbered(d, "Table", d->n_tables, caption);
    struct doc_text style = { PDF_SANS, 8.5, rgb_grey(0.05), LEFT_EDGE, TEXT_WIDTH, lead, 0 };
    doc_flow(d, &style, caption);
    d->y -= 3;
    draw_body(&l);
    draw_notes(&l);
}
