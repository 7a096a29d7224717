/*
 * kernel_text_test.c - kernel files on the cpu backend, and what is refused in the compiler's
 * output.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/process/object_scan.h"
#include "src/eval/seam/backend.h"
#include "src/eval/seam/kernel_candidate.h"
#include "src/eval/source/cpu_source.h"

static const struct source_headers cpu = { .backend = "cpu" };

static void directives(void **state)
{
    static const struct {
        const char *text;
        size_t bad_line; /* 0: accepted */
    } rows[] = {
        { "#include <cuda_runtime.h>\nint x;\n", 0 },
        { "  #  include \"cuda_fp16.h\"\r\n", 0 },
        { "// #include <torch/extension.h>\n", 0 },
        { "int a; // # include\n", 0 },
        { "const char *s = \"#include <x>\";\n", 0 },
        { "#define A(x) #x\n#pragma unroll\n#pragma once\n", 0 },
        { "#if 1\n#else\n#endif\n#line 7\n", 0 },
        { "int a;\n#include <vector>\n", 2 },
        { "#include </etc/passwd>\n", 1 },
        { "#include \"/proc/self/environ\"\n", 1 },
        { "#include \"../kernel.s\"\n", 1 },
        { "#include <cuda_runtime.h\n", 1 },
        { "#include MACRO\n", 1 },
        { "#in\\\nclude </etc/passwd>\n", 1 },
        { "#in\\ \t\nclude </etc/passwd>\n", 1 },
        { "#/* */include </etc/passwd>\n", 1 },
        { "#/*\n*/include </etc/passwd>\n", 1 },
        { "/* a\n b */ #include </etc/passwd>\n", 2 },
        { "/**/ # /**/ include </etc/passwd>\n", 1 },
        { "%:include </etc/passwd>\n", 1 },
        { "\v\f#include </etc/passwd>\n", 1 },
        { "int a;\n\n#include_next <x.h>\n", 3 },
        { "#import <x.h>\n", 1 },
        { "#pragma GCC optimize(\"Ofast\")\n", 1 },
        { "#pragma omp parallel\n", 1 },
        { "#ident \"x\"\n", 1 },
        { "#include <math.h>", 0 },
        { "", 0 },
        { "#", 0 },
        { "\\\n", 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char out[256];
        struct source_error e = { .line = 0 };
        size_t len = strlen(rows[i].text);
        bool ok = source_directives(rows[i].text, len, &cpu, out, &e);
        if (ok != (rows[i].bad_line == 0) || (!ok && e.line != rows[i].bad_line))
            fail_msg("%s: %s at line %zu: %s", rows[i].text, ok ? "accepted" : "refused", e.line,
                     e.msg);
    }
}

static void accepted_includes_become_blanks(void **state)
{
    static const char text[] = "#include <math.h>\nint x;\n#include \\\n <cuda.h>\nint y;\n";
    static const char want[] = "                 \nint x;\n          \n         \nint y;\n";
    char out[sizeof text] = { 0 };
    struct source_error e;
    (void)state;
    assert_true(source_directives(text, strlen(text), &cpu, out, &e));
    assert_string_equal(out, want);
}

static void a_backend_may_have_headers_of_its_own(void **state)
{
    static const char text[] = "#include <mma.h>\n";
    static const char *const more[] = { "mma.h" };
    const struct source_headers other = { .backend = "other", .more = more, .n_more = 1 };
    const struct source_headers none = { .backend = "third" };
    char out[sizeof text] = { 0 };
    struct source_error e = { .line = 0 };
    (void)state;
    assert_true(source_directives(text, strlen(text), &other, out, &e));
    assert_string_equal(out, "                \n");
    assert_false(source_directives(text, strlen(text), &none, out, &e));
    assert_int_equal(e.line, 1);
    assert_string_equal(e.msg, "not available on the third backend: #include of mma.h");
}

static void a_directive_far_to_the_right_is_seen(void **state)
{
    struct buf b = { 0 };
    struct source_error e;
    (void)state;
    for (int i = 0; i < 9000; i++)
        buf_putc(&b, ' ');
    buf_puts(&b, "#include </etc/passwd>\n");
    char *out = mem_alloc(b.len + 1);
    assert_false(source_directives(b.data, b.len, &cpu, out, &e));
    free(out);
    buf_release(&b);
}

/* Of a line that is too long the last 64 characters hold no directive, so none is cut. */
static void a_directive_begins_where_all_of_it_is_seen(void **state)
{
    static const struct {
        int blanks;
        bool ok;
    } cases[] = { { 8127, true }, { 8128, false }, { 8190, false } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf b = { 0 };
        struct source_error e = { 0 };
        buf_printf(&b, "%*s#pragma once%9000s\n", cases[i].blanks, "", "");
        char *out = mem_alloc(b.len + 1);
        if (source_directives(b.data, b.len, &cpu, out, &e) != cases[i].ok)
            fail_msg("behind %d blanks: %s", cases[i].blanks, e.msg);
        free(out);
        buf_release(&b);
    }
}

