/*
 * grammar.c - reads kernel grammars and renders finished walks.
 */
#include "src/sample/builtin/grammar.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"

/*
 * A line that holds one ${name} alone takes all lines of its text at that indentation, and vanishes
 * when the text is empty.
 */

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

static int grammar_find_var(const struct grammar *g, const char *name, size_t len)
{
    for (size_t v = 0; v < g->n_vars; v++) {
        if (strlen(g->vars[v].name) == len && memcmp(g->vars[v].name, name, len) == 0)
            return (int)v;
    }
    return -1;
}

static int find_named_slot(const struct grammar *g, const char *name, size_t len)
{
    for (size_t s = 0; s < g->n_slots; s++) {
        if (strlen(g->slots[s].name) == len && memcmp(g->slots[s].name, name, len) == 0)
            return (int)s;
    }
    return -1;
}

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
        if (find_named_slot(g, s, name_len) < 0 && grammar_find_var(g, s, name_len) < 0)
            return err_set(err, ERR_INTEGRITY, "%s: %s: ${%.*s} names no slot and no variable",
                           g->file, owner, (int)(name_len < 40 ? name_len : 40), s);
        text += name + name_len;
        len -= name + name_len;
    }
    return 0;
}

/* ${...} must name a slot or a variable.  ERR_INTEGRITY names the place. */
static int grammar_check_references(const struct grammar *g, struct err *err)
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

static const char *enter(struct render *r, const char *name, size_t len, unsigned depth)
{
    if (depth >= MAX_DEPTH || ++r->n_expansions > MAX_EXPANSIONS) {
        err_set(r->err, ERR_INTEGRITY, "%s: ${%.*s}: expansion does not end",
                r->walk->grammar->file, (int)len, name);
        return NULL;
    }
    const struct grammar *g = r->walk->grammar;
    int s = find_named_slot(g, name, len);
    if (s >= 0)
        return r->walk->choice[s] < 0 ? "" : g->slots[s].options[r->walk->choice[s]].text;
    int v = grammar_find_var(g, name, len);
    for (size_t c = 0; v >= 0 && c < g->vars[v].n_cases; c++) {
        if (grammar_when_holds(&g->vars[v].cases[c].when, r->walk))
            return g->vars[v].cases[c].text;
    }
    err_set(r->err, ERR_INTEGRITY, "%s: vars.%.*s: no case applies to task %s", g->file, (int)len,
            name, r->walk->task_id);
    return NULL;
}

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

/* The lines move in at the reference's indentation. */
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

struct grammar_loader {
    struct arena *arena;
    struct grammar *grammar;
    struct err *err;
};

static bool is_plain_name(const char *s)
{
    if (!is_letter(*s))
        return false;
    for (; *s; s++) {
        if (!is_word(*s))
            return false;
    }
    return true;
}

static int find_slot(const struct grammar *g, size_t n_slots, const char *name)
{
    for (size_t s = 0; s < n_slots; s++) {
        if (strcmp(g->slots[s].name, name) == 0)
            return (int)s;
    }
    return -1;
}

static int find_option(const struct grammar_slot *slot, const char *name)
{
    for (size_t o = 0; o < slot->n_options; o++) {
        if (strcmp(slot->options[o].name, name) == 0)
            return (int)o;
    }
    return -1;
}

/* A text is a string or an array of lines. */
static int read_text(struct grammar_loader *l, const struct json *j, const char *where,
                     const char **out)
{
    const char *s;
    if (json_string(j, &s)) {
        *out = arena_strdup(l->arena, s);
        return 0;
    }
    if (!j || json_type(j) != JSON_ARRAY)
        return err_set(l->err, ERR_INTEGRITY, "%s: must be a text or an array of lines", where);
    struct buf CLEANUP(buf_release) text = { 0 };
    size_t i = 0;
    for (const struct json *line = json_first(j); line; line = json_next(line), i++) {
        if (!json_string(line, &s))
            return err_set(l->err, ERR_INTEGRITY, "%s[%zu]: must be a text", where, i);
        if (i > 0)
            buf_putc(&text, '\n');
        buf_puts(&text, s);
    }
    *out = arena_strdup(l->arena, buf_text(&text));
    return 0;
}

