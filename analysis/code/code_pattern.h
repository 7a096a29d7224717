/*
 * code_pattern.h - the table of token patterns of the static scan.
 *
 * A pattern is words separated by blanks, matched against consecutive tokens of one language:
 *   a|b    one of these     call*   any token that begins so (also *call, *call*)
 *   !a|b   as the last element: none of these follows
 *   $_     any name         $1      any name, the same one wherever $1 stands again
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_PATTERN_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/code/code_scan.h"
#include "analysis/code/code_token.h"

struct code_pattern {
    enum code_kind kind;
    enum code_language language;
    const char *tokens;
    const char *what; /* for people */
};

const struct code_pattern *code_patterns(size_t *out_count);
bool code_pattern_matches(const struct code_pattern *p, const struct token_list *t, size_t at);
/* True at a token that only a kernel has. */
bool code_marks_kernel(const struct token_list *t, size_t at);

#endif
