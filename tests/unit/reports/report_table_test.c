/*
 * report_table_test.c - from the table of a command to the one on a page.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reports/report/report_job.h"
#include "src/base/mem.h"
#include "src/table/table.h"

static const struct table_column columns[] = { { "run", 0 }, { "step", 0 }, { "share", 4 },
                                               { "low", 4 }, { "high", 4 }, { "example", 0 } };

/* The share of run r at step s is (10 r + s) / 100. */
static struct table sample(struct arena *a, int n_steps)
{
    struct table t;
    table_init(&t, a, "rollbook.test/1", columns, ARRAY_LEN(columns));
    for (int r = 0; r < 2; r++) {
        for (int s = 0; s < n_steps; s++) {
            struct cell *c = table_row(&t);
            double share = (10 * r + s) / 100.0;
            c[0] = cell_text(&t, r == 0 ? "a" : "b");
            c[1] = cell_int(s);
            c[2] = cell_real(share);
            c[3] = cell_real(share - 0.01);
            c[4] = cell_real(share + 0.01);
            c[5] = cell_na(&t, "no message");
        }
    }
    return t;
}

static void columns_are_chosen_scaled_and_joined(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct report_job j = { .arena = &a };
    static const struct part_column chosen[] = {
        { .name = "run" },
        { .name = "share", .heading = "%", .style = SHOW_PERCENT, .decimals = 1 },
        { .name = "low", .heading = "95%", .style = SHOW_PERCENT_INTERVAL, .high = "high" },
    };
    struct report_part part = { .columns = chosen, .n_columns = 3, .only = "run", .is = "b" };
    struct table in = sample(&a, 2);
    int *decimals;
    struct table out = job_select(&j, &in, &part, &decimals);
    assert_int_equal(out.n_rows, 2);
    assert_string_equal(out.columns[1].name, "%");
    assert_string_equal(out.cells[0].text, "b");
    assert_true(fabs(out.cells[1].real - 10) < 1e-9);
    assert_string_equal(out.cells[2].text, "[9, 11]");
    assert_int_equal(decimals[1], 1);
    arena_release(&a);
}

static void a_column_without_values_becomes_a_remark(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct report_job j = { .arena = &a };
    static const struct part_column chosen[] = { { .name = "run" }, { .name = "example" } };
    struct report_part part = { .columns = chosen, .n_columns = 2 };
    struct table in = sample(&a, 1);
    int *decimals;
    struct table out = job_select(&j, &in, &part, &decimals);
    assert_int_equal(out.n_columns, 1);
    assert_int_equal(out.n_notes, 1);
    assert_string_equal(out.notes[0], "example: NA in every row, no message.");
    arena_release(&a);
}

static void long_tables_are_cut_and_say_so(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct report_job j = { .arena = &a };
    static const struct part_column chosen[] = { { .name = "step" } };
    struct report_part part = { .source = "analyze test", .columns = chosen, .n_columns = 1 };
    struct table in = sample(&a, 200);
    int *decimals;
    struct table out = job_select(&j, &in, &part, &decimals);
    assert_int_equal(out.n_rows, 300);
    assert_non_null(strstr(out.notes[0], "other 100"));
    arena_release(&a);
}

static void values_stand_side_by_side(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct report_job j = { .arena = &a };
    static const struct part_column keys[] = { { .name = "run" } };
    struct report_part part = { .source = "analyze test",
                                .columns = keys,
                                .n_columns = 1,
                                .turned = "step",
                                .value = { .name = "share", .low = "low", .high = "high" } };
    struct table in = sample(&a, 3);
    struct table out = job_pivot(&j, &in, &part);
    assert_int_equal(out.n_rows, 2);
    assert_int_equal(out.n_columns, 4);
    assert_string_equal(out.columns[3].name, "step 2");
    assert_string_equal(out.cells[4].text, "b");
    assert_string_equal(out.cells[7].text, "0.12 [0.11;0.13]");
    arena_release(&a);
}

