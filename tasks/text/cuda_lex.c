/*
 * cuda_lex.c - the phases of translation that matter to tokens, in one pass.
 *
 * Splices are rare: loops run over plain bytes and look for a splice where they would stop.  In a
 * raw string a splice is text.
 */
#define _GNU_SOURCE
#include "tasks/text/cuda_lex.h"

#include <assert.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

#define RAW_DELIMITER_MAX 16
#define WORD_MAX          64

void lex_init(struct lexer *l, const char *text, size_t len)
{
    *l = (struct lexer){ .text = text, .len = len, .limit = len, .line = 1 };
    l->now.begins_line = true;
}

size_t lex_plan_mark(const char *line, size_t len)
{
    size_t n = 0;
    while (n < len && is_blank(line[n]))
        n++;
    return len - n >= 3 && memcmp(line + n, "//@", 3) == 0 ? n + 3 : 0;
}

size_t lex_splice_length(const char *s, size_t len)
{
    size_t n = 1;
    if (len == 0 || s[0] != '\\')
        return 0;
    while (n < len && s[n] != '\n' && is_space(s[n]))
        n++;
    return n < len && s[n] == '\n' ? n + 1 : 0;
}

/* A plan's line is never spliced. */
static size_t splice_at(const struct lexer *l, size_t at)
{
    size_t n = lex_splice_length(l->text + at, l->limit - at);
    return n > 0 && lex_plan_mark(l->text + at + n, l->len - at - n) > 0 ? 0 : n;
}

static size_t behind_splices(const struct lexer *l, size_t at)
{
    size_t n;
    while (at < l->limit && (n = splice_at(l, at)) > 0)
        at += n;
    return at;
}

struct ahead {
    char c[4];
    size_t end[4], n;
};

static struct ahead look_ahead(const struct lexer *l, size_t at)
{
    struct ahead a = { .n = 0 };
    while (a.n < ARRAY_LEN(a.c) && (at = behind_splices(l, at)) < l->limit) {
        a.c[a.n] = l->text[at++];
        a.end[a.n++] = at;
    }
    return a;
}

static void advance(struct lexer *l, size_t to)
{
    const char *end;
    while ((end = memchr(l->text + l->pos, '\n', to - l->pos)) != NULL) {
        l->pos = (size_t)(end - l->text) + 1;
        l->line_start = l->pos;
        l->line++;
    }
    l->pos = to;
}

static bool ends_with_splice(const char *line, size_t len)
{
    while (len > 0 && is_space(line[len - 1]))
        len--;
    return len > 0 && line[len - 1] == '\\';
}

/* Returns behind the end of a block comment on this line, or NULL. */
static const char *find_close(const struct lexer *l, const char *line, size_t len)
{
    const char *end = line + len;
    for (const char *star = line; (star = memchr(star, '*', (size_t)(end - star))) != NULL;
         star++) {
        size_t next = behind_splices(l, (size_t)(star - l->text) + 1);
        if (next < l->limit && l->text[next] == '/')
            return l->text + next + 1;
    }
    return NULL;
}

static void skip_comment(struct lexer *l)
{
    while (l->pos < l->limit) {
        const char *from = l->text + l->pos;
        size_t left = l->limit - l->pos;
        if (l->pos == l->line_start && l->now.region != LEX_PLAN && lex_plan_mark(from, left) > 0)
            return;
        const char *newline = memchr(from, '\n', left);
        size_t len = newline == NULL ? left : (size_t)(newline - from);
        const char *close = l->now.comment == '*' ? find_close(l, from, len) : NULL;
        if (close != NULL)
            advance(l, (size_t)(close - l->text));
        else if (l->now.comment == '/' && (newline == NULL || !ends_with_splice(from, len)))
            l->pos += len;
        else {
            advance(l, l->pos + len + (newline != NULL));
            continue;
        }
        break;
    }
    l->now.comment = '\0';
}

static bool at_plan(const struct lexer *l)
{
    const char *line = l->text + l->line_start;
    const char *here = l->text + l->pos;
    return l->now.region != LEX_PLAN && l->limit - l->pos >= 3 && memcmp(here, "//@", 3) == 0 &&
           line + lex_plan_mark(line, l->len - l->line_start) == here + 3;
}

