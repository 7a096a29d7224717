#include "src/eval/cpu/cpu_compile.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/compile_log.h"
#include "src/eval/contract/runner_abi.h"
#include "src/eval/process/cpu_cache.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/process/object_scan.h"
#include "src/eval/process/runner_compile.h"
#include "src/eval/process/toolchain.h"
#include "src/eval/text/kernel_text.h"

/* On a busy machine many times its processor time. */
#define COMPILE_WALL_NS  ((int64_t)300 * 1000000000)
#define LOG_MAX_BYTES    ((size_t)16 * 1024)
#define OUTPUT_MAX_BYTES ((size_t)64 << 20)
/* threadIdx, blockIdx, blockDim, gridDim and the end; more thread-local data is shared memory. */
#define INDEX_TLS_BYTES (64 + RUNNER_SHARED_END)

/* Raise it when scans or messages change, so that older cached verdicts are not used. */
static const char verdict_version[] = "15";

static void source_key(const struct buf *source, const char *machine, bool checked, char out[65])
{
    struct sha256 s;
    sha256_init(&s);
    sha256_update(&s, machine, strlen(machine) + 1);
    sha256_update(&s, verdict_version, sizeof verdict_version);
    for (size_t i = 0; compile_argv[i] != NULL; i++)
        sha256_update(&s, compile_argv[i], strlen(compile_argv[i]) + 1);
    for (size_t i = 0; checked && compile_checked_argv[i] != NULL; i++)
        sha256_update(&s, compile_checked_argv[i], strlen(compile_checked_argv[i]) + 1);
    sha256_update(&s, source->data, source->len);
    sha256_final_hex(&s, out);
}

static void read_part(const char *dir, const char *name, size_t max, struct buf *out)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    out->max = max;
    (void)file_read(path, OUTPUT_MAX_BYTES, out, NULL);
}

static void refuse_object(struct artifact *out, const struct scan_result *scan, struct arena *a)
{
    bool host = scan->verdict == SCAN_HOST_CODE;
    out->outcome = host ? OUTCOME_CHEAT : OUTCOME_COMPILE;
    out->cheat_kind = host ? "host_code" : NULL;
    out->message = arena_strdup(a, scan->message);
}

static const struct {
    const char *name;
    void (*scan)(const unsigned char *data, size_t len, struct scan_result *out);
} scans[] = {
    { "kernel.o", scan_relocatable },
    { "kernel.so", scan_object },
};

static void scan_output(const char *dir, struct artifact *out, struct arena *a)
{
    struct buf part = { 0 };
    struct scan_result scan;
    read_part(dir, "kernel.s", OUTPUT_MAX_BYTES, &part);
    scan_assembly(buf_text(&part), part.len, &scan);
    for (size_t i = 0; i < ARRAY_LEN(scans) && scan.verdict == SCAN_OK; i++) {
        buf_release(&part);
        read_part(dir, scans[i].name, OUTPUT_MAX_BYTES, &part);
        scans[i].scan((const unsigned char *)buf_text(&part), part.len, &scan);
    }
    buf_release(&part);
    out->has_shared = scan.tls_bytes > INDEX_TLS_BYTES;
    out->state_bytes = scan.state_bytes;
    out->has_dynamic = scan.has_dynamic;
    out->dynamic_offset = scan.dynamic_offset;
    if (scan.verdict != SCAN_OK)
        refuse_object(out, &scan, a);
    else if (out->state_bytes > STATE_MAX_BYTES)
        refuse_object(
            out, &(struct scan_result){ .verdict = SCAN_UNSUPPORTED, .message = STATE_TOO_LARGE },
            a);
}

/* Messages of compiler and linker that are no error in a line, and their meaning. */
#define WITHOUT_END ": a macro, a template or a constant expression grows without end"
static const struct {
    const char *says, *means;
} sayings[] = {
    { "CPU time limit exceeded", "the compiler took more than 10 s of processor time" WITHOUT_END },
    { "virtual memory exhausted", "the compiler took more than 1 GiB of memory" WITHOUT_END },
    { "`__dso_handle'", "a static variable has a destructor, which a device does not run" },
    { "`__cxa_thread_atexit'", "a thread_local variable has a destructor, which a device does not "
                               "run" },
    { "out of memory allocating", "the compiler took more than 1 GiB of memory" WITHOUT_END },
};

