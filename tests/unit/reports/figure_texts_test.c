/*
 * figure_texts_test.c - what every figure shows of studies of odd shapes, as a text: panels with
 * their axes and marks, points, numbers and captions, held to what was approved.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "reports/figure/figures.h"
#include "src/base/buf.h"
#include "src/store/db.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "figure_texts_test.db"

/* A thousand times, so that what approved.h tolerates is little of a share. */
static void put_number(struct buf *out, double v)
{
    if (isnan(v))
        buf_puts(out, " NA");
    else if (isinf(v))
        buf_puts(out, v > 0 ? " inf" : " -inf");
    else
        buf_printf(out, fabs(v) < 1e6 ? " %.2f" : " %.6e", 1000 * v);
}

/* Some of the values, and the sum of those that are finite. */
static void put_values(struct buf *out, const char *name, const double *v, size_t n)
{
    double sum = 0;
    size_t finite = 0;
    if (v == NULL)
        return;
    buf_printf(out, " %s", name);
    for (size_t i = 0; i < n; i++) {
        if (i < 3 || i + 1 == n)
            put_number(out, v[i]);
        sum += isfinite(v[i]) ? v[i] : 0;
        finite += isfinite(v[i]) ? 1 : 0;
    }
    buf_printf(out, " %zu:", finite);
    put_number(out, sum);
}

static unsigned byte_of(double share)
{
    return (unsigned)(255 * share + 0.5);
}

/* What is not 0. */
static void put_setting(struct buf *out, const char *name, double v)
{
    if (v < 0 || v > 0)
        buf_printf(out, " %s %.2f", name, v);
}

static void put_mark(struct buf *out, const struct fig_mark *k)
{
    const struct line_style *s = &k->style;
    buf_printf(out, " mark %d n %zu '%s' #%02x%02x%02x", (int)k->kind, k->n,
               k->name == NULL ? "" : k->name, byte_of(s->colour.r), byte_of(s->colour.g),
               byte_of(s->colour.b));
    put_setting(out, "width", s->width);
    put_setting(out, "dash", (double)s->dash);
    put_setting(out, "marker", (double)s->marker);
    put_setting(out, "hollow", s->hollow ? 1 : 0);
    put_setting(out, "radius", k->radius);
    put_setting(out, "opacity", k->opacity);
    put_setting(out, "size", k->size);
    put_setting(out, "jitter", k->jitter);
    put_setting(out, "align", (double)k->align);
    put_setting(out, "plain", k->plain ? 1 : 0);
    put_values(out, "x", k->x, k->n);
    put_values(out, "y", k->y, k->n);
    put_values(out, "low", k->low, k->n);
    put_values(out, "high", k->high, k->n);
    put_values(out, "value", k->value, 5 * k->n);
    for (size_t i = 0; k->texts != NULL && i < k->n && i < 6; i++)
        buf_printf(out, " [%s]", k->texts[i] == NULL ? "" : k->texts[i]);
    if (k->kind == DRAW_HEAT)
        buf_printf(out, " scale %.3f %.3f", k->scale_lo, k->scale_hi);
}

static void put_axis(struct buf *out, const char *name, const struct axis *a)
{
    buf_printf(out, " %s: scale %d %.4g to %.4g '%s' numbers %d%s%s;", name, (int)a->scale, a->lo,
               a->hi, a->label == NULL ? "" : a->label, (int)a->numbers,
               a->no_tick_labels ? " no labels" : "", a->no_ticks ? " no ticks" : "");
}

/* With its marks on one line. */
static void put_panel(struct buf *out, const struct fig_panel *p)
{
    buf_printf(out, " panel '%s' corner '%s' na '%s'%s", p->title == NULL ? "" : p->title,
               p->corner == NULL ? "" : p->corner, p->na == NULL ? "" : p->na,
               p->bare ? " bare" : "");
    put_setting(out, "key", (double)p->key);
    put_setting(out, "height", p->height);
    put_setting(out, "row height", p->row_height);
    put_axis(out, "x", &p->x);
    put_axis(out, "y", &p->y);
    for (size_t i = 0; i < p->n_rows; i++)
        buf_printf(out, " row %s/%s", p->rows[i], p->row_notes == NULL ? "" : p->row_notes[i]);
    for (size_t i = 0; i < p->n_columns; i++)
        buf_printf(out, " column %s", p->columns[i]);
    for (size_t i = 0; i < p->n_marks; i++)
        put_mark(out, p->marks[i]);
    buf_putc(out, '\n');
}

/* On one line the first two rows and the last, and of each column the sum and the length of its
 * texts. */
