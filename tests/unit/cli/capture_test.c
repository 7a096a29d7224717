/*
 * capture_test.c - what a command that runs for a report shares with it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/study/study.h"
#include "reports/report/report_source.h"
#include "src/cli/capture.h"

/* The runs of a report are against its baseline already, and figures read them meanwhile: a command
 * that is asked for its table takes them as they are. */
static void runs_of_a_report_are_not_changed(void **state)
{
    (void)state;
    struct study_run run = { .name = "a", .baseline = "stored on there" };
    struct study study = { .n_runs = 1, .runs = &run }, taken = { 0 }, own = { 0 };
    const struct report_ask ask = { .study = &study };
    struct capture capture = { .ask = &ask };
    const char *const names[] = { "a" }, *const others[] = { "b" };
    assert_true(capture_study(&capture, names, 1, &taken));
    assert_true(capture_is_shared(&capture, &taken));
    assert_false(capture_study(&capture, others, 1, &own));
    assert_false(capture_is_shared(&capture, &own));
    assert_false(capture_is_shared(NULL, &taken));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_a_report_are_not_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
