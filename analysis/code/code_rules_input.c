/*
 * code_rules_input.c - inputs of a module's forward that the call overwrites: the evaluator's next
 * call, or its check, then sees other inputs.
 *
 * Names stand for an input while they are its memory: views, and copies that copy nothing.
 */
#include <string.h>

#include "analysis/code/code_program.h"
#include "src/base/mem.h"

#define ROUNDS 6

/* Methods that end with '_' and change no value. */
#define HARMLESS                                                                                   \
    "requires_grad_|detach_|share_memory_|retain_grad|record_stream|squeeze_|unsqueeze_|__*"
#define ALIASES                                                                                    \
    "view|view_as|contiguous|reshape|flatten|squeeze|unsqueeze|detach|cuda|float|data|narrow|"     \
    "ravel|unflatten"
#define MOVES "transpose|permute|t|T|mT|expand|movedim|swapaxes"

struct inputs {
    struct code_program *p;
    uint64_t *writes; /* by function: parameters that it overwrites */
    uint64_t *alias;  /* by word: parameters whose memory it is */
    uint64_t *moved;  /* the same, with its dimensions in another order, which a copy undoes */
    size_t found;     /* token of the first write of the last pass; NO_INDEX */
    const char *what;
};

static const struct code_statement *at(const struct inputs *in, size_t statement)
{
    return &in->p->s->flow.statements[statement];
}

/* The parameters whose memory an expression is: a name, and methods that make views of it. */
static uint64_t memory_of(const struct inputs *in, size_t from, size_t to, bool *out_moved)
{
    const struct code_program *p = in->p;
    while (from < to && program_is(p, from, "(") && program_skip(p, from, to) == to) {
        from++;
        to--;
    }
    if (!program_is_word(p, from) || program_is_any(p, from - 1, "."))
        return 0;
    const uint64_t memory = in->alias[p->ids[from]];
    bool moved = in->moved[p->ids[from]] != 0;
    for (size_t i = from + 1; i < to && memory != 0;) {
        const bool views =
            program_is(p, i, ".") && program_is_any(p, i + 1, ALIASES "|" MOVES "|to");
        bool half = false;
        if (!views)
            return 0;
        moved = moved || program_is_any(p, i + 1, MOVES);
        if (moved && program_is_any(p, i + 1, "contiguous|reshape|flatten|ravel"))
            return 0; /* a copy */
        const size_t end = program_is(p, i + 2, "(") ? program_skip(p, i + 2, to) : i + 2;
        for (size_t k = i + 2; k < end && program_is(p, i + 1, "to"); k++)
            half = half || program_is_any(p, k,
                                          "*16|half|double|*64|int*|long|bool|uint8|copy|"
                                          "channels_last*|memory_format");
        if (half || (program_is(p, i + 1, "contiguous") && end > i + 4))
            return 0;
        i = end;
    }
    *out_moved = moved;
    return memory;
}

static void note(struct inputs *in, size_t token, const char *what)
{
    if (in->found != NO_INDEX)
        return;
    in->found = token;
    in->what = what;
}

static bool is_in_place(const struct code_program *p, size_t i)
{
    const struct code_token *t = &p->s->tokens.items[i];
    return program_is_word(p, i) && t->len > 2 && t->text[t->len - 1] == '_' &&
           t->text[t->len - 2] != '_' && t->text[0] != '_' && !program_is_any(p, i, HARMLESS);
}

/* Where "x.view(-1)." before the method at i begins. */
static size_t receiver(const struct code_program *p, size_t i, size_t from)
{
    size_t start = i - 1;
    while (start > from) {
        if (program_is_any(p, start - 1, ")|]")) {
            size_t depth = 0;
            do {
                start--;
                depth += program_is_any(p, start, ")|]");
                depth -= program_is_any(p, start, "(|[");
            } while (start > from && depth > 0);
        } else if (program_is_word(p, start - 1)) {
            start--;
        } else {
            break;
        }
        if (start > from && program_is(p, start - 1, "."))
            start--;
        else if (start > from && !program_is_word(p, start - 1) &&
                 !program_is_any(p, start - 1, ")|]"))
            break;
        else if (program_is_word(p, start))
            break;
    }
    return start;
}

/* "nn.ReLU(inplace=True)" or "nn.ReLU(True)", also first in a Sequential. */
static bool makes_in_place_layer(const struct code_program *p, size_t from, size_t to)
{
    size_t i = from;
    while (i < to && !program_is(p, i, "("))
        i++;
    if (i < to && program_is(p, i - 1, "Sequential")) {
        to = program_comma(p, i + 1, to - 1);
        for (i++; i < to && !program_is(p, i, "(");)
            i++;
    }
    if (i == from || i >= to || !program_is(p, i - 2, "."))
        return false;
    const size_t end = program_skip(p, i, to);
    for (size_t k = i; k < end; k++)
        if (program_is(p, k, "inplace") && program_is(p, k + 1, "="))
            return program_is(p, k + 2, "True");
    return (program_is_any(p, i - 1, "ReLU|ReLU6|SiLU|Mish|SELU|Hardswish|Hardsigmoid") &&
            program_is(p, i + 1, "True")) ||
           (program_is_any(p, i - 1, "LeakyReLU|ELU|CELU|Dropout") &&
            program_is(p, end - 2, "True") && program_is(p, end - 3, ","));
}

