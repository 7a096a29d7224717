/*
 * cuda_compile.h - kernel files to device code, cached by content.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_CUDA_COMPILE_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_CUDA_COMPILE_H

#include <limits.h>

#include "src/eval/cuda/compile/nvrtc_server.h"
#include "src/eval/process/cpu_cache.h"

struct arena;
struct artifact;
struct buf;
struct bundle;
struct compile_spec;
struct err;

/* A compile that was begun and not fetched. */
struct cuda_pending {
    char key[65]; /* "": free place */
    char dir[PATH_MAX - 32];
    uint32_t id;
};

/* Jobs that are read ahead, and the kernels of their tasks. */
#define CUDA_MAX_PENDING 20

struct cuda_compiler {
    struct cache cache;
    char library[PATH_MAX];
    char include[PATH_MAX]; /* headers of the toolkit; "" when they are not there */
    char version[64];       /* "NVRTC 13.0" */
    char arch[16];          /* "sm_90" */
    struct nvrtc_server server;
    struct cuda_pending pending[CUDA_MAX_PENDING];
};

/* ERR_NOMATCH when there is no run-time compiler.  The architecture ("sm_90", copied) is that of
 * the device; it is set before anything is compiled. */
int cuda_compiler_open(struct cuda_compiler *out, struct err *err);
void cuda_compiler_target(struct cuda_compiler *c, const char *arch);
void cuda_compiler_close(struct cuda_compiler *c); /* also of a zeroed one */
/* Begins a compile that cuda_compile of the same text will wait for, unless it is cached or there
 * is no room; what goes wrong shows there. */
void cuda_compile_begin(struct cuda_compiler *c, const struct compile_spec *spec);
/* Whether a compile is under way. */
bool cuda_compile_is_busy(struct cuda_compiler *c);
int cuda_compile(struct cuda_compiler *c, const struct compile_spec *spec, struct arena *a,
                 struct artifact *out, struct err *err);
/* Compiles a text of ours that defines the named kernels; the bundle's bytes go to out. */
int cuda_compile_own(struct cuda_compiler *c, const char *text, const char *const *names,
                     size_t n_names, struct buf *out, struct err *err);
/* Reads the bundle of an artifact; parts borrow from data. */
int cuda_read_artifact(const struct artifact *f, struct buf *data, struct bundle *out,
                       struct err *err);

#endif
