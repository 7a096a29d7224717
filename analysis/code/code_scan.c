#include "analysis/code/code_scan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "analysis/code/code_program.h"
#include "analysis/code/code_rules.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "tasks/text/code_token.h"

/*
 * Token patterns.
 *
 * Words separated by blanks match consecutive tokens of one language:
 *   a|b    one of these     call*   any token that begins so (also *call, *call*)
 *   ^      first of all: a statement begins here
 *   !a|b   as the last element: none of these follows
 *   $_     any name         $1      any name, the same one wherever $1 stands again
 */

struct code_pattern {
    enum code_kind kind;
    enum code_language language;
    const char *tokens;
    const char *what;
};

#define OPERATIONS                                                                                 \
    "matmul|mm|bmm|mv|dot|addmm|addmv|addbmm|baddbmm|einsum|tensordot|inner|outer|linear|conv1d|"  \
    "conv2d|conv3d|conv_transpose1d|conv_transpose2d|conv_transpose3d|relu|relu_|leaky_relu|"      \
    "sigmoid|tanh|gelu|selu|elu|celu|silu|mish|softplus|softsign|hardsigmoid|hardswish|hardtanh|"  \
    "softmax|log_softmax|logsumexp|layer_norm|batch_norm|group_norm|instance_norm|rms_norm|"       \
    "normalize|max_pool1d|max_pool2d|max_pool3d|avg_pool1d|avg_pool2d|avg_pool3d|"                 \
    "adaptive_avg_pool2d|adaptive_max_pool2d|cumsum|cumprod|sum|mean|var|std|prod|amax|amin|"      \
    "argmax|argmin|norm|cross_entropy|mse_loss|smooth_l1_loss|huber_loss|kl_div|hinge_loss|"       \
    "triplet_margin_loss|cosine_similarity|scaled_dot_product_attention|"                          \
    "multi_head_attention_forward|dropout|interpolate|tril|triu"

#define CALL_COUNTERS                                                                              \
    "calls|n_calls|num_calls|*call_count|*call_counter|call_idx|*n_launches|*launch_count"

#define PYTHON(kind, tokens, what)                                                                 \
    {                                                                                              \
        kind, CODE_PYTHON, tokens, what                                                            \
    }
#define CUDA(kind, tokens, what)                                                                   \
    {                                                                                              \
        kind, CODE_CUDA, tokens, what                                                              \
    }

