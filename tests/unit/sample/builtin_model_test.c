/* builtin_model_test.c - gradient, Adam and checkpoints of the builtin policy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/learn/policy_loss.h"
#include "src/sample/builtin/builtin_model.h"
#include "tasks/task.h"

#define N_ITEMS 6

/* Away from its start, ratios are not 1. */
struct fixture {
    struct arena arena;
    struct builtin_model model;
    struct update_item items[N_ITEMS];
};

static void fill_item(struct fixture *f, const struct task *task, size_t i, struct rng *rng)
{
    const struct grammar *g = grammar_find(&f->model.set, task->family);
    struct grammar_walk w;
    int32_t *ids = arena_array(&f->arena, g->n_slots, sizeof(*ids));
    float *old = arena_array(&f->arena, g->n_slots, sizeof(*old));
    size_t n = 0;
    grammar_walk_start(&w, g, task->id);
    while (!grammar_walk_done(&w)) {
        size_t option = rng_below(rng, (uint32_t)g->slots[w.slot].n_options);
        if (!(grammar_walk_available(&w) >> option & 1u))
            continue;
        ids[n] = grammar_token(g, w.slot, option);
        old[n++] = (float)(-2.0 + rng_double(rng));
        grammar_walk_choose(&w, option);
    }
    static const struct exchange told[] = {
        { "a", "- status: measured\n- compiled: yes\n- correct: yes\n- speedup: 2.5 times" },
        { "b", "- status: mismatch\n- compiled: yes\n- correct: no\n" },
    };
    f->items[i] = (struct update_item){ .task = task,
                                        .n_exchanges = i % 3,
                                        .exchanges = told,
                                        .n_tokens = n,
                                        .token_ids = ids,
                                        .old_logprobs = old,
                                        .temperature = i % 2 ? 0.7 : 1.3,
                                        .advantage = rng_normal(rng) };
}

static void fixture_open(struct fixture *f, uint64_t seed)
{
    static const char *const ids[] = { "l1/4", "l1/14", "l1/28" };
    struct builtin_config config = { .seed = 3, .rank = 4, .init_scale = 0.1, .share = seed == 2 };
    struct grammar_set set;
    struct err err = { 0 };
    struct rng rng;
    memset(f, 0, sizeof(*f));
    assert_int_equal(grammar_set_load(&f->arena, &set, &err), 0);
    builtin_model_init(&f->model, &config, &set);
    rng_init(&rng, seed, RNG_BOOTSTRAP, 0, 0, 0);
    for (size_t p = 0; p < f->model.adam.n; p++)
        f->model.adapter.params[p] += 0.3 * rng_normal(&rng);
    for (size_t i = 0; i < N_ITEMS; i++) {
        const struct task *task;
        assert_int_equal(task_find(ids[i % ARRAY_LEN(ids)], &f->arena, &task, &err), 0);
        fill_item(f, task, i, &rng);
    }
}

static void fixture_close(struct fixture *f)
{
    arena_release(&f->model.arena);
    arena_release(&f->arena);
}

static struct feature_list features_of(const struct exchange *x, size_t n, const char *prompt)
{
    struct feature_list l = { .n = 0 };
    features_of_feedback(x, n, prompt, &l);
    return l;
}

static double feature_at(const struct feature_list *l, size_t index)
{
    double sum = 0;
    for (size_t i = 0; i < l->n; i++)
        sum += l->items[i].index == index ? l->items[i].value : 0;
    return sum;
}

