/*
 * grammar_text.c - renders finished walks: expansion of ${name} references.
 *
 * A line that holds one reference and nothing else takes all lines of its text at the indentation
 * of the reference, and vanishes when that text is empty.
 */
#include "src/sample/builtin/grammar_text.h"

#include <stdbool.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/sample/builtin/grammar.h"

#define MAX_DEPTH      16
#define MAX_EXPANSIONS 4096
#define MAX_INDENT     64

struct render {
    const struct grammar_walk *walk;
    struct buf *out;
    struct err *err;
    unsigned n_expansions;
    char indent[MAX_INDENT + 1];
    size_t indent_len;
};

int grammar_find_var(const struct grammar *g, const char *name, size_t len)
{
    for (size_t v = 0; v < g->n_vars; v++) {
        if (strlen(g->vars[v].name) == len && memcmp(g->vars[v].name, name, len) == 0)
            return (int)v;
    }
    return -1;
}

static int find_slot(const struct grammar *g, const char *name, size_t len)
{
    for (size_t s = 0; s < g->n_slots; s++) {
        if (strlen(g->slots[s].name) == len && memcmp(g->slots[s].name, name, len) == 0)
            return (int)s;
    }
    return -1;
}

/* Finds the next "${name}" in text[0..len); name and the bytes around it by offsets. */
static bool next_reference(const char *text, size_t len, size_t *start, size_t *name,
                           size_t *name_len)
{
    for (size_t i = 0; i + 1 < len; i++) {
        if (text[i] != '$' || text[i + 1] != '{')
            continue;
        const char *end = memchr(text + i, '}', len - i);
        *start = i;
        *name = i + 2;
        *name_len = end ? (size_t)(end - text) - i - 2 : len - i - 2;
        return true;
    }
    return false;
}

static int check_text(const struct grammar *g, const char *owner, const char *text, struct err *err)
{
    size_t len = strlen(text), start, name, name_len;
    while (next_reference(text, len, &start, &name, &name_len)) {
        const char *s = text + name;
        if (find_slot(g, s, name_len) < 0 && grammar_find_var(g, s, name_len) < 0)
            return err_set(err, ERR_INTEGRITY, "%s: %s: ${%.*s} names no slot and no variable",
                           g->file, owner, (int)(name_len < 40 ? name_len : 40), s);
        text += name + name_len;
        len -= name + name_len;
    }
    return 0;
}

int grammar_check_references(const struct grammar *g, struct err *err)
{
    for (size_t s = 0; s < g->n_slots; s++) {
        for (size_t o = 0; o < g->slots[s].n_options; o++) {
            int rc = check_text(g, g->slots[s].name, g->slots[s].options[o].text, err);
            if (rc < 0)
                return rc;
        }
    }
    for (size_t v = 0; v < g->n_vars; v++) {
        for (size_t c = 0; c < g->vars[v].n_cases; c++) {
            int rc = check_text(g, g->vars[v].name, g->vars[v].cases[c].text, err);
            if (rc < 0)
                return rc;
        }
    }
    return 0;
}

/* The text a reference stands for; a skipped slot stands for nothing. */
static const char *resolve(struct render *r, const char *name, size_t len)
{
    const struct grammar *g = r->walk->grammar;
    int s = find_slot(g, name, len);
    if (s >= 0)
        return r->walk->choice[s] < 0 ? "" : g->slots[s].options[r->walk->choice[s]].text;
    int v = grammar_find_var(g, name, len);
    for (size_t c = 0; v >= 0 && c < g->vars[v].n_cases; c++) {
        if (grammar_when_holds(&g->vars[v].cases[c].when, r->walk))
            return g->vars[v].cases[c].text;
    }
    err_set(r->err, ERR_INTEGRITY, "%s: vars.%.*s: no case holds for task %s", g->file, (int)len,
            name, r->walk->task_id);
    return NULL;
}

static const char *enter(struct render *r, const char *name, size_t len, unsigned depth)
{
    if (depth >= MAX_DEPTH || ++r->n_expansions > MAX_EXPANSIONS) {
        err_set(r->err, ERR_INTEGRITY, "%s: ${%.*s}: expansion does not end",
                r->walk->grammar->file, (int)len, name);
        return NULL;
    }
    return resolve(r, name, len);
}

/* Appends text with its references expanded in place. */
static int expand_inline(struct render *r, const char *text, size_t len, unsigned depth)
{
    size_t start, name, name_len;
    while (next_reference(text, len, &start, &name, &name_len)) {
        buf_add(r->out, text, start);
        const char *value = enter(r, text + name, name_len, depth);
        if (!value)
            return ERR_INTEGRITY;
        int rc = expand_inline(r, value, strlen(value), depth + 1);
        if (rc < 0)
            return rc;
        size_t used = name + name_len + 1 < len ? name + name_len + 1 : len;
        text += used;
        len -= used;
    }
    buf_add(r->out, text, len);
    return 0;
}

static int expand_lines(struct render *r, const char *text, unsigned depth);

static size_t leading_spaces(const char *line, size_t len)
{
    size_t n = 0;
    while (n < len && line[n] == ' ')
        n++;
    return n;
}

/* The reference alone on its line: its lines move in at its indentation. */
static int expand_block(struct render *r, const char *name, size_t len, size_t spaces,
                        unsigned depth)
{
    const char *value = enter(r, name, len, depth);
    if (!value)
        return ERR_INTEGRITY;
    size_t before = r->indent_len;
    if (spaces > MAX_INDENT - before)
        spaces = MAX_INDENT - before;
    memset(r->indent + before, ' ', spaces);
    r->indent_len += spaces;
    int rc = *value ? expand_lines(r, value, depth + 1) : 0;
    r->indent_len = before;
    return rc;
}

static int expand_line(struct render *r, const char *line, size_t len, unsigned depth)
{
    size_t spaces = leading_spaces(line, len), start, name, name_len;
    if (next_reference(line, len, &start, &name, &name_len) && start == spaces &&
        name + name_len + 1 == len)
        return expand_block(r, line + name, name_len, spaces, depth);
    if (len > 0)
        buf_add(r->out, r->indent, r->indent_len);
    int rc = expand_inline(r, line, len, depth);
    buf_putc(r->out, '\n');
    return rc;
}

static int expand_lines(struct render *r, const char *text, unsigned depth)
{
    for (;;) {
        const char *end = strchr(text, '\n');
        int rc = expand_line(r, text, end ? (size_t)(end - text) : strlen(text), depth);
        if (rc < 0 || !end)
            return rc;
        text = end + 1;
    }
}

int grammar_render(const struct grammar_walk *w, struct buf *out, struct err *err)
{
    struct buf text = { .max = GRAMMAR_MAX_KERNEL };
    struct render r = { .walk = w, .out = &text, .err = err };
    int rc = expand_lines(&r, "${kernel}", 0);
    if (rc == 0 && text.overflow)
        rc = err_set(err, ERR_INTEGRITY, "%s: kernel longer than %zu bytes", w->grammar->file,
                     GRAMMAR_MAX_KERNEL);
    if (rc == 0)
        buf_add(out, text.data, text.len);
    buf_release(&text);
    return rc;
}
