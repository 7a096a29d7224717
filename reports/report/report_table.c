/*
 * report_table.c - from a command's table to one on a page.
 *
 * A part asks its kind for a table, with the runs and options that the part names.  Then its
 * columns are chosen and renamed (job_select), or the table is turned so that the values of one
 * column stand side by side (job_pivot).  A column without any value becomes a remark, and the
 * remarks of the command are shortened for the page.
 */
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

#define MOST_ROWS      300 /* some 60 a page */
#define HASH_DIGITS    16
#define MOST_PLACES    9
#define MOST_INTERVALS 6 /* with intervals */
#define MOST_VALUES    4000
#define MOST_GROUPS    300

static size_t job_column(const struct table *t, const char *name)
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
    const char *from = number_rounded(t->arena, scale * real_of(low), 3);
    if (high->kind != CELL_NA)
        return cell_text(t, arena_printf(t->arena, "[%s, %s]", from,
                                         number_rounded(t->arena, scale * real_of(high), 3)));
    /* ">8: why" still says where an end lies that is not known. */
    if (high->text == NULL || high->text[0] != '>')
        return *high;
    return cell_text(
        t, arena_printf(t->arena, "[%s, %.*s]", from, (int)strcspn(high->text, ":"), high->text));
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
        /* Other texts are shown whole. */
        if (c->kind != CELL_TEXT || strlen(c->text) != 64 ||
            strspn(c->text, "0123456789abcdef") != 64)
            return *c;
        return cell_text(t, arena_printf(t->arena, "%.*s\xE2\x80\xA6", HASH_DIGITS, c->text));
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

static bool is_among(const char *list, const char *text)
{
    size_t len = strlen(text);
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ",");
        if (n == len && strncmp(at, text, n) == 0)
            return true;
        at += n;
        if (*at == '\0')
            return false;
    }
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
    return c->kind == CELL_TEXT && is_among(is, c->text);
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
    for (size_t i = 0; i < n; i++) {
        for (size_t r = 0; r < t->n_rows; r++)
            kept.cells[r * kept.n_columns + i] = t->cells[r * t->n_columns + from[i]];
    }
    *t = kept;
}

static bool has_column(const struct table *t, const char *name, size_t len)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        if (strlen(t->columns[i].name) == len && strncmp(t->columns[i].name, name, len) == 0)
            return true;
    }
    return false;
}

static bool is_shown(const struct report_part *p, const char *name, size_t len)
{
    const struct part_column *all[] = { p->columns, &p->value };
    const size_t n[] = { p->n_columns, 1 };
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < n[k]; i++) {
            const char *const of[] = { all[k][i].name, all[k][i].low, all[k][i].high };
            for (size_t m = 0; m < 3; m++) {
                if (of[m] != NULL && strlen(of[m]) == len && strncmp(of[m], name, len) == 0)
                    return true;
            }
        }
    }
    return false;
}

/* A note "a, b: what they are" of columns that are not among the chosen ones. */
static bool is_about_hidden(const struct table *from, const struct report_part *p, const char *note)
{
    size_t head = strcspn(note, ":;");
    if (p->n_columns == 0 || note[head] != ':')
        return false;
    for (size_t i = 0; i < head;) {
        size_t len = strcspn(note + i, ",:;");
        if (!has_column(from, note + i, len) || is_shown(p, note + i, len))
            return false;
        i += len + 1;
        i += note[i] == ' ' ? 1 : 0;
    }
    return true;
}

/* The warnings of a report stand below the first table that gives them. */
static bool is_said(struct report_job *j, const char *warning)
{
    for (size_t i = 0; i < j->n_warned; i++)
        if (strcmp(j->warned[i], warning) == 0)
            return true;
    if (j->n_warned < ARRAY_LEN(j->warned))
        j->warned[j->n_warned++] = warning;
    return false;
}

/* As on a terminal: what is left out, how to read the rows, and warnings.  The command of the table
 * has the rest (commands.txt). */
