#include "tasks/mutants/mutants.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/rng.h"
#include "tasks/mutants/mutants_internal.h"

const char *const bug_class_names[] = { "bounds",  "index", "operator", "constant", "barrier",
                                        "initial", "type",  "branch",   "launch",   NULL };

const char *const scan_integer_types[] = { "int",     "unsigned", "long",    "size_t", "uint32_t",
                                           "int64_t", "uint64_t", "int32_t", NULL };

bool scan_is_of(const struct scan *s, size_t i, const char *const *words)
{
    for (; *words != NULL; words++)
        if (scan_is(s, i, *words))
            return true;
    return false;
}

bool scan_ends_operand(const struct scan *s, size_t i)
{
    static const char *const no_operand[] = {
        "return", "const", "__restrict__", "float", "double", "int",  "unsigned", "long",
        "char",   "short", "bool",         "case",  "else",   "auto", NULL
    };
    if (i >= s->n)
        return false;
    const struct lex_token *t = &s->tokens[i].t;
    return t->kind == LEX_NUMBER || scan_is(s, i, ")") || scan_is(s, i, "]") ||
           (t->kind == LEX_NAME && !scan_is_of(s, i, no_operand));
}

static void keep_edit(struct scan *s, struct edit e)
{
    if (s->n_edits == s->capacity) {
        s->capacity = s->capacity == 0 ? 256 : 2 * s->capacity;
        struct edit *more = arena_array(s->a, s->capacity, sizeof *more);
        if (s->n_edits > 0)
            memcpy(more, s->edits, s->n_edits * sizeof *more);
        s->edits = more;
    }
    s->edits[s->n_edits++] = e;
}

void scan_add(struct scan *s, enum bug_class bug, const char *rule, size_t first, size_t last,
              const char *put)
{
    const struct lex_token *from = &s->tokens[first].t, *to = &s->tokens[last].t;
    size_t len = to->start + to->len - from->start;
    if (strlen(put) == len && memcmp(put, s->text + from->start, len) == 0)
        return;
    keep_edit(s, (struct edit){ bug, rule, from->start, len, from->line, put });
}

void scan_insert(struct scan *s, enum bug_class bug, const char *rule, size_t i, const char *put)
{
    const struct lex_token *t = &s->tokens[i].t;
    keep_edit(s, (struct edit){ bug, rule, t->start, 0, t->line, put });
}

static void read_tokens(struct scan *s, const char *text, size_t len)
{
    size_t capacity = 1024;
    lex_init(&s->l, text, len);
    s->tokens = arena_array(s->a, capacity, sizeof *s->tokens);
    for (;;) {
        s->tokens[s->n].t = lex_next(&s->l);
        if (s->tokens[s->n].t.kind == LEX_END)
            return;
        if (++s->n == capacity) {
            struct token_facts *more = arena_array(s->a, 2 * capacity, sizeof *more);
            memcpy(more, s->tokens, capacity * sizeof *more);
            s->tokens = more;
            capacity *= 2;
        }
    }
}

#define MOST_NESTED 256

static void match_brackets(struct scan *s)
{
    size_t open[MOST_NESTED], depth = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct lex_token *t = &s->tokens[i].t;
        char sign = t->kind == LEX_SIGN && t->len == 1 ? t->sign : '\0';
        s->tokens[i].partner = i;
        if (sign == '(' || sign == '[' || sign == '{') {
            if (depth < MOST_NESTED)
                open[depth] = i;
            depth++;
        } else if ((sign == ')' || sign == ']' || sign == '}') && depth > 0) {
            depth--;
            if (depth < MOST_NESTED) {
                s->tokens[i].partner = open[depth];
                s->tokens[open[depth]].partner = i;
            }
        }
    }
}

static void mark(struct scan *s, size_t first, size_t end, size_t member)
{
    for (size_t k = first; k < end && k < s->n; k++)
        *(bool *)((char *)&s->tokens[k] + member) = true;
}

/* "float tile[16][16]" declares: only numbers are between the brackets. */
static bool is_access(const struct scan *s, size_t open)
{
    for (size_t k = open + 1; k < s->tokens[open].partner; k++)
        if (s->tokens[k].t.kind == LEX_NAME)
            return true;
    return false;
}

