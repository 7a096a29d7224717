/*
 * fastp_group_test.c - parts and unions of what fast_p counts, and of what a comparison keeps,
 * member by member.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/compare/compare_methods.h"
#include "analysis/study/fastp.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/study_builder.h"

static void put(const struct fastp_input *in, struct buf *out)
{
    buf_printf(
        out, "%zu runs, absent %zu, untimed %zu, foreign %zu, intervals %zu, unmeasured %zu\n",
        in->n_runs, in->n_absent, in->n_untimed, in->n_foreign, in->n_intervals, in->n_unmeasured);
    for (size_t i = 0; i < in->n_problems; i++)
        if (in->problems == NULL)
            buf_puts(out, "  ?\n");
        else
            buf_printf(out, "  l%d/%d %s missing %lld\n", in->problems[i].level,
                       in->problems[i].problem_id, in->problems[i].family,
                       (long long)in->problems[i].n_missing);
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        buf_printf(out, "  problem %u run %u%s%s %g\n", s->problem, s->run,
                   s->correct ? " correct" : "", s->has_interval ? " interval" : "", s->speedup);
    }
}

static const struct fastp_problem problems[] = {
    { 1, 4, "a", 2 }, { 1, 5, "b", 0 }, { 2, 4, "c", 1 }, { 1, 9, "d", 7 }
};
static const struct fastp_sample samples[] = {
    { .problem = 0, .run = 0, .correct = true, .speedup = 2 },
    { .problem = 2, .run = 1, .correct = true, .speedup = (double)NAN },
    { .problem = 2, .run = 0, .correct = false, .speedup = (double)NAN },
    { .problem = 1, .run = 0, .correct = true, .has_interval = true, .speedup = 0 },
    { .problem = 0, .run = 1, .correct = true, .has_interval = true, .speedup = 3 },
};
static const struct fastp_input one = { .n_samples = 5,
                                        .samples = samples,
                                        .n_problems = 4,
                                        .n_runs = 2,
                                        .n_absent = 50,
                                        .n_untimed = 51,
                                        .n_foreign = 3,
                                        .n_intervals = 52,
                                        .n_unmeasured = 4,
                                        .problems = problems };

static void a_part_has_its_own_counts(void **state)
{
    struct arena a = { 0 };
    struct buf CLEANUP(buf_release) got = { 0 };
    struct fastp_input part, unnamed = one;
    (void)state;
    fastp_subset(&one, (const bool[]){ false, true, true, true }, &a, &part);
    put(&part, &got);
    unnamed.problems = NULL;
    fastp_subset(&unnamed, (const bool[]){ true, false, false, false }, &a, &part);
    put(&part, &got);
    fastp_subset(&one, (const bool[]){ false, false, false, false }, &a, &part);
    put(&part, &got);
    assert_string_equal(buf_text(&got),
                        "2 runs, absent 1, untimed 1, foreign 0, intervals 1, unmeasured 0\n"
                        "  l1/5 b missing 0\n  l2/4 c missing 1\n  l1/9 d missing 7\n"
                        "  problem 1 run 1 correct nan\n  problem 1 run 0 nan\n"
                        "  problem 0 run 0 correct interval 0\n"
                        "2 runs, absent 0, untimed 0, foreign 0, intervals 1, unmeasured 0\n  ?\n"
                        "  problem 0 run 0 correct 2\n  problem 0 run 1 correct interval 3\n"
                        "2 runs, absent 0, untimed 0, foreign 0, intervals 0, unmeasured 0\n");
    arena_release(&a);
}

static void a_union_numbers_problems_and_runs_anew(void **state)
{
    static const struct fastp_problem others[] = { { 2, 4, "c", 10 },
                                                   { 3, 1, "e", 0 },
                                                   { 1, 4, "a", 5 } };
    static const struct fastp_sample more[] = {
        { .problem = 1, .run = 0, .correct = true, .speedup = 1 },
        { .problem = 2, .run = 0, .correct = true, .speedup = (double)NAN },
    };
    struct arena a = { 0 };
    struct buf CLEANUP(buf_release) got = { 0 };
    struct fastp_input two = { .n_samples = 2,
                               .samples = more,
                               .n_problems = 3,
                               .n_foreign = 10,
                               .n_unmeasured = 20,
                               .problems = others };
    const struct fastp_input *both[] = { &one, &two, &two };
    struct fastp_input all;
    (void)state;
    fastp_join(both, 3, &a, &all);
    put(&all, &got);
    assert_string_equal(
        buf_text(&got),
        "4 runs, absent 1, untimed 3, foreign 23, intervals 2, unmeasured 44\n"
        "  l1/4 a missing 12\n  l1/5 b missing 0\n  l2/4 c missing 21\n  l1/9 d missing 7\n"
        "  l3/1 e missing 0\n"
        "  problem 0 run 0 correct 2\n  problem 2 run 1 correct nan\n  problem 2 run 0 nan\n"
        "  problem 1 run 0 correct interval 0\n  problem 0 run 1 correct interval 3\n"
        "  problem 4 run 2 correct 1\n  problem 0 run 2 correct nan\n"
        "  problem 4 run 3 correct 1\n  problem 0 run 3 correct nan\n");
    fastp_join(NULL, 0, &a, &all);
    assert_int_equal(all.n_runs + all.n_samples + all.n_problems + all.n_absent, 0);
    arena_release(&a);
}

/* Cells as "task: samples"; each rollout is told by its sample. */
static void put_study(const struct study *s, struct buf *out)
{
    size_t next = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const struct study_cell *c = &s->cells[i];
        buf_printf(out, "run %zu %s:", c->run, s->tasks[c->task].task);
        assert_int_equal(c->first, next);
        for (size_t k = c->first; k < c->first + c->count; k++)
            buf_printf(out, " %d", s->rollouts[k].sample);
        next += c->count;
        buf_puts(out, "\n");
    }
    assert_int_equal(s->n_rollouts, next);
}

