/*
 * learn_tables_test.c - what the rows of the tables say, what texts of options give, and in which
 * words others are refused.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/learn/estimator.h"
#include "src/learn/guardrail.h"
#include "src/learn/lr_schedule.h"
#include "src/learn/policy_loss.h"
#include "src/learn/sample_filter.h"

#define NO_BOUND ((double)INFINITY)

static bool same(double a, double b)
{
    return !(a < b) && !(a > b);
}

static void losses_have_the_bounds_of_their_papers(void **state)
{
    static const struct {
        const char *name;
        struct loss_params standard;
    } rows[] = {
        { "importance_sampling", { 0, NO_BOUND, NO_BOUND } },
        { "ppo", { 0.8, 1.2, NO_BOUND } },
        { "ppo_dual_clip", { 0.8, 1.28, 3 } },
        { "cispo", { 0, 5, NO_BOUND } },
        { "gspo", { 1 - 3e-4, 1 + 4e-4, NO_BOUND } },
        { "cross_entropy", { 0, NO_BOUND, NO_BOUND } },
    };
    size_t n;
    const struct policy_loss *all = policy_loss_all(&n);
    (void)state;
    assert_int_equal(n, ARRAY_LEN(rows));
    for (size_t i = 0; i < n; i++) {
        const struct loss_params *p = &all[i].standard, *want = &rows[i].standard;
        assert_string_equal(all[i].name, rows[i].name);
        assert_ptr_equal(policy_loss_find(rows[i].name), &all[i]);
        if (!same(p->ratio_low, want->ratio_low) || !same(p->ratio_high, want->ratio_high) ||
            !same(p->dual, want->dual))
            fail_msg("%s: %.17g, %.17g, %g", rows[i].name, p->ratio_low, p->ratio_high, p->dual);
    }
}

static void estimators_say_what_they_look_at(void **state)
{
    static const struct {
        const char *name;
        bool over_batch, on_returns, by_length;
    } rows[] = {
        { "grpo", false, false, false },  { "dr_grpo", false, false, false },
        { "rloo", false, false, false },  { "trloo", false, true, false },
        { "opo", false, false, true },    { "passk", false, false, false },
        { "global", true, false, false }, { "reinforce++", true, false, true },
        { "sdpo", false, false, false },
    };
    size_t n;
    const struct estimator *all = estimator_all(&n);
    (void)state;
    assert_true(same(advantage_standard.epsilon, 1e-6) && same(advantage_standard.gamma, 1));
    assert_int_equal(n, ARRAY_LEN(rows));
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(all[i].name, rows[i].name);
        assert_int_equal(all[i].over_batch, rows[i].over_batch);
        assert_int_equal(all[i].on_returns, rows[i].on_returns);
        assert_int_equal(all[i].by_length, rows[i].by_length);
    }
}

static void filters_say_when_they_mask_and_what_they_need(void **state)
{
    static const struct {
        const char *name;
        bool leaves_group, needs_ratios;
    } rows[] = {
        { "no_variance", true, false }, { "truncated", true, false }, { "cheat", true, false },
        { "mrs_mean", false, true },    { "mrs_veto", false, true },  { "prs", false, false },
        { "coverage", false, false },
    };
    size_t n;
    const struct sample_filter *all = sample_filter_all(&n);
    const struct filter_params *p = &filter_standard;
    (void)state;
    assert_true(same(p->least_spread, 1e-3) && same(p->least_ratio, 0.999) &&
                same(p->most_ratio, 1.001) && same(p->veto_ratio, 1e-4) &&
                same(p->least_coverage, 0.3) && same(p->coverage_width, 0.1));
    assert_int_equal(n, ARRAY_LEN(rows));
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(all[i].name, rows[i].name);
        assert_int_equal(all[i].leaves_group, rows[i].leaves_group);
        assert_int_equal(all[i].needs_ratios, rows[i].needs_ratios);
    }
}

static void metrics_of_guardrails_have_these_rows(void **state)
{
    static const struct guard_metric rows[] = {
        { "reward_ratio", "", false, false, 0.1 }, { "correct", "", false, false, 0.01 },
        { "latency_ratio", "", false, true, 1.5 }, { "kl", "", true, true, 0.01 },
        { "grad_norm", "", true, true, 100 },      { "entropy", "", true, false, 0.01 },
    };
    (void)state;
    assert_int_equal(GUARD_METRICS, ARRAY_LEN(rows));
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        assert_string_equal(guard_metrics[i].name, rows[i].name);
        assert_int_equal(guard_metrics[i].of_update, rows[i].of_update);
        assert_int_equal(guard_metrics[i].above, rows[i].above);
        assert_true(same(guard_metrics[i].bound, rows[i].bound));
    }
}

static void a_guardrail_is_a_metric_a_bound_and_an_action(void **state)
{
    static const struct {
        const char *text;
        struct guardrail want;
    } rows[] = {
        { "kl", { GUARD_KL, 0.01, GUARD_WARN } },
        { "kl=2", { GUARD_KL, 2, GUARD_WARN } },
        { "kl=12.5", { GUARD_KL, 12.5, GUARD_WARN } },
        { "kl=0.25:stop", { GUARD_KL, 0.25, GUARD_STOP } },
        { "correct:rollback", { GUARD_CORRECT, 0.01, GUARD_ROLLBACK } },
        { "reward_ratio=-3:warn", { GUARD_REWARD_RATIO, -3, GUARD_WARN } },
        { "latency_ratio=1e3:rollback", { GUARD_LATENCY_RATIO, 1000, GUARD_ROLLBACK } },
        { "grad_norm", { GUARD_GRAD_NORM, 100, GUARD_WARN } },
        { "entropy:stop", { GUARD_ENTROPY, 0.01, GUARD_STOP } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct guardrail got = { GUARD_METRICS, -1, GUARD_STOP };
        struct err err = { 0 };
        size_t n = 0;
        if (guardrail_parse(rows[i].text, &got, &n, &err) != 0)
            fail_msg("%s: %s", rows[i].text, err.msg);
        assert_int_equal(n, 1);
        assert_int_equal(got.metric, rows[i].want.metric);
        assert_true(same(got.bound, rows[i].want.bound));
        assert_int_equal(got.action, rows[i].want.action);
    }
    static const char *const names[] = { "warn", "rollback", "stop" };
    for (int a = GUARD_WARN; a <= GUARD_STOP; a++)
        assert_string_equal(guard_action_name((enum guard_action)a), names[a]);
}

#define METRICS "reward_ratio, correct, latency_ratio, kl, grad_norm, entropy"

static void guardrails_are_refused_in_words(void **state)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        { "kl,kl=x",
          "guardrail 'kl=x' is not METRIC[=BOUND][:warn|rollback|stop]; metrics are " METRICS },
        { "kl=nan",
          "guardrail 'kl=nan' is not METRIC[=BOUND][:warn|rollback|stop]; metrics are " METRICS },
        { "kl:warnings", "guardrail 'kl:warnings' is not METRIC[=BOUND][:warn|rollback|stop]; "
                         "metrics are " METRICS },
        { "k", "guardrail 'k' is not METRIC[=BOUND][:warn|rollback|stop]; metrics are " METRICS },
        { "kl=1,kl=2", "two guardrails of kl do the same: kl=2" },
        { "correct:stop,kl:stop,correct=1:stop",
          "two guardrails of correct do the same: correct=1:stop" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct guardrail out[GUARDS_MOST];
        struct err err = { 0 };
        size_t n = 0;
        assert_int_equal(guardrail_parse(rows[i].text, out, &n, &err), ERR_USAGE);
        assert_string_equal(err.msg, rows[i].message);
    }
}

/* As many as there may be, and one more. */
static void lists_have_sixteen_entries_at_most(void **state)
{
    static const char *const most =
        "kl,kl:rollback,kl:stop,correct,correct:rollback,correct:stop,entropy,entropy:rollback,"
        "entropy:stop,grad_norm,grad_norm:rollback,grad_norm:stop,latency_ratio,"
        "latency_ratio:rollback,latency_ratio:stop,reward_ratio";
    struct arena a = { 0 };
    struct guardrail guards[GUARDS_MOST];
    const struct sample_filter *filters[FILTERS_MOST];
    struct err err = { 0 };
    size_t n = 0;
    (void)state;
    assert_int_equal(guardrail_parse(most, guards, &n, &err), 0);
    assert_int_equal(n, 16);
    assert_int_equal(guards[15].metric, GUARD_REWARD_RATIO);
    const char *more = arena_printf(&a, "%s,reward_ratio:stop", most);
    assert_int_equal(guardrail_parse(more, guards, &n, &err), ERR_USAGE);
    assert_string_equal(err.msg, "more than 16 guardrails");
    assert_int_equal(sample_filter_parse("prs,coverage,cheat,truncated", filters, &n, &err), 0);
    assert_int_equal(n, 4);
    assert_string_equal(filters[3]->name, "truncated");
    assert_int_equal(sample_filter_parse(",,,,,,,,,,,,,,,,", filters, &n, &err), ERR_USAGE);
    assert_string_equal(err.msg, "more than 16 filters");
    assert_int_equal(sample_filter_parse("prs,,,,,,,,,,,,,,,", filters, &n, &err), ERR_USAGE);
    assert_string_equal(err.msg, "unknown filter ''; there are no_variance, truncated, cheat, "
                                 "mrs_mean, mrs_veto, prs, coverage");
    assert_int_equal(sample_filter_parse("prs,cheat,prs", filters, &n, &err), ERR_USAGE);
    assert_string_equal(err.msg, "filter 'prs' is named twice");
    arena_release(&a);
}