static void of_many_values_the_ends_and_some_between_are_shown(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct report_job j = { .arena = &a };
    static const struct part_column keys[] = { { .name = "run" } };
    struct report_part part = { .source = "analyze test",
                                .columns = keys,
                                .n_columns = 1,
                                .turned = "step",
                                .value = { .name = "share" } };
    struct table in = sample(&a, 50);
    struct table out = job_pivot(&j, &in, &part);
    assert_int_equal(out.n_columns, 10);
    assert_string_equal(out.columns[1].name, "step 0");
    assert_string_equal(out.columns[9].name, "step 49");
    assert_non_null(strstr(out.notes[0], "82 values more"));
    arena_release(&a);
}

/* As on a terminal: what is left out by cause, the reading, and each warning once in the document.
 */
static void remarks_are_those_of_a_terminal(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct report_job j = { .arena = &a };
    struct report_part part = { .source = "" };
    struct table from = sample(&a, 1), to = sample(&a, 1), next = sample(&a, 1);
    table_left_out(&from, "run %s: %d tasks are left out", "a", 1);
    for (int i = 0; i < 30; i++)
        table_note(&from, "note %d", i);
    table_left_out(&from, "run %s: %d tasks are left out", "b", 4);
    table_warning(&from, "FEW TASKS");
    table_reading(&from, "share: of what");
    job_copy_notes(&j, &to, &from, &part);
    assert_int_equal(to.n_notes, 3);
    assert_string_equal(to.notes[0], "runs a and b: 1 to 4 tasks are left out");
    assert_string_equal(to.notes[1], "share: of what");
    assert_string_equal(to.notes[2], "FEW TASKS");
    job_copy_notes(&j, &next, &from, &part);
    assert_int_equal(next.n_notes, 2);
    arena_release(&a);
}

static void what_is_said_of_columns_that_are_not_shown_is_left_out(void **state)
{
    static const struct part_column shown[] = { { .name = "share", .high = "high" } };
    static const struct {
        const char *note;
        bool is_kept;
    } cases[] = { { "step: of the policy", false }, { "step, share: of the policy", true },
                  { "run, step: of it", false },    { "high: an end", true },
                  { "low: an end", true },          { "other: no column", true },
                  { "step; no definition", true } };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena a = { 0 };
        struct report_job j = { .arena = &a };
        struct report_part part = { .columns = shown, .n_columns = 1, .value = { .low = "low" } };
        struct table from = sample(&a, 1), to = sample(&a, 1);
        table_note(&from, "%s", cases[i].note);
        job_copy_notes(&j, &to, &from, &part);
        assert_int_equal(to.n_notes, cases[i].is_kept);
        arena_release(&a);
    }
}

static void hashes_are_shown_by_their_first_digits(void **state)
{
    (void)state;
    static const char hash[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    struct arena a = { 0 };
    struct report_job j = { .arena = &a };
    static const struct part_column chosen[] = { { .name = "example", .style = SHOW_HASH } };
    struct report_part part = { .columns = chosen, .n_columns = 1 };
    struct table in = sample(&a, 1);
    in.cells[5] = cell_text(&in, hash);
    in.cells[11] = cell_text(&in, "a path");
    int *decimals;
    struct table out = job_select(&j, &in, &part, &decimals);
    assert_string_equal(out.cells[0].text, "0123456789abcdef\xE2\x80\xA6");
    assert_string_equal(out.cells[1].text, "a path");
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_chosen_scaled_and_joined),
        cmocka_unit_test(a_column_without_values_becomes_a_remark),
        cmocka_unit_test(long_tables_are_cut_and_say_so),
        cmocka_unit_test(values_stand_side_by_side),
        cmocka_unit_test(of_many_values_the_ends_and_some_between_are_shown),
        cmocka_unit_test(remarks_are_those_of_a_terminal),
        cmocka_unit_test(what_is_said_of_columns_that_are_not_shown_is_left_out),
        cmocka_unit_test(hashes_are_shown_by_their_first_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
