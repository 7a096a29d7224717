/* trainer_records_test.c - stored rollouts as lines that trainers read, and what is left out of
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "src/eval/contract/evaluation.h"
#include "src/rescore/trainer_form.h"
#include "src/rescore/trainer_records.h"
#include "src/run/run_config.h"
#include "src/strategy/evaluation_rows.h"
#include "tests/unit/strategy/rows_fixture.h"

struct rollout_at {
    int run, problem, step, turn, sample;
    const char *answer, *code; /* NULL: none is stored */
    int tokens;                /* 0: none */
    bool has_ids;
    enum outcome outcome;
};

static int64_t put_task(struct rows_fixture *f, int problem)
{
    int64_t id = 0;
    const struct task_row task = { "kernelbench", 1, problem, "", NULL, NULL };
    assert_int_equal(store_put_task(f->db, &task, &id, &f->err), 0);
    return id;
}

/* The prompt of problem 4 is stored, that of 5 is not. */
static void put_run(struct rows_fixture *f, const char *name)
{
    int64_t run_id = 0;
    const struct run_row run = { .name = name,
                                 .strategy = "refine",
                                 .status = "complete",
                                 .temperature = 0.5,
                                 .k = -1,
                                 .n_steps = -1,
                                 .code_version = "x" };
    assert_int_equal(store_put_run(f->db, &run, &run_id, &f->err), 0);
    for (int problem = 4; problem <= 5; problem++) {
        struct stmt *st = db_query(f->db, "insert_run_task");
        stmt_bind_int(st, ":run_id", run_id);
        stmt_bind_int(st, ":task_id", put_task(f, problem));
        stmt_bind_int(st, ":position", problem - 4);
        if (problem == 4)
            stmt_bind_int(st, ":prompt_blob_id", rows_blob(f, "write l1/4"));
        assert_int_equal(stmt_run(st, &f->err), 0);
    }
}

static void put_rollout(struct rows_fixture *f, const struct rollout_at *at)
{
    static const int32_t ids[] = { 7, 8, 9 };
    static const float logprobs[] = { -0.5f, -0.25f, -1 };
    static const struct eval_job job = { .task_case = CASE_TINY, .mode = EVAL_FAST };
    int64_t id = 0, evaluation_id = 0;
    bool is_new = false;
    const struct rollout_row row = { .run_id = at->run,
                                     .task_id = put_task(f, at->problem),
                                     .step = at->step,
                                     .turn = at->turn,
                                     .sample = at->sample,
                                     .completion_blob_id =
                                         at->answer == NULL ? 0 : rows_blob(f, at->answer),
                                     .code_blob_id = at->code == NULL ? 0 : rows_blob(f, at->code),
                                     .prompt_tokens = -1,
                                     .completion_tokens = -1,
                                     .sum_logprob = (double)NAN,
                                     .mean_logprob = (double)NAN,
                                     .logprob_temperature = (double)NAN,
                                     .n_tokens = (size_t)at->tokens,
                                     .token_ids = at->has_ids ? ids : NULL,
                                     .logprobs = at->tokens > 0 ? logprobs : NULL };
    struct eval_result r;
    assert_int_equal(store_put_rollout(f->db, &row, &id, &is_new, &f->err), 0);
    assert_true(is_new);
    eval_result_init(&r, at->outcome, NULL);
    r.compiled = true;
    assert_int_equal(
        evaluation_put(f->db,
                       &(struct evaluation_row){ .rollout_id = id, .job = &job, .result = &r },
                       &evaluation_id, &f->err),
        0);
}

static const struct rollout_at rollouts[] = {
    { 1, 4, 0, 0, 0, "A", "int a;", 2, true, OUTCOME_MISMATCH },
    { 1, 4, 0, 1, 0, "B", "int b;", 3, false, OUTCOME_MISMATCH },
    { 1, 4, 0, 0, 1, NULL, NULL, 0, false, OUTCOME_NO_CODE },
    { 1, 4, 1, 0, 1, "C", "int c;", 0, false, OUTCOME_MISMATCH },
    { 1, 5, 0, 0, 0, "D", "int b;", 0, false, OUTCOME_MISMATCH },
    { 1, 5, 0, 0, 1, "E", NULL, 0, false, OUTCOME_INFRA },
    { 2, 4, 0, 0, 0, "F", NULL, 0, false, OUTCOME_MISMATCH },
};

