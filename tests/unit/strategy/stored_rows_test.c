/*
 * stored_rows_test.c - evaluations, rewards and conversations: what was bound is read back, and the
 * rest is computed by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "columns/show_evaluation_timing.h"
#include "src/base/str.h"
#include "src/eval/contract/profile.h"
#include "src/rescore/reward_run.h"
#include "src/run/conversation.h"
#include "src/strategy/evaluation_rows.h"
#include "src/strategy/session.h"
#include "src/strategy/turn_plan.h"
#include "tests/unit/strategy/stored_fixture.h"

static void test_an_evaluation_is_read_back_as_it_was_bound(void **state)
{
    struct rows_fixture *f = *state;
    struct session s;
    double samples[] = { 4, 1, 2, 9 };
    double clocks[] = { 1000, 1100, 1200, (double)NAN };
    double baseline[] = { 30, 10, 20 };
    double baseline_clocks[] = { 900, 901, 902 };
    struct evidence evidence[] = { { "guard_zone", 0, 0.5, "bytes", true, NULL },
                                   { "poison", (double)INFINITY, 3, "elements", false, "seen" } };
    const struct eval_job seeded = { .task_case = CASE_CPU,
                                     .mode = EVAL_FULL,
                                     .input_seed = UINT64_MAX };
    struct eval_result r;
    start_run(f, &s, 1);
    int64_t rollout = add_rollout(f, &s, &first_rollout);
    eval_result_init(&r, OUTCOME_MEASURED, "a message");
    r.compiled = r.correct = true;
    r.kind = "kernel_file";
    r.launch_count = 3;
    r.trials_run = 5;
    r.trials_passed = 4;
    r.max_abs_err = 0.25;
    r.max_rel_err = 0.5;
    r.matched_share = 0.75;
    r.worst_index = 11;
    r.signal = 6;
    r.fault_address = "0x7f";
    r.fault_place = "past y";
    r.compile_log = "a log";
    r.compile_cached = 1;
    r.compile_ms = 12.5;
    r.total_ms = 13.5;
    r.discarded_samples = 2;
    r.n_samples = 4;
    r.samples_us = samples;
    r.clocks_mhz = clocks;
    r.throttled_samples = 8;
    r.n_baseline_samples = 3;
    r.baseline_samples_us = baseline;
    r.baseline_clocks_mhz = baseline_clocks;
    r.baseline_throttled_samples = 9;
    r.n_evidence = 2;
    r.evidence = evidence;
    memset(r.artifact_sha256, 'a', 64);
    int64_t id = put_result(f, rollout, &seeded, &r);
    assert_rows(f,
                "SELECT outcome, cheat_kind, compiled, correct, message, kind, launch_count, "
                "trials_run, trials_passed, max_abs_err, max_rel_err, matched_share, worst_index "
                "FROM evaluation",
                "measured,-,1,1,a message,kernel_file,3,5,4,0.25,0.5,0.75,11");
    assert_rows(f,
                "SELECT signal, fault_address, fault_place, b.kind, b.text, compile_cached, "
                "compile_ms, total_ms, discarded_samples, task_case, eval_mode, input_seed, "
                "artifact_sha256 = replace(hex(zeroblob(32)), '0', 'a') "
                "FROM evaluation JOIN blob b ON b.blob_id = log_blob_id",
                "6,0x7f,past y,log,a log,1,12.5,13.5,2,cpu,full,-1,1");
    assert_rows(f,
                "SELECT subject, baseline, method, n_samples, runtime_us, statistic, min_us, "
                "max_us, std_us, n_throttled FROM measurement JOIN measurement_clock "
                "USING (measurement_id) ORDER BY subject DESC",
                "candidate,-,cuda_event,4,3,median,1,9,3.55902608,8 "
                "baseline,reference,cuda_event,3,20,median,10,30,10,9");
    assert_rows(f, "SELECT position, kind, value, bound, unit, pass, detail FROM evidence",
                "0,guard_zone,0,0.5,bytes,1,- 1,poison,-,3,elements,0,seen");
    struct stmt *st = db_query(f->db, "show_evaluation_timing");
    size_t len = 0;
    stmt_bind_int(st, ":id", id);
    assert_int_equal(stmt_step(st, &f->err), 1);
    const void *stored = stmt_blob(st, SHOW_EVALUATION_TIMING_SAMPLES_US, &len);
    assert_int_equal(len, sizeof(samples));
    assert_memory_equal(stored, samples, sizeof(samples));
    stmt_reset(st);
}

static void test_the_interval_of_a_speedup(void **state)
{
    struct rows_fixture *f = *state;
    struct session s;
    double samples[] = { 4, 5, 4, 5 }, baseline[] = { 8, 10, 8, 10 };
    struct eval_result r;
    start_run(f, &s, 1);
    eval_result_init(&r, OUTCOME_MEASURED, NULL);
    r.compiled = r.correct = true;
    r.n_samples = r.n_baseline_samples = 4;
    r.samples_us = samples;
    r.baseline_samples_us = baseline;
    r.same_as_baseline = 0;
    r.own_share = 0.25;
    eval_result_note_interval(&r, 1);
    assert_true(isnan(r.speedup_lower) && r.interval_processes < 0);
    eval_result_note_interval(&r, 2);
    (void)put_result(f, add_rollout(f, &s, &first_rollout), &job, &r);
    assert_rows(f,
                "SELECT speedup, speedup_lower < 2, speedup_upper > 2, within_noise = "
                "(speedup_lower <= 1), interval_level, interval_kind, interval_processes, "
                "same_as_baseline, purpose, why_no_interval FROM v_speedup",
                "2,1,1,1,0.95,processes,2,0,-,-");
    assert_rows(f, "SELECT own_share FROM v_evaluation", "0.25");
}

static void test_what_nobody_knows_is_null(void **state)
{
    struct rows_fixture *f = *state;
    struct session s;
    struct eval_result r;
    start_run(f, &s, 1);
    eval_result_init(&r, OUTCOME_COMPILE, NULL);
    r.compile_log = "";
    (void)put_result(f, add_rollout(f, &s, &first_rollout), &job, &r);
    assert_rows(f,
                "SELECT outcome, compiled, correct, message, device_id, log_blob_id, launch_count, "
                "max_abs_err, worst_index, signal, fault_place, artifact_sha256 FROM evaluation",
                "compile,0,0,-,-,-,-,-,-,-,-,-");
    assert_rows(
        f,
        "SELECT speedup_lower, speedup_upper, within_noise, same_as_baseline, own_share FROM "
        "v_evaluation",
        "-,-,-,-,-");
    assert_rows(f, "SELECT count(*) FROM measurement", "0");
}

static void test_one_sample_of_a_processor(void **state)
{
    struct rows_fixture *f = *state;
    struct session s;
    start_run(f, &s, 1);
    evaluate(f, add_rollout(f, &s, &first_rollout), 2);
    assert_rows(f,
                "SELECT subject, method, n_samples, runtime_us, min_us, max_us, std_us "
                "FROM measurement ORDER BY subject DESC",
                "candidate,cpu_wall,1,60,60,60,- baseline,cpu_wall,1,120,120,120,-");
    assert_rows(f, "SELECT within_noise, why_no_interval FROM v_speedup",
                "-,not timed in two processes of candidate and baseline");
    assert_rows(f, "SELECT count(*) FROM measurement_clock", "0");
    assert_rows(f, "SELECT speedup FROM v_rollout", "2");
}

static void test_an_evaluation_of_no_rollout_leaves_nothing(void **state)
{
    struct rows_fixture *f = *state;
    struct eval_result r;
    int64_t id = 0;
    eval_result_init(&r, OUTCOME_COMPILE, NULL);
    r.compile_log = "a log";
    assert_true(evaluation_put(
                    f->db, &(struct evaluation_row){ .rollout_id = 999, .job = &job, .result = &r },
                    &id, &f->err) < 0);
    assert_rows(f, "SELECT count(*) FROM blob", "0");
    assert_rows(f, "SELECT count(*) FROM evaluation", "0");
}

static void put_judgement(struct rows_fixture *f, int64_t rollout_id, double each)
{
    int64_t model_id = 0;
    assert_int_equal(store_put_model(f->db, "j", "", "openai", &model_id, &f->err), 0);
    struct stmt *st = db_query(f->db, "insert_judge");
    stmt_bind_int(st, ":model_id", model_id);
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":malformed", 0);
    stmt_bind_real(st, ":correctness", each);
    stmt_bind_real(st, ":compilability", each);
    stmt_bind_real(st, ":speed", each);
    assert_int_equal(stmt_run(st, &f->err), 0);
}

/*
 * Stored in reverse:
 *   l1/4: 4; wrong, judged 0.5; turn 1: 2; step 1: 6
 *   l1/5: 8, with a share of 0.6; infra; turn 1: 3, judged 0.25
 */
