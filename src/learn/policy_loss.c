#include "src/learn/policy_loss.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"

static bool is_masked(const struct loss_tokens *s, size_t t)
{
    return s->masked != NULL && s->masked[t];
}

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* -min(rho A, clip(rho) A) and its slope by log rho. */
static double clipped(double ratio, double advantage, const struct loss_params *p, double *slope)
{
    double free_loss = -(ratio * advantage);
    double bounded_loss = -(clamp(ratio, p->ratio_low, p->ratio_high) * advantage);
    *slope = free_loss >= bounded_loss ? free_loss : 0.0;
    return fmax(free_loss, bounded_loss);
}

static double token_cross_entropy(double logprob, double old, double advantage,
                                  const struct loss_params *p, double *slope)
{
    (void)old;
    (void)p;
    *slope = -advantage;
    return -advantage * logprob;
}

static double token_importance(double logprob, double old, double advantage,
                               const struct loss_params *p, double *slope)
{
    double loss = -advantage * exp(logprob - old);
    (void)p;
    *slope = loss;
    return loss;
}

static double token_ppo(double logprob, double old, double advantage, const struct loss_params *p,
                        double *slope)
{
    return clipped(exp(logprob - old), advantage, p, slope);
}

static double token_dual_clip(double logprob, double old, double advantage,
                              const struct loss_params *p, double *slope)
{
    double loss = clipped(exp(logprob - old), advantage, p, slope);
    double most = -advantage * p->dual;
    if (!(advantage < 0) || loss <= most)
        return loss;
    *slope = 0.0;
    return most;
}

static double token_cispo(double logprob, double old, double advantage, const struct loss_params *p,
                          double *slope)
{
    double weight = clamp(exp(logprob - old), p->ratio_low, p->ratio_high);
    *slope = -(weight * advantage);
    return *slope * logprob;
}

typedef double token_loss(double logprob, double old, double advantage, const struct loss_params *p,
                          double *slope);

static void each_token(token_loss *loss, const struct loss_tokens *s, const struct loss_params *p,
                       double *values, double *slopes)
{
    for (size_t t = 0; t < s->n; t++) {
        slopes[t] = 0.0;
        values[t] = is_masked(s, t)
                        ? 0.0
                        : loss(s->logprobs[t], s->old_logprobs[t], s->advantages[t], p, &slopes[t]);
    }
}

#define OF_TOKENS(name)                                                                            \
    static void compute_##name(const struct loss_tokens *s, const struct loss_params *p,           \
                               double *values, double *slopes)                                     \
    {                                                                                              \
        each_token(token_##name, s, p, values, slopes);                                            \
    }
OF_TOKENS(cross_entropy)
OF_TOKENS(importance)
OF_TOKENS(ppo)
OF_TOKENS(dual_clip)
OF_TOKENS(cispo)

static void compute_gspo(const struct loss_tokens *s, const struct loss_params *p, double *values,
                         double *slopes)
{
    double log_ratio = 0;
    double slope = 0;
    size_t n = 0;
    for (size_t t = 0; t < s->n; t++) {
        if (is_masked(s, t))
            continue;
        log_ratio += s->logprobs[t] - s->old_logprobs[t];
        n++;
    }
    double ratio = n == 0 ? 1.0 : exp(log_ratio / (double)n);
    for (size_t t = 0; t < s->n; t++) {
        double of_token = 0;
        values[t] = is_masked(s, t) ? 0.0 : clipped(ratio, s->advantages[t], p, &of_token);
        slope += of_token;
    }
    for (size_t t = 0; t < s->n; t++)
        slopes[t] = is_masked(s, t) ? 0.0 : slope / (double)n;
}

#define NO_BOUND ((double)INFINITY)

static const struct policy_loss losses[] = {
    { "importance_sampling",
      "-rho A",
      "arXiv 2602.07670; Tinker",
      { 0, NO_BOUND, NO_BOUND },
      compute_importance },
    { "ppo",
      "-min(rho A, clip(rho) A)",
      "arXiv 1707.06347; verl, TRL, Tinker",
      { 0.8, 1.2, NO_BOUND },
      compute_ppo },
    { "ppo_dual_clip",
      "as ppo, but at most -c A where A < 0",
      "arXiv 1912.09729; verl, KernelGYM",
      { 0.8, 1.28, 3.0 },
      compute_dual_clip },
    { "cispo",
      "-stopgrad(clip(rho)) A log-prob",
      "arXiv 2506.13585; TRL, Tinker",
      { 0, 5.0, NO_BOUND },
      compute_cispo },
    { "gspo",
      "as ppo, rho = exp(mean of log rho) of the sequence",
      "arXiv 2507.18071; verl, TRL",
      { 1 - 3e-4, 1 + 4e-4, NO_BOUND },
      compute_gspo },
    { "cross_entropy",
      "-A log-prob, A the token's weight",
      "Tinker",
      { 0, NO_BOUND, NO_BOUND },
      compute_cross_entropy },
};

const struct policy_loss *policy_loss_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(losses);
    return losses;
}

