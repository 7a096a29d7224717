/*
 * code_lex.c - tokens of CUDA C and Python, for identities: no grammar, no errors.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/code/code_identity.h"
#include "src/base/mem.h"

#define MAX_INDENTS 64

struct lexer {
    const char *text;
    size_t len;
    size_t at;
    struct code_token *items; /* heap while growing */
    size_t n;
    size_t capacity;
    bool in_plan;
    bool in_directive; /* preprocessor line */
    bool is_python;
    int brackets;
    size_t indents[MAX_INDENTS];
    size_t n_indents;
    size_t spaced; /* at, when white space ended there */
};

static bool is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 128;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_word_start(c) || is_digit(c);
}

static char peek(const struct lexer *x, size_t ahead)
{
    return x->len - x->at > ahead ? x->text[x->at + ahead] : '\0';
}

static bool looking_at(const struct lexer *x, const char *s)
{
    size_t n = strlen(s);
    return x->len - x->at >= n && memcmp(x->text + x->at, s, n) == 0;
}

static void add(struct lexer *x, const char *text, size_t len, enum token_kind kind, bool glued)
{
    if (x->items == NULL || x->n == x->capacity) {
        x->capacity = x->capacity == 0 ? 256 : 2 * x->capacity;
        x->items = mem_grow(x->items, x->capacity, sizeof(*x->items));
    }
    x->items[x->n++] = (struct code_token){ text, len, kind, x->in_plan, glued };
}

static void add_here(struct lexer *x, size_t len, enum token_kind kind)
{
    add(x, x->text + x->at, len, kind, x->at > 0 && x->spaced != x->at);
    x->at += len;
}

/* Length of a quoted literal at the cursor; unterminated ones end with the line, or the text. */
static size_t quoted_length(const struct lexer *x, char quote)
{
    size_t i = 1;
    while (x->at + i < x->len && peek(x, i) != quote && peek(x, i) != '\n')
        i += peek(x, i) == '\\' && x->at + i + 1 < x->len ? 2 : 1;
    if (x->at + i < x->len && peek(x, i) == quote)
        i++;
    return x->at + i > x->len ? x->len - x->at : i;
}

static size_t find_from(const struct lexer *x, size_t from, const char *s, size_t n)
{
    for (size_t i = from; i + n <= x->len; i++) {
        if (memcmp(x->text + i, s, n) == 0)
            return i;
    }
    return x->len;
}

/* R"delimiter( ... )delimiter": the cursor is at R. */
static size_t raw_length(const struct lexer *x)
{
    char close[20];
    size_t n = 0;
    while (n < 17 && x->at + 2 + n < x->len && peek(x, 2 + n) != '(' && peek(x, 2 + n) != '\n')
        n++;
    if (peek(x, 2 + n) != '(')
        return 1;
    close[0] = ')';
    memcpy(close + 1, x->text + x->at + 2, n);
    close[n + 1] = '"';
    size_t end = find_from(x, x->at + 3 + n, close, n + 2);
    return end == x->len ? x->len - x->at : end + n + 2 - x->at;
}

static void lex_number(struct lexer *x)
{
    size_t i = 1;
    for (;;) {
        char c = peek(x, i);
        char before = peek(x, i - 1);
        bool exponent = (c == '+' || c == '-') &&
                        (before == 'e' || before == 'E' || before == 'p' || before == 'P');
        bool hex_e = exponent && peek(x, 0) == '0' && (peek(x, 1) == 'x' || peek(x, 1) == 'X') &&
                     (before == 'e' || before == 'E');
        if (!is_word(c) && c != '.' && !(exponent && !hex_e) &&
            !(c == '\'' && is_word(peek(x, i + 1))))
            break;
        i++;
    }
    add_here(x, i, TOKEN_NUMBER);
}

static const char *const signs[] = {
    "<<<", ">>>", "<<=", ">>=", "...", "->*", "**=", "//=", "->", "++",
    "--",  "<<",  ">>",  "<=",  ">=",  "==",  "!=",  "&&",  "||", "+=",
    "-=",  "*=",  "/=",  "%=",  "&=",  "|=",  "^=",  "::",  "##",
};

static void lex_sign(struct lexer *x)
{
    size_t len = 1;
    char c = peek(x, 0);
    for (size_t i = 0; i < ARRAY_LEN(signs) && len == 1; i++) {
        if (looking_at(x, signs[i]))
            len = strlen(signs[i]);
    }
    if (c == '(' || c == '[' || c == '{')
        x->brackets++;
    if ((c == ')' || c == ']' || c == '}') && x->brackets > 0)
        x->brackets--;
    add_here(x, len, TOKEN_SIGN);
}

static void skip_line(struct lexer *x)
{
    while (x->at < x->len && x->text[x->at] != '\n') {
        bool continued = !x->is_python && x->text[x->at] == '\\' && peek(x, 1) == '\n';
        x->at += continued ? 2 : 1;
    }
}

