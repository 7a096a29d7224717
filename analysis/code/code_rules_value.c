/*
 * code_rules_value.c - results that this call did not compute: values that an earlier call stored,
 * and results that no input reaches.
 *
 * A stored value counts when it is returned and nothing in the call can have written it.  Whatever
 * is not understood counts as writing: an accusation must be right.
 */
#include <stdint.h>

#include "analysis/code/code_rules.h"

#define MAX_ALIASES 8

#define QUERIES                                                                                    \
    "shape|size|device|dtype|dim|ndim|numel|is_cuda|stride|requires_grad|is_contiguous|"           \
    "element_size|layout|type|get_device|new_zeros|new_empty|new_ones|new_full|new_tensor|"        \
    "is_floating_point|names"
#define VIEWS                                                                                      \
    "view|view_as|clone|reshape|expand|expand_as|unsqueeze|squeeze|flatten|detach|contiguous|to|"  \
    "float|half|bfloat16|type|cpu|cuda|T|mT|transpose|permute|narrow|get|data"
#define ALLOCATIONS "empty*|zeros*|ones*|full*|rand*|new_*"
#define MAKE_LIKE   "zeros_like|ones_like|empty_like|full_like|rand_like|randn_like"

/* "self.A", or the name of a table or local variable. */
struct value {
    size_t name; /* token */
    bool is_member;
};

static bool is(const struct code_scanner *s, size_t i, const char *word)
{
    return code_scan_is(s, i, word);
}

static bool same_word(const struct code_scanner *s, size_t a, size_t b)
{
    return code_token_same(&s->tokens.items[a], &s->tokens.items[b]);
}

static const struct code_statement *at(const struct code_scanner *s, size_t statement)
{
    return &s->flow.statements[statement];
}

/* The value is named at this token. */
static bool names(const struct code_scanner *s, struct value v, size_t i)
{
    if (s->tokens.items[i].language != CODE_PYTHON || !same_word(s, v.name, i))
        return false;
    bool is_member = i >= 2 && is(s, i - 1, ".");
    return v.is_member ? is_member && is(s, i - 2, "self") : !is_member;
}

static bool mentions(const struct code_scanner *s, struct value v, const struct code_statement *st)
{
    bool found = !code_scan_spend(s, 1 + st->to - st->from);
    for (size_t i = st->from; i < st->to && !found; i++)
        found = names(s, v, i);
    return found;
}

/* Behind the bracket that opens at i. */
static size_t skip_brackets(const struct code_scanner *s, size_t i, size_t end)
{
    size_t depth = 0;
    for (; i < end; i++) {
        depth += is(s, i, "(") || is(s, i, "[") || is(s, i, "{");
        if ((is(s, i, ")") || is(s, i, "]") || is(s, i, "}")) && --depth == 0)
            return i + 1;
    }
    return end;
}

/* True when the tokens up to the end, or to a comma, only look at what stands before: an index,
 * a view, a copy. */
static bool only_views(const struct code_scanner *s, size_t i, size_t end)
{
    while (i < end && !is(s, i, ",") && !is(s, i, ")")) {
        if (is(s, i, "["))
            i = skip_brackets(s, i, end);
        else if (!is(s, i, ".") || !code_scan_is_any(s, i + 1, VIEWS))
            return false;
        else
            i = is(s, i + 2, "(") ? skip_brackets(s, i + 2, end) : i + 2;
    }
    return true;
}

/* "self.A", "TABLE[key]" or "self.A.get(key)" from here to the end. */
static bool reads_value(const struct code_scanner *s, size_t i, size_t end, struct value *out)
{
    out->is_member = is(s, i, "self") && is(s, i + 1, ".") && i + 2 < end;
    out->name = out->is_member ? i + 2 : i;
    size_t next = out->name + 1;
    if (out->name >= end || s->tokens.items[out->name].kind != TOKEN_WORD || is(s, next, "("))
        return false;
    bool is_table = is(s, next, "[") || (is(s, next, ".") && is(s, next + 1, "get"));
    return (out->is_member || is_table) && only_views(s, next, end);
}

/* "not self.B", "self.B is None", "self.B != key", "key != self.B" */
static bool is_denied_state(const struct code_scanner *s, size_t i)
{
    if (i < 3 || !is(s, i - 1, ".") || !is(s, i - 2, "self"))
        return false;
    return code_scan_is_any(s, i - 3, "not|!=") || is(s, i + 1, "!=") ||
           (is(s, i + 1, "is") && is(s, i + 2, "None"));
}

