/*
 * machine_scan_test.c - how long instructions are with every operand, prefix and map.
 *
 * The lengths are computed here once more, after the processor's manual: the first byte behind an
 * instruction begins a system call, which has to be found exactly there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/process/object_scan.h"

/* An instruction of n bytes is taken, not without its last byte, and what follows is the next. */
static void check(const char *what, const unsigned char *bytes, size_t n)
{
    unsigned char code[48] = { 0 };
    size_t bad = 99;
    memcpy(code, bytes, n);
    if (!scan_code(code, n, &bad))
        fail_msg("%s: %02x %02x %02x is refused", what, code[0], code[1], code[2]);
    if (n > 1 && scan_code(code, n - 1, &bad))
        fail_msg("%s: %02x %02x %02x is taken without its end", what, code[0], code[1], code[2]);
    code[n] = 0x0f;
    code[n + 1] = 0x05;
    if (scan_code(code, n + 2, &bad) || bad != n)
        fail_msg("%s: %02x %02x %02x has %zu bytes, not %zu", what, code[0], code[1], code[2], bad,
                 n);
}

static void refuse(const char *what, const unsigned char *bytes, size_t n)
{
    unsigned char code[48];
    size_t bad = 99;
    memset(code, 0x90, sizeof code);
    memcpy(code + 1, bytes, n);
    if (scan_code(code, sizeof code, &bad) || bad != 1)
        fail_msg("%s: %02x %02x %02x is not refused", what, bytes[0], bytes[1], bytes[2]);
}

/* Bytes of operand byte, scale byte and displacement. */
static size_t operand_bytes(unsigned m, unsigned sib)
{
    unsigned mod = m >> 6, rm = m & 7;
    bool scaled = mod != 3 && rm == 4;
    size_t far = (mod == 0 && rm == 5) || (scaled && mod == 0 && (sib & 7) == 5) ? 4 : 0;
    return 1u + (scaled ? 1u : 0u) + far + (mod == 1 ? 1u : mod == 2 ? 4u : 0u);
}