static bool begin_comment(struct lexer *l)
{
    struct ahead a = look_ahead(l, l->pos);
    if (a.n < 2 || a.c[0] != '/' || (a.c[1] != '/' && a.c[1] != '*') || at_plan(l))
        return false;
    advance(l, a.end[1]);
    l->now.comment = a.c[1];
    return true;
}

static void skip_blanks(struct lexer *l)
{
    while (l->pos < l->limit) {
        char c = l->text[l->pos];
        if (l->now.comment != '\0') {
            skip_comment(l);
            if (l->now.comment != '\0') {
                l->pos = l->line_start + lex_plan_mark(l->text + l->pos, l->limit - l->pos) - 3;
                return;
            }
        } else if (c == '\n' && l->now.region == LEX_CODE) {
            advance(l, l->pos + 1);
            l->now.begins_line = true;
        } else if ((c != '\n' && is_space(c)) || c == '\0') {
            l->pos++;
        } else if (c == '\\' && lex_splice_length(l->text + l->pos, l->limit - l->pos) > 0) {
            size_t splice = splice_at(l, l->pos);
            advance(l, l->pos + (splice > 0 ? splice : 1));
        } else if (c != '/' || !begin_comment(l)) {
            return;
        }
    }
}

static void begin_plan(struct lexer *l)
{
    const char *end = memchr(l->text + l->pos, '\n', l->len - l->pos);
    l->outside = l->now;
    l->now = (struct lex_place){ .region = LEX_PLAN };
    l->limit = end == NULL ? l->len : (size_t)(end - l->text);
}

/* The program goes on behind the plan's line, perhaps within a comment. */
static void end_plan(struct lexer *l)
{
    size_t start = l->line_start;
    bool goes_on = ends_with_splice(l->text + start, l->limit - start);
    l->limit = l->len;
    l->now = (struct lex_place){ .region = LEX_CODE, .begins_line = true };
    if (l->outside.comment == '*' || goes_on)
        l->now = l->outside;
    if (goes_on && l->now.comment == '\0')
        l->now.comment = '/';
}

static size_t name_run(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && is_name(s[n]))
        n++;
    return n;
}

static size_t number_run(const struct lexer *l, size_t from, char before, bool is_hex)
{
    size_t at = from;
    for (; at < l->limit; before = l->text[at++]) {
        char c = l->text[at];
        char e = to_lower(before);
        size_t next = behind_splices(l, at + 1);
        bool exponent = (c == '+' || c == '-') && (e == 'p' || (e == 'e' && !is_hex));
        bool separator = c == '\'' && next < l->limit && is_name(l->text[next]);
        if (!is_name(c) && c != '.' && !exponent && !separator)
            break;
    }
    return at - from;
}

static bool begins_hex(const char *s, size_t len)
{
    return len > 1 && s[0] == '0' && to_lower(s[1]) == 'x';
}

size_t lex_number_length(const char *s, size_t len)
{
    struct lexer l;
    lex_init(&l, s, len);
    return 1 + number_run(&l, 1, s[0], begins_hex(s, len));
}

static size_t word_end(const struct lexer *l, struct lex_token *t)
{
    const char *s = l->text;
    bool is_number = t->kind == LEX_NUMBER;
    bool is_hex = begins_hex(s + l->pos, l->limit - l->pos);
    size_t end = l->pos + 1;
    size_t from = end;
    for (;;) {
        size_t n = is_number ? number_run(l, from, s[end - 1], is_hex)
                             : name_run(s + from, l->limit - from);
        if (n == 0 && from != end)
            return end;
        t->is_plain = t->is_plain && from == end;
        end = from + n;
        from = behind_splices(l, end);
        if (from == end)
            return end;
    }
}

