/*
 * table_text.c - aligned columns for a terminal.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/table/fold.h"
#include "src/table/table_internal.h"

struct text_layout {
    const struct table *t;
    size_t *widths; /* of the terminal */
    bool *numeric;
    size_t last_within; /* width of the line at which the last column is folded; 0: not */
    struct buf scratch;
};

static void put_spaces(struct buf *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_putc(out, ' ');
}

static void put_padded(struct text_layout *l, struct buf *out, size_t column, const char *s,
                       bool right)
{
    size_t width = fold_width(s, strlen(s));
    size_t pad = l->widths[column] > width ? l->widths[column] - width : 0;
    if (column > 0)
        buf_puts(out, "  ");
    if (right)
        put_spaces(out, pad);
    bool is_folded = column > 0 && column + 1 == l->t->n_columns && l->last_within > 0;
    size_t hang = is_folded ? l->last_within - l->widths[column] : 0;
    fold_put(out, &(struct fold){ is_folded ? l->last_within : 0, hang, hang, false }, s,
             strlen(s));
    if (!right && column + 1 < l->t->n_columns)
        put_spaces(out, pad);
}

static const char *cell_string(struct text_layout *l, size_t row, size_t column)
{
    buf_clear(&l->scratch);
    cell_put_display(&l->scratch, table_cell(l->t, row, column), l->t->columns[column].digits);
    return buf_text(&l->scratch);
}

static void measure(struct text_layout *l)
{
    for (size_t c = 0; c < l->t->n_columns; c++) {
        const char *name = l->t->columns[c].name;
        l->widths[c] = fold_width(name, strlen(name));
        l->numeric[c] = table_column_is_numeric(l->t, c);
        for (size_t r = 0; r < l->t->n_rows; r++) {
            const char *s = cell_string(l, r, c);
            size_t width = fold_width(s, strlen(s));
            if (width > l->widths[c])
                l->widths[c] = width;
        }
    }
}

static void put_heading(struct text_layout *l, struct buf *out)
{
    for (size_t c = 0; c < l->t->n_columns; c++)
        put_padded(l, out, c, l->t->columns[c].name, l->numeric[c]);
    buf_putc(out, '\n');
    for (size_t c = 0; c < l->t->n_columns; c++) {
        if (c > 0)
            buf_puts(out, "  ");
        for (size_t i = 0; i < l->widths[c]; i++)
            buf_putc(out, '-');
    }
    buf_putc(out, '\n');
}

static void put_rows(struct text_layout *l, struct buf *out)
{
    for (size_t r = 0; r < l->t->n_rows; r++) {
        for (size_t c = 0; c < l->t->n_columns; c++) {
            bool right = l->numeric[c] || cell_is_number(table_cell(l->t, r, c));
            put_padded(l, out, c, cell_string(l, r, c), right);
        }
        while (out->len > 0 && out->data[out->len - 1] == ' ')
            out->data[--out->len] = '\0';
        buf_putc(out, '\n');
    }
}

static size_t line_width(const struct text_layout *l)
{
    size_t width = 2 * (l->t->n_columns - 1);
    for (size_t c = 0; c < l->t->n_columns; c++)
        width += l->widths[c];
    return width;
}

/* A block has the row's number, then name and value of each column. */
static void put_blocks(struct text_layout *l, size_t width, struct buf *out)
{
    size_t longest = 0;
    for (size_t c = 0; c < l->t->n_columns; c++) {
        size_t w = fold_width(l->t->columns[c].name, strlen(l->t->columns[c].name));
        longest = w > longest ? w : longest;
    }
    size_t hang = longest + 2 + FOLD_LEAST <= width ? longest + 2 : 4;
    for (size_t r = 0; r < l->t->n_rows; r++) {
        size_t start = out->len;
        buf_printf(out, "-- %zu of %zu ", r + 1, l->t->n_rows);
        while (out->len - start < width && out->len - start < 40)
            buf_putc(out, '-');
        buf_putc(out, '\n');
        for (size_t c = 0; c < l->t->n_columns; c++) {
            const char *name = l->t->columns[c].name, *value = cell_string(l, r, c);
            buf_puts(out, name);
            put_spaces(out, longest - fold_width(name, strlen(name)) + 2);
            fold_put(out, &(struct fold){ width, longest + 2, hang, false }, value, strlen(value));
            buf_putc(out, '\n');
        }
    }
}

static void put_line(struct buf *out, const char *line)
{
    str_put_terminal_safe(out, line, strlen(line));
    buf_putc(out, '\n');
}

/* A wide table of two columns keeps its form: the second one is folded. */
static void fold_last(struct text_layout *l, size_t width)
{
    if (l->t->n_columns != 2 || width == 0 || line_width(l) <= width ||
        l->widths[0] + 2 + FOLD_LEAST > width)
        return;
    l->widths[1] = width - l->widths[0] - 2;
    l->last_within = width;
}

static void fold_lines(struct buf *out, size_t width, const char *text)
{
    for (size_t n; *text != '\0'; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        fold_put(out, &(struct fold){ .width = width }, text, n);
        buf_putc(out, '\n');
    }
}

void table_render_within(const struct table *t, size_t width, struct buf *out)
{
    struct text_layout l = { .t = t };
    l.widths = mem_array(t->n_columns, sizeof(*l.widths));
    l.numeric = mem_array(t->n_columns, sizeof(*l.numeric));
    measure(&l);
    fold_last(&l, width);
    if (width > 0 && t->n_rows > 0 && t->n_columns > 2 && line_width(&l) > width) {
        put_blocks(&l, width, out);
    } else {
        put_heading(&l, out);
        put_rows(&l, out);
    }
    struct buf notes = { 0 };
    for (size_t i = 0; i < t->n_notes; i++)
        put_line(&notes, t->notes[i]);
    table_each_reason(t, &notes, put_line);
    fold_lines(out, width, buf_text(&notes));
    buf_release(&notes);
    mem_free_ptr(&l.widths);
    mem_free_ptr(&l.numeric);
    buf_release(&l.scratch);
}

void table_render_text(const struct table *t, struct buf *out)
{
    table_render_within(t, 0, out);
}
