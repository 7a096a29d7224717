#define _GNU_SOURCE
#include "tasks/text/code_token.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "tasks/text/cuda_lex.h"

#define MAX_INDENTS 64

struct token_reader {
    const char *text;
    size_t at, end;
    uint32_t line;
    bool begins_line;
    bool wants_all;
    struct arena *arena;
    struct code_token *items; /* heap until complete */
    size_t n, capacity;
    size_t brackets; /* open ones of Python */
    size_t indents[MAX_INDENTS], n_indents;
};

static void add(struct token_reader *r, const struct code_token *t)
{
    if (!r->wants_all && (t->kind == TOKEN_TEXT || t->kind == TOKEN_LAYOUT || t->in_plan))
        return;
    if (r->items == NULL || r->n == r->capacity) {
        r->capacity = r->capacity == 0 ? 256 : 2 * r->capacity;
        r->items = mem_grow(r->items, r->capacity, sizeof(*r->items));
    }
    r->items[r->n++] = *t;
}

static bool holds(const char *text, size_t len, const char *word)
{
    return len > 0 && memmem(text, len, word, strlen(word)) != NULL;
}

/* Renaming makes "$1", so a file's own dollar at a name's beginning is doubled. */
static void set_text(struct code_token *out, const struct lexer *l, const struct lex_token *t,
                     struct arena *arena)
{
    out->text = l->text + t->start;
    out->len = t->len;
    bool has_dollar = t->kind == LEX_NAME && out->text[0] == '$';
    if (t->is_plain && !has_dollar)
        return;
    char *copy = arena_array(arena, t->len + 1, 1);
    copy[0] = '$';
    out->len = lex_clean(l, t, copy + has_dollar) + has_dollar;
    out->text = copy;
}

static void read_cuda(struct token_reader *r, size_t from, size_t end, uint32_t line)
{
    static const enum token_kind kinds[] = {
        [LEX_NAME] = TOKEN_WORD, [LEX_NUMBER] = TOKEN_NUMBER,   [LEX_TEXT] = TOKEN_TEXT,
        [LEX_SIGN] = TOKEN_SIGN, [LEX_LINE_END] = TOKEN_LAYOUT,
    };
    struct lexer l;
    lex_init(&l, r->text + from, end - from);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        struct code_token out = { .kind = kinds[t.kind],
                                  .line = line + (uint32_t)t.line - 1,
                                  .language = CODE_CUDA,
                                  .in_plan = t.region == LEX_PLAN,
                                  .is_glued = t.is_glued };
        set_text(&out, &l, &t, r->arena);
        add(r, &out);
    }
}

static size_t left_of(const struct token_reader *r)
{
    return r->end - r->at;
}

static char peek(const struct token_reader *r, size_t ahead)
{
    return left_of(r) > ahead ? r->text[r->at + ahead] : '\0';
}

static void skip(struct token_reader *r, size_t n)
{
    for (; n > 0 && r->at < r->end; n--) {
        if (r->text[r->at++] == '\n') {
            r->line++;
            r->begins_line = true;
        }
    }
}

static void add_python(struct token_reader *r, size_t len, enum token_kind kind)
{
    struct code_token t = { .text = r->text + r->at,
                            .len = len,
                            .line = r->line,
                            .kind = kind,
                            .language = CODE_PYTHON,
                            .begins_line = r->begins_line };
    add(r, &t);
    skip(r, len);
    r->begins_line = false;
}

/* The indentation of a line is a token, unless the line is empty. */
static void read_indent(struct token_reader *r)
{
    static const char depths[] =
        "\n                                                                ";
    size_t width = 0;
    while (is_blank(peek(r, width)))
        width++;
    r->at += width;
    char c = peek(r, 0);
    if (r->at == r->end || c == '\n' || c == '\r' || c == '#')
        return;
    while (r->n_indents > 0 && r->indents[r->n_indents - 1] > width)
        r->n_indents--;
    if (width > 0 && r->n_indents < MAX_INDENTS &&
        (r->n_indents == 0 || r->indents[r->n_indents - 1] < width))
        r->indents[r->n_indents++] = width;
    struct code_token t = { .text = depths,
                            .len = 1 + r->n_indents,
                            .line = r->line,
                            .kind = TOKEN_LAYOUT,
                            .language = CODE_PYTHON };
    add(r, &t);
}

static bool is_cuda_source(const char *text, size_t len)
{
    static const char *const marks[] = { "__global__", "#include", "torch::Tensor", "at::Tensor" };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (holds(text, len, marks[i]))
            return true;
    }
    return false;
}

/* Up to the closing quotes; an open string ends with its line, or the text. */
static size_t content_length(const char *s, size_t len, const char *delimiter, size_t n)
{
    size_t i = 0;
    while (i < len && (n == 3 || s[i] != '\n') &&
           !(len - i >= n && memcmp(s + i, delimiter, n) == 0))
        i += s[i] == '\\' && i + 1 < len ? 2 : 1;
    return i;
}