size_t lex_sign_length(const char *s, size_t len)
{
    static const char *const signs[] = {
        "<<<", ">>>", "<<=", ">>=", "...", "->*", "**=", "//=", "->", "++",
        "--",  "<<",  ">>",  "<=",  ">=",  "==",  "!=",  "&&",  "||", "+=",
        "-=",  "*=",  "/=",  "%=",  "&=",  "|=",  "^=",  "::",  "##",
    };
    for (size_t i = 0; i < ARRAY_LEN(signs); i++) {
        size_t n = signs[i][2] == '\0' ? 2 : 3;
        if (signs[i][0] == s[0] && len >= n && memcmp(s, signs[i], n) == 0)
            return n;
    }
    return 1;
}

/* "<::" is a template's argument in most places.  0: no digraph. */
static char digraph(const struct ahead *a)
{
    static const struct {
        char first, second, sign;
    } digraphs[] = {
        { '<', ':', '[' }, { ':', '>', ']' }, { '<', '%', '{' },
        { '%', '>', '}' }, { '%', ':', '#' },
    };
    if (a->n < 2 || (a->n > 2 && a->c[0] == '<' && a->c[1] == ':' && a->c[2] == ':' &&
                     !(a->n > 3 && (a->c[3] == ':' || a->c[3] == '>'))))
        return '\0';
    for (size_t i = 0; i < ARRAY_LEN(digraphs); i++)
        if (a->c[0] == digraphs[i].first && a->c[1] == digraphs[i].second)
            return digraphs[i].sign;
    return '\0';
}

static size_t take_sign(const struct lexer *l, struct lex_token *t)
{
    struct ahead a = look_ahead(l, l->pos);
    char stands_for = digraph(&a);
    size_t n = stands_for != '\0' ? 2 : lex_sign_length(a.c, a.n);
    t->kind = LEX_SIGN;
    t->sign = stands_for != '\0' ? stands_for : a.c[0];
    t->is_plain = stands_for == '\0' && a.end[n - 1] == l->pos + n;
    return a.end[n - 1];
}

/* A line end closes an unfinished literal. */
static size_t quoted_end(const struct lexer *l, size_t at, bool *is_plain)
{
    const char *s = l->text;
    char quote = s[at++];
    while (at < l->limit && s[at] != quote && s[at] != '\n') {
        size_t next = behind_splices(l, at);
        if (next == at && s[at] == '\\') {
            next = behind_splices(l, at + 1);
            *is_plain = *is_plain && next == at + 1;
            at = next < l->limit && s[next] != '\n' ? next + 1 : next;
        } else {
            *is_plain = *is_plain && next == at;
            at = next == at ? at + 1 : next;
        }
    }
    return at < l->limit && s[at] == quote ? at + 1 : at;
}

/* The end of "delimiter( ... )delimiter" at its quote; 0: no raw string. */
static size_t raw_end(const struct lexer *l, size_t at)
{
    char close[RAW_DELIMITER_MAX + 2] = ")";
    const char *s = l->text + at + 1;
    size_t left = l->limit - at - 1;
    size_t n = 0;
    while (n < left && n < RAW_DELIMITER_MAX && s[n] != '(' && s[n] != ')' && s[n] != '\\' &&
           s[n] != '"' && !is_space(s[n]))
        n++;
    if (n == left || s[n] != '(')
        return 0;
    memcpy(close + 1, s, n);
    close[n + 1] = '"';
    const char *end = memmem(s + n, left - n, close, n + 2);
    return end == NULL ? l->limit : (size_t)(end - l->text) + n + 2;
}

static bool is_prefix(const struct lexer *l, const struct lex_token *t, bool is_raw)
{
    static const char *const prefixes[2][5] = { { "L", "u", "U", "u8" },
                                                { "R", "LR", "uR", "UR", "u8R" } };
    for (size_t i = 0; i < ARRAY_LEN(prefixes[0]); i++)
        if (prefixes[is_raw][i] != NULL && lex_is(l, t, prefixes[is_raw][i]))
            return true;
    return false;
}

