/*
 * cpu_lex.c - a tokeniser that is good enough to rewrite declarations.
 *
 * It need not agree with g++ on hostile text: what it misses is caught in the assembly (asm_scan.c)
 * and in the object (elf_scan.c).
 */
#include "src/eval/source/cpu_lex.h"

#include <string.h>

void lex_init(struct lexer *l, const char *text, size_t len)
{
    *l = (struct lexer){ .text = text, .len = len, .line = 1, .at_line_start = true };
}

bool lex_is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

static char at(const struct lexer *l, size_t ahead)
{
    return ahead < l->len - l->pos ? l->text[l->pos + ahead] : '\0';
}

static void step(struct lexer *l)
{
    if (l->text[l->pos] == '\n') {
        l->line++;
        l->at_line_start = true;
    }
    l->pos++;
}

static void skip_line(struct lexer *l)
{
    while (l->pos < l->len && l->text[l->pos] != '\n')
        l->pos += l->text[l->pos] == '\\' && at(l, 1) == '\n' ? (l->line++, 2u) : 1u;
}

static void skip_comment(struct lexer *l)
{
    bool at_start = l->at_line_start;
    l->pos += 2;
    while (l->pos < l->len && !(at(l, 0) == '*' && at(l, 1) == '/'))
        step(l);
    l->pos = l->len - l->pos < 2 ? l->len : l->pos + 2;
    l->at_line_start = at_start || l->at_line_start;
}

static void skip_blanks(struct lexer *l)
{
    while (l->pos < l->len) {
        char c = at(l, 0);
        if (c == '/' && at(l, 1) == '/')
            skip_line(l);
        else if (c == '/' && at(l, 1) == '*')
            skip_comment(l);
        else if (c == '\\' && at(l, 1) == '\n')
            l->pos += 2, l->line++;
        else if (c == ' ' || (c >= '\t' && c <= '\r'))
            step(l);
        else
            return;
    }
}

/* The end of a quoted literal that begins at pos; a line end closes an unfinished one. */
static void skip_quoted(struct lexer *l, char quote)
{
    l->pos++;
    while (l->pos < l->len && l->text[l->pos] != quote && l->text[l->pos] != '\n') {
        if (l->text[l->pos] == '\\' && l->pos + 1 < l->len) {
            if (l->text[l->pos + 1] == '\n')
                l->line++;
            l->pos++;
        }
        l->pos++;
    }
    if (l->pos < l->len && l->text[l->pos] == quote)
        l->pos++;
}

/* R"delimiter( ... )delimiter": pos is at the quote. */
static void skip_raw(struct lexer *l)
{
    size_t open = l->pos + 1, n = 0;
    while (open + n < l->len && l->text[open + n] != '(' && n <= 16)
        n++;
    for (size_t i = open + n; i < l->len; i++) {
        if (l->text[i] == '\n')
            l->line++;
        if (l->text[i] == ')' && l->len - i > n + 1 &&
            memcmp(l->text + i + 1, l->text + open, n) == 0 && l->text[i + 1 + n] == '"') {
            l->pos = i + n + 2;
            return;
        }
    }
    l->pos = l->len;
}

static bool is_raw_prefix(const char *s, size_t n)
{
    return n > 0 && n <= 3 && s[n - 1] == 'R' &&
           (n == 1 || s[0] == 'u' || s[0] == 'U' || s[0] == 'L');
}

static enum lex_kind take_name(struct lexer *l, size_t start)
{
    while (l->pos < l->len && lex_is_name_char(l->text[l->pos]))
        l->pos++;
    if (at(l, 0) == '"' && is_raw_prefix(l->text + start, l->pos - start)) {
        skip_raw(l);
        return LEX_STRING;
    }
    return LEX_NAME;
}

static enum lex_kind take_number(struct lexer *l)
{
    while (l->pos < l->len) {
        char c = l->text[l->pos], next = at(l, 1);
        bool exponent =
            (c == 'e' || c == 'E' || c == 'p' || c == 'P') && (next == '+' || next == '-');
        if (exponent || (c == '\'' && lex_is_name_char(next)))
            l->pos += 2;
        else if (lex_is_name_char(c) || c == '.')
            l->pos++;
        else
            break;
    }
    return LEX_NUMBER;
}

struct lex_token lex_next(struct lexer *l)
{
    skip_blanks(l);
    struct lex_token t = { .kind = LEX_END, .start = l->pos, .line = l->line };
    if (l->pos >= l->len)
        return t;
    char c = l->text[l->pos];
    bool digit = c >= '0' && c <= '9';
    if (c == '#' && l->at_line_start) {
        skip_line(l);
        t.kind = LEX_DIRECTIVE;
    } else if (digit || (c == '.' && at(l, 1) >= '0' && at(l, 1) <= '9')) {
        t.kind = take_number(l);
    } else if (lex_is_name_char(c)) {
        t.kind = take_name(l, t.start);
    } else if (c == '"' || c == '\'') {
        skip_quoted(l, c);
        t.kind = LEX_STRING;
    } else {
        l->pos++;
        t.kind = LEX_PUNCT;
    }
    l->at_line_start = false;
    t.len = l->pos - t.start;
    return t;
}

bool lex_is(const struct lexer *l, const struct lex_token *t, const char *word)
{
    return strlen(word) == t->len && memcmp(l->text + t->start, word, t->len) == 0;
}
