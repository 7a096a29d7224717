#include "src/sample/blocks.h"

#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "tasks/text/cuda_lex.h"

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

struct span span_next_line(const char *text, size_t len, size_t *pos)
{
    const char *start = text + *pos;
    const char *end = memchr(start, '\n', len - *pos);
    struct span line = { .text = start, .len = end ? (size_t)(end - start) : len - *pos };
    *pos += line.len + (end ? 1 : 0);
    return line;
}

struct span span_trimmed(struct span line)
{
    while (line.len > 0 && is_space(line.text[0])) {
        line.text++;
        line.len--;
    }
    while (line.len > 0 && is_space(line.text[line.len - 1]))
        line.len--;
    return line;
}

static bool starts_with(struct span s, const char *prefix)
{
    size_t n = strlen(prefix);
    return s.len >= n && memcmp(s.text, prefix, n) == 0;
}

bool span_is_directive(struct span line, const char *word)
{
    size_t mark = lex_plan_mark(line.text, line.len);
    struct span rest = { .text = line.text + mark, .len = line.len - mark };
    return mark > 0 && starts_with(span_trimmed(rest), word);
}

static bool makes_function(struct span line)
{
    static const char *const starts[] = { "def run(", "run =", "def custom_kernel(",
                                          "custom_kernel =" };
    for (size_t i = 0; i < ARRAY_LEN(starts); i++)
        if (starts_with(line, starts[i]))
            return true;
    return false;
}

static struct span describe(const char *text, size_t len)
{
    struct span s = { .text = text, .len = len };
    for (size_t pos = 0; pos < len;) {
        struct span line = span_next_line(text, len, &pos);
        s.has_launch = s.has_launch || span_is_directive(line, "launch");
        s.has_module = s.has_module || starts_with(line, "class ModelNew");
        s.has_function = s.has_function || makes_function(line);
    }
    s.has_kernel = contains(text, len, "__global__");
    return s;
}

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

/* A fence begins a line, or ends a line of prose ("Here it is: ```cuda"). */
static size_t fence_opens(struct span line, char *mark)
{
    struct span s = span_trimmed(line);
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
    struct span s = span_trimmed(line);
    size_t n = fence_run(s, &found);
    return n >= run && found == mark && n == s.len;
}

static void note_block(struct span block, struct blocks *out)
{
    if (block.has_launch && block.has_kernel)
        out->last_complete = block;
    if (block.has_kernel &&
        (out->longest_kernel.text == NULL || block.len > out->longest_kernel.len))
        out->longest_kernel = block;
    if (memchr(block.text, ';', block.len) != NULL || memchr(block.text, '}', block.len) != NULL)
        out->last_statements = block;
    if (block.has_module)
        out->last_module = block;
    if (block.has_module || block.has_function)
        out->last_candidate = block;
    if (span_trimmed(block).len > 0)
        out->last_any = block;
}

void blocks_find(const char *text, size_t len, struct blocks *out)
{
    size_t run = 0, start = 0, pos = 0;
    char mark = 0;
    *out = (struct blocks){ 0 };
    while (pos < len) {
        size_t line_start = pos;
        struct span line = span_next_line(text, len, &pos);
        if (run == 0) {
            run = fence_opens(line, &mark);
            start = pos;
        } else if (fence_closes(line, mark, run)) {
            note_block(describe(text + start, line_start - start), out);
            run = 0;
        }
    }
    if (run > 0)
        note_block(describe(text + start, len - start), out);
}

bool span_starts_code(struct span line)
{
    static const char *const starts[] = {
        "//",         "/*",           "#include", "#define",  "#pragma", "extern ", "__global__",
        "__device__", "__constant__", "template", "typedef ", "static ", "using ",  "namespace ",
        "struct ",    "constexpr ",   "const ",   "#if",      "enum ",   "inline ",
    };
    struct span s = span_trimmed(line);
    for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
        if (starts_with(s, starts[i]))
            return true;
    }
    return false;
}

static bool ends_code(struct span line)
{
    struct span s = span_trimmed(line);
    if (s.len == 0)
        return false;
    char last = s.text[s.len - 1];
    return last == '}' || last == ';' || s.text[0] == '#' || starts_with(s, "//") ||
           (s.len >= 2 && memcmp(s.text + s.len - 2, "*/", 2) == 0);
}

static bool starts_python(struct span line)
{
    static const char *const starts[] = {
        "import ", "from ", "class ", "def ", "@", "#", "\"\"\""
    };
    for (size_t i = 0; i < ARRAY_LEN(starts); i++)
        if (starts_with(line, starts[i]))
            return true;
    return false;
}

struct span bare_module_find(const char *text, size_t len, bool or_function)
{
    size_t first = len;
    bool found = false;
    for (size_t pos = 0; pos < len && !found;) {
        size_t line_start = pos;
        struct span line = span_next_line(text, len, &pos);
        if (first == len && starts_python(line))
            first = line_start;
        found = starts_with(line, "class ModelNew") || (or_function && makes_function(line));
    }
    return found ? (struct span){ .text = text + first, .len = len - first, .has_module = true }
                 : (struct span){ .text = NULL };
}

bool span_is_statement(struct span line)
{
    struct span s = span_trimmed(line);
    return span_starts_code(line) || ends_code(line) || (s.len > 0 && s.text[s.len - 1] == '{');
}

struct span bare_code_find(const char *text, size_t len, bool (*is_first)(struct span line))
{
    size_t first = len, last = len;
    for (size_t pos = 0; pos < len;) {
        size_t line_start = pos;
        struct span line = span_next_line(text, len, &pos);
        if (first == len && is_first(line))
            first = line_start;
        if (first < len && ends_code(line))
            last = pos;
    }
    struct span s = describe(text + first, first < last ? last - first : 0);
    if (s.has_kernel && !contains(s.text, s.len, "{"))
        return describe(text + first, len - first);
    return s;
}
