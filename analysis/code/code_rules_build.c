/*
 * code_rules_build.c - extensions of load_inline that no compiler can build, inside a try whose
 * handler goes on without them.
 *
 * The sources are strings, which are no tokens, so they are read from the text.  Whatever is not
 * plainly a string, or a name that is set once to one, is not known and no finding.
 */
#define _GNU_SOURCE
#include <string.h>

#include "analysis/code/code_rules.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

#define MAX_PIECES 16

struct program_text {
    const char *text;
    size_t len;
};

struct program_texts {
    struct program_text items[MAX_PIECES];
    size_t n;
    bool is_known;
};

struct extension {
    struct program_texts cpp, cuda, functions;
    bool has_functions;
};

struct cursor {
    const char *at, *end;
};

static bool is(const struct code_scanner *s, size_t i, const char *word)
{
    return code_scan_is(s, i, word);
}

static bool looks_at(struct cursor c, char letter)
{
    return c.at < c.end && *c.at == letter;
}

static void skip_blanks(struct cursor *c, bool lines_too)
{
    while (c->at < c->end) {
        if (*c->at == '#' && lines_too) {
            const char *stop = memchr(c->at, '\n', (size_t)(c->end - c->at));
            c->at = stop == NULL ? c->end : stop;
        } else if (is_space(*c->at) && (lines_too || *c->at != '\n')) {
            c->at++;
        } else {
            return;
        }
    }
}

/* One literal; false for none, one that is not closed, and one with places to fill in. */
static bool read_literal(struct cursor *c, struct program_texts *out)
{
    struct cursor p = *c;
    while (p.at < p.end && p.at - c->at < 2 && strchr("rRbBuU", *p.at) != NULL && *p.at != '\0')
        p.at++;
    if (!(looks_at(p, '"') || looks_at(p, '\'')) || out->n == MAX_PIECES)
        return false;
    char quote = *p.at;
    size_t width = p.end - p.at >= 3 && p.at[1] == quote && p.at[2] == quote ? 3 : 1;
    const char *from = p.at + width;
    for (p.at = from; (size_t)(p.end - p.at) >= width; p.at++) {
        if (*p.at == quote && (width == 1 || (p.at[1] == quote && p.at[2] == quote))) {
            out->items[out->n++] = (struct program_text){ from, (size_t)(p.at - from) };
            c->at = p.at + width;
            return true;
        }
        if (*p.at == '\n' && width == 1)
            return false;
        p.at += *p.at == '\\' && p.at + 1 < p.end;
    }
    return false;
}

/* Literals side by side are one string. */
static bool read_literals(struct cursor *c, bool lines_too, struct program_texts *out)
{
    bool any = false;
    while (read_literal(c, out)) {
        any = true;
        skip_blanks(c, lines_too);
    }
    return any;
}

/* "name = 'text'" or "name = ('text' 'text')", the only statement that sets the name. */
static bool read_assigned(const struct code_scanner *s, struct program_text name,
                          struct program_texts *out)
{
    struct cursor c = { 0 };
    for (size_t i = 0; i < s->flow.n_statements && code_scan_spend(s, 1); i++) {
        const struct code_statement *st = &s->flow.statements[i];
        size_t at = is(s, st->from, "self") && is(s, st->from + 1, ".") ? st->from + 2 : st->from;
        const struct code_token *t = &s->tokens.items[at];
        if (at + 1 >= st->to || t->len != name.len || memcmp(t->text, name.text, name.len) != 0)
            continue;
        const struct code_token *sign = &s->tokens.items[at + 1];
        if (!code_token_is(sign, "=") || c.at != NULL)
            return false;
        c = (struct cursor){ sign->text + sign->len, s->text + s->len };
    }
    if (c.at == NULL)
        return false;
    skip_blanks(&c, false);
    bool in_brackets = looks_at(c, '(');
    if (in_brackets) {
        c.at++;
        skip_blanks(&c, true);
    }
    if (!read_literals(&c, in_brackets, out) || (in_brackets && !looks_at(c, ')')))
        return false;
    c.at += in_brackets;
    skip_blanks(&c, false);
    return c.at == c.end || *c.at == '\n' || *c.at == ';' || *c.at == '#';
}

