/* declaration_test.c - what a study may declare, where it is refused, and what an amendment
 * changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/declaration/declaration.h"

static struct arena arena;

/* The whole declaration; rows replace one member. */
static const char *const members[] = {
    "\"estimand\":\"sample\"",   "\"budget\":4",    "\"stopping\":\"when all have run\"",
    "\"methods\":[\"a\",\"b\"]", "\"seeds\":[1,2]", "\"tasks\":[\"l1/4\"]",
};

static const char *text_with(const char *replaced, const char *with)
{
    const char *text = "{";
    size_t len = strcspn(replaced, ":");
    bool found = false;
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        bool is_it = strncmp(members[i], replaced, len) == 0 && members[i][len] == ':';
        const char *member = is_it ? with : members[i];
        found |= is_it;
        if (*member != '\0')
            text = arena_printf(&arena, "%s%s%s", text, text[1] == '\0' ? "" : ",", member);
    }
    if (!found)
        text = arena_printf(&arena, "%s,%s", text, with);
    return arena_printf(&arena, "%s}", text);
}

static struct study_declaration parse(const char *text)
{
    struct study_declaration d;
    struct err err = { 0 };
    if (declaration_parse("x.json", text, strlen(text), &arena, &d, &err) != 0)
        fail_msg("%s: %s", text, err.msg);
    return d;
}

static void what_is_left_out_has_its_standard_value(void **state)
{
    (void)state;
    struct study_declaration d = parse(text_with("\"estimand\"", members[0]));
    assert_int_equal(d.estimand, 0);
    assert_int_equal(d.test, 0);
    assert_true(d.threshold >= 1.0 && d.threshold <= 1.0);
    assert_false(d.ge);
    assert_int_equal(d.budget, 4);
    assert_true(d.alpha >= 0.05 && d.alpha <= 0.05);
    assert_int_equal(d.looks, 1);
    assert_string_equal(d.stopping, "when all have run");
    assert_int_equal(d.n_methods, 2);
    assert_string_equal(d.methods[1], "b");
    assert_int_equal(d.n_seeds, 2);
    assert_int_equal(d.seeds[1], 2);
    assert_int_equal(d.n_tasks, 1);
    assert_null(d.sweep.run);
}

static const char *repeated(const char *head, const char *part, size_t n, const char *tail)
{
    struct buf b = { 0 };
    buf_puts(&b, head);
    for (size_t i = 0; i < n; i++)
        buf_puts(&b, part);
    buf_puts(&b, tail);
    const char *text = arena_strdup(&arena, buf_text(&b));
    buf_release(&b);
    return text;
}

static const char *numbered(const char *head, const char *form, size_t n)
{
    struct buf b = { 0 };
    buf_puts(&b, head);
    for (size_t i = 0; i < n; i++) {
        buf_puts(&b, i == 0 ? "" : ",");
        buf_printf(&b, "%s%zu%s", form, i, form);
    }
    buf_puts(&b, "]");
    const char *text = arena_strdup(&arena, buf_text(&b));
    buf_release(&b);
    return text;
}