static void put_points(struct buf *out, const struct table *t)
{
    for (size_t r = 0; r < t->n_rows; r++) {
        if (r >= 2 && r + 1 < t->n_rows)
            continue;
        for (size_t c = 0; c < t->n_columns; c++) {
            const struct cell *cell = &t->cells[r * t->n_columns + c];
            buf_puts(out, " |");
            if (cell->kind == CELL_REAL)
                put_number(out, cell->real);
            else if (cell->kind == CELL_INT || cell->kind == CELL_BOOL)
                buf_printf(out, " %lld", (long long)cell->i);
            else
                buf_printf(out, " %s%s", cell->kind == CELL_NA ? "NA: " : "",
                           cell->text == NULL ? "" : cell->text);
        }
    }
    for (size_t c = 0; c < t->n_columns; c++) {
        double sum = 0;
        size_t n = 0, length = 0;
        for (size_t r = 0; r < t->n_rows; r++) {
            const struct cell *cell = &t->cells[r * t->n_columns + c];
            double v = cell->kind == CELL_REAL  ? cell->real
                       : cell->kind == CELL_INT ? (double)cell->i
                                                : (double)NAN;
            n += isfinite(v) ? 1 : 0;
            sum += isfinite(v) ? v : 0;
            length += cell->kind == CELL_TEXT || cell->kind == CELL_NA ? strlen(cell->text) : 0;
        }
        buf_printf(out, "%s %s: %zu of %zu, %zu", c == 0 ? " columns" : ",", t->columns[c].name, n,
                   t->n_rows, length);
        put_number(out, sum);
    }
    buf_puts(out, t->n_columns > 0 ? "\n" : "");
}

static void put_figure(struct buf *out, const struct figure_model *m)
{
    buf_printf(out, " least width %.1f share %d %d\n", m->least_width, m->share_x, m->share_y);
    for (size_t i = 0; i < m->n_panels; i++)
        put_panel(out, m->panels[i]);
    put_points(out, &m->points);
    for (size_t i = 0; i < m->n_numbers; i++) {
        const struct figure_number *n = &m->numbers[i];
        buf_printf(out, "%s %s", i == 0 ? " numbers" : ",", n->name);
        put_number(out, n->value);
        buf_printf(out, "%s%s%s%s", n->unit[0] == '\0' ? "" : " ", n->unit,
                   n->reason == NULL ? "" : " ", n->reason == NULL ? "" : n->reason);
    }
    buf_puts(out, m->n_numbers > 0 ? "\n" : "");
    buf_printf(out, " caption %s\n", m->caption);
}

/* The sums of all marks of a panel, and its reason. */
static void put_panel_in_short(struct buf *out, const struct fig_panel *p)
{
    buf_printf(out, " panel '%s' na '%s' rows %zu columns %zu", p->title == NULL ? "" : p->title,
               p->na == NULL ? "" : p->na, p->n_rows, p->n_columns);
    put_axis(out, "x", &p->x);
    put_axis(out, "y", &p->y);
    buf_puts(out, p->n_marks > 0 ? " marks" : "");
    for (size_t i = 0; i < p->n_marks; i++) {
        const struct fig_mark *k = p->marks[i];
        const double *const values[] = { k->x, k->y, k->low, k->high };
        buf_printf(out, "; %d '%s' n %zu", (int)k->kind, k->name == NULL ? "" : k->name, k->n);
        for (size_t v = 0; v < 4; v++) {
            double sum = 0;
            for (size_t at = 0; values[v] != NULL && at < k->n; at++)
                sum += isfinite(values[v][at]) ? values[v][at] * (double)(1 + at % 3) : 0;
            put_number(out, sum);
        }
    }
    buf_putc(out, ';');
}

/* On one line. */
static void put_in_short(struct buf *out, const struct figure_model *m)
{
    for (size_t i = 0; i < m->n_panels; i++)
        put_panel_in_short(out, m->panels[i]);
    buf_printf(out, " points %zu, numbers %zu", m->points.n_rows, m->n_numbers);
    for (size_t i = 0; i < m->n_numbers; i++) {
        if (m->numbers[i].reason != NULL)
            buf_printf(out, ", %s NA %s", m->numbers[i].name, m->numbers[i].reason);
        else if (i < 3)
            put_number(out, m->numbers[i].value);
    }
    buf_printf(out, "; caption %s\n", m->caption);
}

static void put_caption(struct buf *out, const struct figure_model *m)
{
    buf_printf(out, " caption %s\n", m->caption);
}

typedef void put_model(struct buf *out, const struct figure_model *m);

