/*
 * tinker_learn.c - log-probs of given tokens, and updates from them.
 *
 * The weight of a token's aggregation multiplies its advantage, so that a server that sums losses
 * computes the one that was asked for.  One that divides each sequence by the sum of its weights,
 * and all by their number, is told weights of 1 and advantages times both; its cross-entropy, which
 * knows no other weights, is learned as the gradient that it is: by importance_sampling from
 * log-probs of this moment, whose ratios are 1.  Gradients live in the server's model until its
 * optimiser steps; a model whose update was cut short is not used again (tinker_session.c).
 */
#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/json/json.h"
#include "src/learn/policy_loss.h"
#include "src/sample/tinker/tinker_internal.h"

/* A request has at most so many tokens, which keeps it far below the servers' 5 MB. */
#define CHUNK_TOKENS ((size_t)100000)
#define CHUNK_ITEMS  ((size_t)1024)

enum loss_inputs { SIGNED, WEIGHTED };

static const struct wire_loss {
    const char *name; /* the same here and there */
    enum loss_inputs inputs;
    bool clips;
} wire_losses[] = {
    { "importance_sampling", SIGNED, false },
    { "ppo", SIGNED, true },
    { "cispo", SIGNED, true },
    { "cross_entropy", WEIGHTED, false },
};

struct learning {
    struct tinker *t;
    const struct update_item *items;
    const double *weights; /* of a token, by item */
    const struct policy_loss *loss;
    const struct wire_loss *wire;
    size_t n_items;
    bool divides;       /* the server, as above */
    double **fresh;     /* log-probs of this moment by item; NULL: those of the items */
    struct arena arena; /* of a request */
    double value, ratios;
    size_t n_tokens;
    size_t n_sent; /* tokens of the request at hand */
};

static int read_tail(const struct json *list, size_t n, double *out, struct err *err)
{
    size_t count = json_count(list);
    size_t at = 0;
    if (count < n)
        return err_set(err, ERR_INTEGRITY, "%zu log-probs for %zu tokens", count, n);
    for (const struct json *e = json_first(list); e != NULL; e = json_next(e), at++)
        if (at >= count - n &&
            (!json_number_lenient(e, &out[at - (count - n)]) || !isfinite(out[at - (count - n)])))
            return err_set(err, ERR_INTEGRITY, "the log-prob of token %zu is not known",
                           at - (count - n));
    return 0;
}

/* The ids of a prompt and of its completion; out->n counts the prompt's. */
static int join_ids(struct tinker *t, const struct tinker_prompt *p, struct arena *a,
                    struct token_ids *out, struct err *err)
{
    struct token_ids prompt = { 0 };
    char sha256[65];
    int rc = tinker_prompt_ids(t, p, a, &prompt, sha256, err);
    if (rc < 0)
        return rc;
    *out = (struct token_ids){ arena_array(a, prompt.n + p->n_tokens + 1, sizeof(*out->ids)),
                               prompt.n };
    memcpy(out->ids, prompt.ids, prompt.n * sizeof(*out->ids));
    if (p->n_tokens > 0)
        memcpy(out->ids + prompt.n, p->token_ids, p->n_tokens * sizeof(*out->ids));
    return prompt.n > 0 ? 0 : err_set(err, ERR_INTEGRITY, "the prompt has no token");
}

