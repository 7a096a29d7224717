/*
 * cuda_text.c - prelude, text and checks for the run-time compiler.
 *
 * #include lines are read by the CPU backend's rules; we name the toolkit's headers that are
 * needed. nvcc wants "__device__" behind the brackets of a lambda and the run-time compiler refuses
 * it: within a kernel it means nothing, so it becomes blanks.
 */
#include "src/eval/cuda/compile/cuda_text.h"

#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/text/kernel_text.h"
#include "tasks/text/cuda_lex.h"

/* In the toolkit only. */
static const char *const gpu_headers[] = {
    "cooperative_groups.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h",
    "cuda_pipeline.h",      "cuda_pipeline_primitives.h",  "mma.h",
};
/* In rollbook_std.h. */
static const char *const own_headers[] = { "limits", "type_traits", "utility", "algorithm" };

static void put_toolkit_header(struct buf *out, const char *text, const char *word,
                               const char *header)
{
    if (strstr(text, word) != NULL)
        buf_printf(out, "#if __has_include(<%s>)\n#include <%s>\n#endif\n", header, header);
}

static const char *argument_type(const struct compile_spec *spec, const struct kernel_arg *arg)
{
    enum dtype t = kernel_argument_dtype(spec, arg);
    if (arg->kind == ARG_EXPR)
        return "rb_check::number";
    return t == DTYPE_F16   ? "rb_check::half_bits"
           : t == DTYPE_I64 ? "long"
           : t == DTYPE_U32 ? "int"
                            : dtype_c_name(t);
}

static void put_check(struct buf *out, const struct compile_spec *spec, size_t i)
{
    const struct kernel_launch *k = &kernel_candidate(spec->candidate)->file.launches[i];
    buf_printf(out,
               "#line %zu \"kernel.cu\"\nstatic_assert(rb_check::count<%zu, "
               "decltype(rb_check::parameters(&%s))>::value, \"the launch passes another number of "
               "arguments than the kernel has parameters\");\n",
               k->line, k->n_args, k->name);
    for (size_t n = 0; n < k->n_args; n++)
        buf_printf(out,
                   "#line %zu \"kernel.cu\"\nstatic_assert(rb_check::fits_at<%zu, %s, "
                   "decltype(rb_check::parameters(&%s))>::value, \"argument %zu of the launch, %s, "
                   "does not fit the type of the kernel's parameter\");\n",
                   k->line, n, argument_type(spec, &k->args[n]), k->name, n + 1,
                   kernel_text_argument(spec, &k->args[n]));
}

static void put_own(struct buf *out, const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "src/eval/device/%s", name);
    const struct embedded_file *f = embed_find(embedded_device, embedded_device_count, path);
    buf_printf(out, "#line 1 \"%s\"\n", name);
    if (f != NULL)
        buf_add(out, f->data, f->size);
}

bool cuda_text_build(const struct compile_spec *spec, struct buf *out, struct text_error *error)
{
    const char *text = kernel_candidate(spec->candidate)->file.source;
    size_t len = kernel_candidate(spec->candidate)->file.source_len;
    CLEANUP(mem_free_ptr) char *plain = mem_alloc(len + 1);
    const char *more[ARRAY_LEN(gpu_headers) + ARRAY_LEN(own_headers)];
    memcpy(more, gpu_headers, sizeof gpu_headers);
    memcpy(more + ARRAY_LEN(gpu_headers), own_headers, sizeof own_headers);
    const struct text_headers headers = { "cuda", more, ARRAY_LEN(more) };
    if (!kernel_text_directives(text, len, &headers, plain, error))
        return false;
    /* "[...] __device__ (", "[...] __host__ __device__ {"; attributes have a name behind them. */
    struct lexer l;
    size_t first = 0, end = 0;
    bool behind_bracket = false;
    lex_init(&l, plain, len);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        if (behind_bracket && (lex_is(&l, &t, "__device__") || lex_is(&l, &t, "__host__"))) {
            first = end == 0 ? t.start : first;
            end = t.start + t.len;
            continue;
        }
        bool opens = t.kind == LEX_SIGN && (t.sign == '(' || t.sign == '{');
        for (size_t i = first; i < end && opens; i++)
            plain[i] = plain[i] == '\n' ? '\n' : ' ';
        first = end = 0;
        behind_bracket = t.kind == LEX_SIGN && t.sign == ']';
    }
    for (size_t i = 0; i < ARRAY_LEN(gpu_headers); i++)
        put_toolkit_header(out, text, gpu_headers[i], gpu_headers[i]);
    put_toolkit_header(out, text, "half", "cuda_fp16.h");
    put_toolkit_header(out, text, "bf16", "cuda_bf16.h");
    put_toolkit_header(out, text, "bfloat", "cuda_bf16.h");
    put_own(out, "cuda_prelude.h");
    if (strstr(text, "std::") != NULL || strstr(text, "namespace std") != NULL)
        put_own(out, "rollbook_std.h");
    buf_puts(out, "#line 1 \"kernel.cu\"\n");
    buf_add(out, plain, len);
    buf_putc(out, '\n');
    for (size_t i = 0; i < kernel_candidate(spec->candidate)->file.n_launches; i++)
        put_check(out, spec, i);
    return true;
}
