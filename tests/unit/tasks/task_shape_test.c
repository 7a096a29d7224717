/* Chosen sizes, and hidden ones that leave vectors and tiles whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/task_shape.h"

static struct arena arena;

static const struct task *task(const char *id)
{
    const struct task *t = NULL;
    assert_int_equal(task_find(id, &arena, &t, NULL), 0);
    return t;
}

static const struct kernel_file *plan(const struct task *t, const char *text)
{
    struct kernel_file *k = arena_alloc(&arena, sizeof *k);
    struct kernel_error bad;
    if (kernel_file_parse(text, strlen(text), t, &arena, k, &bad) != 0)
        fail_msg("%s", bad.msg);
    return k;
}

static void sizes_are_read_by_name(void **state)
{
    static const char *const wrong[] = {
        "m", "m=", "m=0", "q=3", "mm=3", "m=3,k=-1", "m=4294967296"
    };
    const struct task *t = task("l1/4"); /* m, k */
    int64_t dims[TASK_MAX_DIMS];
    struct err err;
    (void)state;
    assert_int_equal(task_dims_parse(t, CASE_TINY, "k=99", dims, &err), 0);
    assert_int_equal(dims[0], 13);
    assert_int_equal(dims[1], 99);
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
        assert_int_equal(task_dims_parse(t, CASE_TINY, wrong[i], dims, &err), ERR_USAGE);
}

/* Windows slide over what is at least as large. */
static void sizes_below_a_window_are_refused(void **state)
{
    static const struct {
        const char *id, *wrong, *right;
    } rows[] = {
        { "l1/45", "h=10", "h=11" }, { "l1/45", "w=1", "w=11" }, { "l1/43", "d=4", "d=5" },
        { "l1/50", "w=6", "w=7" },   { "l1/76", "l=8", "l=9" },  { "l1/42", "h=1", "h=2" },
    };
    int64_t dims[TASK_MAX_DIMS];
    struct err err;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct task *t = task(rows[i].id), *other;
        assert_int_equal(task_dims_parse(t, CASE_TINY, rows[i].wrong, dims, &err), 0);
        assert_int_equal(task_with_dims(t, CASE_TINY, dims, &arena, &other, &err), ERR_USAGE);
        assert_int_equal(task_dims_parse(t, CASE_TINY, rows[i].right, dims, &err), 0);
        assert_int_equal(task_with_dims(t, CASE_TINY, dims, &arena, &other, &err), 0);
    }
}

static void another_size_is_another_task_of_the_same_name(void **state)
{
    const struct task *t = task("l1/4"), *other = NULL;
    const int64_t dims[] = { 5, 7 };
    char text[64];
    int64_t n = 0;
    (void)state;
    assert_int_equal(task_with_dims(t, CASE_TINY, dims, &arena, &other, NULL), 0);
    assert_string_equal(other->id, t->id);
    assert_string_not_equal(other->sha256, t->sha256);
    assert_int_equal(task_elements(other, CASE_TINY, &other->inputs[0], &n, NULL), 0);
    assert_int_equal(n, 35);
    assert_int_equal(t->dim_values[CASE_TINY][0], 13);
    task_dims_text(other, CASE_TINY, text, sizeof text);
    assert_string_equal(text, "m=5,k=7");
}

#define BODY "extern \"C\" __global__ void f() {}\n"

static void only_named_dimensions_are_hidden(void **state)
{
    const struct task *t = task("l1/4");
    int64_t dims[TASK_MAX_DIMS];
    (void)state;
    assert_false(task_hidden_dims(
        t, CASE_TINY, plan(t, "//@ launch f(A, x, y) grid=4 block=8\n" BODY), 7, false, dims));
    const struct kernel_file *k = plan(t, "//@ launch f(A, x, y, m) grid=4 block=8\n" BODY);
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_true(task_hidden_dims(t, CASE_TINY, k, seed, false, dims));
        assert_in_range(dims[0], 1, 12);
        assert_int_equal(dims[1], 37);
    }
    assert_true(task_hidden_dims(
        t, CASE_TINY, plan(t, "//@ scratch s f32[k]\n//@ launch f(s) grid=4 block=8\n" BODY), 7,
        false, dims));
    assert_int_equal(dims[0], 13);
    assert_true(dims[1] < 37);
}

static void sizes_above_are_at_most_twice_as_large(void **state)
{
    const struct task *t = task("l1/4");
    const struct kernel_file *k = plan(t, "//@ launch f(A, x, y, m) grid=4 block=8\n" BODY);
    int64_t dims[TASK_MAX_DIMS];
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_true(task_hidden_dims(t, CASE_TINY, k, seed, true, dims));
        assert_in_range(dims[0], 14, 25);
        assert_int_equal(dims[1], 37);
    }
}

/* 2048 x 1048576: multiples of 128 and 4096, 64 MiB at most. */
static void hidden_sizes_are_whole_small_and_drawn(void **state)
{
    const struct task *t = task("l1/4");
    const struct kernel_file *k =
        plan(t, "//@ launch f(A, x, y, m, k) grid=ceil_div(m, 4) block=8\n" BODY);
    int64_t first[TASK_MAX_DIMS], dims[TASK_MAX_DIMS];
    bool differ = false;
    (void)state;
    assert_true(task_hidden_dims(t, CASE_FULL, k, 0, false, first));
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_true(task_hidden_dims(t, CASE_FULL, k, seed, false, dims));
        assert_true(dims[0] % 128 == 0 && dims[0] > 0 && dims[0] < 2048);
        assert_true(dims[1] % 4096 == 0 && dims[1] > 0 && dims[1] < 1048576);
        assert_true(4 * (dims[0] * dims[1] + dims[0] + dims[1]) <= (int64_t)64 << 20);
        differ = differ || dims[0] != first[0] || dims[1] != first[1];
    }
    assert_true(differ);
}

static int release(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_read_by_name),
        cmocka_unit_test(sizes_below_a_window_are_refused),
        cmocka_unit_test(another_size_is_another_task_of_the_same_name),
        cmocka_unit_test(only_named_dimensions_are_hidden),
        cmocka_unit_test(sizes_above_are_at_most_twice_as_large),
        cmocka_unit_test(hidden_sizes_are_whole_small_and_drawn),
    };
    return cmocka_run_group_tests_name("task_shape", tests, NULL, release);
}
