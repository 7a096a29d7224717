/*
 * cuda_checks.c - what a run left behind, looked at on the device, sampled by the host.
 *
 * All checks of a run come back in one piece, so the host waits for the device once a run.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/eval/contract/backend.h"
#include "src/eval/cuda/cuda_checker.h"

#define COMPARE_BLOCKS 2112
#define SAMPLE_WINDOWS 4
#define WINDOW         128

/* As in cuda_checker.cu. */
struct compared {
    int64_t matched, not_finite, first_not_finite, untouched, worst_index;
    double max_abs, max_rel;
};
struct compare_args {
    cuda_address got, want;
    int64_t n;
    int dtype;
    double atol, rtol;
    uint64_t poison_seed;
};
struct summary {
    struct compared all;
    double worst_want;
    uint64_t worst_got;
    double want[SAMPLE_WINDOWS][WINDOW];
    uint64_t got[SAMPLE_WINDOWS][WINDOW];
};
struct places {
    int64_t first[SAMPLE_WINDOWS], n;
    uint32_t element_bytes;
};

struct results {
    struct gpu_count counts[GPU_MAX_COUNTS];
    struct summary summaries[TASK_MAX_TENSORS];
    struct compared partial[COMPARE_BLOCKS];
};
_Static_assert(sizeof(struct results) <= GPU_RESULT_BYTES, "results fit their buffer");

static cuda_address at(const struct gpu *g, size_t offset)
{
    return g->results + offset;
}

int gpu_checks_begin(struct gpu *g, struct err *err)
{
    uint32_t n = GPU_MAX_COUNTS;
    void *args[] = { &g->results, &n };
    g->n_counts = g->n_comparisons = 0;
    return cuda_check(g->d, gpu_start_kernel(g, GPU_CHECKS_BEGIN, 1, args), "beginning checks",
                      err);
}

static int next_count(struct gpu *g, unsigned *out, cuda_address *out_at, struct err *err)
{
    if (g->n_counts == GPU_MAX_COUNTS)
        return err_set(err, ERR_INTEGRITY, "too many checks of one run");
    *out = g->n_counts++;
    *out_at = at(g, offsetof(struct results, counts) + *out * sizeof(struct gpu_count));
    return 0;
}

int gpu_queue_input_check(struct gpu *g, const struct gpu_input *in, unsigned *out, struct err *err)
{
    struct gpu_fill f;
    cuda_address count = 0, data = in->at;
    int rc = gpu_fill_args(in, &f, err);
    if (rc == 0)
        rc = next_count(g, out, &count, err);
    void *args[] = { &f, &data, &count };
    if (rc != 0)
        return rc;
    return cuda_check(
        g->d, gpu_start_kernel(g, GPU_CHECK_INPUT, gpu_blocks_for((uint64_t)in->n / 4 + 1), args),
        "checking inputs", err);
}

int gpu_queue_poison_check(struct gpu *g, cuda_address data, uint64_t bytes, uint64_t seed,
                           unsigned *out, struct err *err)
{
    cuda_address count = 0;
    int rc = next_count(g, out, &count, err);
    void *args[] = { &data, &bytes, &seed, &count };
    if (rc != 0 || bytes == 0)
        return rc;
    return cuda_check(g->d, gpu_start_kernel(g, GPU_POISON_CHANGED, gpu_blocks_for(bytes), args),
                      "checking guard zones", err);
}

int gpu_queue_digest(struct gpu *g, cuda_address data, uint64_t bytes, unsigned *out,
                     struct err *err)
{
    cuda_address count = 0;
    int rc = next_count(g, out, &count, err);
    void *args[] = { &data, &bytes, &count };
    if (rc != 0)
        return rc;
    return cuda_check(g->d, gpu_start_kernel(g, GPU_DIGEST, gpu_blocks_for(bytes / 8 + 1), args),
                      "reading outputs", err);
}

static void choose_places(int64_t n, size_t element_bytes, struct places *out)
{
    struct rng place;
    rng_init(&place, (uint64_t)clock_monotonic_ns(), RNG_TRIAL, (uint64_t)n, 0, 0);
    out->n = n < WINDOW ? n : WINDOW;
    out->element_bytes = (uint32_t)element_bytes;
    for (int i = 0; i < SAMPLE_WINDOWS; i++)
        out->first[i] = (int64_t)(rng_double(&place) * (double)(n - out->n + 1));
}