/* A condition that tells a first call from later ones: it asks for the value, or for something that
 * its block sets. */
static bool is_first_call_guard(const struct code_scanner *s, struct value v, size_t head)
{
    const struct code_statement *st = at(s, head);
    size_t end = code_flow_block_end(&s->flow, head);
    code_scan_spend(s, end - head);
    if (!is(s, st->from, "if") && !is(s, st->from, "elif"))
        return false;
    for (size_t i = st->from + 1; i < st->to; i++) {
        bool asks_value = names(s, v, i);
        bool is_state = is_denied_state(s, i);
        bool has = (is(s, i + 1, "is") && is(s, i + 2, "not")) ||
                   (i >= 4 && is(s, i - 3, "in") && !is(s, i - 4, "not"));
        if (has || !(asks_value || is_state))
            continue;
        if (asks_value)
            return true;
        for (size_t k = head + 1; k < end && code_scan_spend(s, 1); k++) {
            size_t first = at(s, k)->from;
            if (is(s, first, "self") && is(s, first + 3, "=") && same_word(s, first + 2, i))
                return true;
        }
    }
    return false;
}

/* In such a block, and the block ends before until. */
static bool is_guarded(const struct code_scanner *s, struct value v, size_t first, size_t statement,
                       size_t until)
{
    size_t column = at(s, statement)->column;
    for (size_t i = statement; i > first && column > 0 && code_scan_spend(s, 1);) {
        i--;
        if (at(s, i)->column >= column)
            continue;
        column = at(s, i)->column;
        if (code_flow_block_end(&s->flow, i) <= until && is_first_call_guard(s, v, i))
            return true;
    }
    return false;
}

/* An occurrence that only looks: a condition, a property. */
static bool only_looks(const struct code_scanner *s, const struct code_statement *st, size_t i)
{
    if (is(s, st->from, "if") || is(s, st->from, "elif") || is(s, st->from, "while") ||
        is(s, st->from, "assert"))
        return true;
    if (is(s, i + 1, ".") && code_scan_is_any(s, i + 2, QUERIES "|get"))
        return true;
    return code_scan_is_any(s, i + 1, "is|==|!=") || (i >= 3 && is(s, i - 3, "in"));
}

/* "= torch.empty(...)" and "= None" make room and compute nothing. */
static bool only_allocates(const struct code_scanner *s, const struct code_statement *st, size_t i)
{
    size_t eq = is(s, i + 1, "[") ? skip_brackets(s, i + 1, st->to) : i + 1;
    if (!is(s, eq, "="))
        return false;
    return is(s, eq + 1, "None") || is(s, eq + 1, "{") ||
           (is(s, eq + 2, ".") && code_scan_is_any(s, eq + 3, ALLOCATIONS) && is(s, eq + 4, "("));
}

/* A call whose result is dropped works by what it writes. */
static bool is_dropped_call(const struct code_scanner *s, const struct code_statement *st)
{
    if (s->tokens.items[st->from].kind != TOKEN_WORD ||
        code_scan_is_any(s, st->from,
                         "if|elif|else|for|while|with|try|except|finally|return|def|class|assert|"
                         "raise|print|del|global|import|from|pass|warnings|torch"))
        return false;
    size_t i = st->from;
    while (i < st->to && !is(s, i, "=") && !is(s, i, "("))
        i = is(s, i, "[") ? skip_brackets(s, i, st->to) : i + 1;
    return is(s, i, "(") && skip_brackets(s, i, st->to) == st->to;
}

static bool helper_mentions(const struct code_scanner *s, struct value v,
                            const struct code_statement *st)
{
    for (size_t i = st->from; i + 1 < st->to; i++) {
        if ((is(s, i, "replay") && is(s, i + 1, "(")) || !code_scan_spend(s, s->flow.n_functions))
            return true;
        for (size_t k = 0; k < s->flow.n_functions && is(s, i + 1, "("); k++) {
            const struct code_function *f = &s->flow.functions[k];
            for (size_t j = f->first; same_word(s, i, f->name) && j < f->end; j++) {
                if (mentions(s, v, at(s, j)))
                    return true;
            }
        }
    }
    return false;
}

static bool statement_writes(const struct code_scanner *s, struct value v, size_t first,
                             size_t statement, size_t until)
{
    const struct code_statement *st = at(s, statement);
    bool may = is_dropped_call(s, st) || helper_mentions(s, v, st);
    for (size_t i = st->from; i < st->to && !may; i++)
        may = names(s, v, i) && !only_looks(s, st, i) && !only_allocates(s, st, i);
    return may && !is_guarded(s, v, first, statement, until);
}