/* 256 told, 257 compiled, 258 correct, 259 speedup, 260 turns, 261 ever, 262 best, 263 closing. */
static void test_feedback_is_read(void **state)
{
    static const struct exchange x[] = {
        { "a", "It is correct.\n\n- status: measured\n- compiled: yes\n- correct: yes\n"
               "- speedup: 4 times as fast as the reference\n" },
        { "b", "- status: compile\n- compiled: no\n- correct: no\nsay - compiled: yes\n" },
        { "c", "nothing of the kind" },
    };
    static const struct {
        size_t first, n;
        const char *prompt;
        double values[8];
    } cases[] = {
        { 0, 0, NULL, { 0, 0, 0, 0, 0, 0, 0, 0 } },
        { 0, 0, "Now solve the original problem.", { 0, 0, 0, 0, 0, 0, 0, 1 } },
        { 0, 1, NULL, { 1, 1, 1, 0.5, 0.125, 1, 0.5, 0 } },
        { 0, 2, NULL, { 1, 0, 0, 0, 0.25, 1, 0.5, 0 } },
        { 1, 1, NULL, { 1, 0, 0, 0, 0.125, 0, 0, 0 } },
        { 2, 1, NULL, { 1, 0, 0, 0, 0.125, 0, 0, 0 } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct feature_list l = features_of(x + cases[i].first, cases[i].n, cases[i].prompt);
        for (size_t k = 0; k < 8; k++)
            if (fabs(feature_at(&l, 256 + k) - cases[i].values[k]) > 1e-12)
                fail_msg("case %zu: feature %zu is %g", i, 256 + k, feature_at(&l, 256 + k));
    }
    const struct feature_list correct = features_of(x, 1, NULL),
                              broken = features_of(x + 1, 1, NULL);
    double differ = 0;
    for (size_t k = 264; k < FEATURE_WIDTH; k++)
        differ += fabs(feature_at(&correct, k) - feature_at(&broken, k));
    assert_true(fabs(differ - 2) < 1e-12); /* statuses have places of their own */
}

static struct update_options objective;

static double loss_at(struct fixture *f, size_t param, double offset)
{
    struct builtin_batch batch;
    struct err err = { 0 };
    double before = f->model.adapter.params[param];
    f->model.adapter.params[param] = before + offset;
    assert_int_equal(builtin_loss(&f->model,
                                  &(struct builtin_objective){ f->items, N_ITEMS, &objective },
                                  NULL, &batch, &err),
                     0);
    f->model.adapter.params[param] = before;
    return batch.loss;
}

/* Central differences of h and h / 2, extrapolated: an error of order h^4. */
static double slope_of(struct fixture *f, size_t param)
{
    double h = 2e-4;
    double coarse = (loss_at(f, param, h) - loss_at(f, param, -h)) / (2 * h);
    double fine = (loss_at(f, param, h / 2) - loss_at(f, param, -h / 2)) / h;
    return (4 * fine - coarse) / 3;
}

static void test_gradient_matches_finite_differences(void **state)
{
    (void)state;
    size_t n_losses;
    size_t n_aggregations;
    const struct policy_loss *losses = policy_loss_all(&n_losses);
    const struct loss_aggregation *aggregations = loss_aggregation_all(&n_aggregations);
    for (uint64_t seed = 1; seed <= n_losses; seed++) {
        objective.loss = seed == 1 ? NULL : &losses[seed - 1];
        objective.aggregation = seed == 1 ? NULL : &aggregations[seed % n_aggregations];
        /* Its slope treats the clipped ratio as a constant, so that it is no slope of its value. */
        if (strcmp(losses[seed - 1].name, "cispo") == 0)
            continue;
        struct fixture f;
        struct builtin_batch batch;
        struct err err = { 0 };
        fixture_open(&f, seed);
        double *gradient = mem_array(f.model.adam.n, sizeof(double));
        assert_int_equal(builtin_loss(&f.model,
                                      &(struct builtin_objective){ f.items, N_ITEMS, &objective },
                                      gradient, &batch, &err),
                         0);
        assert_true(fabs(batch.ratio_sum / (double)batch.n_tokens - 1) > 0.01);
        size_t checked = 0;
        for (size_t p = 0; p < f.model.adam.n; p++) {
            if (fabs(gradient[p]) < 1e-3)
                continue;
            double slope = slope_of(&f, p);
            if (fabs(slope - gradient[p]) > 1e-5 * fabs(gradient[p]))
                fail_msg("seed %d, parameter %zu: %.12g, differences say %.12g", (int)seed, p,
                         gradient[p], slope);
            checked++;
        }
        assert_true(checked > 100);
        free(gradient);
        fixture_close(&f);
    }
    objective = (struct update_options){ 0 };
}

/* Unadapted samples stay; what one grammar learns about a name is known in the others. */
static void test_options_of_one_name_learn_together(void **state)
{
    struct arena arena = { 0 };
    struct builtin_model models[2];
    struct builtin_choice choices[3];
    struct grammar_set set;
    struct err err = { 0 };
    struct feature_list phi;
    struct grammar_walk w;
    const struct task *task = NULL;
    const struct grammar *g = NULL;
    (void)state;
    assert_int_equal(grammar_set_load(&arena, &set, &err), 0);
    for (int i = 0; i < 2; i++) {
        struct builtin_config config = { .seed = 3, .rank = 4, .init_scale = 0.1, .share = i == 1 };
        builtin_model_init(&models[i], &config, &set);
    }
    assert_string_not_equal(models[0].hash, models[1].hash);
    assert_int_equal(task_find("l1/4", &arena, &task, &err), 0);
    assert_int_equal(builtin_find_grammar(&models[0], task, &g, &err), 0);
    features_of_task(task, &phi);
    grammar_walk_start(&w, g, task->id);
    for (int i = 0; i < 2; i++)
        builtin_choice_compute(&models[i], &w, &phi, 1, &choices[i]);
    assert_memory_equal(choices[0].logprob, choices[1].logprob,
                        g->slots[w.slot].n_options * sizeof(double));
    size_t n_shared = 0;
    for (size_t row = 0; row < set.n_tokens; row++) {
        size_t home = models[1].adapter.shared[row];
        assert_true(home <= row && models[1].adapter.shared[home] == home);
        n_shared += home < row;
    }
    assert_true(n_shared > 30);
    /* Of the rows of this slot, each learns where the first grammar with its name does. */
    const size_t row = g->row + g->slots[w.slot].first;
    for (size_t r = 0; r < 4; r++)
        models[1].adapter.params[models[1].adapter.shared[row] * 4 + r] = 3;
    builtin_choice_compute(&models[1], &w, &phi, 1, &choices[2]);
    assert_true(fabs(choices[2].logprob[0] - choices[1].logprob[0]) > 1e-3);
    arena_release(&models[0].arena);
    arena_release(&models[1].arena);
    arena_release(&arena);
}

static void test_gradient_is_zero_where_the_loss_is_flat(void **state)
{
    struct fixture f;
    struct builtin_batch batch;
    struct err err = { 0 };
    (void)state;
    fixture_open(&f, 5);
    double *gradient = mem_array(f.model.adam.n, sizeof(double));
    assert_int_equal(builtin_loss(&f.model,
                                  &(struct builtin_objective){ f.items, N_ITEMS, &objective },
                                  gradient, &batch, &err),
                     0);
    size_t flat = 0;
    for (size_t p = 0; p < f.model.adam.n && flat < 50; p++) {
        if (fpclassify(gradient[p]) != FP_ZERO)
            continue;
        assert_true(fabs(loss_at(&f, p, 0.5) - batch.loss) < 1e-12);
        flat++;
    }
    assert_int_equal(flat, 50);
    free(gradient);
    fixture_close(&f);
}

static void test_loss_is_linear_in_the_advantage(void **state)
{
    struct fixture f;
    struct builtin_batch one, two;
    struct err err = { 0 };
    (void)state;
    fixture_open(&f, 6);
    assert_int_equal(builtin_loss(&f.model,
                                  &(struct builtin_objective){ f.items, N_ITEMS, &objective }, NULL,
                                  &one, &err),
                     0);
    for (size_t i = 0; i < N_ITEMS; i++)
        f.items[i].advantage *= 3;
    assert_int_equal(builtin_loss(&f.model,
                                  &(struct builtin_objective){ f.items, N_ITEMS, &objective }, NULL,
                                  &two, &err),
                     0);
    assert_true(fabs(two.loss - 3 * one.loss) < 1e-9);
    fixture_close(&f);
}

static void test_bad_batches_are_refused(void **state)
{
    struct fixture f;
    struct builtin_batch batch;
    struct err err = { 0 };
    int32_t wrong[] = { 1 };
    float nan_logprob[] = { NAN };
    (void)state;
    fixture_open(&f, 7);
    struct update_item good = f.items[0], bad = good;
    bad.advantage = (double)NAN;
    assert_int_equal(builtin_loss(&f.model, &(struct builtin_objective){ &bad, 1, &objective },
                                  NULL, &batch, &err),
                     ERR_USAGE);
    bad = good;
    bad.temperature = 0;
    assert_int_equal(builtin_loss(&f.model, &(struct builtin_objective){ &bad, 1, &objective },
                                  NULL, &batch, &err),
                     ERR_USAGE);
    bad = good;
    bad.token_ids = wrong;
    assert_int_equal(builtin_loss(&f.model, &(struct builtin_objective){ &bad, 1, &objective },
                                  NULL, &batch, &err),
                     ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "token 0 (1)"));
    bad = good;
    bad.old_logprobs = nan_logprob;
    assert_int_equal(builtin_loss(&f.model, &(struct builtin_objective){ &bad, 1, &objective },
                                  NULL, &batch, &err),
                     ERR_USAGE);
    fixture_close(&f);
}

