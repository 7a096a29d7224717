/*
 * table_formats.c - CSV, JSON, LaTeX and Markdown.
 */
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/table/table.h"

/* CSV has no place for notes. */

static void put_csv_field(struct buf *out, const char *s, size_t len)
{
    if (len > 0 && strpbrk(s, "\",\r\n") == NULL && s[0] != ' ' && s[len - 1] != ' ') {
        buf_add(out, s, len);
        return;
    }
    buf_putc(out, '"');
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '"')
            buf_putc(out, '"');
        buf_putc(out, s[i]);
    }
    buf_putc(out, '"');
}

void table_render_csv(const struct table *t, struct buf *out)
{
    struct buf field = { 0 };
    for (size_t c = 0; c < t->n_columns; c++) {
        if (c > 0)
            buf_putc(out, ',');
        put_csv_field(out, t->columns[c].name, strlen(t->columns[c].name));
    }
    buf_puts(out, "\n");
    for (size_t r = 0; r < t->n_rows; r++) {
        for (size_t c = 0; c < t->n_columns; c++) {
            if (c > 0)
                buf_putc(out, ',');
            buf_clear(&field);
            cell_put_exact(&field, table_cell(t, r, c));
            put_csv_field(out, buf_text(&field), field.len);
        }
        buf_puts(out, "\n");
    }
    buf_release(&field);
}

/* A line a row can be compared. */

static void put_json_value(struct buf *out, const struct cell *c)
{
    switch (c->kind) {
    case CELL_NA:
        buf_puts(out, "null");
        break;
    case CELL_TEXT:
        buf_put_json_text(out, c->text);
        break;
    case CELL_REAL:
        buf_put_json_number(out, c->real);
        break;
    case CELL_INT:
    case CELL_BOOL:
    case CELL_JSON:
        cell_put_exact(out, c);
        break;
    }
}

static void put_json_reasons(struct buf *out, const struct table *t, size_t row)
{
    bool any = false;
    for (size_t c = 0; c < t->n_columns; c++) {
        const struct cell *cell = table_cell(t, row, c);
        if (cell->kind != CELL_NA || cell->text == NULL)
            continue;
        buf_puts(out, any ? "," : ",\"na\":{");
        buf_put_json_text(out, t->columns[c].name);
        buf_putc(out, ':');
        buf_put_json_text(out, cell->text);
        any = true;
    }
    if (any)
        buf_putc(out, '}');
}

static void put_json_row(struct buf *out, const struct table *t, size_t row)
{
    buf_puts(out, row == 0 ? "\n{" : ",\n{");
    for (size_t c = 0; c < t->n_columns; c++) {
        if (c > 0)
            buf_putc(out, ',');
        buf_put_json_text(out, t->columns[c].name);
        buf_putc(out, ':');
        put_json_value(out, table_cell(t, row, c));
    }
    put_json_reasons(out, t, row);
    buf_putc(out, '}');
}

void table_render_json(const struct table *t, struct buf *out)
{
    buf_puts(out, "{\"schema\":");
    buf_put_json_text(out, t->schema);
    buf_puts(out, ",\"rows\":[");
    for (size_t r = 0; r < t->n_rows; r++)
        put_json_row(out, t, r);
    buf_puts(out, t->n_rows > 0 ? "\n],\"notes\":[" : "],\"notes\":[");
    for (size_t i = 0; i < t->n_notes; i++) {
        if (i > 0)
            buf_putc(out, ',');
        buf_put_json_text(out, t->notes[i]);
    }
    buf_puts(out, "]}\n");
}

/* A tabular with booktabs rules. */

static const struct {
    char c;
    const char *replacement;
} latex_specials[] = {
    { '\\', "\\textbackslash{}" },
    { '~', "\\textasciitilde{}" },
    { '^', "\\textasciicircum{}" },
    { '<', "\\textless{}" },
    { '>', "\\textgreater{}" },
    { '|', "\\textbar{}" },
    { '"', "\\textquotedbl{}" },
    { '&', "\\&" },
    { '%', "\\%" },
    { '$', "\\$" },
    { '#', "\\#" },
    { '_', "\\_" },
    { '{', "\\{" },
    { '}', "\\}" },
};

