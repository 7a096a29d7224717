#include "reports/doc/formula.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

#define DEPTH_MAX 12

/* Decides on the blanks around; the names are TeX's. */
enum formula_class { ORDINARY, OPERATOR, BINARY, RELATION, OPEN, CLOSE, COMMA, SPACE };

/* Named signs that print as their names, and those that do not. */
static const char ordinary_names[] =
    " alpha beta gamma delta theta kappa lambda mu pi rho sigma tau chi Delta ";
static const char operator_names[] = " sum prod ln exp max min tanh ";
static const struct {
    const char *name, *plain;
    enum formula_class class;
} named_signs[] = {
    { "infty", "infinity", ORDINARY }, { "ldots", "...", ORDINARY }, { "cdot", "*", BINARY },
    { "times", "x", BINARY },          { "pm", "+-", BINARY },       { "le", "<=", RELATION },
    { "ge", ">=", RELATION },          { "ne", "!=", RELATION },     { "approx", "~", RELATION },
    { "arcsin", "asin", OPERATOR },    { ",", " ", SPACE },
};

/* Commands before words in braces. */
static const struct {
    const char *name;
    enum formula_class class;
} word_commands[] = {
    { "mathrm", ORDINARY }, { "text", ORDINARY },         { "mathit", ORDINARY },
    { "mathbf", ORDINARY }, { "operatorname", OPERATOR },
};

static const struct {
    const char *signs;
    enum formula_class class;
} signs[] = {
    { "+-", BINARY }, { "=<>", RELATION }, { "([", OPEN },
    { ")]", CLOSE },  { ",;", COMMA },     { "/|@!", ORDINARY },
};

/* A sign, or something composed that is printed already. */
struct formula_item {
    enum { SIGN, FRACTION, FENCE, GROUP } kind;
    enum formula_class class;
    const char *text;
    const char *scripts; /* as they are printed; NULL: none */
};

/* Printed, and what decides whether it needs parentheses as a part of something else. */
struct formula_list {
    const char *text;
    size_t n;
    struct formula_item first;
};

struct formula_reader {
    struct arena *arena;
    const char *at, *end;
    int depth;
    bool failed;
};

static struct formula_list read_list(struct formula_reader *r, const char *stop);

/*
 * Reading.  Each function takes what it names from r->at and sets r->failed where the text is
 * outside the subset; the items after that are of no account.
 */

static void skip_blanks(struct formula_reader *r)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
}

static bool take(struct formula_reader *r, const char *what)
{
    size_t n = strlen(what);
    if ((size_t)(r->end - r->at) < n || strncmp(r->at, what, n) != 0)
        return false;
    r->at += n;
    return true;
}

static struct formula_list read_braces(struct formula_reader *r)
{
    skip_blanks(r);
    if (take(r, "{"))
        return read_list(r, "}");
    r->failed = true;
    return (struct formula_list){ .text = "" };
}

static const char *read_words(struct formula_reader *r)
{
    char *out = arena_alloc(r->arena, (size_t)(r->end - r->at) + 1);
    size_t n = 0;
    if (!take(r, "{"))
        r->failed = true;
    while (r->at < r->end && *r->at != '}') {
        if (*r->at == '\\' && r->at + 1 < r->end)
            r->at++;
        out[n++] = *r->at++;
    }
    if (!take(r, "}"))
        r->failed = true;
    return out;
}

static bool is_single(const struct formula_list *l)
{
    const struct formula_item *i = &l->first;
    return l->n == 1 && i->scripts == NULL &&
           (i->kind == FENCE || (i->kind == SIGN && strchr(i->text, ' ') == NULL));
}

/* A part of a fraction: "c", "x_i", but "(c + 1)". */
static const char *operand(struct formula_reader *r, const struct formula_list *l)
{
    bool is_sign = l->n == 1 && l->first.kind == SIGN;
    return is_single(l) || is_sign ? l->text : arena_printf(r->arena, "(%s)", l->text);
}