/*
 * lr 0.1, beta1 0.9, beta2 0.999, epsilon 0: step 1 with gradient 2 moves by lr; then gradient -1:
 * m = 0.9 * 0.2 - 0.1 = 0.08, m^ = 0.08 / 0.19; v = 0.999 * 0.004 + 0.001 = 0.004996, v^ = 0.004996
 * / 0.001999; step = 0.1 * m^ / sqrt(v^) = 0.026633567...
 */
static void test_adam_against_two_steps_by_hand(void **state)
{
    double m[1] = { 0 }, v[1] = { 0 }, x[1] = { 1 }, g[1] = { 2 };
    struct adam s = { .n = 1, .m = m, .v = v };
    struct adam_options o = { .learning_rate = 0.1, .beta1 = 0.9, .beta2 = 0.999 };
    (void)state;
    adam_step(&s, &o, g, x);
    assert_true(fabs(x[0] - 0.9) < 1e-12);
    g[0] = -1;
    adam_step(&s, &o, g, x);
    assert_true(fabs(m[0] - 0.08) < 1e-15);
    assert_true(fabs(v[0] - 0.004996) < 1e-15);
    assert_true(fabs(x[0] - (0.9 - 0.02663377)) < 1e-7);
    assert_int_equal(s.steps, 2);
}

