/*
 * kernel_scan.c - names, punctuation and expressions of one directive line.
 */
#include "tasks/kernel_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

int scan_error(struct kernel_scanner *s, size_t offset, const char *fmt, ...)
{
    va_list args;
    if (s->error == NULL)
        return -1;
    s->error->line = s->line_no;
    s->error->column = offset + 1;
    va_start(args, fmt);
    vsnprintf(s->error->msg, sizeof(s->error->msg), fmt, args);
    va_end(args);
    return -1;
}

void scan_blanks(struct kernel_scanner *s)
{
    while (s->pos < s->len && is_blank(s->line[s->pos]))
        s->pos++;
}

const char *scan_found(const struct kernel_scanner *s, char out[24])
{
    if (s->pos >= s->len)
        return "the end of the line";
    unsigned char c = (unsigned char)s->line[s->pos];
    if (c > 0x20 && c < 0x7f)
        snprintf(out, 24, "'%c'", c);
    else
        snprintf(out, 24, "byte 0x%02x", c);
    return out;
}

int scan_expect(struct kernel_scanner *s, char c, const char *where)
{
    char text[24];
    scan_blanks(s);
    if (s->pos >= s->len || s->line[s->pos] != c)
        return scan_error(s, s->pos, "expected '%c' %s, found %s", c, where, scan_found(s, text));
    s->pos++;
    return 0;
}

bool scan_accept(struct kernel_scanner *s, char c)
{
    scan_blanks(s);
    if (s->pos >= s->len || s->line[s->pos] != c)
        return false;
    s->pos++;
    return true;
}

size_t scan_name_length(const struct kernel_scanner *s)
{
    size_t n = 0;
    while (s->pos + n < s->len && is_word(s->line[s->pos + n]))
        n++;
    return n > 0 && is_digit(s->line[s->pos]) ? 0 : n;
}

bool scan_word_is(const struct kernel_scanner *s, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(s->line + s->pos, word, len) == 0;
}

int scan_name(struct kernel_scanner *s, const char *what, const char **out)
{
    char text[24];
    scan_blanks(s);
    size_t len = scan_name_length(s);
    if (len == 0)
        return scan_error(s, s->pos, "expected %s, found %s", what, scan_found(s, text));
    if (len > 127)
        return scan_error(s, s->pos, "%s is longer than 127 bytes", what);
    *out = arena_strndup(s->arena, s->line + s->pos, len);
    s->pos += len;
    return 0;
}

int scan_expr(struct kernel_scanner *s, const char *what, const struct expr **out)
{
    struct expr_error error;
    size_t used, offset;
    const struct expr *e =
        expr_parse_prefix(s->arena, s->line + s->pos, s->len - s->pos, &used, &error);
    if (e == NULL)
        return scan_error(s, s->pos + error.offset, "%s: %s", what, error.msg);
    const char *unknown = expr_unknown_name(e, s->dims, s->n_dims, &offset);
    if (unknown != NULL)
        return scan_error(s, s->pos + offset, "%s: '%.64s' is not a dimension of task %s", what,
                          unknown, s->task->id);
    s->pos += used;
    *out = e;
    return 0;
}

int scan_line_end(struct kernel_scanner *s)
{
    char text[24];
    scan_blanks(s);
    if (s->pos < s->len)
        return scan_error(s, s->pos, "unexpected %s behind the directive", scan_found(s, text));
    return 0;
}
