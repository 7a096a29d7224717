/*
 * runner_cuda.c - one candidate's GPU context: map its memory, load it, run it, time it.
 *
 * Expected values, seeds and verdicts are never here.  A fault ends the context and with it the
 * process; the evaluator kills a process whose kernel hangs.
 */
#define _GNU_SOURCE
#include "src/eval/cuda/runner_cuda.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/cuda/driver/cuda_abi.h"
#include "src/eval/cuda/driver/cuda_bundle.h"
#include "src/eval/cuda/driver/cuda_counters.h"
#include "src/eval/cuda/driver/cuda_timing.h"
#include "src/eval/process/sandbox.h"

#define MAX_DESCRIPTORS (2 + RUNNER_MAX_BUFFERS)
/* Reserved on both sides of every buffer and never mapped. */
#define GUARD_BYTES  ((uint64_t)64 << 20)
#define WITNESS_RUNS 3
/* What cuBLAS recommends for these devices. */
#define WORKSPACE_BYTES ((size_t)32 << 20)
/* Commands within this time are awaited without sleep, since waking up takes longer than the
 * work between two runs of a small kernel. */
#define SPIN_NS ((int64_t)2 * 1000000)

struct gpu_runner {
    struct cuda_control *control;
    struct cuda_plan plan; /* as loaded */
    const struct cuda_driver *d;
    struct cuda_context_object *context;
    struct cuda_timer timer;
    struct bundle_map {
        void *map;
        size_t bytes;
        struct bundle parts;
    } candidate;
    struct cuda_program program;
    struct {
        uint64_t id, bytes; /* id 0: not mapped */
        cuda_address at;
    } regions[RUNNER_MAX_BUFFERS];
    bool disturbs;
    const char *why_no_library;
    cuda_address workspace;
    bool has_own; /* loaded and calibrated */
    unsigned runs;
    unsigned layers;
};

static void fail(struct gpu_runner *r, cuda_result code, const char *what)
{
    char text[200];
    cuda_describe(r->d, code, text, sizeof text);
    r->control->code = code;
    snprintf(r->control->message, sizeof r->control->message, "%s%s%s", text,
             what[0] != '\0' ? " at " : "", what);
    r->control->status = CUDA_STATUS_FAILED;
}

static cuda_result open_context(struct gpu_runner *r)
{
    const struct cuda_driver *d = r->d;
    int device = 0;
    cuda_result e = d->device_get(&device, r->control->device);
    if (e == CUDA_OK)
        e = d->context_flags(device, CUDA_SCHED_SPIN);
    if (e == CUDA_OK)
        e = d->context_retain(&r->context, device);
    if (e == CUDA_OK)
        e = d->context_current(r->context);
    /* No cache lines, heap or text of a candidate outlive its launches. */
    (void)d->context_limit(CUDA_LIMIT_L2_LINES, 0);
    (void)d->context_limit(CUDA_LIMIT_HEAP_BYTES, 0);
    (void)d->context_limit(CUDA_LIMIT_PRINTF_BYTES, 0);
    return e == CUDA_OK ? cuda_timer_open(d, device, &r->timer) : e;
}

/* Returns how many descriptors came, or -1 when the socket closed. */
static int receive(char *command, int fds[MAX_DESCRIPTORS])
{
    union {
        char bytes[CMSG_SPACE(sizeof(int) * MAX_DESCRIPTORS)];
        struct cmsghdr align;
    } space;
    struct iovec data = { .iov_base = command, .iov_len = 1 };
    struct msghdr m = { .msg_iov = &data,
                        .msg_iovlen = 1,
                        .msg_control = space.bytes,
                        .msg_controllen = sizeof space.bytes };
    int64_t until_ns = clock_monotonic_ns() + SPIN_NS;
    ssize_t got = recvmsg(CUDA_FD_SOCKET, &m, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    while (got < 0 && errno == EAGAIN && clock_monotonic_ns() < until_ns)
        got = recvmsg(CUDA_FD_SOCKET, &m, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN)
        got = recvmsg(CUDA_FD_SOCKET, &m, MSG_CMSG_CLOEXEC);
    if (got != 1)
        return -1;
    const struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    if (c == NULL || c->cmsg_type != SCM_RIGHTS)
        return 0;
    size_t bytes = c->cmsg_len - CMSG_LEN(0);
    memcpy(fds, CMSG_DATA(c), bytes);
    return (int)(bytes / sizeof(int));
}

static bool map_bundle(int fd, struct bundle_map *out)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || st.st_size <= 0)
        return false;
    out->bytes = (size_t)st.st_size;
    out->map = mmap(NULL, out->bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    return out->map != MAP_FAILED && bundle_read(out->map, out->bytes, &out->parts);
}

