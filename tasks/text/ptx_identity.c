#include "tasks/text/ptx_identity.h"

#include <stdint.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

#define BUCKETS 1024u

enum ptx_kind {
    PTX_WORD,
    PTX_DIRECTIVE, /* .word, parts of an opcode */
    PTX_REGISTER,
    PTX_NUMBER,
    PTX_TEXT,
    PTX_SIGN
};

struct ptx_token {
    const char *text;
    size_t len;
    enum ptx_kind kind;
    size_t line;
};

struct ptx_list {
    struct ptx_token *items;
    size_t n;
};

static size_t skip_blank(const char *s, size_t len, size_t at, size_t *line)
{
    while (at < len) {
        if (s[at] == '/' && at + 1 < len && s[at + 1] == '/') {
            while (at < len && s[at] != '\n')
                at++;
        } else if (s[at] == '/' && at + 1 < len && s[at + 1] == '*') {
            size_t from = at + 2;
            for (at = from; at < len && !(at > from && s[at - 1] == '*' && s[at] == '/'); at++)
                *line += s[at] == '\n';
            at += at < len;
        } else if (is_space(s[at])) {
            *line += s[at] == '\n';
            at++;
        } else {
            break;
        }
    }
    return at;
}

static size_t quoted_length(const char *s, size_t left)
{
    size_t i = 1;
    while (i < left && s[i] != '"' && s[i] != '\n')
        i++;
    return i < left && s[i] == '"' ? i + 1 : i;
}

static enum ptx_kind kind_at(const char *s, size_t left)
{
    if (s[0] == '"')
        return PTX_TEXT;
    if (is_digit(s[0]))
        return PTX_NUMBER;
    bool named = left > 1 && is_name(s[1]);
    if (s[0] == '.' && named)
        return PTX_DIRECTIVE;
    if (s[0] == '%' && named)
        return PTX_REGISTER;
    return is_name(s[0]) ? PTX_WORD : PTX_SIGN;
}

static size_t token_length(enum ptx_kind kind, const char *s, size_t left)
{
    size_t i = 1;
    if (kind == PTX_TEXT)
        return quoted_length(s, left);
    if (kind == PTX_SIGN)
        return 1;
    /* A decimal point belongs to a number, in 7.8 of .version too. */
    while (i < left && (is_name(s[i]) || (kind == PTX_NUMBER && s[i] == '.')))
        i++;
    return i;
}

static size_t lex_into(const char *s, size_t len, struct ptx_token *items)
{
    size_t n = 0;
    size_t line = 0;
    for (size_t at = skip_blank(s, len, 0, &line); at < len; at = skip_blank(s, len, at, &line)) {
        enum ptx_kind kind = kind_at(s + at, len - at);
        size_t length = token_length(kind, s + at, len - at);
        if (items != NULL)
            items[n] = (struct ptx_token){ s + at, length, kind, line };
        n++;
        at += length;
    }
    return n;
}

static bool is_text(const struct ptx_token *t, const char *s)
{
    size_t n = strlen(s);
    return t->len == n && memcmp(t->text, s, n) == 0;
}

bool ptx_is(const char *text, size_t len)
{
    static const char first[] = ".version";
    size_t line = 0;
    size_t at = skip_blank(text, len, 0, &line);
    size_t n = sizeof(first) - 1;
    return len - at > n && memcmp(text + at, first, n) == 0 && !is_name(text[at + n]);
}

/* Numbered by first appearance; key is the kind, so that kinds do not mix. */
struct ptx_name {
    const char *text;
    size_t len;
    char kind;
    const char *type;
    size_t type_len;
    bool is_prefix; /* %r<12>: stands for %r0 to %r11 */
    size_t number;
    struct ptx_name *next;
};

struct ptx_names {
    struct ptx_name *buckets[BUCKETS];
    size_t n;
};

static size_t bucket_of(const char *s, size_t len)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h % BUCKETS;
}

static struct ptx_name *find_name(const struct ptx_names *names, char kind, const char *s,
                                  size_t len)
{
    struct ptx_name *x = names->buckets[bucket_of(s, len)];
    while (x != NULL && !(x->kind == kind && x->len == len && memcmp(x->text, s, len) == 0))
        x = x->next;
    return x;
}