static bool read_string(const struct code_scanner *s, struct cursor *c, struct program_texts *out)
{
    if (read_literals(c, true, out))
        return true;
    if (c->end - c->at > 5 && memcmp(c->at, "self.", 5) == 0)
        c->at += 5;
    struct program_text name = { c->at, 0 };
    while (c->at < c->end && is_name(*c->at))
        c->at++;
    name.len = (size_t)(c->at - name.text);
    skip_blanks(c, true);
    return name.len > 0 && read_assigned(s, name, out);
}

/* What stands behind the sign of an argument: a string, or a list of them. */
static struct program_texts read_argument(const struct code_scanner *s, size_t sign)
{
    struct program_texts out = { .n = 0 };
    const struct code_token *t = &s->tokens.items[sign];
    struct cursor c = { t->text + t->len, s->text + s->len };
    skip_blanks(&c, true);
    bool is_list = looks_at(c, '[');
    c.at += is_list;
    skip_blanks(&c, true);
    bool more = !(is_list && looks_at(c, ']'));
    while (more) {
        if (!read_string(s, &c, &out))
            return out;
        more = is_list && looks_at(c, ',');
        c.at += more;
        skip_blanks(&c, true);
        more = more && !looks_at(c, ']');
    }
    if (is_list) {
        out.is_known = looks_at(c, ']');
        c.at += out.is_known;
        skip_blanks(&c, true);
    }
    out.is_known = looks_at(c, ',') || looks_at(c, ')');
    return out;
}

/* The call at a token; false where an argument has no name or is not understood. */
static bool read_extension(const struct code_scanner *s, size_t call, struct extension *out)
{
    size_t depth = 1;
    *out = (struct extension){ .cuda.is_known = true, .functions.is_known = true };
    for (size_t i = call + 2; i < s->tokens.n && depth > 0 && code_scan_spend(s, 1); i++) {
        if (s->tokens.items[i].language != CODE_PYTHON)
            continue;
        depth += is(s, i, "(") || is(s, i, "[") || is(s, i, "{");
        depth -= is(s, i, ")") || is(s, i, "]") || is(s, i, "}");
        if (depth != 1)
            continue;
        if (is(s, i, "**") || is(s, i, "*") || is(s, i, "is_python_module"))
            return false;
        if (!is(s, i + 1, "="))
            continue;
        if (is(s, i, "cpp_sources"))
            out->cpp = read_argument(s, i + 1);
        else if (is(s, i, "cuda_sources"))
            out->cuda = read_argument(s, i + 1);
        out->has_functions = out->has_functions || (is(s, i, "functions") && !is(s, i + 2, "None"));
        if (is(s, i, "functions") && !is(s, i + 2, "None"))
            out->functions = read_argument(s, i + 1);
    }
    return out->cpp.is_known && out->cuda.is_known && out->functions.is_known;
}

static const char *find_text(struct program_text in, const char *what, size_t len)
{
    return len == 0 ? NULL : memmem(in.text, in.len, what, len);
}

static bool has_text(const struct program_texts *p, const char *what)
{
    bool found = false;
    for (size_t i = 0; i < p->n; i++)
        found = found || find_text(p->items[i], what, strlen(what)) != NULL;
    return found;
}

static bool has_word(const struct program_texts *p, struct program_text word)
{
    for (size_t i = 0; i < p->n; i++) {
        struct program_text rest = p->items[i];
        const char *end = rest.text + rest.len;
        const char *at;
        while ((at = find_text(rest, word.text, word.len)) != NULL) {
            const char *behind = at + word.len;
            bool begins = at == p->items[i].text || !is_name(at[-1]);
            if (begins && (behind == end || !is_name(*behind)))
                return true;
            rest = (struct program_text){ behind, (size_t)(end - behind) };
        }
    }
    return false;
}

/* Names may come from elsewhere: files, namespaces, macros that make names, other branches. */
static bool is_open(const struct program_texts *p)
{
    static const char *const marks[] = {
        "##", "#if", "# if", "#include \"", "using namespace", "PyInit_", "TORCH_LIBRARY"
    };
    bool found = false;
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        found = found || has_text(p, marks[i]);
    return found;
}

#define MODULE "PYBIND11_MODULE(TORCH_EXTENSION_NAME"

