/*
 * session_parts_test.c - runs that are refused, runs that cannot be taken up again, samples that
 * arrive one by one, and what a run is given to be replayed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/str.h"
#include "src/strategy/replay_source.h"
#include "src/strategy/session_rows.h"
#include "tests/support/approved.h"
#include "tests/unit/strategy/session_fixture.h"

/* "k=0 strategy=refine": members of the configuration that are other than usual. */
static void set_member(struct run_config *c, const char *name, const char *value)
{
    static const struct {
        const char *name;
        size_t at;
    } texts[] = {
        { "strategy", offsetof(struct run_config, strategy) },
        { "policy", offsetof(struct run_config, policy) },
        { "policy_config", offsetof(struct run_config, policy_config) },
        { "backend", offsetof(struct run_config, backend) },
        { "reward", offsetof(struct run_config, reward) },
        { "judge", offsetof(struct run_config, judge_config) },
        { "filters", offsetof(struct run_config, filters) },
        { "guards", offsetof(struct run_config, guards) },
        { "from", offsetof(struct run_config, from) },
        { "estimator", offsetof(struct run_config, estimator) },
        { "loss", offsetof(struct run_config, loss) },
        { "aggregation", offsetof(struct run_config, aggregation) },
        { "schedule", offsetof(struct run_config, schedule) },
        { "teacher", offsetof(struct run_config, teacher) },
        { "distill", offsetof(struct run_config, distill) },
        { "history", offsetof(struct run_config, history) },
        { "feedback", offsetof(struct run_config, feedback_template) },
        { "split", offsetof(struct run_config, split_json) },
        { "name", offsetof(struct run_config, name) },
        { "first", offsetof(struct run_config, tasks[0]) },
        { "second", offsetof(struct run_config, tasks[1]) },
    };
    static const struct {
        const char *name;
        size_t at;
    } numbers[] = {
        { "k", offsetof(struct run_config, k) },
        { "steps", offsetof(struct run_config, n_steps) },
        { "turns", offsetof(struct run_config, turns) },
        { "tokens", offsetof(struct run_config, token_budget) },
        { "patience", offsetof(struct run_config, patience) },
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        if (strcmp(texts[i].name, name) == 0)
            memcpy((char *)c + texts[i].at, &value, sizeof(value));
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        if (strcmp(numbers[i].name, name) == 0) {
            int64_t wide = 0;
            assert_true(str_to_i64(value, &wide));
            int n = (int)wide;
            memcpy((char *)c + numbers[i].at, &n, sizeof(n));
        }
    if (strcmp(name, "temperature") == 0)
        c->temperature = strtod(value, NULL);
    if (strcmp(name, "rate") == 0)
        c->learning_rate = strtod(value, NULL);
}

static void set_members(struct run_config *c, char *text)
{
    for (char *save = NULL, *item = strtok_r(text, " ", &save); item != NULL;
         item = strtok_r(NULL, " ", &save)) {
        char *value = strchr(item, '=');
        *value = '\0';
        set_member(c, item, value + 1);
    }
}

static const char *const refused[] = {
    "strategy=zz",
    "policy=zz",
    "policy=replay steps=1",
    "policy=replay steps=0",
    "policy=replay strategy=best-of-n distill=ema",
    "policy=replay strategy=best-of-n distill=base",
    "policy=replay strategy=best-of-n teacher=zz",
    "policy=replay strategy=best-of-n filters=truncated,mrs_mean",
    "policy=replay strategy=best-of-n steps=2",
    "policy_config={",
    "reward=zz",
    "judge={}",
    "judge={} reward=composite:lambda=0",
    "judge={} reward=composite",
    /* Each limit is the last that is let through. */
    "k=0",
    "k=-1",
    "k=1000001",
    "k=1000000 patience=-1",
    "k=1 patience=-1",
    "steps=-1",
    "steps=10001",
    "steps=10000 patience=-1",
    "steps=0 patience=-1",
    "temperature=-1",
    "temperature=nan",
    "temperature=100.5",
    "temperature=100 patience=-1",
    "temperature=0",
    "temperature=0 strategy=best-of-n patience=-1",
    "rate=-1",
    "rate=nan",
    "rate=1000.5",
    "rate=1000 patience=-1",
    "rate=0 patience=-1",
    "turns=-1",
    "turns=1001",
    "turns=1000 patience=-1",
    "tokens=-1",
    "tokens=0 patience=-1",
    "filters=zz",
    "guards=zz",
    "estimator=zz",
    "estimator=sdpo",
    "loss=zz",
    "aggregation=zz",
    "schedule=zz",
    "turns=2 feedback=zz",
    "turns=1 feedback=zz backend=cuda",
    "first=l9/1",
    "first=zz",
    "first=mine:l1/1",
    "first=l1/4 second=l1/4",
    "second=own:l1/7",
    "first=own:l1/7 second=own:l1/8",
    "backend=cuda",
    "from=nobody",
    "from=there@x",
    "from=there@-1",
    "from=there@9",
    "from=there policy=replay strategy=best-of-n policy_config={\"rollouts\":[]}",
    "from=there policy_config={\"rank\":2}",
    "split=zz",
    "split={}",
    "split={\"split_hash\":3}",
    "name=there",
};

static void test_what_no_run_can_be(void **state)
{
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) out = { 0 };
    struct run_config there = config_of("there", "best-of-n");
    there.k = 1;
    assert_runs(f, &there);
    change(f, "INSERT INTO blob (blob_id, sha256, kind, bytes, text) VALUES "
              "(1000, replace(hex(zeroblob(32)), '0', 'b'), 'import', 5, 'class');"
              "INSERT INTO task (suite, level, problem_id, name, kind, module_blob_id) VALUES "
              "('own', 1, 7, 'seven', 'torch', 1000), ('own', 1, 8, 'eight', 'torch', 1000)");
    for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
        char text[200];
        struct run_config c = config_of("refused", "ttt");
        snprintf(text, sizeof(text), "%s", refused[i]);
        set_members(&c, text);
        int rc = run_whole(f, &c);
        buf_printf(&out, "%s: %d %s\n", refused[i], rc, f->err.msg);
    }
    assert_rows(f, "SELECT name FROM run", "there");
    approved_check_exactly("session_refused", &out);
}

