#include "src/sample/builtin/adapter.h"

#include <math.h>

#include "src/base/mem.h"
#include "src/base/rng.h"

/* Streams of RNG_INIT. */
enum { STREAM_BASE = 0, STREAM_A = 1 };

size_t adapter_param_count(const struct adapter *m)
{
    return (m->rows + FEATURE_WIDTH) * m->rank;
}

static double *params_a(const struct adapter *m)
{
    return m->params + m->rows * m->rank;
}

void adapter_init(struct adapter *m, const int32_t *token_ids, uint64_t seed, double scale,
                  struct arena *a)
{
    const size_t rows = m->rows, rank = m->rank;
    struct rng rng;
    double *base = arena_array(a, rows * FEATURE_WIDTH, sizeof(double));
    m->params = arena_array(a, adapter_param_count(m), sizeof(double));
    for (size_t row = 0; row < rows; row++) {
        rng_init(&rng, seed, RNG_INIT, (uint64_t)token_ids[row], STREAM_BASE, 0);
        for (size_t f = 0; f < FEATURE_WIDTH; f++)
            base[row * FEATURE_WIDTH + f] = scale * rng_normal(&rng);
    }
    for (size_t r = 0; r < rank; r++) {
        rng_init(&rng, seed, RNG_INIT, r, STREAM_A, 0);
        for (size_t f = 0; f < FEATURE_WIDTH; f++)
            params_a(m)[r * FEATURE_WIDTH + f] = rng_normal(&rng) / sqrt((double)rank);
    }
    m->base = base;
}

void adapter_hidden(const struct adapter *m, const struct feature_list *phi, double *hidden)
{
    for (size_t r = 0; r < m->rank; r++) {
        const double *a = params_a(m) + r * FEATURE_WIDTH;
        double sum = 0;
        for (size_t i = 0; i < phi->n; i++)
            sum += a[phi->items[i].index] * phi->items[i].value;
        hidden[r] = sum;
    }
}

static size_t row_of_b(const struct adapter *m, size_t row)
{
    return (m->shared == NULL ? row : m->shared[row]) * m->rank;
}

double adapter_logit(const struct adapter *m, size_t row, const struct feature_list *phi,
                     const double *hidden)
{
    const double *w = m->base + row * FEATURE_WIDTH, *b = m->params + row_of_b(m, row);
    double sum = 0;
    for (size_t i = 0; i < phi->n; i++)
        sum += w[phi->items[i].index] * phi->items[i].value;
    for (size_t r = 0; r < m->rank; r++)
        sum += b[r] * hidden[r];
    return sum;
}

void adapter_backward(const struct adapter *m, const struct logit_slopes *s,
                      const struct feature_list *phi, const double *hidden, double *gradient)
{
    double *gradient_a = gradient + m->rows * m->rank;
    for (size_t r = 0; r < m->rank; r++) {
        double through = 0;
        for (size_t o = 0; o < s->n; o++) {
            size_t at = row_of_b(m, s->first + o) + r;
            gradient[at] += s->g[o] * hidden[r];
            through += s->g[o] * m->params[at];
        }
        for (size_t i = 0; i < phi->n; i++)
            gradient_a[r * FEATURE_WIDTH + phi->items[i].index] += through * phi->items[i].value;
    }
}

void adam_step(struct adam *s, const struct adam_options *o, const double *gradient, double *params)
{
    s->steps++;
    double correct1 = 1 - pow(o->beta1, (double)s->steps);
    double correct2 = 1 - pow(o->beta2, (double)s->steps);
    for (size_t i = 0; i < s->n; i++) {
        double g = gradient[i];
        params[i] -= o->learning_rate * o->weight_decay * params[i];
        s->m[i] = o->beta1 * s->m[i] + (1 - o->beta1) * g;
        s->v[i] = o->beta2 * s->v[i] + (1 - o->beta2) * g * g;
        params[i] -=
            o->learning_rate * (s->m[i] / correct1) / (sqrt(s->v[i] / correct2) + o->epsilon);
    }
}
