/*
 * code_rules_decoy.c - kernels that do not make the result: never launched, launched where nothing
 * leads, or launched for nothing.
 *
 * A kernel counts as soon as something returned may depend on it.  Whatever is not understood is
 * such a dependence: an accusation must be right.
 */
#include <string.h>

#include "analysis/code/code_program.h"
#include "src/base/mem.h"

#define DEEPEST_VALUE 24

enum use { UNSEEN, OPEN, USELESS, USEFUL };

/* What of a name the result depends on: memory that it shares with something that is asked for, so
 * that only a store through it counts; or its value. */
enum reach { NOT_REACHED, BY_MEMORY, BY_VALUE };

struct decoy {
    struct code_program *p;
    uint8_t *functions;   /* enum use, by function */
    uint8_t *assignments; /* the same, by assignment */
    uint8_t *reaches;     /* enum reach, by word, for the result of the function looked at */
    uint8_t *given;       /* the same, and 0 between uses: parameters of a callee */
    bool is_method;       /* self is an object */
    size_t dropped;       /* statement whose kernel makes nothing; NO_INDEX */
};

static const struct code_statement *at(const struct decoy *d, size_t statement)
{
    return &d->p->s->flow.statements[statement];
}

static bool is_useful(struct decoy *d, size_t function, int depth);

/* ---- which names the result depends on ---- */

static bool add_words(struct decoy *d, size_t from, size_t to)
{
    bool added = false;
    for (size_t i = from; i < to; i++) {
        const uint32_t id = d->p->ids[i];
        if (!program_is_word(d->p, i) || d->reaches[id] == BY_VALUE ||
            (d->is_method && program_is_any(d->p, i, "self|cls")))
            continue;
        d->reaches[id] = BY_VALUE;
        added = true;
    }
    return added;
}

static bool any_reaches(const struct decoy *d, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (program_is_word(d->p, i) && d->reaches[d->p->ids[i]])
            return true;
    return false;
}

/* "k[grid](a, b)": its bracket; 0: no launch of a Triton kernel. */
static size_t launch_bracket(const struct decoy *d, size_t i, size_t end)
{
    const size_t k = program_function_of(d->p, d->p->ids[i]);
    if (k == NO_INDEX || !d->p->is_kernel[k] || !program_is(d->p, i + 1, "["))
        return 0;
    const size_t open = program_skip(d->p, i + 1, end);
    return program_is(d->p, open, "(") ? open : 0;
}

/* Some argument that the callee writes is asked for.  unknown: what it writes is not known. */
static bool writes_reach(const struct decoy *d, const struct program_native *n, size_t open,
                         size_t end, bool unknown)
{
    const size_t close = program_skip(d->p, open, end);
    size_t at_arg = open + 1;
    bool starred = false;
    for (size_t k = 0; at_arg + 1 < close; k++) {
        size_t to = program_comma(d->p, at_arg, close - 1);
        size_t parameter = k;
        size_t from = at_arg;
        if (program_is(d->p, at_arg, "**") || program_is_any(d->p, at_arg, "...|."))
            return true;
        starred = starred || program_is(d->p, at_arg, "*");
        if (program_is_word(d->p, at_arg) && program_is(d->p, at_arg + 1, "=")) {
            for (parameter = 0; n != NULL && parameter < n->n_params; parameter++)
                if (n->params[parameter] == d->p->ids[at_arg])
                    break;
            from = at_arg + 2;
            starred = starred || n == NULL || parameter == n->n_params;
        }
        const bool written = unknown || starred || n == NULL || n->is_unknown || n->is_device ||
                             program_is_any(d->p, from, "(|[") ||
                             (parameter < 64 && (n->writes >> parameter & 1) != 0);
        if (written && any_reaches(d, from, to))
            return true;
        at_arg = to + 1;
    }
    return false;
}

/* Names that are not the function's own: members, those of an outer function, and of the module. */
static void add_others_names(struct decoy *d, const struct code_function *f)
{
    const struct code_program *p = d->p;
    for (size_t i = f->first; i < f->end; i++)
        for (size_t t = at(d, i)->from; t < at(d, i)->to; t++) {
            bool own = !program_is_word(p, t) || program_is_library(p, t) ||
                       program_is_any(p, t, "self|cls") ||
                       program_function_of(p, p->ids[t]) != NO_INDEX;
            for (size_t k = p->first_assignment[f->first]; k < p->first_assignment[f->end] && !own;
                 k++)
                own = !p->assignments[k].is_member &&
                      !program_is_any(p, p->assignments[k].name + 1, "[|.") &&
                      p->ids[p->assignments[k].name] == p->ids[t] && code_scan_spend(p->s, 1);
            if (!own)
                d->reaches[p->ids[t]] = BY_VALUE;
        }
}