/* The request for the scores of q, with its body; freed by the caller. */
static int write_score(struct tinker *t, const struct score_request *q, struct arena *a,
                       struct json **out_body, struct tinker_work *out, struct err *err)
{
    const struct tinker_prompt prompt = { .task = q->task,
                                          .prompt = q->prompt,
                                          .exchanges = q->exchanges,
                                          .n_exchanges = q->n_exchanges,
                                          .token_ids = q->token_ids,
                                          .n_tokens = q->n_tokens };
    struct token_ids ids = { 0 };
    if (q->prompt == NULL && q->task == NULL)
        return err_set(err, ERR_NODATA, "its prompt is not stored");
    if (q->token_ids == NULL || q->n_tokens == 0)
        return err_set(err, ERR_NODATA, "the completion's token ids are not known");
    int rc = join_ids(t, &prompt, a, &ids, err);
    if (rc == 0)
        rc = tinker_need_sampler(t, err);
    if (rc < 0)
        return rc;
    struct json *body = *out_body = json_new_object();
    json_add_int(body, "num_samples", 1);
    tinker_add_input(body, "prompt", ids.ids, ids.n + q->n_tokens);
    struct json *s = json_add_object(body, "sampling_params");
    json_add_int(s, "max_tokens", 1);
    json_add_number(s, "temperature", 1);
    json_add_int(s, "seed", 0);
    tinker_add_ids(s, "stop", t->stops, t->n_stops);
    json_add_string(body, "sampling_session_id", t->live.sampler);
    json_add_int(body, "seq_id", t->live.sample_seq++);
    json_add_bool(body, "prompt_logprobs", true);
    if (t->config.last_n)
        json_add_int(body, "prompt_logprobs_last_n", (int64_t)q->n_tokens);
    json_add_string(body, "type", "sample");
    *out = (struct tinker_work){ .operation = "score",
                                 .content = json_get(body, "prompt"),
                                 .model = t->weights,
                                 .n_sequences = 1,
                                 .n_tokens = ids.n + q->n_tokens,
                                 .resumes = true,
                                 .path = "asample" };
    return 0;
}

int tinker_score(struct policy *p, const struct score_request *q, struct arena *a,
                 struct token_scores *out, struct err *err)
{
    struct tinker *t = (struct tinker *)p;
    const struct json *answer = NULL;
    struct json *CLEANUP(json_free_ptr) body = NULL;
    struct tinker_work work;
    int rc = write_score(t, q, a, &body, &work, err);
    if (rc < 0)
        return rc;
    rc = tinker_ask_for(t, &work, body, a, &answer, err);
    double *logprobs = arena_array(a, q->n_tokens, sizeof(*logprobs));
    float *rounded = arena_array(a, q->n_tokens, sizeof(*rounded));
    if (rc == 0)
        rc = read_tail(json_get(answer, "prompt_logprobs"), q->n_tokens, logprobs, err);
    for (size_t i = 0; i < q->n_tokens; i++)
        rounded[i] = (float)logprobs[i];
    *out = (struct token_scores){ .n_tokens = q->n_tokens,
                                  .logprobs = rounded,
                                  .temperature = 1,
                                  .semantics = "raw",
                                  .aligned_by = "ids" };
    return rc;
}

/* One that cannot be asked for is refused by score. */
int tinker_score_ahead(struct policy *p, const struct score_request *q, size_t n, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct tinker *t = (struct tinker *)p;
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        struct json *CLEANUP(json_free_ptr) body = NULL;
        struct tinker_work work;
        rc = write_score(t, &q[i], &a, &body, &work, err);
        if (rc == 0)
            rc = tinker_ask_ahead(t, &work, body, err);
        if (rc == ERR_NODATA)
            rc = 0;
        arena_rewind(&a);
    }
    return rc;
}

static double advantage_of(const struct learning *l, size_t item, size_t token)
{
    const struct update_item *x = &l->items[item];
    double a = x->token_advantages == NULL ? x->advantage : x->token_advantages[token];
    return a * l->weights[item];
}

static struct json *add_tensor(struct json *inputs, const char *key, const char *dtype, size_t n)
{
    struct json *tensor = json_add_object(inputs, key);
    struct json *data = json_add_array(tensor, "data");
    json_add_string(tensor, "dtype", dtype);
    json_add_int(json_add_array(tensor, "shape"), NULL, (int64_t)n);
    return data;
}

/* Inputs are all tokens but the last, targets all but the first.  blank: cross-entropy of weights
 * 1. */
