/* stored_fixture.h - a run of two tasks, its rollouts and what is measured of them, as rows. */
#ifndef ROLLBOOK_TESTS_STORED_FIXTURE_H
#define ROLLBOOK_TESTS_STORED_FIXTURE_H

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "src/eval/contract/profile.h"
#include "src/run/conversation.h"
#include "src/strategy/evaluation_rows.h"
#include "src/strategy/session.h"
#include "tests/unit/strategy/rows_fixture.h"

static inline void start_run(struct rows_fixture *f, struct session *s, int k)
{
    static const struct run_config config = { .name = "r",
                                              .strategy = "refine",
                                              .policy = "builtin",
                                              .policy_config = "{\"system\":\"be brief\"}",
                                              .backend = "cpu",
                                              .reward = "speedup",
                                              .temperature = 1,
                                              .n_tasks = 2,
                                              .tasks = { "l1/4", "l1/5" } };
    struct buf CLEANUP(buf_release) text = { 0 };
    *s = (struct session){ .db = f->db, .config = config };
    s->config.k = k;
    run_config_encode(&s->config, &text);
    const struct run_row run = { .name = "r",
                                 .strategy = "refine",
                                 .status = "running",
                                 .temperature = 1,
                                 .config = buf_text(&text),
                                 .code_version = "x" };
    assert_int_equal(store_put_run(f->db, &run, &s->run_id, &f->err), 0);
    for (int t = 0; t < 2; t++) {
        const struct task_row task = { "kernelbench", 1, 4 + t, "", NULL, NULL };
        assert_int_equal(store_put_task(f->db, &task, &s->task_ids[t], &f->err), 0);
        struct stmt *st = db_query(f->db, "insert_run_task");
        stmt_bind_int(st, ":run_id", s->run_id);
        stmt_bind_int(st, ":task_id", s->task_ids[t]);
        stmt_bind_int(st, ":position", t);
        stmt_bind_int(st, ":prompt_blob_id", rows_blob(f, t == 0 ? "write l1/4" : "write l1/5"));
        assert_int_equal(stmt_run(st, &f->err), 0);
    }
}

struct rollout_at {
    size_t task;
    int step, turn, sample;
    const char *answer; /* NULL: none is stored */
    int tokens;
};

static inline int64_t add_rollout(struct rows_fixture *f, const struct session *s,
                                  const struct rollout_at *at)
{
    int64_t id = 0;
    bool is_new = false;
    const struct rollout_row row = { .run_id = s->run_id,
                                     .task_id = s->task_ids[at->task],
                                     .step = at->step,
                                     .turn = at->turn,
                                     .sample = at->sample,
                                     .completion_blob_id =
                                         at->answer == NULL ? 0 : rows_blob(f, at->answer),
                                     .prompt_tokens = at->tokens,
                                     .completion_tokens = at->tokens,
                                     .sum_logprob = (double)NAN,
                                     .mean_logprob = (double)NAN,
                                     .logprob_temperature = (double)NAN };
    assert_int_equal(store_put_rollout(f->db, &row, &id, &is_new, &f->err), 0);
    assert_true(is_new);
    return id;
}

static const struct eval_job job = { .task_case = CASE_TINY, .mode = EVAL_FAST, .input_seed = 7 };

/* The new evaluation. */
static inline int64_t put_result(struct rows_fixture *f, int64_t rollout_id,
                                 const struct eval_job *of, const struct eval_result *r)
{
    int64_t id = 0;
    const struct evaluation_row row = { .rollout_id = rollout_id, .job = of, .result = r };
    assert_int_equal(evaluation_put(f->db, &row, &id, &f->err), 0);
    return id;
}

/* Correct when speedup > 0, else compiled. */
static inline int64_t evaluate(struct rows_fixture *f, int64_t rollout_id, double speedup)
{
    double samples[] = { 60, 60 * speedup };
    struct eval_result r;
    eval_result_init(&r, speedup > 0 ? OUTCOME_MEASURED : OUTCOME_MISMATCH, NULL);
    r.compiled = true;
    r.correct = speedup > 0;
    r.n_samples = r.n_baseline_samples = r.correct ? 1 : 0;
    r.samples_us = samples;
    r.baseline_samples_us = samples + 1;
    return put_result(f, rollout_id, &job, &r);
}

static inline void run_sql(struct rows_fixture *f, const char *sql)
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

static inline void set_config(struct rows_fixture *f, const char *config)
{
    char *sql = sqlite3_mprintf("UPDATE run SET config = %Q", config);
    run_sql(f, sql);
    sqlite3_free(sql);
}

static const struct rollout_at first_rollout = { 0, 0, 0, 0, "x", 1 };

static inline void put_share(struct rows_fixture *f, int64_t evaluation_id)
{
    struct profile_kernel kernels[2];
    struct eval_profile p = { .why_not = "not asked for", .span_us = 100, .n_kernels = 2 };
    p.runtime_us = p.bytes = p.flops = p.copy_bytes_per_s = p.peak_flop_per_s = (double)NAN;
    for (size_t i = 0; i < 2; i++) {
        profile_clear(&kernels[i]);
        kernels[i].name = "k";
        kernels[i].device_us = i == 0 ? 25 : 35;
    }
    p.kernels = kernels;
    assert_int_equal(store_put_profile(f->db, evaluation_id, &p, &f->err), 0);
}

/* "role: content|...". */
static inline const char *spoken_text(struct rows_fixture *f, int64_t rollout_id, struct arena *a)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    struct spoken *spoken = NULL;
    size_t n = 0;
    assert_int_equal(conversation_of(f->db, rollout_id, a, &spoken, &n, &f->err), 0);
    for (size_t i = 0; i < n; i++)
        buf_printf(&out, "%s: %s|", spoken[i].role, spoken[i].content);
    return arena_strdup(a, buf_text(&out));
}

#define ROWS_TEST(name) cmocka_unit_test_setup_teardown(name, rows_setup, rows_teardown)

#endif