static const struct code_pattern patterns[] = {
    PYTHON(CODE_CACHED_OUTPUT, "lru_cache|cache def forward|__call__|run", "memoised forward"),
    PYTHON(CODE_CACHED_OUTPUT, "lru_cache|cache ( ) def forward|__call__|run", "memoised forward"),
    PYTHON(CODE_CACHED_OUTPUT, "lru_cache|cache ( maxsize = $_ ) def forward|__call__|run",
           "memoised forward"),

    PYTHON(CODE_CALL_STATE, ". data_ptr ( ) in", "remembers inputs by address"),
    PYTHON(CODE_CALL_STATE, ". data_ptr ( ) ==", "remembers inputs by address"),
    PYTHON(CODE_CALL_STATE, "== $_ . data_ptr (", "remembers inputs by address"),
    PYTHON(CODE_CALL_STATE, "[ $_ . data_ptr ( ) ]", "remembers inputs by address"),
    PYTHON(CODE_CALL_STATE, "*key = $_ . data_ptr (", "remembers inputs by address"),
    PYTHON(CODE_CALL_STATE, "*key = ( $_ . data_ptr (", "remembers inputs by address"),
    PYTHON(CODE_CALL_STATE, "*key = id ( $_ )", "remembers inputs by identity"),
    PYTHON(CODE_CALL_STATE, "*key = ( id ( $_ )", "remembers inputs by identity"),
    PYTHON(CODE_CALL_STATE, "*key = ( , id ( $_ )", "remembers inputs by identity"),
    PYTHON(CODE_CALL_STATE, "*_id = id ( $_ )", "remembers inputs by identity"),
    PYTHON(CODE_CALL_STATE, "[ id ( $_ ) ]", "remembers inputs by identity"),
    PYTHON(CODE_CALL_STATE, CALL_COUNTERS " +=", "counts its calls"),
    CUDA(CODE_CALL_STATE, "static int|bool|unsigned|size_t|long " CALL_COUNTERS,
         "counts its calls"),
    CUDA(CODE_CALL_STATE, "if ( $_ . defined ( ) ) return",
         "returns a stored tensor when called again"),
    CUDA(CODE_CALL_STATE, "static std :: map|unordered_map < void|const|int64_t|uintptr_t",
         "remembers inputs by address"),
    CUDA(CODE_CALL_STATE,
         "__device__ int|bool|unsigned " CALL_COUNTERS
         "|filled|is_filled|cached|is_cached|have_result|already_done",
         "state that tells a first launch from later ones"),

    PYTHON(CODE_TIMER, "cuda . Event|synchronize =", "replaces a CUDA timer"),
    PYTHON(CODE_TIMER,
           "Event . record|elapsed_time|synchronize|query|wait =", "replaces a CUDA timer"),
    PYTHON(CODE_TIMER, "time . perf_counter|perf_counter_ns|time|time_ns|monotonic|process_time =",
           "replaces a clock"),
    PYTHON(CODE_TIMER, "$_ . perf_counter|do_bench =", "replaces a timer"),
    PYTHON(CODE_TIMER, "torch|tc|th . synchronize =", "replaces a timer"),
    PYTHON(CODE_TIMER, "setattr ( time ,", "replaces a clock"),
    PYTHON(CODE_TIMER, "setattr ( torch . cuda ,", "replaces a CUDA timer"),
    PYTHON(CODE_TIMER, "setattr ( $_ . cuda . Event ,", "replaces a CUDA timer"),
    PYTHON(CODE_TIMER, "setattr ( cuda|Event ,", "replaces a CUDA timer"),
    PYTHON(CODE_TIMER, "triton . testing . $_ =", "replaces a timer"),
    PYTHON(CODE_TIMER, "cuda . __dict__ [", "replaces a CUDA timer"),
    CUDA(CODE_TIMER, "if|while ( clock|clock64|__globaltimer (", "asks the clock"),
    CUDA(CODE_TIMER, "if|while ( __builtin_ia32_rdtsc|__rdtsc|clock_gettime|gettimeofday (",
         "asks the clock"),
    CUDA(CODE_TIMER, "cudaEventRecord|cudaEventElapsedTime =", "replaces a CUDA timer"),
    CUDA(CODE_TIMER, "cudaError_t cudaEventElapsedTime|cudaEventRecord|cudaDeviceSynchronize (",
         "replaces a CUDA timer"),

    CUDA(CODE_FALLBACK, "catch (", "catch"),

    PYTHON(CODE_LIBRARY, "torch . " OPERATIONS " (", "torch operation"),
    PYTHON(CODE_LIBRARY, "F|functional . " OPERATIONS " (", "torch operation"),
    PYTHON(CODE_LIBRARY, ". matmul|mm|bmm|addmm|mv (", "matrix product of torch"),
    PYTHON(CODE_LIBRARY, "torch . special|linalg|fft . $_ (", "torch operation"),
    PYTHON(CODE_LIBRARY, "torch . ops . aten", "torch operation"),
    PYTHON(CODE_LIBRARY, "torch . compile (", "torch.compile"),
    CUDA(CODE_LIBRARY, "torch|at :: " OPERATIONS " (", "torch operation"),
    CUDA(CODE_LIBRARY, ". matmul|mm|bmm|addmm|mv (", "matrix product of torch"),
    CUDA(CODE_LIBRARY, "cublas*|cudnn*|cusparse*|cufft*|cusolver* (", "CUDA library"),
    CUDA(CODE_LIBRARY, "thrust :: $_ (", "CUDA library"),

    PYTHON(CODE_LAZY, "_make_subclass|_make_wrapper_subclass (", "tensor subclass"),
    PYTHON(CODE_LAZY, "Tensor . __new__ (", "tensor subclass"),
    PYTHON(CODE_LAZY, "class $_ ( torch . Tensor )", "tensor subclass"),
    PYTHON(CODE_LAZY, "class $_ ( Tensor )", "tensor subclass"),
    PYTHON(CODE_LAZY, "def __torch_function__|__torch_dispatch__ (", "tensor subclass"),

    PYTHON(CODE_HARNESS, "inspect . stack|currentframe|getouterframes (", "walks the stack"),
    PYTHON(CODE_HARNESS, "sys . _getframe (", "walks the stack"),
    PYTHON(CODE_HARNESS, "gc . get_objects|get_referrers (", "looks for objects of others"),
    PYTHON(CODE_HARNESS, "torch . allclose|equal|manual_seed|isclose =", "replaces a function"),
    PYTHON(CODE_HARNESS, "torch . testing . $_ =", "replaces a function"),
    PYTHON(CODE_HARNESS, "^ torch . $_ =", "replaces a function"),
    PYTHON(CODE_HARNESS, "setattr ( torch ,", "replaces a function"),
    PYTHON(CODE_HARNESS, "builtins . $_ =", "replaces a function"),
    PYTHON(CODE_HARNESS, "import __main__", "reaches the main program"),
    PYTHON(CODE_HARNESS, "os . _exit (", "ends the process"),
    PYTHON(CODE_HARNESS, "ctypes . memmove|string_at|from_address (", "reads or writes memory"),
    PYTHON(CODE_HARNESS, "os . fdopen ( int (", "opens a descriptor of others"),

    PYTHON(CODE_PRECISION, ". half|bfloat16 ( )", "16-bit floats"),
    PYTHON(CODE_PRECISION, ". to ( torch|tl . float16|bfloat16|half", "16-bit floats"),
    PYTHON(CODE_PRECISION, "dtype = torch|tl . float16|bfloat16|half", "16-bit floats"),
    PYTHON(CODE_PRECISION, "$_ = torch|tl . float16|bfloat16|half", "16-bit floats"),
    PYTHON(CODE_PRECISION, "autocast (", "autocast"),
    PYTHON(CODE_PRECISION, "allow_tf32 = True", "TF32"),
    CUDA(CODE_PRECISION, "__float2half*|__float22half*|__floats2half*|__float2bfloat16* (",
         "16-bit floats"),
    CUDA(CODE_PRECISION, "precision :: tf32", "TF32"),
    CUDA(CODE_PRECISION, "__float_to_tf32 (", "TF32"),
    CUDA(CODE_PRECISION, "at :: kHalf|kBFloat16", "16-bit floats"),
    CUDA(CODE_PRECISION, "torch :: kHalf|kFloat16|kBFloat16", "16-bit floats"),
};

