#include "src/base/buf.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/base/str.h"

static bool reserve(struct buf *b, size_t extra)
{
    size_t max = b->max == 0 ? BUF_DEFAULT_MAX : b->max;
    if (extra > max || b->len > max - extra) {
        b->overflow = true;
        return false;
    }
    size_t need = b->len + extra + 1;
    if (need <= b->capacity)
        return true;
    size_t capacity = b->capacity == 0 ? 64 : b->capacity;
    while (capacity < need)
        capacity *= 2;
    b->data = mem_grow(b->data, capacity, 1);
    b->capacity = capacity;
    return true;
}

void buf_add(struct buf *b, const void *data, size_t len)
{
    if (!reserve(b, len))
        return;
    if (len > 0)
        memcpy(b->data + b->len, data, len);
    b->len += len;
    b->data[b->len] = '\0';
}

void buf_puts(struct buf *b, const char *s)
{
    buf_add(b, s, strlen(s));
}

void buf_putc(struct buf *b, char c)
{
    buf_add(b, &c, 1);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list ap;
    va_list again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n > 0 && reserve(b, (size_t)n)) {
        vsnprintf(b->data + b->len, (size_t)n + 1, fmt, again);
        b->len += (size_t)n;
    }
    va_end(again);
}

void buf_clear(struct buf *b)
{
    b->len = 0;
    b->overflow = false;
    if (b->data != NULL)
        b->data[0] = '\0';
}

void buf_release(struct buf *b)
{
    free(b->data);
    b->data = NULL;
    b->len = 0;
    b->capacity = 0;
    b->overflow = false;
}

const char *buf_text(const struct buf *b)
{
    return b->data == NULL ? "" : b->data;
}

char *buf_detach(struct buf *b)
{
    char *s = b->data == NULL ? mem_strdup("") : b->data;
    b->data = NULL;
    buf_release(b);
    return s;
}

void buf_put_double(struct buf *b, double v)
{
    char text[NUMBER_ROOM];
    buf_add(b, text, number_put_shortest(text, v));
}

void buf_put_rounded(struct buf *b, double v, int digits)
{
    char text[NUMBER_ROOM];
    buf_add(b, text, number_put_rounded(text, v, digits));
}

/* As Python's json writes escapes; 0: none. */
static char short_escape(unsigned char c)
{
    switch (c) {
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    }
    return 0;
}

static size_t plain_length(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && s[n] >= 0x20 && s[n] < 0x7f && s[n] != '"' && s[n] != '\\')
        n++;
    return n;
}

void buf_put_json_string(struct buf *b, const char *s, size_t len)
{
    buf_putc(b, '"');
    for (size_t i = 0; i < len;) {
        size_t plain = plain_length(s + i, len - i);
        buf_add(b, s + i, plain);
        i += plain;
        if (i == len)
            break;
        unsigned char c = (unsigned char)s[i];
        size_t n = utf8_sequence_length(s + i, len - i);
        if (n == 0) {
            buf_puts(b, "\\ufffd");
            i++;
            continue;
        }
        if (c == '"' || c == '\\')
            buf_printf(b, "\\%c", c);
        else if (short_escape(c) != 0)
            buf_printf(b, "\\%c", short_escape(c));
        else if (c < 0x20 || c == 0x7f)
            buf_printf(b, "\\u%04x", c);
        else if (c == 0xC2 && (unsigned char)s[i + 1] < 0xA0) /* C1 controls */
            buf_printf(b, "\\u%04x", (unsigned char)s[i + 1]);
        else
            buf_add(b, s + i, n);
        i += n;
    }
    buf_putc(b, '"');
}

void buf_put_json_text(struct buf *b, const char *s)
{
    if (s == NULL)
        buf_puts(b, "null");
    else
        buf_put_json_string(b, s, strlen(s));
}

void buf_put_json_number(struct buf *b, double v)
{
    const char *quote = isfinite(v) ? "" : "\"";
    buf_puts(b, quote);
    buf_put_double(b, v);
    buf_puts(b, quote);
}

void buf_put_hex(struct buf *b, const void *data, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = data;
    for (size_t i = 0; i < len; i++) {
        const char pair[2] = { digits[bytes[i] >> 4], digits[bytes[i] & 15] };
        buf_add(b, pair, sizeof(pair));
    }
}
