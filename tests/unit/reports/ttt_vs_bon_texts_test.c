/*
 * ttt_vs_bon_texts_test.c - what the report ttt-vs-bon says of studies of odd shapes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/mem.h"

#define DB "ttt_vs_bon_texts_test.db"
#include "tests/unit/reports/report_texts.h"

static const char *const main_report[] = { "ttt-vs-bon" };
static struct buf told;

static void nothing_is_correct(void **state)
{
    static const struct fixture f = { 1, 2, 4, 2, 1, 0, "complete", "complete", "", true };
    (void)state;
    tell("hopeless", &f, NULL, main_report, 1, true, &told);
}

static void everything_is_correct(void **state)
{
    static const struct fixture f = { 1, 2, 3, 2, 3, 1, "complete", "complete", "", false };
    (void)state;
    tell("perfect", &f, NULL, main_report, 1, true, &told);
}

/* A task that one method did not sample and that has no name, and a run that was not ended. */
static void a_task_is_missing(void **state)
{
    static const struct fixture f = { 2, 3, 4, 3, 2, 0.6, "complete", "complete", "", false };
    (void)state;
    tell("missing", &f,
         "DELETE FROM rollout WHERE task_id = 2 AND run_id IN (SELECT run_id FROM run WHERE "
         "strategy = 'ttt');"
         "UPDATE task SET name = ''; UPDATE run SET status = 'interrupted' WHERE name = 'bon-43'",
         main_report, 1, true, &told);
}

#define NO_EVALUATION(where)                                                                       \
    "DELETE FROM measurement WHERE evaluation_id IN (SELECT evaluation_id FROM evaluation JOIN "   \
    "rollout USING (rollout_id) JOIN run USING (run_id) WHERE " where ");"                         \
    "DELETE FROM evaluation WHERE rollout_id IN (SELECT rollout_id FROM rollout JOIN run USING "   \
    "(run_id) WHERE " where ");"

/* Rollouts of one method have no verdict, or were never drawn, or came out of time. */
static void rollouts_are_missing(void **state)
{
    static const struct fixture f = { 1, 2, 6, 3, 1, 0.7, "complete", "complete", "", false };
    static const char no_verdict[] = NO_EVALUATION("run.name = 'bon-42' AND sample < 2");
    static const char not_drawn[] =
        NO_EVALUATION("run.name = 'bon-42' AND task_id = 2 AND sample = 2")
        /* and what has no evaluation is gone */
        "DELETE FROM rollout WHERE rollout_id NOT IN (SELECT rollout_id FROM evaluation);"
        "UPDATE evaluation SET outcome = 'timeout', correct = 0 WHERE outcome = 'mismatch'";
    (void)state;
    tell("no_verdict", &f, no_verdict, main_report, 1, true, &told);
    tell("not_drawn", &f, not_drawn, main_report, 1, true, &told);
}

/* Enough tasks for a test, of which one method is never or always fast. */
static void methods_differ(void **state)
{
    static const struct fixture f = { 1, 7, 4, 2, 1, 1, "complete", "complete", "", false };
    (void)state;
    tell("better", &f,
         "UPDATE measurement SET runtime_us = 50 WHERE subject = 'candidate' AND evaluation_id IN "
         "(SELECT evaluation_id FROM evaluation JOIN rollout USING (rollout_id) JOIN run USING "
         "(run_id) WHERE strategy = 'ttt');"
         "UPDATE measurement SET runtime_us = 200 WHERE subject = 'candidate' AND evaluation_id "
         "IN (SELECT evaluation_id FROM evaluation JOIN rollout USING (rollout_id) JOIN run USING "
         "(run_id) WHERE strategy = 'best-of-n' AND sample > 0)",
         main_report, 1, true, &told);
    tell("worse", &f,
         "UPDATE measurement SET runtime_us = 200 WHERE subject = 'candidate' AND evaluation_id "
         "IN (SELECT evaluation_id FROM evaluation JOIN rollout USING (rollout_id) JOIN run USING "
         "(run_id) WHERE strategy = 'ttt');"
         "UPDATE measurement SET runtime_us = 50 WHERE subject = 'candidate' AND evaluation_id IN "
         "(SELECT evaluation_id FROM evaluation JOIN rollout USING (rollout_id) JOIN run USING "
         "(run_id) WHERE strategy = 'best-of-n')",
         main_report, 1, true, &told);
}

static void all_is_told_as_approved(void **state)
{
    (void)state;
    approved_check_exactly("reports_odd", &told);
    buf_release(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_correct), cmocka_unit_test(everything_is_correct),
        cmocka_unit_test(a_task_is_missing),  cmocka_unit_test(rollouts_are_missing),
        cmocka_unit_test(methods_differ),     cmocka_unit_test(all_is_told_as_approved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
