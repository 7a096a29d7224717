/*
 * assemble.c - from what a model said to a kernel file.
 *
 * Model text is hostile: any bytes, any length, any number of half-open fences.  Everything is one
 * pass over lines.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/sample/answer.h"
#include "src/sample/blocks.h"
#include "src/sample/forward_body.h"
#include "src/sample/plain_text.h"
#include "src/sample/policy.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

#define MAX_CODE_BYTES  ((size_t)1 << 20)
#define MAX_TEXT_BYTES  ((size_t)64 << 20)
#define MAX_DIRECTIVES  32
#define MAX_PIECES      (MAX_DIRECTIVES + 1)
#define NUL_REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD: C strings hold no NUL */

struct pieces {
    size_t n;
    struct span items[MAX_PIECES];
};

static void add_piece(struct pieces *p, struct span s)
{
    if (p->n < MAX_PIECES)
        p->items[p->n++] = s;
}

/* Directives outside of blocks, or in blocks without code, belong before the code. */
static void add_directives(struct pieces *p, struct text_part all, const struct span *code)
{
    for (size_t pos = 0; pos < all.len && p->n < MAX_DIRECTIVES;) {
        struct span line = span_next_line(all.text, all.len, &pos);
        bool inside = line.text >= code->text && line.text < code->text + code->len;
        if (!inside && (span_is_directive(line, "launch") || span_is_directive(line, "scratch")))
            add_piece(p, line);
    }
}

static void find_file(struct text_part all, struct pieces *out)
{
    struct blocks b;
    blocks_find(all.text, all.len, &b);
    if (b.last_complete.text != NULL) {
        add_piece(out, b.last_complete);
    } else if (b.longest_kernel.text != NULL) {
        if (!b.longest_kernel.has_launch)
            add_directives(out, all, &b.longest_kernel);
        add_piece(out, b.longest_kernel);
    } else {
        struct span bare = bare_code_find(all.text, all.len, span_starts_code);
        if (bare.has_launch || bare.has_kernel)
            add_piece(out, bare);
    }
}

static struct text_part unquoted(struct text_part all)
{
    struct span s = span_trimmed((struct span){ .text = all.text, .len = all.len });
    bool quoted = s.len > 2 && s.text[0] == '`' && s.text[1] != '`' && s.text[s.len - 1] == '`';
    return quoted ? (struct text_part){ s.text + 1, s.len - 2 } : all;
}

static void find_statements(struct text_part all, struct pieces *out)
{
    struct blocks b;
    blocks_find(all.text, all.len, &b);
    struct text_part bare = unquoted(all);
    struct span s = b.last_statements.text != NULL
                        ? b.last_statements
                        : bare_code_find(bare.text, bare.len, span_is_statement);
    if (s.len > 0)
        add_piece(out, s);
}

static void find_module(struct text_part all, struct pieces *out)
{
    struct blocks b;
    blocks_find(all.text, all.len, &b);
    struct span s =
        b.last_module.text != NULL ? b.last_module : bare_module_find(all.text, all.len, false);
    if (s.text != NULL)
        add_piece(out, s);
}

static void find_function(struct text_part all, struct pieces *out)
{
    struct blocks b;
    blocks_find(all.text, all.len, &b);
    struct span s = b.last_candidate.text != NULL ? b.last_candidate
                                                  : bare_module_find(all.text, all.len, true);
    if (s.text != NULL)
        add_piece(out, s);
}

/* The last block, or an answer that is nothing but statements. */
static void find_forward(struct text_part all, struct pieces *out)
{
    struct blocks b;
    blocks_find(all.text, all.len, &b);
    struct text_part bare = unquoted(all);
    struct span s =
        b.last_any.text != NULL ? b.last_any : (struct span){ .text = bare.text, .len = bare.len };
    struct span said = span_trimmed(s);
    bool is_pass = said.len == 4 && memcmp(said.text, "pass", 4) == 0; /* gains nothing */
    if (said.len > 0 && !is_pass)
        add_piece(out, s);
}