/* *is_of_text: the same text ends so again; a machine without memory kills without such words. */
static const char *decide_log(const char *log, struct arena *a, bool *is_of_text)
{
    *is_of_text = true;
    for (size_t i = 0; i < ARRAY_LEN(sayings); i++)
        if (strstr(log, sayings[i].says) != NULL)
            return sayings[i].means;
    *is_of_text = compile_log_names_error(log);
    return compile_log_first_error(log, a);
}

/* Errors are ours only. */
static int decide_exit(const char *dir, int status, struct artifact *out, bool *is_of_text,
                       struct arena *a, struct err *err)
{
    struct buf log = { 0 };
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    read_part(dir, "log", LOG_MAX_BYTES, &log);
    out->log = arena_strndup(a, buf_text(&log), strlen(buf_text(&log)));
    buf_release(&log);
    out->outcome = OUTCOME_COMPILE;
    *is_of_text = true;
    switch (code) {
    case COMPILE_DONE:
    case COMPILE_HOST_CODE:
        out->outcome = OUTCOME_MEASURED;
        scan_output(dir, out, a);
        return 0;
    case COMPILE_REFUSED:
    case COMPILE_TOOLS_FAILED:
        out->message = decide_log(out->log, a, is_of_text);
        return 0;
    case COMPILE_NO_COMPILER:
        return err_set(err, ERR_INTEGRITY, "the compiler cannot be started in its sandbox: %.200s",
                       out->log);
    case COMPILE_NO_SANDBOX:
        return err_set(err, ERR_INTEGRITY, "seccomp filters are not available here");
    default:
        out->message = "the compiler's process was killed";
        *is_of_text = false;
        return 0;
    }
}

/* The loader may find these alone. */
static const char exports[] = "{ global: rb_launch_*; local: *; };\n";

static int write_part(const char *dir, const char *name, const void *data, size_t len,
                      struct err *err)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    bool written = f != NULL && fwrite(data, 1, len, f) == len;
    if (f != NULL)
        written = fclose(f) == 0 && written;
    return written ? 0 : err_set(err, ERR_INTEGRITY, "cannot write %s: %s", path, strerror(errno));
}

/* A text on its way through the compiler; it begins with common_bytes that all texts begin with. */
struct build {
    struct buf source;
    size_t common_bytes;
    bool checked;
    char key[65], dir[PATH_MAX - 32];
};

static int write_tools(struct cpu_compiler *c, const struct build *b, const char *dir,
                       struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    int rc = toolchain_complete(&c->tools, err);
    if (rc != 0)
        return rc;
    toolchain_write(&c->tools, &text);
    const char *done = c->precompiled[b->checked].path;
    if (done[0] != '\0' && c->tools.n_paths < TOOLCHAIN_MAX_PATHS)
        buf_printf(&text, "%s\n", done);
    return write_part(dir, "tools", text.data, text.len, err);
}

static int write_job(struct cpu_compiler *c, const struct build *b, struct err *err)
{
    const char *dir = b->dir;
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_puts(&text, "#include \"" COMPILE_COMMON "\"\n");
    buf_add(&text, b->source.data + b->common_bytes, b->source.len - b->common_bytes);
    int rc = write_tools(c, b, dir, err);
    if (rc == 0) {
        /* What all texts begin with is a file of its own, beside which the compiler looks for the
         * precompiled one: where that is missing or another compiler's, it reads the text. */
        char path[PATH_MAX + 32];
        rc = write_part(dir, COMPILE_COMMON, b->source.data, b->common_bytes, err);
        snprintf(path, sizeof path, "%s/" COMPILE_COMMON_DONE, dir);
        char *done = c->precompiled[b->checked].path;
        if (rc == 0 && done[0] != '\0' && symlink(done, path) != 0)
            done[0] = '\0';
    }
    if (rc == 0)
        rc = write_part(dir, "kernel.cpp", text.data, text.len, err);
    if (rc == 0)
        rc = write_part(dir, "exports", exports, sizeof exports - 1, err);
    return rc;
}