static size_t take_name(const struct lexer *l, struct lex_token *t)
{
    t->kind = LEX_NAME;
    size_t end = word_end(l, t);
    size_t quote = behind_splices(l, end);
    t->len = end - t->start;
    if (quote >= l->limit || (l->text[quote] != '"' && l->text[quote] != '\''))
        return end;
    bool raw = l->text[quote] == '"' && is_prefix(l, t, true);
    size_t close = raw ? raw_end(l, quote) : 0;
    if (close == 0 && !is_prefix(l, t, false))
        return end;
    t->kind = LEX_TEXT;
    t->is_plain = t->is_plain && quote == end;
    return close > 0 ? close : quoted_end(l, quote, &t->is_plain);
}

static size_t take_token(struct lexer *l, struct lex_token *t)
{
    char c = l->text[l->pos];
    bool number = is_digit(c);
    if (c == '.') {
        struct ahead a = look_ahead(l, l->pos);
        number = a.n > 1 && is_digit(a.c[1]);
    }
    if (number) {
        t->kind = LEX_NUMBER;
        return word_end(l, t);
    }
    if (is_name(c))
        return take_name(l, t);
    if (c == '"' || c == '\'') {
        t->kind = LEX_TEXT;
        return quoted_end(l, l->pos, &t->is_plain);
    }
    size_t end = take_sign(l, t);
    if (t->sign == '#' && l->now.begins_line && l->now.region == LEX_CODE)
        l->now.region = t->region = LEX_PREPROCESSOR;
    return end;
}

struct lex_token lex_next(struct lexer *l)
{
    size_t before = l->pos;
    bool fresh = l->now.begins_line;
    skip_blanks(l);
    struct lex_token t = { .kind = LEX_END, .start = l->pos, .line = l->line, .is_plain = true };
    t.region = l->now.region;
    t.is_glued = !fresh && l->pos == before;
    size_t end = l->pos;
    if (l->pos < l->limit && at_plan(l)) {
        begin_plan(l);
        t.kind = LEX_SIGN;
        t.sign = '/';
        t.region = LEX_PLAN;
        end += 3;
    } else if (l->pos < l->len && (l->pos == l->limit || l->text[l->pos] == '\n')) {
        t.kind = LEX_LINE_END;
        end++;
    } else if (l->pos < l->len) {
        end = take_token(l, &t);
    }
    t.len = end - t.start;
    l->now.begins_line = false;
    if (t.kind == LEX_LINE_END && t.region == LEX_PLAN)
        end_plan(l);
    else if (t.kind == LEX_LINE_END)
        l->now = (struct lex_place){ .region = LEX_CODE, .begins_line = true };
    advance(l, end);
    return t;
}

static size_t clean(const char *text, const struct lex_token *t, char *out, size_t room)
{
    const char *s = text + t->start;
    size_t n = 0;
    bool is_raw = t->is_plain;
    for (size_t i = 0; i < t->len && n < room;) {
        size_t splice = is_raw ? 0 : lex_splice_length(s + i, t->len - i);
        is_raw = is_raw || (t->kind == LEX_TEXT && s[i] == '"' && n > 0 && out[n - 1] == 'R');
        if (splice == 0)
            out[n++] = s[i++];
        i += splice;
    }
    if (t->kind == LEX_SIGN && n > 0 && out[0] != t->sign) {
        out[0] = t->sign;
        n = 1;
    }
    return n;
}

size_t lex_clean(const struct lexer *l, const struct lex_token *t, char *out)
{
    return clean(l->text, t, out, t->len);
}

static bool matches(const struct lexer *l, const struct lex_token *t, const char *word, bool whole)
{
    char text[WORD_MAX];
    size_t n = strlen(word);
    assert(n < sizeof(text));
    if (t->is_plain)
        return (whole ? n == t->len : n <= t->len) && memcmp(l->text + t->start, word, n) == 0;
    size_t len = clean(l->text, t, text, n + 1);
    return (whole ? n == len : n <= len) && memcmp(text, word, n) == 0;
}

bool lex_is(const struct lexer *l, const struct lex_token *t, const char *word)
{
    return matches(l, t, word, true);
}

bool lex_begins(const struct lexer *l, const struct lex_token *t, const char *word)
{
    return matches(l, t, word, false);
}
