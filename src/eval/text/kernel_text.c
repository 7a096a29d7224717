/*
 * kernel_text.c - device headers, the candidate's text, launch wrappers.
 *
 * Macros turn CUDA C into C++, so compiler messages keep the kernel file's lines.  Arrays that are
 * declared "extern __shared__" become names of the object's one dynamic shared array after the
 * compiler, in runner_compile.c.
 */
#include "src/eval/text/kernel_text.h"

#include <inttypes.h>
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
            snprintf(e->msg, sizeof e->msg,
                     "inline assembly is not on the cpu backend: write it in CUDA C, or evaluate "
                     "with --backend cuda");
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
static bool check_names(const char *text, size_t len, bool *out_dynamic, struct text_error *e)
{
    struct lexer l;
    bool is_external = false, is_shared = false;
    lex_init(&l, text, len);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        if (t.kind != LEX_NAME || t.region == LEX_PLAN)
            continue;
        if (refuse_name(&l, &t, e))
            return false;
        is_external = is_external || lex_is(&l, &t, "extern");
        is_shared = is_shared || lex_is(&l, &t, "__shared__");
    }
    *out_dynamic = is_external && is_shared;
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
    case DTYPE_U32:
        return "int";
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

/* Whether the text keeps the index of a thread in a variable that is no int: the loop over threads
 * then counts without a sign, from which g++ widens without a test. */
static bool counts_unsigned(const struct compile_spec *spec)
{
    static const char *const types[] = { "unsigned", "uint", "uint32_t", "size_t", "uint64_t",
                                         "ulong",    "auto", "long",     "int64_t" };
    struct lexer l;
    bool begins = true, is_unsigned = false;
    lex_init(&l, kernel_candidate(spec->candidate)->file.source,
             kernel_candidate(spec->candidate)->file.source_len);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        if (t.region != LEX_CODE) /* "#pragma unroll" before a loop */
            continue;
        if (t.kind == LEX_SIGN && strchr(";{}", t.sign) != NULL)
            begins = true;
        if (t.kind != LEX_NAME || lex_is(&l, &t, "const") || lex_is(&l, &t, "for"))
            continue;
        if (begins)
            is_unsigned = false;
        for (size_t i = 0; i < ARRAY_LEN(types) && begins; i++)
            is_unsigned = is_unsigned || lex_is(&l, &t, types[i]);
        begins = false;
        if (is_unsigned && (lex_is(&l, &t, "threadIdx") || lex_is(&l, &t, "thread_rank")))
            return true;
    }
    return false;
}

/* A kernel that asks for its grid has it as constants, and a bound of each size that is passed: the
 * least number of threads, along an axis or of all, that is no less. */
static void put_grid(struct buf *out, const struct compile_spec *spec, const struct launch *l)
{
    static const char *const words[] = { "gridDim", "this_grid" };
    const char *text = kernel_candidate(spec->candidate)->file.source;
    bool asks = !spec->any_grid && mentions(text, words, ARRAY_LEN(words));
    uint64_t threads[4] = { 0, 0, 0, 1 };
    for (size_t i = 0; i < 3; i++) {
        threads[i] = (uint64_t)l->grid[i] * l->block[i];
        threads[3] = threads[3] > UINT32_MAX ? threads[3] : threads[3] * threads[i];
    }
    if (asks)
        buf_printf(out, "rb_size<%u, %u, %u>", l->grid[0], l->grid[1], l->grid[2]);
    else
        buf_puts(out, "rb_size<0, 0, 0>");
    for (size_t k = 0; k < l->n_args; k++) {
        int64_t bound = -1;
        for (size_t i = 0; i < ARRAY_LEN(threads) && asks && l->args[k].kind == ARG_EXPR; i++)
            if (l->args[k].value >= 0 && (uint64_t)l->args[k].value <= threads[i] &&
                (bound < 0 || threads[i] < (uint64_t)bound))
                bound = (int64_t)threads[i];
        buf_printf(out, ", %" PRId64 "LL", bound);
    }
}

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
        const char *index = (uint64_t)l->grid[0] * l->block[0] > INT32_MAX ? "long long"
                            : counts_unsigned(spec)                        ? "unsigned int"
                                                                           : "int";
        buf_printf(out, "rb_entry<%s>::loops<%s, rb_size<%u, %u, %u>, ", k->name, index,
                   l->block[0], l->block[1], l->block[2]);
        put_grid(out, spec, l);
        buf_puts(out, ">" ARGUMENTS "; }\n");
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
               "rb_dynamic_storage[%u] __asm__(\"" RUNNER_SHARED_SYMBOL "\");\n",
               room);
}

bool kernel_text_build(const struct compile_spec *spec, struct buf *out, struct text_info *info,
                       struct text_error *error)
{
    const char *text = kernel_candidate(spec->candidate)->file.source;
    size_t len = kernel_candidate(spec->candidate)->file.source_len;
    CLEANUP(mem_free_ptr) char *plain = mem_alloc(len + 1);
    bool has_dynamic = false;
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
    if (!check_names(plain, len, &has_dynamic, error))
        return false;
    buf_add(out, plain, len);
    buf_putc(out, '\n');
    info->fiber_launches = 0;
    for (size_t i = 0; i < kernel_candidate(spec->candidate)->file.n_launches; i++) {
        bool fibers = spec->all_fibers || spec->checked ||
                      kernel_text_synchronises(
                          plain, len, kernel_candidate(spec->candidate)->file.launches[i].name);
        info->fiber_launches |= (unsigned)fibers << i;
        put_wrapper(out, spec, i, fibers);
    }
    if (has_dynamic)
        put_dynamic_shared(out, &kernel_candidate(spec->candidate)->plan);
    return true;
}
