/*
 * cuda_gpu.h - the evaluator's context on a GPU: memory shared with runners, inputs, poison, checks
 * and comparison.  No candidate code runs here.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_GPU_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_GPU_H

#include "src/eval/contract/compare.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/cuda/driver/cuda_timing.h"

struct buf;
struct cuda_compiler;

enum gpu_kernel {
    GPU_FILL_INPUT,
    GPU_CHECK_INPUT,
    GPU_POISON,
    GPU_POISON_CHANGED,
    GPU_CHECKS_BEGIN,
    GPU_COMPARE,
    GPU_COMPARE_FINISH,
    GPU_DIGEST,
    GPU_COPY,
    GPU_SPIN,
    GPU_KERNELS
};

/* Device memory that can be handed to runners. */
struct gpu_region {
    uint64_t bytes; /* whole chunks; 0: free */
    uint64_t id;    /* unique, never 0 */
    uint64_t handle;
    int fd;
    cuda_address at;
    uint32_t number;
    unsigned users;
};

#define GPU_MAX_REGIONS  256
#define GPU_MAX_COUNTS   128
#define GPU_RESULT_BYTES ((size_t)1 << 20)

struct gpu {
    const struct cuda_driver *d;
    int ordinal, device;
    int multiprocessors, clock_khz, memory_khz, bus_bits, l2_bytes;
    char name[128], uuid[64], arch[16];
    struct cuda_module_object *module;
    struct cuda_function_object *kernels[GPU_KERNELS];
    cuda_address results;
    void *host_results; /* copied back */
    unsigned n_counts, n_comparisons;
    uint64_t granularity;
    struct gpu_region regions[GPU_MAX_REGIONS];
    uint64_t last_region_id;
    struct cuda_timer timer;
};

/* Needs no context: name, arch, clocks.  ERR_NOMATCH: there is no GPU. */
int gpu_find(int ordinal, struct gpu *out, struct err *err);
/* own (a bundle) is only needed during the call. */
int gpu_open(struct gpu *g, const struct buf *own, struct err *err);
void gpu_close(struct gpu *g);
extern const char *const gpu_kernel_names[GPU_KERNELS];

/* Size of a buffer in a region. */
static inline uint64_t gpu_buffer_bytes(uint64_t bytes)
{
    return (bytes + 255) & ~(uint64_t)255;
}

/* A region of at least bytes for buffer number; sessions share it, one runs at a time. */
int gpu_region_take(struct gpu *g, uint32_t number, uint64_t bytes, struct gpu_region **out,
                    struct err *err);
void gpu_region_give(struct gpu *g, struct gpu_region *r);
/* Memory that is not shared; frees unused regions when short. */
int gpu_alloc(struct gpu *g, uint64_t bytes, cuda_address *out, struct err *err);

/* An input of a task in memory of the device. */
struct gpu_input {
    const struct task *task;
    enum task_case task_case;
    size_t index;
    uint64_t seed, trial;
    cuda_address at;
    int64_t n;
};
int gpu_fill_input(struct gpu *g, const struct gpu_input *in, struct err *err);
int gpu_poison(struct gpu *g, cuda_address out, uint64_t bytes, uint64_t seed, struct err *err);

/*
 * Checks of one run are begun, queued and read back by gpu_checks_end.  A number from queueing
 * names its result until the next beginning.
 */
struct gpu_count {
    uint64_t changed; /* bytes */
    uint64_t first;   /* least index; UINT64_MAX: none, or not looked for */
};
int gpu_checks_begin(struct gpu *g, struct err *err);
/* Counts bytes of an input that differ from gpu_fill_input's. */
int gpu_queue_input_check(struct gpu *g, const struct gpu_input *in, unsigned *out,
                          struct err *err);
int gpu_queue_poison_check(struct gpu *g, cuda_address data, uint64_t bytes, uint64_t seed,
                           unsigned *out, struct err *err);
struct gpu_comparison {
    cuda_address got, want; /* want: doubles */
    enum dtype dtype;
    int64_t n;
    double atol, rtol;
    uint64_t poison_seed;
};
int gpu_queue_comparison(struct gpu *g, const struct gpu_comparison *c, unsigned *out,
                         struct err *err);
int gpu_checks_end(struct gpu *g, struct err *err);
struct gpu_count gpu_counted(const struct gpu *g, unsigned number);
/* The host confirms the worst element and random windows. */
int gpu_compared(const struct gpu *g, unsigned number, const struct gpu_comparison *c,
                 struct output_comparison *out, int64_t *out_untouched, struct err *err);

int gpu_sync(struct gpu *g, const char *what, struct err *err);
/* Ends a stage of the trace, and waits for its queued work where the trace asks for that. */
void gpu_trace(struct gpu *g, const char *stage, int64_t start_ns);
/* Bytes read plus written a second, for a large copy. */
double gpu_copy_rate(struct gpu *g);

#endif