static struct formula_item read_composed(struct formula_reader *r, const char *word)
{
    struct formula_item out = { .kind = GROUP };
    bool is_fraction = strcmp(word, "frac") == 0;
    if (strcmp(word, "left") == 0) {
        char open = r->at < r->end ? *r->at++ : '(';
        struct formula_list held = read_list(r, "\\right");
        char close = r->at < r->end ? *r->at++ : ')';
        out.kind = FENCE;
        out.text = arena_printf(r->arena, "%c%s%c", open, held.text, close);
    } else if (is_fraction || strcmp(word, "binom") == 0) {
        struct formula_list a = read_braces(r), b = read_braces(r);
        out.kind = is_fraction ? FRACTION : GROUP;
        out.text = is_fraction ? arena_printf(r->arena, "%s / %s", operand(r, &a), operand(r, &b))
                               : arena_printf(r->arena, "C(%s, %s)", a.text, b.text);
    } else {
        r->failed = r->failed || strcmp(word, "sqrt") != 0;
        out.text = arena_printf(r->arena, "sqrt(%s)", read_braces(r).text);
    }
    return out;
}

static struct formula_item read_command(struct formula_reader *r)
{
    const char *name = r->at;
    while (r->at < r->end && is_letter(*r->at))
        r->at++;
    if (r->at == name && r->at < r->end)
        r->at++;
    const char *word = arena_strndup(r->arena, name, (size_t)(r->at - name));
    const char *between = arena_printf(r->arena, " %s ", word);
    if (strstr(ordinary_names, between) != NULL || strstr(operator_names, between) != NULL) {
        bool is_operator = strstr(operator_names, between) != NULL;
        return (struct formula_item){ SIGN, is_operator ? OPERATOR : ORDINARY, word, NULL };
    }
    for (size_t i = 0; i < ARRAY_LEN(named_signs); i++) {
        if (strcmp(word, named_signs[i].name) == 0)
            return (struct formula_item){ SIGN, named_signs[i].class, named_signs[i].plain, NULL };
    }
    for (size_t i = 0; i < ARRAY_LEN(word_commands); i++) {
        if (strcmp(word, word_commands[i].name) == 0)
            return (struct formula_item){ SIGN, word_commands[i].class, read_words(r), NULL };
    }
    return read_composed(r, word);
}

static struct formula_item read_item(struct formula_reader *r)
{
    const char *from = r->at;
    struct formula_item out = { .kind = SIGN };
    if (is_digit(*from)) {
        while (r->at < r->end && (is_digit(*r->at) || ((*r->at == '.' || *r->at == ',') &&
                                                       r->at + 1 < r->end && is_digit(r->at[1]))))
            r->at++;
        out.text = arena_strndup(r->arena, from, (size_t)(r->at - from));
        return out;
    }
    r->at++;
    if (*from == '\\')
        return read_command(r);
    if (*from == '{') {
        out.kind = GROUP;
        out.text = read_list(r, "}").text;
        return out;
    }
    out.text = arena_strndup(r->arena, from, 1);
    bool known = is_letter(*from);
    for (size_t i = 0; i < ARRAY_LEN(signs) && !known; i++) {
        known = strchr(signs[i].signs, *from) != NULL;
        out.class = known ? signs[i].class : ORDINARY;
    }
    r->failed = r->failed || !known;
    return out;
}

/* "_i", "^(-15)". */
static const char *script(struct formula_reader *r, char mark, const struct formula_list *l)
{
    bool bare = is_single(l) || (l->n > 0 && l->first.class == OPEN);
    return l->n == 0 ? "" : arena_printf(r->arena, bare ? "%c%s" : "%c(%s)", mark, l->text);
}

/* NULL without any. */
static const char *read_scripts(struct formula_reader *r)
{
    struct formula_list sub = { .text = "" }, sup = { .text = "" };
    while (r->at < r->end && (*r->at == '_' || *r->at == '^') && !r->failed) {
        struct formula_list *to = *r->at++ == '_' ? &sub : &sup;
        if (r->at < r->end && *r->at == '{') {
            *to = read_braces(r);
        } else if (r->at < r->end) {
            to->first = read_item(r);
            to->text = to->first.text;
            to->n = 1;
        } else {
            r->failed = true;
        }
    }
    return sub.n + sup.n == 0
               ? NULL
               : arena_printf(r->arena, "%s%s", script(r, '_', &sub), script(r, '^', &sup));
}

/*
 * Printing.  Blanks stand where two items would read as one word or where a sign is between two.
 */

static bool is_spaced(const struct formula_item *i)
{
    return i->class == BINARY || i->class == RELATION;
}

static bool begins_with(const struct formula_item *i, const char *any)
{
    return i->kind == SIGN && strchr(any, i->text[0]) != NULL;
}