void job_copy_notes(struct report_job *j, struct table *to, const struct table *from,
                    const struct report_part *p)
{
    struct buf CLEANUP(buf_release) line = { 0 };
    const char *reading = table_reading_note(from);
    if (p->bare)
        return;
    table_put_left_out(from, &line);
    if (line.len > 0)
        table_note(to, "%s", buf_text(&line));
    if (reading != NULL && !is_about_hidden(from, p, reading))
        table_note(to, "%s", reading);
    for (size_t i = 0; i < from->n_notes; i++)
        if (from->ranks[i] == NOTE_WARNING && !is_said(j, from->notes[i]))
            table_note(to, "%s", from->notes[i]);
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
    job_copy_notes(j, &t, in, p);
    if (left > 0)
        table_note(&t, "The first %d rows; \"rollbook %s\" prints the other %zu as well.",
                   MOST_ROWS, job_command(j, p), left);
    *out_decimals = decimals;
    return t;
}

/* A long table turned: the values of one column stand side by side, at most 9, 6 with
 * intervals. */
static const struct cell *at(const struct table *t, size_t row, size_t column)
{
    return &t->cells[row * t->n_columns + column];
}

static bool same(const struct cell *a, const struct cell *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == CELL_TEXT || a->kind == CELL_JSON)
        return strcmp(a->text, b->text) == 0;
    if (a->kind == CELL_REAL)
        return fabs(a->real - b->real) < 1e-12 * (1 + fabs(a->real));
    return a->i == b->i;
}

static size_t distinct(const struct table *t, size_t column, size_t rows[MOST_VALUES])
{
    size_t n = 0;
    for (size_t r = 0; r < t->n_rows && n < MOST_VALUES; r++) {
        size_t i = 0;
        while (i < n && !same(at(t, rows[i], column), at(t, r, column)))
            i++;
        if (i == n)
            rows[n++] = r;
    }
    return n;
}

static const char *number_text(struct arena *a, const struct cell *c)
{
    if (c->kind == CELL_INT)
        return arena_printf(a, "%lld", (long long)c->i);
    if (c->kind == CELL_REAL)
        return number_rounded(a, c->real, 4);
    return c->kind == CELL_TEXT ? c->text : "NA";
}

static struct cell value_cell(struct table *t, const struct table *in, size_t row,
                              const struct part_column *value)
{
    const struct cell *c = at(in, row, job_column(in, value->name));
    double scale = value->style == SHOW_PERCENT ? 100 : 1;
    if (c->kind != CELL_REAL)
        return *c;
    const struct cell *low = value->low == NULL ? c : at(in, row, job_column(in, value->low));
    const struct cell *high = value->high == NULL ? c : at(in, row, job_column(in, value->high));
    if (value->low == NULL || low->kind != CELL_REAL || high->kind != CELL_REAL)
        return cell_text(t, number_rounded(t->arena, scale * c->real, 4));
    return cell_text(t, arena_printf(t->arena, "%s [%s;%s]",
                                     number_rounded(t->arena, scale * c->real, 3),
                                     number_rounded(t->arena, scale * low->real, 3),
                                     number_rounded(t->arena, scale * high->real, 3)));
}

struct pivot {
    const struct table *in;
    const struct report_part *part;
    size_t keys[8];
    size_t turned;
    size_t places[MOST_PLACES]; /* rows of in with those values */
    size_t n_places;
};

static bool same_keys(const struct pivot *p, size_t a, size_t b)
{
    for (size_t i = 0; i < p->part->n_columns; i++) {
        if (!same(at(p->in, a, p->keys[i]), at(p->in, b, p->keys[i])))
            return false;
    }
    return true;
}

static size_t place_of(const struct pivot *p, size_t row)
{
    size_t i = 0;
    while (i < p->n_places && !same(at(p->in, p->places[i], p->turned), at(p->in, row, p->turned)))
        i++;
    return i;
}

/* The row of out for the keys of a row of in; a new one while there is room. */
static size_t group_of(const struct pivot *p, struct table *out, size_t *firsts, size_t row)
{
    for (size_t g = out->n_rows; g-- > 0;) { /* the last group is the likely one */
        if (same_keys(p, firsts[g], row))
            return g;
    }
    if (out->n_rows == MOST_GROUPS)
        return MOST_GROUPS;
    firsts[out->n_rows] = row;
    struct cell *cells = table_row(out);
    for (size_t i = 0; i < p->part->n_columns; i++)
        cells[i] = *at(p->in, row, p->keys[i]);
    for (size_t i = 0; i < p->n_places; i++)
        cells[p->part->n_columns + i] = cell_na(out, "undefined, or not recorded");
    return out->n_rows - 1;
}

