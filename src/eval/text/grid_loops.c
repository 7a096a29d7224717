/*
 * grid_loops.c - kernels that are grid-stride loops and nothing else.
 *
 *   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
 *
 * visits each i once, by whichever thread.  Where nothing else in a kernel knows of its thread, the
 * grid can be so large that each thread has one i: the compiler then works on several at once, and
 * memory is read in order.  A wrong no costs time; a wrong yes would change what is computed, so
 * whatever is not understood is a no.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/text/kernel_text.h"
#include "tasks/text/cuda_lex.h"

#define MAX_TOKENS 2048
#define MAX_NAMES  32

struct token {
    const char *s;
    size_t n;
    bool is_name;
};

enum stands_for { VALUE, INDEX, STRIDE };

struct loop_name {
    struct token name;
    enum stands_for what;
    bool is_fixed; /* no function can change it by a reference */
    unsigned uses; /* of an index or a stride, where it may stand */
};

struct loop_reading {
    struct token *t;
    size_t n, body, at, end; /* body .. end: of the kernel */
    struct loop_name names[MAX_NAMES];
    size_t n_names;
    size_t n_parameters; /* the first names */
    const struct launch *launch;
    int64_t most;      /* bound of a loop */
    unsigned builtins; /* where they may stand */
    bool loops, failed;
};

static bool is(const struct token *t, const char *word)
{
    return t->n == strlen(word) && memcmp(t->s, word, t->n) == 0;
}

static bool is_any(const struct token *t, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is(t, words[i]))
            return true;
    return false;
}

static bool same(const struct token *a, const struct token *b)
{
    return a->n == b->n && memcmp(a->s, b->s, a->n) == 0;
}

static bool is_builtin(const struct token *t)
{
    static const char *const words[] = { "threadIdx", "blockIdx", "blockDim", "gridDim" };
    return is_any(t, words, ARRAY_LEN(words));
}

static bool is_type(const struct token *t)
{
    static const char *const words[] = { "int",      "unsigned", "long",     "const",
                                         "auto",     "size_t",   "int64_t",  "uint64_t",
                                         "uint32_t", "int32_t",  "ptrdiff_t" };
    return is_any(t, words, ARRAY_LEN(words));
}

/* What ends a thread's work early, is of a thread, or counts threads. */
static bool is_forbidden(const struct token *t)
{
    static const char *const words[] = { "return", "break",      "goto",  "static",
                                         "asm",    "__shared__", "throw", "volatile" };
    return is_any(t, words, ARRAY_LEN(words)) || is_builtin(t) ||
           (t->n > 6 && memcmp(t->s, "atomic", 6) == 0);
}

static bool is_assignment(const struct token *t)
{
    static const char *const signs[] = { "=",  "+=", "-=", "*=", "/=",  "%=", "&=",
                                         "|=", "^=", "++", "--", "<<=", ">>=" };
    return is_any(t, signs, ARRAY_LEN(signs));
}

/* With a type or a reference of a file's own, whatever names a variable may change it; groups know
 * their thread. */
static bool is_opaque(const struct token *t)
{
    static const char *const words[] = {
        "struct", "class",    "union",   "operator",   "typedef",
        "using",  "decltype", "mutable", "const_cast", "cooperative_groups"
    };
    static const char reference[] = "reference"; /* add_lvalue_reference */
    for (size_t i = 0; t->is_name && i + sizeof reference <= t->n + 1; i++)
        if (memcmp(t->s + i, reference, sizeof reference - 1) == 0)
            return true;
    return is_any(t, words, ARRAY_LEN(words));
}

/* A macro that is more than numbers, signs and its own parameters may hide a change, as may what is
 * left out. */
