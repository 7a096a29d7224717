/*
 * assemble.c - from what a model said to a kernel file.
 *
 * Model text is hostile: any bytes, any length, any number of half-open fences.  Everything here is
 * one pass over lines, linear in the text.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/sample/policy.h"

#define MAX_BYTES  ((size_t)1 << 20)
#define MAX_BLOCKS 256

/* Part of the completion; all of them point into it. */
struct span {
    const char *text;
    size_t len;
    bool has_launch; /* a line that begins with "//@ launch" */
    bool has_kernel; /* the word __global__ */
};

struct blocks {
    size_t n;
    struct span items[MAX_BLOCKS];
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool contains(const char *text, size_t len, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= len; i++) {
        const char *hit = memchr(text + i, word[0], len - n - i + 1);
        if (!hit)
            return false;
        i = (size_t)(hit - text);
        if (memcmp(hit, word, n) == 0)
            return true;
    }
    return false;
}

/* The line at *pos without its newline; *pos moves behind it. */
static struct span next_line(const char *text, size_t len, size_t *pos)
{
    const char *start = text + *pos;
    const char *end = memchr(start, '\n', len - *pos);
    struct span line = { .text = start, .len = end ? (size_t)(end - start) : len - *pos };
    *pos += line.len + (end ? 1 : 0);
    return line;
}

static struct span trimmed(struct span line)
{
    while (line.len > 0 && is_blank(line.text[0])) {
        line.text++;
        line.len--;
    }
    while (line.len > 0 && is_blank(line.text[line.len - 1]))
        line.len--;
    return line;
}

static bool starts_with(struct span s, const char *prefix)
{
    size_t n = strlen(prefix);
    return s.len >= n && memcmp(s.text, prefix, n) == 0;
}

static bool is_directive(struct span line, const char *word)
{
    struct span s = trimmed(line);
    if (!starts_with(s, "//@"))
        return false;
    s.text += 3;
    s.len -= 3;
    return starts_with(trimmed(s), word);
}

static struct span describe(const char *text, size_t len)
{
    struct span s = { .text = text, .len = len };
    for (size_t pos = 0; pos < len && !s.has_launch;)
        s.has_launch = is_directive(next_line(text, len, &pos), "launch");
    s.has_kernel = contains(text, len, "__global__");
    return s;
}

/* Length of the run of fence characters that a line begins with, 0 when it is no fence. */
static size_t fence_run(struct span s, char *mark)
{
    size_t n = 0;
    if (s.len == 0 || (s.text[0] != '`' && s.text[0] != '~'))
        return 0;
    while (n < s.len && s.text[n] == s.text[0])
        n++;
    *mark = s.text[0];
    return n >= 3 ? n : 0;
}

/* A fence opens at the start of a line, or ends a line of prose ("Here it is: ```cuda"). */
static size_t fence_opens(struct span line, char *mark)
{
    struct span s = trimmed(line);
    size_t run = fence_run(s, mark);
    if (run > 0)
        return run;
    while (s.len > 0 && s.text[s.len - 1] != '`' && s.text[s.len - 1] != ' ')
        s.len--;
    if (s.len < 4 || memcmp(s.text + s.len - 3, "```", 3) != 0)
        return 0;
    *mark = '`';
    return 3;
}

static bool fence_closes(struct span line, char mark, size_t run)
{
    char found = 0;
    struct span s = trimmed(line);
    size_t n = fence_run(s, &found);
    return n >= run && found == mark && n == s.len;
}

/* The contents of all fences; an unterminated one goes to the end. */
static void find_blocks(const char *text, size_t len, struct blocks *out)
{
    size_t run = 0, start = 0, pos = 0;
    char mark = 0;
    out->n = 0;
    while (pos < len && out->n < MAX_BLOCKS) {
        size_t line_start = pos;
        struct span line = next_line(text, len, &pos);
        if (run == 0) {
            run = fence_opens(line, &mark);
            start = pos;
        } else if (fence_closes(line, mark, run)) {
            out->items[out->n++] = describe(text + start, line_start - start);
            run = 0;
        }
    }
    if (run > 0 && out->n < MAX_BLOCKS)
        out->items[out->n++] = describe(text + start, len - start);
}

/* Splits at the last closing tag of the model's reasoning; without one, all is the answer. */
static void split_reasoning(const char *text, size_t len, struct span *reasoning,
                            struct span *answer)
{
    static const char tag[] = "</think>";
    size_t n = strlen(tag);
    *reasoning = (struct span){ .text = text };
    *answer = (struct span){ .text = text, .len = len };
    for (size_t end = len; end >= n; end--) {
        if (text[end - 1] != '>' || memcmp(text + end - n, tag, n) != 0)
            continue;
        reasoning->len = end - n;
        *answer = (struct span){ .text = text + end, .len = len - end };
        return;
    }
}

