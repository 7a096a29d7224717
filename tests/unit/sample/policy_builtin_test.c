/*
 * policy_builtin_test.c - the builtin policy behind its seam: sampling, scoring, adaptation.
 */
#include <math.h>
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
#include "src/sample/policy.h"
#include "tasks/kernel_file.h"
#include "tasks/task.h"

static const char *const task_ids[] = { "l1/4",  "l1/5",  "l1/12", "l1/14", "l1/15",
                                        "l1/18", "l1/28", "l1/29", "l1/30", "l1/32" };

static struct policy *open_policy(const char *config)
{
    struct policy *p = NULL;
    struct err err = { 0 };
    if (policy_find("builtin")->open(config, &p, &err) < 0)
        fail_msg("%s", err.msg);
    return p;
}

static const struct task *find_task(struct arena *a, const char *id)
{
    const struct task *t = NULL;
    struct err err = { 0 };
    if (task_find(id, a, &t, &err) < 0)
        fail_msg("%s", err.msg);
    return t;
}

static void sample(struct policy *p, const struct sample_request *q, size_t n, struct arena *a,
                   struct completion *out)
{
    struct err err = { 0 };
    if (p->vtable->sample(p, q, n, a, out, &err) < 0)
        fail_msg("%s", err.msg);
}

static void assert_same(const struct completion *x, const struct completion *y)
{
    assert_int_equal(x->text_len, y->text_len);
    assert_memory_equal(x->text, y->text, x->text_len);
    assert_int_equal(x->n_tokens, y->n_tokens);
    assert_memory_equal(x->token_ids, y->token_ids, x->n_tokens * sizeof(*x->token_ids));
    assert_memory_equal(x->logprobs, y->logprobs, x->n_tokens * sizeof(*x->logprobs));
}

static void test_samples_do_not_depend_on_order_or_batches(void **state)
{
    enum { N = 40 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct sample_request forward[N], backward[N];
    struct completion one[N], two[N], three[N];
    struct policy *p = open_policy(NULL), *other = open_policy("{}");
    (void)state;
    for (int i = 0; i < N; i++) {
        const struct task *t = find_task(&a, task_ids[i % 10]);
        forward[i] = (struct sample_request){
            .task = t, .run_seed = 42, .step = i % 3, .sample = i / 3, .temperature = 1.0
        };
        backward[N - 1 - i] = forward[i];
    }
    sample(p, forward, N, &a, one);
    sample(other, backward, N, &a, two);
    for (int i = 0; i < N; i++)
        sample(p, &forward[i], 1, &a, &three[i]);
    for (int i = 0; i < N; i++) {
        assert_same(&one[i], &two[N - 1 - i]);
        assert_same(&one[i], &three[i]);
    }
    p->vtable->close(p);
    other->vtable->close(other);
}

static void test_every_part_of_the_name_changes_the_sample(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct policy *p = open_policy(NULL);
    const struct task *t = find_task(&a, "l1/4");
    size_t differ[4] = { 0 };
    (void)state;
    for (int i = 0; i < 50; i++) {
        struct sample_request q[5];
        struct completion c[5];
        for (size_t k = 0; k < ARRAY_LEN(q); k++)
            q[k] = (struct sample_request){
                .task = t, .run_seed = 1, .sample = i, .temperature = 1.0
            };
        q[1].run_seed = 2;
        q[2].step = 1;
        q[3].sample = i + 1000;
        q[4].turn = 1;
        sample(p, q, ARRAY_LEN(q), &a, c);
        for (size_t k = 0; k < ARRAY_LEN(differ); k++)
            differ[k] += strcmp(c[0].text, c[k + 1].text) != 0;
    }
    for (size_t k = 0; k < ARRAY_LEN(differ); k++)
        assert_true(differ[k] > 40);
    p->vtable->close(p);
}

static int score(struct policy *p, const struct task *t, const int32_t *ids, size_t n,
                 double temperature, float *out, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct score_request q = {
        .task = t, .n_tokens = n, .token_ids = ids, .temperature = temperature
    };
    struct token_scores scores;
    int rc = p->vtable->score(p, &q, &a, &scores, err);
    if (rc < 0)
        return rc;
    assert_int_equal(scores.n_tokens, n);
    assert_true(fabs(scores.temperature - temperature) < 1e-15);
    memcpy(out, scores.logprobs, n * sizeof(*out));
    return 0;
}

static void test_scores_equal_sampled_logprobs_bit_for_bit(void **state)
{
    static const double temperatures[] = { 0.25, 0.7, 1.0, 1.6 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct policy *p = open_policy("{\"seed\": 9, \"rank\": 3, \"init_scale\": 0.3}");
    struct err err = { 0 };
    (void)state;
    for (int i = 0; i < 200; i++) {
        const struct task *t = find_task(&a, task_ids[i % 10]);
        double temperature = temperatures[i % 4];
        struct sample_request q = {
            .task = t, .run_seed = 5, .step = 1, .sample = i, .temperature = temperature
        };
        struct completion c;
        float scores[64];
        sample(p, &q, 1, &a, &c);
        assert_true(c.n_tokens > 0 && c.n_tokens <= 64);
        assert_true(fabs(c.logprob_temperature - temperature) < 1e-15);
        assert_int_equal(score(p, t, c.token_ids, c.n_tokens, temperature, scores, &err), 0);
        assert_memory_equal(scores, c.logprobs, c.n_tokens * sizeof(float));
    }
    p->vtable->close(p);
}

static void test_low_temperature_is_greedy_and_sure(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct policy *p = open_policy(NULL);
    const struct task *t = find_task(&a, "l1/12");
    struct completion c[10];
    (void)state;
    for (int i = 0; i < 10; i++) {
        struct sample_request q = {
            .task = t, .run_seed = 3, .step = 0, .sample = i, .temperature = 1e-3
        };
        sample(p, &q, 1, &a, &c[i]);
        assert_string_equal(c[i].text, c[0].text);
        for (size_t k = 0; k < c[i].n_tokens; k++)
            assert_true((double)c[i].logprobs[k] > -1e-3);
    }
    p->vtable->close(p);
}

static void test_wrong_requests_are_refused(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct policy *p = open_policy(NULL);
    const struct task *t = find_task(&a, "l1/4");
    struct task stranger = *t;
    struct completion c;
    struct err err = { 0 };
    int32_t tokens[] = { 999999 };
    float out[1];
    (void)state;
    struct sample_request q = {
        .task = t, .run_seed = 1, .step = 0, .sample = 0, .temperature = -1.0
    };
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_USAGE);
    q.temperature = (double)NAN;
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_USAGE);
    stranger.family = "conv";
    q = (struct sample_request){
        .task = &stranger, .run_seed = 1, .step = 0, .sample = 0, .temperature = 1.0
    };
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_NOMATCH);
    assert_int_equal(score(p, t, tokens, 1, 1.0, out, &err), ERR_INTEGRITY);
    p->vtable->close(p);
}

