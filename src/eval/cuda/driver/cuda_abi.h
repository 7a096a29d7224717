/*
 * cuda_abi.h - what evaluator and GPU runner share: the control page and the commands.
 *
 * The runner's process executes no candidate code; its GPU context does.  Nothing of this page is
 * mapped into that context.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_ABI_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_ABI_H

#include "src/eval/cuda/driver/cuda_blas.h"
#include "src/eval/cuda/driver/cuda_launch.h"
#include "src/eval/seam/profile.h"

/* Descriptors of a GPU runner. */
enum { CUDA_FD_CONTROL = 3, CUDA_FD_SOCKET };

/* Answered by the same byte. */
enum cuda_command {
    CUDA_READY = 'S',   /* sent once, when the context is there */
    CUDA_LOAD = 'L',    /* with descriptors: own kernels, candidate, one chunk of memory a buffer */
    CUDA_RUN = 'R',     /* the plan once, module variables as they were loaded */
    CUDA_AGAIN = 'A',   /* as the run before left them */
    CUDA_DISTURB = 'D', /* as CUDA_RUN, beside other work on some multiprocessors */
    CUDA_WITNESS = 'W', /* the plan once with the activity records of CUPTI, no score */
    CUDA_COUNT = 'C'    /* the plan with performance counters, by a process that counts */
};

/* What a process is for: it opens the libraries of that before it is locked down. */
enum cuda_purpose {
    CUDA_CANDIDATES,
    CUDA_COUNTERS, /* performance counters; never timed */
    CUDA_BLAS      /* calls of cuBLAS in place of a candidate */
};

enum cuda_status {
    CUDA_STATUS_NONE,
    CUDA_STATUS_OK,
    CUDA_STATUS_FAILED /* code and message say how */
};

#define CUDA_CALIBRATION_RUNS 15

struct cuda_control {
    /* Written by the evaluator. */
    int32_t device;
    uint32_t purpose;                          /* enum cuda_purpose */
    char cuda_home[256];                       /* ROLLBOOK_CUDA_HOME of the evaluator, "" */
    uint64_t region_id[RUNNER_MAX_BUFFERS];    /* never 0; the same memory keeps its id */
    uint64_t region_bytes[RUNNER_MAX_BUFFERS]; /* whole chunks */
    struct cuda_plan plan;
    struct blas_call blas; /* of a process for that */
    uint32_t has_state;    /* the module is loaded anew before a run: it has variables */
    uint32_t at_end;       /* buffers end where their memory ends instead of beginning there */
    /* The reply. */
    uint32_t status;
    int32_t code; /* of the driver */
    char message[240];
    uint32_t sandbox_layers;
    uint32_t late;       /* the host was too slow: the time is not worth anything */
    double device_us;    /* between the events, overhead_us not subtracted */
    int64_t received_ns; /* CLOCK_MONOTONIC, when the command came */
    double load_us;      /* loading the module anew */
    double queue_us;     /* from there until the stream is let go */
    double wall_us;      /* from release to completion by the system's clock */
    double clock_mhz;    /* of a multiprocessor right after the run; 0 unknown */
    double overhead_us;  /* what the protocol adds; calibrated once a process */
    double wall_overhead_us;
    int32_t registers[KERNEL_MAX_LAUNCHES], local_bytes[KERNEL_MAX_LAUNCHES],
        shared_bytes[KERNEL_MAX_LAUNCHES];
    char library[40]; /* "cuBLAS 13.1.0", of a process for that */
    /* Of a witness run. */
    uint32_t witness;                     /* records came */
    double witness_us, witness_events_us; /* of the same runs: by records, between events */
    double kernel_us[KERNEL_MAX_LAUNCHES];
    /* Of a counted run. */
    uint32_t counted;
    char why_not_counted[200];
    double counters[KERNEL_MAX_LAUNCHES][PROFILE_COUNTERS];
};

/* Where buffer i begins within its memory. */
static inline uint64_t cuda_buffer_shift(uint64_t bytes, uint64_t region_bytes, int at_end)
{
    return at_end ? region_bytes - ((bytes + 255) & ~(uint64_t)255) : 0;
}

#endif
