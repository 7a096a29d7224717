#include "src/cli/show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/tables/row_table.h"
#include "columns/show_evaluation_timing.h"
#include "columns/show_rollout_code.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/cli/histogram.h"
#include "src/store/db.h"
#include "src/table/fold.h"

/* Columns with JSON are values in our JSON. */
static const char *const json_columns[] = { "config", "argv",           "libraries",
                                            "extra",  "update_metrics", "counters" };

struct json_rows {
    struct buf *out;
    struct arena *arena;
    size_t n_columns;
    const char **names;
    size_t n_rows;
};

static bool is_json_column(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(json_columns); i++)
        if (strcmp(name, json_columns[i]) == 0)
            return true;
    return false;
}

static void on_columns(void *context, size_t n, const char *const *names)
{
    struct json_rows *j = context;
    j->n_columns = n;
    j->names = arena_array(j->arena, n, sizeof(*j->names));
    for (size_t i = 0; i < n; i++)
        j->names[i] = arena_strdup(j->arena, names[i]);
}

static void put_samples(struct buf *out, const struct sql_value *v)
{
    buf_putc(out, '[');
    for (size_t i = 0; i + sizeof(double) <= v->len; i += sizeof(double)) {
        struct sql_value number = { .type = 2 };
        memcpy(&number.real, v->text + i, sizeof(double));
        if (i > 0)
            buf_putc(out, ',');
        sql_value_put_json(out, &number);
    }
    buf_putc(out, ']');
}

static void on_row(void *context, size_t n, const struct sql_value *values)
{
    struct json_rows *j = context;
    buf_puts(j->out, j->n_rows++ > 0 ? ",\n{" : "{");
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            buf_putc(j->out, ',');
        buf_put_json_string(j->out, j->names[i], strlen(j->names[i]));
        buf_putc(j->out, ':');
        if (values[i].type == 3 && is_json_column(j->names[i]))
            buf_add(j->out, values[i].text, values[i].len);
        else if (values[i].type == 4 && strcmp(j->names[i], "samples_us") == 0)
            put_samples(j->out, &values[i]);
        else
            sql_value_put_json(j->out, &values[i]);
    }
    buf_putc(j->out, '}');
}

static struct stmt *section_query(struct cli *cli, const struct section *s, int64_t id)
{
    struct stmt *st = db_query(cli->db, s->query);
    stmt_bind_int(st, ":id", id);
    if (s->given != NULL)
        stmt_bind_text(st, ":given", s->given);
    return st;
}

static int json_rows_of(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                        struct err *err)
{
    struct json_rows rows = { .out = out, .arena = cli->arena };
    struct sql_sink sink = { &rows, on_columns, on_row };
    bool one = s->style == SECTION_RECORD;
    if (!one)
        buf_putc(out, '[');
    int rc = stmt_rows(section_query(cli, s, id), &sink, err);
    if (!one)
        buf_putc(out, ']');
    else if (rows.n_rows == 0)
        buf_puts(out, "null");
    return rc;
}

/* 1: the section's text, 0: none. */
static int read_text(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                     struct err *err)
{
    struct stmt *st = section_query(cli, s, id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    size_t len = 0;
    const void *data = stmt_blob(st, SHOW_ROLLOUT_CODE_CONTENT, &len);
    buf_add(out, data == NULL ? "" : data, len);
    stmt_reset(st);
    return 1;
}

static int json_text_of(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                        struct err *err)
{
    struct buf text = { 0 };
    int rc = read_text(cli, s, id, &text, err);
    if (rc > 0)
        buf_put_json_string(out, buf_text(&text), text.len);
    else
        buf_puts(out, "null");
    buf_release(&text);
    return rc < 0 ? rc : 0;
}

static int put_json(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                    struct err *err)
{
    buf_puts(out, ",\n");
    buf_put_json_string(out, s->key, strlen(s->key));
    buf_putc(out, ':');
    switch (s->style) {
    case SECTION_RECORD:
    case SECTION_ROWS:
    case SECTION_TIMING:
        return json_rows_of(cli, s, id, out, err);
    case SECTION_TEXT:
    case SECTION_CODE:
        return json_text_of(cli, s, id, out, err);
    }
    return 0;
}

static void put_heading(struct buf *out, const char *title)
{
    buf_printf(out, "%s== %s ==\n", out->len > 0 ? "\n" : "", title);
}

static int put_table(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                     struct err *err)
{
    struct row_table c = { .arena = cli->arena, .schema = s->key, .digits = 6 };
    struct sql_sink sink = row_table_sink(&c);
    int rc = stmt_rows(section_query(cli, s, id), &sink, err);
    if (rc < 0 || c.table.n_rows == 0)
        return rc;
    put_heading(out, s->title);
    for (size_t i = 0; i < c.table.n_rows * c.table.n_columns; i++)
        if (c.table.cells[i].kind == CELL_NA)
            c.table.cells[i] = cell_text(&c.table, "-");
    table_render_within(&c.table, cli_terminal_width(stdout), out);
    return 0;
}

static void put_field(struct buf *out, const char *name, const struct cell *cell)
{
    struct buf text = { 0 };
    if (cell->kind == CELL_NA)
        return;
    if (cell->kind == CELL_TEXT)
        str_put_terminal_safe(&text, cell->text, strlen(cell->text));
    else if (cell->kind == CELL_REAL)
        buf_printf(&text, "%.6g", cell->real);
    else
        buf_printf(&text, "%lld", (long long)cell->i);
    size_t column = out->len;
    buf_printf(out, "%-20s ", name);
    column = out->len - column;
    size_t width = strchr(buf_text(&text), '\n') != NULL ? 0 : cli_terminal_width(stdout);
    fold_put(out, &(struct fold){ width, column, column, false }, buf_text(&text), text.len);
    buf_putc(out, '\n');
    buf_release(&text);
}

static int put_record(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                      struct err *err)
{
    struct row_table c = { .arena = cli->arena, .schema = s->key, .digits = 6 };
    struct sql_sink sink = row_table_sink(&c);
    int rc = stmt_rows(section_query(cli, s, id), &sink, err);
    if (rc < 0 || c.table.n_rows == 0)
        return rc;
    put_heading(out, s->title);
    for (size_t i = 0; i < c.table.n_columns; i++)
        if (strcmp(c.table.columns[i].name, "config") != 0) /* a section has what was given of it */
            put_field(out, c.table.columns[i].name, &c.table.cells[i]);
    return 0;
}

/* Escapes and broken UTF-8 are shown, not sent. */
static void put_lines(struct buf *out, const struct buf *text, bool numbered)
{
    const char *at = buf_text(text);
    const char *end = at + text->len;
    size_t line = 0;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline == NULL ? end : newline;
        if (numbered)
            buf_printf(out, "%5zu  ", ++line);
        str_put_terminal_safe(out, at, (size_t)(stop - at));
        buf_putc(out, '\n');
        at = stop + 1;
    }
}