static void put_rewarded_rows(struct rows_fixture *f, struct session *s)
{
    static const struct {
        struct rollout_at at;
        double speedup;
    } rows[] = {
        { { 0, 1, 0, 0, NULL, 1 }, 6 }, { { 1, 0, 1, 0, NULL, 1 }, 3 },
        { { 0, 0, 1, 0, NULL, 1 }, 2 }, { { 1, 0, 0, 1, NULL, 1 }, -1 },
        { { 1, 0, 0, 0, NULL, 1 }, 8 }, { { 0, 0, 0, 1, NULL, 1 }, 0 },
        { { 0, 0, 0, 0, NULL, 1 }, 4 },
    };
    struct eval_result infra;
    start_run(f, s, 2);
    eval_result_init(&infra, OUTCOME_INFRA, "no device");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        int64_t id = add_rollout(f, s, &rows[i].at);
        int64_t evaluation_id = rows[i].speedup < 0 ? put_result(f, id, &job, &infra)
                                                    : evaluate(f, id, rows[i].speedup);
        if (i == 4)
            put_share(f, evaluation_id);
        if (i == 1 || i == 5)
            put_judgement(f, id, i == 1 ? 0.25 : 0.5);
    }
}

static const char rewards_in_order[] =
    "SELECT round(w.value, 6) FROM reward w JOIN rollout r USING (rollout_id) "
    "ORDER BY r.step, r.turn, r.task_id, r.sample";

