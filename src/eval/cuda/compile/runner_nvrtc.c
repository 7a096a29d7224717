#include "src/eval/cuda/compile/runner_nvrtc.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_bundle.h"
#include "src/eval/cuda/driver/cuda_nvrtc.h"
#include "src/eval/process/runner_compile.h"
#include "src/eval/process/sandbox.h"
#include "tasks/kernel_file.h"

#define COMPILE_CPU_SECONDS 10
#define MAX_NAMES           64
/* Beyond what the loaded compiler has reserved, which depends on the machine. */
#define COMPILE_MEMORY_BYTES ((uint64_t)8 << 30)
#define COMPILE_FILE_BYTES   ((uint64_t)64 << 20)

const char nvrtc_flags_text[] = "--std=c++17 --no-source-include --ptxas-options=-v -w";

struct bundle_parts {
    struct buf text;
    const char *library, *include, *arch;
    const char *names[MAX_NAMES];
    size_t n_names;
};

static char *next_line(char **at)
{
    char *line = *at, *end = line + strcspn(line, "\n");
    *at = *end == '\n' ? end + 1 : end;
    *end = '\0';
    return line;
}

static bool read_job(struct bundle_parts *job)
{
    if (file_read("job", (size_t)1 << 20, &job->text, NULL) != 0 || job->text.len == 0)
        return false;
    char *at = job->text.data;
    job->library = next_line(&at);
    job->include = next_line(&at);
    job->arch = next_line(&at);
    while (*at != '\0' && job->n_names < ARRAY_LEN(job->names))
        job->names[job->n_names++] = next_line(&at);
    return job->n_names > 0;
}

/* 0: unknown. */
static uint64_t reserved_bytes(void)
{
    struct buf b = { 0 };
    unsigned long long pages = 0;
    if (file_read("/proc/self/statm", 4096, &b, NULL) == 0)
        pages = strtoull(buf_text(&b), NULL, 10);
    buf_release(&b);
    return (uint64_t)pages * 4096;
}

/* 0: no limit. */
static uint64_t memory_limit(void)
{
#if defined(__SANITIZE_ADDRESS__)
    const bool has_shadow_memory = true; /* exceeds any limit */
#else
    const bool has_shadow_memory = false;
#endif
    return has_shadow_memory ? 0 : reserved_bytes() + COMPILE_MEMORY_BYTES;
}

static bool lock_down(const struct bundle_parts *job)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", job->library);
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = '\0';
    const char *const paths[] = { folder,   job->include,       "/usr/lib", "/lib",
                                  "/lib64", "/etc/ld.so.cache", "/dev/null" };
    unsigned layers = sandbox_limit(&(struct sandbox_limits){ .cpu_seconds = COMPILE_CPU_SECONDS,
                                                              .memory_bytes = memory_limit(),
                                                              .file_bytes = COMPILE_FILE_BYTES });
    layers |= sandbox_paths(paths, ARRAY_LEN(paths), ".");
    layers |= sandbox_syscalls_compiler();
    return (layers & SANDBOX_SECCOMP) != 0;
}

static bool write_file(const char *name, const struct buf *b)
{
    FILE *f = fopen(name, "w");
    bool ok = f != NULL && fwrite(buf_text(b), 1, b->len, f) == b->len;
    if (f != NULL)
        ok = fclose(f) == 0 && ok;
    return ok;
}

/* Headers of the toolkit name each other without their folders. */
static const char *const include_folders[] = { "", "/cccl", "/cooperative_groups",
                                               "/cooperative_groups/details", "/crt" };
#define FIXED_OPTIONS 5

static int compile(const struct nvrtc *n, const struct bundle_parts *job)
{
    char arch[64], include[ARRAY_LEN(include_folders)][PATH_MAX + 64];
    struct buf source = { 0 }, cubin = { 0 }, ptx = { 0 }, log = { 0 }, names = { 0 };
    snprintf(arch, sizeof arch, "--gpu-architecture=%s", job->arch);
    const char *options[FIXED_OPTIONS + ARRAY_LEN(include_folders)] = {
        arch, "--std=c++17", "--no-source-include", "--ptxas-options=-v", "-w"
    };
    for (size_t i = 0; i < ARRAY_LEN(include_folders); i++) {
        snprintf(include[i], sizeof include[i], "--include-path=%s%s", job->include,
                 include_folders[i]);
        options[FIXED_OPTIONS + i] = include[i];
    }
    if (file_read("kernel.cpp", COMPILE_FILE_BYTES, &source, NULL) != 0)
        return COMPILE_NO_COMPILER;
    struct nvrtc_text j = { .source = buf_text(&source),
                            .options = options,
                            .n_options =
                                job->include[0] == '\0' ? FIXED_OPTIONS : ARRAY_LEN(options),
                            .names = job->names,
                            .n_names = job->n_names };
    struct nvrtc_output out = { .cubin = &cubin, .ptx = &ptx, .log = &log, .lowered = &names };
    bool ok = nvrtc_compile(n, &j, &out);
    (void)write_file("log", &log);
    if (!ok)
        return COMPILE_REFUSED;
    struct buf object = { 0 };
    bundle_write(&(struct bundle){ .cubin = buf_text(&cubin),
                                   .cubin_len = cubin.len,
                                   .ptx = buf_text(&ptx),
                                   .ptx_len = ptx.len,
                                   .names = buf_text(&names),
                                   .names_len = names.len },
                 &object);
    return write_file("kernel.so", &object) ? COMPILE_DONE : COMPILE_TOOLS_FAILED;
}

int runner_nvrtc(const char *dir)
{
    struct bundle_parts job = { .n_names = 0 };
    const struct nvrtc *n = NULL;
    if (sandbox_begin() == 0)
        return COMPILE_NO_SANDBOX;
    if (chdir(dir) != 0 || !read_job(&job) || nvrtc_open(job.library, &n, NULL) != 0)
        return COMPILE_NO_COMPILER;
    if (!lock_down(&job))
        return COMPILE_NO_SANDBOX;
    return compile(n, &job);
}
