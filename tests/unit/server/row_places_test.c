/*
 * row_places_test.c - the run, task, step, turn and sample of an exchange or evaluation; a record
 * is stored once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/base/str.h"
#include "src/server/spool/exchange.h"
#include "src/server/spool/exchange_rows.h"
#include "src/server/spool/row_places.h"
#include "src/server/verdict.h"
#include "tests/unit/strategy/rows_fixture.h"

static const struct row_options options = { .run = "main", .config = "{\"a\":1}", .argv = "[]" };

static struct tags tags_of(const char *run, const char *task, int step, int turn, int sample)
{
    struct tags t = tags_none;
    t.run = run;
    t.task = task;
    t.step = step;
    t.turn = turn;
    t.sample = sample;
    return t;
}

static void add_rollout(struct rows_fixture *f, const struct row_place *p)
{
    int64_t id = 0;
    bool is_new = false;
    const struct rollout_row row = { .run_id = p->run_id,
                                     .task_id = p->task_id,
                                     .step = p->step,
                                     .turn = p->turn,
                                     .sample = p->sample,
                                     .prompt_tokens = -1,
                                     .completion_tokens = -1,
                                     .sum_logprob = (double)NAN,
                                     .mean_logprob = (double)NAN,
                                     .logprob_temperature = (double)NAN };
    assert_int_equal(store_put_rollout(f->db, &row, &id, &is_new, &f->err), 0);
    assert_true(is_new);
}

/* Each row takes its place before the next asks. */
static void test_places_follow_from_tags_and_from_what_is_taken(void **state)
{
    static const struct {
        const char *run, *task;
        int step, turn, sample, n;
        int want_step, want_turn, want_sample;
    } cases[] = {
        { NULL, NULL, -1, -1, -1, 1, 0, 0, 0 }, /* nothing said: the next free sample */
        { NULL, NULL, -1, -1, -1, 1, 0, 0, 1 },
        { NULL, NULL, 2, -1, -1, 1, 2, 0, 0 },
        { NULL, "l1/4", -1, -1, -1, 1, 0, 0, 0 },
        { "other", NULL, -1, -1, -1, 1, 0, 0, 0 },
        { NULL, NULL, -1, -1, 1, 1, 0, 1, 1 }, /* a sample alone: its next turn */
        { NULL, NULL, -1, -1, 1, 1, 0, 2, 1 },
        { NULL, NULL, -1, -1, 0, 1, 0, 1, 0 }, /* samples have their own turns */
        { NULL, NULL, -1, 5, 0, 1, 0, 5, 0 },  /* a turn that is said */
        { NULL, NULL, -1, -1, 0, 1, 0, 6, 0 },
        { NULL, NULL, -1, -1, 0, 2, 0, 7, 0 }, /* two samples: a turn neither has */
        { NULL, NULL, -1, -1, 3, 1, 0, 0, 3 }, /* a new sample */
        { NULL, NULL, -1, -1, 2, 2, 0, 1, 2 }, /* sample 3 has turn 0 */
        { NULL, NULL, -1, 4, -1, 1, 0, 4, 4 }, /* a turn alone: the next free sample */
        { "other", NULL, -1, -1, 7, 1, 0, 0, 7 },
        { "other", NULL, -1, -1, -1, 1, 0, 0, 8 }, /* behind the highest */
    };
    struct rows_fixture *f = *state;
    struct row_places *p = row_places_new(f->db, &options);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct tags t =
            tags_of(cases[i].run, cases[i].task, cases[i].step, cases[i].turn, cases[i].sample);
        const struct row_source source = { &t, NULL, (double)NAN, cases[i].n };
        struct row_place place;
        assert_int_equal(row_find_place(p, &source, &place, &f->err), 0);
        if (place.step != cases[i].want_step || place.turn != cases[i].want_turn ||
            place.sample != cases[i].want_sample)
            fail_msg("row %zu: step %d, turn %d, sample %d", i, place.step, place.turn,
                     place.sample);
        add_rollout(f, &place);
    }
    assert_rows(f, "SELECT name, strategy, status, k, n_steps, config FROM run ORDER BY run_id",
                "main,proxy,running,-,-,{\"a\":1} other,proxy,running,-,-,{\"a\":1}");
    row_places_free(p);
}