static void test_half_a_thousand_samples_assemble_and_parse(void **state)
{
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(task_ids); k++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct policy *p = open_policy(NULL);
        const struct task *t = find_task(&a, task_ids[k]);
        struct err err = { 0 };
        int slips = 0;
        for (int i = 0; i < 500; i++) {
            struct sample_request q = {
                .task = t, .run_seed = 11, .step = 0, .sample = i, .temperature = 1.0
            };
            struct completion c;
            struct kernel_file file;
            struct kernel_error e;
            const char *action, *code;
            sample(p, &q, 1, &a, &c);
            assert_int_equal(
                assemble_answer(&(struct raw_answer){ ANSWER_FILE, NULL, c.text, c.text_len }, &a,
                                &action, &code, &err),
                0);
            assert_non_null(code);
            if (kernel_file_parse(code, strlen(code), t, &a, &file, &e) == 0)
                continue;
            if (!strstr(e.msg, "is no input, output, dimension"))
                fail_msg("%s: %zu:%zu %s\n%s", t->id, e.line, e.column, e.msg, code);
            slips++;
        }
        assert_true(slips < 25);
        p->vtable->close(p);
    }
}

static void test_saved_and_loaded_policy_samples_the_same(void **state)
{
    enum { N = 16 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) start = { 0 }, adapted = { 0 };
    struct policy *p = open_policy(NULL), *fresh = open_policy(NULL);
    const struct task *t = find_task(&a, "l1/5");
    struct update_options o = { 0.2, 0.9, 0.999, 1e-8, 1, 0, NULL, NULL };
    struct update_metrics metrics;
    struct completion c[N], d[N];
    struct update_item items[N];
    struct err err = { 0 };
    (void)state;
    assert_int_equal(p->vtable->save(p, &start, &err), 0);
    for (int i = 0; i < N; i++) {
        struct sample_request q = {
            .task = t, .run_seed = 1, .step = 0, .sample = i, .temperature = 1.0
        };
        sample(p, &q, 1, &a, &c[i]);
        items[i] = (struct update_item){ t,   c[i].n_tokens,    c[i].token_ids, c[i].logprobs,
                                         1.0, i % 2 ? 1 : -1.0, NULL,           0,
                                         NULL };
    }
    assert_int_equal(p->vtable->update(p, items, N, &o, &metrics, &err), 0);
    assert_true(fabs(metrics.mean_ratio - 1) < 1e-6);
    assert_true(metrics.grad_norm > 0 && metrics.kl > 0 && metrics.entropy > 0);
    assert_int_equal(p->vtable->save(p, &adapted, &err), 0);
    assert_int_equal(fresh->vtable->load(fresh, adapted.data, adapted.len, &err), 0);
    size_t moved = 0;
    for (int i = 0; i < N; i++) {
        struct sample_request q = {
            .task = t, .run_seed = 1, .step = 1, .sample = i, .temperature = 1.0
        };
        float before[64], after[64];
        sample(p, &q, 1, &a, &c[i]);
        sample(fresh, &q, 1, &a, &d[i]);
        assert_same(&c[i], &d[i]);
        assert_int_equal(score(p, t, c[i].token_ids, c[i].n_tokens, 1, after, &err), 0);
        assert_int_equal(p->vtable->load(p, start.data, start.len, &err), 0);
        assert_int_equal(score(p, t, c[i].token_ids, c[i].n_tokens, 1, before, &err), 0);
        assert_int_equal(p->vtable->load(p, adapted.data, adapted.len, &err), 0);
        moved += memcmp(before, after, c[i].n_tokens * sizeof(float)) != 0;
    }
    assert_int_equal(moved, N);
    p->vtable->close(p);
    fresh->vtable->close(fresh);
}