static void test_rewards_of_every_recipe_by_hand(void **state)
{
    static const struct {
        const char *recipe, *want;
    } cases[] = {
        { "speedup", "4 0 8 2 3 6" },
        /* l1/4: 4/1, 0, 2/4, 6/median(4, 2); l1/5: 8/1, 3/8 */
        { "normalized", "4 0 8 0.5 0.375 2" },
        /* half of 1 + min(speedup, 3) + share */
        { "coverage", "2 0 2.3 1.5 2 2" },
        /* 1 [compiled] + 1 [correct] + min(speedup, 3) + 0.5 judge */
        { "composite", "5 1.25 5 4 5.125 5" },
        { "composite:a=0,b=10,c=2,r_max=5,lambda=4", "18 2 20 14 17 20" },
    };
    struct rows_fixture *f = *state;
    struct session s;
    put_rewarded_rows(f, &s);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct reward_result result;
        assert_int_equal(reward_run(f->db, "r", cases[i].recipe, &result, &f->err), 0);
        assert_int_equal(result.n_rollouts, 7);
        assert_int_equal(result.n_rewarded, 6);
        assert_int_equal(result.n_unscored, 1);
        assert_int_equal(result.n_judged, 2);
        assert_int_equal(result.n_kept, 0);
        assert_rows(f,
                    arena_printf(&a,
                                 "SELECT round(w.value, 6) FROM reward w JOIN rollout r "
                                 "USING (rollout_id) WHERE recipe = '%s' "
                                 "ORDER BY r.step, r.turn, r.task_id, r.sample",
                                 cases[i].recipe),
                    cases[i].want);
    }
}

/* Each step is a turn of its own, whose earlier ones are its history. */
static void test_rewards_of_many_steps(void **state)
{
    enum { STEPS = 40 };
    struct rows_fixture *f = *state;
    struct session s;
    struct reward_result result;
    start_run(f, &s, 1);
    for (int step = 0; step < STEPS; step++) {
        const struct rollout_at at = { 0, step, 0, 0, NULL, 1 };
        evaluate(f, add_rollout(f, &s, &at), 1 + step);
    }
    assert_int_equal(reward_run(f->db, "r", "normalized", &result, &f->err), 0);
    assert_int_equal(result.n_rollouts, STEPS);
    assert_int_equal(result.n_rewarded, STEPS);
    /* By the median of the last 32 before it, of which each is 1 above the one before. */
    assert_rows(f,
                "SELECT count(*), max(abs(w.value - (step + 1.0) / CASE WHEN step = 0 THEN 1 WHEN "
                "step <= 32 THEN (step + 1) / 2.0 ELSE step - 15.5 END)) < 1e-9 FROM reward w JOIN "
                "rollout USING (rollout_id)",
                "40,1");
}

