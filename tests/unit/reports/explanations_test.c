/*
 * explanations_test.c - every formula can be read by every reader.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/tables/explanations.h"
#include "reports/doc/formula.h"
#include "src/base/buf.h"
#include "src/base/mem.h"

static void formulas_are_sentences_of_the_subset(void **state)
{
    (void)state;
    struct arena a = { 0 };
    size_t n = 0, math = 0;
    const struct explanation *all = explanation_all(&n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < EXPLANATION_FACTS && all[i].formulas[k] != NULL; k++) {
            struct formula_part *parts;
            struct buf plain = { 0 };
            if (!formula_parse(&a, all[i].formulas[k], &parts))
                fail_msg("%s: %s", all[i].schema, all[i].formulas[k]);
            for (; parts != NULL; parts = parts->next)
                math += parts->math != NULL ? 1 : 0;
            formula_put_plain(&plain, all[i].formulas[k]);
            assert_null(strpbrk(buf_text(&plain), "$\\{}"));
            assert_null(strstr(buf_text(&plain), "  "));
            buf_release(&plain);
        }
    }
    assert_true(n > 30);
    assert_true(math > n);
    arena_release(&a);
}

/* A work cited twice would be listed twice. */
static void a_work_is_cited_in_one_wording(void **state)
{
    (void)state;
    static const char *const works[] = { "2602.07670",  "2602.05885", "Cochran 1954",
                                         "Fisher 1921", "Cawley",     "Brier 1950" };
    size_t n = 0;
    const struct explanation *all = explanation_all(&n);
    for (size_t w = 0; w < ARRAY_LEN(works); w++) {
        const char *wording = NULL;
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < EXPLANATION_FACTS && all[i].references[k] != NULL; k++) {
                if (strstr(all[i].references[k], works[w]) == NULL)
                    continue;
                wording = wording == NULL ? all[i].references[k] : wording;
                assert_string_equal(all[i].references[k], wording);
            }
        }
        assert_non_null(wording);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_are_sentences_of_the_subset),
        cmocka_unit_test(a_work_is_cited_in_one_wording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
