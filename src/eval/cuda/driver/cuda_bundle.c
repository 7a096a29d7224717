/*
 * cuda_bundle.c - a header with three lengths, then the parts.
 */
#include "src/eval/cuda/driver/cuda_bundle.h"

#include <stdint.h>
#include <string.h>

#include "src/base/buf.h"

struct head {
    char magic[8];
    uint64_t cubin_len, ptx_len, names_len;
};
static const char bundle_magic[8] = "rbcuda01";

void bundle_write(const struct bundle *b, struct buf *out)
{
    struct head h = { .cubin_len = b->cubin_len, .ptx_len = b->ptx_len, .names_len = b->names_len };
    memcpy(h.magic, bundle_magic, sizeof h.magic);
    buf_add(out, &h, sizeof h);
    buf_add(out, b->cubin, b->cubin_len);
    buf_add(out, b->ptx, b->ptx_len);
    buf_add(out, b->names, b->names_len);
}

bool bundle_read(const void *data, size_t len, struct bundle *out)
{
    struct head h;
    const char *p = data;
    if (len < sizeof h || len > BUNDLE_MAX_BYTES)
        return false;
    memcpy(&h, p, sizeof h);
    size_t left = len - sizeof h;
    if (memcmp(h.magic, bundle_magic, sizeof h.magic) != 0 || h.cubin_len > left ||
        h.ptx_len > left - h.cubin_len || h.names_len != left - h.cubin_len - h.ptx_len)
        return false;
    p += sizeof h;
    *out = (struct bundle){ .cubin = p,
                            .cubin_len = (size_t)h.cubin_len,
                            .ptx = p + h.cubin_len,
                            .ptx_len = (size_t)h.ptx_len,
                            .names = p + h.cubin_len + h.ptx_len,
                            .names_len = (size_t)h.names_len };
    return out->ptx_len > 0 && out->ptx[out->ptx_len - 1] == '\0' && out->names_len > 0 &&
           out->names[out->names_len - 1] == '\0';
}

const char *bundle_name(const struct bundle *b, size_t i)
{
    size_t at = 0;
    while (i-- > 0 && at < b->names_len)
        at += strlen(b->names + at) + 1;
    return at < b->names_len ? b->names + at : NULL;
}