static struct ptx_name *add_name(struct ptx_names *names, char kind, const char *s, size_t len,
                                 struct arena *arena)
{
    struct ptx_name *x = find_name(names, kind, s, len);
    if (x != NULL)
        return x;
    x = arena_array(arena, 1, sizeof(*x));
    *x = (struct ptx_name){ .text = s, .len = len, .kind = kind, .number = names->n++ };
    x->next = names->buckets[bucket_of(s, len)];
    names->buckets[bucket_of(s, len)] = x;
    return x;
}

static void forget(struct ptx_names *names)
{
    if (names->n > 0)
        *names = (struct ptx_names){ .n = 0 };
}

struct canon {
    const struct ptx_list *list;
    struct arena *arena;
    struct sha256 hash;
    struct ptx_names *globals;  /* of the file */
    struct ptx_names *declared; /* registers and labels of a function */
    struct ptx_names *seen;     /* numbered by appearance */
    int depth;
    bool fresh; /* a statement begins */
};

static void put(struct canon *c, char kind, const char *s, size_t len)
{
    unsigned char head[9] = { (unsigned char)kind };
    for (size_t i = 0; i < 8; i++)
        head[1 + i] = (unsigned char)((uint64_t)len >> (8 * i));
    sha256_update(&c->hash, head, sizeof(head));
    sha256_update(&c->hash, s, len);
}