static void test_model_hash_names_what_shapes_samples(void **state)
{
    static const char *const configs[] = { "{\"seed\": 2}", "{\"rank\": 4}",
                                           "{\"init_scale\": 0}" };
    struct policy *p = open_policy(NULL);
    char first[65], other[65];
    struct err err = { 0 };
    (void)state;
    assert_int_equal(p->vtable->model_hash(p, first, &err), 0);
    assert_int_equal(strlen(first), 64);
    for (size_t i = 0; i < ARRAY_LEN(configs); i++) {
        struct policy *q = open_policy(configs[i]);
        struct buf CLEANUP(buf_release) b = { 0 };
        assert_int_equal(q->vtable->model_hash(q, other, &err), 0);
        assert_string_not_equal(first, other);
        assert_int_equal(q->vtable->save(q, &b, &err), 0);
        assert_int_equal(p->vtable->load(p, b.data, b.len, &err), ERR_USAGE);
        q->vtable->close(q);
    }
    struct policy *same = open_policy("{\"learning_rate\": 9}");
    assert_int_equal(same->vtable->model_hash(same, other, &err), 0);
    assert_string_equal(first, other);
    same->vtable->close(same);
    p->vtable->close(p);
}

static double synthetic_reward(const char *text)
{
    return (strstr(text, "float4") != NULL) + 0.5 * (strstr(text, "last = first") != NULL);
}

/* 5 tasks x 32 samples; returns the mean reward before. */
static double adapt_once(struct policy *p, const struct task *const tasks[5], uint64_t seed,
                         int step)
{
    enum { K = 32, N = 5 * K };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct completion c[N];
    struct update_item items[N];
    struct update_metrics metrics;
    struct update_options o = { (double)NAN, 0.9, 0.999, 1e-8, 1, 0, NULL, NULL };
    struct err err = { 0 };
    double sum = 0, square = 0, rewards[N];
    for (int i = 0; i < N; i++) {
        struct sample_request q = { .task = tasks[i / K],
                                    .run_seed = seed,
                                    .step = step,
                                    .sample = i % K,
                                    .temperature = 1.0 };
        sample(p, &q, 1, &a, &c[i]);
        rewards[i] = synthetic_reward(c[i].text);
        sum += rewards[i];
        square += rewards[i] * rewards[i];
    }
    double mean = sum / N, sd = sqrt((square - sum * mean) / (N - 1));
    for (int i = 0; i < N; i++)
        items[i] = (struct update_item){ tasks[i / K],
                                         c[i].n_tokens,
                                         c[i].token_ids,
                                         c[i].logprobs,
                                         1.0,
                                         (rewards[i] - mean) / fmax(sd, 1e-6),
                                         NULL,
                                         0,
                                         NULL };
    if (p->vtable->update(p, items, N, &o, &metrics, &err) < 0)
        fail_msg("%s", err.msg);
    return mean;
}