static void test_tasks_by_name_number_and_suite(void **state)
{
    static const struct {
        const char *task, *want; /* suite, level, name or number */
    } cases[] = {
        { "l1/4", "kernelbench,1,4" },
        { "l3/7", "kernelbench,3,7" },
        { "l7/99", "kernelbench,7,99" },
        { "l0/5", "completions,0,l0/5" },
        { "l100/5", "completions,0,l100/5" },
        { "l5/0", "completions,0,l5/0" },
        { "l5/1000000", "completions,0,l5/1000000" },
        { "l5/999999", "kernelbench,5,999999" },
        { "l5/6x", "completions,0,l5/6x" },
        { "l5", "completions,0,l5" },
        { "softmax", "completions,0,softmax" },
        { NULL, "completions,0,untagged" },
        { "softmax", "completions,0,softmax" },
    };
    struct rows_fixture *f = *state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct row_places *p = row_places_new(f->db, &options);
        const struct tags t = tags_of(NULL, cases[i].task, -1, -1, -1);
        const struct row_source source = { &t, NULL, (double)NAN, 1 };
        struct row_place place;
        for (int again = 0; again < 2; again++) {
            assert_int_equal(row_find_place(p, &source, &place, &f->err), 0);
            assert_int_equal(place.is_task, i == 0); /* others are not looked up again */
        }
        assert_rows(f,
                    arena_printf(&a,
                                 "SELECT suite, level, iif(suite = 'kernelbench', problem_id, "
                                 "name) FROM task WHERE task_id = %lld",
                                 (long long)place.task_id),
                    cases[i].want);
        row_places_free(p);
    }
    assert_rows(f, "SELECT count(*), count(DISTINCT task_id) FROM run_task", "12,12");
    /* Names are numbered; a task that is built in has a name, a family and a hash. */
    assert_rows(
        f,
        "SELECT group_concat(problem_id) FROM (SELECT problem_id FROM task "
        "WHERE suite = 'completions' ORDER BY task_id)",
        "1523651825,1552069224,1752986422,1332163639,1660691592,1785170430,1721234821,1529380869");
    assert_rows(f,
                "SELECT level, problem_id, name <> '', family IS NULL, length(sha256) FROM "
                "task WHERE suite = 'kernelbench' ORDER BY level, problem_id",
                "1,4,1,0,64 3,7,0,1,- 5,999999,0,1,- 7,99,0,1,-");
}

static int find(struct rows_fixture *f, struct row_places *p, const char *run, const char *model,
                int64_t *out)
{
    const struct tags t = tags_of(run, NULL, -1, -1, -1);
    const struct row_source source = { &t, model, 0.5, 1 };
    struct row_place place = { 0 };
    int rc = row_find_place(p, &source, &place, &f->err);
    *out = place.run_id;
    return rc;
}

static void test_a_run_of_another_strategy_is_left_alone(void **state)
{
    struct rows_fixture *f = *state;
    struct row_run_names {
        const char *name, *strategy;
    };
    static const struct row_run_names made[] = { { "a", "ttt" },
                                                 { "b", "ttt" },
                                                 { "b-proxy", "refine" } };
    struct row_places *p = row_places_new(f->db, &options);
    int64_t ids[3];
    int64_t id = 0;
    int64_t again = 0;
    for (size_t i = 0; i < ARRAY_LEN(made); i++) {
        const struct run_row row = { .name = made[i].name,
                                     .strategy = made[i].strategy,
                                     .status = "complete",
                                     .temperature = (double)NAN,
                                     .code_version = "x" };
        assert_int_equal(store_put_run(f->db, &row, &ids[i], &f->err), 0);
    }
    assert_int_equal(find(f, p, "a", NULL, &id), 0);
    assert_true(id != ids[0]);
    assert_int_equal(find(f, p, "a", NULL, &again), 0);
    assert_true(again == id);
    assert_int_equal(find(f, p, "a-proxy", NULL, &again), 0);
    assert_true(again == id);
    assert_int_equal(find(f, p, "b", NULL, &id), ERR_USAGE);
    assert_non_null(strstr(f->err.msg, "'b' and 'b-proxy'"));
    assert_rows(f, "SELECT name, status, temperature FROM run ORDER BY name",
                "a,complete,- a-proxy,running,0.5 b,complete,- b-proxy,complete,-");
    row_places_free(p);
}

