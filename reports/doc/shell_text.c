#include "reports/doc/shell_text.h"

#include <stdbool.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

static const char plain_signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-./,:=+@%";

enum quoting { QUOTE_NONE, QUOTE_SINGLE, QUOTE_ESCAPES };

/* Bytes that a page shows as they are: ASCII, and Latin-1 but for its blank and soft hyphen. */
static size_t shown_length(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    if (u[0] >= 0x20 && u[0] < 0x7F)
        return 1;
    if (u[0] == 0xC2 && u[1] > 0xA0 && u[1] <= 0xBF && u[1] != 0xAD)
        return 2;
    return u[0] == 0xC3 && u[1] >= 0x80 && u[1] <= 0xBF ? 2 : 0;
}

static enum quoting quoting_of(const char *word)
{
    for (const char *p = word; *p != '\0';) {
        size_t n = shown_length(p);
        if (n == 0)
            return QUOTE_ESCAPES;
        p += n;
    }
    return word[0] != '\0' && strspn(word, plain_signs) == strlen(word) ? QUOTE_NONE : QUOTE_SINGLE;
}

/* Bytes of the word's next sign; its quoted form goes into out. */
static size_t put_sign(struct buf *out, const char *p, enum quoting quoting)
{
    size_t n = shown_length(p);
    if (n == 0) {
        buf_printf(out, "\\x%02x", (unsigned)(unsigned char)*p);
        return 1;
    }
    if (quoting == QUOTE_SINGLE && *p == '\'')
        buf_puts(out, "'\\''");
    else if (quoting == QUOTE_ESCAPES && (*p == '\'' || *p == '\\'))
        buf_printf(out, "\\%c", *p);
    else
        buf_add(out, p, n);
    return n;
}

static const char *opening(enum quoting quoting)
{
    return quoting == QUOTE_NONE ? "" : quoting == QUOTE_SINGLE ? "'" : "$'";
}

/* Pieces of at most width signs, with a backslash and a new line between them. */
static void put_pieces(struct buf *out, const char *word, size_t first, size_t width)
{
    enum quoting quoting = quoting_of(word);
    const char *end = quoting == QUOTE_NONE ? "" : "'";
    struct buf sign = { 0 };
    size_t used = 6, room = first; /* quotes and the sign of a continued line */
    buf_puts(out, opening(quoting));
    for (const char *p = word; *p != '\0';) {
        size_t item = p > word && p[-1] == ',' ? strcspn(p, ",") + 1 : 0;
        buf_clear(&sign);
        p += put_sign(&sign, p, quoting);
        if (used + sign.len > room || (used + item > room && item < width / 2)) {
            buf_printf(out, "%s\\\n%s", end, opening(quoting));
            used = 6;
            room = width;
        }
        buf_add(out, sign.data, sign.len);
        used += sign.len;
    }
    buf_puts(out, end);
    buf_release(&sign);
}

void shell_put_word(struct buf *out, const char *word)
{
    put_pieces(out, word, (size_t)-1, (size_t)-1);
}

static size_t last_line(const struct buf *b)
{
    size_t n = 0;
    while (n < b->len && b->data[b->len - 1 - n] != '\n')
        n++;
    return n;
}

void shell_put_command(struct buf *out, const char *const *words, size_t n)
{
    struct buf line = { 0 }, word = { 0 };
    for (size_t i = 0; i < n; i++) {
        buf_clear(&word);
        shell_put_word(&word, words[i]);
        size_t used = last_line(&line);
        bool fits = used + 1 + word.len + 2 <= SHELL_COLUMNS;
        bool is_long = word.len + 2 > SHELL_COLUMNS;
        if (i > 0)
            buf_puts(&line, fits || (is_long && used + 16 < SHELL_COLUMNS) ? " " : " \\\n");
        if (is_long)
            put_pieces(&line, words[i], SHELL_COLUMNS - last_line(&line), SHELL_COLUMNS);
        else
            buf_add(&line, word.data, word.len);
    }
    buf_add(out, line.data, line.len);
    buf_release(&line);
    buf_release(&word);
}