/* Of all figures, or of one alone. */
static void check_as(put_model *put, const char *only, const char *name, const struct fixture *f,
                     const char *changes)
{
    struct figure_source source;
    struct arena arena = { 0 };
    struct buf out = { 0 };
    struct err err = { 0 };
    struct db *db = NULL;
    const struct study *study;
    const struct provenance *provenance;
    size_t n;
    const struct figure_entry *const *all = figure_all(&n);
    fixture_write(DB, f);
    if (changes != NULL) {
        sqlite3 *handle;
        assert_int_equal(sqlite3_open(DB, &handle), SQLITE_OK);
        assert_int_equal(sqlite3_exec(handle, changes, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(handle);
    }
    fixture_check(db_open(DB, DB_READ, &db, &err), &err);
    figure_source_init(&source, db, NULL);
    source.replicates = 20;
    source.arena = &arena;
    fixture_check(figure_source_study(&source, &study, &err), &err);
    fixture_check(figure_source_provenance(&source, &provenance, &err), &err);
    for (size_t i = 0; i < n; i++) {
        struct figure_model m;
        if (only != NULL && strcmp(all[i]->name, only) != 0)
            continue;
        err = (struct err){ 0 };
        int rc = figure_build(all[i], &source, &m, &err);
        buf_printf(&out, "-- %s of %s: %d %s.%s", all[i]->name, name, rc, err.msg,
                   rc == 0 ? "" : "\n");
        if (rc == 0)
            put(&out, &m);
    }
    figure_source_release(&source);
    arena_release(&arena);
    db_close(db);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
    approved_check(name, &out);
    buf_release(&out);
}

/* Each rollout has one of five texts. */
#define CODE                                                                                       \
    "INSERT INTO blob (sha256, kind, bytes, text) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "     \
    "SELECT i + 1 FROM n LIMIT 5) SELECT printf('%064d', i), 'code', 40 + i, "                     \
    "printf('__global__ void f(float *x) { x[%d] = %*d; }', i, i, i) FROM n;"                      \
    "UPDATE rollout SET code_blob_id = 1 + rollout_id * rollout_id % 5;"

static void two_methods_of_two_seeds(void **state)
{
    static const struct fixture f = { 2, 2, 8, 4, 2, 0.7, "complete", "complete", "", false };
    (void)state;
    check_as(put_figure, NULL, "figures_pair", &f, CODE FIXTURE_TIMED);
}

static void nothing_is_correct(void **state)
{
    static const struct fixture f = { 1, 2, 4, 2, 1, 0, "complete", "complete", "", true };
    (void)state;
    check_as(put_in_short, NULL, "figures_hopeless", &f, NULL);
}

static void one_sample(void **state)
{
    static const struct fixture f = { 1, 1, 1, 0, 0, 1, "complete", "complete", "", false };
    (void)state;
    check_as(put_in_short, NULL, "figures_one", &f, NULL);
}

/* More runs, and settings that differ, of which one run has no rollout that was scored. */
static void many_runs_that_differ(void **state)
{
    static const struct fixture f = { 5, 3, 3, 2, 3, 0.6, "complete", "complete", "", false };
    (void)state;
    check_as(
        put_in_short, NULL, "figures_many", &f,
        "UPDATE run SET k = 6 WHERE name IN ('bon-43', 'bon-45', 'ttt-43');"
        "UPDATE run SET temperature = 0.5 WHERE name IN ('bon-44', 'bon-45');"
        "UPDATE run SET status = 'interrupted' WHERE name = 'ttt-46';"
        "DELETE FROM measurement WHERE evaluation_id IN (SELECT evaluation_id FROM evaluation e "
        "JOIN rollout r USING (rollout_id) JOIN run USING (run_id) WHERE run.name = 'bon-46');" CODE
            FIXTURE_TIMED);
}

/* What captions say of runs that are more than there are lines for. */
static void more_runs_than_lines(void **state)
{
    static const struct fixture f = { 12, 1, 2, 1, 2, 0.7, "complete", "complete", "", false };
    (void)state;
    check_as(put_caption, NULL, "captions_cut", &f, CODE FIXTURE_TIMED);
}

/* Settings of three strategies, the last of which comes behind several runs of both others. */
static void settings_of_three_strategies(void **state)
{
    static const struct fixture f = { 5, 2, 2, 2, 2, 0.6, "complete", "complete", "", false };
    (void)state;
    check_as(put_figure, "ablation", "ablation_strategies", &f,
             "UPDATE run SET k = 6 WHERE name IN ('bon-43', 'ttt-43', 'ttt-46');"
             "UPDATE run SET strategy = 'replay' WHERE name IN ('ttt-45', 'ttt-46');");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_methods_of_two_seeds),
        cmocka_unit_test(nothing_is_correct),
        cmocka_unit_test(one_sample),
        cmocka_unit_test(many_runs_that_differ),
        cmocka_unit_test(more_runs_than_lines),
        cmocka_unit_test(settings_of_three_strategies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
