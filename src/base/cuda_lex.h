/*
 * cuda_lex.h - tokens of CUDA C: of a kernel file, or of a C string in a Python file.
 *
 * One token a call, no grammar, no memory, no error: any bytes are lexed, each byte is passed over
 * once, and what is malformed becomes a sign.  Comments, blanks and NUL bytes are passed over.  A
 * splice (a backslash, blanks, a line end) is no part of the language and may stand within a token.
 *
 * A line whose first bytes behind blanks are "//@" is a line of the launch plan, also within a
 * comment: so says tasks/kernel_file.h.  Its mark is a sign, and its words are tokens.
 */
#ifndef ROLLBOOK_BASE_CUDA_LEX_H
#define ROLLBOOK_BASE_CUDA_LEX_H

#include <stdbool.h>
#include <stddef.h>

enum lex_kind {
    LEX_END,
    LEX_NAME,    /* identifier or keyword; is_name of chars.h */
    LEX_NUMBER,  /* 0x1F, 1'000u, 1.5e-3f */
    LEX_TEXT,    /* string or character with its prefix; R"x(...)x"; a line end closes others */
    LEX_SIGN,    /* the longest operator or mark that stands here */
    LEX_LINE_END /* where a preprocessor line or a line of the plan ends, unless the text does */
};

enum lex_region { LEX_CODE, LEX_PREPROCESSOR, LEX_PLAN };

struct lex_token {
    enum lex_kind kind;
    enum lex_region region;
    size_t start, len; /* bytes of the text */
    size_t line;       /* of its first byte; from 1 */
    char sign;         /* LEX_SIGN: its first character; a digraph is what it stands for */
    bool is_plain;     /* its bytes are its text: no splice, no digraph */
    bool is_glued;     /* nothing stands between it and the token before on its line */
};

/* What a place of the text belongs to. */
struct lex_place {
    enum lex_region region;
    char comment;     /* '*' or '/' while within one, else 0 */
    bool begins_line; /* only blanks and comments stand before it */
};

struct lexer {
    const char *text;
    size_t len, pos, line;
    size_t limit;      /* end of the plan's line while in one, else len */
    size_t line_start; /* behind the last line end that was passed over */
    struct lex_place now;
    struct lex_place outside; /* where the plan's line interrupted the program */
};

void lex_init(struct lexer *l, const char *text, size_t len);
struct lex_token lex_next(struct lexer *l);

/* Writes the token's text, without splices and digraphs, to out, which has room for t->len bytes;
 * returns its length. */
size_t lex_clean(const struct lexer *l, const struct lex_token *t, char *out);
/* The token's text is this word, or begins with it; a word has at most 63 bytes. */
bool lex_is(const struct lexer *l, const struct lex_token *t, const char *word);
bool lex_begins(const struct lexer *l, const struct lex_token *t, const char *word);

/* Bytes up to and with the "//@" that a line of the plan begins with, 0 for other lines. */
size_t lex_plan_mark(const char *line, size_t len);
/* Bytes of a splice that begins here, 0 for none. */
size_t lex_splice_length(const char *s, size_t len);
/* Bytes of the longest sign, and of the number, that begins here, splices aside; at least 1. */
size_t lex_sign_length(const char *s, size_t len);
size_t lex_number_length(const char *s, size_t len);

#endif
