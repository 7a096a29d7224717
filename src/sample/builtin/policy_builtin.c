/*
 * policy_builtin.c - an autoregressive policy over kernel grammars; docs/internals/policy.md.
 *
 * The i-th choice of sample s depends on run seed, task, s, step, turn, checkpoint, temperature and
 * what the feedback says (features.h).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/sample/builtin/builtin_model.h"
#include "src/sample/policy.h"
#include "src/sample/prompt.h"
#include "tasks/task.h"

struct builtin {
    struct policy policy; /* first: a policy begins with its table */
    struct arena grammars;
    struct builtin_model model;
};

extern const struct policy_vtable policy_builtin;

static void builtin_close(struct policy *p)
{
    struct builtin *b = (struct builtin *)p;
    if (!b)
        return;
    arena_release(&b->model.arena);
    arena_release(&b->grammars);
    free(b);
}

static int builtin_open(const char *config, struct policy **out, struct err *err)
{
    struct builtin_config c;
    struct grammar_set set;
    int rc = builtin_config_parse(config, &c, err);
    if (rc < 0)
        return rc;
    struct builtin *b = mem_alloc(sizeof(*b));
    b->policy.vtable = &policy_builtin;
    rc = grammar_set_load(&b->grammars, &set, err);
    if (rc < 0) {
        builtin_close(&b->policy);
        return rc;
    }
    builtin_model_init(&b->model, &c, &set);
    *out = &b->policy;
    return 0;
}

static int builtin_prompt(struct policy *p, const struct task *task, struct buf *out,
                          struct err *err)
{
    const struct grammar *g;
    if (task->module != NULL)
        return builtin_find_grammar(&((struct builtin *)p)->model, task, &g, err);
    prompt_render(task, out);
    return 0;
}

static size_t draw(const struct builtin_choice *c, double u)
{
    double sum = 0;
    size_t last = 0;
    for (size_t o = 0; o < GRAMMAR_MAX_OPTIONS; o++) {
        if (!(c->available >> o & 1u))
            continue;
        last = o;
        sum += exp(c->logprob[o]);
        if (u < sum)
            return o;
    }
    return last;
}

/* The first of equals. */
static size_t likeliest(const struct builtin_choice *c)
{
    size_t best = GRAMMAR_MAX_OPTIONS;
    for (size_t o = 0; o < GRAMMAR_MAX_OPTIONS; o++)
        if ((c->available >> o & 1u) &&
            (best == GRAMMAR_MAX_OPTIONS || c->logprob[o] > c->logprob[best]))
            best = o;
    return best;
}

static void walk_sample(const struct builtin_model *m, const struct sample_request *q,
                        struct grammar_walk *w, struct completion *out)
{
    struct rng rng;
    struct feature_list task;
    struct builtin_choice c;
    uint64_t name = (uint64_t)(uint32_t)q->task->level << 32 | (uint32_t)q->task->problem_id;
    uint64_t when = (uint64_t)(uint32_t)q->turn << 32 | (uint32_t)q->step;
    rng_init(&rng, q->run_seed, RNG_SAMPLE, name, when, (uint64_t)q->sample);
    features_of_task(q->task, &task);
    features_of_feedback(q->exchanges, q->n_exchanges, q->prompt, &task);
    while (!grammar_walk_done(w)) {
        builtin_choice_compute(m, w, &task, q->temperature > 0 ? q->temperature : 1, &c);
        size_t option = q->temperature > 0 ? draw(&c, rng_double(&rng)) : likeliest(&c);
        out->token_ids[out->n_tokens] = grammar_token(w->grammar, w->slot, option);
        out->logprobs[out->n_tokens++] = (float)c.logprob[option];
        grammar_walk_choose(w, option);
    }
}

