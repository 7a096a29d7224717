#include "src/strategy/training_plan.h"

#include "src/base/rng.h"

int plan_epoch_steps(size_t n, int batch)
{
    size_t size = batch <= 0 || (size_t)batch > n ? n : (size_t)batch;
    return n == 0 ? 0 : (int)((n + size - 1) / size);
}

size_t plan_batch(uint64_t seed, int step, size_t n, int batch, size_t *out)
{
    struct rng r;
    int steps = plan_epoch_steps(n, batch);
    if (n == 0)
        return 0;
    size_t size = batch <= 0 || (size_t)batch > n ? n : (size_t)batch;
    size_t first = (size_t)(step % steps) * size;
    size_t count = n - first < size ? n - first : size;
    rng_init(&r, seed, RNG_ORDER, (uint64_t)(step / steps), 0, 0);
    for (size_t i = 0; i < n; i++)
        out[i] = i;
    for (size_t i = n; i > 1; i--) {
        size_t j = rng_below(&r, (uint32_t)i);
        size_t swap = out[i - 1];
        out[i - 1] = out[j];
        out[j] = swap;
    }
    for (size_t i = 0; i < count; i++)
        out[i] = out[first + i];
    return count;
}

void plan_samples(const struct run_config *c, enum lesson lesson, int step, int *out)
{
    bool evaluates = c->eval_every > 0 && (step % c->eval_every == 0 || step == c->n_steps);
    for (size_t i = 0; i < c->n_tasks; i++)
        out[i] = run_config_is_held(c, i) && evaluates ? c->eval_k : 0;
    if (c->replay_of != NULL)
        for (size_t i = 0; i < c->n_tasks; i++)
            out[i] = run_config_width(c);
    else if (lesson == LESSON_BATCH) {
        /* The last step only evaluates. */
        size_t batch[RUN_MAX_TASKS];
        size_t n = step == c->n_steps
                       ? 0
                       : plan_batch(c->seed, step, c->n_tasks - (size_t)c->n_held, c->batch, batch);
        for (size_t i = 0; i < n; i++)
            out[batch[i]] = c->k;
    } else if (lesson != LESSON_SHOWN)
        for (size_t i = 0; i < c->n_tasks; i++)
            out[i] = c->k;
}
