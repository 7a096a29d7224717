/*
 * exchange_rows_test.c - all that is stored of exchanges and evaluations, column by column.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "src/server/spool/exchange.h"
#include "src/server/spool/exchange_rows.h"
#include "src/wire/wire.h"
#include "tests/unit/strategy/rows_fixture.h"

static const struct row_options options = { .run = "main", .config = "{}", .argv = "[\"a\"]" };

static const char rollouts[] =
    "SELECT rollout_id, t.name, step, turn, sample, p.text, c.text, finish_reason, prompt_tokens, "
    "completion_tokens, sum_logprob, mean_logprob, logprob_temperature, n_tokens, "
    "hex(token_ids), hex(logprobs), extra FROM rollout JOIN task t USING (task_id) "
    "LEFT JOIN blob p ON p.blob_id = prompt_blob_id "
    "LEFT JOIN blob c ON c.blob_id = completion_blob_id LEFT JOIN rollout_tokens USING "
    "(rollout_id) "
    "ORDER BY rollout_id";
static const char attempts[] =
    "SELECT attempt_id, step, turn, sample, attempt, substr(request_sha256, 1, 8), sent_at, "
    "ended_at, end_kind, status, detail, request_id, first_byte_ms, total_ms, rollout_id, response "
    "FROM attempt ORDER BY attempt_id";
static const char exchanges[] =
    "SELECT substr(exchange_id, 1, 4), attempt_id, evaluation_id, api, path, streamed, n_rollouts, "
    "request, tags FROM exchange ORDER BY exchange_id";

static struct tags tags_of(const char *task, int turn, int sample)
{
    struct tags t = tags_none;
    t.task = task;
    t.turn = turn;
    t.sample = sample;
    return t;
}

static struct transcript transcript_of(char digit, const struct tags *t, const char *request,
                                       int status, const char *body)
{
    struct transcript x = { .api = "completions",
                            .path = "/v1/completions",
                            .tags = *t,
                            .request = request,
                            .request_len = strlen(request),
                            .status = status,
                            .response = body,
                            .response_len = strlen(body),
                            .length = -1,
                            .begun_us = 1999999,
                            .last_us = 61000000,
                            .end = "answered",
                            .detail = "",
                            .first_byte_ms = (double)NAN,
                            .total_ms = 2.5 };
    memset(x.id, digit, 32);
    return x;
}

static void put_exchange(struct rows_fixture *f, struct row_writer *w, const struct transcript *x)
{
    if (row_writer_exchange(w, x, &f->err) != 0)
        fail_msg("%s", f->err.msg);
}

#define REQUEST "{\"prompt\":[\"p\",\"q\"],\"temperature\":0.5}"
#define ANSWER                                                                                     \
    "{\"model\":\"m\",\"choices\":[{\"index\":0,\"text\":\"A\",\"finish_reason\":\"stop\","        \
    "\"token_ids\":[7],\"logprobs\":{\"tokens\":[\"A\"],\"token_logprobs\":[-0.5]}},{\"index\":1," \
    "\"text\":\"B\",\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":7}}"

static void test_all_of_an_answer_with_two_choices(void **state)
{
    struct rows_fixture *f = *state;
    struct row_writer *w = row_writer_new(f->db, &options);
    const struct tags t = tags_of("add", 2, 5);
    struct transcript x = transcript_of('a', &t, REQUEST, 200, ANSWER);
    x.server = wire_find_server("sglang");
    x.request_id = "req-1";
    put_exchange(f, w, &x);
    assert_rows(
        f, rollouts,
        "1,add,0,2,5,p,A,stop,7,1,-0.5,-0.5,0.5,1,07000000,000000BF,{\"exchange\":"
        "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"server\":\"sglang\",\"logprob_semantics\":"
        "\"temperature-scaled\",\"request_id\":\"req-1\",\"latency_ms\":2.5,\"model\":\"m\","
        "\"request\":{\"temperature\":0.5}} "
        "2,add,0,2,6,q,B,length,7,0,-,-,-,-,,,{\"exchange\":"
        "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"server\":\"sglang\",\"logprob_semantics\":"
        "\"temperature-scaled\",\"request_id\":\"req-1\",\"latency_ms\":2.5,\"model\":\"m\","
        "\"request\":{\"temperature\":0.5}}");
    assert_rows(
        f, attempts,
        "1,0,2,5,1,fda22709,1970-01-01T00:00:01Z,1970-01-01T00:01:01Z,answered,200,-,req-1,-,"
        "2.5,1," ANSWER);
    assert_rows(f, exchanges,
                "aaaa,1,-,completions,/v1/completions,0,2," REQUEST
                ",{\"task\":\"add\",\"turn\":2,\"sample\":5}");
    assert_rows(f, "SELECT name, strategy, status, temperature, config, argv FROM run",
                "main,proxy,running,0.5,{},[\"a\"]");
    row_writer_free(w);
}

/* An attempt without a completion has a place as well: that of the next turn of its sample. */
static void test_all_of_exchanges_without_an_answer(void **state)
{
    struct rows_fixture *f = *state;
    struct row_options drop = options;
    drop.drop_bodies = true;
    struct row_writer *w = row_writer_new(f->db, &drop);
    const struct tags t = tags_of(NULL, -1, 5);
    struct transcript x =
        transcript_of('a', &t, "{\"prompt\":\"p\"}", 200, "{\"choices\":[{\"text\":\"A\"}]}");
    put_exchange(f, w, &x);
    x = transcript_of('b', &t, "", 500, "{\"error\":\"full\"}");
    put_exchange(f, w, &x);
    x = transcript_of('c', &t, "", 0, "");
    x.end = NULL;
    x.first_byte_ms = 1.5;
    put_exchange(f, w, &x);
    x = transcript_of('d', &t, "", 0, "");
    x.end = "no connection";
    x.detail = "refused";
    x.total_ms = (double)NAN;
    put_exchange(f, w, &x);
    x = transcript_of('e', &t, "", 300, "data: {\"choices\":[{\"text\":\"A\"}]}\n\n");
    x.content_type = "text/event-stream";
    put_exchange(f, w, &x);
    x = transcript_of('f', &t, "", 299, "data: {\"choices\":[{\"text\":\"A\"}]}\n\n");
    x.content_type = "text/event-stream";
    put_exchange(f, w, &x);
    x = transcript_of('g', &t, "", 200, "data: {\"choices\":[{\"text\":\"A\"}]}\n\n");
    x.content_type = "text/event-stream";
    x.end = "timed out";
    put_exchange(f, w, &x);
    assert_rows(f,
                "SELECT step, turn, sample, attempt, ended_at, end_kind, status, detail, "
                "first_byte_ms, total_ms, rollout_id, response FROM attempt ORDER BY attempt_id",
                "0,0,5,1,1970-01-01T00:01:01Z,answered,200,-,-,2.5,1,- "
                "0,1,5,1,1970-01-01T00:01:01Z,answered,500,full,-,2.5,-,- 0,1,5,2,-,-,-,no "
                "answer,1.5,2.5,-,- 0,1,5,3,1970-01-01T00:01:01Z,no connection,-,refused,-,-,-,- "
                "0,1,5,4,1970-01-01T00:01:01Z,answered,300,data: {\"choices\":[{\"text\":\"A\"}]}  "
                ",-,2.5,-,- 0,1,5,5,1970-01-01T00:01:01Z,cut,299,the stream ended before it was "
                "complete,-,2.5,-,- 0,1,5,6,1970-01-01T00:01:01Z,timed out,200,the stream ended "
                "before it was complete,-,2.5,-,-");
    assert_rows(f, exchanges,
                "aaaa,1,-,completions,/v1/completions,0,1,-,{\"sample\":5} "
                "bbbb,2,-,completions,/v1/completions,0,0,-,{\"sample\":5} "
                "cccc,3,-,completions,/v1/completions,0,0,-,{\"sample\":5} "
                "dddd,4,-,completions,/v1/completions,0,0,-,{\"sample\":5} "
                "eeee,5,-,completions,/v1/completions,0,0,-,{\"sample\":5} "
                "ffff,6,-,completions,/v1/completions,1,0,-,{\"sample\":5} "
                "gggg,7,-,completions,/v1/completions,1,0,-,{\"sample\":5}");
    assert_rows(f, "SELECT turn, sample, prompt_tokens, completion_tokens FROM rollout", "0,5,-,0");
    row_writer_free(w);
}