static bool starts_code(struct span line)
{
    static const char *const starts[] = {
        "//",         "/*",           "#include", "#define",  "#pragma", "extern ", "__global__",
        "__device__", "__constant__", "template", "typedef ", "static ", "using ",  "namespace ",
        "struct ",    "constexpr ",   "const ",   "#if",      "enum ",   "inline ",
    };
    struct span s = trimmed(line);
    for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
        if (starts_with(s, starts[i]))
            return true;
    }
    return false;
}

static bool ends_code(struct span line)
{
    struct span s = trimmed(line);
    if (s.len == 0)
        return false;
    char last = s.text[s.len - 1];
    return last == '}' || last == ';' || s.text[0] == '#' || starts_with(s, "//") ||
           (s.len >= 2 && memcmp(s.text + s.len - 2, "*/", 2) == 0);
}

/* A kernel file without fences: from its first line of code to its last. */
static struct span bare_code(const char *text, size_t len)
{
    size_t first = len, last = len;
    for (size_t pos = 0; pos < len;) {
        size_t line_start = pos;
        struct span line = next_line(text, len, &pos);
        if (first == len && starts_code(line))
            first = line_start;
        if (first < len && ends_code(line))
            last = pos;
    }
    struct span s = describe(text + first, first < last ? last - first : 0);
    if (s.has_kernel && !contains(s.text, s.len, "{"))
        return describe(text + first, len - first);
    return s;
}

static const struct span *last_complete(const struct blocks *b)
{
    for (size_t i = b->n; i-- > 0;) {
        if (b->items[i].has_launch && b->items[i].has_kernel)
            return &b->items[i];
    }
    return NULL;
}

static const struct span *longest_kernel(const struct blocks *b)
{
    const struct span *best = NULL;
    for (size_t i = 0; i < b->n; i++) {
        if (b->items[i].has_kernel && (!best || b->items[i].len > best->len))
            best = &b->items[i];
    }
    return best;
}

static void put_part(struct buf *out, const char *text, size_t len)
{
    if (out->len > 0 && out->data[out->len - 1] != '\n')
        buf_putc(out, '\n');
    buf_add(out, text, len);
}

/* Directives outside of every block, or in blocks without code, belong before the code. */
static void put_directives(struct buf *out, struct span all, const struct span *code)
{
    for (size_t pos = 0; pos < all.len;) {
        struct span line = next_line(all.text, all.len, &pos);
        bool inside = line.text >= code->text && line.text < code->text + code->len;
        if (!inside && (is_directive(line, "launch") || is_directive(line, "scratch")))
            put_part(out, line.text, line.len);
    }
}

/* Appends the extracted text; nothing when there is no code. */
static void extract(struct span all, struct buf *out)
{
    struct blocks *CLEANUP(mem_free_ptr) blocks = mem_alloc(sizeof(*blocks));
    find_blocks(all.text, all.len, blocks);
    const struct span *best = last_complete(blocks);
    if (best) {
        buf_add(out, best->text, best->len);
        return;
    }
    best = longest_kernel(blocks);
    if (best) {
        if (!best->has_launch)
            put_directives(out, all, best);
        put_part(out, best->text, best->len);
        return;
    }
    struct span bare = bare_code(all.text, all.len);
    if (bare.has_launch || bare.has_kernel)
        buf_add(out, bare.text, bare.len);
}

/* LF line ends, a final newline, and U+FFFD for NUL, which a C string could not carry. */
static char *normalized(const char *text, size_t len, bool line_ends, struct arena *a)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '\0')
            buf_puts(&out, "\xEF\xBF\xBD");
        else if (!line_ends || text[i] != '\r' || i + 1 >= len || text[i + 1] != '\n')
            buf_putc(&out, text[i]);
    }
    if (line_ends && out.len > 0 && out.data[out.len - 1] != '\n')
        buf_putc(&out, '\n');
    return arena_strndup(a, buf_text(&out), out.len);
}

int assemble(const char *completion, size_t len, struct arena *a, const char **out_action,
             const char **out_code, struct err *err)
{
    struct buf CLEANUP(buf_release) action = { 0 };
    (void)err;
    *out_action = NULL;
    *out_code = NULL;
    if (len == 0 || len > MAX_BYTES)
        return 0;
    struct span reasoning, answer;
    split_reasoning(completion, len, &reasoning, &answer);
    extract(answer, &action);
    if (action.len == 0)
        extract(reasoning, &action);
    if (action.len == 0)
        return 0;
    *out_action = normalized(action.data, action.len, false, a);
    *out_code = normalized(action.data, action.len, true, a);
    return 0;
}
