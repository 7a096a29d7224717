/*
 * cpu_lex.h - tokens of a kernel file, as far as the CPU backend needs them.
 */
#ifndef ROLLBOOK_EVAL_SOURCE_CPU_LEX_H
#define ROLLBOOK_EVAL_SOURCE_CPU_LEX_H

#include <stdbool.h>
#include <stddef.h>

enum lex_kind { LEX_END, LEX_NAME, LEX_NUMBER, LEX_STRING, LEX_DIRECTIVE, LEX_PUNCT };

struct lex_token {
    enum lex_kind kind;
    size_t start, len; /* in the text; a directive reaches to the end of its logical line */
    size_t line;       /* 1-based */
};

struct lexer {
    const char *text;
    size_t len, pos, line;
    bool at_line_start;
};

void lex_init(struct lexer *l, const char *text, size_t len);
/* Comments and blanks are skipped; never fails: what is malformed becomes punctuation. */
struct lex_token lex_next(struct lexer *l);
bool lex_is(const struct lexer *l, const struct lex_token *t, const char *word);
bool lex_is_name_char(char c);

#endif