static void unmap_buffer(struct gpu_runner *r, uint32_t i)
{
    cuda_address base = r->regions[i].at - GUARD_BYTES;
    if (r->regions[i].id == 0)
        return;
    (void)r->d->range_unmap(r->regions[i].at, r->regions[i].bytes);
    (void)r->d->range_free(base, r->regions[i].bytes + 2 * GUARD_BYTES);
    r->regions[i].id = 0;
}

/* Memory that is mapped since the last candidate stays. */
static cuda_result map_buffer(struct gpu_runner *r, uint32_t i, int fd)
{
    const struct cuda_driver *d = r->d;
    uint64_t bytes = r->control->region_bytes[i], handle = 0;
    cuda_address base = 0;
    if (r->regions[i].id == r->control->region_id[i])
        return CUDA_OK;
    unmap_buffer(r, i);
    struct cuda_access access = { .location = { .type = CUDA_LOCATION_DEVICE,
                                                .id = r->control->device },
                                  .flags = CUDA_ACCESS_READWRITE };
    cuda_result e = d->chunk_import(&handle, (void *)(intptr_t)fd, CUDA_HANDLE_FD);
    if (e == CUDA_OK)
        e = d->range_reserve(&base, bytes + 2 * GUARD_BYTES, 0, 0, 0);
    if (e == CUDA_OK)
        e = d->range_map(base + GUARD_BYTES, bytes, 0, handle, 0);
    if (e == CUDA_OK)
        e = d->range_access(base + GUARD_BYTES, bytes, &access, 1);
    if (e == CUDA_OK)
        (void)d->chunk_release(handle);
    r->regions[i].at = base + GUARD_BYTES;
    r->regions[i].bytes = bytes;
    r->regions[i].id = e == CUDA_OK ? r->control->region_id[i] : 0;
    return e;
}

/* Leaves only what the driver needs. */
static unsigned lock_down(void)
{
    static const char *const readable[] = { "/proc", "/sys", "/usr", "/lib", "/lib64" };
    unsigned layers =
        sandbox_limit(&(struct sandbox_limits){ .file_bytes = 1, .open_files = 4096 });
    layers |= sandbox_paths(readable, ARRAY_LEN(readable), "/dev");
    return layers | sandbox_syscalls_compiler();
}

static cuda_result load_own(struct gpu_runner *r, int fd)
{
    struct bundle_map own;
    if (r->has_own)
        return CUDA_OK;
    if (!map_bundle(fd, &own))
        return CUDA_INVALID_IMAGE;
    cuda_result e = cuda_timer_load(&r->timer, own.parts.cubin);
    (void)munmap(own.map, own.bytes);
    if (e == CUDA_OK)
        e = cuda_timer_calibrate(&r->timer, &r->control->overhead_us,
                                 &r->control->wall_overhead_us);
    r->has_own = e == CUDA_OK;
    return e;
}

/* The locked-down process cannot open libraries. */
static void open_libraries(struct gpu_runner *r)
{
    if (r->control->purpose == CUDA_COUNTERS)
        (void)counters_open(r->control->device);
    /* A process's first records take 70 ms to begin; here nobody waits. */
    if (r->control->purpose == CUDA_CANDIDATES && cupti_start())
        cupti_stop();
    if (r->control->purpose != CUDA_BLAS)
        return;
    if (r->d->memory_alloc(&r->workspace, WORKSPACE_BYTES) != CUDA_OK)
        r->why_no_library = "no memory for a workspace";
    else
        r->why_no_library = blas_open(r->timer.stream, r->workspace, WORKSPACE_BYTES);
}

static void finish_library(struct gpu_runner *r)
{
    if (r->why_no_library == NULL) {
        blas_version(r->control->library, sizeof r->control->library);
        r->control->status = CUDA_STATUS_OK;
        return;
    }
    r->control->code = -1;
    snprintf(r->control->message, sizeof r->control->message, "%s", r->why_no_library);
    r->control->status = CUDA_STATUS_FAILED;
}