/* Other members that are views of the value: "self.B = self.A.T". */
static size_t find_aliases(const struct code_scanner *s, struct value v, struct value *out)
{
    size_t n = 0;
    if (!code_scan_spend(s, s->flow.n_statements))
        return 0;
    for (size_t i = 0; v.is_member && i < s->flow.n_statements && n < MAX_ALIASES; i++) {
        const struct code_statement *st = at(s, i);
        struct value from;
        if (is(s, st->from, "self") && is(s, st->from + 3, "=") &&
            reads_value(s, st->from + 4, st->to, &from) && from.is_member &&
            (same_word(s, from.name, v.name) || same_word(s, st->from + 2, v.name))) {
            bool is_source = same_word(s, from.name, v.name);
            out[n++] = (struct value){ is_source ? st->from + 2 : from.name, true };
        }
    }
    return n;
}

static bool is_written(const struct code_scanner *s, struct value v, size_t first, size_t from,
                       size_t until)
{
    struct value aliases[MAX_ALIASES];
    size_t n = find_aliases(s, v, aliases);
    for (size_t i = from; i < until; i++) {
        if (!code_scan_spend(s, 1))
            return true;
        if (statement_writes(s, v, first, i, until))
            return true;
        for (size_t k = 0; k < n; k++) {
            if (statement_writes(s, aliases[k], first, i, until))
                return true;
        }
    }
    return false;
}

/* The last statement before this one that sets a local variable; until itself when there is none.
 */
static size_t last_setting(const struct code_scanner *s, size_t name, size_t first, size_t until)
{
    for (size_t i = until; i > first && code_scan_spend(s, 1); i--) {
        const struct code_statement *st = at(s, i - 1);
        if (same_word(s, st->from, name) && is(s, st->from + 1, "="))
            return i - 1;
    }
    return until;
}

static bool returns_stored(const struct code_scanner *s, size_t first, size_t statement)
{
    const struct code_statement *st = at(s, statement);
    size_t from = st->from + 1 + (is(s, st->from + 1, "(") ? 1 : 0);
    struct value v;
    if (from >= st->to || !code_scan_spend(s, 1))
        return false;
    if (reads_value(s, from, st->to, &v))
        return !is_written(s, v, first, first, statement);
    if (s->tokens.items[from].kind != TOKEN_WORD || !only_views(s, from + 1, st->to))
        return false;
    size_t setting = last_setting(s, from, first, statement);
    if (setting == statement || !reads_value(s, at(s, setting)->from + 2, at(s, setting)->to, &v))
        return false;
    struct value local = { from, false };
    return !is_written(s, v, first, first, setting) &&
           !is_written(s, v, first, setting + 1, statement) &&
           !is_written(s, local, first, setting + 1, statement);
}

/* Without an input, what is returned is a parameter. */
static bool has_inputs(const struct code_scanner *s, const struct code_function *f)
{
    size_t at_first = f->params_from + (is(s, f->params_from, "self") ? 1 : 0);
    return at_first + 1 < f->params_to || (at_first < f->params_to && !is(s, at_first, ","));
}

/* "static torch::Tensor y" that is set and returned, and that no launch gets. */
static void scan_static_tensor(struct code_scanner *s, size_t i)
{
    bool is_tensor = is(s, i, "static") && code_scan_is_any(s, i + 1, "torch|at") &&
                     is(s, i + 2, "::") && is(s, i + 3, "Tensor");
    size_t name = i + 4;
    if (!is_tensor || !code_scan_is_any(s, name + 1, ";|=|{"))
        return;
    bool returned = false;
    bool computed = false;
    for (size_t k = name; k < s->tokens.n; k++) {
        if (!code_scan_spend(s, 1))
            return;
        if (!same_word(s, name, k))
            continue;
        computed = computed || (is(s, k + 1, "=") && !code_scan_is_any(s, k + 4, ALLOCATIONS));
        bool looks = is(s, k + 1, "=") ||
                     (is(s, k + 1, ".") && code_scan_is_any(s, k + 2, "defined|numel|size|sizes"));
        if (is(s, k - 1, "return"))
            returned = true;
        else if (!looks && k > name)
            return;
    }
    if (returned && computed)
        code_scan_hit(s, CODE_CACHED_OUTPUT, i, "returns a result that an earlier call stored");
}

