/*
 * told_rows_test.c - what servers and models are told, from rows and back into rows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/run/policy_record.h"
#include "src/sample/feedback.h"
#include "src/strategy/turn_feedback.h"
#include "tests/support/approved.h"
#include "tests/unit/strategy/stored_fixture.h"

#define SHA "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde"

/* What a server that trains was asked, and what it promised. */
static void test_what_a_server_was_told_is_kept(void **state)
{
    static const int32_t ids[] = { 7, -1, 9 };
    static const struct policy_request scored = { "score", SHA "0", 3, 40 };
    static const struct policy_request stepped = { "optim_step", SHA "1", 0, 1 };
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct policy_rows rows;
    struct session s;
    struct policy *p = NULL;
    int64_t run_id = 0, id = 77, second = 0;
    int32_t *got = NULL;
    const char *promise = NULL;
    size_t n = 0;
    start_run(f, &s, 1);
    assert_int_equal(policy_find("builtin")->open(NULL, &p, &f->err), 0);
    policy_record_open(&rows, f->db, &run_id, p);
    const struct policy_record *r = &rows.record;
    /* Before the run has its row nothing of it can be kept. */
    assert_int_equal(r->sent(r->context, &scored, &id, &f->err), 0);
    assert_int_equal(id, 0);
    assert_int_equal(r->promised(r->context, id, "soon", &f->err), 0);
    assert_int_equal(r->ended(r->context, id, NULL, &f->err), 0);
    assert_rows(f, "SELECT count(*) FROM trainer_request", "0");
    run_id = s.run_id;
    assert_int_equal(db_begin(f->db, &f->err), 0);
    assert_int_equal(r->sent(r->context, &scored, &id, &f->err), 0);
    assert_int_equal(r->find_promise(r->context, &scored, &a, &second, &promise, &f->err), 0);
    assert_int_equal(r->promised(r->context, id, "soon", &f->err), 0);
    assert_int_equal(r->find_promise(r->context, &stepped, &a, &second, &promise, &f->err), 0);
    assert_int_equal(r->find_promise(r->context, &scored, &a, &second, &promise, &f->err), 1);
    assert_int_equal(second, id);
    assert_string_equal(promise, "soon");
    assert_int_equal(r->sent(r->context, &stepped, &second, &f->err), 0);
    assert_int_equal(r->ended(r->context, second, "refused", &f->err), 0);
    db_rollback(f->db); /* what was told stays told */
    assert_int_equal(r->ended(r->context, id, NULL, &f->err), 0);
    assert_int_equal(r->find_promise(r->context, &scored, &a, &second, &promise, &f->err), 0);
    assert_rows(f,
                "SELECT run_id, operation, substr(content_sha256, 64), n_sequences, n_tokens, "
                "request_id, ended_at IS NOT NULL, failure FROM trainer_request ORDER BY 2 DESC",
                "1,score,0,3,40,soon,1,- 1,optim_step,1,0,1,-,1,refused");
    assert_int_equal(r->find_prompt(r->context, SHA "2", &a, &got, &n, &f->err), 0);
    assert_int_equal(r->keep_prompt(r->context, SHA "2", "who", ids, 3, &f->err), 0);
    assert_int_equal(r->find_prompt(r->context, SHA "2", &a, &got, &n, &f->err), 1);
    assert_int_equal(n, 3);
    assert_memory_equal(got, ids, sizeof(ids));
    assert_rows(f, "SELECT tokenizer, n_tokens FROM prompt_tokens", "who,3");
    p->vtable->close(p);
}

/* Who says what: the system message is the policy's, the prompt the run's. */
static void test_conversations_of_odd_rows(void **state)
{
    static const struct {
        const char *config, *want;
    } cases[] = {
        { "{}", "user: write l1/4|" },
        { "{\"k\":1}", "user: write l1/4|" },
        { NULL, "system: be brief|user: write l1/4|" },
        { "{\"system\":7}", "user: write l1/4|" },
        { "{\"other\":\"x\"}", "user: write l1/4|" },
        { "[", "user: write l1/4|" },
    };
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct spoken *spoken = NULL;
    struct session s;
    size_t n = 0;
    start_run(f, &s, 1);
    int64_t id = add_rollout(f, &s, &first_rollout);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) config = { 0 };
        s.config.policy_config = i < 2 ? NULL : cases[i].config;
        if (i == 2)
            s.config.policy_config = "{\"system\":\"be brief\"}";
        run_config_encode(&s.config, &config);
        set_config(f, i < 2 ? cases[i].config : buf_text(&config));
        assert_string_equal(spoken_text(f, id, &a), cases[i].want);
    }
    set_config(f, "{}");
    run_sql(f, "UPDATE run_task SET prompt_blob_id = NULL");
    assert_int_equal(conversation_of(f->db, id, &a, &spoken, &n, &f->err), ERR_NODATA);
    assert_string_equal(f->err.msg, "the prompt of rollout 1 is not stored");
    assert_int_equal(conversation_of(f->db, 999, &a, &spoken, &n, &f->err), ERR_NOMATCH);
    assert_string_equal(f->err.msg, "there is no rollout 999");
}