static bool hides(const struct token *line, size_t n)
{
    static const char *const branches[] = { "if", "ifdef", "ifndef" };
    size_t body = 3;
    if (n > 1 && is_any(&line[1], branches, ARRAY_LEN(branches)))
        return true;
    if (n < 3 || !is(&line[0], "#") || !is(&line[1], "define"))
        return false;
    if (n > 3 && is(&line[3], "(") && line[3].s == line[2].s + line[2].n)
        while (body < n && !is(&line[body++], ")"))
            continue;
    if (body == n) /* as in int c UNUSED */
        return true;
    for (size_t i = body; i < n; i++) {
        bool own = !line[i].is_name;
        for (size_t k = 4; k < body; k++)
            own = own || (line[k].n == line[i].n && memcmp(line[k].s, line[i].s, line[i].n) == 0);
        if (!own || is_assignment(&line[i]) || is(&line[i], "&") || is(&line[i], "##"))
            return true;
    }
    return false;
}

/* Tokens of code; false when there are too many, or a macro may hide what matters. */
static bool read_tokens(struct loop_reading *r, const char *text, size_t len)
{
    struct lexer l;
    struct token line[64];
    size_t n_line = 0;
    lex_init(&l, text, len);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        struct token own = { text + t.start, t.len, t.kind == LEX_NAME };
        if (t.region == LEX_PREPROCESSOR && t.kind == LEX_LINE_END) {
            if (hides(line, n_line))
                return false;
            n_line = 0;
            continue;
        }
        if (t.region == LEX_PLAN || t.kind == LEX_LINE_END)
            continue;
        if (!t.is_plain || is_opaque(&own))
            return false;
        if (t.region == LEX_PREPROCESSOR) {
            if (is_forbidden(&own) || is(&own, "for") || n_line == ARRAY_LEN(line))
                return false;
            line[n_line++] = own;
            continue;
        }
        if (r->n == MAX_TOKENS)
            return false;
        r->t[r->n++] = own;
    }
    return true;
}

/* Behind the bracket that closes the one at i; n: none does. */
static size_t behind(const struct loop_reading *r, size_t i)
{
    int depth = 0;
    for (; i < r->n; i++) {
        static const char *const opens[] = { "(", "[", "{" }, *const closes[] = { ")", "]", "}" };
        depth += is_any(&r->t[i], opens, ARRAY_LEN(opens));
        depth -= is_any(&r->t[i], closes, ARRAY_LEN(closes));
        if (depth == 0)
            return i + 1;
    }
    return r->n;
}

/* The first of what that is in no bracket. */
static size_t find(const struct loop_reading *r, size_t from, size_t to, const char *what)
{
    while (from < to && !is(&r->t[from], what)) {
        bool opens = is(&r->t[from], "(") || is(&r->t[from], "[") || is(&r->t[from], "{");
        from = opens ? behind(r, from) : from + 1;
    }
    return from < to ? from : to;
}

static struct loop_name *known(struct loop_reading *r, const struct token *t)
{
    for (size_t i = 0; i < r->n_names; i++)
        if (same(&r->names[i].name, t))
            return &r->names[i];
    return NULL;
}

static void know(struct loop_reading *r, const struct token *t, enum stands_for what)
{
    if (r->n_names == MAX_NAMES || !t->is_name || known(r, t) != NULL)
        r->failed = true;
    else
        r->names[r->n_names++] = (struct loop_name){ .name = *t, .what = what };
}

/* What an expression is, after its casts: the index of the thread, the number of threads, a name
 * that stands for one of them, or something else. */