static void test_five_steps_raise_a_reward(void **state)
{
    static const char *const ids[5] = { "l1/5", "l1/28", "l1/29", "l1/30", "l1/32" };
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct task *tasks[5];
    double first = 0, last = 0;
    (void)state;
    for (size_t i = 0; i < 5; i++)
        tasks[i] = find_task(&a, ids[i]);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct policy *p = open_policy(NULL);
        for (int step = 0; step <= 5; step++) {
            double mean = adapt_once(p, tasks, seed, step);
            first += step == 0 ? mean / 3 : 0;
            last += step == 5 ? mean / 3 : 0;
            if (getenv("ROLLBOOK_TEST_VERBOSE"))
                printf("seed %d step %d reward %.3f\n", (int)seed, step, mean);
        }
        p->vtable->close(p);
    }
    if (last < 1.5 * first)
        fail_msg("mean reward %.3f at step 0, %.3f at step 5", first, last);
}

static void test_updates_out_of_range_leave_no_trace(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) before = { 0 }, after = { 0 };
    struct policy *p = open_policy(NULL);
    const struct task *t = find_task(&a, "l1/5");
    struct sample_request q = {
        .task = t, .run_seed = 1, .step = 0, .sample = 0, .temperature = 1.0
    };
    struct completion c;
    struct update_metrics metrics;
    struct err err = { 0 };
    (void)state;
    sample(p, &q, 1, &a, &c);
    float *stale = arena_array(&a, c.n_tokens, sizeof(float));
    for (size_t i = 0; i < c.n_tokens; i++)
        stale[i] = -1e30f;
    struct update_item items[] = { { t, c.n_tokens, c.token_ids, c.logprobs, 1.0, 1.0, NULL, 0,
                                     NULL },
                                   { t, c.n_tokens, c.token_ids, stale, 1.0, 1.0, NULL, 0, NULL } };
    const struct update_options bad[] = { { -1, 0.9, 0.999, 1e-8, 1, 0, NULL, NULL },
                                          { 0.1, 1.0, 0.999, 1e-8, 1, 0, NULL, NULL },
                                          { 0.1, 0.9, (double)NAN, 1e-8, 1, 0, NULL, NULL },
                                          { 0.1, 0.9, 0.999, 0, 1, 0, NULL, NULL },
                                          { 0.1, 0.9, 0.999, 1e-8, 1, -1, NULL, NULL } };
    const struct update_options good = { 0.1, 0.9, 0.999, 1e-8, 1, 0, NULL, NULL };
    assert_int_equal(p->vtable->save(p, &before, &err), 0);
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        assert_int_equal(p->vtable->update(p, items, 1, &bad[i], &metrics, &err), ERR_USAGE);
    assert_int_equal(p->vtable->update(p, items, 2, &good, &metrics, &err), ERR_USAGE);
    assert_int_equal(p->vtable->update(p, items, 0, &good, &metrics, &err), ERR_USAGE);
    assert_int_equal(p->vtable->save(p, &after, &err), 0);
    assert_memory_equal(before.data, after.data, before.len);
    p->vtable->close(p);
}

static void test_prompt_says_what_is_asked(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) b = { 0 };
    struct policy *p = open_policy(NULL);
    const struct task *t = find_task(&a, "l1/4");
    struct sample_request q = {
        .task = t, .run_seed = 1, .step = 0, .sample = 0, .temperature = 1.0
    };
    struct completion c;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(p->vtable->prompt(p, t, &b, &err), 0);
    assert_non_null(strstr(b.data, t->description));
    assert_non_null(strstr(b.data, "input A: f32[m, k]"));
    assert_non_null(strstr(b.data, "m = 1009"));
    assert_non_null(strstr(b.data, t->baseline));
    sample(p, &q, 1, &a, &c);
    assert_true(c.prompt_tokens > 150);
    p->vtable->close(p);
}

static void test_table_of_policies(void **state)
{
    size_t n;
    const struct policy_vtable *const *all = policy_all(&n);
    (void)state;
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++)
        assert_ptr_equal(policy_find(all[i]->name), all[i]);
    assert_null(policy_find("nobody"));
}