static const struct code_pattern kernel_marks[] = {
    CUDA(CODE_LIBRARY, "__global__", ""),
    PYTHON(CODE_LIBRARY, "triton . jit|autotune", ""),
    PYTHON(CODE_LIBRARY, "import triton", ""),
    PYTHON(CODE_LIBRARY, "T . prim_func", ""),
    PYTHON(CODE_LIBRARY, "cute . kernel|jit", ""),
    PYTHON(CODE_LIBRARY, "cuda . jit", ""),
    PYTHON(CODE_LIBRARY, "RawKernel|RawModule|load_inline|cpp_extension", ""),
    PYTHON(CODE_LIBRARY, "pl . pallas_call", ""),
    PYTHON(CODE_LIBRARY, "helion . kernel|jit", ""),
};

struct glob_word {
    const char *text;
    size_t len;
};

static bool matches_element(struct glob_word element, struct glob_word w,
                            struct glob_word *captured)
{
    if (element.text[0] == '!' && element.len > 2)
        return !code_word_is_any(element.text + 1, element.len - 1, w.text, w.len);
    if (element.text[0] != '$')
        return code_word_is_any(element.text, element.len, w.text, w.len);
    if (!is_name(w.text[0]))
        return false;
    if (element.text[1] == '_')
        return true;
    if (captured->text == NULL)
        *captured = w;
    return captured->len == w.len && memcmp(captured->text, w.text, w.len) == 0;
}

static bool code_pattern_matches(const struct code_pattern *p, const struct token_list *t,
                                 size_t at)
{
    struct glob_word captured = { NULL, 0 };
    const char *first = p->tokens;
    if (*first == '^') {
        if (at < t->n && !t->items[at].begins_line && (at == 0 || t->items[at - 1].text[0] != ';'))
            return false;
        first += 2;
    }
    for (const char *s = first; *s != '\0'; at++) {
        const char *space = strchr(s, ' ');
        struct glob_word element = { s, space == NULL ? strlen(s) : (size_t)(space - s) };
        bool ends = at >= t->n || t->items[at].language != p->language;
        if (ends)
            return element.text[0] == '!' && element.len > 2;
        struct glob_word w = { t->items[at].text, t->items[at].len };
        if (!matches_element(element, w, &captured))
            return false;
        s += element.len + (s[element.len] == ' ' ? 1 : 0);
    }
    return true;
}

/*
 * The patterns whose first element can begin with a byte: most tokens begin none, and a text has
 * many.
 */
#define INDEX_WORDS ((ARRAY_LEN(patterns) + ARRAY_LEN(kernel_marks) + 63) / 64)

struct pattern_index {
    uint64_t by_byte[256][INDEX_WORDS];
};

static void index_first(struct pattern_index *x, const char *tokens, size_t k)
{
    const char *at = *tokens == '^' ? tokens + 2 : tokens;
    const uint64_t bit = (uint64_t)1 << k % 64;
    bool begins = true;
    for (; *at != '\0' && *at != ' '; begins = *at++ == '|') {
        if (!begins)
            continue;
        const bool any = strchr("*$!", *at) != NULL;
        for (size_t b = 0; any && b < 256; b++)
            x->by_byte[b][k / 64] |= bit;
        x->by_byte[(unsigned char)*at][k / 64] |= bit;
    }
}

static void index_patterns(struct pattern_index *x)
{
    *x = (struct pattern_index){ 0 };
    for (size_t k = 0; k < ARRAY_LEN(patterns); k++)
        index_first(x, patterns[k].tokens, k);
    for (size_t k = 0; k < ARRAY_LEN(kernel_marks); k++)
        index_first(x, kernel_marks[k].tokens, ARRAY_LEN(patterns) + k);
}

#define MAX_LAYERS 64

static bool is(const struct code_scanner *s, size_t i, const char *word)
{
    return code_scan_is(s, i, word);
}

static bool is_python(const struct code_scanner *s, size_t i)
{
    return i < s->tokens.n && s->tokens.items[i].language == CODE_PYTHON;
}

static bool has_sequence(const struct code_scanner *s, const char *first, const char *second,
                         size_t *out_at)
{
    for (size_t i = 0; i + 1 < s->tokens.n; i++) {
        if (is(s, i, first) && is(s, i + 1, second)) {
            *out_at = i;
            return true;
        }
    }
    return false;
}

static size_t column_of(const struct code_scanner *s, size_t i)
{
    const char *text = s->text;
    size_t at = (size_t)(s->tokens.items[i].text - text);
    size_t start = at;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return at - start;
}

