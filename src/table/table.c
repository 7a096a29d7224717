#include "src/table/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"

static const struct {
    const char *name;
    void (*render)(const struct table *t, struct buf *out);
} formats[] = {
    [TABLE_TEXT] = { "table", table_render_text },
    [TABLE_CSV] = { "csv", table_render_csv },
    [TABLE_JSON] = { "json", table_render_json },
    [TABLE_LATEX] = { "latex", table_render_latex },
    [TABLE_MARKDOWN] = { "markdown", table_render_markdown },
};

void table_init(struct table *t, struct arena *arena, const char *schema,
                const struct table_column *columns, size_t n_columns)
{
    *t = (struct table){
        .arena = arena, .schema = schema, .columns = columns, .n_columns = n_columns
    };
}

struct cell *table_row(struct table *t)
{
    if (t->n_rows == t->capacity_rows) {
        size_t capacity = t->capacity_rows == 0 ? 16 : t->capacity_rows * 2;
        struct cell *cells = arena_array(t->arena, capacity * t->n_columns, sizeof(*cells));
        if (t->n_rows > 0)
            memcpy(cells, t->cells, t->n_rows * t->n_columns * sizeof(*cells));
        t->cells = cells;
        t->capacity_rows = capacity;
    }
    struct cell *row = t->cells + t->n_rows * t->n_columns;
    for (size_t c = 0; c < t->n_columns; c++)
        row[c] = (struct cell){ .kind = CELL_NA };
    t->n_rows++;
    return row;
}

struct cell cell_text(struct table *t, const char *s)
{
    if (s == NULL)
        return (struct cell){ .kind = CELL_NA };
    return (struct cell){ .kind = CELL_TEXT, .text = arena_strdup(t->arena, s) };
}

struct cell cell_json(struct table *t, const char *json)
{
    if (json == NULL)
        return (struct cell){ .kind = CELL_NA };
    return (struct cell){ .kind = CELL_JSON, .text = arena_strdup(t->arena, json) };
}

struct cell cell_int(int64_t v)
{
    return (struct cell){ .kind = CELL_INT, .i = v };
}

struct cell cell_real(double v)
{
    if (isnan(v))
        return (struct cell){ .kind = CELL_NA, .text = "undefined" };
    return (struct cell){ .kind = CELL_REAL, .real = v };
}

struct cell cell_bool(bool v)
{
    return (struct cell){ .kind = CELL_BOOL, .i = v };
}

struct cell cell_na(struct table *t, const char *reason)
{
    return (struct cell){ .kind = CELL_NA,
                          .text = reason == NULL ? NULL : arena_strdup(t->arena, reason) };
}

__attribute__((format(printf, 3, 0))) static void put_note(struct table *t, enum note_rank rank,
                                                           const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    char *line = arena_alloc(t->arena, n < 0 ? 1 : (size_t)n + 1);
    if (n > 0)
        vsnprintf(line, (size_t)n + 1, fmt, again);
    va_end(again);
    const char **notes = arena_array(t->arena, t->n_notes + 1, sizeof(*notes));
    enum note_rank *ranks = arena_array(t->arena, t->n_notes + 1, sizeof(*ranks));
    const char **causes = arena_array(t->arena, t->n_notes + 1, sizeof(*causes));
    for (size_t i = 0; i < t->n_notes; i++) {
        notes[i] = t->notes[i];
        ranks[i] = t->ranks == NULL ? NOTE_DETAIL : t->ranks[i];
        causes[i] = t->causes == NULL ? t->notes[i] : t->causes[i];
    }
    notes[t->n_notes] = line;
    causes[t->n_notes] = fmt;
    ranks[t->n_notes++] = rank;
    t->notes = notes;
    t->ranks = ranks;
    t->causes = causes;
}

#define NOTE_FUNCTION(name, rank)                                                                  \
    void name(struct table *t, const char *fmt, ...)                                               \
    {                                                                                              \
        va_list ap;                                                                                \
        va_start(ap, fmt);                                                                         \
        put_note(t, rank, fmt, ap);                                                                \
        va_end(ap);                                                                                \
    }
NOTE_FUNCTION(table_note, NOTE_DETAIL)
NOTE_FUNCTION(table_left_out, NOTE_LEFT_OUT)
NOTE_FUNCTION(table_reading, NOTE_READING)
NOTE_FUNCTION(table_warning, NOTE_WARNING)

void table_render(const struct table *t, enum table_format format, struct buf *out)
{
    formats[format].render(t, out);
}

bool table_format_parse(const char *name, enum table_format *out)
{
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *out = (enum table_format)i;
            return true;
        }
    }
    return false;
}

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

/* Why cells are NA, and which columns they are in. */
struct reason {
    const char *text;
    size_t rows, last_row; /* how many have it, last_row is one more than the last of them */
    size_t n_columns, last_column;
    struct buf columns;
};

#define NAMED_COLUMNS 4

static struct reason *find_reason(struct reason *all, size_t *n, const char *text)
{
    for (size_t i = 0; i < *n; i++)
        if (strcmp(all[i].text, text) == 0)
            return &all[i];
    if (*n == MAX_REASONS)
        return NULL;
    all[*n] = (struct reason){ .text = text, .last_column = SIZE_MAX };
    return &all[(*n)++];
}

static void name_column(const struct table *t, struct reason *r, size_t column)
{
    if (r->n_columns++ < NAMED_COLUMNS)
        buf_printf(&r->columns, "%s%s", r->n_columns > 1 ? ", " : "", t->columns[column].name);
    r->last_column = column;
}

size_t table_each_reason(const struct table *t, struct buf *out,
                         void (*put_line)(struct buf *out, const char *line), size_t *out_told)
{
    struct reason reasons[MAX_REASONS];
    size_t n = 0;
    for (size_t c = 0; c < t->n_columns; c++) {
        for (size_t i = 0; i < n; i++)
            reasons[i].last_row = 0;
        for (size_t r = 0; r < t->n_rows; r++) {
            const struct cell *cell = table_cell(t, r, c);
            if (cell->kind != CELL_NA || cell->text == NULL)
                continue;
            struct reason *why = find_reason(reasons, &n, cell->text);
            if (why == NULL)
                continue;
            if (why->last_column != c)
                name_column(t, why, c);
            why->last_row++;
            why->rows = why->last_row > why->rows ? why->last_row : why->rows;
        }
    }
    struct buf line = { 0 };
    size_t n_told = 0;
    /* A reason that names an option says what was not asked for. */
    for (size_t pass = 0; pass < 2 * n; pass++) {
        size_t i = pass % n;
        bool is_wish = reasons[i].rows == t->n_rows && strstr(reasons[i].text, "--") != NULL;
        if (is_wish != (pass >= n))
            continue;
        n_told += pass < n;
        buf_clear(&line);
        buf_printf(&line, "NA in %s", buf_text(&reasons[i].columns));
        if (reasons[i].n_columns > NAMED_COLUMNS)
            buf_printf(&line, " and %zu more column%s", reasons[i].n_columns - NAMED_COLUMNS,
                       reasons[i].n_columns - NAMED_COLUMNS == 1 ? "" : "s");
        buf_printf(&line, " (%zu row%s): ", reasons[i].rows, reasons[i].rows == 1 ? "" : "s");
        put_one_line(&line, reasons[i].text);
        put_line(out, buf_text(&line));
        buf_release(&reasons[i].columns);
    }
    buf_release(&line);
    if (out_told != NULL)
        *out_told = n_told;
    return n;
}
