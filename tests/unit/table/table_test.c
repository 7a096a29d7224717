/*
 * table_test.c - rows in every format.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/table/table.h"

static const struct table_column columns[] = {
    { .name = "task" },
    { .name = "n" },
    { .name = "value", .digits = 3 },
    { .name = "ok" },
};

static void fill(struct table *t, struct arena *a)
{
    table_init(t, a, "rollbook.test/1", columns, ARRAY_LEN(columns));
    struct cell *row = table_row(t);
    row[0] = cell_text(t, "l1/4");
    row[1] = cell_int(12);
    row[2] = cell_real(1.0 / 3.0);
    row[3] = cell_bool(true);
    row = table_row(t);
    row[0] = cell_text(t, "a,\"b\"|_\n\x1b[31m");
    row[1] = cell_int(-100);
    row[2] = cell_real((double)INFINITY);
    row[3] = cell_bool(false);
    row = table_row(t);
    row[0] = cell_text(t, NULL);
    row[2] = cell_na(t, "not measured");
    table_note(t, "n of %d problems", 100);
}

static void assert_rendered(enum table_format format, const char *want)
{
    struct arena a = { 0 };
    struct buf out = { 0 };
    struct table t;
    fill(&t, &a);
    table_render(&t, format, &out);
    assert_string_equal(buf_text(&out), want);
    buf_release(&out);
    arena_release(&a);
}

static void test_text_is_aligned_and_terminal_safe(void **state)
{
    (void)state;
    assert_rendered(TABLE_TEXT, "task                  n  value  ok\n"
                                "-----------------  ----  -----  -----\n"
                                "l1/4                 12  0.333  true\n"
                                "a,\"b\"|_\\n\\x1b[31m  -100    inf  false\n"
                                "NA                   NA     NA  NA\n"
                                "n of 100 problems\n"
                                "NA in value (1 row): not measured\n");
}

static void test_csv_quotes_and_keeps_exact_numbers(void **state)
{
    (void)state;
    assert_rendered(TABLE_CSV, "task,n,value,ok\n"
                               "l1/4,12,0.3333333333333333,true\n"
                               "\"a,\"\"b\"\"|_\n\x1b[31m\",-100,inf,false\n"
                               "NA,NA,NA,NA\n");
}

static void test_json_has_schema_rows_reasons_and_notes(void **state)
{
    (void)state;
    assert_rendered(
        TABLE_JSON,
        "{\"schema\":\"rollbook.test/1\",\"rows\":[\n"
        "{\"task\":\"l1/4\",\"n\":12,\"value\":0.3333333333333333,\"ok\":true},\n"
        "{\"task\":\"a,\\\"b\\\"|_\\n\\u001b[31m\",\"n\":-100,\"value\":\"inf\",\"ok\":false},\n"
        "{\"task\":null,\"n\":null,\"value\":null,\"ok\":null,\"na\":{\"value\":\"not "
        "measured\"}}\n"
        "],\"notes\":[\"n of 100 problems\"]}\n");
}

static void test_latex_escapes_specials(void **state)
{
    (void)state;
    assert_rendered(TABLE_LATEX,
                    "% needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}\n"
                    "\\begin{tabular}{lrrl}\n\\toprule\n"
                    "task & n & value & ok \\\\\n\\midrule\n"
                    "l1/4 & 12 & 0.333 & true \\\\\n"
                    "a,\\textquotedbl{}b\\textquotedbl{}\\textbar{}\\_\\textbackslash{}n"
                    "\\textbackslash{}x1b[31m & -100 & inf & false \\\\\n"
                    "NA & NA & NA & NA \\\\\n"
                    "\\bottomrule\n\\end{tabular}\n"
                    "% n of 100 problems\n% NA in value (1 row): not measured\n");
}

static void test_markdown_escapes_pipes(void **state)
{
    (void)state;
    assert_rendered(TABLE_MARKDOWN, "| task | n | value | ok |\n"
                                    "| --- | ---: | ---: | --- |\n"
                                    "| l1/4 | 12 | 0.333 | true |\n"
                                    "| a,\"b\"\\|\\_\\\\n\\\\x1b\\[31m | -100 | inf | false |\n"
                                    "| NA | NA | NA | NA |\n"
                                    "\nn of 100 problems\n"
                                    "\nNA in value (1 row): not measured\n");
}

static void test_no_rows(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct buf out = { 0 };
    struct table t;
    table_init(&t, &a, "rollbook.test/1", columns, 2);
    table_render(&t, TABLE_JSON, &out);
    assert_string_equal(buf_text(&out),
                        "{\"schema\":\"rollbook.test/1\",\"rows\":[],\"notes\":[]}\n");
    buf_clear(&out);
    table_render(&t, TABLE_TEXT, &out);
    assert_string_equal(buf_text(&out), "task  n\n----  -\n");
    buf_release(&out);
    arena_release(&a);
}

static void brief(struct table *t, const char *want)
{
    struct buf out = { 0 };
    t->is_brief = true;
    table_render(t, TABLE_TEXT, &out);
    assert_string_equal(buf_text(&out) + strlen("task  n\n----  -\n"), want);
    buf_release(&out);
}

/* Two lines: what is left out, one sentence per cause, and how to read the rows. */
static void test_brief_notes_are_joined_by_cause(void **state)
{
    static const char *const runs[] = { "a", "b", "c", "d" };
    struct arena a = { 0 };
    struct table t;
    (void)state;
    table_init(&t, &a, "rollbook.test/1", columns, 2);
    table_left_out(&t, "run %s: %d of %d samples were never drawn", runs[0], 3, 40);
    brief(&t, "run a: 3 of 40 samples were never drawn\n");
    for (int i = 1; i < 3; i++)
        table_left_out(&t, "run %s: %d of %d samples were never drawn", runs[i], 11 - i, 40);
    table_left_out(&t, "%d tasks are left out", 2);
    table_left_out(&t, "%d tasks are left out", 2);
    table_reading(&t, "n: rollouts");
    brief(&t, "runs a, b and c: 3 to 10 of 40 samples were never drawn; 2 tasks are left out\n"
              "n: rollouts\n");
    table_left_out(&t, "run %s: %d of %d samples were never drawn", runs[3], 4, 40);
    table_warning(&t, "a warning is not below the rows");
    table_note(&t, "one detail");
    brief(&t, "runs a, b and 2 more: 3 to 10 of 40 samples were never drawn; 2 tasks are left "
              "out\nn: rollouts; --explain says more\n");
    table_left_out(&t, "run %s: %d of %d samples were never drawn", "with more words", 4, 40);
    brief(&t, "run a: 3 of 40 samples were never drawn (and 4 more like it); 2 tasks are left "
              "out\nn: rollouts; --explain says more\n");
    arena_release(&a);
}