static void load(struct gpu_runner *r, const int *fds, int n)
{
    cuda_program_unload(r->d, &r->program);
    if (r->candidate.map != NULL && r->candidate.map != MAP_FAILED)
        (void)munmap(r->candidate.map, r->candidate.bytes);
    r->candidate = (struct bundle_map){ .map = NULL };
    r->runs = 0;
    memcpy(&r->plan, &r->control->plan, sizeof r->plan);
    bool arrived = n == 2 + (int)r->plan.n_buffers && map_bundle(fds[1], &r->candidate);
    cuda_result e = arrived ? load_own(r, fds[0]) : CUDA_INVALID_IMAGE;
    for (uint32_t i = 0; i < r->plan.n_buffers && e == CUDA_OK; i++)
        e = map_buffer(r, i, fds[2 + i]);
    if (e != CUDA_OK) {
        fail(r, e, "preparing the context");
        r->control->code = -1; /* ours */
        return;
    }
    if (r->control->purpose == CUDA_BLAS) {
        finish_library(r);
        return;
    }
    e = cuda_program_load(r->d, r->candidate.parts.cubin, &r->plan, &r->program);
    if (e != CUDA_OK) {
        fail(r, e, "loading the kernel");
        return;
    }
    struct cuda_control *c = r->control;
    for (uint32_t i = 0; i < r->plan.n_launches; i++) {
        struct cuda_function_object *f = r->program.functions[i];
        (void)r->d->function_get(&c->registers[i], CUDA_FUNC_REGISTERS, f);
        (void)r->d->function_get(&c->local_bytes[i], CUDA_FUNC_LOCAL_BYTES, f);
        (void)r->d->function_get(&c->shared_bytes[i], CUDA_FUNC_SHARED_BYTES, f);
    }
    r->control->status = CUDA_STATUS_OK;
}

static cuda_result reload(void *arg)
{
    struct gpu_runner *r = arg;
    cuda_program_unload(r->d, &r->program);
    return cuda_program_load(r->d, r->candidate.parts.cubin, &r->plan, &r->program);
}

static void place_buffers(const struct gpu_runner *r, cuda_address at[RUNNER_MAX_BUFFERS])
{
    for (uint32_t i = 0; i < r->plan.n_buffers; i++)
        at[i] = r->regions[i].at + cuda_buffer_shift(r->plan.bytes[i], r->control->region_bytes[i],
                                                     r->control->at_end != 0);
}

static cuda_result queue_plan(void *arg)
{
    struct gpu_runner *r = arg;
    cuda_address at[RUNNER_MAX_BUFFERS];
    place_buffers(r, at);
    if (r->control->purpose == CUDA_BLAS)
        return blas_queue(&r->control->blas, at) ? CUDA_OK : CUDA_LIBRARY_REFUSES;
    cuda_result e = r->disturbs ? cuda_timer_disturb(&r->timer) : CUDA_OK;
    if (e != CUDA_OK)
        return e;
    return cuda_program_run(r->d, &r->program, &r->plan, at, r->timer.stream);
}

static void run(struct gpu_runner *r, bool keep_state)
{
    struct cuda_reading sample;
    struct cuda_control *c = r->control;
    int64_t start_ns = clock_monotonic_ns();
    /* Programs without variables and fresh ones are as loaded. */
    bool is_fresh = r->control->has_state == 0 || r->runs == 0;
    cuda_result e = keep_state || is_fresh ? CUDA_OK : reload(r);
    if (e != CUDA_OK) {
        fail(r, e, "loading the kernel");
        return;
    }
    int64_t loaded_ns = clock_monotonic_ns();
    /* The first launch may make the driver wait for the device, which must not be held then. */
    e = cuda_timer_run(&r->timer, r->runs++ > 0, queue_plan, r, &sample);
    if (e != CUDA_OK) {
        fail(r, e, "");
        return;
    }
    c->load_us = (double)(loaded_ns - start_ns) / 1e3;
    c->queue_us = (double)(sample.go_ns - loaded_ns) / 1e3;
    c->device_us = sample.device_us;
    c->wall_us = sample.wall_us;
    c->clock_mhz = sample.clock_mhz;
    c->late = sample.late;
    c->status = CUDA_STATUS_OK;
}