/* A launch in the function stores into one of its parameters, or, as asked, into what is not its
 * own; or it sets an item of that. */
static bool stores_outside(struct decoy *d, size_t function, bool into_parameters)
{
    const struct code_program *p = d->p;
    const struct code_function *f = &p->s->flow.functions[function];
    uint8_t *saved = d->reaches;
    bool stores = false;
    d->reaches = d->given;
    if (into_parameters)
        add_words(d, f->params_from, f->params_to);
    else
        add_others_names(d, f);
    for (size_t i = f->params_from; i < f->params_to && !into_parameters; i++)
        d->given[p->ids[i]] = NOT_REACHED;
    for (size_t i = f->first; i < f->end && !stores; i++)
        for (size_t t = at(d, i)->from; t < at(d, i)->to && !stores; t++) {
            const size_t open = launch_bracket(d, t, at(d, i)->to);
            if (!code_scan_spend(p->s, 1))
                stores = true;
            else if (open > 0)
                stores =
                    writes_reach(d, program_native_of(p, p->ids[t]), open, at(d, i)->to, false);
            else
                stores = t == at(d, i)->from && program_is_word(p, t) && d->reaches[p->ids[t]] &&
                         program_is_any(p, t + 1, "[|.");
        }
    memset(d->given, 0, p->n_ids * sizeof(*d->given));
    d->reaches = saved;
    return stores;
}

/* The call at this token writes something that is asked for. */
static bool callee_reaches(struct decoy *d, size_t i, size_t end)
{
    const struct code_program *p = d->p;
    const size_t k = program_function_of(p, p->ids[i]);
    const struct program_native *n = program_native_at(p, i);
    /* "y.copy_(...)" */
    if (program_is(p, i - 1, ".") && program_is_word(p, i - 2) && !program_is_library(p, i - 2) &&
        d->reaches[p->ids[i - 2]] && n == NULL && k == NO_INDEX)
        return true;
    if (n != NULL && n->gives && n->writes == 0)
        return false;
    if (k != NO_INDEX && !p->is_kernel[k] && stores_outside(d, k, false))
        return true;
    if (k != NO_INDEX && !p->is_kernel[k] && !stores_outside(d, k, true))
        return false;
    return writes_reach(d, n, i + 1, end, n == NULL || n->writes == 0);
}

/* A statement that is a call alone works by what it writes. */
static bool call_reaches(struct decoy *d, const struct code_statement *st)
{
    for (size_t i = st->from; i < st->to;) {
        const size_t bracket = program_is_word(d->p, i) ? launch_bracket(d, i, st->to) : 0;
        if (bracket > 0 && !program_is(d->p, bracket - 2, ")") &&
            program_comma(d->p, i + 2, bracket - 1) < bracket - 1)
            return true; /* "k[x, y](...)" */
        if (bracket > 0)
            return writes_reach(d, program_native_of(d->p, d->p->ids[i]), bracket, st->to, false);
        /* What was compiled, or a kernel that is called as a function, may write anything. */
        const size_t k =
            program_is_word(d->p, i) ? program_function_of(d->p, d->p->ids[i]) : NO_INDEX;
        size_t open = i + 1;
        while (program_is(d->p, open, "["))
            open = program_skip(d->p, open, st->to);
        if (program_is_word(d->p, i) && program_is(d->p, open, "(") &&
            (open > i + 1 || (k != NO_INDEX && d->p->is_kernel[k])))
            return true;
        if (program_is(d->p, i, "(") && i > st->from && program_is(d->p, i - 1, ")") &&
            writes_reach(d, NULL, i, st->to, true))
            return true;
        if (program_is_word(d->p, i) && program_is(d->p, i + 1, "(") &&
            callee_reaches(d, i, st->to))
            return true;
        i = program_is_any(d->p, i, "(|[|{") ? program_skip(d->p, i, st->to) : i + 1;
    }
    return false;
}

