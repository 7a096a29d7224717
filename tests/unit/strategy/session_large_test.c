/*
 * session_large_test.c - what is done with more rollouts than lists hold at first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/rescore/reward_run.h"
#include "src/rescore/score.h"
#include "src/strategy/confirm.h"
#include "tests/unit/strategy/session_fixture.h"

static void test_six_hundred_rollouts(void **state)
{
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct run_config c = config_of("many", "best-of-n");
    struct session_hooks hooks = judge_hooks();
    c.k = 300;
    assert_runs(f, &c);
    assert_rows(f, "SELECT count(*), count(DISTINCT rollout_id) FROM evaluation", "600,600");

    struct reward_result rewarded;
    assert_int_equal(reward_run(f->db, "many", "composite", &rewarded, &f->err), 0);
    assert_int_equal(rewarded.n_rollouts, 600);
    assert_int_equal(rewarded.n_rewarded + rewarded.n_unscored, 600);
    assert_rows(f, "SELECT count(*) > 512, max(value), min(value) FROM reward", "1,4.375,0");

    const struct score_options own = { .run = "many", .of = "many", .role = "student" };
    struct score_result scored = { 0 };
    assert_int_equal(score_run(f->db, &own, &scored, &f->err), 0);
    assert_int_equal(scored.n_scored, 600);
    assert_true(scored.largest_first_difference < 1e-5);
    assert_rows(f,
                "SELECT count(*), max(abs(s.sum_logprob - r.sum_logprob)) < 0.001 FROM score s "
                "JOIN rollout r USING (rollout_id)",
                "600,1");

    const struct confirm_options all = { .run = "many", .by = "speedup", .top = 1000, .step = -1 };
    struct confirm_result confirmed = { 0 };
    hooks = judge_hooks();
    assert_int_equal(confirm_run(f->db, &all, &hooks, &a, &confirmed, &f->err), 0);
    assert_true(confirmed.n_picked > 128);
    assert_int_equal(confirmed.n_confirmed, confirmed.n_picked);
    assert_rows(f,
                "SELECT count(*), count(DISTINCT rollout_id) FROM evaluation WHERE purpose = "
                "'confirm'",
                arena_printf(&a, "%zu,%zu", confirmed.n_picked, confirmed.n_picked));
    for (size_t i = 0; i < confirmed.n_picked; i++)
        assert_rows(f,
                    arena_printf(&a,
                                 "SELECT count(*) FROM evaluation WHERE purpose = 'confirm' AND "
                                 "rollout_id = %s",
                                 confirmed.rollouts[i]),
                    "1");

    c = config_of("pupil", "sft");
    c.teacher = "many";
    c.k = 1;
    c.eval_k = 0;
    c.n_steps = 1;
    assert_runs(f, &c);
    assert_rows(f,
                "SELECT count(*), count(DISTINCT rollout_id), count(position) = max(position) + 1, "
                "count(DISTINCT position) = count(position), count(position) > 256 FROM "
                "demonstration",
                "600,600,1,1,1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RUNS_TEST(test_six_hundred_rollouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
