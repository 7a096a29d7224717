/* A stack instead of recursion, whatever the depth. */
#include "ingest/kernelbench/python_literal.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/str.h"

#define MAX_DEPTH 64

struct literal_reader {
    const char *at, *end;
    struct buf *out;
    char closers[MAX_DEPTH];
    size_t depth;
    bool failed;
};

static void skip_space(struct literal_reader *r)
{
    while (r->at < r->end && is_space(*r->at))
        r->at++;
}

/* \x41, \u0041, \U00000041: at is on the letter. */
static bool put_hex_escape(struct literal_reader *r, struct buf *text)
{
    char digits[9] = "";
    size_t n = *r->at == 'x' ? 2 : *r->at == 'u' ? 4 : 8;
    if ((size_t)(r->end - r->at) <= n)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!is_hex(r->at[1 + i]))
            return false;
        digits[i] = r->at[1 + i];
    }
    unsigned long c = strtoul(digits, NULL, 16);
    if (c > 0x10ffff)
        return false;
    /* NUL and lone surrogates, which our texts cannot hold, are replaced. */
    if (c == 0 || (c >= 0xd800 && c < 0xe000))
        c = 0xfffd;
    char bytes[4];
    buf_add(text, bytes, utf8_encode((uint32_t)c, bytes));
    r->at += n;
    return true;
}

/* at goes from behind the backslash to the escape's last character. */
static bool put_escape(struct literal_reader *r, struct buf *text)
{
    static const char names[] = "nrtabfv\\'\"";
    static const char values[] = "\n\r\t\a\b\f\v\\'\"";
    if (r->at >= r->end)
        return false;
    if (*r->at == 'x' || *r->at == 'u' || *r->at == 'U')
        return put_hex_escape(r, text);
    const char *name = *r->at == '\0' ? NULL : strchr(names, *r->at);
    if (name == NULL) {
        buf_putc(text, '\\');
        buf_putc(text, *r->at);
    } else {
        buf_putc(text, values[name - names]);
    }
    return true;
}

static void read_string(struct literal_reader *r)
{
    struct buf text = { 0 };
    char quote = *r->at++;
    while (r->at < r->end && *r->at != quote && !r->failed) {
        if (*r->at == '\\') {
            r->at++;
            r->failed = !put_escape(r, &text);
        } else {
            buf_putc(&text, *r->at);
        }
        r->at++;
    }
    r->failed = r->failed || r->at >= r->end;
    if (!r->failed)
        r->at++;
    buf_put_json_string(r->out, buf_text(&text), text.len);
    buf_release(&text);
}

/* What is no literal ends at a comma or closer outside of its brackets. */
static const char *end_of_object(const struct literal_reader *r)
{
    size_t open = 0;
    char quote = 0;
    const char *p = r->at;
    for (; p < r->end; p++) {
        if (quote != 0) {
            if (*p == '\\' && p + 1 < r->end)
                p++;
            else if (*p == quote)
                quote = 0;
        } else if (*p == '\'' || *p == '"') {
            quote = *p;
        } else if (*p == '(' || *p == '[' || *p == '{' || *p == '<') {
            open++;
        } else if (open > 0 && (*p == ')' || *p == ']' || *p == '}' || *p == '>')) {
            open--;
        } else if (open == 0 && (strchr(",)]}: \n", *p) != NULL)) {
            break;
        }
    }
    return p;
}

/* JSON forbids "+1", "1.", ".5", "01" and "1_000". */
static bool is_json_number(const char *s, size_t len)
{
    char text[64];
    double v;
    if (len == 0 || len >= sizeof(text))
        return false;
    memcpy(text, s, len);
    text[len] = '\0';
    const char *digits = text + (*text == '-');
    size_t whole = strspn(digits, "0123456789");
    bool fraction = digits[whole] != '.' || is_digit(digits[whole + 1]);
    return whole > 0 && (whole == 1 || *digits != '0') && fraction &&
           strspn(text, "0123456789+-.eE") == len && str_to_double(text, &v);
}

static void read_word(struct literal_reader *r)
{
    static const struct {
        const char *python, *json;
    } words[] = { { "True", "true" }, { "False", "false" },  { "None", "null" },
                  { "nan", "NaN" },   { "inf", "Infinity" }, { "-inf", "-Infinity" } };
    const char *stop = end_of_object(r);
    size_t len = (size_t)(stop - r->at);
    const char *word = r->at;
    r->at = stop;
    if (len == 0) {
        r->failed = true;
        return;
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (len == strlen(words[i].python) && memcmp(word, words[i].python, len) == 0) {
            buf_puts(r->out, words[i].json);
            return;
        }
    if (is_json_number(word, len))
        buf_add(r->out, word, len);
    else
        buf_put_json_string(r->out, word, len);
}

static void open_container(struct literal_reader *r)
{
    if (r->depth == MAX_DEPTH) {
        r->failed = true;
        return;
    }
    char c = *r->at++;
    r->closers[r->depth++] = (char)(c == '{' ? '}' : c == '[' ? ']' : ')');
    buf_putc(r->out, c == '{' ? '{' : '[');
}

static void read_key(struct literal_reader *r)
{
    if (*r->at == '\'' || *r->at == '"') {
        read_string(r);
    } else {
        const char *stop = end_of_object(r);
        buf_put_json_string(r->out, r->at, (size_t)(stop - r->at));
        r->failed = stop == r->at;
        r->at = stop;
    }
    skip_space(r);
    r->failed = r->failed || r->at >= r->end || *r->at != ':';
    if (!r->failed) {
        r->at++;
        buf_putc(r->out, ':');
    }
    skip_space(r);
}

/* True: a value follows. */
static bool close_containers(struct literal_reader *r)
{
    while (r->depth > 0 && !r->failed) {
        skip_space(r);
        if (r->at < r->end && *r->at == ',') {
            r->at++;
            skip_space(r);
            if (r->at < r->end && *r->at != r->closers[r->depth - 1]) {
                buf_putc(r->out, ',');
                return true;
            }
        }
        if (r->at >= r->end || *r->at != r->closers[r->depth - 1]) {
            r->failed = true;
            return false;
        }
        buf_putc(r->out, *r->at == '}' ? '}' : ']');
        r->at++;
        r->depth--;
    }
    return false;
}

const char *python_literal_to_json(const char *text, const char *end, struct buf *out)
{
    struct literal_reader r = { .at = text, .end = end, .out = out };
    bool more = true;
    while (more && !r.failed) {
        skip_space(&r);
        if (r.at >= r.end)
            return NULL;
        bool empty = r.depth > 0 && *r.at == r.closers[r.depth - 1];
        if (!empty && r.depth > 0 && r.closers[r.depth - 1] == '}')
            read_key(&r);
        if (r.failed || r.at >= r.end)
            return NULL;
        if (!empty && (*r.at == '{' || *r.at == '[' || *r.at == '(')) {
            open_container(&r);
            continue;
        }
        if (!empty && (*r.at == '\'' || *r.at == '"'))
            read_string(&r);
        else if (!empty)
            read_word(&r);
        more = !r.failed && close_containers(&r);
    }
    return r.failed || out->overflow ? NULL : r.at;
}
