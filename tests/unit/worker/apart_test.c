/*
 * apart_test.c - an answer comes before the end of what gave it.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/worker/apart.h"

struct asked {
    int closing[2]; /* the end of close */
    int rc, signal;
};

static int answer(void *context, struct err *err)
{
    const struct asked *a = context;
    if (a->signal != 0)
        (void)raise(a->signal);
    return a->rc == 0 ? 0 : err_set(err, (enum err_code)a->rc, "said by the child");
}

/* Ends only when the test has gone on. */
static void close_late(void *context)
{
    const struct asked *a = context;
    char byte;
    (void)!read(a->closing[0], &byte, 1);
}

static int run(struct asked *a, struct err *err)
{
    assert_int_equal(pipe(a->closing), 0);
    int rc = apart_run(&(struct apart_work){ answer, close_late, a }, err);
    assert_int_equal(write(a->closing[1], "x", 1), 1);
    close(a->closing[0]);
    close(a->closing[1]);
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    return rc;
}

static void the_answer_does_not_wait_for_the_end(void **state)
{
    (void)state;
    struct err err = { 0 };
    assert_int_equal(run(&(struct asked){ .rc = 0 }, &err), 0);
    assert_int_equal(run(&(struct asked){ .rc = ERR_NEGATIVE }, &err), ERR_NEGATIVE);
    assert_string_equal(err.msg, "said by the child");
    assert_int_equal(err.code, ERR_NEGATIVE);
}

static void a_child_without_an_answer_is_an_error(void **state)
{
    (void)state;
    struct err err = { 0 };
    assert_int_equal(run(&(struct asked){ .signal = SIGKILL }, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "signal 9"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_does_not_wait_for_the_end),
        cmocka_unit_test(a_child_without_an_answer_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
