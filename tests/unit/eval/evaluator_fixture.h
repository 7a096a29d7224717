/* evaluator_fixture.h - the processor's evaluator for a group of tests; the program is its own
 * runner. */
#ifndef ROLLBOOK_TESTS_EVALUATOR_FIXTURE_H
#define ROLLBOOK_TESTS_EVALUATOR_FIXTURE_H

#include "src/base/err.h"
#include "src/eval/eval.h"

static struct evaluator *evaluator;

static int open_evaluator(void **state)
{
    struct err err = { 0 };
    (void)state;
    if (evaluator_open("cpu", &evaluator, &err) == 0)
        return 0;
    print_error("%s\n", err.msg);
    return -1;
}

static int close_evaluator(void **state)
{
    (void)state;
    evaluator_close(evaluator);
    return 0;
}

#endif
