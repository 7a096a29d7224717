/*
 * adapter.h - logits = prior + (W0 + B A) phi, where only A and B adapt.
 *
 * The model seed draws W0 (rows x width); B (rows x rank, starts at 0) and A (rank x width, starts
 * random) are the adaptive state.  Parameters and gradients are one flat vector: B by rows, then A
 * by rows.
 */
#ifndef ROLLBOOK_SAMPLE_BUILTIN_ADAPTER_H
#define ROLLBOOK_SAMPLE_BUILTIN_ADAPTER_H

#include <stddef.h>
#include <stdint.h>

#include "src/sample/builtin/features.h"

struct arena;

#define ADAPTER_MAX_RANK 64

struct adapter {
    size_t rows, rank;
    const size_t *shared; /* the row of B that a row learns in; NULL: its own */
    const double *base;   /* W0 */
    double *params;
};

size_t adapter_param_count(const struct adapter *m);

/* Of the rows and rank that m has.  token_ids[row] names the random stream of a row of W0, so rows
 * are independent. */
void adapter_init(struct adapter *m, const int32_t *token_ids, uint64_t seed, double scale,
                  struct arena *a);

/* hidden[r] = A_r . phi */
void adapter_hidden(const struct adapter *m, const struct feature_list *phi, double *hidden);
/* (W0 + B A)_row . phi, given hidden = A phi */
double adapter_logit(const struct adapter *m, size_t row, const struct feature_list *phi,
                     const double *hidden);
/* d loss / d logit of rows first..first+n. */
struct logit_slopes {
    size_t first, n;
    const double *g;
};
/* Adds the gradient of the parameters to gradient. */
void adapter_backward(const struct adapter *m, const struct logit_slopes *s,
                      const struct feature_list *phi, const double *hidden, double *gradient);

/*
 * The Adam optimiser (Kingma and Ba, 2015, algorithm 1) over a flat parameter vector.
 */

struct adam {
    size_t n;
    uint64_t steps; /* taken */
    double *m, *v;  /* moments, n each; borrowed */
};

struct adam_options {
    double learning_rate, beta1, beta2, epsilon;
    double weight_decay; /* decoupled (AdamW) */
};

/* With bias correction: params -= lr * (m^ / (sqrt(v^) + epsilon) + weight_decay * params). */
void adam_step(struct adam *s, const struct adam_options *o, const double *gradient,
               double *params);

#endif
