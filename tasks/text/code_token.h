/*
 * code_token.h - tokens of a candidate: CUDA C, or Python that may hold CUDA C in its strings.
 *
 * Any bytes are lexed; there is no error.  White space and comments are dropped, but for the launch
 * plan (tasks/text/cuda_lex.h).
 */
#ifndef ROLLBOOK_TASKS_TEXT_CODE_TOKEN_H
#define ROLLBOOK_TASKS_TEXT_CODE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum code_language { CODE_CUDA, CODE_PYTHON };

enum token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_SIGN, TOKEN_LAYOUT };

struct code_token {
    const char *text; /* in the lexed text, the arena, or static */
    size_t len;
    uint32_t line; /* from 1 */
    enum token_kind kind;
    enum code_language language;
    bool in_plan;     /* within a //@ line */
    bool is_glued;    /* CUDA C: no space before it */
    bool begins_line; /* Python: first token of its line */
};

struct token_list {
    struct code_token *items; /* in the arena */
    size_t n;
};

/*
 * All that tells texts apart: strings, and line ends where they count (preprocessor, plan, Python
 * with its indentation).  A Python string in three quotes that holds a kernel becomes its tokens
 * between two marks.
 */
struct token_list code_tokens_all(const char *text, size_t len, struct arena *arena);
/* What runs: no plan, no layout, no strings but the tokens of those that hold CUDA C. */
struct token_list code_tokens_run(const char *text, size_t len, struct arena *arena);

/* By lines that only one language has. */
enum code_language code_guess_language(const char *text, size_t len);
bool code_token_is(const struct code_token *t, const char *word);
bool code_token_same(const struct code_token *a, const struct code_token *b); /* the same text */

#endif
