#include "analysis/code/code_rules.h"

#include <string.h>

struct pattern_word {
    const char *text;
    size_t len;
};

static bool same(struct pattern_word a, struct pattern_word b)
{
    return a.len == b.len && memcmp(a.text, b.text, a.len) == 0;
}

static bool contains(struct pattern_word w, struct pattern_word part)
{
    for (size_t i = 0; i + part.len <= w.len; i++) {
        if (memcmp(w.text + i, part.text, part.len) == 0)
            return true;
    }
    return false;
}

/* A star at an end stands for letters; alone it is the operator. */
static bool matches_glob(struct pattern_word glob, struct pattern_word w)
{
    bool open_start = glob.len > 1 && glob.text[0] == '*';
    bool open_end = glob.len > 1 && glob.text[glob.len - 1] == '*';
    struct pattern_word core = { glob.text + open_start, glob.len - open_start - open_end };
    if (open_start && open_end)
        return contains(w, core);
    if (w.len < core.len)
        return false;
    if (open_end)
        return memcmp(w.text, core.text, core.len) == 0;
    if (open_start)
        return memcmp(w.text + w.len - core.len, core.text, core.len) == 0;
    return same(core, w);
}

static bool matches_one_of(struct pattern_word alternatives, struct pattern_word w)
{
    const char *end = alternatives.text + alternatives.len;
    for (const char *at = alternatives.text; at < end;) {
        const char *bar = memchr(at, '|', (size_t)(end - at));
        const char *stop = bar == NULL ? end : bar;
        if (matches_glob((struct pattern_word){ at, (size_t)(stop - at) }, w))
            return true;
        at = stop + 1;
    }
    return false;
}

bool code_word_is_any(const char *words, size_t words_len, const char *word, size_t len)
{
    return matches_one_of((struct pattern_word){ words, words_len },
                          (struct pattern_word){ word, len });
}

bool code_scan_is(const struct code_scanner *s, size_t i, const char *word)
{
    return i < s->tokens.n && code_token_is(&s->tokens.items[i], word);
}

bool code_scan_is_any(const struct code_scanner *s, size_t i, const char *words)
{
    if (i >= s->tokens.n)
        return false;
    const struct code_token *t = &s->tokens.items[i];
    return code_word_is_any(words, strlen(words), t->text, t->len);
}

void code_scan_hit(struct code_scanner *s, enum code_kind kind, size_t token, const char *what)
{
    code_scan_hit_line(s, kind, token, s->tokens.items[token].line, what);
}

void code_scan_hit_line(struct code_scanner *s, enum code_kind kind, size_t token, size_t line,
                        const char *what)
{
    if (token >= s->skip_from && token < s->skip_to)
        return;
    for (size_t i = 0; i < s->n_hits; i++) {
        if (s->hits[i].kind == kind && s->hits[i].line == line)
            return;
    }
    if (s->n_hits < CODE_MAX_HITS)
        s->hits[s->n_hits++] = (struct code_hit){ kind, line, what };
}

bool code_scan_spend(const struct code_scanner *s, size_t n)
{
    if (*s->work < CODE_MAX_WORK)
        *s->work += n;
    return *s->work < CODE_MAX_WORK;
}
