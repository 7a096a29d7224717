/*
 * table_text.c - aligned columns for a terminal.
 */
#include <stdint.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/table/table_internal.h"

struct text_layout {
    const struct table *t;
    size_t *widths; /* of the terminal */
    bool *numeric;
    struct buf scratch;
};

static uint32_t code_point(const char *s, size_t n)
{
    unsigned char c = (unsigned char)s[0];
    uint32_t cp = n == 1 ? c : n == 2 ? c & 0x1Fu : n == 3 ? c & 0x0Fu : c & 0x07u;
    for (size_t i = 1; i < n; i++)
        cp = (cp << 6) | ((unsigned char)s[i] & 0x3Fu);
    return cp;
}

/* Combining marks take no column, East Asian wide characters two. */
static size_t display_width(const char *s, size_t len)
{
    size_t width = 0;
    for (size_t i = 0; i < len;) {
        size_t n = utf8_sequence_length(s + i, len - i);
        if (n == 0)
            n = 1;
        uint32_t cp = code_point(s + i, n);
        bool none = (cp >= 0x300 && cp <= 0x36F) || (cp >= 0x200B && cp <= 0x200D) ||
                    (cp >= 0xFE00 && cp <= 0xFE0F);
        bool wide = (cp >= 0x1100 && cp <= 0x115F) || (cp >= 0x2E80 && cp <= 0xA4CF) ||
                    (cp >= 0xAC00 && cp <= 0xD7A3) || (cp >= 0xF900 && cp <= 0xFAFF) ||
                    (cp >= 0xFE30 && cp <= 0xFE6F) || (cp >= 0xFF00 && cp <= 0xFF60) ||
                    (cp >= 0x1F300 && cp <= 0x1FAFF) || (cp >= 0x20000 && cp <= 0x3FFFD);
        width += none ? 0 : wide ? 2 : 1;
        i += n;
    }
    return width;
}

static void put_spaces(struct buf *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_putc(out, ' ');
}

static void put_padded(struct text_layout *l, struct buf *out, size_t column, const char *s,
                       bool right)
{
    size_t width = display_width(s, strlen(s));
    size_t pad = l->widths[column] > width ? l->widths[column] - width : 0;
    if (column > 0)
        buf_puts(out, "  ");
    if (right)
        put_spaces(out, pad);
    buf_puts(out, s);
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
        l->widths[c] = display_width(name, strlen(name));
        l->numeric[c] = table_column_is_numeric(l->t, c);
        for (size_t r = 0; r < l->t->n_rows; r++) {
            const char *s = cell_string(l, r, c);
            size_t width = display_width(s, strlen(s));
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
        size_t w = display_width(l->t->columns[c].name, strlen(l->t->columns[c].name));
        longest = w > longest ? w : longest;
    }
    for (size_t r = 0; r < l->t->n_rows; r++) {
        size_t start = out->len;
        buf_printf(out, "-- %zu of %zu ", r + 1, l->t->n_rows);
        while (out->len - start < width && out->len - start < 40)
            buf_putc(out, '-');
        buf_putc(out, '\n');
        for (size_t c = 0; c < l->t->n_columns; c++) {
            const char *name = l->t->columns[c].name;
            buf_puts(out, name);
            put_spaces(out, longest - display_width(name, strlen(name)) + 2);
            buf_printf(out, "%s\n", cell_string(l, r, c));
        }
    }
}

static void put_line(struct buf *out, const char *line)
{
    str_put_terminal_safe(out, line, strlen(line));
    buf_putc(out, '\n');
}

/* Breaks lines at blanks; a longer word stays whole. */
static void fold_lines(struct buf *out, size_t start, size_t width)
{
    size_t line = start;
    size_t blank = 0; /* last one of the line */
    for (size_t i = start; i < out->len; i++) {
        if (out->data[i] == '\n') {
            line = i + 1;
            blank = 0;
            continue;
        }
        if (out->data[i] == ' ')
            blank = i;
        if (blank == 0 || display_width(out->data + line, i + 1 - line) <= width)
            continue;
        out->data[blank] = '\n';
        line = blank + 1;
        blank = 0;
    }
}

void table_render_within(const struct table *t, size_t width, struct buf *out)
{
    struct text_layout l = { .t = t };
    l.widths = mem_array(t->n_columns, sizeof(*l.widths));
    l.numeric = mem_array(t->n_columns, sizeof(*l.numeric));
    measure(&l);
    if (width > 0 && t->n_rows > 0 && t->n_columns > 2 && line_width(&l) > width) {
        put_blocks(&l, width, out);
    } else {
        put_heading(&l, out);
        put_rows(&l, out);
    }
    size_t notes = out->len;
    for (size_t i = 0; i < t->n_notes; i++)
        put_line(out, t->notes[i]);
    table_each_reason(t, out, put_line);
    if (width > 0)
        fold_lines(out, notes, width);
    mem_free_ptr(&l.widths);
    mem_free_ptr(&l.numeric);
    buf_release(&l.scratch);
}

void table_render_text(const struct table *t, struct buf *out)
{
    table_render_within(t, 0, out);
}