/* "@lru_cache(...) def f". */
static bool is_memoised(const struct code_scanner *s, const struct code_function *f)
{
    size_t i = f->name;
    if (i < 3 || !is(s, i - 1, "def"))
        return false;
    i -= 2;
    for (size_t n = 0; is(s, f->name - 2, ")") && i > 0 && n < 8 && !is(s, i, "("); n++)
        i--;
    return code_scan_is_any(s, is(s, i, "(") && i > 0 ? i - 1 : i, "lru_cache|cache");
}

/* "return f(x)" of an input as it is: for a tensor it is told by its address. */
static bool gives_input(const struct code_scanner *s, const struct code_function *caller,
                        const struct code_statement *st, size_t name)
{
    if (st->from + 3 >= st->to || !is(s, st->from, "return") || !same_word(s, st->from + 1, name) ||
        !is(s, st->from + 2, "(") || skip_brackets(s, st->from + 2, st->to) != st->to)
        return false;
    for (size_t i = st->from + 3; i < st->to && code_scan_spend(s, 1); i++) {
        bool alone = code_scan_is_any(s, i - 1, "(|,") && code_scan_is_any(s, i + 1, ")|,");
        for (size_t k = caller->params_from; alone && k < caller->params_to; k++)
            if (!is(s, k, "self") && same_word(s, k, i))
                return true;
    }
    return false;
}

static void scan_memoised(struct code_scanner *s, const struct code_function *memoised)
{
    for (size_t k = 0; k < s->flow.n_functions && code_scan_spend(s, 1); k++) {
        const struct code_function *f = &s->flow.functions[k];
        for (size_t i = f->first; i < f->end && f->is_returned && code_scan_spend(s, 1); i++)
            if (gives_input(s, f, at(s, i), memoised->name))
                code_scan_hit(s, CODE_CACHED_OUTPUT, at(s, i)->from, "memoised by its input");
    }
}

void code_scan_stored(struct code_scanner *s)
{
    for (size_t i = 0; i < s->tokens.n; i++)
        scan_static_tensor(s, i);
    for (size_t k = 0; k < s->flow.n_functions; k++)
        if (is_memoised(s, &s->flow.functions[k]))
            scan_memoised(s, &s->flow.functions[k]);
    for (size_t k = 0; k < s->flow.n_functions; k++) {
        const struct code_function *f = &s->flow.functions[k];
        for (size_t i = f->first; i < f->end && f->is_returned && has_inputs(s, f);) {
            bool is_inner = is(s, at(s, i)->from, "def");
            if (is(s, at(s, i)->from, "return") && returns_stored(s, f->first, i))
                code_scan_hit(s, CODE_CACHED_OUTPUT, at(s, i)->from,
                              "returns a result that an earlier call stored");
            i = is_inner ? code_flow_block_end(&s->flow, i) : i + 1;
        }
    }
}

/* ---- results that no input reaches ---- */

/* "x.shape", "len(x)", "x is None", "zeros_like(x)", "x = x.contiguous()" do not read values. */
static bool reads_input(const struct code_scanner *s, size_t i)
{
    if (is(s, i + 1, ".") && code_scan_is_any(s, i + 2, QUERIES))
        return false;
    if (is(s, i + 1, "is") || is(s, i + 1, "="))
        return false;
    if (i >= 2 && is(s, i - 1, "(") && code_scan_is_any(s, i - 2, "len|isinstance|type|" MAKE_LIKE))
        return false;
    return !(i >= 2 && is(s, i - 1, "=") && same_word(s, i - 2, i) && is(s, i + 1, ".") &&
             code_scan_is_any(s, i + 2, "contiguous|to|cuda|float|half|detach|view|reshape"));
}

#define NOWHERE SIZE_MAX

/* "a, b = x", also in brackets: where the names end; 0 for any other statement. */
static size_t unpacks(const struct code_scanner *s, const struct code_statement *st, size_t name)
{
    bool has_comma = false;
    size_t i = st->from;
    while (i < st->to && (s->tokens.items[i].kind == TOKEN_WORD || is(s, i, ",") || is(s, i, "*") ||
                          is(s, i, "(") || is(s, i, ")"))) {
        has_comma = has_comma || is(s, i, ",");
        i++;
    }
    return has_comma && is(s, i, "=") && i + 2 == st->to && same_word(s, i + 1, name) ? i : 0;
}

