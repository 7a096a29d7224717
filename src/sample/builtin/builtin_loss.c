/*
 * builtin_loss.c - the importance-sampling loss of the builtin policy and its gradient.
 */
#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/learn/policy_loss.h"
#include "src/sample/builtin/builtin_model.h"
#include "tasks/task.h"

struct sum {
    const struct builtin_model *model;
    const struct policy_loss *loss;
    const struct divergence *kl;
    size_t n_items;
    double *gradient; /* may be NULL */
    struct builtin_batch batch;
};

/* d logprob(chosen) / d logit(o) = ([o = chosen] - p(o)) / temperature */
static void add_gradient(struct sum *s, const struct builtin_choice *c,
                         const struct grammar_walk *w, int chosen, double weight,
                         double temperature)
{
    const struct grammar_slot *slot = &w->grammar->slots[c->slot];
    double g[GRAMMAR_MAX_OPTIONS] = { 0 };
    for (size_t o = 0; o < slot->n_options; o++) {
        if (c->available >> o & 1u)
            g[o] = weight * (((int)o == chosen) - exp(c->logprob[o])) / temperature;
    }
    adapter_backward(&s->model->adapter, w->grammar->row + slot->first, slot->n_options, g, &c->phi,
                     c->hidden, s->gradient);
}

static void add_token(struct sum *s, const struct update_item *item, size_t t,
                      const struct builtin_choice *c, const struct grammar_walk *w, int option)
{
    double old = (double)item->old_logprobs[t];
    double advantage = item->advantage / (double)s->n_items;
    double value;
    double slope;
    const struct loss_tokens token = {
        .n = 1, .logprobs = &c->logprob[option], .old_logprobs = &old, .advantages = &advantage
    };
    s->loss->compute(&token, &s->loss->standard, &value, &slope);
    s->batch.n_tokens++;
    s->batch.loss += value;
    s->batch.ratio_sum += exp(c->logprob[option] - old);
    s->batch.kl_sum += s->kl->compute(old, c->logprob[option]);
    s->batch.entropy_sum += builtin_choice_entropy(c);
    if (s->gradient)
        add_gradient(s, c, w, option, slope, item->temperature);
}

static int add_item(struct sum *s, const struct update_item *item, size_t index, struct err *err)
{
    struct grammar_walk w;
    struct feature_list task;
    struct builtin_choice c;
    const struct grammar *g = NULL;
    int rc = builtin_find_grammar(s->model, item->task, &g, err);
    if (rc < 0)
        return rc;
    if (!isfinite(item->advantage) || !(item->temperature > 0) || !isfinite(item->temperature))
        return err_set(err, ERR_USAGE, "update item %zu: advantage %g, temperature %g", index,
                       item->advantage, item->temperature);
    features_of_task(item->task, &task);
    grammar_walk_start(&w, g, item->task->id);
    for (size_t t = 0; t < item->n_tokens; t++) {
        int option = grammar_walk_done(&w) ? -1 : grammar_walk_option(&w, item->token_ids[t]);
        if (option < 0)
            return err_set(err, ERR_INTEGRITY, "update item %zu: token %zu (%d) cannot stand there",
                           index, t, item->token_ids[t]);
        if (!isfinite(item->old_logprobs[t]))
            return err_set(err, ERR_USAGE, "update item %zu: log-prob %zu is not finite", index, t);
        builtin_choice_compute(s->model, &w, &task, item->temperature, &c);
        add_token(s, item, t, &c, &w, option);
        grammar_walk_choose(&w, (size_t)option);
    }
    return 0;
}

int builtin_loss(const struct builtin_model *m, const struct update_item *items, size_t n,
                 double *gradient, struct builtin_batch *out, struct err *err)
{
    struct sum s = { .model = m,
                     .loss = policy_loss_find("importance_sampling"),
                     .kl = divergence_find("k3"),
                     .n_items = n,
                     .gradient = gradient };
    if (gradient)
        memset(gradient, 0, adapter_param_count(&m->adapter) * sizeof(double));
    for (size_t i = 0; i < n; i++) {
        int rc = add_item(&s, &items[i], i, err);
        if (rc < 0)
            return rc;
    }
    *out = s.batch;
    return 0;
}
