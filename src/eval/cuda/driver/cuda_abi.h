/*
 * cuda_abi.h - what evaluator and GPU runner share: the control page and the commands.
 *
 * The runner's process executes no candidate code; its GPU context does, and maps nothing of this
 * page.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_ABI_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_ABI_H

#include "src/eval/contract/profile.h"
#include "src/eval/cuda/driver/cuda_blas.h"
#include "src/eval/cuda/driver/cuda_launch.h"

enum { CUDA_FD_CONTROL = 3, CUDA_FD_SOCKET };

/* The answer is the same byte. */
enum cuda_command {
    CUDA_READY = 'S',   /* once, when the context is there */
    CUDA_LOAD = 'L',    /* with own kernels, candidate, buffers as descriptors */
    CUDA_RUN = 'R',     /* module variables as loaded */
    CUDA_AGAIN = 'A',   /* as the last run left them */
    CUDA_DISTURB = 'D', /* beside other work on the device */
    CUDA_WITNESS = 'W', /* with CUPTI's activity records, no score */
    CUDA_COUNT = 'C'    /* with performance counters */
};

/* A process opens the libraries of its purpose before it is locked down. */
enum cuda_purpose {
    CUDA_CANDIDATES,
    CUDA_COUNTERS, /* never timed */
    CUDA_BLAS      /* cuBLAS in place of a candidate */
};

enum cuda_status { CUDA_STATUS_NONE, CUDA_STATUS_OK, CUDA_STATUS_FAILED };

#define CUDA_CALIBRATION_RUNS 15

struct cuda_control {
    /* The evaluator writes these. */
    int32_t device;
    uint32_t purpose;                          /* enum cuda_purpose */
    char cuda_home[256];                       /* ROLLBOOK_CUDA_HOME, or "" */
    uint64_t region_id[RUNNER_MAX_BUFFERS];    /* never 0; same memory, same id */
    uint64_t region_bytes[RUNNER_MAX_BUFFERS]; /* whole chunks */
    struct cuda_plan plan;
    struct blas_call blas; /* for CUDA_BLAS */
    uint32_t has_state;    /* load the module before each run */
    uint32_t at_end;       /* buffers end where their memory ends */
    /* The reply. */
    uint32_t status;
    int32_t code; /* of the driver */
    char message[240];
    uint32_t sandbox_layers;
    uint32_t late;       /* the host was too slow */
    double device_us;    /* between events; includes overhead_us */
    int64_t received_ns; /* CLOCK_MONOTONIC */
    double load_us;      /* loading the module again */
    double queue_us;     /* from then to the stream's release */
    double wall_us;      /* release to completion, system's clock */
    double clock_mhz;    /* right after the run; 0 unknown */
    double overhead_us;  /* of the protocol; calibrated once a process */
    double wall_overhead_us;
    int32_t registers[KERNEL_MAX_LAUNCHES], local_bytes[KERNEL_MAX_LAUNCHES],
        shared_bytes[KERNEL_MAX_LAUNCHES];
    char library[40]; /* "cuBLAS 13.1.0"; for CUDA_BLAS */
    /* Witness runs. */
    uint32_t witness;                     /* records came */
    double witness_us, witness_events_us; /* same runs: records, events */
    double kernel_us[KERNEL_MAX_LAUNCHES];
    /* Counted runs. */
    uint32_t counted;
    char why_not_counted[200];
    double counters[KERNEL_MAX_LAUNCHES][PROFILE_COUNTERS];
};

/* Offset of buffer i in its memory. */
static inline uint64_t cuda_buffer_shift(uint64_t bytes, uint64_t region_bytes, int at_end)
{
    return at_end ? region_bytes - ((bytes + 255) & ~(uint64_t)255) : 0;
}

#endif