/* Lowest digit first: stored identities need it. */
static void put_ordinal(struct canon *c, char kind, size_t number)
{
    char text[24];
    size_t n = 0;
    do {
        text[n++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(c, kind, text, n);
}

/* %r12 may be declared by %r<N>. */
static const struct ptx_name *declaration_of(const struct canon *c, const struct ptx_token *t)
{
    const struct ptx_name *x = find_name(c->declared, 'r', t->text, t->len);
    size_t len = t->len;
    if (x != NULL && !x->is_prefix)
        return x;
    while (len > 1 && is_digit(t->text[len - 1]))
        len--;
    x = len < t->len ? find_name(c->declared, 'r', t->text, len) : NULL;
    return x != NULL && x->is_prefix ? x : NULL;
}

static void put_register(struct canon *c, const struct ptx_token *t)
{
    const struct ptx_name *d = declaration_of(c, t);
    if (d == NULL) {
        put(c, 'S', t->text, t->len);
        return;
    }
    put(c, 'T', d->type, d->type_len);
    put_ordinal(c, 'R', add_name(c->seen, 'r', t->text, t->len, c->arena)->number);
}

/* .reg .v2 .f32 %f<4>, %x; - returns the index behind the semicolon. */
static size_t read_registers(struct canon *c, size_t i)
{
    const struct ptx_token *t = c->list->items;
    const struct ptx_token *type = NULL;
    for (i++; i < c->list->n && !is_text(&t[i], ";"); i++) {
        if (t[i].kind == PTX_DIRECTIVE)
            type = &t[i];
        if (t[i].kind != PTX_REGISTER || type == NULL)
            continue;
        struct ptx_name *x = add_name(c->declared, 'r', t[i].text, t[i].len, c->arena);
        x->type = type->text;
        x->type_len = type->len;
        x->is_prefix = i + 1 < c->list->n && is_text(&t[i + 1], "<");
    }
    return i < c->list->n ? i + 1 : i;
}

/* They are read before they are used. */
static void read_function(struct canon *c, size_t i)
{
    const struct ptx_token *t = c->list->items;
    int depth = 0;
    forget(c->declared);
    forget(c->seen);
    for (; i < c->list->n; i++) {
        depth += is_text(&t[i], "{");
        depth -= is_text(&t[i], "}");
        if (depth == 0)
            return;
        if (is_text(&t[i], ".reg"))
            i = read_registers(c, i) - 1;
        else if (t[i].kind == PTX_WORD && i + 1 < c->list->n && is_text(&t[i + 1], ":"))
            add_name(c->declared, 'l', t[i].text, t[i].len, c->arena);
    }
}

/* The end of what does not count; i when it counts. */
static size_t skip_uncounted(struct canon *c, size_t i)
{
    static const char *const lines[] = { ".loc", ".file", ".version", ".address_size" };
    const struct ptx_token *t = c->list->items;
    size_t end = i;
    for (size_t k = 0; k < ARRAY_LEN(lines); k++) {
        while (is_text(&t[i], lines[k]) && end < c->list->n && t[end].line == t[i].line)
            end++;
    }
    if (is_text(&t[i], ".section")) {
        while (end < c->list->n && !is_text(&t[end], "}"))
            end++;
        return end < c->list->n ? end + 1 : end;
    }
    return is_text(&t[i], ".reg") ? read_registers(c, i) : end;
}

/* At a statement's start, or behind a predicate's register. */
static bool starts_statement(const struct canon *c, size_t i)
{
    const struct ptx_list *l = c->list;
    if (i == 0 || c->fresh)
        return true;
    const struct ptx_token *before = &l->items[i - 1];
    if (before->kind == PTX_SIGN)
        return strchr(";{}:", before->text[0]) != NULL;
    if (before->kind != PTX_REGISTER || i < 2)
        return false;
    const struct ptx_token *at = &l->items[i - 2];
    return is_text(at, "@") || (is_text(at, "!") && i > 2 && is_text(&l->items[i - 3], "@"));
}

static void put_token(struct canon *c, size_t i)
{
    const struct ptx_token *t = &c->list->items[i];
    if (t->kind == PTX_REGISTER)
        put_register(c, t);
    else if (t->kind == PTX_WORD && i > 0 && is_text(&c->list->items[i - 1], ".target"))
        put(c, 'W', t->text, t->len);
    else if (t->kind == PTX_WORD &&
             (!starts_statement(c, i) ||
              (i + 1 < c->list->n && is_text(&c->list->items[i + 1], ":")))) {
        if (find_name(c->declared, 'l', t->text, t->len) != NULL)
            put_ordinal(c, 'L', add_name(c->seen, 'l', t->text, t->len, c->arena)->number);
        else if (find_name(c->globals, 'x', t->text, t->len) != NULL || is_text(t, "WARP_SZ") ||
                 is_text(t, "_"))
            put(c, 'X', t->text, t->len);
        else
            put_ordinal(c, 'N', add_name(c->globals, 'n', t->text, t->len, c->arena)->number);
    } else
        put(c, 'W', t->text, t->len);
}

void ptx_identity(const char *text, size_t len, char out[65])
{
    struct arena arena = { 0 };
    struct ptx_list list = {
        arena_array(&arena, lex_into(text, len, NULL) + 1, sizeof(*list.items)), 0
    };
    list.n = lex_into(text, len, list.items);
    struct canon c = { .list = &list,
                       .arena = &arena,
                       .globals = arena_array(&arena, 1, sizeof(struct ptx_names)),
                       .declared = arena_array(&arena, 1, sizeof(struct ptx_names)),
                       .seen = arena_array(&arena, 1, sizeof(struct ptx_names)) };
    sha256_init(&c.hash);
    for (size_t i = 0; i < list.n;) {
        size_t next = skip_uncounted(&c, i);
        if (next > i) {
            i = next;
            c.fresh = true;
            continue;
        }
        if (is_text(&list.items[i], ".extern") && i + 1 < list.n &&
            is_text(&list.items[i + 1], ".func")) {
            /* .extern .func (...) name: names up to the semicolon are outside ones. */
            const struct ptx_token *t = c.list->items;
            int round = 0;
            for (size_t k = i; k < c.list->n && !is_text(&t[k], ";"); k++) {
                round += is_text(&t[k], "(");
                round -= is_text(&t[k], ")");
                if (t[k].kind == PTX_WORD && round == 0)
                    add_name(c.globals, 'x', t[k].text, t[k].len, c.arena);
            }
        }
        if (is_text(&list.items[i], "{") && c.depth++ == 0)
            read_function(&c, i);
        if (is_text(&list.items[i], "}") && c.depth > 0)
            c.depth--;
        put_token(&c, i++);
        c.fresh = false;
    }
    sha256_final_hex(&c.hash, out);
    arena_release(&arena);
}
