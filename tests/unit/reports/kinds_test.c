/*
 * kinds_test.c - every kind of table says all about itself, and every reader can read it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/kinds/table_kinds.h"
#include "reports/doc/formula.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

static void each_shape(void (*check)(const struct table_kind *kind, const struct table_shape *s))
{
    size_t n;
    const struct table_kind *const *kinds = table_kinds(&n);
    assert_true(n > 20);
    for (size_t i = 0; i < n; i++) {
        assert_non_null(kinds[i]->shapes[0]);
        assert_null(kinds[i]->shapes[KIND_SHAPES - 1]);
        for (size_t k = 0; kinds[i]->shapes[k] != NULL; k++)
            check(kinds[i], kinds[i]->shapes[k]);
    }
}

static void check_columns(const struct table_kind *kind, const struct table_shape *s)
{
    const struct table_kind *found = NULL;
    assert_ptr_equal(table_shape_find(s->schema, &found), s);
    assert_ptr_equal(found, kind);
    assert_true(s->rows != NULL && s->rows[0] != '\0');
    assert_true(s->n_optional < s->n_columns);
    for (size_t i = 0; i < s->n_columns; i++) {
        const struct table_column *c = &s->columns[i];
        if (c->type == COLUMN_UNSAID || c->meaning == NULL || c->meaning[0] == '\0' ||
            (c->na != NULL && c->na[0] == '\0') || (c->words != NULL && c->type != COLUMN_TEXT))
            fail_msg("%s: column %s does not say what it is", s->schema, c->name);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(c->name, s->columns[k].name);
    }
}

static void each_column_has_a_type_and_a_meaning(void **state)
{
    (void)state;
    each_shape(check_columns);
}

/* What has --explain has something to say, in queries that there are. */
static void check_explanation(const struct table_kind *kind, const struct table_shape *s)
{
    const struct table_shape *e = table_shape_explained(s);
    bool can_be_asked = false;
    for (size_t i = 0; i < kind->options.n_rows; i++)
        can_be_asked = can_be_asked || strcmp(kind->options.rows[i].name, "explain") == 0;
    assert_int_equal(can_be_asked, e != NULL);
    assert_ptr_equal(table_shape_explaining(s->schema), e);
    if (e == NULL)
        return;
    assert_non_null(kind->summary);
    assert_non_null(kind->usage);
    assert_non_null(strstr(kind->examples, kind->command));
    assert_non_null(e->formulas[0]);
    assert_non_null(e->n);
    assert_non_null(e->queries[0]);
    for (size_t k = 0; k < SHAPE_QUERIES && e->queries[k] != NULL; k++)
        assert_non_null(table_query_path(e->queries[k]));
}

static void each_analysis_is_explained(void **state)
{
    (void)state;
    each_shape(check_explanation);
    assert_null(table_shape_explaining("rollbook.analyze.fast-p"));
    assert_null(table_shape_explaining("rollbook.audit/1"));
    assert_null(table_shape_explaining(""));
}

static size_t n_math;

static void check_formulas(const struct table_kind *kind, const struct table_shape *s)
{
    (void)kind;
    for (size_t k = 0; k < SHAPE_FACTS && s->formulas[k] != NULL; k++) {
        struct buf plain = { 0 };
        if (!formula_put_plain(&plain, s->formulas[k]))
            fail_msg("%s: %s: not in the notation of reports/doc/formula.h", s->schema,
                     s->formulas[k]);
        n_math += strchr(s->formulas[k], '$') != NULL;
        assert_null(strpbrk(buf_text(&plain), "$\\{}"));
        assert_null(strstr(buf_text(&plain), "  "));
        buf_release(&plain);
    }
}

static void formulas_are_sentences_of_the_subset(void **state)
{
    (void)state;
    each_shape(check_formulas);
    assert_true(n_math > 40);
}

/* A work cited twice would be listed twice. */
static const char *const works[] = { "2602.07670",  "2602.05885", "Cochran 1954",
                                     "Fisher 1921", "Cawley",     "Brier 1950" };
static const char *wordings[ARRAY_LEN(works)];

static void check_references(const struct table_kind *kind, const struct table_shape *s)
{
    (void)kind;
    for (size_t w = 0; w < ARRAY_LEN(works); w++) {
        for (size_t k = 0; k < SHAPE_FACTS && s->references[k] != NULL; k++) {
            if (strstr(s->references[k], works[w]) == NULL)
                continue;
            if (wordings[w] == NULL)
                wordings[w] = s->references[k];
            assert_string_equal(s->references[k], wordings[w]);
        }
    }
}

static void a_work_is_cited_in_one_wording(void **state)
{
    (void)state;
    each_shape(check_references);
    for (size_t w = 0; w < ARRAY_LEN(works); w++)
        assert_non_null(wordings[w]);
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
        const char *path = table_query_path(names[i]);
        buf_printf(&out, "-- %s, %s:\n%s\n", names[i], path == NULL ? "none" : path,
                   table_query_text(names[i], &a));
    }
    approved_check_exactly("queries", &out);
    buf_release(&out);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_column_has_a_type_and_a_meaning),
        cmocka_unit_test(each_analysis_is_explained),
        cmocka_unit_test(formulas_are_sentences_of_the_subset),
        cmocka_unit_test(a_work_is_cited_in_one_wording),
        cmocka_unit_test(the_text_of_a_query_is_without_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