/* Depth of indentation of a Python line as a layout token. */
static void lex_indent(struct lexer *x)
{
    static const char depths[] =
        "\n                                                                ";
    size_t width = 0;
    while (peek(x, width) == ' ' || peek(x, width) == '\t')
        width++;
    x->at += width;
    x->spaced = x->at;
    char c = peek(x, 0);
    if (x->at == x->len || c == '\n' || c == '\r' || c == '#')
        return;
    while (x->n_indents > 0 && x->indents[x->n_indents - 1] > width)
        x->n_indents--;
    if (width > 0 && x->n_indents < MAX_INDENTS &&
        (x->n_indents == 0 || x->indents[x->n_indents - 1] < width))
        x->indents[x->n_indents++] = width;
    add(x, depths, 1 + x->n_indents, TOKEN_LAYOUT, false);
}

static void lex_newline(struct lexer *x)
{
    x->at++;
    x->spaced = x->at;
    if (x->is_python) {
        if (x->brackets == 0)
            lex_indent(x);
        return;
    }
    if (x->in_plan || x->in_directive)
        add(x, "\n", 1, TOKEN_LAYOUT, false);
    x->in_plan = false;
    x->in_directive = false;
}

/* White space and comments; false when the cursor is at a token. */
static bool skip_blank(struct lexer *x)
{
    char c = peek(x, 0);
    if (c == '\n') {
        lex_newline(x);
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        x->at++;
    } else if (c == '\\' && (peek(x, 1) == '\n' || (peek(x, 1) == '\r' && peek(x, 2) == '\n'))) {
        x->at += peek(x, 1) == '\n' ? 2 : 3;
    } else if (x->is_python && c == '#') {
        skip_line(x);
    } else if (!x->is_python && looking_at(x, "//@") && !x->in_plan) {
        x->in_plan = true;
        add_here(x, 3, TOKEN_SIGN);
    } else if (!x->is_python && looking_at(x, "//")) {
        skip_line(x);
    } else if (!x->is_python && looking_at(x, "/*")) {
        size_t end = find_from(x, x->at + 2, "*/", 2);
        x->at = end == x->len ? end : end + 2;
    } else {
        return false;
    }
    x->spaced = x->at;
    return true;
}

static void lex_all(struct lexer *x);

/* The CUDA source in a Python string becomes tokens of its own between two quotes. */
static void lex_embedded(struct lexer *x, size_t len)
{
    struct lexer inner = { .text = x->text + x->at + 3, .len = len - 6 };
    inner.items = x->items;
    inner.n = x->n;
    inner.capacity = x->capacity;
    add(&inner, "\"\"\"", 3, TOKEN_SIGN, false);
    lex_all(&inner);
    add(&inner, "\"\"\"", 3, TOKEN_SIGN, false);
    x->items = inner.items;
    x->n = inner.n;
    x->capacity = inner.capacity;
    x->at += len;
}

static bool lex_triple(struct lexer *x)
{
    if (!x->is_python || !(looking_at(x, "\"\"\"") || looking_at(x, "'''")))
        return false;
    size_t end = find_from(x, x->at + 3, x->text + x->at, 3);
    size_t len = end == x->len ? x->len - x->at : end + 3 - x->at;
    bool closed = end != x->len;
    size_t code = find_from(x, x->at, "__global__", 10);
    if (closed && code < end)
        lex_embedded(x, len);
    else
        add_here(x, len, TOKEN_TEXT);
    return true;
}

static void lex_word(struct lexer *x)
{
    size_t i = 1;
    while (is_word(peek(x, i)))
        i++;
    add_here(x, i, TOKEN_WORD);
}

static void lex_token(struct lexer *x)
{
    char c = peek(x, 0);
    if (lex_triple(x))
        return;
    if (c == '"' || c == '\'')
        add_here(x, quoted_length(x, c), TOKEN_TEXT);
    else if (!x->is_python && c == 'R' && peek(x, 1) == '"')
        add_here(x, raw_length(x), TOKEN_TEXT);
    else if (is_digit(c) || (c == '.' && is_digit(peek(x, 1))))
        lex_number(x);
    else if (is_word_start(c))
        lex_word(x);
    else {
        bool opens = c == '#' && !x->is_python;
        lex_sign(x);
        x->in_directive = x->in_directive || opens;
    }
}

static void lex_all(struct lexer *x)
{
    if (x->is_python)
        lex_indent(x);
    while (x->at < x->len) {
        if (!skip_blank(x))
            lex_token(x);
    }
}

static bool line_is_import(const char *s, size_t len)
{
    return (len > 7 && memcmp(s, "import ", 7) == 0) || (len > 5 && memcmp(s, "from ", 5) == 0);
}

/* A C file has no line that begins with import or from. */
static bool is_python(const char *text, size_t len)
{
    size_t start = 0;
    for (size_t i = 0; i <= len; i++) {
        if (i < len && text[i] != '\n')
            continue;
        if (line_is_import(text + start, i - start))
            return true;
        start = i + 1;
    }
    return false;
}

struct token_list code_lex(const char *text, size_t len, struct arena *arena)
{
    struct lexer x = { .text = text, .len = len, .is_python = is_python(text, len) };
    lex_all(&x);
    struct token_list list = { arena_array(arena, x.n, sizeof(*x.items)), x.n };
    if (x.n > 0)
        memcpy(list.items, x.items, x.n * sizeof(*x.items));
    free(x.items);
    return list;
}
