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

#define MAX_MESSAGE_BYTES ((size_t)64 << 20)

static bool send_all(int fd, const char *data, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(fd, data, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        data += sent;
        n -= (size_t)sent;
    }
    return true;
}

bool channel_send(int fd, const struct json *message)
{
    struct buf text = { 0 };
    json_print(message, false, &text);
    unsigned char head[4];
    for (size_t i = 0; i < sizeof(head); i++)
        head[i] = (unsigned char)(text.len >> (8 * i));
    bool ok = send_all(fd, (const char *)head, sizeof(head)) && send_all(fd, text.data, text.len);
    buf_release(&text);
    return ok;
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
        int64_t left_ms = (deadline_ns - clock_monotonic_ns() + 999999) / 1000000;
        struct pollfd ready = { .fd = fd, .events = POLLIN };
        if (left_ms <= 0)
            return CHANNEL_LATE;
        int rc = poll(&ready, 1, left_ms > 1000 ? 1000 : (int)left_ms);
        if (rc < 0 && errno != EINTR)
            return CHANNEL_CLOSED;
        if (rc <= 0)
            continue;
        ssize_t got = recv(fd, out, n, 0);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return CHANNEL_CLOSED;
        out += got;
        n -= (size_t)got;
    }
    return CHANNEL_OK;
}

enum channel_state channel_receive(int fd, int64_t deadline_ns, struct json **out)
{
    unsigned char head[4];
    enum channel_state state = receive_all(fd, deadline_ns, (char *)head, sizeof(head));
    if (state != CHANNEL_OK)
        return state;
    size_t n = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    if (n > MAX_MESSAGE_BYTES)
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