/* Adds an option or task id; "!" before it negates the whole test. */
static int read_test_value(struct grammar_loader *l, const struct json *j, const char *where,
                           bool first, struct grammar_test *t)
{
    const char *s;
    if (!json_string(j, &s))
        return err_set(l->err, ERR_INTEGRITY, "%s: must be a name or an array of names", where);
    bool negated = s[0] == '!';
    if (!first && negated != t->negated)
        return err_set(l->err, ERR_INTEGRITY, "%s: either all names begin with ! or none", where);
    t->negated = negated;
    s += negated;
    if (t->slot < 0) {
        t->tasks[t->n_tasks++] = arena_strdup(l->arena, s);
        return 0;
    }
    int option = find_option(&l->grammar->slots[t->slot], s);
    if (option < 0)
        return err_set(l->err, ERR_INTEGRITY, "%s: slot %s has no option '%s'", where,
                       l->grammar->slots[t->slot].name, s);
    t->mask |= 1u << option;
    return 0;
}

static int read_test(struct grammar_loader *l, const struct json *j, const char *where,
                     size_t n_slots, struct grammar_test *t)
{
    const char *key = json_key(j);
    const char *path = arena_printf(l->arena, "%s.%s", where, key);
    t->slot = strcmp(key, "task") == 0 ? -1 : find_slot(l->grammar, n_slots, key);
    if (t->slot < 0 && strcmp(key, "task") != 0)
        return err_set(l->err, ERR_INTEGRITY, "%s: no earlier slot has this name", path);
    bool is_array = json_type(j) == JSON_ARRAY;
    size_t n = is_array ? json_count(j) : 1;
    if (n == 0)
        return err_set(l->err, ERR_INTEGRITY, "%s: must not be empty", path);
    t->tasks = arena_array(l->arena, n, sizeof(*t->tasks));
    size_t i = 0;
    for (const struct json *v = is_array ? json_first(j) : j; i < n; i++) {
        int rc = read_test_value(l, v, path, i == 0, t);
        if (rc < 0)
            return rc;
        v = is_array ? json_next(v) : NULL;
    }
    return 0;
}