/* Missing records are no failure. */
static void run_witness(struct gpu_runner *r)
{
    double us[WITNESS_RUNS], events_us[WITNESS_RUNS];
    double kernels_us[WITNESS_RUNS][KERNEL_MAX_LAUNCHES];
    struct cuda_reading sample;
    struct cuda_control *c = r->control;
    if (c->purpose == CUDA_BLAS) { /* its kernels have no known names */
        c->witness = 0;
        c->status = CUDA_STATUS_OK;
        return;
    }
    c->witness = cupti_start();
    cuda_result e = c->has_state != 0 ? reload(r) : CUDA_OK;
    for (int i = 0; i < WITNESS_RUNS && e == CUDA_OK; i++) {
        cupti_clear();
        e = cuda_timer_run(&r->timer, true, queue_plan, r, &sample);
        if (e == CUDA_OK)
            c->witness = c->witness != 0 && cupti_span(&r->plan, &us[i]) &&
                         cupti_kernels(&r->plan, kernels_us[i]);
        events_us[i] = e == CUDA_OK ? sample.device_us : 0.0;
    }
    cupti_stop();
    if (e != CUDA_OK) {
        fail(r, e, "");
        return;
    }
    c->witness_us = c->witness != 0 ? median_of(us, WITNESS_RUNS) : 0.0;
    c->witness_events_us = median_of(events_us, WITNESS_RUNS) - c->overhead_us;
    for (uint32_t k = 0; k < r->plan.n_launches && c->witness != 0; k++) {
        for (int i = 0; i < WITNESS_RUNS; i++)
            us[i] = kernels_us[i][k];
        c->kernel_us[k] = median_of(us, WITNESS_RUNS);
    }
    c->status = CUDA_STATUS_OK;
}

static void run_counted(struct gpu_runner *r)
{
    cuda_address at[RUNNER_MAX_BUFFERS];
    struct cuda_control *c = r->control;
    struct counted_runs job = { .timer = &r->timer,
                                .context = r->context,
                                .program = &r->program,
                                .plan = &r->plan,
                                .buffers = at,
                                .reload = reload,
                                .arg = r };
    bool counted = false;
    place_buffers(r, at);
    cuda_result e = cuda_count(&job, c->counters, &counted);
    if (e != CUDA_OK) {
        fail(r, e, "");
        return;
    }
    c->counted = counted;
    if (!counted)
        snprintf(c->why_not_counted, sizeof c->why_not_counted, "%s",
                 counters_why() != NULL ? counters_why() : "unknown");
    c->status = CUDA_STATUS_OK;
}

static bool serve_one(struct gpu_runner *r)
{
    int fds[MAX_DESCRIPTORS];
    char command;
    int n = receive(&command, fds);
    if (n < 0)
        return false;
    r->control->received_ns = clock_monotonic_ns();
    r->control->status = CUDA_STATUS_NONE;
    switch ((enum cuda_command)command) {
    case CUDA_LOAD:
        load(r, fds, n);
        break;
    case CUDA_RUN:
        run(r, false);
        break;
    case CUDA_AGAIN:
        run(r, true);
        break;
    case CUDA_DISTURB:
        r->disturbs = true;
        run(r, false);
        r->disturbs = false;
        break;
    case CUDA_WITNESS:
        run_witness(r);
        break;
    case CUDA_COUNT:
        run_counted(r);
        break;
    case CUDA_READY:
        break;
    }
    for (int i = 0; i < n; i++)
        (void)close(fds[i]);
    return write(CUDA_FD_SOCKET, &command, 1) == 1;
}

_Noreturn void runner_cuda(void)
{
    static struct gpu_runner r;
    char ready = CUDA_READY;
    r.layers = sandbox_begin();
    r.control =
        mmap(NULL, sizeof *r.control, PROT_READ | PROT_WRITE, MAP_SHARED, CUDA_FD_CONTROL, 0);
    if (r.control == MAP_FAILED)
        _exit(0);
    struct err err = { 0 };
    if (r.control->cuda_home[0] != '\0')
        (void)setenv("ROLLBOOK_CUDA_HOME", r.control->cuda_home, 1);
    if (cuda_driver_open(&r.d, &err) != 0) {
        snprintf(r.control->message, sizeof r.control->message, "%.200s", err.msg);
        r.control->code = -1;
        r.control->status = CUDA_STATUS_FAILED;
    } else {
        cuda_result e = open_context(&r);
        if (e != CUDA_OK) {
            fail(&r, e, "creating a context");
            r.control->code = -1;
        } else {
            open_libraries(&r);
            r.layers |= lock_down();
            r.control->sandbox_layers = r.layers;
            r.control->status = CUDA_STATUS_OK;
        }
    }
    if (write(CUDA_FD_SOCKET, &ready, 1) == 1 && r.control->status == CUDA_STATUS_OK)
        while (serve_one(&r))
            continue;
    _exit(0);
}
