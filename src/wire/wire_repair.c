/*
 * wire_repair.c - text that a server had no right to send, made readable.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/wire/wire.h"

static const char replacement_escape[] = "\\ufffd";
static const char replacement_bytes[] = "\xEF\xBF\xBD";

static int hex4(const char *s, size_t len)
{
    return len < 4 ? -1 : hex4_value(s);
}

static bool is_low(int v)
{
    return v >= 0xDC00 && v <= 0xDFFF;
}

/* 0: the escape has to be replaced (6 bytes). */
static size_t good_escape(const char *s, size_t len)
{
    if (len < 2 || s[1] != 'u')
        return len < 2 ? len : 2;
    int v = hex4(s + 2, len - 2);
    if (v < 0)
        return 2; /* the parser refuses it */
    if (v == 0 || is_low(v))
        return 0;
    if (v < 0xD800 || v > 0xDBFF)
        return 6;
    if (len >= 8 && s[6] == '\\' && s[7] == 'u' && is_low(hex4(s + 8, len - 8)))
        return 12;
    return 0;
}

size_t wire_repair(const char *text, size_t len, struct buf *out)
{
    size_t n_replaced = 0;
    size_t kept_from = 0;
    out->max = out->len + 3 * len + 1; /* a byte becomes three at the most */
    for (size_t i = 0; i < len;) {
        bool escape = text[i] == '\\';
        size_t n = escape                          ? good_escape(text + i, len - i)
                   : (unsigned char)text[i] < 0x80 ? (size_t)(text[i] != '\0')
                                                   : utf8_sequence_length(text + i, len - i);
        if (n > 0) {
            i += n;
            continue;
        }
        buf_add(out, text + kept_from, i - kept_from);
        buf_puts(out, escape ? replacement_escape : replacement_bytes);
        n_replaced++;
        i += escape ? 6 : 1;
        kept_from = i;
    }
    buf_add(out, text + kept_from, len - kept_from);
    return n_replaced;
}

const struct json *wire_parse_without(const struct json_text *body, const char *const *without,
                                      struct arena *a, size_t *out_repairs, struct err *err)
{
    struct buf repaired = { 0 };
    size_t n = 0;
    const struct json *root = json_parse_without(body, without, a, err);
    if (root == NULL) /* repairs are rare: only after a failure */
        n = wire_repair(body->text, body->len, &repaired);
    if (n > 0) {
        const struct json_text whole = { body->name, buf_text(&repaired), repaired.len, 1, 1 };
        root = json_parse_without(&whole, without, a, err);
    }
    buf_release(&repaired);
    if (out_repairs != NULL)
        *out_repairs = n;
    return root;
}

const struct json *wire_parse(const char *name, const char *body, size_t len, struct arena *a,
                              size_t *out_repairs, struct err *err)
{
    return wire_parse_without(&(struct json_text){ name, body, len, 1, 1 }, NULL, a, out_repairs,
                              err);
}
