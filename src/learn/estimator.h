/*
 * estimator.h - advantages from rewards (pure).
 *
 * A new estimator is one function and one row in estimator.c.
 */
#ifndef ROLLBOOK_LEARN_ESTIMATOR_H
#define ROLLBOOK_LEARN_ESTIMATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/*
 * Samples that share prompt and turn are a group; samples that share prompt and conversation are
 * its turns.  A masked sample leaves its group, which shrinks by it, and has advantage 0; its
 * reward still counts in the returns of the turns before it.
 */
struct advantage_input {
    size_t n;
    const double *rewards;        /* finite */
    const size_t *prompts;        /* any numbers; NULL: all the same */
    const int *turns;             /* NULL: all the first */
    const int64_t *conversations; /* NULL: each sample is one */
    const int64_t *lengths;       /* tokens of the completion, at least 1; NULL: all 1 */
    const bool *masked;           /* NULL: none */
};

struct advantage_params {
    double epsilon; /* added to a group's standard deviation: 1e-6 in verl, 1e-4 in TRL */
    double gamma;   /* discount of later turns */
};
extern const struct advantage_params advantage_standard; /* 1e-6, 1 */

struct advantage_group;

struct estimator {
    const char *name;
    const char *formula;
    const char *source;
    bool over_batch; /* all samples are one group */
    bool on_returns; /* of the later turns as well, instead of the turn's own reward */
    bool by_length;  /* lengths matter */
    /* Fills out[0..n) of a group of n > 0; NULL: the advantages are by token. */
    void (*compute)(const struct advantage_group *g, const struct advantage_params *p, double *out);
};

const struct estimator *estimator_all(size_t *out_count);
const struct estimator *estimator_find(const char *name); /* NULL: unknown */
/* ERR_USAGE with the names that there are. */
int estimator_unknown(const char *name, struct err *err);

/* Fills out[0..n).  The estimator is not by token. */
void estimator_apply(const struct estimator *e, const struct advantage_input *in,
                     const struct advantage_params *p, double *out);

/* G_t = sum over the turns k >= t of a conversation of gamma^(k - t) r_k, with k counting stored
 * turns. */
void turn_returns(const struct advantage_input *in, double gamma, double *out);

/* Of sdpo, token by token: weight * (teacher - student) log-prob, a constant for the gradient; 0
 * where either is not finite. */
void advantage_distill(const double *teacher, const double *student, size_t n, double weight,
                       double *out);

#endif
