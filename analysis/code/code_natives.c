/*
 * code_natives.c - which of their parameters Triton kernels and host functions of CUDA C write.
 */
#include <string.h>

#include "analysis/code/code_program.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

#define MOST_NATIVES 256
#define DEEPEST_BASE 6

#define CASTS                                                                                      \
    "reinterpret_cast|static_cast|const_cast|float|double|half|__half|void|char|const|float2|"     \
    "float4|int4|int|c10|at|torch|Half|BFloat16|nv_bfloat16|__nv_bfloat16|half2|__half2|unsigned|" \
    "int2|uint4|scalar_t|T"
#define SAME_STORAGE                                                                               \
    "view|view_as|contiguous|data_ptr|mutable_data_ptr|reshape|flatten|squeeze|unsqueeze|detach|"  \
    "data|packed_accessor32|packed_accessor64|accessor|ptr"

static const struct code_token *token(const struct code_program *p, size_t i)
{
    return &p->s->tokens.items[i];
}

static int parameter_of(const struct program_native *n, uint32_t id)
{
    for (size_t i = 0; id != 0 && i < n->n_params; i++)
        if (n->params[i] == id)
            return (int)i;
    return -1;
}

static struct program_native *add_native(struct code_program *p, uint32_t name)
{
    if (p->n_natives == MOST_NATIVES)
        return NULL;
    struct program_native *n = &p->natives[p->n_natives++];
    *n = (struct program_native){ .name = name };
    return n;
}

const struct program_native *program_native_of(const struct code_program *p, uint32_t name)
{
    for (size_t i = 0; name != 0 && i < p->n_natives; i++)
        if (p->natives[i].name == name)
            return &p->natives[i];
    return NULL;
}

const struct program_native *program_native_at(const struct code_program *p, size_t i)
{
    const struct program_native *n = program_native_of(p, p->ids[i]);
    for (size_t k = 0; n == NULL && k < p->n_assignments && code_scan_spend(p->s, 1); k++) {
        const struct program_assignment *a = &p->assignments[k];
        if (p->ids[a->name] == p->ids[i] && a->to >= a->from + 3 && program_is(p, a->to - 2, ".") &&
            p->is_extension[p->ids[a->name]])
            n = program_native_of(p, p->ids[a->to - 1]);
    }
    return n;
}

/* ---- Triton ---- */

/* The parameter that an address begins with: "out + offs", or a name that stands for it. */
static int base_of(const struct code_program *p, const struct program_native *n, size_t kernel,
                   size_t from, size_t to, int depth);

static int base_of_word(const struct code_program *p, const struct program_native *n, size_t kernel,
                        size_t word, int depth)
{
    const int own = parameter_of(n, p->ids[word]);
    if (own >= 0 || depth > DEEPEST_BASE)
        return own;
    for (size_t k = 0; k < p->n_assignments && code_scan_spend(p->s, 1); k++) {
        const struct program_assignment *a = &p->assignments[k];
        if (p->ids[a->name] != p->ids[word] || p->owner[a->statement] != kernel)
            continue;
        const int base = base_of(p, n, kernel, a->from, a->to, depth + 1);
        if (base >= 0)
            return base;
    }
    return -1;
}

static int base_of(const struct code_program *p, const struct program_native *n, size_t kernel,
                   size_t from, size_t to, int depth)
{
    if (depth > DEEPEST_BASE || !code_scan_spend(p->s, 1 + to - from))
        return -1;
    while (from < to && program_is_any(p, from, "(|["))
        from++;
    /* "tl.make_block_ptr(base=x, ...)" and the like begin with the pointer as well. */
    if (program_is_any(p, from, "tl|language") && program_is(p, from + 1, ".")) {
        if (!program_is_any(p, from + 2,
                            "make_block_ptr|advance|make_tensor_descriptor|multiple_of|"
                            "max_contiguous|_experimental_make_tensor_descriptor|cast|"
                            "pointer_type|broadcast_to|expand_dims"))
            return -1;
        from += 4;
        if (program_is(p, from + 1, "="))
            from += 2;
        return base_of(p, n, kernel, from, to, depth + 1);
    }
    if (!program_is_word(p, from))
        return -1;
    return base_of_word(p, n, kernel, from, depth);
}