static bool is_in_place_layer(const struct code_program *p, size_t i)
{
    for (size_t k = 0; k < p->n_assignments && code_scan_spend(p->s, 1); k++) {
        const struct program_assignment *a = &p->assignments[k];
        if (a->is_member && p->ids[a->name] == p->ids[i] && makes_in_place_layer(p, a->from, a->to))
            return true;
    }
    return false;
}

/* What a call writes by the parameters of what is called. */
static uint64_t written_arguments(const struct inputs *in, size_t open, size_t end, uint64_t writes,
                                  const uint32_t *names, size_t n_names)
{
    const struct code_program *p = in->p;
    const size_t close = program_skip(p, open, end);
    uint64_t found = 0;
    size_t a = open + 1;
    for (size_t k = 0; a + 1 < close + 1 && a < close - 1 + 1; k++) {
        const size_t to = program_comma(p, a, close - 1);
        size_t parameter = k;
        size_t from = a;
        bool moved = false;
        if (program_is(p, a, "*") || program_is(p, a, "**"))
            break;
        if (program_is_word(p, a) && program_is(p, a + 1, "=")) {
            for (parameter = 0; parameter < n_names && names[parameter] != p->ids[a];)
                parameter++;
            from = a + 2;
        }
        if (parameter < n_names && parameter < 64 && (writes >> parameter & 1) != 0)
            found |= memory_of(in, from, to, &moved);
        if (to >= close - 1)
            break;
        a = to + 1;
    }
    return found;
}

static uint64_t call_writes(struct inputs *in, size_t i, size_t end)
{
    const struct code_program *p = in->p;
    size_t open = i + 1;
    bool moved = false;
    const size_t k = program_function_of(p, p->ids[i]);
    if (k != NO_INDEX && p->is_kernel[k] && program_is(p, open, "["))
        open = program_skip(p, open, end);
    if (!program_is(p, open, "("))
        return 0;
    const struct program_native *n =
        program_is_own(p, i) || program_is(p, i - 1, ".") ? program_native_at(p, i) : NULL;
    if (n != NULL && !n->is_device)
        return n->is_unknown && n->writes == 0
                   ? 0
                   : written_arguments(in, open, end, n->writes, n->params, n->n_params);
    size_t called = k;
    /* "MyFunction.apply(x)", "self.block(x)": the forward behind it. */
    size_t skip = 0;
    if (program_is(p, i, "apply") && program_is(p, i - 1, "."))
        for (size_t f = 0; f < p->s->flow.n_functions; f++)
            if (p->heads[f] != NO_INDEX && program_is(p, p->s->flow.functions[f].name, "forward") &&
                p->ids[at(in, p->heads[f])->from + 1] == p->ids[i - 2])
                called = f;
    for (size_t q = 0; called == NO_INDEX && q < p->n_assignments && code_scan_spend(p->s, 1);
         q++) {
        const struct program_assignment *a = &p->assignments[q];
        if (p->ids[a->name] != p->ids[i] || !program_is_lasting(p, a))
            continue;
        for (size_t f = 0; f < p->s->flow.n_functions; f++)
            if (p->heads[f] != NO_INDEX && program_is(p, p->s->flow.functions[f].name, "forward") &&
                p->ids[at(in, p->heads[f])->from + 1] == p->ids[a->from])
                called = f;
    }
    if (called != NO_INDEX && !p->is_kernel[called] && p->is_live[called] &&
        (program_is_own(p, i) || program_is(p, i, "apply"))) {
        const struct code_function *f = &p->s->flow.functions[called];
        uint32_t names[64];
        size_t n_names = 0;
        for (size_t t = f->params_from; t < f->params_to && n_names < ARRAY_LEN(names);) {
            if (program_is_any(p, t, "self|cls|ctx"))
                skip++;
            else if (program_is_word(p, t))
                names[n_names++] = p->ids[t];
            t = program_comma(p, t, f->params_to) + 1;
        }
        return written_arguments(in, open, end, in->writes[called] >> skip, names, n_names);
    }
    /* A library's: "F.relu(x, inplace=True)", "torch.relu_(x)", "torch.add(x, y, out=x)". */
    const size_t close = program_skip(p, open, end);
    const size_t first = program_comma(p, open + 1, close - 1);
    uint64_t found = 0;
    for (size_t t = open + 1; t + 2 < close;) {
        if (program_is(p, t, "inplace") && program_is(p, t + 1, "=") &&
            program_is(p, t + 2, "True"))
            found |= memory_of(in, open + 1, first, &moved);
        if (program_is(p, t, "out") && program_is(p, t + 1, "="))
            found |= memory_of(in, t + 2, program_comma(p, t, close - 1), &moved);
        t = program_comma(p, t, close - 1) + 1;
    }
    const bool of_library = program_is(p, i - 1, ".") && program_is_library(p, i - 2);
    if ((of_library && is_in_place(p, i)) ||
        (program_is(p, i - 1, ".") && program_is(p, i - 2, "self") && is_in_place_layer(p, i)))
        found |= memory_of(in, open + 1, first, &moved);
    return found;
}

