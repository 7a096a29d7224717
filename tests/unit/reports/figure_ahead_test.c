/*
 * figure_ahead_test.c - figures built beside each other say what they say alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reports/figure/figure_ahead.h"
#include "reports/figure/figures.h"
#include "src/store/db.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "figure_ahead_test.db"

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

/* Both say the same in caption, points and numbers, or fail alike. */
static void assert_same(struct figure_source *s, struct figure_ahead *ahead,
                        const struct figure_entry *entry)
{
    struct figure_model alone;
    const struct figure_model *beside;
    struct err err = { 0 }, ahead_err = { 0 };
    int rc = figure_build(entry, s, &alone, &err);
    assert_int_equal(figure_ahead_take(ahead, entry, &beside, &ahead_err), rc);
    assert_string_equal(ahead_err.msg, err.msg);
    if (rc < 0)
        return;
    assert_string_equal(beside->caption, alone.caption);
    assert_int_equal(beside->points.n_rows, alone.points.n_rows);
    assert_int_equal(beside->n_panels, alone.n_panels);
    for (size_t i = 0; i < alone.points.n_rows * alone.points.n_columns; i++) {
        const struct cell *a = &alone.points.cells[i], *b = &beside->points.cells[i];
        assert_int_equal(b->kind, a->kind);
        if (a->kind == CELL_REAL)
            assert_memory_equal(&b->real, &a->real, sizeof(double));
    }
}

static void check_all(bool lend)
{
    struct opened o = open_study(&small);
    size_t n;
    const struct figure_entry *all = figure_all(&n);
    const struct figure_entry *entries[40];
    assert_true(n <= 40);
    load(&o);
    for (size_t i = 0; i < n; i++)
        entries[i] = &all[i];
    struct figure_ahead *ahead = figure_ahead_start(&o.source, entries, n, lend);
    figure_ahead_reclaim(ahead);
    for (size_t i = n; i-- > 0;) /* the last first: those before are built meanwhile */
        assert_same(&o.source, ahead, entries[i]);
    figure_ahead_end(ahead);
    close_study(&o);
}

static void all_figures_are_the_same_in_any_order(void **state)
{
    (void)state;
    check_all(false);
}

static void others_may_query_what_is_lent(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++)
        check_all(true);
}

static void what_nobody_takes_is_freed(void **state)
{
    (void)state;
    struct opened o = open_study(&small);
    const struct figure_entry *entries[] = { figure_find("scaling"), figure_find("fast-p"),
                                             figure_find("failures") };
    load(&o);
    figure_ahead_end(figure_ahead_start(&o.source, entries, 3, true));
    figure_ahead_end(figure_ahead_start(&o.source, entries, 0, true));
    figure_ahead_reclaim(NULL);
    figure_ahead_end(NULL);
    close_study(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_figures_are_the_same_in_any_order),
        cmocka_unit_test(others_may_query_what_is_lent),
        cmocka_unit_test(what_nobody_takes_is_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
