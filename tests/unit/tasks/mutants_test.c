/* Planted bugs: every class is planted, each text differs in one place, the order is the seed's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "tasks/mutants/mutants.h"

static const char kernel[] =
    "//@ scratch part f32[ceil_div(n, 64)]\n"
    "//@ launch sum(x, part, n) grid=ceil_div(n, 64) block=64\n"
    "extern \"C\" __global__ void sum(const float *x, float *part, int n)\n"
    "{\n"
    "    __shared__ float own[64];\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    float v = 0.0f;\n"
    "    if (i < n)\n"
    "        v = fmaxf(x[i], 0.5f);\n"
    "    own[threadIdx.x] = v;\n"
    "    __syncthreads();\n"
    "    if (threadIdx.x == 0) {\n"
    "        for (int k = 1; k < 64; k++)\n"
    "            v += own[k];\n"
    "        part[blockIdx.x] = v;\n"
    "    }\n"
    "}\n";

static void each_class_is_planted(void **state)
{
    struct arena a = { 0 };
    struct mutant *all;
    unsigned seen = 0;
    (void)state;
    size_t n = mutants_draw(kernel, 1, 500, &a, &all);
    assert_in_range(n, 60, 499);
    for (size_t i = 0; i < n; i++) {
        seen |= 1u << all[i].bug;
        assert_int_not_equal(strcmp(all[i].text, kernel), 0);
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(strcmp(all[i].text, all[k].text), 0);
    }
    assert_int_equal(seen, (1u << BUG_CLASSES) - 1);
    /* The first of each class come first. */
    for (size_t i = 0; i < BUG_CLASSES; i++)
        assert_int_equal(all[i].bug, (int)i);
    arena_release(&a);
}

static void a_longer_draw_begins_with_a_shorter(void **state)
{
    struct arena a = { 0 };
    struct mutant *few, *many, *other;
    (void)state;
    size_t n = mutants_draw(kernel, 7, 20, &a, &few);
    assert_int_equal(n, 20);
    assert_true(mutants_draw(kernel, 7, 500, &a, &many) > 20);
    assert_int_equal(mutants_draw(kernel, 8, 20, &a, &other), 20);
    size_t same = 0;
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(few[i].text, many[i].text);
        same += strcmp(few[i].text, other[i].text) == 0;
    }
    assert_true(same < n);
    arena_release(&a);
}

static void any_text_can_be_read(void **state)
{
    static const char *const texts[] = { "",
                                         "(",
                                         "])}",
                                         "if",
                                         "a[",
                                         "//@ launch",
                                         "//@ grid=",
                                         "ceil_div(",
                                         "//@ ceil_div(",
                                         "x ? ",
                                         "float v = ",
                                         "//@ launch k(a, b",
                                         "__global__ void k(int a, int b",
                                         "else {",
                                         "-",
                                         "0x",
                                         "//@ scratch s f32[" };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct arena a = { 0 };
        struct mutant *all;
        (void)mutants_draw(texts[i], i, 100, &a, &all);
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_class_is_planted),
        cmocka_unit_test(a_longer_draw_begins_with_a_shorter),
        cmocka_unit_test(any_text_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