/* Used values are facts; the others follow the recipe. */
static void test_rewards_that_were_used_stay(void **state)
{
    struct rows_fixture *f = *state;
    struct session s;
    struct reward_result result;
    put_rewarded_rows(f, &s);
    for (int64_t id = 6; id <= 7; id++) {
        struct stmt *st = db_query(f->db, "put_reward");
        stmt_bind_int(st, ":rollout_id", id);
        stmt_bind_text(st, ":recipe", "speedup");
        stmt_bind_real(st, ":value", 100);
        stmt_bind_real(st, ":advantage", id == 7 ? 1.5 : (double)NAN);
        assert_int_equal(stmt_run(st, &f->err), 0);
    }
    assert_int_equal(reward_run(f->db, "r", "speedup", &result, &f->err), 0);
    assert_int_equal(result.n_rewarded, 6);
    assert_int_equal(result.n_kept, 1);
    assert_rows(f, rewards_in_order, "100 0 8 2 3 6");
}

static void test_runs_without_evaluations_get_no_rewards(void **state)
{
    struct rows_fixture *f = *state;
    struct session s;
    struct reward_result result;
    start_run(f, &s, 1);
    assert_int_equal(reward_run(f->db, "r", "speedup", &result, &f->err), ERR_NODATA);
    add_rollout(f, &s, &first_rollout);
    assert_int_equal(reward_run(f->db, "r", "speedup", &result, &f->err), ERR_NODATA);
    assert_int_equal(reward_run(f->db, "q", "speedup", &result, &f->err), ERR_NOMATCH);
    assert_int_equal(reward_run(f->db, "r", "speed", &result, &f->err), ERR_USAGE);
    assert_rows(f, "SELECT count(*) FROM reward", "0");
}

/* Turns 0 to n - 1 of one sample, answers "aT". */
static int64_t hold(struct rows_fixture *f, const struct session *s, size_t task, int sample, int n,
                    const double *speedups, int tokens)
{
    int64_t last = 0;
    for (int turn = 0; turn < n; turn++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const struct rollout_at at = {
            task, 0, turn, sample, arena_printf(&a, "a%zu.%d.%d", task, sample, turn), tokens
        };
        last = add_rollout(f, s, &at);
        evaluate(f, last, speedups[turn]);
        struct stmt *st = db_query(f->db, "put_feedback");
        stmt_bind_int(st, ":rollout_id", last);
        stmt_bind_int(st, ":evaluation_id", last);
        stmt_bind_text(st, ":template_sha256",
                       "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
        stmt_bind_int(st, ":blob_id",
                      rows_blob(f, arena_printf(&a, "f%zu.%d.%d", task, sample, turn)));
        assert_int_equal(stmt_run(st, &f->err), 0);
    }
    return last;
}

/* "ended" or "parent: turn answer feedback, ...". */
static const char *planned(const struct planned_turn *t, struct arena *a)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    if (t->ended)
        return "ended";
    buf_printf(&out, "%lld:", (long long)t->parent_id);
    for (size_t i = 0; i < t->n_exchanges; i++)
        buf_printf(&out, " %d %s %s", t->shown[i], t->exchanges[i].answer,
                   t->exchanges[i].feedback);
    return arena_strdup(a, buf_text(&out));
}

