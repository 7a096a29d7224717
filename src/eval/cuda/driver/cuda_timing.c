#include "src/eval/cuda/driver/cuda_timing.h"

#include "src/base/clock.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"

#define HOLD_NS          ((uint64_t)100 * 1000000)
#define CLOCK_SPAN_NS    ((uint64_t)20000)
#define NOISE_NS         ((uint64_t)100000)
#define CALIBRATION_RUNS 15
/* An empty kernel's time between events without the protocol: with it, kernels of known length
 * agree with activity records within 0.1 us (docs/internals/gpu-results.md). */
#define EMPTY_KERNEL_US 0.64
#define PAGE_BYTES      4096
#define LINE_BYTES      128

enum { PAGE_GO = 0, PAGE_LATE = 16, PAGE_HELD = 17, PAGE_CLOCK = 32 };

const char *const timer_kernel_names[TIMER_KERNELS] = {
    [TIMER_FLUSH] = "rb_flush", [TIMER_DISCARD] = "rb_discard", [TIMER_BLOCK] = "rb_block",
    [TIMER_NULL] = "rb_null",   [TIMER_CLOCK] = "rb_clock",     [TIMER_SCRUB] = "rb_scrub",
    [TIMER_NOISE] = "rb_noise",
};

cuda_result cuda_timer_open(const struct cuda_driver *d, int device, struct cuda_timer *out)
{
    struct cuda_timer t = { .d = d };
    void *page = NULL;
    int l2_bytes = 0;
    int shared_bytes = 0, multiprocessors = 0;
    (void)d->device_attribute(&shared_bytes, CUDA_ATTR_SHARED_OPTIN_BYTES, device);
    (void)d->device_attribute(&multiprocessors, CUDA_ATTR_MULTIPROCESSORS, device);
    t.shared_bytes = (uint32_t)shared_bytes;
    t.multiprocessors = multiprocessors > 0 ? (unsigned)multiprocessors : 1;
    cuda_result e = d->device_attribute(&l2_bytes, CUDA_ATTR_L2_BYTES, device);
    t.flushed_bytes = 2 * (uint64_t)(l2_bytes > 0 ? l2_bytes : 1 << 26);
    if (e == CUDA_OK)
        e = d->stream_create(&t.stream, CUDA_STREAM_NON_BLOCKING);
    if (e == CUDA_OK)
        e = d->stream_create(&t.beside, CUDA_STREAM_NON_BLOCKING);
    if (e == CUDA_OK)
        e = d->event_create(&t.start, 0);
    if (e == CUDA_OK)
        e = d->event_create(&t.stop, 0);
    if (e == CUDA_OK)
        e = d->memory_alloc(&t.flushed, t.flushed_bytes);
    if (e == CUDA_OK)
        e = d->host_alloc(&page, PAGE_BYTES, CUDA_HOST_MAPPED);
    if (e == CUDA_OK)
        e = d->host_address(&t.page_address, page, 0);
    t.page = page;
    if (e == CUDA_OK)
        *out = t;
    return e;
}

cuda_result cuda_timer_load(struct cuda_timer *t, const void *cubin)
{
    cuda_result e = t->d->module_load(&t->module, cubin);
    for (int i = 0; i < TIMER_KERNELS && e == CUDA_OK; i++)
        e = t->d->module_function(&t->kernels[i], t->module, timer_kernel_names[i]);
    return e == CUDA_OK ? t->d->function_set(t->kernels[TIMER_SCRUB], CUDA_FUNC_MAX_DYNAMIC_SHARED,
                                             (int)t->shared_bytes)
                        : e;
}

static cuda_result start_kernel(struct cuda_timer *t, enum timer_kernel k, unsigned grid,
                                unsigned block, void **args)
{
    return t->d->launch(t->kernels[k], grid, 1, 1, block, 1, 1, 0, t->stream, args, NULL);
}

cuda_result cuda_timer_disturb(struct cuda_timer *t)
{
    uint64_t most_ns = NOISE_NS;
    uint32_t seed = t->ticket;
    void *args[] = { &most_ns, &seed };
    return t->d->launch(t->kernels[TIMER_NOISE], t->multiprocessors, 1, 1, 512, 1, 1, 0, t->beside,
                        args, NULL);
}

cuda_result cuda_timer_null(struct cuda_timer *t)
{
    return start_kernel(t, TIMER_NULL, 1, 1, NULL);
}