/* Beside "class ModelNew", "class Model" is the suite's reference. */
static void skip_reference(struct code_scanner *s)
{
    size_t model;
    size_t candidate;
    if (!has_sequence(s, "class", "Model", &model) ||
        !has_sequence(s, "class", "ModelNew", &candidate))
        return;
    s->skip_from = model;
    s->skip_to = model + 1;
    while (s->skip_to < s->tokens.n &&
           !(is_python(s, s->skip_to) && s->tokens.items[s->skip_to].begins_line &&
             column_of(s, s->skip_to) == 0))
        s->skip_to++;
}

#define BUILDS "load_inline|load|load_library|compile|CDLL|RawKernel|RawModule|exec"
#define TRIALS "*tune|*tune_*|*probe*|*bench*|*warm*|*calibrate*"
/* Calls that run no kernel: conversions, paths, settings. */
#define NEUTRAL_CALLS                                                                              \
    "int|float|str|bool|len|getattr|hasattr|setattr|isinstance|type|list|tuple|dict|set|range|"    \
    "print|open|Path|glob|" TRIALS
#define NEUTRAL_METHODS                                                                            \
    "append|extend|insert|join|split|strip|startswith|endswith|items|keys|values|get|pop|clear|"   \
    "dirname|abspath|realpath|exists|isdir|isfile|is_dir|is_file|glob|rglob|listdir|makedirs|"     \
    "mkdir|read|write|close|getsitepackages|get_include|getenv|find_spec|set_allocator|"           \
    "load_state_dict|state_dict|format_exc|print_exc|warn|filterwarnings|is_available|"            \
    "get_device_capability|get_device_properties|get_device_name|device_count|manual_seed|"        \
    "set_float32_matmul_precision|empty|empty_like|zeros|synchronize|current_stream|Stream|"       \
    "perf_counter|*_free|free|release|destroy"
#define CLEANUPS "*_free|free|release|destroy|close|unlink|rmtree|remove"
#define NO_CALLEES                                                                                 \
    "if|elif|while|return|in|and|or|not|assert|import|yield|lambda|for|with|is|except|else|del|"   \
    "await|raise"

/* "except triton.OutOfResources": the same kernel is tried with smaller blocks. */
static bool handles_resources(const struct code_scanner *s, const struct code_statement *head)
{
    for (size_t i = head->from + 1; i < head->to; i++)
        if (code_scan_is_any(s, i, "*OutOfResources*|*ResourceConstraint*"))
            return true;
    return false;
}

/* "return f(x, block // 2)" in f: once more. */
static bool tries_again(const struct code_scanner *s, size_t except, size_t end)
{
    const struct code_statement *all = s->flow.statements;
    for (size_t k = 0; k < s->flow.n_functions && code_scan_spend(s, 1); k++) {
        const struct code_function *f = &s->flow.functions[k];
        for (size_t i = except + 1; except >= f->first && except < f->end && i < end; i++)
            if (is(s, all[i].from, "return") && is(s, all[i].from + 2, "(") &&
                code_token_same(&s->tokens.items[all[i].from + 1], &s->tokens.items[f->name]))
                return true;
    }
    return false;
}

/* The bracket at i opens a call that may run a kernel. */
static bool opens_call(const struct code_scanner *s, size_t i)
{
    if (!is_python(s, i) || !is(s, i, "(") || i == 0)
        return false;
    if (is(s, i - 1, ")") || is(s, i - 1, "]"))
        return true;
    const bool is_method =
        i > 1 && is(s, i - 2, ".") && code_scan_is_any(s, i - 1, NEUTRAL_METHODS);
    return s->tokens.items[i - 1].kind == TOKEN_WORD && !is_method &&
           !code_scan_is_any(s, i - 1, NEUTRAL_CALLS "|" NO_CALLEES);
}

static bool has_call_of(const struct code_scanner *s, size_t from, size_t to, size_t callee)
{
    for (size_t i = from; i < to && code_scan_spend(s, 1); i++)
        if (is(s, i + 1, "(") && code_token_same(&s->tokens.items[i], &s->tokens.items[callee]))
            return true;
    return false;
}

static bool has_library_call(const struct code_scanner *s, size_t from, size_t to)
{
    for (size_t i = from; i < to && code_scan_spend(s, 1); i++)
        if (is(s, i, "@") || (code_scan_is_any(s, i, "torch|F|functional|nn") &&
                              is(s, i + 1, ".") && code_scan_is_any(s, i + 2, OPERATIONS)))
            return true;
    return false;
}

/* The handler calls only what the try calls as well, such as a kernel without a CUDA graph. */
static bool computes_the_same(const struct code_scanner *s, size_t try_at, size_t except)
{
    const struct code_statement *all = s->flow.statements;
    const size_t stop = code_flow_block_end(&s->flow, try_at);
    const size_t end = code_flow_block_end(&s->flow, except);
    const size_t from = all[try_at].to;
    const size_t to = all[stop - 1].to;
    bool any = false;
    for (size_t i = all[except].to; i < all[end - 1].to; i++) {
        if (!opens_call(s, i))
            continue;
        if (!has_call_of(s, from, to, i - 1))
            return false;
        any = true;
    }
    return any && !has_library_call(s, all[except].to, all[end - 1].to);
}

