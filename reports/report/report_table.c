/* report_table.c - from a command's table to one on a page. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/tables/row_table.h"
#include "reports/doc/doc.h"
#include "reports/doc/shell_text.h"
#include "reports/figure/plot_common.h"
#include "reports/report/report_job.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/table/table.h"

#define MOST_ROWS   300 /* some 60 a page */
#define HASH_DIGITS 16

size_t job_column(const struct table *t, const char *name)
{
    size_t i = 0;
    while (i < t->n_columns && strcmp(t->columns[i].name, name) != 0)
        i++;
    assert(i < t->n_columns);
    return i;
}

static double real_of(const struct cell *c)
{
    switch (c->kind) {
    case CELL_REAL:
        return c->real;
    case CELL_INT:
        return (double)c->i;
    case CELL_NA:
    case CELL_TEXT:
    case CELL_BOOL:
    case CELL_JSON:
        break;
    }
    return (double)NAN;
}

static struct cell interval_cell(struct table *t, const struct cell *low, const struct cell *high,
                                 double scale)
{
    if (low->kind == CELL_NA)
        return *low;
    if (high->kind == CELL_NA)
        return *high;
    return cell_text(t, arena_printf(t->arena, "[%s, %s]",
                                     number_rounded(t->arena, scale * real_of(low), 3),
                                     number_rounded(t->arena, scale * real_of(high), 3)));
}

/* Other texts are shown whole. */
static struct cell hash_cell(struct table *t, const struct cell *c)
{
    if (c->kind != CELL_TEXT || strlen(c->text) != 64 || strspn(c->text, "0123456789abcdef") != 64)
        return *c;
    return cell_text(t, arena_printf(t->arena, "%.*s\xE2\x80\xA6", HASH_DIGITS, c->text));
}

static struct cell shown_cell(struct table *t, const struct table *in, const struct cell *row,
                              const struct part_column *column)
{
    const struct cell *c = &row[job_column(in, column->name)];
    switch (column->style) {
    case SHOW_AS_IS:
        return *c;
    case SHOW_PERCENT:
        return c->kind == CELL_NA ? *c : cell_real(100 * real_of(c));
    case SHOW_INTERVAL:
        return interval_cell(t, c, &row[job_column(in, column->high)], 1);
    case SHOW_PERCENT_INTERVAL:
        return interval_cell(t, c, &row[job_column(in, column->high)], 100);
    case SHOW_HASH:
        return hash_cell(t, c);
    }
    return *c;
}

static const char *default_heading(struct arena *a, const char *name)
{
    char *text = arena_strdup(a, name);
    for (char *p = text; *p != '\0'; p++) {
        if (*p == '_')
            *p = ' ';
    }
    return text;
}

static bool is_kept(const struct report_job *j, const struct table *in, const struct cell *row,
                    const struct report_part *p)
{
    if (p->only == NULL)
        return true;
    const struct cell *c = &row[job_column(in, p->only)];
    if (c->kind == CELL_BOOL)
        return (c->i != 0) == (strcmp(p->is, "true") == 0);
    const char *is = strcmp(p->is, PART_THE_TASK) == 0 ? j->task : p->is;
    return c->kind == CELL_TEXT && strcmp(c->text, is) == 0;
}

/* NULL columns: all of the command's. */
static const struct part_column *part_columns(struct report_job *j, const struct table *in,
                                              const struct report_part *p, size_t *out_n)
{
    *out_n = p->n_columns;
    if (p->n_columns > 0)
        return p->columns;
    struct part_column *all = arena_array(j->arena, in->n_columns, sizeof(*all));
    for (size_t i = 0; i < in->n_columns; i++)
        all[i].name = in->columns[i].name;
    *out_n = in->n_columns;
    return all;
}

static bool is_empty(const struct table *t, size_t column)
{
    for (size_t r = 0; r < t->n_rows; r++) {
        const struct cell *c = &t->cells[r * t->n_columns + column];
        if (c->kind != CELL_NA && !(c->kind == CELL_TEXT && c->text[0] == '\0'))
            return false;
    }
    return t->n_rows > 0;
}

