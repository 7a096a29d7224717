/*
 * forward_body.c - where Model.forward is in a module, and a module around other statements.
 *
 * Strings, comments and brackets of Python may hold anything that looks like code, so lines are
 * told apart in one pass, linear in the text.
 */
#include "src/sample/forward_body.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/module_shapes.h"
#include "tasks/task.h"
#include "tasks/text/cuda_lex.h"

#define INDENT "        "

struct python_line {
    const char *text;
    size_t len;        /* without the last newline */
    size_t indent;     /* bytes */
    const char *start; /* of the first physical line */
};

/* text[i] begins the string; len: it has no end. */
static size_t skip_string(const char *text, size_t i, size_t len)
{
    char quote = text[i];
    bool is_long = i + 2 < len && text[i + 1] == quote && text[i + 2] == quote;
    for (i += is_long ? 3 : 1; i < len; i++) {
        if (text[i] == '\\')
            i++;
        else if (!is_long && text[i] == '\n')
            return i;
        else if (text[i] == quote && !is_long)
            return i + 1;
        else if (text[i] == quote && i + 2 < len && text[i + 1] == quote && text[i + 2] == quote)
            return i + 3;
    }
    return len;
}

static size_t skip_comment(const char *text, size_t i, size_t len)
{
    const char *end = memchr(text + i, '\n', len - i);
    return end == NULL ? len : (size_t)(end - text);
}

/* Ends behind a logical line, or behind the first colon outside of brackets. */
static size_t skip_logical(const char *text, size_t i, size_t len, bool to_colon)
{
    int depth = 0;
    while (i < len) {
        char c = text[i];
        if (c == '"' || c == '\'') {
            i = skip_string(text, i, len);
            continue;
        }
        if (c == '#') {
            i = skip_comment(text, i, len);
            continue;
        }
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (to_colon && c == ':' && depth <= 0)
            return i + 1;
        if (c == '\\' && i + 1 < len)
            i++;
        else if (c == '\n' && depth <= 0)
            return i;
        i++;
    }
    return len;
}

static bool next_line(const char *text, size_t len, size_t *pos, struct python_line *out)
{
    while (*pos < len) {
        size_t start = *pos, i = start;
        while (i < len && is_blank(text[i]))
            i++;
        if (i < len && (text[i] == '\n' || text[i] == '\r')) {
            *pos = i + 1;
            continue;
        }
        if (i < len && text[i] == '#') {
            i = skip_comment(text, i, len);
            *pos = i < len ? i + 1 : len;
            continue;
        }
        size_t end = skip_logical(text, i, len, false);
        *out = (struct python_line){
            .text = text + i, .len = end - i, .indent = i - start, .start = text + start
        };
        *pos = end < len ? end + 1 : len;
        return i < len;
    }
    return false;
}

static bool begins(const struct python_line *l, const char *words)
{
    size_t n = strlen(words);
    return l->len > n && memcmp(l->text, words, n) == 0 && strchr("(: \t[", l->text[n]) != NULL;
}

/* Behind the colon, or the lines below it up to the next that is not deeper. */
static void take_body(const char *text, size_t len, size_t pos, const struct python_line *def,
                      struct forward_parts *out)
{
    struct python_line l;
    size_t head = skip_logical(def->text, 0, def->len, true);
    out->signature = def->text;
    out->signature_len = head;
    out->body = def->text + head;
    out->body_len = def->len - head;
    while (out->body_len > 0 && strchr(" \t\r\n", *out->body) != NULL) {
        out->body++;
        out->body_len--;
    }
    if (out->body_len > 0 && *out->body != '#')
        return;
    out->body = text + pos;
    size_t end = pos;
    while (next_line(text, len, &pos, &l) && l.indent > def->indent)
        end = (size_t)(l.text + l.len - text);
    out->body_len = end > (size_t)(out->body - text) ? end - (size_t)(out->body - text) : 0;
}

int forward_parts_of(const struct task *task, struct forward_parts *out, struct err *err)
{
    const char *text = task->module;
    size_t len = text == NULL ? 0 : strlen(text), pos = 0;
    struct python_line l;
    bool inside = false, found = false;
    while (next_line(text, len, &pos, &l)) {
        if (l.indent == 0)
            inside = begins(&l, "class Model");
        else if (inside && begins(&l, "def forward")) {
            take_body(text, len, pos, &l, out);
            found = true;
        }
    }
    return found ? 0
                 : err_set(err, ERR_USAGE,
                           "task %s: its module has no class Model with a method forward, so that "
                           "there is no body to ask for",
                           task->id);
}

static size_t common_indent(const char *text, size_t len)
{
    size_t least = SIZE_MAX;
    for (size_t pos = 0; pos < len;) {
        const char *end = memchr(text + pos, '\n', len - pos);
        size_t stop = end == NULL ? len : (size_t)(end - text), i = pos;
        while (i < stop && is_blank(text[i]))
            i++;
        if (i < stop && text[i] != '\r' && i - pos < least)
            least = i - pos;
        pos = stop + 1;
    }
    return least == SIZE_MAX ? 0 : least;
}

