#include "reports/doc/formula.h"

#include <string.h>

#include "reports/doc/latex_text.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define DEPTH_MAX 12

struct named_sign {
    const char *name, *text, *plain;
    enum formula_class class;
};

static const struct named_sign named_signs[] = {
    { "alpha", "\u03B1", "alpha", FORMULA_ORDINARY },
    { "beta", "\u03B2", "beta", FORMULA_ORDINARY },
    { "gamma", "\u03B3", "gamma", FORMULA_ORDINARY },
    { "delta", "\u03B4", "delta", FORMULA_ORDINARY },
    { "theta", "\u03B8", "theta", FORMULA_ORDINARY },
    { "kappa", "\u03BA", "kappa", FORMULA_ORDINARY },
    { "lambda", "\u03BB", "lambda", FORMULA_ORDINARY },
    { "mu", "\u03BC", "mu", FORMULA_ORDINARY },
    { "pi", "\u03C0", "pi", FORMULA_ORDINARY },
    { "rho", "\u03C1", "rho", FORMULA_ORDINARY },
    { "sigma", "\u03C3", "sigma", FORMULA_ORDINARY },
    { "tau", "\u03C4", "tau", FORMULA_ORDINARY },
    { "chi", "\u03C7", "chi", FORMULA_ORDINARY },
    { "Delta", "\u0394", "Delta", FORMULA_ORDINARY },
    { "infty", "\u221E", "infinity", FORMULA_ORDINARY },
    { "ldots", "\u2026", "...", FORMULA_ORDINARY },
    { "cdot", "\u00B7", "*", FORMULA_BINARY },
    { "times", "\u00D7", "x", FORMULA_BINARY },
    { "pm", "\u00B1", "+-", FORMULA_BINARY },
    { "le", "\u2264", "<=", FORMULA_RELATION },
    { "ge", "\u2265", ">=", FORMULA_RELATION },
    { "ne", "\u2260", "!=", FORMULA_RELATION },
    { "approx", "\u2248", "~", FORMULA_RELATION },
    { "sum", "\u2211", "sum", FORMULA_OPERATOR },
    { "prod", "\u220F", "prod", FORMULA_OPERATOR },
    { "ln", "ln", "ln", FORMULA_OPERATOR },
    { "exp", "exp", "exp", FORMULA_OPERATOR },
    { "max", "max", "max", FORMULA_OPERATOR },
    { "min", "min", "min", FORMULA_OPERATOR },
    { "arcsin", "arcsin", "asin", FORMULA_OPERATOR },
    { "tanh", "tanh", "tanh", FORMULA_OPERATOR },
    { ",", " ", " ", FORMULA_SPACE },
};

struct face_command {
    const char *name;
    enum formula_face face;
    enum formula_class class;
};

static const struct face_command face_commands[] = {
    { "mathrm", FORMULA_UPRIGHT, FORMULA_ORDINARY },
    { "text", FORMULA_UPRIGHT, FORMULA_ORDINARY },
    { "mathit", FORMULA_ITALIC, FORMULA_ORDINARY },
    { "mathbf", FORMULA_BOLD, FORMULA_ORDINARY },
    { "operatorname", FORMULA_UPRIGHT, FORMULA_OPERATOR },
};

struct two_parts {
    const char *name;
    enum formula_kind kind;
};

static const struct two_parts two_parts[] = {
    { "frac", FORMULA_FRACTION },
    { "binom", FORMULA_BINOMIAL },
};

static const struct {
    char sign;
    enum formula_class class;
    const char *text;
} signs[] = {
    { '+', FORMULA_BINARY, "+" },   { '-', FORMULA_BINARY, "\u2212" },
    { '=', FORMULA_RELATION, "=" }, { '<', FORMULA_RELATION, "<" },
    { '>', FORMULA_RELATION, ">" }, { '(', FORMULA_OPEN, "(" },
    { '[', FORMULA_OPEN, "[" },     { ')', FORMULA_CLOSE, ")" },
    { ']', FORMULA_CLOSE, "]" },    { ',', FORMULA_COMMA, "," },
    { ';', FORMULA_COMMA, ";" },    { '/', FORMULA_ORDINARY, "/" },
    { '|', FORMULA_ORDINARY, "|" }, { '@', FORMULA_ORDINARY, "@" },
    { '!', FORMULA_ORDINARY, "!" },
};