static void save(const struct builtin_model *m, struct buf *out)
{
    buf_clear(out);
    checkpoint_save(m, out);
}

static void test_checkpoint_round_trip(void **state)
{
    struct fixture f, g;
    struct buf CLEANUP(buf_release) one = { 0 }, two = { 0 };
    struct err err = { 0 };
    (void)state;
    fixture_open(&f, 8);
    fixture_open(&g, 9);
    f.model.adam.steps = 3;
    f.model.adam.v[5] = 0.25;
    save(&f.model, &one);
    assert_int_equal(checkpoint_load(&g.model, one.data, one.len, &err), 0);
    save(&g.model, &two);
    assert_int_equal(one.len, two.len);
    assert_memory_equal(one.data, two.data, one.len);
    assert_int_equal(g.model.adam.steps, 3);
    fixture_close(&f);
    fixture_close(&g);
}

static void seal(struct buf *b)
{
    struct sha256 sha;
    unsigned char sum[32];
    sha256_init(&sha);
    sha256_update(&sha, b->data, b->len - 32);
    sha256_final(&sha, sum);
    memcpy(b->data + b->len - 32, sum, sizeof(sum));
}

static void test_every_damaged_byte_is_noticed(void **state)
{
    struct fixture f;
    struct buf CLEANUP(buf_release) b = { 0 };
    struct err err = { 0 };
    (void)state;
    fixture_open(&f, 10);
    save(&f.model, &b);
    for (size_t i = 0; i < b.len; i += i < 200 ? 1 : 997) {
        b.data[i] ^= 0x10;
        assert_true(checkpoint_load(&f.model, b.data, b.len, &err) < 0);
        b.data[i] ^= 0x10;
    }
    for (size_t len = 0; len < b.len; len += len < 200 ? 1 : 997)
        assert_int_equal(checkpoint_load(&f.model, b.data, len, &err), ERR_INTEGRITY);
    assert_int_equal(checkpoint_load(&f.model, b.data, b.len, &err), 0);
    fixture_close(&f);
}

