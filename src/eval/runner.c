/*
 * runner.c - the process that executes one kernel file.
 *
 * The checker starts "rollbook runner exec ARTIFACT" with its descriptors (runner_abi.h) and an
 * empty environment.  It enters empty namespaces, confines itself to the artifact's file, starts
 * its threads and maps the buffers.  To load, it gives up every system call that mapping an object
 * does not need, maps it, and gives up those too.  It never sees an expected value or a seed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "src/base/mem.h"
#include "src/eval/contract/runner_abi.h"
#include "src/eval/cpu/runner_checked.h"
#include "src/eval/cpu/runner_pool.h"
#include "src/eval/cuda/compile/nvrtc_server.h"
#include "src/eval/cuda/driver/cuda_abi.h"
#include "src/eval/cuda/runner_cuda.h"
#include "src/eval/eval.h"
#include "src/eval/process/runner_compile.h"
#include "src/eval/process/sandbox.h"

struct runner {
    struct runner_control *control;
    struct runner_control plan; /* a candidate may scribble over the page */
    unsigned char *views[RUNNER_VIEWS][RUNNER_ALL_BUFFERS];
    runner_blocks_fn blocks[KERNEL_MAX_LAUNCHES];
    uintptr_t object_base;
    size_t tls_bytes;
    uint64_t state_bytes;
    struct sandbox_filter loading, running;
    unsigned layers;
};

static void *map_or_fail(size_t bytes, int protection, int flags, int fd, off_t offset, void *at)
{
    void *p = mmap(at, bytes, protection, flags, fd, offset);
    if (p == MAP_FAILED)
        runner_fail(RUN_SETUP_FAILED, "cannot map the buffers");
    return p;
}

/*
 * Untouchable memory surrounds every buffer; the checker's random poison word moves the addresses.
 */
static void map_view(struct runner *r, unsigned view)
{
    const struct runner_control *c = &r->plan;
    uint64_t shift = (c->poison >> (view * 12) & 0xfff) * RUNNER_PAGE_BYTES;
    uint64_t total = shift + RUNNER_GUARD_BYTES;
    for (uint32_t i = 0; i < c->n_buffers; i++)
        total += c->buffers[i].region_bytes + RUNNER_GUARD_BYTES;
    unsigned char *base =
        map_or_fail(total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0, NULL);
    unsigned char *at = base + shift + RUNNER_GUARD_BYTES;
    for (uint32_t i = 0; i < c->n_buffers; i++) {
        const struct runner_buffer *b = &c->buffers[i];
        (void)map_or_fail(b->region_bytes, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_FIXED | MAP_POPULATE, RUNNER_FD_BUFFERS,
                          (off_t)b->offset_bytes, at);
        r->views[view][i] = at;
        r->control->view_base[view][i] = (uint64_t)(uintptr_t)at;
        at += b->region_bytes + RUNNER_GUARD_BYTES;
    }
}

static size_t fiber_threads(const struct runner_control *c)
{
    size_t most = 0;
    for (uint32_t i = 0; i < c->n_launches; i++) {
        const struct runner_launch *l = &c->launches[i];
        size_t n = (size_t)l->block[0] * l->block[1] * l->block[2];
        if (l->uses_fibers != 0 && n > most)
            most = n;
    }
    return most;
}

static void setup(struct runner *r)
{
    r->control =
        mmap(NULL, sizeof *r->control, PROT_READ | PROT_WRITE, MAP_SHARED, RUNNER_FD_CONTROL, 0);
    if (r->control == MAP_FAILED)
        _exit(70);
    runner_pool_open(r->control);
    memcpy(&r->plan, r->control, sizeof r->plan);
    const struct runner_control *c = &r->plan;
    if (r->loading.n == 0 || r->running.n == 0)
        runner_fail(RUN_SETUP_FAILED, "the filters of system calls cannot be made");
    if (c->n_buffers > (c->checked != 0 ? RUNNER_MAX_BUFFERS : RUNNER_ALL_BUFFERS) ||
        c->n_launches > KERNEL_MAX_LAUNCHES || c->views == 0 || c->views > RUNNER_VIEWS ||
        c->threads == 0 || c->threads > RUNNER_MAX_THREADS || c->fiber_threads > RUNNER_MAX_BLOCK ||
        fiber_threads(c) > c->fiber_threads)
        runner_fail(RUN_SETUP_FAILED, "the plan is out of bounds");
    if (!runner_pool_start(c->threads, c->fiber_threads, c->checked != 0))
        runner_fail(RUN_SETUP_FAILED, "cannot start threads");
    for (unsigned v = 0; v < c->views; v++)
        map_view(r, v);
    (void)close(RUNNER_FD_CONTROL);
    (void)close(RUNNER_FD_BUFFERS);
}

/*
 * Module variables move to a file that the checker maps as well.  It restores them before every run
 * and looks at them after it, so nothing is carried over and nobody has to be believed.
 */