struct failure {
    const char *what;   /* NULL: none */
    const char *caught; /* handlers that catch it */
};

static struct failure find_failure(const struct extension *x)
{
    static const char compiler[] = ":|Exception|BaseException|RuntimeError";
    static const char loader[] = ":|Exception|BaseException|ImportError";
    struct failure none = { NULL, NULL };
    int modules = x->has_functions + has_text(&x->cpp, MODULE) + has_text(&x->cuda, MODULE);
    if (is_open(&x->cpp) || has_text(&x->cuda, "#if"))
        return none;
    if (modules > 1)
        return (struct failure){ "the extension defines its module twice", compiler };
    if (modules == 0 && !is_open(&x->cuda) && !has_text(&x->cpp, "PYBIND11_MODULE") &&
        !has_text(&x->cuda, "PYBIND11_MODULE"))
        return (struct failure){ "the extension binds no function", loader };
    for (size_t i = 0; x->has_functions && i < x->functions.n; i++) {
        /* Of "ns::name<int>" the name; empty for what is none. */
        size_t end = 0;
        while (end < x->functions.items[i].len && x->functions.items[i].text[end] != '<')
            end++;
        size_t from = end;
        while (from > 0 && is_name(x->functions.items[i].text[from - 1]))
            from--;
        struct program_text name =
            (struct program_text){ x->functions.items[i].text + from, end - from };
        if (name.len > 0 && !has_word(&x->cpp, name))
            return (struct failure){
                "the extension binds a function that cpp_sources does not declare", compiler
            };
        if (name.len > 0 && !has_text(&x->cpp, "{") && !is_open(&x->cuda) &&
            !has_word(&x->cuda, name))
            return (struct failure){ "the extension binds a function that no source defines",
                                     loader };
    }
    return none;
}

/* A handler of the try that catches the failure and neither raises nor builds again. */
static bool goes_on(const struct code_scanner *s, size_t try_at, const char *caught)
{
    size_t at = code_flow_block_end(&s->flow, try_at);
    while (at < s->flow.n_statements && is(s, s->flow.statements[at].from, "except")) {
        const struct code_statement *head = &s->flow.statements[at];
        size_t end = code_flow_block_end(&s->flow, at);
        bool catches = head->to == head->from + 1;
        for (size_t i = head->from + 1; i < head->to; i++)
            catches = catches || code_scan_is_any(s, i, caught);
        if (catches) {
            bool stops = false;
            for (size_t i = at + 1; i < end; i++) {
                const struct code_statement *st = &s->flow.statements[i];
                for (size_t k = st->from; k < st->to && code_scan_spend(s, 1); k++)
                    stops = stops || is(s, k, "raise") || is(s, k, "load_inline") ||
                            is(s, k, "exit") || is(s, k, "_exit");
            }
            return !stops;
        }
        at = end;
    }
    return false;
}

/* The statement lies in a try that goes on; *out_function is the nearest function around it. */
static bool is_survived(const struct code_scanner *s, size_t statement, const char *caught,
                        size_t *out_function)
{
    size_t column = s->flow.statements[statement].column;
    *out_function = s->tokens.n;
    for (size_t i = statement; i-- > 0 && column > 0 && code_scan_spend(s, 1);) {
        const struct code_statement *st = &s->flow.statements[i];
        if (st->column >= column)
            continue;
        column = st->column;
        if (is(s, st->from, "try") && goes_on(s, i, caught))
            return true;
        if (is(s, st->from, "def")) {
            *out_function = st->from + 1;
            return false;
        }
    }
    return false;
}

/* In its own function, or where that one is called. */
static bool is_built_in_try(const struct code_scanner *s, size_t call, const char *caught)
{
    size_t statement = 0;
    size_t function;
    size_t outer;
    while (statement < s->flow.n_statements && s->flow.statements[statement].to <= call)
        statement++;
    if (statement == s->flow.n_statements)
        return false;
    if (is_survived(s, statement, caught, &function))
        return true;
    for (size_t i = 0; i < s->flow.n_statements && function < s->tokens.n; i++) {
        const struct code_statement *st = &s->flow.statements[i];
        for (size_t k = st->from; k + 1 < st->to && code_scan_spend(s, 1); k++) {
            if (k != function && is(s, k + 1, "(") &&
                code_token_same(&s->tokens.items[k], &s->tokens.items[function]) &&
                is_survived(s, i, caught, &outer))
                return true;
        }
    }
    return false;
}