/* The first model stays; a run is complete when its writer is, and goes on. */
static void test_a_runs_model_owner_and_status(void **state)
{
    struct rows_fixture *f = *state;
    static const char sql[] = "SELECT r.status, m.name, r.owner IS NULL, r.finished_at IS NULL "
                              "FROM run r LEFT JOIN model m USING (model_id) WHERE r.name = 'main'";
    struct row_places *p = row_places_new(f->db, &options);
    int64_t id = 0;
    assert_int_equal(find(f, p, NULL, NULL, &id), 0);
    assert_rows(f, sql, "running,-,0,1");
    assert_int_equal(find(f, p, NULL, "first", &id), 0);
    assert_rows(f, sql, "running,first,0,1");
    assert_int_equal(find(f, p, NULL, "second", &id), 0);
    assert_rows(f, sql, "running,first,0,1");
    assert_int_equal(find(f, p, "other", "one", &id), 0);
    assert_int_equal(find(f, p, "other", "two", &id), 0);
    assert_rows(f, "SELECT name FROM model ORDER BY model_id",
                "first one"); /* no others are kept */
    assert_rows(f, "SELECT name, owner IS NULL FROM run ORDER BY run_id", "main,0 other,0");
    assert_int_equal(row_places_finish(p, &f->err), 0);
    assert_rows(f, sql, "complete,first,1,0");
    row_places_free(p);
    p = row_places_new(f->db, &options);
    assert_int_equal(find(f, p, NULL, NULL, &id), 0);
    assert_rows(f, sql, "running,first,0,1");
    row_places_free(p);
}

static void test_what_was_rolled_back_is_made_again(void **state)
{
    struct rows_fixture *f = *state;
    struct row_places *p = row_places_new(f->db, &options);
    int64_t id = 0;
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(find(f, p, "gone", NULL, &id), 0);
    db_rollback(f->db);
    row_places_forget(p);
    assert_rows(f, "SELECT count(*) FROM run", "0");
    assert_int_equal(find(f, p, "gone", NULL, &id), 0);
    assert_rows(f, "SELECT name FROM run", "gone");
    assert_rows(f, "SELECT count(*) FROM run_task", "1");
    row_places_free(p);
}

#define REQUEST "{\"prompt\":\"p\",\"n\":2,\"temperature\":0.5}"
#define ANSWER                                                                                     \
    "{\"model\":\"m\",\"choices\":[{\"index\":0,\"text\":\"A\",\"finish_reason\":\"stop\"},"       \
    "{\"index\":1,\"text\":\"B\",\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":7}}"

static struct transcript transcript_of(char digit, const struct tags *t, const char *body)
{
    struct transcript x = { .api = "completions",
                            .path = "/v1/completions",
                            .tags = *t,
                            .request = REQUEST,
                            .request_len = strlen(REQUEST),
                            .status = 200,
                            .content_type = "application/json",
                            .request_id = "req-1",
                            .response = body,
                            .response_len = strlen(body),
                            .length = -1,
                            .begun_us = 1000000000LL * 1000000,
                            .last_us = 1000000060LL * 1000000,
                            .end = "answered",
                            .detail = "",
                            .first_byte_ms = 1.5,
                            .total_ms = 2.5 };
    memset(x.id, digit, 32);
    return x;
}

