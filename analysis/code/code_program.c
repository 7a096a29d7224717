#include "analysis/code/code_program.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/str.h"

#define DEEPEST_BLOCK 64
#define MOST_VISITS   100000

#define BUILDERS "load_inline|RawKernel|RawModule|ElementwiseKernel|_compile_kernel"
#define LIBRARIES                                                                                  \
    "torch|F|nn|th|functional|tl|triton|np|numpy|math|cuda|tc|jnp|cublas|aten|autograd|linalg|"    \
    "special|fft|os|time"
#define HEADS "if|elif|else|for|while|with|try|except|finally|def|class|async"

bool program_is(const struct code_program *p, size_t i, const char *word)
{
    return code_scan_is(p->s, i, word);
}

bool program_is_any(const struct code_program *p, size_t i, const char *words)
{
    return code_scan_is_any(p->s, i, words);
}

bool program_is_word(const struct code_program *p, size_t i)
{
    return i < p->s->tokens.n && p->s->tokens.items[i].kind == TOKEN_WORD &&
           p->s->tokens.items[i].language == CODE_PYTHON;
}

bool program_is_assignment(const struct code_program *p, size_t i)
{
    if (i >= p->s->tokens.n)
        return false;
    const struct code_token *t = &p->s->tokens.items[i];
    return t->kind == TOKEN_SIGN && t->text[t->len - 1] == '=' &&
           !(program_is(p, i, "==") || program_is(p, i, "!=") || program_is(p, i, "<=") ||
             program_is(p, i, ">="));
}

bool program_is_library(const struct code_program *p, size_t i)
{
    return program_is_any(p, i, LIBRARIES);
}

static const struct code_statement *at(const struct code_program *p, size_t statement)
{
    return &p->s->flow.statements[statement];
}

size_t program_skip(const struct code_program *p, size_t i, size_t end)
{
    size_t depth = 0;
    for (; i < end && code_scan_spend(p->s, 1); i++) {
        depth += program_is_any(p, i, "(|[|{");
        if (program_is_any(p, i, ")|]|}") && depth-- <= 1)
            return i + 1;
    }
    return end;
}

size_t program_comma(const struct code_program *p, size_t i, size_t end)
{
    while (i < end && code_scan_spend(p->s, 1) && !program_is(p, i, ","))
        i = program_is_any(p, i, "(|[|{") ? program_skip(p, i, end) : i + 1;
    return i;
}

/* ---- words ---- */

static void intern(struct code_program *p)
{
    const struct token_list *t = &p->s->tokens;
    size_t n_slots = 64;
    while (n_slots < 2 * t->n)
        n_slots *= 2;
    size_t *slots = arena_array(p->arena, n_slots, sizeof(*slots));
    p->ids = arena_array(p->arena, t->n + 1, sizeof(*p->ids));
    p->n_ids = 1;
    for (size_t i = 0; i < t->n; i++) {
        if (t->items[i].kind != TOKEN_WORD)
            continue;
        size_t at_slot = str_hash(t->items[i].text, t->items[i].len) & (n_slots - 1);
        while (slots[at_slot] != 0 && !code_token_same(&t->items[slots[at_slot] - 1], &t->items[i]))
            at_slot = (at_slot + 1) & (n_slots - 1);
        if (slots[at_slot] == 0) {
            slots[at_slot] = i + 1;
            p->ids[i] = (uint32_t)p->n_ids++;
        } else {
            p->ids[i] = p->ids[slots[at_slot] - 1];
        }
    }
}

size_t program_function_of(const struct code_program *p, uint32_t name)
{
    for (size_t k = 0; name != 0 && k < p->s->flow.n_functions; k++)
        if (p->ids[p->s->flow.functions[k].name] == name)
            return k;
    return NO_INDEX;
}

/* ---- functions, classes, kernels ---- */

static size_t def_of(const struct code_program *p, size_t function)
{
    return p->s->flow.functions[function].first - 1;
}

static bool is_kernel(const struct code_program *p, size_t function)
{
    const size_t def = def_of(p, function);
    if (at(p, def)->column > 0 &&
        program_is_any(p, p->s->flow.functions[function].name, "forward|backward|__call__|apply"))
        return false;
    for (size_t i = def; i-- > 0 && program_is(p, at(p, i)->from, "@") && code_scan_spend(p->s, 1);)
        for (size_t k = at(p, i)->from; k < at(p, i)->to; k++)
            if (program_is_any(p, k, "jit|prim_func") && !program_is(p, k - 2, "torch"))
                return true;
    return false;
}