static const struct {
    double value;
    int digits;
    const char *want;
} reals[] = {
    { 0.5, 0, "0.5" },
    { 12345.678, 0, "12346" },
    { 1.23456789, 0, "1.235" },
    { 1.23456789, 6, "1.23457" },
    { 1e20, 3, "1e+20" },
    { 0.000012345, 3, "1.23e-05" },
    { -0.25, 3, "-0.25" },
    { 999999.5, 3, "1000000" },
    { 9999.4, 0, "9999" },
    { 9999.5, 0, "10000" },
    { -9999.7, 0, "-10000" },
    { 99.5, 2, "100" },
    { 99.4, 2, "99" },
    { 0.99996, 0, "1" },
    { 1e15, 0, "1e+15" },
    { 9.99e14, 0, "999000000000000" },
    { 0.1, 17, "0.10000000000000001" },
    { 0.1, 40, "0.10000000000000001" },
    { (double)INFINITY, 0, "inf" },
    { -(double)INFINITY, 0, "-inf" },
};

static void test_reals_are_rounded_for_people(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(reals); i++) {
        struct arena a = { 0 };
        struct buf out = { 0 };
        struct table t;
        struct table_column column = { .name = "x", .digits = reals[i].digits };
        table_init(&t, &a, "s", &column, 1);
        table_row(&t)[0] = cell_real(reals[i].value);
        table_render(&t, TABLE_TEXT, &out);
        const char *last = strchr(buf_text(&out), '\n');
        last = strchr(last + 1, '\n') + 1;
        last += strspn(last, " ");
        assert_int_equal(strlen(last), strlen(reals[i].want) + 1);
        assert_memory_equal(last, reals[i].want, strlen(reals[i].want));
        buf_release(&out);
        arena_release(&a);
    }
}