/* Outside of one statement.  What an input is unpacked into is the input. */
static bool body_reads(const struct code_scanner *s, const struct code_function *f, size_t name,
                       size_t except)
{
    const struct value v = { name, false };
    for (size_t k = f->first; k < f->end; k++) {
        const struct code_statement *st = at(s, k);
        const size_t parts = except == NOWHERE ? unpacks(s, st, name) : 0;
        if (!code_scan_spend(s, 1 + st->to - st->from))
            return true;
        for (size_t i = st->from; i < parts; i++)
            if (s->tokens.items[i].kind == TOKEN_WORD && body_reads(s, f, i, k))
                return true;
        /* "x[...] = y" writes. */
        for (size_t i = parts > 0 || k == except ? st->to : st->from; i < st->to; i++)
            if (names(s, v, i) && reads_input(s, i) &&
                !(i == st->from && is(s, i + 1, "[") &&
                  is(s, skip_brackets(s, i + 1, st->to), "=")))
                return true;
    }
    return false;
}

/* "_, out = x" and "return out", and of x nothing else is used: what was given comes back. */
static bool returns_given(const struct code_scanner *s, const struct code_function *f, size_t name)
{
    const struct code_statement *last = f->end == f->first + 2 ? at(s, f->first + 1) : NULL;
    const size_t parts = last == NULL ? 0 : unpacks(s, at(s, f->first), name);
    bool given = false;
    if (parts == 0 || !is(s, last->from, "return") || last->to != last->from + 2)
        return false;
    for (size_t i = at(s, f->first)->from; i < parts; i++)
        given = given || same_word(s, i, last->from + 1);
    return given;
}

/* The parameters other than self, none of which the body reads. */
static bool ignores_inputs(const struct code_scanner *s, const struct code_function *f)
{
    bool has_parameter = false;
    for (size_t i = f->params_from; i < f->params_to;) {
        while (is(s, i, "*") || is(s, i, "**") || is(s, i, "/") || is(s, i, ","))
            i++;
        if (i >= f->params_to)
            break;
        if (!is(s, i, "self") && !is(s, i, "cls")) {
            has_parameter = true;
            if (body_reads(s, f, i, NOWHERE) && !returns_given(s, f, i))
                return false;
        }
        while (i < f->params_to && !is(s, i, ","))
            i = is(s, i, "[") || is(s, i, "(") ? skip_brackets(s, i, f->params_to) : i + 1;
    }
    return has_parameter;
}

static bool returns_something(const struct code_scanner *s, const struct code_function *f)
{
    for (size_t i = f->first; i < f->end; i++) {
        const struct code_statement *st = at(s, i);
        if (is(s, st->from, "return") && st->to > st->from + 1 && !is(s, st->from + 1, "None"))
            return true;
    }
    return false;
}

/* The only kernel of a text of CUDA C, which reads none of its constant pointers.  Beside Python it
 * may be a part that nobody calls. */
static void scan_constant_kernel(struct code_scanner *s)
{
    size_t kernel = 0;
    size_t n_kernels = 0;
    for (size_t i = 0; i < s->tokens.n; i++) {
        if (s->tokens.items[i].language == CODE_PYTHON)
            return;
        if (is(s, i, "__global__")) {
            kernel = i;
            n_kernels++;
        }
    }
    size_t body = kernel;
    size_t open = 0;
    while (body < s->tokens.n && !is(s, body, "{") && !is(s, body, ";")) {
        if (is(s, body, "("))
            open = body;
        body = is(s, body, "(") ? skip_brackets(s, body, s->tokens.n) : body + 1;
    }
    if (n_kernels != 1 || open == 0 || !is(s, body, "{"))
        return;
    size_t end = skip_brackets(s, body, s->tokens.n);
    size_t n_inputs = 0;
    bool is_input = false;
    bool is_pointer = false;
    for (size_t i = open + 1; i < body; i++) {
        is_input = is_input || is(s, i, "const");
        is_pointer = is_pointer || is(s, i, "*");
        bool ends = is(s, i + 1, ",") || is(s, i + 1, ")");
        if (!ends)
            continue;
        for (size_t k = body; k < end && is_input && is_pointer; k++) {
            if (same_word(s, i, k) && !is(s, k - 1, "."))
                return;
        }
        n_inputs += is_input && is_pointer;
        is_input = is_pointer = false;
    }
    if (n_inputs > 0)
        code_scan_hit(s, CODE_CONSTANT, kernel, "the kernel reads none of its inputs");
}

void code_scan_constant(struct code_scanner *s)
{
    for (size_t k = 0; k < s->flow.n_functions; k++) {
        const struct code_function *f = &s->flow.functions[k];
        if (f->is_timed && f->first < f->end && returns_something(s, f) && ignores_inputs(s, f))
            code_scan_hit(s, CODE_CONSTANT, f->name, "no value of an input is used");
    }
    scan_constant_kernel(s);
}