static void read_functions(struct code_program *p)
{
    const struct code_flow *f = &p->s->flow;
    p->owner = arena_array(p->arena, f->n_statements + 1, sizeof(*p->owner));
    p->heads = arena_array(p->arena, f->n_functions + 1, sizeof(*p->heads));
    p->is_kernel = arena_array(p->arena, f->n_functions + 1, sizeof(*p->is_kernel));
    p->is_live = arena_array(p->arena, f->n_functions + 1, sizeof(*p->is_live));
    p->builds = arena_array(p->arena, f->n_functions + 1, sizeof(*p->builds));
    p->is_local_word = arena_array(p->arena, p->n_ids, sizeof(*p->is_local_word));
    for (size_t i = 0; i < f->n_statements; i++) {
        p->owner[i] = NO_INDEX;
        if (program_is(p, at(p, i)->from, "class"))
            p->is_local_word[p->ids[at(p, i)->from + 1]] = true;
    }
    for (size_t k = 0; k < f->n_functions; k++) {
        size_t i = def_of(p, k);
        const size_t column = at(p, i)->column;
        for (size_t j = f->functions[k].first; j < f->functions[k].end && code_scan_spend(p->s, 1);
             j++)
            p->owner[j] = k;
        p->is_kernel[k] = is_kernel(p, k);
        p->is_local_word[p->ids[f->functions[k].name]] = true;
        p->heads[k] = NO_INDEX;
        while (i > 0 && at(p, i)->column >= column && column > 0 && code_scan_spend(p->s, 1))
            i--;
        if (column > 0 && program_is(p, at(p, i)->from, "class"))
            p->heads[k] = i;
    }
    p->is_local_word[0] = false;
    /* A kernel and its wrapper of one name: which is meant where is not known. */
    for (size_t k = 0; k < f->n_functions; k++)
        for (size_t j = 0; j < f->n_functions && p->is_kernel[k]; j++)
            if (!p->is_kernel[j] && p->ids[f->functions[j].name] == p->ids[f->functions[k].name])
                p->is_kernel[k] = false;
}

/* ---- assignments ---- */

bool program_targets(const struct code_program *p, const struct code_statement *st, size_t *out_eq)
{
    if (program_is_any(p, st->from, HEADS "|return|import|from|assert|raise|del|print|@"))
        return false;
    for (size_t i = st->from; i < st->to; i++) {
        if (program_is_any(p, i, "(|[|{")) {
            i = program_skip(p, i, st->to) - 1;
            continue;
        }
        if (program_is_assignment(p, i)) {
            *out_eq = i;
            return true;
        }
    }
    return false;
}

/* The name that a target ends with: "self.a", "a", "a[i]", "a: int"; 0 for none. */
static size_t target_name(const struct code_program *p, size_t from, size_t to, bool *out_member)
{
    size_t i = from;
    size_t name = to;
    *out_member = false;
    while (i < to && program_is_any(p, i, "(|["))
        i++;
    if (program_is_word(p, i))
        name = i;
    while (name + 2 < to && program_is(p, name + 1, ".") && program_is_word(p, name + 2)) {
        *out_member = true;
        name += 2;
    }
    return name;
}

static void add_assignment(struct code_program *p, size_t capacity, struct program_assignment a)
{
    if (p->n_assignments < capacity)
        p->assignments[p->n_assignments++] = a;
}

/* "layers.append(Block())" gives the name what is appended as well. */
static void read_append(struct code_program *p, size_t statement, size_t capacity)
{
    const struct code_statement *st = at(p, statement);
    bool is_member = false;
    const size_t name = target_name(p, st->from, st->to - 1, &is_member);
    /* The target ends with the method. */
    if (name < st->from + 2 || !program_is_any(p, name, "append|extend|insert|add_module") ||
        !program_is(p, name + 1, "(") || program_skip(p, name + 1, st->to) != st->to)
        return;
    add_assignment(p, capacity,
                   (struct program_assignment){ name - 2, name + 2, st->to - 1, statement,
                                                name - 2 > st->from, false });
}

