/*
 * policy_replay_test.c - re-emitting stored actions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/sample/policy.h"
#include "tasks/task.h"

static const char config[] =
    "{\"rollouts\": ["
    "{\"task\": \"l1/5\", \"step\": 1, \"sample\": 0, \"text\": \"later\"},"
    "{\"task\": \"l1/4\", \"sample\": 3, \"text\": \"hello\", \"token_ids\": [4, -1], "
    "\"logprobs\": [-0.10000000149011612, -2.5], \"temperature\": 0.25, \"prompt_tokens\": 311, "
    "\"finish_reason\": \"length\"},"
    "{\"task\": \"l1/4\", \"step\": 0, \"sample\": 10, \"text\": \"\"}]}";

static struct policy *open_replay(const char *text, int want, struct err *err)
{
    struct policy *p = NULL;
    int rc = policy_find("replay")->open(text, &p, err);
    if (rc != want)
        fail_msg("open gave %d (%s), not %d", rc, err->msg, want);
    return p;
}

static void test_stored_actions_come_back_whole(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct policy *p = open_replay(config, 0, &err);
    const struct task *t4, *t5;
    struct completion c[3];
    (void)state;
    assert_int_equal(task_find("l1/4", &a, &t4, &err), 0);
    assert_int_equal(task_find("l1/5", &a, &t5, &err), 0);
    struct sample_request q[3] = {
        { .task = t4, .run_seed = 1, .step = 0, .sample = 3, .temperature = 1.0 },
        { .task = t5, .run_seed = 1, .step = 1, .sample = 0, .temperature = 1.0 },
        { .task = t4, .run_seed = 1, .step = 0, .sample = 10, .temperature = 1.0 }
    };
    assert_int_equal(p->vtable->sample(p, q, 3, &a, c, &err), 0);
    p->vtable->close(p);
    assert_string_equal(c[0].text, "hello");
    assert_int_equal(c[0].n_tokens, 2);
    assert_int_equal(c[0].token_ids[1], -1);
    assert_true(c[0].logprobs[0] >= -0.1f && c[0].logprobs[0] <= -0.1f);
    assert_true(c[0].logprob_temperature >= 0.25 && c[0].logprob_temperature <= 0.25);
    assert_int_equal(c[0].prompt_tokens, 311);
    assert_string_equal(c[0].finish_reason, "length");
    assert_string_equal(c[1].text, "later");
    assert_int_equal(c[1].n_tokens, 0);
    assert_string_equal(c[1].finish_reason, "stop");
    assert_true(c[1].prompt_tokens > 100);
    assert_int_equal(c[2].text_len, 0);
}

static void test_zero_bytes_come_back(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct policy *p = open_replay("{\"rollouts\": [{\"task\": \"l1/4\", \"sample\": 0, \"text\": "
                                   "\"a b c \", \"zeros\": [1, 5]}]}",
                                   0, &err);
    const struct task *t;
    struct completion c;
    (void)state;
    assert_int_equal(task_find("l1/4", &a, &t, &err), 0);
    struct sample_request q = { .task = t, .run_seed = 1, .temperature = 1.0 };
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), 0);
    assert_int_equal(c.text_len, 6);
    assert_memory_equal(c.text, "a\0b c\0", 6);
    p->vtable->close(p);
}

static void test_missing_rollout_is_named(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct policy *p = open_replay(config, 0, &err);
    const struct task *t;
    struct completion c;
    (void)state;
    assert_int_equal(task_find("l1/4", &a, &t, &err), 0);
    struct sample_request q = {
        .task = t, .run_seed = 1, .step = 2, .sample = 3, .temperature = 1.0
    };
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_NOMATCH);
    assert_non_null(strstr(err.msg, "task l1/4, step 2, turn 0, sample 3"));
    p->vtable->close(p);
}

static void test_it_only_samples(void **state)
{
    const struct policy_vtable *v = policy_find("replay");
    (void)state;
    assert_int_equal(v->caps, POLICY_SAMPLE);
    assert_null(v->update);
    assert_null(v->score);
    assert_null(v->save);
    assert_null(v->load);
}

struct broken {
    const char *text, *message;
};

static void test_broken_configs_name_the_place(void **state)
{
    static const struct broken cases[] = {
        { "{", "replay config:1:" },
        { "{}", "rollouts" },
        { "{\"rollouts\": [5]}", "rollouts[0]: must be an object" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"sample\": 0}]}", "text" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"\"}]}", "rollouts[0].sample" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"\", \"sample\": -1}]}",
          "out of range" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"ab\", \"sample\": 0, \"zeros\": "
          "[2]}]}",
          "rollouts[0].zeros: no place in a text of 2 bytes" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"ab\", \"sample\": 0, \"zeros\": "
          "[-1]}]}",
          "rollouts[0].zeros: no place" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"ab\", \"sample\": 0, \"zeros\": "
          "1}]}",
          "rollouts[0].zeros: must be an array" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"\", \"sample\": 0, \"token_ids\": "
          "[1]}]}",
          "of one length" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"\", \"sample\": 0, \"token_ids\": "
          "[0.5], "
          "\"logprobs\": [0]}]}",
          "token_ids[0]" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"\", \"sample\": 0, \"token_ids\": [1], "
          "\"logprobs\": [NaN]}]}",
          "logprobs[0]" },
        { "{\"rollouts\": [{\"task\": \"l1/4\", \"text\": \"\", \"sample\": 0, \"temperature\": "
          "0}]}",
          "temperature" },
        { "{\"rollouts\": [{\"task\": \"a\", \"text\": \"\", \"sample\": 0}, {\"task\": \"a\", "
          "\"text\": \"\", \"sample\": 0}]}",
          "task a, step 0, turn 0, sample 0 appears twice" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct err err = { 0 };
        open_replay(cases[i].text, ERR_INTEGRITY, &err);
        if (!strstr(err.msg, cases[i].message))
            fail_msg("case %zu: '%s' does not hold '%s'", i, err.msg, cases[i].message);
    }
    struct err err = { 0 };
    open_replay(NULL, ERR_USAGE, &err);
}

static void test_hash_is_that_of_the_actions(void **state)
{
    struct err err = { 0 };
    char one[65], two[65], three[65];
    struct policy *p = open_replay(config, 0, &err), *q = open_replay(config, 0, &err);
    struct policy *r = open_replay("{\"rollouts\": []}", 0, &err);
    (void)state;
    assert_int_equal(p->vtable->model_hash(p, one, &err), 0);
    assert_int_equal(q->vtable->model_hash(q, two, &err), 0);
    assert_int_equal(r->vtable->model_hash(r, three, &err), 0);
    assert_string_equal(one, two);
    assert_string_not_equal(one, three);
    p->vtable->close(p);
    q->vtable->close(q);
    r->vtable->close(r);
}

#define ROLLOUT(members) "{\"rollouts\":[{\"task\":\"l1/4\",\"text\":\"ab\"," members "}]}"

/* Each limit and what lies beyond it; no message: it is taken. */
static void test_which_rollouts_are_taken(void **state)
{
    static const struct broken cases[] = {
        { ROLLOUT("\"sample\":0"), NULL },
        { ROLLOUT("\"sample\":1000000000"), NULL },
        { ROLLOUT("\"sample\":1000000001"), "sample: out of range" },
        { ROLLOUT("\"sample\":-1"), "sample: out of range" },
        { ROLLOUT("\"sample\":\"1\""), "sample: must be an integer" },
        { ROLLOUT("\"step\":1"), "sample: must be an integer" },
        { ROLLOUT("\"sample\":0,\"step\":\"1\""), "step: must be an integer" },
        { ROLLOUT("\"sample\":0,\"step\":-1"), "step: out of range" },
        { ROLLOUT("\"sample\":0,\"turn\":1.5"), "turn: must be an integer" },
        { ROLLOUT("\"sample\":0,\"turn\":-1"), "turn: out of range" },
        { ROLLOUT("\"sample\":0,\"prompt_tokens\":-1"), "prompt_tokens: out of range" },
        { ROLLOUT("\"sample\":0,\"prompt_tokens\":0"), NULL },
        { ROLLOUT("\"sample\":0,\"token_ids\":[],\"logprobs\":[]"), NULL },
        { ROLLOUT("\"sample\":0,\"token_ids\":[-2147483648,2147483647],\"logprobs\":[0,1]"), NULL },
        { ROLLOUT("\"sample\":0,\"token_ids\":[1,-2147483649],\"logprobs\":[0,1]"),
          "token_ids[1]: not a token id" },
        { ROLLOUT("\"sample\":0,\"token_ids\":[2147483648],\"logprobs\":[0]"),
          "token_ids[0]: not a token id" },
        { ROLLOUT("\"sample\":0,\"token_ids\":[1,2],\"logprobs\":[0,\"1\"]"),
          "logprobs[1]: not a number" },
        { ROLLOUT("\"sample\":0,\"logprobs\":[]"),
          ": token_ids and logprobs must be arrays of one length" },
        { ROLLOUT("\"sample\":0,\"token_ids\":{},\"logprobs\":[]"),
          ": token_ids and logprobs must be arrays of one length" },
        { ROLLOUT("\"sample\":0,\"token_ids\":[],\"logprobs\":{}"),
          ": token_ids and logprobs must be arrays of one length" },
        { ROLLOUT("\"sample\":0,\"token_ids\":[1],\"logprobs\":[1,2]"),
          ": token_ids and logprobs must be arrays of one length" },
        { ROLLOUT("\"sample\":0,\"temperature\":1e-9"), NULL },
        { ROLLOUT("\"sample\":0,\"temperature\":0"), "temperature: must be a number above 0" },
        { ROLLOUT("\"sample\":0,\"temperature\":\"1\""), "temperature: must be a number above 0" },
        { ROLLOUT("\"sample\":0,\"zeros\":[0,1]"), NULL },
        { ROLLOUT("\"sample\":0,\"zeros\":[2]"), "zeros: no place in a text of 2 bytes" },
        { ROLLOUT("\"sample\":0,\"zeros\":[0.5]"), "zeros: no place in a text of 2 bytes" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        static const char prefix[] = "replay config: rollouts[0]";
        struct err err = { 0 };
        struct policy *p =
            open_replay(cases[i].text, cases[i].message == NULL ? 0 : ERR_INTEGRITY, &err);
        if (p != NULL) {
            p->vtable->close(p);
            continue;
        }
        assert_memory_equal(err.msg, prefix, strlen(prefix));
        const char *rest = err.msg + strlen(prefix);
        assert_string_equal(rest + (*rest == '.'), cases[i].message);
    }
}

/* By task, step, turn and sample, in whatever order they stand. */
static void test_each_request_finds_its_rollout(void **state)
{
    enum { N = 3 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err err = { 0 };
    const struct task *tasks[2];
    (void)state;
    assert_int_equal(task_find("l1/4", &a, &tasks[0], &err), 0);
    assert_int_equal(task_find("l1/5", &a, &tasks[1], &err), 0);
    buf_puts(&text, "{\"form\":\"body\",\"rollouts\":[");
    for (int i = 0; i < 2 * N * N * N; i++) {
        int at = i * 25 % (2 * N * N * N);
        buf_printf(&text,
                   "%s{\"task\":\"%s\",\"step\":%d,\"turn\":%d,\"sample\":%d,\"text\":\"%d\"}",
                   i == 0 ? "" : ",", tasks[at / (N * N * N)]->id, at / (N * N) % N, at / N % N,
                   at % N, at);
    }
    buf_puts(&text, "]}");
    struct policy *p = open_replay(buf_text(&text), 0, &err);
    assert_int_equal(p->vtable->answer_form(p), ANSWER_BODY);
    for (int at = 0; at < 2 * N * N * N; at++) {
        struct completion c;
        struct sample_request q = { .task = tasks[at / (N * N * N)],
                                    .step = at / (N * N) % N,
                                    .turn = at / N % N,
                                    .sample = at % N };
        assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), 0);
        assert_string_equal(c.text, arena_printf(&a, "%d", at));
        assert_true(c.logprob_temperature >= 1 && c.logprob_temperature <= 1);
        q.sample = N;
        assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_NOMATCH);
    }
    p->vtable->close(p);
    static const char *const files[] = { "{\"rollouts\":[]}", "{\"rollouts\":[],\"form\":\"file\"}",
                                         "{\"rollouts\":[],\"form\":1}" };
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        struct completion c;
        const struct sample_request q = { .task = tasks[0] };
        p = open_replay(files[i], 0, &err);
        assert_int_equal(p->vtable->answer_form(p), ANSWER_FILE);
        assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_NOMATCH);
        p->vtable->close(p);
    }
}

/* Stored hashes of earlier runs stay those of the same actions. */
static void test_the_hash_stays(void **state)
{
    struct err err = { 0 };
    char hash[65];
    struct policy *p = open_replay("{ \"rollouts\" : [ ] }", 0, &err);
    (void)state;
    assert_int_equal(p->vtable->model_hash(p, hash, &err), 0);
    p->vtable->close(p);
    assert_string_equal(hash, "fca3ee7ae60a9f51aae9cf1c219929639ef970b7cdad085fcaab07793bd94a5a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stored_actions_come_back_whole),
        cmocka_unit_test(test_zero_bytes_come_back),
        cmocka_unit_test(test_missing_rollout_is_named),
        cmocka_unit_test(test_it_only_samples),
        cmocka_unit_test(test_broken_configs_name_the_place),
        cmocka_unit_test(test_which_rollouts_are_taken),
        cmocka_unit_test(test_each_request_finds_its_rollout),
        cmocka_unit_test(test_hash_is_that_of_the_actions),
        cmocka_unit_test(test_the_hash_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
