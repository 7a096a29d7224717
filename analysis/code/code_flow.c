#include "analysis/code/code_flow.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

#define MAX_FUNCTIONS 256 /* calls are looked up one by one, and texts are hostile */

struct flow_reader {
    const char *text;
    const struct token_list *tokens;
    struct code_statement *statements; /* heap while growing */
    size_t n, capacity;
};

static bool is(const struct token_list *t, size_t i, const char *word)
{
    return i < t->n && t->items[i].language == CODE_PYTHON && code_token_is(&t->items[i], word);
}

static bool is_one_of(const struct token_list *t, size_t i, const char *const *words, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (is(t, i, words[k]))
            return true;
    }
    return false;
}

static void add_statement(struct flow_reader *r, size_t from, size_t to, size_t column)
{
    if (from == to)
        return;
    if (r->n == r->capacity) {
        r->capacity = r->capacity == 0 ? 64 : 2 * r->capacity;
        r->statements = mem_grow(r->statements, r->capacity, sizeof(*r->statements));
    }
    r->statements[r->n++] = (struct code_statement){ from, to, column };
}

/* Of the first token that lies in the text, as those of Python do. */
static size_t column_of(const struct flow_reader *r, size_t from, size_t to)
{
    while (from < to && r->tokens->items[from].language != CODE_PYTHON)
        from++;
    if (from == to)
        return 0;
    const char *at = r->tokens->items[from].text;
    const char *start = at;
    while (start > r->text && start[-1] != '\n')
        start--;
    return (size_t)(at - start);
}

/* Cuts a logical line behind its head ("if c:") and at semicolons. */
static void add_line(struct flow_reader *r, size_t from, size_t to)
{
    static const char *const heads[] = { "if",  "elif", "else",   "for",     "while", "with",
                                         "try", "def",  "except", "finally", "class", "async" };
    size_t column = column_of(r, from, to);
    bool has_head = is_one_of(r->tokens, from, heads, ARRAY_LEN(heads));
    size_t depth = 0;
    size_t start = from;
    for (size_t i = from; i < to; i++) {
        if (r->tokens->items[i].language != CODE_PYTHON)
            continue;
        if (is(r->tokens, i, "(") || is(r->tokens, i, "[") || is(r->tokens, i, "{"))
            depth++;
        if ((is(r->tokens, i, ")") || is(r->tokens, i, "]") || is(r->tokens, i, "}")) && depth > 0)
            depth--;
        bool ends_head = has_head && is(r->tokens, i, ":");
        if (depth > 0 || !(ends_head || is(r->tokens, i, ";")))
            continue;
        add_statement(r, start, i, column);
        column += ends_head;
        has_head = has_head && !ends_head;
        start = i + 1;
    }
    add_statement(r, start, to, column);
}

static void read_statements(struct flow_reader *r)
{
    size_t depth = 0;
    size_t from = 0;
    for (size_t i = 0; i < r->tokens->n; i++) {
        const struct code_token *t = &r->tokens->items[i];
        if (t->language != CODE_PYTHON)
            continue;
        if (t->begins_line && depth == 0 && i > from) {
            add_line(r, from, i);
            from = i;
        }
        depth += is(r->tokens, i, "(") || is(r->tokens, i, "[") || is(r->tokens, i, "{");
        if ((is(r->tokens, i, ")") || is(r->tokens, i, "]") || is(r->tokens, i, "}")) && depth > 0)
            depth--;
    }
    if (from < r->tokens->n)
        add_line(r, from, r->tokens->n);
}

size_t code_flow_block_end(const struct code_flow *f, size_t i)
{
    size_t end = i + 1;
    while (end < f->n_statements && f->statements[end].column > f->statements[i].column)
        end++;
    return end;
}

/* Statements of the class that a harness makes; all where the text has none of its names.  True: it
 * is ModelNew, beside which no function is an entry. */
static bool find_candidate(const struct code_flow *f, const struct token_list *t, size_t *from,
                           size_t *end)
{
    static const char *const names[] = { "ModelNew", "Model" };
    *from = 0;
    *end = f->n_statements;
    for (size_t k = 0; k < ARRAY_LEN(names); k++) {
        for (size_t i = 0; i < f->n_statements; i++) {
            if (!is(t, f->statements[i].from, "class") ||
                !is(t, f->statements[i].from + 1, names[k]))
                continue;
            *from = i;
            *end = code_flow_block_end(f, i);
            return k == 0;
        }
    }
    return false;
}

