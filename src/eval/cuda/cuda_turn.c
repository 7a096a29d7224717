/*
 * cuda_turn.c - turns on a GPU, and work ahead while nobody else needs it.
 */
#include <stdbool.h>
#include <sys/file.h>

#include "src/eval/cuda/cuda_context.h"

void gpu_lock(const struct backend_context *c)
{
    if (c->lock_fd >= 0)
        (void)flock(c->lock_fd, LOCK_EX);
}

bool gpu_try_lock(const struct backend_context *c)
{
    return c->lock_fd < 0 || flock(c->lock_fd, LOCK_EX | LOCK_NB) == 0;
}

void gpu_unlock(const struct backend_context *c)
{
    if (c->lock_fd >= 0)
        (void)flock(c->lock_fd, LOCK_UN);
}

static int fill_input(struct backend_context *c, const struct trial_key *key, uint32_t i,
                      struct gpu_region **out)
{
    const struct task_tensor *x = &key->task->inputs[i];
    int64_t n = 0;
    int rc = task_elements(key->task, key->task_case, x, &n, NULL);
    if (rc == 0)
        rc = gpu_region_take(&c->gpu, i, gpu_buffer_bytes((uint64_t)n * dtype_size(x->dtype)), out,
                             NULL);
    if (rc != 0)
        return rc;
    const struct gpu_input in = {
        key->task, key->task_case, i, key->seed, key->trial, (*out)->at, n
    };
    return gpu_fill_input(&c->gpu, &in, NULL);
}

void cuda_prepare(struct backend_context *c, const struct trial_key *key, unsigned n)
{
    struct trial_key k = *key;
    int rc = 0;
    for (; n > 0 && rc == 0 && cuda_compile_is_busy(&c->compiler); n--, k.trial++) {
        if (expected_is_known(c, &k))
            continue;
        if (!expected_has_room(c, &k) || !gpu_try_lock(c))
            return;
        struct gpu_region *regions[TASK_MAX_TENSORS] = { NULL };
        cuda_address inputs[RUNNER_MAX_BUFFERS] = { 0 };
        const struct expected *unused;
        rc = 0;
        c->held.valid = false;
        for (uint32_t i = 0; i < k.task->n_inputs && rc == 0; i++) {
            rc = fill_input(c, &k, i, &regions[i]);
            inputs[i] = rc == 0 ? regions[i]->at : 0;
        }
        if (rc == 0)
            rc = expected_get(c, &k, inputs, &unused, NULL);
        for (uint32_t i = 0; i < k.task->n_inputs; i++)
            gpu_region_give(&c->gpu, regions[i]);
        gpu_unlock(c);
    }
}
