/*
 * report_pivot.c - a long table turned: the values of one column stand side by side.
 */
#include <math.h>
#include <string.h>

#include "reports/report/report_job.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/table/table.h"

#define MOST_PLACES    9
#define MOST_INTERVALS 6 /* with intervals */
#define MOST_VALUES    4000
#define MOST_GROUPS    300

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

/* First, last, and evenly between. */
static void choose_places(struct pivot *p, struct arena *a)
{
    size_t *rows = arena_array(a, MOST_VALUES, sizeof(*rows));
    size_t n = distinct(p->in, p->turned, rows);
    size_t most = p->part->value.low != NULL ? MOST_INTERVALS : MOST_PLACES;
    p->n_places = n < most ? n : most;
    for (size_t i = 0; i < p->n_places; i++)
        p->places[i] = n <= most ? rows[i] : rows[i * (n - 1) / (most - 1)];
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
    choose_places(&p, j->arena);
    name_columns(j, &p, &out);
    for (size_t r = 0; r < in->n_rows; r++) {
        size_t place = place_of(&p, r);
        if (!has_value(in, r, part))
            continue;
        size_t group = place < p.n_places ? group_of(&p, &out, firsts, r) : 0;
        if (place == p.n_places || group == MOST_GROUPS) {
            left++;
            continue;
        }
        out.cells[group * out.n_columns + part->n_columns + place] =
            value_cell(&out, in, r, &part->value);
    }
    job_copy_notes(&out, in, part, job_command(j, part));
    if (left > 0)
        table_note(&out, "%zu values more are printed by \"rollbook %s\".", left,
                   job_command(j, part));
    return out;
}