static void test_sealed_lies_are_refused(void **state)
{
    struct fixture f;
    struct buf CLEANUP(buf_release) b = { 0 }, before = { 0 }, after = { 0 };
    struct err err = { 0 };
    double nan_value = (double)NAN;
    (void)state;
    fixture_open(&f, 11);
    save(&f.model, &before);
    save(&f.model, &b);
    b.data[8] ^= 1;
    seal(&b);
    assert_int_equal(checkpoint_load(&f.model, b.data, b.len, &err), ERR_INTEGRITY);
    save(&f.model, &b);
    memcpy(b.data + 104, &nan_value, sizeof(nan_value));
    seal(&b);
    assert_int_equal(checkpoint_load(&f.model, b.data, b.len, &err), ERR_INTEGRITY);
    save(&f.model, &b);
    b.data[40] ^= 1; /* model hash */
    seal(&b);
    assert_int_equal(checkpoint_load(&f.model, b.data, b.len, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "of another model"));
    save(&f.model, &after);
    assert_memory_equal(before.data, after.data, before.len);
    fixture_close(&f);
}

static void test_config_is_checked(void **state)
{
    static const char *const bad[] = { "[]",
                                       "{",
                                       "{\"x\": 1}",
                                       "{\"rank\": 0}",
                                       "{\"rank\": 65}",
                                       "{\"seed\": -1}",
                                       "{\"init_scale\": NaN}",
                                       "{\"learning_rate\": -1}",
                                       "{\"seed\": 0.5}",
                                       "{\"rank\": \"8\"}",
                                       "{\"share\": 1}" };
    struct builtin_config c = { .rank = 99 };
    struct err err = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        assert_true(builtin_config_parse(bad[i], &c, &err) < 0);
        assert_int_equal(c.rank, 99);
    }
    assert_int_equal(builtin_config_parse("{\"rank\": 3, \"seed\": 7}", &c, &err), 0);
    assert_int_equal(c.rank, 3);
    assert_int_equal(c.seed, 7);
    assert_int_equal(builtin_config_parse(NULL, &c, &err), 0);
    assert_int_equal(c.rank, 8);
}

static void test_features_of_a_task(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct task *task = NULL;
    struct feature_list l;
    struct err err = { 0 };
    (void)state;
    /* Of l1/4: m = 2^11, k = 2^20, 2 m k operations on 4 (m k + k + m) bytes. */
    const double flops = 32, bytes = log2(4 * (2147483648.0 + 1048576.0 + 2048.0));
    const double want[] = { 1, 11 / 16.0,  20 / 16.0,  0,
                            0, flops / 64, bytes / 64, (flops - bytes) / 8 };
    assert_int_equal(task_find("l1/4", &a, &task, &err), 0);
    features_of_task(task, &l);
    for (size_t i = 0; i < ARRAY_LEN(want); i++)
        if (fabs(feature_at(&l, i) - want[i]) > 1e-12)
            fail_msg("feature %zu is %.17g", i, feature_at(&l, i));
    assert_int_equal(l.n, 8);
    double family = 0, name = 0;
    for (size_t i = 8; i < 24; i++)
        family += feature_at(&l, i);
    for (size_t i = 24; i < 56; i++)
        name += feature_at(&l, i);
    assert_true(fabs(family - 1) < 1e-12 && fabs(name - 1) < 1e-12);
    /* Sizes of 1, no more than four of them, and what cannot be computed. */
    struct task odd = *task;
    odd.n_dims = 6;
    for (size_t d = 0; d < 6; d++)
        odd.dim_values[CASE_FULL][d] = d == 0 ? 1 : 2;
    odd.flops = NULL;
    features_of_task(&odd, &l);
    assert_int_equal(l.n, 10);
    assert_true(fabs(feature_at(&l, 1)) <= 0 && fabs(feature_at(&l, 2) - 1 / 16.0) < 1e-12 &&
                fabs(feature_at(&l, 4) - 1 / 16.0) < 1e-12 && fabs(feature_at(&l, 5)) <= 0);
}

