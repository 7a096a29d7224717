/*
 * adam.h - the Adam optimiser (Kingma and Ba, 2015, algorithm 1) over a flat parameter vector.
 */
#ifndef ROLLBOOK_SAMPLE_BUILTIN_ADAM_H
#define ROLLBOOK_SAMPLE_BUILTIN_ADAM_H

#include <stddef.h>
#include <stdint.h>

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
