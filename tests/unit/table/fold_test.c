/*
 * fold_test.c - lines on terminals of any width.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/table/fold.h"
#include "src/table/table.h"

static void check(struct fold f, const char *text, const char *want)
{
    struct buf out = { 0 };
    fold_put(&out, &f, text, strlen(text));
    assert_string_equal(buf_text(&out), want);
    buf_release(&out);
}

static void lines_break_at_blanks(void **state)
{
    (void)state;
    check((struct fold){ .width = 0 }, "one two three", "one two three");
    check((struct fold){ .width = 13 }, "one two three", "one two three");
    check((struct fold){ .width = 12 }, "one two three", "one two\nthree");
    check((struct fold){ .width = 7, .hang = 2 }, "one two three", "one two\n  three");
    check((struct fold){ .width = 9, .hang = 4 }, "  one two three", "  one two\n    three");
    check((struct fold){ .width = 10, .start = 6, .hang = 6 }, "one two", "one\n      two");
    check((struct fold){ .width = 4 }, "overlong word  x", "overlong\nword\nx");
    check((struct fold){ .width = 4 }, "", "");
    check((struct fold){ .width = 1, .hang = 3 }, "a b", "a\n   b");
    /* Two columns a sign, of three bytes each. */
    check((struct fold){ .width = 5 }, "\xe4\xb8\xad\xe6\x96\x87 \xe4\xb8\xad",
          "\xe4\xb8\xad\xe6\x96\x87\n\xe4\xb8\xad");
}

static void a_folded_command_is_the_same_command(void **state)
{
    (void)state;
    struct fold f = { .width = 16, .hang = 4, .is_shell = true };
    check(f, "  run --k 4 --seed 42", "  run --k 4 \\\n    --seed 42");
    check(f, "  sql \"SELECT 1 AS one\" -q", "  sql \\\n    \"SELECT 1 AS one\" \\\n    -q");
    check(f, "  echo 'a \" b c d e' f", "  echo \\\n    'a \" b c d e' \\\n    f");
    check(f, "  run 4 5 6 # and a remark of many words",
          "  run 4 5 6 \\\n    # and a remark of many words");
}

static void render(size_t width, size_t columns, const char *want)
{
    static const struct table_column names[] = { { "name", 0 }, { "value", 0 }, { "more", 0 } };
    struct arena arena = { 0 };
    struct buf out = { 0 };
    struct table t;
    table_init(&t, &arena, "test/1", names, columns);
    struct cell *c = table_row(&t);
    c[0] = cell_text(&t, "x");
    c[1] = cell_text(&t, "some words that take more than a line");
    if (columns > 2)
        c[2] = cell_text(&t, "a few words behind them");
    table_note(&t, "a note of several words too");
    table_render_within(&t, width, &out);
    assert_string_equal(buf_text(&out), want);
    buf_release(&out);
    arena_release(&arena);
}

static void tables_fit_narrow_terminals(void **state)
{
    (void)state;
    render(30, 2,
           "name  value\n"
           "----  ------------------------\n"
           "x     some words that take\n"
           "      more than a line\n"
           "a note of several words too\n");
    render(30, 3,
           "-- 1 of 1 --------------------\n"
           "name   x\n"
           "value  some words that take\n"
           "       more than a line\n"
           "more   a few words behind them\n"
           "a note of several words too\n");
    render(20, 2,
           "name  value\n"
           "----  -------------------------------------\n"
           "x     some words that take more than a line\n"
           "a note of several\n"
           "words too\n");
}

static void beside(size_t width, const char *want)
{
    static const struct table_column names[] = { { "line_left", 0 },
                                                 { "left", TABLE_FOLDED },
                                                 { "right", TABLE_FOLDED } };
    struct arena arena = { 0 };
    struct buf out = { 0 };
    struct table t;
    table_init(&t, &arena, "test/1", names, 3);
    struct cell *c = table_row(&t);
    c[0] = cell_int(1);
    c[1] = cell_text(&t, "    short;");
    c[2] = cell_text(&t, "a line of code; that is longer");
    c = table_row(&t);
    c[0] = cell_int(12);
    c[1] = cell_text(&t, "x");
    c[2] = cell_text(&t, "onewordwithoutanyblankinitatallx");
    table_render_within(&t, width, &out);
    assert_string_equal(buf_text(&out), want);
    buf_release(&out);
    arena_release(&arena);
}

/* Rows of four columns, two of which say the same in all. */
static void shared(size_t width, size_t n_rows, const char *want)
{
    static const struct table_column names[] = {
        { "run", 0 }, { "p", 0 }, { "hardware", 0 }, { "value", 0 }
    };
    struct arena arena = { 0 };
    struct buf out = { 0 };
    struct table t;
    table_init(&t, &arena, "test/1", names, 4);
    for (size_t i = 0; i < n_rows; i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, "mine");
        c[1] = cell_int((int64_t)i);
        c[2] = cell_na(&t, "not said");
        c[3] = cell_real(i == 2 ? .5 : 1.);
    }
    table_note(&t, "a note");
    table_render_within(&t, width, &out);
    assert_string_equal(buf_text(&out), want);
    buf_release(&out);
    arena_release(&arena);
}

static void what_all_rows_share_is_said_once(void **state)
{
    (void)state;
    shared(80, 3,
           "run   p  hardware  value\n"
           "----  -  --------  -----\n"
           "mine  0  NA            1\n"
           "mine  1  NA            1\n"
           "mine  2  NA          0.5\n"
           "a note\n"
           "NA in hardware (3 rows): not said\n");
    shared(23, 3,
           "p  value\n"
           "-  -----\n"
           "0      1\n"
           "1      1\n"
           "2    0.5\n"
           "in every row: run mine;\n"
           "hardware NA\n"
           "a note\n"
           "NA in hardware (3\n"
           "rows): not said\n");
    /* One row shares nothing with others. */
    shared(20, 1,
           "-- 1 of 1 ----------\n"
           "run       mine\n"
           "p         0\n"
           "hardware  NA\n"
           "value     1\n"
           "a note\n"
           "NA in hardware (1\n"
           "row): not said\n");
}

static void folded_columns_stay_beside_each_other(void **state)
{
    (void)state;
    beside(38, "line_  left        right\n"
               " left\n"
               "-----  ----------  -------------------\n"
               "    1      short;  a line of code;\n"
               "                   that is longer\n"
               "   12  x           onewordwithoutanybl\n"
               "                   ankinitatallx\n");
    beside(80, "line_left  left        right\n"
               "---------  ----------  --------------------------------\n"
               "        1      short;  a line of code; that is longer\n"
               "       12  x           onewordwithoutanyblankinitatallx\n");
    /* Too narrow for that. */
    beside(30, "-- 1 of 2 --------------------\n"
               "line_left  1\n"
               "left           short;\n"
               "right      a line of code;\n"
               "    that is longer\n"
               "-- 2 of 2 --------------------\n"
               "line_left  12\n"
               "left       x\n"
               "right      onewordwithoutanyblankinitatallx\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_at_blanks),
        cmocka_unit_test(a_folded_command_is_the_same_command),
        cmocka_unit_test(tables_fit_narrow_terminals),
        cmocka_unit_test(what_all_rows_share_is_said_once),
        cmocka_unit_test(folded_columns_stay_beside_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
