/*
 * mutants_code.c - bugs of device code.
 */
#include <stdlib.h>
#include <string.h>

#include "tasks/mutants/mutants_internal.h"

struct swap {
    const char *from, *to;
    const char *rule;
};

static const struct swap relations[] = {
    { "<", "<=", "comparison with or without equality" },
    { "<=", "<", "comparison with or without equality" },
    { ">", ">=", "comparison with or without equality" },
    { ">=", ">", "comparison with or without equality" },
    { "==", "!=", "comparison turned round" },
    { "!=", "==", "comparison turned round" },
    { "<", ">", "comparison turned round" },
    { ">", "<", "comparison turned round" },
};

static const struct swap operators[] = {
    { "+", "-", "operator replaced" },   { "-", "+", "operator replaced" },
    { "*", "/", "operator replaced" },   { "/", "*", "operator replaced" },
    { "*", "+", "operator replaced" },   { "%", "/", "operator replaced" },
    { "&&", "||", "operator replaced" }, { "||", "&&", "operator replaced" },
    { "<<", ">>", "operator replaced" }, { ">>", "<<", "operator replaced" },
    { "&", "|", "operator replaced" },   { "|", "&", "operator replaced" },
    { "^", "|", "operator replaced" },
};

static const struct swap assignments[] = {
    { "+=", "-=", "operator replaced" }, { "+=", "=", "no accumulation" },
    { "-=", "+=", "operator replaced" }, { "*=", "/=", "operator replaced" },
    { "*=", "=", "no accumulation" },    { "/=", "*=", "operator replaced" },
    { "|=", "=", "no accumulation" },    { ">>=", "<<=", "operator replaced" },
};

static const struct swap functions[] = {
    { "fmaxf", "fminf", "another function" },
    { "fminf", "fmaxf", "another function" },
    { "max", "min", "another function" },
    { "min", "max", "another function" },
    { "expf", "exp2f", "another function" },
    { "exp", "exp2", "another function" },
    { "__expf", "exp2f", "another function" },
    { "expm1f", "expf", "another function" },
    { "logf", "log2f", "another function" },
    { "log1pf", "logf", "another function" },
    { "sqrtf", "", "function left out" },
    { "rsqrtf", "sqrtf", "another function" },
    { "fabsf", "", "function left out" },
    { "tanhf", "atanf", "another function" },
    { "erff", "tanhf", "another function" },
    { "__shfl_down_sync", "__shfl_up_sync", "another lane" },
    { "__shfl_xor_sync", "__shfl_down_sync", "another lane" },
    { "__shfl_up_sync", "__shfl_down_sync", "another lane" },
    { "atomicAdd", "atomicExch", "no accumulation" },
    { "atomicMax", "atomicMin", "another function" },
    { "atomicMin", "atomicMax", "another function" },
};

/* Arithmetic between brackets says where, elsewhere what. */
static enum bug_class class_of(const struct scan *s, size_t i)
{
    const struct token_facts *f = &s->tokens[i];
    return f->in_subscript || f->in_integer ? BUG_INDEX
           : f->in_condition                ? BUG_BOUNDS
                                            : BUG_OPERATOR;
}

static bool is_binary(const struct scan *s, size_t i)
{
    return i > 0 && scan_ends_operand(s, i - 1) && i + 1 < s->n && !scan_is(s, i + 1, ")") &&
           !scan_is(s, i + 1, ",") && !scan_is(s, i + 1, "__restrict__");
}

/* "reinterpret_cast<float4 *>(p)": no comparison. */
static bool is_template(const struct scan *s, size_t i)
{
    static const char *const before[] = { "static_cast", "reinterpret_cast", "const_cast",
                                          "template", NULL };
    for (size_t back = 1; back <= 4 && back <= i; back++)
        if (scan_is_of(s, i - back, before))
            return true;
    return scan_is(s, i, ">") && (scan_is(s, i - 1, "*") || scan_is(s, i + 1, "("));
}

static void swap_all(struct scan *s, size_t i, const struct swap *table, size_t n,
                     enum bug_class bug)
{
    for (size_t k = 0; k < n; k++)
        if (table[k].rule != NULL && scan_is(s, i, table[k].from))
            scan_add(s, bug, table[k].rule, i, i, table[k].to);
}

