#include "tasks/text/code_identity.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"

static const char *const level_names[IDENTITY_COUNT] = { "bytes", "stripped", "renamed" };

const char *identity_level_name(enum identity_level level)
{
    return level_names[level];
}

static bool is_one_of(const struct code_token *t, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (code_token_is(t, words[i]))
            return true;
    }
    return false;
}

/* They stand before declared names without ending a type. */
static const char *const not_types[] = {
    "return", "else",   "do",     "goto",   "case",     "new",     "delete",   "sizeof", "throw",
    "in",     "and",    "or",     "not",    "if",       "elif",    "while",    "for",    "yield",
    "from",   "import", "lambda", "is",     "assert",   "raise",   "with",     "extern", "using",
    "as",     "del",    "print",  "global", "nonlocal", "typedef", "operator",
};
static const char *const keywords[] = {
    "auto",      "bool",    "break",    "case",     "char",     "class",  "const",    "constexpr",
    "continue",  "default", "do",       "double",   "else",     "enum",   "extern",   "false",
    "float",     "for",     "goto",     "half",     "if",       "inline", "int",      "long",
    "namespace", "nullptr", "operator", "register", "restrict", "return", "short",    "signed",
    "sizeof",    "static",  "struct",   "switch",   "template", "this",   "true",     "typedef",
    "typename",  "union",   "unsigned", "using",    "virtual",  "void",   "volatile", "while",
    "None",      "True",    "False",    "self",     "def",      "lambda", "pass",     "import",
    "from",      "as",      "with",     "in",       "is",       "not",    "and",      "or",
};
static const char *const between[] = { "*",        "&",        "&&",           "const",
                                       "volatile", "restrict", "__restrict__", "__restrict" };
/* With something in parentheses. */
static const char *const attributes[] = { "__launch_bounds__", "__attribute__",    "__align__",
                                          "__maxnreg__",       "__cluster_dims__", "alignas" };
static const char *const after_name[] = { "=", ";", ",", ")", "[", "(", ":", "{", ">" };
static const char *const scalar_types[] = {
    "void",   "bool",     "char",   "short", "int",   "long",    "float",
    "double", "unsigned", "signed", "auto",  "half",  "size_t",  "float2",
    "float3", "float4",   "int2",   "int4",  "half2", "double2", "uint4",
};

static bool is_scalar_type(const struct code_token *t)
{
    return is_one_of(t, scalar_types, ARRAY_LEN(scalar_types)) ||
           (t->len > 2 && memcmp(t->text + t->len - 2, "_t", 2) == 0);
}

static bool can_be_declared(const struct code_token *t)
{
    return t->kind == TOKEN_WORD && !(t->len > 2 && t->text[0] == '_' && t->text[1] == '_') &&
           !(is_one_of(t, keywords, ARRAY_LEN(keywords)));
}

#define MOST_ATTRIBUTE 64 /* tokens */

/* Where the attribute that ends before item i begins; i: none does. */
static size_t before_attribute(const struct token_list *l, size_t i)
{
    size_t p = i;
    int depth = 0;
    while (p > 0 && i - p < MOST_ATTRIBUTE) {
        p--;
        depth += code_token_is(&l->items[p], ")") - code_token_is(&l->items[p], "(");
        if (depth <= 0)
            break;
    }
    bool is_closed = p < i && depth == 0 && code_token_is(&l->items[i - 1], ")");
    return is_closed && p > 0 && is_one_of(&l->items[p - 1], attributes, ARRAY_LEN(attributes))
               ? p - 1
               : i;
}

/* type [* & const restrict __launch_bounds__(n) ...] name, and what can follow a declarator. */
static bool has_type_before(const struct token_list *l, size_t i)
{
    size_t p = i;
    bool pointer = false;
    for (;;) {
        size_t attribute = before_attribute(l, p);
        if (attribute < p) {
            p = attribute;
            continue;
        }
        if (p == 0 || !is_one_of(&l->items[p - 1], between, ARRAY_LEN(between)))
            break;
        pointer = pointer || l->items[p - 1].kind == TOKEN_SIGN;
        p--;
    }
    if (p == 0)
        return false;
    const struct code_token *t = &l->items[p - 1];
    if (t->kind != TOKEN_WORD || is_one_of(t, not_types, ARRAY_LEN(not_types)))
        return false;
    return is_scalar_type(t) || !pointer;
}

static bool is_declaration(const struct token_list *l, size_t i)
{
    const struct code_token *next = i + 1 < l->n ? &l->items[i + 1] : NULL;
    if (!can_be_declared(&l->items[i]) || l->items[i].in_plan)
        return false;
    if (i > 0 && (code_token_is(&l->items[i - 1], ".") || code_token_is(&l->items[i - 1], "->") ||
                  code_token_is(&l->items[i - 1], "::")))
        return false;
    if (i > 0 && code_token_is(&l->items[i - 1], "define"))
        return true;
    bool starts_line = i > 0 && l->items[i - 1].kind == TOKEN_LAYOUT;
    if (starts_line && l->items[i - 1].len > 0 && next != NULL && code_token_is(next, "="))
        return true; /* Python's assignment */
    return next != NULL && is_one_of(next, after_name, ARRAY_LEN(after_name)) &&
           has_type_before(l, i);
}

