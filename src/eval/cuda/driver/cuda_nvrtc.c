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

struct nvrtc {
    int (*version)(int *major, int *minor);
    int (*create)(struct nvrtc_program **out, const char *source, const char *name, int n_headers,
                  const char *const *headers, const char *const *header_names);
    int (*destroy)(struct nvrtc_program **p);
    int (*compile)(struct nvrtc_program *p, int n_options, const char *const *options);
    int (*cubin_size)(struct nvrtc_program *p, size_t *out);
    int (*cubin)(struct nvrtc_program *p, char *out);
    int (*ptx_size)(struct nvrtc_program *p, size_t *out);
    int (*ptx)(struct nvrtc_program *p, char *out);
    int (*log_size)(struct nvrtc_program *p, size_t *out);
    int (*log)(struct nvrtc_program *p, char *out);
    int (*add_name)(struct nvrtc_program *p, const char *name);
    int (*lowered_name)(struct nvrtc_program *p, const char *name, const char **out);
    char path[PATH_MAX];
};

#define SYMBOL(member, name)                                                                       \
    {                                                                                              \
        name, offsetof(struct nvrtc, member)                                                       \
    }

static const struct library_symbol symbols[] = {
    SYMBOL(version, "nvrtcVersion"),
    SYMBOL(create, "nvrtcCreateProgram"),
    SYMBOL(destroy, "nvrtcDestroyProgram"),
    SYMBOL(compile, "nvrtcCompileProgram"),
    SYMBOL(cubin_size, "nvrtcGetCUBINSize"),
    SYMBOL(cubin, "nvrtcGetCUBIN"),
    SYMBOL(ptx_size, "nvrtcGetPTXSize"),
    SYMBOL(ptx, "nvrtcGetPTX"),
    SYMBOL(log_size, "nvrtcGetProgramLogSize"),
    SYMBOL(log, "nvrtcGetProgramLog"),
    SYMBOL(add_name, "nvrtcAddNameExpression"),
    SYMBOL(lowered_name, "nvrtcGetLoweredName"),
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

static bool take_names(const struct nvrtc *n, struct nvrtc_program *p, const struct nvrtc_job *job,
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

bool nvrtc_compile(const struct nvrtc *n, const struct nvrtc_job *job, struct nvrtc_output *out)
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
