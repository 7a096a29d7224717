/*
 * cuda_timing.h - the time of queued work: held, flushed, between events, with the clock beside it.
 *
 * The work is queued behind a kernel that holds the stream until everything is there, so that the
 * host's launch latency is not measured; before it, twice the cache is written and given up, so
 * that inputs come from memory.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_TIMING_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_TIMING_H

#include <stdbool.h>
#include <stdint.h>

#include "src/eval/cuda/driver/cuda_driver.h"

enum timer_kernel {
    TIMER_FLUSH,
    TIMER_DISCARD,
    TIMER_BLOCK,
    TIMER_NULL,
    TIMER_CLOCK,
    TIMER_SCRUB,
    TIMER_NOISE,
    TIMER_KERNELS
};
extern const char *const timer_kernel_names[TIMER_KERNELS];

struct cuda_timer {
    const struct cuda_driver *d;
    struct cuda_stream_object *stream, *beside; /* of noise */
    struct cuda_event_object *start, *stop;
    struct cuda_module_object *module;
    struct cuda_function_object *kernels[TIMER_KERNELS];
    cuda_address flushed; /* twice the cache */
    uint64_t flushed_bytes;
    volatile uint32_t *page; /* go, late, then cycles and nanoseconds of the clock kernel */
    cuda_address page_address;
    uint32_t ticket;
    uint32_t shared_bytes; /* that a block can ask for */
    unsigned multiprocessors;
};

struct cuda_sample {
    double device_us; /* between the events */
    double wall_us;   /* from release to completion, by the system's clock */
    int64_t go_ns;    /* when it was released */
    double clock_mhz; /* 0 when it could not be read */
    bool late;        /* the stream was let go before the host said so */
};

/* Makes stream, events and buffers in the current context. */
cuda_result cuda_timer_open(const struct cuda_driver *d, int device, struct cuda_timer *out);
/* Loads the evaluator's own kernels (cuda_checker.cu). */
cuda_result cuda_timer_load(struct cuda_timer *t, const void *cubin);
/* Runs what queue() queues on t->stream; hold false for work that may make the driver wait. */
cuda_result cuda_timer_run(struct cuda_timer *t, bool hold, cuda_result (*queue)(void *), void *arg,
                           struct cuda_sample *out);
/* What the protocol itself adds: medians of runs of an empty kernel, its own time taken off. */
cuda_result cuda_timer_calibrate(struct cuda_timer *t, double *device_us, double *wall_us);
/* Starts blocks of uneven length on half of the multiprocessors, beside the stream. */
cuda_result cuda_timer_disturb(struct cuda_timer *t);
cuda_result cuda_timer_null(struct cuda_timer *t); /* queues an empty kernel */

#endif
