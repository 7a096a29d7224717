/* figure_memo_test.c - a figure does not depend on what its source built before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

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
    const struct figure_entry *all = figure_all(&n);
    load(&shared);
    for (size_t i = n; i-- > 0;) {
        struct opened fresh = { .db = shared.db };
        figure_source_init(&fresh.source, shared.db, NULL);
        fresh.source.replicates = shared.source.replicates;
        load(&fresh);
        n_drawn += is_same(&shared.source, &fresh.source, &all[i]);
        figure_source_release(&fresh.source);
        arena_release(&fresh.arena);
    }
    assert_true(n_drawn > n / 2);
    close_study(&shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_figures_are_the_same_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
