/*
 * cuda_backend.c - the cuda row of the table of backends.
 *
 * The evaluator's process holds a context for inputs, oracle and comparison; candidates and
 * baselines run in processes of their own.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/base/trace.h"
#include "src/eval/cuda/compile/cuda_compile.h"
#include "src/eval/cuda/compile/runner_nvrtc.h"
#include "src/eval/cuda/cuda_context.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/process/sandbox.h"

/* They start before this process has a context; timing takes more (gpu_process_complete). */
#define FIRST_PROCESSES 2

static int build_own(struct backend_context *c, struct err *err)
{
    int rc = cuda_own_build(&c->compiler, &c->own, err);
    if (rc != 0)
        return rc;
    c->own_fd = process_high_fd(memfd_create("rollbook-own", MFD_CLOEXEC));
    if (c->own_fd < 0 || !fd_write_all(c->own_fd, c->own.data, c->own.len))
        return err_set(err, ERR_INTEGRITY, "cannot create shared memory");
    return 0;
}

static void cuda_close(struct backend_context *c)
{
    if (c == NULL)
        return;
    gpu_process_end_idle(c);
    gpu_process_reap(c, true);
    if (c->gpu.module != NULL)
        expected_close(c);
    gpu_close(&c->gpu);
    cuda_compiler_close(&c->compiler);
    if (c->own_fd >= 0)
        (void)close(c->own_fd);
    if (c->lock_fd >= 0)
        (void)close(c->lock_fd);
    buf_release(&c->own);
    free(c);
}

static int cuda_open(struct backend_context **out, struct err *err)
{
    struct backend_context *c = mem_alloc(sizeof *c);
    c->own_fd = c->lock_fd = -1;
    int64_t start_ns = trace_start();
    /* Compiler and contexts take a quarter of a second each, so all begin before the first is
     * waited for. */
    int64_t ordinal = 0;
    const char *text = getenv("ROLLBOOK_GPU");
    c->gpu.ordinal = text != NULL && str_to_i64(text, &ordinal) && ordinal >= 0 && ordinal < 1024
                         ? (int)ordinal
                         : 0;
    int rc = cuda_driver_find(err);
    if (rc == 0)
        rc = cuda_compiler_open(&c->compiler, err);
    for (int i = 0; i < FIRST_PROCESSES && rc == 0; i++)
        (void)gpu_process_start(c, CUDA_CANDIDATES, &c->idle[i], NULL);
    trace_stop("open: compiler, processes", start_ns);
    start_ns = trace_start();
    if (rc == 0)
        rc = gpu_find(c->gpu.ordinal, &c->gpu, err);
    cuda_compiler_target(&c->compiler, c->gpu.arch);
    trace_stop("open: driver", start_ns);
    start_ns = trace_start();
    if (rc == 0)
        rc = build_own(c, err);
    trace_stop("open: own kernels", start_ns);
    start_ns = trace_start();
    if (rc == 0)
        rc = gpu_open(&c->gpu, &c->own, err);
    trace_stop("open: context", start_ns);
    if (rc != 0) {
        cuda_close(c);
        if (err != NULL)
            err->code = ERR_INTEGRITY;
        return err_context(err, "the cuda backend cannot be used ('rollbook doctor' says what is "
                                "missing; --backend cpu needs no GPU)");
    }
    gpu_process_complete(c); /* beside the first compile */
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/lock.%s", c->compiler.cache.dir, c->gpu.uuid);
    if (n > 0 && (size_t)n < sizeof path)
        c->lock_fd = process_high_fd(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    *out = c;
    return 0;
}

static int cuda_probe(struct backend_context *c, struct device_info *out, struct err *err)
{
    int driver = 0, count = 0, rc = 0;
    struct gpu_process p;
    if (c->layers == 0) {
        rc = gpu_process_take(c, CUDA_CANDIDATES, &p, err);
        if (rc == 0)
            gpu_process_give(c, &p);
    }
    if (rc != 0)
        return rc;
    (void)c->gpu.d->driver_version(&driver);
    (void)c->gpu.d->device_count(&count);
    *out = (struct device_info){ .cores = c->gpu.multiprocessors, .n_devices = count };
    snprintf(out->backend, sizeof out->backend, "cuda");
    snprintf(out->name, sizeof out->name, "%s", c->gpu.name);
    snprintf(out->uuid, sizeof out->uuid, "%s", c->gpu.uuid);
    snprintf(out->compiler, sizeof out->compiler, "%s %s, CUDA driver %d.%d", c->compiler.version,
             c->gpu.arch, driver / 1000, driver % 1000 / 10);
    snprintf(out->flags, sizeof out->flags, "%s", nvrtc_flags_text);
    sandbox_describe(c->layers, out->sandbox, sizeof out->sandbox);
    return 0;
}

static int cuda_compile_row(struct backend_context *c, const struct compile_spec *spec,
                            struct arena *a, struct artifact *out, struct err *err)
{
    return cuda_compile(&c->compiler, spec, a, out, err);
}

static void cuda_compile_begin_row(struct backend_context *c, const struct compile_spec *spec)
{
    cuda_compile_begin(&c->compiler, spec);
}

static bool cuda_library_has(const struct task *t)
{
    struct blas_call unused;
    return blas_plan(t, CASE_FULL, &unused);
}

static double cuda_copy_bytes_per_s(struct backend_context *c)
{
    return gpu_copy_rate(&c->gpu);
}

const struct backend backend_cuda = {
    .name = "cuda",
    .open = cuda_open,
    .close = cuda_close,
    .probe = cuda_probe,
    .compile = cuda_compile_row,
    .compile_begin = cuda_compile_begin_row,
    .prepare = cuda_prepare,
    .load = cuda_session_load,
    .launch = cuda_session_launch,
    .set_deadline = cuda_session_set_deadline,
    .unload = cuda_session_unload,
    .copy_bytes_per_s = cuda_copy_bytes_per_s,
    .habits = { .workers_a_device = 2, .jobs_ahead = 12 },
    .max_baselines = 1, /* each holds two contexts, and contexts begin one after the other */
    .light_factor = 1.25,
    .launch_trial = cuda_session_trial,
    .witness = cuda_session_witness,
    .library_has = cuda_library_has,
    .count = cuda_profile_count,
    .prepare_count = cuda_profile_prepare,
    .limits = cuda_profile_limits,
};
