/*
 * run_groups_test.c - which runs are one method, what it is called, and which tasks methods share.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/study/run_groups.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "tests/unit/analysis/study_builder.h"

/* "NAME: RUN RUN, adaptive, N rollouts", a line a group. */
static void put_groups(const struct run_groups *g, struct buf *out)
{
    for (size_t i = 0; i < g->n; i++) {
        buf_printf(out, "%s:", g->items[i].name);
        for (size_t k = 0; k < g->items[i].set.n_runs; k++)
            buf_printf(out, " %s", g->items[i].set.study->runs[g->items[i].set.runs[k]].name);
        buf_printf(out, ", %s%zu rollouts\n", g->items[i].adaptive ? "adaptive, " : "",
                   g->items[i].n_rollouts);
    }
}

static void check_groups(const struct study *s, bool judged, const char *want)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) got = { 0 };
    struct run_groups g = run_groups_of(&a, s, judged);
    put_groups(&g, &got);
    assert_string_equal(buf_text(&got), want);
}

static struct study study_of(struct arena *a, const struct run_shape *shapes, size_t n)
{
    struct study s = build_study(a, shapes, n, 2);
    for (size_t i = 0; i < n; i++) {
        s.runs[i].model = s.runs[i].model_revision = "";
        s.runs[i].temperature = 1;
        s.runs[i].k = shapes[i].k;
        s.runs[i].n_steps = shapes[i].n_steps - 1;
    }
    return s;
}

static const struct run_shape shapes[] = {
    { "a", "best-of-n", 1, 1, 4 }, { "t", "ttt", 1, 2, 2 },       { "b", "best-of-n", 2, 1, 4 },
    { "u", "ttt", 2, 2, 2 },       { "c", "best-of-n", 3, 1, 4 },
};

static void runs_alike_but_for_their_seed_are_one(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct study s = study_of(&a, shapes, 5);
    (void)state;
    check_groups(&s, false,
                 "best-of-n (3 seeds): a b c, 24 rollouts\nttt (2 seeds): t u, adaptive, 16 "
                 "rollouts\n");
    s.apart = true;
    check_groups(
        &s, false,
        "a: a, 8 rollouts\nt: t, adaptive, 8 rollouts\nb: b, 8 rollouts\nu: u, adaptive, 8 "
        "rollouts\nc: c, 8 rollouts\n");
    check_groups(&(struct study){ 0 }, false, "");
}

/* The last run differs in one thing. */
static void what_sets_runs_apart(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct study same = study_of(&a, shapes, 5);
    (void)state;
    for (int what = 0; what < 12; what++) {
        struct study s = same;
        struct study_run *r, runs[5];
        memcpy(runs, same.runs, sizeof runs);
        s.runs = runs;
        r = &runs[4];
        switch (what) {
        case 0:
            r->strategy = "refine";
            break;
        case 1:
            r->model = "m";
            break;
        case 2:
            r->model_revision = "m";
            break;
        case 3:
            r->begins = "sft";
            break;
        case 4:
            r->k = 5;
            break;
        case 5:
            r->n_steps = 3;
            break;
        case 6:
            r->temperature = 1 + 1e-6;
            break;
        case 7:
            r->temperature = (double)NAN;
            break;
        case 8:
            r->has_seed = false;
            break;
        case 9:
            r->seed = 2;
            break;
        case 10:
            r->n_cells = 1;
            break;
        default:
            runs[0].has_seed = false;
        }
        struct run_groups g = run_groups_of(&a, &s, false);
        assert_int_equal(g.n, 3);
        assert_int_equal(g.items[0].set.n_runs, what == 11 ? 1 : 2);
        assert_int_equal(g.items[2].set.n_runs, what == 11 ? 2 : 1);
    }
    same.runs[0].temperature = same.runs[2].temperature = same.runs[4].temperature = (double)NAN;
    assert_int_equal(run_groups_of(&a, &same, false).n, 2);
    same.runs[0].temperature = same.runs[2].temperature = 0.5;
    same.runs[4].temperature = 0.5 + 1e-15;
    assert_int_equal(run_groups_of(&a, &same, false).n, 2);
}

