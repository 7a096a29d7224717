/*
 * check_launch_test.c - what one run of a candidate decides, from what its report says: outcome,
 * words and counts.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/eval_internal.h"

static struct arena arena;

static struct checked_runs runs;
static struct eval_result result;

/* Of a task of two outputs of 10 and 6 elements, which the report compares. */
static bool check(const struct launch_report *r, enum trial_phase phase)
{
    static const struct task task = { .id = "t", .n_outputs = 2 };
    static const struct trial_pool pool = { .n_output = { 10, 6 } };
    const struct eval_job job = { .task = &task };
    static struct trial_pool given;
    given = pool;
    struct evaluation x = {
        .job = &job, .pool = &given, .checked = runs, .verdict = { .out = &result, .arena = &arena }
    };
    bool right = check_launch(&x, r, phase);
    runs = x.checked;
    return right;
}

static void begin(void)
{
    runs = (struct checked_runs){ .timed_wrong = 0 };
    eval_result_init(&result, OUTCOME_MEASURED, NULL);
    result.max_abs_err = (double)NAN;
    result.matched_share = 1;
    result.worst_index = -1;
}

static struct launch_report report_of(int64_t matched, int64_t not_finite, int64_t worst,
                                      double error)
{
    return (struct launch_report){
        .compared = { { .n = 10, .matched = 10, .worst_index = 9, .max_abs_err = 0.25 },
                      { .n = 6,
                        .matched = matched,
                        .not_finite = not_finite,
                        .worst_index = worst,
                        .max_abs_err = error,
                        .max_rel_err = 2 * error } }
    };
}

static const struct {
    enum trial_phase phase;
    bool reordered;
    enum outcome outcome;
    const char *message;
    unsigned timed_wrong, again[2], repeated[2], second[2]; /* run and wrong */
} phases[] = {
    { TRIAL_CHECKED,
      false,
      OUTCOME_MISMATCH,
      "2 of 16 elements are wrong, worst at index 3 (off by 1.5)",
      0,
      { 0 },
      { 0 },
      { 0 } },
    { TRIAL_CHECKED,
      true,
      OUTCOME_MISMATCH,
      "2 of 16 elements are wrong, worst at index 3 (off by 1.5), blocks and threads in "
      "reverse order",
      0,
      { 0 },
      { 0 },
      { 0 } },
    { TRIAL_TIMED,
      false,
      OUTCOME_MISMATCH,
      "2 of 16 elements are wrong, worst at index 3 (off by 1.5), after right runs on other "
      "inputs",
      1,
      { 0 },
      { 0 },
      { 0 } },
    { TRIAL_AGAIN,
      false,
      OUTCOME_CHEAT,
      "right when freshly loaded, wrong when launched again: 2 of 16 elements",
      0,
      { 1, 1 },
      { 0 },
      { 0 } },
    { TRIAL_REPEATED,
      false,
      OUTCOME_MISMATCH,
      "2 of 16 elements are wrong, worst at index 3 (off by 1.5), after right runs of the same "
      "kernel: it depends on the order of blocks or threads",
      0,
      { 0 },
      { 1, 1 },
      { 0 } },
    { TRIAL_SECOND,
      false,
      OUTCOME_MISMATCH,
      "2 of 16 elements are wrong, worst at index 3 (off by 1.5), on inputs of another scale "
      "with the special values that the task defines",
      0,
      { 0 },
      { 0 },
      { 1, 1 } },
};

static void each_phase_has_its_words_and_its_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(phases); i++) {
        for (int wrong = 0; wrong < 2; wrong++) {
            struct launch_report r = report_of(wrong ? 4 : 6, 0, 3, 1.5);
            r.reordered = phases[i].reordered;
            begin();
            assert_int_equal(check(&r, phases[i].phase), !wrong);
            assert_int_equal(result.trials_run, 1);
            assert_int_equal(result.trials_passed, !wrong);
            assert_int_equal(runs.timed_wrong, wrong ? phases[i].timed_wrong : 0);
            assert_int_equal(runs.again_run, phases[i].again[0]);
            assert_int_equal(runs.again_wrong, wrong ? phases[i].again[1] : 0);
            assert_int_equal(runs.repeated_run, phases[i].repeated[0]);
            assert_int_equal(runs.repeated_wrong, wrong ? phases[i].repeated[1] : 0);
            assert_int_equal(runs.second_run, phases[i].second[0]);
            assert_int_equal(runs.second_wrong, wrong ? phases[i].second[1] : 0);
            if (!wrong)
                continue;
            assert_int_equal(result.outcome, phases[i].outcome);
            assert_string_equal(result.message, phases[i].message);
            assert_int_equal(result.worst_index, 3);
            assert_float_equal(result.max_abs_err, 1.5, 0);
            assert_float_equal(result.matched_share, 14.0 / 16, 0);
        }
    }
}