static void read_assignment(struct code_program *p, size_t statement, size_t capacity)
{
    const struct code_statement *st = at(p, statement);
    size_t eq = 0;
    if (!code_scan_spend(p->s, st->to - st->from))
        return;
    if (!program_targets(p, st, &eq)) {
        read_append(p, statement, capacity);
        return;
    }
    /* "a = b = x" */
    size_t from = st->from;
    size_t value = eq + 1;
    size_t last = eq;
    for (size_t i = eq + 1; i < st->to;
         i = program_is_any(p, i, "(|[|{") ? program_skip(p, i, st->to) : i + 1)
        if (program_is(p, i, "="))
            last = i;
    value = last + 1;
    size_t n_values = 1;
    size_t n_targets = 1;
    for (size_t i = program_comma(p, value, st->to); i < st->to;
         i = program_comma(p, i + 1, st->to))
        n_values++;
    for (size_t i = program_comma(p, from, eq); i < eq; i = program_comma(p, i + 1, eq))
        n_targets++;
    size_t v = value;
    while (from <= last) {
        size_t end = from;
        bool is_member = false;
        while (end < last && !program_is_any(p, end, ",|=|:"))
            end = program_is_any(p, end, "[") ? program_skip(p, end, last) : end + 1;
        const size_t name = target_name(p, from, end, &is_member);
        const bool pairs = n_targets > 1 && n_targets == n_values;
        const size_t to = pairs ? program_comma(p, v, st->to) : st->to;
        if (name < end)
            add_assignment(p, capacity,
                           (struct program_assignment){ name, pairs ? v : value, to, statement,
                                                        is_member, false });
        if (pairs)
            v = to + 1;
        while (end < last && !program_is_any(p, end, ",|="))
            end = program_is_any(p, end, "(|[|{") ? program_skip(p, end, last) : end + 1;
        from = end + 1;
    }
}

static void read_assignments(struct code_program *p)
{
    const size_t capacity = 4 * p->s->flow.n_statements + 16;
    p->assignments = arena_array(p->arena, capacity, sizeof(*p->assignments));
    p->first_assignment =
        arena_array(p->arena, p->s->flow.n_statements + 1, sizeof(*p->first_assignment));
    for (size_t i = 0; i < p->s->flow.n_statements; i++) {
        p->first_assignment[i] = p->n_assignments;
        read_assignment(p, i, capacity);
    }
    p->first_assignment[p->s->flow.n_statements] = p->n_assignments;
}

/* ---- extensions ---- */

static bool is_builder(const struct code_program *p, size_t i)
{
    if (!program_is_word(p, i) || !program_is(p, i + 1, "("))
        return false;
    if (program_is_any(p, i, BUILDERS))
        return true;
    /* Of cpp_extension alone: others load files. */
    if (program_is(p, i, "load"))
        return program_is(p, i + 2, "name") || program_is_any(p, i - 2, "cpp_extension|ce");
    const size_t k = program_function_of(p, p->ids[i]);
    return k != NO_INDEX && p->builds[k];
}

/* "ext", "ext.f", "self.ext.f": nothing else. */
static bool stands_for_extension(const struct code_program *p, size_t from, size_t to)
{
    bool found = false;
    for (size_t i = from; i < to; i++) {
        if (!program_is_word(p, i) && !program_is(p, i, "."))
            return false;
        found = found || (program_is_word(p, i) && p->is_extension[p->ids[i]]);
    }
    return found;
}

static bool gives_extension(const struct code_program *p, size_t from, size_t to)
{
    if (stands_for_extension(p, from, to))
        return true;
    for (size_t i = from; i < to; i++) {
        if (!program_is(p, i + 1, "("))
            continue;
        /* "build().f(x)" is a result. */
        const size_t end = program_skip(p, i + 1, to);
        const bool calls = program_is(p, end, ".") && program_is(p, end + 2, "(") &&
                           !program_is(p, end + 1, "get_function");
        if ((is_builder(p, i) && !calls) || program_is(p, i, "get_function"))
            return true;
    }
    return false;
}

static bool find_extensions(struct code_program *p)
{
    bool changed = false;
    for (size_t i = 0; i < p->n_assignments; i++) {
        const struct program_assignment *a = &p->assignments[i];
        const uint32_t id = p->ids[a->name];
        if (p->is_extension[id] || !code_scan_spend(p->s, 1 + a->to - a->from) ||
            !gives_extension(p, a->from, a->to))
            continue;
        p->is_extension[id] = changed = true;
    }
    for (size_t i = 0; i < p->s->flow.n_statements; i++) {
        const struct code_statement *st = at(p, i);
        const size_t k = p->owner[i];
        if (k == NO_INDEX || p->builds[k] || p->is_kernel[k] ||
            !program_is(p, st->from, "return") || !code_scan_spend(p->s, 1 + st->to - st->from))
            continue;
        if (gives_extension(p, st->from + 1, st->to))
            p->builds[k] = changed = true;
    }
    return changed;
}

