/*
 * json_tree.c - text to tree in an arena, in one pass.
 *
 * For millions of records: no allocation a node, no second look at the text.  It accepts and gives
 * what json_scan and json_parse do; json_scan says why it refuses.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_internal.h"

#define MAX_EXACT_DIGITS 15 /* exact in a double */

struct tree {
    const char *at, *end;
    char *pool; /* rest of the room for strings */
    struct arena *arena;
    const char *const *without;             /* left out; NULL-ended */
    struct json_walk *open[JSON_MAX_DEPTH]; /* item: last child */
    cJSON *container[JSON_MAX_DEPTH];
    size_t depth;
    size_t n_items;
};

static void skip_space(struct tree *t)
{
    while (t->at < t->end && json_is_space(*t->at))
        t->at++;
}

/* Finds '"', '\', control or not ASCII among eight bytes. */
static uint64_t has_special(uint64_t w)
{
    const uint64_t ones = 0x0101010101010101;
    const uint64_t highs = 0x8080808080808080;
    uint64_t quote = w ^ (ones * '"');
    uint64_t backslash = w ^ (ones * '\\');
    return (w | ((w - ones * 0x20) & ~w) | ((quote - ones) & ~quote) |
            ((backslash - ones) & ~backslash)) &
           highs;
}

static bool copy_sequence(struct tree *t)
{
    size_t n = utf8_sequence_length(t->at, (size_t)(t->end - t->at));
    memcpy(t->pool, t->at, n);
    t->pool += n;
    t->at += n;
    return n > 0;
}

static bool hex4(const struct tree *t, const char *at, unsigned *out)
{
    int v = t->end - at < 4 ? -1 : hex4_value(at);
    *out = (unsigned)v;
    return v >= 0;
}

/* at: behind the 'u'.  NUL and half a pair are refused. */
static bool take_unicode(struct tree *t)
{
    unsigned high = 0;
    unsigned low = 0;
    if (!hex4(t, t->at, &high) || high == 0)
        return false;
    t->at += 4;
    if (high >= 0xD800 && high <= 0xDFFF) {
        if (high >= 0xDC00 || t->end - t->at < 2 || t->at[0] != '\\' || t->at[1] != 'u' ||
            !hex4(t, t->at + 2, &low) || low < 0xDC00 || low > 0xDFFF)
            return false;
        t->at += 6;
        high = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    }
    t->pool += utf8_encode(high, t->pool);
    return true;
}

static bool take_escape(struct tree *t)
{
    static const char meaning[256] = { ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
                                       ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t' };
    if (t->end - t->at < 2)
        return false;
    unsigned char c = (unsigned char)t->at[1];
    t->at += 2;
    if (c == 'u')
        return take_unicode(t);
    *t->pool++ = meaning[c];
    return meaning[c] != '\0';
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte is the lowest");

#if defined(__SSE2__)
/* Signed, bytes beyond ASCII are below the space. */
static unsigned special_bytes(__m128i bytes)
{
    __m128i low = _mm_cmplt_epi8(bytes, _mm_set1_epi8(' '));
    __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(low, _mm_or_si128(quote, backslash)));
}

/* True: stopped at another byte. */
static bool copy_sixteens(struct tree *t)
{
    while (t->end - t->at >= 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)t->at);
        _mm_storeu_si128((__m128i *)(void *)t->pool, bytes);
        unsigned special = special_bytes(bytes);
        size_t n = special == 0 ? 16 : (size_t)__builtin_ctz(special);
        t->pool += n;
        t->at += n;
        if (special != 0)
            return true;
    }
    return false;
}
#else
static bool copy_sixteens(const struct tree *t)
{
    (void)t;
    return false;
}
#endif

/* Copies eight bytes at a time up to the first special one: has_special's lowest bit is exact.
 * The room is as long as the text, so a word may be written past its end. */