static void test_runs_that_cannot_be_taken_up(void **state)
{
    static const char *const changes[] = {
        "SELECT 1",
        "UPDATE run SET status = 'interrupted'",
        "UPDATE run SET owner = '0:1:1'",
        "UPDATE run SET owner = NULL, config = replace(config, '\"k\"', '\"q\"')",
        "UPDATE run SET owner = NULL, config = replace(config, '\"q\"', '\"k\"');"
        "INSERT INTO model (model_id, name, kind) VALUES (77, 'other', 'builtin');"
        "UPDATE run SET model_id = 77",
        "UPDATE run SET owner = NULL, model_id = 1, device_id = 2",
    };
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) out = { 0 };
    struct run_config c = config_of("there", "best-of-n");
    c.k = 3;
    assert_runs(f, &c);
    for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
        struct session *s = NULL;
        const struct session_hooks hooks = judge_hooks();
        change(f, changes[i]);
        if (i == 1) { /* of this process */
            struct err ignored;
            assert_int_equal(session_resume(f->db, "there", &hooks, &s, &ignored), 0);
            session_close(s);
            s = NULL;
        }
        buf_clear(&judging.said);
        f->err = (struct err){ 0 };
        int rc = session_resume(f->db, "there", &hooks, &s, &f->err);
        session_close(s);
        char *pid = strstr(f->err.msg, "process ");
        if (pid != NULL) /* our own */
            memcpy(pid + 8, "N", 2);
        buf_printf(&out, "%s: %s\n%s", changes[i], rc == 0 ? "goes on" : f->err.msg,
                   buf_text(&judging.said));
    }
    struct session *s = NULL;
    struct session_hooks silent = judge_hooks();
    silent.note = NULL;
    change(f, "UPDATE run SET owner = NULL");
    assert_int_equal(session_resume(f->db, "there", &silent, &s, &f->err), 0);
    session_close(s);
    assert_int_equal(session_resume(f->db, "nobody", &silent, &s, &f->err), ERR_NOMATCH);
    approved_check_exactly("session_not_resumed", &out);
}