/* "i < n" with n moved by one. */
static void move_bound(struct scan *s, size_t i)
{
    static const char *const ends[] = { ")", ";", "&&", "||", "?", NULL };
    if ((s->tokens[i + 1].t.kind == LEX_NAME || s->tokens[i + 1].t.kind == LEX_NUMBER) &&
        scan_is_of(s, i + 2, ends)) {
        scan_insert(s, BUG_BOUNDS, "bound moved by one", i + 2, " - 1");
        scan_insert(s, BUG_BOUNDS, "bound moved by one", i + 2, " + 1");
    }
}

static void mutate_sign(struct scan *s, size_t i)
{
    static const char *const comparisons[] = { "<", "<=", ">", ">=", "==", "!=", NULL };
    if (scan_is_of(s, i, comparisons)) {
        if (i == 0 || is_template(s, i))
            return;
        swap_all(s, i, relations, ARRAY_LEN(relations), BUG_BOUNDS);
        move_bound(s, i);
    } else if (is_binary(s, i)) {
        swap_all(s, i, operators, ARRAY_LEN(operators), class_of(s, i));
        swap_all(s, i, assignments, ARRAY_LEN(assignments), class_of(s, i));
    } else if (scan_is(s, i, "-")) {
        scan_add(s, class_of(s, i), "sign left out", i, i, "");
    }
    if (scan_is(s, i, "]") && s->tokens[i].partner < i &&
        s->tokens[s->tokens[i].partner + 1].in_subscript) {
        scan_insert(s, BUG_INDEX, "index moved by one", i, " + 1");
        scan_insert(s, BUG_INDEX, "index moved by one", i, " - 1");
    }
    if (scan_is(s, i, "?")) {
        scan_insert(s, BUG_BRANCH, "condition always true", i, "|| true ");
        scan_insert(s, BUG_BRANCH, "condition always false", i, "&& false ");
    }
    if (scan_is(s, i, "!"))
        scan_add(s, BUG_BRANCH, "condition turned round", i, i, "");
}

static const char *number_text(const struct scan *s, size_t i)
{
    return arena_strndup(s->a, s->text + s->tokens[i].t.start, s->tokens[i].t.len);
}

static void mutate_float(struct scan *s, size_t i, const char *text, double value)
{
    bool is_zero = value > -1e-300 && value < 1e-300, is_first = s->tokens[i].is_first;
    enum bug_class bug = is_first ? BUG_INITIAL : BUG_CONSTANT;
    const char *suffix = strpbrk(text, "fF") != NULL ? "f" : "";
    if (is_zero) {
        scan_add(s, bug, "not zero", i, i, arena_printf(s->a, "1.0%s", suffix));
        scan_add(s, bug, "not quite zero", i, i, arena_printf(s->a, "1e-3%s", suffix));
        return;
    }
    scan_add(s, bug, "constant doubled", i, i, arena_printf(s->a, "(2.0%s * %s)", suffix, text));
    scan_add(s, bug, "constant 1 % off", i, i, arena_printf(s->a, "(1.01%s * %s)", suffix, text));
    scan_add(s, bug, "zero instead", i, i, arena_printf(s->a, "0.0%s", suffix));
}

static void mutate_number(struct scan *s, size_t i)
{
    const char *text = number_text(s, i);
    bool is_hex = strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0;
    if (strpbrk(text, "'") != NULL || (i >= 2 && scan_is(s, i - 2, "__launch_bounds__")))
        return;
    if (!is_hex && strpbrk(text, ".eEfF") != NULL) {
        mutate_float(s, i, text, strtod(text, NULL));
        return;
    }
    enum bug_class bug = s->tokens[i].is_first       ? BUG_INITIAL
                         : s->tokens[i].in_subscript ? BUG_INDEX
                                                     : BUG_CONSTANT;
    unsigned long long value = strtoull(text, NULL, 0);
    const char *suffix = strpbrk(text, "uUlL");
    if (is_hex) {
        scan_add(s, bug, "half of a mask", i, i,
                 arena_printf(s->a, "0x%llx%s", value >> 1, suffix == NULL ? "" : suffix));
        return;
    }
    suffix = suffix == NULL ? "" : suffix;
    scan_add(s, bug, "constant off by one", i, i, arena_printf(s->a, "%llu%s", value + 1, suffix));
    if (value > 0)
        scan_add(s, bug, "constant off by one", i, i,
                 arena_printf(s->a, "%llu%s", value - 1, suffix));
    if (value > 2)
        scan_add(s, bug, "constant halved", i, i, arena_printf(s->a, "%llu%s", value / 2, suffix));
}