/* Each limit, and whether it is taken. */
static void test_which_updates_there_are(void **state)
{
    static const struct {
        double rate, beta1, beta2, epsilon, schedule, decay;
        bool taken;
    } cases[] = {
        { 0, 0.9, 0.999, 1e-8, 1, 0, true },
        { -0.1, 0.9, 0.999, 1e-8, 1, 0, false },
        { 0.1, 0, 0.999, 1e-8, 1, 0, true },
        { 0.1, -0.1, 0.999, 1e-8, 1, 0, false },
        { 0.1, 1, 0.999, 1e-8, 1, 0, false },
        { 0.1, 0.9, 0, 1e-8, 1, 0, true },
        { 0.1, 0.9, -0.1, 1e-8, 1, 0, false },
        { 0.1, 0.9, 1, 1e-8, 1, 0, false },
        { 0.1, 0.9, 0.999, 0, 1, 0, false },
        { 0.1, 0.9, 0.999, (double)INFINITY, 1, 0, false },
        { 0.1, 0.9, 0.999, 1e-8, 0, 0, true },
        { 0.1, 0.9, 0.999, 1e-8, -1, 0, false },
        { 0.1, 0.9, 0.999, 1e-8, 1, 0.5, true },
        { 0.1, 0.9, 0.999, 1e-8, 1, -0.5, false },
        { 0.1, 0.9, 0.999, 1e-8, 1, (double)INFINITY, false },
        { (double)INFINITY, 0.9, 0.999, 1e-8, 1, 0, false },
        { (double)NAN, 0.9, 0.999, 1e-8, 1, 0, true },
    };
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct task *t = find_task(&a, "l1/5");
    const struct sample_request q = { .task = t, .run_seed = 1, .temperature = 1.0 };
    struct completion c;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct policy *p = open_policy("{\"learning_rate\":0.1}");
        struct update_metrics metrics;
        struct err err = { 0 };
        sample(p, &q, 1, &a, &c);
        const struct update_item item = { t,   c.n_tokens, c.token_ids, c.logprobs, 1.0,
                                          1.0, NULL,       0,           NULL };
        const struct update_options o = {
            cases[i].rate,     cases[i].beta1, cases[i].beta2, cases[i].epsilon,
            cases[i].schedule, cases[i].decay, NULL,           NULL
        };
        int rc = p->vtable->update(p, &item, 1, &o, &metrics, &err);
        if (rc != (cases[i].taken ? 0 : ERR_USAGE))
            fail_msg("case %zu: %d %s", i, rc, err.msg);
        if (i == 1)
            assert_string_equal(err.msg, "update: learning rate -0.1, beta1 0.9, beta2 0.999, "
                                         "epsilon 1e-08, weight decay 0 are out of range");
        p->vtable->close(p);
    }
}

/* What is refused is said whole. */
static void test_messages(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct policy *p = open_policy(NULL);
    const struct task *t = find_task(&a, "l1/5");
    struct sample_request q = { .task = t, .run_seed = 1, .temperature = 1.0 };
    struct task module = *t;
    struct completion c;
    struct update_metrics metrics;
    struct err err = { 0 };
    float scores[64];
    const struct update_options o = { 0.1, 0.9, 0.999, 1e-8, 1, 0, NULL, NULL };
    (void)state;
    sample(p, &q, 1, &a, &c);
    struct update_item items[2] = { { t, c.n_tokens, c.token_ids, c.logprobs, 1, 1, NULL, 0,
                                      NULL } };
    items[1] = items[0];
    items[1].advantage = (double)INFINITY;
    assert_int_equal(p->vtable->update(p, items, 2, &o, &metrics, &err), ERR_USAGE);
    assert_string_equal(err.msg, "update item 1: advantage inf, temperature 1");
    items[1] = items[0];
    items[1].temperature = -1;
    assert_int_equal(p->vtable->update(p, items, 2, &o, &metrics, &err), ERR_USAGE);
    assert_string_equal(err.msg, "update item 1: advantage 1, temperature -1");
    items[0].n_tokens = 0;
    assert_int_equal(p->vtable->update(p, items, 1, &o, &metrics, &err), ERR_USAGE);
    assert_string_equal(err.msg, "update: no tokens");
    q.temperature = -1;
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_USAGE);
    assert_string_equal(err.msg, "temperature -1: must not be negative");
    q.temperature = (double)INFINITY;
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_USAGE);
    q.temperature = 0;
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), 0);
    assert_true(c.logprob_temperature >= 1 && c.logprob_temperature <= 1);
    assert_int_equal(score(p, t, c.token_ids, c.n_tokens, 0, scores, &err), ERR_USAGE);
    assert_string_equal(err.msg, "temperature 0: must be above 0");
    assert_int_equal(score(p, t, c.token_ids, c.n_tokens, (double)INFINITY, scores, &err),
                     ERR_USAGE);
    int32_t *more = arena_array(&a, c.n_tokens + 1, sizeof(*more));
    memcpy(more, c.token_ids, c.n_tokens * sizeof(*more));
    more[c.n_tokens] = 4;
    assert_int_equal(score(p, t, more, c.n_tokens + 1, 1, scores, &err), ERR_INTEGRITY);
    assert_string_equal(
        err.msg, arena_printf(&a, "task l1/5: token %zu (4) is not allowed there", c.n_tokens));
    module.module = "import torch";
    q.task = &module;
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_USAGE);
    assert_string_equal(err.msg, "task l1/5 is a PyTorch problem, for which the builtin policy has "
                                 "no grammar: use --policy replay or openai");
    module.module = NULL;
    module.family = "zz";
    assert_int_equal(p->vtable->sample(p, &q, 1, &a, &c, &err), ERR_NOMATCH);
    assert_string_equal(err.msg, "task l1/5: the builtin policy has no grammar for family zz");
    p->vtable->close(p);
}