/* A server's policy, which hands over samples one by one; else the builtin one. */
static struct {
    struct policy_vtable table;
    const struct policy_vtable *builtin;
    size_t fails_at; /* request that is only promised; then it fails */
    const char *facts;
} server;

static const char *sha_of(size_t i)
{
    static char text[65];
    memset(text, "0123456789abcdef"[i % 16], 64);
    return text;
}

static int end_attempt(const struct sample_sink *sink, size_t i, const struct sample_attempt *a,
                       struct err *err)
{
    return sink->ended(sink->context, i, a, err);
}

static int serve_one(struct policy *p, const struct sample_request *q, size_t i,
                     const struct sample_sink *sink, struct err *err)
{
    static const struct sample_attempt busy = { .end = "answered",
                                                .status = 503,
                                                .detail = "busy",
                                                .request_id = "",
                                                .first_byte_ms = (double)NAN,
                                                .total_ms = 3.5,
                                                .response = "wait",
                                                .response_len = 4,
                                                .keep_response = true };
    static const struct sample_attempt well = { .end = "answered",
                                                .status = 200,
                                                .detail = "",
                                                .request_id = "name",
                                                .first_byte_ms = 1.5,
                                                .total_ms = 2.5,
                                                .response = "good",
                                                .response_len = 4 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct completion c;
    int fds[2] = { 0 };
    buf_printf(&judging.said, "asked for %s, step %d, turn %d, sample %d, after %zu, promised %s\n",
               q->task->id, q->step, q->turn, q->sample, q->n_exchanges, text_or(q->promise));
    int rc = q->promise != NULL ? 0 : sink->announce(sink->context, i, sha_of(i), err);
    if (rc == 0 && i == 1) {
        rc = end_attempt(sink, i, &busy, err);
        sink->note(sink->context, "the server is busy");
        rc = rc < 0 ? rc : sink->announce(sink->context, i, sha_of(i), err);
    }
    if (rc == 0 && i % 2 == 0 && q->promise == NULL)
        rc = sink->promised(sink->context, i, "soon", err);
    if (rc == 0 && i != 3) /* a sample may come before its announcement is kept */
        rc = sink->settle(sink->context, err);
    if (rc == 0 && i == server.fails_at)
        return err_set(err, ERR_INTEGRITY, "the server is gone");
    if (rc == 0 && q->turn > 0 && q->sample == 2) {
        rc = sink->too_long(sink->context, i, err);
        return rc < 0 ? rc : end_attempt(sink, i, &busy, err);
    }
    if (rc == 0)
        rc = server.builtin->sample(p, q, 1, &a, &c, err);
    if (q->sample == 0 && q->task->problem_id == 19) {
        c.text = "I cannot do that.";
        c.text_len = strlen(c.text);
        c.token_ids = NULL;
        c.logprobs_have_gaps = true;
        c.completion_tokens = 5;
        c.finish_reason = "length";
        c.n_dropped = q->n_exchanges;
    }
    if (rc == 0)
        rc = sink->done(sink->context, i, &c, err);
    if (rc == 0)
        rc = end_attempt(sink, i, &well, err);
    if (rc == 0)
        rc = sink->settle(sink->context, err);
    if (rc == 0)
        rc = sink->beside(sink->context, err);
    assert_int_equal(sink->watch(sink->context, fds, 2), 1);
    assert_int_equal(fds[0], 7);
    return rc;
}

static int serve(struct policy *p, const struct sample_request *requests, size_t n,
                 const struct sample_sink *sink, struct err *err)
{
    int rc = 0;
    assert_ptr_equal(sink->stop, &judging.stop);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = serve_one(p, &requests[i], i, sink, err);
    return rc;
}

static const char *server_facts(struct policy *p)
{
    (void)p;
    return server.facts;
}

static void become_server(struct session *s)
{
    server.builtin = s->policy->vtable;
    server.table = *server.builtin;
    server.table.draw = serve;
    server.table.server_facts = server_facts;
    s->policy->vtable = &server.table;
}

static void test_samples_that_arrive_one_by_one(void **state)
{
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) out = { 0 };
    struct session *s = NULL;
    struct run_config c = config_of("served", "refine");
    struct session_hooks hooks = judge_hooks();
    c.turns = 2;
    judging.tells_progress = true;
    server.fails_at = 2;
    assert_int_equal(session_start(f->db, &c, &judge_provenance, &hooks, &s, &f->err), 0);
    become_server(s);
    assert_int_equal(session_run(s, &f->err), ERR_INTEGRITY);
    assert_string_equal(f->err.msg, "the server is gone");
    session_close(s);
    put_stored(f, "evaluated before the end",
               "SELECT rollout_id, sample, (SELECT count(*) FROM evaluation e WHERE e.rollout_id = "
               "r.rollout_id) AS n FROM rollout r",
               &judging.said);
    server.fails_at = 100;
    hooks = judge_hooks();
    assert_int_equal(session_resume(f->db, "served", &hooks, &s, &f->err), 0);
    become_server(s);
    assert_int_equal(session_run(s, &f->err), 0);
    session_close(s);
    c = config_of("one sample", "best-of-n");
    c.k = 1;
    c.n_tasks = 1;
    hooks = judge_hooks();
    assert_int_equal(session_start(f->db, &c, &judge_provenance, &hooks, &s, &f->err), 0);
    become_server(s);
    assert_int_equal(session_run(s, &f->err), 0);
    session_close(s);
    put_all_stored(f, &out);
    approved_check_exactly("run_served", &out);
}