/* A CUDA graph is captured, which may fail; behind the try the same function calls no library. */
static bool only_captures(const struct code_scanner *s, size_t try_at, size_t except)
{
    const struct code_statement *all = s->flow.statements;
    const size_t stop = code_flow_block_end(&s->flow, try_at);
    bool captures = false;
    for (size_t i = all[try_at].to; i < all[stop - 1].to && code_scan_spend(s, 1); i++) {
        if (code_scan_is_any(s, i, BUILDS))
            return false;
        captures = captures ||
                   (code_scan_is_any(s, i, "CUDAGraph|make_graphed_callables|*capture|replay") &&
                    is(s, i + 1, "("));
    }
    size_t end = code_flow_block_end(&s->flow, except);
    for (size_t k = 0; k < s->flow.n_functions && code_scan_spend(s, 1); k++)
        if (except >= s->flow.functions[k].first && except < s->flow.functions[k].end)
            end = s->flow.functions[k].end; /* the innermost comes last */
    return captures && !has_library_call(s, all[except].to, all[end - 1].to);
}

/* In a loop, behind which nothing is left but to raise. */
static bool raises_behind_loop(const struct code_scanner *s, size_t try_at)
{
    const struct code_statement *all = s->flow.statements;
    size_t column = all[try_at].column;
    for (size_t i = try_at; i-- > 0 && column > 0 && code_scan_spend(s, 1);) {
        if (all[i].column >= column)
            continue;
        column = all[i].column;
        const size_t end = code_flow_block_end(&s->flow, i);
        if (is(s, all[i].from, "for"))
            return end < s->flow.n_statements && is(s, all[end].from, "raise");
    }
    return false;
}

/* Files, blocks of other sizes, and configurations that are tried in turn. */
static bool is_trial(const struct code_scanner *s, size_t try_at, size_t except)
{
    const struct code_statement *all = s->flow.statements;
    const size_t stop = code_flow_block_end(&s->flow, try_at);
    const size_t end = code_flow_block_end(&s->flow, except);
    bool is_tuning = end == except + 2 && is(s, all[except + 1].from, "continue");
    for (size_t i = all[try_at].to; i < all[stop - 1].to && code_scan_spend(s, 1); i++)
        if (code_scan_is_any(s, i, BUILDS) && is(s, i + 1, "("))
            return false;
    for (size_t i = all[try_at].to; i < all[stop - 1].to && code_scan_spend(s, 1); i++)
        is_tuning = is_tuning || code_scan_is_any(s, i, "elapsed_time|perf_counter|do_bench") ||
                    (code_scan_is_any(s, i, CLEANUPS) && is(s, i + 1, "("));
    for (size_t k = 0; k < s->flow.n_functions && code_scan_spend(s, 1); k++)
        if (except >= s->flow.functions[k].first && except < s->flow.functions[k].end &&
            code_scan_is_any(s, s->flow.functions[k].name, TRIALS))
            is_tuning = true;
    return is_tuning ||
           code_scan_is_any(s, all[except].from + 1,
                            "OSError|FileNotFoundError|FileExistsError|PermissionError|KeyError");
}

/* A handler that raises gives nothing instead; a try that runs no kernel, as of settings, computes
 * nothing that could fail.  Optional imports are no fallback. */
static bool is_fallback(const struct code_scanner *s, size_t except)
{
    const struct code_statement *all = s->flow.statements;
    const size_t head = all[except].from;
    const size_t next = is(s, head + 1, "(") ? head + 2 : head + 1;
    const size_t end = code_flow_block_end(&s->flow, except);
    size_t at = except;
    bool raises = false;
    if (tries_again(s, except, end))
        return false;
    if (is(s, next, "ImportError") || is(s, next, "ModuleNotFoundError") ||
        handles_resources(s, &all[except]))
        return false;
    for (size_t i = except + 1; i < end && code_scan_spend(s, 1); i++)
        if (all[i].column == all[except + 1].column)
            raises = is(s, all[i].from, "raise");
    if (raises)
        return false;
    while (at > 0 && code_scan_spend(s, 1) &&
           !(all[at].column == all[except].column && is(s, all[at].from, "try")))
        at--;
    if (!is(s, all[at].from, "try"))
        return true;
    if (raises_behind_loop(s, at) || computes_the_same(s, at, except) ||
        only_captures(s, at, except) || is_trial(s, at, except))
        return false;
    const size_t stop = code_flow_block_end(&s->flow, at);
    for (size_t i = at + 1; i < stop;) {
        if (is(s, all[i].from, "def")) {
            i = code_flow_block_end(&s->flow, i);
            continue;
        }
        for (size_t k = all[i].from; k < all[i].to; k++)
            if (!code_scan_spend(s, 1) || opens_call(s, k))
                return true;
        i++;
    }
    return false;
}

/* The innermost; NULL: in none. */
static const struct code_function *function_around(const struct code_scanner *s, size_t i)
{
    const struct code_function *in = NULL;
    for (size_t k = 0; k < s->flow.n_functions && code_scan_spend(s, 1); k++) {
        const struct code_function *f = &s->flow.functions[k];
        if (f->first < f->end && i >= s->flow.statements[f->first].from &&
            i < s->flow.statements[f->end - 1].to)
            in = f;
    }
    return in;
}