static void test_an_exchange_becomes_its_rows_once(void **state)
{
    struct rows_fixture *f = *state;
    struct row_writer *w = row_writer_new(f->db, &options);
    const struct tags t = tags_of("r", "l1/4", 3, 2, 5);
    const struct transcript x = transcript_of('a', &t, ANSWER);
    for (int i = 0; i < 3; i++)
        assert_int_equal(row_writer_exchange(w, &x, &f->err), 0);
    assert_rows(f,
                "SELECT step, turn, sample, finish_reason, prompt_tokens, c.text, p.text "
                "FROM rollout JOIN blob c ON c.blob_id = completion_blob_id "
                "JOIN blob p ON p.blob_id = prompt_blob_id ORDER BY sample",
                "3,2,5,stop,7,A,p 3,2,6,length,7,B,p");
    assert_rows(f,
                "SELECT step, turn, sample, end_kind, status, detail, request_id, first_byte_ms, "
                "total_ms, sent_at, ended_at FROM attempt",
                "3,2,5,answered,200,-,req-1,1.5,2.5,2001-09-09T01:46:40Z,2001-09-09T01:47:40Z");
    assert_rows(f, "SELECT exchange_id, api, path, streamed, n_rollouts, tags FROM exchange",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,completions,/v1/completions,0,2,"
                "{\"run\":\"r\",\"task\":\"l1/4\",\"step\":3,\"turn\":2,\"sample\":5}");
    row_writer_free(w);
}

/* It takes the next free turn, and nothing is overwritten. */
static void test_a_place_that_is_taken_stays_with_who_has_it(void **state)
{
    struct rows_fixture *f = *state;
    struct row_writer *w = row_writer_new(f->db, &options);
    const struct tags t = tags_of(NULL, NULL, -1, 0, 5);
    struct tags beside = t;
    beside.sample = 6;
    const struct transcript first = transcript_of('a', &t, ANSWER);
    const struct transcript second = transcript_of('b', &beside, ANSWER);
    assert_int_equal(row_writer_exchange(w, &first, &f->err), 0);
    assert_int_equal(row_writer_exchange(w, &second, &f->err), 0);
    assert_rows(f,
                "SELECT sample, turn, b.text FROM rollout JOIN blob b "
                "ON b.blob_id = completion_blob_id ORDER BY rollout_id",
                "5,0,A 6,0,B 6,1,A 7,0,B");
    row_writer_free(w);
}

static void test_how_an_exchange_ended(void **state)
{
    static const struct {
        const char *body, *type, *end, *detail;
        int status;
        const char *want; /* kind, detail, known end, rollouts */
    } cases[] = {
        { ANSWER, "application/json", "answered", "", 200, "answered,-,1,2" },
        { ANSWER, "application/json", NULL, "", 200, "answered,-,1,2" },
        { ANSWER, "application/json", "cut", "gone", 200, "cut,gone,1,2" },
        { "", NULL, NULL, "", 0, "-,no answer,0,0" },
        { "{\"error\":\"full\"}", "application/json", "answered", "", 503, "answered,full,1,0" },
        { "data: {\"choices\":[{\"index\":0,\"text\":\"A\"}]}\n\n", "text/event-stream", "answered",
          "", 200, "cut,the stream ended before it was complete,1,0" },
        { "{\"error\":\"full\"}", "text/event-stream", "answered", "", 503, "answered,full,1,0" },
    };
    struct rows_fixture *f = *state;
    struct row_writer *w = row_writer_new(f->db, &options);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct transcript x = transcript_of((char)('a' + i), &tags_none, cases[i].body);
        x.content_type = cases[i].type;
        x.end = cases[i].end;
        x.detail = cases[i].detail;
        x.status = cases[i].status;
        assert_int_equal(row_writer_exchange(w, &x, &f->err), 0);
        assert_rows(f,
                    arena_printf(&a,
                                 "SELECT end_kind, detail, ended_at IS NOT NULL, n_rollouts "
                                 "FROM attempt JOIN exchange USING (attempt_id) "
                                 "WHERE exchange_id = '%s'",
                                 x.id),
                    cases[i].want);
    }
    row_writer_free(w);
}

static void test_bodies_are_kept_unless_they_are_to_be_dropped(void **state)
{
    static const char sql[] = "SELECT length(request), length(response) FROM exchange "
                              "JOIN attempt USING (attempt_id) ORDER BY exchange_id";
    struct rows_fixture *f = *state;
    for (int drop = 0; drop < 2; drop++) {
        struct row_options o = options;
        o.drop_bodies = drop == 1;
        struct row_writer *w = row_writer_new(f->db, &o);
        const struct transcript x = transcript_of(drop ? 'b' : 'a', &tags_none, ANSWER);
        assert_int_equal(row_writer_exchange(w, &x, &f->err), 0);
        row_writer_free(w);
    }
    struct arena CLEANUP(arena_release) a = { 0 };
    assert_rows(f, sql, arena_printf(&a, "%zu,%zu -,-", strlen(REQUEST), strlen(ANSWER)));
}