bool program_uses(const struct code_program *p, size_t i)
{
    const size_t k = program_is_word(p, i) ? program_function_of(p, p->ids[i]) : NO_INDEX;
    if (k != NO_INDEX && p->is_kernel[k] && program_is(p, i + 1, "["))
        return true;
    if (!program_is_word(p, i) || !program_is_own(p, i))
        return false;
    if (k != NO_INDEX && p->is_kernel[k] && i != p->s->flow.functions[k].name)
        return true;
    if (is_builder(p, i)) {
        const size_t end = program_skip(p, i + 1, p->s->tokens.n);
        return program_is_any(p, end, ".|(") && !program_is_any(p, end + 1, "get_function");
    }
    if (!p->is_extension[p->ids[i]])
        return false;
    size_t end = i + 1;
    while (program_is(p, end, ".") && program_is_word(p, end + 1))
        end += 2;
    if (program_is_any(p, end, "(|["))
        return true;
    /* Given to something else. */
    return program_is_any(p, i - 1, "(|,") && program_is_any(p, end, ")|,");
}

/* ---- what is called ---- */

static bool is_parameter(const struct code_program *p, size_t statement_token, uint32_t id)
{
    for (size_t k = 0; k < p->s->flow.n_functions; k++) {
        const struct code_function *f = &p->s->flow.functions[k];
        if (f->first >= f->end || statement_token < at(p, f->first)->from ||
            statement_token >= at(p, f->end - 1)->to)
            continue;
        for (size_t i = f->params_from; i < f->params_to && code_scan_spend(p->s, 1); i++)
            if (p->ids[i] == id && !program_is_any(p, i, "self|cls"))
                return true;
    }
    return false;
}

bool program_is_own(const struct code_program *p, size_t i)
{
    if (i == 0 || !program_is(p, i - 1, "."))
        return true;
    if (i < 2 || !program_is_word(p, i - 2))
        return false;
    if (program_is_any(p, i - 2, "self|cls"))
        return true;
    if (program_is_any(p, i - 2, LIBRARIES))
        return false;
    return program_is(p, i - 3, ".") || !code_scan_spend(p->s, 8) ||
           !is_parameter(p, i, p->ids[i - 2]);
}

static void visit_tokens(struct code_program *p, size_t from, size_t to, int depth);

static void make_live(struct code_program *p, size_t function, int depth)
{
    const struct code_function *f = &p->s->flow.functions[function];
    if (p->is_live[function] || p->is_kernel[function])
        return;
    p->is_live[function] = true;
    for (size_t i = f->first; i < f->end; i++)
        if (!p->dead[i] && (p->owner[i] == function || program_is(p, at(p, i)->from, "def")))
            visit_tokens(p, at(p, i)->from, at(p, i)->to, depth + 1);
}

static bool is_called_by_calling(const struct code_program *p, size_t function)
{
    return program_is_any(p, p->s->flow.functions[function].name,
                          "forward|__call__|apply|backward|__getattr__|fn");
}

/* What calling an object of the class runs; of a class without it, the classes that it is made of.
 */
static bool make_class_live(struct code_program *p, size_t head, int depth)
{
    bool any = false;
    for (size_t k = 0; k < p->s->flow.n_functions; k++)
        if (p->heads[k] == head && is_called_by_calling(p, k)) {
            any = any || program_is_any(p, p->s->flow.functions[k].name, "forward|__call__");
            make_live(p, k, depth);
        }
    if (!any)
        visit_tokens(p, at(p, head)->from + 2, at(p, head)->to, depth + 1);
    return any;
}

bool program_is_lasting(const struct code_program *p, const struct program_assignment *a)
{
    const size_t k = p->owner[a->statement];
    return k == NO_INDEX || a->is_member || program_is(p, p->s->flow.functions[k].name, "__init__");
}

static void visit_word(struct code_program *p, size_t i, int depth)
{
    const uint32_t id = p->ids[i];
    if (p->is_local_word[id]) {
        for (size_t k = 0; k < p->s->flow.n_functions; k++)
            if (p->ids[p->s->flow.functions[k].name] == id)
                make_live(p, k, depth);
        for (size_t k = 0; k < p->s->flow.n_statements && code_scan_spend(p->s, 1); k++)
            if (program_is(p, at(p, k)->from, "class") && p->ids[at(p, k)->from + 1] == id)
                make_class_live(p, k, depth);
    }
    for (size_t k = 0; k < p->n_assignments && code_scan_spend(p->s, 1); k++) {
        struct program_assignment *a = &p->assignments[k];
        if (p->ids[a->name] != id || a->is_visited || !program_is_lasting(p, a))
            continue;
        a->is_visited = true;
        visit_tokens(p, a->from, a->to, depth + 1);
    }
}

static void visit_tokens(struct code_program *p, size_t from, size_t to, int depth)
{
    for (size_t i = from; i < to && depth < DEEPEST_BLOCK && code_scan_spend(p->s, 1); i++)
        if (program_is_word(p, i) && program_is_own(p, i))
            visit_word(p, i, depth);
}

