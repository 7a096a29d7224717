/*
 * runner_abi.h - what checker, runner and candidate share: the control page and the launch record.
 *
 * Both processes map the control page.  The checker copies what it reads there and believes nothing
 * that it can check.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_RUNNER_ABI_H
#define ROLLBOOK_EVAL_CONTRACT_RUNNER_ABI_H

#include <stdint.h>

#include "tasks/kernel_file.h"

#define RUNNER_MAX_BUFFERS (2 * TASK_MAX_TENSORS + KERNEL_MAX_SCRATCH)
#define RUNNER_VIEWS       3
/* A session runs at so many sizes, each of which has buffers of its own. */
#define RUNNER_MAX_SIZES   7
#define RUNNER_ALL_BUFFERS (RUNNER_MAX_SIZES * RUNNER_MAX_BUFFERS)
#define RUNNER_GUARD_BYTES ((uint64_t)64 << 20)
#define RUNNER_PAGE_BYTES  ((uint64_t)4096)
#define RUNNER_MAX_THREADS 64
#define RUNNER_MAX_BLOCK   1024
/* Name of the dynamic shared memory in an object. */
#define RUNNER_SHARED_SYMBOL "rb_dyn_smem"
/* Poison behind the dynamic shared memory of a launch that must stay, and behind all shared memory:
 * the end of an object's thread-local data. */
#define RUNNER_SHARED_CANARY 128
#define RUNNER_SHARED_END    1024

/* All other descriptors are closed at the start. */
enum {
    RUNNER_FD_CONTROL = 3,
    RUNNER_FD_BUFFERS,
    RUNNER_FD_SOCKET,
    RUNNER_FD_STATE,
    RUNNER_FD_ROOMS
};

/* Sent when the buffers are mapped. */
#define RUNNER_READY 'S'

/* One byte through the socket; the answer is the same byte. */
enum runner_command {
    RUNNER_LOAD = 'L',
    RUNNER_CALIBRATE = 'C', /* an empty plan */
    RUNNER_RUN = 'R',
    RUNNER_MOVE = 'M' /* the launches of another size are in the control page */
};

enum run_status {
    RUN_NONE,
    RUN_OK,
    RUN_FAULT, /* see signal, fault_address */
    RUN_DIVERGENT_BARRIER,
    RUN_DIVERGENT_WARP,
    RUN_SHARED_OVERRUN, /* a write past dynamic shared memory */
    RUN_NEED_FIBERS,    /* compile with fibers */
    RUN_BAD_ARGUMENT,
    RUN_CLOCK, /* the time was read */
    RUN_LOAD_FAILED,
    RUN_SETUP_FAILED
};

/* The candidate's wrapper reads this; rollbook_device.h declares the same. */
struct rb_launch {
    void *const *pointers;
    const long long *values;
    const unsigned char *kinds;
    unsigned int grid[3], block[3];
    unsigned int smem_bytes;
};

struct runner_launch {
    uint32_t n_args;
    uint32_t uses_fibers;
    struct {
        uint32_t is_buffer;
        uint32_t buffer;
        int64_t value;
    } args[KERNEL_MAX_ARGS];
    uint32_t grid[3], block[3];
    uint32_t smem_bytes;
};

struct runner_buffer {
    uint64_t offset_bytes; /* in the buffer file, whole pages */
    uint64_t bytes;        /* what the kernel may touch */
    uint64_t region_bytes; /* whole pages */
};

struct runner_control {
    /* The checker writes these before the runner starts. */
    uint32_t n_buffers; /* of all sizes */
    uint32_t n_launches, threads, has_shared;
    uint32_t views;       /* mappings in use, at most RUNNER_VIEWS */
    uint32_t checked;     /* the object calls us at every access */
    uint32_t has_dynamic; /* at this offset of thread-local data */
    uint64_t dynamic_offset;
    uint64_t state_capacity; /* for module variables */
    uint32_t fiber_threads;  /* of a block, at most at any size */
    struct runner_buffer buffers[RUNNER_ALL_BUFFERS];
    struct runner_launch launches[KERNEL_MAX_LAUNCHES]; /* also before RUNNER_MOVE */
    /* A request. */
    uint32_t view;     /* which mapping */
    uint32_t at_end;   /* buffers end at the guard page */
    uint64_t poison;   /* before each block */
    uint32_t reversed; /* order of blocks and threads */
    uint64_t schedule; /* chooses the order of a checked run */
    /* The reply. */
    uint32_t status;
    int32_t signal;
    uint64_t fault_address;
    uint32_t fault_has_address;
    uint32_t fault_in_stack;
    uint32_t sandbox_layers;
    uint64_t state_bytes; /* of module variables, when mapped */
    int64_t plan_ns;
    uint64_t view_base[RUNNER_VIEWS][RUNNER_ALL_BUFFERS];
    char message[256];
};

/* As cudaMalloc aligns. */
#define RUNNER_ALIGN_BYTES ((uint64_t)256)

/* A buffer begins at its region's start, or ends near the guard page. */
static inline uint64_t runner_buffer_shift(const struct runner_buffer *b, int at_end)
{
    return at_end
               ? b->region_bytes - ((b->bytes + RUNNER_ALIGN_BYTES - 1) & ~(RUNNER_ALIGN_BYTES - 1))
               : 0;
}

#endif