static void what_a_comparison_keeps(void **state)
{
    static const struct run_shape shapes[] = { { "a", "best-of-n", 1, 1, 4 },
                                               { "b", "best-of-n", 2, 1, 3 } };
    struct arena a = { 0 };
    struct study s = build_study(&a, shapes, 2, 3);
    struct buf CLEANUP(buf_release) got = { 0 };
    const char *families[3];
    (void)state;
    s.tasks[0].family = s.tasks[2].family = "x";
    s.tasks[1].family = "y";
    fill_cell(&s, 0, 0, 0, 1, 1);
    fill_cell(&s, 1, 2, 0, 1, 0);
    s.rollouts[3].compiled = false;
    s.rollouts[s.n_rollouts - 1].compiled = false;
    struct study kept = sensitivity_study(&s, KEEP_ALL, "x", &a);
    put_study(&kept, &got);
    kept = sensitivity_study(&s, KEEP_COMPILED, NULL, &a);
    put_study(&kept, &got);
    kept = sensitivity_study(&s, KEEP_CORRECT, "y", &a);
    put_study(&kept, &got);
    kept = sensitivity_study(&s, KEEP_ALL, "none", &a);
    put_study(&kept, &got);
    assert_string_equal(
        buf_text(&got),
        "run 0 l1/4:\nrun 0 l1/5: 0 1 2 3\nrun 0 l1/12:\n"
        "run 1 l1/4:\nrun 1 l1/5: 0 1 2\nrun 1 l1/12:\n"
        "run 0 l1/4: 0 1 2\nrun 0 l1/5: 0 1 2 3\nrun 0 l1/12: 0 1 2 3\n"
        "run 1 l1/4: 0 1 2\nrun 1 l1/5: 0 1 2\nrun 1 l1/12: 0 1\n"
        "run 0 l1/4: 0 1\nrun 0 l1/5:\nrun 0 l1/12:\nrun 1 l1/4:\nrun 1 l1/5:\nrun 1 l1/12: 0\n"
        "run 0 l1/4: 0 1 2 3\nrun 0 l1/5: 0 1 2 3\nrun 0 l1/12: 0 1 2 3\n"
        "run 1 l1/4: 0 1 2\nrun 1 l1/5: 0 1 2\nrun 1 l1/12: 0 1 2\n");
    assert_int_equal(sensitivity_families(&s, families), 2);
    assert_string_equal(families[0], "x");
    assert_string_equal(families[1], "y");
    s.tasks[2].family = "";
    assert_int_equal(sensitivity_families(&s, families), 3);
    assert_string_equal(families[2], "");
    s.n_tasks = 0;
    assert_int_equal(sensitivity_families(&s, families), 0);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_has_its_own_counts),
        cmocka_unit_test(a_union_numbers_problems_and_runs_anew),
        cmocka_unit_test(what_a_comparison_keeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
