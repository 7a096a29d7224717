/*
 * store_requests_test.c - requests to servers and trainers, judgements and declarations stand as
 * they were given.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/store.h"
#include "src/store/store_declaration.h"
#include "src/store/store_requests.h"
#include "tests/unit/store/rows_text.h"

static void test_requests_stand_as_they_were_given(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    int64_t attempt[4] = { 0 };
    put_small_rollout(f, &id);
    const struct attempt_row asked = { id.run, id.task, 1, 2, 3, SHA("c"), NULL };
    const struct attempt_row before = {
        id.run, id.task, 1, 2, 3, SHA("d"), "1999-01-01T00:00:00Z"
    };
    const struct attempt_end end = { .rollout_id = id.rollout,
                                     .kind = "answered",
                                     .status = 200,
                                     .detail = "d",
                                     .request_id = "q2",
                                     .first_byte_ms = 1.5,
                                     .total_ms = 2.5,
                                     .response = "answer",
                                     .response_len = 6 };
    const struct attempt_end ended = { .kind = "cut",
                                       .detail = "",
                                       .request_id = "",
                                       .first_byte_ms = (double)NAN,
                                       .total_ms = (double)NAN,
                                       .ended_at = "1999-01-02T00:00:00Z" };
    const struct attempt_end unseen = { .first_byte_ms = (double)NAN,
                                        .total_ms = (double)NAN,
                                        .ended_at = "" };
    for (int i = 0; i < 4; i++)
        ok(f, store_put_attempt(f->db, i == 1 ? &before : &asked, &attempt[i], &f->err));
    ok(f, store_name_attempt(f->db, attempt[0], "q1", &f->err));
    ok(f, store_end_attempt(f->db, attempt[1], &end, &f->err));
    ok(f, store_end_attempt(f->db, attempt[2], &ended, &f->err));
    ok(f, store_end_attempt(f->db, attempt[3], &unseen, &f->err));
    assert_int_equal(attempt[0], 1);
    assert_int_equal(attempt[3], 4);
    const struct exchange_row of_attempt = { HEX("1"), attempt[1], 0,      "chat", "/v1",
                                             true,     2,          "body", 4,      "{\"t\":1}" };
    const struct exchange_row without = { HEX("2"), attempt[2], 0, "ollama-chat", "/api", false,
                                          0,        NULL,       0, "{}" };
    assert_int_equal(store_find_exchange(f->db, HEX("1"), &f->err), 0);
    ok(f, store_put_exchange(f->db, &of_attempt, &f->err));
    ok(f, store_put_exchange(f->db, &without, &f->err));
    for (int i = 0; i < 2; i++)
        assert_int_equal(store_find_exchange(f->db, HEX("1"), &f->err), 1);
    assert_int_equal(store_find_exchange(f->db, HEX("3"), &f->err), 0);
    assert_rows(
        f, " attempt exchange ",
        "attempt attempt_id=1 run_id=1 step=1 task_id=1 turn=2 sample=3 attempt=1 "
        "request_sha256=cccc.. sent_at=now request_id='q1'\n"
        "attempt attempt_id=2 run_id=1 step=1 task_id=1 turn=2 sample=3 attempt=2 "
        "request_sha256=dddd.. sent_at='1999-01-01T00:00:00Z' ended_at=now end_kind='answered' "
        "status=200 detail='d' request_id='q2' first_byte_ms=1.5 total_ms=2.5 rollout_id=1 "
        "response={\"hex\":\"616e73776572\"}\n"
        "attempt attempt_id=3 run_id=1 step=1 task_id=1 turn=2 sample=3 attempt=3 "
        "request_sha256=cccc.. sent_at=now ended_at='1999-01-02T00:00:00Z' end_kind='cut'\n"
        "attempt attempt_id=4 run_id=1 step=1 task_id=1 turn=2 sample=3 attempt=4 "
        "request_sha256=cccc.. sent_at=now\n"
        "exchange exchange_id='11111111111111111111111111111111' attempt_id=2 api='chat' "
        "path='/v1' streamed=1 n_rollouts=2 request={\"hex\":\"626f6479\"} tags='{\"t\":1}'\n"
        "exchange exchange_id='22222222222222222222222222222222' attempt_id=3 api='ollama-chat' "
        "path='/api' streamed=0 n_rollouts=0 tags='{}'\n");
}

static void test_requests_to_a_trainer_stand_as_they_were_given(void **state)
{
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct ids id = { 0 };
    int64_t asked[4] = { 0 }, found = 0;
    const char *name = NULL;
    put_small_rollout(f, &id);
    const struct trainer_request_row q = { id.run, "score", SHA("c"), 2, 30 };
    for (int i = 0; i < 4; i++) {
        ok(f, store_put_trainer_request(f->db, &q, &asked[i], &f->err));
        assert_int_equal(asked[i], i + 1);
    }
    assert_int_equal(
        store_find_promised_request(
            f->db, &(struct trainer_request_row){ .run_id = id.run, .content_sha256 = SHA("c") },
            &a, &found, &name, &f->err),
        0);
    ok(f, store_name_trainer_request(f->db, 2, "p2", &f->err));
    for (int i = 0; i < 2; i++) {
        found = 0;
        assert_int_equal(
            store_find_promised_request(
                f->db,
                &(struct trainer_request_row){ .run_id = id.run, .content_sha256 = SHA("c") }, &a,
                &found, &name, &f->err),
            1);
        assert_int_equal(found, 2);
        assert_string_equal(name, "p2");
    }
    assert_int_equal(
        store_find_promised_request(
            f->db,
            &(struct trainer_request_row){ .run_id = id.run + 1, .content_sha256 = SHA("c") }, &a,
            &found, &name, &f->err),
        0);
    assert_int_equal(
        store_find_promised_request(
            f->db, &(struct trainer_request_row){ .run_id = id.run, .content_sha256 = SHA("d") },
            &a, &found, &name, &f->err),
        0);
    ok(f, store_end_trainer_request(f->db, 2, NULL, &f->err));
    ok(f, store_end_trainer_request(f->db, 3, "lost", &f->err));
    assert_int_equal(
        store_find_promised_request(
            f->db, &(struct trainer_request_row){ .run_id = id.run, .content_sha256 = SHA("c") },
            &a, &found, &name, &f->err),
        0);
    assert_rows(
        f, " trainer_request ",
        "trainer_request trainer_request_id=1 run_id=1 operation='score' content_sha256=cccc.. "
        "n_sequences=2 n_tokens=30 sent_at=now\n"
        "trainer_request trainer_request_id=2 run_id=1 operation='score' content_sha256=cccc.. "
        "n_sequences=2 n_tokens=30 sent_at=now request_id='p2' ended_at=now\n"
        "trainer_request trainer_request_id=3 run_id=1 operation='score' content_sha256=cccc.. "
        "n_sequences=2 n_tokens=30 sent_at=now ended_at=now failure='lost'\n"
        "trainer_request trainer_request_id=4 run_id=1 operation='score' content_sha256=cccc.. "
        "n_sequences=2 n_tokens=30 sent_at=now\n");
}

static void test_tokens_of_a_prompt_are_found_again(void **state)
{
    static const int32_t ids[] = { 1, -1, 70000 };
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    int32_t *got = NULL;
    size_t n = 9;
    assert_int_equal(store_find_prompt_tokens(f->db, SHA("c"), &a, &got, &n, &f->err), 0);
    assert_int_equal(n, 9);
    ok(f, store_put_prompt_tokens(f->db, SHA("c"), "tok", ids, 3, &f->err));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(store_find_prompt_tokens(f->db, SHA("c"), &a, &got, &n, &f->err), 1);
        assert_int_equal(n, 3);
        assert_memory_equal(got, ids, sizeof(ids));
    }
    assert_rows(f, NULL,
                "prompt_tokens prompt_tokens_id=1 sha256=cccc.. tokenizer='tok' n_tokens=3 "
                "token_ids={\"hex\":\"01000000ffffffff70110100\"}\n");
}

static void test_judgements_stand_as_they_were_given(void **state)
{
    struct fixture *f = *state;
    struct ids id = { 0 };
    int64_t setup = 0, again = 0, other = 0, asked[3] = { 0 };
    put_small_rollout(f, &id);
    ok(f, store_put_model(f->db, "judge", "", "server", &id.model, &f->err));
    ok(f, store_put_blob(f->db, "prompt", "q", 1, &id.prompt, &f->err));
    ok(f, store_put_blob(f->db, "completion", "a", 1, &id.completion, &f->err));
    const struct judge_setup_row s = { SHA("1"), id.model,    "plain",
                                       SHA("2"), "{\"n\":1}", "{\"s\":2}" };
    const struct judge_setup_row bare = { SHA("3"), id.model, "short", SHA("4"), "{}", NULL };
    ok(f, store_put_judge_setup(f->db, &s, &setup, &f->err));
    ok(f, store_put_judge_setup(f->db, &s, &again, &f->err));
    ok(f, store_put_judge_setup(f->db, &bare, &other, &f->err));
    assert_int_equal(setup, 1);
    assert_int_equal(again, setup);
    assert_int_equal(other, 2);
    const struct judge_row said = { setup, id.model,  id.rollout,    false, 0.25,
                                    0.5,   0.75,      "p",           "r",   "w",
                                    2,     id.prompt, id.completion, 10,    20 };
    const struct judge_row none = { .setup_id = other,
                                    .model_id = id.model,
                                    .rollout_id = id.rollout,
                                    .malformed = true,
                                    .correctness = (double)NAN,
                                    .compilability = (double)NAN,
                                    .speed = (double)NAN,
                                    .tries = 3,
                                    .prompt_tokens = -1,
                                    .completion_tokens = -1 };
    ok(f, store_put_judge(f->db, &said, &f->err));
    ok(f, store_put_judge(f->db, &none, &f->err));
    const struct attempt_end end = { .kind = "answered",
                                     .status = 200,
                                     .detail = "d",
                                     .request_id = "q",
                                     .first_byte_ms = 1,
                                     .total_ms = 2,
                                     .response = "answer",
                                     .response_len = 6 };
    for (int i = 0; i < 3; i++) {
        ok(f, store_put_judge_attempt(f->db, setup, id.rollout, SHA("5"), &asked[i], &f->err));
        assert_int_equal(asked[i], i + 1);
    }
    ok(f, store_end_judge_attempt(f->db, asked[1], &end, &f->err));
    ok(f, store_note_judge_problem(f->db, asked[1], "unreadable", &f->err));
    assert_rows(
        f, " judge judge_attempt judge_setup ",
        "judge judge_id=1 rollout_id=1 model_id=1 correctness=0.25 compilability=0.5 speed=0.75 "
        "answer_blob_id=2 judge_setup_id=1 malformed=0 problem='p' repairs='r' reason='w' tries=2 "
        "prompt_blob_id=1 prompt_tokens=10 completion_tokens=20 created_at=now\n"
        "judge judge_id=2 rollout_id=1 model_id=1 judge_setup_id=2 malformed=1 tries=3 "
        "created_at=now\n"
        "judge_attempt judge_attempt_id=1 judge_setup_id=1 rollout_id=1 attempt=1 "
        "request_sha256=5555.. sent_at=now\n"
        "judge_attempt judge_attempt_id=2 judge_setup_id=1 rollout_id=1 attempt=2 "
        "request_sha256=5555.. sent_at=now ended_at=now end_kind='answered' status=200 detail='d' "
        "request_id='q' first_byte_ms=1.0 total_ms=2.0 problem='unreadable' "
        "response={\"hex\":\"616e73776572\"}\n"
        "judge_attempt judge_attempt_id=3 judge_setup_id=1 rollout_id=1 attempt=3 "
        "request_sha256=5555.. sent_at=now\n"
        "judge_setup judge_setup_id=1 sha256=1111.. model_id=1 template='plain' "
        "template_sha256=2222.. config='{\"n\":1}' server='{\"s\":2}'\n"
        "judge_setup judge_setup_id=2 sha256=3333.. model_id=1 template='short' "
        "template_sha256=4444.. config='{}'\n");
}

static const char content[] =
    "{\"alpha\":0.05,\"budget\":4,\"estimand\":\"sample\",\"ge\":0,\"looks\":2,\"methods\":[\"a\"],"
    "\"seeds\":[1],\"stopping\":\"when done\",\"tasks\":[\"l1/4\"],\"test\":\"sign-flip\","
    "\"threshold\":1}";
static const char amended[] =
    "{\"alpha\":0.05,\"budget\":8,\"estimand\":\"sample\",\"ge\":0,\"looks\":2,\"methods\":[\"a\"],"
    "\"seeds\":[1],\"stopping\":\"when done\",\"tasks\":[\"l1/4\"],\"test\":\"sign-flip\","
    "\"threshold\":1}";

static void assert_declared(const struct declaration_row *d, int64_t id, int64_t version,
                            const char *text)
{
    char hash[65];
    sha256_hex(text, strlen(text), hash);
    assert_int_equal(d->declaration_id, id);
    assert_int_equal(d->version, version);
    assert_string_equal(d->content, text);
    assert_string_equal(d->sha256, hash);
}

static void test_declarations_stand_as_they_were_given(void **state)
{
    struct fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct ids id = { 0 };
    struct declaration_row d = { 0 };
    assert_int_equal(store_find_declaration(f->db, "study", &a, &d, &f->err), ERR_NOMATCH);
    assert_string_equal(f->err.msg, "there is no declaration 'study' in the database; rollbook sql "
                                    "\"SELECT DISTINCT name FROM v_declaration\" lists them");
    assert_int_equal(store_put_declaration(f->db,
                                           &(struct declaration_text){ "study", content, "why" },
                                           &a, &d, &f->err),
                     ERR_USAGE);
    assert_string_equal(f->err.msg, "there is no declaration 'study' to amend");
    assert_int_equal(d.declaration_id, 0);
    ok(f, store_put_declaration(f->db, &(struct declaration_text){ "study", content, NULL }, &a, &d,
                                &f->err));
    assert_declared(&d, 1, 1, content);
    ok(f, store_put_declaration(f->db, &(struct declaration_text){ "another", content, NULL }, &a,
                                &d, &f->err));
    assert_declared(&d, 2, 1, content);
    assert_int_equal(store_put_declaration(f->db,
                                           &(struct declaration_text){ "study", amended, NULL }, &a,
                                           &d, &f->err),
                     ERR_USAGE);
    assert_string_equal(f->err.msg, "'study' is declared already, and runs may refer to it. Change "
                                    "it with --amend WHY; the change is recorded");
    assert_int_equal(store_put_declaration(f->db,
                                           &(struct declaration_text){ "study", content, "why" },
                                           &a, &d, &f->err),
                     ERR_USAGE);
    assert_string_equal(f->err.msg, "'study' already has this content: nothing is amended");
    ok(f, store_put_declaration(f->db, &(struct declaration_text){ "study", amended, "more" }, &a,
                                &d, &f->err));
    assert_declared(&d, 3, 2, amended);
    for (int i = 0; i < 2; i++) {
        ok(f, store_find_declaration(f->db, "study", &a, &d, &f->err));
        assert_declared(&d, 3, 2, amended);
        ok(f, store_find_declaration(f->db, "another", &a, &d, &f->err));
        assert_declared(&d, 2, 1, content);
    }
    put_small_rollout(f, &id);
    ok(f, store_put_declared_run(f->db, id.run, 3, "a", false, &f->err));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(store_put_declared_run(f->db, id.run, 2, "a", true, &f->err), ERR_USAGE);
        assert_string_equal(f->err.msg, "the run already refers to declaration 'study'");
    }
    const struct run_row other = {
        .name = "s", .strategy = "ttt", .status = "running", .code_version = "v"
    };
    ok(f, store_put_run(f->db, &other, &id.run, &f->err));
    ok(f, store_put_declared_run(f->db, id.run, 2, "b", true, &f->err));
    const struct look_row look = { 3, 1, "{\"a\":[]}", 7, SHA("e"), 0.025, "[{}]", 2 };
    ok(f, store_put_look(f->db, &look, &f->err));
    assert_rows(
        f, " declaration declared_run look ",
        "declaration declaration_id=1 name='study' version=1 "
        "content='{\"alpha\":0.05,\"budget\":4,\"estimand\":\"sample\",\"ge\":0,\"looks\":2,"
        "\"methods\":[\"a\"],\"seeds\":[1],\"stopping\":\"when "
        "done\",\"tasks\":[\"l1/4\"],\"test\":\"sign-flip\",\"threshold\":1}' sha256=6060.. "
        "estimand='sample' test='sign-flip' threshold=1.0 ge=0 budget=4 alpha=0.05 looks=2 "
        "stopping='when done' methods='[\"a\"]' seeds='[1]' tasks='[\"l1/4\"]' declared_at=now\n"
        "declaration declaration_id=2 name='another' version=1 "
        "content='{\"alpha\":0.05,\"budget\":4,\"estimand\":\"sample\",\"ge\":0,\"looks\":2,"
        "\"methods\":[\"a\"],\"seeds\":[1],\"stopping\":\"when "
        "done\",\"tasks\":[\"l1/4\"],\"test\":\"sign-flip\",\"threshold\":1}' sha256=6060.. "
        "estimand='sample' test='sign-flip' threshold=1.0 ge=0 budget=4 alpha=0.05 looks=2 "
        "stopping='when done' methods='[\"a\"]' seeds='[1]' tasks='[\"l1/4\"]' declared_at=now\n"
        "declaration declaration_id=3 name='study' version=2 "
        "content='{\"alpha\":0.05,\"budget\":8,\"estimand\":\"sample\",\"ge\":0,\"looks\":2,"
        "\"methods\":[\"a\"],\"seeds\":[1],\"stopping\":\"when "
        "done\",\"tasks\":[\"l1/4\"],\"test\":\"sign-flip\",\"threshold\":1}' sha256=73f9.. "
        "estimand='sample' test='sign-flip' threshold=1.0 ge=0 budget=8 alpha=0.05 looks=2 "
        "stopping='when done' methods='[\"a\"]' seeds='[1]' tasks='[\"l1/4\"]' why='more' "
        "declared_at=now\n"
        "declared_run run_id=1 declaration_id=3 method='a'\n"
        "declared_run run_id=2 declaration_id=2 method='b' attached_at=now\n"
        "look look_id=1 declaration_id=3 number=1 runs='{\"a\":[]}' n_rollouts=7 "
        "data_sha256=eeee.. alpha_spent=0.025 statistic='[{}]' n_rejected=2 taken_at=now\n");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_requests_stand_as_they_were_given),
        CASE(test_requests_to_a_trainer_stand_as_they_were_given),
        CASE(test_tokens_of_a_prompt_are_found_again),
        CASE(test_judgements_stand_as_they_were_given),
        CASE(test_declarations_stand_as_they_were_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