static void names_say_what_sets_methods_apart(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct study s = study_of(&a, shapes, 5);
    (void)state;
    /* The first method has another model than the second, which has two runs. */
    s.runs[1].model = s.runs[3].model = "m";
    check_groups(&s, false,
                 "best-of-n (3 seeds): a b c, 24 rollouts\nm ttt (2 seeds): t u, adaptive, 16 "
                 "rollouts\n");
    for (size_t i = 0; i < 5; i++)
        s.runs[i].model = "m";
    check_groups(&s, false,
                 "best-of-n (3 seeds): a b c, 24 rollouts\nttt (2 seeds): t u, adaptive, 16 "
                 "rollouts\n");
    /* The first run alone has another size; then the others are called by theirs. */
    s.runs[0].k = 3;
    s.runs[1].begins = s.runs[3].begins = "sft";
    check_groups(&s, false,
                 "a: a, 8 rollouts\nttt after sft (2 seeds): t u, adaptive, 16 rollouts\n"
                 "best-of-n, K = 4 (2 seeds): b c, 16 rollouts\n");
    s.runs[0].model = "other";
    check_groups(&s, false,
                 "a: a, 8 rollouts\nm ttt after sft (2 seeds): t u, adaptive, 16 rollouts\n"
                 "m best-of-n, K = 4 (2 seeds): b c, 16 rollouts\n");
    s.runs[2].k = s.runs[4].k = -1;
    check_groups(&s, false,
                 "a: a, 8 rollouts\nm ttt after sft (2 seeds): t u, adaptive, 16 rollouts\n"
                 "m best-of-n (2 seeds): b c, 16 rollouts\n");
}

static void judged_runs_have_a_speedup_or_nothing_right(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct study s = study_of(&a, shapes, 5);
    (void)state;
    fill_cell(&s, 0, 1, 0, 1, 0); /* a has a speedup, in its last cell */
    fill_cell(&s, 2, 0, 0, 0, 1); /* b has a runtime alone */
    fill_cell(&s, 4, 1, 0, 0, 2); /* c has neither */
    for (size_t i = 0; i < s.n_rollouts; i++) {
        bool of_b = i >= s.cells[4].first && i < s.cells[6].first;
        bool of_c = i >= s.cells[8].first;
        if (of_b || of_c)
            s.rollouts[i].speedup = (double)NAN;
        if (of_c)
            s.rollouts[i].runtime_us = (double)NAN;
    }
    assert_true(study_is_judged(&s, 0) && study_is_judged(&s, 1));
    assert_false(study_is_judged(&s, 2) || study_is_judged(&s, 4));
    assert_string_equal(study_why_unjudged(&s, 2), "no baseline for its correct samples");
    assert_string_equal(study_why_unjudged(&s, 4),
                        "its correct samples have no runtime, so no baseline can judge them");
    check_groups(&s, true, "a: a, 8 rollouts\nttt (2 seeds): t u, adaptive, 16 rollouts\n");
}