static void test_nan_is_na_with_a_reason(void **state)
{
    (void)state;
    struct cell c = cell_real((double)NAN);
    assert_int_equal(c.kind, CELL_NA);
    assert_string_equal(c.text, "undefined");
}

static void test_json_cells_stand_as_they_are(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct buf out = { 0 };
    struct table t;
    table_init(&t, &a, "s", columns, 1);
    table_row(&t)[0] = cell_json(&t, "{\"m\":5}");
    table_render(&t, TABLE_JSON, &out);
    assert_string_equal(buf_text(&out),
                        "{\"schema\":\"s\",\"rows\":[\n{\"task\":{\"m\":5}}\n],\"notes\":[]}\n");
    buf_clear(&out);
    table_render(&t, TABLE_CSV, &out);
    assert_string_equal(buf_text(&out), "task\n\"{\"\"m\"\":5}\"\n");
    buf_release(&out);
    arena_release(&a);
}

static void test_many_rows_survive_growth(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct table t;
    table_init(&t, &a, "s", columns, 2);
    for (int i = 0; i < 1000; i++)
        table_row(&t)[1] = cell_int(i);
    assert_int_equal(t.n_rows, 1000);
    for (size_t i = 0; i < 1000; i++)
        assert_true(t.cells[i * 2 + 1].i == (int64_t)i);
    arena_release(&a);
}

static void test_wide_characters_keep_the_columns(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct buf out = { 0 };
    struct table t;
    table_init(&t, &a, "s", columns, 2);
    struct cell *row = table_row(&t);
    row[0] = cell_text(&t, "\xe6\xbc\xa2\xe5\xad\x97"); /* two wide characters: four columns */
    row[1] = cell_int(1);
    row = table_row(&t);
    row[0] = cell_text(&t, "\xc3\xa9");
    row[1] = cell_int(2);
    table_render(&t, TABLE_TEXT, &out);
    assert_string_equal(buf_text(&out),
                        "task  n\n----  -\n\xe6\xbc\xa2\xe5\xad\x97  1\n\xc3\xa9     2\n");
    buf_release(&out);
    arena_release(&a);
}

static void test_format_names(void **state)
{
    (void)state;
    static const char *const names[] = { "table", "csv", "json", "latex", "markdown" };
    enum table_format format = TABLE_TEXT;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        assert_true(table_format_parse(names[i], &format));
        assert_int_equal(format, i);
    }
    assert_false(table_format_parse("xml", &format));
    assert_false(table_format_parse("", &format));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_aligned_and_terminal_safe),
        cmocka_unit_test(test_csv_quotes_and_keeps_exact_numbers),
        cmocka_unit_test(test_json_has_schema_rows_reasons_and_notes),
        cmocka_unit_test(test_latex_escapes_specials),
        cmocka_unit_test(test_markdown_escapes_pipes),
        cmocka_unit_test(test_no_rows),
        cmocka_unit_test(test_brief_notes_are_joined_by_cause),
        cmocka_unit_test(test_reals_are_rounded_for_people),
        cmocka_unit_test(test_nan_is_na_with_a_reason),
        cmocka_unit_test(test_json_cells_stand_as_they_are),
        cmocka_unit_test(test_many_rows_survive_growth),
        cmocka_unit_test(test_wide_characters_keep_the_columns),
        cmocka_unit_test(test_format_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
