/*
 * runner_abi.h - what checker, runner and candidate share: the control page and the launch record.
 *
 * The control page is memory that both processes map.  The checker copies what it reads from there
 * and believes nothing that it can check itself.
 */
#ifndef ROLLBOOK_EVAL_SEAM_RUNNER_ABI_H
#define ROLLBOOK_EVAL_SEAM_RUNNER_ABI_H

#include <stdint.h>

#include "tasks/kernel_file.h"

#define RUNNER_MAX_BUFFERS (2 * TASK_MAX_TENSORS + KERNEL_MAX_SCRATCH)
#define RUNNER_VIEWS       3
#define RUNNER_GUARD_BYTES ((uint64_t)64 << 20)
#define RUNNER_PAGE_BYTES  ((uint64_t)4096)
#define RUNNER_MAX_THREADS 64
#define RUNNER_MAX_BLOCK   1024
/* Bytes behind the dynamic shared memory of a launch that must keep their poison. */
#define RUNNER_SHARED_CANARY 128

/* Descriptors of a runner; everything above is closed when it starts. */
enum {
    RUNNER_FD_CONTROL = 3,
    RUNNER_FD_BUFFERS,
    RUNNER_FD_SOCKET,
    RUNNER_FD_STATE,
    RUNNER_FD_ROOMS
};

/* Sent when the buffers are mapped. */
#define RUNNER_READY 'S'

/* One byte through the socket, answered by the same byte. */
enum runner_command {
    RUNNER_LOAD = 'L',      /* locks the process down, then maps the artifact */
    RUNNER_CALIBRATE = 'C', /* an empty plan */
    RUNNER_RUN = 'R'        /* runs the plan once */
};

enum run_status {
    RUN_NONE,
    RUN_OK,
    RUN_FAULT, /* a signal: signal, fault_address */
    RUN_DIVERGENT_BARRIER,
    RUN_DIVERGENT_WARP,
    RUN_SHARED_OVERRUN, /* wrote past the end of dynamic shared memory */
    RUN_NEED_FIBERS,    /* a barrier in a kernel that was taken for barrier-free */
    RUN_BAD_ARGUMENT,
    RUN_CLOCK, /* an instruction that reads the time */
    RUN_LOAD_FAILED,
    RUN_SETUP_FAILED
};

/* The launch as the candidate's wrapper reads it; rollbook_device.h declares the same. */
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
    /* Written by the checker before the runner starts. */
    uint32_t n_buffers, n_launches, threads, has_shared;
    uint32_t has_dynamic; /* dynamic shared memory, at this offset of thread-local data */
    uint64_t dynamic_offset;
    uint64_t state_capacity; /* bytes of the file that module variables live in */
    struct runner_buffer buffers[RUNNER_MAX_BUFFERS];
    struct runner_launch launches[KERNEL_MAX_LAUNCHES];
    /* A request. */
    uint32_t view;     /* which of the mappings is used */
    uint32_t at_end;   /* buffers end at the guard page instead of beginning at it */
    uint64_t poison;   /* what shared memory holds before each block */
    uint32_t reversed; /* blocks, and threads that synchronise, in the opposite order */
    /* The reply. */
    uint32_t status;
    int32_t signal;
    uint64_t fault_address;
    uint32_t fault_has_address;
    uint32_t fault_in_stack;
    uint32_t sandbox_layers;
    uint64_t state_bytes; /* of module variables, told when the object is mapped */
    int64_t plan_ns;
    uint64_t view_base[RUNNER_VIEWS][RUNNER_MAX_BUFFERS];
    char message[256];
};

/* Buffers are aligned as those of cudaMalloc are. */
#define RUNNER_ALIGN_BYTES ((uint64_t)256)

/* Where a buffer of a region begins: at its start, or so that it ends near the guard page. */
static inline uint64_t runner_buffer_shift(const struct runner_buffer *b, int at_end)
{
    return at_end
               ? b->region_bytes - ((b->bytes + RUNNER_ALIGN_BYTES - 1) & ~(RUNNER_ALIGN_BYTES - 1))
               : 0;
}

#endif