static void copy_plain(struct tree *t)
{
    if (copy_sixteens(t))
        return;
    while (t->end - t->at >= 8) {
        uint64_t word;
        memcpy(&word, t->at, sizeof(word));
        memcpy(t->pool, &word, sizeof(word));
        uint64_t special = has_special(word);
        size_t n = special == 0 ? 8 : (size_t)__builtin_ctzll(special) / 8;
        t->pool += n;
        t->at += n;
        if (special != 0)
            return;
    }
}

/* at: the opening quote.  NULL: invalid. */
static char *take_string(struct tree *t)
{
    char *start = t->pool;
    t->at++;
    for (;;) {
        copy_plain(t);
        if (t->at == t->end)
            return NULL;
        unsigned char c = (unsigned char)*t->at;
        if (c == '"')
            break;
        if (c == '\\' ? !take_escape(t) : c < 0x20 || (c >= 0x80 && !copy_sequence(t)))
            return NULL;
        if (c != '\\' && c < 0x80) {
            *t->pool++ = (char)c;
            t->at++;
        }
    }
    t->at++;
    *t->pool++ = '\0';
    return start;
}

static bool skip_digits(struct tree *t)
{
    const char *start = t->at;
    while (t->at < t->end && is_digit(*t->at))
        t->at++;
    return t->at > start;
}

/* Integers that no double holds keep their digits. */
static void set_number(struct tree *t, cJSON *node, const char *start, bool integer)
{
    size_t len = (size_t)(t->at - start);
    double v = json_double(start, len);
    node->type = cJSON_Number;
    node->valuedouble = v;
    if (!integer || len <= MAX_EXACT_DIGITS || (v < JSON_MAX_EXACT && v > -JSON_MAX_EXACT))
        return;
    node->type = cJSON_Raw;
    node->valuestring = arena_strndup(t->arena, start, len);
}

static bool take_number(struct tree *t, cJSON *node)
{
    const char *start = t->at;
    bool integer = true;
    t->at += *t->at == '-';
    const char *first = t->at;
    if (!skip_digits(t) || (*first == '0' && t->at - first > 1))
        return false;
    if (t->at < t->end && *t->at == '.') {
        integer = false;
        t->at++;
        if (!skip_digits(t))
            return false;
    }
    if (t->at < t->end && (*t->at == 'e' || *t->at == 'E')) {
        integer = false;
        t->at++;
        t->at += t->at < t->end && (*t->at == '+' || *t->at == '-');
        if (!skip_digits(t))
            return false;
    }
    set_number(t, node, start, integer);
    return true;
}

static bool take_word(struct tree *t, cJSON *node)
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
        if ((size_t)(t->end - t->at) < n || memcmp(t->at, words[i].word, n) != 0)
            continue;
        t->at += n;
        node->type = words[i].type;
        node->valuedouble = words[i].value;
        return true;
    }
    return false;
}

/* Getters take count and last child for their walk cache. */
static bool open_container(struct tree *t, cJSON *node)
{
    if (t->depth == JSON_MAX_DEPTH)
        return false;
    struct json_walk *walk = arena_alloc(t->arena, sizeof(*walk));
    node->type = *t->at++ == '{' ? cJSON_Object : cJSON_Array;
    node->valuestring = (char *)(void *)walk;
    t->open[t->depth] = walk;
    t->container[t->depth++] = node;
    return true;
}

static bool is_left_out(const struct tree *t, const char *name)
{
    for (const char *const *w = t->without; *w != NULL; w++)
        if (strcmp(*w, name) == 0)
            return true;
    return false;
}

/* False: the string has no end. */
static bool skip_string(struct tree *t)
{
    for (t->at++; t->at < t->end && *t->at != '"'; t->at++)
        t->at += *t->at == '\\';
    return t->at++ < t->end;
}

/* Ignores what it holds. */
static bool skip_container(struct tree *t)
{
    size_t depth = 0;
    while (t->at < t->end) {
        char c = *t->at;
        if (c == '"') {
            if (!skip_string(t))
                return false;
            continue;
        }
        t->at++;
        depth += c == '[' || c == '{';
        if ((c == ']' || c == '}') && --depth == 0)
            return true;
    }
    return false;
}

