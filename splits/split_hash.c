#include "splits/split_hash.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/json/json.h"

static int by_key(const void *left, const void *right)
{
    const struct json *a = *(const struct json *const *)left;
    const struct json *b = *(const struct json *const *)right;
    return strcmp(json_key(a), json_key(b));
}

static uint32_t decode_utf8(const char *s, size_t n)
{
    static const unsigned char first_mask[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    uint32_t c = (unsigned char)s[0] & first_mask[n];
    for (size_t i = 1; i < n; i++)
        c = c << 6 | ((unsigned char)s[i] & 0x3fu);
    return c;
}

/* json.dumps escapes what is not ASCII; printed JSON has it in strings alone. */
static void put_ascii(struct buf *out, const char *s, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t n = utf8_sequence_length(s + i, len - i);
        if (n <= 1) {
            buf_putc(out, s[i++]);
            continue;
        }
        uint32_t c = decode_utf8(s + i, n);
        if (c >= 0x10000) {
            buf_printf(out, "\\u%04x", 0xd7c0u + (c >> 10));
            c = 0xdc00u + (c & 0x3ffu);
        }
        buf_printf(out, "\\u%04x", c);
        i += n;
    }
}

void split_hash_tree(const struct json *root, char out[65])
{
    const struct json **members CLEANUP(mem_free_ptr) =
        mem_array(json_count(root) + 1, sizeof(*members));
    struct buf text = { 0 }, ascii = { 0 };
    size_t n = 0;
    for (const struct json *m = json_first(root); m != NULL; m = json_next(m))
        if (strcmp(json_key(m), "split_hash") != 0)
            members[n++] = m;
    qsort(members, n, sizeof(*members), by_key);
    for (size_t i = 0; i < n; i++) {
        buf_putc(&text, i == 0 ? '{' : ',');
        buf_put_json_string(&text, json_key(members[i]), strlen(json_key(members[i])));
        buf_putc(&text, ':');
        json_print(members[i], true, &text);
    }
    buf_puts(&text, n == 0 ? "{}" : "}");
    put_ascii(&ascii, text.data, text.len);
    sha256_hex(ascii.data, ascii.len, out);
    buf_release(&text);
    buf_release(&ascii);
}