static void read_triton(struct code_program *p, size_t k)
{
    const struct code_function *f = &p->s->flow.functions[k];
    struct program_native *n = add_native(p, p->ids[f->name]);
    if (n == NULL)
        return;
    for (size_t i = f->params_from; i < f->params_to && n->n_params < ARRAY_LEN(n->params);) {
        const size_t end = program_comma(p, i, f->params_to);
        if (program_is_word(p, i))
            n->params[n->n_params++] = p->ids[i];
        i = end + 1;
    }
    const size_t from = f->first < f->end ? p->s->flow.statements[f->first].from : 0;
    const size_t to = f->first < f->end ? p->s->flow.statements[f->end - 1].to : 0;
    for (size_t i = from; i + 2 < to && code_scan_spend(p->s, 1); i++) {
        const bool calls = program_is_word(p, i) && program_is(p, i + 1, "(");
        if (!calls)
            continue;
        if (program_is_any(p, i, "store|atomic_*|*.store|async_copy*")) {
            size_t first = i + 2;
            /* "desc.store([...], v)" */
            if (program_is(p, i, "store") && program_is(p, i - 1, ".") &&
                !program_is_any(p, i - 2, "tl|language"))
                first = i - 2;
            const size_t end = first < i ? i - 1 : program_comma(p, first, to);
            if (program_is_any(p, first, "pointer") && program_is(p, first + 1, "="))
                first += 2;
            const int base = base_of(p, n, k, first, end, 0);
            n->is_unknown = n->is_unknown || base < 0;
            if (base >= 0)
                n->writes |= (uint64_t)1 << (unsigned)base;
            continue;
        }
        /* A helper, or what is not Triton's: it may store. */
        const size_t other = program_function_of(p, p->ids[i]);
        n->is_unknown = n->is_unknown || (other != NO_INDEX && p->is_kernel[other]) ||
                        program_is_any(p, i, "inline_asm_elementwise");
    }
    /* numba and others write by index. */
    for (size_t i = from; i + 1 < to; i++)
        if (program_is_word(p, i) && parameter_of(n, p->ids[i]) >= 0 && program_is(p, i + 1, "[")) {
            const size_t end = program_skip(p, i + 1, to);
            if (program_is_assignment(p, end))
                n->writes |= (uint64_t)1 << (unsigned)parameter_of(n, p->ids[i]);
        }
    n->is_unknown = n->is_unknown || n->writes == 0;
}

/* ---- CUDA C ---- */

struct names {
    uint32_t id[128];
    int parameter[128];
    size_t n;
};

static int find_name(const struct names *all, uint32_t id)
{
    for (size_t i = all->n; id != 0 && i-- > 0;)
        if (all->id[i] == id)
            return all->parameter[i];
    return -1;
}

static bool is_cuda(const struct code_program *p, size_t i)
{
    return i < p->s->tokens.n && token(p, i)->language == CODE_CUDA;
}

static bool is_cuda_word(const struct code_program *p, size_t i)
{
    return is_cuda(p, i) && token(p, i)->kind == TOKEN_WORD;
}

/* The first name between here and there that stands for a parameter, behind casts. */
static int first_name(const struct code_program *p, const struct names *all, size_t from, size_t to)
{
    for (size_t i = from; i < to && is_cuda(p, i); i++) {
        if (!is_cuda_word(p, i))
            continue;
        const int v = find_name(all, p->ids[i]);
        if (v >= 0)
            return v;
        if (!program_is_any(p, i, CASTS))
            return -1;
    }
    return -1;
}

/* "x", "x.view(...)", "x.contiguous().data_ptr<float>()" up to the end: the same memory. */
static int same_storage(const struct code_program *p, const struct names *all, size_t from,
                        size_t to)
{
    const int v = first_name(p, all, from, to);
    if (v < 0)
        return -1;
    for (size_t i = from; i + 1 < to; i++)
        if (program_is(p, i, ".") && is_cuda_word(p, i + 1) &&
            !program_is_any(p, i + 1, SAME_STORAGE))
            return -1;
        else if (program_is_any(p, i, "*|/|%|?|<<<") && i > from && is_cuda_word(p, i - 1) &&
                 !program_is(p, i + 1, ">") && !program_is(p, i + 1, ")"))
            return -1;
    return v;
}

static size_t end_of_statement(const struct code_program *p, size_t i, size_t end)
{
    while (i < end && code_scan_spend(p->s, 1) && !program_is(p, i, ";"))
        i = program_is_any(p, i, "(|[|{") ? program_skip(p, i, end) : i + 1;
    return i;
}

