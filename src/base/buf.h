/*
 * buf.h - a growable byte string with a ceiling.
 *
 * It is NUL-terminated once anything was added; the NUL is not counted.  Beyond the ceiling bytes
 * are dropped and overflow is set: check it once at the end.  {0} is an empty buffer with
 * BUF_DEFAULT_MAX as ceiling.
 */
#ifndef ROLLBOOK_BASE_BUF_H
#define ROLLBOOK_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

#define BUF_DEFAULT_MAX ((size_t)1 << 30)

struct buf {
    char *data; /* owned; NULL before the first byte */
    size_t len;
    size_t capacity;
    size_t max; /* 0: BUF_DEFAULT_MAX */
    bool overflow;
};

void buf_add(struct buf *b, const void *data, size_t len);
void buf_puts(struct buf *b, const char *s);
void buf_putc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_clear(struct buf *b);             /* keeps memory */
void buf_release(struct buf *b);           /* frees; keeps the ceiling */
const char *buf_text(const struct buf *b); /* never NULL */
char *buf_detach(struct buf *b);           /* caller owns; the buffer is empty */

/* Shortest decimal that reads back as the same double ("0.1"), or "nan", "inf", "-inf". */
void buf_put_double(struct buf *b, double v);
void buf_put_rounded(struct buf *b, double v, int digits); /* number_put_rounded */
/* Two lower-case hex digits a byte. */
void buf_put_hex(struct buf *b, const void *data, size_t len);
/* With quotes; control characters and invalid UTF-8 are escaped. */
void buf_put_json_string(struct buf *b, const char *s, size_t len);
void buf_put_json_text(struct buf *b, const char *s); /* NULL: null */
/* Shortest decimal, or a string for what is not finite. */
void buf_put_json_number(struct buf *b, double v);

#endif