static void test_the_server_that_a_run_began_with(void **state)
{
    struct rows_fixture *f = *state;
    struct session *s = NULL;
    struct run_config c = config_of("served", "best-of-n");
    struct session_hooks hooks = judge_hooks();
    assert_int_equal(session_start(f->db, &c, &judge_provenance, &hooks, &s, &f->err), 0);
    buf_clear(&judging.said);
    assert_int_equal(session_put_server(s, &f->err), 0);
    assert_rows(f, "SELECT server FROM run", "-");
    become_server(s);
    server.facts = "{\"name\":1}";
    for (int i = 0; i < 2; i++) {
        assert_int_equal(session_put_server(s, &f->err), 0);
        assert_rows(f, "SELECT server FROM run", "{\"name\":1}");
        assert_string_equal(buf_text(&judging.said), "");
    }
    server.facts = "{\"name\":2}";
    assert_int_equal(session_put_server(s, &f->err), 0);
    assert_rows(f, "SELECT server FROM run", "{\"name\":1}");
    assert_string_equal(buf_text(&judging.said),
                        "heard: note: the server changed after the run began: {\"name\":2}\n");
    s->hooks.note = NULL;
    assert_int_equal(session_put_server(s, &f->err), 0);
    session_close(s);
}

/* Three rollouts of one run: without anything, with a zero byte, and with all there is. */
static const char replayed_rows[] =
    "INSERT INTO import_source (import_source_id, format, importer_version, path, sha256, bytes, "
    "imported_at) VALUES (1, 'f', 1, 'p', 's', 1, 'now');"
    "INSERT INTO run (run_id, name, strategy, status, config, argv, code_version, libraries, "
    "started_at, import_source_id) VALUES (1, 'old', 'imported', 'complete', '{}', '[]', 'x', '{}',"
    " 'now', 1), (2, 'half', 'refine', 'running', '{}', '[]', 'x', '{}', 'now', NULL), (3, 'odd', "
    "'refine', 'complete', '{}', '[]', 'x', '{}', 'now', NULL);"
    "INSERT INTO blob (blob_id, sha256, kind, bytes, text, data) VALUES "
    "(1, replace(hex(zeroblob(32)), '0', '1'), 'completion', 3, 'abc', NULL),"
    "(2, replace(hex(zeroblob(32)), '0', '2'), 'completion', 4, NULL, x'00410042'),"
    "(3, replace(hex(zeroblob(32)), '0', '3'), 'code', 3, 'cde', NULL),"
    "(4, replace(hex(zeroblob(32)), '0', '4'), 'import', 5, 'class', NULL);"
    "INSERT INTO task (task_id, suite, level, problem_id, kind, module_blob_id) VALUES "
    "(1, 'kernelbench', 1, 4, NULL, NULL), (2, 'own', 1, 5, 'torch', 4), "
    "(3, 'own', 2, 6, 'torch', 4), (4, 'kernelbench', 1, 7, NULL, NULL), "
    "(5, 'own', 1, 4, 'torch', 4);"
    "INSERT INTO rollout (rollout_id, run_id, task_id, step, turn, sample, completion_blob_id, "
    "code_blob_id, finish_reason, logprob_temperature) VALUES (1, 1, 1, 0, 0, 0, NULL, NULL, NULL, "
    "NULL), (2, 1, 2, 1, 2, 3, 2, 3, 'length', 0.5), (3, 1, 1, 2, 0, 1, 1, 3, 'stop', 2),"
    "(4, 1, 4, 0, 0, 0, 1, 3, NULL, NULL), (5, 1, 4, 0, 0, 1, 1, 3, NULL, NULL);"
    "INSERT INTO rollout_tokens (rollout_id, n_tokens, token_ids, logprobs) VALUES "
    "(2, 2, x'01000000ffffffff', x'000080bf000000c0'), (3, 1, x'02010000', x'000000bf')";