void code_scan_builds(struct code_scanner *s)
{
    struct extension x;
    for (size_t i = 0; i + 1 < s->tokens.n; i++) {
        if (s->tokens.items[i].language != CODE_PYTHON || !is(s, i, "load_inline") ||
            !is(s, i + 1, "(") || (i > 0 && is(s, i - 1, "def")) || !read_extension(s, i, &x))
            continue;
        struct failure f = find_failure(&x);
        if (f.what != NULL && is_built_in_try(s, i, f.caught))
            code_scan_hit(s, CODE_UNBUILT, i, f.what);
    }
}

/*
 * Calls of interfaces that do not exist.  A module that has no such name raises, which a handler
 * around it turns into the fallback.
 */

/* Public names of modules that people expect compilers of CUDA C in; names with '_' are not told.
 */
static const struct {
    const char *module, *names;
} modules[] = {
    { "cuda",
      "Any|BFloat16Storage|BFloat16Tensor|BoolStorage|BoolTensor|ByteStorage|ByteTensor|CUDAGraph|"
      "CUDAPluggableAllocator|CharStorage|CharTensor|ComplexDoubleStorage|ComplexFloatStorage|"
      "CudaError|DeferredCudaCallError|DoubleStorage|DoubleTensor|Event|ExternalStream|"
      "FloatStorage|"
      "FloatTensor|HalfStorage|HalfTensor|IntStorage|IntTensor|LongStorage|LongTensor|MemPool|"
      "MemPoolContext|OutOfMemoryError|ShortStorage|ShortTensor|Stream|StreamContext|GreenContext|"
      "amp|bitreverse|caching_allocator_alloc|caching_allocator_delete|"
      "caching_allocator_enable|can_device_access_peer|change_current_allocator|check_error|"
      "clock_rate|comm|cudaStatus|cudart|current_blas_handle|current_device|current_stream|"
      "default_generators|default_stream|device|device_count|device_memory_used|device_of|empty_"
      "cache|"
      "gds|get_allocator_backend|get_arch_list|get_device_capability|get_device_name|"
      "get_device_properties|get_gencode_flags|get_per_process_memory_fraction|get_rng_state|"
      "get_rng_state_all|get_stream_from_external|get_sync_debug_mode|graph|"
      "graph_pool_handle|graphs|green_contexts|has_half|has_magma|host_memory_stats|"
      "host_memory_stats_as_nested_dict|init|initial_seed|ipc_collect|is_available|"
      "is_bf16_supported|is_current_stream_capturing|is_initialized|is_tf32_supported|jiterator|"
      "list_gpu_processes|lazy_initializer|make_graphed_callables|manual_seed|manual_seed_all|"
      "max_memory_allocated|max_memory_cached|max_memory_reserved|mem_get_info|memory|"
      "memory_allocated|memory_cached|memory_reserved|memory_snapshot|memory_stats|"
      "memory_stats_as_nested_dict|memory_summary|memory_usage|nccl|nvtx|power_draw|profiler|"
      "random|"
      "reset_accumulated_host_memory_stats|reset_accumulated_memory_stats|reset_max_memory_"
      "allocated|"
      "reset_max_memory_cached|reset_peak_host_memory_stats|reset_peak_memory_stats|seed|seed_all|"
      "set_device|set_per_process_memory_fraction|set_rng_state|set_rng_state_all|set_stream|"
      "set_sync_debug_mode|sparse|stream|streams|synchronize|temperature|tunable|use_mem_pool|"
      "utilization|cusparselt|threading|traceback|warnings|torch|os|sys|nn|CudaDeviceProperties|"
      "set_per_process_memory_limit|compile_kernel|device_interface" },
    { "cpp_extension",
      "load|load_inline|CUDAExtension|CppExtension|SyclExtension|BuildExtension|CUDA_HOME|ROCM_"
      "HOME|"
      "CUDNN_HOME|SYCL_HOME|IS_WINDOWS|IS_LINUX|IS_MACOS|IS_HIP_EXTENSION|COMMON_NVCC_FLAGS|"
      "COMMON_HIP_FLAGS|COMMON_HIPCC_FLAGS|COMMON_MSVC_FLAGS|MINIMUM_GCC_VERSION|"
      "MINIMUM_MSVC_VERSION|include_paths|library_paths|is_ninja_available|verify_ninja_"
      "availability|"
      "check_compiler_ok_for_platform|check_compiler_is_gcc|get_default_build_root|get_cxx_"
      "compiler|"
      "get_compiler_abi_compatibility_and_version|remove_extension_h_precompiler_headers|"
      "PLAT_TO_VCVARS|CLIB_PREFIX|CLIB_EXT|EXEC_EXT|LIB_EXT|SHARED_FLAG|VersionMap|VersionRange|os|"
      "subprocess|sys|torch" },
    { "triton",
      "jit|autotune|heuristics|Config|cdiv|next_power_of_2|compile|testing|language|runtime|"
      "reinterpret|TensorWrapper|set_allocator|InterpreterError|MockTensor|OutOfResources|"
      "CompilationError|JITFunction|KernelInterface|compiler|backends|knobs|tools|ops|experimental|"
      "constexpr_function|must_use_result|errors|impl|common|utils|libdevice|__version__|profiler|"
      "TritonError|windows_utils|constexpr|math|interpreter|extension" },
};

