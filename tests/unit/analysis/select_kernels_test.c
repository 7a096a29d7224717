/* What a random choice finds among copies, against chances that are counted by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/select/select_kernels.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"

#define DRAWN .05 /* 5,000 orders */

/* Of kernels 1 (twice), 2 and 3 two samples are taken: 1 comes first, or second behind one other.
 */
static const int64_t copies[] = { 1, 1, 2, 3 };
static const bool copies_fast[] = { true, true, false, false };
static const int64_t own[] = { 0, 0 };
static const bool half[] = { true, false };
static const bool all[] = { true, true };
static const bool none[] = { false, false };

static void tasks_are_independent(void **state)
{
    const struct select_kernels cells[] = {
        { .task = 2, .n = 2, .code = own, .fast = half, .m = 1 },           /* 1/2 */
        { .task = 0, .n = 4, .code = copies, .fast = copies_fast, .m = 2 }, /* 2/3 */
        { .task = 1, .n = 2, .code = own, .fast = all, .m = 1 },            /* 1 */
        { .task = 3, .n = 2, .code = own, .fast = none, .m = 2 },           /* 0 */
    };
    struct arena a = { 0 };
    (void)state;
    const double *tails = select_kernels_tails(cells, ARRAY_LEN(cells), 7, &a);
    assert_non_null(tails);
    if (tails != NULL) {
        assert_near(tails[0], 1.0, 1e-9);
        assert_near(tails[1], 1.0, 1e-9);
        assert_near(tails[2], 5.0 / 6.0, DRAWN);
        assert_near(tails[3], 1.0 / 3.0, DRAWN);
        assert_near(tails[4], 0.0, 1e-9);
    }
    arena_release(&a);
}

/* Two runs with the same two kernels rank them alike: both find the fast one, or neither. */
static void runs_of_a_task_are_not(void **state)
{
    static const int64_t same[] = { 5, 6 };
    const struct select_kernels cells[] = {
        { .task = 0, .n = 2, .code = same, .fast = half, .m = 1 },
        { .task = 0, .n = 2, .code = same, .fast = half, .m = 1 },
    };
    struct arena a = { 0 };
    (void)state;
    const double *tails = select_kernels_tails(cells, 2, 7, &a);
    assert_non_null(tails);
    if (tails != NULL) {
        assert_near(tails[1], .5, DRAWN);
        assert_near(tails[2], .5, DRAWN);
    }
    assert_true(select_kernels_repeat(cells, 2, true));
    arena_release(&a);
}

static void without_copies_nothing_is_drawn(void **state)
{
    const struct select_kernels cells[] = {
        { .task = 0, .n = 2, .code = own, .fast = half, .m = 1 },
        { .task = 0, .n = 2, .code = own, .fast = half, .m = 1 },
    };
    struct arena a = { 0 };
    (void)state;
    assert_null(select_kernels_tails(cells, 2, 7, &a));
    assert_false(select_kernels_repeat(cells, 2, false));
    arena_release(&a);
}

/* More than there is means all of it. */
static void a_cell_gives_no_more_than_it_has(void **state)
{
    const struct select_kernels cell = {
        .task = 0, .n = 4, .code = copies, .fast = copies_fast, .m = 9
    };
    struct arena a = { 0 };
    (void)state;
    const double *tails = select_kernels_tails(&cell, 1, 7, &a);
    assert_non_null(tails);
    if (tails != NULL)
        assert_near(tails[1], 1.0, 1e-9);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_are_independent),
        cmocka_unit_test(runs_of_a_task_are_not),
        cmocka_unit_test(without_copies_nothing_is_drawn),
        cmocka_unit_test(a_cell_gives_no_more_than_it_has),
    };
    return cmocka_run_group_tests_name("select_kernels", tests, NULL, NULL);
}
