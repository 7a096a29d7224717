/*
 * session_fixture.h - whole runs, and what they store and say as one text.
 */
#ifndef ROLLBOOK_TESTS_SESSION_FIXTURE_H
#define ROLLBOOK_TESTS_SESSION_FIXTURE_H

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "tests/unit/strategy/judges.h"
#include "tests/unit/strategy/rows_fixture.h"

static inline int runs_setup(void **state)
{
    judging.stop_after = 0;
    judging.tells_jobs = judging.tells_progress = judging.tells_telemetry = false;
    return rows_setup(state);
}

static inline int runs_teardown(void **state)
{
    buf_release(&judging.said);
    return rows_teardown(state);
}

#define RUNS_TEST(name) cmocka_unit_test_setup_teardown(name, runs_setup, runs_teardown)

/* What the options of a command would give: two tasks, of which the builtin policy knows the
 * grammar. */
static inline struct run_config config_of(const char *name, const char *strategy)
{
    return (struct run_config){ .name = name,
                                .strategy = strategy,
                                .policy = "builtin",
                                .backend = "cpu",
                                .reward = "speedup",
                                .seed = 42,
                                .input_secret = 5,
                                .k = 3,
                                .temperature = 1,
                                .workers = 2,
                                .threads = 1,
                                .n_tasks = 2,
                                .tasks = { "l1/4", "l1/19" } };
}

static const struct run_provenance judge_provenance = { .argv = "[\"rollbook\"]",
                                                        .libraries = "{\"sqlite\":\"3\"}" };

/* The status of a run from its beginning to its end; f->err says why it is negative. */
static inline int run_whole(struct rows_fixture *f, const struct run_config *config)
{
    struct session *s = NULL;
    const struct session_hooks hooks = judge_hooks();
    f->err = (struct err){ 0 };
    int rc = session_start(f->db, config, &judge_provenance, &hooks, &s, &f->err);
    if (rc == 0)
        rc = session_run(s, &f->err);
    session_close(s);
    return rc;
}

static inline void assert_runs(struct rows_fixture *f, const struct run_config *config)
{
    if (run_whole(f, config) < 0)
        fail_msg("%s", f->err.msg);
}

/* What other programs do to the database. */
static inline void change(struct rows_fixture *f, const char *sql)
{
    sqlite3 *handle = NULL;
    char path[96];
    char *why = NULL;
    snprintf(path, sizeof(path), "%s/t.db", f->folder);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    sqlite3_close(handle);
}

static inline void stored_columns(void *context, size_t n, const char *const *names)
{
    struct buf *out = context;
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "%s%s", i > 0 ? " " : "  ", names[i]);
    buf_putc(out, '\n');
}

static inline void stored_row(void *context, size_t n, const struct sql_value *v)
{
    struct buf *out = context;
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, i > 0 ? " " : "    ");
        if (v[i].type == 0)
            buf_puts(out, "-");
        else if (v[i].type == 1)
            buf_printf(out, "%lld", (long long)v[i].i);
        else if (v[i].type == 2)
            buf_printf(out, "%.5g", fabs(v[i].real) < 1e-6 ? 0 : v[i].real);
        else
            buf_add(out, v[i].text, v[i].len);
    }
    buf_putc(out, '\n');
}

static inline void put_stored(struct rows_fixture *f, const char *title, const char *sql,
                              struct buf *out)
{
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) rows = { 0 };
    const struct sql_sink sink = { &rows, stored_columns, stored_row };
    if (db_user_sql(f->db, sql, &sink, &err) != 0)
        fail_msg("%s: %s", title, err.msg);
    const char *first = strchr(buf_text(&rows), '\n');
    if (first != NULL && first[1] != '\0')
        buf_printf(out, "%s\n%s", title, buf_text(&rows));
}

