/*
 * audit_logprob.c - log-probs that are none.
 */
#include <math.h>

#include "analysis/audit/audit_context.h"
#include "src/base/mem.h"

/* Rounding of float32 sums may end a little above zero. */
#define POSITIVE_MEAN 1e-6
/* So many equal values are no measurement. */
#define CONSTANT_TOKENS   8
#define CONSTANT_ROLLOUTS 8
/* Markers are -999, -9999, -1e9 and the like. */
#define SENTINEL_MEAN (-999.0)

void audit_check_logprob_positive(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->tokens.n_positive > 0)
            audit_row(c, r, "%zu of %zu token log-probs are above 0 (%g)", r->tokens.n_positive,
                      r->tokens.n, (double)r->tokens.worst);
        else if (r->mean_logprob > POSITIVE_MEAN)
            audit_row(c, r, "mean log-prob %g", r->mean_logprob);
    }
}

void audit_check_logprob_sentinel(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->tokens.n_sentinel > 0)
            audit_row(c, r, "%zu of %zu token log-probs are markers (%g)", r->tokens.n_sentinel,
                      r->tokens.n, (double)r->tokens.worst);
        else if (r->mean_logprob <= SENTINEL_MEAN)
            audit_row(c, r, "mean log-prob %g", r->mean_logprob);
    }
}

static int by_mean(const struct audit_rollout *a, const struct audit_rollout *b)
{
    if (isnan(a->mean_logprob) || isnan(b->mean_logprob))
        return isnan(a->mean_logprob) - isnan(b->mean_logprob);
    return (a->mean_logprob > b->mean_logprob) - (a->mean_logprob < b->mean_logprob);
}

static void check_means(struct audit_context *c)
{
    const struct audit_run *run = c->run;
    CLEANUP(mem_free_ptr) size_t *sorted = audit_sorted(run, by_mean);
    size_t known = 0;
    size_t texts = 1;
    for (; known < run->n_rollouts && !isnan(run->rollouts[sorted[known]].mean_logprob); known++) {
        const struct audit_rollout *r = &run->rollouts[sorted[known]];
        texts += known > 0 && r->code_id != run->rollouts[sorted[known - 1]].code_id;
    }
    if (known < CONSTANT_ROLLOUTS || texts < 2 ||
        by_mean(&run->rollouts[sorted[0]], &run->rollouts[sorted[known - 1]]) != 0)
        return;
    for (size_t i = 0; i < known; i++)
        audit_row(c, &run->rollouts[sorted[i]], "mean log-prob %g in all %zu rollouts",
                  run->rollouts[sorted[i]].mean_logprob, known);
}

void audit_check_logprob_constant(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->tokens.constant && r->tokens.n >= CONSTANT_TOKENS)
            audit_row(c, r, "all %zu token log-probs are %g", r->tokens.n, (double)r->tokens.worst);
    }
    if (c->n_rows == 0)
        check_means(c);
}
