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
#include "src/eval/contract/backend.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/process/object_scan.h"
#include "src/eval/text/kernel_text.h"

static const struct text_headers cpu = { .backend = "cpu" };

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
        struct text_error e = { .line = 0 };
        size_t len = strlen(rows[i].text);
        bool ok = kernel_text_directives(rows[i].text, len, &cpu, out, &e);
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
    struct text_error e;
    (void)state;
    assert_true(kernel_text_directives(text, strlen(text), &cpu, out, &e));
    assert_string_equal(out, want);
}

static void a_backend_may_have_headers_of_its_own(void **state)
{
    static const char text[] = "#include <mma.h>\n";
    static const char *const more[] = { "mma.h" };
    const struct text_headers other = { .backend = "other", .more = more, .n_more = 1 };
    const struct text_headers none = { .backend = "third" };
    char out[sizeof text] = { 0 };
    struct text_error e = { .line = 0 };
    (void)state;
    assert_true(kernel_text_directives(text, strlen(text), &other, out, &e));
    assert_string_equal(out, "                \n");
    assert_false(kernel_text_directives(text, strlen(text), &none, out, &e));
    assert_int_equal(e.line, 1);
    assert_string_equal(e.msg, "not on the third backend: #include of mma.h");
}

static void a_directive_far_to_the_right_is_seen(void **state)
{
    struct buf b = { 0 };
    struct text_error e;
    (void)state;
    for (int i = 0; i < 9000; i++)
        buf_putc(&b, ' ');
    buf_puts(&b, "#include </etc/passwd>\n");
    char *out = mem_alloc(b.len + 1);
    assert_false(kernel_text_directives(b.data, b.len, &cpu, out, &e));
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
        struct text_error e = { 0 };
        buf_printf(&b, "%*s#pragma once%9000s\n", cases[i].blanks, "", "");
        char *out = mem_alloc(b.len + 1);
        if (kernel_text_directives(b.data, b.len, &cpu, out, &e) != cases[i].ok)
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
        { "namespace a { void k() { } }", false },
        { "namespace { void f() { __syncwarp(); } void k() { } }", false },
        { "namespace a::b { void f() { __syncwarp(); } } inline namespace c { void k() { f(); } }",
          true },
        { "extern \"C\" { void f() { __syncwarp(); } void k() { } }", false },
        { "extern \"C\" { void f() { __syncwarp(); } void k() { f(); } }", true },
        { "namespace g = a;\nextern \"C\" __global__ void k() { auto b = g::this_grid(); }",
          false },
        { "void f() { __syncwarp(); }\nvoid k() {\n#pragma unroll\nf(); }", true },
        { "#define K(x) void x##k()\nK() { }", false }, /* not found: all of the text */
        { "#define K(x) void x##k()\nK() { __syncwarp(); }", true },
        { "void k( {", true }, /* in doubt, yes */
        { "", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (kernel_text_synchronises(rows[i].text, strlen(rows[i].text), "k") != rows[i].sync)
            fail_msg("%s", rows[i].text);
}

static bool build(const char *text, struct buf *out, struct text_error *e)
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
    struct text_info info;
    assert_int_equal(
        kernel_candidate_read(&(struct candidate_text){ text, strlen(text), &t, CASE_TINY }, &a,
                              &kernel, &bad, &is_limit),
        0);
    struct compile_spec spec = { .candidate = &kernel.base, .task = &t };
    bool ok = kernel_text_build(&spec, out, &info, e);
    arena_release(&a);
    return ok;
}

/* A message of the compiler names the header, or the kernel file and its line.  Headers that a text
 * does not need are not compiled with it. */
