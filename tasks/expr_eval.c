/*
 * expr_eval.c - evaluate integer expressions.
 *
 * The parser bounds the tree and so the recursion.
 */
#include "tasks/expr_tree.h"

#include <string.h>

static int overflow(const struct expr *e, struct expr_error *error)
{
    expr_error_set(error, e->offset, "value does not fit 64 bits");
    return -1;
}

/* The one quotient that does not fit is an overflow. */
static int divide(const struct expr *e, int64_t a, int64_t b, int64_t *out,
                  struct expr_error *error)
{
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

static int eval_name(const struct expr *e, const struct expr_name *names, size_t n_names,
                     int64_t *out, struct expr_error *error)
{
    for (size_t i = 0; i < n_names; i++) {
        if (strcmp(names[i].name, e->name) == 0) {
            *out = names[i].value;
            return 0;
        }
    }
    expr_error_set(error, e->offset, "unknown name '%.64s'", e->name);
    return -1;
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
        return divide(e, a, b, out, error);
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
    if (e->kind == NODE_NAME)
        return eval_name(e, names, n_names, out, error);
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
