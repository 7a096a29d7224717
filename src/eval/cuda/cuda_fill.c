/*
 * cuda_fill.c - inputs and poison, made on the device; how fast it copies.
 */
#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/rng.h"
#include "src/eval/cuda/cuda_checker.h"

unsigned gpu_blocks_for(uint64_t items)
{
    uint64_t blocks = (items + GPU_THREADS - 1) / GPU_THREADS;
    return blocks == 0 ? 1 : blocks > 16384 ? 16384 : (unsigned)blocks;
}

cuda_result gpu_start_kernel(struct gpu *g, enum gpu_kernel k, unsigned blocks, void **args)
{
    return g->d->launch(g->kernels[k], blocks, 1, 1, GPU_THREADS, 1, 1, 0, NULL, args, NULL);
}

static int64_t square_side(int64_t n)
{
    int64_t side = (int64_t)llround(sqrt((double)n));
    return side * side == n ? side : 0;
}

int gpu_fill_args(const struct gpu_input *in, struct gpu_fill *out, struct err *err)
{
    const struct task *t = in->task;
    const struct task_tensor *x = &t->inputs[in->index];
    const struct task_range range =
        task_input_range(t, in->task_case, in->index, in->seed, in->trial);
    const int64_t n = in->n;
    struct rng stream;
    int64_t per = x->generator == GEN_BELL ? 1 : 4;
    if (!task_has_generator(x))
        return err_set(err, ERR_USAGE, "%s: input %s: no generator for %s", t->id, x->name,
                       dtype_name(x->dtype));
    if (n / per >= (int64_t)UINT32_MAX - 4)
        return err_set(err, ERR_USAGE, "%s: input %s exceeds the generator", t->id, x->name);
    task_input_stream(t, in->index, in->seed, in->trial, &stream);
    *out = (struct gpu_fill){ .lo = range.lo,
                              .span = range.span,
                              .special = range.special,
                              .generator = (int)x->generator,
                              .structure = (int)x->structure,
                              .element_bytes = (int)dtype_size(x->dtype),
                              .below = range.below,
                              .line = range.line,
                              .stride = range.stride,
                              .side = square_side(n),
                              .n = n };
    memcpy(out->key, stream.key, sizeof out->key);
    memcpy(out->counter, stream.counter, sizeof out->counter);
    if (out->structure != 0 && out->side == 0)
        return err_set(err, ERR_USAGE, "%s: input %s is no square", t->id, x->name);
    return 0;
}

int gpu_fill_input(struct gpu *g, const struct gpu_input *in, struct err *err)
{
    struct gpu_fill f;
    int rc = gpu_fill_args(in, &f, err);
    cuda_address out = in->at;
    void *args[] = { &f, &out };
    if (rc != 0)
        return rc;
    return cuda_check(
        g->d, gpu_start_kernel(g, GPU_FILL_INPUT, gpu_blocks_for((uint64_t)in->n / 4 + 1), args),
        "making inputs", err);
}

int gpu_poison(struct gpu *g, cuda_address out, uint64_t bytes, uint64_t seed, struct err *err)
{
    void *args[] = { &out, &bytes, &seed };
    if (bytes == 0)
        return 0;
    return cuda_check(g->d, gpu_start_kernel(g, GPU_POISON, gpu_blocks_for(bytes / 8 + 1), args),
                      "writing poison", err);
}

struct copy_job {
    struct gpu *g;
    cuda_address from, to;
    uint64_t n;
};

static cuda_result queue_copy(void *arg)
{
    struct copy_job *j = arg;
    void *args[] = { &j->from, &j->to, &j->n };
    return j->g->d->launch(j->g->kernels[GPU_COPY], (unsigned)(j->g->multiprocessors * 16), 1, 1,
                           512, 1, 1, 0, j->g->timer.stream, args, NULL);
}

double gpu_copy_rate(struct gpu *g)
{
    enum { RUNS = 5 };
    const uint64_t bytes = (uint64_t)1 << 30;
    struct copy_job j = { .g = g, .n = bytes / 16 };
    double best = 0.0;
    bool ready = gpu_alloc(g, bytes, &j.from, NULL) == 0 && gpu_alloc(g, bytes, &j.to, NULL) == 0;
    for (int i = 0; i < RUNS && ready; i++) {
        struct cuda_sample s;
        if (cuda_timer_run(&g->timer, i > 0, queue_copy, &j, &s) != CUDA_OK)
            break;
        double rate = s.device_us > 0.0 ? 2.0 * (double)bytes / s.device_us * 1e6 : 0.0;
        best = i > 0 && rate > best ? rate : best;
    }
    if (j.from != 0)
        (void)g->d->memory_free(j.from);
    if (j.to != 0)
        (void)g->d->memory_free(j.to);
    return best;
}
