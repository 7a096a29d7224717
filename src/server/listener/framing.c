#include "src/server/listener/framing.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/http/http.h"

/* A header's name has these characters only. */
static bool is_token(const char *s)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    if (*s == '\0')
        return false;
    for (; *s != '\0'; s++) {
        if (!is_alnum(*s) && strchr(others, *s) == NULL)
            return false;
    }
    return true;
}

static bool is_printable(const char *s)
{
    for (; *s != '\0'; s++)
        if (((unsigned char)*s < ' ' && *s != '\t') || *s == 0x7f)
            return false;
    return true;
}

static bool is_digits(const char *s)
{
    size_t n = strspn(s, "0123456789");
    return n > 0 && n < 19 && s[n] == '\0';
}

/* "." and ".." climb, escaped or not. */
static bool climbs(const char *s, size_t len)
{
    size_t dots = 0;
    for (size_t i = 0; i < len; dots++) {
        if (s[i] == '.')
            i++;
        else if (len - i >= 3 && s[i] == '%' && s[i + 1] == '2' && to_lower(s[i + 2]) == 'e')
            i += 3;
        else
            return false;
    }
    return dots == 1 || dots == 2;
}

static const char *judge_target(const char *target)
{
    if (target[0] != '/')
        return "the target is not a path";
    if (!is_printable(target) || strpbrk(target, " \t\\#") != NULL)
        return "the target contains characters that are not allowed in a path";
    for (const char *at = target; *at == '/';) {
        size_t len = strcspn(at + 1, "/?");
        const char *slash = at + 1;
        for (size_t i = 0; i + 2 < len; i++)
            if (slash[i] == '%' && slash[i + 1] == '2' && to_lower(slash[i + 2]) == 'f')
                return "the path contains an encoded slash";
        if (climbs(at + 1, len))
            return "the path contains '.' or '..'";
        at += 1 + len;
    }
    return NULL;
}

const char *framing_refuses(const char *target, const struct http_header *headers, size_t n,
                            int *out_status)
{
    int lengths = 0;
    int codings = 0;
    int hosts = 0;
    *out_status = 431;
    if (n > FRAMING_MAX_HEADERS)
        return "there are more than 256 header lines";
    *out_status = 400;
    const char *why = judge_target(target);
    for (size_t i = 0; i < n && why == NULL; i++) {
        const char *name = headers[i].name;
        const char *value = headers[i].value;
        if (!is_token(name))
            why = "a header line's name contains a blank or another forbidden character";
        else if (!is_printable(value))
            why = "a header line contains a control character or continues on the next line";
        else if (strcasecmp(name, "content-length") == 0)
            why = ++lengths > 1       ? "Content-Length is given twice"
                  : !is_digits(value) ? "Content-Length is not a number"
                                      : NULL;
        else if (strcasecmp(name, "transfer-encoding") == 0)
            why = ++codings > 1 || strcasecmp(value, "chunked") != 0
                      ? "the only Transfer-Encoding accepted is chunked, once"
                      : NULL;
        else if (strcasecmp(name, "host") == 0)
            why = ++hosts > 1 ? "Host is given twice" : NULL;
    }
    if (why == NULL && lengths > 0 && codings > 0)
        why = "Content-Length and Transfer-Encoding are given both";
    return why;
}

/* Bytes of a header line without its end. */
static const char *read_line(const char *line, size_t len, struct buf *out, struct framing *f,
                             bool *has_length)
{
    char value[32];
    const char *colon = memchr(line, ':', len);
    if (is_blank(line[0]))
        return "a header line is folded";
    if (colon == NULL)
        return "a header line has no colon";
    if (colon == line)
        return "a header line has no name";
    size_t name_len = (size_t)(colon - line);
    const char *at = colon + 1;
    while (at < line + len && is_blank(*at))
        at++;
    while (len > 0 && is_blank(line[len - 1]))
        len--;
    size_t value_len = at < line + len ? (size_t)(line + len - at) : 0;
    buf_add(out, line, name_len);
    buf_puts(out, ": ");
    buf_add(out, at, value_len);
    buf_puts(out, "\r\n");
    snprintf(value, sizeof(value), "%.*s", (int)(value_len < 31 ? value_len : 31), at);
    if (name_len == 14 && strncasecmp(line, "content-length", 14) == 0) {
        if (*has_length)
            return "Content-Length is given twice";
        if (!is_digits(value))
            return "Content-Length is not a number";
        *has_length = true;
        f->length = strtoull(value, NULL, 10);
    }
    if (name_len == 17 && strncasecmp(line, "transfer-encoding", 17) == 0) {
        if (f->is_chunked || strcasecmp(value, "chunked") != 0)
            return "the only Transfer-Encoding accepted is chunked, once";
        f->is_chunked = true;
    }
    return NULL;
}

const char *framing_read_head(const char *head, size_t len, struct buf *out,
                              struct framing *out_framing, int *out_status)
{
    const char *end = head + len;
    const char *why = NULL;
    bool has_length = false;
    bool is_first = true;
    size_t n = 0;
    size_t n_pieces = 0; /* that the library keeps a record of */
    *out_status = 400;
    while (head < end && why == NULL) {
        const char *newline = memchr(head, '\n', (size_t)(end - head));
        size_t bytes = newline == NULL ? 0 : (size_t)(newline - head);
        if (bytes == 0 || head[bytes - 1] != '\r' || memchr(head, '\r', bytes - 1) != NULL)
            return "a line of the head does not end with CR LF";
        if (memchr(head, '\0', bytes) != NULL)
            return "the head contains a NUL byte";
        for (size_t i = 0; is_first && i < bytes; i++)
            n_pieces += head[i] == '&';
        if (is_first || bytes == 1)
            buf_add(out, head, bytes + 1);
        else if (++n > FRAMING_MAX_HEADERS)
            why = "there are more than 256 header lines";
        else
            why = read_line(head, bytes - 1, out, out_framing, &has_length);
        is_first = false;
        head = newline + 1;
    }
    if (why == NULL && len + (n + n_pieces) * FRAMING_PIECE_BYTES > FRAMING_MAX_BYTES) {
        *out_status = 431;
        return "the head has too many bytes or parameters";
    }
    if (n > FRAMING_MAX_HEADERS)
        *out_status = 431;
    if (why == NULL && has_length && out_framing->is_chunked)
        why = "Content-Length and Transfer-Encoding are given both";
    return why;
}