static bool is_call_alone(const struct decoy *d, const struct code_statement *st)
{
    size_t eq = 0;
    return program_is_word(d->p, st->from) && !program_targets(d->p, st, &eq) &&
           !program_is_any(d->p, st->from,
                           "return|if|elif|else|for|while|with|try|except|finally|def|class|assert|"
                           "raise|print|del|global|nonlocal|import|from|pass|yield|async|await");
}

/* "p = y.data_ptr()", "args = [x, y]": what is written through it is y's. */
static bool shares_memory(const struct decoy *d, size_t from, size_t to)
{
    const struct code_program *p = d->p;
    bool shares = program_is_any(p, from, "(|[|{") && program_skip(p, from, to) == to;
    /* "triton.pointer(y)": what is no operation of torch. */
    size_t open = from;
    while (open < to && !program_is(p, open, "("))
        open++;
    if (program_is_library(p, from) && open < to &&
        !(program_is_any(p, from, "torch|th|F|nn|np|math|functional") &&
          (open == from + 3 || program_is_any(p, open - 3, "functional|F|special|linalg|fft"))))
        return true;
    /* "y.view(-1) if y is not None else ..." */
    for (size_t i = from; i < to; i++)
        if (program_is(p, i, "if"))
            to = i;
        else if (program_is_any(p, i, "(|[|{"))
            i = program_skip(p, i, to) - 1;
    for (size_t i = from; i < to && !shares; i++)
        shares = program_is_any(p, i,
                                "data_ptr|from_dlpack|asarray|as_cuda_array|from_torch|"
                                "c_void_p|as_tensor|data|storage|__cuda_array_interface__");
    if (!shares && program_is_word(p, from) && !program_is_library(p, from)) {
        shares = true;
        for (size_t i = from + 1; i < to && shares;) {
            if (program_is(p, i, "[") || program_is(p, i, "("))
                i = program_skip(p, i, to);
            else if (program_is(p, i, ".") && !program_is(p, i + 2, "("))
                i += 2;
            else if (program_is(p, i, ".") &&
                     program_is_any(p, i + 1,
                                    "view|view_as|reshape|contiguous|flatten|T|mT|t|"
                                    "transpose|permute|squeeze|unsqueeze|detach|narrow|"
                                    "select|expand|data"))
                i += 2;
            else
                shares = false;
        }
    }
    return shares;
}

static bool grow_by_assignments(struct decoy *d, size_t statement)
{
    bool added = false;
    for (size_t k = d->p->first_assignment[statement]; k < d->p->first_assignment[statement + 1];
         k++) {
        const struct program_assignment *a = &d->p->assignments[k];
        uint8_t *name = &d->reaches[d->p->ids[a->name]];
        if (*name != NOT_REACHED) {
            added = add_words(d, a->from, a->to) || added;
        } else if (any_reaches(d, a->from, a->to) && shares_memory(d, a->from, a->to)) {
            *name = BY_MEMORY;
            added = true;
        }
    }
    return added;
}

static bool grow_reach(struct decoy *d, size_t statement)
{
    const struct code_statement *st = at(d, statement);
    size_t eq = 0;
    const struct code_program *p = d->p;
    if (program_is_any(p, st->from, "return|yield"))
        return add_words(d, st->from + 1, st->to);
    if (program_is_any(p, st->from, "for|with"))
        return any_reaches(d, st->from, st->to) && add_words(d, st->from, st->to);
    if (program_targets(p, st, &eq))
        return grow_by_assignments(d, statement);
    if (is_call_alone(d, st) && any_reaches(d, st->from, st->to) && call_reaches(d, st))
        return add_words(d, st->from, st->to);
    return false;
}

/* Names of what a loop goes through, or of a member: an optimizer writes parameters. */
static void add_others_memory(struct decoy *d, const struct code_function *f)
{
    const struct code_program *p = d->p;
    for (size_t i = f->first; i < f->end; i++) {
        size_t in = at(d, i)->from;
        while (program_is(p, at(d, i)->from, "for") && in < at(d, i)->to &&
               !program_is(p, in, "in"))
            in++;
        add_words(d, at(d, i)->from, program_is(p, at(d, i)->from, "for") ? in : at(d, i)->from);
        for (size_t k = p->first_assignment[i]; k < p->first_assignment[i + 1]; k++) {
            const struct program_assignment *a = &p->assignments[k];
            bool foreign = program_is_any(p, a->from, "self|cls");
            for (size_t t = a->from; t < a->to && !foreign; t++)
                foreign = program_is(p, t, "[") || program_is_any(p, t, "grad|data");
            if (foreign && (program_is_word(p, a->from) && !program_is_library(p, a->from)))
                add_words(d, a->name, a->name + 1);
        }
    }
}

