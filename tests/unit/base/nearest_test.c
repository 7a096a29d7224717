#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/mem.h"
#include "src/base/nearest.h"

static void check(const char *wrong, const char *const *names, size_t n, const char *want)
{
    struct nearest near;
    nearest_init(&near, wrong);
    for (size_t i = 0; i < n; i++)
        nearest_offer(&near, names[i]);
    assert_string_equal(near.name, want);
}

static void finds_the_nearest(void **state)
{
    static const char *const names[] = { "report", "run", "replay", "trajectory", "bon-42", "BON" };
    (void)state;
    check("reprot", names, ARRAY_LEN(names), "report"); /* a swap is one edit */
    check("trajectroy", names, ARRAY_LEN(names), "trajectory");
    check("rn", names, ARRAY_LEN(names), "run");
    check("bon", names, ARRAY_LEN(names), "BON"); /* nearer than three letters */
    check("bon_42", names, ARRAY_LEN(names), "bon-42");
    check("", names, ARRAY_LEN(names), "");
    check("xyz", names, ARRAY_LEN(names), "");
    check("x", names, ARRAY_LEN(names), "");
}

static void ties_and_limits(void **state)
{
    static const char *const twins[] = { "abcd", "abce" };
    static const char *const swapped[] = { "bac", "abd" };
    char longest[2 * NEAREST_LONGEST];
    const char *const whole[] = { longest };
    (void)state;
    check("abcf", twins, ARRAY_LEN(twins), "abcd");
    check("abc", swapped, ARRAY_LEN(swapped), "bac");
    memset(longest, 'a', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    check(longest, whole, 1, "");
    longest[NEAREST_LONGEST] = '\0';
    check(longest, whole, 1, longest);
}

static void the_message_gets_it(void **state)
{
    struct err err = { 0 };
    struct nearest near;
    (void)state;
    nearest_init(&near, "kernelbanch");
    err_set(&err, ERR_USAGE, "unknown");
    assert_int_equal(err_suggest(&err, &near), ERR_USAGE);
    assert_string_equal(err.msg, "unknown");
    nearest_offer(&near, "kernelbench");
    assert_int_equal(err_suggest(&err, &near), ERR_USAGE);
    assert_string_equal(err.msg, "unknown; did you mean 'kernelbench'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_nearest),
        cmocka_unit_test(ties_and_limits),
        cmocka_unit_test(the_message_gets_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
