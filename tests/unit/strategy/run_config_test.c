/*
 * run_config_test.c - a run's stored configuration comes back, and older ones without a member can
 * be resumed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/run/run_config.h"

static const struct run_config example = { .name = "talk",
                                           .strategy = "refine",
                                           .policy = "builtin",
                                           .policy_config = "{\"seed\": 3}",
                                           .backend = "cpu",
                                           .reward = "speedup",
                                           .seed = UINT64_MAX,
                                           .k = 8,
                                           .turns = 14,
                                           .history = "best-4",
                                           .feedback_template = "feedback",
                                           .feedback_lines = 5,
                                           .feedback_bytes = 600,
                                           .token_budget = 20000,
                                           .bodies = true,
                                           .temperature = 0.7,
                                           .task_case = CASE_TINY,
                                           .eval_mode = EVAL_FULL,
                                           .n_tasks = 2,
                                           .tasks = { "l1/4", "l1/28" } };

/* Removes the member of that name; members hold no nested objects. */
static void put_without(const char *text, const char *name, struct buf *out)
{
    char key[64];
    snprintf(key, sizeof(key), "\"%s\":", name);
    const char *at = strstr(text, key);
    assert_non_null(at);
    const char *end = strchr(at, '}');
    assert_non_null(end);
    end += end[1] == ',' ? 2 : 1;
    buf_add(out, text, (size_t)(at - text));
    buf_puts(out, end);
}

static void test_what_was_asked_for_comes_back(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct buf CLEANUP(buf_release) again = { 0 };
    struct run_config c;
    struct err err = { 0 };
    (void)state;
    run_config_encode(&example, &text);
    assert_int_equal(run_config_decode(buf_text(&text), &a, &c, &err), 0);
    assert_int_equal(c.turns, 14);
    assert_string_equal(c.history, "best-4");
    assert_string_equal(c.feedback_template, "feedback");
    assert_int_equal(c.feedback_lines, 5);
    assert_int_equal(c.feedback_bytes, 600);
    assert_int_equal(c.token_budget, 20000);
    assert_true(c.bodies);
    assert_true(c.seed == UINT64_MAX);
    assert_string_equal(c.tasks[1], "l1/28");
    run_config_encode(&c, &again);
    assert_string_equal(buf_text(&again), buf_text(&text));
}

/* No member has its default. */
static const struct run_config full = { .name = "full",
                                        .strategy = "ttt",
                                        .policy = "openai",
                                        .policy_config = "{\"model\":\"m\"}",
                                        .replay_of = "earlier",
                                        .backend = "cuda",
                                        .reward = "composite:lambda=0",
                                        .judge_config = "{\"judge\":1}",
                                        .split_json = "{\"split\":1}",
                                        .seed = 1,
                                        .input_secret = UINT64_MAX - 1,
                                        .k = 2,
                                        .n_steps = 3,
                                        .turns = 4,
                                        .patience = 5,
                                        .temperature = 0.125,
                                        .learning_rate = 0.25,
                                        .shuffle_rewards = true,
                                        .history = "last-6",
                                        .feedback_template = "short",
                                        .feedback_lines = 7,
                                        .feedback_bytes = 8,
                                        .token_budget = 9,
                                        .bodies = true,
                                        .adaptive = true,
                                        .counters = true,
                                        .task_case = CASE_FULL,
                                        .eval_mode = EVAL_FULL,
                                        .workers = 10,
                                        .threads = 11,
                                        .n_tasks = 1,
                                        .tasks = { "l3/9" },
                                        .origins = "{\"k\":\"file\"}" };

static void test_every_member_comes_back(void **state)
{
    static const struct {
        size_t offset, size;
    } numbers[] = {
#define AT(member) { offsetof(struct run_config, member), sizeof(full.member) }
        AT(seed),           AT(input_secret),   AT(k),
        AT(n_steps),        AT(turns),          AT(patience),
        AT(temperature),    AT(learning_rate),  AT(shuffle_rewards),
        AT(feedback_lines), AT(feedback_bytes), AT(token_budget),
        AT(bodies),         AT(adaptive),       AT(counters),
        AT(task_case),      AT(eval_mode),      AT(workers),
        AT(threads),        AT(n_tasks),
    };
    static const size_t texts[] = {
#undef AT
#define AT(member) offsetof(struct run_config, member)
        AT(name),         AT(strategy), AT(policy),  AT(policy_config),     AT(replay_of),
        AT(backend),      AT(reward),   AT(history), AT(feedback_template), AT(split_json),
        AT(judge_config), AT(tasks),
#undef AT
    };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct run_config c;
    struct err err = { 0 };
    (void)state;
    run_config_encode(&full, &text);
    assert_int_equal(run_config_decode(buf_text(&text), &a, &c, &err), 0);
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        assert_memory_equal((const char *)&c + numbers[i].offset,
                            (const char *)&full + numbers[i].offset, numbers[i].size);
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        const char *got;
        const char *want;
        memcpy(&got, (const char *)&c + texts[i], sizeof(got));
        memcpy(&want, (const char *)&full + texts[i], sizeof(want));
        assert_string_equal(got, want);
    }
    assert_non_null(strstr(buf_text(&text), "\"k\":{\"origin\":\"file\",\"value\":2}"));
    assert_non_null(strstr(buf_text(&text), "\"turns\":{\"origin\":\"default\",\"value\":4}"));
}

