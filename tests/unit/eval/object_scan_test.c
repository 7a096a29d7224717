/*
 * object_scan_test.c - which instructions, segments and sections a compiled kernel may have.
 */
#include <elf.h>
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

/*
 * Bytes of an instruction whose operand byte is c0 (a register, the first of a group), after the
 * opcode maps of the processor's manual; 0: refused.  Opcodes between rows are prefixes or begin
 * other maps.
 */
struct opcodes {
    unsigned first, last;
    size_t bytes;
};

static const struct opcodes one_byte[] = {
    { 0x00, 0x03, 2 }, { 0x04, 0x04, 2 }, { 0x05, 0x05, 5 }, { 0x06, 0x07, 0 }, { 0x08, 0x0b, 2 },
    { 0x0c, 0x0c, 2 }, { 0x0d, 0x0d, 5 }, { 0x0e, 0x0e, 0 }, { 0x10, 0x13, 2 }, { 0x14, 0x14, 2 },
    { 0x15, 0x15, 5 }, { 0x16, 0x17, 0 }, { 0x18, 0x1b, 2 }, { 0x1c, 0x1c, 2 }, { 0x1d, 0x1d, 5 },
    { 0x1e, 0x1f, 0 }, { 0x20, 0x23, 2 }, { 0x24, 0x24, 2 }, { 0x25, 0x25, 5 }, { 0x27, 0x27, 0 },
    { 0x28, 0x2b, 2 }, { 0x2c, 0x2c, 2 }, { 0x2d, 0x2d, 5 }, { 0x2f, 0x2f, 0 }, { 0x30, 0x33, 2 },
    { 0x34, 0x34, 2 }, { 0x35, 0x35, 5 }, { 0x37, 0x37, 0 }, { 0x38, 0x3b, 2 }, { 0x3c, 0x3c, 2 },
    { 0x3d, 0x3d, 5 }, { 0x3f, 0x3f, 0 }, { 0x50, 0x5f, 1 }, { 0x60, 0x61, 0 }, { 0x63, 0x63, 2 },
    { 0x68, 0x68, 5 }, { 0x69, 0x69, 6 }, { 0x6a, 0x6a, 2 }, { 0x6b, 0x6b, 3 }, { 0x6c, 0x6f, 0 },
    { 0x70, 0x7f, 2 }, { 0x80, 0x80, 3 }, { 0x81, 0x81, 6 }, { 0x82, 0x82, 0 }, { 0x83, 0x83, 3 },
    { 0x84, 0x8f, 2 }, { 0x90, 0x99, 1 }, { 0x9a, 0x9a, 0 }, { 0x9b, 0x9f, 1 }, { 0xa0, 0xa3, 0 },
    { 0xa4, 0xa7, 1 }, { 0xa8, 0xa8, 2 }, { 0xa9, 0xa9, 5 }, { 0xaa, 0xaf, 1 }, { 0xb0, 0xb7, 2 },
    { 0xb8, 0xbf, 5 }, { 0xc0, 0xc1, 3 }, { 0xc2, 0xc2, 3 }, { 0xc3, 0xc3, 1 }, { 0xc6, 0xc6, 3 },
    { 0xc7, 0xc7, 6 }, { 0xc8, 0xc8, 4 }, { 0xc9, 0xc9, 1 }, { 0xca, 0xcf, 0 }, { 0xd0, 0xd3, 2 },
    { 0xd4, 0xd6, 0 }, { 0xd7, 0xd7, 1 }, { 0xd8, 0xdf, 2 }, { 0xe0, 0xe3, 2 }, { 0xe4, 0xe7, 0 },
    { 0xe8, 0xe9, 5 }, { 0xea, 0xea, 0 }, { 0xeb, 0xeb, 2 }, { 0xec, 0xef, 0 }, { 0xf1, 0xf1, 0 },
    { 0xf4, 0xf4, 0 }, { 0xf5, 0xf5, 1 }, { 0xf6, 0xf6, 3 }, { 0xf7, 0xf7, 6 }, { 0xf8, 0xf9, 1 },
    { 0xfa, 0xfb, 0 }, { 0xfc, 0xfd, 1 }, { 0xfe, 0xff, 2 },
};
/* With the escape byte 0f. */
static const struct opcodes two_bytes[] = {
    { 0x00, 0x0a, 0 }, { 0x0b, 0x0b, 2 }, { 0x0c, 0x0c, 0 }, { 0x0d, 0x0d, 3 }, { 0x0e, 0x0f, 0 },
    { 0x10, 0x1f, 3 }, { 0x20, 0x27, 0 }, { 0x28, 0x2f, 3 }, { 0x30, 0x37, 0 }, { 0x39, 0x39, 0 },
    { 0x3b, 0x3f, 0 }, { 0x40, 0x6f, 3 }, { 0x70, 0x73, 4 }, { 0x74, 0x76, 3 }, { 0x77, 0x77, 2 },
    { 0x78, 0x7b, 0 }, { 0x7c, 0x7f, 3 }, { 0x80, 0x8f, 6 }, { 0x90, 0x9f, 3 }, { 0xa0, 0xa2, 0 },
    { 0xa3, 0xa3, 3 }, { 0xa4, 0xa4, 4 }, { 0xa5, 0xa5, 3 }, { 0xa6, 0xaa, 0 }, { 0xab, 0xab, 3 },
    { 0xac, 0xac, 4 }, { 0xad, 0xad, 3 }, { 0xae, 0xae, 0 }, { 0xaf, 0xaf, 3 }, { 0xb0, 0xb1, 3 },
    { 0xb2, 0xb2, 0 }, { 0xb3, 0xb3, 3 }, { 0xb4, 0xb5, 0 }, { 0xb6, 0xb9, 3 }, { 0xba, 0xba, 4 },
    { 0xbb, 0xc1, 3 }, { 0xc2, 0xc2, 4 }, { 0xc3, 0xc3, 3 }, { 0xc4, 0xc6, 4 }, { 0xc7, 0xc7, 0 },
    { 0xc8, 0xcf, 2 }, { 0xd0, 0xff, 3 },
};