/* blockIdx.x */
static void mutate_axis(struct scan *s, size_t i)
{
    static const char *const builtins[] = { "blockIdx", "threadIdx", "blockDim", "gridDim", NULL };
    static const struct swap others[] = { { "blockIdx", "threadIdx", "" },
                                          { "threadIdx", "blockIdx", "" },
                                          { "blockDim", "gridDim", "" },
                                          { "gridDim", "blockDim", "" } };
    if (!scan_is_of(s, i, builtins) || !scan_is(s, i + 1, ".") || !scan_is_name(s, i + 2))
        return;
    scan_add(s, BUG_INDEX, "another axis", i + 2, i + 2, scan_is(s, i + 2, "x") ? "y" : "x");
    for (size_t k = 0; k < ARRAY_LEN(others); k++)
        if (scan_is(s, i, others[k].from))
            scan_add(s, BUG_INDEX, "another built-in", i, i, others[k].to);
}

/* The names of the parameters of the kernel that holds token i, of one kind. */
static size_t parameters(const struct scan *s, size_t i, bool pointers, size_t *out, size_t most)
{
    size_t n = 0, head = i;
    while (head > 0 && !scan_is(s, head, "__global__"))
        head--;
    size_t open = head;
    while (open < s->n && !scan_is(s, open, "{") &&
           !(scan_is(s, open, "(") && scan_is_name(s, open - 1) &&
             !scan_is(s, open - 1, "__launch_bounds__")))
        open++;
    if (!scan_is(s, head, "__global__") || !scan_is(s, open, "(") || i <= s->tokens[open].partner)
        return 0;
    for (size_t k = open + 1; k <= s->tokens[open].partner && n < most; k++) {
        bool ends = scan_is(s, k, ",") || scan_is(s, k, ")");
        bool is_pointer = scan_is(s, k - 2, "*") || scan_is(s, k - 2, "__restrict__");
        if (ends && scan_is_name(s, k - 1) && is_pointer == pointers &&
            (pointers || scan_is_of(s, k - 2, scan_integer_types)))
            out[n++] = k - 1;
    }
    return n;
}

/* A size or buffer of the kernel where another is meant. */
static void mutate_parameter(struct scan *s, size_t i, bool pointers)
{
    size_t names[16], n = parameters(s, i, pointers, names, ARRAY_LEN(names));
    for (size_t k = 0; k < n && n > 1; k++) {
        const struct lex_token *mine = &s->tokens[names[k]].t;
        const struct lex_token *other = &s->tokens[names[(k + 1) % n]].t;
        if (mine->len == s->tokens[i].t.len &&
            memcmp(s->text + mine->start, s->text + s->tokens[i].t.start, mine->len) == 0)
            scan_add(s, s->tokens[i].in_condition ? BUG_BOUNDS : BUG_INDEX,
                     pointers ? "another buffer" : "another size", i, i,
                     arena_strndup(s->a, s->text + other->start, other->len));
    }
}

static void mutate_type(struct scan *s, size_t i)
{
    static const char *const after[] = { "=", ";", ",", "[", NULL };
    if (scan_is(s, i, "long") && scan_is(s, i + 1, "long"))
        scan_add(s, BUG_TYPE, "index of fewer bits", i, i + 1, "short");
    if (scan_is(s, i, "double"))
        scan_add(s, BUG_TYPE, "single precision", i, i, "float");
    if (!scan_is_name(s, i + 1) || !scan_is_of(s, i + 2, after) ||
        (i > 0 && (scan_is(s, i - 1, ",") || scan_is(s, i - 1, "(")) && !scan_is(s, i + 2, "=")))
        return;
    if (scan_is(s, i, "int"))
        scan_add(s, BUG_TYPE, "index of fewer bits", i, i, "signed char");
    if (scan_is(s, i, "int"))
        scan_add(s, BUG_TYPE, "index of fewer bits", i, i, "short");
    if (scan_is(s, i, "float"))
        scan_add(s, BUG_TYPE, "integer instead of a number", i, i, "int");
}

