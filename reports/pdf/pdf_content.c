#include "reports/pdf/pdf_content.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/number.h"

#define OPERAND_ROOM 16 /* characters of -999999999.999 and a blank */
#define OP_ROOM      8

void content_op(struct buf *out, const char *op, const double *numbers, size_t n)
{
    char line[CONTENT_OPERANDS_MOST * OPERAND_ROOM + OP_ROOM + 1];
    char *p = line;
    size_t len = strlen(op);
    assert(n <= CONTENT_OPERANDS_MOST && len <= OP_ROOM);
    for (size_t i = 0; i < n; i++) {
        assert(fabs(numbers[i]) <= CONTENT_NUMBER_MOST);
        p += number_put_fixed(p, numbers[i], 3);
        *p++ = ' ';
    }
    memcpy(p, op, len);
    p[len] = '\n';
    buf_add(out, line, (size_t)(p - line) + len + 1);
}

void content_resource(struct buf *out, const char *name, const double *number, const char *op)
{
    buf_putc(out, '/');
    buf_puts(out, name);
    buf_putc(out, ' ');
    content_op(out, op, number, number != NULL ? 1 : 0);
}

static char *put_escaped(char *p, unsigned char c)
{
    if (c < 0x20 || c > 0x7E) {
        *p++ = '\\';
        *p++ = (char)('0' + c / 64);
        *p++ = (char)('0' + c / 8 % 8);
        *p++ = (char)('0' + c % 8);
        return p;
    }
    if (c == '(' || c == ')' || c == '\\')
        *p++ = '\\';
    *p++ = (char)c;
    return p;
}

void content_show(struct buf *out, const char *bytes, size_t n)
{
    char piece[256];
    char *p = piece;
    *p++ = '(';
    for (size_t i = 0; i < n; i++) {
        p = put_escaped(p, (unsigned char)bytes[i]);
        if (p - piece > (ptrdiff_t)sizeof(piece) - 4) {
            buf_add(out, piece, (size_t)(p - piece));
            p = piece;
        }
    }
    buf_add(out, piece, (size_t)(p - piece));
    buf_puts(out, ") Tj\n");
}