/* The bytes behind an instruction are the next one: a system call there is found there. */
static void check_lengths(const struct opcodes *rows_of_map, size_t n, bool escaped)
{
    for (size_t i = 0; i < n; i++) {
        for (unsigned op = rows_of_map[i].first; op <= rows_of_map[i].last; op++) {
            unsigned char code[20] = { escaped ? 0x0f : (unsigned char)op };
            size_t bad = 99, bytes = rows_of_map[i].bytes;
            if (escaped)
                code[1] = (unsigned char)op;
            code[1 + escaped] = 0xc0;
            code[bytes] = bytes > 0 ? 0x0f : code[0];
            code[bytes + 1] = bytes > 0 ? 0x05 : code[1];
            if (scan_code(code, sizeof code, &bad) || bad != bytes)
                fail_msg("%s%02x: refused at %zu, not %zu", escaped ? "0f " : "", op, bad, bytes);
            if (bytes > 0 && !scan_code(code, bytes, &bad))
                fail_msg("%s%02x is refused", escaped ? "0f " : "", op);
            if (bytes > 1 && scan_code(code, bytes - 1, &bad))
                fail_msg("%s%02x is taken without its end", escaped ? "0f " : "", op);
        }
    }
}

static void instructions_are_as_long_as_the_manual_says(void **state)
{
    (void)state;
    check_lengths(one_byte, ARRAY_LEN(one_byte), false);
    check_lengths(two_bytes, ARRAY_LEN(two_bytes), true);
}

/* Of opcodes whose meaning is in the operand byte: bytes with a register as the operand; 0:
 * refused. */
static const struct {
    bool escaped;
    unsigned op, first, last; /* member of the group */
    size_t bytes;
} groups[] = {
    { false, 0x80, 0, 7, 3 }, { false, 0x81, 0, 7, 6 }, { false, 0x83, 0, 7, 3 },
    { false, 0x8f, 0, 0, 2 }, { false, 0x8f, 1, 7, 0 }, { false, 0xc0, 0, 7, 3 },
    { false, 0xc7, 0, 0, 6 }, { false, 0xc7, 1, 7, 0 }, { false, 0xd9, 0, 7, 2 },
    { false, 0xf6, 0, 1, 3 }, { false, 0xf6, 2, 7, 2 }, { false, 0xf7, 0, 1, 6 },
    { false, 0xf7, 2, 7, 2 }, { false, 0xff, 0, 2, 2 }, { false, 0xff, 3, 3, 0 },
    { false, 0xff, 4, 4, 2 }, { false, 0xff, 5, 5, 0 }, { false, 0xff, 6, 6, 2 },
    { false, 0xff, 7, 7, 0 }, { true, 0xae, 0, 4, 0 },  { true, 0xae, 5, 7, 3 },
    { true, 0xba, 0, 7, 4 },  { true, 0xc7, 0, 7, 0 },
};