static void put_rows(struct rows_fixture *f)
{
    put_run(f, "one");
    put_run(f, "two");
    for (size_t i = 0; i < ARRAY_LEN(rollouts); i++)
        put_rollout(f, &rollouts[i]);
}

static int on_line(void *context, const struct buf *line, struct err *err)
{
    struct buf *out = context;
    (void)err;
    assert_int_equal(line->data[line->len - 1], '\n');
    buf_add(out, line->data, line->len);
    return 0;
}

static int records(struct rows_fixture *f, const struct trainer_request *request, struct buf *out,
                   struct trainer_tally *tally)
{
    const struct trainer_sink sink = { on_line, out };
    *tally = (struct trainer_tally){ 0 };
    f->err = (struct err){ 0 };
    return trainer_records(f->db, request, &sink, tally, &f->err);
}

static size_t count_of(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        n++;
    return n;
}

static void assert_tally(const struct trainer_tally *t, const char *want)
{
    char got[100];
    snprintf(got, sizeof(got), "%d %d %d %d %d %d", (int)t->kept, (int)t->held_out,
             (int)t->held_code, (int)t->masked, (int)t->without_ids, (int)t->without_prompt);
    assert_string_equal(got, want);
}

/* Rollouts by run, step, task, sample and turn; one that no worker could judge is none. */
static void test_a_record_of_each_rollout(void **state)
{
    static const char *const wants[] = {
        "\"run\":\"one\",\"step\":0,\"task\":\"l1/4\",\"sample\":0,\"turn\":0,\"rollout_id\":1,",
        "\"run\":\"one\",\"step\":0,\"task\":\"l1/4\",\"sample\":0,\"turn\":1,\"rollout_id\":2,",
        "\"run\":\"one\",\"step\":0,\"task\":\"l1/4\",\"sample\":1,\"turn\":0,\"rollout_id\":3,",
        "\"run\":\"one\",\"step\":0,\"task\":\"l1/5\",\"sample\":0,\"turn\":0,\"rollout_id\":5,",
        "\"run\":\"one\",\"step\":1,\"task\":\"l1/4\",\"sample\":1,\"turn\":0,\"rollout_id\":4,",
        "\"run\":\"two\",\"step\":0,\"task\":\"l1/4\",\"sample\":0,\"turn\":0,\"rollout_id\":7,",
    };
    struct rows_fixture *f = *state;
    struct trainer_tally tally;
    struct buf CLEANUP(buf_release) out = { 0 };
    const struct trainer_request all = { .form = trainer_form_find("verl") };
    put_rows(f);
    assert_int_equal(records(f, &all, &out, &tally), 0);
    assert_tally(&tally, "6 0 0 0 5 1");
    const char *at = buf_text(&out);
    for (size_t i = 0; i < ARRAY_LEN(wants); i++) {
        at = strstr(at, wants[i]);
        if (at == NULL)
            fail_msg("%s is not behind the one before it in %s", wants[i], buf_text(&out));
    }
    assert_int_equal(count_of(buf_text(&out), "\n"), 6);
    const struct trainer_request of_one = { .form = all.form, .run = "two" };
    buf_clear(&out);
    assert_int_equal(records(f, &of_one, &out, &tally), 0);
    assert_tally(&tally, "1 0 0 0 1 0");
}

