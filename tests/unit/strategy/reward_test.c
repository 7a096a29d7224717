#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/rescore/reward.h"
#include "src/run/run_config.h"

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fmax(1.0, fabs(b));
}

static void compute(const char *name, const struct reward_input *in, size_t n,
                    struct reward_history *h, double *out)
{
    const struct reward_recipe *recipe = NULL;
    struct reward_params params;
    struct err err = { 0 };
    assert_int_equal(reward_parse(name, &recipe, &params, &err), 0);
    recipe->compute(in, n, &params, h, out);
}

static void speedup_counts_correct_and_timed_only(void **state)
{
    (void)state;
    const struct reward_input in[] = {
        { 0, true, true, 2.5, (double)NAN, (double)NAN, (double)NAN, false, false },
        { 0, true, false, (double)NAN, (double)NAN, (double)NAN, (double)NAN, false, false },
        { 1, true, true, (double)NAN, (double)NAN, (double)NAN, (double)NAN, false, false },
        { 1, false, false, 3.0, (double)NAN, (double)NAN, (double)NAN, false, false }
    };
    double out[4];
    compute("speedup", in, 4, NULL, out);
    const double want[] = { 2.5, 0, 0, 0 };
    assert_memory_equal(out, want, sizeof(want));
}

static void coverage_adds_correctness_capped_speedup_and_share(void **state)
{
    (void)state;
    const struct reward_input in[] = {
        { 0, true, true, 2.0, 0.9, (double)NAN, (double)NAN, false, false },
        { 0, true, true, 8.0, (double)NAN, (double)NAN, (double)NAN, false, false },
        { 0, true, false, (double)NAN, 0.9, (double)NAN, (double)NAN, false, false }
    };
    double out[3];
    compute("coverage", in, 3, NULL, out);
    assert_true(near(out[0], 0.5 + 1.0 + 0.45));
    assert_true(near(out[1], 0.5 + 1.5));
    assert_true(near(out[2], 0.0));
}

/* Of the task's last 32 correct speedups; 1.0 without any. */
static void normalized_divides_by_the_running_median(void **state)
{
    (void)state;
    size_t counts[2] = { 0, 0 };
    double speedups[2][REWARD_HISTORY];
    struct reward_history h = { 2, counts, speedups, NULL };
    const struct reward_input in[] = {
        { 0, true, true, 4.0, (double)NAN, (double)NAN, (double)NAN, false, false },
        { 0, true, true, 2.0, (double)NAN, (double)NAN, (double)NAN, false, false },
        { 0, true, false, (double)NAN, (double)NAN, (double)NAN, (double)NAN, false, false },
        { 1, true, true, 5.0, (double)NAN, (double)NAN, (double)NAN, false, false },
        { 0, true, true, 6.0, (double)NAN, (double)NAN, (double)NAN, false, false }
    };
    double out[5];
    compute("normalized", in, 5, &h, out);
    assert_true(near(out[0], 4.0));
    assert_true(near(out[1], 0.5));
    assert_true(near(out[2], 0.0));
    assert_true(near(out[3], 5.0));
    assert_true(near(out[4], 2.0));
    assert_int_equal(counts[0], 3);
}

static void normalized_forgets_beyond_32(void **state)
{
    (void)state;
    size_t counts[1] = { 0 };
    double speedups[1][REWARD_HISTORY];
    struct reward_history h = { 1, counts, speedups, NULL };
    struct reward_input in[40];
    double out[40];
    for (int i = 0; i < 40; i++)
        in[i] = (struct reward_input){ 0,           true,        true,  i + 1, (double)NAN,
                                       (double)NAN, (double)NAN, false, false };
    compute("normalized", in, 40, &h, out);
    assert_true(near(out[0], 1));
    assert_true(near(out[1], 2)); /* over 1 */
    assert_true(near(out[2], 3 / 1.5));
    assert_true(near(out[3], 4 / 2.0));
    assert_true(near(out[32], 33 / 16.5)); /* over 1 to 32 */
    assert_true(near(out[33], 34 / 17.5));
    assert_true(near(out[39], 40 / 23.5)); /* over 8 to 39 */
}