int gpu_queue_comparison(struct gpu *g, const struct gpu_comparison *c, unsigned *out,
                         struct err *err)
{
    struct compare_args k = { .got = c->got,
                              .want = c->want,
                              .n = c->n,
                              .dtype = (int)c->dtype,
                              .atol = c->atol,
                              .rtol = c->rtol,
                              .poison_seed = c->poison_seed };
    struct places places;
    unsigned blocks = gpu_blocks_for((uint64_t)c->n);
    blocks = blocks > COMPARE_BLOCKS ? COMPARE_BLOCKS : blocks;
    if (g->n_comparisons == TASK_MAX_TENSORS)
        return err_set(err, ERR_INTEGRITY, "too many comparisons of one run");
    *out = g->n_comparisons++;
    choose_places(c->n, dtype_size(c->dtype), &places);
    cuda_address partial = at(g, offsetof(struct results, partial));
    cuda_address summary =
        at(g, offsetof(struct results, summaries) + *out * sizeof(struct summary));
    void *compare[] = { &k, &partial };
    void *finish[] = { &k, &partial, &blocks, &places, &summary };
    cuda_result e = gpu_start_kernel(g, GPU_COMPARE, blocks, compare);
    if (e == CUDA_OK)
        e = gpu_start_kernel(g, GPU_COMPARE_FINISH, 1, finish);
    return cuda_check(g->d, e, "comparing outputs", err);
}

int gpu_checks_end(struct gpu *g, struct err *err)
{
    size_t bytes = offsetof(struct results, summaries) + g->n_comparisons * sizeof(struct summary);
    return cuda_check(g->d, g->d->copy_to_host(g->host_results, g->results, bytes),
                      "reading what checks found", err);
}

struct gpu_count gpu_counted(const struct gpu *g, unsigned number)
{
    const struct results *r = g->host_results;
    return r->counts[number];
}

/* The host's comparison wants elements without gaps. */
static void pack(const uint64_t *raw, int64_t n, size_t element_bytes, unsigned char *out)
{
    for (int64_t i = 0; i < n; i++)
        memcpy(out + (size_t)i * element_bytes, &raw[i], element_bytes);
}

/* Checks the device's verdict on the worst element and on windows at random places. */
static bool host_agrees(const struct summary *s, const struct gpu_comparison *c)
{
    unsigned char got[WINDOW * sizeof(uint64_t)];
    struct output_comparison host = { .n = 0 };
    const struct compared *all = &s->all;
    int64_t n = c->n < WINDOW ? c->n : WINDOW;
    size_t size = dtype_size(c->dtype);
    if (all->worst_index >= 0 && all->not_finite == 0) {
        pack(&s->worst_got, 1, size, got);
        compare_outputs(got, c->dtype, &s->worst_want, 1, c->atol, c->rtol, &host);
        if (!(host.max_abs_err <= all->max_abs && host.max_abs_err >= all->max_abs))
            return false;
    }
    for (int i = 0; i < SAMPLE_WINDOWS; i++) {
        pack(s->got[i], n, size, got);
        compare_outputs(got, c->dtype, s->want[i], n, c->atol, c->rtol, &host);
        if ((host.matched < n && all->matched == c->n) || host.not_finite > all->not_finite ||
            host.max_abs_err > all->max_abs)
            return false;
    }
    return true;
}

int gpu_compared(const struct gpu *g, unsigned number, const struct gpu_comparison *c,
                 struct output_comparison *out, int64_t *out_untouched, struct err *err)
{
    const struct results *r = g->host_results;
    const struct summary *s = &r->summaries[number];
    const struct compared *all = &s->all;
    *out = (struct output_comparison){ .n = c->n,
                                       .matched = all->matched,
                                       .not_finite = all->not_finite,
                                       .worst_index = all->not_finite > 0 ? all->first_not_finite
                                                                          : all->worst_index,
                                       .max_abs_err = all->max_abs,
                                       .max_rel_err = all->max_rel };
    *out_untouched = all->untouched;
    return host_agrees(s, c)
               ? 0
               : err_set(err, ERR_INTEGRITY, "host and device disagree about the output");
}