static void members_out_of_range_are_refused_by_name(void **state)
{
    const struct {
        const char *member, *message; /* NULL: accepted */
    } rows[] = {
        { "\"estimand\":\"best-of-b\"", NULL },
        { "\"estimand\":\"log-best-of-b\"", NULL },
        { "\"estimand\":\"mean\"",
          "x.json: estimand 'mean' is not known; the first one known is sample" },
        { "\"test\":\"sign-flip\"", NULL },
        { "\"test\":\"t\"", "x.json: test 't' is not known; the first one known is sign-flip" },
        { "\"test\":3", "test" },
        { "\"threshold\":0.000001", NULL },
        { "\"threshold\":0", "x.json: threshold must be above 0" },
        { "\"threshold\":1e999", "threshold" },
        { "\"threshold\":\"1\"", "threshold" },
        { "\"ge\":true", NULL },
        { "\"ge\":1", "x.json: ge must be true or false" },
        { "\"alpha\":0.4999", NULL },
        { "\"alpha\":0.5", "x.json: alpha must be between 0 and 0.5" },
        { "\"alpha\":0", "x.json: alpha must be between 0 and 0.5" },
        { "\"budget\":1", NULL },
        { "\"budget\":1000000", NULL },
        { "\"budget\":0", "x.json: budget is 1 to 1000000" },
        { "\"budget\":1000001", "x.json: budget is 1 to 1000000" },
        { "\"budget\":1.5", "budget" },
        { "\"looks\":1000000", NULL },
        { "\"looks\":0", "x.json: looks is 1 to 1000000" },
        { "\"looks\":1000001", "x.json: looks is 1 to 1000000" },
        { "\"stopping\":\"\"", "x.json: stopping says in 1 to 2000 bytes when it ends" },
        { repeated("\"stopping\":\"", "x", 2000, "\""), NULL },
        { repeated("\"stopping\":\"", "x", 2001, "\""), "x.json: stopping says" },
        { "\"methods\":[\"a\"]", "x.json: methods names two or more" },
        { "\"methods\":[]", "x.json: methods has 1 to 16 items" },
        { "\"methods\":[\"a\",\"b\",\"a\"]", "x.json: methods names 'a' twice" },
        { "\"methods\":[\"a\",\"\"]", "x.json: an item of methods is not a name" },
        { "\"methods\":[\"a\",2]", "x.json: an item of methods is not a name" },
        { numbered("\"methods\":[", "\"", 16), NULL },
        { numbered("\"methods\":[", "\"", 17), "x.json: methods has 1 to 16 items" },
        { repeated("\"methods\":[\"a\",\"", "b", 2000, "\"]"), NULL },
        { repeated("\"methods\":[\"a\",\"", "b", 2001, "\"]"), "an item of methods is not a name" },
        { "\"seeds\":[]", "x.json: seeds has 1 to 1000 items" },
        { "\"seeds\":[-1]", NULL },
        { "\"seeds\":[3,1,3]", "x.json: seed 3 appears twice" },
        { "\"seeds\":[\"1\"]", "x.json: an item of seeds is not an integer" },
        { "\"seeds\":1", "seeds" },
        { numbered("\"seeds\":[", "", 1000), NULL },
        { numbered("\"seeds\":[", "", 1001), "x.json: seeds has 1 to 1000 items" },
        { numbered("\"tasks\":[", "\"", 1000), NULL },
        { numbered("\"tasks\":[", "\"", 1001), "x.json: tasks has 1 to 1000 items" },
        { "\"tasks\":[\"l1/4\",\"l1/4\"]", "x.json: tasks names 'l1/4' twice" },
        { "\"colour\":1", "x.json: 'colour' is not a member of a declaration" },
        { "\"budget\":4,\"budget\":5", "x.json: budget appears twice" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct study_declaration d;
        struct err err = { 0 };
        const char *text = text_with(rows[i].member, rows[i].member);
        int rc = declaration_parse("x.json", text, strlen(text), &arena, &d, &err);
        if (rows[i].message == NULL
                ? rc != 0
                : rc != ERR_INTEGRITY || strstr(err.msg, rows[i].message) == NULL)
            fail_msg("%.100s: %d %s", rows[i].member, rc, err.msg);
    }
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        struct study_declaration d;
        struct err err = { 0 };
        const char *text = text_with(members[i], "");
        assert_int_equal(declaration_parse("x.json", text, strlen(text), &arena, &d, &err),
                         ERR_INTEGRITY);
    }
    struct study_declaration d;
    struct err err = { 0 };
    assert_int_equal(declaration_parse("x.json", "[]", 2, &arena, &d, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "x.json: a declaration is a JSON object");
}

#define AXES(axes) "\"sweep\":{\"run\":\"ttt\",\"axes\":[" axes "]}"

static void a_sweep_names_its_cells(void **state)
{
    static const char *const cells[] = { "k:1/rank:a", "k:1/rank:b", "k:1/rank:c",
                                         "k:2/rank:a", "k:2/rank:b", "k:2/rank:c" };
    static const char *const values[][3] = { { "1", "tiny", "a" }, { "1", "tiny", "b" },
                                             { "1", "tiny", "c" }, { "2", "tiny", "a" },
                                             { "2", "tiny", "b" }, { "2", "tiny", "c" } };
    (void)state;
    struct study_declaration d = parse(text_with(
        "\"methods\"", AXES("{\"option\":\"k\",\"values\":[1,2]},{\"option\":\"case\",\"values\":["
                            "\"tiny\"]},{\"option\":\"rank\",\"values\":[\"a\",\"b\",\"c\"]}")));
    assert_string_equal(d.sweep.run, "ttt");
    assert_int_equal(d.n_methods, 6);
    for (size_t c = 0; c < 6; c++) {
        assert_string_equal(d.methods[c], cells[c]);
        for (size_t a = 0; a < 3; a++)
            assert_string_equal(sweep_plan_value(&d.sweep, c, a), values[c][a]);
    }
}

static void sweeps_out_of_range_are_refused(void **state)
{
#define LONGEST "a123456789012345678901234567890123456789012345678901234567890123"
    static const struct {
        const char *sweep, *message; /* NULL: accepted */
    } rows[] = {
        { AXES("{\"option\":\"k\",\"values\":[1,2]}"), NULL },
        { AXES("{\"option\":\"k\",\"values\":[\"-+._@Az09\",2]}"), NULL },
        { AXES("{\"option\":\"k\",\"values\":[\"" LONGEST "\",2]}"), NULL },
        { AXES("{\"option\":\"k\",\"values\":[\"" LONGEST "b\",2]}"),
          "x.json: sweep: a value of k is 1 to 64 letters, digits and -+._@" },
        { AXES("{\"option\":\"k\",\"values\":[\"\",2]}"), "a value of k is 1 to 64 letters" },
        { AXES("{\"option\":\"k\",\"values\":[\"a b\",2]}"), "a value of k is 1 to 64 letters" },
        { AXES("{\"option\":\"k\",\"values\":[\"a/b\",2]}"), "a value of k is 1 to 64 letters" },
        { AXES("{\"option\":\"k\",\"values\":[true,2]}"), "a value of k is 1 to 64 letters" },
        { AXES("{\"option\":\"k\",\"values\":[1]}"),
          "x.json: sweep: 1 combinations of values; 2 to 16 can be compared" },
        { AXES("{\"option\":\"k\",\"values\":[1,2,3,4]},{\"option\":\"l\",\"values\":[1,2,3,4]}"),
          NULL },
        { AXES("{\"option\":\"k\",\"values\":[1,2,3]},{\"option\":\"l\",\"values\":[1,2,3,4,5,6]}"),
          "x.json: sweep: 18 combinations of values; 2 to 16 can be compared" },
        { AXES("{\"option\":\"k\",\"values\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}"), NULL },
        { AXES("{\"option\":\"k\",\"values\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}"),
          "x.json: sweep: k has 1 to 16 values" },
        { AXES("{\"option\":\"k\",\"values\":[]}"), "x.json: sweep: k has 1 to 16 values" },
        { AXES("{\"option\":\"k\",\"values\":[1,2,1]}"), "x.json: sweep: k has 1 twice" },
        { AXES("{\"option\":\"k\",\"values\":[1,2]},{\"option\":\"k\",\"values\":[3]}"),
          "x.json: sweep: k appears twice" },
        { AXES("{\"option\":\"a b\",\"values\":[1,2]}"),
          "x.json: sweep: an axis has an option and values, no more" },
        { AXES("{\"option\":\"k\",\"values\":[1,2],\"x\":1}"), "an axis has an option and values" },
        { AXES("{\"values\":[1,2]}"), "option" },
        { AXES("{\"option\":\"k\"}"), "values" },
        { AXES(""), "x.json: sweep: it has run, a strategy, and axes, 1 to 8, no more" },
        { "\"sweep\":{\"run\":\"t t\",\"axes\":[{\"option\":\"k\",\"values\":[1,2]}]}",
          "it has run, a strategy" },
        { "\"sweep\":{\"run\":\"ttt\",\"axes\":[{\"option\":\"k\",\"values\":[1,2]}],\"x\":1}",
          "it has run, a strategy" },
        { "\"sweep\":{\"axes\":[]}", "run" },
        { "\"sweep\":{\"run\":\"ttt\"}", "axes" },
        { "\"methods\":[\"k:1\",\"k:2\"]," AXES("{\"option\":\"k\",\"values\":[1,2]}"), NULL },
        { "\"methods\":[\"k:2\",\"k:1\"]," AXES("{\"option\":\"k\",\"values\":[1,2]}"),
          "x.json: methods differ from the methods that the sweep makes" },
        { "\"methods\":[\"k:1\"]," AXES("{\"option\":\"k\",\"values\":[1,2]}"),
          "x.json: methods differ from the methods that the sweep makes" },
        { "\"methods\":[\"k:1\",\"k:3\"]," AXES("{\"option\":\"k\",\"values\":[1,2]}"),
          "x.json: methods differ from the methods that the sweep makes" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct study_declaration d;
        struct err err = { 0 };
        const char *text = text_with("\"methods\"", rows[i].sweep);
        int rc = declaration_parse("x.json", text, strlen(text), &arena, &d, &err);
        if (rows[i].message == NULL
                ? rc != 0
                : rc != ERR_INTEGRITY || strstr(err.msg, rows[i].message) == NULL)
            fail_msg("%s: %d %s", rows[i].sweep, rc, err.msg);
    }
    struct buf b = { 0 };
    for (size_t n = 8; n < 10; n++) {
        struct study_declaration d;
        struct err err = { 0 };
        buf_clear(&b);
        buf_puts(&b, "\"sweep\":{\"run\":\"ttt\",\"axes\":[{\"option\":\"k\",\"values\":[1,2]}");
        for (size_t i = 1; i < n; i++)
            buf_printf(&b, ",{\"option\":\"o%zu\",\"values\":[1]}", i);
        buf_puts(&b, "]}");
        const char *text = text_with("\"methods\"", buf_text(&b));
        assert_int_equal(declaration_parse("x.json", text, strlen(text), &arena, &d, &err),
                         n == 8 ? 0 : ERR_INTEGRITY);
    }
    buf_release(&b);
}

static const char *encoded(const struct study_declaration *d)
{
    struct buf b = { 0 };
    declaration_encode(d, &b);
    const char *text = arena_strdup(&arena, buf_text(&b));
    buf_release(&b);
    return text;
}

static void what_is_stored_reads_back_as_it_was(void **state)
{
    (void)state;
    struct study_declaration d = parse(text_with("\"estimand\"", members[0]));
    assert_string_equal(
        encoded(&d), "{\"alpha\":0.05,\"budget\":4,\"estimand\":\"sample\",\"ge\":false,"
                     "\"looks\":1,\"methods\":[\"a\",\"b\"],\"seeds\":[1,2],\"stopping\":\"when "
                     "all have run\",\"tasks\":[\"l1/4\"],\"test\":\"sign-flip\",\"threshold\":1}");
    d = parse(text_with("\"methods\"", AXES("{\"option\":\"k\",\"values\":[1,2]}")));
    assert_non_null(strstr(encoded(&d), "\"sweep\":{\"axes\":[{\"option\":\"k\",\"values\":[\"1\","
                                        "\"2\"]}],\"run\":\"ttt\"}"));
    struct study_declaration again = parse(encoded(&d));
    assert_string_equal(encoded(&again), encoded(&d));
    assert_string_equal(declaration_changes(&d, &again, &arena), "");
}

static void changes_are_named_in_the_order_of_members(void **state)
{
    static const struct {
        const char *member, *changes;
    } rows[] = {
        { "\"estimand\":\"best-of-b\"", "estimand" },
        { "\"threshold\":1.5", "threshold" },
        { "\"threshold\":1", "" },
        { "\"ge\":true", "ge" },
        { "\"budget\":5", "budget" },
        { "\"alpha\":0.01", "alpha" },
        { "\"looks\":2", "looks" },
        { "\"stopping\":\"never\"", "stopping" },
        { "\"methods\":[\"b\",\"a\"]", "methods" },
        { "\"seeds\":[2,1]", "seeds" },
        { "\"tasks\":[\"l1/4\",\"l1/5\"]", "tasks" },
        { "\"looks\":2,\"alpha\":0.01", "alpha, looks" },
    };
    (void)state;
    struct study_declaration d = parse(text_with("\"estimand\"", members[0]));
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct study_declaration other = parse(text_with(rows[i].member, rows[i].member));
        assert_string_equal(declaration_changes(&d, &other, &arena), rows[i].changes);
        assert_string_equal(declaration_changes(&other, &d, &arena), rows[i].changes);
    }
    struct study_declaration swept =
        parse(text_with("\"methods\"", AXES("{\"option\":\"k\",\"values\":[1,2]}")));
    assert_string_equal(declaration_changes(&d, &swept, &arena), "methods, sweep");
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
        cmocka_unit_test(what_is_left_out_has_its_standard_value),
        cmocka_unit_test(members_out_of_range_are_refused_by_name),
        cmocka_unit_test(a_sweep_names_its_cells),
        cmocka_unit_test(sweeps_out_of_range_are_refused),
        cmocka_unit_test(what_is_stored_reads_back_as_it_was),
        cmocka_unit_test(changes_are_named_in_the_order_of_members),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