/* "@triton.jit" or "@triton.jit(...)" before its def. */
static bool is_jitted(const struct code_scanner *s, const struct code_function *f)
{
    size_t i = f->name < 2 ? 0 : f->name - 2;
    for (size_t n = 0; is(s, f->name - 2, ")") && i > 0 && n < 64 && !is(s, i, "("); n++)
        i--;
    return is(s, is(s, i, "(") && i > 0 ? i - 1 : i, "jit");
}

/* "catch (...) { PyErr_SetString(...); return nullptr; }" raises in Python. */
static bool raises_again(const struct code_scanner *s, size_t i)
{
    size_t depth = 0;
    if (s->tokens.items[i].language != CODE_CUDA || !is(s, i, "catch"))
        return false;
    while (i < s->tokens.n && !is(s, i, "{"))
        i++;
    for (; i < s->tokens.n && code_scan_spend(s, 1); i++) {
        depth += is(s, i, "{");
        if (is(s, i, "}") && --depth == 0)
            return false;
        if (code_scan_is_any(s, i, "throw|PyErr_*|abort|exit|TORCH_CHECK|AT_ERROR|rethrow*"))
            return true;
    }
    return false;
}

#define DEEPEST_CALL 4

/* A constructor, a function that makes inputs, or one that only these and the module's own code
 * call. */
static bool only_prepares(const struct code_scanner *s, const struct code_function *f, int depth)
{
    bool any = false;
    if (code_scan_is_any(s, f->name, "__init__|get_inputs|get_init_inputs|reset_parameters"))
        return true;
    if (f->is_reached || depth == DEEPEST_CALL)
        return false;
    for (size_t i = 0; i < s->tokens.n && code_scan_spend(s, 1); i++) {
        if (i == f->name || !code_token_same(&s->tokens.items[i], &s->tokens.items[f->name]))
            continue;
        const struct code_function *in = function_around(s, i);
        if (!is(s, i + 1, "(") || (in != NULL && !only_prepares(s, in, depth + 1)))
            return false;
        any = true;
    }
    return any;
}

static bool has_entry(const struct code_scanner *s)
{
    for (size_t k = 0; k < s->flow.n_functions; k++)
        if (s->flow.functions[k].is_timed)
            return true;
    return false;
}

static bool never_runs(const struct code_scanner *s, size_t token)
{
    size_t from = 0;
    size_t to = s->dead == NULL ? 0 : s->flow.n_statements;
    while (from < to) {
        const size_t mid = from + (to - from) / 2;
        if (s->flow.statements[mid].to <= token)
            from = mid + 1;
        else
            to = mid;
    }
    if (s->dead == NULL || from >= s->flow.n_statements || !s->dead[from])
        return false;
    /* A handler counts as dead where the try calls a library alone, and may run all the same. */
    size_t column = s->flow.statements[from].column;
    for (size_t i = from; i-- > 0 && column > 0 && code_scan_spend(s, 1);) {
        if (s->flow.statements[i].column >= column)
            continue;
        column = s->flow.statements[i].column;
        if (is(s, s->flow.statements[i].from, "except"))
            return false;
    }
    return true;
}

/* Statements that cannot run, examples behind the functions, and functions that prepare or test
 * are no part of the call. */
static bool is_beside_the_call(const struct code_scanner *s, size_t i)
{
    const struct code_function *in = function_around(s, i);
    if (!is_python(s, i))
        return false;
    if (in == NULL)
        return s->flow.n_functions > 0;
    if (never_runs(s, i) || (has_entry(s) && only_prepares(s, in, 0)))
        return true;
    return !in->is_reached &&
           code_scan_is_any(s, in->name, "test*|check*|verify*|bench*|main|*reference*|ref_*");
}

/* x @ w; a decorator's @ begins its line. */
static void scan_matmul_operator(struct code_scanner *s, size_t i)
{
    if (!is_python(s, i) || !(is(s, i, "@") || is(s, i, "@=")) || s->tokens.items[i].begins_line)
        return;
    const struct code_function *in = function_around(s, i);
    if ((in == NULL || !is_jitted(s, in)) && !is_beside_the_call(s, i))
        code_scan_hit(s, CODE_LIBRARY, i, "matrix product by @");
}

/* Of the three settings only "highest" keeps 32 bits; strings are no tokens. */
static void scan_matmul_precision(struct code_scanner *s, size_t i)
{
    static const char highest[] = "highest";
    const struct code_token *t = &s->tokens.items[i];
    if (!is_python(s, i) || !is(s, i, "set_float32_matmul_precision") || !is(s, i + 1, "("))
        return;
    const char *at = t->text + t->len;
    size_t left = (size_t)(s->text + s->len - at);
    while (left > 0 && (*at == '(' || *at == '"' || *at == '\'' || is_space(*at))) {
        at++;
        left--;
    }
    if (left < sizeof(highest) - 1 || memcmp(at, highest, sizeof(highest) - 1) != 0)
        code_scan_hit(s, CODE_PRECISION, i, "TF32");
}

/* os.getenv("POPCORN_FD"): where an evaluator's verdict goes, or its seed; strings are no tokens.
 */
