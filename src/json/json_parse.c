/*
 * json_parse.c - text to tree.
 *
 * cJSON is lenient and silent about its reasons, so a text is checked first: byte by byte, without
 * recursion, to one message with line and column.  Beyond RFC 8259 only Python's bare NaN,
 * Infinity and -Infinity are accepted.  cJSON then builds the tree.  The reader that checks also
 * builds trees of the same nodes, and these only:
 *
 *   - in an arena, for millions of records: no allocation for each node and no second pass;
 *   - without members that the caller leaves out;
 *   - of texts that cJSON cannot hold: NaN and infinities, integers beyond 2^53, which keep their
 *     digits, and numbers that are longer than cJSON's buffer of 63 characters.
 */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_internal.h"

#define MAX_FILE_BYTES   ((size_t)1 << 30)
#define MAX_DEPTH        200
#define MAX_EXACT_DIGITS 15 /* exact in a double */
#define MAX_CJSON_NUMBER 60
#define POOL_SLACK       16 /* copying writes whole words */

struct nest {
    char open; /* '{' or '[' */
    size_t count;
    cJSON *container, *last; /* last: child */
};

enum json_reader_mode {
    READ_CHECK, /* builds nothing */
    READ_HEAP,  /* for json_free */
    READ_ARENA
};

struct json_reader {
    const struct json_text *source;
    enum json_reader_mode mode;
    const char *first, *at, *end; /* first: the value's byte */
    char *strings, *pool; /* pool: where the next string goes; strings: its start but in an arena */
    struct arena *arena;
    const char *const *without; /* left out; NULL-ended */
    struct nest open[MAX_DEPTH];
    size_t depth;
    size_t n_items;
    bool beyond_cjson;
    cJSON scratch; /* every node of a check */
    struct err *err;
};

static bool fail_at(struct json_reader *r, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail_at(struct json_reader *r, const char *at, const char *fmt, ...)
{
    char reason[200];
    size_t line = r->source->line;
    size_t column = r->source->column;
    for (const char *p = r->source->text; p < at; p++) {
        if (*p == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)*p & 0xC0) != 0x80) {
            column++;
        }
    }
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(reason, sizeof(reason), fmt, ap);
    va_end(ap);
    err_set(r->err, ERR_INTEGRITY, "%s:%zu:%zu: %s", r->source->name, line, column, reason);
    return false;
}

/* NUL at the end. */
static char peek(const struct json_reader *r, size_t ahead)
{
    return (size_t)(r->end - r->at) > ahead ? r->at[ahead] : '\0';
}

static void skip_space(struct json_reader *r)
{
    while (r->at < r->end && json_is_space(*r->at))
        r->at++;
}

static bool fail_unexpected(struct json_reader *r, const char *wanted)
{
    unsigned char c = (unsigned char)peek(r, 0);
    if (r->at >= r->end)
        return fail_at(r, r->end, "the file ends where %s was expected", wanted);
    if (c == 0)
        return fail_at(r, r->at, "NUL byte; expected %s", wanted);
    if (r->at == r->first && r->end - r->at > 1 && (c == 0xff || c == 0xfe) &&
        (c ^ (unsigned char)peek(r, 1)) == 1)
        return fail_at(r, r->at,
                       "UTF-16 text: write it as UTF-8 first, as with iconv -f UTF-16 -t UTF-8");
    if (r->at == r->first && c == 0x1f && r->end - r->at > 1 && (unsigned char)peek(r, 1) == 0x8b)
        return fail_at(r, r->at, "packed with gzip: unpack it first, as with gunzip -k");
    if (c < 0x20 || c >= 0x7f)
        return fail_at(r, r->at, "byte 0x%02x; expected %s", c, wanted);
    return fail_at(r, r->at, "'%c'; expected %s", c, wanted);
}

/*
 * Strings.  What needs no look at single bytes is copied 16 or 8 bytes at a time, up to the first
 * that is '"', '\', a control character or not ASCII.  The room is as long as the text, so a word
 * may be written past a string's end.
 */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte is the lowest");

#if defined(__SSE2__)
/* True: stopped at another byte. */
static bool copy_sixteens(struct json_reader *r)
{
    while (r->end - r->at >= 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)r->at);
        _mm_storeu_si128((__m128i *)(void *)r->pool, bytes);
        /* Signed, bytes beyond ASCII are below the space. */
        __m128i low = _mm_cmplt_epi8(bytes, _mm_set1_epi8(' '));
        __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
        __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
        unsigned special =
            (unsigned)_mm_movemask_epi8(_mm_or_si128(low, _mm_or_si128(quote, backslash)));
        size_t n = special == 0 ? 16 : (size_t)__builtin_ctz(special);
        r->pool += n;
        r->at += n;
        if (special != 0)
            return true;
    }
    return false;
}
#else
static bool copy_sixteens(const struct json_reader *r)
{
    (void)r;
    return false;
}
#endif