static int read_when(struct grammar_loader *l, const struct json *object, const char *where,
                     size_t n_slots, struct grammar_when *out)
{
    const struct json *j = json_get(object, "when");
    if (!j)
        return 0;
    const char *path = arena_printf(l->arena, "%s.when", where);
    if (json_type(j) != JSON_OBJECT || json_count(j) > GRAMMAR_MAX_TESTS)
        return err_set(l->err, ERR_INTEGRITY, "%s: must be an object of at most %d members", path,
                       GRAMMAR_MAX_TESTS);
    out->n_tests = json_count(j);
    out->tests = arena_array(l->arena, out->n_tests, sizeof(*out->tests));
    size_t i = 0;
    for (const struct json *m = json_first(j); m; m = json_next(m), i++) {
        int rc = read_test(l, m, path, n_slots, &out->tests[i]);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int refuse_unknown(struct grammar_loader *l, const struct json *object, const char *where,
                          const char *const *known)
{
    for (const struct json *m = json_first(object); m; m = json_next(m)) {
        bool found = false;
        for (size_t i = 0; known[i]; i++)
            found = found || strcmp(known[i], json_key(m)) == 0;
        if (!found)
            return err_set(l->err, ERR_INTEGRITY, "%s.%s: unknown member", where, json_key(m));
    }
    return 0;
}

static int read_option(struct grammar_loader *l, const struct json *j, const char *where,
                       size_t slot_index, struct grammar_option *out)
{
    static const char *const known[] = { "name", "weight", "text", "when", NULL };
    const char *name;
    double weight = 0;
    int rc = refuse_unknown(l, j, where, known);
    if (rc < 0)
        return rc;
    rc = json_need_string(j, where, "name", &name, l->err);
    if (rc < 0)
        return rc;
    rc = json_need_number(j, where, "weight", &weight, l->err);
    if (rc < 0)
        return rc;
    if (!(weight > 0) || weight > 1e9)
        return err_set(l->err, ERR_INTEGRITY, "%s.weight: must be above 0 and at most 1e9", where);
    if (name[0] == '!' || name[0] == '\0' || find_option(&l->grammar->slots[slot_index], name) >= 0)
        return err_set(l->err, ERR_INTEGRITY, "%s.name: '%s' is empty, taken or begins with !",
                       where, name);
    out->name = arena_strdup(l->arena, name);
    out->logit = log(weight);
    out->text = out->name;
    const struct json *text = json_get(j, "text");
    if (text)
        rc = read_text(l, text, arena_printf(l->arena, "%s.text", where), &out->text);
    return rc < 0 ? rc : read_when(l, j, where, slot_index, &out->when);
}

static int read_options(struct grammar_loader *l, const struct json *j, const char *where,
                        size_t slot_index, struct grammar_slot *slot)
{
    size_t n = json_count(j);
    if (n == 0 || n > GRAMMAR_MAX_OPTIONS)
        return err_set(l->err, ERR_INTEGRITY, "%s.options: must hold 1 to %d options", where,
                       GRAMMAR_MAX_OPTIONS);
    slot->options = arena_array(l->arena, n, sizeof(*slot->options));
    bool always = false;
    for (const struct json *o = json_first(j); o; o = json_next(o)) {
        const char *path = arena_printf(l->arena, "%s.options[%zu]", where, slot->n_options);
        int rc = read_option(l, o, path, slot_index, &slot->options[slot->n_options]);
        if (rc < 0)
            return rc;
        always = always || slot->options[slot->n_options].when.n_tests == 0;
        slot->n_options++;
    }
    if (!always)
        return err_set(l->err, ERR_INTEGRITY,
                       "%s.options: one option must have no condition, or a walk could get stuck",
                       where);
    return 0;
}

static int read_slot(struct grammar_loader *l, const struct json *j, const char *where)
{
    static const char *const known[] = { "name", "when", "options", "comment", NULL };
    struct grammar *g = l->grammar;
    struct grammar_slot *slot = &g->slots[g->n_slots];
    const struct json *options;
    const char *name;
    int rc = refuse_unknown(l, j, where, known);
    if (rc < 0)
        return rc;
    rc = json_need_string(j, where, "name", &name, l->err);
    if (rc < 0)
        return rc;
    if (!is_plain_name(name) || strcmp(name, "task") == 0 || find_slot(g, g->n_slots, name) >= 0)
        return err_set(l->err, ERR_INTEGRITY, "%s.name: '%s' is not a name, or is used already",
                       where, name);
    slot->name = arena_strdup(l->arena, name);
    slot->first = g->n_tokens;
    rc = read_when(l, j, where, g->n_slots, &slot->when);
    if (rc < 0)
        return rc;
    rc = json_need_array(j, where, "options", &options, l->err);
    if (rc < 0)
        return rc;
    rc = read_options(l, options, where, g->n_slots, slot);
    g->n_tokens += slot->n_options;
    g->n_slots++;
    return rc;
}

static int read_slots(struct grammar_loader *l, const struct json *root)
{
    const struct json *j;
    int rc = json_need_array(root, l->grammar->file, "slots", &j, l->err);
    if (rc < 0)
        return rc;
    size_t n = json_count(j);
    if (n == 0 || n > GRAMMAR_MAX_SLOTS)
        return err_set(l->err, ERR_INTEGRITY, "%s: slots: must hold 1 to %d slots",
                       l->grammar->file, GRAMMAR_MAX_SLOTS);
    l->grammar->slots = arena_array(l->arena, n, sizeof(*l->grammar->slots));
    for (const struct json *s = json_first(j); s; s = json_next(s)) {
        const char *where =
            arena_printf(l->arena, "%s: slots[%zu]", l->grammar->file, l->grammar->n_slots);
        rc = read_slot(l, s, where);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int read_case(struct grammar_loader *l, const struct json *j, const char *where,
                     struct grammar_case *out)
{
    static const char *const known[] = { "when", "text", NULL };
    int rc = refuse_unknown(l, j, where, known);
    if (rc < 0)
        return rc;
    rc = read_when(l, j, where, l->grammar->n_slots, &out->when);
    if (rc < 0)
        return rc;
    return read_text(l, json_get(j, "text"), arena_printf(l->arena, "%s.text", where), &out->text);
}

/* A variable is a text, or an array of cases {when, text}: the first that holds counts. */
static int read_var(struct grammar_loader *l, const struct json *j, struct grammar_var *var)
{
    const char *name = json_key(j);
    const char *where = arena_printf(l->arena, "%s: vars.%s", l->grammar->file, name);
    if (!is_plain_name(name) || find_slot(l->grammar, l->grammar->n_slots, name) >= 0)
        return err_set(l->err, ERR_INTEGRITY, "%s: is not a name, or is the name of a slot", where);
    var->name = arena_strdup(l->arena, name);
    const struct json *first = json_first(j);
    bool has_cases = json_type(j) == JSON_ARRAY && first && json_type(first) == JSON_OBJECT;
    size_t n = has_cases ? json_count(j) : 1;
    if (n > GRAMMAR_MAX_CASES)
        return err_set(l->err, ERR_INTEGRITY, "%s: more than %d cases", where, GRAMMAR_MAX_CASES);
    var->cases = arena_array(l->arena, n, sizeof(*var->cases));
    if (!has_cases) {
        var->n_cases = 1;
        return read_text(l, j, where, &var->cases[0].text);
    }
    for (const struct json *c = first; c; c = json_next(c)) {
        const char *path = arena_printf(l->arena, "%s[%zu]", where, var->n_cases);
        int rc = read_case(l, c, path, &var->cases[var->n_cases++]);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int read_vars(struct grammar_loader *l, const struct json *root)
{
    struct grammar *g = l->grammar;
    const struct json *j;
    int rc = json_need_object(root, g->file, "vars", &j, l->err);
    if (rc < 0)
        return rc;
    size_t n = json_count(j);
    if (n > GRAMMAR_MAX_VARS)
        return err_set(l->err, ERR_INTEGRITY, "%s: vars: more than %d", g->file, GRAMMAR_MAX_VARS);
    g->vars = arena_array(l->arena, n, sizeof(*g->vars));
    for (const struct json *v = json_first(j); v; v = json_next(v)) {
        rc = read_var(l, v, &g->vars[g->n_vars]);
        if (rc < 0)
            return rc;
        for (size_t i = 0; i < g->n_vars; i++) {
            if (strcmp(g->vars[i].name, g->vars[g->n_vars].name) == 0)
                return err_set(l->err, ERR_INTEGRITY, "%s: vars.%s: given twice", g->file,
                               g->vars[i].name);
        }
        g->n_vars++;
    }
    if (grammar_find_var(g, "kernel", strlen("kernel")) < 0)
        return err_set(l->err, ERR_INTEGRITY, "%s: vars.kernel: missing", g->file);
    return 0;
}

static int read_head(struct grammar_loader *l, const struct json *root)
{
    static const char *const known[] = {
        "family", "first_token", "slots", "vars", "comment", NULL
    };
    struct grammar *g = l->grammar;
    const char *family;
    int64_t first;
    if (json_type(root) != JSON_OBJECT)
        return err_set(l->err, ERR_INTEGRITY, "%s: must be an object", g->file);
    int rc = refuse_unknown(l, root, g->file, known);
    if (rc < 0)
        return rc;
    rc = json_need_string(root, g->file, "family", &family, l->err);
    if (rc < 0)
        return rc;
    rc = json_need_int(root, g->file, "first_token", &first, l->err);
    if (rc < 0)
        return rc;
    if (!is_plain_name(family))
        return err_set(l->err, ERR_INTEGRITY, "%s: family: '%s' is not a name", g->file, family);
    if (first < 0 || first > GRAMMAR_MAX_TOKEN)
        return err_set(l->err, ERR_INTEGRITY, "%s: first_token: must be within 0 to %d", g->file,
                       GRAMMAR_MAX_TOKEN);
    g->family = arena_strdup(l->arena, family);
    g->first_token = (int32_t)first;
    return 0;
}

int grammar_parse(const char *file, const char *text, size_t len, struct arena *a,
                  struct grammar *out, struct err *err)
{
    struct json *CLEANUP(json_free_ptr) root = json_parse(file, text, len, err);
    if (!root)
        return ERR_INTEGRITY;
    struct grammar g = { .file = arena_strdup(a, file) };
    struct grammar_loader l = { .arena = a, .grammar = &g, .err = err };
    int rc = read_head(&l, root);
    if (rc == 0)
        rc = read_slots(&l, root);
    if (rc == 0)
        rc = read_vars(&l, root);
    if (rc == 0)
        rc = grammar_check_references(&g, err);
    if (rc == 0)
        *out = g;
    return rc;
}
