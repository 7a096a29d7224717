/*
 * table_text.c - aligned columns for a terminal.
 */
#include <stdint.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/table/fold.h"
#include "src/table/table.h"

#define LEAST_FOLDED 16 /* a column's share of a line */
#define HEADINGS     SIZE_MAX
#define NARROW       80 /* terminals without room for what all rows share */

struct text_layout {
    const struct table *t;
    size_t *widths; /* of the terminal */
    bool *numeric;
    size_t last_within; /* width of the line at which the last column is folded; 0: not */
    bool is_folded;     /* every column keeps its width */
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

static size_t heading_width(const struct text_layout *l, const char *name)
{
    size_t longest = 0;
    if (!l->is_folded)
        return fold_width(name, strlen(name));
    for (size_t n; *name != '\0'; name += n) {
        n = strcspn(name, "_");
        n += name[n] == '_';
        longest = n > longest ? n : longest;
    }
    return longest;
}

static void measure(struct text_layout *l)
{
    for (size_t c = 0; c < l->t->n_columns; c++) {
        l->widths[c] = heading_width(l, l->t->columns[c].name);
        l->numeric[c] = table_column_is_numeric(l->t, c);
        for (size_t r = 0; r < l->t->n_rows; r++) {
            const char *s = cell_string(l, r, c);
            size_t width = fold_width(s, strlen(s));
            if (width > l->widths[c])
                l->widths[c] = width;
        }
    }
}

static void end_row(struct buf *out)
{
    while (out->len > 0 && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
    buf_putc(out, '\n');
}

/* HEADINGS stands for the names of the columns. */
static void put_folded_row(struct text_layout *l, size_t row, struct buf *out)
{
    struct arena arena = { 0 };
    size_t n = l->t->n_columns, left = 1;
    const char **rest = arena_array(&arena, n, sizeof(*rest));
    for (size_t c = 0; c < n; c++)
        rest[c] =
            row == HEADINGS ? l->t->columns[c].name : arena_strdup(&arena, cell_string(l, row, c));
    while (left > 0) {
        left = 0;
        for (size_t c = 0; c < n; c++) {
            size_t fit = fold_fit(rest[c], strlen(rest[c]), l->widths[c]);
            put_padded(l, out, c, arena_strndup(&arena, rest[c], fit), l->numeric[c]);
            rest[c] += fit;
            rest[c] += *rest[c] == ' ';
            left += strlen(rest[c]);
        }
        end_row(out);
    }
    arena_release(&arena);
}

static void put_heading(struct text_layout *l, struct buf *out)
{
    if (l->is_folded) {
        put_folded_row(l, HEADINGS, out);
    } else {
        for (size_t c = 0; c < l->t->n_columns; c++)
            put_padded(l, out, c, l->t->columns[c].name, l->numeric[c]);
        buf_putc(out, '\n');
    }
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
        if (l->is_folded) {
            put_folded_row(l, r, out);
            continue;
        }
        for (size_t c = 0; c < l->t->n_columns; c++) {
            bool right = l->numeric[c] || cell_is_number(table_cell(l->t, r, c));
            put_padded(l, out, c, cell_string(l, r, c), right);
        }
        end_row(out);
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

static size_t folded_to(const struct text_layout *l, size_t column, size_t share)
{
    bool may = l->t->columns[column].digits == TABLE_FOLDED && l->widths[column] > share;
    return may ? share : l->widths[column];
}

/* Headings are folded, and some columns: these get the same room, and what one of them does not
 * need the others have. */
static bool fold_columns(struct text_layout *l, size_t width)
{
    size_t share = 0;
    l->is_folded = true;
    measure(l);
    for (size_t sum = 0; share <= width && sum <= width; share++) {
        sum = 2 * (l->t->n_columns - 1);
        for (size_t c = 0; c < l->t->n_columns; c++)
            sum += folded_to(l, c, share + 1);
        if (sum > width)
            break;
    }
    if (share >= LEAST_FOLDED) {
        for (size_t c = 0; c < l->t->n_columns; c++)
            l->widths[c] = folded_to(l, c, share);
        return true;
    }
    l->is_folded = false;
    measure(l);
    return false;
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

static bool is_same_in_all_rows(struct text_layout *l, size_t column)
{
    struct buf first = { 0 };
    bool is_same = true;
    buf_puts(&first, cell_string(l, 0, column));
    for (size_t r = 1; r < l->t->n_rows && is_same; r++)
        is_same = strcmp(buf_text(&first), cell_string(l, r, column)) == 0;
    buf_release(&first);
    return is_same;
}

/* The table of the columns whose values differ; what all rows share goes to same.  The whole table
 * where there is no such column, or no other. */
static struct table differing(struct text_layout *l, struct arena *a, struct buf *same)
{
    const struct table *t = l->t;
    struct table d = *t;
    struct table_column *columns = arena_array(a, t->n_columns, sizeof(*columns));
    d.cells = arena_array(a, t->n_rows * t->n_columns, sizeof(*d.cells));
    d.columns = columns;
    d.n_columns = 0;
    for (size_t c = 0; c < t->n_columns; c++) {
        if (!is_same_in_all_rows(l, c))
            columns[d.n_columns++] = t->columns[c];
        else
            buf_printf(same, "%s%s %s", same->len == 0 ? "in every row: " : "; ",
                       t->columns[c].name, cell_string(l, 0, c));
    }
    if (t->n_rows < 2 || d.n_columns == 0 || d.n_columns == t->n_columns) {
        buf_clear(same);
        return *t;
    }
    for (size_t r = 0, at = 0; r < t->n_rows; r++)
        for (size_t c = 0, k = 0; c < t->n_columns && k < d.n_columns; c++)
            if (columns[k].name == t->columns[c].name) {
                d.cells[at++] = *table_cell(t, r, c);
                k++;
            }
    return d;
}

/* same NULL: what all rows share stays in the table. */
static void put_table(const struct table *t, size_t width, struct buf *same, struct buf *out)
{
    struct text_layout l = { .t = t };
    struct arena arena = { 0 };
    l.widths = mem_array(t->n_columns, sizeof(*l.widths));
    l.numeric = mem_array(t->n_columns, sizeof(*l.numeric));
    measure(&l);
    fold_last(&l, width);
    bool is_many = width > 0 && t->n_rows > 0 && t->n_columns > 2;
    bool is_wide = is_many && line_width(&l) > width;
    if (same != NULL && (is_wide || (is_many && width < NARROW))) {
        struct table d = differing(&l, &arena, same);
        put_table(&d, width, NULL, out);
    } else if (!is_wide || fold_columns(&l, width)) {
        put_heading(&l, out);
        put_rows(&l, out);
    } else {
        put_blocks(&l, width, out);
    }
    mem_free_ptr(&l.widths);
    mem_free_ptr(&l.numeric);
    buf_release(&l.scratch);
    arena_release(&arena);
}

void table_render_within(const struct table *t, size_t width, struct buf *out)
{
    struct buf notes = { 0 };
    put_table(t, width, &notes, out);
    if (t->is_brief) {
        table_put_brief(t, &notes);
    } else {
        if (notes.len > 0)
            buf_putc(&notes, '\n');
        for (size_t i = 0; i < t->n_notes; i++)
            put_line(&notes, t->notes[i]);
        (void)table_each_reason(t, &notes, put_line, NULL);
    }
    fold_lines(out, width, 0, buf_text(&notes));
    buf_release(&notes);
}

void table_render_text(const struct table *t, struct buf *out)
{
    table_render_within(t, 0, out);
}
