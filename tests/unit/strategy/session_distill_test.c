/*
 * session_distill_test.c - which correct answer a teacher is shown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/run/run_config.h"
#include "src/strategy/session_distill.h"

/* Task 0: wrong, slow but right, fast; task 1: right, and alone. */
static const struct distill_answer answers[] = {
    { 1, 0, 0, 0 }, { 2, 0, 0.5, 1 }, { 3, 0, 2, 1 }, { 4, 1, 3, 1 }, { 5, 0, 0, 0 },
};

static void shown_are(const char *show, const size_t *want)
{
    for (size_t i = 0; i < ARRAY_LEN(answers); i++)
        assert_int_equal(distill_shown(show, answers, ARRAY_LEN(answers), i), want[i]);
}

static void test_which_is_shown(void **state)
{
    (void)state;
    enum { NO = ARRAY_LEN(answers) };
    shown_are("none", (const size_t[]){ NO, NO, NO, NO, NO });
    /* The first right one before it, however slow. */
    shown_are("first", (const size_t[]){ NO, NO, 1, NO, 1 });
    /* One with a reward of 1, never its own. */
    shown_are("other", (const size_t[]){ 2, 2, NO, NO, 2 });
}

static void test_recipes_name_what_there_is(void **state)
{
    (void)state;
    assert_string_equal(distill_recipe_find("study")->teacher, distill_teachers[0]);
    assert_string_equal(distill_recipe_find("study")->show, distill_shows[1]);
    assert_string_equal(distill_recipe_find("trl")->teacher, distill_teachers[2]);
    assert_string_equal(distill_recipe_find("trl")->show, distill_shows[2]);
    assert_null(distill_recipe_find("live"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_which_is_shown),
        cmocka_unit_test(test_recipes_name_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
