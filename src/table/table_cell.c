/*
 * table_cell.c - one cell as text, and questions about columns.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/table/table_internal.h"

#define STANDARD_DIGITS 4
#define MAX_REASONS     64

const struct cell *table_cell(const struct table *t, size_t row, size_t column)
{
    return &t->cells[row * t->n_columns + column];
}

bool cell_is_number(const struct cell *c)
{
    return c->kind == CELL_INT || c->kind == CELL_REAL;
}

bool table_column_is_numeric(const struct table *t, size_t column)
{
    bool numbers = false;
    for (size_t r = 0; r < t->n_rows; r++) {
        const struct cell *c = table_cell(t, r, column);
        if (c->kind != CELL_NA && !cell_is_number(c))
            return false;
        numbers = numbers || cell_is_number(c);
    }
    return numbers;
}

/* Keeps the integer part whole, also where rounding adds a digit. */
static void put_one_line(struct buf *out, const char *s)
{
    struct buf safe = { 0 };
    str_put_terminal_safe(&safe, s, strlen(s));
    for (const char *p = buf_text(&safe); *p != '\0'; p++) {
        if (*p == '\n')
            buf_puts(out, "\\n");
        else if (*p == '\t')
            buf_puts(out, "\\t");
        else
            buf_putc(out, *p);
    }
    buf_release(&safe);
}

void cell_put_display(struct buf *out, const struct cell *c, int digits)
{
    switch (c->kind) {
    case CELL_NA:
        buf_puts(out, "NA");
        break;
    case CELL_TEXT:
    case CELL_JSON:
        put_one_line(out, c->text);
        break;
    case CELL_INT:
        buf_printf(out, "%" PRId64, c->i);
        break;
    case CELL_REAL:
        buf_put_rounded(out, c->real, digits > 0 ? digits : STANDARD_DIGITS);
        break;
    case CELL_BOOL:
        buf_puts(out, c->i != 0 ? "true" : "false");
        break;
    }
}

void cell_put_exact(struct buf *out, const struct cell *c)
{
    switch (c->kind) {
    case CELL_NA:
        buf_puts(out, "NA");
        break;
    case CELL_TEXT:
    case CELL_JSON:
        buf_puts(out, c->text);
        break;
    case CELL_INT:
        buf_printf(out, "%" PRId64, c->i);
        break;
    case CELL_REAL:
        buf_put_double(out, c->real);
        break;
    case CELL_BOOL:
        buf_puts(out, c->i != 0 ? "true" : "false");
        break;
    }
}

struct reason {
    const char *text;
    size_t count;
};

static size_t collect_reasons(const struct table *t, size_t column, struct reason *out)
{
    size_t n = 0;
    for (size_t r = 0; r < t->n_rows; r++) {
        const struct cell *c = table_cell(t, r, column);
        size_t i = 0;
        if (c->kind != CELL_NA || c->text == NULL)
            continue;
        while (i < n && strcmp(out[i].text, c->text) != 0)
            i++;
        if (i == MAX_REASONS)
            continue;
        if (i == n)
            out[n++] = (struct reason){ .text = c->text };
        out[i].count++;
    }
    return n;
}

void table_each_reason(const struct table *t, struct buf *out,
                       void (*put_line)(struct buf *out, const char *line))
{
    struct reason reasons[MAX_REASONS];
    struct buf line = { 0 };
    for (size_t c = 0; c < t->n_columns; c++) {
        size_t n = collect_reasons(t, c, reasons);
        for (size_t i = 0; i < n; i++) {
            buf_clear(&line);
            buf_printf(&line, "NA in %s (%zu): ", t->columns[c].name, reasons[i].count);
            put_one_line(&line, reasons[i].text);
            put_line(out, buf_text(&line));
        }
    }
    buf_release(&line);
}