/* "type name = value;" where value is a parameter's memory, and pointers into it. */
static void note_alias(const struct code_program *p, struct names *all, size_t i, size_t end)
{
    if (!is_cuda_word(p, i) || !program_is(p, i + 1, "=") || all->n == ARRAY_LEN(all->id) ||
        !(program_is_any(p, i - 1, "*|&|auto|Tensor|__restrict__") ||
          find_name(all, p->ids[i]) >= 0))
        return;
    const size_t to = end_of_statement(p, i + 2, end);
    int v = same_storage(p, all, i + 2, to);
    if (v < 0 && program_is(p, i - 1, "*"))
        v = first_name(p, all, i + 2, to); /* "float* r = rows + k" */
    if (v < 0 && find_name(all, p->ids[i]) < 0)
        return;
    all->id[all->n] = p->ids[i];
    all->parameter[all->n++] = v;
}

static uint64_t bit(int parameter)
{
    return parameter < 0 || parameter > 63 ? 0 : (uint64_t)1 << (unsigned)parameter;
}

/* What a statement of device code writes: "x[i] = v", "*x = v", "((float4*)x)[i] = v",
 * "atomicAdd(&x[i], v)". */
static uint64_t device_writes(const struct code_program *p, const struct names *all, size_t i,
                              size_t end)
{
    const int v = find_name(all, p->ids[i]);
    if (program_is_any(p, i, "atomic*|__stcs|__stcg|__stwt|__stcb") && program_is(p, i + 1, "("))
        return bit(first_name(p, all, i + 2, program_comma(p, i + 2, end)));
    if (v < 0)
        return 0;
    size_t at = i + 1;
    while (program_is(p, at, ")"))
        at++;
    if (!program_is(p, at, "["))
        return program_is(p, i - 1, "*") && program_is(p, at, "=") &&
                       program_is_any(p, i - 2, ";|{|}|)")
                   ? bit(v)
                   : 0;
    while (program_is(p, at, "["))
        at = program_skip(p, at, end);
    while (program_is(p, at, ".") && is_cuda_word(p, at + 1))
        at += 2;
    return program_is_assignment(p, at) || program_is_any(p, at, "++|--") ? bit(v) : 0;
}

/* "k<<<grid, block>>>(a, b)" in host code: what the kernel writes of the host's. */
static uint64_t launch_writes(const struct code_program *p, const struct names *all, size_t i,
                              size_t end, const struct program_native *kernel)
{
    uint64_t writes = 0;
    size_t at = i + 1;
    while (at < end && !program_is_any(p, at, ">>>|;"))
        at = program_is(p, at, "(") ? program_skip(p, at, end) : at + 1;
    if (!program_is(p, at, ">>>") || !program_is(p, at + 1, "("))
        return 0;
    const size_t close = program_skip(p, at + 1, end);
    at += 2;
    for (size_t k = 0; at < close && k < kernel->n_params; k++) {
        const size_t to = program_comma(p, at, close - 1);
        if ((kernel->writes >> k & 1) != 0)
            writes |= bit(first_name(p, all, at, to));
        at = to + 1;
    }
    return writes;
}

/* In host code a method whose name ends with '_' writes its tensor. */
static uint64_t method_writes(const struct code_program *p, const struct names *all, size_t i)
{
    if (!program_is(p, i + 1, ".") || !is_cuda_word(p, i + 2) || !program_is(p, i + 3, "("))
        return 0;
    const struct code_token *t = token(p, i + 2);
    return t->len > 2 && t->text[t->len - 1] == '_' && t->text[t->len - 2] != '_'
               ? bit(find_name(all, p->ids[i]))
               : 0;
}