#define KERNEL "// kernel\nextern \"C\" void k() {}\n"

static struct evaluation_record evaluation_of(const struct tags *t, double *samples)
{
    struct evaluation_record e = { .tags = *t, .has_device = true };
    e.job = (struct eval_job){ .task_id = "l1/4",
                               .task_case = CASE_CPU,
                               .mode = EVAL_FULL,
                               .input_seed = UINT64_MAX,
                               .kernel_text = KERNEL,
                               .kernel_len = strlen(KERNEL) };
    e.device = (struct device_info){ .backend = "cpu", .name = "A processor", .cores = 2 };
    eval_result_init(&e.result, OUTCOME_MEASURED, NULL);
    e.result.compiled = e.result.correct = true;
    e.result.trials_run = e.result.trials_passed = 5;
    e.result.n_samples = 3;
    e.result.n_baseline_samples = 2;
    e.result.samples_us = samples;
    e.result.baseline_samples_us = samples + 3;
    return e;
}

static void test_an_evaluation_survives_the_spool(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    double samples[] = { 10, 20, 40, 80, 160 };
    const struct tags t = tags_of("r", NULL, 1, 2, 3);
    struct evaluation_record e = evaluation_of(&t, samples);
    struct evaluation_record back;
    struct err err = { 0 };
    (void)state;
    e.completion = "the\nanswer";
    e.completion_len = strlen(e.completion);
    evaluation_record_put(&text, &e);
    assert_int_equal(evaluation_record_get(buf_text(&text), text.len, &a, &back, &err), 0);
    assert_string_equal(back.tags.run, "r");
    assert_int_equal(back.tags.sample, 3);
    assert_string_equal(back.job.task_id, "l1/4");
    assert_int_equal(back.job.task_case, CASE_CPU);
    assert_int_equal(back.job.mode, EVAL_FULL);
    assert_true(back.job.input_seed == UINT64_MAX);
    assert_int_equal(back.job.kernel_len, strlen(KERNEL));
    assert_memory_equal(back.job.kernel_text, KERNEL, strlen(KERNEL));
    assert_int_equal(back.completion_len, 10);
    assert_memory_equal(back.completion, "the\nanswer", 10);
    assert_true(back.has_device);
    assert_string_equal(back.device.name, "A processor");
    assert_int_equal(back.result.outcome, OUTCOME_MEASURED);
    assert_int_equal(back.result.n_samples, 3);
    assert_memory_equal(back.result.samples_us, samples, 3 * sizeof(*samples));
    assert_memory_equal(back.result.baseline_samples_us, samples + 3, 2 * sizeof(*samples));
}

static void test_parts_that_were_not_there_stay_absent(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct evaluation_record e = { .tags = tags_none, .completion = "", .completion_len = 0 };
    struct evaluation_record back;
    struct err err = { 0 };
    (void)state;
    e.job.task_id = "l1/4";
    eval_result_init(&e.result, OUTCOME_NO_CODE, "no code");
    evaluation_record_put(&text, &e);
    assert_int_equal(evaluation_record_get(buf_text(&text), text.len, &a, &back, &err), 0);
    assert_null(back.job.kernel_text);
    assert_false(back.has_device);
    assert_non_null(back.completion);
    assert_int_equal(back.completion_len, 0);
    assert_string_equal(back.result.message, "no code");
}

static void test_a_cut_evaluation_is_refused(void **state)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    double samples[] = { 10, 20, 40, 80, 160 };
    const struct evaluation_record e = evaluation_of(&tags_none, samples);
    (void)state;
    evaluation_record_put(&text, &e);
    for (size_t len = 0; len < text.len; len++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct evaluation_record back;
        struct err err = { 0 };
        char *cut = mem_array(len + 1, 1);
        memcpy(cut, buf_text(&text), len);
        if (evaluation_record_get(cut, len, &a, &back, &err) != ERR_INTEGRITY)
            fail_msg("cut at %zu of %zu", len, text.len);
        free(cut);
    }
}

