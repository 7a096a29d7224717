/*
 * parallel_test.c - every unit runs once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <sched.h>

#include "src/base/clock.h"
#include "src/base/parallel.h"

#define UNITS 1000

struct counts {
    atomic_int of[UNITS];
};

static void count_unit(void *context, size_t unit)
{
    struct counts *c = context;
    c->of[unit]++;
}

static void every_unit_runs_once(void **state)
{
    (void)state;
    static const int threads[] = { 0, 1, 2, 7 };
    for (size_t t = 0; t < sizeof(threads) / sizeof(threads[0]); t++) {
        struct counts c = { { 0 } };
        parallel_for(UNITS, threads[t], count_unit, &c);
        for (size_t i = 0; i < UNITS; i++)
            assert_int_equal(c.of[i], 1);
    }
    struct counts none = { { 0 } };
    parallel_for(0, 4, count_unit, &none);
    assert_int_equal(none.of[0], 0);
}

/* Of this process. */
static int count_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int n = 0;
    assert_non_null(tasks);
    for (const struct dirent *e = readdir(tasks); e != NULL; e = readdir(tasks))
        n += e->d_name[0] != '.';
    closedir(tasks);
    return n;
}

struct meeting {
    atomic_int here, threads;
    int all;
};

/* Waits for the other units, so that each has a thread. */
static void meet(void *context, size_t unit)
{
    struct meeting *m = context;
    const int64_t until = clock_monotonic_ns() + INT64_C(60000000000);
    (void)unit;
    m->here++;
    while (m->here < m->all && clock_monotonic_ns() < until)
        sched_yield();
    if (m->threads == 0)
        m->threads = count_threads();
}

static int beside; /* threads beside this one that are not ours */

/* A thread that has ended is counted for a moment. */
static void settle(void)
{
    const int64_t until = clock_monotonic_ns() + INT64_C(60000000000);
    while (count_threads() > 1 + beside && clock_monotonic_ns() < until)
        sched_yield();
}

/* With one thread that is the caller's. */
static void as_many_threads_work_as_are_asked_for(void **state)
{
    (void)state;
    for (int asked = 1; asked <= 4; asked++) {
        struct meeting m = { .all = asked };
        settle();
        parallel_for((size_t)asked, asked, meet, &m);
        assert_int_equal(m.here, asked);
        assert_true(m.threads <= asked + beside);
    }
    struct meeting more = { .all = 2 };
    parallel_for(3, 2, meet, &more);
    assert_int_equal(more.here, 3);
}

static void no_thread_waits_for_units_that_are_not_there(void **state)
{
    (void)state;
    for (int asked = 1; asked <= 4; asked++) {
        struct meeting m = { .all = 1 };
        settle();
        parallel_for(1, asked, meet, &m);
        assert_true(m.threads <= 1 + beside);
    }
}

static void threads_are_what_is_asked_for_within_bounds(void **state)
{
    (void)state;
    assert_int_equal(parallel_threads(3), 3);
    assert_int_equal(parallel_threads(1000000), PARALLEL_MOST);
    assert_true(parallel_threads(0) >= 1);
    assert_int_equal(parallel_threads(0), parallel_threads(-5));
}

int main(void)
{
    beside = count_threads() - 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_runs_once),
        cmocka_unit_test(as_many_threads_work_as_are_asked_for),
        cmocka_unit_test(no_thread_waits_for_units_that_are_not_there),
        cmocka_unit_test(threads_are_what_is_asked_for_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