static void test_a_turn_is_shown_what_its_history_says(void **state)
{
    static const double speedups[] = { 1, 5, 0, 0 };
    static const struct {
        const char *history, *want;
    } cases[] = {
        { NULL, "4: 0 a0.0.0 f0.0.0 1 a0.0.1 f0.0.1 2 a0.0.2 f0.0.2 3 a0.0.3 f0.0.3" },
        { "all", "4: 0 a0.0.0 f0.0.0 1 a0.0.1 f0.0.1 2 a0.0.2 f0.0.2 3 a0.0.3 f0.0.3" },
        { "last-2", "4: 2 a0.0.2 f0.0.2 3 a0.0.3 f0.0.3" },
        { "best-2", "2: 0 a0.0.0 f0.0.0 1 a0.0.1 f0.0.1" },
        { "best-1", "2: 1 a0.0.1 f0.0.1" },
    };
    struct rows_fixture *f = *state;
    struct session s;
    start_run(f, &s, 1);
    hold(f, &s, 0, 0, 4, speedups, 10);
    s.turn = 4;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const struct turn_plan *plan = NULL;
        s.config.history = cases[i].history;
        assert_int_equal(turn_plan_make(&s, 0, &a, &plan, &f->err), 0);
        assert_string_equal(planned(&plan->slots[0], &a), cases[i].want);
        assert_string_equal(planned(&plan->slots[1], &a), "ended");
    }
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct turn_plan *plan = NULL;
    s.config.history = "first-2";
    assert_int_equal(turn_plan_make(&s, 0, &a, &plan, &f->err), ERR_USAGE);
    assert_non_null(strstr(f->err.msg, "first-2"));
}

static void test_which_conversations_go_on(void **state)
{
    static const double speedups[] = { 1, 2, 3 };
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct turn_plan *plan = NULL;
    struct session s;
    start_run(f, &s, 2);
    int64_t last = hold(f, &s, 0, 0, 2, speedups, 10);
    hold(f, &s, 0, 1, 2, speedups, 10);
    hold(f, &s, 1, 0, 1, speedups, 10);
    hold(f, &s, 1, 1, 3, speedups, 10);
    hold(f, &s, 1, 5, 2, speedups, 10);
    hold(f, &s, 1, 2, 3, speedups, 10); /* the first that the run has no place for */
    s.turn = 1;
    assert_int_equal(turn_plan_end(&s, 0, 0, 1, "context", &f->err), 0);
    assert_int_equal(turn_plan_end(&s, 0, 0, 1, "tokens", &f->err), 0);
    assert_int_equal(turn_plan_end(&s, 0, 1, 2, "tokens", &f->err), 0);
    s.turn = 2;
    assert_int_equal(turn_plan_make(&s, 0, &a, &plan, &f->err), 0);
    assert_int_equal(plan->slots[0].parent_id, last);
    assert_int_equal(plan->slots[0].n_exchanges, 2);
    assert_false(plan->slots[0].ended);
    assert_true(plan->slots[1].ended);
    assert_true(plan->slots[2].ended);
    assert_false(plan->slots[3].ended);
    assert_int_equal(plan->slots[3].n_exchanges, 0);
    assert_rows(f, "SELECT step, task_id, sample, turn, reason FROM conversation_end",
                "0,1,1,1,context 0,2,2,1,tokens");
    /* A replay asks what its source has. */
    static const bool ended[][4] = { { false, false, false, false },
                                     { false, false, true, false },
                                     { true, true, true, false } };
    s.config.replay_of = "r";
    for (s.turn = 0; s.turn < 3; s.turn++) {
        assert_int_equal(turn_plan_replay(&s, 0, &a, &plan, &f->err), 0);
        for (size_t i = 0; i < 4; i++)
            assert_int_equal(plan->slots[i].ended, ended[s.turn][i]);
    }
}

/* Two turns of 10 + 10 tokens are 40. */
static void test_conversations_end_when_their_tokens_are_spent(void **state)
{
    static const double speedups[] = { 1, 2 };
    static const struct {
        int budget;
        bool ended;
    } cases[] = { { 0, false }, { 41, false }, { 40, true }, { 39, true } };
    struct rows_fixture *f = *state;
    struct session s;
    start_run(f, &s, 1);
    hold(f, &s, 0, 0, 2, speedups, 10);
    s.turn = 2;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const struct turn_plan *plan = NULL;
        s.config.token_budget = cases[i].budget;
        assert_int_equal(turn_plan_make(&s, 0, &a, &plan, &f->err), 0);
        assert_int_equal(plan->slots[0].ended, cases[i].ended);
        if (cases[i].ended)
            assert_rows(f,
                        "SELECT task_id, sample, turn, reason FROM conversation_end "
                        "WHERE task_id = 1",
                        "1,0,2,tokens");
        else
            assert_rows(f, "SELECT count(*) FROM conversation_end WHERE task_id = 1", "0");
    }
}