static void test_values_of_another_type_are_refused(void **state)
{
    static const struct {
        const char *from, *to, *named; /* named: what the error says */
    } cases[] = {
        { "\"value\":2}", "\"value\":\"2\"}", "'k'" },
        { "\"value\":4}", "\"value\":4.5}", "'turns'" },
        { "\"value\":10}", "\"value\":-1}", "'workers'" },
        { "\"value\":\"ttt\"}", "\"value\":7}", "'strategy'" },
        { "\"value\":[\"l3/9\"]}", "\"value\":[]}", "tasks" },
        { "\"value\":[\"l3/9\"]}", "\"value\":[9]}", "tasks" },
        { "\"value\":[\"l3/9\"]}", "\"value\":\"l3/9\"}", "tasks" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        struct buf CLEANUP(buf_release) other = { 0 };
        struct run_config c;
        struct err err = { 0 };
        run_config_encode(&full, &text);
        const char *at = strstr(buf_text(&text), cases[i].from);
        assert_non_null(at);
        buf_add(&other, buf_text(&text), (size_t)(at - buf_text(&text)));
        buf_puts(&other, cases[i].to);
        buf_puts(&other, at + strlen(cases[i].from));
        if (run_config_decode(buf_text(&other), &a, &c, &err) != ERR_INTEGRITY ||
            strstr(err.msg, cases[i].named) == NULL)
            fail_msg("%s: %s", cases[i].to, err.msg);
    }
}

static void test_members_that_came_later_may_be_missing(void **state)
{
    static const char *const later[] = { "turns",          "history",        "feedback_template",
                                         "feedback_lines", "feedback_bytes", "token_budget",
                                         "bodies" };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct run_config c;
    struct err err = { 0 };
    (void)state;
    run_config_encode(&example, &text);
    for (size_t i = 0; i < ARRAY_LEN(later); i++) {
        struct buf less = { 0 };
        put_without(buf_text(&text), later[i], &less);
        buf_release(&text);
        text = less;
    }
    assert_int_equal(run_config_decode(buf_text(&text), &a, &c, &err), 0);
    assert_int_equal(c.turns, 0);
    assert_null(c.history);
    assert_null(c.feedback_template);
    assert_int_equal(c.token_budget, 0);
    assert_false(c.bodies);
    assert_int_equal(c.k, 8);
}

static void test_others_must_be_there(void **state)
{
    static const char *const needed[] = { "k", "policy", "seed", "temperature" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(needed); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        struct buf CLEANUP(buf_release) less = { 0 };
        struct run_config c;
        struct err err = { 0 };
        run_config_encode(&example, &text);
        put_without(buf_text(&text), needed[i], &less);
        assert_int_equal(run_config_decode(buf_text(&less), &a, &c, &err), ERR_INTEGRITY);
        assert_non_null(strstr(err.msg, needed[i]));
    }
}

/* Whether a configuration without each of its members can be read. */
static void test_which_members_are_needed(void **state)
{
    static const char *const needed[] = {
        "name",       "strategy",  "policy",  "policy_config", "replay_of",       "backend",
        "reward",     "seed",      "k",       "n_steps",       "patience",        "temperature",
        "split_json", "workers",   "threads", "learning_rate", "shuffle_rewards", "task_case",
        "tasks",      "eval_mode",
    };
    struct buf CLEANUP(buf_release) text = { 0 };
    size_t n = 0, n_needed = 0;
    (void)state;
    struct run_config flat = full;
    flat.policy_config = flat.judge_config = flat.split_json = "no braces";
    run_config_encode(&flat, &text);
    for (const char *at = strstr(buf_text(&text), "\":{\"origin\""); at != NULL;
         at = strstr(at + 1, "\":{\"origin\"")) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) less = { 0 };
        struct run_config c;
        struct err err = { 0 };
        bool is_needed = false;
        const char *begin = at;
        while (begin[-1] != '"')
            begin--;
        const char *name = arena_strndup(&a, begin, (size_t)(at - begin));
        for (size_t i = 0; i < ARRAY_LEN(needed); i++)
            is_needed = is_needed || strcmp(needed[i], name) == 0;
        put_without(buf_text(&text), name, &less);
        int rc = run_config_decode(buf_text(&less), &a, &c, &err);
        if (rc != (is_needed ? ERR_INTEGRITY : 0))
            fail_msg("without %s: %d %s", name, rc, err.msg);
        n++;
        n_needed += is_needed;
    }
    assert_int_equal(n_needed, ARRAY_LEN(needed));
    assert_true(n > 2 * n_needed);
}

