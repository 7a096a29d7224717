/*
 * expr_parse.c - parse integer expressions.
 *
 * At most 32 levels and 256 nodes bound parsing and walking, whatever the text.
 */
#include "src/base/chars.h"
#include "tasks/expr_tree.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"

struct parser {
    struct arena *arena;
    const char *text;
    size_t len, pos;
    unsigned nodes, depth;
    struct expr_error *error;
};

struct function {
    const char *name;
    enum node_kind kind;
    unsigned min_args, max_args;
};

static const struct function functions[] = {
    { "min", NODE_MIN, 2, EXPR_MAX_NODES },
    { "max", NODE_MAX, 2, EXPR_MAX_NODES },
    { "ceil_div", NODE_CEIL_DIV, 2, 2 },
    { "next_pow2", NODE_NEXT_POW2, 1, 1 },
};

static const struct expr *parse_expr(struct parser *p);

void expr_error_set(struct expr_error *error, size_t offset, const char *fmt, ...)
{
    va_list args;
    if (error == NULL)
        return;
    error->offset = offset;
    va_start(args, fmt);
    vsnprintf(error->msg, sizeof(error->msg), fmt, args);
    va_end(args);
}

static bool begins_name(char c)
{
    return is_letter(c) || c == '_';
}

static void skip_blanks(struct parser *p)
{
    while (p->pos < p->len && is_blank(p->text[p->pos]))
        p->pos++;
}

/* Behind blanks; 0 at the end. */
static char peek(struct parser *p)
{
    skip_blanks(p);
    return p->pos < p->len ? p->text[p->pos] : '\0';
}

/* "'x'", "byte 0x07" or "end of text", safe to print. */
static void describe(const struct parser *p, char out[24])
{
    if (p->pos >= p->len) {
        snprintf(out, 24, "the end");
        return;
    }
    unsigned char c = (unsigned char)p->text[p->pos];
    if (c > 0x20 && c < 0x7f)
        snprintf(out, 24, "'%c'", c);
    else
        snprintf(out, 24, "byte 0x%02x", c);
}

static struct expr *new_node(struct parser *p, enum node_kind kind, size_t offset)
{
    if (p->nodes == EXPR_MAX_NODES) {
        expr_error_set(p->error, offset, "expression has more than %d parts", EXPR_MAX_NODES);
        return NULL;
    }
    p->nodes++;
    struct expr *e = arena_alloc(p->arena, sizeof(*e));
    e->kind = kind;
    e->offset = offset;
    return e;
}

static const struct expr *new_binary(struct parser *p, enum node_kind kind, size_t offset,
                                     const struct expr *left, const struct expr *right)
{
    struct expr *e = left != NULL && right != NULL ? new_node(p, kind, offset) : NULL;
    if (e == NULL)
        return NULL;
    e->left = left;
    e->right = right;
    return e;
}

static const struct expr *parse_integer(struct parser *p)
{
    size_t start = p->pos;
    int64_t value = 0;
    for (; p->pos < p->len && is_digit(p->text[p->pos]); p->pos++) {
        if (__builtin_mul_overflow(value, (int64_t)10, &value) ||
            __builtin_add_overflow(value, (int64_t)(p->text[p->pos] - '0'), &value)) {
            expr_error_set(p->error, start, "integer does not fit 64 bits");
            return NULL;
        }
    }
    if (p->pos < p->len && begins_name(p->text[p->pos])) {
        expr_error_set(p->error, p->pos, "'%c' directly behind a number", p->text[p->pos]);
        return NULL;
    }
    struct expr *e = new_node(p, NODE_INTEGER, start);
    if (e != NULL)
        e->value = value;
    return e;
}

/* Behind '('; more than two arguments fold from the left. */
static const struct expr *parse_arguments(struct parser *p, const struct function *f,
                                          size_t name_offset)
{
    const struct expr *e = parse_expr(p);
    unsigned count = 1;
    while (e != NULL && peek(p) == ',') {
        size_t comma = p->pos;
        if (count == f->max_args) {
            expr_error_set(p->error, comma, "%s takes %u argument%s", f->name, f->max_args,
                           f->max_args == 1 ? "" : "s");
            return NULL;
        }
        p->pos++;
        e = new_binary(p, f->kind, name_offset, e, parse_expr(p));
        count++;
    }
    if (e == NULL)
        return NULL;
    if (peek(p) != ')') {
        char found[24];
        describe(p, found);
        expr_error_set(p->error, p->pos, "expected ',' or ')' in the arguments of %s, found %s",
                       f->name, found);
        return NULL;
    }
    if (count < f->min_args) {
        expr_error_set(p->error, p->pos, "%s takes %s%u arguments", f->name,
                       f->max_args > f->min_args ? "at least " : "", f->min_args);
        return NULL;
    }
    p->pos++;
    if (f->max_args > 1)
        return e;
    struct expr *call = new_node(p, f->kind, name_offset);
    if (call != NULL)
        call->left = e;
    return call;
}

