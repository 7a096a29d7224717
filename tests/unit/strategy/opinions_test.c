/*
 * opinions_test.c - what judges and other models say of a run's rollouts: what a server is asked,
 * and what becomes of its answers, held to texts that somebody has read:
 * tests/approved/units/opinions_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/rescore/judge.h"
#include "src/rescore/score.h"
#include "tests/support/approved.h"
#include "tests/unit/sample/scripted_server.h"
#include "tests/unit/strategy/session_fixture.h"

static const char judged_rows[] =
    "SELECT rollout_id AS rollout, m.name AS model, m.kind, correctness AS correct, compilability "
    "AS compiles, speed, malformed, problem, repairs, reason, tries, prompt_tokens AS asked, "
    "completion_tokens AS tokens, prompt_blob_id IS NOT NULL AS prompt, b.text AS answer FROM "
    "judge "
    "JOIN model m USING (model_id) LEFT JOIN blob b ON b.blob_id = answer_blob_id ORDER BY "
    "judge_id";
static const char setup_rows[] = "SELECT judge_setup_id AS id, length(sha256) AS hash, template, "
                                 "length(template_sha256) AS of_template, config FROM judge_setup";
static const char attempt_rows[] =
    "SELECT judge_setup_id AS setup, rollout_id AS rollout, attempt, length(request_sha256) AS "
    "hash, end_kind AS end, status, detail, request_id AS name, problem, total_ms >= 0 AS timed "
    "FROM judge_attempt ORDER BY judge_attempt_id";
static const char scored_rows[] =
    "SELECT rollout_id AS rollout, checkpoint_id AS checkpoint, role, temperature AS t, n_tokens "
    "AS n, length(logprobs) AS logprobs, sum_logprob AS sum, semantics, aligned_by FROM score "
    "ORDER BY score_id";

#define SAID_BODY(text)                                                                            \
    "{\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"content\":\"" text                  \
    "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":7,\"completion_"                \
    "tokens\":3}}"
#define SAID(text)                                                                                 \
    {                                                                                              \
        "completions", 1, 200, SAID_BODY(text)                                                     \
    }
#define GOOD                                                                                       \
    "{\\\"correctness\\\":1,\\\"compilability\\\":0.75,\\\"speed\\\":0.25,\\\"reason\\\":"         \
    "\\\"r\\\"}"

static const char *server_config(const char *members, struct arena *a)
{
    return arena_printf(
        a,
        "{\"base_url\":\"http://%s/v1\",\"server\":\"vllm\",\"model\":\"m\","
        "\"max_in_flight\":1,\"max_attempts\":1,\"give_up_ms\":1,\"max_tokens\":8%s}",
        script.address, members);
}

/* Requests without the prompt of a task. */
static void put_requests(struct buf *out)
{
    struct buf CLEANUP(buf_release) log = { 0 };
    script_add_log(&log);
    for (const char *at = buf_text(&log); *at != '\0';) {
        size_t len = strcspn(at, "\n");
        const char *messages = strstr(at, "\"messages\":[");
        const char *end = messages == NULL ? NULL : strstr(messages, "],\"n\":");
        if (messages != NULL && end != NULL && end < at + len)
            buf_printf(out, "%.*s...%.*s\n", (int)(messages - at), at, (int)(at + len - end), end);
        else
            buf_printf(out, "%.*s\n", (int)len, at);
        at += len + 1;
    }
}

static void ask(struct rows_fixture *f, const char *what, const struct judge_options *o,
                const char *run, struct buf *out)
{
    struct judge *j = NULL;
    struct judge_result r = { 0 };
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) told = { 0 };
    int rc = judge_open(f->db, o, &j, &err);
    if (rc == 0)
        rc = judge_ask(j, run, &r, &err);
    put_requests(&told);
    buf_printf(&told, "%s: %d%s%s\n", what, rc, rc < 0 ? " " : "", rc < 0 ? err.msg : "");
    buf_printf(&told,
               "  model %s, rollouts %zu, without code %zu, unknown %zu, known %zu, judged %zu, "
               "malformed %zu, requests %zu, left %zu\n",
               r.model == NULL ? "-" : r.model, r.n_rollouts, r.n_without_code, r.n_unknown_task,
               r.n_known, r.n_judged, r.n_malformed, r.n_requests, r.n_left);
    script_add_text(out, buf_text(&told));
    judge_close(j);
}