/* The worst of all runs is kept; right runs of the second draw say nothing of errors. */
static void errors_are_those_of_the_worst_run(void **state)
{
    struct launch_report near = report_of(6, 0, 2, 0.125), far = report_of(6, 0, 4, 0.5);
    (void)state;
    begin();
    assert_true(check(&near, TRIAL_CHECKED));
    assert_int_equal(result.worst_index, 9); /* of the first output, which is off by 0.25 */
    assert_float_equal(result.max_abs_err, 0.25, 0);
    assert_true(check(&far, TRIAL_SECOND));
    assert_float_equal(result.max_abs_err, 0.25, 0);
    assert_true(check(&far, TRIAL_TIMED));
    assert_int_equal(result.worst_index, 4);
    assert_float_equal(result.max_abs_err, 0.5, 0);
    assert_float_equal(result.max_rel_err, 1, 0);
    assert_true(check(&near, TRIAL_CHECKED));
    assert_int_equal(result.worst_index, 4);
    assert_float_equal(result.max_abs_err, 0.5, 0);
    assert_float_equal(result.matched_share, 1, 0);
    assert_int_equal(result.trials_run, 4);
    assert_int_equal(result.trials_passed, 4);
    struct launch_report nan = report_of(5, 1, 1, 0);
    nan.untouched[1] = 3;
    assert_false(check(&nan, TRIAL_CHECKED));
    assert_int_equal(result.outcome, OUTCOME_NAN);
    assert_string_equal(result.message, "1 of 16 elements are not finite, first at index 1, 3 "
                                        "elements never written");
    assert_int_equal(result.worst_index, 1);
    assert_int_equal(runs.untouched, 3);
}

static void what_a_launch_did_decides(void **state)
{
    static const struct {
        struct launch_report r;
        enum outcome outcome;
        const char *kind, *message;
    } rows[] = {
        { { .status = LAUNCH_CRASH, .message = "m" }, OUTCOME_CRASH, NULL, "m" },
        { { .status = LAUNCH_TIMEOUT, .message = "m" }, OUTCOME_TIMEOUT, NULL, "m" },
        { { .status = LAUNCH_REFUSED, .message = "m" }, OUTCOME_LAUNCH, NULL, "m" },
        { { .status = LAUNCH_VIOLATION, .message = "m" }, OUTCOME_CHEAT, "host_code", "m" },
        { { .status = LAUNCH_INFRA, .message = "m" }, OUTCOME_INFRA, NULL, "m" },
        { { .guard_modified_bytes = 1, .guard_place = "past y" },
          OUTCOME_CRASH,
          NULL,
          "out-of-bounds write past y" },
        { { .input_modified_bytes = 1, .input_modified = "x" },
          OUTCOME_CHEAT,
          "input_modified",
          "input x was changed (1 bytes)" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct launch_report r = rows[i].r, right = report_of(6, 0, 0, 0);
        memcpy(r.compared, right.compared, sizeof r.compared);
        begin();
        assert_false(check(&r, TRIAL_CHECKED));
        assert_int_equal(result.outcome, rows[i].outcome);
        assert_string_equal(result.message, rows[i].message);
        assert_string_equal(result.cheat_kind == NULL ? "" : result.cheat_kind,
                            rows[i].kind == NULL ? "" : rows[i].kind);
        assert_int_equal(result.trials_run, 1);
        assert_int_equal(result.trials_passed, 0);
    }
    struct launch_report r = { .status = LAUNCH_CRASH, .message = "m" };
    for (int known = 0; known < 2; known++) {
        memcpy(r.fault_place, known == 1 ? "near y" : "", known == 1 ? 7 : 1);
        begin();
        assert_false(check(&r, TRIAL_CHECKED));
        if (known == 1)
            assert_string_equal(result.fault_place, "near y");
        else
            assert_null(result.fault_place);
    }
}

/* Bytes add up, the first place and name stay, and the lowest clock that is known. */
static void facts_of_runs_add_up(void **state)
{
    static const double clocks[] = { 0, 1500, 1400, 1450, 0 },
                        least[] = { 0, 1500, 1400, 1400, 1400 };
    (void)state;
    begin();
    for (size_t i = 0; i < ARRAY_LEN(clocks); i++) {
        struct launch_report r = report_of(6, 0, 0, 0);
        r.clock_mhz = clocks[i];
        r.state_modified = i == 1;
        r.input_modified_bytes = (int64_t)i;
        r.guard_modified_bytes = i > 2 ? 5 : 0;
        memcpy(r.input_modified, i == 1 ? "x" : "z", 2);
        memcpy(r.guard_place, i == 3 ? "p" : "q", 2);
        assert_int_equal(check(&r, TRIAL_CHECKED), i == 0);
        assert_float_equal(runs.least_clock_mhz, least[i], 0);
        assert_int_equal(runs.state_modified, i >= 1);
    }
    assert_int_equal(runs.input_modified_bytes, 1 + 2 + 3 + 4);
    assert_int_equal(runs.guard_modified_bytes, 10);
    assert_string_equal(runs.input_modified, "x");
    assert_string_equal(runs.guard_place, "p");
    assert_string_equal(result.fault_place, "q"); /* of the last */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_phase_has_its_words_and_its_counts),
        cmocka_unit_test(errors_are_those_of_the_worst_run),
        cmocka_unit_test(what_a_launch_did_decides),
        cmocka_unit_test(facts_of_runs_add_up),
    };
    int failed = cmocka_run_group_tests_name("check_launch", tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
