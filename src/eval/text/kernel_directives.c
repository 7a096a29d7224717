/*
 * kernel_directives.c - which preprocessor directives a kernel file may have.
 *
 * Device headers are built in, so accepted #include lines are blanked and others refused: a
 * preprocessor that opens files would put their contents into logs.  The search is stricter than
 * the language (it looks into block comments), so nothing can hide from it.  Only lines within a
 * raw string are left alone.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/eval/text/kernel_text.h"
#include "tasks/text/cuda_lex.h"

#define MAX_DIRECTIVE 8192

static const char *const accepted_headers[] = {
    /* CUDA's */
    "cuda_runtime.h", "cuda.h", "cuda_runtime_api.h", "device_launch_parameters.h",
    "device_functions.h", "vector_types.h", "vector_functions.h", "math_constants.h",
    "sm_60_atomic_functions.h", "math_functions.h", "cuda_fp16.h", "cuda_fp16.hpp", "cuda_bf16.h",
    "cuda_bf16.hpp",
    /* of C and C++ */
    "math.h", "cmath", "stdint.h", "cstdint", "float.h", "cfloat", "limits.h", "climits",
    "stddef.h", "cstddef", "stdio.h", "cstdio", "stdlib.h", "cstdlib", "assert.h", "cassert",
    "string.h", "cstring", "inttypes.h", "stdbool.h"
};

struct directive_place {
    const struct text_headers *headers;
    size_t line;
    struct text_error *error;
};

static bool refuse(const struct directive_place *p, const char *what, const char *subject)
{
    p->error->line = p->line;
    snprintf(p->error->msg, sizeof p->error->msg, "%s%.120s", what, subject);
    return false;
}

struct logical {
    char text[MAX_DIRECTIVE];
    size_t len;
    bool cut; /* longer than fits */
};

static size_t read_logical(const char *text, size_t len, struct logical *out)
{
    size_t i = 0;
    out->len = 0;
    out->cut = false;
    while (i < len && text[i] != '\n') {
        size_t splice = lex_splice_length(text + i, len - i);
        if (splice != 0) {
            i += splice;
            continue;
        }
        if (out->len + 1 < sizeof out->text)
            out->text[out->len++] = text[i];
        else
            out->cut = true;
        i++;
    }
    out->text[out->len] = '\0';
    return i;
}

/* Only blanks and comments that end on this line may stand before a directive. */
static bool may_begin(const char *s, size_t at)
{
    bool blank = true;
    for (size_t i = 0; i < at; i++) {
        if (s[i] == '*' && s[i + 1] == '/')
            return true;
        blank = blank && is_space(s[i]);
    }
    return blank;
}

/* False: a comment does not end on this line. */
static bool skip_space(const char *s, size_t *at)
{
    for (;;) {
        while (is_space(s[*at]))
            (*at)++;
        if (s[*at] != '/' || s[*at + 1] != '*')
            return true;
        const char *end = strstr(s + *at + 2, "*/");
        if (end == NULL)
            return false;
        *at = (size_t)(end - s) + 2;
    }
}

static bool is_accepted(const char *name, const struct text_headers *headers)
{
    for (size_t i = 0; i < ARRAY_LEN(accepted_headers); i++)
        if (strcmp(name, accepted_headers[i]) == 0)
            return true;
    for (size_t i = 0; i < headers->n_more; i++)
        if (strcmp(name, headers->more[i]) == 0)
            return true;
    return false;
}

static bool check_include(const char *s, size_t at, const struct directive_place *p)
{
    char what[80];
    char name[96];
    char close = s[at] == '<' ? '>' : '"';
    size_t n = 0;
    if (s[at] != '<' && s[at] != '"')
        return refuse(p, "#include must name a header directly", "");
    for (at++; s[at] != close && s[at] != '\0' && n + 1 < sizeof name; at++)
        name[n++] = s[at];
    name[n] = '\0';
    if (s[at] == close && is_accepted(name, p->headers))
        return true;
    for (size_t i = 0; i < n; i++)
        if (name[i] < ' ' || name[i] > '~')
            name[i] = '?';
    snprintf(what, sizeof what, "not on the %s backend: #include of ", p->headers->backend);
    return refuse(p, what, name);
}

static bool word_at(const char *s, size_t at, const char *word)
{
    size_t n = strlen(word);
    return strncmp(s + at, word, n) == 0 && !is_name(s[at + n]);
}