static void test_a_judge_is_asked_once_about_each_rollout(void **state)
{
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct run_config c = config_of("judged", "best-of-n");
    struct judge_options o = { .policy = "openai",
                               .policy_config = server_config(",\"keep_responses\":true", &a),
                               .template_name = JUDGE_DEFAULT_TEMPLATE,
                               .temperature = 0.5,
                               .seed = 3,
                               .tries = 2,
                               .limit = 3 };
    c.k = 3;
    assert_runs(f, &c);
    change(f, "UPDATE rollout SET code_blob_id = NULL WHERE rollout_id = 2");
    SCRIPT(SAID(GOOD), SAID("no"), SAID("Well: " GOOD), SAID("never"), SAID("ever"));
    ask(f, "three", &o, "judged", &out);
    SCRIPT({ "completions", 1, 500, "{\"error\":\"broken\"}" }, SAID(GOOD));
    o.limit = 0;
    ask(f, "the others", &o, "judged", &out);
    SCRIPT(SAID(GOOD));
    ask(f, "the one that failed", &o, "judged", &out);
    ask(f, "nothing is left", &o, "judged", &out);
    SCRIPT(SAID(GOOD), { "completions", 1, 401, "no" });
    o.temperature = 1;
    ask(f, "another setup", &o, "judged", &out);
    change(f, "UPDATE task SET problem_id = 999 WHERE problem_id = 19");
    SCRIPT(SAID(GOOD));
    ask(f, "tasks that are not ours", &o, "judged", &out);
    ask(f, "nobody", &o, "nobody", &out);
    change(f, "UPDATE rollout SET code_blob_id = NULL");
    ask(f, "no code", &o, "judged", &out);
    o.template_name = "zero-shot";
    ask(f, "no candidate", &o, "judged", &out);
    o.template_name = "none";
    ask(f, "no template", &o, "judged", &out);
    o.template_name = JUDGE_DEFAULT_TEMPLATE;
    o.policy = "builtin";
    ask(f, "who answers nothing", &o, "judged", &out);
    o.policy = "zz";
    ask(f, "nobody's policy", &o, "judged", &out);
    put_stored(f, "judgements", judged_rows, &out);
    put_stored(f, "setups", setup_rows, &out);
    put_stored(f, "attempts", attempt_rows, &out);
    approved_check_exactly("opinions_judged", &out);
}

/* A composite reward has the judge's part. */
static void test_a_run_that_asks_a_judge(void **state)
{
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct run_config c = config_of("with a judge", "best-of-n");
    c.k = 1;
    c.reward = "composite:lambda=2";
    c.judge_config = server_config("", &a);
    judging.tells_progress = true;
    SCRIPT(SAID(GOOD), SAID(GOOD));
    assert_runs(f, &c);
    c.name = "with a judge that fails";
    SCRIPT({ "completions", 0, 500, "{\"error\":\"broken\"}" });
    assert_int_equal(run_whole(f, &c), ERR_INTEGRITY);
    buf_printf(&out, "%s\n%s", f->err.msg, buf_text(&judging.said));
    put_stored(f, "rewards", "SELECT rollout_id, recipe, value FROM reward", &out);
    put_stored(f, "runs", "SELECT name, status FROM run", &out);
    put_stored(f, "judgements", judged_rows, &out);
    put_stored(f, "setups", setup_rows, &out);
    approved_check_exactly("opinions_run", &out);
}

static void score(struct rows_fixture *f, const char *what, const struct score_options *o,
                  struct buf *out)
{
    struct score_result r = { 0 };
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) told = { 0 };
    int rc = score_run(f->db, o, &r, &err);
    put_requests(&told);
    buf_printf(&told, "%s: %d%s%s\n", what, rc, rc < 0 ? " " : "", rc < 0 ? err.msg : "");
    if (rc == 0)
        buf_printf(&told,
                   "  checkpoints %zu, rollouts %zu, scored %zu, known %zu, without tokens %zu, "
                   "refused %zu (%s), %s, differs by %.3g\n",
                   r.n_checkpoints, r.n_rollouts, r.n_scored, r.n_known, r.n_without_tokens,
                   r.n_refused, r.refusal.msg, text_or(r.semantics),
                   r.largest_first_difference < 1e-6 ? 0 : r.largest_first_difference);
    script_add_text(out, buf_text(&told));
}