#define SHORT_OPEN  "__uint_as_float(__float_as_uint("
#define SHORT_CLOSE ") & 0xffffe000u)"

/* Where a statement begins: NAME ... = VALUE; */
static void mutate_statement(struct scan *s, size_t i)
{
    static const char *const leads[] = { "=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", NULL };
    size_t end = i, sign = 0;
    if (!scan_is_name(s, i) || scan_is_name(s, i + 1) || scan_is(s, i + 1, "*") || i == 0 ||
        !(scan_is(s, i - 1, ";") || scan_is(s, i - 1, "{") || scan_is(s, i - 1, "}") ||
          scan_is(s, i - 1, ")") || scan_is(s, i - 1, "else")) ||
        s->tokens[i].in_condition)
        return;
    for (; end < s->n && !scan_is(s, end, ";") && !scan_is(s, end, "{"); end++) {
        if (scan_is(s, end, "(") || scan_is(s, end, "["))
            end = s->tokens[end].partner;
        else if (sign == 0 && scan_is_of(s, end, leads))
            sign = end;
    }
    bool is_atomic = lex_begins(&s->l, &s->tokens[i].t, "atomic");
    if (!scan_is(s, end, ";") || (sign == 0 && !is_atomic))
        return;
    scan_add(s, BUG_BRANCH, "statement left out", i, end - 1, "");
    if (sign == 0 || end <= sign + 1)
        return;
    const struct lex_token *from = &s->tokens[sign + 1].t, *to = &s->tokens[end - 1].t;
    scan_add(s, BUG_TYPE, "rounded to short numbers", sign + 1, end - 1,
             arena_printf(s->a, SHORT_OPEN "%.*s" SHORT_CLOSE,
                          (int)(to->start + to->len - from->start), s->text + from->start));
}

/* if (...), else, return, continue, break */
static void mutate_branch(struct scan *s, size_t i)
{
    static const char *const jumps[] = { "return", "continue", "break", NULL };
    size_t open = i + 1;
    if (scan_is(s, i, "if") && scan_is(s, open, "(") && s->tokens[open].partner > open + 1) {
        scan_add(s, BUG_BRANCH, "condition always true", open + 1, s->tokens[open].partner - 1,
                 "true");
        scan_add(s, BUG_BRANCH, "condition always false", open + 1, s->tokens[open].partner - 1,
                 "false");
    }
    if (scan_is(s, i, "else") && scan_is(s, open, "{"))
        scan_add(s, BUG_BRANCH, "branch left out", i, s->tokens[open].partner, "");
    if (scan_is_of(s, i, jumps) && scan_is(s, i + 1, ";"))
        scan_add(s, BUG_BRANCH, "jump left out", i, i, "");
}

static void mutate_name(struct scan *s, size_t i)
{
    static const char *const barriers[] = { "__syncthreads", "__syncwarp", "__threadfence",
                                            "__threadfence_block", NULL };
    if (scan_is_of(s, i, barriers) && scan_is(s, i + 1, "(")) {
        scan_add(s, BUG_BARRIER, "barrier left out", i, s->tokens[i + 1].partner, "");
        return;
    }
    if (scan_is(s, i, "INFINITY")) {
        enum bug_class bug = s->tokens[i].is_first ? BUG_INITIAL : BUG_CONSTANT;
        scan_add(s, bug, "zero instead of infinity", i, i, "0.0f");
        scan_add(s, bug, "a small number instead of infinity", i, i, "1.0f");
        return;
    }
    if (scan_is(s, i + 1, "("))
        swap_all(s, i, functions, ARRAY_LEN(functions), BUG_OPERATOR);
    mutate_axis(s, i);
    mutate_type(s, i);
    mutate_statement(s, i);
    mutate_branch(s, i);
    mutate_parameter(s, i, false);
    mutate_parameter(s, i, true);
}

void mutants_code(struct scan *s, size_t i)
{
    if (s->tokens[i].t.kind == LEX_NAME)
        mutate_name(s, i);
    else if (s->tokens[i].t.kind == LEX_NUMBER)
        mutate_number(s, i);
    else if (s->tokens[i].t.kind == LEX_SIGN)
        mutate_sign(s, i);
}
