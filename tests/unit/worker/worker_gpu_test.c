/* Which GPU and which processor a worker gets. */
#define _GNU_SOURCE
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/worker/worker.h"
#include "src/worker/worker_process.h"

static void workers_take_turns_over_several(void **state)
{
    (void)state;
    for (unsigned w = 0; w < 8; w++) {
        assert_int_equal(worker_gpu(w, 4, NULL), w % 4);
        assert_int_equal(worker_gpu(w, 2, ""), w % 2);
    }
}

static void the_environment_decides_where_it_speaks_or_nothing_is_to_choose(void **state)
{
    (void)state;
    assert_int_equal(worker_gpu(3, 4, "1"), -1);
    assert_int_equal(worker_gpu(3, 1, NULL), -1);
    assert_int_equal(worker_gpu(3, 0, NULL), -1);
}

/* Each of its own where there are enough; none where they have to share, or have several threads.
 */
static void workers_have_processors_of_their_own_where_there_are_enough(void **state)
{
    cpu_set_t before;
    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
    const unsigned n = (unsigned)CPU_COUNT(&before);
    int last = -1;
    for (unsigned i = 0; i < n; i++) {
        int cpu = worker_core(i, n, 1);
        assert_true(cpu > last && CPU_ISSET((size_t)cpu, &before));
        assert_int_equal(worker_core(i, n + 1, 1), -1);
        assert_int_equal(worker_core(i, n, 2), -1);
        assert_int_equal(worker_core(i, n, 0), -1);
        last = cpu;
    }
    assert_int_equal(worker_core(n, n, 1), -1);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)last, &one);
    assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
    int alone = worker_core(0, 1, 1);
    int beside = worker_core(0, 2, 1);
    assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
    assert_int_equal(alone, last);
    assert_int_equal(beside, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_take_turns_over_several),
        cmocka_unit_test(the_environment_decides_where_it_speaks_or_nothing_is_to_choose),
        cmocka_unit_test(workers_have_processors_of_their_own_where_there_are_enough),
    };
    return cmocka_run_group_tests_name("worker_gpu", tests, NULL, NULL);
}
