/*
 * session_runs_test.c - what whole runs store and say, held to texts that somebody has read:
 * tests/approved/units/run_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/strategy/confirm.h"
#include "src/strategy/replay_source.h"
#include "tests/support/approved.h"
#include "tests/unit/strategy/session_fixture.h"

static void assert_stored(struct rows_fixture *f, const char *name)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    put_all_stored(f, &out);
    approved_check_exactly(name, &out);
}

static void test_samples_of_one_step(void **state)
{
    struct rows_fixture *f = *state;
    struct run_config c = config_of("samples", "best-of-n");
    c.k = 5;
    c.split_json = "{\"split_hash\":\"abc\",\"level\":\"level_1\",\"seed\":7}";
    c.correct_trials = 2;
    c.timed_runs = 3;
    c.adaptive = true;
    judging.tells_jobs = judging.tells_progress = judging.tells_telemetry = true;
    assert_runs(f, &c);
    c = config_of("same split", "best-of-n");
    c.k = 1;
    c.split_json = "{\"split_hash\":\"abc\",\"level\":\"level_1\",\"seed\":7}";
    c.counters = true;
    c.eval_mode = EVAL_FULL;
    c.task_case = CASE_CPU;
    assert_runs(f, &c);
    c.name = "split without a seed";
    c.split_json = "{\"split_hash\":\"abd\",\"level\":\"level_2\"}";
    assert_runs(f, &c);
    c.name = "split without a level";
    c.split_json = "{\"split_hash\":\"abe\"}";
    assert_runs(f, &c);
    assert_stored(f, "run_best_of_n");
}

static void test_what_is_learned_of_a_step(void **state)
{
    struct rows_fixture *f = *state;
    struct run_config c = config_of("plain", "ttt");
    c.n_steps = 2;
    judging.tells_progress = true;
    assert_runs(f, &c);
    judging.tells_progress = false;
    judging.tells_telemetry = true;
    c = config_of("filtered", "ttt");
    c.seed = 7;
    c.k = 4;
    c.n_steps = 2;
    c.estimator = "grpo";
    c.loss = "ppo";
    c.aggregation = "token-mean";
    c.learning_rate = 0.25;
    c.reward = "normalized";
    c.filters = "mrs_mean,mrs_veto,cheat,prs,coverage,no_variance,truncated";
    c.guards = "reward_ratio=0.9,correct=0.99,latency_ratio=0.5,kl=0.00001,grad_norm=0.1,"
               "entropy=0.5";
    assert_runs(f, &c);
    c = config_of("shuffled", "ttt");
    c.n_steps = 2;
    c.shuffle_rewards = true;
    c.substeps = 2;
    c.schedule = "linear";
    c.warmup = 1;
    c.weight_decay = 0.5;
    assert_runs(f, &c);
    assert_stored(f, "run_ttt");
}

static void test_guardrails_that_go_back_or_stop(void **state)
{
    struct rows_fixture *f = *state;
    struct run_config c = config_of("back", "ttt");
    c.n_steps = 3;
    c.guards = "reward_ratio=5:rollback,grad_norm=0.01:rollback";
    assert_runs(f, &c);
    c.name = "stop before learning";
    c.guards = "correct=0.99:stop,kl=0.1:warn";
    assert_runs(f, &c);
    c.name = "stop after learning";
    c.guards = "latency_ratio=0.01:rollback,kl=0.0000001:stop";
    assert_runs(f, &c);
    c.name = "patient";
    c.n_steps = 6;
    c.guards = NULL;
    c.patience = 1;
    assert_runs(f, &c);
    c.name = "from there";
    c.from = "patient@1";
    c.patience = 0;
    c.n_steps = 1;
    assert_runs(f, &c);
    c.name = "from its end";
    c.from = "patient";
    assert_runs(f, &c);
    c.name = "back to what was learned";
    c.from = NULL;
    c.n_steps = 3;
    c.guards = "reward_ratio=2:rollback";
    assert_runs(f, &c);
    assert_stored(f, "run_guards");
}

static void test_held_tasks_are_only_evaluated(void **state)
{
    struct rows_fixture *f = *state;
    struct run_config c = config_of("trained", "train");
    c.n_tasks = 4;
    c.tasks[2] = "l1/20";
    c.tasks[3] = "l1/23";
    c.n_held = 1;
    c.k = 2;
    c.eval_k = 3;
    c.eval_every = 2;
    c.batch = 2;
    c.n_steps = 3;
    c.schedule = "cosine";
    c.guards = "reward_ratio=0.9,latency_ratio=0.9,correct=0.5";
    c.shuffle_rewards = true;
    judging.tells_progress = true;
    c.tasks[3] = "l1/36";
    assert_runs(f, &c);
    assert_stored(f, "run_train");
}

static void test_a_teacher_scores_each_token(void **state)
{
    static const struct {
        const char *name, *teacher, *show, *template;
    } cases[] = {
        { "live and first", "live", "first", NULL },
        { "base and other", "base", "other", NULL },
        { "average and none", "ema", "none", "feedback" },
    };
    struct rows_fixture *f = *state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct run_config c = config_of(cases[i].name, "sdpo");
        c.n_steps = 2;
        c.k = 2;
        c.distill = cases[i].teacher;
        c.distill_show = cases[i].show;
        c.estimator = i == 0 ? NULL : "sdpo";
        c.feedback_template = cases[i].template;
        assert_runs(f, &c);
    }
    assert_stored(f, "run_sdpo");
}

/* Scores that are stored are not asked for again, and teach the same. */
static void test_what_was_scored_teaches_again(void **state)
{
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) once = { 0 };
    struct buf CLEANUP(buf_release) again = { 0 };
    struct session *s = NULL;
    struct run_config c = config_of("taught", "sdpo");
    c.n_steps = 1;
    c.distill = "live";
    c.distill_show = "first";
    c.temperature = 0.5;
    assert_runs(f, &c);
    buf_clear(&judging.said);
    put_all_stored(f, &once);
    change(f, "UPDATE step SET update_metrics = NULL; DELETE FROM step WHERE step = 1;"
              "UPDATE run SET status = 'interrupted', finished_at = NULL");
    struct session_hooks hooks = judge_hooks();
    assert_int_equal(session_resume(f->db, "taught", &hooks, &s, &f->err), 0);
    assert_int_equal(session_run(s, &f->err), 0);
    session_close(s);
    buf_clear(&judging.said);
    put_all_stored(f, &again);
    assert_string_equal(buf_text(&again), buf_text(&once));
    /* What is learned is not learned again. */
    change(f, "UPDATE run SET status = 'interrupted', finished_at = NULL");
    judging.tells_progress = true;
    hooks = judge_hooks();
    assert_int_equal(session_resume(f->db, "taught", &hooks, &s, &f->err), 0);
    assert_int_equal(session_run(s, &f->err), 0);
    session_close(s);
    assert_null(strstr(buf_text(&judging.said), "learning: step 0"));
    assert_non_null(strstr(buf_text(&judging.said), "step 1 of 1, turn 0 of 1, 6 of 6"));
    buf_clear(&judging.said);
    buf_clear(&again);
    put_all_stored(f, &again);
    assert_string_equal(buf_text(&again), buf_text(&once));
}

