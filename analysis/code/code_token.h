/*
 * code_token.h - tokens of CUDA C and Python, without comments and strings.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_TOKEN_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum code_language { CODE_CUDA, CODE_PYTHON };

struct code_token {
    uint32_t offset, len;
    uint32_t line;     /* from 1 */
    uint32_t language; /* enum code_language */
    bool begins_line;  /* first token of its line */
};

struct code_tokens {
    const char *text; /* borrowed */
    struct code_token *items;
    size_t n, capacity;
};

/* By lines that only one of the languages has. */
enum code_language code_guess_language(const char *text, size_t len);
/* Appends nothing on empty text; release with code_tokens_release. */
void code_tokenize(const char *text, size_t len, struct code_tokens *out);
void code_tokens_release(struct code_tokens *t);
bool code_token_is(const struct code_tokens *t, size_t i, const char *word);

#endif