static void put_latex(struct buf *out, const char *s)
{
    for (; *s != '\0'; s++) {
        const char *replacement = NULL;
        for (size_t i = 0; i < ARRAY_LEN(latex_specials); i++)
            if (latex_specials[i].c == *s)
                replacement = latex_specials[i].replacement;
        if (replacement != NULL)
            buf_puts(out, replacement);
        else
            buf_putc(out, *s);
    }
}

static void put_latex_comment(struct buf *out, const char *line)
{
    struct buf safe = { 0 };
    str_put_terminal_safe(&safe, line, strlen(line));
    buf_puts(out, "% ");
    for (const char *p = buf_text(&safe); *p != '\0'; p++) {
        buf_putc(out, *p);
        if (*p == '\n')
            buf_puts(out, "% ");
    }
    buf_putc(out, '\n');
    buf_release(&safe);
}

static void put_latex_row(struct buf *out, const struct table *t, size_t row)
{
    struct buf text = { 0 };
    for (size_t c = 0; c < t->n_columns; c++) {
        if (c > 0)
            buf_puts(out, " & ");
        buf_clear(&text);
        cell_put_display(&text, table_cell(t, row, c), t->columns[c].digits);
        put_latex(out, buf_text(&text));
    }
    buf_puts(out, " \\\\\n");
    buf_release(&text);
}

void table_render_latex(const struct table *t, struct buf *out)
{
    buf_puts(out,
             "% needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}\n\\begin{tabular}{");
    for (size_t c = 0; c < t->n_columns; c++)
        buf_putc(out, table_column_is_numeric(t, c) ? 'r' : 'l');
    buf_puts(out, "}\n\\toprule\n");
    for (size_t c = 0; c < t->n_columns; c++) {
        if (c > 0)
            buf_puts(out, " & ");
        put_latex(out, t->columns[c].name);
    }
    buf_puts(out, " \\\\\n\\midrule\n");
    for (size_t r = 0; r < t->n_rows; r++)
        put_latex_row(out, t, r);
    buf_puts(out, "\\bottomrule\n\\end{tabular}\n");
    for (size_t i = 0; i < t->n_notes; i++)
        put_latex_comment(out, t->notes[i]);
    (void)table_each_reason(t, out, put_latex_comment, NULL);
}

/* A pipe table, notes as paragraphs. */

static void put_markdown(struct buf *out, const char *s)
{
    for (; *s != '\0'; s++) {
        if (strchr("\\`*_{}[]<>|&~#$", *s) != NULL)
            buf_putc(out, '\\');
        buf_putc(out, *s);
    }
}

static void put_markdown_line(struct buf *out, const char *line)
{
    struct cell c = { .kind = CELL_TEXT, .text = line };
    struct buf text = { 0 };
    cell_put_display(&text, &c, 0);
    buf_putc(out, '\n');
    put_markdown(out, buf_text(&text));
    buf_putc(out, '\n');
    buf_release(&text);
}

static void put_markdown_row(struct buf *out, const struct table *t, size_t row)
{
    struct buf text = { 0 };
    buf_putc(out, '|');
    for (size_t c = 0; c < t->n_columns; c++) {
        buf_clear(&text);
        cell_put_display(&text, table_cell(t, row, c), t->columns[c].digits);
        buf_putc(out, ' ');
        put_markdown(out, buf_text(&text));
        buf_puts(out, " |");
    }
    buf_putc(out, '\n');
    buf_release(&text);
}

void table_render_markdown(const struct table *t, struct buf *out)
{
    buf_putc(out, '|');
    for (size_t c = 0; c < t->n_columns; c++) {
        buf_putc(out, ' ');
        put_markdown(out, t->columns[c].name);
        buf_puts(out, " |");
    }
    buf_puts(out, "\n|");
    for (size_t c = 0; c < t->n_columns; c++)
        buf_puts(out, table_column_is_numeric(t, c) ? " ---: |" : " --- |");
    buf_putc(out, '\n');
    for (size_t r = 0; r < t->n_rows; r++)
        put_markdown_row(out, t, r);
    for (size_t i = 0; i < t->n_notes; i++)
        put_markdown_line(out, t->notes[i]);
    (void)table_each_reason(t, out, put_markdown_line, NULL);
}