static void test_demonstrations_of_another_run(void **state)
{
    struct rows_fixture *f = *state;
    struct run_config c = config_of("teacher", "best-of-n");
    c.k = 10;
    c.n_tasks = 3;
    c.tasks[2] = "l1/36";
    assert_runs(f, &c);
    c = config_of("pupil", "sft");
    c.n_tasks = 3;
    c.tasks[1] = "l1/36";
    c.tasks[2] = "l1/19";
    c.n_held = 1;
    c.k = 1;
    c.eval_k = 2;
    c.eval_every = 1;
    c.epochs = 2;
    c.batch = 3;
    c.held_out = 0.4;
    c.teacher = "teacher";
    judging.tells_telemetry = true;
    assert_runs(f, &c);
    c.name = "picky";
    c.epochs = 0;
    c.n_steps = 1;
    c.n_held = 0;
    c.eval_k = 0;
    c.eval_every = 0;
    c.held_out = 0;
    c.min_speedup = 1;
    c.n_tasks = 2;
    c.split_json = "{\"split_hash\":\"abe\",\"level\":\"level_1\",\"problem_ids\":{\"eval\":[36]}}";
    assert_runs(f, &c);
    c.name = "hopeless";
    c.min_speedup = 100;
    assert_int_equal(run_whole(f, &c), ERR_NODATA);
    buf_printf(&judging.said, "error: %s\n", f->err.msg);
    c.teacher = "nobody";
    assert_int_equal(run_whole(f, &c), ERR_NOMATCH);
    buf_printf(&judging.said, "error: %s\n", f->err.msg);
    assert_stored(f, "run_sft");
}