static void test_what_is_replayed_of_a_run(void **state)
{
    static const struct {
        const char *suite, *want;
    } cases[] = {
        { NULL,
          "{\"rollouts\":[{\"task\":\"l1/4\",\"step\":0,\"turn\":0,\"sample\":0,\"text\":\"\","
          "\"token_ids\":[],\"logprobs\":[]},"
          "{\"task\":\"l1/7\",\"step\":0,\"turn\":0,\"sample\":0,\"text\":\"abc\",\"token_ids\":[],"
          "\"logprobs\":[]},"
          "{\"task\":\"l1/7\",\"step\":0,\"turn\":0,\"sample\":1,\"text\":\"abc\",\"token_ids\":[],"
          "\"logprobs\":[]},"
          "{\"task\":\"own:l1/5\",\"step\":1,\"turn\":2,\"sample\":3,\"zeros\":[0,2],\"text\":"
          "\" A B\",\"token_ids\":[1,-1],\"logprobs\":[-1,-2],\"temperature\":0.5,"
          "\"finish_reason\":\"length\"},"
          "{\"task\":\"l1/4\",\"step\":2,\"turn\":0,\"sample\":1,\"text\":\"abc\",\"token_ids\":"
          "[258],\"logprobs\":[-0.5],\"temperature\":2,\"finish_reason\":\"stop\"}]}" },
        { "mine",
          "{\"rollouts\":[{\"task\":\"mine:l1/4\",\"step\":0,\"turn\":0,\"sample\":0,\"text\":\"\","
          "\"token_ids\":[],\"logprobs\":[]},"
          "{\"task\":\"mine:l1/7\",\"step\":0,\"turn\":0,\"sample\":0,\"text\":\"cde\","
          "\"token_ids\":[],\"logprobs\":[]},"
          "{\"task\":\"mine:l1/7\",\"step\":0,\"turn\":0,\"sample\":1,\"text\":\"cde\","
          "\"token_ids\":[],\"logprobs\":[]},"
          "{\"task\":\"mine:l1/5\",\"step\":1,\"turn\":2,\"sample\":3,\"text\":\"cde\","
          "\"token_ids\":[1,-1],\"logprobs\":[-1,-2],\"temperature\":0.5,\"finish_reason\":"
          "\"length\"},"
          "{\"task\":\"mine:l1/4\",\"step\":2,\"turn\":0,\"sample\":1,\"text\":\"cde\","
          "\"token_ids\":[258],\"logprobs\":[-0.5],\"temperature\":2,\"finish_reason\":\"stop\"}]"
          "}" },
    };
    struct rows_fixture *f = *state;
    change(f, replayed_rows);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) out = { 0 };
        assert_int_equal(replay_source_config(f->db, "old", cases[i].suite, &out, &f->err), 0);
        assert_string_equal(buf_text(&out), cases[i].want);
    }
    struct buf CLEANUP(buf_release) none = { 0 };
    assert_int_equal(replay_source_config(f->db, "nobody", NULL, &none, &f->err), ERR_NOMATCH);
    assert_int_equal(none.len, 0);
    assert_int_equal(replay_source_config(f->db, "half", NULL, &none, &f->err), 0);
    assert_string_equal(buf_text(&none), "{\"rollouts\":[]}");
}