static uint64_t statement_writes(struct inputs *in, const struct code_statement *st)
{
    const struct code_program *p = in->p;
    uint64_t found = 0;
    size_t eq = 0;
    bool moved = false;
    if (program_targets(p, st, &eq)) {
        const uint64_t target = in->alias[p->ids[st->from]];
        const bool item =
            program_is(p, st->from + 1, "[") && program_skip(p, st->from + 1, eq) == eq;
        const bool adds = eq == st->from + 1 && !program_is(p, eq, "=");
        if (program_is_word(p, st->from) && target != 0 && (item || adds)) {
            found |= target;
            note(in, st->from, "writes into an input");
        }
    }
    for (size_t i = st->from; i < st->to && code_scan_spend(p->s, 2); i++) {
        if (!program_is_word(p, i))
            continue;
        if (i > st->from && program_is(p, i - 1, ".") && program_is(p, i + 1, "(") &&
            is_in_place(p, i)) {
            const size_t start = receiver(p, i, st->from);
            const uint64_t memory = memory_of(in, start, i - 1, &moved);
            if (memory != 0)
                note(in, i, "an operation in place on an input");
            found |= memory;
        }
        const uint64_t by_call = program_is_any(p, i + 1, "(|[") ? call_writes(in, i, st->to) : 0;
        if (by_call != 0)
            note(in, i, "the call writes its result into an input");
        found |= by_call;
    }
    return found;
}

static void follow_assignments(struct inputs *in, size_t statement)
{
    const struct code_program *p = in->p;
    const struct code_statement *st = at(in, statement);
    size_t eq = 0;
    if (!program_targets(p, st, &eq) || !program_is(p, eq, "="))
        return;
    for (size_t k = p->first_assignment[statement]; k < p->first_assignment[statement + 1]; k++) {
        const struct program_assignment *a = &p->assignments[k];
        bool moved = false;
        if (a->is_member || program_is(p, a->name + 1, "["))
            continue;
        const uint64_t memory = memory_of(in, a->from, a->to, &moved);
        in->alias[p->ids[a->name]] = memory;
        in->moved[p->ids[a->name]] = moved ? memory : 0;
    }
}

static uint64_t function_writes(struct inputs *in, size_t function)
{
    const struct code_program *p = in->p;
    const struct code_function *f = &p->s->flow.functions[function];
    uint64_t found = 0;
    size_t parameter = 0;
    memset(in->alias, 0, p->n_ids * sizeof(*in->alias));
    memset(in->moved, 0, p->n_ids * sizeof(*in->moved));
    in->found = NO_INDEX;
    for (size_t t = f->params_from; t < f->params_to && parameter < 64; parameter++) {
        if (program_is_word(p, t) && !program_is_any(p, t, "self|cls|ctx"))
            in->alias[p->ids[t]] = (uint64_t)1 << parameter;
        t = program_comma(p, t, f->params_to) + 1;
    }
    for (size_t i = f->first; i < f->end; i++) {
        if (p->dead[i] || p->owner[i] != function ||
            program_is_any(p, at(in, i)->from, "def|class"))
            continue;
        found |= statement_writes(in, at(in, i));
        follow_assignments(in, i);
    }
    return found;
}

void code_scan_inputs(struct code_program *p)
{
    struct inputs in = { .p = p };
    const size_t n = p->s->flow.n_functions;
    bool changed = true;
    if (!p->is_model)
        return;
    in.writes = arena_array(p->arena, n + 1, sizeof(*in.writes));
    in.alias = arena_array(p->arena, p->n_ids, sizeof(*in.alias));
    in.moved = arena_array(p->arena, p->n_ids, sizeof(*in.moved));
    for (int round = 0; round < ROUNDS && changed && code_scan_spend(p->s, n); round++) {
        changed = false;
        for (size_t k = 0; k < n; k++) {
            if (!p->is_live[k] || p->is_kernel[k])
                continue;
            const uint64_t writes = function_writes(&in, k);
            changed = changed || writes != in.writes[k];
            in.writes[k] = writes;
        }
    }
    for (size_t i = 0; i < p->n_roots && code_scan_spend(p->s, 1); i++)
        if (function_writes(&in, p->roots[i]) != 0 && in.found != NO_INDEX &&
            code_scan_spend(p->s, 0))
            code_scan_hit(p->s, CODE_WRITES_INPUT, in.found, in.what);
}