static void unknown_names_are_answered_with_all_that_there_are(void **state)
{
    struct err err = { 0 };
    (void)state;
    assert_int_equal(estimator_unknown("gae", &err), ERR_USAGE);
    assert_string_equal(err.msg, "unknown estimator 'gae'; there are grpo, dr_grpo, rloo, trloo, "
                                 "opo, passk, global, reinforce++, sdpo");
    assert_int_equal(policy_loss_unknown("dpo", &err), ERR_USAGE);
    assert_string_equal(err.msg, "unknown loss 'dpo'; there are importance_sampling, ppo, "
                                 "ppo_dual_clip, cispo, gspo, cross_entropy; did you mean 'ppo'?");
    assert_int_equal(loss_aggregation_unknown("mean", &err), ERR_USAGE);
    assert_string_equal(err.msg, "unknown aggregation 'mean'; there are token-mean, "
                                 "seq-mean-token-sum, seq-mean-token-mean, "
                                 "seq-mean-token-sum-norm, seq-sum-no-norm");
    assert_null(policy_loss_find("dpo"));
    assert_null(divergence_find("k4"));
    assert_null(loss_aggregation_find("token"));
}

/* Kernels slower than the baseline count as well; a task that had none before or has none now does
 * not. */
static void latency_counts_every_task_with_both(void **state)
{
    static const double before[] = { 0.5, 0.25, 0, 3, (double)NAN, 8 };
    static const double now[] = { 0.25, 0.5, 2, 0, 1, 0.5 };
    (void)state;
    assert_true(fabs(guard_latency_ratio(before, now, 1) - 2) < 1e-12);
    assert_true(fabs(guard_latency_ratio(before, now, 2) - 1) < 1e-12);
    assert_true(fabs(guard_latency_ratio(before, now, 5) - 1) < 1e-12);
    assert_true(fabs(guard_latency_ratio(before, now, 6) - cbrt(16)) < 1e-12);
}