/* A sample alone goes on behind its last turn, and so do several that come at once. */
static void test_one_sample_after_the_other_and_pairs_of_them(void **state)
{
    struct rows_fixture *f = *state;
    struct row_writer *w = row_writer_new(f->db, &options);
    const struct tags five = tags_of("add", -1, 5);
    const struct tags six = tags_of("add", -1, 6);
    const struct tags free_sample = tags_of("add", -1, -1);
    const struct transcript xs[] = {
        transcript_of('a', &six, "{\"prompt\":\"p\"}", 200, "{\"choices\":[{\"text\":\"one\"}]}"),
        transcript_of('b', &five, "{\"prompt\":\"p\"}", 200,
                      "{\"choices\":[{\"text\":\"two\"},{\"text\":\"three\"}]}"),
        transcript_of('c', &free_sample, "{\"prompt\":7}", 200,
                      "{\"choices\":[{\"text\":\"four\"}]}"),
        transcript_of('a', &six, "{\"prompt\":\"p\"}", 200, "{\"choices\":[{\"text\":\"known\"}]}"),
    };
    for (size_t i = 0; i < ARRAY_LEN(xs); i++)
        put_exchange(f, w, &xs[i]);
    assert_rows(f,
                "SELECT turn, sample, c.text, p.text FROM rollout LEFT JOIN blob p ON p.blob_id = "
                "prompt_blob_id JOIN blob c ON c.blob_id = completion_blob_id ORDER BY rollout_id",
                "0,6,one,p 1,5,two,p 1,6,three,p 0,7,four,-");
    assert_rows(f, "SELECT turn, sample, rollout_id FROM attempt ORDER BY attempt_id",
                "0,6,1 1,5,2 0,7,4");
    row_writer_free(w);
}

