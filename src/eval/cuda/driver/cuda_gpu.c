#include "src/eval/cuda/driver/cuda_gpu.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/cuda/driver/cuda_bundle.h"
#include "src/eval/process/cpu_process.h"

const char *const gpu_kernel_names[GPU_KERNELS] = {
    [GPU_FILL_INPUT] = "rb_fill_input",
    [GPU_CHECK_INPUT] = "rb_check_input",
    [GPU_POISON] = "rb_poison",
    [GPU_POISON_CHANGED] = "rb_poison_changed",
    [GPU_CHECKS_BEGIN] = "rb_checks_begin",
    [GPU_COMPARE] = "rb_compare_output",
    [GPU_COMPARE_FINISH] = "rb_compare_finish",
    [GPU_DIGEST] = "rb_digest",
    [GPU_COPY] = "rb_copy",
    [GPU_SPIN] = "rb_spin",
};

static int attribute(const struct gpu *g, enum cuda_device_attribute a)
{
    int v = 0;
    (void)g->d->device_attribute(&v, (int)a, g->device);
    return v;
}

int gpu_find(int ordinal, struct gpu *out, struct err *err)
{
    struct gpu g = { .ordinal = ordinal };
    int count = 0, rc = cuda_driver_open(&g.d, err);
    if (rc != 0)
        return rc;
    (void)g.d->device_count(&count);
    if (ordinal < 0 || ordinal >= count)
        return err_set(err, ERR_NOMATCH, "there is no GPU %d (there are %d)", ordinal, count);
    rc = cuda_check(g.d, g.d->device_get(&g.device, ordinal), "finding the GPU", err);
    if (rc != 0)
        return rc;
    struct cuda_uuid id = { { 0 } };
    const unsigned char *b = id.bytes;
    (void)g.d->device_name(g.name, sizeof g.name, g.device);
    (void)g.d->device_uuid(&id, g.device);
    snprintf(g.uuid, sizeof g.uuid,
             "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
             b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
             b[15]);
    snprintf(g.arch, sizeof g.arch, "sm_%d%d", attribute(&g, CUDA_ATTR_CAPABILITY_MAJOR),
             attribute(&g, CUDA_ATTR_CAPABILITY_MINOR));
    g.multiprocessors = attribute(&g, CUDA_ATTR_MULTIPROCESSORS);
    g.clock_khz = attribute(&g, CUDA_ATTR_CLOCK_KHZ);
    g.memory_khz = attribute(&g, CUDA_ATTR_MEMORY_CLOCK_KHZ);
    g.bus_bits = attribute(&g, CUDA_ATTR_BUS_BITS);
    g.l2_bytes = attribute(&g, CUDA_ATTR_L2_BYTES);
    *out = g;
    return 0;
}

static struct cuda_memory_prop memory_prop(const struct gpu *g)
{
    return (
        struct cuda_memory_prop){ .type = CUDA_MEMORY_PINNED,
                                  .handle_types = CUDA_HANDLE_FD,
                                  .location = { .type = CUDA_LOCATION_DEVICE, .id = g->device } };
}

static cuda_result load_kernels(struct gpu *g, const void *cubin)
{
    cuda_result e = g->d->module_load(&g->module, cubin);
    for (int i = 0; i < GPU_KERNELS && e == CUDA_OK; i++)
        e = g->d->module_function(&g->kernels[i], g->module, gpu_kernel_names[i]);
    return e == CUDA_OK ? cuda_timer_load(&g->timer, cubin) : e;
}

int gpu_open(struct gpu *g, const struct buf *own, struct err *err)
{
    struct cuda_context_object *context = NULL;
    struct cuda_memory_prop prop = memory_prop(g);
    struct bundle b;
    size_t granularity = 0;
    if (attribute(g, CUDA_ATTR_VIRTUAL_MEMORY) == 0 || attribute(g, CUDA_ATTR_FD_HANDLES) == 0)
        return err_set(err, ERR_NOMATCH, "%s: memory cannot be shared between processes here",
                       g->name);
    if (!bundle_read(own->data, own->len, &b))
        return err_set(err, ERR_INTEGRITY, "the evaluator's own kernels are damaged");
    (void)g->d->context_flags(g->device, CUDA_SCHED_SPIN);
    cuda_result e = g->d->context_retain(&context, g->device);
    if (e == CUDA_OK)
        e = g->d->context_current(context);
    if (e == CUDA_OK)
        e = cuda_timer_open(g->d, g->device, &g->timer);
    if (e == CUDA_OK)
        e = load_kernels(g, b.cubin);
    if (e == CUDA_OK)
        e = g->d->memory_alloc(&g->results, GPU_RESULT_BYTES);
    if (e == CUDA_OK)
        e = g->d->host_alloc(&g->host_results, GPU_RESULT_BYTES, 0);
    if (e == CUDA_OK)
        e = g->d->granularity(&granularity, &prop, 0);
    g->granularity = granularity;
    return cuda_check(g->d, e, "creating a GPU context", err);
}