static const struct function *find_function(const char *name, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(functions); i++)
        if (strlen(functions[i].name) == len && memcmp(functions[i].name, name, len) == 0)
            return &functions[i];
    return NULL;
}

static const struct expr *parse_name_or_call(struct parser *p)
{
    size_t start = p->pos;
    while (p->pos < p->len && is_word(p->text[p->pos]))
        p->pos++;
    size_t len = p->pos - start;
    size_t name_end = p->pos;
    if (peek(p) == '(') {
        const struct function *f = find_function(p->text + start, len);
        if (f == NULL) {
            expr_error_set(p->error, start, "unknown function '%.*s'", (int)(len < 64 ? len : 64),
                           p->text + start);
            return NULL;
        }
        p->pos++;
        return parse_arguments(p, f, start);
    }
    p->pos = name_end;
    struct expr *e = new_node(p, NODE_NAME, start);
    if (e != NULL)
        e->name = arena_strndup(p->arena, p->text + start, len);
    return e;
}

static const struct expr *parse_parenthesis(struct parser *p)
{
    p->pos++;
    const struct expr *e = parse_expr(p);
    if (e == NULL)
        return NULL;
    if (peek(p) != ')') {
        char found[24];
        describe(p, found);
        expr_error_set(p->error, p->pos, "expected ')', found %s", found);
        return NULL;
    }
    p->pos++;
    return e;
}

static const struct expr *parse_primary(struct parser *p)
{
    char c = peek(p);
    if (is_digit(c))
        return parse_integer(p);
    if (begins_name(c))
        return parse_name_or_call(p);
    if (c == '(')
        return parse_parenthesis(p);
    char found[24];
    describe(p, found);
    expr_error_set(p->error, p->pos, "expected a number, a name or '(', found %s", found);
    return NULL;
}

static const struct expr *parse_unary(struct parser *p)
{
    if (peek(p) != '-')
        return parse_primary(p);
    size_t offset = p->pos++;
    if (p->depth == EXPR_MAX_DEPTH) {
        expr_error_set(p->error, offset, "nesting deeper than %d", EXPR_MAX_DEPTH);
        return NULL;
    }
    p->depth++;
    const struct expr *operand = parse_unary(p);
    p->depth--;
    struct expr *e = operand != NULL ? new_node(p, NODE_NEGATE, offset) : NULL;
    if (e != NULL)
        e->left = operand;
    return e;
}

static const struct expr *parse_term(struct parser *p)
{
    const struct expr *e = parse_unary(p);
    while (e != NULL) {
        char c = peek(p);
        if (c != '*' && c != '/' && c != '%')
            break;
        size_t offset = p->pos++;
        enum node_kind kind = c == '*' ? NODE_MUL : c == '/' ? NODE_DIV : NODE_MOD;
        e = new_binary(p, kind, offset, e, parse_unary(p));
    }
    return e;
}

static const struct expr *parse_expr(struct parser *p)
{
    if (p->depth == EXPR_MAX_DEPTH) {
        skip_blanks(p);
        expr_error_set(p->error, p->pos, "nesting deeper than %d", EXPR_MAX_DEPTH);
        return NULL;
    }
    p->depth++;
    const struct expr *e = parse_term(p);
    while (e != NULL) {
        char c = peek(p);
        if (c != '+' && c != '-')
            break;
        size_t offset = p->pos++;
        e = new_binary(p, c == '+' ? NODE_ADD : NODE_SUB, offset, e, parse_term(p));
    }
    p->depth--;
    return e;
}

const struct expr *expr_parse_prefix(struct arena *a, const char *text, size_t len,
                                     size_t *out_used, struct expr_error *error)
{
    struct parser p = { .arena = a, .text = text, .len = len, .error = error };
    const struct expr *e = parse_expr(&p);
    if (e != NULL)
        *out_used = p.pos;
    return e;
}

const struct expr *expr_parse(struct arena *a, const char *text, size_t len,
                              struct expr_error *error)
{
    struct parser p = { .arena = a, .text = text, .len = len, .error = error };
    const struct expr *e = parse_expr(&p);
    if (e == NULL)
        return NULL;
    if (p.pos < len) { /* no blank is left: an operator was looked for */
        char found[24];
        describe(&p, found);
        expr_error_set(error, p.pos, "unexpected %s behind the expression", found);
        return NULL;
    }
    return e;
}
