/*
 * object_scan_test.c - which instructions a compiled kernel may have.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/process/object_scan.h"

struct row {
    const char *name;
    size_t len;
    unsigned char code[16];
    bool allowed;
};

static const struct row rows[] = {
    { "ret", 1, { 0xc3 }, true },
    { "ud2", 2, { 0x0f, 0x0b }, true },
    { "mov imm64 that holds syscall",
      10,
      { 0x48, 0xb8, 0x48, 0x89, 0xc8, 0x0f, 0x05, 0xc3 },
      true },
    { "mov imm32 that holds rdtsc", 5, { 0xb8, 0x0f, 0x31, 0x00, 0x00 }, true },
    { "lea with a displacement", 7, { 0x48, 0x8d, 0x05, 0x0f, 0x05, 0x00, 0x00 }, true },
    { "scaled operand", 5, { 0xf3, 0x0f, 0x10, 0x04, 0x88 }, true },
    { "mov of a constant to memory", 8, { 0xc7, 0x44, 0x24, 0x08, 0x0f, 0x05, 0, 0 }, true },
    { "16 bit constant", 5, { 0x66, 0x81, 0xf9, 0x0f, 0x05 }, true },
    { "vector addition", 4, { 0xc5, 0xf4, 0x58, 0xc2 }, true },
    { "fused multiply", 5, { 0xc4, 0xe2, 0x75, 0xa8, 0xc2 }, true },
    { "insert with a constant", 6, { 0xc4, 0xe3, 0x75, 0x18, 0xc2, 0x01 }, true },
    { "512 bit load", 7, { 0x62, 0xf1, 0x7c, 0x48, 0x10, 0x47, 0x01 }, true },
    { "lock cmpxchg", 5, { 0xf0, 0x0f, 0xb1, 0x0a, 0x90 }, true },
    { "fence", 3, { 0x0f, 0xae, 0xf0 }, true },
    { "syscall", 2, { 0x0f, 0x05 }, false },
    { "syscall behind a segment", 3, { 0x2e, 0x0f, 0x05 }, false },
    { "syscall behind a prefix", 3, { 0x48, 0x0f, 0x05 }, false },
    { "sysenter", 2, { 0x0f, 0x34 }, false },
    { "int 80", 2, { 0xcd, 0x80 }, false },
    { "rdtsc", 2, { 0x0f, 0x31 }, false },
    { "rdtscp", 3, { 0x0f, 0x01, 0xf9 }, false },
    { "rdpmc", 2, { 0x0f, 0x33 }, false },
    { "cpuid", 2, { 0x0f, 0xa2 }, false },
    { "rdrand", 3, { 0x0f, 0xc7, 0xf0 }, false },
    { "rdfsbase", 4, { 0xf3, 0x0f, 0xae, 0xc0 }, false },
    { "ldmxcsr", 4, { 0x0f, 0xae, 0x14, 0x24 }, false },
    { "vldmxcsr", 5, { 0xc5, 0xf8, 0xae, 0x14, 0x24 }, false },
    { "far call", 3, { 0x48, 0xff, 0x18 }, false },
    { "far return", 1, { 0xcb }, false },
    { "halt", 1, { 0xf4 }, false },
    { "in", 1, { 0xec }, false },
    { "transaction", 6, { 0xc7, 0xf8, 0, 0, 0, 0 }, false },
    { "cut in the middle", 3, { 0xe8, 0, 0 }, false },
    { "a prefix alone", 1, { 0x66 }, false },
    { "nothing of the 64 bit set", 1, { 0x06 }, false },
};

static void each_instruction(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        unsigned char code[20] = { 0x90, 0x90 };
        size_t bad = 0;
        memcpy(code + 2, rows[i].code, rows[i].len);
        bool allowed = scan_code(code, rows[i].len + 2, &bad);
        if (allowed != rows[i].allowed || (!allowed && bad != 2))
            fail_msg("%s: %d, at %zu", rows[i].name, allowed, bad);
    }
}

static void no_bytes_are_read_beyond_the_end(void **state)
{
    uint64_t word = 88172645463325252u;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        size_t len = 1 + word % 23, bad = 0;
        unsigned char *code = mem_alloc(len);
        for (size_t k = 0; k < len; k++) {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            code[k] = (unsigned char)(word >> 32);
        }
        if (!scan_code(code, len, &bad))
            assert_true(bad < len);
        mem_free_ptr(&code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_instruction),
        cmocka_unit_test(no_bytes_are_read_beyond_the_end),
    };
    return cmocka_run_group_tests_name("object_scan", tests, NULL, NULL);
}