static void who_synchronises(void **state)
{
    static const struct {
        const char *text;
        bool sync;
    } rows[] = {
        { "void k(float *x) { x[0] = 1; }", false },
        { "void k(float *x) { __syncthreads(); }", true },
        { "void k(float *x) { x[0] = __shfl_down_sync(1u, x[0], 1); }", true },
        { "void k(float *x) { f(x); }\nvoid f(float *x) { __syncwarp(); }", true },
        { "void f(float *x) { __syncwarp(); }\nvoid k(float *x) { g(x); }", false },
        { "#define WAIT __syncthreads()\nvoid k(float *x) { WAIT; }", true },
        { "#define WAIT __syncthreads()\nvoid k(float *x) { x[0] = 1; }", false },
        { "#define A B\n#define B __syncthreads\nvoid k(int n) { A(); }", true },
        { "template <int N> struct s { static void f() { __activemask(); } };\n"
          "void k() { s<3>::f(); }",
          true },
        { "void other(int n, float *x) { __syncthreads(); }\nvoid k(int n, float *x) { x[n] = 1; }",
          false },
        { "__global__ void __launch_bounds__(256) other(int n) { __syncthreads(); }\n"
          "__global__ void __launch_bounds__(256) k(int n) { }",
          false },
        { "void k(float *x) { /* __syncthreads(); */ // __syncthreads()\n }", false },
        { "void k(float *x) { const char *s = \"__syncthreads()\"; }", false },
        { "void k(float *x) { char c = '\"'; __syncthreads(); char d = '\"'; }", true },
        { "void k(float *x) { int n = 1'000'000; __syncthreads(); }", true },
        { "void k(float *x) { const char *s = R\"(a \" b)\"; __syncthreads(); }", true },
        { "void k(float *x) { __sync\\\nthreads(); }", true },
        { "void f() <% __syncwarp(); %>\nvoid k(float *x) <% x[0] = 1; %>", false },
        { "//@ launch __syncwarp(x)\nvoid k(float *x) { x[0] = 1; }", false },
        { "#define A /*\n*/ __syncwarp()\nvoid k() { A; }", true },
        { "namespace a { void k() { } }", true }, /* in doubt, yes */
        { "void k( {", true },
        { "", true },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (source_synchronises(rows[i].text, strlen(rows[i].text), "k") != rows[i].sync)
            fail_msg("%s", rows[i].text);
}

static bool build(const char *text, struct buf *out, struct source_error *e)
{
    struct arena a = { 0 };
    struct expr_error bad_expr;
    struct kernel_error bad;
    static struct kernel_candidate kernel;
    bool is_limit;
    struct task t = { .id = "t", .n_inputs = 1, .n_outputs = 1 };
    const struct expr *one = expr_parse(&a, "4", 1, &bad_expr);
    t.inputs[0] = (struct task_tensor){ .name = "x", .rank = 1, .shape = { one } };
    t.outputs[0] = (struct task_tensor){ .name = "y", .rank = 1, .shape = { one } };
    struct source_info info;
    assert_int_equal(
        kernel_candidate_read(text, strlen(text), &t, CASE_TINY, &a, &kernel, &bad, &is_limit), 0);
    struct compile_spec spec = { .candidate = &kernel.base, .task = &t };
    bool ok = source_build(&spec, out, &info, e);
    arena_release(&a);
    return ok;
}

static void declarations_of_shared_memory_are_rewritten(void **state)
{
    static const struct {
        const char *line, *becomes;
    } rows[] = {
        { "extern __shared__ float s[];", "extern __thread float s[] __asm__(\"rb_dyn_smem\");" },
        { "extern __shared__ __align__(16) unsigned char s[ ];",
          "extern __thread __align__(16) unsigned char s[ ] __asm__(\"rb_dyn_smem\");" },
        { "__shared__ extern float s[];", "__thread extern float s[] __asm__(\"rb_dyn_smem\");" },
        { "extern volatile __shared__ int s[];",
          "extern volatile __thread int s[] __asm__(\"rb_dyn_smem\");" },
        { "static __shared__ float s[4];", " __shared__ float s[4];" },
        { "__shared__ float s[4];", "__shared__ float s[4];" },
        { "extern \"C\" __global__ void f(float *p) { __shared__ int q; }",
          "{ __shared__ int q; }" },
        { "// extern __shared__ float s[];", "// extern __shared__ float s[];\n" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf text = { 0 }, out = { 0 };
        struct source_error e;
        buf_printf(&text, "//@ launch k(x, y) grid=1 block=1 smem=64\n%s\n", rows[i].line);
        assert_true(build(buf_text(&text), &out, &e));
        if (strstr(buf_text(&out), rows[i].becomes) == NULL)
            fail_msg("%s", rows[i].line);
        buf_release(&text);
        buf_release(&out);
    }
}

static void assembly_is_refused_with_its_line(void **state)
{
    struct buf out = { 0 };
    struct source_error e = { .line = 0 };
    (void)state;
    assert_false(build("//@ launch k(x, y) grid=1 block=1\n\nvoid f() { asm(\"\"); }\n", &out, &e));
    assert_int_equal(e.line, 3);
    buf_release(&out);
}

static void names_of_ours_are_reserved(void **state)
{
    static const struct {
        const char *text;
        size_t line;
    } rows[] = {
        { "\n\nvoid rb_launch_0() { }\n", 4 },
        { "#define A 1 \\\n  RB_EXPORT\n", 3 },
        { "#define RB_EXPORT static\n", 2 },
        { "void f() { rb_rt_sync(0, 0, 0); }\n", 2 },
        { "#define GO asm(\"nop\")\n", 2 },
        { "void f() { as\\\nm(\"nop\"); }\n", 2 },
        { "void f() { r\\\nb_rt_sync(0, 0, 0); }\n", 2 },
        { "int rb_tree, orb_entry; // rb_entry\nconst char *s = \"rb_entry\";\n", 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf text = { 0 }, out = { 0 };
        struct source_error e = { .line = 0 };
        buf_printf(&text, "//@ launch k(x, y) grid=1 block=1\n%s", rows[i].text);
        bool ok = build(buf_text(&text), &out, &e);
        if (ok != (rows[i].line == 0) || e.line != rows[i].line)
            fail_msg("%s: line %zu", rows[i].text, e.line);
        buf_release(&text);
        buf_release(&out);
    }
}

static void assembly_scan(void **state)
{
    static const struct {
        const char *text;
        bool ok;
    } rows[] = {
        { "\t.text\nf:\n\tmovl\t$1, %eax\n\tret\n", true },
        { "\t.section\t.rodata\n.LC0:\n\t.string\t\"a;b#c syscall\"\n\t.long\t7\n", true },
        { "\t.section\t.note.GNU-stack,\"\",@progbits\n", true },
        { "\t.text\n\tlock addl\t$1, (%rdi)\n\tud2\n\trep stosq\n", true },
        { "\t.text\n#APP\n# 3 \"x\" 1\n\tnop\n#NO_APP\n", false },
        { "\t.text\n\tsyscall\n", false },
        { "\t.text\nlabel: syscall\n", false },
        { "\t.text\n\tnop; syscall\n", false },
        { "\t.text\n\tlock; syscall\n", false },
        { "\t.text\n\tint\t$0x80\n", false },
        { "\t.text\n\trdtscp\n", false },
        { "\t.text\n\tcpuid\n", false },
        { "\t.text\n\t.byte\t15, 5\n", false },
        { "\t.data\n\t.byte\t15, 5\n", true },
        { "\t.data\n\tret\n", false },
        { "\t.section\t.rodata\n\t.incbin \"/etc/passwd\"\n", false },
        { "\t.include \"/etc/passwd\"\n", false },
        { "\t.macro x\n", false },
        { "\t.section\t.evil,\"awx\",@progbits\n", false },
        { "\t.section\t.textual,\"ax\"\n", false },
        { "\t.section\t.text.unlikely,\"ax\",@progbits\n\tret\n", true },
        { "", true },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct scan_result r;
        scan_assembly(rows[i].text, strlen(rows[i].text), &r);
        if ((r.verdict == SCAN_OK) != rows[i].ok)
            fail_msg("%s: %s", rows[i].text, r.message);
    }
}

static void damaged_objects_are_refused(void **state)
{
    unsigned char bytes[4096];
    struct scan_result r;
    (void)state;
    memset(bytes, 0, sizeof bytes);
    scan_object(bytes, 0, &r);
    assert_int_equal(r.verdict, SCAN_HOST_CODE);
    scan_object(bytes, sizeof bytes, &r);
    assert_int_equal(r.verdict, SCAN_HOST_CODE);
    static const unsigned char head[] = { 0x7f, 'E', 'L', 'F', 2, 1, 1 };
    memcpy(bytes, head, sizeof head);
    bytes[16] = 3;
    memset(bytes + 32, 0xff, 16);
    bytes[54] = 56;
    bytes[56] = 9;
    bytes[58] = 64;
    bytes[60] = 9;
    scan_object(bytes, sizeof bytes, &r);
    assert_int_equal(r.verdict, SCAN_HOST_CODE);
    for (size_t n = 0; n < 64; n++) {
        scan_object(bytes, n, &r);
        assert_int_equal(r.verdict, SCAN_HOST_CODE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directives),
        cmocka_unit_test(accepted_includes_become_blanks),
        cmocka_unit_test(a_backend_may_have_headers_of_its_own),
        cmocka_unit_test(a_directive_far_to_the_right_is_seen),
        cmocka_unit_test(a_directive_begins_where_all_of_it_is_seen),
        cmocka_unit_test(who_synchronises),
        cmocka_unit_test(declarations_of_shared_memory_are_rewritten),
        cmocka_unit_test(assembly_is_refused_with_its_line),
        cmocka_unit_test(names_of_ours_are_reserved),
        cmocka_unit_test(assembly_scan),
        cmocka_unit_test(damaged_objects_are_refused),
    };
    return cmocka_run_group_tests_name("kernel_text", tests, NULL, NULL);
}