static void members_of_groups_are_as_long_as_the_manual_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(groups); i++) {
        for (unsigned reg = groups[i].first; reg <= groups[i].last; reg++) {
            unsigned char code[20] = { 0x0f, (unsigned char)groups[i].op };
            size_t bad = 99, bytes = groups[i].bytes;
            size_t operand = groups[i].escaped ? 2 : 1;
            if (!groups[i].escaped)
                code[0] = (unsigned char)groups[i].op;
            code[operand] = (unsigned char)(0xc0 | reg << 3);
            if (bytes > 0) {
                code[bytes] = 0x0f;
                code[bytes + 1] = 0x05;
            }
            if (scan_code(code, sizeof code, &bad) || bad != bytes)
                fail_msg("%s%02x /%u: refused at %zu, not %zu", groups[i].escaped ? "0f " : "",
                         groups[i].op, reg, bad, bytes);
        }
    }
}

struct object {
    Elf64_Ehdr header;
    Elf64_Phdr segments[3];
    Elf64_Shdr sections[3];
    char names[24];
    unsigned char code[8];
};

/* A linked object of one instruction, ret. */
static struct object object_of_ret(void)
{
    struct object o = {
        .header = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
                                 EV_CURRENT },
                    .e_type = ET_DYN,
                    .e_machine = EM_X86_64,
                    .e_phoff = offsetof(struct object, segments),
                    .e_shoff = offsetof(struct object, sections),
                    .e_phentsize = sizeof(Elf64_Phdr),
                    .e_phnum = 3,
                    .e_shentsize = sizeof(Elf64_Shdr),
                    .e_shnum = 3,
                    .e_shstrndx = 2 },
        .segments = { { .p_type = PT_LOAD, .p_flags = PF_R | PF_X },
                      { .p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_memsz = 100 },
                      { .p_type = PT_TLS, .p_align = 1024, .p_memsz = 64 } },
        .sections = { { .sh_type = SHT_NULL },
                      { .sh_name = 1,
                        .sh_type = SHT_PROGBITS,
                        .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                        .sh_offset = offsetof(struct object, code),
                        .sh_size = 2 },
                      { .sh_name = 7,
                        .sh_type = SHT_STRTAB,
                        .sh_offset = offsetof(struct object, names),
                        .sh_size = sizeof o.names } },
        .code = { 0xc3, 0x90 },
    };
    memcpy(o.names, "\0.text\0.shstrtab", 17);
    return o;
}

static enum scan_verdict verdict_of(const struct object *o)
{
    struct scan_result r;
    scan_object((const unsigned char *)o, sizeof *o, &r);
    return r.verdict;
}

static void an_object_that_is_in_order_is_taken_and_measured(void **state)
{
    (void)state;
    struct object o = object_of_ret();
    struct scan_result r;
    scan_object((const unsigned char *)&o, sizeof o, &r);
    if (r.verdict != SCAN_OK)
        fail_msg("%s", r.message);
    assert_int_equal(r.tls_bytes, 64);
    assert_int_equal(r.state_bytes, 100 + 2 * 4096);
    assert_false(r.has_dynamic);
}

static void each_part_of_an_object_is_looked_at(void **state)
{
    (void)state;
    struct object o = object_of_ret();
    memcpy(o.code, (unsigned char[]){ 0x0f, 0x05 }, 2);
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
    o = object_of_ret();
    o.names[1] = 'x';
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
    o = object_of_ret();
    o.sections[1].sh_flags |= SHF_WRITE;
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
    o = object_of_ret();
    o.sections[1].sh_type = SHT_NOBITS;
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
    o = object_of_ret();
    o.segments[1].p_flags |= PF_X;
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
    o = object_of_ret();
    o.segments[1].p_type = PT_INTERP;
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
    o = object_of_ret();
    o.segments[1] = (Elf64_Phdr){ .p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W };
    assert_int_equal(verdict_of(&o), SCAN_OK);
    o.segments[1].p_flags |= PF_X;
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
    o = object_of_ret();
    o.segments[2].p_align = 2048;
    assert_int_equal(verdict_of(&o), SCAN_UNSUPPORTED);
    o = object_of_ret();
    o.header.e_machine = EM_386;
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
    o = object_of_ret();
    o.header.e_type = ET_EXEC;
    assert_int_equal(verdict_of(&o), SCAN_HOST_CODE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_instruction),
        cmocka_unit_test(no_bytes_are_read_beyond_the_end),
        cmocka_unit_test(instructions_are_as_long_as_the_manual_says),
        cmocka_unit_test(members_of_groups_are_as_long_as_the_manual_says),
        cmocka_unit_test(an_object_that_is_in_order_is_taken_and_measured),
        cmocka_unit_test(each_part_of_an_object_is_looked_at),
    };
    return cmocka_run_group_tests_name("object_scan", tests, NULL, NULL);
}