static void share_segment(struct runner *r, uintptr_t start, uintptr_t end)
{
    const uintptr_t mask = RUNNER_PAGE_BYTES - 1;
    unsigned char *first = (unsigned char *)(start & ~mask);
    size_t bytes = ((end + mask) & ~mask) - (start & ~mask);
    if (start >= end)
        return;
    if (bytes > r->plan.state_capacity - r->state_bytes)
        runner_fail(RUN_LOAD_FAILED, "more module variables than were announced for the object");
    unsigned char *copy = map_or_fail(bytes, PROT_READ | PROT_WRITE, MAP_SHARED, RUNNER_FD_STATE,
                                      (off_t)r->state_bytes, NULL);
    memcpy(copy, first, bytes);
    (void)munmap(copy, bytes);
    (void)map_or_fail(bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                      RUNNER_FD_STATE, (off_t)r->state_bytes, first);
    r->state_bytes += bytes;
}

/* Takes writable segments without the part that is read-only after relocation. */
static int share_state(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size;
    struct runner *r = arg;
    if (info->dlpi_addr != r->object_base)
        return 0;
    uintptr_t relro_start = 0, relro_end = 0;
    for (size_t i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
            relro_start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            relro_end = relro_start + info->dlpi_phdr[i].p_memsz;
            relro_end = (relro_end + RUNNER_PAGE_BYTES - 1) & ~(uintptr_t)(RUNNER_PAGE_BYTES - 1);
        }
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_TLS)
            r->tls_bytes = p->p_memsz;
        if (p->p_type != PT_LOAD || (p->p_flags & PF_W) == 0)
            continue;
        uintptr_t start = info->dlpi_addr + p->p_vaddr, end = start + p->p_memsz;
        if (relro_start <= start && start < relro_end)
            start = relro_end;
        share_segment(r, start, end);
    }
    return 1;
}

