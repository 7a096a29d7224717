/*
 * source_words_test.c - which directives a kernel file may have, in which words others are refused,
 * and what makes a kernel one that synchronises.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/eval/text/kernel_text.h"

static const struct text_headers cpu = { .backend = "cpu" };

#define FAR    "a preprocessor directive is too far to the right"
#define PRAGMA "not accepted in a kernel file: #pragma other than unroll, once, pack and diagnostic"
#define TEN    "0123456789"

static void what_is_refused_is_named_with_its_line(void **state)
{
    static const struct {
        const char *text, *message; /* NULL: accepted */
        size_t line;
    } rows[] = {
        { "#include <math.h>\n#include \"cuda.h\"\n", NULL, 0 },
        { "int a;\n\n#include <vector>\n", "not on the cpu backend: #include of vector", 3 },
        { "#include \"a\tb\x7f\x80~ \"", "not on the cpu backend: #include of a?b??~ ", 1 },
        { "#include <math.h", "not on the cpu backend: #include of math.h", 1 },
        { "#include <math.h\"", "not on the cpu backend: #include of math.h\"", 1 },
        { "#include <" TEN TEN TEN TEN TEN TEN TEN TEN TEN "abcdefgh>",
          "not on the cpu backend: #include of " TEN TEN TEN TEN TEN TEN TEN TEN TEN "abcde", 1 },
        { "#include MACRO", "#include must name a header directly", 1 },
        { "#include", "#include must name a header directly", 1 },
        { "a\\\nb\n#include /* */ MACRO", "#include must name a header directly", 3 },
        { "# /* a", "a comment cuts a preprocessor directive", 1 },
        { "/* a */ # /**/ include_next <math.h>", "not accepted in a kernel file: #include_next",
          1 },
        { "#import <math.h>", "not accepted in a kernel file: #import", 1 },
        { "#embed <math.h>", "not accepted in a kernel file: #embed", 1 },
        { "%:assert a", "not accepted in a kernel file: #assert", 1 },
        { "#ident \"a\"", "not accepted in a kernel file: #ident", 1 },
        { "#sccs \"a\"", "not accepted in a kernel file: #sccs", 1 },
        { "#unassert a", "not accepted in a kernel file: #unassert", 1 },
        { "#includes <math.h>", NULL, 0 },
        { "a:include <vector>", NULL, 0 },
        { "%include <vector>", NULL, 0 },
        { "%:include <vector>", "not on the cpu backend: #include of vector", 1 },
        { "#assertion", NULL, 0 },
        { "int a; # include <vector>", NULL, 0 },
        { "#pragma unroll 4", NULL, 0 },
        { "#pragma nounroll", NULL, 0 },
        { "#pragma once", NULL, 0 },
        { "#pragma pack(1)", NULL, 0 },
        { "#pragma nv_diag_suppress 177", NULL, 0 },
        { "#pragma diag_suppress 177", NULL, 0 },
        { "#pragma GCC diagnostic push", NULL, 0 },
        { "#pragma clang \t diagnostic push", NULL, 0 },
        { "#pragma GCC optimize(\"O0\")", PRAGMA, 1 },
        { "#pragma clang diagnostics", PRAGMA, 1 },
        { "#pragma unrolled", PRAGMA, 1 },
        { "#pragma nv", PRAGMA, 1 },
        { "#pragma diag", PRAGMA, 1 },
        { "#pragma", PRAGMA, 1 },
        { "a\nb\nc\n#pragma omp parallel", PRAGMA, 4 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char out[256];
        struct text_error e = { 0 };
        bool ok = kernel_text_directives(rows[i].text, strlen(rows[i].text), &cpu, out, &e);
        if (ok != (rows[i].message == NULL) || e.line != rows[i].line ||
            (!ok && strcmp(e.msg, rows[i].message) != 0))
            fail_msg("%s: line %zu: %s", rows[i].text, e.line, ok ? "accepted" : e.msg);
    }
}

static void all_of_these_headers_are_built_in(void **state)
{
    static const char *const names[] = {
        "cuda_runtime.h",
        "cuda.h",
        "cuda_runtime_api.h",
        "device_launch_parameters.h",
        "device_functions.h",
        "vector_types.h",
        "vector_functions.h",
        "math_constants.h",
        "sm_60_atomic_functions.h",
        "math_functions.h",
        "cuda_fp16.h",
        "cuda_fp16.hpp",
        "cuda_bf16.h",
        "cuda_bf16.hpp",
        "math.h",
        "cmath",
        "stdint.h",
        "cstdint",
        "float.h",
        "cfloat",
        "limits.h",
        "climits",
        "stddef.h",
        "cstddef",
        "stdio.h",
        "cstdio",
        "stdlib.h",
        "cstdlib",
        "assert.h",
        "cassert",
        "string.h",
        "cstring",
        "inttypes.h",
        "stdbool.h",
    };
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        char out[64];
        struct text_error e = { 0 };
        const char *text = arena_printf(&a, "#include <%s>", names[i]);
        if (!kernel_text_directives(text, strlen(text), &cpu, out, &e))
            fail_msg("%s: %s", text, e.msg);
        text = arena_printf(&a, "#include <%sx>", names[i]);
        assert_false(kernel_text_directives(text, strlen(text), &cpu, out, &e));
    }
    arena_release(&a);
}

