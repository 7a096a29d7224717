#include "src/eval/cuda/driver/ptx_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

/* Words that no kernel with honest times needs.  Without kind: an honest one may want it, but it
 * is not there. */
static const struct {
    const char *text, *kind, *why;
} forbidden[] = {
    { "%clock", "clock_read", "reads a clock of the device" },
    { "%globaltimer", "clock_read", "reads a clock of the device" },
    { "%pm", "clock_read", "reads a performance counter of the device" },
    { "griddepcontrol", "early_completion", "signals completion before its work is done" },
    { "createpolicy", "cache_policy", "pins data in the cache across launches" },
    { "L2::evict_last", "cache_policy", "pins data in the cache across launches" },
    { "applypriority", "cache_policy", "changes the contents of the cache" },
    { "%envreg1;", NULL, "waits for the whole grid, which only cooperative launches can" },
    { "%envreg2;", NULL, "waits for the whole grid, which only cooperative launches can" },
    { "%envreg", "host_code", "reads registers of the driver" },
};

/* Outside functions that compiled code may call. */
static const char *const allowed_functions[] = { "__assertfail" };

static const char *const matrix_words[] = { "mma.sync", "mma.sp", "wgmma.mma_async",
                                            "tcgen05.mma" };

static bool in_ptx_word(char c)
{
    return is_word(c) || c == '$' || c == '%';
}

static bool starts(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t");
}

static void accuse(struct ptx_facts *out, const char *kind, const char *what, const char *why)
{
    if (out->verdict != PTX_CLEAN)
        return;
    out->verdict = kind != NULL ? PTX_CHEAT : PTX_REFUSED;
    out->kind = kind;
    snprintf(out->message, sizeof out->message, "the device code %s (%s)", why, what);
}

/* ".extern .func (.param ...) name" */
static void check_extern(const char *line, size_t len, struct ptx_facts *out)
{
    size_t end = len;
    while (end > 0 && !in_ptx_word(line[end - 1]))
        end--;
    size_t start = end;
    while (start > 0 && in_ptx_word(line[start - 1]))
        start--;
    for (size_t i = 0; i < ARRAY_LEN(allowed_functions); i++)
        if (strlen(allowed_functions[i]) == end - start &&
            memcmp(line + start, allowed_functions[i], end - start) == 0)
            return;
    if (out->verdict != PTX_CLEAN)
        return;
    out->verdict = PTX_REFUSED;
    snprintf(out->message, sizeof out->message,
             "the device code calls %.*s, which is not available",
             (int)(end - start < 80 ? end - start : 80), line + start);
}

/* More than any device has; sums of it do not overflow. */
#define MOST_BYTES ((uint64_t)1 << 48)

/* ".global .align 4 .b8 name[16] = {...}" */
static uint64_t global_bytes(const char *line, const char **out_name)
{
    const char *s = skip_blanks(line + strlen(".global"));
    uint64_t element = 1, count = 1;
    while (*s == '.') {
        if (starts(s, ".align"))
            s = skip_blanks(s + strlen(".align")) +
                strspn(skip_blanks(s + strlen(".align")), "0123456789");
        else {
            const char *digits = s + strcspn(s, "0123456789");
            uint64_t bits = strtoull(digits, NULL, 10);
            element = bits < 8 ? 1 : bits / 8;
            s += strcspn(s, " \t");
        }
        s = skip_blanks(s);
    }
    *out_name = s;
    /* No kernel writes string literals and names for assert. */
    if (starts(s, "$str") || starts(s, "__unnamed_") || starts(s, "__PRETTY_FUNCTION__"))
        return 0;
    for (s += strcspn(s, "[=;\n"); *s == '['; s += strcspn(s, "[=;\n")) {
        uint64_t n = strtoull(s + 1, NULL, 10);
        count = n > 0 && count > MOST_BYTES / n ? MOST_BYTES : count * n;
        s++;
    }
    count = count > MOST_BYTES ? MOST_BYTES : count;
    return element * (count == 0 ? 1 : count);
}

