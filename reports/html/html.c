#include "reports/html/html.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/table/table.h"

static bool is_plain(char c)
{
    return (c >= 0x20 && c < 0x7f && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'') ||
           c == '\n' || c == '\t';
}

static void put_escaped(struct buf *out, const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        size_t n = 0;
        while (i + n < len && is_plain(s[i + n]))
            n++;
        buf_add(out, s + i, n);
        i += n;
        if (i == len)
            return;
        if (s[i] == '&')
            buf_puts(out, "&amp;");
        else if (s[i] == '<')
            buf_puts(out, "&lt;");
        else if (s[i] == '>')
            buf_puts(out, "&gt;");
        else if (s[i] == '"')
            buf_puts(out, "&quot;");
        else if (s[i] == '\'')
            buf_puts(out, "&#39;");
        else
            buf_putc(out, s[i]);
    }
}

void html_text(struct buf *out, const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && (is_plain(s[n]) || (s[n] >= 0x20 && s[n] < 0x7f)))
        n++;
    if (n == len) {
        put_escaped(out, s, len);
        return;
    }
    CLEANUP(buf_release) struct buf safe = { 0 };
    str_put_terminal_safe(&safe, s, len);
    put_escaped(out, buf_text(&safe), safe.len);
}

void html_puts(struct buf *out, const char *s)
{
    html_text(out, s, strlen(s));
}

/* "fast_1" stays a name; "n_correct" is read as words. */
static void put_heading(struct buf *out, const char *name)
{
    CLEANUP(buf_release) struct buf words = { 0 };
    for (const char *at = name; *at != '\0'; at++)
        buf_putc(&words, *at == '_' && at > name && at[1] > '9' ? ' ' : *at);
    html_text(out, buf_text(&words), words.len);
}

#define WIDE_COLUMNS 8

/* Of a wide table of a kind: a value that all rows share is said once, below. */
static bool is_shared(const struct html_table *h, size_t column)
{
    const struct table *t = h->table;
    const struct cell *first = t->n_rows > 1 ? table_cell(t, 0, column) : NULL;
    if (t->shape == NULL || first == NULL || t->n_columns <= WIDE_COLUMNS || column == 0)
        return false;
    CLEANUP(buf_release) struct buf value = { 0 };
    CLEANUP(buf_release) struct buf other = { 0 };
    cell_put_exact(&value, first);
    for (size_t r = 1; r < t->n_rows; r++) {
        const struct cell *cell = table_cell(t, r, column);
        buf_clear(&other);
        cell_put_exact(&other, cell);
        if (cell->kind != first->kind || strcmp(buf_text(&value), buf_text(&other)) != 0)
            return false;
    }
    return true;
}

static void put_attribute(struct buf *out, const char *name, const char *value)
{
    buf_printf(out, " %s=\"", name);
    html_puts(out, value);
    buf_putc(out, '"');
}

/* Rows of a query say nothing in a column that none of them has. */
static bool is_empty_column(const struct html_table *h, size_t column)
{
    const struct table *t = h->table;
    for (size_t r = 0; r < t->n_rows; r++)
        if (table_cell(t, r, column)->kind != CELL_NA)
            return false;
    return t->shape == NULL && h->command == NULL && !h->keeps_empty && t->n_rows > 0;
}

static void put_columns(struct buf *out, const struct html_table *h, const bool *hidden, size_t n)
{
    const struct table *t = h->table;
    buf_puts(out, "<thead><tr>");
    for (size_t c = 0; c < n; c++) {
        if (hidden[c])
            continue;
        buf_printf(out, "<th scope=\"col\"%s", table_column_is_numeric(t, c) ? " class=\"n\"" : "");
        if (h->command != NULL)
            put_attribute(out, "data-name", t->columns[c].name);
        if (t->columns[c].meaning != NULL)
            put_attribute(out, "title", t->columns[c].meaning);
        buf_putc(out, '>');
        put_heading(out, t->columns[c].name);
        buf_puts(out, "</th>");
    }
    buf_puts(out, "</tr></thead>");
}

static void put_value(struct buf *out, const struct table *t, size_t row, size_t column,
                      const char *href)
{
    const struct cell *cell = table_cell(t, row, column);
    CLEANUP(buf_release) struct buf shown = { 0 };
    cell_put_display(&shown, cell, t->columns[column].digits);
    if (href != NULL)
        buf_printf(out, "<a href=\"%s\">", href);
    if (cell->kind == CELL_BOOL)
        buf_puts(out, cell->i != 0 ? "yes" : "no");
    else
        put_escaped(out, buf_text(&shown), shown.len);
    if (href != NULL)
        buf_puts(out, "</a>");
}

#define LONG_TEXT 36 /* bytes that stay on one line */

static bool is_outcome(const char *column)
{
    return strcmp(column, "outcome") == 0 || strcmp(column, "cheat_kind") == 0;
}

static const char *class_of(const struct table *t, const struct cell *cell, size_t column)
{
    if (cell_is_number(cell))
        return " class=\"n\"";
    if (cell->kind == CELL_TEXT && is_outcome(t->columns[column].name))
        return strcmp(cell->text, "measured") == 0 ? " class=\"o good\"" : " class=\"o bad\"";
    if (cell->kind == CELL_BOOL || strlen(cell->text) <= LONG_TEXT)
        return "";
    return " class=\"long\"";
}

