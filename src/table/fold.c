#include "src/table/fold.h"

#include <stdint.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/str.h"

static uint32_t code_point(const char *s, size_t n)
{
    unsigned char c = (unsigned char)s[0];
    uint32_t cp = n == 1 ? c : n == 2 ? c & 0x1Fu : n == 3 ? c & 0x0Fu : c & 0x07u;
    for (size_t i = 1; i < n; i++)
        cp = (cp << 6) | ((unsigned char)s[i] & 0x3Fu);
    return cp;
}

static size_t sign_length(const char *s, size_t len)
{
    size_t n = utf8_sequence_length(s, len);
    return n == 0 ? 1 : n;
}

static size_t sign_width(const char *s, size_t n)
{
    uint32_t cp = code_point(s, n);
    bool none = (cp >= 0x300 && cp <= 0x36F) || (cp >= 0x200B && cp <= 0x200D) ||
                (cp >= 0xFE00 && cp <= 0xFE0F);
    bool wide = (cp >= 0x1100 && cp <= 0x115F) || (cp >= 0x2E80 && cp <= 0xA4CF) ||
                (cp >= 0xAC00 && cp <= 0xD7A3) || (cp >= 0xF900 && cp <= 0xFAFF) ||
                (cp >= 0xFE30 && cp <= 0xFE6F) || (cp >= 0xFF00 && cp <= 0xFF60) ||
                (cp >= 0x1F300 && cp <= 0x1FAFF) || (cp >= 0x20000 && cp <= 0x3FFFD);
    return none ? 0 : wide ? 2 : 1;
}

size_t fold_width(const char *s, size_t len)
{
    size_t width = 0;
    for (size_t i = 0, n; i < len; i += n) {
        n = sign_length(s + i, len - i);
        width += sign_width(s + i, n);
    }
    return width;
}

size_t fold_fit(const char *s, size_t len, size_t width)
{
    size_t used = 0, blank = 0, underscore = 0;
    for (size_t i = 0, n; i < len; i += n) {
        n = sign_length(s + i, len - i);
        used += sign_width(s + i, n);
        if (s[i] == ' ' && 2 * used > width && used <= width + 1)
            blank = i;
        if (used > width && i > 0)
            return blank > 0 ? blank : underscore > 0 ? underscore : i;
        if (s[i] == '_' && 2 * used > width)
            underscore = i + 1;
    }
    return len;
}

/* Where a shell is as it reads a line. */
struct shell_state {
    char quote; /* 0: outside */
    bool is_comment;
};

/* Bytes of the next piece: up to a blank within room, else up to the first one behind it; *state is
 * that at its end. */
static size_t piece_length(const struct fold *f, const char *text, size_t len, size_t room,
                           struct shell_state *state)
{
    struct shell_state at = *state, at_break = *state;
    size_t used = 0, best = 0;
    for (size_t i = 0, n; i < len; i += n) {
        n = sign_length(text + i, len - i);
        if (f->is_shell) {
            if (at.quote != 0)
                at.quote = text[i] == at.quote ? '\0' : at.quote;
            else if (text[i] == '\'' || text[i] == '"')
                at.quote = text[i];
            else if (text[i] == '#' && (i > 0 ? text[i - 1] : ' ') == ' ')
                at.is_comment = true;
        }
        bool may_break = text[i] == ' ' && i > 0 && at.quote == '\0' && !at.is_comment;
        if (may_break && (used <= room || best == 0)) {
            best = i;
            at_break = at;
        }
        used += sign_width(text + i, n);
        if (used > room && best > 0)
            break;
    }
    if (used <= room || best == 0)
        return len;
    *state = at_break;
    return best;
}

void fold_put(struct buf *out, const struct fold *f, const char *text, size_t len)
{
    struct shell_state state = { 0 };
    size_t column = f->start;
    if (f->width == 0 || column + fold_width(text, len) <= f->width) {
        buf_add(out, text, len);
        return;
    }
    for (; len > 0 && *text == ' '; text++, len--, column++)
        buf_putc(out, ' ');
    for (;;) {
        bool is_last = column + fold_width(text, len) <= f->width;
        size_t taken = column + (f->is_shell && !is_last ? 2 : 0); /* with " \" */
        size_t n = piece_length(f, text, len, f->width > taken ? f->width - taken : 1, &state);
        size_t end = n;
        while (end > 0 && text[end - 1] == ' ')
            end--;
        buf_add(out, text, end);
        while (n < len && text[n] == ' ')
            n++;
        if (n == len)
            return;
        buf_puts(out, f->is_shell ? " \\\n" : "\n");
        for (column = 0; column < f->hang; column++)
            buf_putc(out, ' ');
        text += n;
        len -= n;
    }
}

void fold_lines(struct buf *out, size_t width, size_t hang, const char *text)
{
    for (size_t n; *text != '\0'; text += n + (text[n] == '\n')) {
        size_t blanks = strspn(text, " ");
        n = strcspn(text, "\n");
        bool is_command = blanks > 0 && str_starts_with(text + blanks, "rollbook ");
        fold_put(out, &(struct fold){ width, 0, blanks + hang, is_command }, text, n);
        buf_putc(out, '\n');
    }
}