static void test_conversations_are_held_and_replayed(void **state)
{
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct run_config c = config_of("refined", "refine");
    c.turns = 3;
    c.k = 2;
    c.history = "best-1";
    c.feedback_lines = 4;
    judging.tells_progress = judging.tells_telemetry = true;
    assert_runs(f, &c);
    judging.tells_progress = judging.tells_telemetry = false;
    c.name = "short";
    c.token_budget = 600;
    c.history = NULL;
    assert_runs(f, &c);
    c = config_of("learned in turns", "ttt");
    c.turns = 2;
    c.k = 2;
    c.n_steps = 1;
    c.estimator = "trloo";
    c.guards = "reward_ratio=0.9";
    assert_runs(f, &c);
    static const char *const replayed[] = { "refined", "short", "learned in turns" };
    for (size_t i = 0; i < ARRAY_LEN(replayed); i++) {
        struct run_config again = { 0 };
        assert_int_equal(replay_source_shape(f->db, replayed[i], &a, &again, &f->err), 0);
        again.name = arena_printf(&a, "%s again", replayed[i]);
        assert_runs(f, &again);
    }
    assert_stored(f, "run_turns");
}

/* As a run that nothing stopped, but for the ledger's seconds. */
static void test_a_run_that_was_stopped_goes_on(void **state)
{
    struct rows_fixture *f = *state;
    struct session *s = NULL;
    struct run_config c = config_of("stopped", "ttt");
    c.n_steps = 1;
    static const size_t stops[] = { 2, 6, 3 };
    for (size_t i = 0; i < ARRAY_LEN(stops); i++) {
        judging.stop_after = stops[i];
        struct session_hooks hooks = judge_hooks();
        int rc = i == 0 ? session_start(f->db, &c, &judge_provenance, &hooks, &s, &f->err)
                        : session_resume(f->db, "stopped", &hooks, &s, &f->err);
        if (rc < 0)
            fail_msg("%s", f->err.msg);
        assert_int_equal(session_run(s, &f->err), ERR_INTERRUPTED);
        session_close(s);
        buf_printf(&judging.said, "error: %s\n", f->err.msg);
        put_stored(f, "between",
                   "SELECT status, owner IS NOT NULL AS owned, finished_at IS NOT NULL AS ended, "
                   "(SELECT count(*) FROM rollout) AS rollouts, (SELECT count(*) FROM evaluation) "
                   "AS evaluations, (SELECT count(*) FROM step) AS steps, (SELECT count(*) FROM "
                   "fact_cell WHERE packed = epoch) AS facts FROM run",
                   &judging.said);
        change(f, "UPDATE run SET owner = '0:1:1'");
    }
    judging.stop_after = 0;
    struct session_hooks hooks = judge_hooks();
    hooks.workers = 7;
    assert_int_equal(session_resume(f->db, "stopped", &hooks, &s, &f->err), 0);
    assert_int_equal(session_run(s, &f->err), 0);
    session_close(s);
    assert_stored(f, "run_resumed");
}

