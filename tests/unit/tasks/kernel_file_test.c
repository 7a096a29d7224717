/* What launch plans are accepted, where refusals point, limits, and mutations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tasks/kernel_file.h"

/* l1/4: inputs A and x, output y, m and k (13 and 37 in tiny). */
static int setup(void **state)
{
    static struct arena arena;
    static const struct task *task;
    *state = NULL;
    if (task_find("l1/4", &arena, &task, NULL) != 0)
        return -1;
    *state = (void *)(uintptr_t)task;
    return 0;
}

#define GOOD "//@ launch f(A, x, y, m, k) grid=ceil_div(m,256) block=256\n"

static void a_plan_is_read_and_evaluated(void **state)
{
    static const char text[] = "#include <x>\n"
                               "\t //@ scratch part f32[ceil_div(m, 4) * k]\r\n"
                               "//@scratch flags u8 [ m ]\n"
                               "  //@ launch first(A,x , part,m*k+1,k,flags) grid=ceil_div(m,4),k "
                               "block=min(k,8),4,2 smem=4*k\r\n"
                               "//@ launch second ( part, y ) block = 32 grid = ( m )\n"
                               "//@ launch third() grid=1,2,3 block=1"
                               "\n__global__ void first() {} // //@ nothing here\n"
                               "const char *s = \"//@ launch no\";\n";
    struct arena a = { 0 };
    struct kernel_error error = { 0 };
    struct kernel_file k;
    struct launch_plan p;
    if (kernel_file_parse(text, strlen(text), *state, &a, &k, &error) != 0)
        fail_msg("%zu:%zu: %s", error.line, error.column, error.msg);
    assert_string_equal(k.source, text);
    assert_int_equal(k.n_scratch, 2);
    assert_int_equal(k.n_launches, 3);
    assert_string_equal(k.launches[0].name, "first");
    assert_int_equal(k.launches[0].line, 4);
    assert_int_equal(kernel_plan(&k, *state, CASE_TINY, &p, &error), 0);
    assert_int_equal(p.scratch_elements[0], 4 * 37);
    assert_int_equal(p.scratch_elements[1], 13);
    assert_int_equal(p.scratch_dtype[1], DTYPE_U8);
    const struct launch *l = &p.launches[0];
    assert_int_equal(l->n_args, 6);
    assert_int_equal(l->args[0].kind, ARG_INPUT);
    assert_int_equal(l->args[1].index, 1);
    assert_int_equal(l->args[2].kind, ARG_SCRATCH);
    assert_int_equal(l->args[3].kind, ARG_EXPR);
    assert_int_equal(l->args[3].value, 13 * 37 + 1);
    assert_int_equal(l->args[5].index, 1);
    assert_int_equal(l->grid[0] * 1000000 + l->grid[1] * 1000 + l->grid[2], 4037001);
    assert_int_equal(l->block[0] * 100 + l->block[1] * 10 + l->block[2], 842);
    assert_int_equal(l->smem_bytes, 148);
    assert_int_equal(p.launches[1].args[1].kind, ARG_OUTPUT);
    assert_int_equal(p.launches[1].grid[0], 13);
    assert_int_equal(p.launches[1].smem_bytes, 0);
    assert_int_equal(p.launches[2].n_args, 0);
    assert_int_equal(p.launches[2].grid[2], 3);
    arena_release(&a);
}

struct bad {
    const char *text;
    size_t line, column;
    const char *part;
};

static void check_bad(const struct task *task, const char *text, size_t len, const struct bad *want)
{
    struct arena a = { 0 };
    struct kernel_error error = { 0 };
    struct kernel_file k;
    if (kernel_file_parse(text, len, task, &a, &k, &error) == 0)
        fail_msg("'%s' was accepted", text);
    if (error.line != want->line || error.column != want->column ||
        strstr(error.msg, want->part) == NULL)
        fail_msg("'%s': %zu:%zu: %s", text, error.line, error.column, error.msg);
    arena_release(&a);
}