static enum stands_for meaning(struct loop_reading *r, size_t from, size_t to)
{
    static const char *const indices[] = { "B*D+T",   "D*B+T",   "T+B*D",   "T+D*B",
                                           "(B*D)+T", "(D*B)+T", "T+(B*D)", "T+(D*B)" };
    static const char *const strides[] = { "D*G", "G*D" };
    char form[16];
    size_t n = 0;
    if (from < to && is(&r->t[from], "(") && behind(r, from) == to)
        return meaning(r, from + 1, to - 1);
    if (from + 1 == to) {
        struct loop_name *k = known(r, &r->t[from]);
        if (k != NULL)
            k->uses++;
        return k == NULL ? VALUE : k->what;
    }
    for (size_t i = from; i < to; i++) {
        size_t close = is(&r->t[i], "(") ? behind(r, i) : 0, k = i + 1;
        while (k + 1 < close && is_type(&r->t[k]))
            k++;
        if (close != 0 && k > i + 1 && k + 1 == close) { /* (long long) */
            i = close - 1;
            continue;
        }
        bool member =
            is_builtin(&r->t[i]) && i + 2 < to && is(&r->t[i + 1], ".") && is(&r->t[i + 2], "x");
        if (n + 1 == sizeof form || (!member && r->t[i].n != 1))
            return VALUE;
        form[n++] = !member                     ? r->t[i].s[0]
                    : is(&r->t[i], "threadIdx") ? 'T'
                    : is(&r->t[i], "blockIdx")  ? 'B'
                    : is(&r->t[i], "blockDim")  ? 'D'
                                                : 'G';
        i += member ? 2 : 0;
    }
    struct token all = { form, n, false };
    if (is_any(&all, indices, ARRAY_LEN(indices))) {
        r->builtins += 3;
        return INDEX;
    }
    if (is_any(&all, strides, ARRAY_LEN(strides))) {
        r->builtins += 2;
        return STRIDE;
    }
    return VALUE;
}

/* "TYPE NAME = VALUE;": what it says is not of a thread, or is its index or the number of threads.
 */
static void read_declaration(struct loop_reading *r)
{
    size_t end = find(r, r->at, r->end, ";"), equals = find(r, r->at, end, "="), n_names = 0;
    r->failed = r->failed || end == r->end || equals == end || find(r, equals, end, ",") != end;
    for (size_t i = r->at; i < equals; i++) {
        static const char *const signs[] = { "*", "&", "::", "<", ">" };
        n_names += r->t[i].is_name;
        if (!r->t[i].is_name && !is_any(&r->t[i], signs, ARRAY_LEN(signs)))
            r->failed = true;
    }
    for (size_t i = equals; i < end; i++)
        if (is(&r->t[i], "{") || is(&r->t[i], "&") ||
            (is_forbidden(&r->t[i]) && !is_builtin(&r->t[i])))
            r->failed = true;
    if (n_names < 2)
        r->failed = true;
    if (r->failed)
        return;
    bool is_fixed = is(&r->t[r->at], "const") || is(&r->t[r->at], "constexpr");
    for (size_t i = r->at; i < equals; i++)
        is_fixed = is_fixed && !is(&r->t[i], "*");
    enum stands_for what = meaning(r, equals + 1, end);
    for (size_t i = r->at; i < equals && what == VALUE; i++) /* const float &, auto */
        r->failed = r->failed || is(&r->t[i], "&") || is(&r->t[i], "auto");
    know(r, &r->t[equals - 1], what);
    if (!r->failed)
        r->names[r->n_names - 1].is_fixed = is_fixed;
    r->at = end + 1;
}

/* Nothing that lives longer than one round is changed, and no thread ends early. */
static void check_round(struct loop_reading *r, size_t from, size_t to)
{
    static const char *const changes[] = { "++", "--", "&" };
    static const char *const opens[] = { "(", ",", "{", "?", ":" };
    static const char *const closes[] = { ")", ",", "}", ":" };
    for (size_t i = from; i < to; i++) {
        bool refers = is(&r->t[i], "&") || is(&r->t[i], "&&"); /* float &v = sum; (float &)sum */
        if (is_forbidden(&r->t[i]) ||
            (refers && (is(&r->t[i + 2], "=") || is(&r->t[i + 1], ")") || is(&r->t[i + 1], ">"))))
            r->failed = true;
        if (!r->t[i].is_name || known(r, &r->t[i]) == NULL || is(&r->t[i - 1], "."))
            continue;
        bool is_argument = is_any(&r->t[i - 1], opens, ARRAY_LEN(opens)) &&
                           is_any(&r->t[i + 1], closes, ARRAY_LEN(closes));
        if (known(r, &r->t[i])->what != VALUE || is_assignment(&r->t[i + 1]) ||
            ((is_argument || is(&r->t[i + 1], ".")) && !known(r, &r->t[i])->is_fixed) ||
            is_any(&r->t[i - 1], changes, ARRAY_LEN(changes)))
            r->failed = true;
    }
}