static void scan_evaluator_names(struct code_scanner *s, size_t i)
{
    static const char *const names[] = { "POPCORN_FD", "POPCORN_SEED" };
    if (!is_python(s, i) || !code_scan_is_any(s, i, "getenv|environ"))
        return;
    const char *start = s->tokens.items[i].text + s->tokens.items[i].len;
    const char *end = memchr(start, '\n', (size_t)(s->text + s->len - start));
    const size_t len = (size_t)((end == NULL ? s->text + s->len : end) - start);
    for (size_t k = 0; k < ARRAY_LEN(names); k++)
        for (size_t at = 0; at + strlen(names[k]) <= len; at++)
            if (memcmp(start + at, names[k], strlen(names[k])) == 0)
                code_scan_hit(s, CODE_HARNESS, i, "reads the evaluator's own data");
}

/* "self.matmul(x)" and "extension.mm(x)" of what load_inline made are the candidate's own, and
 * "torch.prod(torch.tensor(sizes))" counts elements. */
static bool is_own_or_size(const struct code_scanner *s, size_t i)
{
    if (is(s, i, "torch") && is(s, i + 3, "(") && is(s, i + 4, "torch") && is(s, i + 6, "tensor"))
        return true;
    if (!is(s, i, ".") || i == 0)
        return false;
    if (is(s, i - 1, "self"))
        return true;
    for (size_t k = 0; k + 2 < s->tokens.n && code_scan_spend(s, 1); k++)
        if (code_token_same(&s->tokens.items[k], &s->tokens.items[i - 1]) && is(s, k + 1, "=") &&
            (code_scan_is_any(s, k + 2, "load_inline|load") ||
             code_scan_is_any(s, k + 4, "load_inline|load") ||
             code_scan_is_any(s, k + 6, "load_inline|load")))
            return true;
    return false;
}

#define WEIGHTS                                                                                    \
    "*weight*|w|W|b|wg|wu|wd|wq|wk|wv|wo|wp|w_*|W_*|*_w|*_W|bias|*_bias|*scale|*scales|zeros|"     \
    "*_zeros|params"

/* "wg = self.W_gate" or "wg, wu = model.a, model.b" in the same function. */
static bool comes_from_member(const struct code_scanner *s, size_t name)
{
    const struct code_function *in = function_around(s, name);
    if (in == NULL)
        return false;
    for (size_t i = in->first; i < in->end; i++) {
        const struct code_statement *st = &s->flow.statements[i];
        size_t eq = st->from;
        bool is_target = false;
        while (eq < st->to && code_scan_spend(s, 1) && !is(s, eq, "=") && !is(s, eq, "("))
            is_target =
                code_token_same(&s->tokens.items[eq++], &s->tokens.items[name]) || is_target;
        if (is_target && is(s, eq, "=") && code_scan_is_any(s, eq + 1, "self|model|module") &&
            is(s, eq + 2, ".") && !is(s, eq + 4, "("))
            return true;
    }
    return false;
}

/* Every address or identity of the statement is a parameter's: what was made of weights is kept. */
static bool is_of_weights(const struct code_scanner *s, size_t i)
{
    size_t at = 0;
    bool any = false;
    while (at < s->flow.n_statements && s->flow.statements[at].to <= i)
        at++;
    if (at == s->flow.n_statements || !is_python(s, i))
        return false;
    const struct code_statement *st = &s->flow.statements[at];
    for (size_t k = st->from; k < st->to && code_scan_spend(s, 1); k++) {
        const bool address = is(s, k, "data_ptr") && is(s, k - 1, ".") && k >= st->from + 2;
        const bool identity = is(s, k, "id") && is(s, k + 1, "(");
        if (!address && !identity)
            continue;
        size_t name = address ? k - 2 : k + 2;
        while (identity && is(s, name + 1, "."))
            name += 2;
        any = true;
        if (s->tokens.items[name].kind != TOKEN_WORD ||
            !(is(s, name - 1, ".") || code_scan_is_any(s, name, WEIGHTS) ||
              comes_from_member(s, name)))
            return false;
    }
    return any;
}

/* "static std::map<int64_t, ...>" has addresses for keys where the text makes integers of them. */
static bool has_integer_keys(const struct code_scanner *s, size_t i)
{
    if (s->tokens.items[i].language != CODE_CUDA || !is(s, i, "static") || !is(s, i + 1, "std") ||
        !is(s, i + 5, "int64_t"))
        return false;
    for (size_t k = 0; k + 3 < s->tokens.n && code_scan_spend(s, 1); k++)
        for (size_t at = k + 2; is(s, k, "int64_t") && at < k + 6; at++)
            if (is(s, at, "data_ptr") && code_scan_is_any(s, k + 1, ">|)"))
                return false;
    return true;
}

/* In a function that is no entry and that the text names nowhere else. */
static bool is_never_called(const struct code_scanner *s, size_t i)
{
    const struct code_function *in = function_around(s, i);
    if (in == NULL || in->is_reached || code_scan_is_any(s, in->name, "__*"))
        return false;
    for (size_t k = 0; k < s->tokens.n && code_scan_spend(s, 1); k++)
        if (k != in->name && code_token_same(&s->tokens.items[k], &s->tokens.items[in->name]))
            return false;
    return true;
}

