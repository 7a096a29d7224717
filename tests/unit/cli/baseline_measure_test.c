/*
 * baseline_measure_test.c - a baseline that is measured: its row follows from its samples, and what
 * is printed from its row; and what is refused.
 *
 * The command runs in this process, and kernels in processes of this program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "tests/unit/cli/said.h"

/* How many rows a condition holds for. */
static int count(const char *sql)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_open("t.db", &handle), SQLITE_OK);
    if (sqlite3_prepare_v2(handle, sql, -1, &st, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(handle));
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int n = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(handle);
    return n;
}

#define ROWS "SELECT count(*) FROM baseline b JOIN task t USING (task_id) WHERE "

static void test_a_row_follows_from_its_samples(void **state)
{
    (void)state;
    say("baseline measure --tasks 19,l1/20 --case tiny --format csv --backend cpu --mode fast");
    assert_true(str_starts_with(buf_text(&out), "0 baseline measure"));
    assert_int_equal(count(ROWS "b.name != ''"), 2);
    assert_int_equal(
        count(ROWS "b.name = 'tuned_tiny' AND t.suite = 'kernelbench' AND t.level = 1 AND "
                   "t.problem_id IN (19, 20) AND t.name <> '' AND t.family IS NOT NULL AND "
                   "length(t.sha256) = 64 AND statistic = 'median' AND n_samples >= 5 AND "
                   "extra ->> '$.case' = 'tiny' AND length(extra ->> '$.code_sha256') = 64 AND "
                   "json_array_length(extra, '$.samples_us') = n_samples"),
        2);
    assert_int_equal(count(ROWS
                           "b.hardware = (SELECT name FROM device) AND b.device_id = (SELECT "
                           "device_id FROM device WHERE backend = 'cpu' AND compiler <> '' AND "
                           "flags <> '' AND sandbox <> '' AND cores > 0 AND uuid <> '')"),
                     2);
    assert_int_equal(
        count(ROWS
              "(n_samples <> 5 OR runtime_us = (SELECT value FROM json_each(extra, '$.samples_us') "
              "ORDER BY value LIMIT 1 OFFSET 2)) AND min_us = (SELECT min(value) FROM "
              "json_each(extra, "
              "'$.samples_us')) AND max_us = (SELECT max(value) FROM json_each(extra, "
              "'$.samples_us')) AND abs((n_samples - 1) * std_us * std_us / (SELECT sum(value * "
              "value) - "
              "sum(value) * sum(value) / count(*) FROM json_each(extra, '$.samples_us')) - 1) < "
              "1e-6"),
        2);
    /* "l1/19,tuned_tiny,HARDWARE,measured,MEDIAN,MIN,BYTES/S,new" */
    const char *row = strstr(buf_text(&out), "\nl1/19,tuned_tiny,");
    assert_non_null(row);
    const char *times = strstr(row, ",measured,");
    double median = 0, least = 0, rate = 0;
    char rest[8] = "";
    assert_int_equal(sscanf(times, ",measured,%lf,%lf,%lf,%3s", &median, &least, &rate, rest), 4);
    assert_string_equal(rest, "new");
    assert_true(least > 0 && least <= median);
    /* ReLU reads and writes each of 1009 floats once. */
    assert_true(fabs(rate * median / 1e6 - 2 * 4 * 1009) < 0.01);
    buf_clear(&out);
    say("baseline measure --tasks 19 --case tiny --format csv --backend cpu --mode fast");
    assert_non_null(strstr(buf_text(&out), ",there is one already\n"));
    assert_int_equal(count(ROWS "b.name != ''"), 2);
}

static void test_what_cannot_be_measured(void **state)
{
    static const struct {
        const char *line, *want;
    } cases[] = {
        { "--kernels zz", "2|--kernels: 'zz' is not one of reference, tuned, cublas, torch_eager" },
        { "--case zz", "2|--case: 'zz' is not one of tiny, cpu, full" },
        { "--mode zz", "2|--mode: 'zz' is neither fast nor full" },
        { "--kernels torch_eager --tasks 4 --case tiny",
          "2|--case: sizes of a PyTorch problem are its module's (full)" },
        { "--kernels torch_eager", "2|--kernels torch_eager: name the problems with --tasks" },
        { "--tasks zz --case tiny --backend cpu",
          "3|no task 'zz': ids look like l1/4, those of imported problems like SUITE:l1/4" },
        { "--tasks 19 --kernels cublas --case tiny --backend cpu",
          "3|--kernels: there is no 'cublas' kernel for task l1/19" },
        { "--backend zz --tasks 19 --case tiny", "2|unknown backend 'zz' (there are: cpu, cuda)" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        buf_clear(&out);
        say(arena_printf(&a, "baseline measure %s", cases[i].line));
        const char *want = cases[i].want + 2;
        if (buf_text(&out)[0] != cases[i].want[0] || strstr(buf_text(&out), want) == NULL)
            fail_msg("%s: %s", cases[i].line, buf_text(&out));
    }
}

static int setup(void **state)
{
    (void)state;
    return said_setup();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_row_follows_from_its_samples),
        cmocka_unit_test(test_what_cannot_be_measured),
    };
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return cli_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN"); /* kernels are run by this program */
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