static bool is_place(const struct loop_reading *r, size_t i, const struct token *index)
{
    return is(&r->t[i], "[") && same(&r->t[i + 1], index) && is(&r->t[i + 2], "]");
}

/* Rounds that meet in one place, as in part[i % 256] += x[i], are of one thread in the plan's grid
 * only, as are those that read what another wrote, as in y[i] = y[i - 256].  A remainder or a mask
 * leads to such a place, unless it is i's or is only written. */
static void check_places(struct loop_reading *r, size_t from, size_t to, const struct token *index)
{
    bool folds = false, meets = false;
    for (size_t i = from; i < to; i++) {
        folds = folds || is(&r->t[i], "%") || is(&r->t[i], "&");
        if (is(&r->t[i], "*") && r->t[i + 1].is_name && is_assignment(&r->t[i + 2]))
            meets = true; /* *place = */
        if (!is(&r->t[i], "[") || i == from || !is_assignment(&r->t[behind(r, i)]))
            continue;
        bool own = is_place(r, i, index);
        meets = meets || (!own && !is(&r->t[behind(r, i)], "="));
        for (size_t k = r->body; k < r->end; k++) { /* another loop may read it */
            bool again = k != i - 1 && same(&r->t[k], &r->t[i - 1]);
            meets = meets || (again && !own);
            r->failed = r->failed || (again && own && !is_place(r, k + 1, index));
        }
    }
    r->failed = r->failed || (folds && meets);
}

/* "TYPE i = INDEX[, s = STRIDE]": i, and s when it is there. */
static void read_first(struct loop_reading *r, size_t from, size_t to, struct token *i,
                       struct token *s)
{
    size_t comma = find(r, from, to, ","), equals = find(r, from, comma, "=");
    for (size_t k = from; k + 1 < equals; k++)
        r->failed = r->failed || !is_type(&r->t[k]);
    if (r->failed || equals < from + 2 || equals == comma ||
        meaning(r, equals + 1, comma) != INDEX) {
        r->failed = true;
        return;
    }
    *i = r->t[equals - 1];
    if (comma == to)
        return;
    if (comma + 3 > to || !is(&r->t[comma + 2], "=") || meaning(r, comma + 3, to) != STRIDE)
        r->failed = true;
    else
        *s = r->t[comma + 1];
}

/* "i < n", where n is a number that the launch passes. */
static void read_condition(struct loop_reading *r, size_t from, size_t to, const struct token *i)
{
    if (from + 3 != to || !same(&r->t[from], i) || !is(&r->t[from + 1], "<")) {
        r->failed = true;
        return;
    }
    for (size_t k = 0; k < r->launch->n_args && k < r->n_parameters; k++)
        if (same(&r->names[k].name, &r->t[to - 1]) && r->launch->args[k].kind == ARG_EXPR) {
            int64_t bound = r->launch->args[k].value;
            r->most = bound > r->most ? bound : r->most;
            return;
        }
    r->failed = true;
}

static void read_loop(struct loop_reading *r)
{
    struct token i = { NULL, 0, false }, s = { NULL, 0, false };
    size_t open = r->at + 1, close = behind(r, open) - 1;
    if (open >= r->end || !is(&r->t[open], "(") || close >= r->end) {
        r->failed = true;
        return;
    }
    size_t first = find(r, open + 1, close, ";"), second = find(r, first + 1, close, ";");
    if (first >= close || second >= close) {
        r->failed = true;
        return;
    }
    read_first(r, open + 1, first, &i, &s);
    if (r->failed)
        return;
    read_condition(r, first + 1, second, &i);
    bool adds =
        second + 3 < close + 1 && same(&r->t[second + 1], &i) && is(&r->t[second + 2], "+=");
    bool own_stride = s.n != 0 && second + 4 == close && same(&r->t[second + 3], &s);
    if (!adds || (!own_stride && meaning(r, second + 3, close) != STRIDE))
        r->failed = true;
    static const char *const nested[] = { "if", "for", "while", "do", "switch" };
    size_t body = close + 1;
    bool is_block = body < r->end && is(&r->t[body], "{");
    if (body >= r->end || (!is_block && is_any(&r->t[body], nested, ARRAY_LEN(nested))))
        r->failed = true;
    size_t end = is_block ? behind(r, body) : find(r, body, r->end, ";") + 1;
    if (r->failed || end > r->end) {
        r->failed = true;
        return;
    }
    size_t before = r->n_names; /* both live for one round of one loop */
    know(r, &i, VALUE);
    if (s.n != 0)
        know(r, &s, VALUE);
    check_round(r, body, end);
    check_places(r, body, end, &i);
    r->n_names = before;
    r->loops = true;
    r->at = end;
}

