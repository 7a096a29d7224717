/*
 * code_flow.h - statements and functions of the Python part of a text.
 *
 * No grammar: a statement is the tokens of a logical line, with the tokens of CUDA C that stand in
 * its strings; "if c: f()" is two, of which the second is deeper by one column.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_FLOW_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_FLOW_H

#include <stdbool.h>
#include <stddef.h>

#include "tasks/text/code_token.h"

struct code_statement {
    size_t from, to; /* tokens */
    size_t column;
};

struct code_function {
    size_t name;                   /* token */
    size_t params_from, params_to; /* tokens between the brackets */
    size_t first, end;             /* statements of the body */
    bool is_timed;                 /* what a harness calls */
    bool is_reached;               /* called by a timed one */
    bool is_returned;              /* and its result is the result */
};

struct code_flow {
    struct code_statement *statements; /* arena */
    size_t n_statements;
    struct code_function *functions; /* arena; inner ones too */
    size_t n_functions;
};

struct code_flow code_flow_read(const char *text, const struct token_list *tokens,
                                struct arena *arena);
/* First statement behind the block that statement i heads; i + 1 where it heads none. */
size_t code_flow_block_end(const struct code_flow *f, size_t i);

#endif