static void test_kernels_that_are_timed_again(void **state)
{
    struct rows_fixture *f = *state;
    static const char *const one[] = { "1", "2", "9" };
    const struct confirm_options options[] = {
        { .run = "samples", .by = "speedup", .top = 1, .step = -1, .workers = 3 },
        { .run = "samples", .by = "speedup", .top = 2, .step = 0, .mode = EVAL_FULL },
        { .run = "samples", .by = "surprisal", .top = 1, .step = -1, .again = true },
        { .run = "samples", .by = "confidence", .top = 2, .rollouts = one, .n_rollouts = 3 },
        { .run = "samples", .by = "speedup", .top = 1, .step = 1 },
        { .run = "steps", .by = "speedup", .top = 1, .step = 0 },
        { .run = "steps", .by = "speedup", .top = 1, .step = 1 },
        { .run = "nobody", .by = "speedup", .top = 1, .step = -1 },
    };
    struct run_config c = config_of("samples", "best-of-n");
    c.k = 8;
    c.threads = 5;
    assert_runs(f, &c);
    c = config_of("steps", "ttt");
    c.n_steps = 1;
    assert_runs(f, &c);
    judging.tells_jobs = judging.tells_progress = true;
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct confirm_result r = { 0 };
        struct session_hooks hooks = judge_hooks();
        int rc = confirm_run(f->db, &options[i], &hooks, &a, &r, &f->err);
        buf_printf(&judging.said, "%s: picked %zu, known %zu, confirmed %zu, wrong %zu, infra %zu:",
                   rc == 0 ? "confirmed" : f->err.msg, r.n_picked, r.n_known, r.n_confirmed,
                   r.n_wrong, r.n_infra);
        for (size_t k = 0; k < r.n_picked; k++)
            buf_printf(&judging.said, " %s", r.rollouts[k]);
        buf_putc(&judging.said, '\n');
    }
    /* Each time on inputs of their own. */
    assert_rows(f, "SELECT count(DISTINCT input_seed) FROM evaluation", "7");
    assert_stored(f, "run_confirmed");
}

/* A run of which only the end was not noted. */
static void test_what_is_done_is_not_done_again(void **state)
{
    static const char *const strategies[] = {
        "best-of-n", "ttt", "train", "sft", "sdpo", "refine"
    };
    struct rows_fixture *f = *state;
    for (size_t i = 0; i < ARRAY_LEN(strategies); i++) {
        struct buf CLEANUP(buf_release) once = { 0 };
        struct buf CLEANUP(buf_release) again = { 0 };
        struct session *s = NULL;
        struct run_config c = config_of(strategies[i], strategies[i]);
        c.n_steps = i == 0 || i == 5 ? 0 : 2;
        c.turns = i == 5 ? 2 : 0;
        c.distill = i == 4 ? "ema" : NULL;
        c.distill_show = i == 4 ? "first" : NULL;
        c.teacher = i == 3 ? "best-of-n" : NULL;
        c.held_out = 0.2;
        c.n_held = i == 2;
        c.eval_k = c.eval_every = i == 2;
        assert_runs(f, &c);
        buf_clear(&judging.said);
        put_all_stored(f, &once);
        change(f, "UPDATE run SET status = 'interrupted', finished_at = NULL WHERE run_id = "
                  "(SELECT max(run_id) FROM run)");
        const struct session_hooks hooks = judge_hooks();
        judging.tells_jobs = true;
        assert_int_equal(session_resume(f->db, strategies[i], &hooks, &s, &f->err), 0);
        if (session_run(s, &f->err) != 0)
            fail_msg("%s: %s", strategies[i], f->err.msg);
        session_close(s);
        assert_string_equal(buf_text(&judging.said),
                            "open: cpu, 2 workers, 1 threads, queue -, class -\n");
        buf_clear(&judging.said);
        put_all_stored(f, &again);
        assert_string_equal(buf_text(&again), buf_text(&once));
        judging.tells_jobs = false;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RUNS_TEST(test_samples_of_one_step),
        RUNS_TEST(test_what_is_learned_of_a_step),
        RUNS_TEST(test_guardrails_that_go_back_or_stop),
        RUNS_TEST(test_held_tasks_are_only_evaluated),
        RUNS_TEST(test_a_teacher_scores_each_token),
        RUNS_TEST(test_what_was_scored_teaches_again),
        RUNS_TEST(test_demonstrations_of_another_run),
        RUNS_TEST(test_conversations_are_held_and_replayed),
        RUNS_TEST(test_a_run_that_was_stopped_goes_on),
        RUNS_TEST(test_what_is_done_is_not_done_again),
        RUNS_TEST(test_kernels_that_are_timed_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
