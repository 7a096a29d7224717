/*
 * kernel_text.c - device headers, the candidate's text, launch wrappers.
 *
 * Two things of CUDA C have no spelling in C++: "extern __shared__ T s[]" becomes a declaration of
 * the object's one dynamic shared array, and "static __shared__" loses its static.  Macros do the
 * rest, so compiler messages keep the kernel file's lines.
 */
#include "src/eval/text/kernel_text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/contract/runner_abi.h"
#include "tasks/text/cuda_lex.h"

#define DYNAMIC_SYMBOL "rb_dyn_smem"

static bool mentions(const char *text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strstr(text, words[i]) != NULL)
            return true;
    return false;
}

static void put_header(struct buf *out, const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "src/eval/device/%s", name);
    const struct embedded_file *f = embed_find(embedded_device, embedded_device_count, path);
    buf_printf(out, "#line 1 \"%s\"\n", name);
    if (f != NULL)
        buf_add(out, f->data, f->size);
}

/* Those of every text first, so that they can be compiled once; returns their length. */
static size_t put_headers(struct buf *out, const char *text)
{
    static const char *const warp[] = { "_sync", "__syncwarp", "__activemask" };
    static const char *const atomic[] = { "atomic" };
    static const char *const groups[] = { "cooperative_groups" };
    static const char *const standard[] = { "std" };
    static const char *const half[] = { "half", "fp16", "bf16", "bfloat" };
    put_header(out, "rollbook_device.h");
    put_header(out, "rollbook_math.h");
    put_header(out, "rollbook_convert.h");
    put_header(out, "rollbook_launch.h");
    size_t common_bytes = out->len;
    if (mentions(text, warp, ARRAY_LEN(warp)) || mentions(text, groups, ARRAY_LEN(groups)))
        put_header(out, "rollbook_warp.h");
    if (mentions(text, atomic, ARRAY_LEN(atomic)))
        put_header(out, "rollbook_atomic.h");
    if (mentions(text, half, ARRAY_LEN(half)))
        put_header(out, "rollbook_half.h");
    if (mentions(text, standard, ARRAY_LEN(standard)))
        put_header(out, "rollbook_std.h");
    if (mentions(text, groups, ARRAY_LEN(groups)))
        put_header(out, "rollbook_groups.h");
    return common_bytes;
}

/* Tokens since the last ; { or }. */
struct declaration {
    struct lex_token shared, external, fixed;
};

struct rewriter {
    struct lexer lexer;
    struct buf *out;
    size_t copied;
    bool uses_dynamic;
};

static void copy_to(struct rewriter *r, size_t end)
{
    buf_add(r->out, r->lexer.text + r->copied, end - r->copied);
    r->copied = end;
}

static void replace(struct rewriter *r, const struct lex_token *t, const char *with)
{
    copy_to(r, t->start);
    buf_puts(r->out, with);
    r->copied = t->start + t->len;
}

static void rewrite_declaration(struct rewriter *r, const struct declaration *d, size_t semicolon)
{
    if (d->shared.len == 0 || (d->external.len == 0 && d->fixed.len == 0))
        return;
    if (d->external.len == 0) {
        replace(r, &d->fixed, "");
        return;
    }
    r->uses_dynamic = true;
    replace(r, &d->shared, "__thread");
    copy_to(r, semicolon);
    buf_puts(r->out, " __asm__(\"" DYNAMIC_SYMBOL "\")");
}

/* Names of the text around the candidate's. */
static const char *const reserved[] = { "rb_rt_", "rb_launch", "rb_entry", "rb_get", "rb_fits",
                                        "rb_dyn", "RB_EXPORT", "RB_SYNC",  "RB_WARP" };

static bool refuse_name(const struct lexer *l, const struct lex_token *t, struct text_error *e)
{
    static const char *const assembly[] = { "asm", "__asm", "__asm__" };
    if (lex_is(l, t, "_Pragma") || lex_begins(l, t, "__has_include")) {
        e->line = t->line;
        if (lex_is(l, t, "_Pragma") && kernel_text_pragma(l->text + t->start + t->len))
            return false;
        snprintf(e->msg, sizeof e->msg, "not accepted in a kernel file: %s",
                 lex_is(l, t, "_Pragma") ? "_Pragma other than unroll, pack and diagnostic"
                                         : "__has_include");
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(assembly); i++)
        if (lex_is(l, t, assembly[i])) {
            e->line = t->line;
            snprintf(e->msg, sizeof e->msg, "inline assembly is not supported by the cpu backend");
            return true;
        }
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
        if (lex_begins(l, t, reserved[i])) {
            e->line = t->line;
            snprintf(e->msg, sizeof e->msg, "names that begin with %s are reserved", reserved[i]);
            return true;
        }
    return false;
}

/* Macro definitions are searched as well. */
static bool rewrite(struct rewriter *r, const char *text, size_t len, struct text_error *e)
{
    struct declaration d = { { .len = 0 }, { .len = 0 }, { .len = 0 } };
    lex_init(&r->lexer, text, len);
    for (;;) {
        struct lex_token t = lex_next(&r->lexer);
        if (t.kind == LEX_END)
            break;
        if (t.kind == LEX_NAME && t.region != LEX_PLAN && refuse_name(&r->lexer, &t, e))
            return false;
        if (t.region != LEX_CODE)
            continue;
        if (lex_is(&r->lexer, &t, "__shared__"))
            d.shared = t;
        else if (lex_is(&r->lexer, &t, "extern"))
            d.external = t;
        else if (lex_is(&r->lexer, &t, "static"))
            d.fixed = t;
        if (t.kind != LEX_SIGN || strchr(";{}", t.sign) == NULL)
            continue;
        if (t.sign == ';')
            rewrite_declaration(r, &d, t.start);
        d = (struct declaration){ { .len = 0 }, { .len = 0 }, { .len = 0 } };
    }
    copy_to(r, len);
    return true;
}