static void region_free(struct gpu *g, struct gpu_region *r)
{
    if (r->bytes == 0)
        return;
    (void)g->d->range_unmap(r->at, r->bytes);
    (void)g->d->range_free(r->at, r->bytes);
    (void)g->d->chunk_release(r->handle);
    (void)close(r->fd);
    *r = (struct gpu_region){ .bytes = 0 };
}

/* Frees unused regions. */
static void gpu_regions_trim(struct gpu *g)
{
    for (size_t i = 0; i < GPU_MAX_REGIONS; i++)
        if (g->regions[i].users == 0)
            region_free(g, &g->regions[i]);
}

void gpu_close(struct gpu *g)
{
    if (g->module == NULL)
        return;
    for (size_t i = 0; i < GPU_MAX_REGIONS; i++)
        region_free(g, &g->regions[i]);
    (void)g->d->context_release(g->device);
}

static cuda_result region_map(struct gpu *g, struct gpu_region *r)
{
    struct cuda_access access = { .location = { .type = CUDA_LOCATION_DEVICE, .id = g->device },
                                  .flags = CUDA_ACCESS_READWRITE };
    cuda_result e = g->d->range_reserve(&r->at, r->bytes, 0, 0, 0);
    if (e == CUDA_OK)
        e = g->d->range_map(r->at, r->bytes, 0, r->handle, 0);
    return e == CUDA_OK ? g->d->range_access(r->at, r->bytes, &access, 1) : e;
}

static cuda_result region_create(struct gpu *g, uint64_t bytes, struct gpu_region *out)
{
    struct cuda_memory_prop prop = memory_prop(g);
    struct gpu_region r = { .bytes = bytes, .fd = -1 };
    cuda_result e = g->d->chunk_create(&r.handle, bytes, &prop, 0);
    if (e == CUDA_OUT_OF_MEMORY) {
        gpu_regions_trim(g);
        e = g->d->chunk_create(&r.handle, bytes, &prop, 0);
    }
    if (e != CUDA_OK)
        return e;
    e = g->d->chunk_export(&r.fd, r.handle, CUDA_HANDLE_FD, 0);
    if (e == CUDA_OK)
        e = region_map(g, &r);
    r.fd = process_high_fd(r.fd);
    if (e == CUDA_OK)
        *out = r;
    return e;
}

int gpu_region_take(struct gpu *g, uint32_t number, uint64_t bytes, struct gpu_region **out,
                    struct err *err)
{
    uint64_t whole = (bytes + g->granularity - 1) / g->granularity * g->granularity;
    struct gpu_region *free_slot = NULL;
    for (size_t i = 0; i < GPU_MAX_REGIONS; i++) {
        struct gpu_region *r = &g->regions[i];
        if (r->bytes == whole && r->number == number) {
            r->users++;
            *out = r;
            return 0;
        }
        if (r->bytes == 0 && free_slot == NULL)
            free_slot = r;
    }
    if (free_slot == NULL) {
        gpu_regions_trim(g);
        for (size_t i = 0; i < GPU_MAX_REGIONS && free_slot == NULL; i++)
            free_slot = g->regions[i].bytes == 0 ? &g->regions[i] : NULL;
    }
    if (free_slot == NULL)
        return err_set(err, ERR_INTEGRITY, "too many buffers on the GPU");
    int rc = cuda_check(g->d, region_create(g, whole, free_slot), "memory for a buffer", err);
    if (rc != 0)
        return rc;
    free_slot->number = number;
    free_slot->id = ++g->last_region_id;
    free_slot->users = 1;
    *out = free_slot;
    return 0;
}

void gpu_region_give(struct gpu *g, struct gpu_region *r)
{
    (void)g;
    if (r != NULL && r->users > 0)
        r->users--;
}

int gpu_alloc(struct gpu *g, uint64_t bytes, cuda_address *out, struct err *err)
{
    cuda_result e = g->d->memory_alloc(out, bytes);
    if (e == CUDA_OUT_OF_MEMORY) {
        gpu_regions_trim(g);
        e = g->d->memory_alloc(out, bytes);
    }
    return cuda_check(g->d, e, "memory on the GPU", err);
}

int gpu_sync(struct gpu *g, const char *what, struct err *err)
{
    return cuda_check(g->d, g->d->context_sync(), what, err);
}

void gpu_trace(struct gpu *g, const char *stage, int64_t start_ns)
{
    if (trace_waits())
        (void)g->d->context_sync();
    trace_stop(stage, start_ns);
}