static void every_part_of_the_source_has_its_name(void **state)
{
    static const char *const always[] = { "device", "math", "convert", "launch" };
    static const struct {
        const char *line, *headers[3]; /* behind those of every text */
    } rows[] = {
        { "int a;", { NULL } },
        { "int a = __shfl_sync(1, 2, 3);", { "warp" } },
        { "int a = __activemask();", { "warp" } },
        { "void f() { __syncwarp(); }", { "warp" } },
        { "void f(int *p) { atomicAdd(p, 1); }", { "atomic" } },
        { "half a;", { "half" } },
        { "#include <cuda_fp16.h>", { "half" } },
        { "#include <cuda_bf16.h>", { "half" } },
        { "__nv_bfloat16 a;", { "half" } },
        { "float a = std::max(1.0f, 2.0f);", { "std" } },
        { "namespace cg = cooperative_groups;", { "warp", "groups" } },
        { "half a; void f(int *p) { atomicAdd(p, std::max(1, 2)); }", { "atomic", "half", "std" } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf text = { 0 }, out = { 0 }, want = { 0 }, got = { 0 };
        struct text_error e;
        buf_printf(&text, "//@ launch k(x, y) grid=1 block=1\n%s\n", rows[i].line);
        assert_true(build(buf_text(&text), &out, &e));
        for (size_t h = 0; h < ARRAY_LEN(always); h++)
            buf_printf(&want, "#line 1 \"rollbook_%s.h\"\n", always[h]);
        for (size_t h = 0; h < 3 && rows[i].headers[h] != NULL; h++)
            buf_printf(&want, "#line 1 \"rollbook_%s.h\"\n", rows[i].headers[h]);
        buf_puts(&want, "#line 1 \"kernel.cu\"\n#line 1 \"kernel.cu\"\n");
        for (const char *at = strstr(buf_text(&out), "#line "); at != NULL;
             at = strstr(at + 1, "#line "))
            buf_add(&got, at, strcspn(at, "\n") + 1);
        if (strcmp(buf_text(&got), buf_text(&want)) != 0)
            fail_msg("%s\n%s", rows[i].line, buf_text(&got));
        buf_release(&got);
        buf_release(&want);
        buf_release(&out);
        buf_release(&text);
    }
}

/* What a launch passes is checked by the compiler, in words that name the argument; an index is an
 * int where that holds every thread's. */
static void a_launch_becomes_a_function_that_checks_its_arguments(void **state)
{
    static const struct {
        const char *launch, *want, *body;
    } rows[] = {
        { "k(x, y) grid=1 block=32,2,3",
          "RB_EXPORT void rb_launch_0(const rb_launch *rb_launch_it, unsigned long long "
          "rb_launch_first, unsigned long long rb_launch_last) { rb_entry<k>::check<2>(); "
          "static_assert(rb_entry<k>::fits<0, float>(), \"argument 1 "
          "of the launch, x of type float, does not fit the type of the kernel's parameter\"); "
          "static_assert(rb_entry<k>::fits<1, float>(), \"argument 2 of the launch, y of type "
          "float, does not fit the type of the kernel's parameter\"); "
          "rb_entry<k>::loops<int, rb_size<32, 2, 3>, rb_size<0, 0, 0>, -1LL, -1LL>(rb_launch_it, "
          "rb_launch_first, rb_launch_last); }\n",
          "" },
        { "k(7) grid=1 block=1",
          "check<1>(); static_assert(rb_entry<k>::fits<0, rb_value>(), "
          "\"argument 1 of the launch, a number, does not fit",
          "" },
        { "k(s) grid=1 block=1", "fits<0, rb_f16>(), \"argument 1 of the launch, s of type half,",
          "" },
        { "k() grid=2147483647 block=1",
          "check<0>(); rb_entry<k>::loops<int, rb_size<1, 1, 1>, rb_size<0, 0, 0>>(rb_launch_it, "
          "rb_launch_first, "
          "rb_launch_last);",
          "" },
        { "k() grid=1073741824 block=2",
          "rb_entry<k>::loops<long long, rb_size<2, 1, 1>, rb_size<0, 0, 0>>(rb_launch_it, "
          "rb_launch_first, rb_launch_last);",
          "" },
        { "k(x, 4) grid=3,4 block=2", "rb_size<2, 1, 1>, rb_size<3, 4, 1>, -1LL, 4LL>(",
          "y[0] = gridDim.x" },
        { "k(x, 25) grid=3,4 block=2", "rb_size<3, 4, 1>, -1LL, -1LL>(", "y[0] = gridDim.x" },
        { "k() grid=1 block=2", "rb_entry<k>::loops<unsigned int, ",
          "const size_t i = blockIdx.x * 2 + threadIdx.x;" },
        { "k() grid=1 block=2",
          "check<0>(); rb_entry<k>::fibers(rb_launch_it, rb_launch_first, rb_launch_last); }\n",
          "__syncthreads();" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf text = { 0 }, out = { 0 };
        struct text_error e;
        buf_printf(&text, "//@ scratch s f16[4]\n//@ launch %s\n__global__ void k() { %s }\n",
                   rows[i].launch, rows[i].body);
        assert_true(build(buf_text(&text), &out, &e));
        const char *wrapper = strstr(buf_text(&out), "#line 2 \"kernel.cu\"\n");
        if (wrapper == NULL || strstr(wrapper, rows[i].want) == NULL)
            fail_msg("%s\n%s", rows[i].launch, wrapper);
        buf_release(&out);
        buf_release(&text);
    }
}

/* With room for a canary behind, in units of 1 KiB. */
static void dynamic_shared_memory_has_room_for_the_largest_launch(void **state)
{
    static const struct {
        int first, second;
        const char *want;
    } rows[] = {
        { 0, 0, "rb_dynamic_storage[1024]" },       { 896, 16, "rb_dynamic_storage[1024]" },
        { 897, 16, "rb_dynamic_storage[2048]" },    { 16, 897, "rb_dynamic_storage[2048]" },
        { 1920, 1921, "rb_dynamic_storage[3072]" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf text = { 0 }, out = { 0 };
        struct text_error e;
        buf_printf(&text,
                   "//@ launch k() grid=1 block=1 smem=%d\n//@ launch k() grid=1 block=1 smem=%d\n"
                   "extern __shared__ float s[];\n",
                   rows[i].first, rows[i].second);
        assert_true(build(buf_text(&text), &out, &e));
        if (strstr(buf_text(&out), rows[i].want) == NULL)
            fail_msg("row %zu", i);
        buf_release(&out);
        buf_release(&text);
    }
}

/* Names of dynamic shared memory are undefined in the compiler's assembly. */
static void dynamic_shared_memory_has_all_its_names(void **state)
{
    static const struct {
        const char *assembly, *adds;
    } rows[] = {
        { "\tmovq\ts@gottpoff(%rip), %rax\nrb_dyn_smem:\n\t.zero\t8\n", "\t.set s, rb_dyn_smem\n" },
        { "\tmovq\ts@gottpoff(%rip), %rax\n\taddq\t_ZN1a1tE@gottpoff(%rip), %rax\n"
          "\tmovq\ts@gottpoff(%rip), %rax\nrb_dyn_smem:\n",
          "\t.set s, rb_dyn_smem\n\t.set _ZN1a1tE, rb_dyn_smem\n" },
        { "\tmovq\tss@gottpoff(%rip), %rax\n\tmovq\ts@gottpoff(%rip), %rax\nrb_dyn_smem:\ns:\n",
          "\t.set ss, rb_dyn_smem\n" },
        { "\tmovq\ts@gottpoff(%rip), %rax\n", "" },
        { "\tmovq\trb_dyn_smem@gottpoff(%rip), %rax\nrb_dyn_smem:\n", "" },
        { "", "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf out = { 0 };
        scan_dynamic_shared(rows[i].assembly, &out);
        assert_string_equal(buf_text(&out), rows[i].adds);
        buf_release(&out);
    }
}

static void assembly_is_refused_with_its_line(void **state)
{
    struct buf out = { 0 };
    struct text_error e = { .line = 0 };
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
        struct text_error e = { .line = 0 };
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
        cmocka_unit_test(every_part_of_the_source_has_its_name),
        cmocka_unit_test(a_launch_becomes_a_function_that_checks_its_arguments),
        cmocka_unit_test(dynamic_shared_memory_has_room_for_the_largest_launch),
        cmocka_unit_test(dynamic_shared_memory_has_all_its_names),
        cmocka_unit_test(assembly_is_refused_with_its_line),
        cmocka_unit_test(names_of_ours_are_reserved),
        cmocka_unit_test(assembly_scan),
        cmocka_unit_test(damaged_objects_are_refused),
    };
    return cmocka_run_group_tests_name("kernel_text", tests, NULL, NULL);
}