/* Behind the word _Pragma. */
static void the_operator_is_held_to_the_same_rules(void **state)
{
    static const struct {
        const char *after;
        bool accepted;
    } rows[] = {
        { "(\"unroll\")", true },
        { " \t ( \n L\"unroll 4\")", true },
        { "(\" \t once\")", true },
        { "(\"GCC diagnostic push\")", true },
        { "(\"omp parallel\")", false },
        { "(\"\")", false },
        { "(unroll)", false },
        { "\"unroll\"", false },
        { "(LL\"unroll\")", false },
        { "(u\"unroll\")", false },
        { "", false },
        { "(", false },
        { "(L", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (kernel_text_pragma(rows[i].after) != rows[i].accepted)
            fail_msg("%s", rows[i].after);
}

static bool synchronises(const char *text)
{
    return kernel_text_synchronises(text, strlen(text), "k");
}

static void names_that_synchronise(void **state)
{
    static const struct {
        const char *name;
        bool sync;
    } rows[] = {
        { "rb_x", true },
        { "rb_", false },
        { "rc_x", false },
        { "this_thread_block", true },
        { "tiled_partition", true },
        { "thread_block", true },
        { "thread_block_tile", true },
        { "thread_blocks", false },
        { "thread_bloc", false },
        { "__activemask", true },
        { "__activemasks", false },
        { "__activemas", false },
        { "__sync", true },
        { "__xsync", true },
        { "__sync_x", true },
        { "__a_sync", true },
        { "__syn", false },
        { "__sxnc", false },
        { "__synx", false },
        { "_xsyncs", false },
        { "x_syncs", false },
        { "_sync", false },
        { "sync", false },
    };
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (synchronises(arena_printf(&a, "void k() { %s(); }", rows[i].name)) != rows[i].sync)
            fail_msg("%s", rows[i].name);
    arena_release(&a);
}

/* What defines f, which k names; and what only uses it. */
static void declarations_that_define_a_name(void **state)
{
    static const struct {
        const char *declaration;
        bool sync;
    } rows[] = {
        { "void f(int) { __syncwarp(); }", true },
        { "struct f { int __syncwarp; };", true },
        { "int f = __syncwarp;", true },
        { "int __syncwarp, f;", true },
        { "int f[__syncwarp];", true },
        { "int f, __syncwarp;", true },
        { "struct f : __syncwarp {};", true },
        { "int f<__syncwarp>;", true },
        { "int f + __syncwarp;", false },
        { "int g(int f = 0) { __syncwarp(); }", false },
        { "int g { f = __syncwarp(); };", false },
        { "int g; int __syncwarp;", false },
        { "#define f __syncwarp\n", true },
        { "#define g f __syncwarp\n", false },
        { "#undef f __syncwarp\n", false },
        { "void f(int) { if (1) { 2; } __syncwarp(); }", true },
        { "int f(int a = (1)) { __syncwarp(); }", true },
    };
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const char *d = rows[i].declaration;
        if (synchronises(arena_printf(&a, "%s void k() { f(); }", d)) != rows[i].sync ||
            synchronises(arena_printf(&a, "void k() { f(); }\n%s", d)) != rows[i].sync)
            fail_msg("%s", d);
        if (synchronises(arena_printf(&a, "%s void k() { other(); }", d)))
            fail_msg("%s, which nobody names", d);
    }
    assert_true(synchronises("void k() { f(); } int f = __syncwarp")); /* of no end */
    /* Two underscores are a name like others; more before a name are an attribute. */
    assert_true(synchronises("void __(int) { __syncwarp(); } void k() { __(1); }"));
    assert_false(synchronises("void __f(int) { __syncwarp(); } void k() { __f(1); }"));
    arena_release(&a);
}

static const char *repeated(struct arena *a, const char *before, const char *unit, int n,
                            const char *behind)
{
    struct buf b = { 0 };
    buf_puts(&b, before);
    for (int i = 0; i < n; i++)
        buf_puts(&b, unit);
    buf_puts(&b, behind);
    const char *text = arena_strdup(a, buf_text(&b));
    buf_release(&b);
    return text;
}

/* 1023 declarations, 20000 names, and a name of 1024 bytes that a line's end cuts. */
static void texts_beyond_the_limits_are_in_doubt(void **state)
{
    struct arena a = { 0 };
    (void)state;
    assert_false(synchronises(repeated(&a, "", "a;", 1022, "void k() { }")));
    assert_true(synchronises(repeated(&a, "", "a;", 1023, "void k() { }")));
    assert_false(synchronises(repeated(&a, "void k() { ", "a;", 19998, "}")));
    assert_true(synchronises(repeated(&a, "void k() { ", "a;", 19999, "}")));
    assert_false(synchronises(repeated(&a, "void k() { \\\na\\\n", "a", 1021, "; }")));
    assert_true(synchronises(repeated(&a, "void k() { \\\na\\\n", "a", 1022, "; }")));
    assert_false(synchronises(repeated(&a, "void k() { ", "a", 5000, "; }")));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_refused_is_named_with_its_line),
        cmocka_unit_test(all_of_these_headers_are_built_in),
        cmocka_unit_test(the_operator_is_held_to_the_same_rules),
        cmocka_unit_test(names_that_synchronise),
        cmocka_unit_test(declarations_that_define_a_name),
        cmocka_unit_test(texts_beyond_the_limits_are_in_doubt),
    };
    return cmocka_run_group_tests_name("source_words", tests, NULL, NULL);
}
