#include "src/eval/cuda/compile/cuda_compile.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/trace.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/compile_log.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cuda/compile/cuda_text.h"
#include "src/eval/cuda/compile/runner_nvrtc.h"
#include "src/eval/cuda/driver/cuda_bundle.h"
#include "src/eval/cuda/driver/cuda_gpu.h"
#include "src/eval/cuda/driver/cuda_nvrtc.h"
#include "src/eval/cuda/driver/ptx_scan.h"
#include "src/eval/process/runner_compile.h"
#include "src/eval/text/kernel_text.h"

#define LOG_MAX_BYTES ((size_t)16 * 1024)

/* Raise it when preludes or options change, so that older cached results are not used. */
static const char cache_version[] = "cuda-4";

static void find_headers(const char *library, char *out, size_t size)
{
    char path[PATH_MAX + 64];
    const char *slash = strrchr(library, '/');
    int folder = slash != NULL ? (int)(slash - library) : 0;
    snprintf(out, size, "%.*s/../include", folder, library);
    snprintf(path, sizeof path, "%s/cuda_fp16.h", out);
    if (access(path, R_OK) == 0)
        return;
    bool usual = access("/usr/local/cuda/include/cuda_fp16.h", R_OK) == 0;
    snprintf(out, size, "%s", usual ? "/usr/local/cuda/include" : "");
}

int cuda_compiler_open(struct cuda_compiler *out, struct err *err)
{
    const struct nvrtc *n;
    int rc = nvrtc_open(NULL, &n, err);
    if (rc == 0)
        rc = cache_open(&out->cache, err);
    if (rc != 0)
        return rc;
    snprintf(out->library, sizeof out->library, "%s", nvrtc_path(n));
    nvrtc_version(n, out->version, sizeof out->version);
    find_headers(out->library, out->include, sizeof out->include);
    out->server = (struct nvrtc_server){ .socket = -1 };
    return nvrtc_server_start(&out->server, out->library, err);
}

void cuda_compiler_target(struct cuda_compiler *c, const char *arch)
{
    snprintf(c->arch, sizeof c->arch, "%s", arch);
}

static void forget(struct cuda_pending *p)
{
    if (p->key[0] != '\0')
        cache_remove_temp(p->dir);
    p->key[0] = '\0';
}

static void forget_all(struct cuda_compiler *c)
{
    for (size_t i = 0; i < CUDA_MAX_PENDING; i++)
        forget(&c->pending[i]);
}

void cuda_compiler_close(struct cuda_compiler *c)
{
    nvrtc_server_stop(&c->server);
    forget_all(c);
}

struct compile_order {
    struct cuda_compiler *c;
    const struct buf *source;
    const char *const *names;
    size_t n_names;
};

static void job_key(const struct compile_order *j, char out[65])
{
    struct sha256 s;
    const char *const parts[] = { cache_version, j->c->version, j->c->arch, nvrtc_flags_text };
    sha256_init(&s);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        sha256_update(&s, parts[i], strlen(parts[i]) + 1);
    for (size_t i = 0; i < j->n_names; i++)
        sha256_update(&s, j->names[i], strlen(j->names[i]) + 1);
    sha256_update(&s, j->source->data, j->source->len);
    sha256_final_hex(&s, out);
}

static bool write_text(const char *dir, const char *name, const char *text, size_t len)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    bool ok = f != NULL && fwrite(text, 1, len, f) == len;
    if (f != NULL)
        ok = fclose(f) == 0 && ok;
    return ok;
}

static void read_log(const char *dir, struct arena *a, struct artifact *out)
{
    char path[PATH_MAX + 32];
    struct buf log = { .max = LOG_MAX_BYTES };
    snprintf(path, sizeof path, "%s/log", dir);
    (void)file_read(path, (size_t)64 << 20, &log, NULL);
    out->log = arena_strdup(a, buf_text(&log));
    buf_release(&log);
}

static int decide_exit(int status, struct artifact *out, struct arena *a, struct err *err)
{
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    out->outcome = OUTCOME_COMPILE;
    switch (code) {
    case COMPILE_DONE:
        out->outcome = OUTCOME_MEASURED;
        return 0;
    case COMPILE_REFUSED:
        out->message = compile_log_first_error(out->log, a);
        return 0;
    case COMPILE_NO_COMPILER:
        return err_set(err, ERR_INTEGRITY, "the CUDA run-time compiler cannot be started");
    case COMPILE_NO_SANDBOX:
        return err_set(err, ERR_INTEGRITY, "seccomp filters are not available here");
    case COMPILE_TOOLS_FAILED:
        return err_set(err, ERR_INTEGRITY, "the compiled kernel could not be written");
    default:
        out->message =
            WIFSIGNALED(status)
                ? arena_printf(a, "the compiler was killed (signal %d): out of memory or time",
                               WTERMSIG(status))
                : "the compiler gave up";
        return 0;
    }
}