static void test_an_evaluation_becomes_its_rows_once(void **state)
{
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) text = { 0 };
    double samples[] = { 10, 20, 40, 80, 160 };
    const struct tags t = tags_of("r", NULL, -1, -1, 3);
    const struct evaluation_record e = evaluation_of(&t, samples);
    struct row_writer *w = row_writer_new(f->db, &options);
    struct row_evaluation row = { 0, 0 };
    evaluation_record_put(&text, &e);
    assert_int_equal(row_writer_evaluation(w, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", buf_text(&text),
                                           text.len, &row, &f->err),
                     0);
    assert_true(row.rollout_id > 0 && row.evaluation_id > 0);
    assert_int_equal(row_writer_evaluation(w, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", buf_text(&text),
                                           text.len, &row, &f->err),
                     0);
    assert_true(row.rollout_id == 0 && row.evaluation_id == 0);
    /* An evaluation of the same kernel belongs to the same rollout. */
    assert_int_equal(row_writer_evaluation(w, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", buf_text(&text),
                                           text.len, &row, &f->err),
                     0);
    assert_rows(f, "SELECT count(*), min(sample), min(turn) FROM rollout", "1,3,0");
    assert_rows(f, "SELECT count(*), count(DISTINCT rollout_id) FROM evaluation", "2,1");
    assert_rows(f, "SELECT DISTINCT task, backend, device, runtime_us, speedup FROM v_evaluation",
                "l1/4,cpu,A processor,20,6");
    row_writer_free(w);
}

#define LAUNCH "//@ launch k(y) grid=1 block=1"
#define BODY   "extern \"C\" __global__ void k(float *y) { y[0] = 1; }"

/* The tags name the rollout when it has this code, as assembled or as a client cut it from the
 * completion.  Other code is another rollout. */
static void test_an_evaluation_finds_the_rollout_of_its_code(void **state)
{
    static const struct {
        const char *kernel;
        int sample, turn;
        bool is_new;
    } cases[] = {
        { LAUNCH "\n" BODY "\n", 5, -1, false },
        { LAUNCH "\n" BODY, 5, -1, false },
        { LAUNCH "\r\n" BODY "\r\n", 5, 2, false },
        { "```cuda\n" LAUNCH "\n" BODY "\n```\n", 5, -1, false },
        { LAUNCH "\n" BODY "\n", 5, 1, true },   /* another turn */
        { LAUNCH "\n" BODY "\n", -1, -1, true }, /* nobody says which sample */
        { LAUNCH "\n" BODY "\n", 4, -1, true },
        { LAUNCH "\nextern \"C\" __global__ void k(float *y) { y[0] = 2; }\n", 5, -1, true },
    };
    struct rows_fixture *f = *state;
    struct row_writer *w = row_writer_new(f->db, &options);
    const struct tags said = tags_of("r", "l1/4", 0, 2, 5);
    const struct transcript x =
        transcript_of('f', &said,
                      "{\"choices\":[{\"index\":0,\"text\":\"```cuda\\n" LAUNCH
                      "\\nextern \\\"C\\\" __global__ void k(float *y) { y[0] = 1; }\\n```\"}]}");
    assert_int_equal(row_writer_exchange(w, &x, &f->err), 0);
    assert_rows(f, "SELECT turn, sample, code_blob_id IS NULL FROM rollout", "2,5,0");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        double samples[] = { 10, 20, 40, 80, 160 };
        const struct tags t = tags_of("r", NULL, 0, cases[i].turn, cases[i].sample);
        struct evaluation_record e = evaluation_of(&t, samples);
        char id[33] = "00000000000000000000000000000000";
        struct row_evaluation row = { 0, 0 };
        id[0] = (char)('1' + i);
        e.job.kernel_text = cases[i].kernel;
        e.job.kernel_len = strlen(cases[i].kernel);
        evaluation_record_put(&text, &e);
        assert_int_equal(row_writer_evaluation(w, id, buf_text(&text), text.len, &row, &f->err), 0);
        if ((row.rollout_id != 1) != cases[i].is_new)
            fail_msg("kernel %zu became one of rollout %lld", i, (long long)row.rollout_id);
    }
    /* A place that is taken by other code: the next free turn; token counts are not known. */
    assert_rows(f, "SELECT sample, turn FROM rollout WHERE rollout_id > 1 ORDER BY rollout_id",
                "5,1 6,0 4,0 5,3");
    assert_rows(f,
                "SELECT count(prompt_tokens), count(completion_tokens), count(mean_logprob) "
                "FROM rollout WHERE rollout_id > 1",
                "0,0,0");
    row_writer_free(w);
}