static void copy_plain(struct json_reader *r)
{
    const uint64_t ones = 0x0101010101010101;
    const uint64_t highs = 0x8080808080808080;
    if (copy_sixteens(r))
        return;
    while (r->end - r->at >= 8) {
        uint64_t w;
        memcpy(&w, r->at, sizeof(w));
        memcpy(r->pool, &w, sizeof(w));
        uint64_t quote = w ^ (ones * '"');
        uint64_t backslash = w ^ (ones * '\\');
        /* Its lowest bit is exact. */
        uint64_t special = (w | ((w - ones * 0x20) & ~w) | ((quote - ones) & ~quote) |
                            ((backslash - ones) & ~backslash)) &
                           highs;
        size_t n = special == 0 ? 8 : (size_t)__builtin_ctzll(special) / 8;
        r->pool += n;
        r->at += n;
        if (special != 0)
            return;
    }
}

static int hex4(const struct json_reader *r, const char *at)
{
    return r->end - at < 4 ? -1 : hex4_value(at);
}

/* at: the backslash of \u.  NUL and half a pair are refused. */
static bool take_unicode(struct json_reader *r)
{
    const char *start = r->at;
    int high = hex4(r, start + 2);
    if (high < 0)
        return fail_at(r, start, "\\u needs four hexadecimal digits");
    if (high == 0)
        return fail_at(r, start, "\\u0000 in a string: text with NUL is not supported");
    r->at += 6;
    if (high >= 0xD800 && high <= 0xDFFF) {
        bool pair = high < 0xDC00 && peek(r, 0) == '\\' && peek(r, 1) == 'u';
        int low = pair ? hex4(r, r->at + 2) : -1;
        if (low < 0xDC00 || low > 0xDFFF)
            return fail_at(r, start, "half of a surrogate pair");
        r->at += 6;
        high = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    }
    r->pool += utf8_encode((unsigned)high, r->pool);
    return true;
}

static bool take_escape(struct json_reader *r)
{
    static const char meaning[256] = { ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
                                       ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t' };
    unsigned char c = (unsigned char)peek(r, 1);
    if (c == 'u')
        return take_unicode(r);
    if (meaning[c] == '\0')
        return fail_at(r, r->at, "unknown escape in a string");
    *r->pool++ = meaning[c];
    r->at += 2;
    return true;
}

/* One byte or sequence that copy_plain leaves. */
static bool take_character(struct json_reader *r)
{
    unsigned char c = (unsigned char)*r->at;
    if (c == '\\')
        return take_escape(r);
    if (c < 0x20)
        return fail_at(r, r->at, c == 0 ? "NUL byte in a string" : "control character in a string");
    size_t n = c < 0x80 ? 1 : utf8_sequence_length(r->at, (size_t)(r->end - r->at));
    if (n == 0)
        return fail_at(r, r->at, "invalid UTF-8 in a string");
    memcpy(r->pool, r->at, n);
    r->pool += n;
    r->at += n;
    return true;
}

/* at: the opening quote. */
static bool take_string(struct json_reader *r, char **out)
{
    const char *start = r->at++;
    if (r->mode != READ_ARENA)
        r->pool = r->strings;
    char *text = r->pool;
    for (;;) {
        copy_plain(r);
        if (r->at == r->end)
            return fail_at(r, start, "the file ends inside this string");
        if (*r->at == '"')
            break;
        if (!take_character(r))
            return false;
    }
    r->at++;
    *r->pool++ = '\0';
    *out = r->mode == READ_HEAP ? mem_strdup(text) : text;
    return true;
}

/* Numbers and words. */
static bool take_digits(struct json_reader *r)
{
    const char *start = r->at;
    while (r->at < r->end && is_digit(*r->at))
        r->at++;
    return r->at > start;
}

static char *copy_text(struct json_reader *r, const char *start, size_t len)
{
    if (r->mode == READ_ARENA)
        return arena_strndup(r->arena, start, len);
    char *copy = mem_alloc(len + 1);
    memcpy(copy, start, len);
    return copy;
}

static void set_number(struct json_reader *r, cJSON *node, const char *start, bool integer)
{
    size_t len = (size_t)(r->at - start);
    if (r->mode == READ_CHECK && (integer ? len <= MAX_EXACT_DIGITS : len <= MAX_CJSON_NUMBER))
        return;
    double v = json_double(start, len);
    bool big = integer && len > MAX_EXACT_DIGITS && !(fabs(v) < JSON_MAX_EXACT);
    r->beyond_cjson |= big || len > MAX_CJSON_NUMBER;
    node->type = big ? cJSON_Raw : cJSON_Number;
    node->valuedouble = v;
    if (big && r->mode != READ_CHECK)
        node->valuestring = copy_text(r, start, len);
}

static bool take_number(struct json_reader *r, cJSON *node)
{
    const char *start = r->at;
    bool integer = true;
    r->at += peek(r, 0) == '-';
    const char *first = r->at;
    if (!take_digits(r))
        return fail_at(r, start, "'-' without a number");
    if (*first == '0' && r->at - first > 1)
        return fail_at(r, start, "a number must not begin with 0");
    if (peek(r, 0) == '.') {
        integer = false;
        r->at++;
        if (!take_digits(r))
            return fail_at(r, start, "a number must not end with '.'");
    }
    if (peek(r, 0) == 'e' || peek(r, 0) == 'E') {
        integer = false;
        r->at++;
        r->at += peek(r, 0) == '+' || peek(r, 0) == '-';
        if (!take_digits(r))
            return fail_at(r, start, "a number without digits in its exponent");
    }
    set_number(r, node, start, integer);
    return true;
}

static bool take_word(struct json_reader *r, cJSON *node)
{
    static const struct {
        const char *word;
        int type;
        double value;
    } words[] = {
        { "true", cJSON_True, 0 },
        { "false", cJSON_False, 0 },
        { "null", cJSON_NULL, 0 },
        { "NaN", cJSON_Number, (double)NAN },
        { "Infinity", cJSON_Number, (double)INFINITY },
        { "-Infinity", cJSON_Number, -(double)INFINITY },
    };
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i].word);
        if ((size_t)(r->end - r->at) < n || memcmp(r->at, words[i].word, n) != 0)
            continue;
        r->at += n;
        node->type = words[i].type;
        node->valuedouble = words[i].value;
        r->beyond_cjson |= words[i].type == cJSON_Number;
        return true;
    }
    return false;
}

