/*
 * explanations_test.c - every formula can be read by every reader.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/tables/explanations.h"
#include "reports/doc/formula.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

static void formulas_are_sentences_of_the_subset(void **state)
{
    (void)state;
    size_t n = 0, math = 0;
    const struct explanation *all = explanation_all(&n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < EXPLANATION_FACTS && all[i].formulas[k] != NULL; k++) {
            struct buf plain = { 0 };
            if (!formula_put_plain(&plain, all[i].formulas[k]))
                fail_msg("%s: %s", all[i].schema, all[i].formulas[k]);
            math += strchr(all[i].formulas[k], '$') != NULL;
            assert_null(strpbrk(buf_text(&plain), "$\\{}"));
            assert_null(strstr(buf_text(&plain), "  "));
            buf_release(&plain);
        }
    }
    assert_true(n > 30);
    assert_true(math > n);
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

/* The longest name that a schema begins with, and none that ends within a word. */
static void a_table_has_the_explanation_of_its_name(void **state)
{
    (void)state;
    static const struct {
        const char *schema, *explained;
    } cases[] = {
        { "rollbook.analyze.selection/1", "rollbook.analyze.selection" },
        { "rollbook.analyze.selection.nothing/1", "rollbook.analyze.selection" },
        { "rollbook.analyze.selection", NULL },
        { "rollbook.analyze.selections/1", NULL },
        { "rollbook.analyze.select/1", NULL },
        { "nothing/1", NULL },
        { "", NULL },
    };
    size_t n = 0;
    const struct explanation *all = explanation_all(&n);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct explanation *e = explanation_of(cases[i].schema);
        assert_int_equal(e != NULL, cases[i].explained != NULL);
        if (e != NULL)
            assert_string_equal(e->schema, cases[i].explained);
    }
    for (size_t i = 0; i < n; i++) {
        char schema[200];
        snprintf(schema, sizeof(schema), "%s/1", all[i].schema);
        assert_ptr_equal(explanation_of(schema), &all[i]);
        snprintf(schema, sizeof(schema), "%s.more/2", all[i].schema);
        assert_ptr_equal(explanation_of(schema), &all[i]);
    }
}

/* Without comments, the blanks before them and lines of nothing else. */
static void the_text_of_a_query_is_without_comments(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct buf out = { 0 };
    static const char *const names[] = { "nothing", "", "get_user_version", "list_references",
                                         "pragma_reader" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const char *path = explanation_query_path(names[i]);
        buf_printf(&out, "-- %s, %s:\n%s\n", names[i], path == NULL ? "none" : path,
                   explanation_query(names[i], &a));
    }
    approved_check_exactly("queries", &out);
    buf_release(&out);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_are_sentences_of_the_subset),
        cmocka_unit_test(a_work_is_cited_in_one_wording),
        cmocka_unit_test(a_table_has_the_explanation_of_its_name),
        cmocka_unit_test(the_text_of_a_query_is_without_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