/* Between what it was and what it takes up, by the share of that; its own optimiser is lost. */
static void test_policies_blend(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) first = { 0 }, second = { 0 }, got = { 0 };
    struct policy *p = open_policy(NULL);
    const struct task *t = find_task(&a, "l1/5");
    const struct sample_request q = { .task = t, .run_seed = 1, .temperature = 1.0 };
    const struct update_options o = { 0.2, 0.9, 0.999, 1e-8, 1, 0, NULL, NULL };
    struct update_metrics metrics;
    struct completion c;
    struct err err = { 0 };
    (void)state;
    sample(p, &q, 1, &a, &c);
    const struct update_item item = { t,   c.n_tokens, c.token_ids, c.logprobs, 1.0,
                                      1.0, NULL,       0,           NULL };
    assert_int_equal(p->vtable->save(p, &first, &err), 0);
    assert_int_equal(p->vtable->update(p, &item, 1, &o, &metrics, &err), 0);
    assert_int_equal(p->vtable->save(p, &second, &err), 0);
    assert_int_equal(p->vtable->blend(p, first.data, first.len, 0.25, &err), 0);
    assert_int_equal(p->vtable->save(p, &got, &err), 0);
    assert_int_equal(got.len, second.len);
    size_t n_moved = 0;
    for (size_t at = 104; at + 8 <= 104 + (got.len - 104 - 32) / 3; at += 8) {
        double x, y, z;
        memcpy(&x, first.data + at, sizeof(x));
        memcpy(&y, second.data + at, sizeof(y));
        memcpy(&z, got.data + at, sizeof(z));
        assert_true(fabs(z - (0.25 * x + 0.75 * y)) < 1e-12);
        n_moved += fabs(x - y) > 1e-3;
    }
    assert_true(n_moved > 10);
    first.data[first.len - 1] ^= 1;
    assert_int_equal(p->vtable->blend(p, first.data, first.len, 0.25, &err), ERR_INTEGRITY);
    p->vtable->close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_do_not_depend_on_order_or_batches),
        cmocka_unit_test(test_every_part_of_the_name_changes_the_sample),
        cmocka_unit_test(test_scores_equal_sampled_logprobs_bit_for_bit),
        cmocka_unit_test(test_low_temperature_is_greedy_and_sure),
        cmocka_unit_test(test_wrong_requests_are_refused),
        cmocka_unit_test(test_half_a_thousand_samples_assemble_and_parse),
        cmocka_unit_test(test_saved_and_loaded_policy_samples_the_same),
        cmocka_unit_test(test_model_hash_names_what_shapes_samples),
        cmocka_unit_test(test_five_steps_raise_a_reward),
        cmocka_unit_test(test_updates_out_of_range_leave_no_trace),
        cmocka_unit_test(test_which_updates_there_are),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_policies_blend),
        cmocka_unit_test(test_prompt_says_what_is_asked),
        cmocka_unit_test(test_table_of_policies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
