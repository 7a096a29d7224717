#include "src/json/json_split.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_internal.h"

#define PEEK_BYTES ((size_t)16 << 10)

struct frame {
    char open;
    char *key; /* owned; NULL in an array */
    int64_t index;
};

struct json_split {
    const char *name;
    size_t max_bytes;
    json_split_fill *fill;
    void *context;
    struct buf window; /* filled in, still needed */
    size_t at;
    bool ended;
    bool many;
    size_t line, column; /* of at, from 1 */
    struct frame frames[JSON_SPLIT_DEPTH];
    size_t depth;
    bool began;    /* a value was at hand */
    bool fresh;    /* a container was just entered */
    bool mends;    /* takes it then */
    bool bad_text; /* in what could not be taken, which is whole otherwise */
};

struct json_split *json_split_new(const char *name, size_t first_line, size_t max_bytes,
                                  json_split_fill *fill, void *context)
{
    struct json_split *s = mem_alloc(sizeof(*s));
    *s = (struct json_split){
        .name = name,
        .max_bytes = max_bytes,
        .fill = fill,
        .context = context,
        .line = first_line,
        .column = 1,
    };
    return s;
}

static void pop(struct json_split *s)
{
    free(s->frames[--s->depth].key);
    s->frames[s->depth] = (struct frame){ 0 };
}

void json_split_free(struct json_split *s)
{
    if (s == NULL)
        return;
    while (s->depth > 0)
        pop(s);
    buf_release(&s->window);
    free(s);
}

void json_split_mend_text(struct json_split *s)
{
    s->mends = true;
}

void json_split_allow_many(struct json_split *s)
{
    s->many = true;
}

static const char *here(const struct json_split *s)
{
    return buf_text(&s->window) + s->at;
}

static size_t left(const struct json_split *s)
{
    return s->window.len - s->at;
}

/* Drops what is before at. */
static int fill(struct json_split *s, struct err *err)
{
    const char *more = NULL;
    size_t len = 0;
    int rc = s->fill(s->context, &more, &len, err);
    if (rc < 0)
        return rc;
    s->ended = len == 0;
    if (s->at > 0) {
        size_t n = left(s);
        memmove(s->window.data, s->window.data + s->at, n);
        s->window.len = n;
        s->at = 0;
    }
    buf_add(&s->window, more, len);
    return 0;
}

/* Fewer at the text's end. */
static int want(struct json_split *s, size_t n, struct err *err)
{
    int rc = 0;
    while (rc == 0 && left(s) < n && !s->ended)
        rc = fill(s, err);
    return rc;
}

/* Counts lines and characters. */
static void advance(struct json_split *s, size_t n)
{
    const char *text = here(s);
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n') {
            s->line++;
            s->column = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            s->column++;
        }
    }
    s->at += n;
}

static int skip_space(struct json_split *s, struct err *err)
{
    for (;;) {
        size_t n = 0;
        const char *text = here(s);
        while (n < left(s) && json_is_space(text[n]))
            n++;
        advance(s, n);
        if (left(s) > 0 || s->ended)
            return 0;
        int rc = fill(s, err);
        if (rc < 0)
            return rc;
    }
}

static char byte_here(const struct json_split *s)
{
    return left(s) > 0 ? *here(s) : '\0';
}

static int fail(struct json_split *s, const char *wanted, struct err *err)
{
    unsigned char c = (unsigned char)byte_here(s);
    if (left(s) == 0)
        return err_set(err, ERR_INTEGRITY, "%s:%zu:%zu: the file ends where %s was expected",
                       s->name, s->line, s->column, wanted);
    if (c < 0x20 || c >= 0x7f)
        return err_set(err, ERR_INTEGRITY, "%s:%zu:%zu: byte 0x%02x; expected %s", s->name, s->line,
                       s->column, c, wanted);
    return err_set(err, ERR_INTEGRITY, "%s:%zu:%zu: '%c'; expected %s", s->name, s->line, s->column,
                   c, wanted);
}

struct value_extent {
    size_t n, depth, items;
    bool in_string, escaped, done;
};

