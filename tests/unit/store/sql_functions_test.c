/*
 * sql_functions_test.c - the functions that SQL lacks: values, undefined ones, and what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

static void put_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)n;
    (void)names;
}

static void put_row(void *context, size_t n, const struct sql_value *values)
{
    struct buf *b = context;
    for (size_t i = 0; i < n; i++) {
        buf_puts(b, i == 0 ? (b->len > 0 ? ";" : "") : "|");
        sql_value_put_json(b, &values[i]);
    }
}

static void assert_answers(const char *const (*cases)[2], size_t n)
{
    struct db *db = NULL;
    struct err err = { 0 };
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    for (size_t i = 0; i < n; i++) {
        struct buf CLEANUP(buf_release) b = { 0 }, sql = { 0 };
        const struct sql_sink sink = { &b, put_columns, put_row };
        buf_printf(&sql, "SELECT %s", cases[i][0]);
        err = (struct err){ 0 };
        if (db_user_sql(db, buf_text(&sql), &sink, &err) < 0) {
            buf_clear(&b);
            buf_puts(&b, err.msg);
        }
        if (strcmp(buf_text(&b), cases[i][1]) != 0)
            fail_msg("%s: %s, not %s", cases[i][0], buf_text(&b), cases[i][1]);
    }
    db_close(db);
}

#define NUMBERS                                                                                    \
    "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) SELECT i FROM n)"

static void statistics_of_columns(void **state)
{
    static const char *const cases[][2] = {
        { "median(i), stdev(i) > 57.87 AND stdev(i) < 57.88 FROM " NUMBERS, "100.5|1" },
        { "quantile(i, 0), quantile(i, 1), quantile(i, 0.5) FROM " NUMBERS, "1.0|200.0|100.5" },
        { "spearman(i, i * i), spearman(i, -i), spearman(i, 1) FROM " NUMBERS, "1.0|-1.0|null" },
        { "expected_max(i, 1) BETWEEN 100.49 AND 100.51, expected_max(i, 200) FROM " NUMBERS,
          "1|200.0" },
        { "geomean(column1) FROM (VALUES (2), (8), (NULL))", "4.0" },
        { "geomean(column1) FROM (VALUES (2), (0))", "null" },
        { "median(column1) FROM (VALUES (3), (NULL), (1), ('2'))", "2.0" },
        { "median(column1) FROM (VALUES (NULL))", "null" },
        { "stdev(column1) FROM (VALUES (5))", "null" },
        { "spearman(column1, column2) FROM (VALUES (1, 2), (2, NULL), (NULL, 3), (4, 1))", "-1.0" },
        { "spearman(column1, column2) FROM (VALUES (1, 2))", "null" },
        { "column2, median(column1) FROM (VALUES (1, 'a'), (2, 'b'), (5, 'a')) GROUP BY 1",
          "\"a\"|3.0;\"b\"|2.0" },
        { "median(column1) FROM (VALUES (1)) WHERE 0", "null" },
        { "median(column1) FROM (VALUES (1), ('x'), ('y'))",
          "SQL: median: a value is not a number" },
        { "spearman(1, 'x')", "SQL: spearman: a value is not a number" },
        { "quantile(1, NULL)", "SQL: quantile: the second argument is NULL" },
        { "quantile(1, 1.5)", "SQL: quantile: 1.5 is not between 0 and 1" },
        { "quantile(1, -0.5)", "SQL: quantile: -0.5 is not between 0 and 1" },
        { "quantile(column1, column1) FROM (VALUES (0.5), (0.25))",
          "SQL: quantile: the second argument changes within a group" },
        { "expected_max(1, 2)",
          "SQL: expected_max: K = 2 needs at least K samples, there are n = 1" },
    };
    (void)state;
    assert_answers(cases, ARRAY_LEN(cases));
}

static void functions_of_one_row(void **state)
{
    static const char *const cases[][2] = {
        { "pass_at_k(4, 2, 1), pass_at_k(4, 0, 4), pass_at_k(4, 4, 4), pass_at_k(4, 1, 4)",
          "0.5|0.0|1.0|1.0" },
        { "pass_at_k(NULL, 1, 1), pass_at_k(4, NULL, 1)", "null|null" },
        { "pass_at_k(9007199254740992, 0, 1), pass_at_k(4.0, 0.0, 1.0)", "0.0|0.0" },
        { "pass_at_k(9007199254740994, 0, 1)", "SQL: pass_at_k: n and c are counts" },
        { "pass_at_k(4, -1, 1)", "SQL: pass_at_k: n and c are counts" },
        { "round(wilson_low(8, 10), 4), round(wilson_high(8, 10), 4)", "0.4902|0.9433" },
        { "round(wilson_low(8, 10, 0.8), 4), round(wilson_high(8, 10, 0.8), 4)", "0.6016|0.9138" },
        { "wilson_low(2, 2) < 1, wilson_high(2, 2)", "1|1.0" },
        { "wilson_low(1, 2.5)", "SQL: wilson_low: wants c successes of n, 0 <= c <= n" },
        { "pass_at_k(-1, 0, 1)", "SQL: pass_at_k: n and c are counts" },
        { "pass_at_k(4, 0.5, 1)", "SQL: pass_at_k: n and c are counts" },
        { "pass_at_k(4, 1, 'x')", "SQL: pass_at_k: an argument is not a number" },
        { "wilson_low(0, 0), wilson_high(0, 0)", "null|null" },
        { "wilson_low(5, 10) + wilson_high(5, 10) BETWEEN 0.999999 AND 1.000001", "1" },
        { "wilson_low(8, 10) = wilson_low(8, 10, 0.95), wilson_high(8, 10) = wilson_high(8, 10, "
          "0.95)",
          "1|1" },
        { "wilson_low(8, 10) < 0.8, wilson_high(8, 10) > 0.8", "1|1" },
        { "wilson_low(10, 10) < 1.0, wilson_low(0, 10)", "1|0.0" },
        { "wilson_low(3, 2)", "SQL: wilson_low: wants c successes of n, 0 <= c <= n" },
        { "wilson_high(-1, 2)", "SQL: wilson_high: wants c successes of n, 0 <= c <= n" },
        { "wilson_high(1, 2, 0)", "SQL: wilson_high: the level is not between 0 and 1" },
        { "wilson_high(1, 2, 1)", "SQL: wilson_high: the level is not between 0 and 1" },
        { "wilson_low(1, 'x')", "SQL: wilson_low: an argument is not a number" },
        { "diff('', ''), diff(NULL, 'a'), diff('a', NULL)", "\"\"|null|null" },
        { "hex(diff(x'6100', x'6200'))", "\"2D2D2D20610A2B2B2B20620A4040202D31202B312040400A2D61000"
                                         "A5C204E6F206E65776C696E652061742065"
                                         "6E64206F662066696C650A2B62000A5C204E6F206E65776C696E65206"
                                         "17420656E64206F662066696C650A\"" },
        { "checksum_with(5, 'a', 1)",
          "SQL: checksum_with: wants a checksum, then a column, its old and its new value" },
        { "checksum_with(5)",
          "SQL: checksum_with: wants a checksum, then a column, its old and its new value" },
        { "checksum_with(NULL, 'a', 1, 2)", "null" },
        { "checksum_with(5, 'a', 1, 1), checksum_with(5, 'a', NULL, NULL)", "5|5" },
        { "checksum_with(5, 'a', 1, 2) <> 5, checksum_with(checksum_with(5, 'a', 1, 2), 'a', 2, 1)",
          "1|5" },
        { "checksum_with(5, 'a', 1, 2, 'b', 'x', 'y') = "
          "checksum_with(checksum_with(5, 'b', 'x', 'y'), 'a', 1, 2)",
          "1" },
        /* An integer is the same as the real of its value, as in a column of reals. */
        { "checksum_with(5, 'a', 1, 1.0), checksum_with(5, 'a', 'x', x'78')", "5|5" },
        { "checksum_with(5, NULL, 1, 2)", "5" },
    };
    (void)state;
    assert_answers(cases, ARRAY_LEN(cases));
}

