#include "analysis/code/code_token.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

struct lexer {
    const char *text;
    size_t at, end;
    uint32_t line;
    bool line_begins;
    struct code_tokens *out;
};

static bool is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool starts(const struct lexer *x, const char *s)
{
    size_t len = strlen(s);
    return x->end - x->at >= len && memcmp(x->text + x->at, s, len) == 0;
}

/* Over n bytes, counting lines. */
static void skip(struct lexer *x, size_t n)
{
    for (; n > 0 && x->at < x->end; n--) {
        if (x->text[x->at++] == '\n') {
            x->line++;
            x->line_begins = true;
        }
    }
}

static void skip_line(struct lexer *x)
{
    while (x->at < x->end && x->text[x->at] != '\n')
        skip(x, 1);
}

static void skip_past(struct lexer *x, const char *close)
{
    while (x->at < x->end && !starts(x, close))
        skip(x, 1);
    skip(x, strlen(close));
}

static void add_token(struct lexer *x, size_t len, enum code_language language)
{
    struct code_tokens *t = x->out;
    if (t->items == NULL || t->n == t->capacity) {
        t->capacity = t->capacity == 0 ? 1024 : 2 * t->capacity;
        t->items = mem_grow(t->items, t->capacity, sizeof(*t->items));
    }
    t->items[t->n++] = (struct code_token){
        .offset = (uint32_t)x->at,
        .len = (uint32_t)len,
        .line = x->line,
        .language = language,
        .begins_line = x->line_begins,
    };
    x->line_begins = false;
    x->at += len;
}

static size_t word_length(const struct lexer *x)
{
    size_t n = 0;
    while (x->at + n < x->end &&
           (is_word_start(x->text[x->at + n]) || is_digit(x->text[x->at + n])))
        n++;
    return n;
}

/* A word, a number, an operator of two characters, or one character. */
static void lex_plain(struct lexer *x, enum code_language language)
{
    static const char *const pairs[] = { "::", "==", "!=", "<=", ">=", "->", "+=", "-=",
                                         "*=", "/=", "//", "**", "&&", "||", "@=", ":=" };
    char c = x->text[x->at];
    if (is_word_start(c) || is_digit(c)) {
        add_token(x, word_length(x), language);
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        if (starts(x, pairs[i])) {
            add_token(x, 2, language);
            return;
        }
    }
    add_token(x, 1, language);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v' || c == '\0';
}

/* A literal that begins at x->at with quote; ends at the line's end at the latest. */
static void skip_quoted(struct lexer *x, char quote)
{
    skip(x, 1);
    while (x->at < x->end && x->text[x->at] != quote && x->text[x->at] != '\n')
        skip(x, x->text[x->at] == '\\' ? 2 : 1);
    if (x->at < x->end && x->text[x->at] == quote)
        skip(x, 1);
}

/* R"tag( ... )tag" */
static void skip_raw(struct lexer *x)
{
    char close[20] = ")";
    size_t tag = 0;
    skip(x, 2);
    while (tag < 16 && x->at + tag < x->end && x->text[x->at + tag] != '(')
        tag++;
    memcpy(close + 1, x->text + x->at, tag < x->end - x->at ? tag : x->end - x->at);
    close[1 + tag] = '"';
    close[2 + tag] = '\0';
    skip_past(x, close);
}

static void lex_cuda(struct lexer *x)
{
    while (x->at < x->end) {
        char c = x->text[x->at];
        if (is_space(c))
            skip(x, 1);
        else if (starts(x, "//"))
            skip_line(x);
        else if (starts(x, "/*"))
            skip_past(x, "*/");
        else if (starts(x, "R\""))
            skip_raw(x);
        else if (c == '"' || c == '\'')
            skip_quoted(x, c);
        else
            lex_plain(x, CODE_CUDA);
    }
}

static bool contains(const char *text, size_t len, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= len; i++) {
        if (memcmp(text + i, word, n) == 0)
            return true;
    }
    return false;
}