static void test_what_is_not_stored_is_empty_and_said(void **state)
{
    static const struct {
        const char *form, *want;
        size_t times;
    } cases[] = {
        { "trl", "\"completion\":[{\"role\":\"assistant\",\"content\":\"A\"}]", 1 },
        { "trl", "\"prompt\":[{\"role\":\"user\",\"content\":\"write l1/4\"}]", 5 },
        { "skyrl", "\"response_ids\":[7,8],", 1 },
        { "skyrl", "\"response_ids\":null,", 5 },
        { "skyrl", "\"rollout_logprobs\":[-0.5,-0.25],", 1 },
        { "skyrl", "\"rollout_logprobs\":[-0.5,-0.25,-1.0],", 1 },
        { "skyrl", "\"rollout_logprobs\":null,", 4 },
        { "skyrl", "\"loss_masks\":[1,1],", 1 },
        { "skyrl", "\"loss_masks\":[1,1,1],", 1 },
        { "skyrl", "\"loss_masks\":null,", 4 },
        { "skyrl", "\"is_last_step\":false", 1 },
        { "skyrl", "\"is_last_step\":true", 5 },
        { "trl", "the completion is not stored", 1 },
        { "trl", "the prompt is not stored", 1 },
        { "messages", "{\"role\":\"assistant\",\"content\":\"\"}]", 1 },
        { "messages", "\"n_turns\":2}", 1 },
        { "messages", "\"n_turns\":1}", 4 },
        { "messages", "\"completion_hex\":null", 5 },
    };
    struct rows_fixture *f = *state;
    put_rows(f);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct trainer_tally tally;
        struct buf CLEANUP(buf_release) out = { 0 };
        const struct trainer_request all = { .form = trainer_form_find(cases[i].form) };
        assert_int_equal(records(f, &all, &out, &tally), 0);
        if (count_of(buf_text(&out), cases[i].want) != cases[i].times)
            fail_msg("%s: %s is not there %zu times: %s", cases[i].form, cases[i].want,
                     cases[i].times, buf_text(&out));
    }
}

/* A task that is held out takes with it the code that was written for it, wherever that stands. */
static void test_what_is_held_out_is_left_out(void **state)
{
    static const char *const held[] = { "5" };
    static const struct {
        const char *form, *tally;
        int level;
    } cases[] = {
        { "verl", "4 1 1 0 3 0", 1 },
        { "messages", "3 1 1 0 3 0", 1 },
        { "verl", "6 0 0 0 5 1", 2 },
    };
    struct rows_fixture *f = *state;
    put_rows(f);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct trainer_tally tally;
        struct buf CLEANUP(buf_release) out = { 0 };
        const struct trainer_request request = { .form = trainer_form_find(cases[i].form),
                                                 .level = cases[i].level,
                                                 .held = held,
                                                 .n_held = 1 };
        assert_int_equal(records(f, &request, &out, &tally), 0);
        assert_tally(&tally, cases[i].tally);
        assert_int_equal(count_of(buf_text(&out), "\n"), tally.kept);
    }
}

static int on_line_full(void *context, const struct buf *line, struct err *err)
{
    (void)line;
    ++*(int *)context;
    return err_set(err, ERR_INTEGRITY, "the disk is full");
}

static void test_a_walk_ends_with_its_sink_and_nothing_is_no_success(void **state)
{
    static const char *const held[] = { "4", "5" };
    struct rows_fixture *f = *state;
    struct trainer_tally tally;
    struct buf CLEANUP(buf_release) out = { 0 };
    int n = 0;
    const struct trainer_sink full = { on_line_full, &n };
    const struct trainer_request all = { .form = trainer_form_find("verl") };
    const struct trainer_request none = { .form = all.form, .run = "three" };
    const struct trainer_request rest = { .form = all.form, .level = 1, .held = held, .n_held = 2 };
    put_rows(f);
    assert_int_equal(trainer_records(f->db, &all, &full, &tally, &f->err), ERR_INTEGRITY);
    assert_string_equal(f->err.msg, "the disk is full");
    assert_int_equal(n, 1);
    assert_int_equal(records(f, &none, &out, &tally), ERR_NOMATCH);
    assert_tally(&tally, "0 0 0 0 0 0");
    assert_int_equal(records(f, &rest, &out, &tally), ERR_NOMATCH);
    assert_tally(&tally, "0 6 0 0 0 0");
    assert_string_equal(f->err.msg, "no evaluated rollout is left");
}

