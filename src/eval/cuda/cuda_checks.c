/*
 * cuda_checks.c - what a run left behind, looked at on the device, sampled by the host.
 *
 * All checks of a run come back in one piece, so the host waits for the device once a run.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/trace.h"
#include "src/eval/contract/backend.h"
#include "src/eval/cuda/cuda_checker.h"
#include "src/eval/cuda/cuda_session.h"

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

/* Blocks have GPU_THREADS threads. */
static cuda_result gpu_start_kernel(struct gpu *g, enum gpu_kernel k, unsigned blocks, void **args)
{
    return g->d->launch(g->kernels[k], blocks, 1, 1, GPU_THREADS, 1, 1, 0, NULL, args, NULL);
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

static unsigned gpu_blocks_for(uint64_t items)
{
    uint64_t blocks = (items + GPU_THREADS - 1) / GPU_THREADS;
    return blocks == 0 ? 1 : blocks > 16384 ? 16384 : (unsigned)blocks;
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

/* The count's changed holds the digest. */
static int gpu_queue_digest(struct gpu *g, cuda_address data, uint64_t bytes, unsigned *out,
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
                      "reading the results of checks", err);
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
        compare_outputs(&(struct output_pair){ got, c->dtype, &s->worst_want, 1, c->atol, c->rtol },
                        &host);
        if (!(host.max_abs_err <= all->max_abs && host.max_abs_err >= all->max_abs))
            return false;
    }
    for (int i = 0; i < SAMPLE_WINDOWS; i++) {
        pack(s->got[i], n, size, got);
        compare_outputs(&(struct output_pair){ got, c->dtype, s->want[i], n, c->atol, c->rtol },
                        &host);
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

/*
 * Inputs and poison, made on the device; how fast it copies.
 */

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
        return err_set(err, ERR_USAGE, "%s: input %s is not square", t->id, x->name);
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

struct copied_range {
    struct gpu *g;
    cuda_address from, to;
    uint64_t n;
};

static cuda_result queue_copy(void *arg)
{
    struct copied_range *j = arg;
    void *args[] = { &j->from, &j->to, &j->n };
    return j->g->d->launch(j->g->kernels[GPU_COPY], (unsigned)(j->g->multiprocessors * 16), 1, 1,
                           512, 1, 1, 0, j->g->timer.stream, args, NULL);
}

double gpu_copy_rate(struct gpu *g)
{
    enum { RUNS = 5 };
    const uint64_t bytes = (uint64_t)1 << 30;
    struct copied_range j = { .g = g, .n = bytes / 16 };
    double best = 0.0;
    bool ready = gpu_alloc(g, bytes, &j.from, NULL) == 0 && gpu_alloc(g, bytes, &j.to, NULL) == 0;
    for (int i = 0; i < RUNS && ready; i++) {
        struct cuda_reading s;
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

/*
 * Buffers of a session before and after a run.
 */

struct place session_place(const struct kernel_session *s, uint32_t i, int at_end)
{
    const struct gpu_region *r = s->regions[i];
    uint64_t bytes = s->layout.buffers[i].bytes;
    uint64_t shift = cuda_buffer_shift(bytes, r->bytes, at_end);
    return (struct place){ .region = r->at,
                           .at = r->at + shift,
                           .before = shift,
                           .bytes = bytes,
                           .behind = r->bytes - shift - bytes };
}

static uint64_t slack_seed(const struct run *run, uint32_t i, int behind)
{
    return run->poison ^ ((uint64_t)(2 * i + 2) << 40) ^ ((uint64_t)behind << 60);
}

static int64_t elements(const struct kernel_session *s, uint32_t input)
{
    return (int64_t)(s->layout.buffers[input].bytes / dtype_size(s->task->inputs[input].dtype));
}

static int fill_buffer(struct kernel_session *s, const struct run *run, uint32_t i, struct err *err)
{
    struct gpu *g = &s->c->gpu;
    struct place p = session_place(s, i, run->at_end);
    int64_t start_ns = trace_start();
    if (i >= s->layout.first_output) {
        int rc = gpu_poison(g, p.at, p.bytes, buffer_poison_seed(run->poison, i), err);
        gpu_trace(g, "  poison", start_ns);
        return rc;
    }
    if (run->key != NULL) {
        const struct gpu_input in = { s->task,        run->key->task_case, i,
                                      run->key->seed, run->key->trial,     p.at,
                                      elements(s, i) };
        int rc = gpu_fill_input(g, &in, err);
        gpu_trace(g, "  inputs", start_ns);
        return rc;
    }
    return cuda_check(g->d, g->d->copy_to_device(p.at, run->inputs[i], p.bytes), "copying inputs",
                      err);
}

int session_fill(struct kernel_session *s, const struct run *run, struct err *err)
{
    struct gpu *g = &s->c->gpu;
    int rc = 0;
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_INPUTS);
    for (uint32_t i = 0; i < s->layout.n && rc == 0; i++) {
        struct place p = session_place(s, i, run->at_end);
        int64_t start_ns = trace_start();
        rc = gpu_poison(g, p.region, p.before, slack_seed(run, i, 0), err);
        if (rc == 0)
            rc = gpu_poison(g, p.at + p.bytes, p.behind, slack_seed(run, i, 1), err);
        gpu_trace(g, "  slack", start_ns);
        if (rc == 0)
            rc = fill_buffer(s, run, i, err);
    }
    int64_t start_ns = trace_start();
    if (rc == 0)
        rc = gpu_sync(g, "preparing a run", err);
    trace_stop("  inputs ready", start_ns);
    return rc;
}

static void note_guard(const struct kernel_session *s, uint32_t i, uint64_t changed,
                       uint64_t distance, bool behind, struct launch_report *r)
{
    if (r->guard_modified_bytes == 0)
        snprintf(r->guard_place, sizeof r->guard_place,
                 behind ? "%" PRIu64 " bytes past the end of %s %s"
                        : "up to %" PRIu64 " bytes before the start of %s %s",
                 distance, s->layout.kinds[i], s->layout.names[i]);
    r->guard_modified_bytes += (int64_t)changed;
}

struct run_checks {
    unsigned before[RUNNER_MAX_BUFFERS], behind[RUNNER_MAX_BUFFERS], input[TASK_MAX_TENSORS];
    unsigned output[TASK_MAX_TENSORS], digest[TASK_MAX_TENSORS];
    struct gpu_comparison comparison[TASK_MAX_TENSORS];
};

static int queue_slack(struct kernel_session *s, const struct run *run, uint32_t i,
                       struct run_checks *k, struct err *err)
{
    struct gpu *g = &s->c->gpu;
    struct place p = session_place(s, i, run->at_end);
    int rc =
        gpu_queue_poison_check(g, p.region, p.before, slack_seed(run, i, 0), &k->before[i], err);
    if (rc == 0)
        rc = gpu_queue_poison_check(g, p.at + p.bytes, p.behind, slack_seed(run, i, 1),
                                    &k->behind[i], err);
    return rc;
}

static int queue_input(struct kernel_session *s, const struct run *run, uint32_t i,
                       struct run_checks *k, struct err *err)
{
    struct gpu_input in = { .task = s->task,
                            .task_case = run->key->task_case,
                            .index = i,
                            .seed = run->key->seed,
                            .trial = run->key->trial,
                            .at = session_place(s, i, run->at_end).at,
                            .n = elements(s, i) };
    return gpu_queue_input_check(&s->c->gpu, &in, &k->input[i], err);
}

static bool is_repeated(const struct run *run)
{
    return run->key != NULL && run->key->repeated;
}

static int queue_output(struct kernel_session *s, const struct run *run, size_t o,
                        const struct expected *want, struct run_checks *k, struct err *err)
{
    uint32_t i = s->layout.first_output + (uint32_t)o;
    enum dtype dtype = s->task->outputs[o].dtype;
    const uint64_t trial = run->key != NULL ? run->key->trial : 0;
    k->comparison[o] =
        (struct gpu_comparison){ .got = session_place(s, i, run->at_end).at,
                                 .want = want->at[o],
                                 .dtype = dtype,
                                 .n = (int64_t)(s->layout.buffers[i].bytes / dtype_size(dtype)),
                                 .atol = task_atol(s->task, s->task_case, trial),
                                 .rtol = s->task->rtol,
                                 .poison_seed = buffer_poison_seed(run->poison, i) };
    int rc = gpu_queue_comparison(&s->c->gpu, &k->comparison[o], &k->output[o], err);
    if (rc == 0 && is_repeated(run))
        rc = gpu_queue_digest(&s->c->gpu, k->comparison[o].got, s->layout.buffers[i].bytes,
                              &k->digest[o], err);
    return rc;
}

/* Checks inputs where a key names them, outputs where the right values are known. */
static int queue_checks(struct kernel_session *s, const struct run *run,
                        const struct expected *want, struct run_checks *k, struct err *err)
{
    int rc = gpu_checks_begin(&s->c->gpu, err);
    for (uint32_t i = 0; i < s->layout.n && rc == 0; i++) {
        rc = queue_slack(s, run, i, k, err);
        if (rc == 0 && i < s->layout.first_output && run->key != NULL)
            rc = queue_input(s, run, i, k, err);
    }
    for (size_t o = 0; o < s->task->n_outputs && want != NULL && rc == 0; o++)
        rc = queue_output(s, run, o, want, k, err);
    return rc == 0 ? gpu_checks_end(&s->c->gpu, err) : rc;
}

int session_check(struct kernel_session *s, const struct run *run, const struct expected *want,
                  struct launch_report *r, struct err *err)
{
    struct run_checks k;
    int64_t start_ns = trace_start();
    const enum trace_phase TRACE_SCOPE interrupted = trace_enter(PHASE_CHECKS);
    int rc = queue_checks(s, run, want, &k, err);
    trace_stop("  checks", start_ns);
    for (uint32_t i = 0; i < s->layout.n && rc == 0; i++) {
        struct gpu_count before = gpu_counted(&s->c->gpu, k.before[i]);
        struct gpu_count behind = gpu_counted(&s->c->gpu, k.behind[i]);
        if (before.changed != 0)
            note_guard(s, i, before.changed, session_place(s, i, run->at_end).before - before.first,
                       false, r);
        if (behind.changed != 0)
            note_guard(s, i, behind.changed, behind.first, true, r);
        if (i < s->layout.first_output && run->key != NULL) {
            struct gpu_count count = gpu_counted(&s->c->gpu, k.input[i]);
            if (count.changed != 0 && r->input_modified_bytes == 0)
                snprintf(r->input_modified, sizeof r->input_modified, "%s", s->layout.names[i]);
            r->input_modified_bytes += (int64_t)count.changed;
        }
    }
    for (size_t o = 0; o < s->task->n_outputs && want != NULL && rc == 0; o++)
        rc = gpu_compared(&s->c->gpu, k.output[o], &k.comparison[o], &r->compared[o],
                          &r->untouched[o], err);
    for (size_t o = 0; o < s->task->n_outputs && rc == 0 && is_repeated(run); o++)
        r->digest = r->digest * 31 + gpu_counted(&s->c->gpu, k.digest[o]).changed;
    return rc;
}
