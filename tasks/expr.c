#include "tasks/expr.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

/*
 * Parse integer expressions.
 *
 * At most 32 levels and 256 nodes bound parsing and walking, whatever the text.
 */

/*
 * The tree of expr.h; private to parser and evaluator.
 *
 * An operator node points at its operator, a call at the name, so that overflow is reported there.
 */
#define EXPR_MAX_NODES 256
#define EXPR_MAX_DEPTH 32

enum node_kind {
    NODE_INTEGER,
    NODE_NAME,
    NODE_NEGATE,
    NODE_ADD,
    NODE_SUB,
    NODE_MUL,
    NODE_DIV,
    NODE_MOD,
    NODE_MIN,
    NODE_MAX,
    NODE_CEIL_DIV,
    NODE_NEXT_POW2
};

struct expr {
    enum node_kind kind;
    size_t offset;
    int64_t value;            /* NODE_INTEGER */
    const char *name;         /* NODE_NAME */
    const struct expr *left;  /* operand or first argument */
    const struct expr *right; /* second argument */
};

/* A NULL error is ignored. */
void expr_error_set(struct expr_error *error, size_t offset, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

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

static const struct expr *parse_unary(struct parser *p)
{
    if (peek(p) != '-') {
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

/*
 * Evaluate integer expressions.
 *
 * The parser bounds the tree and so the recursion.
 */

static int overflow(const struct expr *e, struct expr_error *error)
{
    expr_error_set(error, e->offset, "value does not fit 64 bits");
    return -1;
}

/* Not below a; 1 for a <= 1. */
static int next_pow2(const struct expr *e, int64_t a, int64_t *out, struct expr_error *error)
{
    int64_t p = 1;
    while (p < a)
        if (__builtin_mul_overflow(p, (int64_t)2, &p))
            return overflow(e, error);
    *out = p;
    return 0;
}

static int apply(const struct expr *e, int64_t a, int64_t b, int64_t *out, struct expr_error *error)
{
    switch (e->kind) {
    case NODE_NEGATE:
        return __builtin_sub_overflow((int64_t)0, a, out) ? overflow(e, error) : 0;
    case NODE_ADD:
        return __builtin_add_overflow(a, b, out) ? overflow(e, error) : 0;
    case NODE_SUB:
        return __builtin_sub_overflow(a, b, out) ? overflow(e, error) : 0;
    case NODE_MUL:
        return __builtin_mul_overflow(a, b, out) ? overflow(e, error) : 0;
    case NODE_DIV:
    case NODE_MOD:
    case NODE_CEIL_DIV:
        /* The one quotient that does not fit is an overflow. */
        if (b == 0) {
            expr_error_set(error, e->offset, "division by zero");
            return -1;
        }
        if (e->kind == NODE_MOD) {
            *out = b == -1 ? 0 : a % b;
            return 0;
        }
        if (a == INT64_MIN && b == -1)
            return overflow(e, error);
        *out = a / b;
        if (e->kind == NODE_CEIL_DIV && a % b != 0 && (a < 0) == (b < 0))
            (*out)++;
        return 0;
    case NODE_MIN:
        *out = a < b ? a : b;
        return 0;
    case NODE_MAX:
        *out = a > b ? a : b;
        return 0;
    case NODE_NEXT_POW2:
        return next_pow2(e, a, out, error);
    case NODE_INTEGER:
    case NODE_NAME:
        break;
    }
    return overflow(e, error);
}

static int eval(const struct expr *e, const struct expr_name *names, size_t n_names, int64_t *out,
                struct expr_error *error)
{
    if (e->kind == NODE_INTEGER) {
        *out = e->value;
        return 0;
    }
    if (e->kind == NODE_NAME) {
        for (size_t i = 0; i < n_names; i++) {
            if (strcmp(names[i].name, e->name) == 0) {
                *out = names[i].value;
                return 0;
            }
        }
        expr_error_set(error, e->offset, "unknown name '%.64s'", e->name);
        return -1;
    }
    int64_t a = 0, b = 0;
    if (eval(e->left, names, n_names, &a, error) != 0)
        return -1;
    if (e->right != NULL && eval(e->right, names, n_names, &b, error) != 0)
        return -1;
    return apply(e, a, b, out, error);
}

int expr_eval(const struct expr *e, const struct expr_name *names, size_t n_names, int64_t *out,
              struct expr_error *error)
{
    int64_t value;
    if (eval(e, names, n_names, &value, error) != 0)
        return -1;
    *out = value;
    return 0;
}

bool expr_divides_negative(const struct expr *e, const struct expr_name *names, size_t n_names)
{
    int64_t dividend;
    if (e == NULL)
        return false;
    if (e->kind == NODE_DIV && expr_eval(e->left, names, n_names, &dividend, NULL) == 0 &&
        dividend < 0)
        return true;
    return expr_divides_negative(e->left, names, n_names) ||
           expr_divides_negative(e->right, names, n_names);
}

static bool is_known(const char *name, const struct expr_name *names, size_t n_names)
{
    for (size_t i = 0; i < n_names; i++)
        if (strcmp(names[i].name, name) == 0)
            return true;
    return false;
}

const char *expr_unknown_name(const struct expr *e, const struct expr_name *names, size_t n_names,
                              size_t *out_offset)
{
    if (e->kind == NODE_NAME && !is_known(e->name, names, n_names)) {
        *out_offset = e->offset;
        return e->name;
    }
    const char *unknown = NULL;
    if (e->left != NULL)
        unknown = expr_unknown_name(e->left, names, n_names, out_offset);
    if (unknown == NULL && e->right != NULL)
        unknown = expr_unknown_name(e->right, names, n_names, out_offset);
    return unknown;
}