static void test_how_many_tasks_there_may_be(void **state)
{
    static const struct {
        size_t n_tasks;
        int n_held, eval_k;
        const char *message; /* "": it is taken */
    } cases[] = {
        { 256, 0, 0, "" },
        { 256, 256, 1, "" },
        { 1, 1, 0, "" },
        { 1, 2, 0, "run configuration: 'n_held' or 'eval_k' is malformed" },
        { 1, -1, 0, "run configuration: 'n_held' or 'eval_k' is malformed" },
        { 1, 0, -1, "run configuration: 'n_held' or 'eval_k' is malformed" },
        { 0, 0, 0, "run configuration: 'tasks' is missing or malformed" },
    };
    struct run_config *c = mem_alloc(2 * sizeof(*c));
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        struct err err = { 0 };
        c[0] = full;
        c[0].n_tasks = cases[i].n_tasks;
        c[0].n_held = cases[i].n_held;
        c[0].eval_k = cases[i].eval_k;
        for (size_t t = 0; t < c[0].n_tasks; t++)
            c[0].tasks[t] = arena_printf(&a, "l1/%zu", t);
        run_config_encode(&c[0], &text);
        assert_int_equal(run_config_decode(buf_text(&text), &a, &c[1], &err),
                         cases[i].message[0] == '\0' ? 0 : ERR_INTEGRITY);
        assert_string_equal(err.msg, cases[i].message);
        if (cases[i].message[0] != '\0')
            continue;
        assert_int_equal(c[1].n_tasks, cases[i].n_tasks);
        assert_string_equal(c[1].tasks[c[1].n_tasks - 1], c[0].tasks[c[0].n_tasks - 1]);
        /* One more than there may be. */
        const char *list = strstr(buf_text(&text), "[\"l1/0\"");
        const char *more = arena_printf(&a, "%.*s[\"l1/0\",%s", (int)(list - buf_text(&text)),
                                        buf_text(&text), list + 1);
        assert_int_equal(run_config_decode(more, &a, &c[1], &err),
                         cases[i].n_tasks == 256 ? ERR_INTEGRITY : 0);
    }
    free(c);
}

static void test_what_a_run_is_by_its_configuration(void **state)
{
    static const struct {
        const char *suite;
        bool bodies;
        enum answer_form form;
    } forms[] = { { NULL, false, ANSWER_FILE },
                  { NULL, true, ANSWER_BODY },
                  { "own", true, ANSWER_CODE } };
    static const struct {
        int k, eval_k, width;
    } widths[] = { { 3, 0, 3 }, { 3, 3, 3 }, { 3, 4, 4 } };
    struct run_config c = { .n_tasks = 3, .n_held = 1 };
    (void)state;
    assert_false(run_config_is_held(&c, 1));
    assert_true(run_config_is_held(&c, 2));
    c.n_held = 0;
    assert_false(run_config_is_held(&c, 2));
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        c.replay_suite = forms[i].suite;
        c.bodies = forms[i].bodies;
        assert_int_equal(run_config_form(&c), forms[i].form);
        c.k = widths[i].k;
        c.eval_k = widths[i].eval_k;
        assert_int_equal(run_config_width(&c), widths[i].width);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_asked_for_comes_back),
        cmocka_unit_test(test_every_member_comes_back),
        cmocka_unit_test(test_values_of_another_type_are_refused),
        cmocka_unit_test(test_members_that_came_later_may_be_missing),
        cmocka_unit_test(test_others_must_be_there),
        cmocka_unit_test(test_which_members_are_needed),
        cmocka_unit_test(test_how_many_tasks_there_may_be),
        cmocka_unit_test(test_what_a_run_is_by_its_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