/* Its own failure is nobody's: texts are compiled without it. */
static void precompile(struct cpu_compiler *c, const struct build *b, struct arena *a)
{
    struct buf common = { .data = b->source.data, .len = b->common_bytes };
    struct artifact found = { .outcome = OUTCOME_MEASURED };
    struct precompiled *made = &c->precompiled[b->checked];
    char key[65], dir[PATH_MAX - 32], path[PATH_MAX + 32];
    pid_t pid;
    int status = 0;
    if (made->is_made)
        return;
    made->is_made = true;
    source_key(&common, c->machine, b->checked, key);
    if (!cache_find(&c->cache, key, a, &found)) {
        if (cache_temp_dir(&c->cache, dir, sizeof dir, NULL) != 0)
            return;
        snprintf(path, sizeof path, "%s/" COMPILE_COMMON_DONE, dir);
        if (write_tools(c, b, dir, NULL) == 0 &&
            write_part(dir, COMPILE_COMMON, common.data, common.len, NULL) == 0 &&
            process_start_runner(b->checked ? "precheck" : "precompile", dir, NULL, 0, &pid,
                                 NULL) == 0 &&
            process_wait(pid, clock_monotonic_ns() + COMPILE_WALL_NS, &status) &&
            WIFEXITED(status) && WEXITSTATUS(status) == COMPILE_DONE)
            (void)cache_store(&c->cache, key, path, a, &found, NULL);
        cache_remove_temp(dir);
    }
    if (found.path != NULL && strlen(found.path) < sizeof made->path)
        memcpy(made->path, found.path, strlen(found.path) + 1);
}

static int run_compiler(struct cpu_compiler *c, const struct build *b, struct arena *a,
                        struct artifact *out, struct err *err)
{
    char path[PATH_MAX + 32];
    pid_t pid;
    int status = 0;
    precompile(c, b, a);
    int rc = write_job(c, b, err);
    if (rc != 0)
        return rc;
    if (process_start_runner(b->checked ? "compile-check" : "compile", b->dir, NULL, 0, &pid,
                             err) != 0)
        return err->code;
    if (!process_wait(pid, clock_monotonic_ns() + COMPILE_WALL_NS, &status)) {
        out->outcome = OUTCOME_COMPILE;
        out->log = "";
        out->message = "the compiler did not finish in 300 seconds";
        return 0;
    }
    bool is_of_text;
    rc = decide_exit(b->dir, status, out, &is_of_text, a, err);
    /* A full disk is nobody's fault here, whatever the tools said of it. */
    static const char room[1 << 16];
    if (rc == 0 && out->outcome == OUTCOME_COMPILE &&
        (!is_of_text || strstr(out->log, strerror(ENOSPC)) != NULL))
        rc = write_part(b->dir, "room", room, sizeof room, err);
    if (rc != 0 || !is_of_text)
        return rc;
    snprintf(path, sizeof path, "%s/kernel.so", b->dir);
    return cache_store(&c->cache, b->key, out->outcome == OUTCOME_MEASURED ? path : NULL, a, out,
                       err);
}

int cpu_compile(struct cpu_compiler *c, const struct compile_spec *spec, struct arena *a,
                struct artifact *out, struct err *err)
{
    struct build b = { .checked = spec->checked };
    struct text_info info;
    struct text_error bad;
    int64_t start = clock_monotonic_ns();
    *out = (struct artifact){ .outcome = OUTCOME_COMPILE };
    if (!kernel_text_build(spec, &b.source, &info, &bad)) {
        out->message = arena_printf(a, "kernel.cu:%zu: error: %s", bad.line, bad.msg);
        out->log = arena_printf(a, "%s\n", out->message);
        buf_release(&b.source);
        return 0;
    }
    source_key(&b.source, c->machine, b.checked, b.key);
    int rc = 0;
    if (!cache_find(&c->cache, b.key, a, out)) {
        out->fiber_launches = info.fiber_launches;
        b.common_bytes = info.common_bytes;
        rc = cache_temp_dir(&c->cache, b.dir, sizeof b.dir, err);
        if (rc == 0) {
            rc = run_compiler(c, &b, a, out, err);
            cache_remove_temp(b.dir);
        }
    }
    out->checked = spec->checked;
    out->compile_ms = (double)(clock_monotonic_ns() - start) / 1e6;
    buf_release(&b.source);
    return rc;
}