static int sample_one(const struct builtin_model *m, const struct sample_request *q,
                      struct arena *a, struct completion *out, struct err *err)
{
    struct grammar_walk w;
    const struct grammar *g = NULL;
    if (!(q->temperature >= 0) || !isfinite(q->temperature))
        return err_set(err, ERR_USAGE, "temperature %g: must not be negative", q->temperature);
    int rc = builtin_find_grammar(m, q->task, &g, err);
    if (rc < 0)
        return rc;
    struct completion done = { .finish_reason = "stop",
                               .logprob_temperature = q->temperature > 0 ? q->temperature : 1 };
    done.token_ids = arena_array(a, g->n_slots, sizeof(*done.token_ids));
    done.logprobs = arena_array(a, g->n_slots, sizeof(*done.logprobs));
    grammar_walk_start(&w, g, q->task->id);
    walk_sample(m, q, &w, &done);
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_puts(&text, "```cuda\n");
    rc = grammar_write(&w, q->task, &text, err);
    if (rc < 0)
        return rc;
    buf_puts(&text, "```\n");
    done.text = arena_strndup(a, text.data, text.len);
    done.text_len = text.len;
    buf_clear(&text);
    prompt_render(q->task, &text);
    done.prompt_tokens = prompt_count_words(text.data, text.len);
    for (size_t i = 0; i < q->n_exchanges; i++)
        done.prompt_tokens +=
            prompt_count_words(q->exchanges[i].answer, strlen(q->exchanges[i].answer)) +
            prompt_count_words(q->exchanges[i].feedback, strlen(q->exchanges[i].feedback));
    *out = done;
    return 0;
}