/* "b" in "int a = 1, b": the statement began with a scalar type at this depth. */
static bool is_further_declarator(const struct token_list *l, size_t i, size_t statement)
{
    if (i == 0 || !code_token_is(&l->items[i - 1], ",") || !can_be_declared(&l->items[i]) ||
        l->items[i].in_plan || i + 1 >= l->n)
        return false;
    size_t first = statement;
    while (first < i &&
           (code_token_is(&l->items[first], "const") || code_token_is(&l->items[first], "static") ||
            code_token_is(&l->items[first], "__shared__")))
        first++;
    const struct code_token *next = &l->items[i + 1];
    bool ends = code_token_is(next, "=") || code_token_is(next, ";") || code_token_is(next, ",") ||
                code_token_is(next, "[");
    return ends && is_scalar_type(&l->items[first]);
}

struct name_map {
    struct code_token *slots;
    int64_t *numbers; /* -1: declared, not yet used */
    size_t mask;
    int64_t next;
};

static size_t name_slot(const struct name_map *m, const struct code_token *t)
{
    uint64_t h = str_hash(t->text, t->len);
    size_t at = (size_t)(h ^ (h >> 29)) & m->mask;
    while (m->slots[at].text != NULL &&
           (m->slots[at].len != t->len || memcmp(m->slots[at].text, t->text, t->len) != 0))
        at = (at + 1) & m->mask;
    return at;
}

static void map_declare(struct name_map *m, const struct code_token *t)
{
    size_t at = name_slot(m, t);
    if (m->slots[at].text == NULL) {
        m->slots[at] = *t;
        m->numbers[at] = -1;
    }
}

static struct name_map new_map(size_t n, struct arena *arena)
{
    size_t size = 16;
    while (size < 2 * n + 2)
        size *= 2;
    return (struct name_map){ .slots = arena_array(arena, size, sizeof(struct code_token)),
                              .numbers = arena_array(arena, size, sizeof(int64_t)),
                              .mask = size - 1 };
}

static void map_replace(struct name_map *m, struct code_token *t, const char *prefix,
                        struct arena *arena)
{
    size_t at = name_slot(m, t);
    if (m->slots[at].text == NULL)
        return;
    if (m->numbers[at] < 0)
        m->numbers[at] = m->next++;
    /* No file has this byte sequence as one word. */
    t->text = arena_printf(arena, "%s%lld", prefix, (long long)m->numbers[at]);
    t->len = strlen(t->text);
}

static void declare_names(const struct token_list *l, struct name_map *code, struct name_map *plan)
{
    size_t statement = 0;
    int depth = 0;
    int statement_depth = 0;
    for (size_t i = 0; i < l->n; i++) {
        const struct code_token *t = &l->items[i];
        if (t->kind == TOKEN_SIGN && (code_token_is(t, "(") || code_token_is(t, "[")))
            depth++;
        if (t->kind == TOKEN_SIGN && (code_token_is(t, ")") || code_token_is(t, "]")))
            depth--;
        if (code_token_is(t, ";") || code_token_is(t, "{") || code_token_is(t, "}") ||
            t->kind == TOKEN_LAYOUT ||
            (code_token_is(t, "(") && i > 0 && code_token_is(&l->items[i - 1], "for"))) {
            statement = i + 1;
            statement_depth = depth;
        }
        if (t->in_plan && i > 0 && code_token_is(&l->items[i - 1], "scratch") &&
            t->kind == TOKEN_WORD)
            map_declare(plan, t);
        if (is_declaration(l, i) ||
            (depth == statement_depth && is_further_declarator(l, i, statement)))
            map_declare(code, t);
    }
}

void code_rename(struct token_list *tokens, struct arena *arena)
{
    struct name_map code = new_map(tokens->n, arena);
    struct name_map plan = new_map(tokens->n, arena);
    declare_names(tokens, &code, &plan);
    for (size_t i = 0; i < tokens->n; i++) {
        struct code_token *t = &tokens->items[i];
        const struct code_token *before = i > 0 ? &tokens->items[i - 1] : NULL;
        if (t->kind != TOKEN_WORD)
            continue;
        if (before != NULL && (code_token_is(before, ".") || code_token_is(before, "->")))
            continue;
        if (t->in_plan && !(before != NULL && code_token_is(before, "launch")))
            map_replace(&plan, t, "$s", arena);
        else
            map_replace(&code, t, "$", arena);
    }
}

struct token_list code_tokens(enum identity_level level, const char *text, size_t len,
                              struct arena *arena)
{
    struct token_list tokens = code_tokens_all(text, len, arena);
    if (level == IDENTITY_RENAMED)
        code_rename(&tokens, arena);
    return tokens;
}

void code_identity(enum identity_level level, const char *text, size_t len, char out[65])
{
    struct arena arena = { 0 };
    struct token_list tokens;
    if (level == IDENTITY_BYTES) {
        sha256_hex(text, len, out);
        return;
    }
    tokens = code_tokens(level, text, len, &arena);
    struct sha256 s;
    sha256_init(&s);
    for (size_t i = 0; i < tokens.n; i++) {
        const struct code_token *t = &tokens.items[i];
        /* "#define f(x)" and "#define f (x)" differ. */
        bool is_macro = t->is_glued && i > 1 && code_token_is(t, "(") &&
                        code_token_is(&tokens.items[i - 2], "define");
        uint64_t head = (uint64_t)t->len << 4 | (uint64_t)t->kind << 1 | (is_macro ? 1 : 0);
        unsigned char bytes[8];
        for (size_t k = 0; k < sizeof(bytes); k++)
            bytes[k] = (unsigned char)(head >> (8 * k));
        sha256_update(&s, bytes, sizeof(bytes));
        sha256_update(&s, t->text, t->len);
    }
    sha256_final_hex(&s, out);
    arena_release(&arena);
}