static size_t read_cuda_function(struct code_program *p, size_t name, size_t open)
{
    const size_t close = program_skip(p, open, p->s->tokens.n);
    if (!program_is(p, close, "{") || !is_cuda(p, close))
        return open + 1;
    const size_t end = program_skip(p, close, p->s->tokens.n);
    struct program_native *n = add_native(p, p->ids[name]);
    if (n == NULL)
        return end;
    struct names all = { .n = 0 };
    bool is_const = false;
    for (size_t i = name;
         i-- > 0 && i + 12 > name && is_cuda(p, i) && !program_is_any(p, i, ";|}");)
        n->is_device = n->is_device || program_is(p, i, "__global__");
    for (size_t i = open + 1; i < close && n->n_params < ARRAY_LEN(n->params); i++) {
        is_const = is_const || program_is(p, i, "const");
        /* An initial value is no name, and templates have commas of their own. */
        if (!is_cuda_word(p, i) || !program_is_any(p, i + 1, ",|)|=|["))
            continue;
        n->params[n->n_params++] = p->ids[i];
        bool tensor = false;
        for (size_t k = i; k > open && !program_is(p, k, ","); k--)
            tensor = tensor || program_is(p, k, "Tensor");
        if ((!is_const || tensor) && all.n < ARRAY_LEN(all.id)) {
            all.id[all.n] = p->ids[i];
            all.parameter[all.n++] = (int)n->n_params - 1;
        }
        while (i + 1 < close && !program_is(p, i + 1, ","))
            i++;
        is_const = false;
    }
    for (size_t i = close; i < end && code_scan_spend(p->s, 4); i++) {
        if (!is_cuda_word(p, i))
            continue;
        note_alias(p, &all, i, end);
        n->gives = n->gives || (program_is(p, i, "return") && !program_is(p, i + 1, ";"));
        n->writes |= device_writes(p, &all, i, end) | method_writes(p, &all, i);
        const struct program_native *kernel = program_native_of(p, p->ids[i]);
        if (kernel != NULL && kernel != n && program_is_any(p, i + 1, "<<<|<"))
            n->writes |= launch_writes(p, &all, i, end, kernel);
        else if (kernel != NULL && kernel != n && program_is(p, i + 1, "(") && i > close) {
            /* Another host function, which was read before. */
            size_t at = i + 2;
            const size_t stop = program_skip(p, i + 1, end);
            for (size_t k = 0; at < stop && k < kernel->n_params; k++) {
                const size_t to = program_comma(p, at, stop - 1);
                if ((kernel->writes >> k & 1) != 0)
                    n->writes |= bit(first_name(p, &all, at, to));
                at = to + 1;
            }
        }
    }
    return end;
}

/* m.def("relu", &relu_cuda): strings are no tokens, so the name is read from the text. */
static void read_binding(struct code_program *p, size_t def)
{
    const struct code_token *t = token(p, def + 1);
    const char *text = t->text + t->len;
    const char *stop = p->s->text + p->s->len;
    size_t target = def + 2;
    while (target < def + 8 && !program_is(p, target, "&"))
        target++;
    if (!program_is(p, target, "&") || !is_cuda_word(p, target + 1))
        return;
    const struct program_native *host = program_native_of(p, p->ids[target + 1]);
    while (text < stop && (is_space(*text) || *text == '\\'))
        text++;
    if (host == NULL || text >= stop || *text != '"')
        return;
    const char *end = memchr(text + 1, '"', (size_t)(stop - text - 1));
    for (size_t i = 0; end != NULL && i < p->s->tokens.n && code_scan_spend(p->s, 1); i++)
        if (token(p, i)->language == CODE_PYTHON && token(p, i)->len == (size_t)(end - text - 1) &&
            memcmp(token(p, i)->text, text + 1, token(p, i)->len) == 0) {
            struct program_native *n =
                program_native_of(p, p->ids[i]) == NULL ? add_native(p, p->ids[i]) : NULL;
            if (n != NULL) {
                *n = *host;
                n->name = p->ids[i];
            }
            return;
        }
}

void code_program_natives(struct code_program *p)
{
    p->natives = arena_array(p->arena, MOST_NATIVES, sizeof(*p->natives));
    for (size_t k = 0; k < p->s->flow.n_functions; k++)
        if (p->is_kernel[k])
            read_triton(p, k);
    for (size_t i = 1; i + 1 < p->s->tokens.n && code_scan_spend(p->s, 1);) {
        const bool head =
            is_cuda_word(p, i) && program_is(p, i + 1, "(") &&
            (is_cuda_word(p, i - 1) || program_is_any(p, i - 1, "*|&|>|)")) &&
            !program_is_any(p, i, "if|for|while|switch|__launch_bounds__|return|sizeof");
        i = head && !program_is(p, i - 1, "return") ? read_cuda_function(p, i, i + 1) : i + 1;
    }
    for (size_t i = 0; i + 2 < p->s->tokens.n; i++)
        if (is_cuda(p, i) && program_is(p, i, "def") && program_is(p, i + 1, "("))
            read_binding(p, i);
}