/* A member that is left out: only its end is found.  False: it has none. */
static bool skip_container(struct json_reader *r)
{
    size_t depth = 0;
    for (; r->at < r->end; r->at++) {
        char c = *r->at;
        if (c == '"')
            for (r->at++; r->at < r->end && *r->at != '"'; r->at++)
                r->at += *r->at == '\\';
        depth += c == '[' || c == '{';
        if ((c == ']' || c == '}') && --depth == 0) {
            r->at++;
            return true;
        }
    }
    return false;
}

static bool is_left_out(const struct json_reader *r, const cJSON *node)
{
    for (const char *const *w = r->without; w != NULL && node->string != NULL && *w != NULL; w++)
        if (strcmp(*w, node->string) == 0)
            return true;
    return false;
}

static bool take_container(struct json_reader *r, cJSON *node)
{
    char c = *r->at;
    if (is_left_out(r, node)) {
        node->type = cJSON_NULL;
        return skip_container(r);
    }
    if (r->depth == MAX_DEPTH)
        return fail_at(r, r->at, "nested more than %d levels deep", MAX_DEPTH);
    node->type = c == '{' ? cJSON_Object : cJSON_Array;
    r->open[r->depth++] = (struct nest){ .open = c, .container = node };
    r->at++;
    return true;
}

static bool take_value(struct json_reader *r, cJSON *node)
{
    skip_space(r);
    char c = peek(r, 0);
    if (c == '"') {
        node->type = cJSON_String;
        return take_string(r, &node->valuestring);
    }
    if (c == '{' || c == '[')
        return take_container(r, node);
    if (!is_digit(c) && (c != '-' || peek(r, 1) == 'I') && take_word(r, node))
        return true;
    return c == '-' || is_digit(c) ? take_number(r, node) : fail_unexpected(r, "a value");
}

static cJSON *add_child(struct json_reader *r, struct nest *n)
{
    n->count++;
    if (r->mode == READ_CHECK) {
        r->scratch.string = NULL;
        return &r->scratch;
    }
    cJSON *child = r->mode == READ_ARENA ? arena_alloc(r->arena, sizeof(*child))
                                         : json_made(cJSON_CreateNull());
    if (n->last == NULL) {
        n->container->child = child;
    } else {
        n->last->next = child;
        child->prev = n->last;
    }
    n->last = child;
    n->container->child->prev = child;
    return child;
}

/* In an arena getters cannot make their cache. */
static void close_container(struct json_reader *r)
{
    const struct nest *n = &r->open[--r->depth];
    r->at++;
    if (r->mode != READ_ARENA)
        return;
    struct json_walk *walk = arena_alloc(r->arena, sizeof(*walk));
    *walk = (struct json_walk){ .count = n->count, .item = n->container->child };
    n->container->valuestring = (char *)(void *)walk;
}