static size_t statement_end(const struct scan *s, size_t i)
{
    while (i < s->n && !scan_is(s, i, ";"))
        i = (scan_is(s, i, "(") || scan_is(s, i, "[") || scan_is(s, i, "{")) &&
                    s->tokens[i].partner > i
                ? s->tokens[i].partner + 1
                : i + 1;
    return i;
}

/* TYPE NAME = VALUE, NAME = VALUE; */
static void mark_declaration(struct scan *s, size_t type)
{
    bool is_integer = scan_is_of(s, type, scan_integer_types);
    size_t end = statement_end(s, type);
    size_t name = type + 1;
    while (scan_is_of(s, name, scan_integer_types))
        name++;
    if (!scan_is_name(s, name) || !scan_is(s, name + 1, "="))
        return;
    if (is_integer)
        mark(s, name + 2, end, offsetof(struct token_facts, in_integer));
    for (size_t k = name + 1; k < end; k++)
        if (scan_is(s, k, "=") && scan_is_name(s, k - 1) && k + 1 < end)
            s->tokens[k + 1 + (size_t)scan_is(s, k + 1, "-")].is_first = true;
}

static void find_facts(struct scan *s)
{
    static const char *const heads[] = { "if", "for", "while", NULL };
    match_brackets(s);
    for (size_t i = 0; i < s->n; i++) {
        size_t end = s->tokens[i].partner;
        if (scan_is(s, i, "[") && end > i && is_access(s, i))
            mark(s, i + 1, end, offsetof(struct token_facts, in_subscript));
        else if (scan_is_of(s, i, heads) && scan_is(s, i + 1, "("))
            mark(s, i + 2, s->tokens[i + 1].partner, offsetof(struct token_facts, in_condition));
        else if (scan_is(s, i, "float") || scan_is(s, i, "double") ||
                 scan_is_of(s, i, scan_integer_types))
            mark_declaration(s, i);
    }
}

static struct mutant make_mutant(const struct scan *s, const struct edit *e)
{
    struct buf b = { 0 };
    size_t len = strlen(s->text), end = e->start + e->len;
    buf_add(&b, s->text, e->start);
    buf_puts(&b, e->put);
    buf_add(&b, s->text + end, len - end);
    struct mutant m = { .bug = e->bug,
                        .rule = e->rule,
                        .line = e->line,
                        .before = arena_strndup(s->a, s->text + e->start, e->len),
                        .after = e->put,
                        .text = arena_strdup(s->a, buf_text(&b)) };
    buf_release(&b);
    return m;
}

static void shuffle(struct edit *edits, size_t n, uint64_t seed)
{
    struct rng r;
    rng_init(&r, seed, RNG_MUTANT, 0, 0, 0);
    for (size_t i = n; i > 1; i--) {
        size_t j = rng_below(&r, (uint32_t)i);
        struct edit x = edits[i - 1];
        edits[i - 1] = edits[j];
        edits[j] = x;
    }
}

static bool is_known(const struct mutant *all, size_t n, const char *text)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].text, text) == 0)
            return true;
    return false;
}

/* The next edit of a class that gives a new text. */
static bool take(const struct scan *s, enum bug_class bug, size_t *at, struct mutant *all, size_t n)
{
    while (*at < s->n_edits) {
        const struct edit *e = &s->edits[(*at)++];
        if (e->bug != bug)
            continue;
        all[n] = make_mutant(s, e);
        if (strcmp(all[n].text, s->text) != 0 && !is_known(all, n, all[n].text))
            return true;
    }
    return false;
}

size_t mutants_draw(const char *text, uint64_t seed, size_t n, struct arena *a, struct mutant **out)
{
    struct scan s = { .text = text, .a = a };
    size_t at[BUG_CLASSES] = { 0 }, made = 0;
    read_tokens(&s, text, strlen(text));
    find_facts(&s);
    for (size_t i = 0; i < s.n; i++) {
        if (s.tokens[i].t.region == LEX_PLAN)
            mutants_plan(&s, i);
        else if (s.tokens[i].t.region == LEX_CODE)
            mutants_code(&s, i);
    }
    shuffle(s.edits, s.n_edits, seed);
    struct mutant *all = arena_array(a, n + 1, sizeof *all);
    for (bool more = true; more && made < n;) {
        more = false;
        for (int bug = 0; bug < BUG_CLASSES && made < n; bug++)
            if (take(&s, (enum bug_class)bug, &at[bug], all, made)) {
                made++;
                more = true;
            }
    }
    *out = all;
    return made;
}