static void copy_column(struct table *to, size_t to_column, const struct table *from, size_t column)
{
    for (size_t r = 0; r < from->n_rows; r++)
        to->cells[r * to->n_columns + to_column] = from->cells[r * from->n_columns + column];
}

/* A column of NA alone becomes a note.  decimals may be NULL. */
static void drop_empty(struct table *t, int *decimals)
{
    struct table kept = *t;
    struct table_column *columns = arena_array(t->arena, t->n_columns, sizeof(*columns));
    size_t *from = arena_array(t->arena, t->n_columns, sizeof(*from)), n = 0;
    for (size_t i = 0; i < t->n_columns; i++) {
        if (is_empty(t, i)) {
            const char *why = t->cells[i].text;
            table_note(&kept, "%s: NA in every row%s%s.", t->columns[i].name,
                       why == NULL || why[0] == '\0' ? "" : ", ", why == NULL ? "" : why);
            continue;
        }
        columns[n] = t->columns[i];
        if (decimals != NULL)
            decimals[n] = decimals[i];
        from[n++] = i;
    }
    if (n == 0 || n == t->n_columns)
        return;
    kept.columns = columns;
    kept.n_columns = n;
    kept.cells = arena_array(t->arena, n * t->n_rows, sizeof(*kept.cells));
    for (size_t i = 0; i < n; i++)
        copy_column(&kept, i, t, from[i]);
    *t = kept;
}

struct table job_select(struct report_job *j, const struct table *in, const struct report_part *p,
                        int **out_decimals)
{
    struct table t;
    size_t n, left = 0;
    const struct part_column *chosen = part_columns(j, in, p, &n);
    struct table_column *columns = arena_array(j->arena, n, sizeof(*columns));
    int *decimals = arena_array(j->arena, n, sizeof(*decimals));
    for (size_t i = 0; i < n; i++) {
        columns[i].name = chosen[i].heading != NULL ? chosen[i].heading
                                                    : default_heading(j->arena, chosen[i].name);
        columns[i].digits = in->columns[job_column(in, chosen[i].name)].digits;
        decimals[i] = chosen[i].decimals;
    }
    table_init(&t, j->arena, in->schema, columns, n);
    for (size_t r = 0; r < in->n_rows; r++) {
        const struct cell *row = in->cells + r * in->n_columns;
        if (!is_kept(j, in, row, p))
            continue;
        if (t.n_rows == MOST_ROWS) {
            left++;
            continue;
        }
        struct cell *cells = table_row(&t);
        for (size_t i = 0; i < n; i++)
            cells[i] = shown_cell(&t, in, row, &chosen[i]);
    }
    drop_empty(&t, decimals);
    job_copy_notes(&t, in, p, job_command(j, p));
    if (left > 0)
        table_note(&t, "The first %d rows; \"rollbook %s\" prints the other %zu as well.",
                   MOST_ROWS, job_command(j, p), left);
    *out_decimals = decimals;
    return t;
}

/* All other errors end the report. */
static bool is_absence(int rc)
{
    return rc == ERR_NODATA || rc == ERR_NOMATCH || rc == ERR_USAGE;
}

static bool is_asked_about(const struct report_job *j, const struct report_part *p, size_t run)
{
    return !p->judged || (j->study->runs[run].n_rollouts > 0 && study_is_judged(j->study, run));
}

/* With no judged run all are asked about, so that the kind says why. */
static struct name_list asked_runs(struct report_job *j, const struct report_part *p)
{
    const char **names = arena_array(j->arena, j->figures.n_runs + 1, sizeof(*names));
    size_t n = 0;
    for (size_t i = 0; i < j->study->n_runs; i++) {
        if (is_asked_about(j, p, i))
            names[n++] = j->study->runs[i].name;
    }
    return n > 0 ? (struct name_list){ names, n }
                 : (struct name_list){ j->figures.runs, j->figures.n_runs };
}

