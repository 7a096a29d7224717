#include "src/sample/builtin/adam.h"

#include <math.h>

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