/* "from a.b import X" with the import at this token; "import a" ends a line before "import b". */
static bool is_from_import(const struct code_scanner *s, size_t import)
{
    size_t i = import;
    while (i >= 2 && s->tokens.items[i - 1].kind == TOKEN_WORD && is(s, i - 2, "."))
        i -= 2;
    return is(s, import, "import") && i >= 2 && is(s, i - 2, "from");
}

/* The module whose member stands at i: "torch.cuda.X", "ce.X" of "cpp_extension as ce". */
static size_t module_at(const struct code_scanner *s, size_t i)
{
    for (size_t m = 0; m < ARRAY_LEN(modules); m++) {
        if (!is(s, i - 1, ".") && !is_from_import(s, i - 1))
            return ARRAY_LEN(modules);
        const size_t base = i - 2;
        bool fits = is(s, base, modules[m].module);
        if (m == 0)
            fits = fits && is(s, base - 1, ".") && code_scan_is_any(s, base - 2, "torch|th");
        if (m == 2)
            fits = fits && !is(s, base - 1, ".");
        for (size_t k = 0; !fits && m > 0 && k + 2 < s->tokens.n && code_scan_spend(s, 1); k++)
            fits = is(s, k, modules[m].module) && is(s, k + 1, "as") &&
                   (m == 1 || is(s, k - 1, "import")) &&
                   code_token_same(&s->tokens.items[k + 2], &s->tokens.items[base]);
        if (fits)
            return m;
    }
    return ARRAY_LEN(modules);
}

static bool is_missing(const struct code_scanner *s, size_t i)
{
    if (i < 3 || s->tokens.items[i].language != CODE_PYTHON ||
        s->tokens.items[i].kind != TOKEN_WORD)
        return false;
    if (is(s, i - 1, ".") && is(s, i - 2, "_C") && is(s, i + 1, "("))
        return code_scan_is_any(s, i, "*cuda*compile*|*compile_kernel*|*compile_cuda*|_jit_cuda*");
    if (s->tokens.items[i].text[0] == '_' ||
        !(code_scan_is_any(s, i + 1, "(|.") || is(s, i - 1, "import")))
        return false;
    const size_t m = module_at(s, i);
    if (m < ARRAY_LEN(modules) && !code_scan_is_any(s, i, modules[m].names))
        return true;
    /* "triton.runtime.compile_source(...)" */
    return is(s, i - 1, ".") && is(s, i - 2, "runtime") && is(s, i - 3, ".") &&
           is(s, i - 4, "triton") && is(s, i + 1, "(") &&
           code_scan_is_any(s, i, "*compile*|*source*");
}

void code_scan_interfaces(struct code_scanner *s)
{
    static const char caught[] = ":|Exception|BaseException|AttributeError|ImportError|except|,";
    for (size_t i = 3; i + 1 < s->tokens.n; i++)
        if (is_missing(s, i) && is_built_in_try(s, i, caught))
            code_scan_hit(s, CODE_UNBUILT, i, "calls an interface that does not exist");
}