/* Nothing of the object runs here: code that runs at load time was refused. */
static void *map_object(struct runner *r, const char *artifact)
{
    struct link_map *map = NULL;
    void *object = dlopen(artifact, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        runner_fail(RUN_LOAD_FAILED, dlerror());
    if (dlinfo(object, RTLD_DI_LINKMAP, &map) != 0)
        runner_fail(RUN_LOAD_FAILED, "the loader does not say where the object is");
    r->object_base = map->l_addr;
    (void)dl_iterate_phdr(share_state, r);
    for (uint32_t i = 0; i < r->plan.n_launches; i++) {
        char name[32];
        snprintf(name, sizeof name, "rb_launch_%u", i);
        void *symbol = dlsym(object, name);
        if (symbol == NULL)
            runner_fail(RUN_LOAD_FAILED, dlerror());
        memcpy(&r->blocks[i], &symbol, sizeof symbol);
    }
    return object;
}

static void load(struct runner *r, const char *artifact)
{
    size_t tls_module = 0;
    if (sandbox_enter(&r->loading) == 0)
        runner_fail(RUN_SETUP_FAILED, "seccomp filters are not available here");
    void *object = map_object(r, artifact);
    (void)close(RUNNER_FD_STATE);
    if (r->tls_bytes != 0 && dlinfo(object, RTLD_DI_TLS_MODID, &tls_module) != 0)
        runner_fail(RUN_LOAD_FAILED, "the loader does not say where shared memory is");
    runner_pool_attach(&(struct runner_tls){ .module = tls_module,
                                             .bytes = r->tls_bytes,
                                             .has_shared = r->plan.has_shared != 0,
                                             .has_dynamic = r->plan.has_dynamic != 0,
                                             .dynamic_offset = r->plan.dynamic_offset });
    if (sandbox_enter(&r->running) == 0)
        runner_fail(RUN_SETUP_FAILED, "seccomp filters are not available here");
    r->control->state_bytes = r->state_bytes;
    r->control->sandbox_layers = r->layers | SANDBOX_SECCOMP;
}

struct prepared {
    struct rb_launch launch;
    void *pointers[KERNEL_MAX_ARGS];
    long long values[KERNEL_MAX_ARGS];
};

static void prepare(const struct runner *r, uint32_t i, unsigned view, int at_end,
                    struct prepared *out)
{
    const struct runner_launch *l = &r->plan.launches[i];
    for (uint32_t k = 0; k < l->n_args; k++) {
        uint32_t b = l->args[k].buffer;
        out->pointers[k] = NULL;
        out->values[k] = l->args[k].value;
        if (l->args[k].is_buffer != 0)
            out->pointers[k] = r->views[view][b] + runner_buffer_shift(&r->plan.buffers[b], at_end);
    }
    out->launch = (struct rb_launch){ .pointers = out->pointers,
                                      .values = out->values,
                                      .grid = { l->grid[0], l->grid[1], l->grid[2] },
                                      .block = { l->block[0], l->block[1], l->block[2] },
                                      .smem_bytes = l->smem_bytes };
}

/* The library's clock reads the time stamp counter, which is forbidden here. */
static int64_t now_ns(void)
{
    struct timespec t = { .tv_sec = 0 };
    (void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Takes the place of a launch. */
static void runner_no_blocks(const struct rb_launch *launch, uint64_t first, uint64_t last)
{
    (void)launch;
    (void)first;
    (void)last;
}

static void say_memory(const struct runner *r, unsigned view, int at_end, uint64_t schedule)
{
    struct checked_memory m = { .n_buffers = r->plan.n_buffers };
    for (uint32_t i = 0; i < m.n_buffers; i++) {
        const struct runner_buffer *b = &r->plan.buffers[i];
        uintptr_t region = (uintptr_t)r->views[view][i];
        m.buffers[i].begin = region + runner_buffer_shift(b, at_end);
        m.buffers[i].end = m.buffers[i].begin + b->bytes;
        m.begin = i == 0 ? region - RUNNER_GUARD_BYTES : m.begin;
        m.end = region + b->region_bytes + RUNNER_GUARD_BYTES;
    }
    runner_pool_checked(&m, schedule);
}

/* The buffers of all sizes are mapped; the launches name those of the next one. */
static void move(struct runner *r)
{
    memcpy(r->plan.launches, r->control->launches, sizeof r->plan.launches);
    if (fiber_threads(&r->plan) > r->plan.fiber_threads)
        runner_fail(RUN_SETUP_FAILED, "the plan is out of bounds");
    r->control->status = RUN_OK;
}

/* Without the candidate every launch is still handed to all threads. */
static void run_plan(struct runner *r, bool empty)
{
    static struct prepared prepared[KERNEL_MAX_LAUNCHES];
    struct runner_control *c = r->control;
    unsigned view = c->view % r->plan.views;
    uint64_t poison = c->poison;
    uint32_t n = r->plan.n_launches;
    for (uint32_t i = 0; i < n; i++)
        prepare(r, i, view, c->at_end != 0, &prepared[i]);
    c->status = RUN_NONE;
    if (r->plan.checked != 0)
        say_memory(r, view, c->at_end != 0, c->schedule);
    runner_pool_begin(c->reversed != 0);
    int64_t start = now_ns();
    for (uint32_t i = 0; i < n; i++)
        runner_pool_run(empty ? runner_no_blocks : r->blocks[i], &prepared[i].launch, poison);
    c->plan_ns = now_ns() - start;
    runner_pool_end();
    c->status = RUN_OK;
}

static _Noreturn void runner_exec(const char *artifact)
{
    static struct runner r;
    const char *readable[] = { artifact };
    /* These filters open files, which the sandbox forbids later. */
    (void)sandbox_filter_loading(RUNNER_FD_SOCKET, &r.loading);
    (void)sandbox_filter_running(RUNNER_FD_SOCKET, &r.running);
    /* All threads inherit what is entered before they start. */
    r.layers = sandbox_enter_rooms(RUNNER_FD_ROOMS);
    r.layers |= sandbox_begin();
    r.layers |= sandbox_limit(&(struct sandbox_limits){ .file_bytes = 1, .open_files = 16 });
    r.layers |= sandbox_paths_alone(readable, ARRAY_LEN(readable), NULL);
    r.layers |= sandbox_no_clock();
    setup(&r);
    char ready = RUNNER_READY;
    if (write(RUNNER_FD_SOCKET, &ready, 1) != 1)
        _exit(0);
    for (;;) {
        char command;
        if (read(RUNNER_FD_SOCKET, &command, 1) != 1)
            _exit(0);
        switch ((enum runner_command)command) {
        case RUNNER_LOAD:
            r.control->status = RUN_NONE;
            load(&r, artifact);
            r.control->status = RUN_OK;
            break;
        case RUNNER_CALIBRATE:
            run_plan(&r, true);
            break;
        case RUNNER_RUN:
            run_plan(&r, false);
            break;
        case RUNNER_MOVE:
            move(&r);
            break;
        }
        if (write(RUNNER_FD_SOCKET, &command, 1) != 1)
            _exit(0);
    }
}

int runner_main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[2], "exec") == 0) {
        (void)syscall(SYS_close_range, RUNNER_FD_ROOMS + SANDBOX_ROOMS, ~0U, 0);
        runner_exec(argv[3]);
    }
    if (argc == 4 && strcmp(argv[2], "compile") == 0)
        return runner_compile(argv[3]);
    if (argc == 4 && strcmp(argv[2], "compile-check") == 0)
        return runner_compile_checked(argv[3]);
    if (argc == 4 && strcmp(argv[2], "precompile") == 0)
        return runner_precompile(argv[3]);
    if (argc == 4 && strcmp(argv[2], "precheck") == 0)
        return runner_precompile_checked(argv[3]);
    if (argc == 4 && strcmp(argv[2], "nvrtc-server") == 0)
        return nvrtc_server_main(argv[3]);
    if (argc == 4 && strcmp(argv[2], "cuda") == 0) {
        (void)syscall(SYS_close_range, CUDA_FD_SOCKET + 1, ~0U, 0);
        runner_cuda();
    }
    return 2;
}