const struct policy_loss *policy_loss_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(losses); i++)
        if (strcmp(losses[i].name, name) == 0)
            return &losses[i];
    return NULL;
}

int policy_loss_unknown(const char *name, struct err *err)
{
    struct buf CLEANUP(buf_release) names = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(losses); i++)
        buf_printf(&names, "%s%s", i == 0 ? "" : ", ", losses[i].name);
    err_set(err, ERR_USAGE, "unknown loss '%s'; there are %s", name, buf_text(&names));
    return err_suggest_among(err, name, buf_text(&names));
}

static double count_tokens(const int64_t *n_tokens, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)n_tokens[i];
    return sum;
}

static double count_sequences(const int64_t *n_tokens, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += n_tokens[i] > 0;
    return (double)count;
}

static void put_weights(const int64_t *n_tokens, size_t n, double divisor, bool by_length,
                        double *weights)
{
    for (size_t i = 0; i < n; i++)
        weights[i] =
            n_tokens[i] > 0 ? 1.0 / (by_length ? divisor * (double)n_tokens[i] : divisor) : 0.0;
}

static void weigh_token_mean(const int64_t *n_tokens, size_t n, double norm, double *weights)
{
    (void)norm;
    put_weights(n_tokens, n, count_tokens(n_tokens, n), false, weights);
}

static void weigh_mean_of_sums(const int64_t *n_tokens, size_t n, double norm, double *weights)
{
    (void)norm;
    put_weights(n_tokens, n, count_sequences(n_tokens, n), false, weights);
}

static void weigh_mean_of_means(const int64_t *n_tokens, size_t n, double norm, double *weights)
{
    (void)norm;
    put_weights(n_tokens, n, count_sequences(n_tokens, n), true, weights);
}

static void weigh_by_norm(const int64_t *n_tokens, size_t n, double norm, double *weights)
{
    put_weights(n_tokens, n, norm, false, weights);
}

static void weigh_sum(const int64_t *n_tokens, size_t n, double norm, double *weights)
{
    (void)norm;
    put_weights(n_tokens, n, 1.0, false, weights);
}

static const struct loss_aggregation aggregations[] = {
    { "token-mean", "sum over all tokens / their number", "verl; TRL dapo, bnpo",
      weigh_token_mean },
    { "seq-mean-token-sum", "mean over sequences with a token of their sums", "verl, KernelGYM",
      weigh_mean_of_sums },
    { "seq-mean-token-mean", "mean over sequences with a token of their means", "verl; TRL grpo",
      weigh_mean_of_means },
    { "seq-mean-token-sum-norm", "sum over all tokens / norm", "verl; TRL dr_grpo", weigh_by_norm },
    { "seq-sum-no-norm", "sum over all tokens", "KernelGYM; Tinker", weigh_sum },
};

const struct loss_aggregation *loss_aggregation_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(aggregations);
    return aggregations;
}

const struct loss_aggregation *loss_aggregation_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(aggregations); i++)
        if (strcmp(aggregations[i].name, name) == 0)
            return &aggregations[i];
    return NULL;
}

int loss_aggregation_unknown(const char *name, struct err *err)
{
    struct buf CLEANUP(buf_release) names = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(aggregations); i++)
        buf_printf(&names, "%s%s", i == 0 ? "" : ", ", aggregations[i].name);
    err_set(err, ERR_USAGE, "unknown aggregation '%s'; there are %s", name, buf_text(&names));
    return err_suggest_among(err, name, buf_text(&names));
}

static double token_k1(double a, double b)
{
    return a - b;
}

static double token_k2(double a, double b)
{
    return 0.5 * (a - b) * (a - b);
}

static double token_k3(double a, double b)
{
    return exp(b - a) - 1 - (b - a);
}

static double token_entropy(double a, double b)
{
    (void)b;
    return -a;
}

static const struct divergence divergences[] = {
    { "k1", "a - b", "joschu.net/blog/kl-approx.html; verl", token_k1 },
    { "k2", "(a - b)^2 / 2", "joschu.net/blog/kl-approx.html; verl", token_k2 },
    { "k3", "exp(b - a) - 1 - (b - a)", "joschu.net/blog/kl-approx.html; verl, TRL", token_k3 },
    { "v1", "sampled - trained", "tinker-cookbook kl_sample_train_v1", token_k1 },
    { "v2", "(sampled - trained)^2 / 2", "tinker-cookbook kl_sample_train_v2", token_k2 },
    { "entropy", "-sampled", "tinker-cookbook entropy", token_entropy },
};

const struct divergence *divergence_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(divergences);
    return divergences;
}

const struct divergence *divergence_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(divergences); i++)
        if (strcmp(divergences[i].name, name) == 0)
            return &divergences[i];
    return NULL;
}