static void test_what_a_rollout_was_shown_is_stored_without_what_was_dropped(void **state)
{
    static const double speedups[] = { 1, 2, 3, 4, 5 };
    static const struct {
        size_t n_dropped;
        const char *want;
    } cases[] = { { 0, "[0,1,2]" }, { 1, "[1,2]" }, { 2, "[2]" }, { 3, "[]" } };
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct turn_plan *plan = NULL;
    struct session s;
    start_run(f, &s, 1);
    hold(f, &s, 0, 0, 3, speedups, 10);
    s.turn = 3;
    assert_int_equal(turn_plan_make(&s, 0, &a, &plan, &f->err), 0);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct rollout_at at = { 0, 1 + (int)i, 3, 0, NULL, 1 };
        int64_t id = add_rollout(f, &s, &at);
        assert_int_equal(turn_plan_put(&s, &plan->slots[0], cases[i].n_dropped, id, &f->err), 0);
        assert_rows(f,
                    arena_printf(&a,
                                 "SELECT shown || ' ' || n_dropped || ' ' || parent_id "
                                 "FROM conversation_turn WHERE rollout_id = %lld",
                                 (long long)id),
                    arena_printf(&a, "%s %zu 3", cases[i].want, cases[i].n_dropped));
    }
}

static void test_a_conversation_is_read_back_as_it_was_held(void **state)
{
    static const double speedups[] = { 1, 2, 3 };
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct turn_plan *plan = NULL;
    struct spoken *spoken = NULL;
    size_t n = 0;
    struct session s;
    start_run(f, &s, 1);
    const struct rollout_at last = { 0, 0, 3, 0, "a0.0.3", 1 };
    hold(f, &s, 0, 0, 3, speedups, 10);
    s.turn = 3;
    assert_int_equal(turn_plan_make(&s, 0, &a, &plan, &f->err), 0);
    int64_t id = add_rollout(f, &s, &last);
    assert_int_equal(turn_plan_put(&s, &plan->slots[0], 1, id, &f->err), 0);
    assert_string_equal(spoken_text(f, id, &a),
                        "system: be brief|user: write l1/4|assistant: a0.0.1|user: f0.0.1|"
                        "assistant: a0.0.2|user: f0.0.2|");
    assert_string_equal(spoken_text(f, 1, &a), "system: be brief|user: write l1/4|");
    assert_int_equal(conversation_of(f->db, 999, &a, &spoken, &n, &f->err), ERR_NOMATCH);
}

static void test_answers_are_shown_without_their_reasoning_and_never_empty(void **state)
{
    static const struct {
        const char *answer, *want;
    } cases[] = {
        { "plain", "plain" },
        { "<think>why</think>the answer", "the answer" },
        { "<think>only</think>", "(no answer)" },
        { "", "(no answer)" },
        { NULL, "(no answer)" },
        { "a\x01z", "a z" },
    };
    struct rows_fixture *f = *state;
    int64_t feedback = rows_blob(f, "said");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct exchange x;
        int64_t answer = cases[i].answer == NULL ? 0 : rows_blob(f, cases[i].answer);
        assert_int_equal(conversation_exchange(f->db, answer, feedback, &a, &x, &f->err), 0);
        assert_string_equal(x.answer, cases[i].want);
        assert_string_equal(x.feedback, "said");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROWS_TEST(test_an_evaluation_is_read_back_as_it_was_bound),
        ROWS_TEST(test_the_interval_of_a_speedup),
        ROWS_TEST(test_what_nobody_knows_is_null),
        ROWS_TEST(test_one_sample_of_a_processor),
        ROWS_TEST(test_an_evaluation_of_no_rollout_leaves_nothing),
        ROWS_TEST(test_rewards_of_every_recipe_by_hand),
        ROWS_TEST(test_rewards_of_many_steps),
        ROWS_TEST(test_rewards_that_were_used_stay),
        ROWS_TEST(test_runs_without_evaluations_get_no_rewards),
        ROWS_TEST(test_a_turn_is_shown_what_its_history_says),
        ROWS_TEST(test_which_conversations_go_on),
        ROWS_TEST(test_conversations_end_when_their_tokens_are_spent),
        ROWS_TEST(test_what_a_rollout_was_shown_is_stored_without_what_was_dropped),
        ROWS_TEST(test_a_conversation_is_read_back_as_it_was_held),
        ROWS_TEST(test_answers_are_shown_without_their_reasoning_and_never_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