static void add_root(struct code_program *p, size_t function)
{
    if (p->n_roots < ARRAY_LEN(p->roots))
        p->roots[p->n_roots++] = function;
}

/* The forward of a class becomes the root; false: the text has no such class. */
static bool find_module(struct code_program *p, const char *name)
{
    for (size_t i = 0; i < p->s->flow.n_statements; i++) {
        if (!program_is(p, at(p, i)->from, "class") || !program_is(p, at(p, i)->from + 1, name))
            continue;
        for (size_t k = 0; k < p->s->flow.n_functions; k++)
            if (p->heads[k] == i &&
                program_is_any(p, p->s->flow.functions[k].name, "forward|__call__"))
                add_root(p, k);
        p->is_model = p->n_roots > 0;
        return true;
    }
    return false;
}

#define NO_ENTRIES                                                                                 \
    "*test*|*bench*|*check*|main|*example*|*demo*|*verify*|*reference*|ref_*|*_ref|get_inputs|"    \
    "get_init_inputs|__init__|profile*"

/* A function of the module, or another model, that nothing in the text names, so that it may be the
 * entry. */
static bool has_free_entry(const struct code_program *p)
{
    for (size_t k = 0; k < p->s->flow.n_statements && code_scan_spend(p->s, 1); k++) {
        const size_t name = at(p, k)->from + 1;
        bool is_named = !program_is(p, name - 1, "class") || program_is(p, name, "Model") ||
                        !program_is_any(p, name, "*Model*|Optimized*");
        for (size_t i = 0; i < p->s->tokens.n && !is_named && code_scan_spend(p->s, 1); i++)
            is_named = i != name && p->ids[i] == p->ids[name] && !program_is(p, i - 2, "super");
        if (!is_named)
            return true;
    }
    for (size_t k = 0; k < p->s->flow.n_functions && code_scan_spend(p->s, 1); k++) {
        const size_t name = p->s->flow.functions[k].name;
        bool is_named = at(p, def_of(p, k))->column > 0 || program_is_any(p, name, NO_ENTRIES);
        for (size_t i = 0; i < p->s->tokens.n && !is_named && code_scan_spend(p->s, 1); i++)
            is_named = i != name && p->ids[i] == p->ids[name];
        if (!is_named)
            return true;
    }
    return false;
}

/* The forward of the class that a harness makes, else an entry by its name, else all functions of a
 * text that defines functions, but for its tests and examples.  "class Model" beside a function
 * that may be the entry may be the reference. */
static void find_roots(struct code_program *p)
{
    if (find_module(p, "ModelNew") && p->n_roots == 0) {
        p->is_model = true;
        return; /* inherited */
    }
    for (size_t k = 0; k < p->s->flow.n_functions && !p->is_model; k++)
        if (program_is(p, p->s->flow.functions[k].name, "custom_kernel") && !p->is_kernel[k])
            add_root(p, k);
    if (p->n_roots == 0 && !has_free_entry(p))
        find_module(p, "Model");
    const bool named = p->n_roots > 0;
    for (size_t k = 0; k < p->s->flow.n_functions && !named; k++)
        if (!p->is_kernel[k] && !program_is_any(p, p->s->flow.functions[k].name, NO_ENTRIES))
            add_root(p, k);
}

/* ---- what never runs ---- */

enum truth { UNKNOWN = -1, NEVER, ALWAYS };

static enum truth condition(const struct code_program *p, size_t from, size_t to, int depth);

static size_t find_top(const struct code_program *p, size_t from, size_t to, const char *words)
{
    while (from < to && code_scan_spend(p->s, 1) && !program_is_any(p, from, words))
        from = program_is_any(p, from, "(|[|{") ? program_skip(p, from, to) : from + 1;
    return from;
}

static bool number_at(const struct code_program *p, size_t from, size_t to, double *out)
{
    const bool minus = program_is(p, from, "-");
    char text[64];
    from += minus;
    /* "2 ** 40" and "1 << 40" */
    if (to == from + 3 && (program_is(p, from + 1, "**") || program_is(p, from + 1, "<<"))) {
        double a = 0, b = 0;
        if (!number_at(p, from, from + 1, &a) || !number_at(p, from + 2, to, &b))
            return false;
        *out = program_is(p, from + 1, "<<") ? a : 1;
        for (int i = 0; i < (int)b && i < 256; i++)
            *out *= program_is(p, from + 1, "<<") ? 2 : a;
        return true;
    }
    if (to != from + 1 || p->s->tokens.items[from].kind != TOKEN_NUMBER ||
        p->s->tokens.items[from].len >= sizeof(text))
        return false;
    size_t n = 0;
    for (size_t i = 0; i < p->s->tokens.items[from].len; i++)
        if (p->s->tokens.items[from].text[i] != '_')
            text[n++] = p->s->tokens.items[from].text[i];
    text[n] = '\0';
    char *end = NULL;
    *out = strtod(text, &end);
    *out = minus ? -*out : *out;
    return end != text && *end == '\0';
}