static void find_reach(struct decoy *d, size_t function)
{
    const struct code_function *f = &d->p->s->flow.functions[function];
    bool is_root = false;
    bool changed = true;
    memset(d->reaches, 0, d->p->n_ids * sizeof(*d->reaches));
    d->is_method = d->p->heads[function] != NO_INDEX;
    for (size_t i = 0; i < d->p->n_roots; i++)
        is_root = is_root || d->p->roots[i] == function;
    /* What is given or belongs to an object may be for the result, except of a module's forward. */
    if (!(is_root && d->p->is_model)) {
        add_words(d, f->params_from, f->params_to);
        add_others_memory(d, f);
        add_others_names(d, f);
    }
    for (int round = 0; round < 16 && changed && code_scan_spend(d->p->s, 1); round++) {
        changed = false;
        for (size_t i = f->end; i-- > f->first;)
            if (!d->p->dead[i] && code_scan_spend(d->p->s, 1 + at(d, i)->to - at(d, i)->from))
                changed = grow_reach(d, i) || changed;
    }
}

/* ---- whether a statement's kernel is for it ---- */

/* The name is set anew, from something else, before anything reads it. */
static bool is_overwritten(const struct decoy *d, size_t function, size_t statement, uint32_t id)
{
    const struct code_function *f = &d->p->s->flow.functions[function];
    const size_t column = at(d, statement)->column;
    for (size_t i = statement + 1; i < f->end && code_scan_spend(d->p->s, 1); i++) {
        const struct code_statement *st = at(d, i);
        size_t eq = 0;
        bool reads = false;
        const bool other_branch =
            st->column < column && program_is_any(d->p, st->from, "elif|else|except");
        if (other_branch)
            i = code_flow_block_end(&d->p->s->flow, i) - 1;
        if (d->p->dead[i] || other_branch)
            continue;
        const bool sets = program_targets(d->p, st, &eq) && program_is(d->p, eq, "=") &&
                          eq == st->from + 1 && d->p->ids[st->from] == id;
        for (size_t k = sets ? eq : st->from; k < st->to; k++)
            reads = reads || (program_is_word(d->p, k) && d->p->ids[k] == id);
        if (reads)
            return false;
        if (sets)
            return st->column <= at(d, statement)->column;
    }
    return false;
}

static bool value_reaches(const struct decoy *d, size_t function, size_t statement, size_t from,
                          size_t to)
{
    for (size_t i = from; i < to; i++)
        if (program_is_word(d->p, i) && d->reaches[d->p->ids[i]] &&
            !is_overwritten(d, function, statement, d->p->ids[i]))
            return true;
    return false;
}

/* The launch's arguments that it writes, less those that are overwritten. */
static bool launch_reaches(struct decoy *d, size_t function, size_t statement)
{
    const struct code_statement *st = at(d, statement);
    uint32_t overwritten[32];
    uint8_t was[32];
    size_t n = 0;
    for (size_t i = st->from; i < st->to && n < ARRAY_LEN(overwritten); i++)
        if (program_is_word(d->p, i) && d->reaches[d->p->ids[i]] &&
            is_overwritten(d, function, statement, d->p->ids[i])) {
            was[n] = d->reaches[d->p->ids[i]];
            d->reaches[d->p->ids[i]] = NOT_REACHED;
            overwritten[n++] = d->p->ids[i];
        }
    const bool reaches = call_reaches(d, st);
    for (; n > 0; n--)
        d->reaches[overwritten[n - 1]] = was[n - 1];
    return reaches;
}

/* "return self.out": what a call wrote through an address that it was given earlier. */
static bool returns_member(const struct decoy *d, size_t function)
{
    const struct code_function *f = &d->p->s->flow.functions[function];
    for (size_t i = f->first; i < f->end; i++)
        for (size_t k = at(d, i)->from; program_is(d->p, at(d, i)->from, "return") &&
                                        k + 2 < at(d, i)->to && code_scan_spend(d->p->s, 1);
             k++)
            if (program_is_any(d->p, k, "self|cls") && program_is(d->p, k + 1, ".") &&
                !program_is(d->p, k + 3, "("))
                return true;
    return false;
}