static bool take_member_name(struct json_reader *r, cJSON *child)
{
    skip_space(r);
    if (peek(r, 0) != '"')
        return fail_unexpected(r, "a member name in double quotes");
    if (!take_string(r, &child->string))
        return false;
    skip_space(r);
    if (peek(r, 0) != ':')
        return fail_unexpected(r, "':'");
    r->at++;
    return true;
}

/* Takes the next child, or the end. */
static bool take_next(struct json_reader *r)
{
    struct nest *n = &r->open[r->depth - 1];
    bool object = n->open == '{';
    skip_space(r);
    if (peek(r, 0) == (object ? '}' : ']')) {
        close_container(r);
        return true;
    }
    if (n->count > 0) {
        if (peek(r, 0) != ',')
            return fail_unexpected(r, object ? "',' or '}'" : "',' or ']'");
        r->at++;
    }
    if (r->mode == READ_ARENA && r->n_items++ == JSON_MAX_ITEMS) {
        err_set(r->err, ERR_INTEGRITY,
                "%s:%zu:1: a single value of more than %zu items is not read", r->source->name,
                r->source->line, JSON_MAX_ITEMS);
        return false;
    }
    cJSON *child = add_child(r, n);
    return (!object || take_member_name(r, child)) && take_value(r, child);
}

static bool read_all(struct json_reader *r, cJSON *root)
{
    const struct json_text *s = r->source;
    bool mark = s->len >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0;
    r->at = s->text + (mark ? 3 : 0);
    r->end = s->text + s->len;
    skip_space(r);
    r->first = r->at;
    if (r->at == r->end)
        return fail_at(r, s->text, "empty file");
    if (!take_value(r, root))
        return false;
    while (r->depth > 0)
        if (!take_next(r))
            return false;
    skip_space(r);
    if (r->at < r->end)
        return fail_at(r, r->at,
                       *r->at == '{' || *r->at == '['
                           ? "another value follows the first (JSON Lines?)"
                           : "text after the value");
    return true;
}

static int fail_unread(const struct json_text *s, struct err *err)
{
    return err_set(err, ERR_INTEGRITY, "%s:%zu:%zu: cannot be read as JSON", s->name, s->line,
                   s->column);
}

struct json *json_parse_text(const struct json_text *source, struct err *err)
{
    struct json_reader r = { .source = source, .err = err };
    cJSON *root = NULL;
    r.strings = mem_grow(NULL, source->len + POOL_SLACK, 1);
    if (read_all(&r, &r.scratch)) {
        if (r.beyond_cjson) {
            r.mode = READ_HEAP;
            root = json_made(cJSON_CreateNull());
            (void)read_all(&r, root);
        } else {
            root = cJSON_ParseWithLengthOpts(r.first, (size_t)(r.end - r.first), NULL, false);
            if (root == NULL)
                fail_unread(source, err);
        }
    }
    free(r.strings);
    return json_wrap(root);
}

struct json *json_parse(const char *name, const char *text, size_t len, struct err *err)
{
    return json_parse_line(name, 1, text, len, err);
}

struct json *json_parse_line(const char *name, size_t first_line, const char *text, size_t len,
                             struct err *err)
{
    return json_parse_text(&(struct json_text){ name, text, len, first_line, 1 }, err);
}

struct json *json_parse_file(const char *path, struct err *err)
{
    struct buf text = { 0 };
    struct json *root = NULL;
    if (file_read(path, MAX_FILE_BYTES - 1, &text, err) == 0)
        root = json_parse(strcmp(path, "-") == 0 ? "standard input" : path, buf_text(&text),
                          text.len, err);
    buf_release(&text);
    return root;
}

const struct json *json_parse_without(const struct json_text *source, const char *const *without,
                                      struct arena *a, struct err *err)
{
    struct json_reader r = {
        .source = source, .mode = READ_ARENA, .arena = a, .without = without, .err = err
    };
    cJSON *root = arena_alloc(a, sizeof(*root));
    r.pool = arena_alloc_raw(a, source->len + POOL_SLACK);
    if (read_all(&r, root))
        return json_wrap_const(root);
    /* The first fault may be in what was left out. */
    if (without != NULL && r.n_items <= JSON_MAX_ITEMS) {
        struct json *whole = json_parse_text(source, err);
        if (whole != NULL)
            fail_unread(source, err);
        json_free(whole);
    }
    return NULL;
}

const struct json *json_parse_arena(const char *name, size_t first_line, const char *text,
                                    size_t len, struct arena *a, struct err *err)
{
    return json_parse_without(&(struct json_text){ name, text, len, first_line, 1 }, NULL, a, err);
}

void json_free(struct json *root)
{
    cJSON_Delete(json_node_mutable(root));
}

void json_free_ptr(struct json **root)
{
    json_free(*root);
    *root = NULL;
}