static void refusals_point_at_the_byte(void **state)
{
    static const struct bad cases[] = {
        { "", 0, 0, "no launch" },
        { "__global__ void f() {}\n", 0, 0, "no launch" },
        { "x //@ launch f(A) grid=1 block=1\n", 0, 0, "no launch" },
        { "//@", 1, 4, "end of the line" },
        { "\n\n  //@ \n", 3, 7, "end of the line" },
        { "//@ lunch f() grid=1 block=1", 1, 5, "unknown directive 'lunch'" },
        { "//@ launches f() grid=1 block=1", 1, 5, "unknown directive 'launches'" },
        { "//@ 5", 1, 5, "'5'" },
        { "//@ launch", 1, 11, "name of a kernel" },
        { "//@ launch 3f(A)", 1, 12, "'3'" },
        { "//@ launch f A", 1, 14, "expected '('" },
        { "//@ launch f<256>(A)", 1, 13, "names no template" },
        { "//@ launch f(A, q) grid=1 block=1", 1, 17, "'q'" },
        { "//@ launch f(A, q+1) grid=1 block=1", 1, 17, "not a dimension" },
        { "//@ launch f(A, m+q) grid=1 block=1", 1, 19, "'q'" },
        { "//@ launch f(A+1) grid=1 block=1", 1, 14, "cannot stand in an expression" },
        { "//@ launch f(m*A) grid=1 block=1", 1, 16, "'A'" },
        { "//@ launch f(1.5) grid=1 block=1", 1, 15, "'.'" },
        { "//@ launch f(A,) grid=1 block=1", 1, 16, "')'" },
        { "//@ launch f(,A) grid=1 block=1", 1, 14, "','" },
        { "//@ launch f(A grid=1 block=1", 1, 14, "'A'" },
        { "//@ launch f(m grid=1 block=1", 1, 16, "expected ',' or ')'" },
        { "//@ launch f(A, m", 1, 18, "expected ',' or ')'" },
        { "//@ launch f(A", 1, 15, "expected ',' or ')'" },
        { "//@ launch f(A, 0.5) grid=1 block=1", 1, 18, "arguments are whole numbers" },
        { "//@ launch f(\"x\") grid=1 block=1", 1, 14, "'\"'" },
        { "//@ launch f(A) block=1", 1, 24, "lacks grid=" },
        { "//@ launch f(A) grid=1  ", 1, 25, "lacks block=" },
        { "//@ launch f(A) grid=1\r\n", 1, 23, "lacks block=" },
        { "//@ launch f(A)", 1, 16, "lacks grid=" },
        { "//@ launch f(A) grid=1 block=1 gird=2", 1, 32, "unknown option 'gird'" },
        { "//@ launch f(A) grid=1 grid=1 block=1", 1, 24, "given twice" },
        { "//@ launch f(A) grid 1 block=1", 1, 22, "expected '='" },
        { "//@ launch f(A) grid= block=1", 1, 23, "is not a dimension" },
        { "//@ launch f(A) grid=,1 block=1", 1, 22, "','" },
        { "//@ launch f(A) grid=1,2,3,4 block=1", 1, 27, "3 components" },
        { "//@ launch f(A) grid=1 block=1 smem=1,2", 1, 38, "1 component" },
        { "//@ launch f(A) grid=1 block=1;", 1, 31, "';'" },
        { "//@ launch f(A) grid=1 block=1 // c", 1, 33, "'/'" },
        { "//@ launch f(A); grid=1 block=1", 1, 16, "';'" },
        { "//@ launch f(A) grid=(m block=1", 1, 25, "expected ')'" },
        { "//@ launch f(A) grid=m) block=1", 1, 23, "')'" },
        { "//@ launch f(A) grid=sqrt(m) block=1", 1, 22, "unknown function 'sqrt'" },
        { "//@ launch f(A) grid=x block=1", 1, 22, "not a dimension" },
        { "//@ launch f(A) grid=1 \xff", 1, 24, "byte 0xff" },
        { "//@ launch f(A) grid=1 \x7f", 1, 24, "byte 0x7f" },
        { "//@ launch f(A) grid=1 \x1f", 1, 24, "byte 0x1f" },
        { "//@ launch f(A) grid=1 ~", 1, 24, "found '~'" },
        { "//@ launch f(A) grid=1 !", 1, 24, "found '!'" },
        { "//@ scratch", 1, 12, "name of a scratch buffer" },
        { "//@ scratch p", 1, 14, "element type" },
        { "//@ scratch p float[m]", 1, 15, "unknown element type 'float'" },
        { "//@ scratch p f32", 1, 18, "expected '['" },
        { "//@ scratch p f32[", 1, 19, "the end" },
        { "//@ scratch p f32[]", 1, 19, "']'" },
        { "//@ scratch p f32[m", 1, 20, "expected ']'" },
        { "//@ scratch p f32[m,k]", 1, 20, "expected ']'" },
        { "//@ scratch p f32[z]", 1, 19, "'z'" },
        { "//@ scratch p f32[m] x", 1, 22, "'x' behind" },
        { "//@ scratch p f32[m]\n //@ scratch p f64[k]", 2, 14, "already" },
        { "//@ scratch A f32[m]", 1, 13, "input" },
        { "//@ scratch y f32[m]", 1, 13, "output" },
        { "//@ scratch k f32[m]", 1, 13, "dimension" },
        { "//@ scratch m f32[m]", 1, 13, "dimension" },
        { "//@ scratch x f32[m]", 1, 13, "input" },
        { "//@ launch f(p) grid=1 block=1\n//@ scratch p f32[m]", 1, 14, "earlier scratch" },
        { GOOD GOOD "\n\t//@ lunch", 4, 6, "lunch" },
        { "/*\n//@ launch\n*/", 2, 11, "name of a kernel" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        check_bad(*state, cases[i].text, strlen(cases[i].text), &cases[i]);
}

static void nul_bytes_are_refused_anywhere(void **state)
{
    static const struct bad cases[] = {
        { GOOD "int a;\0", 2, 7, "NUL" },
        { "//@ launch f\0(A)", 1, 13, "NUL" },
        { "\0", 1, 1, "NUL" },
    };
    check_bad(*state, cases[0].text, strlen(GOOD) + 7, &cases[0]);
    check_bad(*state, cases[1].text, 16, &cases[1]);
    check_bad(*state, cases[2].text, 1, &cases[2]);
}

static void counts_are_bounded(void **state)
{
    struct buf b = { 0 };
    for (int i = 0; i < 17; i++)
        buf_puts(&b, GOOD);
    check_bad(*state, b.data, b.len, &(struct bad){ "", 17, 5, "more than 16 launches" });
    buf_clear(&b);
    for (int i = 0; i < 17; i++)
        buf_printf(&b, "//@ scratch p%d f32[m]\n", i);
    check_bad(*state, b.data, b.len, &(struct bad){ "", 17, 5, "more than 16 scratch" });
    buf_clear(&b);
    buf_puts(&b, "//@ launch f(m");
    for (int i = 0; i < 32; i++)
        buf_puts(&b, ",m");
    buf_puts(&b, ") grid=1 block=1");
    check_bad(*state, b.data, b.len, &(struct bad){ "", 1, 78, "more than 32 arguments" });
    buf_clear(&b);
    buf_puts(&b, "//@ launch ");
    for (int i = 0; i < 200; i++)
        buf_putc(&b, 'f');
    check_bad(*state, b.data, b.len, &(struct bad){ "", 1, 12, "longer than 127" });
    buf_clear(&b);
    buf_puts(&b, GOOD);
    while (b.len <= KERNEL_MAX_BYTES)
        buf_puts(&b, "                                                               \n");
    check_bad(*state, b.data, b.len, &(struct bad){ "", 0, 0, "1 MiB" });
    struct arena a = { 0 };
    struct kernel_file k;
    assert_int_equal(kernel_file_parse(b.data, KERNEL_MAX_BYTES, *state, &a, &k, NULL), 0);
    arena_release(&a);
    buf_release(&b);
}

static void names_have_at_most_127_bytes(void **state)
{
    char name[129];
    memset(name, 'f', sizeof name);
    name[128] = '\0';
    struct buf b = { 0 };
    struct arena a = { 0 };
    struct kernel_error error = { 0 };
    struct kernel_file k;
    buf_printf(&b, "//@ scratch %s u8[1]\n//@ launch %s(%s) grid=1 block=1\n", name + 1, name + 1,
               name + 1);
    assert_int_equal(kernel_file_parse(b.data, b.len, *state, &a, &k, &error), 0);
    assert_string_equal(k.launches[0].name, name + 1);
    assert_int_equal(k.launches[0].args[0].kind, ARG_SCRATCH);
    buf_clear(&b);
    buf_printf(&b, "//@ scratch %s u8[1]", name);
    check_bad(*state, b.data, b.len,
              &(struct bad){ "", 1, 13, "the name of a scratch buffer is longer than 127 bytes" });
    buf_clear(&b);
    buf_printf(&b, "//@ launch f(%s) grid=1 block=1", name);
    check_bad(*state, b.data, b.len, &(struct bad){ "", 1, 14, "argument: " });
    buf_clear(&b);
    buf_printf(&b, "//@ %s", name);
    check_bad(*state, b.data, b.len, &(struct bad){ "", 1, 5, "unknown directive 'ffff" });
    buf_release(&b);
    arena_release(&a);
}

static void plans_over_the_limits_are_refused(void **state)
{
    static const struct bad cases[] = {
        { "//@ launch f(A) grid=m-13 block=1", 1, 1, "grid.x is 0" },
        { "\n  //@ launch f(A) grid=1,m-14 block=1", 2, 3, "grid.y is -1" },
        { "//@ launch f(A) grid=2147483648 block=1", 1, 1, "1 to 2147483647" },
        { "//@ launch f(A) grid=1,65536 block=1", 1, 1, "grid.y is 65536" },
        { "//@ launch f(A) grid=1,1,65536 block=1", 1, 1, "grid.z is 65536" },
        { "//@ launch f(A) grid=1 block=0", 1, 1, "block.x is 0" },
        { "//@ launch f(A) grid=1 block=1025", 1, 1, "block.x is 1025" },
        { "//@ launch f(A) grid=1 block=1,1025", 1, 1, "block.y is 1025" },
        { "//@ launch f(A) grid=1 block=1,1,65", 1, 1, "block.z is 65" },
        { "//@ launch f(A) grid=1 block=32,33", 1, 1, "1056 threads" },
        { "//@ launch f(A) grid=1 block=1 smem=-1", 1, 1, "smem is -1" },
        { "//@ launch f(A) grid=1 block=1 smem=232449", 1, 1, "smem is 232449" },
        { "//@ launch f(A) grid=1/(m-13) block=1", 1, 1, "division by zero" },
        { "//@ launch f(A,9223372036854775807+m) grid=1 block=1", 1, 1, "64 bits" },
        { "//@ scratch p f32[m-13]\n" GOOD, 1, 1, "0 elements" },
        { "//@ scratch p f32[268435457]\n" GOOD, 1, 1, "above 1073741824 bytes" },
        { "//@ scratch p f32[9223372036854775807]\n" GOOD, 1, 1, "above" },
        { "//@ scratch p u8[1073741824]\n\t//@ scratch q u8[1]\n" GOOD, 2, 2, "scratch q" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct kernel_error error = { 0 };
        struct kernel_file k;
        struct launch_plan p;
        const struct bad *want = &cases[i];
        if (kernel_file_parse(want->text, strlen(want->text), *state, &a, &k, &error) != 0)
            fail_msg("'%s': %s", want->text, error.msg);
        if (kernel_plan(&k, *state, CASE_TINY, &p, &error) == 0)
            fail_msg("'%s' was accepted", want->text);
        if (error.line != want->line || error.column != want->column ||
            strstr(error.msg, want->part) == NULL)
            fail_msg("'%s': %zu:%zu: %s", want->text, error.line, error.column, error.msg);
        arena_release(&a);
    }
}

static void plans_at_the_limits_are_accepted(void **state)
{
    static const char text[] = "//@ scratch p u8[1073741824]\n"
                               "//@ launch f(A, -9223372036854775807-1) "
                               "grid=2147483647,65535,65535 block=1024 smem=232448\n"
                               "//@ launch f(A) grid=1 block=4,4,64\n";
    struct arena a = { 0 };
    struct kernel_error error = { 0 };
    struct kernel_file k;
    struct launch_plan p;
    assert_int_equal(kernel_file_parse(text, strlen(text), *state, &a, &k, &error), 0);
    if (kernel_plan(&k, *state, CASE_TINY, &p, &error) != 0)
        fail_msg("%s", error.msg);
    assert_true(p.launches[0].args[1].value == INT64_MIN);
    arena_release(&a);
}

/* A plan, or an error inside the text. */
static void mutated_files_are_survived(void **state)
{
    static const char seed[] =
        "//@ scratch part f32[ceil_div(m,256)]\n"
        "//@ launch f(A, part, m*k) grid=ceil_div(m,256),2 block=256 smem=4*k\n"
        "//@ launch g(part, y, k) grid=1 block=32,2,1\nint x;\n";
    static const char alphabet[] = "()[],=@/ \t\r\n\0\xff"
                                   "0129mkAxy*-+%slf";
    struct rng r;
    struct arena a = { 0 };
    rng_init(&r, 21, RNG_SAMPLE, 1, 2, 3);
    for (int round = 0; round < 30000; round++) {
        char text[sizeof(seed)];
        size_t len = sizeof(seed) - 1;
        memcpy(text, seed, sizeof(seed));
        for (uint32_t edits = 1 + rng_below(&r, 5); edits > 0; edits--)
            text[rng_below(&r, (uint32_t)len)] = alphabet[rng_below(&r, sizeof(alphabet) - 1)];
        if (rng_below(&r, 4) == 0)
            len = rng_below(&r, (uint32_t)len);
        struct kernel_error error = { 0 };
        struct kernel_file k;
        struct launch_plan p;
        if (kernel_file_parse(text, len, *state, &a, &k, &error) != 0 ||
            kernel_plan(&k, *state, CASE_CPU, &p, &error) != 0) {
            assert_true(error.msg[0] != '\0');
            assert_true(error.column <= len + 1);
        }
        arena_reset(&a);
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_plan_is_read_and_evaluated, setup),
        cmocka_unit_test_setup(refusals_point_at_the_byte, setup),
        cmocka_unit_test_setup(nul_bytes_are_refused_anywhere, setup),
        cmocka_unit_test_setup(counts_are_bounded, setup),
        cmocka_unit_test_setup(names_have_at_most_127_bytes, setup),
        cmocka_unit_test_setup(plans_over_the_limits_are_refused, setup),
        cmocka_unit_test_setup(plans_at_the_limits_are_accepted, setup),
        cmocka_unit_test_setup(mutated_files_are_survived, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