static void put_cell(struct buf *out, const struct html_table *h, size_t row, size_t column)
{
    const struct table *t = h->table;
    const struct cell *cell = table_cell(t, row, column);
    const char *href = h->href == NULL ? NULL : h->href(h->href_context, t, row, column, t->arena);
    if (cell->kind == CELL_NA) {
        buf_printf(out, "<td class=\"na%s\"", table_column_is_numeric(t, column) ? " n" : "");
        if (cell->text != NULL && t->shape != NULL) {
            buf_puts(out, " title=\"");
            html_puts(out, cell->text);
            buf_putc(out, '"');
        }
        buf_puts(out, ">NA</td>");
        return;
    }
    buf_printf(out, "<td%s", class_of(t, cell, column));
    if (cell->kind == CELL_REAL && h->command != NULL) {
        CLEANUP(buf_release) struct buf exact = { 0 };
        CLEANUP(buf_release) struct buf shown = { 0 };
        cell_put_exact(&exact, cell);
        cell_put_display(&shown, cell, t->columns[column].digits);
        if (strcmp(buf_text(&exact), buf_text(&shown)) != 0)
            buf_printf(out, " data-v=\"%s\"", buf_text(&exact));
    }
    buf_putc(out, '>');
    put_value(out, t, row, column, href);
    buf_puts(out, "</td>");
}

static void put_note(struct buf *out, const char *kind, const char *text)
{
    buf_printf(out, "<p class=\"note%s\">", kind);
    html_puts(out, text);
    buf_puts(out, "</p>");
}

static void put_reason(struct buf *out, const char *line)
{
    put_note(out, "", line);
}

static void put_notes(struct buf *out, const struct html_table *h)
{
    const struct table *t = h->table;
    CLEANUP(buf_release) struct buf folded = { 0 };
    for (size_t i = 0; i < t->n_notes; i++) {
        enum note_rank rank = t->ranks == NULL ? NOTE_DETAIL : t->ranks[i];
        if (rank == NOTE_DETAIL && (t->is_brief || t->shape != NULL))
            put_note(&folded, "", t->notes[i]);
        else
            put_note(out, rank == NOTE_WARNING ? " warning" : "", t->notes[i]);
    }
    if (t->shape != NULL)
        table_each_reason(t, &folded, put_reason, NULL);
    if (h->command != NULL) {
        buf_puts(&folded, "<p class=\"note\">The same numbers: <code>");
        html_puts(&folded, h->command);
        buf_puts(&folded, "</code></p>");
    }
    if (folded.len == 0)
        return;
    buf_puts(out, "<details class=\"how\"><summary>How these numbers are made</summary>");
    buf_add(out, buf_text(&folded), folded.len);
    buf_puts(out, "</details>");
}

static void put_shared(struct buf *out, const struct html_table *h, const bool *hidden, size_t n)
{
    const char *between = "<p class=\"note\">In all rows: ";
    for (size_t c = 0; c < n; c++) {
        if (!hidden[c] || table_cell(h->table, 0, c)->kind == CELL_NA)
            continue;
        buf_puts(out, between);
        between = "; ";
        put_heading(out, h->table->columns[c].name);
        buf_puts(out, " <b>");
        put_value(out, h->table, 0, c, NULL);
        buf_puts(out, "</b>");
    }
    if (*between == ';')
        buf_puts(out, ".</p>\n");
}

void html_table_put(struct buf *out, const struct html_table *h)
{
    const struct table *t = h->table;
    size_t n = t->n_columns - h->n_hidden;
    bool *hidden = arena_array(t->arena, n + 1, sizeof(*hidden));
    for (size_t c = 0; c < n; c++)
        hidden[c] = is_shared(h, c) || is_empty_column(h, c);
    buf_puts(out, "<div class=\"wide\"><table");
    if (h->sorts)
        buf_puts(out, " class=\"sorts\"");
    if (h->command != NULL) {
        buf_puts(out, " data-command=\"");
        html_puts(out, h->command);
        buf_putc(out, '"');
    }
    buf_puts(out, "><caption>");
    html_puts(out, h->caption);
    buf_puts(out, "</caption>");
    put_columns(out, h, hidden, n);
    buf_puts(out, "<tbody>");
    for (size_t r = 0; r < t->n_rows; r++) {
        buf_puts(out, "<tr>");
        for (size_t c = 0; c < n; c++)
            if (!hidden[c])
                put_cell(out, h, r, c);
        buf_puts(out, "</tr>\n");
    }
    buf_puts(out, "</tbody></table></div>\n");
    put_shared(out, h, hidden, n);
    put_notes(out, h);
}

void html_record_put(struct buf *out, const struct html_table *h)
{
    const struct table *t = h->table;
    buf_puts(out, "<ul class=\"record\">");
    for (size_t c = 0; t->n_rows > 0 && c < t->n_columns - h->n_hidden; c++) {
        if (table_cell(t, 0, c)->kind == CELL_NA)
            continue;
        buf_puts(out, "<li><b>");
        put_heading(out, t->columns[c].name);
        buf_puts(out, "</b> ");
        put_value(out, t, 0, c,
                  h->href == NULL ? NULL : h->href(h->href_context, t, 0, c, t->arena));
        buf_puts(out, "</li>\n");
    }
    buf_puts(out, "</ul>\n");
}
