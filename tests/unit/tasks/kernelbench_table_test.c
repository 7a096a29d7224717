/* The table of KernelBench's problems: whole, and the program's own tasks are what it says. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/kernelbench.h"
#include "tasks/task.h"

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

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : !(a < b) && !(a > b);
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
    assert_true(isnan(bytes) && isnan(flops));
    task_work("l2/x", "full", &flops, &bytes);
    assert_true(isnan(bytes) && isnan(flops));
    task_work("l1/4", "huge", &flops, &bytes);
    assert_true(isnan(bytes) && isnan(flops));
    task_work("l1/4", "tiny", &flops, &bytes); /* 13 x 37 */
    assert_true(same(flops, 2.0 * 13 * 37) && same(bytes, 4.0 * (13 * 37 + 37 + 13)));
}

/* Rows of the table as they stand there, "-" for what is unknown. */
static void a_row_is_read_whole(void **state)
{
    static const struct {
        enum kernelbench_version version;
        struct kernelbench_problem p;
    } rows[] = {
        { KERNELBENCH_V0,
          { 1, 1, 1, "1_Square_matrix_multiplication_", "d467f85334896872",
            "2048x2048:f32 2048x2048:f32", "2048x2048:f32", 17179869184, 50331648 } },
        { KERNELBENCH_V0_1,
          { 2, 1, 97, "97_ScaledDotProductAttention", "c51e690e7dab84ac", "", "", (double)NAN,
            (double)NAN } },
        { KERNELBENCH_V0_2,
          { 6, 1, 100, "100_HingeLoss", "8e7ab261247e266e", "", "", 0, (double)NAN } },
        { KERNELBENCH_V0_1,
          { 6, 3, 1, "1_MLP", "3fabb8e6bb6f0f5a", "128x16384:f32", "128x8192:f32", 171798691840,
            2697101312 } },
    };
    struct kernelbench_problem got;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct kernelbench_problem *want = &rows[i].p;
        const char *text = arena_printf(&arena, "%s0123456789abcdef", want->sha256);
        for (int by_text = 0; by_text < 2; by_text++) {
            assert_true(by_text == 1
                            ? kernelbench_find_text(text, &got)
                            : kernelbench_find(rows[i].version, want->level, want->problem, &got));
            assert_int_equal(got.versions, want->versions);
            assert_int_equal(got.level, want->level);
            assert_int_equal(got.problem, want->problem);
            assert_string_equal(got.name, want->name);
            assert_string_equal(got.sha256, want->sha256);
            assert_string_equal(got.inputs, want->inputs);
            assert_string_equal(got.outputs, want->outputs);
            assert_true(same(got.flops, want->flops) && same(got.bytes, want->bytes));
        }
    }
    assert_false(kernelbench_find_text("d467f85334896873", &got));
    assert_false(kernelbench_find(KERNELBENCH_V0, 1, 101, &got));
    assert_false(kernelbench_find(KERNELBENCH_V0, 3, 51, &got));
    assert_int_equal(kernelbench_versions_of_name(1, 12, "12_Matmul_with_diagonal_matrices_"), 7);
    assert_int_equal(kernelbench_versions_of_name(3, 1, "1_MLP"), 7);
    assert_int_equal(kernelbench_versions_of_name(3, 1, "1_MLP.pyx"), 0);
    assert_string_equal(kernelbench_versions_text(&arena, 4), "v0.2");
    assert_string_equal(kernelbench_versions_text(&arena, 5), "v0, v0.2");
    assert_string_equal(kernelbench_versions_text(&arena, 8), "none");
}

/* As shares of operations and bytes that are counted; those of levels 2 and 3 have no certain
 * operations. */
static void the_least_work_is_a_share_of_what_is_counted(void **state)
{
    static const struct {
        int level, problem;
        double flops, bytes;
    } rows[] = {
        { 1, 1, 1, 1 },     { 1, 10, 1, 1 },         { 1, 11, 0, 1 },         { 1, 12, 0, 1 },
        { 1, 13, 1, 0.5 },  { 1, 14, 1.0 / 6, 0.5 }, { 1, 15, 1.0 / 6, 0.5 }, { 1, 16, 1, 1 },
        { 1, 23, 1, 1 },    { 1, 50, 0.25, 1 },      { 1, 54, 0.25, 1 },      { 1, 57, 0.25, 1 },
        { 1, 80, 0.25, 1 }, { 1, 83, 0.25, 1 },      { 2, 1, 0, 1 },          { 2, 11, 0, 1 },
        { 2, 13, 0, 1 },    { 2, 14, 0, 1 },         { 2, 23, 0, 0 },         { 2, 24, 0, 1 },
        { 2, 80, 0, 0 },    { 2, 81, 0, 1 },         { 2, 83, 0, 0 },         { 2, 84, 0, 1 },
        { 3, 1, 0, 1 },     { 3, 23, 0, 1 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct kernelbench_problem p;
        double flops, bytes;
        assert_true(kernelbench_find(KERNELBENCH_OURS, rows[i].level, rows[i].problem, &p));
        p.flops = 600; /* the products of a diagonal matrix are counted as none */
        p.bytes = 1000;
        kernelbench_least_work(&p, &flops, &bytes);
        if (!(fabs(flops - 600 * rows[i].flops) < 1e-9) ||
            !(fabs(bytes - 1000 * rows[i].bytes) < 1e-9))
            fail_msg("l%d/%d: %g of 600, %g of 1000", rows[i].level, rows[i].problem, flops, bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_is_whole),
        cmocka_unit_test(names_tell_the_first_version),
        cmocka_unit_test(own_tasks_are_of_the_last_version),
        cmocka_unit_test(work_of_other_problems_is_known),
        cmocka_unit_test(a_row_is_read_whole),
        cmocka_unit_test(the_least_work_is_a_share_of_what_is_counted),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