/* A string of a Python file that is compiled as CUDA. */
static bool is_cuda_source(const char *text, size_t len)
{
    static const char *const marks[] = { "__global__", "#include", "torch::Tensor", "at::Tensor" };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (contains(text, len, marks[i]))
            return true;
    }
    return false;
}

/* The string at x->at with its delimiter; its content is read as CUDA when it is that. */
static void lex_python_string(struct lexer *x, const char *delimiter)
{
    size_t n = strlen(delimiter);
    bool triple = n == 3;
    skip(x, n);
    struct lexer inner = *x;
    while (x->at < x->end && !starts(x, delimiter) && (triple || x->text[x->at] != '\n'))
        skip(x, x->text[x->at] == '\\' ? 2 : 1);
    inner.end = x->at < x->end ? x->at : x->end;
    if (is_cuda_source(inner.text + inner.at, inner.end - inner.at))
        lex_cuda(&inner);
    if (starts(x, delimiter))
        skip(x, n);
    x->line_begins = false;
}

static void lex_python(struct lexer *x)
{
    static const char *const delimiters[] = { "\"\"\"", "'''", "\"", "'" };
    while (x->at < x->end) {
        bool string = false;
        for (size_t i = 0; i < ARRAY_LEN(delimiters) && !string; i++) {
            string = starts(x, delimiters[i]);
            if (string)
                lex_python_string(x, delimiters[i]);
        }
        if (string)
            continue;
        if (is_space(x->text[x->at]) || starts(x, "\\\n"))
            skip(x, 1);
        else if (x->text[x->at] == '#')
            skip_line(x);
        else
            lex_plain(x, CODE_PYTHON);
    }
}

static size_t line_length(const char *text, size_t len)
{
    const char *end = memchr(text, '\n', len);
    return end == NULL ? len : (size_t)(end - text);
}

/* A line that begins with word and holds more. */
static bool has_line(const char *text, size_t len, const char *word, const char *more)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < len; i += line_length(text + i, len - i) + 1) {
        size_t length = line_length(text + i, len - i);
        if (length >= n && memcmp(text + i, word, n) == 0 && contains(text + i, length, more))
            return true;
    }
    return false;
}

/* Lines that only one of the languages has; Python first, as it may hold CUDA in strings. */
enum code_language code_guess_language(const char *text, size_t len)
{
    static const char *const python[][2] = { { "import ", "" },
                                             { "from ", " import " },
                                             { "def ", ":" },
                                             { "class ", "):" },
                                             { "@triton", "" } };
    static const char *const cuda[] = { "//@", "__global__", "#include", "extern \"C\"" };
    for (size_t i = 0; i < ARRAY_LEN(python); i++) {
        if (has_line(text, len, python[i][0], python[i][1]))
            return CODE_PYTHON;
    }
    for (size_t i = 0; i < ARRAY_LEN(cuda); i++) {
        if (contains(text, len, cuda[i]))
            return CODE_CUDA;
    }
    return contains(text, len, "self.") || contains(text, len, "torch.") ? CODE_PYTHON : CODE_CUDA;
}

void code_tokenize(const char *text, size_t len, struct code_tokens *out)
{
    struct lexer x = { .text = text, .end = len, .line = 1, .line_begins = true, .out = out };
    *out = (struct code_tokens){ .text = text };
    if (len >= UINT32_MAX)
        return;
    if (code_guess_language(text, len) == CODE_PYTHON)
        lex_python(&x);
    else
        lex_cuda(&x);
}

void code_tokens_release(struct code_tokens *t)
{
    free(t->items);
    *t = (struct code_tokens){ 0 };
}

bool code_token_is(const struct code_tokens *t, size_t i, const char *word)
{
    size_t len = strlen(word);
    return i < t->n && t->items[i].len == len &&
           memcmp(t->text + t->items[i].offset, word, len) == 0;
}