/* The least group that has a spread: rewards 1 and 3 of one token each, of a prompt or a step. */
static void two_rewards_have_known_advantages(void **state)
{
    static const double rewards[] = { 1, 3 };
    static const struct {
        const char *name;
        double low, high;
    } rows[] = {
        { "grpo", -0.7071062811870, 0.7071062811870 },
        { "dr_grpo", -1, 1 },
        { "rloo", -2, 2 },
        { "trloo", -2, 2 },
        { "opo", -1, 1 },
        { "passk", 0, 2 },
        { "global", -0.7071067811865, 0.7071067811865 },
        { "reinforce++", -0.7071067794188, 0.7071067794188 },
    };
    const struct advantage_input in = { .n = 2, .rewards = rewards };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        double out[2];
        estimator_apply(estimator_find(rows[i].name), &in, &advantage_standard, out);
        if (!(fabs(out[0] - rows[i].low) < 1e-12) || !(fabs(out[1] - rows[i].high) < 1e-12))
            fail_msg("%s: %.13f and %.13f", rows[i].name, out[0], out[1]);
    }
}

/* A difference of 1 is one, however large the rewards are. */
static void large_rewards_keep_their_spread(void **state)
{
    static const double rewards[] = { 1e15, 1e15 + 1 };
    static const char *const names[] = { "grpo", "global", "reinforce++" };
    const struct advantage_input in = { .n = 2, .rewards = rewards };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        double out[2];
        estimator_apply(estimator_find(names[i]), &in, &advantage_standard, out);
        if (!(fabs(out[0] + 0.70710678) < 2e-6) || !(fabs(out[1] - 0.70710678) < 2e-6))
            fail_msg("%s: %.9f and %.9f", names[i], out[0], out[1]);
    }
}

