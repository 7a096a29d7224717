/* table_kind_test.c - options by their rows, the command that repeats a table, shared runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/tables/table_common.h"
#include "src/base/err.h"
#include "tests/unit/analysis/study_builder.h"

enum colour { RED, GREEN, BLUE };

struct table_test_options {
    bool shape;
    int64_t n;
    double weight;
    const char *metric;
    const char *levels;
    struct name_list a;
    enum colour colour;
    int step;
    int64_t threads;
};
#define STANDARD_test .n = 3, .weight = 0.25, .levels = "one", .step = STEP_BOA

static const char *const colours[] = { "red", "green", "blue", NULL };
static const char *const either[] = { "mean", "sum", NULL };

static const struct option rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_test_options, shape, "shape", NULL, ""),
    OPTION(struct table_test_options, n, "n", "N", ""),
    OPTION(struct table_test_options, weight, "weight", "W", ""),
    OPTION(struct table_test_options, metric, "metric", "NAME", ""),
    OPTION(struct table_test_options, levels, "level", "NAME,...", "", .repeats = true),
    OPTION(struct table_test_options, a, "a", "NAME,...", ""),
    OPTION(struct table_test_options, colour, "colour", "WHAT", "", .choices = colours),
    OPTION(struct table_test_options, step, "step", "STEP", "", TABLE_STEPS),
    OPTION(struct table_test_options, threads, "threads", "N", "", .has_no_default = true,
           .least = 1, .most = 64),
};

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    static const struct table_column columns[] = { { "runs", 0 }, { "n", 0 } };
    const struct table_test_options *o = options;
    const struct study *s = NULL;
    struct table t;
    int rc = tables_study(in, &s, err);
    if (rc < 0)
        return rc;
    table_init(&t, in->arena, "rollbook.test/1", columns, ARRAY_LEN(columns));
    struct cell *c = table_row(&t);
    c[0] = cell_int((int64_t)s->n_runs);
    c[1] = cell_int(o->n);
    *out = t;
    return 0;
}

static const struct table_kind table_test = {
    .command = "analyze test",
    .options = { rows, ARRAY_LEN(rows), &(const struct table_test_options){ STANDARD_test },
                 sizeof(struct table_test_options) },
    .make = make,
};

static const struct option *row_of(const char *name)
{
    size_t i = 0;
    while (strcmp(rows[i].name, name) != 0)
        i++;
    return &rows[i];
}

static void expect_set(const char *name, const char *text, const char *says)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct table_test_options o = { STANDARD_test };
    int rc = option_put(row_of(name), &o, text, &a, &err);
    if (says[0] == '!') {
        assert_int_equal(rc, ERR_USAGE);
        assert_string_equal(err.msg, says + 1);
    } else {
        assert_int_equal(rc, 0);
        assert_string_equal(option_text(row_of(name), &o, &a), says);
    }
    arena_release(&a);
}

static void texts_set_members(void **state)
{
    (void)state;
    expect_set("shape", "", "");
    expect_set("n", "-7", "-7");
    expect_set("n", "x", "!--n: 'x' is not an integer");
    expect_set("weight", "1e-3", "0.001");
    expect_set("weight", "", "!--weight: '' is not a number");
    expect_set("metric", "a b", "a b");
    expect_set("a", " x , b\\,c ", "x,b\\,c");
    expect_set("a", "x,,y", "!--a: an empty name in 'x,,y'");
    expect_set("colour", "blue", "blue");
    expect_set("colour", "Blue",
               "!--colour: 'Blue' is not one of red, green, blue; did you mean 'blue'?");
    expect_set("step", "all", "all");
    expect_set("step", "boa", "boa");
    expect_set("step", "12", "12");
    expect_set("step", "-1", "!--step: '-1' is not one of boa, all or a number from 0");
    expect_set("threads", "2", "2");
    expect_set("threads", "0", "!--threads: 0 is not between 1 and 64");
}

static void of_two_names_an_unknown_one_is_neither(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct table_test_options o = { STANDARD_test };
    const struct option row =
        OPTION(struct table_test_options, colour, "nll", "KIND", "", .choices = either);
    assert_int_equal(option_put(&row, &o, "max", NULL, &err), ERR_USAGE);
    assert_string_equal(err.msg, "--nll: 'max' is neither mean nor sum");
    assert_int_equal(o.colour, RED);
}

static void expect_words(const struct table_test_options *o, const char *const *want, size_t n)
{
    struct arena a = { 0 };
    const char *const *words;
    assert_int_equal(table_words(&table_test, o, &a, &words), n);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(words[i], want[i]);
    arena_release(&a);
}

static void a_command_says_what_is_not_standard(void **state)
{
    (void)state;
    static const char *const names[] = { "x,y" };
    const struct table_test_options more = { .n = 4,
                                             .weight = 0.25,
                                             .levels = "one",
                                             .step = 0,
                                             .shape = true,
                                             .metric = "two words",
                                             .colour = BLUE,
                                             .a = { names, 1 } };
    const char *const plain[] = { "analyze", "test" };
    const char *const words[] = { "analyze",  "test",      "--shape", "--n",   "4",
                                  "--metric", "two words", "--a",     "x\\,y", "--colour",
                                  "blue",     "--step",    "0" };
    expect_words(NULL, plain, 2);
    expect_words(&(const struct table_test_options){ STANDARD_test }, plain, 2);
    expect_words(&more, words, ARRAY_LEN(words));
}

/* Without a database a table of other runs fails. */
static void runs_that_are_loaded_are_shared(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct err err = { 0 };
    struct table t;
    static const struct run_shape shapes[] = { { "bon-1", "best-of-n", 1, 1, 2 },
                                               { "ttt-1", "ttt", 1, 2, 2 } };
    static const char *const names[] = { "bon-1", "ttt-1" };
    struct study s = build_study(&a, shapes, 2, 2);
    const struct table_input in = { .arena = &a, .runs = { names, 2 }, .study = &s };
    const struct study *taken = NULL;
    assert_int_equal(tables_study(&in, &taken, &err), 0);
    assert_ptr_equal(taken, &s);
    assert_int_equal(tables_study_against(&in, &taken, &err), 0);
    assert_ptr_equal(taken, &s);
    assert_int_equal(table_make(&table_test, &in, NULL, &t, &err), 0);
    assert_int_equal(t.cells[0].i, 2);
    assert_int_equal(t.cells[1].i, 3);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_set_members),
        cmocka_unit_test(of_two_names_an_unknown_one_is_neither),
        cmocka_unit_test(a_command_says_what_is_not_standard),
        cmocka_unit_test(runs_that_are_loaded_are_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