/* A layer may keep parameters; calling it is the library's operation. */
struct layers {
    size_t tokens[MAX_LAYERS];
    size_t n;
};

static void scan_layer_calls(struct code_scanner *s)
{
    struct layers layers = { .n = 0 };
    for (size_t i = 0; i + 8 < s->tokens.n && layers.n < MAX_LAYERS; i++) {
        if (!is(s, i, "self") || !is(s, i + 1, ".") || !is(s, i + 3, "="))
            continue;
        size_t at = is(s, i + 4, "torch") && is(s, i + 5, ".") ? i + 6 : i + 4;
        bool holds = is(s, at + 2, "Parameter") || is(s, at + 2, "ParameterList") ||
                     is(s, at + 2, "ModuleList") || is(s, at + 2, "Identity");
        if (is(s, at, "nn") && is(s, at + 1, ".") && is(s, at + 3, "(") && !holds)
            layers.tokens[layers.n++] = i + 2;
    }
    for (size_t i = 0; i + 3 < s->tokens.n && layers.n > 0; i++) {
        if (!is(s, i, "self") || !is(s, i + 1, ".") || !is(s, i + 3, "("))
            continue;
        for (size_t k = 0; k < layers.n; k++) {
            if (code_token_same(&s->tokens.items[i + 2], &s->tokens.items[layers.tokens[k]]) &&
                !never_runs(s, i))
                code_scan_hit(s, CODE_LIBRARY, i, "call of a torch.nn layer");
        }
    }
}

/* True when only a kernel has such a token. */
static bool scan_patterns(struct code_scanner *s, const struct pattern_index *x, size_t i)
{
    const uint64_t *candidates = x->by_byte[(unsigned char)s->tokens.items[i].text[0]];
    bool marks = false;
    for (size_t w = 0; w < INDEX_WORDS; w++) {
        for (uint64_t left = candidates[w]; left != 0; left &= left - 1) {
            const size_t k = 64 * w + (size_t)__builtin_ctzll(left);
            const struct code_pattern *p =
                k < ARRAY_LEN(patterns) ? &patterns[k] : &kernel_marks[k - ARRAY_LEN(patterns)];
            if (p->language != s->tokens.items[i].language ||
                !code_pattern_matches(p, &s->tokens, i))
                continue;
            if (k >= ARRAY_LEN(patterns))
                marks = true;
            else if (!(p->kind == CODE_HARNESS && is_never_called(s, i)) &&
                     !(p->kind == CODE_FALLBACK && raises_again(s, i)) &&
                     !(p->kind == CODE_CALL_STATE &&
                       (is_of_weights(s, i) || has_integer_keys(s, i))) &&
                     !(p->kind == CODE_LIBRARY && !is(s, i + 2, "compile") &&
                       (is_beside_the_call(s, i) || is_own_or_size(s, i))))
                code_scan_hit(s, p->kind, i, p->what);
        }
    }
    return marks;
}

/* What needs to know who calls whom has work of its own. */
static void scan_program(struct code_scanner *s, struct arena *scratch)
{
    struct code_program program;
    size_t *saved = s->work;
    size_t work = 0;
    s->work = &work;
    if (code_program_read(s, scratch, &program)) {
        s->dead = program.dead;
        code_scan_decoys(&program);
        code_scan_inputs(&program);
    }
    s->work = saved;
}

void code_scan_text(const char *text, size_t len, struct arena *arena, struct code_scan *out)
{
    struct arena scratch = { 0 };
    size_t work = 0;
    struct code_scanner s = { .text = text, .len = len, .work = &work };
    s.tokens = code_tokens_run(text, len < CODE_MAX_BYTES ? len : CODE_MAX_BYTES, &scratch);
    s.flow = code_flow_read(text, &s.tokens, &scratch);
    *out = (struct code_scan){ 0 };
    skip_reference(&s);
    code_scan_stored(&s);
    code_scan_constant(&s);
    code_scan_streams(&s);
    code_scan_builds(&s);
    code_scan_interfaces(&s);
    code_scan_remarks(&s);
    scan_program(&s, &scratch);
    struct pattern_index x;
    index_patterns(&x);
    for (size_t i = 0; i < s.tokens.n; i++) {
        out->has_kernel = scan_patterns(&s, &x, i) || out->has_kernel;
        scan_evaluator_names(&s, i);
        scan_matmul_operator(&s, i);
        scan_matmul_precision(&s, i);
        out->is_model = out->is_model || (is(&s, i, "class") && is(&s, i + 1, "ModelNew"));
    }
    for (size_t i = 0; i < s.flow.n_statements; i++) {
        const size_t head = s.flow.statements[i].from;
        if (is_python(&s, head) && is(&s, head, "except") && is_fallback(&s, i))
            code_scan_hit(&s, CODE_FALLBACK, head, "except");
    }
    scan_layer_calls(&s);
    arena_release(&scratch);
    out->n_hits = s.n_hits;
    out->hits = arena_array(arena, s.n_hits, sizeof(*out->hits));
    if (s.n_hits > 0)
        memcpy(out->hits, s.hits, s.n_hits * sizeof(*out->hits));
}