#define ROWS_TEST(name) cmocka_unit_test_setup_teardown(name, rows_setup, rows_teardown)

/* What other commands store beside rollouts. */
static void change(struct rows_fixture *f, const char *sql)
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

static void test_rewards_filters_and_what_was_shown(void **state)
{
    static const struct {
        const char *form, *recipe, *tally;
        const char *wants[3]; /* each once; NULL: no more */
    } cases[] = {
        { "skyrl",
          NULL,
          "6 0 0 2 5 1",
          { "\"rewards\":0.5,", "\"advantages\":[-1.5,-1.5],", "\"loss_masks\":[0,0]," } },
        { "skyrl", "other", "6 0 0 2 5 1", { "\"rewards\":3.0,", NULL, NULL } },
        { "messages",
          NULL,
          "5 0 0 2 5 1",
          { "\"loss_mask\":[0,0,0,1],\"masked_because\":[\"not sampled\",\"cheat,prs\",\"not "
            "sampled\",null]",
            "\"turns\":[null,0,null,1]", "\"rewards\":[null,0.5,null,null]" } },
        { "verl",
          NULL,
          "6 0 0 2 5 1",
          { "\"masked_by\":[\"cheat\",\"prs\"]", "\"correct\":true", NULL } },
    };
    struct rows_fixture *f = *state;
    put_rows(f);
    change(
        f,
        "INSERT INTO reward (rollout_id, recipe, value, advantage) VALUES "
        "(1, 'used', 0.5, -1.5), (1, 'other', 3, NULL);"
        "INSERT INTO sample_mask (rollout_id, filter) VALUES (1, 'prs'), (1, 'cheat'), "
        "(7, 'prs');"
        "UPDATE evaluation SET outcome = 'measured', correct = 1 WHERE rollout_id = 5;"
        "INSERT INTO conversation_turn (rollout_id, parent_id, shown, n_dropped) VALUES "
        "(2, 1, '[0]', 0);"
        "INSERT INTO feedback (rollout_id, evaluation_id, template_sha256, blob_id) SELECT 1, 1, "
        "replace(hex(zeroblob(32)), '0', 'a'), blob_id FROM blob WHERE text = 'int a;'");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct trainer_tally tally;
        struct buf CLEANUP(buf_release) out = { 0 };
        const struct trainer_request request = { .form = trainer_form_find(cases[i].form),
                                                 .recipe = cases[i].recipe };
        assert_int_equal(records(f, &request, &out, &tally), 0);
        assert_tally(&tally, cases[i].tally);
        for (size_t w = 0; w < ARRAY_LEN(cases[i].wants) && cases[i].wants[w] != NULL; w++)
            if (count_of(buf_text(&out), cases[i].wants[w]) != 1)
                fail_msg("%s is not there once: %s", cases[i].wants[w], buf_text(&out));
    }
}

static void test_a_conversation_of_many_turns_is_one_record(void **state)
{
    enum { TURNS = 40 };
    struct rows_fixture *f = *state;
    struct trainer_tally tally;
    struct buf CLEANUP(buf_release) out = { 0 };
    const struct trainer_request all = { .form = trainer_form_find("messages") };
    put_run(f, "one");
    for (int turn = 0; turn < TURNS; turn++) {
        const struct rollout_at at = { 1, 4, 0, turn, 0, "A", NULL, 0, false, OUTCOME_MISMATCH };
        put_rollout(f, &at);
    }
    assert_int_equal(records(f, &all, &out, &tally), 0);
    assert_tally(&tally, "1 0 0 0 1 0");
    assert_non_null(strstr(buf_text(&out), "\"n_turns\":40}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROWS_TEST(test_a_record_of_each_rollout),
        ROWS_TEST(test_what_is_not_stored_is_empty_and_said),
        ROWS_TEST(test_what_is_held_out_is_left_out),
        ROWS_TEST(test_rewards_filters_and_what_was_shown),
        ROWS_TEST(test_a_conversation_of_many_turns_is_one_record),
        ROWS_TEST(test_a_walk_ends_with_its_sink_and_nothing_is_no_success),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