/* All rows of all runs that do not depend on a clock; empty tables are not named. */
static const struct {
    const char *title, *sql;
} stored_parts[] = {
    { "runs",
      "SELECT name, strategy, status, model_id AS model, split_id AS split, device_id AS "
      "device, seed, temperature AS t, k, n_steps AS steps, task_case AS 'case', eval_mode AS "
      "mode, baseline, argv, libraries, owner IS NOT NULL AS owned, finished_at IS NOT NULL AS "
      "ended, server FROM run ORDER BY run_id" },
    { "models", "SELECT name, kind, length(revision) AS hash FROM model" },
    { "splits", "SELECT name, level, seed, length(split_hash) AS hash, json FROM split" },
    { "devices", "SELECT backend, name, uuid, cores, compiler, flags, sandbox FROM device" },
    { "tasks of runs",
      "SELECT run_id AS run, label, suite, name, family, length(sha256) AS hash, position, "
      "prompt_blob_id AS prompt, role FROM run_task JOIN task USING (task_id) ORDER BY run_id, "
      "position" },
    { "checkpoints",
      "SELECT checkpoint_id AS id, model_id AS model, parent_id AS parent, blob_id AS blob "
      "FROM checkpoint" },
    { "steps",
      "SELECT run_id AS run, step, checkpoint_id AS checkpoint, update_metrics ->> '$.items' "
      "AS items, update_metrics ->> '$.loss' AS loss, update_metrics ->> '$.mean_ratio' AS "
      "ratio, update_metrics ->> '$.grad_norm' AS norm, update_metrics ->> '$.kl' AS kl, "
      "update_metrics ->> '$.entropy' AS entropy, update_metrics ->> '$.schedule' AS schedule, "
      "length(update_metrics ->> '$.data_sha256') AS hash, update_metrics ->> '$.held_loss' AS "
      "held_loss, update_metrics ->> '$.held_tokens' AS held_tokens FROM step ORDER BY 1, 2" },
    { "rollouts",
      "SELECT r.rollout_id AS id, r.run_id AS run, step, label, turn, sample, prompt_blob_id "
      "AS prompt, completion_blob_id AS completion, action_blob_id AS action, code_blob_id AS "
      "code, finish_reason AS finish, prompt_tokens AS asked, completion_tokens AS tokens, "
      "n_tokens AS n, length(token_ids) AS ids, length(logprobs) AS logprobs, sum_logprob AS "
      "sum, mean_logprob AS mean, logprob_temperature AS t FROM rollout r JOIN task USING "
      "(task_id) LEFT JOIN rollout_tokens USING (rollout_id) ORDER BY 1" },
    { "attempts",
      "SELECT run_id AS run, step, label, turn, sample, attempt, request_sha256 AS sha256, "
      "end_kind AS end, status, detail, request_id AS name, first_byte_ms AS first, total_ms "
      "AS total, rollout_id AS rollout, CAST(response AS TEXT) AS response FROM attempt JOIN "
      "task USING (task_id) ORDER BY attempt_id" },
    { "evaluations",
      "SELECT e.evaluation_id AS id, e.rollout_id AS rollout, device_id AS device, e.outcome, "
      "e.cheat_kind AS cheat, e.compiled, e.correct, e.message, e.task_case AS 'case', "
      "e.eval_mode AS mode, CASE WHEN e.purpose IS NULL THEN e.input_seed % 100000 END AS "
      "seed, e.inputs, e.rule, correct_trials AS "
      "trials, timed_runs AS timed, e.compile_ms AS compile, e.total_ms AS total, e.kind, "
      "s.speedup, own_share AS own, e.purpose FROM evaluation e LEFT JOIN v_speedup s USING "
      "(evaluation_id) ORDER BY 1" },
    { "rewards",
      "SELECT rollout_id AS rollout, recipe, value, advantage, median FROM reward ORDER BY 1, "
      "2" },
    { "masks", "SELECT rollout_id AS rollout, filter, value, bound FROM sample_mask "
               "ORDER BY 1, 2" },
    { "guards",
      "SELECT run_id AS run, step, metric, action, measured_on AS 'on', value, bound, fired "
      "FROM guard ORDER BY 1, 2, 3" },
    { "ledger",
      "SELECT run_id AS run, step, rollouts, prompt_tokens AS asked, completion_tokens AS "
      "tokens, teacher_tokens AS taught, evaluate_seconds AS evaluated, wall_seconds BETWEEN 0 "
      "AND 60 AS lasted FROM ledger ORDER BY 1, 2" },
    { "scores",
      "SELECT rollout_id AS rollout, checkpoint_id AS checkpoint, role, temperature AS t, "
      "n_tokens AS n, length(logprobs) AS logprobs, sum_logprob AS sum, semantics, aligned_by "
      "FROM score ORDER BY score_id" },
    { "demonstrations",
      "SELECT run_id AS run, rollout_id AS rollout, part, position, reason FROM demonstration "
      "ORDER BY 1, 2" },
    { "feedback", "SELECT rollout_id AS rollout, evaluation_id AS evaluation, blob_id AS blob, "
                  "length(template_sha256) AS hash FROM feedback" },
    { "turns",
      "SELECT rollout_id AS rollout, parent_id AS parent, shown, n_dropped AS dropped FROM "
      "conversation_turn" },
    { "ends", "SELECT run_id AS run, step, label, sample, turn, reason FROM conversation_end "
              "JOIN task USING (task_id) ORDER BY 1, 2, 3, 4" },
    { "facts",
      "SELECT run_id AS run, label, step, packed = epoch AS fresh, n_rollouts, n_unscored, n, "
      "n_compiled, n_correct, n_fast_1, best_speedup AS best FROM fact_cell JOIN task USING "
      "(task_id) ORDER BY 1, 2, 3" },
    { "declared", "SELECT run_id AS run, declaration_id AS declaration, method, attached_at "
                  "FROM declared_run" },
};

static inline void put_all_stored(struct rows_fixture *f, struct buf *out)
{
    if (judging.said.len > 0)
        buf_printf(out, "said\n%s", buf_text(&judging.said));
    buf_clear(&judging.said);
    for (size_t i = 0; i < ARRAY_LEN(stored_parts); i++)
        put_stored(f, stored_parts[i].title, stored_parts[i].sql, out);
}

#endif
