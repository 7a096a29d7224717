/*
 * cpu_backend.c - the cpu row of the table of backends: g++ and sandboxed processes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cpu/cpu_compile.h"
#include "src/eval/cpu/cpu_session.h"
#include "src/eval/process/cpu_cache.h"
#include "src/eval/process/runner_compile.h"
#include "src/eval/process/sandbox.h"
#include "src/eval/process/toolchain.h"

struct backend_context {
    struct cpu_compiler compiler;
    struct spare_files spare;
    struct sandbox_rooms rooms;
    char cpu_name[128];
    char cpu_hash[65]; /* of model and instruction set */
    unsigned layers;
};

static void cpuinfo_value(const char *text, const char *key, char *out, size_t size)
{
    const char *line = strstr(text, key);
    const char *colon = line != NULL ? strchr(line, ':') : NULL;
    out[0] = '\0';
    if (colon == NULL)
        return;
    colon += colon[1] == ' ' ? 2 : 1;
    snprintf(out, size, "%.*s", (int)strcspn(colon, "\n"), colon);
}

static int cpu_open(struct backend_context **out, struct err *err)
{
    struct backend_context *c = mem_alloc(sizeof *c);
    int rc = cache_open(&c->compiler.cache, err);
    if (rc == 0)
        rc = toolchain_find(&c->compiler.tools, err);
    if (rc != 0) {
        free(c);
        return rc;
    }
    struct buf text = { 0 };
    char flags[4096];
    struct sha256 s;
    (void)file_read("/proc/cpuinfo", (size_t)4 << 20, &text, NULL);
    cpuinfo_value(buf_text(&text), "model name", c->cpu_name, sizeof c->cpu_name);
    cpuinfo_value(buf_text(&text), "flags", flags, sizeof flags);
    buf_release(&text);
    if (c->cpu_name[0] == '\0')
        snprintf(c->cpu_name, sizeof c->cpu_name, "unknown processor");
    sha256_init(&s);
    sha256_update(&s, c->cpu_name, strlen(c->cpu_name) + 1);
    sha256_update(&s, flags, strlen(flags));
    sha256_final_hex(&s, c->cpu_hash);
    sandbox_rooms_open(&c->rooms);
    c->spare.rooms = &c->rooms;
    snprintf(c->compiler.machine, sizeof c->compiler.machine, "%s\n%s", c->compiler.tools.version,
             c->cpu_hash);
    *out = c;
    return 0;
}

static void cpu_close(struct backend_context *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < SPARE_FILES; i++)
        shared_file_close(&c->spare.files[i]);
    sandbox_rooms_close(&c->rooms);
    toolchain_release(&c->compiler.tools);
    free(c);
}

static int cpu_compile_row(struct backend_context *c, const struct compile_spec *spec,
                           struct arena *a, struct artifact *out, struct err *err)
{
    return cpu_compile(&c->compiler, spec, a, out, err);
}

static int cpu_load(struct backend_context *c, const struct session_spec *spec,
                    struct kernel_session **out, struct launch_report *report, struct err *err)
{
    int rc = cpu_session_load(&c->spare, spec, out, report, err);
    if (rc == 0 && *out != NULL)
        c->layers = report->sandbox_layers;
    return rc;
}

static int try_runner(struct backend_context *c, struct err *err)
{
    static const char text[] = "//@ launch probe(x, y) grid=1 block=1\n"
                               "extern \"C\" __global__ void probe(const float *x, float *y)\n"
                               "{ y[0] = x[0]; }\n";
    struct arena a = { 0 };
    struct kernel_candidate *kernel = arena_alloc(&a, sizeof *kernel);
    struct task *task = arena_alloc(&a, sizeof *task);
    struct kernel_error bad;
    bool is_limit;
    struct expr_error bad_expr;
    const struct expr *one = expr_parse(&a, "1", 1, &bad_expr);
    *task = (struct task){ .id = "probe", .n_inputs = 1, .n_outputs = 1 };
    task->inputs[0] = (struct task_tensor){ .name = "x", .rank = 1, .shape = { one } };
    task->outputs[0] = (struct task_tensor){ .name = "y", .rank = 1, .shape = { one } };
    int rc = 0;
    if (kernel_candidate_read(&(struct candidate_text){ text, sizeof text - 1, task, CASE_TINY },
                              &a, kernel, &bad, &is_limit) != 0)
        rc = err_set(err, ERR_INTEGRITY, "the probe does not parse: %s", bad.msg);
    struct compile_spec compile = { .candidate = &kernel->base, .task = task };
    struct artifact artifact;
    if (rc == 0)
        rc = cpu_compile(&c->compiler, &compile, &a, &artifact, err);
    if (rc == 0 && artifact.outcome != OUTCOME_MEASURED)
        rc = err_set(err, ERR_INTEGRITY, "the compiler cannot be used: %s", artifact.message);
    struct session_spec load = {
        .artifact = &artifact, .candidate = &kernel->base, .task = task, .threads = 1
    };
    struct launch_report report;
    struct kernel_session *s = NULL;
    if (rc == 0)
        rc = cpu_load(c, &load, &s, &report, err);
    if (rc == 0 && s == NULL)
        rc = err_set(err, ERR_INTEGRITY, "kernels cannot be run: %s", report.message);
    cpu_session_unload(s);
    arena_release(&a);
    return rc;
}

static int cpu_probe(struct backend_context *c, struct device_info *out, struct err *err)
{
    int rc = c->layers == 0 ? try_runner(c, err) : 0;
    if (rc != 0)
        return rc;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *out = (struct device_info){ .cores = cores > 0 ? (int)cores : 1 };
    snprintf(out->backend, sizeof out->backend, "cpu");
    snprintf(out->name, sizeof out->name, "%s", c->cpu_name);
    snprintf(out->uuid, sizeof out->uuid, "cpu-%.16s-%d", c->cpu_hash, out->cores);
    snprintf(out->compiler, sizeof out->compiler, "%s", c->compiler.tools.version);
    snprintf(out->flags, sizeof out->flags, "%s", compile_flags_text);
    sandbox_describe(c->layers, out->sandbox, sizeof out->sandbox);
    return 0;
}

/* The block stays in the first-level cache: no kernel moves bytes much faster. */
static double cpu_copy_bytes_per_s(struct backend_context *c)
{
    enum { BLOCK = 8192, ROUNDS = 2000 };
    (void)c;
    unsigned char *from = mem_alloc(BLOCK), *to = mem_alloc(BLOCK);
    double best = 0.0;
    for (int attempt = 0; attempt < 5; attempt++) {
        int64_t start = clock_monotonic_ns();
        for (int i = 0; i < ROUNDS; i++) {
            memcpy(to, from, BLOCK);
            from[i % BLOCK] = (unsigned char)(to[(i * 7) % BLOCK] + 1);
        }
        double ns = (double)(clock_monotonic_ns() - start);
        double rate = ns > 0.0 ? 2.0 * BLOCK * ROUNDS / ns * 1e9 : 0.0;
        best = rate > best ? rate : best;
    }
    free(from);
    free(to);
    return best;
}

const struct backend backend_cpu = {
    .name = "cpu",
    .open = cpu_open,
    .close = cpu_close,
    .probe = cpu_probe,
    .compile = cpu_compile_row,
    .load = cpu_load,
    .launch = cpu_session_launch,
    .move = cpu_session_move,
    .set_deadline = cpu_session_set_deadline,
    .unload = cpu_session_unload,
    .copy_bytes_per_s = cpu_copy_bytes_per_s,
    .max_baselines = 4,
    .looks_at_accesses = true,
    .light_factor = 4.0,
};
