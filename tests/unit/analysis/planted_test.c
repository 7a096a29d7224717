/* Which planted bugs count, and what is said of those that were let pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/audit/planted.h"
#include "src/base/mem.h"

#define SAID "mutant: bounds of baseline, line 3, bound moved by one: \"\" becomes \" - 1\""

static struct mutant_verdict verdict(const char *code, const char *checker, enum bug_fate fate)
{
    return (struct mutant_verdict){ .task = "l1/4",
                                    .code = code,
                                    .checker = checker,
                                    .said = SAID,
                                    .fate = fate,
                                    .check = fate == FATE_KILLED ? "outputs" : NULL };
}

static struct mutant_verdict control(const char *checker, enum bug_fate fate)
{
    struct mutant_verdict v = verdict("0", checker, fate);
    v.said = "control: baseline";
    v.is_control = true;
    return v;
}

static void a_bug_counts_when_somebody_told_it_apart(void **state)
{
    struct arena a = { 0 };
    struct mutant_tally *t;
    struct mutant_verdict all[] = {
        control("fast", FATE_SURVIVED),      control("draws", FATE_SURVIVED),
        verdict("1", "fast", FATE_KILLED),   verdict("1", "draws", FATE_SURVIVED),
        verdict("2", "fast", FATE_SURVIVED), verdict("2", "draws", FATE_KILLED),
        verdict("3", "fast", FATE_SURVIVED), verdict("3", "draws", FATE_SURVIVED),
        verdict("4", "fast", FATE_UNBUILT),  verdict("4", "draws", FATE_UNBUILT),
        verdict("5", "fast", FATE_SURVIVED), verdict("5", "draws", FATE_KILLED),
        verdict("1", "fast", FATE_KILLED), /* the same text once more */
    };
    (void)state;
    all[11].check = CHECK_LARGER;
    size_t n = mutants_sort(all, sizeof all / sizeof *all, &a);
    assert_int_equal(n, 12);
    assert_int_equal(mutants_tally(all, n, MUTANTS_ALL, &a, &t), 1);
    assert_string_equal(t->checker, "fast");
    assert_int_equal(t->planted, 5);
    assert_int_equal(t->unbuilt, 1);
    assert_int_equal(t->same, 1);
    assert_int_equal(t->differ, 3);
    assert_int_equal(t->larger, 1);
    assert_int_equal(t->killed, 1);
    assert_int_equal(t->controls, 1);
    assert_int_equal(mutants_tally(all, n, MUTANTS_BY_BUG, &a, &t), 1);
    assert_string_equal(t->group, "bounds");
    assert_int_equal(mutants_tally(all, n, MUTANTS_BY_RULE, &a, &t), 1);
    assert_string_equal(t->group, "bound moved by one");
    arena_release(&a);
}

static void who_refuses_the_right_kernel_says_nothing_of_its_mutants(void **state)
{
    struct arena a = { 0 };
    struct mutant_tally *t;
    struct mutant_verdict all[] = { control("fast", FATE_KILLED), verdict("1", "fast", FATE_KILLED),
                                    verdict("2", "fast", FATE_SURVIVED) };
    (void)state;
    size_t n = mutants_sort(all, 3, &a);
    assert_int_equal(mutants_tally(all, n, MUTANTS_ALL, &a, &t), 1);
    assert_int_equal(t->unknown, 2);
    assert_int_equal(t->differ, 0);
    assert_int_equal(t->controls_refused, 1);
    /* Who was not tried by many draws is not known to differ, killed or not. */
    struct mutant_verdict untried[] = { verdict("1", "fast", FATE_KILLED),
                                        verdict("2", "fast", FATE_SURVIVED) };
    n = mutants_sort(untried, 2, &a);
    assert_int_equal(mutants_tally(untried, n, MUTANTS_ALL, &a, &t), 1);
    assert_int_equal(t->unknown, 2);
    assert_int_equal(t->differ, 0);
    arena_release(&a);
}

static void differences_are_unified(void **state)
{
    struct arena a = { 0 };
    (void)state;
    assert_string_equal(text_difference("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nX\ne\nf\n", &a),
                        "@@ -2,5 +2,5 @@\n b\n c\n-d\n+X\n e\n f\n");
    assert_string_equal(text_difference("a\n", "a\nb", &a), "@@ -1,1 +1,2 @@\n a\n+b\n");
    assert_string_equal(text_difference("a\n", "a\n", &a), "");
    assert_string_equal(text_difference("", "a\n", &a), "@@ -1,0 +1,1 @@\n+a\n");
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bug_counts_when_somebody_told_it_apart),
        cmocka_unit_test(who_refuses_the_right_kernel_says_nothing_of_its_mutants),
        cmocka_unit_test(differences_are_unified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