static struct evaluation_record no_code_of(const struct tags *t, const char *kernel)
{
    struct evaluation_record e = { .tags = *t, .completion = "words", .completion_len = 5 };
    e.job = (struct eval_job){ .task_id = "l1/4",
                               .task_case = CASE_TINY,
                               .mode = EVAL_FAST,
                               .input_seed = 77,
                               .kernel_text = kernel,
                               .kernel_len = kernel == NULL ? 0 : strlen(kernel) };
    eval_result_init(&e.result, OUTCOME_NO_CODE, "no code");
    return e;
}

static void put_evaluation(struct rows_fixture *f, struct row_writer *w, char digit,
                           const struct evaluation_record *e, int64_t want_rollout,
                           int64_t want_evaluation)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    char id[33] = "";
    struct row_evaluation row = { -1, -1 };
    memset(id, digit, 32);
    evaluation_record_put(&text, e);
    int rc = row_writer_evaluation(w, id, buf_text(&text), text.len, &row, &f->err);
    if (rc != 0)
        fail_msg("%s", f->err.msg);
    assert_int_equal(row.rollout_id, want_rollout);
    assert_int_equal(row.evaluation_id, want_evaluation);
}

static void test_all_of_an_evaluation(void **state)
{
    struct rows_fixture *f = *state;
    struct row_writer *w = row_writer_new(f->db, &options);
    const struct tags t = tags_of("not this", -1, 0);
    struct evaluation_record e = no_code_of(&t, NULL);
    put_evaluation(f, w, 'a', &e, 1, 1);
    put_evaluation(f, w, 'a', &e, 0, 0);
    e.has_device = true;
    e.device = (struct device_info){ .backend = "cpu",
                                     .name = "n",
                                     .uuid = "u",
                                     .compiler = "c",
                                     .flags = "-O2",
                                     .sandbox = "s",
                                     .cores = 3 };
    e.job.kernel_text = "k";
    e.job.kernel_len = 1;
    put_evaluation(f, w, 'b', &e, 2, 2);
    put_evaluation(f, w, 'c', &e, 2, 3); /* the rollout has this kernel */
    e.tags.turn = 0;
    put_evaluation(f, w, 'd', &e, 3, 4);
    e.tags.sample = -1;
    put_evaluation(f, w, 'e', &e, 4, 5);
    assert_rows(f,
                "SELECT rollout_id, t.level, t.problem_id, step, turn, sample, c.text, k.text, "
                "prompt_blob_id, action_blob_id, finish_reason, prompt_tokens, completion_tokens, "
                "sum_logprob, mean_logprob, logprob_temperature, extra FROM rollout "
                "JOIN task t USING (task_id) LEFT JOIN blob c ON c.blob_id = completion_blob_id "
                "LEFT JOIN blob k ON k.blob_id = code_blob_id ORDER BY rollout_id",
                "1,1,4,0,0,0,words,-,-,-,-,-,-,-,-,-,- 2,1,4,0,1,0,words,k,-,-,-,-,-,-,-,-,- "
                "3,1,4,0,2,0,words,k,-,-,-,-,-,-,-,-,- 4,1,4,0,0,1,words,k,-,-,-,-,-,-,-,-,-");
    assert_rows(
        f,
        "SELECT evaluation_id, rollout_id, device_id, outcome, message, task_case, "
        "eval_mode, input_seed FROM evaluation ORDER BY evaluation_id",
        "1,1,-,no_code,no code,tiny,fast,77 2,2,1,no_code,no code,tiny,fast,77 3,2,1,no_code,no "
        "code,tiny,fast,77 4,3,1,no_code,no code,tiny,fast,77 5,4,1,no_code,no code,tiny,fast,77");
    assert_rows(f, "SELECT backend, name, uuid, cores, compiler, flags, sandbox FROM device",
                "cpu,n,u,3,c,-O2,s");
    assert_rows(f, exchanges,
                "aaaa,-,1,evaluate,/evaluate,0,0,-,{\"task\":\"l1/4\",\"sample\":0} "
                "bbbb,-,2,evaluate,/evaluate,0,0,-,{\"task\":\"l1/4\",\"sample\":0} "
                "cccc,-,3,evaluate,/evaluate,0,0,-,{\"task\":\"l1/4\",\"sample\":0} "
                "dddd,-,4,evaluate,/evaluate,0,0,-,{\"task\":\"l1/4\",\"turn\":0,\"sample\":0} "
                "eeee,-,5,evaluate,/evaluate,0,0,-,{\"task\":\"l1/4\",\"turn\":0}");
    assert_rows(f, "SELECT name, temperature, model_id FROM run", "main,-,-");
    row_writer_free(w);
}

