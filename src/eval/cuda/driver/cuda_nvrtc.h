/*
 * cuda_nvrtc.h - the run-time compiler, opened at run time.
 *
 * It needs no GPU.  It parses hostile text, so nvrtc_compile runs only in a sandbox.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_NVRTC_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_NVRTC_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;
struct nvrtc;

/* library is a path, or NULL to look for one.  ERR_NOMATCH: there is none. */
int nvrtc_open(const char *library, const struct nvrtc **out, struct err *err);
/* "NVRTC 13.0" */
void nvrtc_version(const struct nvrtc *n, char *out, size_t size);
const char *nvrtc_path(const struct nvrtc *n);

struct nvrtc_text {
    const char *source;
    const char *const *options;
    size_t n_options;
    const char *const *names;
    size_t n_names;
};

struct nvrtc_output {
    struct buf *cubin, *ptx, *log;
    struct buf *lowered; /* NUL-terminated, one for each name */
};

/* The log is filled in either way. */
bool nvrtc_compile(const struct nvrtc *n, const struct nvrtc_text *job, struct nvrtc_output *out);

#endif