/* Finds "__global__ ... NAME(PARAMETERS) {" once; its parameters become known. */
static bool find_kernel(struct loop_reading *r, const char *name)
{
    size_t found = 0, outside = 0;
    bool global = false;
    for (size_t i = 0; i < r->n; i++) {
        outside += is_builtin(&r->t[i]);
        /* void bump(float &sum); float *of_this_block() { __shared__ float sum; */
        static const char *const hidden[] = { "&", "&&", "__shared__" };
        if (is_any(&r->t[i], hidden, ARRAY_LEN(hidden)))
            return false;
        global = (global || is(&r->t[i], "__global__")) && !is(&r->t[i], ";");
        if (!global || !is(&r->t[i], "{")) {
            if (global && is(&r->t[i], name) && i + 1 < r->n && is(&r->t[i + 1], "(")) {
                size_t close = behind(r, i + 1);
                found++;
                static const char *const odd[] = { "(", "[", "=", "{", "<" };
                for (size_t k = i + 2; k < close; k++)
                    if (is_any(&r->t[k], odd, ARRAY_LEN(odd))) /* float y[] */
                        return false;
                    else if (r->t[k].is_name && (is(&r->t[k + 1], ",") || k + 2 == close))
                        know(r, &r->t[k], VALUE);
                r->n_parameters = r->n_names;
                if (close >= r->n || !is(&r->t[close], "{"))
                    return false;
                r->body = r->at = close + 1;
                r->end = behind(r, close) - 1;
            }
            continue;
        }
        i = behind(r, i) - 1; /* a kernel's own business */
        global = false;
    }
    return found == 1 && outside == 0 && !r->failed;
}

static bool is_of_loops(struct loop_reading *r, const char *kernel)
{
    size_t builtins = 0, from;
    if (!find_kernel(r, kernel))
        return false;
    from = r->at;
    while (r->at < r->end && !r->failed) {
        if (is(&r->t[r->at], "for"))
            read_loop(r);
        else if (r->loops)
            r->failed = true;
        else
            read_declaration(r);
    }
    for (size_t i = from; i < r->end; i++)
        builtins += is_builtin(&r->t[i]);
    for (size_t k = 0; k < r->n_names && !r->failed; k++) {
        unsigned uses = 0;
        for (size_t i = from; i < r->end; i++)
            uses += same(&r->t[i], &r->names[k].name);
        if (r->names[k].what != VALUE && uses != r->names[k].uses + 1)
            r->failed = true;
    }
    return r->loops && !r->failed && builtins == r->builtins;
}

uint32_t kernel_text_grid(const struct candidate *c, size_t launch)
{
    const struct kernel_candidate *k = kernel_candidate(c);
    const struct launch *l = &k->plan.launches[launch];
    if (l->grid[1] * l->grid[2] != 1 || l->block[1] * l->block[2] != 1)
        return l->grid[0];
    struct loop_reading *r = mem_alloc(sizeof *r);
    r->t = mem_array(MAX_TOKENS + 2, sizeof *r->t); /* one looks two ahead */
    r->launch = l;
    bool widens = read_tokens(r, k->file.source, k->file.source_len) && is_of_loops(r, l->name) &&
                  r->most <= (int64_t)INT32_MAX - l->block[0];
    uint32_t blocks = widens ? (uint32_t)((r->most + l->block[0] - 1) / l->block[0]) : 0;
    free(r->t);
    free(r);
    return blocks > l->grid[0] ? blocks : l->grid[0];
}