/* Sets done when the value ends with or before c. */
static void extend(struct value_extent *e, char c, bool scalar)
{
    if (e->in_string) {
        e->in_string = e->escaped || c != '"';
        e->escaped = !e->escaped && c == '\\';
        e->done = !e->in_string && e->depth == 0;
        e->n++;
        return;
    }
    if (scalar && (strchr(" \n\t\r,]}:", c) != NULL)) {
        e->done = true;
        return;
    }
    e->in_string = c == '"';
    e->depth += c == '{' || c == '[';
    e->items += c == ',';
    if (c == '}' || c == ']') {
        e->depth--;
        e->done = e->depth == 0;
    }
    e->n++;
}

/* Up to the text's end when the value has none. */
static int measure(struct json_split *s, size_t *out, struct err *err)
{
    struct value_extent e = { 0 };
    char first = byte_here(s);
    bool scalar = first != '{' && first != '[' && first != '"';
    while (!e.done) {
        if (e.n == left(s) && s->ended)
            break;
        if (e.n == left(s)) {
            int rc = fill(s, err);
            if (rc < 0)
                return rc;
            continue;
        }
        for (size_t stop = left(s); e.n < stop && !e.done;)
            extend(&e, here(s)[e.n], scalar);
        if (e.n > s->max_bytes || e.items > JSON_MAX_ITEMS)
            return err_set(err, ERR_INTEGRITY,
                           "%s:%zu:%zu: a single value of more than %zu %s is not read", s->name,
                           s->line, s->column,
                           e.n > s->max_bytes ? s->max_bytes >> 20 : JSON_MAX_ITEMS,
                           e.n > s->max_bytes ? "MiB" : "items");
    }
    *out = e.n;
    return 0;
}

void json_mend_text(char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t n = utf8_sequence_length(text + i, len - i);
        const bool pair = text[i] == '\\' && i + 1 < len;
        const int unit = pair && text[i + 1] == 'u' && i + 6 <= len ? hex4_value(text + i + 2) : -1;
        if (n == 0)
            text[i] = ' ';
        if (unit == 0 || (unit >= 0xD800 && unit <= 0xDFFF))
            memset(text + i, ' ', 6);
        i += pair ? 2 : n == 0 ? 1 : n;
    }
}

/* NULL: more than its text is bad. */
static struct json *parse_mended(const char *part, size_t len)
{
    struct err ignored = { 0 };
    char *copy = mem_alloc(len + 1);
    memcpy(copy, part, len);
    json_mend_text(copy, len);
    struct json *j = json_parse("", copy, len, &ignored);
    free(copy);
    return j;
}

static struct json *take(struct json_split *s, struct err *err)
{
    size_t n = 0;
    s->bad_text = false;
    if (measure(s, &n, err) < 0)
        return NULL;
    if (n == 0) {
        fail(s, "a value", err);
        return NULL;
    }
    struct json *j =
        json_parse_text(&(struct json_text){ s->name, here(s), n, s->line, s->column }, err);
    struct json *mended = j == NULL ? parse_mended(here(s), n) : NULL;
    s->bad_text = mended != NULL;
    if (s->mends)
        j = j == NULL ? mended : j;
    else
        json_free(mended);
    advance(s, n);
    return j;
}

static int read_key(struct json_split *s, struct frame *f, struct err *err)
{
    const char *text = NULL;
    if (byte_here(s) != '"')
        return fail(s, "a member name in double quotes", err);
    struct json *j = take(s, err);
    if (j == NULL)
        return ERR_INTEGRITY;
    free(f->key);
    f->key = NULL;
    if (json_string(j, &text)) {
        size_t size = strlen(text) + 1;
        f->key = mem_alloc(size);
        memcpy(f->key, text, size);
    }
    json_free(j);
    int rc = skip_space(s, err);
    if (rc == 0 && byte_here(s) != ':')
        rc = fail(s, "':'", err);
    if (rc < 0)
        return rc;
    advance(s, 1);
    return skip_space(s, err);
}

static int show(struct json_split *s, struct err *err)
{
    int rc = want(s, PEEK_BYTES, err);
    if (rc < 0)
        return rc;
    if (left(s) == 0)
        return fail(s, "a value", err);
    s->began = true;
    return 1;
}

