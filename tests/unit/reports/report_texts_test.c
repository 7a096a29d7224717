/*
 * report_texts_test.c - what every report says of studies of several shapes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/mem.h"

#define DB "report_texts_test.db"
#include "tests/unit/reports/report_texts.h"

static struct buf told;

static void a_pair_of_methods(void **state)
{
    static const struct fixture f = { 2, 2, 8, 4, 2, 0.7, "complete", "complete", "", false };
    static const char *const all[] = { "ttt-vs-bon", "selection",   "best-of-n",
                                       "training",   "model-sweep", "audit",
                                       "task",       "run",         "diff" };
    (void)state;
    tell("pair", &f, NULL, all, ARRAY_LEN(all), false, &told);
}

/* Measurements keep their samples, so that their noise is told. */
static void measurements_have_samples(void **state)
{
    static const struct fixture f = { 1, 2, 8, 4, 1, 0.9, "complete", "complete", "", false };
    static const char *const of_timed[] = { "audit", "model-sweep" };
    (void)state;
    tell("timed", &f, FIXTURE_TIMED, of_timed, ARRAY_LEN(of_timed), false, &told);
}

/* One run, and two that are compared. */
static void few_runs(void **state)
{
    static const struct fixture one = { 1, 1, 3, 0, 0, 0.7, "complete", "complete", "", false };
    static const struct fixture two = { 2, 2, 3, 0, 0, 0.7, "complete", "complete", "", false };
    static const char *const of_one[] = { "run", "task", "best-of-n", "diff" };
    static const char *const of_two[] = { "diff" };
    (void)state;
    tell("one", &one, NULL, of_one, ARRAY_LEN(of_one), false, &told);
    tell("two", &two, NULL, of_two, 1, false, &told);
}

static void all_is_told_as_approved(void **state)
{
    (void)state;
    approved_check_exactly("reports", &told);
    buf_release(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_of_methods),
        cmocka_unit_test(measurements_have_samples),
        cmocka_unit_test(few_runs),
        cmocka_unit_test(all_is_told_as_approved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