static bool has_text(const char *line, size_t len, const char *text)
{
    size_t n = strlen(text);
    for (size_t at = 0; at + n <= len; at++)
        if (memcmp(line + at, text, n) == 0)
            return true;
    return false;
}

static void check_words(const char *line, size_t len, struct ptx_facts *out)
{
    bool is_matrix = false;
    for (size_t i = 0; i < ARRAY_LEN(forbidden); i++)
        if (has_text(line, len, forbidden[i].text))
            accuse(out, forbidden[i].kind, forbidden[i].text, forbidden[i].why);
    for (size_t i = 0; i < ARRAY_LEN(matrix_words); i++)
        is_matrix = is_matrix || has_text(line, len, matrix_words[i]);
    out->matrix_instructions += is_matrix && !has_text(line, len, ".f64");
}

static const char *skip_modifiers(const char *line)
{
    static const char *const modifiers[] = { ".visible", ".weak", ".common" };
    for (size_t i = 0; i < ARRAY_LEN(modifiers); i++)
        if (starts(line, modifiers[i]))
            return skip_modifiers(skip_blanks(line + strlen(modifiers[i])));
    return line;
}

struct ptx_line {
    const char *text;
    size_t len;
};

static bool next_line(const char **at, struct ptx_line *out)
{
    const char *line = *at;
    size_t len = strcspn(line, "\n");
    if (*line == '\0')
        return false;
    out->text = skip_modifiers(skip_blanks(line));
    out->len = len - (size_t)(out->text - line);
    *at = line + len + (line[len] == '\n');
    return true;
}

/*
 * A policy of the cache is a number that "createpolicy" makes, or a constant of which the first
 * byte names the kind.  What is evicted first or as usual helps no later launch.
 */
#define POLICY_KIND(v)     ((v) >> 56)
#define POLICY_USUAL       0x10
#define POLICY_EVICT_FIRST 0x12
#define POLICY_EVICT_LAST  0x14

/* "mov.u64 %rd19, 1508705875169116160;" defines %rd19. */
static bool defines(const char *line, size_t len, const char *reg, size_t n)
{
    size_t at = 0;
    while (at < len && line[at] != ' ' && line[at] != '\t')
        at++;
    const char *operand = skip_blanks(line + at);
    return operand + n < line + len && memcmp(operand, reg, n) == 0 && operand[n] == ',';
}

static void check_policy(const char *ptx, const char *line, size_t len, struct ptx_facts *out)
{
    const char *why = "has a cache policy that cannot be read";
    size_t end = len, n = 0;
    while (end > 0 && !in_ptx_word(line[end - 1]))
        end--;
    while (n < end && in_ptx_word(line[end - n - 1]))
        n++;
    const char *reg = line + end - n;
    unsigned seen = 0;
    struct ptx_line l;
    for (const char *at = ptx; n > 1 && next_line(&at, &l);) {
        if (!defines(l.text, l.len, reg, n))
            continue;
        uint64_t value = starts(l.text, "mov.") ? strtoull(strchr(l.text, ',') + 1, NULL, 0) : 0;
        seen++;
        if (POLICY_KIND(value) == POLICY_EVICT_LAST)
            accuse(out, "cache_policy", "L2::cache_hint", "pins data in the cache across launches");
        else if (POLICY_KIND(value) != POLICY_USUAL && POLICY_KIND(value) != POLICY_EVICT_FIRST)
            accuse(out, NULL, "L2::cache_hint", why);
    }
    if (seen == 0)
        accuse(out, NULL, "L2::cache_hint", why);
}

static bool is_declaration(const char *s)
{
    return starts(s, ".global");
}

/* One variable on one line, whose initial value names no other. */
static bool is_plain(const char *line, size_t len)
{
    const char *list = memchr(line, ',', len), *value = memchr(line, '=', len);
    return memchr(line, ';', len) == line + len - 1 && !has_text(line, len, "generic") &&
           (list == NULL || (value != NULL && value < list));
}