static const char *argument_type(const struct compile_spec *spec, const struct kernel_arg *arg)
{
    if (arg->kind == ARG_EXPR)
        return "rb_value";
    switch (kernel_argument_dtype(spec, arg)) {
    case DTYPE_F32:
        return "float";
    case DTYPE_F64:
        return "double";
    case DTYPE_F16:
        return "rb_f16";
    case DTYPE_I32:
        return "int";
    case DTYPE_U32:
        return "unsigned int";
    case DTYPE_I64:
        return "long";
    case DTYPE_U8:
        return "unsigned char";
    }
    return "void";
}

const char *kernel_text_argument(const struct compile_spec *spec, const struct kernel_arg *arg)
{
    switch (arg->kind) {
    case ARG_EXPR:
        break;
    case ARG_INPUT:
        return spec->task->inputs[arg->index].name;
    case ARG_OUTPUT:
        return spec->task->outputs[arg->index].name;
    case ARG_SCRATCH:
        return kernel_candidate(spec->candidate)->file.scratch[arg->index].name;
    }
    return "a number";
}

/* A kernel may be called l or a: what we name begins with a word that is reserved. */
#define PARAMETERS                                                                                 \
    "(const rb_launch *rb_launch_it, unsigned long long rb_launch_first, unsigned long long "      \
    "rb_launch_last)"
#define ARGUMENTS "(rb_launch_it, rb_launch_first, rb_launch_last)"

static void put_wrapper(struct buf *out, const struct compile_spec *spec, size_t i, bool fibers)
{
    const struct kernel_launch *k = &kernel_candidate(spec->candidate)->file.launches[i];
    buf_printf(out,
               "#line %zu \"kernel.cu\"\nRB_EXPORT void rb_launch_%zu" PARAMETERS
               " { rb_entry<%s>::check<%zu>(); ",
               k->line, i, k->name, k->n_args);
    for (size_t n = 0; n < k->n_args; n++) {
        const char *type = argument_type(spec, &k->args[n]);
        bool value = k->args[n].kind == ARG_EXPR;
        buf_printf(
            out,
            "static_assert(rb_entry<%s>::fits<%zu, %s>(), \"argument %zu of the launch, %s%s%s, "
            "does not fit the type of the kernel's parameter\"); ",
            k->name, n, type, n + 1, kernel_text_argument(spec, &k->args[n]),
            value ? "" : " of type ",
            value                         ? ""
            : strcmp(type, "rb_f16") == 0 ? "half"
                                          : type);
    }
    if (fibers) {
        buf_printf(out, "rb_entry<%s>::fibers" ARGUMENTS "; }\n", k->name);
    } else {
        /* The compiler knows the block, and whether an int holds every thread's index. */
        const struct launch *l = &kernel_candidate(spec->candidate)->plan.launches[i];
        const char *index = (uint64_t)l->grid[0] * l->block[0] <= INT32_MAX ? "int" : "long long";
        buf_printf(out, "rb_entry<%s>::loops<%s, %u, %u, %u>" ARGUMENTS "; }\n", k->name, index,
                   l->block[0], l->block[1], l->block[2]);
    }
}

/* For the plan's largest dynamic shared memory and the canary behind it. */
static void put_dynamic_shared(struct buf *out, const struct launch_plan *plan)
{
    uint32_t most = 0;
    for (size_t i = 0; i < plan->n_launches; i++)
        most = plan->launches[i].smem_bytes > most ? plan->launches[i].smem_bytes : most;
    uint32_t room = (most + RUNNER_SHARED_CANARY + 1023) / 1024 * 1024;
    buf_printf(out,
               "#line 1 \"dynamic shared memory\"\n"
               "__attribute__((aligned(1024), used)) __thread unsigned char "
               "rb_dynamic_storage[%u] __asm__(\"" DYNAMIC_SYMBOL "\");\n",
               room);
}

bool kernel_text_build(const struct compile_spec *spec, struct buf *out, struct text_info *info,
                       struct text_error *error)
{
    const char *text = kernel_candidate(spec->candidate)->file.source;
    size_t len = kernel_candidate(spec->candidate)->file.source_len;
    CLEANUP(mem_free_ptr) char *plain = mem_alloc(len + 1);
    static const char *const own[] = {
        "limits",    "type_traits",          "utility",
        "algorithm", "cooperative_groups.h", "cooperative_groups/reduce.h"
    };
    static const struct text_headers headers = { .backend = "cpu",
                                                 .more = own,
                                                 .n_more = ARRAY_LEN(own) };
    if (!kernel_text_directives(text, len, &headers, plain, error))
        return false;
    info->common_bytes = put_headers(out, text);
    buf_puts(out, "#line 1 \"kernel.cu\"\n");
    struct rewriter r = { .out = out };
    if (!rewrite(&r, plain, len, error))
        return false;
    buf_putc(out, '\n');
    info->fiber_launches = 0;
    for (size_t i = 0; i < kernel_candidate(spec->candidate)->file.n_launches; i++) {
        bool fibers = spec->all_fibers ||
                      kernel_text_synchronises(
                          plain, len, kernel_candidate(spec->candidate)->file.launches[i].name);
        info->fiber_launches |= (unsigned)fibers << i;
        put_wrapper(out, spec, i, fibers);
    }
    if (r.uses_dynamic)
        put_dynamic_shared(out, &kernel_candidate(spec->candidate)->plan);
    return true;
}
