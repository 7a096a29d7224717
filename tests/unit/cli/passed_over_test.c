/* passed_over_test.c - which endings are counted, in which order, and that the sum holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/passed_over.h"

static void said(struct passed_over *p, const char *want)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    assert_string_equal(passed_over_text(&a, p), want);
}

static void test_endings_are_counted_most_first(void **state)
{
    static const char *const paths[] = { "a/x.txt", "a/y.py", "b/z.py", "c.d/q.py", "r.txt" };
    struct passed_over p = { 0 };
    (void)state;
    said(&p, "");
    for (size_t i = 0; i < ARRAY_LEN(paths); i++)
        passed_over_add(&p, paths[i]);
    assert_int_equal(p.n, 5);
    said(&p, "3 .py, 2 .txt");
}

/* No ending, a long one, and more than have room. */
static void test_the_others_are_counted_together(void **state)
{
    struct passed_over p = { 0 };
    (void)state;
    passed_over_add(&p, "folder.d/README");
    said(&p, "1 other");
    passed_over_add(&p, "x.much-too-long-an-ending");
    said(&p, "2 other");
    passed_over_add(&p, "x.py");
    said(&p, "1 .py, 2 other");
    for (int i = 0; i < PASSED_OVER_KINDS; i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        passed_over_add(&p, arena_printf(&a, "x.k%02d", i));
    }
    assert_int_equal(p.n, 3 + PASSED_OVER_KINDS);
    assert_int_equal(p.n_kinds, PASSED_OVER_KINDS);
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *text = passed_over_text(&a, &p);
    assert_non_null(strstr(text, ", 3 other"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_endings_are_counted_most_first),
        cmocka_unit_test(test_the_others_are_counted_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
