/*
 * frame.c - whole frames over a pipe.
 */
#include <errno.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/worker/worker_proto.h"

bool frame_write(int fd, const struct buf *payload)
{
    unsigned char head[4];
    if (payload->len > FRAME_MAX_BYTES)
        return false;
    for (int i = 0; i < 4; i++)
        head[i] = (unsigned char)(payload->len >> (8 * i));
    return fd_write_all(fd, head, sizeof(head)) && fd_write_all(fd, payload->data, payload->len);
}

/* Less than len at end of file, or -1. */
static ssize_t read_full(int fd, void *data, size_t len)
{
    size_t have = 0;
    while (have < len) {
        ssize_t n = read(fd, (char *)data + have, len - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        have += (size_t)n;
    }
    return (ssize_t)have;
}

int frame_read(int fd, struct buf *out)
{
    unsigned char head[4];
    char chunk[65536];
    size_t len = 0;
    ssize_t n = read_full(fd, head, sizeof(head));
    if (n <= 0)
        return n == 0 ? 0 : -1;
    if (n != (ssize_t)sizeof(head))
        return -1;
    for (int i = 0; i < 4; i++)
        len |= (size_t)head[i] << (8 * i);
    if (len > FRAME_MAX_BYTES)
        return -1;
    buf_clear(out);
    while (len > 0) {
        size_t part = len < sizeof(chunk) ? len : sizeof(chunk);
        if (read_full(fd, chunk, part) != (ssize_t)part)
            return -1;
        buf_add(out, chunk, part);
        len -= part;
    }
    return out->overflow ? -1 : 1;
}