static void test_which_runs_have_a_shape_to_replay(void **state)
{
    static const struct {
        const char *run;
        int rc;
        const char *message;
    } cases[] = {
        { "old", ERR_USAGE, "run 'old' was imported: it has no tasks to evaluate on" },
        { "half", ERR_USAGE, "run 'half' is not complete; resume it first" },
        { "odd", ERR_INTEGRITY, "run 'odd': " },
        { "nobody", ERR_NOMATCH, "there is no run 'nobody' in the database" },
    };
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct run_config out = { 0 };
    change(f, replayed_rows);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        assert_int_equal(replay_source_shape(f->db, cases[i].run, &a, &out, &f->err), cases[i].rc);
        assert_memory_equal(f->err.msg, cases[i].message, strlen(cases[i].message));
    }
    struct run_config c = config_of("early", "ttt");
    c.n_steps = 5;
    c.patience = 1;
    c.learning_rate = 0.5;
    c.policy_config = "{\"rank\":2}";
    assert_runs(f, &c);
    c = config_of("later", "ttt");
    c.from = "early";
    c.policy_config = "{\"rank\":2}";
    assert_runs(f, &c);
    struct run_config got = { 0 };
    assert_int_equal(replay_source_shape(f->db, "early", &a, &got, &f->err), 0);
    assert_rows(f, "SELECT max(step) FROM rollout WHERE run_id = 4",
                arena_printf(&a, "%d", got.n_steps));
    assert_true(got.n_steps < 5);
    assert_string_equal(got.name, "early");
    assert_string_equal(got.policy, "replay");
    assert_null(got.policy_config);
    assert_string_equal(got.strategy, "replay");
    assert_string_equal(got.replay_of, "early");
    assert_true(got.learning_rate >= 0 && got.learning_rate <= 0);
    assert_int_equal(got.k, 3);
    assert_int_equal(got.n_tasks, 2);
    assert_string_equal(got.tasks[1], "l1/19");
    got = (struct run_config){ 0 };
    assert_int_equal(replay_source_shape(f->db, "later", &a, &got, &f->err), 0);
    assert_null(got.from);
    assert_null(got.teacher);
}

