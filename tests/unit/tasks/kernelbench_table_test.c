/* The table of KernelBench's problems: whole, and the program's own tasks are what it says. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/kernelbench.h"
#include "tasks/task.h"
#include "tasks/task_work.h"

static struct arena arena;

static void every_version_is_whole(void **state)
{
    static const int sizes[] = { 0, 100, 100, 50 };
    int n[KERNELBENCH_VERSIONS][4] = { { 0 } };
    int n_without_bytes = 0;
    struct kernelbench_problem p;
    (void)state;
    for (size_t at = 0; kernelbench_next(&at, &p);) {
        assert_in_range(p.level, 1, 3);
        assert_in_range(p.problem, 1, sizes[p.level]);
        assert_int_not_equal(p.versions, 0);
        assert_int_equal(strlen(p.sha256), 16);
        assert_true(p.name[0] != '\0');
        n_without_bytes += !(p.bytes > 0);
        for (int v = 0; v < KERNELBENCH_VERSIONS; v++)
            n[v][p.level] += (int)(p.versions >> v & 1U);
    }
    for (int v = 0; v < KERNELBENCH_VERSIONS; v++)
        for (int level = 1; level <= 3; level++)
            assert_int_equal(n[v][level], sizes[level]);
    assert_true(n_without_bytes < 30);
}

static void names_tell_the_first_version(void **state)
{
    (void)state;
    assert_int_equal(
        kernelbench_versions_of_name(1, 50, "50_Product_reduction_over_a_dimension.py"),
        1U << KERNELBENCH_V0);
    assert_int_equal(kernelbench_versions_of_name(1, 4, "4_Matrix_vector_multiplication_"),
                     KERNELBENCH_ALL);
    assert_int_equal(kernelbench_versions_of_name(1, 4, "4_Matrix"), 0);
    assert_int_equal(kernelbench_versions_of_name(1, 5, "4_Matrix_vector_multiplication_"), 0);
    assert_string_equal(kernelbench_versions_text(&arena, KERNELBENCH_ALL), "v0, v0.1, v0.2");
    assert_string_equal(kernelbench_versions_text(&arena, 0), "none");
}

static void own_tasks_are_of_the_last_version(void **state)
{
    const struct task **tasks;
    size_t n;
    (void)state;
    assert_int_equal(task_list(&arena, &tasks, &n, NULL), 0);
    for (size_t i = 0; i < n; i++) {
        struct kernelbench_problem p;
        double flops, bytes, least_flops, least_bytes;
        assert_true(kernelbench_find(KERNELBENCH_OURS, tasks[i]->level, tasks[i]->problem_id, &p));
        assert_string_equal(tasks[i]->name, p.name);
        task_work(tasks[i]->id, "full", &flops, &bytes);
        kernelbench_least_work(&p, &least_flops, &least_bytes);
        if (!(bytes >= 0.99 * least_bytes && bytes <= 2.01 * least_bytes) && p.bytes > 0)
            fail_msg("%s: %g bytes, of which %g are certain", tasks[i]->id, bytes, least_bytes);
        assert_true(flops >= 0.99 * least_flops);
    }
}

static void work_of_other_problems_is_known(void **state)
{
    double flops, bytes;
    (void)state;
    task_work("l1/1", "full", &flops, &bytes);
    assert_true(flops > 1e11 && bytes >= 3.0 * 4096 * 4096 * 4);
    task_work("l2/1", "full", &flops, &bytes);
    assert_true(flops <= 0 && bytes > 1e6);
    task_work("l3/1", "full", &flops, &bytes);
    assert_true(bytes > 1e6);
    task_work("l2/1", "tiny", &flops, &bytes);
    assert_true(isnan(bytes));
    task_work("l7/1", "full", &flops, &bytes);
    assert_true(isnan(bytes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_is_whole),
        cmocka_unit_test(names_tell_the_first_version),
        cmocka_unit_test(own_tasks_are_of_the_last_version),
        cmocka_unit_test(work_of_other_problems_is_known),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