static void an_operand_is_as_long_as_its_bytes_say(void **state)
{
    static const struct {
        const char *name;
        unsigned char head[6];
        size_t n, constant;
    } rows[] = {
        { "mov", { 0x8b }, 1, 0 },
        { "add of a byte", { 0x83 }, 1, 1 },
        { "imul", { 0x69 }, 1, 4 },
        { "movups", { 0x0f, 0x10 }, 2, 0 },
        { "shufps", { 0x0f, 0xc6 }, 2, 1 },
        { "0f 38", { 0x66, 0x0f, 0x38, 0x17 }, 4, 0 },
        { "0f 38 before the refused ones", { 0x0f, 0x38, 0xf7 }, 3, 0 },
        { "0f 3a", { 0x66, 0x0f, 0x3a, 0x0f }, 4, 1 },
        { "vex of two bytes", { 0xc5, 0xf8, 0x58 }, 3, 0 },
        { "vex of three bytes, map 1", { 0xc4, 0xe1, 0x78, 0x58 }, 4, 0 },
        { "vex, map 2", { 0xc4, 0xe2, 0x79, 0x18 }, 4, 0 },
        { "vex, map 3", { 0xc4, 0xe3, 0x79, 0x18 }, 4, 1 },
        { "evex", { 0x62, 0xf1, 0x7c, 0x48, 0x58 }, 5, 0 },
        { "evex, map 3", { 0x62, 0xf3, 0x7d, 0x48, 0x18 }, 5, 1 },
        { "vzeroupper has none, its evex number has", { 0x62, 0xf1, 0x7c, 0x48, 0x77 }, 5, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        for (unsigned m = 0; m < 256; m++) {
            for (unsigned sib = 0; sib < 256; sib += (m >> 6) != 3 && (m & 7) == 4 ? 1 : 256) {
                unsigned char code[32] = { 0 };
                memcpy(code, rows[i].head, rows[i].n);
                code[rows[i].n] = (unsigned char)m;
                code[rows[i].n + 1] = (unsigned char)sib;
                check(rows[i].name, code, rows[i].n + operand_bytes(m, sib) + rows[i].constant);
            }
        }
    }
}

static void a_vector_instruction_has_a_constant_by_map_and_number(void **state)
{
    (void)state;
    for (unsigned op = 0; op < 256; op++) {
        bool constant = (op >= 0x70 && op <= 0x73) || op == 0xc2 || (op >= 0xc4 && op <= 0xc6);
        unsigned char number = (unsigned char)op;
        size_t n = constant ? 1 : 0;
        if (op == 0xae) {
            refuse("vex ae", (const unsigned char[]){ 0xc5, 0xf8, number, 0xc0 }, 4);
            refuse("evex ae", (const unsigned char[]){ 0x62, 0xf1, 0x7c, 0x48, number, 0xc0 }, 6);
        } else if (op == 0x77) {
            check("vzeroupper", (const unsigned char[]){ 0xc5, 0xf8, number }, 3);
            check("vzeroall", (const unsigned char[]){ 0xc4, 0xe1, 0x7c, number }, 4);
        } else {
            check("vex 2", (const unsigned char[]){ 0xc5, 0xf8, number, 0xc0, 0 }, 4 + n);
            check("vex 3", (const unsigned char[]){ 0xc4, 0xe1, 0x78, number, 0xc0, 0 }, 5 + n);
            check("evex", (const unsigned char[]){ 0x62, 0xf1, 0x7c, 0x48, number, 0xc0, 0 },
                  6 + n);
        }
        check("vex map 2", (const unsigned char[]){ 0xc4, 0xe2, 0x78, number, 0xc0 }, 5);
        check("vex map 3", (const unsigned char[]){ 0xc4, 0xe3, 0x78, number, 0xc0, 0 }, 6);
        check("evex map 2", (const unsigned char[]){ 0x62, 0xf2, 0x7c, 0x48, number, 0xc0 }, 6);
        refuse("vex map 0", (const unsigned char[]){ 0xc4, 0xe0, 0x78, number, 0xc0 }, 5);
        refuse("evex map 0", (const unsigned char[]){ 0x62, 0xf0, 0x7c, 0x48, number, 0xc0 }, 6);
        if (op < 0xf8)
            check("0f 38", (const unsigned char[]){ 0x0f, 0x38, number, 0xc0 }, 4);
        else
            refuse("0f 38", (const unsigned char[]){ 0x0f, 0x38, number, 0xc0 }, 4);
        check("0f 3a", (const unsigned char[]){ 0x0f, 0x3a, number, 0xc0, 0 }, 5);
    }
}

static void prefixes_change_constants_as_the_manual_says(void **state)
{
    static const struct {
        const char *name;
        unsigned char code[12];
        size_t n;
    } rows[] = {
        { "mov imm32", { 0xb8 }, 5 },
        { "mov imm16", { 0x66, 0xb8 }, 4 },
        { "mov imm64", { 0x48, 0xb8 }, 10 },
        { "mov imm64 to the last register", { 0x4f, 0xbf }, 10 },
        { "mov imm32 to a high register", { 0x47, 0xb8 }, 6 },
        { "the wide prefix does not count before another", { 0x48, 0x66, 0xb8 }, 5 },
        { "wide before narrow", { 0x66, 0x48, 0xb8 }, 11 },
        { "wide and repeated", { 0x48, 0xf3, 0xb8 }, 7 },
        { "the number before has 8 bits", { 0x48, 0xb7 }, 3 },
        { "a wide addition has 32", { 0x48, 0x05 }, 6 },
        { "a narrow one 16", { 0x66, 0x05 }, 4 },
        { "narrow and wide 32", { 0x66, 0x48, 0x05 }, 7 },
        { "test with a constant", { 0xf7, 0xc0 }, 6 },
        { "test, the second member", { 0xf7, 0xc8 }, 6 },
        { "not has none", { 0xf7, 0xd0 }, 2 },
        { "narrow test", { 0x66, 0xf7, 0xc0 }, 5 },
        { "narrow push", { 0x66, 0x68 }, 4 },
        { "ret with a count", { 0xc2 }, 3 },
        { "enter", { 0xc8 }, 4 },
        { "two bytes' constant is no jump behind 0f c8", { 0x66, 0x0f, 0xc8 }, 3 },
        { "call", { 0xe8 }, 5 },
        { "near jump", { 0xeb }, 2 },
        { "long jump", { 0x0f, 0x8f }, 6 },
        { "wide jump", { 0x48, 0x0f, 0x80 }, 7 },
        { "fence 5", { 0x0f, 0xae, 0xe8 }, 3 },
        { "fence 7", { 0x0f, 0xae, 0xf8 }, 3 },
        { "cmpxchg8b", { 0x0f, 0xc7, 0x08 }, 3 },
        { "cmpxchg16b", { 0xf0, 0x48, 0x0f, 0xc7, 0x0f }, 5 },
        { "fld", { 0xd9, 0x00 }, 2 },
        { "fnstcw", { 0xd9, 0x38 }, 2 },
        { "fnstenv", { 0xd9, 0x30 }, 2 },
        { "fxch", { 0xd9, 0xe8 }, 2 },
        { "fabs", { 0xd9, 0xe1 }, 2 },
        { "call through memory", { 0xff, 0x10 }, 2 },
        { "jump through memory", { 0xff, 0x20 }, 2 },
        { "push of memory", { 0xff, 0x30 }, 2 },
        { "pop to memory", { 0x8f, 0x00 }, 2 },
        { "mov of a constant to memory", { 0xc7, 0x00 }, 6 },
        { "mov of a byte to memory", { 0xc6, 0x00 }, 3 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        check(rows[i].name, rows[i].code, rows[i].n);
}

static void members_and_prefixes_that_no_kernel_needs_are_refused(void **state)
{
    static const struct {
        const char *name;
        unsigned char code[8];
        size_t n;
    } rows[] = {
        { "narrow call", { 0x66, 0xe8 }, 2 },
        { "narrow jump", { 0x66, 0xe9 }, 2 },
        { "narrow first long jump", { 0x66, 0x0f, 0x80 }, 3 },
        { "narrow last long jump", { 0x66, 0x0f, 0x8f }, 3 },
        { "narrow fence", { 0x66, 0x0f, 0xae, 0xf0 }, 4 },
        { "repeated fence", { 0xf3, 0x0f, 0xae, 0xe8 }, 4 },
        { "umonitor", { 0xf2, 0x0f, 0xae, 0xf0 }, 4 },
        { "xsave", { 0x0f, 0xae, 0x20 }, 3 },
        { "lfence's number in memory", { 0x0f, 0xae, 0x28 }, 3 },
        { "xsaveopt", { 0x0f, 0xae, 0x30 }, 3 },
        { "clflush", { 0x0f, 0xae, 0x38 }, 3 },
        { "cmpxchg8b of a register", { 0x0f, 0xc7, 0xc8 }, 3 },
        { "xsavec", { 0x0f, 0xc7, 0x20 }, 3 },
        { "the first member in memory", { 0x0f, 0xc7, 0x00 }, 3 },
        { "rdpid", { 0xf3, 0x0f, 0xc7, 0xf8 }, 4 },
        { "fldenv", { 0xd9, 0x20 }, 2 },
        { "fldcw", { 0xd9, 0x28 }, 2 },
        { "far call through memory", { 0xff, 0x18 }, 2 },
        { "far jump through memory", { 0xff, 0x28 }, 2 },
        { "no member of the group", { 0xff, 0x38 }, 2 },
        { "another member of pop", { 0x8f, 0x08 }, 2 },
        { "transaction in memory", { 0xc7, 0x38 }, 2 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        refuse(rows[i].name, rows[i].code, rows[i].n);
}

static void an_instruction_has_at_most_thirteen_prefixes(void **state)
{
    unsigned char code[16];
    (void)state;
    memset(code, 0x66, sizeof code);
    code[13] = 0x90;
    check("13 prefixes", code, 14);
    code[13] = 0x66;
    code[14] = 0x90;
    refuse("14 prefixes", code, 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_operand_is_as_long_as_its_bytes_say),
        cmocka_unit_test(a_vector_instruction_has_a_constant_by_map_and_number),
        cmocka_unit_test(prefixes_change_constants_as_the_manual_says),
        cmocka_unit_test(members_and_prefixes_that_no_kernel_needs_are_refused),
        cmocka_unit_test(an_instruction_has_at_most_thirteen_prefixes),
    };
    return cmocka_run_group_tests_name("machine_scan", tests, NULL, NULL);
}
