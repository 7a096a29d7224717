#include "src/eval/cuda/driver/cuda_nvrtc.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_library.h"

struct nvrtc_program;

#define NVRTC_FUNCTIONS(X)                                                                         \
    X(version, nvrtcVersion, (int *major, int *minor))                                             \
    X(create, nvrtcCreateProgram,                                                                  \
      (struct nvrtc_program * *out, const char *source, const char *name, int n_headers,           \
       const char *const *headers, const char *const *header_names))                               \
    X(destroy, nvrtcDestroyProgram, (struct nvrtc_program * *p))                                   \
    X(compile, nvrtcCompileProgram,                                                                \
      (struct nvrtc_program * p, int n_options, const char *const *options))                       \
    X(cubin_size, nvrtcGetCUBINSize, (struct nvrtc_program * p, size_t * out))                     \
    X(cubin, nvrtcGetCUBIN, (struct nvrtc_program * p, char *out))                                 \
    X(ptx_size, nvrtcGetPTXSize, (struct nvrtc_program * p, size_t * out))                         \
    X(ptx, nvrtcGetPTX, (struct nvrtc_program * p, char *out))                                     \
    X(log_size, nvrtcGetProgramLogSize, (struct nvrtc_program * p, size_t * out))                  \
    X(log, nvrtcGetProgramLog, (struct nvrtc_program * p, char *out))                              \
    X(add_name, nvrtcAddNameExpression, (struct nvrtc_program * p, const char *name))              \
    X(lowered_name, nvrtcGetLoweredName,                                                           \
      (struct nvrtc_program * p, const char *name, const char **out))

struct nvrtc {
#define MEMBER(member, symbol, parameters) int(*member) parameters;
    NVRTC_FUNCTIONS(MEMBER)
#undef MEMBER
    char path[PATH_MAX];
};

static const struct library_symbol symbols[] = {
#define SYMBOL(member, symbol, parameters) { #symbol, offsetof(struct nvrtc, member) },
    NVRTC_FUNCTIONS(SYMBOL)
#undef SYMBOL
};

int nvrtc_open(const char *library, const struct nvrtc **out, struct err *err)
{
    static const char *const usual[] = { "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", NULL };
    static struct nvrtc nvrtc;
    static bool is_open;
    const char *const named[] = { library, NULL };
    if (!is_open) {
        void *handle = library_open(library != NULL ? named : usual);
        if (handle == NULL)
            return err_set(err, ERR_NOMATCH,
                           "no CUDA compiler here: libnvrtc.so.13 (or .12) was not found");
        int rc = library_bind(handle, "libnvrtc", symbols, ARRAY_LEN(symbols), &nvrtc, err);
        if (rc != 0)
            return rc;
        library_file(handle, "nvrtcVersion", nvrtc.path, sizeof nvrtc.path);
        is_open = true;
    }
    *out = &nvrtc;
    return 0;
}

void nvrtc_version(const struct nvrtc *n, char *out, size_t size)
{
    int major = 0, minor = 0;
    (void)n->version(&major, &minor);
    snprintf(out, size, "NVRTC %d.%d", major, minor);
}

const char *nvrtc_path(const struct nvrtc *n)
{
    return n->path;
}

/* Appends what two functions (size, contents) return. */
static bool take(struct nvrtc_program *p, int (*size_of)(struct nvrtc_program *, size_t *),
                 int (*get)(struct nvrtc_program *, char *), struct buf *out)
{
    size_t n = 0;
    if (size_of(p, &n) != 0 || n == 0)
        return false;
    CLEANUP(mem_free_ptr) char *text = mem_alloc(n + 1);
    bool ok = get(p, text) == 0;
    if (ok)
        buf_add(out, text, n);
    return ok;
}

static bool take_names(const struct nvrtc *n, struct nvrtc_program *p, const struct nvrtc_text *job,
                       struct buf *out)
{
    for (size_t i = 0; i < job->n_names; i++) {
        const char *name = NULL;
        if (n->lowered_name(p, job->names[i], &name) != 0 || name == NULL)
            return false;
        buf_add(out, name, strlen(name) + 1);
    }
    return true;
}

bool nvrtc_compile(const struct nvrtc *n, const struct nvrtc_text *job, struct nvrtc_output *out)
{
    struct nvrtc_program *p = NULL;
    if (n->create(&p, job->source, "kernel.cu", 0, NULL, NULL) != 0)
        return false;
    bool ok = true;
    for (size_t i = 0; i < job->n_names && ok; i++)
        ok = n->add_name(p, job->names[i]) == 0;
    ok = ok && n->compile(p, (int)job->n_options, job->options) == 0;
    (void)take(p, n->log_size, n->log, out->log);
    ok = ok && take(p, n->cubin_size, n->cubin, out->cubin) &&
         take(p, n->ptx_size, n->ptx, out->ptx) && take_names(n, p, job, out->lowered);
    (void)n->destroy(&p);
    return ok;
}