/* "step 3", "k = 4"; texts name themselves. */
static const char *place_name(struct arena *a, const char *turned, const struct cell *c)
{
    if (c->kind == CELL_TEXT)
        return c->text;
    return arena_printf(a, "%s %s%s", turned, turned[1] == '\0' ? "= " : "", number_text(a, c));
}

static void name_columns(struct report_job *j, const struct pivot *p, struct table *out)
{
    size_t n = p->part->n_columns + p->n_places;
    struct table_column *columns = arena_array(j->arena, n, sizeof(*columns));
    for (size_t i = 0; i < p->part->n_columns; i++) {
        const struct part_column *c = &p->part->columns[i];
        columns[i].name = c->heading != NULL ? c->heading : c->name;
    }
    for (size_t i = 0; i < p->n_places; i++)
        columns[p->part->n_columns + i].name =
            place_name(j->arena, p->part->turned, at(p->in, p->places[i], p->turned));
    table_init(out, j->arena, p->in->schema, columns, n);
}

static bool has_value(const struct table *in, size_t row, const struct report_part *part)
{
    const struct cell *c = at(in, row, job_column(in, part->value.name));
    return c->kind != CELL_NA && !(c->kind == CELL_REAL && isnan(c->real));
}

struct table job_pivot(struct report_job *j, const struct table *in, const struct report_part *part)
{
    struct table out;
    struct pivot p = { .in = in, .part = part, .turned = job_column(in, part->turned) };
    size_t left = 0;
    size_t *firsts = arena_array(j->arena, MOST_GROUPS, sizeof(*firsts));
    for (size_t i = 0; i < part->n_columns; i++)
        p.keys[i] = job_column(in, part->columns[i].name);
    /* First, last, and evenly between. */
    size_t *rows = arena_array(j->arena, MOST_VALUES, sizeof(*rows));
    size_t n = distinct(p.in, p.turned, rows);
    size_t most = p.part->value.low != NULL ? MOST_INTERVALS : MOST_PLACES;
    p.n_places = n < most ? n : most;
    for (size_t i = 0; i < p.n_places; i++)
        p.places[i] = n <= most ? rows[i] : rows[i * (n - 1) / (most - 1)];
    name_columns(j, &p, &out);
    for (size_t r = 0; r < in->n_rows; r++) {
        size_t place = place_of(&p, r);
        if (!has_value(in, r, part) || !is_kept(j, in, &in->cells[r * in->n_columns], part))
            continue;
        size_t group = place < p.n_places ? group_of(&p, &out, firsts, r) : 0;
        if (place == p.n_places || group == MOST_GROUPS) {
            left++;
            continue;
        }
        out.cells[group * out.n_columns + part->n_columns + place] =
            value_cell(&out, in, r, &part->value);
    }
    job_copy_notes(j, &out, in, part);
    if (left > 0)
        table_note(&out, "%zu values more are printed by \"rollbook %s\".", left,
                   job_command(j, part));
    return out;
}

static bool is_asked_about(const struct report_job *j, const struct report_part *p, size_t run)
{
    return !p->judged || (j->study->runs[run].n_rollouts > 0 && study_is_judged(j->study, run));
}

/* The runs that the part asks about, of all strategies (0) or one of the plan's (1, 2).  With no
 * judged run all are asked about, so that the kind says why. */
struct name_list job_asked_runs(struct report_job *j, const struct report_part *p, size_t strategy)
{
    const struct study *s = j->study;
    const char **names = arena_array(j->arena, s->n_runs + 1, sizeof(*names));
    const char **unjudged = arena_array(j->arena, s->n_runs + 1, sizeof(*unjudged));
    size_t n = 0, n_unjudged = 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        if (strategy > 0 && strcmp(s->runs[i].strategy, j->plan->strategies[strategy - 1]) != 0)
            continue;
        if (is_asked_about(j, p, i))
            names[n++] = s->runs[i].name;
        else
            unjudged[n_unjudged++] = s->runs[i].name;
    }
    return n > 0 ? (struct name_list){ names, n } : (struct name_list){ unjudged, n_unjudged };
}

