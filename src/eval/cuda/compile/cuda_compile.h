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

struct cuda_pending {
    char key[65]; /* "": free */
    char dir[PATH_MAX - 32];
    uint32_t id;
};

/* Jobs read ahead, and their tasks' kernels. */
#define CUDA_MAX_PENDING 20

struct cuda_compiler {
    struct cache cache;
    char library[PATH_MAX];
    char include[PATH_MAX]; /* headers of the toolkit, or "" */
    char version[64];       /* "NVRTC 13.0" */
    char arch[16];          /* "sm_90" */
    struct nvrtc_server server;
    struct cuda_pending pending[CUDA_MAX_PENDING];
};

/* ERR_NOMATCH: there is no run-time compiler.  The device's architecture ("sm_90", copied) is
 * set before anything is compiled. */
int cuda_compiler_open(struct cuda_compiler *out, struct err *err);
void cuda_compiler_target(struct cuda_compiler *c, const char *arch);
void cuda_compiler_close(struct cuda_compiler *c); /* also of a zeroed one */
/* Begins a compile that cuda_compile of the same text waits for, unless it is cached or there is
 * no room; errors show there. */
void cuda_compile_begin(struct cuda_compiler *c, const struct compile_spec *spec);
bool cuda_compile_is_busy(struct cuda_compiler *c);
int cuda_compile(struct cuda_compiler *c, const struct compile_spec *spec, struct arena *a,
                 struct artifact *out, struct err *err);
/* Parts of the bundle borrow from data. */
int cuda_read_artifact(const struct artifact *f, struct buf *data, struct bundle *out,
                       struct err *err);

/*
 * The evaluator's own device code (device/cuda_checker.cu), compiled.
 */

int cuda_own_build(struct cuda_compiler *c, struct buf *out, struct err *err);

#endif
