/*
 * builtin_loss.c - the loss of the builtin policy and its gradient.
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
    const double *weights; /* of a token, by item; NULL: 1 / n_items */
    double *gradient;      /* may be NULL */
    struct builtin_batch batch;
};

/* An item's walk, whose losses may need all of its tokens. */
struct sequence {
    size_t n;
    int options[GRAMMAR_MAX_SLOTS];
    struct builtin_choice choices[GRAMMAR_MAX_SLOTS];
    double logprobs[GRAMMAR_MAX_SLOTS], old[GRAMMAR_MAX_SLOTS], advantages[GRAMMAR_MAX_SLOTS];
};

static void add_sequence(struct sum *s, const struct sequence *q, const struct grammar *g,
                         double temperature)
{
    double values[GRAMMAR_MAX_SLOTS];
    double slopes[GRAMMAR_MAX_SLOTS];
    const struct loss_tokens tokens = {
        .n = q->n, .logprobs = q->logprobs, .old_logprobs = q->old, .advantages = q->advantages
    };
    s->loss->compute(&tokens, &s->loss->standard, values, slopes);
    for (size_t t = 0; t < q->n; t++) {
        s->batch.n_tokens++;
        s->batch.loss += values[t];
        s->batch.ratio_sum += exp(q->logprobs[t] - q->old[t]);
        s->batch.kl_sum += s->kl->compute(q->old[t], q->logprobs[t]);
        s->batch.entropy_sum += builtin_choice_entropy(&q->choices[t]);
        if (s->gradient) {
            /* d logprob(chosen) / d logit(o) = ([o = chosen] - p(o)) / temperature */
            const struct builtin_choice *c = &q->choices[t];
            const struct grammar_slot *slot = &g->slots[c->slot];
            double d[GRAMMAR_MAX_OPTIONS] = { 0 };
            for (size_t o = 0; o < slot->n_options; o++) {
                if (c->available >> o & 1u)
                    d[o] =
                        slopes[t] * (((int)o == q->options[t]) - exp(c->logprob[o])) / temperature;
            }
            adapter_backward(&s->model->adapter,
                             &(struct logit_slopes){ g->row + slot->first, slot->n_options, d },
                             &c->phi, c->hidden, s->gradient);
        }
    }
}

static int add_item(struct sum *s, const struct update_item *item, size_t index, struct err *err)
{
    struct grammar_walk w;
    struct feature_list task;
    struct sequence q = { .n = 0 };
    const struct grammar *g = NULL;
    int rc = builtin_find_grammar(s->model, item->task, &g, err);
    if (rc < 0)
        return rc;
    if (!isfinite(item->advantage) || !(item->temperature > 0) || !isfinite(item->temperature))
        return err_set(err, ERR_USAGE, "update item %zu: advantage %g, temperature %g", index,
                       item->advantage, item->temperature);
    features_of_task(item->task, &task);
    features_of_feedback(item->exchanges, item->n_exchanges, NULL, &task);
    grammar_walk_start(&w, g, item->task->id);
    for (size_t t = 0; t < item->n_tokens; t++) {
        int option = grammar_walk_done(&w) ? -1 : grammar_walk_option(&w, item->token_ids[t]);
        double a = item->token_advantages == NULL ? item->advantage : item->token_advantages[t];
        if (option < 0)
            return err_set(err, ERR_INTEGRITY,
                           "update item %zu: token %zu (%d) is not allowed there", index, t,
                           item->token_ids[t]);
        if (!isfinite(item->old_logprobs[t]) || !isfinite(a))
            return err_set(err, ERR_USAGE, "update item %zu: log-prob %zu is not finite", index, t);
        builtin_choice_compute(s->model, &w, &task, item->temperature, &q.choices[t]);
        q.options[t] = option;
        q.logprobs[t] = q.choices[t].logprob[option];
        q.old[t] = (double)item->old_logprobs[t];
        q.advantages[t] = s->weights == NULL ? a / (double)s->n_items : a * s->weights[index];
        q.n++;
        grammar_walk_choose(&w, (size_t)option);
    }
    add_sequence(s, &q, g, item->temperature);
    return 0;
}

static double *weigh_items(const struct loss_aggregation *g, const struct update_item *items,
                           size_t n)
{
    double *weights = mem_array(n + 1, sizeof(*weights));
    int64_t *CLEANUP(mem_free_ptr) lengths = mem_array(n + 1, sizeof(*lengths));
    for (size_t i = 0; i < n; i++)
        lengths[i] = (int64_t)items[i].n_tokens;
    g->compute(lengths, n, GRAMMAR_MAX_SLOTS, weights);
    return weights;
}

int builtin_loss(const struct builtin_model *m, const struct builtin_objective *o, double *gradient,
                 struct builtin_batch *out, struct err *err)
{
    const struct update_options *options = o->options;
    double *CLEANUP(mem_free_ptr) weights =
        options->aggregation == NULL ? NULL : weigh_items(options->aggregation, o->items, o->n);
    struct sum s = { .model = m,
                     .loss = options->loss == NULL ? policy_loss_find("importance_sampling")
                                                   : options->loss,
                     .kl = divergence_find("k3"),
                     .n_items = o->n,
                     .weights = weights,
                     .gradient = gradient };
    if (gradient)
        memset(gradient, 0, adapter_param_count(&m->adapter) * sizeof(double));
    for (size_t i = 0; i < o->n; i++) {
        int rc = add_item(&s, &o->items[i], i, err);
        if (rc < 0)
            return rc;
    }
    *out = s.batch;
    return 0;
}