static bool reaches_result(struct decoy *d, size_t function, size_t statement, size_t word)
{
    const struct code_statement *st = at(d, statement);
    size_t eq = 0;
    if (program_is_any(d->p, st->from, "def|class|global|nonlocal|del|print|assert"))
        return false;
    if (is_call_alone(d, st))
        return launch_reaches(d, function, statement) ||
               (launch_bracket(d, word, st->to) == 0 && returns_member(d, function));
    if (!program_targets(d->p, st, &eq))
        return true;
    for (size_t k = d->p->first_assignment[statement]; k < d->p->first_assignment[statement + 1];
         k++) {
        const struct program_assignment *a = &d->p->assignments[k];
        if (word >= a->from && word < a->to &&
            (program_is(d->p, a->from, "lambda") || /* called whenever, and by whomever */
             (value_reaches(d, function, statement, a->name, a->name + 1) &&
              (d->reaches[d->p->ids[a->name]] == BY_VALUE || call_reaches(d, st)))))
            return true;
    }
    /* "y[0] = ..." and "y += ..." are no names of their own. */
    return !program_is(d->p, eq, "=") ? any_reaches(d, st->from, eq)
                                      : program_is(d->p, eq - 1, "]") &&
                                            value_reaches(d, function, statement, st->from, eq);
}

/* A word leads to a kernel: it launches one, or names what does. */
static bool leads_to_kernel(struct decoy *d, size_t i, int depth)
{
    const struct code_program *p = d->p;
    const uint32_t id = p->ids[i];
    if (!program_is_word(p, i) || depth > DEEPEST_VALUE)
        return false;
    if (program_uses(p, i))
        return true;
    if (!program_is_own(p, i))
        return false;
    for (size_t k = 0; p->is_local_word[id] && k < p->s->flow.n_functions; k++) {
        const size_t head = p->heads[k];
        const bool called = p->ids[p->s->flow.functions[k].name] == id;
        const bool of_class =
            head != NO_INDEX && p->ids[at(d, head)->from + 1] == id && p->is_live[k];
        if ((called || of_class) && !p->is_kernel[k] && is_useful(d, k, depth + 1))
            return true;
    }
    for (size_t k = 0; k < p->n_assignments && code_scan_spend(p->s, 1); k++) {
        const struct program_assignment *a = &p->assignments[k];
        if (p->ids[a->name] != id || d->assignments[k] != UNSEEN || !program_is_lasting(p, a))
            continue;
        d->assignments[k] = OPEN;
        /* "self.k = ext.f": the name is called where it stands. */
        bool leads = program_is_any(p, i + 1, "(|[|.|,|)") && p->is_extension[id] &&
                     !program_is(p, i + 1, "=");
        for (size_t t = a->from; t < a->to && !leads; t++)
            leads = leads_to_kernel(d, t, depth + 1);
        d->assignments[k] = UNSEEN;
        if (leads)
            return true;
    }
    return false;
}

/* In a text that is no module nobody knows what its result is: a kernel is for nothing when nothing
 * that its statement names new is named again, and the function returns something else. */
static bool is_read_later(struct decoy *d, size_t function, size_t statement)
{
    const struct code_program *p = d->p;
    const struct code_function *f = &p->s->flow.functions[function];
    const struct code_statement *st = at(d, statement);
    size_t last_return = NO_INDEX;
    if (p->is_model)
        return false;
    for (size_t i = f->first; i < f->end; i++)
        if (program_is(p, at(d, i)->from, "return") && at(d, i)->to > at(d, i)->from + 1)
            last_return = i;
    if (last_return == NO_INDEX)
        return true;
    for (size_t t = st->from; t < st->to; t++) {
        bool parameter = false;
        if (!program_is_word(p, t) || program_is(p, t - 1, ".") || program_is_library(p, t) ||
            program_function_of(p, p->ids[t]) != NO_INDEX)
            continue;
        for (size_t q = f->params_from; q < f->params_to && !parameter; q++)
            parameter = p->ids[q] == p->ids[t];
        for (size_t i = statement + 1; i < f->end && !parameter; i++)
            for (size_t k = at(d, i)->from; k < at(d, i)->to; k++)
                if (!code_scan_spend(p->s, 1) || (program_is_word(p, k) && p->ids[k] == p->ids[t]))
                    return true;
    }
    return false;
}