/* The part's options, which name the runs of the plan's strategies where the part says so. */
static const void *part_options(struct report_job *j, const struct report_part *p)
{
    const struct option_set *set = &p->table->options;
    if (p->n_named == 0 || j->study == NULL)
        return p->options;
    char *out = arena_alloc(j->arena, set->size);
    memcpy(out, p->options != NULL ? p->options : set->standard, set->size);
    for (size_t i = 0; i < p->n_named; i++)
        *(struct name_list *)(void *)(out + p->named[i]) = job_asked_runs(j, p, i + 1);
    return out;
}

const char *job_command(struct report_job *j, const struct report_part *p)
{
    CLEANUP(buf_release) struct buf text = { 0 };
    const char *const *words;
    if (p->table == NULL)
        return arena_printf(j->arena, "rows %s", p->rows);
    size_t n = table_words(p->table, part_options(j, p), j->arena, &words);
    for (size_t i = 0; i < n; i++) {
        buf_puts(&text, i > 0 ? " " : "");
        shell_put_word(&text, words[i]);
    }
    return arena_strdup(j->arena, buf_text(&text));
}

int job_ask(struct report_job *j, const struct report_part *p, struct table *out, struct err *err)
{
    if (p->table == NULL)
        return row_table_of(j->figures.db, p->rows, j->subject_id, j->arena, out, err);
    const struct table_input in = { .db = j->figures.db,
                                    .arena = j->arena,
                                    .runs = job_asked_runs(j, p, p->strategy),
                                    .baseline = j->o->baseline,
                                    .baseline_hardware = j->o->baseline_hardware,
                                    .study = j->study,
                                    .memo = j->figures.memo };
    return table_make(p->table, &in, part_options(j, p), out, err);
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

/* The caption, with the kinds of interval of the rows that are shown. */
static const char *caption_of(const struct report_job *j, const struct table *in,
                              const struct report_part *p)
{
    static const char place[] = "{interval}";
    const char *at = strstr(p->text, place);
    struct plot_kinds kinds = { .n = 0 };
    if (at == NULL)
        return p->text;
    for (size_t r = 0; r < in->n_rows; r++) {
        if (is_kept(j, in, in->cells + r * in->n_columns, p))
            plot_kinds_add(&kinds, in, r);
    }
    return arena_printf(j->arena, "%.*s%s%s", (int)(at - p->text), p->text,
                        plot_kinds_text(&kinds, j->arena), at + sizeof(place) - 1);
}

void job_table(struct report_job *j, const struct report_part *p)
{
    struct table in = { 0 };
    struct err err = { 0 };
    int *decimals = NULL;
    int rc = job_ask(j, p, &in, &err);
    /* All other errors end the report. */
    if (rc < 0 && !(rc == ERR_NODATA || rc == ERR_NOMATCH || rc == ERR_USAGE)) {
        j->failed = err;
        return;
    }
    if (rc < 0) {
        job_not_available(j, caption_of(j, &in, p), err.msg);
        return;
    }
    struct table t = { 0 };
    for (size_t i = 0; i < j->study->n_runs; i++) {
        if (!is_asked_about(j, p, i))
            table_left_out(&in, "run %s: left out, %s", j->study->runs[i].name,
                           j->study->runs[i].n_rollouts == 0 ? "no scored rollout"
                                                             : study_why_unjudged(j->study, i));
    }
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
        job_not_available(j, caption_of(j, &in, p), "there is no row");
        return;
    }
    doc_table(j->doc, &t, decimals, caption_of(j, &in, p));
    job_explain(j, table_shape_explaining(in.schema));
    if (p->table != NULL)
        note_once(j->asked, &j->n_asked, job_command(j, p));
    else
        note_once(j->queried, &j->n_queried, p->rows);
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
