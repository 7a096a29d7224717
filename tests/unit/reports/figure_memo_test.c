/*
 * figure_memo_test.c - what holds for every figure: it does not depend on what its source built
 * before, its points are whole, and a name looks the same wherever it stands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "reports/figure/figures.h"
#include "src/store/db.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "figure_memo_test.db"

static const struct fixture small = { 2, 3, 16, 8, 2, 0.7, "complete", "complete", "", false };

struct opened {
    struct db *db;
    struct arena arena;
    struct figure_source source;
};

static struct opened open_study(const struct fixture *f)
{
    struct opened o = { .db = NULL };
    struct err err = { 0 };
    unlink(DB);
    fixture_write(DB, f);
    fixture_check(db_open(DB, DB_READ, &o.db, &err), &err);
    figure_source_init(&o.source, o.db, NULL);
    o.source.replicates = 50;
    return o;
}

static void load(struct opened *o)
{
    struct err err = { 0 };
    const struct study *study;
    const struct provenance *provenance;
    o->source.arena = &o->arena;
    fixture_check(figure_source_study(&o->source, &study, &err), &err);
    fixture_check(figure_source_provenance(&o->source, &provenance, &err), &err);
}

static void close_study(struct opened *o)
{
    figure_source_release(&o->source);
    arena_release(&o->arena);
    db_close(o->db);
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
}

/* Both give the same caption, points and numbers, or fail alike. */
static bool is_same(struct figure_source *shared, struct figure_source *fresh,
                    const struct figure_entry *entry)
{
    struct figure_model one, other;
    struct err err = { 0 }, other_err = { 0 };
    int rc = figure_build(entry, fresh, &one, &err);
    assert_int_equal(figure_build(entry, shared, &other, &other_err), rc);
    assert_string_equal(other_err.msg, err.msg);
    if (rc < 0)
        return false;
    assert_string_equal(other.caption, one.caption);
    assert_int_equal(other.points.n_rows, one.points.n_rows);
    assert_int_equal(other.n_panels, one.n_panels);
    for (size_t i = 0; i < one.points.n_rows * one.points.n_columns; i++) {
        const struct cell *a = &one.points.cells[i], *b = &other.points.cells[i];
        assert_int_equal(b->kind, a->kind);
        if (a->kind == CELL_REAL)
            assert_memory_equal(&b->real, &a->real, sizeof(double));
    }
    return true;
}

static void all_figures_are_the_same_in_any_order(void **state)
{
    (void)state;
    struct opened shared = open_study(&small);
    size_t n, n_drawn = 0;
    const struct figure_entry *const *all = figure_all(&n);
    load(&shared);
    for (size_t i = n; i-- > 0;) {
        struct opened fresh = { .db = shared.db };
        figure_source_init(&fresh.source, shared.db, NULL);
        fresh.source.replicates = shared.source.replicates;
        load(&fresh);
        n_drawn += is_same(&shared.source, &fresh.source, all[i]);
        figure_source_release(&fresh.source);
        arena_release(&fresh.arena);
    }
    assert_true(n_drawn > n / 2);
    close_study(&shared);
}

/* Two pairs of runs of best-of-n that differ in k alone, with runs of ttt between them. */
static struct opened open_ablated(void)
{
    static const struct fixture four = { 4, 2, 8, 4, 1, 0.7, "complete", "complete", "", false };
    struct opened o = open_study(&four);
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(DB, &handle), SQLITE_OK);
    static const char changes[] =
        "UPDATE run SET k = 6 WHERE name IN ('bon-43', 'bon-45', 'ttt-43');"
        "UPDATE run SET temperature = 0.5 WHERE name IN ('bon-44', 'bon-45');";
    assert_int_equal(sqlite3_exec(handle, changes, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
    return o;
}

static bool is_same_style(const struct line_style *a, const struct line_style *b)
{
    return memcmp(&a->colour, &b->colour, sizeof a->colour) == 0 && a->dash == b->dash &&
           a->marker == b->marker && a->hollow == b->hollow;
}

/* How many pairs of marks have a name in common. */
static size_t compare_styles(const struct figure_model *m, const struct fig_mark *mark)
{
    size_t n_pairs = 0;
    for (size_t p = 0; p < m->n_panels; p++) {
        for (size_t i = 0; i < m->panels[p]->n_marks; i++) {
            const struct fig_mark *other = m->panels[p]->marks[i];
            if (other == mark || other->name == NULL || strcmp(other->name, mark->name) != 0)
                continue;
            if (!is_same_style(&other->style, &mark->style))
                fail_msg("%s: \"%s\" has two looks", m->name, mark->name);
            n_pairs++;
        }
    }
    return n_pairs;
}

static void a_name_looks_the_same_wherever_it_stands(void **state)
{
    (void)state;
    struct opened o = open_ablated();
    size_t n, n_pairs = 0;
    const struct figure_entry *const *all = figure_all(&n);
    load(&o);
    for (size_t f = 0; f < n; f++) {
        struct figure_model m;
        struct err err = { 0 };
        if (figure_build(all[f], &o.source, &m, &err) < 0)
            continue;
        for (size_t p = 0; p < m.n_panels; p++)
            for (size_t i = 0; i < m.panels[p]->n_marks; i++)
                if (m.panels[p]->marks[i]->name != NULL)
                    n_pairs += compare_styles(&m, m.panels[p]->marks[i]);
    }
    assert_true(n_pairs > 0);
    close_study(&o);
}

static void each_point_has_a_value_or_a_reason_in_every_column(void **state)
{
    (void)state;
    struct opened o = open_study(&small);
    size_t n, n_rows = 0;
    const struct figure_entry *const *all = figure_all(&n);
    load(&o);
    for (size_t f = 0; f < n; f++) {
        struct figure_model m;
        struct err err = { 0 };
        if (figure_build(all[f], &o.source, &m, &err) < 0)
            continue;
        n_rows += m.points.n_rows;
        for (size_t i = 0; i < m.points.n_rows * m.points.n_columns; i++)
            if (m.points.cells[i].kind == CELL_NA && m.points.cells[i].text == NULL)
                fail_msg("%s: row %zu has no %s", m.name, i / m.points.n_columns,
                         m.points.columns[i % m.points.n_columns].name);
    }
    assert_true(n_rows > 0);
    close_study(&o);
}

/* 16 samples a task. */
static void curves_over_samples_stand_at_half_octaves(void **state)
{
    (void)state;
    struct opened o = open_study(&small);
    struct figure_model m;
    struct err err = { 0 };
    double last = 0;
    load(&o);
    fixture_check(figure_build(figure_find("scaling"), &o.source, &m, &err), &err);
    for (size_t i = 0; i < m.points.n_rows; i++) {
        const struct cell *c = m.points.cells + i * m.points.n_columns;
        if (strcmp(c[0].text, m.points.cells[0].text) != 0 || strcmp(c[1].text, "pass") != 0)
            continue;
        if (last > 0)
            assert_true(fabs(c[2].real / last - sqrt(2)) < 1e-9);
        else
            assert_true(c[2].real <= 1);
        last = c[2].real;
    }
    assert_true(fabs(last - 16) < 1e-9);
    close_study(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_figures_are_the_same_in_any_order),
        cmocka_unit_test(a_name_looks_the_same_wherever_it_stands),
        cmocka_unit_test(each_point_has_a_value_or_a_reason_in_every_column),
        cmocka_unit_test(curves_over_samples_stand_at_half_octaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
