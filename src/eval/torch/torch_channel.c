#include "src/eval/torch/torch_channel.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"

#define TRUSTED_BYTES ((size_t)64 << 20)

/* Waits for the other side; OK: what was waited for may be there. */
static enum channel_state wait_for(int fd, short events, int64_t deadline_ns)
{
    int64_t left_ms = (deadline_ns - clock_monotonic_ns() + 999999) / 1000000;
    struct pollfd ready = { .fd = fd, .events = events };
    if (left_ms <= 0)
        return CHANNEL_LATE;
    int rc = poll(&ready, 1, left_ms > 1000 ? 1000 : (int)left_ms);
    return rc < 0 && errno != EINTR ? CHANNEL_CLOSED : CHANNEL_OK;
}

static bool is_to_be_tried_again(void)
{
    return errno == EINTR || errno == EAGAIN;
}

/* A candidate that never reads fills the socket's buffer. */
static enum channel_state send_all(int fd, int64_t deadline_ns, const char *data, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(fd, data, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            data += sent;
            n -= (size_t)sent;
            continue;
        }
        if (sent == 0 || !is_to_be_tried_again())
            return CHANNEL_CLOSED;
        enum channel_state state = wait_for(fd, POLLOUT, deadline_ns);
        if (state != CHANNEL_OK)
            return state;
    }
    return CHANNEL_OK;
}

static void put_little_endian(unsigned char *out, uint64_t v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (unsigned char)(v >> (8 * i));
}

enum channel_state channel_send(int fd, int64_t deadline_ns, const struct json *message)
{
    struct buf text = { 0 };
    json_print(message, false, &text);
    unsigned char head[4];
    put_little_endian(head, text.len, sizeof(head));
    enum channel_state state = send_all(fd, deadline_ns, (const char *)head, sizeof(head));
    if (state == CHANNEL_OK)
        state = send_all(fd, deadline_ns, text.data, text.len);
    buf_release(&text);
    return state;
}

enum channel_state channel_send_call(int fd, int64_t deadline_ns, unsigned slot, int64_t seed,
                                     bool looks)
{
    unsigned char ask[20]; /* messages.py: CALL, then "<IqI" */
    put_little_endian(ask, UINT32_MAX, 4);
    put_little_endian(ask + 4, slot, 4);
    put_little_endian(ask + 8, (uint64_t)seed, 8);
    put_little_endian(ask + 16, looks, 4);
    return send_all(fd, deadline_ns, (const char *)ask, sizeof(ask));
}

bool channel_send_fd(int fd, int passed)
{
    char byte = 'f';
    struct iovec part = { .iov_base = &byte, .iov_len = 1 };
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control = { .bytes = { 0 } };
    struct msghdr message = { .msg_iov = &part,
                              .msg_iovlen = 1,
                              .msg_control = control.bytes,
                              .msg_controllen = sizeof(control.bytes) };
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(c), &passed, sizeof(int));
    return sendmsg(fd, &message, MSG_NOSIGNAL) == 1;
}

static enum channel_state receive_all(int fd, int64_t deadline_ns, char *out, size_t n)
{
    while (n > 0) {
        enum channel_state state = wait_for(fd, POLLIN, deadline_ns);
        if (state != CHANNEL_OK)
            return state;
        ssize_t got = recv(fd, out, n, MSG_DONTWAIT);
        if (got < 0 && is_to_be_tried_again())
            continue;
        if (got <= 0)
            return CHANNEL_CLOSED;
        out += got;
        n -= (size_t)got;
    }
    return CHANNEL_OK;
}

enum channel_state channel_receive(int fd, int64_t deadline_ns, size_t most_bytes,
                                   struct json **out)
{
    unsigned char head[4];
    enum channel_state state = receive_all(fd, deadline_ns, (char *)head, sizeof(head));
    if (state != CHANNEL_OK)
        return state;
    size_t n = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    if (n > most_bytes)
        return CHANNEL_BROKEN;
    char *text = mem_alloc(n + 1);
    struct err ignored = { 0 };
    state = receive_all(fd, deadline_ns, text, n);
    *out = state == CHANNEL_OK ? json_parse("message", text, n, &ignored) : NULL;
    if (state == CHANNEL_OK && *out == NULL)
        state = CHANNEL_BROKEN;
    free(text);
    return state;
}

enum channel_state channel_receive_trusted(int fd, int64_t deadline_ns, struct json **out)
{
    return channel_receive(fd, deadline_ns, TRUSTED_BYTES, out);
}

void channel_add_copy(struct json *to, const char *key, const struct json *from)
{
    const char *text = NULL;
    double number = 0;
    int64_t whole = 0;
    bool yes = false;
    struct json *inside = NULL;
    switch (json_type(from)) {
    case JSON_NULL:
        json_add_null(to, key);
        return;
    case JSON_BOOL:
        (void)json_bool(from, &yes);
        json_add_bool(to, key, yes);
        return;
    case JSON_NUMBER:
        (void)json_number(from, &number);
        if (json_int(from, &whole))
            json_add_int(to, key, whole);
        else
            json_add_number(to, key, number);
        return;
    case JSON_STRING:
        (void)json_string(from, &text);
        json_add_string(to, key, text);
        return;
    case JSON_ARRAY:
        inside = json_add_array(to, key);
        break;
    case JSON_OBJECT:
        inside = json_add_object(to, key);
        break;
    }
    for (const struct json *m = json_first(from); m != NULL; m = json_next(m))
        channel_add_copy(inside, json_key(m), m);
}