static void arrays_as_rows(void **state)
{
    static const char *const cases[][2] = {
        { "* FROM floats(x'0000803f00000040')", "0|1.0|\"f32\";1|2.0|\"f32\"" },
        { "position, value, type FROM floats(x'000000000000f03f0000000000000040', 'f64')",
          "0|1.0|\"f64\";1|2.0|\"f64\"" },
        { "value FROM floats(x'01000000ffffffff', 'I32')", "1;-1" },
        { "rowid, value FROM floats(x'0000803f0000c03f') WHERE position = 1", "1|1.5" },
        { "count(*) FROM floats(NULL)", "0" },
        { "count(*) FROM floats(x'')", "0" },
        /* Without a type: 200 us and 0.001 us are durations, 1e13 us is none. */
        { "value, type FROM floats(x'0000000000006940')", "200.0|\"f64\"" },
        { "type FROM floats(x'fca9f1d24d62503f')", "\"f64\"" },
        { "count(*), max(type) FROM floats(x'000000a2941a6d42')", "1|\"f64\"" },
        { "count(*), max(type) FROM floats(x'000000a2941a7d42')", "2|\"f32\"" },
        { "type FROM floats(x'0000803f')", "\"f32\"" },
        { "type FROM floats(x'000080bf000080bf')", "\"f32\";\"f32\"" },
        { "count(*), min(type) FROM floats(x'0000803f000080400000803f00008040')", "4|\"f32\"" },
        { "value FROM floats('abcd')", "SQL: floats: the argument is not a blob" },
        { "value FROM floats(x'000000')", "SQL: floats: 3 bytes are not a whole number of f32" },
        { "value FROM floats(x'00000000', 'f64')",
          "SQL: floats: 4 bytes are not a whole number of f64" },
        { "value FROM floats(x'00000000', 'f16')", "SQL: floats: 'f16' is not f32, f64 or i32" },
        { "value FROM floats(x'00000000', NULL)", "SQL: floats: 'NULL' is not f32, f64 or i32" },
        { "value FROM floats", "SQL: floats: wants a blob: floats(bytes [, type])" },
    };
    (void)state;
    assert_answers(cases, ARRAY_LEN(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_of_columns),
        cmocka_unit_test(functions_of_one_row),
        cmocka_unit_test(arrays_as_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