static int builtin_sample(struct policy *p, const struct sample_request *requests, size_t n,
                          struct arena *a, struct completion *out, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        int rc = sample_one(&((struct builtin *)p)->model, &requests[i], a, &out[i], err);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int builtin_score(struct policy *p, const struct score_request *q, struct arena *a,
                         struct token_scores *out, struct err *err)
{
    const struct builtin_model *m = &((struct builtin *)p)->model;
    struct grammar_walk w;
    struct feature_list features;
    struct builtin_choice c;
    const struct grammar *g = NULL;
    float *logprobs = arena_array(a, GRAMMAR_MAX_SLOTS, sizeof(*logprobs));
    int rc = builtin_find_grammar(m, q->task, &g, err);
    if (rc < 0)
        return rc;
    if (!(q->temperature > 0) || !isfinite(q->temperature))
        return err_set(err, ERR_USAGE, "temperature %g: must be above 0", q->temperature);
    features_of_task(q->task, &features);
    features_of_feedback(q->exchanges, q->n_exchanges, q->prompt, &features);
    grammar_walk_start(&w, g, q->task->id);
    for (size_t t = 0; t < q->n_tokens; t++) {
        int option = grammar_walk_done(&w) ? -1 : grammar_walk_option(&w, q->token_ids[t]);
        if (option < 0)
            return err_set(err, ERR_INTEGRITY, "task %s: token %zu (%d) is not allowed there",
                           q->task->id, t, q->token_ids[t]);
        builtin_choice_compute(m, &w, &features, q->temperature, &c);
        logprobs[t] = (float)c.logprob[option];
        grammar_walk_choose(&w, (size_t)option);
    }
    *out = (struct token_scores){ .n_tokens = q->n_tokens,
                                  .logprobs = logprobs,
                                  .temperature = q->temperature };
    return 0;
}

static int check_options(const struct builtin_model *m, const struct update_options *o,
                         struct adam_options *out, struct err *err)
{
    *out =
        (struct adam_options){ o->learning_rate, o->beta1, o->beta2, o->epsilon, o->weight_decay };
    if (isnan(out->learning_rate))
        out->learning_rate = m->config.learning_rate;
    out->learning_rate *= o->schedule;
    if (!(out->learning_rate >= 0) || !isfinite(out->learning_rate) || !(out->beta1 >= 0) ||
        !(out->beta1 < 1) || !(out->beta2 >= 0) || !(out->beta2 < 1) || !(out->epsilon > 0) ||
        !isfinite(out->epsilon) || !(out->weight_decay >= 0) || !isfinite(out->weight_decay))
        return err_set(err, ERR_USAGE,
                       "update: learning rate %g, beta1 %g, beta2 %g, epsilon %g, weight decay %g "
                       "are out of range",
                       o->learning_rate, o->beta1, o->beta2, o->epsilon, o->weight_decay);
    return 0;
}

static double norm_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static int builtin_update(struct policy *p, const struct update_item *items, size_t n,
                          const struct update_options *options, struct update_metrics *out,
                          struct err *err)
{
    struct builtin_model *m = &((struct builtin *)p)->model;
    struct adam_options adam;
    struct builtin_batch before, after;
    double *CLEANUP(mem_free_ptr) gradient = mem_array(m->adam.n, sizeof(double));
    int rc = check_options(m, options, &adam, err);
    if (rc == 0)
        rc = builtin_loss(m, &(struct builtin_objective){ items, n, options }, gradient, &before,
                          err);
    if (rc < 0)
        return rc;
    double norm = norm_of(gradient, m->adam.n);
    if (before.n_tokens == 0)
        return err_set(err, ERR_USAGE, "update: no tokens");
    if (!isfinite(norm))
        return err_set(err, ERR_USAGE, "update: the gradient overflows (stale log-probs?)");
    adam_step(&m->adam, &adam, gradient, m->adapter.params);
    rc = builtin_loss(m, &(struct builtin_objective){ items, n, options }, NULL, &after, err);
    if (rc < 0)
        return rc;
    double tokens = (double)before.n_tokens;
    *out = (struct update_metrics){ .loss = before.loss,
                                    .mean_ratio = before.ratio_sum / tokens,
                                    .grad_norm = norm,
                                    .kl = after.kl_sum / tokens,
                                    .entropy = before.entropy_sum / tokens };
    return 0;
}

static int builtin_save(struct policy *p, struct buf *out, struct err *err)
{
    (void)err;
    checkpoint_save(&((struct builtin *)p)->model, out);
    return 0;
}

static int builtin_load(struct policy *p, const void *data, size_t len, struct err *err)
{
    return checkpoint_load(&((struct builtin *)p)->model, data, len, err);
}

static int builtin_blend(struct policy *p, const void *data, size_t len, double share,
                         struct err *err)
{
    struct builtin_model *m = &((struct builtin *)p)->model;
    size_t n = adapter_param_count(&m->adapter);
    double *CLEANUP(mem_free_ptr) before = mem_array(n + 1, sizeof(*before));
    memcpy(before, m->adapter.params, n * sizeof(*before));
    int rc = checkpoint_load(m, data, len, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        m->adapter.params[i] = (1 - share) * before[i] + share * m->adapter.params[i];
    return rc;
}

static void builtin_reset_optimiser(struct policy *p)
{
    struct adam *adam = &((struct builtin *)p)->model.adam;
    adam->steps = 0;
    memset(adam->m, 0, adam->n * sizeof(*adam->m));
    memset(adam->v, 0, adam->n * sizeof(*adam->v));
}

static int builtin_model_hash(struct policy *p, char out[65], struct err *err)
{
    (void)err;
    memcpy(out, ((struct builtin *)p)->model.hash, 65);
    return 0;
}

const struct policy_vtable policy_builtin = {
    .name = "builtin",
    .summary =
        "log-linear policy over the kernel grammars of tasks/grammar, adapts by a low-rank term",
    .caps = POLICY_SAMPLE | POLICY_SCORE | POLICY_UPDATE | POLICY_CHECKPOINT,
    .open = builtin_open,
    .close = builtin_close,
    .prompt = builtin_prompt,
    .sample = builtin_sample,
    .score = builtin_score,
    .update = builtin_update,
    .save = builtin_save,
    .load = builtin_load,
    .blend = builtin_blend,
    .reset_optimiser = builtin_reset_optimiser,
    .model_hash = builtin_model_hash,
};