struct formula_reader {
    struct arena *arena;
    const char *at, *end;
    int depth;
    bool failed;
};

static struct formula_node *read_list(struct formula_reader *r, const char *stop);

static struct formula_node *node_new(struct formula_reader *r, enum formula_kind kind)
{
    struct formula_node *n = arena_alloc(r->arena, sizeof(*n));
    n->kind = kind;
    return n;
}

static struct formula_node *sign_new(struct formula_reader *r, const char *text, const char *plain,
                                     enum formula_class class, enum formula_face face)
{
    struct formula_node *n = node_new(r, FORMULA_SIGN);
    n->text = text;
    n->plain = plain;
    n->class = class;
    n->face = face;
    return n;
}

static void skip_blanks(struct formula_reader *r)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
}

static bool take(struct formula_reader *r, const char *what)
{
    size_t n = strlen(what);
    if ((size_t)(r->end - r->at) < n || strncmp(r->at, what, n) != 0)
        return false;
    r->at += n;
    return true;
}

static struct formula_node *read_braces(struct formula_reader *r)
{
    skip_blanks(r);
    if (!take(r, "{")) {
        r->failed = true;
        return NULL;
    }
    return read_list(r, "}");
}

static const char *read_words(struct formula_reader *r)
{
    char *out = arena_alloc(r->arena, (size_t)(r->end - r->at) + 1);
    size_t n = 0;
    if (!take(r, "{"))
        r->failed = true;
    while (r->at < r->end && *r->at != '}') {
        if (*r->at == '\\' && r->at + 1 < r->end)
            r->at++;
        out[n++] = *r->at++;
    }
    if (!take(r, "}"))
        r->failed = true;
    return out;
}

static struct formula_node *read_fence(struct formula_reader *r)
{
    struct formula_node *n = node_new(r, FORMULA_FENCE);
    char open = r->at < r->end ? *r->at++ : '(';
    n->a = read_list(r, "\\right");
    char close = r->at < r->end ? *r->at++ : ')';
    n->text = arena_printf(r->arena, "%c%c", open, close);
    return n;
}

/* NULL when it is neither a sign nor words in a face. */
static struct formula_node *read_named(struct formula_reader *r, const char *word)
{
    for (size_t i = 0; i < ARRAY_LEN(named_signs); i++) {
        const struct named_sign *s = &named_signs[i];
        if (strcmp(word, s->name) == 0)
            return sign_new(r, s->text, s->plain, s->class, FORMULA_UPRIGHT);
    }
    for (size_t i = 0; i < ARRAY_LEN(face_commands); i++) {
        const struct face_command *f = &face_commands[i];
        if (strcmp(word, f->name) == 0) {
            const char *text = read_words(r);
            return sign_new(r, text, text, f->class, f->face);
        }
    }
    return NULL;
}

static struct formula_node *read_command(struct formula_reader *r)
{
    const char *name = r->at;
    while (r->at < r->end && is_letter(*r->at))
        r->at++;
    if (r->at == name && r->at < r->end)
        r->at++;
    const char *word = arena_strndup(r->arena, name, (size_t)(r->at - name));
    struct formula_node *sign = read_named(r, word);
    if (sign != NULL)
        return sign;
    if (strcmp(word, "left") == 0)
        return read_fence(r);
    struct formula_node *n = node_new(r, FORMULA_ROOT);
    for (size_t i = 0; i < ARRAY_LEN(two_parts); i++) {
        if (strcmp(word, two_parts[i].name) == 0) {
            n->kind = two_parts[i].kind;
            n->a = read_braces(r);
            n->b = read_braces(r);
            return n;
        }
    }
    r->failed = r->failed || strcmp(word, "sqrt") != 0;
    n->a = read_braces(r);
    return n;
}

static struct formula_node *read_number(struct formula_reader *r)
{
    const char *from = r->at;
    while (r->at < r->end && (is_digit(*r->at) || ((*r->at == '.' || *r->at == ',') &&
                                                   r->at + 1 < r->end && is_digit(r->at[1]))))
        r->at++;
    const char *text = arena_strndup(r->arena, from, (size_t)(r->at - from));
    return sign_new(r, text, text, FORMULA_ORDINARY, FORMULA_UPRIGHT);
}