static void shuffles_differ_by_seed_and_step(void **state)
{
    static const struct {
        uint64_t seed;
        int step;
    } others[] = { { 7, 4 }, { 8, 3 } };
    (void)state;
    for (size_t o = 0; o < ARRAY_LEN(others); o++) {
        double a[20];
        double b[20];
        for (int i = 0; i < 20; i++)
            a[i] = b[i] = i;
        reward_shuffle(a, 20, 7, 3);
        reward_shuffle(b, 20, others[o].seed, others[o].step);
        assert_memory_not_equal(a, b, sizeof(a));
    }
}

static void history_forgets_beyond_32(void **state)
{
    (void)state;
    size_t counts[1] = { 0 };
    double speedups[1][REWARD_HISTORY];
    struct reward_history h = { 1, counts, speedups, NULL };
    for (int i = 0; i < 40; i++)
        reward_history_add(&h, 0, i);
    assert_int_equal(counts[0], REWARD_HISTORY);
    for (int i = 0; i < REWARD_HISTORY; i++)
        assert_true(near(speedups[0][i], 8 + i));
}

/* Each term alone beside b = 1; KernelGYM's profile-based reward. */
static void composite_has_coverage_and_penalties(void **state)
{
    (void)state;
    const double nan = (double)NAN;
    const struct reward_input in[] = {
        { 0, true, true, 2.0, 0.4, nan, 500, false, false },
        { 0, true, true, 0.5, nan, nan, nan, false, false },
        { 0, true, false, nan, 0.9, nan, 2000, true, false },
        { 0, true, false, nan, nan, nan, 0, false, true },
    };
    static const struct {
        const char *recipe;
        double want[4];
    } rows[] = {
        { "composite:a=0,c=0", { 1, 1, 0, 0 } },
        { "composite:a=0,c=0,w=0.5", { 1.2, 1, 0, 0 } },
        { "composite:a=0,lower=1", { 3, 1, 0, 0 } },
        { "composite:a=0,c=0,length=0.1", { 0.95, 1, -0.2, 0 } },
        { "composite:a=0,c=0,truncated=0.3", { 1, 1, -0.3, 0 } },
        { "composite:a=0,c=0,cheat=2", { 1, 1, 0, -2 } },
        { "composite:a=0,b=0.5,c=0.5,w=0.5,lambda=0", { 1.7, 0.75, 0, 0 } },
    };
    for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
        double out[4];
        compute(rows[r].recipe, in, 4, NULL, out);
        for (size_t i = 0; i < 4; i++)
            if (!near(out[i], rows[r].want[i]))
                fail_msg("%s: sample %zu: %g, not %g", rows[r].recipe, i, out[i], rows[r].want[i]);
    }
}

/* Compile gates correct gates speed, r_max cuts, lambda times the judge. */
static void composite_adds_what_was_reached(void **state)
{
    (void)state;
    const double nan = (double)NAN;
    const struct reward_input in[] = {
        { 0, false, false, nan, nan, nan, (double)NAN, false, false }, /* nothing */
        { 0, true, false, nan, nan, nan, (double)NAN, false, false },  /* a */
        { 0, true, true, 2.0, nan, nan, (double)NAN, false, false },   /* a + b + 2 c */
        { 0, true, true, 50.0, nan, 0.5, (double)NAN, false, false }, /* a + b + 3 c + lambda / 2 */
        { 0, true, true, nan, nan, 1.0, (double)NAN, false,
          false }, /* a + b + lambda: correct, not timed */
        { 0, false, false, nan, nan, 0.3, (double)NAN, false,
          false }, /* the judge counts by itself */
        { 0, false, true, 2.0, nan, nan, (double)NAN, false,
          false }, /* what does not compile is not correct */
    };
    static const struct {
        const char *recipe;
        double want[7];
    } rows[] = {
        { "composite", { 0, 1, 4, 5.25, 2.5, 0.15, 0 } },
        { "composite:a=0.1,b=0.3,c=0.5", { 0, 0.1, 1.4, 2.15, 0.9, 0.15, 0 } },
        { "composite:lambda=0,r_max=10", { 0, 1, 4, 12, 2, 0, 0 } },
    };
    for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
        double out[7];
        compute(rows[r].recipe, in, 7, NULL, out);
        for (size_t i = 0; i < 7; i++)
            assert_true(near(out[i], rows[r].want[i]));
    }
}