static int put_datum(struct learning *l, size_t item, bool blank, struct json *data,
                     struct err *err)
{
    const bool is_signed = !blank && (l->wire->inputs == SIGNED || l->divides);
    const struct update_item *x = &l->items[item];
    const struct tinker_prompt p = { .task = x->task,
                                     .exchanges = x->exchanges,
                                     .n_exchanges = x->n_exchanges,
                                     .token_ids = x->token_ids,
                                     .n_tokens = x->n_tokens };
    struct token_ids joined = { 0 };
    int rc = join_ids(l->t, &p, &l->arena, &joined, err);
    if (rc < 0)
        return rc;
    const int32_t *ids = joined.ids;
    const size_t n_prompt = joined.n;
    const size_t n = n_prompt + x->n_tokens - 1;
    struct json *datum = json_add_object(data, NULL);
    tinker_add_input(datum, "model_input", ids, n);
    l->n_sent += n + 1;
    struct json *inputs = json_add_object(datum, "loss_fn_inputs");
    struct json *targets = add_tensor(inputs, "target_tokens", "int64", n);
    struct json *old = is_signed ? add_tensor(inputs, "logprobs", "float32", n) : NULL;
    struct json *advantages = is_signed ? add_tensor(inputs, "advantages", "float32", n) : NULL;
    struct json *weights =
        !is_signed || l->divides ? add_tensor(inputs, "weights", "float32", n) : NULL;
    const double times = l->divides ? (double)x->n_tokens * (double)l->n_items : 1;
    for (size_t i = 0; i < n; i++) {
        const bool ours = i + 1 >= n_prompt;
        const size_t k = ours ? i + 1 - n_prompt : 0;
        double a = ours ? advantage_of(l, item, k) : 0;
        double q = 0;
        if (ours && is_signed)
            q = l->fresh == NULL ? (double)x->old_logprobs[k] : l->fresh[item][k];
        if (ours && (!isfinite(a) || !isfinite(q)))
            return err_set(err, ERR_USAGE,
                           "update item %zu: token %zu has no finite log-prob or "
                           "advantage",
                           item, k);
        json_add_int(targets, NULL, ids[i + 1]);
        if (old != NULL)
            json_add_number(old, NULL, q);
        if (advantages != NULL)
            json_add_number(advantages, NULL, a * times);
        if (weights != NULL)
            json_add_number(weights, NULL, blank || l->divides ? ours : a);
    }
    return 0;
}

static int add_metrics(struct learning *l, size_t item, const struct json *output, struct err *err)
{
    const struct update_item *x = &l->items[item];
    const size_t n = x->n_tokens;
    struct arena *a = &l->arena;
    double *values = arena_array(a, n, sizeof(*values));
    double *slopes = arena_array(a, n, sizeof(*slopes));
    double *now = arena_array(a, n, sizeof(*now));
    double *old = arena_array(a, n, sizeof(*old));
    double *advantages = arena_array(a, n, sizeof(*advantages));
    const struct json *logprobs = json_get(output, "logprobs");
    int rc = read_tail(json_get(logprobs, "data"), n, now, err);
    if (rc < 0)
        return err_context(err, "update item %zu", item);
    for (size_t i = 0; i < n; i++) {
        old[i] = (double)x->old_logprobs[i];
        advantages[i] = advantage_of(l, item, i);
        l->ratios += exp(now[i] - old[i]);
    }
    const struct loss_tokens tokens = {
        .n = n, .logprobs = now, .old_logprobs = old, .advantages = advantages
    };
    l->loss->compute(&tokens, &l->loss->standard, values, slopes);
    for (size_t i = 0; i < n; i++)
        l->value += values[i];
    l->n_tokens += n;
    return 0;
}

/* One output a sequence. */
static int ask_outputs(struct learning *l, struct tinker_work work, const struct json *body,
                       const struct json **out, struct err *err)
{
    const struct json *answer = NULL;
    work.n_tokens = l->n_sent;
    l->n_sent = 0;
    int rc = tinker_ask_for(l->t, &work, body, &l->arena, &answer, err);
    if (rc == 0)
        rc = json_need_array(answer, work.operation, "loss_fn_outputs", out, err);
    if (rc == 0 && json_count(*out) != work.n_sequences)
        rc = err_set(err, ERR_INTEGRITY, "%s: %zu outputs for %zu sequences", work.operation,
                     json_count(*out), work.n_sequences);
    return rc;
}

