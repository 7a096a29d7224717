/*
 * wire_error.c - what a server complains about, in one line.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/wire/wire.h"

#define MOST_BYTES 512

static const char *text_of(const struct json *object, const char *key)
{
    const char *s = NULL;
    return object != NULL && json_string(json_get(object, key), &s) ? s : NULL;
}

/* {"error":{"message"}}, {"error":"text"}, {"message"}, {"detail":"text"}, {"detail":[{"msg"}]}. */
static const char *find_message(const struct json *root)
{
    const struct json *error = json_get(root, "error");
    const struct json *detail = json_get(root, "detail");
    const char *found = text_of(error, "message");
    if (found == NULL)
        found = text_of(root, "error");
    if (found == NULL)
        found = text_of(root, "message");
    if (found == NULL)
        found = text_of(root, "detail");
    if (found == NULL && detail != NULL && json_type(detail) == JSON_ARRAY)
        found = text_of(json_first(detail), "msg");
    return found;
}

/* Cut between characters. */
static void put_line(struct buf *out, const char *s, size_t len)
{
    size_t n = len < MOST_BYTES ? len : MOST_BYTES;
    while (n > 0 && n < len && ((unsigned char)s[n] & 0xC0) == 0x80)
        n--;
    struct buf safe = { 0 };
    str_put_terminal_safe(&safe, s, n);
    for (size_t i = 0; i < safe.len; i++)
        buf_putc(out, safe.data[i] == '\n' || safe.data[i] == '\t' ? ' ' : safe.data[i]);
    buf_puts(out, n < len ? " ..." : "");
    buf_release(&safe);
}

bool wire_is_too_long(const char *body)
{
    static const char *const words[] = {
        "context_length_exceeded",       "exceed_context_size",
        "maximum context length",        "maximum model length",
        "model's context length",        "available context size",
        "Prompt length plus max_tokens", "max_seq_len",
    };
    for (size_t w = 0; w < ARRAY_LEN(words); w++)
        if (strstr(body, words[w]) != NULL)
            return true;
    return false;
}

void wire_read_error(const char *body, size_t len, struct buf *out)
{
    struct arena a = { 0 };
    struct err ignored = { 0 };
    const struct json *root =
        len == 0 ? NULL : json_parse_arena("answer", 1, body, len, &a, &ignored);
    const char *message =
        root != NULL && json_type(root) == JSON_OBJECT ? find_message(root) : NULL;
    if (message != NULL)
        put_line(out, message, strlen(message));
    else if (len > 0)
        put_line(out, body, len);
    else
        buf_puts(out, "an empty answer");
    arena_release(&a);
}