static cuda_result flush(struct cuda_timer *t)
{
    uint64_t lines = t->flushed_bytes / LINE_BYTES;
    uint32_t value = t->ticket;
    void *write[] = { &t->flushed, &lines, &value };
    void *discard[] = { &t->flushed, &lines };
    cuda_result e = t->d->context_reset_l2();
    if (e == CUDA_OK) {
        /* Shared memory must not carry values between launches. */
        uint32_t words = t->shared_bytes / (uint32_t)sizeof(uint32_t),
                 seed = t->ticket * 2654435761u;
        void *args[] = { &words, &seed };
        e = t->d->launch(t->kernels[TIMER_SCRUB], t->multiprocessors, 1, 1, 1024, 1, 1,
                         t->shared_bytes, t->stream, args, NULL);
    }
    if (e == CUDA_OK)
        e = start_kernel(t, TIMER_FLUSH, 1024, 256, write);
    if (e == CUDA_OK)
        e = start_kernel(t, TIMER_DISCARD, 1024, 256, discard);
    return e;
}

static cuda_result hold_stream(struct cuda_timer *t)
{
    cuda_address go = t->page_address + PAGE_GO * sizeof(uint32_t);
    cuda_address late = t->page_address + PAGE_LATE * sizeof(uint32_t);
    uint32_t ticket = t->ticket;
    uint64_t most_ns = HOLD_NS;
    void *args[] = { &go, &ticket, &most_ns, &late };
    return start_kernel(t, TIMER_BLOCK, 1, 1, args);
}

static cuda_result read_clock(struct cuda_timer *t)
{
    cuda_address out = t->page_address + PAGE_CLOCK * sizeof(uint32_t);
    uint64_t span_ns = CLOCK_SPAN_NS;
    void *args[] = { &span_ns, &out };
    return start_kernel(t, TIMER_CLOCK, 1, 1, args);
}

static cuda_result queue_all(struct cuda_timer *t, bool hold, cuda_result (*queue)(void *),
                             void *arg)
{
    cuda_result e = flush(t);
    if (e == CUDA_OK && hold)
        e = hold_stream(t);
    if (e == CUDA_OK)
        e = t->d->event_record(t->start, t->stream);
    if (e == CUDA_OK && queue != NULL)
        e = queue(arg);
    if (e == CUDA_OK)
        e = t->d->event_record(t->stop, t->stream);
    return e == CUDA_OK ? read_clock(t) : e;
}

/* Waits for the holding kernel, at most HOLD_NS. */
static void await_hold(const struct cuda_timer *t)
{
    int64_t until_ns = clock_monotonic_ns() + (int64_t)HOLD_NS;
    while (t->page[PAGE_HELD] != t->ticket && clock_monotonic_ns() < until_ns)
        continue;
}

static double clock_mhz(const struct cuda_timer *t)
{
    const volatile uint64_t *c =
        (const volatile uint64_t *)(const volatile void *)(t->page + PAGE_CLOCK);
    return c[1] == 0 ? 0.0 : (double)c[0] * 1e3 / (double)c[1];
}

cuda_result cuda_timer_run(struct cuda_timer *t, bool hold, cuda_result (*queue)(void *), void *arg,
                           struct cuda_reading *out)
{
    const struct cuda_driver *d = t->d;
    float ms = 0.0f;
    t->ticket++;
    t->page[PAGE_LATE] = 0;
    /* Earlier work must be over, so that the wall clock measures this run alone. */
    cuda_result e = d->stream_sync(t->stream);
    if (e == CUDA_OK)
        e = queue_all(t, hold, queue, arg);
    if (e == CUDA_OK && hold)
        await_hold(t);
    int64_t start_ns = clock_monotonic_ns();
    t->page[PAGE_GO] = t->ticket; /* after an error too: the stream must drain */
    if (e != CUDA_OK)
        return e;
    do
        e = d->event_query(t->stop);
    while (e == CUDA_NOT_READY);
    int64_t end_ns = clock_monotonic_ns();
    if (e == CUDA_OK)
        e = d->stream_sync(t->stream);
    if (e == CUDA_OK)
        e = d->event_elapsed(&ms, t->start, t->stop);
    *out = (struct cuda_reading){ .device_us = (double)ms * 1e3,
                                  .go_ns = start_ns,
                                  .wall_us = (double)(end_ns - start_ns) / 1e3,
                                  .clock_mhz = e == CUDA_OK ? clock_mhz(t) : 0.0,
                                  .late = t->page[PAGE_LATE] != 0 };
    return e;
}

static cuda_result queue_null(void *arg)
{
    return cuda_timer_null(arg);
}

cuda_result cuda_timer_calibrate(struct cuda_timer *t, double *device_us, double *wall_us)
{
    double device[CALIBRATION_RUNS], wall[CALIBRATION_RUNS];
    cuda_result e = CUDA_OK;
    for (int i = -2; i < CALIBRATION_RUNS && e == CUDA_OK; i++) {
        struct cuda_reading s;
        e = cuda_timer_run(t, i > -2, queue_null, t, &s);
        if (i >= 0) {
            device[i] = s.device_us;
            wall[i] = s.wall_us;
        }
    }
    if (e == CUDA_OK) {
        *device_us = median_of(device, CALIBRATION_RUNS) - EMPTY_KERNEL_US;
        *wall_us = median_of(wall, CALIBRATION_RUNS);
    }
    return e;
}