static struct cuda_pending *find_pending(struct cuda_compiler *c, const char *key)
{
    for (size_t i = 0; i < CUDA_MAX_PENDING; i++)
        if (strcmp(c->pending[i].key, key) == 0)
            return &c->pending[i];
    return NULL;
}

static int begin(const struct compile_order *j, const char *key, struct cuda_pending **out,
                 struct err *err)
{
    struct cuda_compiler *c = j->c;
    struct cuda_pending *p = find_pending(c, "");
    if (p == NULL || !nvrtc_server_has_room(&c->server))
        return err_set(err, ERR_BUSY, "too many compiles at one time");
    int rc = cache_temp_dir(&c->cache, p->dir, sizeof p->dir, err);
    if (rc != 0)
        return rc;
    snprintf(p->key, sizeof p->key, "%s", key);
    struct buf job = { 0 };
    buf_printf(&job, "%s\n%s\n%s\n", j->c->library, j->c->include, j->c->arch);
    for (size_t i = 0; i < j->n_names; i++)
        buf_printf(&job, "%s\n", j->names[i]);
    bool ok = write_text(p->dir, "job", buf_text(&job), job.len) &&
              write_text(p->dir, "kernel.cpp", buf_text(j->source), j->source->len);
    buf_release(&job);
    if (!ok)
        rc = err_set(err, ERR_INTEGRITY, "cannot write to %s: %s", p->dir, strerror(errno));
    if (rc == 0)
        rc = nvrtc_server_start(&c->server, c->library, err);
    if (rc == 0)
        rc = nvrtc_server_begin(&c->server, p->dir, &p->id, err);
    if (rc != 0)
        forget(p);
    *out = p;
    return rc;
}

static int finish(const struct compile_order *j, struct cuda_pending *p, struct arena *a,
                  struct artifact *out, struct err *err)
{
    char path[PATH_MAX + 32];
    struct nvrtc_answer answer = { .status = 0 };
    int64_t start_ns = trace_start();
    int rc = nvrtc_server_wait(&j->c->server, p->id, &answer, err);
    trace_stop("  wait for the compiler", start_ns);
    trace_add("    its wall clock", answer.wall_ns);
    trace_add("    its processor time", answer.cpu_ns);
    if (rc != 0) {
        forget_all(j->c); /* all that was asked went with the server */
        return rc;
    }
    if (answer.status == NVRTC_LATE) {
        out->outcome = OUTCOME_COMPILE;
        out->log = "";
        out->message = "the compiler did not finish in 300 seconds";
        return 0;
    }
    read_log(p->dir, a, out);
    rc = decide_exit(answer.status, out, a, err);
    if (rc != 0)
        return rc;
    snprintf(path, sizeof path, "%s/kernel.so", p->dir);
    return cache_store(&j->c->cache, p->key, out->outcome == OUTCOME_MEASURED ? path : NULL, a, out,
                       err);
}

/* Forgets the oldest compile that was begun and never fetched; without wait only one that is
 * over. */
static void make_room(struct cuda_compiler *c, bool wait)
{
    struct cuda_pending *oldest = &c->pending[0];
    struct nvrtc_answer unused;
    if (find_pending(c, "") != NULL)
        return;
    for (size_t i = 1; i < CUDA_MAX_PENDING; i++)
        if (c->pending[i].id - oldest->id > UINT32_MAX / 2)
            oldest = &c->pending[i];
    if (!wait && !nvrtc_server_is_done(&c->server, oldest->id))
        return;
    (void)nvrtc_server_wait(&c->server, oldest->id, &unused, NULL);
    forget(oldest);
}

static int compile_text(const struct compile_order *j, struct arena *a, struct artifact *out,
                        struct err *err)
{
    char key[65];
    job_key(j, key);
    struct cuda_pending *p = find_pending(j->c, key);
    if (p == NULL && cache_find(&j->c->cache, key, a, out))
        return 0;
    if (p == NULL)
        make_room(j->c, true);
    int rc = p != NULL ? 0 : begin(j, key, &p, err);
    if (rc != 0)
        return rc;
    rc = finish(j, p, a, out, err);
    forget(p);
    return rc;
}

int cuda_read_artifact(const struct artifact *f, struct buf *data, struct bundle *out,
                       struct err *err)
{
    int rc = file_read(f->path, BUNDLE_MAX_BYTES, data, err);
    if (rc == 0 && !bundle_read(data->data, data->len, out))
        rc = err_set(err, ERR_INTEGRITY, "%s is damaged", f->path);
    return rc;
}

static size_t kernel_names(const struct kernel_file *f, const char **out)
{
    for (size_t i = 0; i < f->n_launches; i++)
        out[i] = f->launches[i].name;
    return f->n_launches;
}