static int put_text(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                    struct err *err)
{
    struct buf text = { 0 };
    int rc = read_text(cli, s, id, &text, err);
    if (rc > 0) {
        put_heading(out, s->title);
        if (text.len == 0)
            buf_puts(out, "(empty)\n");
        put_lines(out, &text, s->style == SECTION_CODE);
    }
    buf_release(&text);
    return rc < 0 ? rc : 0;
}

static void put_known(struct buf *out, const char *name, double v)
{
    if (!isnan(v))
        buf_printf(out, ", %s %.6g", name, v);
}

static void put_measurement(struct stmt *st, struct arena *a, struct buf *out)
{
    const char *baseline = stmt_text(st, SHOW_EVALUATION_TIMING_BASELINE);
    struct buf line = { 0 };
    buf_printf(&line, "%s", stmt_text(st, SHOW_EVALUATION_TIMING_SUBJECT));
    if (baseline != NULL)
        buf_printf(&line, " %s", baseline);
    buf_printf(&line, ": %s %.6g us (%s)", stmt_text(st, SHOW_EVALUATION_TIMING_STATISTIC),
               stmt_real(st, SHOW_EVALUATION_TIMING_RUNTIME_US),
               stmt_text(st, SHOW_EVALUATION_TIMING_METHOD));
    put_known(&line, "samples", stmt_real(st, SHOW_EVALUATION_TIMING_N_SAMPLES));
    put_known(&line, "min", stmt_real(st, SHOW_EVALUATION_TIMING_MIN_US));
    put_known(&line, "max", stmt_real(st, SHOW_EVALUATION_TIMING_MAX_US));
    put_known(&line, "std", stmt_real(st, SHOW_EVALUATION_TIMING_STD_US));
    str_put_terminal_safe(out, buf_text(&line), line.len);
    buf_putc(out, '\n');
    buf_release(&line);
    size_t len = 0;
    const void *data = stmt_blob(st, SHOW_EVALUATION_TIMING_SAMPLES_US, &len);
    size_t n = len / sizeof(double);
    if (n == 0)
        return;
    double *samples = arena_array(a, n, sizeof(*samples));
    memcpy(samples, data, n * sizeof(*samples));
    histogram_put(out, samples, n, "  ");
}

static int put_timing(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                      struct err *err)
{
    struct stmt *st = section_query(cli, s, id);
    int rc;
    bool any = false;
    while ((rc = stmt_step(st, err)) > 0) {
        if (!any)
            put_heading(out, s->title);
        any = true;
        put_measurement(st, cli->arena, out);
    }
    return rc;
}

static int put_people(struct cli *cli, const struct section *s, int64_t id, struct buf *out,
                      struct err *err)
{
    switch (s->style) {
    case SECTION_RECORD:
        return put_record(cli, s, id, out, err);
    case SECTION_ROWS:
        return put_table(cli, s, id, out, err);
    case SECTION_TIMING:
        return put_timing(cli, s, id, out, err);
    case SECTION_TEXT:
    case SECTION_CODE:
        return put_text(cli, s, id, out, err);
    }
    return 0;
}

int show_sections(struct cli *cli, const char *schema, const struct section *sections, size_t n,
                  int64_t id, struct err *err)
{
    struct buf out = { 0 };
    int rc = 0;
    if (cli->format != TABLE_JSON && cli->format != TABLE_TEXT)
        return err_set(err, ERR_USAGE, "show prints text or --json");
    if (cli->format == TABLE_JSON)
        buf_printf(&out, "{\"schema\":\"%s\"", schema);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = cli->format == TABLE_JSON ? put_json(cli, &sections[i], id, &out, err)
                                       : put_people(cli, &sections[i], id, &out, err);
    if (cli->format == TABLE_JSON)
        buf_puts(&out, "}\n");
    if (rc == 0)
        fwrite(buf_text(&out), 1, out.len, stdout);
    buf_release(&out);
    return rc;
}