/* What other suites lack, and what is more than a run can be. */
static void test_code_on_the_tasks_of_another_suite(void **state)
{
    static const struct {
        const char *change, *suite;
        int rc, n_tasks, k, n_steps, turns, left_out;
        const char *message;
    } cases[] = {
        { "SELECT 1", "own", 0, 2, 4, 2, 3, 2, "" },
        { "SELECT 1", "kernelbench", ERR_NOMATCH, 0, 0, 0, 0, 4,
          "no problem of 'old' that has code is in suite 'kernelbench' ('rollbook task "
          "import-kernelbench DIR --suite kernelbench' imports problems)" },
        { "UPDATE rollout SET sample = 999999 WHERE rollout_id = 2", "own", 0, 2, 1000000, 2, 3, 2,
          "" },
        { "UPDATE rollout SET sample = 1000000 WHERE rollout_id = 2", "own", ERR_USAGE, 1, 2, 2, 1,
          0,
          "run 'old' has more than a run can: 256 problems, 1000000 samples, 10000 steps, 1000 "
          "turns" },
        { "UPDATE rollout SET sample = 3, step = 10000 WHERE rollout_id = 2", "own", 0, 2, 4, 10000,
          3, 2, "" },
        { "UPDATE rollout SET step = 10001 WHERE rollout_id = 2", "own", ERR_USAGE, 1, 2, 2, 1, 0,
          "run 'old' has more than a run can: 256 problems, 1000000 samples, 10000 steps, 1000 "
          "turns" },
        { "UPDATE rollout SET step = 1, turn = 999 WHERE rollout_id = 2", "own", 0, 2, 4, 2, 1000,
          2, "" },
        { "UPDATE rollout SET turn = 1000 WHERE rollout_id = 2", "own", ERR_USAGE, 1, 2, 2, 1, 0,
          "run 'old' has more than a run can: 256 problems, 1000000 samples, 10000 steps, 1000 "
          "turns" },
        { "UPDATE rollout SET turn = 2 WHERE rollout_id = 2;"
          "INSERT INTO task (suite, level, problem_id, kind, module_blob_id) "
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 254) "
          "SELECT 'own', 3, i, 'torch', 4 FROM n;"
          "INSERT INTO rollout (run_id, task_id, sample, code_blob_id) "
          "SELECT 1, task_id, 0, 3 FROM task WHERE level = 3",
          "own", 0, 256, 4, 2, 3, 2, "" },
        { "INSERT INTO rollout (run_id, task_id, sample, code_blob_id) VALUES (1, 3, 0, 3)", "own",
          ERR_USAGE, 256, 4, 2, 3, 2,
          "run 'old' has more than a run can: 256 problems, 1000000 samples, 10000 steps, 1000 "
          "turns" },
    };
    struct rows_fixture *f = *state;
    change(f, replayed_rows);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct run_config got = { .replay_of = "old", .replay_suite = cases[i].suite };
        size_t left_out = 77;
        f->err = (struct err){ 0 };
        change(f, cases[i].change);
        assert_int_equal(replay_source_tasks(f->db, &a, &got, &left_out, &f->err), cases[i].rc);
        assert_string_equal(f->err.msg, cases[i].message);
        assert_int_equal(got.n_tasks, cases[i].n_tasks);
        assert_int_equal(got.k, cases[i].k);
        assert_int_equal(got.n_steps, cases[i].n_steps);
        assert_int_equal(got.turns, cases[i].turns);
        assert_int_equal(left_out, cases[i].left_out);
        assert_string_equal(got.policy, "replay");
        assert_string_equal(got.strategy, "replay");
        if (got.n_tasks > 0)
            assert_string_equal(got.tasks[0], "own:l1/4");
    }
    struct arena CLEANUP(arena_release) a = { 0 };
    struct run_config got = { .replay_of = "nobody", .replay_suite = "own" };
    size_t left_out = 0;
    assert_int_equal(replay_source_tasks(f->db, &a, &got, &left_out, &f->err), ERR_NOMATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RUNS_TEST(test_what_no_run_can_be),
        RUNS_TEST(test_runs_that_cannot_be_taken_up),
        RUNS_TEST(test_samples_that_arrive_one_by_one),
        RUNS_TEST(test_the_server_that_a_run_began_with),
        RUNS_TEST(test_what_is_replayed_of_a_run),
        RUNS_TEST(test_which_runs_have_a_shape_to_replay),
        RUNS_TEST(test_code_on_the_tasks_of_another_suite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