/* None changes what code means or what is compiled. */
static bool is_pragma_accepted(const char *s, size_t at)
{
    static const char *const accepted[] = { "unroll", "nounroll", "once", "pack" };
    static const char *const compilers[] = { "GCC", "clang" };
    for (size_t i = 0; i < ARRAY_LEN(accepted); i++)
        if (word_at(s, at, accepted[i]))
            return true;
    for (size_t i = 0; i < ARRAY_LEN(compilers); i++) {
        size_t n = at + strlen(compilers[i]);
        if (word_at(s, at, compilers[i]) && word_at(s, n + strspn(s + n, " \t"), "diagnostic"))
            return true;
    }
    return strncmp(s + at, "nv_", 3) == 0 || strncmp(s + at, "diag_", 5) == 0;
}

enum directive { DIRECTIVE_OTHER, DIRECTIVE_INCLUDE, DIRECTIVE_REFUSED };

static enum directive check_directive(const char *s, size_t at, const struct directive_place *p)
{
    if (!skip_space(s, &at)) {
        refuse(p, "a comment cuts a preprocessor directive", "");
        return DIRECTIVE_REFUSED;
    }
    if (word_at(s, at, "include")) {
        at += strlen("include");
        if (!skip_space(s, &at) || !check_include(s, at, p))
            return DIRECTIVE_REFUSED;
        return DIRECTIVE_INCLUDE;
    }
    static const char *const refused[] = { "include_next", "import", "embed",   "assert",
                                           "ident",        "sccs",   "unassert" };
    for (size_t i = 0; i < ARRAY_LEN(refused); i++)
        if (word_at(s, at, refused[i])) {
            refuse(p, "not accepted in a kernel file: #", refused[i]);
            return DIRECTIVE_REFUSED;
        }
    if (!word_at(s, at, "pragma"))
        return DIRECTIVE_OTHER;
    at += strlen("pragma");
    (void)skip_space(s, &at);
    if (is_pragma_accepted(s, at))
        return DIRECTIVE_OTHER;
    refuse(p, "not accepted in a kernel file: #pragma other than unroll, once, pack and diagnostic",
           "");
    return DIRECTIVE_REFUSED;
}

bool kernel_text_pragma(const char *after)
{
    size_t at = strspn(after, " \t\r\n\f\v");
    if (after[at] != '(')
        return false;
    at += 1 + strspn(after + at + 1, " \t\r\n\f\v");
    at += after[at] == 'L';
    return after[at] == '"' && is_pragma_accepted(after, at + 1 + strspn(after + at + 1, " \t"));
}

static enum directive check_line(const struct logical *l, const struct directive_place *p)
{
    const char *s = l->text;
    for (size_t i = 0; i < l->len; i++) {
        size_t mark = s[i] == '#' ? 1 : s[i] == '%' && s[i + 1] == ':' ? 2 : 0;
        if (mark == 0 || !may_begin(s, i))
            continue;
        if (l->cut && i + 64 > l->len) {
            refuse(p, "a preprocessor directive is too far to the right", "");
            return DIRECTIVE_REFUSED;
        }
        enum directive d = check_directive(s, i + mark, p);
        if (d != DIRECTIVE_OTHER)
            return d;
    }
    return DIRECTIVE_OTHER;
}

/* Tokens up to the line that is looked at. */
struct raw_strings {
    struct lexer lexer;
    struct lex_token token;
};

/* Whether a raw string began before this byte and goes on. */
static bool is_in_raw_string(struct raw_strings *r, size_t at)
{
    while (r->token.kind != LEX_END && r->token.start + r->token.len <= at)
        r->token = lex_next(&r->lexer);
    return r->token.kind == LEX_TEXT && r->token.start < at;
}

bool kernel_text_directives(const char *text, size_t len, const struct text_headers *headers,
                            char *out, struct text_error *error)
{
    struct logical l;
    struct directive_place p = { .headers = headers, .line = 1, .error = error };
    struct raw_strings raw = { .token = { .kind = LEX_SIGN } };
    lex_init(&raw.lexer, text, len);
    memcpy(out, text, len);
    for (size_t i = 0; i < len;) {
        size_t used = read_logical(text + i, len - i, &l);
        /* A directive could begin at the first byte that was cut off. */
        if (l.cut && may_begin(l.text, l.len) && !is_in_raw_string(&raw, i))
            return refuse(&p, "a preprocessor directive is too far to the right", "");
        enum directive d = is_in_raw_string(&raw, i) ? DIRECTIVE_OTHER : check_line(&l, &p);
        if (d == DIRECTIVE_REFUSED)
            return false;
        for (size_t k = i; k < i + used; k++) {
            if (d == DIRECTIVE_INCLUDE && text[k] != '\n')
                out[k] = ' ';
            p.line += text[k] == '\n';
        }
        i += used + 1;
        p.line++;
    }
    return true;
}
