/*
 * cuda_timing.h - the time of queued work: held, flushed, between events, with the clock beside it.
 *
 * A kernel holds the stream until all work is queued, so the host's launch latency is not measured.
 * Before that, twice the cache is written and discarded, so inputs come from memory.
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
    struct cuda_stream_object *stream, *beside; /* beside: for noise */
    struct cuda_event_object *start, *stop;
    struct cuda_module_object *module;
    struct cuda_function_object *kernels[TIMER_KERNELS];
    cuda_address flushed;
    uint64_t flushed_bytes;
    volatile uint32_t *page; /* go, late, then cycles, ns */
    cuda_address page_address;
    uint32_t ticket;
    uint32_t shared_bytes; /* most that a block can ask for */
    unsigned multiprocessors;
};

struct cuda_reading {
    double device_us;
    double wall_us;   /* release to completion, system's clock */
    int64_t go_ns;    /* of the release */
    double clock_mhz; /* 0: could not be read */
    bool late;        /* released before the host said so */
};

/* Uses the current context. */
cuda_result cuda_timer_open(const struct cuda_driver *d, int device, struct cuda_timer *out);
/* Loads cuda_checker.cu. */
cuda_result cuda_timer_load(struct cuda_timer *t, const void *cubin);
/* hold is false for work that may make the driver wait. */
cuda_result cuda_timer_run(struct cuda_timer *t, bool hold, cuda_result (*queue)(void *), void *arg,
                           struct cuda_reading *out);
/* Overhead of the protocol: medians of runs of an empty kernel, less its own time. */
cuda_result cuda_timer_calibrate(struct cuda_timer *t, double *device_us, double *wall_us);
/* Starts uneven blocks on half of the multiprocessors, beside the stream. */
cuda_result cuda_timer_disturb(struct cuda_timer *t);
cuda_result cuda_timer_null(struct cuda_timer *t);

#endif