/* What was stored of an evaluation, as its model is told. */
static void test_feedback_of_stored_rows(void **state)
{
    static const char *const finishes[] = { "stop", "length", NULL };
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) out = { 0 };
    const struct feedback_settings settings = { .lines = 2 };
    struct session s;
    double samples[] = { 60, 62, 64 }, baseline[] = { 120, 124, 128 };
    start_run(f, &s, 8);
    for (int i = 0; i < 7; i++) {
        const struct rollout_at at = { 0, 0, i / 2, i, "x", 1 };
        struct arena CLEANUP(arena_release) a = { 0 };
        struct eval_result r;
        int64_t told = 0;
        int64_t rollout = add_rollout(f, &s, &at);
        run_sql(f,
                arena_printf(&a, "UPDATE rollout SET finish_reason = %s%s%s WHERE rollout_id = %d",
                             finishes[i % 3] == NULL ? "" : "'",
                             finishes[i % 3] == NULL ? "NULL" : finishes[i % 3],
                             finishes[i % 3] == NULL ? "" : "'", i + 1));
        eval_result_init(&r,
                         i < 2    ? OUTCOME_MEASURED
                         : i == 2 ? OUTCOME_COMPILE
                                  : OUTCOME_MISMATCH,
                         i < 2 ? NULL : "why");
        r.compiled = i != 2;
        r.correct = i < 2;
        if (i < 2) {
            r.samples_us = samples;
            r.baseline_samples_us = baseline;
            r.n_samples = i == 0 ? 3 : 1;
            r.n_baseline_samples = 3;
            r.trials_run = r.trials_passed = 5;
        }
        if (i == 2)
            r.compile_log = "k.cu:1: error: one\nk.cu:2: error: two\nk.cu:3: error: three\n";
        if (i == 3) {
            r.outcome = OUTCOME_CHEAT;
            r.cheat_kind = "poison";
        }
        if (i == 4) {
            r.outcome = OUTCOME_CRASH;
            r.signal = 11;
            r.fault_place = "past y";
        }
        if (i == 5) {
            r.trials_run = 3;
            r.trials_passed = 0;
            r.matched_share = 0.25;
            r.max_abs_err = 2;
            r.max_rel_err = 0.5;
            r.worst_index = 0;
        }
        int64_t id = put_result(f, rollout, &job, &r);
        if (i == 1)
            put_share(f, id);
        buf_printf(&out, "== %d\n", i);
        assert_int_equal(turn_feedback_render(f->db, &settings, rollout, &out, &told, &f->err), 0);
        assert_int_equal(told, id);
    }
    approved_check_exactly("feedback_of_rows", &out);
    int64_t told = 77;
    buf_clear(&out);
    int64_t none = add_rollout(f, &s, &(struct rollout_at){ 1, 0, 0, 0, "x", 1 });
    assert_int_equal(turn_feedback_render(f->db, &settings, none, &out, &told, &f->err),
                     ERR_NOMATCH);
    assert_string_equal(f->err.msg, "there is no evaluated rollout 8");
    assert_int_equal(told, 77);
    assert_int_equal(out.len, 0);
}

static void test_settings_of_feedback_are_the_runs(void **state)
{
    struct rows_fixture *f = *state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) config = { 0 };
    struct feedback_settings got;
    struct session s;
    start_run(f, &s, 1);
    int64_t id = add_rollout(f, &s, &first_rollout);
    s.config.feedback_template = "zero-shot";
    s.config.feedback_lines = 3;
    s.config.feedback_bytes = 4;
    s.config.bodies = true;
    run_config_encode(&s.config, &config);
    set_config(f, buf_text(&config));
    assert_int_equal(turn_feedback_settings(f->db, id, &a, &got, &f->err), 0);
    assert_string_equal(got.template_name, "zero-shot");
    assert_int_equal(got.lines, 3);
    assert_int_equal(got.bytes, 4);
    assert_int_equal(got.form, ANSWER_BODY);
    set_config(f, "{}");
    assert_int_equal(turn_feedback_settings(f->db, id, &a, &got, &f->err), 0);
    assert_null(got.template_name);
    assert_int_equal(got.lines, 0);
    assert_int_equal(got.bytes, 0);
    assert_int_equal(got.form, ANSWER_FILE);
    assert_int_equal(turn_feedback_settings(f->db, 999, &a, &got, &f->err), ERR_NOMATCH);
    assert_string_equal(f->err.msg, "there is no rollout 999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROWS_TEST(test_what_a_server_was_told_is_kept),
        ROWS_TEST(test_feedback_of_stored_rows),
        ROWS_TEST(test_settings_of_feedback_are_the_runs),
        ROWS_TEST(test_conversations_of_odd_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