/* Bounds the search for names: a hostile text may have many. */
#define SEARCH_BYTES ((size_t)256 << 20)

struct variables {
    struct buf code; /* without plain declarations */
    size_t searched;
};

/* Toolkit headers declare constants by the thousand; unnamed ones keep no state. */
static bool is_named(struct variables *v, const char *name)
{
    char wanted[512];
    size_t n = 0;
    while (in_ptx_word(name[n]))
        n++;
    v->searched += v->code.len;
    if (n == 0 || n >= sizeof wanted || v->searched > SEARCH_BYTES)
        return true;
    memcpy(wanted, name, n);
    wanted[n] = '\0';
    return strstr(buf_text(&v->code), wanted) != NULL;
}

static void count_state(const char *ptx, struct variables *v, struct ptx_facts *out)
{
    struct ptx_line l;
    for (const char *at = ptx; next_line(&at, &l);) {
        const char *name;
        uint64_t bytes = is_declaration(l.text) ? global_bytes(l.text, &name) : 0;
        out->global_bytes += bytes;
        if (bytes != 0 && (!is_plain(l.text, l.len) || is_named(v, name)))
            out->state_bytes += bytes;
    }
}

void ptx_scan(const char *ptx, struct ptx_facts *out)
{
    struct variables v = { .searched = 0 };
    struct ptx_line l;
    *out = (struct ptx_facts){ .verdict = PTX_CLEAN };
    for (const char *at = ptx; next_line(&at, &l);) {
        if (!starts(l.text, "//"))
            check_words(l.text, l.len, out);
        if (has_text(l.text, l.len, "L2::cache_hint"))
            check_policy(ptx, l.text, l.len, out);
        if (starts(l.text, ".extern .func"))
            check_extern(l.text, l.len, out);
        if (is_declaration(l.text) && is_plain(l.text, l.len))
            continue;
        buf_add(&v.code, l.text, l.len);
        buf_putc(&v.code, '\n');
    }
    count_state(ptx, &v, out);
    buf_release(&v.code);
}

static enum ptx_type param_type(const char *s)
{
    static const struct {
        const char *name;
        enum ptx_type type;
    } types[] = {
        { ".u8 ", PTX_U8 },   { ".s8 ", PTX_U8 },   { ".b8 ", PTX_U8 },   { ".u16 ", PTX_U16 },
        { ".s16 ", PTX_U16 }, { ".b16 ", PTX_U16 }, { ".u32 ", PTX_U32 }, { ".s32 ", PTX_U32 },
        { ".b32 ", PTX_U32 }, { ".u64 ", PTX_U64 }, { ".s64 ", PTX_U64 }, { ".b64 ", PTX_U64 },
    };
    for (size_t i = 0; i < ARRAY_LEN(types); i++)
        if (starts(s, types[i].name))
            return types[i].type;
    return PTX_OTHER;
}

/* NULL: there is no such entry. */
static const char *find_entry(const char *ptx, const char *entry)
{
    size_t n = strlen(entry);
    for (const char *s = strstr(ptx, ".entry "); s != NULL; s = strstr(s, ".entry ")) {
        s += strlen(".entry ");
        if (strncmp(s, entry, n) == 0 && s[n] == '(')
            return s + n + 1;
    }
    return NULL;
}

int ptx_entry_params(const char *ptx, const char *entry, enum ptx_type out[PTX_MAX_PARAMS])
{
    const char *s = find_entry(ptx, entry);
    int n = 0;
    if (s == NULL)
        return -1;
    const char *end = s + strcspn(s, ")");
    for (s = strstr(s, ".param "); s != NULL && s < end; s = strstr(s, ".param ")) {
        s += strlen(".param ");
        if (n == PTX_MAX_PARAMS)
            return -1;
        out[n++] = param_type(s);
    }
    return n;
}