static void test_the_verdict_says_what_was_measured_and_where_it_is_stored(void **state)
{
    static const struct {
        int64_t rollout, evaluation;
        const char *want;
    } cases[] = {
        { 7, 9, "\"stored\":true,\"rollout_id\":7,\"evaluation_id\":9}" },
        { 0, 0, "\"stored\":false,\"rollout_id\":null,\"evaluation_id\":null}" },
    };
    static const char *const said[] = {
        "{\"schema\":\"rollbook.evaluate/1\",",
        "\"outcome\":\"measured\"",
        "\"correct\":true",
        "\"runtime_us\":20",
        "\"baseline_runtime_us\":120",
        "\"speedup\":6",
        "\"task\":\"l1/4\"",
        "\"case\":\"cpu\"",
        "\"mode\":\"full\"",
        "\"backend\":\"cpu\"",
        "\"device\":\"A processor\"",
        "\"signal\":null",
    };
    double samples[] = { 10, 20, 40, 80, 160 };
    struct evaluation_record e = evaluation_of(&tags_none, samples);
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) out = { 0 };
        verdict_put(&(struct verdict_ids){ cases[i].rollout, cases[i].evaluation }, &e, false,
                    &out);
        assert_non_null(strstr(buf_text(&out), cases[i].want));
        for (size_t s = 0; s < ARRAY_LEN(said); s++)
            if (strstr(buf_text(&out), said[s]) == NULL)
                fail_msg("%s is not in %s", said[s], buf_text(&out));
    }
    struct buf CLEANUP(buf_release) out = { 0 };
    e.has_device = false;
    eval_result_init(&e.result, OUTCOME_NO_CODE, "no code");
    verdict_put(&(struct verdict_ids){ 1, 2 }, &e, false, &out);
    assert_non_null(strstr(buf_text(&out), "\"backend\":null,\"device\":null,"));
    assert_non_null(strstr(buf_text(&out), "\"runtime_us\":null"));
    assert_non_null(strstr(buf_text(&out), "\"message\":\"no code\""));
}

#define ROWS_TEST(name) cmocka_unit_test_setup_teardown(name, rows_setup, rows_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROWS_TEST(test_places_follow_from_tags_and_from_what_is_taken),
        ROWS_TEST(test_tasks_by_name_number_and_suite),
        ROWS_TEST(test_a_run_of_another_strategy_is_left_alone),
        ROWS_TEST(test_a_runs_model_owner_and_status),
        ROWS_TEST(test_what_was_rolled_back_is_made_again),
        ROWS_TEST(test_an_exchange_becomes_its_rows_once),
        ROWS_TEST(test_a_place_that_is_taken_stays_with_who_has_it),
        ROWS_TEST(test_how_an_exchange_ended),
        ROWS_TEST(test_bodies_are_kept_unless_they_are_to_be_dropped),
        cmocka_unit_test(test_an_evaluation_survives_the_spool),
        cmocka_unit_test(test_parts_that_were_not_there_stay_absent),
        cmocka_unit_test(test_a_cut_evaluation_is_refused),
        ROWS_TEST(test_an_evaluation_becomes_its_rows_once),
        ROWS_TEST(test_an_evaluation_finds_the_rollout_of_its_code),
        cmocka_unit_test(test_the_verdict_says_what_was_measured_and_where_it_is_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
