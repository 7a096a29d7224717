/*
 * cuda_nvrtc.h - the run-time compiler, opened at run time.
 *
 * It needs no GPU.  It parses hostile text, so nvrtc_compile runs in a sandboxed process only.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_NVRTC_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_NVRTC_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;
struct nvrtc;

/* library: a path, or NULL to look for one.  ERR_NOMATCH when there is none. */
int nvrtc_open(const char *library, const struct nvrtc **out, struct err *err);
/* "NVRTC 13.0" */
void nvrtc_version(const struct nvrtc *n, char *out, size_t size);
/* Where the library is. */
const char *nvrtc_path(const struct nvrtc *n);

struct nvrtc_job {
    const char *source;
    const char *const *options;
    size_t n_options;
    const char *const *names; /* of kernels, as the text spells them */
    size_t n_names;
};

struct nvrtc_output {
    struct buf *cubin, *ptx, *log;
    struct buf *lowered; /* a NUL-terminated linker name for each name */
};

/* True when it compiled; the log is filled in either way. */
bool nvrtc_compile(const struct nvrtc *n, const struct nvrtc_job *job, struct nvrtc_output *out);

#endif