static void read_string(struct token_reader *r)
{
    static const struct code_token mark = { .text = "\"\"\"", .len = 3, .kind = TOKEN_SIGN };
    const char *s = r->text + r->at;
    size_t n = peek(r, 1) == s[0] && peek(r, 2) == s[0] ? 3 : 1;
    size_t content = content_length(s + n, left_of(r) - n, s, n);
    bool closed = left_of(r) - n - content >= n && memcmp(s + n + content, s, n) == 0;
    size_t len = n + content + (closed ? n : 0);
    size_t from = r->at + n;
    if (!r->wants_all) {
        if (is_cuda_source(s + n, content))
            read_cuda(r, from, from + content, r->line);
    } else if (n == 3 && closed && holds(s + n, content, "__global__")) {
        add(r, &mark);
        read_cuda(r, from, from + content, r->line);
        add(r, &mark);
    } else {
        add_python(r, len, TOKEN_TEXT);
        return;
    }
    skip(r, len);
    r->begins_line = false;
}

static void read_sign(struct token_reader *r)
{
    char c = peek(r, 0);
    r->brackets += c == '(' || c == '[' || c == '{';
    r->brackets -= (c == ')' || c == ']' || c == '}') && r->brackets > 0;
    add_python(r, lex_sign_length(r->text + r->at, left_of(r)), TOKEN_SIGN);
}

static void read_python(struct token_reader *r)
{
    read_indent(r);
    while (r->at < r->end) {
        char c = peek(r, 0);
        if (c == '\n') {
            skip(r, 1);
            if (r->brackets == 0)
                read_indent(r);
        } else if (is_space(c) || c == '\0') {
            r->at++;
        } else if (c == '\\' &&
                   (peek(r, 1) == '\n' || (peek(r, 1) == '\r' && peek(r, 2) == '\n'))) {
            skip(r, peek(r, 1) == '\n' ? 2 : 3);
        } else if (c == '#') {
            const char *end = memchr(r->text + r->at, '\n', left_of(r));
            r->at = end == NULL ? r->end : (size_t)(end - r->text);
        } else if (c == '"' || c == '\'') {
            read_string(r);
        } else if (is_digit(c) || (c == '.' && is_digit(peek(r, 1)))) {
            add_python(r, lex_number_length(r->text + r->at, left_of(r)), TOKEN_NUMBER);
        } else if (is_name(c)) {
            size_t n = 1;
            while (is_name(peek(r, n)))
                n++;
            add_python(r, n, TOKEN_WORD);
        } else {
            read_sign(r);
        }
    }
}

static size_t line_length(const char *text, size_t len)
{
    const char *end = memchr(text, '\n', len);
    return end == NULL ? len : (size_t)(end - text);
}

static bool has_line(const char *text, size_t len, const char *word, const char *more)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < len; i += line_length(text + i, len - i) + 1) {
        size_t length = line_length(text + i, len - i);
        if (length >= n && memcmp(text + i, word, n) == 0 && holds(text + i, length, more))
            return true;
    }
    return false;
}

/* Python comes first: it may hold CUDA in strings. */
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
        if (holds(text, len, cuda[i]))
            return CODE_CUDA;
    }
    return holds(text, len, "self.") || holds(text, len, "torch.") ? CODE_PYTHON : CODE_CUDA;
}

static struct token_list read_all(struct token_reader *r)
{
    if (r->end >= UINT32_MAX)
        return (struct token_list){ NULL, 0 };
    if (code_guess_language(r->text, r->end) == CODE_PYTHON)
        read_python(r);
    else
        read_cuda(r, 0, r->end, 1);
    struct token_list list = { arena_array(r->arena, r->n, sizeof(*r->items)), r->n };
    if (r->n > 0)
        memcpy(list.items, r->items, r->n * sizeof(*r->items));
    free(r->items);
    return list;
}

struct token_list code_tokens_all(const char *text, size_t len, struct arena *arena)
{
    struct token_reader r = {
        .text = text, .end = len, .line = 1, .begins_line = true, .wants_all = true, .arena = arena
    };
    return read_all(&r);
}

struct token_list code_tokens_run(const char *text, size_t len, struct arena *arena)
{
    struct token_reader r = {
        .text = text, .end = len, .line = 1, .begins_line = true, .arena = arena
    };
    return read_all(&r);
}

bool code_token_is(const struct code_token *t, const char *word)
{
    size_t len = strlen(word);
    return t->len == len && memcmp(t->text, word, len) == 0;
}

bool code_token_same(const struct code_token *a, const struct code_token *b)
{
    return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}