/* Layers inside a model have a forward too: it is reached, but its result is not the result. */
static void read_functions(struct code_flow *f, const struct token_list *t, struct arena *arena)
{
    static const char *const methods[] = { "forward", "__call__" };
    static const char *const entries[] = { "run", "custom_kernel" };
    size_t from;
    size_t end;
    const bool is_model = find_candidate(f, t, &from, &end);
    f->functions = arena_array(arena, MAX_FUNCTIONS, sizeof(*f->functions));
    for (size_t i = 0; i < f->n_statements && f->n_functions < MAX_FUNCTIONS; i++) {
        size_t def = f->statements[i].from + (is(t, f->statements[i].from, "async") ? 1 : 0);
        if (!is(t, def, "def") || def + 2 >= f->statements[i].to || !is(t, def + 2, "("))
            continue;
        struct code_function *out = &f->functions[f->n_functions++];
        size_t depth = 1;
        size_t close = def + 3;
        while (close < f->statements[i].to && depth > 0) {
            depth += is(t, close, "(") || is(t, close, "[");
            depth -= is(t, close, ")") || is(t, close, "]");
            close++;
        }
        *out = (struct code_function){ .name = def + 1,
                                       .params_from = def + 3,
                                       .params_to = depth == 0 ? close - 1 : close,
                                       .first = i + 1,
                                       .end = code_flow_block_end(f, i) };
        bool is_method = is_one_of(t, def + 1, methods, ARRAY_LEN(methods));
        bool is_entry = !is_model && f->statements[i].column == 0 &&
                        is_one_of(t, def + 1, entries, ARRAY_LEN(entries));
        out->is_timed = (is_method && i >= from && i < end) || is_entry;
        out->is_reached = is_method || is_entry;
        out->is_returned = out->is_timed;
    }
}

static size_t find_function(const struct code_flow *f, const struct token_list *t, size_t word)
{
    size_t k = 0;
    while (k < f->n_functions) {
        if (code_token_same(&t->items[f->functions[k].name], &t->items[word]))
            break;
        k++;
    }
    return k;
}

/* Marks what a statement of a function calls; true when something was new. */
static bool follow_calls(struct code_flow *f, const struct code_function *from,
                         const struct code_statement *st, const struct token_list *t)
{
    bool changed = false;
    for (size_t at = st->from; at + 1 < st->to; at++) {
        if (t->items[at].kind != TOKEN_WORD || !is(t, at + 1, "("))
            continue;
        size_t k = find_function(f, t, at);
        if (k == f->n_functions)
            continue;
        bool returned = from->is_returned && is(t, st->from, "return") &&
                        (at == st->from + 1 || (at == st->from + 3 && is(t, at - 2, "self")));
        struct code_function *to = &f->functions[k];
        changed = changed || !to->is_reached || (returned && !to->is_returned);
        to->is_reached = true;
        to->is_returned = to->is_returned || returned;
    }
    return changed;
}

static bool follow_function(struct code_flow *f, const struct code_function *from,
                            const struct token_list *t)
{
    bool changed = false;
    for (size_t i = from->first; i < from->end;) {
        bool is_inner = is(t, f->statements[i].from, "def");
        if (!is_inner)
            changed = follow_calls(f, from, &f->statements[i], t) || changed;
        i = is_inner ? code_flow_block_end(f, i) : i + 1;
    }
    return changed;
}

struct code_flow code_flow_read(const char *text, const struct token_list *tokens,
                                struct arena *arena)
{
    enum { DEEPEST = 8 };
    struct flow_reader r = { .text = text, .tokens = tokens };
    struct code_flow f = { 0 };
    read_statements(&r);
    f.n_statements = r.n;
    f.statements = arena_array(arena, r.n, sizeof(*f.statements));
    if (r.n > 0)
        memcpy(f.statements, r.statements, r.n * sizeof(*f.statements));
    free(r.statements);
    read_functions(&f, tokens, arena);
    bool changed = true;
    for (int depth = 0; depth < DEEPEST && changed; depth++) {
        changed = false;
        for (size_t k = 0; k < f.n_functions; k++) {
            if (f.functions[k].is_reached)
                changed = follow_function(&f, &f.functions[k], tokens) || changed;
        }
    }
    return f;
}