/* The reasoning is only searched when the answer has no code. */
static void find_code(struct text_part all, void (*find)(struct text_part, struct pieces *),
                      struct pieces *out)
{
    struct text_part reasoning, answer;
    answer_split(all.text, all.len, &reasoning, &answer);
    find(answer, out);
    if (out->n == 0)
        find(reasoning, out);
}

static void find_answer(struct text_part all, void (*find)(struct text_part, struct pieces *),
                        struct pieces *out)
{
    struct text_part reasoning, answer;
    answer_split(all.text, all.len, &reasoning, &answer);
    find(answer, out);
}

static const char *action_of(const struct pieces *p, const struct plain_text *plain,
                             const char *completion, struct arena *a)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    for (size_t i = 0; i < p->n; i++) {
        size_t start = (size_t)(p->items[i].text - plain->text);
        size_t end = start + p->items[i].len;
        if (plain->origin != NULL) {
            start = plain->origin[start];
            end = plain->origin[end];
        }
        if (out.len > 0 && out.data[out.len - 1] != '\n')
            buf_putc(&out, '\n');
        for (size_t j = start; j < end; j++) {
            if (completion[j] == '\0')
                buf_puts(&out, NUL_REPLACEMENT);
            else
                buf_putc(&out, completion[j]);
        }
    }
    return arena_strndup(a, buf_text(&out), out.len);
}

static size_t bytes_of(const struct pieces *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        n += p->items[i].len;
    return n;
}

int assemble_answer(const struct raw_answer *of, struct arena *a, const char **out_action,
                    const char **out_code, struct err *err)
{
    const struct task *task = of->task;
    const char *completion = of->text;
    const size_t len = of->len;
    struct pieces pieces = { 0 };
    *out_action = NULL;
    *out_code = NULL;
    if (len == 0 || len > MAX_TEXT_BYTES)
        return 0;
    if (of->form == ANSWER_CODE && len <= MAX_CODE_BYTES && memchr(completion, '\0', len) == NULL) {
        *out_action = *out_code = arena_strndup(a, completion, len);
        return 0;
    }
    struct arena CLEANUP(arena_release) work = { 0 };
    struct plain_text plain = plain_text_of(completion, len, &work);
    struct text_part all = { plain.text, plain.len };
    bool is_module = task != NULL && task->module != NULL;
    const bool is_function = is_module && task_entry(task) != NULL;
    find_code(all, is_function ? find_function : is_module ? find_module : find_file, &pieces);
    bool is_body = pieces.n == 0 && of->form == ANSWER_BODY;
    if (is_body && !is_module)
        find_code(all, find_statements, &pieces);
    else if (is_body) /* prose would be taken for statements */
        find_answer(all, find_forward, &pieces);
    struct buf CLEANUP(buf_release) code = { 0 };
    struct buf CLEANUP(buf_release) file = { 0 };
    if (bytes_of(&pieces) == 0 || bytes_of(&pieces) > MAX_CODE_BYTES)
        return 0;
    for (size_t i = 0; i < pieces.n; i++) {
        const struct span *s = &pieces.items[i];
        for (size_t j = 0; j < s->len; j++) {
            if (s->text[j] == '\0')
                buf_puts(&code, NUL_REPLACEMENT);
            else if (s->text[j] != '\r' || j + 1 >= s->len || s->text[j + 1] != '\n')
                buf_putc(&code, s->text[j]);
        }
        if (code.len > 0 && code.data[code.len - 1] != '\n')
            buf_putc(&code, '\n');
    }
    if (is_body) {
        int rc = (task->module != NULL ? forward_wrap : body_wrap)(task, buf_text(&code), code.len,
                                                                   &file, err);
        if (rc < 0)
            return rc;
    }
    const struct buf *whole = is_body ? &file : &code;
    *out_action = action_of(&pieces, &plain, of->text, a);
    *out_code = arena_strndup(a, buf_text(whole), whole->len);
    return 0;
}