static void recipes_are_refused_in_words(void **state)
{
    static const char *const bad[] = {
        "",
        "speed",
        "composite:",
        "composite:d=1",
        "composite:a",
        "composite:a=",
        "composite:a=-1",
        "composite:a=nan",
        "composite:a=1,,b=2",
        "speedup:a=1",
        "composite:a=1000001",
        "composite:lambd=1",
        "composite:lambdas=1",
        "speedups",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        const struct reward_recipe *recipe = NULL;
        struct reward_params params;
        struct err err = { 0 };
        assert_int_equal(reward_parse(bad[i], &recipe, &params, &err), ERR_USAGE);
        assert_true(err.msg[0] != '\0');
    }
}

static void shuffling_permutes_and_repeats(void **state)
{
    (void)state;
    double a[20];
    double b[20];
    double sum = 0;
    bool moved = false;
    for (int i = 0; i < 20; i++)
        a[i] = b[i] = i;
    reward_shuffle(a, 20, 7, 3);
    reward_shuffle(b, 20, 7, 3);
    assert_memory_equal(a, b, sizeof(a));
    for (int i = 0; i < 20; i++) {
        sum += a[i];
        moved = moved || !near(a[i], i);
    }
    assert_true(near(sum, 190));
    assert_true(moved);
}

static void config_survives_its_json(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct buf text = { 0 };
    struct buf again = { 0 };
    struct err err = { 0 };
    struct run_config back;
    struct run_config c = { .name = "n\"1",
                            .strategy = "ttt",
                            .policy = "builtin",
                            .backend = "cpu",
                            .reward = "speedup",
                            .seed = UINT64_MAX,
                            .k = 32,
                            .n_steps = 5,
                            .temperature = 0.1,
                            .learning_rate = 1e-5,
                            .shuffle_rewards = true,
                            .task_case = CASE_CPU,
                            .eval_mode = EVAL_FULL,
                            .n_tasks = 2,
                            .tasks = { "l1/4", "l1/5" },
                            .origins = "{\"k\":\"option\"}" };
    run_config_encode(&c, &text);
    assert_non_null(strstr(buf_text(&text), "\"k\":{\"origin\":\"option\",\"value\":32}"));
    assert_int_equal(run_config_decode(buf_text(&text), &arena, &back, &err), 0);
    assert_true(back.seed == UINT64_MAX && back.k == 32 && back.shuffle_rewards);
    assert_string_equal(back.name, c.name);
    assert_null(back.split_json);
    assert_string_equal(back.tasks[1], "l1/5");
    assert_int_equal(back.eval_mode, EVAL_FULL);
    back.origins = c.origins;
    run_config_encode(&back, &again);
    assert_string_equal(buf_text(&again), buf_text(&text));
    assert_int_equal(run_config_decode("{}", &arena, &back, &err), ERR_INTEGRITY);
    assert_int_equal(run_config_decode("{\"k\":", &arena, &back, &err), ERR_INTEGRITY);
    buf_release(&text);
    buf_release(&again);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speedup_counts_correct_and_timed_only),
        cmocka_unit_test(coverage_adds_correctness_capped_speedup_and_share),
        cmocka_unit_test(normalized_divides_by_the_running_median),
        cmocka_unit_test(normalized_forgets_beyond_32),
        cmocka_unit_test(history_forgets_beyond_32),
        cmocka_unit_test(shuffles_differ_by_seed_and_step),
        cmocka_unit_test(composite_adds_what_was_reached),
        cmocka_unit_test(composite_has_coverage_and_penalties),
        cmocka_unit_test(recipes_are_refused_in_words),
        cmocka_unit_test(shuffling_permutes_and_repeats),
        cmocka_unit_test(config_survives_its_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