static bool is_useful(struct decoy *d, size_t function, int depth)
{
    const struct code_function *f = &d->p->s->flow.functions[function];
    if (d->functions[function] != UNSEEN || depth > DEEPEST_VALUE)
        return d->functions[function] == USEFUL || depth > DEEPEST_VALUE;
    d->functions[function] = OPEN;
    uint8_t *saved = d->reaches;
    CLEANUP(mem_free_ptr) uint8_t *own = mem_array(d->p->n_ids, sizeof(*own));
    d->reaches = own;
    find_reach(d, function);
    bool useful = false;
    for (size_t i = f->first; i < f->end && !useful; i++) {
        if (d->p->dead[i] || d->p->owner[i] != function)
            continue;
        for (size_t k = at(d, i)->from; k < at(d, i)->to && !useful; k++) {
            if (!code_scan_spend(d->p->s, 1)) {
                useful = true; /* not done */
                break;
            }
            if (!leads_to_kernel(d, k, depth + 1))
                continue;
            useful = reaches_result(d, function, i, k) || is_read_later(d, function, i);
            if (!useful)
                d->dropped = i;
        }
    }
    d->reaches = saved;
    d->functions[function] = useful ? USEFUL : USELESS;
    return useful;
}

/* ---- the finding ---- */

static size_t first_kernel(const struct code_program *p)
{
    for (size_t k = 0; k < p->s->flow.n_functions; k++)
        if (p->is_kernel[k])
            return p->s->flow.functions[k].name;
    for (size_t i = 0; i < p->n_assignments; i++)
        if (p->is_extension[p->ids[p->assignments[i].name]])
            return p->assignments[i].name;
    return NO_INDEX;
}

/* A statement that uses a kernel, of live functions and dead statements as asked. */
static size_t find_use(const struct code_program *p, bool live, bool dead)
{
    for (size_t i = 0; i < p->s->flow.n_statements; i++) {
        const size_t k = p->owner[i];
        if (k == NO_INDEX || p->is_kernel[k] || p->is_live[k] != live || p->dead[i] != dead)
            continue;
        for (size_t t = p->s->flow.statements[i].from; t < p->s->flow.statements[i].to; t++)
            if (code_scan_spend(p->s, 1) && program_uses(p, t))
                return i;
    }
    return NO_INDEX;
}

void code_scan_decoys(struct code_program *p)
{
    struct decoy d = { .p = p, .dropped = NO_INDEX };
    const size_t kernel = first_kernel(p);
    bool useful = false;
    if (kernel == NO_INDEX)
        return;
    d.given = arena_array(p->arena, p->n_ids, sizeof(*d.given));
    d.functions = arena_array(p->arena, p->s->flow.n_functions + 1, 1);
    d.assignments = arena_array(p->arena, p->n_assignments + 1, 1);
    for (size_t i = 0; i < p->n_roots && !useful; i++)
        useful = is_useful(&d, p->roots[i], 0);
    if (useful || !code_scan_spend(p->s, 0))
        return;
    if (d.dropped != NO_INDEX) {
        code_scan_hit(p->s, CODE_DECOY, at(&d, d.dropped)->from,
                      "nothing that is returned depends on the kernel");
        return;
    }
    const size_t dead = find_use(p, true, true);
    const size_t elsewhere = find_use(p, false, false);
    if (dead != NO_INDEX)
        code_scan_hit(p->s, CODE_DECOY, at(&d, dead)->from,
                      "the kernel is launched in a branch that never runs");
    else if (elsewhere != NO_INDEX)
        code_scan_hit(p->s, CODE_DECOY, at(&d, elsewhere)->from,
                      "the kernel is launched in a function that the entry does not call");
    else if (p->n_natives > 0 && program_native_of(p, p->ids[kernel]) != NULL)
        code_scan_hit(p->s, CODE_DECOY, kernel, "the kernel is never launched");
    else
        code_scan_hit(p->s, CODE_DECOY, kernel, "the extension is built and never called");
}