/* The only value that the text gives a name, as False, None or 0. */
static enum truth constant_name(const struct code_program *p, size_t name)
{
    enum truth v = UNKNOWN;
    if (is_parameter(p, name, p->ids[name]))
        return UNKNOWN;
    for (size_t i = 0; i < p->n_assignments && code_scan_spend(p->s, 1); i++) {
        const struct program_assignment *a = &p->assignments[i];
        double number = 0;
        if (p->ids[a->name] != p->ids[name])
            continue;
        enum truth now = UNKNOWN;
        if (a->to == a->from + 1 && program_is_any(p, a->from, "False|None"))
            now = NEVER;
        else if (a->to == a->from + 1 && program_is(p, a->from, "True"))
            now = ALWAYS;
        else if (number_at(p, a->from, a->to, &number))
            now = number > 0 || number < 0 ? ALWAYS : NEVER;
        if (now == UNKNOWN || (v != UNKNOWN && v != now))
            return UNKNOWN;
        v = now;
    }
    for (size_t i = 0; v != UNKNOWN && i < p->s->flow.n_statements && code_scan_spend(p->s, 1); i++)
        if (program_is_any(p, at(p, i)->from, "for|with|import|from|except"))
            for (size_t k = at(p, i)->from; k < at(p, i)->to && code_scan_spend(p->s, 1); k++)
                if (p->ids[k] == p->ids[name] && !program_is(p, k - 1, ".") &&
                    !program_is(p, at(p, i)->from, "with"))
                    return UNKNOWN;
    return v;
}

/* How large what is compared can be: a number of elements, of dimensions, an extent. */
static bool is_size(const struct code_program *p, size_t from, size_t to, double *out_most)
{
    *out_most = 1e11;
    if (program_is(p, from, "len") && program_is(p, from + 1, "(")) {
        *out_most = program_is(p, to - 2, "shape") ? 10 : 1e11;
        return program_skip(p, from + 1, to) == to;
    }
    if (program_is_any(p, to - 1, "ndim")) {
        *out_most = 10;
        return program_is(p, to - 2, ".");
    }
    if (program_is(p, to - 1, "]")) {
        size_t open = to - 1;
        while (open > from && !program_is(p, open, "["))
            open--;
        return open > from && program_is(p, open - 1, "shape");
    }
    size_t open = from;
    while (open < to && !program_is(p, open, "("))
        open++;
    if (open >= to || program_skip(p, open, to) != to || !program_is(p, open - 2, "."))
        return false;
    if (program_is_any(p, open - 1, "dim"))
        *out_most = 10;
    return program_is_any(p, open - 1, "numel|size|dim|nelement");
}

static enum truth compare(const struct code_program *p, size_t from, size_t op, size_t to)
{
    double a = 0, b = 0, most = 0;
    const bool less = program_is_any(p, op, "<|<=");
    const bool strict = program_is_any(p, op, "<|>");
    const bool ordered = program_is_any(p, op, "<|<=|>|>=");
    if (number_at(p, from, op, &a) && number_at(p, op + 1, to, &b)) {
        const bool equal = !(a < b) && !(a > b);
        if (program_is_any(p, op, "==|!="))
            return equal == program_is(p, op, "==") ? ALWAYS : NEVER;
        return ordered && ((less ? a < b : a > b) || (!strict && equal)) ? ALWAYS
               : ordered                                                 ? NEVER
                                                                         : UNKNOWN;
    }
    if (!number_at(p, op + 1, to, &b) || !is_size(p, from, op, &most))
        return UNKNOWN;
    if (program_is(p, op, "=="))
        return b <= 0 || b > most ? NEVER : UNKNOWN;
    if (less)
        return b < 0 || (b <= 0 && strict) ? NEVER : b > most ? ALWAYS : UNKNOWN;
    if (ordered)
        return b > most ? NEVER : b < 0 || (b <= 0) ? ALWAYS : UNKNOWN;
    return UNKNOWN;
}

