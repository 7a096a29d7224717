#include "src/server/listener/address.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "src/base/err.h"
#include "src/base/str.h"

#define HOST_MAX 64

/* Host without brackets, and the port (NULL: none); false: too long. */
static bool split(const char *text, char host[HOST_MAX], const char **out_port)
{
    const char *end = text[0] == '[' ? strchr(text, ']') : strrchr(text, ':');
    size_t skip = text[0] == '[' ? 1 : 0;
    if (end == NULL && skip == 1)
        return false;
    size_t len = end == NULL ? strlen(text) : (size_t)(end - text) - skip;
    const char *rest = end == NULL ? "" : end + skip;
    if (len >= HOST_MAX || (rest[0] != ':' && rest[0] != '\0') ||
        (skip == 0 && memchr(text, ':', len) != NULL))
        return false;
    memcpy(host, text + skip, len);
    host[len] = '\0';
    *out_port = rest[0] == ':' ? rest + 1 : NULL;
    return true;
}

static bool is_loopback(const struct address *a)
{
    return a->is_v6 ? IN6_IS_ADDR_LOOPBACK(&a->socket.v6.sin6_addr) != 0
                    : ntohl(a->socket.v4.sin_addr.s_addr) >> 24 == 127;
}

static bool parse_host(const char *host, struct address *out)
{
    *out = (struct address){ 0 };
    out->socket.v4.sin_family = AF_INET;
    if (inet_pton(AF_INET, strcasecmp(host, "localhost") == 0 ? "127.0.0.1" : host,
                  &out->socket.v4.sin_addr) == 1) {
        out->is_loopback = is_loopback(out);
        return true;
    }
    *out = (struct address){ .is_v6 = true };
    out->socket.v6.sin6_family = AF_INET6;
    if (inet_pton(AF_INET6, host, &out->socket.v6.sin6_addr) != 1)
        return false;
    out->is_loopback = is_loopback(out);
    return true;
}

static int parse_local(const char *path, struct address *out, struct err *err)
{
    const size_t len = strlen(path);
    *out = (struct address){ .is_local = true, .is_loopback = true };
    if (len == 0 || len >= sizeof(out->socket.local.sun_path))
        return err_set(err, ERR_USAGE, "unix:PATH wants a path of 1 to %zu bytes, not %zu",
                       sizeof(out->socket.local.sun_path) - 1, len);
    out->socket.local.sun_family = AF_UNIX;
    memcpy(out->socket.local.sun_path, path, len + 1);
    return 0;
}

int address_parse(const char *text, struct address *out, struct err *err)
{
    if (str_starts_with(text, "unix:"))
        return parse_local(text + strlen("unix:"), out, err);
    char host[HOST_MAX];
    const char *port = NULL;
    int64_t number = -1;
    if (!split(text, host, &port) || port == NULL || !str_to_i64(port, &number) || number < 0 ||
        number > 65535 || !parse_host(host, out))
        return err_set(err, ERR_USAGE,
                       "'%.100s' is not an address to listen on: 127.0.0.1:PORT, [::1]:PORT or "
                       "another number, or unix:PATH; PORT 0 is any",
                       text);
    if (out->is_v6)
        out->socket.v6.sin6_port = htons((uint16_t)number);
    else
        out->socket.v4.sin_port = htons((uint16_t)number);
    return 0;
}

bool address_is_loopback_host(const char *host)
{
    char name[HOST_MAX];
    const char *port = NULL;
    struct address a;
    return split(host, name, &port) && parse_host(name, &a) && a.is_loopback;
}
