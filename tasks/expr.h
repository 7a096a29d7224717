/*
 * expr.h - the expression language of kernel files and task manifests.
 *
 *   expr    := term (('+' | '-') term)*
 *   term    := unary (('*' | '/' | '%') unary)*
 *   unary   := '-' unary | primary
 *   primary := integer | name | function '(' expr (',' expr)* ')' | '(' expr ')'
 *   function: min, max (two or more), ceil_div(a, b), next_pow2(a)
 *
 * Values are int64; overflow, division by zero and an unknown name are errors.  At most 256 nodes
 * and nesting 32.
 */
#ifndef ROLLBOOK_TASKS_EXPR_H
#define ROLLBOOK_TASKS_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct expr; /* in an arena */

struct expr_name {
    const char *name;
    int64_t value;
};

struct expr_error {
    size_t offset; /* byte, from 0 */
    char msg[160];
};

/* What is left over is an error.  NULL on error. */
const struct expr *expr_parse(struct arena *a, const char *text, size_t len,
                              struct expr_error *error);
/* Stops where the expression cannot go on; *out_used: bytes read. */
const struct expr *expr_parse_prefix(struct arena *a, const char *text, size_t len,
                                     size_t *out_used, struct expr_error *error);
/* 0, or -1 with error filled in. */
int expr_eval(const struct expr *e, const struct expr_name *names, size_t n_names, int64_t *out,
              struct expr_error *error);
/* Whether a dividend is negative: the quotient is rounded towards zero, not down. */
bool expr_divides_negative(const struct expr *e, const struct expr_name *names, size_t n_names);
/* The first unknown name, at *out_offset; NULL: none. */
const char *expr_unknown_name(const struct expr *e, const struct expr_name *names, size_t n_names,
                              size_t *out_offset);

#endif