static bool take_value(struct tree *t, cJSON *node)
{
    skip_space(t);
    if (t->at == t->end)
        return false;
    char c = *t->at;
    if (c == '"') {
        node->type = cJSON_String;
        node->valuestring = take_string(t);
        return node->valuestring != NULL;
    }
    if ((c == '{' || c == '[') && node->string != NULL && is_left_out(t, node->string)) {
        node->type = cJSON_NULL;
        return skip_container(t);
    }
    if (c == '{' || c == '[')
        return open_container(t, node);
    return is_digit(c) || (c == '-' && t->end - t->at > 1 && is_digit(t->at[1]))
               ? take_number(t, node)
               : take_word(t, node);
}

static cJSON *add_child(struct tree *t)
{
    cJSON *child = arena_alloc(t->arena, sizeof(*child));
    struct json_walk *walk = t->open[t->depth - 1];
    cJSON *parent = t->container[t->depth - 1];
    if (walk->item == NULL) {
        parent->child = child;
    } else {
        walk->item->next = child;
        child->prev = walk->item;
    }
    walk->item = child;
    parent->child->prev = child;
    walk->count++;
    return child;
}

static bool take_member_name(struct tree *t, cJSON *child)
{
    skip_space(t);
    if (t->at == t->end || *t->at != '"')
        return false;
    child->string = take_string(t);
    skip_space(t);
    if (child->string == NULL || t->at == t->end || *t->at != ':')
        return false;
    t->at++;
    return true;
}

static void close_container(struct tree *t)
{
    struct json_walk *walk = t->open[--t->depth];
    walk->item = t->container[t->depth]->child;
    t->at++;
}

/* Takes the next child, or the end.  False: invalid. */
static bool take_next(struct tree *t)
{
    bool object = t->container[t->depth - 1]->type == cJSON_Object;
    bool first = t->open[t->depth - 1]->count == 0;
    skip_space(t);
    if (t->at == t->end)
        return false;
    if (*t->at == (object ? '}' : ']')) {
        close_container(t);
        return true;
    }
    if (!first && *t->at++ != ',')
        return false;
    if (t->n_items++ == JSON_MAX_ITEMS)
        return false;
    cJSON *child = add_child(t);
    return (!object || take_member_name(t, child)) && take_value(t, child);
}

static bool read_tree(struct tree *t, cJSON *root)
{
    if (!take_value(t, root))
        return false;
    while (t->depth > 0)
        if (!take_next(t))
            return false;
    skip_space(t);
    return t->at == t->end;
}

static int explain(const char *name, size_t first_line, const char *text, size_t len,
                   struct err *err)
{
    struct json_fixes fixes = { 0 };
    size_t start = 0;
    int rc = json_scan(name, first_line, 1, text, len, &fixes, &start, err);
    free(fixes.items);
    return rc < 0
               ? rc
               : err_set(err, ERR_INTEGRITY, "%s:%zu:1: cannot be read as JSON", name, first_line);
}

const struct json *json_parse_without(const char *name, size_t first_line, const char *text,
                                      size_t len, const char *const *without, struct arena *a,
                                      struct err *err)
{
    struct tree t = { .at = text, .end = text + len, .arena = a, .without = without };
    cJSON *root = arena_alloc(a, sizeof(*root));
    t.pool = arena_alloc_raw(a, len + 16);
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        t.at += 3;
    if (read_tree(&t, root))
        return json_wrap_const(root);
    if (t.n_items > JSON_MAX_ITEMS)
        err_set(err, ERR_INTEGRITY, "%s:%zu:1: a single value of more than %zu items is not read",
                name, first_line, JSON_MAX_ITEMS);
    else
        explain(name, first_line, text, len, err);
    return NULL;
}

const struct json *json_parse_arena(const char *name, size_t first_line, const char *text,
                                    size_t len, struct arena *a, struct err *err)
{
    static const char *const nothing[] = { NULL };
    return json_parse_without(name, first_line, text, len, nothing, a, err);
}
