/*
 * expr_tree.h - the tree of expr.h; private to parser and evaluator.
 *
 * An operator node points at its operator, a call at the name, so that overflow is reported there.
 */
#ifndef ROLLBOOK_TASKS_EXPR_TREE_H
#define ROLLBOOK_TASKS_EXPR_TREE_H

#include "tasks/expr.h"

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

#endif