static enum truth word_condition(const struct code_program *p, size_t from, size_t to)
{
    double v = 0;
    if (number_at(p, from, to, &v))
        return v > 0 || v < 0 ? ALWAYS : NEVER;
    if (to == from + 1 && program_is_any(p, from, "False|None"))
        return NEVER;
    if (to == from + 1 && program_is(p, from, "True"))
        return ALWAYS;
    if (to == from + 2 && program_is_any(p, from, "[|(|{"))
        return NEVER;
    if (to == from + 1 && program_is_word(p, from))
        return constant_name(p, from);
    if (to == from + 3 && program_is(p, from + 1, ".") && program_is(p, to - 1, "is_cuda"))
        return ALWAYS;
    if (to == from + 3 && program_is_any(p, from, "self|cls") && program_is_word(p, from + 2))
        return constant_name(p, from + 2);
    if (program_is(p, to - 1, ")") && program_is(p, to - 2, "(") &&
        program_is(p, to - 3, "is_available") && program_is(p, to - 5, "cuda"))
        return ALWAYS;
    /* Strings are no tokens: a second one, a default, would leave a comma. */
    if (program_is(p, to - 1, ")") && program_is(p, to - 2, "(") &&
        (program_is(p, to - 3, "getenv") ||
         (program_is(p, to - 3, "get") && program_is(p, to - 5, "environ"))))
        return NEVER;
    return UNKNOWN;
}

static enum truth negated(enum truth v)
{
    return v == UNKNOWN ? UNKNOWN : v == NEVER ? ALWAYS : NEVER;
}

static enum truth joined(const struct code_program *p, size_t from, size_t to, const char *word,
                         enum truth decides, int depth)
{
    bool all = true;
    for (size_t i = from; i <= to;) {
        const size_t end = find_top(p, i, to, word);
        const enum truth v = condition(p, i, end, depth + 1);
        if (v == decides)
            return v;
        all = all && v != UNKNOWN;
        i = end + 1;
    }
    return all ? negated(decides) : UNKNOWN;
}

static enum truth condition(const struct code_program *p, size_t from, size_t to, int depth)
{
    if (from >= to || depth > DEEPEST_BLOCK || !code_scan_spend(p->s, to - from))
        return UNKNOWN;
    if (program_is(p, from, "(") && program_skip(p, from, to) == to && to > from + 2)
        return condition(p, from + 1, to - 1, depth + 1);
    if (find_top(p, from, to, "or") < to)
        return joined(p, from, to, "or", ALWAYS, depth);
    if (find_top(p, from, to, "and") < to)
        return joined(p, from, to, "and", NEVER, depth);
    if (program_is(p, from, "not"))
        return negated(condition(p, from + 1, to, depth + 1));
    const size_t is = find_top(p, from, to, "is");
    if (is < to && is > from && program_is(p, to - 1, "None")) {
        const enum truth v = word_condition(p, from, is);
        const bool is_not = program_is(p, is + 1, "not");
        /* A constant that is not None may still be 0. */
        return v == NEVER ? (is_not ? NEVER : UNKNOWN) : UNKNOWN;
    }
    const size_t op = find_top(p, from, to, "==|!=|<|<=|>|>=");
    if (op < to && op + 1 == to) /* with a string */
        return program_is(p, op, "==") ? word_condition(p, from, op) == NEVER ? NEVER : UNKNOWN
                                       : UNKNOWN;
    return op < to ? compare(p, from, op, to) : word_condition(p, from, to);
}

static void kill(struct code_program *p, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        p->dead[i] = true;
}

/* A library alone is called there, so that the handler is for its failing. */
static bool is_library_only(const struct code_program *p, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        for (size_t k = at(p, i)->from; k < at(p, i)->to && code_scan_spend(p->s, 1); k++)
            if (program_is_word(p, k) && program_is_own(p, k) &&
                (p->is_local_word[p->ids[k]] || p->is_extension[p->ids[k]] ||
                 program_is_any(p, k, BUILDERS "|import|load|exec|ops|assert|raise")))
                return false;
    return true;
}

static bool never_loops(const struct code_program *p, const struct code_statement *st)
{
    const size_t in = find_top(p, st->from, st->to, "in");
    if (in + 5 == st->to && program_is(p, in + 1, "range"))
        return program_is(p, in + 3, "0");
    return in + 3 == st->to && program_is_any(p, in + 1, "[|(");
}

struct chain {
    bool is_if, taken, all_end;
    bool after_library_try;
};