/* The log-probs of this moment. */
static int look_ahead(struct learning *l, size_t first, size_t n, struct arena *a, struct err *err)
{
    const struct json *outputs = NULL;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "model_id", l->t->live.model);
    json_add_int(body, "seq_id", ++l->t->live.train_seq);
    struct json *input = json_add_object(body, "forward_input");
    json_add_string(input, "loss_fn", "cross_entropy");
    struct json *data = json_add_array(input, "data");
    int rc = 0;
    for (size_t i = first; i < first + n && rc == 0; i++)
        rc = put_datum(l, i, true, data, err);
    const struct tinker_work work = { .operation = "forward",
                                      .content = input,
                                      .model = l->t->live.model,
                                      .n_sequences = n,
                                      .path = "forward" };
    if (rc == 0)
        rc = ask_outputs(l, work, body, &outputs, err);
    for (const struct json *o = json_first(outputs); o != NULL && rc == 0; o = json_next(o)) {
        const size_t n_tokens = l->items[first].n_tokens;
        l->fresh[first] = arena_array(a, n_tokens + 1, sizeof(double));
        rc = read_tail(json_get(json_get(o, "logprobs"), "data"), n_tokens, l->fresh[first++], err);
    }
    arena_rewind(&l->arena);
    return rc;
}

static int send_chunk(struct learning *l, size_t first, size_t n, struct err *err)
{
    struct arena CLEANUP(arena_release) ahead = { 0 };
    const struct json *outputs = NULL;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    int rc = l->fresh == NULL ? 0 : look_ahead(l, first, n, &ahead, err);
    json_add_string(body, "model_id", l->t->live.model);
    json_add_int(body, "seq_id", ++l->t->live.train_seq);
    struct json *input = json_add_object(body, "forward_backward_input");
    json_add_string(input, "loss_fn", l->fresh == NULL ? l->wire->name : "importance_sampling");
    if (l->wire->clips) {
        struct json *bounds = json_add_object(input, "loss_fn_config");
        json_add_number(bounds, "clip_low_threshold", l->loss->standard.ratio_low);
        json_add_number(bounds, "clip_high_threshold", l->loss->standard.ratio_high);
    }
    struct json *data = json_add_array(input, "data");
    for (size_t i = first; i < first + n && rc == 0; i++)
        rc = put_datum(l, i, false, data, err);
    const struct tinker_work work = { .operation = "forward_backward",
                                      .content = input,
                                      .model = l->t->live.model,
                                      .n_sequences = n,
                                      .path = "forward_backward" };
    if (rc == 0)
        rc = ask_outputs(l, work, body, &outputs, err);
    size_t at = first;
    for (const struct json *o = json_first(outputs); o != NULL && rc == 0; o = json_next(o))
        rc = add_metrics(l, at++, o, err);
    arena_rewind(&l->arena);
    return rc;
}

static int send_all(struct learning *l, size_t n, struct err *err)
{
    int rc = 0;
    for (size_t first = 0; first < n && rc == 0;) {
        size_t count = 0;
        size_t tokens = 0;
        while (first + count < n && count < CHUNK_ITEMS &&
               (count == 0 || tokens + l->items[first + count].n_tokens <= CHUNK_TOKENS))
            tokens += l->items[first + count++].n_tokens;
        rc = send_chunk(l, first, count, err);
        first += count;
    }
    return rc;
}