static void note_left_out(const struct report_job *j, const struct report_part *p, struct table *t)
{
    for (size_t i = 0; i < j->study->n_runs; i++) {
        if (!is_asked_about(j, p, i))
            table_note(t, "run %s: left out, %s", j->study->runs[i].name,
                       j->study->runs[i].n_rollouts == 0 ? "no scored rollout"
                                                         : study_why_unjudged(j->study, i));
    }
}

const char *job_command(struct report_job *j, const struct report_part *p)
{
    CLEANUP(buf_release) struct buf text = { 0 };
    const char *const *words;
    if (p->table == NULL)
        return arena_printf(j->arena, "rows %s", p->rows);
    size_t n = table_words(p->table, p->options, j->arena, &words);
    for (size_t i = 0; i < n; i++) {
        buf_puts(&text, i > 0 ? " " : "");
        shell_put_word(&text, words[i]);
    }
    return arena_strdup(j->arena, buf_text(&text));
}

static int ask(struct report_job *j, const struct report_part *p, struct table *out,
               struct err *err)
{
    if (p->table == NULL)
        return row_table_of(j->figures.db, p->rows, j->subject_id, j->arena, out, err);
    const struct table_input in = { .db = j->figures.db,
                                    .arena = j->arena,
                                    .runs = asked_runs(j, p),
                                    .baseline = j->o->baseline,
                                    .baseline_hardware = j->o->baseline_hardware,
                                    .study = j->study };
    return table_make(p->table, &in, p->options, out, err);
}

void job_not_available(struct report_job *j, const char *what, const char *why)
{
    struct buf text = { 0 };
    size_t len = strcspn(what, ".");
    buf_add(&text, what, len);
    buf_printf(&text, ": NA, %s.", why);
    doc_paragraph(j->doc, buf_text(&text));
    buf_release(&text);
}

void job_explain(struct report_job *j, const struct table_shape *e)
{
    for (size_t i = 0; i < j->n_explained; i++) {
        if (j->explained[i] == e)
            return;
    }
    if (e != NULL && j->n_explained < REPORT_EXPLAINED_MAX)
        j->explained[j->n_explained++] = e;
}

static void note_once(const char **items, size_t *n, const char *item)
{
    for (size_t i = 0; i < *n; i++) {
        if (strcmp(items[i], item) == 0)
            return;
    }
    if (*n < REPORT_EXPLAINED_MAX)
        items[(*n)++] = item;
}

static void note_asked(struct report_job *j, const struct report_part *p)
{
    if (p->table != NULL)
        note_once(j->asked, &j->n_asked, job_command(j, p));
    else
        note_once(j->queried, &j->n_queried, p->rows);
}

void job_table(struct report_job *j, const struct report_part *p)
{
    struct table in = { 0 };
    struct err err = { 0 };
    int *decimals = NULL;
    int rc = ask(j, p, &in, &err);
    if (rc < 0 && !is_absence(rc)) {
        j->failed = err;
        return;
    }
    if (rc < 0) {
        job_not_available(j, p->text, err.msg);
        return;
    }
    struct table t = { 0 };
    note_left_out(j, p, &in);
    if (p->turned == NULL) {
        t = job_select(j, &in, p, &decimals);
    } else {
        t = job_pivot(j, &in, p);
        drop_empty(&t, NULL);
    }
    if (t.n_rows == 0 && p->none != NULL) {
        if (p->none[0] != '\0')
            doc_paragraph(j->doc, p->none);
        return;
    }
    if (t.n_rows == 0) {
        job_not_available(j, p->text, "there is no row");
        return;
    }
    doc_table(j->doc, &t, decimals, p->text);
    job_explain(j, table_shape_explaining(in.schema));
    note_asked(j, p);
}

bool job_rows(struct report_job *j, const char *query, int64_t id, struct table *out)
{
    struct err err = { 0 };
    int rc = row_table_of(j->figures.db, query, id, j->arena, out, &err);
    if (rc < 0)
        j->failed = err;
    if (rc < 0 || out->n_rows == 0)
        return false;
    note_once(j->queried, &j->n_queried, query);
    return true;
}