void cuda_compile_begin(struct cuda_compiler *c, const struct compile_spec *spec)
{
    struct buf source = { 0 };
    struct text_error bad = { 0 };
    const char *names[KERNEL_MAX_LAUNCHES];
    struct cuda_pending *p;
    struct artifact cached;
    struct arena a = { 0 };
    char key[65];
    if (cuda_text_build(spec, &source, &bad)) {
        struct compile_order j = { .c = c, .source = &source, .names = names };
        j.n_names = kernel_names(&kernel_candidate(spec->candidate)->file, names);
        job_key(&j, key);
        if (find_pending(c, key) == NULL && !cache_find(&c->cache, key, &a, &cached)) {
            make_room(c, false);
            (void)begin(&j, key, &p, NULL);
        }
    }
    buf_release(&source);
    arena_release(&a);
}

bool cuda_compile_is_busy(struct cuda_compiler *c)
{
    for (size_t i = 0; i < CUDA_MAX_PENDING; i++)
        if (c->pending[i].key[0] != '\0' && !nvrtc_server_is_done(&c->server, c->pending[i].id))
            return true;
    return false;
}

/* Every use is scanned, so rules may change without a compiler. */
static int scan_artifact(struct arena *a, struct artifact *out, struct err *err)
{
    struct buf data = { 0 };
    struct bundle b;
    struct ptx_facts facts;
    int rc = cuda_read_artifact(out, &data, &b, err);
    if (rc == 0) {
        ptx_scan(b.ptx, &facts);
        out->state_bytes = facts.state_bytes;
        out->matrix_instructions = facts.matrix_instructions;
        if (facts.verdict != PTX_CLEAN) {
            out->outcome = facts.verdict == PTX_CHEAT ? OUTCOME_CHEAT : OUTCOME_COMPILE;
            out->cheat_kind = facts.verdict == PTX_CHEAT ? facts.kind : NULL;
            out->message = arena_strdup(a, facts.message);
        } else if (facts.global_bytes > STATE_MAX_BYTES) {
            out->outcome = OUTCOME_COMPILE;
            out->message = STATE_TOO_LARGE;
        }
    }
    buf_release(&data);
    return rc;
}

int cuda_compile(struct cuda_compiler *c, const struct compile_spec *spec, struct arena *a,
                 struct artifact *out, struct err *err)
{
    struct buf source = { 0 };
    struct text_error bad = { 0 };
    const char *names[KERNEL_MAX_LAUNCHES];
    int64_t start = clock_monotonic_ns();
    int rc = 0;
    *out = (struct artifact){ .outcome = OUTCOME_COMPILE };
    if (cuda_text_build(spec, &source, &bad)) {
        struct compile_order j = { .c = c, .source = &source, .names = names };
        j.n_names = kernel_names(&kernel_candidate(spec->candidate)->file, names);
        rc = compile_text(&j, a, out, err);
        if (rc == 0 && out->outcome == OUTCOME_MEASURED)
            rc = scan_artifact(a, out, err);
    } else {
        out->message = arena_printf(a, "kernel.cu:%zu: error: %s", bad.line, bad.msg);
        out->log = arena_printf(a, "%s\n", out->message);
    }
    out->compile_ms = (double)(clock_monotonic_ns() - start) / 1e6;
    buf_release(&source);
    return rc;
}

/* Compiles a text of ours that defines the named kernels into a bundle. */
static int cuda_compile_own(struct cuda_compiler *c, const char *text, const char *const *names,
                            size_t n_names, struct buf *out, struct err *err)
{
    struct arena a = { 0 };
    struct buf source = { 0 };
    struct artifact f = { .outcome = OUTCOME_COMPILE };
    struct bundle b;
    buf_puts(&source, text);
    struct compile_order j = { .c = c, .source = &source, .names = names, .n_names = n_names };
    int rc = compile_text(&j, &a, &f, err);
    if (rc == 0 && f.outcome != OUTCOME_MEASURED)
        rc = err_set(err, ERR_INTEGRITY, "the evaluator's own kernels: %s", f.message);
    if (rc == 0)
        rc = cuda_read_artifact(&f, out, &b, err);
    buf_release(&source);
    arena_release(&a);
    return rc;
}

int cuda_own_build(struct cuda_compiler *c, struct buf *out, struct err *err)
{
    const char *names[(int)GPU_KERNELS + (int)TIMER_KERNELS];
    const struct embedded_file *f =
        embed_find(embedded_device, embedded_device_count, "src/eval/device/cuda_checker.cu");
    for (size_t i = 0; i < GPU_KERNELS; i++)
        names[i] = gpu_kernel_names[i];
    for (size_t i = 0; i < TIMER_KERNELS; i++)
        names[GPU_KERNELS + i] = timer_kernel_names[i];
    if (f == NULL)
        return err_set(err, ERR_INTEGRITY, "the evaluator's own kernels are missing");
    return cuda_compile_own(c, (const char *)f->data, names, ARRAY_LEN(names), out, err);
}
