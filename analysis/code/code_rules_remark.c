/*
 * code_rules_remark.c - what a text admits in words: parts that stand for something else.
 */
#include <string.h>

#include "analysis/code/code_rules.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

/* In lower case; a line that holds one in a comment or docstring is meant. */
static const char *const phrases[] = {
    "for the actual implementation",
    "in an actual implementation",
    "in a real implementation",
    "in practice, you would",
    "placeholder implementation",
    "placeholder for the actual",
    "placeholder for actual",
    "this is a placeholder",
    "just a placeholder",
    "as a placeholder",
    "placeholder kernel",
    "dummy implementation",
    "dummy kernel",
    "simplified implementation",
    "simplified version",
    "not a real implementation",
    "would be implemented here",
    "goes here",
    "not implemented yet",
    "not fully implemented",
    "full implementation would",
    "a real kernel would",
    "for brevity",
    "rest of the implementation",
    "omitted for",
    "we skip the actual",
};

static size_t line_end(const char *text, size_t len)
{
    const char *end = memchr(text, '\n', len);
    return end == NULL ? len : (size_t)(end - text);
}

static bool has_phrase(const char *lower)
{
    for (size_t i = 0; i < ARRAY_LEN(phrases); i++) {
        if (strstr(lower, phrases[i]) != NULL)
            return true;
    }
    return false;
}

/* Comments are no tokens, so a line is read for its mark, and the nearest token from there on says
 * whether it is of the candidate. */
void code_scan_remarks(struct code_scanner *s)
{
    enum { LINE_MOST = 400 };
    char lower[LINE_MOST + 1];
    size_t line = 1;
    size_t token = 0;
    size_t end = s->len < CODE_MAX_BYTES ? s->len : CODE_MAX_BYTES;
    for (size_t from = 0; from < end && s->tokens.n > 0; line++) {
        size_t n = line_end(s->text + from, end - from);
        size_t kept = n < LINE_MOST ? n : LINE_MOST;
        for (size_t i = 0; i < kept; i++)
            lower[i] = to_lower(s->text[from + i]);
        lower[kept] = '\0';
        while (token + 1 < s->tokens.n && s->tokens.items[token].line < line)
            token++;
        const char *mark = strpbrk(lower, "#/*");
        bool is_comment = mark != NULL && (*mark != '/' || mark[1] == '/' || mark[1] == '*');
        if (is_comment && has_phrase(mark))
            code_scan_hit_line(s, CODE_PLACEHOLDER, token, line,
                               "a comment says that this stands for something else");
        from += n + 1;
    }
}