/* Two letters side by side would read as one word: "n x" but "2n", "2(" and "f(". */
static bool needs_gap(const struct formula_item *left, const struct formula_item *right)
{
    if (left->class == ORDINARY && begins_with(left, "+-"))
        return false;
    if (is_spaced(left) || is_spaced(right) || left->class == COMMA)
        return true;
    if (left->class == OPERATOR)
        return right->class != OPEN && right->kind != FENCE;
    if (right->class == OPERATOR)
        return left->class != OPEN;
    if (left->class != ORDINARY || right->class != ORDINARY || right->kind == FENCE)
        return false;
    bool number = left->kind == SIGN && is_digit(left->text[0]);
    return !begins_with(left, "/|@") && !begins_with(right, "/|@!") &&
           !(number && right->kind == SIGN && right->text[1] == '\0');
}

static bool is_factor(const struct formula_item *i)
{
    return i != NULL && !is_spaced(i) && i->class != COMMA && i->class != OPEN &&
           i->class != CLOSE && i->class != SPACE;
}

/* A sign between two things is a number's own when nothing stands on its left. */
static bool is_unary(const struct formula_item *before)
{
    return before == NULL || is_spaced(before) || before->class == OPEN || before->class == COMMA ||
           before->class == OPERATOR;
}

/* Up to stop, which is taken; NULL: up to the end. */
static struct formula_list read_list(struct formula_reader *r, const char *stop)
{
    struct formula_list out = { .text = "" };
    struct formula_item *items = NULL;
    struct buf text = { 0 };
    if (++r->depth > DEPTH_MAX)
        r->failed = true;
    for (;; out.n++) {
        skip_blanks(r);
        bool stopped = stop != NULL && !r->failed && take(r, stop);
        if (r->failed || stopped || r->at >= r->end) {
            r->failed = r->failed || (stop != NULL && !stopped);
            break;
        }
        items = mem_grow(items, out.n + 1, sizeof(*items));
        items[out.n] = read_item(r);
        items[out.n].scripts = read_scripts(r);
        if (items[out.n].class == BINARY && is_unary(out.n > 0 ? &items[out.n - 1] : NULL))
            items[out.n].class = ORDINARY;
    }
    r->depth--;
    for (size_t i = 0; i < out.n && !r->failed; i++) {
        const struct formula_item *next = i + 1 < out.n ? &items[i + 1] : NULL;
        bool closed = items[i].kind == FRACTION &&
                      (is_factor(i > 0 ? &items[i - 1] : NULL) || is_factor(next));
        buf_printf(&text, closed ? "(%s%s)" : "%s%s", items[i].text,
                   items[i].scripts == NULL ? "" : items[i].scripts);
        bool blank = text.len > 0 && text.data[text.len - 1] == ' ';
        if (next != NULL && needs_gap(&items[i], next) && !blank)
            buf_putc(&text, ' ');
    }
    if (out.n > 0)
        out.first = items[0];
    out.text = arena_strdup(r->arena, buf_text(&text));
    buf_release(&text);
    free(items);
    return out;
}

/* put_text NULL: plain. */
static bool put_sentence(struct buf *out, const char *sentence,
                         void (*put_text)(struct buf *out, const char *text))
{
    struct arena a = { 0 };
    struct buf whole = { 0 };
    bool math = false, failed = false;
    for (const char *at = sentence;; math = !math) {
        size_t n = strcspn(at, "$");
        const char *stretch = arena_strndup(&a, at, n);
        struct formula_reader r = { &a, at, at + n, 0, false };
        const char *plain = math ? read_list(&r, NULL).text : stretch;
        failed = failed || r.failed;
        if (put_text == NULL)
            buf_puts(&whole, plain);
        else if (!math)
            put_text(&whole, stretch);
        else if (n > 0)
            buf_printf(&whole, "$%s$", stretch);
        at += n;
        if (*at++ == '\0')
            break;
    }
    failed = failed || math;
    if (!failed)
        buf_add(out, buf_text(&whole), whole.len);
    else if (put_text != NULL)
        put_text(out, sentence);
    else
        buf_puts(out, sentence);
    buf_release(&whole);
    arena_release(&a);
    return !failed;
}

bool formula_put_plain(struct buf *out, const char *sentence)
{
    return put_sentence(out, sentence, NULL);
}

bool formula_put_latex(struct buf *out, const char *sentence,
                       void (*put_text)(struct buf *out, const char *text))
{
    return put_sentence(out, sentence, put_text);
}
