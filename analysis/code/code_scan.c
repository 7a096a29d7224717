#include "analysis/code/code_scan.h"

#include <string.h>

#include "analysis/code/code_pattern.h"
#include "analysis/code/code_token.h"
#include "src/base/mem.h"

#define MAX_LAYERS 64

struct code_scanner {
    const char *text;
    struct token_list tokens;
    struct code_hit hits[CODE_MAX_HITS];
    size_t n_hits;
    size_t skip_from, skip_to; /* tokens of the reference's class, which is no candidate */
};

static bool is(const struct code_scanner *s, size_t i, const char *word)
{
    return i < s->tokens.n && code_token_is(&s->tokens.items[i], word);
}

static bool is_python(const struct code_scanner *s, size_t i)
{
    return i < s->tokens.n && s->tokens.items[i].language == CODE_PYTHON;
}

/* One finding a kind and line. */
static void add_hit(struct code_scanner *s, enum code_kind kind, size_t token, const char *what)
{
    size_t line = s->tokens.items[token].line;
    if (token >= s->skip_from && token < s->skip_to)
        return;
    for (size_t i = 0; i < s->n_hits; i++) {
        if (s->hits[i].kind == kind && s->hits[i].line == line)
            return;
    }
    if (s->n_hits < CODE_MAX_HITS)
        s->hits[s->n_hits++] = (struct code_hit){ kind, line, what };
}

/* ---- the reference beside the candidate ---- */

static bool has_sequence(const struct code_scanner *s, const char *first, const char *second,
                         size_t *out_at)
{
    for (size_t i = 0; i + 1 < s->tokens.n; i++) {
        if (is(s, i, first) && is(s, i + 1, second)) {
            *out_at = i;
            return true;
        }
    }
    return false;
}

static size_t column_of(const struct code_scanner *s, size_t i)
{
    const char *text = s->text;
    size_t at = (size_t)(s->tokens.items[i].text - text);
    size_t start = at;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return at - start;
}

/* "class Model" beside a "class ModelNew" is the suite's reference. */
static void skip_reference(struct code_scanner *s)
{
    size_t model;
    size_t candidate;
    if (!has_sequence(s, "class", "Model", &model) ||
        !has_sequence(s, "class", "ModelNew", &candidate))
        return;
    s->skip_from = model;
    s->skip_to = model + 1;
    while (s->skip_to < s->tokens.n &&
           !(is_python(s, s->skip_to) && s->tokens.items[s->skip_to].begins_line &&
             column_of(s, s->skip_to) == 0))
        s->skip_to++;
}

/* ---- what a token pattern cannot say ---- */

/* Optional imports are no fallback of a kernel. */
static void scan_except(struct code_scanner *s, size_t i)
{
    size_t next = is(s, i + 1, "(") ? i + 2 : i + 1;
    if (is_python(s, i) && is(s, i, "except") && !is(s, next, "ImportError") &&
        !is(s, next, "ModuleNotFoundError"))
        add_hit(s, CODE_FALLBACK, i, "except");
}

/* x @ w; a decorator begins its line. */
static void scan_matmul_operator(struct code_scanner *s, size_t i)
{
    if (is_python(s, i) && (is(s, i, "@") || is(s, i, "@=")) && !s->tokens.items[i].begins_line)
        add_hit(s, CODE_LIBRARY, i, "matrix product by @");
}

/* Parameters may be kept in a layer; calling the layer is the library's operation. */
struct layers {
    size_t tokens[MAX_LAYERS]; /* names of attributes */
    size_t n;
};

static bool same_word(const struct code_scanner *s, size_t a, size_t b)
{
    const struct code_token *x = &s->tokens.items[a];
    const struct code_token *y = &s->tokens.items[b];
    return x->len == y->len && memcmp(x->text, y->text, x->len) == 0;
}

static void find_layers(const struct code_scanner *s, struct layers *out)
{
    for (size_t i = 0; i + 8 < s->tokens.n && out->n < MAX_LAYERS; i++) {
        if (!is(s, i, "self") || !is(s, i + 1, ".") || !is(s, i + 3, "="))
            continue;
        size_t at = is(s, i + 4, "torch") && is(s, i + 5, ".") ? i + 6 : i + 4;
        bool holds = is(s, at + 2, "Parameter") || is(s, at + 2, "ParameterList") ||
                     is(s, at + 2, "ModuleList") || is(s, at + 2, "Identity");
        if (is(s, at, "nn") && is(s, at + 1, ".") && is(s, at + 3, "(") && !holds)
            out->tokens[out->n++] = i + 2;
    }
}

static void scan_layer_calls(struct code_scanner *s)
{
    struct layers layers = { .n = 0 };
    find_layers(s, &layers);
    for (size_t i = 0; i + 3 < s->tokens.n && layers.n > 0; i++) {
        if (!is(s, i, "self") || !is(s, i + 1, ".") || !is(s, i + 3, "("))
            continue;
        for (size_t k = 0; k < layers.n; k++) {
            if (same_word(s, i + 2, layers.tokens[k]))
                add_hit(s, CODE_LIBRARY, i, "call of a torch.nn layer");
        }
    }
}

void code_scan_text(const char *text, size_t len, struct arena *arena, struct code_scan *out)
{
    struct arena scratch = { 0 };
    struct code_scanner s = { .text = text };
    size_t n_patterns;
    const struct code_pattern *patterns = code_patterns(&n_patterns);
    s.tokens = code_tokens_run(text, len < CODE_MAX_BYTES ? len : CODE_MAX_BYTES, &scratch);
    *out = (struct code_scan){ 0 };
    skip_reference(&s);
    for (size_t i = 0; i < s.tokens.n; i++) {
        for (size_t k = 0; k < n_patterns; k++) {
            if (code_pattern_matches(&patterns[k], &s.tokens, i))
                add_hit(&s, patterns[k].kind, i, patterns[k].what);
        }
        scan_except(&s, i);
        scan_matmul_operator(&s, i);
        out->has_kernel = out->has_kernel || code_marks_kernel(&s.tokens, i);
    }
    scan_layer_calls(&s);
    arena_release(&scratch);
    out->n_hits = s.n_hits;
    out->hits = arena_array(arena, s.n_hits, sizeof(*out->hits));
    if (s.n_hits > 0)
        memcpy(out->hits, s.hits, s.n_hits * sizeof(*out->hits));
}
