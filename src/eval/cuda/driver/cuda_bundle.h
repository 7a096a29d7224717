/*
 * cuda_bundle.h - what the compiler's process hands over: cubin, PTX and linker names in one file.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_BUNDLE_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

#define BUNDLE_MAX_BYTES ((size_t)64 << 20)

/* Parts borrow from the bundle's bytes. */
struct bundle {
    const char *cubin, *ptx;
    size_t cubin_len, ptx_len;
    const char *names; /* NUL-terminated; so is ptx */
    size_t names_len;
};

void bundle_write(const struct bundle *b, struct buf *out);
/* False: the bundle is damaged. */
bool bundle_read(const void *data, size_t len, struct bundle *out);
/* NULL: there is no i-th kernel. */
const char *bundle_name(const struct bundle *b, size_t i);

#endif
