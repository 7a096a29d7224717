/*
 * cuda_lex.h - tokens of CUDA C: of a kernel file, or of a C string in a Python file.
 *
 * Any bytes are lexed in one pass, without grammar, memory or errors; what is malformed becomes a
 * sign.  Comments, blanks and NUL bytes are skipped.  A splice (a backslash, blanks, a line end)
 * may stand within a token.
 *
 * A line that begins with blanks and "//@" is a line of the launch plan, also within a comment
 * (tasks/kernel_file.h).  Its mark is a sign, and its words are tokens.
 */
#ifndef ROLLBOOK_TASKS_TEXT_CUDA_LEX_H
#define ROLLBOOK_TASKS_TEXT_CUDA_LEX_H

#include <stdbool.h>
#include <stddef.h>

enum lex_kind {
    LEX_END,
    LEX_NAME,   /* identifier or keyword, by is_name */
    LEX_NUMBER, /* 0x1F, 1'000u, 1.5e-3f */
    LEX_TEXT,   /* with its prefix; R"x(...)x"; a line end closes others */
    LEX_SIGN,
    LEX_LINE_END /* of a preprocessor or plan's line */
};

enum lex_region { LEX_CODE, LEX_PREPROCESSOR, LEX_PLAN };

struct lex_token {
    enum lex_kind kind;
    enum lex_region region;
    size_t start, len; /* bytes */
    size_t line;       /* of the first byte; from 1 */
    char sign;         /* LEX_SIGN: first character, with digraphs replaced */
    bool is_plain;     /* no splice, no digraph */
    bool is_glued;     /* adjoins the token before */
};

struct lex_place {
    enum lex_region region;
    char comment;     /* '*' or '/' within one, else 0 */
    bool begins_line; /* only blanks and comments before it */
};

struct lexer {
    const char *text;
    size_t len, pos, line;
    size_t limit;      /* end of the plan's line, else len */
    size_t line_start; /* behind the last line end */
    struct lex_place now;
    struct lex_place outside; /* what the plan's line interrupted */
};

void lex_init(struct lexer *l, const char *text, size_t len);
struct lex_token lex_next(struct lexer *l);

/* Writes the text without splices and digraphs to out, which has room for t->len bytes; returns
 * its length. */
size_t lex_clean(const struct lexer *l, const struct lex_token *t, char *out);
/* A word has at most 63 bytes. */
bool lex_is(const struct lexer *l, const struct lex_token *t, const char *word);
bool lex_begins(const struct lexer *l, const struct lex_token *t, const char *word);

/* Bytes up to the end of the "//@" that begins a plan's line; 0: another line. */
size_t lex_plan_mark(const char *line, size_t len);
/* Bytes of a splice at s; 0: none. */
size_t lex_splice_length(const char *s, size_t len);
/* Bytes of the longest sign or number at s, without splices; at least 1. */
size_t lex_sign_length(const char *s, size_t len);
size_t lex_number_length(const char *s, size_t len);

#endif