static void as_another_program(struct rows_fixture *f, const char *sql)
{
    char path[96];
    sqlite3 *handle = NULL;
    snprintf(path, sizeof(path), "%s/t.db", f->folder);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(handle));
    sqlite3_close(handle);
}

/* A record that cannot be read, and a database that takes nothing. */
static void test_what_fails_says_why(void **state)
{
    struct rows_fixture *f = *state;
    struct row_writer *w = row_writer_new(f->db, &options);
    struct err err = { 0 };
    struct row_evaluation row = { -1, -1 };
    static const char id[] = "0123456789abcdef0123456789abcdef";
    const struct tags t = tags_of("add", -1, 0);
    const struct transcript x = transcript_of('a', &t, REQUEST, 200, ANSWER);
    assert_int_equal(row_writer_evaluation(w, id, "{}", 2, &row, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "the record of an evaluation has no head");
    assert_true(row.rollout_id == 0 && row.evaluation_id == 0);
    static const char *const tables[] = { "attempt", "rollout", "exchange", "blob", "run", "task" };
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        as_another_program(f, arena_printf(&a,
                                           "CREATE TRIGGER t BEFORE INSERT ON %s BEGIN SELECT "
                                           "RAISE(ABORT, 'no %s'); END",
                                           tables[i], tables[i]));
        assert_int_equal(db_begin(f->db, &f->err), 0);
        err = (struct err){ 0 };
        assert_true(row_writer_exchange(w, &x, &err) < 0);
        if (strstr(err.msg, arena_printf(&a, "no %s", tables[i])) == NULL)
            fail_msg("%s: %s", tables[i], err.msg);
        db_rollback(f->db);
        row_writer_forget(w);
        as_another_program(f, "DROP TRIGGER t");
    }
    assert_rows(f, "SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM rollout)", "0,0");
    put_exchange(f, w, &x);
    assert_rows(f, "SELECT name, status FROM run", "main,running");
    assert_rows(f, "SELECT count(*) > 0 FROM v_stale", "1");
    assert_int_equal(row_writer_finish(w, &f->err), 0);
    assert_rows(f, "SELECT name, status FROM run", "main,complete");
    assert_rows(f, "SELECT count(*) > 0 FROM v_stale", "0"); /* what analyses read is packed */
    row_writer_free(w);
    row_writer_free(NULL);
}

#define ROWS_TEST(name) cmocka_unit_test_setup_teardown(name, rows_setup, rows_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROWS_TEST(test_all_of_an_answer_with_two_choices),
        ROWS_TEST(test_all_of_exchanges_without_an_answer),
        ROWS_TEST(test_one_sample_after_the_other_and_pairs_of_them),
        ROWS_TEST(test_all_of_an_evaluation),
        ROWS_TEST(test_what_fails_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
