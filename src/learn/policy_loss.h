/*
 * policy_loss.h - losses of a policy's tokens, their slopes, and how tokens are put together
 * (pure).
 *
 * A new loss is one function and one row in policy_loss.c.
 */
#ifndef ROLLBOOK_LEARN_POLICY_LOSS_H
#define ROLLBOOK_LEARN_POLICY_LOSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* Bounds of the ratio rho = exp(logprob - old_logprob); dual is c of dual clipping. */
struct loss_params {
    double ratio_low, ratio_high, dual;
};

struct loss_tokens {
    size_t n; /* of one sequence */
    const double *logprobs;
    const double *old_logprobs;
    const double *advantages; /* times the weight of the token's aggregation */
    const bool *masked;       /* neither loss nor slope; NULL: none */
};

/*
 * Each loss is homogeneous in the advantage (loss of w A = w times the loss of A for w > 0), so the
 * weight of an aggregation multiplies the advantage.
 */
struct policy_loss {
    const char *name;
    const char *formula;
    const char *source;
    struct loss_params standard;
    /* values[t] and slopes[t] = d (sum of values) / d logprobs[t], where "stopgrad" is a constant.
     */
    void (*compute)(const struct loss_tokens *s, const struct loss_params *p, double *values,
                    double *slopes);
};

const struct policy_loss *policy_loss_all(size_t *out_count);
const struct policy_loss *policy_loss_find(const char *name); /* NULL: unknown */
/* ERR_USAGE with the names that there are. */
int policy_loss_unknown(const char *name, struct err *err);

/*
 * How the losses of tokens become one number.  The same advantages under two of these are different
 * runs.
 */
struct loss_aggregation {
    const char *name;
    const char *formula;
    const char *source;
    /* weights[i] of each token of sequence i, by its tokens that are not masked; a sequence without
     * any has weight 0. */
    void (*compute)(const int64_t *n_tokens, size_t n, double norm, double *weights);
};

const struct loss_aggregation *loss_aggregation_all(size_t *out_count);
const struct loss_aggregation *loss_aggregation_find(const char *name); /* NULL: unknown */
int loss_aggregation_unknown(const char *name, struct err *err);

/*
 * Divergences of token log-probs a from b, one token at a time; a run's number is their mean.  k1,
 * k2, k3: a of the policy, b of the reference.  v1, v2: a as sampled, b of the trainer.  entropy:
 * of a alone.
 */
struct divergence {
    const char *name;
    const char *formula;
    const char *source;
    double (*compute)(double a, double b);
};

const struct divergence *divergence_all(size_t *out_count);
const struct divergence *divergence_find(const char *name); /* NULL: unknown */

#endif