static void lists_of_methods(void **state)
{
    static const struct {
        const char *text, *want; /* runs, then groups; or the message */
    } lists[] = {
        { "x=a,b,y=t", "a b t\nx: a b, 16 rollouts\ny: t, adaptive, 8 rollouts\n" },
        { "x=t,a,y=b", "t a b\nx: t a, adaptive, 16 rollouts\ny: b, 8 rollouts\n" },
        { "y=u,x=a,t,b,c",
          "u a t b c\ny: u, adaptive, 8 rollouts\nx: a t b c, adaptive, 32 rollouts\n" },
        { "a,x=b", "! --methods: 'a' is not NAME=RUN[,RUN...]" },
        { "x=a,y=a", "! --methods: run a is named twice" },
        { "x=a,b,a,y=t", "! --methods: run a is named twice" },
        { "x=a,y=b,x=t", "! --methods: method x is named twice" },
        { "x=a,x=b", "! --methods: method x is named twice" },
        { "x=a,b", "! --methods: 'x=a,b' names one method, which needs another" },
        { "=a,y=b", "! --methods: an empty name in '=a,y=b'" },
        { "x=a,=b", "! --methods: an empty name in 'x=a,=b'" },
        { "x=,y=b", "! --methods: an empty name in 'x=,y=b'" },
        { "x=a,y=none", "a none\n! there is no run none" },
        { "x=a=b,y=t", "a=b t\n! there is no run a=b" },
        { "x\\=z=a\\=b,y=t", "a=b t\n! there is no run a=b" },
        { "x\\=z=a,y=t", "a t\nx=z: a, 8 rollouts\ny: t, adaptive, 8 rollouts\n" },
    };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct study s = study_of(&a, shapes, 5);
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        struct buf CLEANUP(buf_release) got = { 0 };
        struct err err = { 0 };
        const char *const *runs = NULL;
        struct run_groups g = { NULL, 0 };
        size_t n = 0;
        int rc = run_groups_read(lists[i].text, &a, &runs, &n, &err);
        assert_int_equal(rc, rc < 0 ? ERR_USAGE : 0);
        for (size_t k = 0; k < n; k++)
            buf_printf(&got, "%s%s", runs[k], k + 1 < n ? " " : "\n");
        struct err again = { 0 };
        int named = run_groups_named(lists[i].text, &s, &a, &g, &again);
        if (rc < 0) {
            assert_int_equal(named, ERR_USAGE);
            assert_string_equal(again.msg, err.msg);
        }
        if (named < 0) {
            assert_int_equal(named, rc < 0 ? ERR_USAGE : ERR_NOMATCH);
            buf_printf(&got, "! %s", again.msg);
        } else {
            put_groups(&g, &got);
        }
        assert_string_equal(buf_text(&got), lists[i].want);
    }
}

/* Without a list: the judged runs, less those that sample nothing unless none does. */
static void methods_without_a_list(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct study s = study_of(&a, shapes, 5);
    struct run_groups g;
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) got = { 0 };
    (void)state;
    s.runs[0].n_rollouts = s.runs[2].n_rollouts = s.runs[4].n_rollouts = 0;
    assert_int_equal(run_groups_named(NULL, &s, &a, &g, &err), 0);
    put_groups(&g, &got);
    buf_puts(&got, "--\n");
    s.runs[1].n_rollouts = s.runs[3].n_rollouts = 0;
    assert_int_equal(run_groups_named(NULL, &s, &a, &g, &err), 0);
    put_groups(&g, &got);
    assert_string_equal(buf_text(&got),
                        "ttt (2 seeds): t u, adaptive, 16 rollouts\n--\n"
                        "best-of-n (3 seeds): a b c, 0 rollouts\nttt (2 seeds): t u, adaptive, 0 "
                        "rollouts\n");
}

static void tasks_that_every_method_has(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct study s = study_of(&a, shapes, 5);
    struct run_groups g = run_groups_of(&a, &s, false);
    size_t tasks[2] = { 9, 9 };
    (void)state;
    assert_int_equal(run_groups_common(&g, tasks), 2);
    assert_int_equal(tasks[0], 0);
    assert_int_equal(tasks[1], 1);
    s.cells[0].count = 0; /* of a; b and c have the task */
    assert_int_equal(run_groups_common(&g, tasks), 2);
    s.cells[2].count = s.cells[6].count = 0; /* task 0 of t and u */
    assert_int_equal(run_groups_common(&g, tasks), 1);
    assert_int_equal(tasks[0], 1);
    s.cells[1].count = s.cells[5].count = s.cells[9].count = 0; /* task 1 of a, b and c */
    assert_int_equal(run_groups_common(&g, tasks), 0);
    g.n = 0;
    assert_int_equal(run_groups_common(&g, tasks), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_alike_but_for_their_seed_are_one),
        cmocka_unit_test(what_sets_runs_apart),
        cmocka_unit_test(names_say_what_sets_methods_apart),
        cmocka_unit_test(judged_runs_have_a_speedup_or_nothing_right),
        cmocka_unit_test(lists_of_methods),
        cmocka_unit_test(methods_without_a_list),
        cmocka_unit_test(tasks_that_every_method_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