/* 1: an item, 0: the container's end, or negative. */
static int next_item(struct json_split *s, struct err *err)
{
    struct frame *f = &s->frames[s->depth - 1];
    char close = f->open == '{' ? '}' : ']';
    int rc = 0;
    if (byte_here(s) == close) {
        advance(s, 1);
        pop(s);
        s->fresh = false;
        return 0;
    }
    if (!s->fresh && byte_here(s) != ',')
        return fail(s, f->open == '{' ? "',' or '}'" : "',' or ']'", err);
    if (!s->fresh) {
        advance(s, 1);
        rc = skip_space(s, err);
    }
    s->fresh = false;
    f->index++;
    if (rc == 0 && f->open == '{')
        rc = read_key(s, f, err);
    return rc < 0 ? rc : show(s, err);
}

static int skip_mark(struct json_split *s, struct err *err)
{
    int rc = want(s, 3, err);
    if (rc == 0 && left(s) >= 3 && memcmp(here(s), "\xef\xbb\xbf", 3) == 0)
        s->at += 3;
    return rc;
}

int json_split_next(struct json_split *s, struct err *err)
{
    int rc = s->began ? 0 : skip_mark(s, err);
    while (rc == 0) {
        rc = skip_space(s, err);
        if (rc < 0)
            return rc;
        if (s->depth == 0) {
            if (s->began && left(s) == 0)
                return 0;
            if (s->began && !s->many)
                return err_set(err, ERR_INTEGRITY, "%s:%zu:%zu: %s", s->name, s->line, s->column,
                               byte_here(s) == '{' || byte_here(s) == '['
                                   ? "another value follows the first (JSON Lines?)"
                                   : "text after the value");
            return show(s, err);
        }
        rc = next_item(s, err);
    }
    return rc;
}

char json_split_first(const struct json_split *s)
{
    return byte_here(s);
}

size_t json_split_depth(const struct json_split *s)
{
    return s->depth;
}

const char *json_split_key(const struct json_split *s, size_t depth)
{
    return depth < s->depth ? s->frames[depth].key : NULL;
}

int64_t json_split_index(const struct json_split *s, size_t depth)
{
    return depth < s->depth ? s->frames[depth].index : -1;
}

const char *json_split_peek(const struct json_split *s, size_t *out_len)
{
    *out_len = left(s);
    return here(s);
}

/* Without quotes; false: none. */
static bool find_first_key(const struct json_split *s, size_t *out_at, size_t *out_end)
{
    const char *text = here(s);
    size_t stop = left(s);
    size_t at = 1;
    while (at < stop && json_is_space(text[at]))
        at++;
    if (at >= stop || *text != '{' || text[at] != '"')
        return false;
    *out_at = at + 1;
    for (at++; at < stop && text[at] != '"'; at++)
        at += text[at] == '\\';
    *out_end = at;
    return at < stop;
}

void json_split_first_key(const struct json_split *s, char *out, size_t size)
{
    size_t at = 0;
    size_t end = 0;
    *out = '\0';
    if (!find_first_key(s, &at, &end) || end - at >= size)
        return;
    memcpy(out, here(s) + at, end - at);
    out[end - at] = '\0';
}

bool json_split_begins_with_container(const struct json_split *s)
{
    const char *text = here(s);
    size_t stop = left(s);
    size_t ignored = 0;
    size_t at = 0;
    if (!find_first_key(s, &ignored, &at))
        return false;
    for (at++; at < stop && (text[at] == ':' || json_is_space(text[at]));)
        at++;
    return at < stop && (text[at] == '{' || text[at] == '[');
}

bool json_split_enter(struct json_split *s)
{
    char c = byte_here(s);
    if ((c != '{' && c != '[') || s->depth == JSON_SPLIT_DEPTH)
        return false;
    s->frames[s->depth++] = (struct frame){ .open = c, .index = -1 };
    s->fresh = true;
    advance(s, 1);
    return true;
}

struct json *json_split_take(struct json_split *s, struct err *err)
{
    return take(s, err);
}

bool json_split_has_bad_text(const struct json_split *s)
{
    return s->bad_text;
}