static struct formula_node *read_atom(struct formula_reader *r)
{
    char c = *r->at;
    if (is_digit(c))
        return read_number(r);
    r->at++;
    if (c == '\\')
        return read_command(r);
    if (c == '{') {
        struct formula_node *n = node_new(r, FORMULA_GROUP);
        n->a = read_list(r, "}");
        return n;
    }
    const char *letter = arena_strndup(r->arena, &c, 1);
    if (is_letter(c))
        return sign_new(r, letter, letter, FORMULA_ORDINARY, FORMULA_ITALIC);
    for (size_t i = 0; i < ARRAY_LEN(signs); i++) {
        if (signs[i].sign == c)
            return sign_new(r, signs[i].text, letter, signs[i].class, FORMULA_UPRIGHT);
    }
    r->failed = true;
    return sign_new(r, letter, letter, FORMULA_ORDINARY, FORMULA_UPRIGHT);
}

static struct formula_node *read_script(struct formula_reader *r)
{
    if (r->at < r->end && *r->at == '{')
        return read_braces(r);
    if (r->at < r->end)
        return read_atom(r);
    r->failed = true;
    return NULL;
}

static void read_scripts(struct formula_reader *r, struct formula_node *n)
{
    while (r->at < r->end && (*r->at == '_' || *r->at == '^') && !r->failed) {
        bool sub = *r->at++ == '_';
        *(sub ? &n->sub : &n->sup) = read_script(r);
    }
}

/* A sign between two things is a number's own when nothing stands on its left. */
static bool is_unary(const struct formula_node *before)
{
    return before == NULL || before->class == FORMULA_OPEN || before->class == FORMULA_BINARY ||
           before->class == FORMULA_RELATION || before->class == FORMULA_COMMA ||
           before->class == FORMULA_OPERATOR;
}

/* Up to stop, which is taken; NULL: up to the end. */
static struct formula_node *read_list(struct formula_reader *r, const char *stop)
{
    struct formula_node *first = NULL, *last = NULL;
    if (++r->depth > DEPTH_MAX)
        r->failed = true;
    for (;;) {
        skip_blanks(r);
        bool stopped = stop != NULL && !r->failed && take(r, stop);
        if (r->failed || stopped || r->at >= r->end) {
            r->failed = r->failed || (stop != NULL && !stopped);
            break;
        }
        struct formula_node *n = read_atom(r);
        read_scripts(r, n);
        if (n->class == FORMULA_BINARY && is_unary(last))
            n->class = FORMULA_ORDINARY;
        *(last == NULL ? &first : &last->next) = n;
        last = n;
    }
    r->depth--;
    return first;
}

bool formula_parse(struct arena *a, const char *sentence, struct formula_part **out)
{
    struct formula_part **link = out;
    bool math = false, failed = false;
    *out = NULL;
    for (const char *at = sentence;; math = !math) {
        size_t n = strcspn(at, "$");
        struct formula_part *part = arena_alloc(a, sizeof(*part));
        const char *stretch = arena_strndup(a, at, n);
        if (math) {
            struct formula_reader r = { a, at, at + n, 0, false };
            part->source = stretch;
            part->math = read_list(&r, NULL);
            failed = failed || r.failed;
        } else {
            part->text = stretch;
        }
        if (n > 0) {
            *link = part;
            link = &part->next;
        }
        at += n;
        if (*at++ == '\0')
            break;
    }
    if (!failed && !math)
        return true;
    *out = arena_alloc(a, sizeof(**out));
    (*out)->text = sentence;
    return false;
}

void formula_put_latex(struct buf *out, const char *sentence)
{
    struct arena a = { 0 };
    struct formula_part *parts;
    formula_parse(&a, sentence, &parts);
    for (const struct formula_part *p = parts; p != NULL; p = p->next) {
        if (p->text != NULL)
            latex_put_text(out, p->text);
        else
            buf_printf(out, "$%s$", p->source);
    }
    arena_release(&a);
}