static int step_optimiser(struct tinker *t, const struct update_options *o, double *out_norm,
                          struct err *err)
{
    static const char *const norms[] = { "grad_norm", "grad_norm:mean", "skyrl.ai/grad_norm" };
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    const double rate = isfinite(o->learning_rate) ? o->learning_rate : t->config.learning_rate;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "model_id", t->live.model);
    json_add_int(body, "seq_id", ++t->live.train_seq);
    struct json *adam = json_add_object(body, "adam_params");
    json_add_number(adam, "learning_rate", rate * o->schedule);
    json_add_number(adam, "beta1", o->beta1);
    json_add_number(adam, "beta2", o->beta2);
    json_add_number(adam, "eps", o->epsilon);
    json_add_number(adam, "weight_decay", o->weight_decay);
    json_add_string(body, "type", "optim_step");
    const struct tinker_work work = {
        .operation = "optim_step", .content = adam, .model = t->live.model, .path = "optim_step"
    };
    int rc = tinker_ask_for(t, &work, body, &a, &answer, err);
    for (size_t i = 0; i < ARRAY_LEN(norms) && rc == 0 && isnan(*out_norm); i++)
        (void)json_number(json_get(json_get(answer, "metrics"), norms[i]), out_norm);
    return rc;
}

static int check(const struct learning *l, size_t n, struct err *err)
{
    const bool raw = strcmp(l->t->config.semantics, "raw") == 0;
    if (l->wire == NULL)
        return err_set(err, ERR_USAGE,
                       "the loss %s is not offered by the policy tinker: it has "
                       "importance_sampling, ppo, cispo and cross_entropy",
                       l->loss->name);
    for (size_t i = 0; i < n; i++) {
        double at = l->items[i].temperature;
        if (l->wire->inputs == SIGNED && !raw && !(at >= 1 && at <= 1))
            return err_set(err, ERR_USAGE,
                           "the server learns at temperature 1 and the samples have temperature "
                           "%g: use --temperature 1, or \"logprob_semantics\": \"raw\" if its "
                           "log-probs are for temperature 1",
                           at);
    }
    return 0;
}

static double *weigh(const struct update_item *items, size_t n, const struct loss_aggregation *g,
                     double norm, struct arena *a)
{
    double *weights = arena_array(a, n + 1, sizeof(*weights));
    int64_t *lengths = arena_array(a, n + 1, sizeof(*lengths));
    for (size_t i = 0; i < n; i++)
        lengths[i] = (int64_t)items[i].n_tokens;
    g->compute(lengths, n, norm, weights);
    return weights;
}

int tinker_update(struct policy *p, const struct update_item *items, size_t n,
                  const struct update_options *options, struct update_metrics *out, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct tinker *t = (struct tinker *)p;
    const struct loss_aggregation *g = options->aggregation == NULL
                                           ? loss_aggregation_find("seq-mean-token-sum")
                                           : options->aggregation;
    struct learning l = { .t = t,
                          .items = items,
                          .n_items = n,
                          .divides = strcmp(t->config.reduction, "mean") == 0,
                          .weights = weigh(items, n, g, t->config.max_tokens, &a),
                          .loss = options->loss == NULL ? policy_loss_find("importance_sampling")
                                                        : options->loss };
    double norm = (double)NAN;
    for (size_t i = 0; i < ARRAY_LEN(wire_losses); i++)
        if (strcmp(wire_losses[i].name, l.loss->name) == 0)
            l.wire = &wire_losses[i];
    int rc = check(&l, n, err);
    if (rc == 0 && l.divides && l.wire->inputs == WEIGHTED)
        l.fresh = arena_array(&a, n + 1, sizeof(*l.fresh));
    if (rc == 0)
        rc = tinker_need_model(t, err);
    if (rc == 0)
        rc = send_all(&l, n, err);
    if (rc == 0)
        rc = step_optimiser(t, options, &norm, err);
    if (rc == 0)
        t->live.changed = true;
    else
        tinker_drop_model(t); /* with the gradients of half an update */
    *out = (struct update_metrics){ .loss = l.value,
                                    .mean_ratio = l.ratios / (double)l.n_tokens,
                                    .grad_norm = norm,
                                    .kl = (double)NAN,
                                    .entropy = (double)NAN };
    arena_release(&l.arena);
    return rc;
}