static void a_sample_at_its_bound(void **state)
{
    const struct sample_filter *prs = NULL;
    struct filter_sample s = { .correct = true, .coverage = 0.3, .draw = 0 };
    struct err err = { 0 };
    double value, bound;
    size_t n = 0;
    (void)state;
    assert_int_equal(sample_filter_parse("prs", &prs, &n, &err), 0);
    assert_true(prs->masks(&s, &filter_standard, &value, &bound));
    assert_true(same(value, 0.3) && same(bound, 0.3));
    filter_log_ratios(&s, (const float[]){ -1 }, (const float[]){ -1.5F }, 1);
    assert_true(same(s.mean_log_ratio, 0.5) && same(s.least_log_ratio, 0.5));
    filter_log_ratios(&s, (const float[]){ 0 }, (const float[]){ -21 }, 1);
    assert_true(same(s.mean_log_ratio, 20) && same(s.least_log_ratio, 20));
}

/* Of samples that one list names in this order: prompt, turn, conversation, reward, return. */
static void returns_follow_the_turns_of_each_conversation(void **state)
{
    static const struct {
        size_t prompt;
        int turn;
        int64_t conversation;
        double reward, value;
    } rows[] = {
        { 2, 1, 0, 1, 1 + 0.5 * 32 },
        { 1, 0, 1, 2, 2 + 0.5 * (4 + 0.5 * 8) },
        { 1, 1, 1, 4, 4 + 0.5 * 8 },
        { 1, 2, 1, 8, 8 },
        { 1, 0, 0, 16, 16 },
        { 2, 4, 0, 32, 32 },
        { 2, 0, 0, 64, 64 + 0.5 * (1 + 0.5 * 32) },
        { 1, 0, 2, 128, 128 },
    };
    enum { MANY = ARRAY_LEN(rows) };
    double rewards[MANY], out[MANY + 1];
    size_t prompts[MANY];
    int turns[MANY];
    int64_t conversations[MANY];
    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        rewards[i] = rows[i].reward;
        prompts[i] = rows[i].prompt;
        turns[i] = rows[i].turn;
        conversations[i] = rows[i].conversation;
    }
    struct advantage_input in = { .n = MANY,
                                  .rewards = rewards,
                                  .prompts = prompts,
                                  .turns = turns,
                                  .conversations = conversations };
    out[MANY] = 12345;
    turn_returns(&in, 0.5, out);
    for (size_t i = 0; i < MANY; i++)
        if (!same(out[i], rows[i].value))
            fail_msg("row %zu: %g", i, out[i]);
    in.conversations = NULL;
    turn_returns(&in, 0.5, out);
    for (size_t i = 0; i < MANY; i++)
        assert_true(same(out[i], rows[i].reward));
    assert_true(same(out[MANY], 12345));
}

static void schedules_have_these_names(void **state)
{
    static const char *const names[] = { "constant", "linear", "cosine" };
    size_t n;
    const struct lr_schedule *all = lr_schedule_all(&n);
    (void)state;
    assert_int_equal(n, ARRAY_LEN(names));
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(all[i].name, names[i]);
        assert_ptr_equal(lr_schedule_find(names[i]), &all[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_have_the_bounds_of_their_papers),
        cmocka_unit_test(estimators_say_what_they_look_at),
        cmocka_unit_test(filters_say_when_they_mask_and_what_they_need),
        cmocka_unit_test(metrics_of_guardrails_have_these_rows),
        cmocka_unit_test(a_guardrail_is_a_metric_a_bound_and_an_action),
        cmocka_unit_test(guardrails_are_refused_in_words),
        cmocka_unit_test(lists_have_sixteen_entries_at_most),
        cmocka_unit_test(unknown_names_are_answered_with_all_that_there_are),
        cmocka_unit_test(latency_counts_every_task_with_both),
        cmocka_unit_test(two_rewards_have_known_advantages),
        cmocka_unit_test(large_rewards_keep_their_spread),
        cmocka_unit_test(a_sample_at_its_bound),
        cmocka_unit_test(returns_follow_the_turns_of_each_conversation),
        cmocka_unit_test(schedules_have_these_names),
    };
    return cmocka_run_group_tests_name("learn_tables", tests, NULL, NULL);
}