/* As in test_feedback_is_read, at the bounds. */
static void test_feedback_at_its_bounds(void **state)
{
    static const struct {
        const char *prompt, *feedback[3];
        double values[8];
    } cases[] = {
        { NULL, { "- compiled: yes\n- correct: no" }, { 1, 1, 0, 0, 0.125, 0, 0, 0 } },
        { NULL, { "- correct: yes\n- speedup: 0.25 x" }, { 1, 0, 1, -0.5, 0.125, 1, -0.5, 0 } },
        { NULL, { "- correct: yes\n- speedup: 64" }, { 1, 0, 1, 1, 0.125, 1, 1, 0 } },
        { NULL, { "- correct: yes\n- speedup: 0.01\n" }, { 1, 0, 1, -1, 0.125, 1, -1, 0 } },
        { NULL, { "- correct: yes\n- speedup: 0" }, { 1, 0, 1, 0, 0.125, 1, 0, 0 } },
        { NULL, { "- correct: yes\n- speedup: x" }, { 1, 0, 1, 0, 0.125, 1, 0, 0 } },
        { NULL,
          { "- correct: yes\n- speedup: 00000000000000000000000000000004" },
          { 1, 0, 1, 0, 0.125, 1, 0, 0 } },
        { NULL,
          { "- correct: yes\n- speedup: 0000000000000000000000000000004" },
          { 1, 0, 1, 0.5, 0.125, 1, 0.5, 0 } },
        { NULL, { "- correct: yess\n- compiled: Yes" }, { 1, 0, 0, 0, 0.125, 0, 0, 0 } },
        { NULL, { "- correct: no\n- speedup: 4" }, { 1, 0, 0, 0, 0.125, 0, 0, 0 } },
        { NULL,
          { "- correct: yes\n- speedup: 2", "- correct: yes\n- speedup: 4",
            "- correct: yes\n- speedup: 1" },
          { 1, 0, 1, 0, 0.375, 1, 0.5, 0 } },
        { NULL, { "Solve the original" }, { 1, 0, 0, 0, 0.125, 0, 0, 1 } },
        { NULL, { "solve the original", "no" }, { 1, 0, 0, 0, 0.25, 0, 0, 0 } },
        { "solve the original", { "no" }, { 1, 0, 0, 0, 0.125, 0, 0, 1 } },
        { "solve the original\n- correct: yes", { NULL }, { 0, 0, 0, 0, 0, 0, 0, 1 } },
        { "solve the original\n- status: x\n- correct: yes",
          { NULL },
          { 1, 0, 1, 0, 0.125, 1, 0, 1 } },
        { "- status: x\n- correct: yes", { NULL }, { 0, 0, 0, 0, 0, 0, 0, 0 } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct exchange x[3];
        size_t n = 0;
        while (n < 3 && cases[i].feedback[n] != NULL) {
            x[n] = (struct exchange){ "a", cases[i].feedback[n] };
            n++;
        }
        const struct feature_list l = features_of(x, n, cases[i].prompt);
        for (size_t k = 0; k < 8; k++)
            if (fabs(feature_at(&l, 256 + k) - cases[i].values[k]) > 1e-12)
                fail_msg("case %zu: feature %zu is %g", i, 256 + k, feature_at(&l, 256 + k));
    }
    struct exchange many[9];
    for (size_t i = 0; i < 9; i++)
        many[i] = (struct exchange){ "a", "- status: x" };
    for (size_t n = 7; n <= 9; n++) {
        const struct feature_list l = features_of(many, n, NULL);
        assert_true(fabs(feature_at(&l, 260) - (n < 8 ? 0.875 : 1)) < 1e-12);
    }
}

static void test_what_a_configuration_may_say(void **state)
{
    static const char range[] = "unknown, or out of range (seed >= 0, rank 1 to 64, init_scale >= "
                                "0, learning_rate >= 0, share true or false)";
    static const struct {
        const char *text, *key; /* key NULL: it is taken */
        struct builtin_config want;
    } cases[] = {
        { "{}", NULL, { 1, 8, 0.05, 0.03, false } },
        { "{\"rank\":64}", NULL, { 1, 64, 0.05, 0.03, false } },
        { "{\"rank\":1}", NULL, { 1, 1, 0.05, 0.03, false } },
        { "{\"seed\":0}", NULL, { 0, 8, 0.05, 0.03, false } },
        { "{\"init_scale\":0,\"learning_rate\":2}", NULL, { 1, 8, 0, 2, false } },
        { "{\"init_scale\":2,\"learning_rate\":0}", NULL, { 1, 8, 2, 0, false } },
        { "{\"share\":true}", NULL, { 1, 8, 0.05, 0.03, true } },
        { "{\"rank\":65}", "rank", { 0 } },
        { "{\"rank\":0}", "rank", { 0 } },
        { "{\"seed\":-1}", "seed", { 0 } },
        { "{\"seed\":1.5}", "seed", { 0 } },
        { "{\"init_scale\":-0.5}", "init_scale", { 0 } },
        { "{\"learning_rate\":\"1\"}", "learning_rate", { 0 } },
        { "{\"share\":0}", "share", { 0 } },
        { "{\"zz\":0}", "zz", { 0 } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct builtin_config c = { 0 };
        struct err err = { 0 };
        int rc = builtin_config_parse(cases[i].text, &c, &err);
        assert_int_equal(rc, cases[i].key == NULL ? 0 : ERR_USAGE);
        if (rc < 0)
            assert_string_equal(err.msg,
                                arena_printf(&a, "builtin config: %s: %s", cases[i].key, range));
        const struct builtin_config *w = &cases[i].want;
        assert_true(c.seed == w->seed && c.rank == w->rank && c.share == w->share &&
                    fabs(c.init_scale - w->init_scale) < 1e-15 &&
                    fabs(c.learning_rate - w->learning_rate) < 1e-15);
    }
}

/* The decay comes first: 1 - 0.1 * 0.5, then a step of the rate. */
static void test_adam_decays_what_it_moves(void **state)
{
    double m[2] = { 0 }, v[2] = { 0 }, x[2] = { 1, -2 }, g[2] = { 2, 0 };
    struct adam s = { .n = 2, .m = m, .v = v };
    struct adam_options o = {
        .learning_rate = 0.1, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1, .weight_decay = 0.5
    };
    (void)state;
    adam_step(&s, &o, g, x);
    assert_true(fabs(x[0] - (0.95 - 0.1 * 2 / 3)) < 1e-12);
    assert_true(fabs(x[1] + 1.9) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient_matches_finite_differences),
        cmocka_unit_test(test_options_of_one_name_learn_together),
        cmocka_unit_test(test_gradient_is_zero_where_the_loss_is_flat),
        cmocka_unit_test(test_feedback_is_read),
        cmocka_unit_test(test_features_of_a_task),
        cmocka_unit_test(test_feedback_at_its_bounds),
        cmocka_unit_test(test_what_a_configuration_may_say),
        cmocka_unit_test(test_adam_decays_what_it_moves),
        cmocka_unit_test(test_loss_is_linear_in_the_advantage),
        cmocka_unit_test(test_bad_batches_are_refused),
        cmocka_unit_test(test_adam_against_two_steps_by_hand),
        cmocka_unit_test(test_checkpoint_round_trip),
        cmocka_unit_test(test_every_damaged_byte_is_noticed),
        cmocka_unit_test(test_sealed_lies_are_refused),
        cmocka_unit_test(test_config_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