static void put_lines(const char *text, size_t len, size_t drop, const char *margin,
                      struct buf *out)
{
    for (size_t pos = 0; pos < len;) {
        const char *end = memchr(text + pos, '\n', len - pos);
        size_t stop = end == NULL ? len : (size_t)(end - text), i = pos;
        while (i < stop && i - pos < drop && is_blank(text[i]))
            i++;
        if (i < stop) {
            buf_puts(out, margin);
            buf_add(out, text + i, stop - i);
        }
        buf_putc(out, '\n');
        pos = stop + 1;
    }
}

/* Answers often lose the first line's indentation alone. */
static bool first_is_bare(const char *text, size_t len, size_t *out_rest)
{
    const char *end = memchr(text, '\n', len);
    if (end == NULL || is_blank(text[0]))
        return false;
    *out_rest = (size_t)(end - text) + 1;
    const char *last = end;
    while (last > text && strchr(" \t\r", last[-1]) != NULL)
        last--;
    bool opens = last > text && strchr(":([{,\\", last[-1]) != NULL;
    return !opens && common_indent(text + *out_rest, len - *out_rest) > 0;
}

void forward_put_dedented(const char *text, size_t len, const char *margin, struct buf *out)
{
    size_t rest = 0;
    while (len > 0 && (*text == '\n' || *text == '\r')) {
        text++;
        len--;
    }
    if (len > 0 && first_is_bare(text, len, &rest)) {
        put_lines(text, rest - 1, 0, margin, out);
        text += rest;
        len -= rest;
    }
    put_lines(text, len, common_indent(text, len), margin, out);
}

/* The answer is "def forward(...): ..." itself. */
static bool is_whole_def(const char *text, size_t len, struct forward_parts *out)
{
    size_t pos = 0;
    struct python_line l;
    while (next_line(text, len, &pos, &l)) {
        if (begins(&l, "def forward")) {
            take_body(text, len, pos, &l, out);
            return out->body_len > 0;
        }
        if (l.len == 0 || l.text[0] != '@') /* decorators */
            return false;
    }
    return false;
}

int forward_wrap(const struct task *task, const char *statements, size_t len, struct buf *out,
                 struct err *err)
{
    struct forward_parts model, whole;
    int rc = forward_parts_of(task, &model, err);
    if (rc < 0)
        return rc;
    if (is_whole_def(statements, len, &whole)) {
        statements = whole.body;
        len = whole.body_len;
    }
    struct arena CLEANUP(arena_release) a = { 0 };
    buf_puts(out, module_shown(task, &a));
    buf_puts(out, "\n\nimport math\nimport torch\nimport torch.nn as nn\n"
                  "import torch.nn.functional as F\n\n\nclass ModelNew(Model):\n    ");
    buf_add(out, model.signature, model.signature_len);
    buf_putc(out, '\n');
    forward_put_dedented(statements, len, INDENT, out);
    return 0;
}

#define KERNEL_WORD "__global__"

static size_t find_braces(const char *text, const char **open, const char **close)
{
    struct lexer l;
    size_t n = 0;
    int depth = 0;
    lex_init(&l, text, strlen(text));
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        n += lex_is(&l, &t, KERNEL_WORD);
        if (t.sign == '{' && depth++ == 0 && n == 1 && *open == NULL)
            *open = text + t.start;
        if (t.sign == '}' && --depth == 0 && *open != NULL && *close == NULL)
            *close = text + t.start;
    }
    return n;
}

int body_parts_of(const struct task *task, struct body_parts *out, struct err *err)
{
    const char *text = task->baseline;
    const char *open = NULL;
    const char *close = NULL;
    if (find_braces(text, &open, &close) != 1 || open == NULL || close == NULL)
        return err_set(err, ERR_USAGE,
                       "task %s: its reference has not one kernel, so that there is no body to ask "
                       "for",
                       task->id);
    const char *body = open + 1 + (open[1] == '\n');
    *out = (struct body_parts){ .before = text,
                                .body = body,
                                .after = close,
                                .before_len = (size_t)(body - text),
                                .body_len = (size_t)(close - body),
                                .after_len = strlen(close) };
    return 0;
}

int body_wrap(const struct task *task, const char *body, size_t len, struct buf *out,
              struct err *err)
{
    struct body_parts p;
    int rc = body_parts_of(task, &p, err);
    if (rc < 0)
        return rc;
    buf_add(out, p.before, p.before_len);
    buf_add(out, body, len);
    if (len == 0 || body[len - 1] != '\n')
        buf_putc(out, '\n');
    buf_add(out, p.after, p.after_len);
    return 0;
}