static void test_scores_of_checkpoints_and_servers(void **state)
{
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct run_config c = config_of("drawn", "ttt");
    c.k = 2;
    c.n_steps = 1;
    assert_runs(f, &c);
    struct score_options o = { .run = "drawn", .of = "drawn", .role = "student" };
    score(f, "by its own checkpoints", &o, &out);
    score(f, "again", &o, &out);
    o.role = "teacher";
    change(f, "DELETE FROM rollout_tokens WHERE rollout_id = 2; DELETE FROM score");
    score(f, "as teachers", &o, &out);
    change(f, "UPDATE rollout_tokens SET token_ids = zeroblob(4 * n_tokens) WHERE rollout_id = 3;"
              "DELETE FROM score WHERE rollout_id = 3");
    score(f, "of wrong tokens", &o, &out);
    o.of = "nobody";
    score(f, "by nobody", &o, &out);
    o.of = "drawn";
    o.run = "nobody";
    score(f, "of nobody", &o, &out);
    o = (struct score_options){ .run = "drawn", .policy = "replay", .role = "student" };
    score(f, "by who cannot", &o, &out);
    o.policy = "zz";
    score(f, "by no policy", &o, &out);
    c = config_of("cold", "best-of-n");
    c.k = 1;
    c.temperature = 0.5;
    assert_runs(f, &c);
    change(f, "DELETE FROM step WHERE run_id = 2");
    o = (struct score_options){ .run = "drawn", .of = "cold", .role = "student" };
    score(f, "by a run without checkpoints", &o, &out);
    o = (struct score_options){ .run = "cold", .of = "drawn", .role = "student" };
    score(f, "of another temperature", &o, &out);
    o = (struct score_options){
        .run = "cold", .policy = "openai", .policy_config = server_config("", &a), .role = "student"
    };
    SCRIPT({ "completions", 0, 500, "{\"error\":\"broken\"}" });
    score(f, "by a server that fails", &o, &out);
    SCRIPT({ "completions", 0, 200,
             "{\"choices\":[{\"prompt_logprobs\":[null],\"prompt_token_ids\":[4,5]}]}" });
    score(f, "by a server whose tokens are others", &o, &out);
    put_stored(f, "scores", scored_rows, &out);
    put_stored(f, "checkpoints",
               "SELECT checkpoint_id AS id, name, m.kind, parent_id AS parent, CASE WHEN m.kind = "
               "'openai' THEN b.text ->> '$.server' END AS server FROM checkpoint JOIN model m "
               "USING (model_id) JOIN "
               "blob b USING (blob_id) ORDER BY 1",
               &out);
    approved_check_exactly("opinions_scores", &out);
}

/* More than are asked about at once. */
static void test_a_judge_of_many_rollouts(void **state)
{
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct run_config c = config_of("many", "best-of-n");
    struct judge *j = NULL;
    struct judge_result r = { 0 };
    struct judge_options o = { .policy = "openai",
                               .policy_config = server_config("", &a),
                               .template_name = JUDGE_DEFAULT_TEMPLATE,
                               .temperature = 1,
                               .tries = 1,
                               .limit = 257 };
    c.k = 130;
    assert_runs(f, &c);
    SCRIPT({ "completions", 0, 200, SAID_BODY(GOOD) });
    assert_int_equal(judge_open(f->db, &o, &j, &f->err), 0);
    if (judge_ask(j, "many", &r, &f->err) != 0)
        fail_msg("%s", f->err.msg);
    judge_close(j);
    assert_int_equal(r.n_rollouts, 260);
    assert_int_equal(r.n_judged, 257);
    assert_int_equal(r.n_requests, 257);
    assert_int_equal(r.n_left, 3);
    assert_rows(f,
                "SELECT count(*), count(DISTINCT rollout_id), count(DISTINCT prompt_blob_id) > "
                "90 FROM judge",
                "257,257,1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RUNS_TEST(test_a_judge_is_asked_once_about_each_rollout),
        RUNS_TEST(test_a_judge_of_many_rollouts),
        RUNS_TEST(test_a_run_that_asks_a_judge),
        RUNS_TEST(test_scores_of_checkpoints_and_servers),
    };
    return cmocka_run_group_tests(tests, script_setup, script_teardown);
}