/* Marks statements of a block that never run; true when no statement after the block runs. */
static bool mark_block(struct code_program *p, size_t from, size_t to, int depth)
{
    struct chain c = { 0 };
    for (size_t i = from; i < to && depth < DEEPEST_BLOCK;) {
        const struct code_statement *st = at(p, i);
        const size_t end = code_flow_block_end(&p->s->flow, i);
        if (!code_scan_spend(p->s, 1 + st->to - st->from))
            return false;
        const bool is_if = program_is(p, st->from, "if");
        const bool goes_on = c.is_if && program_is_any(p, st->from, "elif|else");
        bool dead = false;
        if (is_if || (goes_on && program_is(p, st->from, "elif"))) {
            const enum truth v = condition(p, st->from + 1, st->to, 0);
            if (is_if)
                c = (struct chain){ .is_if = true, .all_end = true };
            dead = c.taken || v == NEVER;
            c.taken = c.taken || v == ALWAYS;
        } else if (goes_on) {
            dead = c.taken;
            c.taken = true;
        } else if (program_is(p, st->from, "while")) {
            dead = condition(p, st->from + 1, st->to, 0) == NEVER;
        } else if (program_is(p, st->from, "for")) {
            dead = never_loops(p, st);
        } else if (program_is(p, st->from, "except")) {
            dead = c.after_library_try;
        }
        const bool in_chain = is_if || goes_on;
        bool ends = false;
        if (dead)
            kill(p, i + 1, end < to ? end : to);
        else if (end > i + 1)
            ends = mark_block(p, i + 1, end, depth + 1);
        if (in_chain && !dead)
            c.all_end = c.all_end && ends;
        if (!in_chain)
            c = (struct chain){ .after_library_try =
                                    (program_is(p, st->from, "try") && ends &&
                                     is_library_only(p, i + 1, end)) ||
                                    (program_is(p, st->from, "except") && c.after_library_try) };
        const bool stops = program_is_any(p, st->from, "return|raise|continue|break") ||
                           (program_is(p, st->from, "with") && ends) ||
                           (in_chain && c.taken && c.all_end);
        i = end > i ? end : i + 1;
        if (stops && !(i < to && in_chain && program_is_any(p, at(p, i)->from, "elif|else"))) {
            kill(p, i, to);
            return true;
        }
    }
    return false;
}

/* ---- all of it ---- */

/* What looks names up by their text, runs texts, or replaces its own forward cannot be followed. */
static bool is_dynamic(const struct code_program *p)
{
    for (size_t i = 0; i + 1 < p->s->tokens.n; i++) {
        if (!program_is_word(p, i))
            continue;
        if (program_is_any(p, i, "exec|eval|globals|locals|getattr|setattr|__import__") &&
            program_is(p, i + 1, "(") && (i == 0 || !program_is(p, i - 1, ".")))
            return true;
        if (program_is_any(p, i,
                           "custom_op|triton_op|Library|register_forward_hook|replay|"
                           "wrap_triton|__dict__|make_graphed_callables"))
            return true;
        if (program_is(p, i, "forward") && program_is(p, i + 1, "=") && program_is(p, i - 1, "."))
            return true;
        if (program_is(p, i, "ops") && program_is(p, i - 2, "torch") &&
            !program_is(p, i + 2, "aten"))
            return true;
    }
    return false;
}

/* A difference of two files, or a program whose line ends were lost. */
static bool is_no_program(const struct code_program *p)
{
    for (size_t i = 0; i < p->s->flow.n_statements; i++) {
        const struct code_statement *st = at(p, i);
        if (st->column == 0 && program_is_any(p, st->from, "+|-|@@"))
            return true;
        for (size_t k = st->from + 1; k < st->to; k++)
            if (program_is_word(p, k) && program_is_any(p, k, "def|class|import") &&
                program_is_word(p, k + 1) && !program_is_any(p, k - 1, ".|async") &&
                !program_is_any(p, st->from, "from"))
                return true;
    }
    return false;
}

bool code_program_read(struct code_scanner *s, struct arena *arena, struct code_program *out)
{
    *out = (struct code_program){ .s = s, .arena = arena };
    if (s->flow.n_statements == 0 || s->flow.n_functions == 0 || is_dynamic(out) ||
        is_no_program(out))
        return false;
    intern(out);
    read_functions(out);
    read_assignments(out);
    out->is_extension = arena_array(arena, out->n_ids, sizeof(*out->is_extension));
    out->dead = arena_array(arena, s->flow.n_statements + 1, sizeof(*out->dead));
    for (int i = 0; i < 6 && find_extensions(out); i++)
        continue;
    for (size_t k = 0; k < s->flow.n_functions; k++)
        if (!out->is_kernel[k])
            mark_block(out, s->flow.functions[k].first, s->flow.functions[k].end, 0);
    find_roots(out);
    for (size_t i = 0; i < out->n_roots; i++)
        make_live(out, out->roots[i], 0);
    code_program_natives(out);
    return out->n_roots > 0 && code_scan_spend(s, 0);
}
