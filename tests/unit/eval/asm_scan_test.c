/*
 * asm_scan_test.c - which lines of assembly are refused, and in which words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/process/object_scan.h"

/* The text has no end beyond its length: every line is also the last one, without an end. */
static void expect_n(const char *text, size_t len, const char *message)
{
    struct scan_result r;
    char *exact = mem_alloc(len + 1);
    memcpy(exact, text, len);
    exact[len] = 'x';
    scan_assembly(exact, len, &r);
    if (strcmp(r.message, message) != 0 || (r.verdict == SCAN_OK) != (message[0] == '\0'))
        fail_msg("%s: '%s', not '%s'", text, r.message, message);
    mem_free_ptr(&exact);
}

static void each_line_is_read_to_its_end(void **state)
{
    static const struct {
        const char *line, *message;
    } rows[] = {
        { "", "" },
        { " \t ", "" },
        { "# a comment; syscall", "" },
        { "  # 3 \"x\" 1", "" },
        { "\tret", "" },
        { "f:", "" },
        { "f: ret", "" },
        { ".L3:\t.p2align 4,,10", "" },
        { "#APP", "inline assembly '#APP' in the compiled code" },
        { "  #APPEND", "inline assembly '#APPEND' in the compiled code" },
        { "#AP", "" },
        { "\tnop;nop", "inserted assembly 'nop;nop' in the compiled code" },
        { "\tnop # x", "inserted assembly 'nop # x' in the compiled code" },
        { "\tnop \\", "inserted assembly 'nop \\' in the compiled code" },
        { "\tsyscall", "instruction 'syscall' in the compiled code" },
        { "\tSysCall", "instruction 'SysCall' in the compiled code" },
        { "\tsyscalls", "" },
        { "\tsys", "" },
        { "f: g:syscall", "instruction 'syscall' in the compiled code" },
        { "\"f\": syscall", "" },
        { ": syscall", "" },
        { "\tlock syscall", "instruction 'syscall' in the compiled code" },
        { "\trep\trex.w\t syscall", "instruction 'syscall' in the compiled code" },
        { "\trep", "" },
        { "\trep ", "" },
        { "\tin %al,%dx", "instruction 'in' in the compiled code" },
        { "\tin,x", "instruction 'in' in the compiled code" },
        { "\t.incbin \"x\"", "directive '.incbin' in the compiled code" },
        { "\t.byte 1, 2", "data among instructions '.byte 1, 2' in the compiled code" },
        { "\t.Quad 1", "data among instructions '.Quad 1' in the compiled code" },
        { "\t.string \"a\"", "data among instructions '.string \"a\"' in the compiled code" },
        { "\t.zero 4", "" },
        { "\t.section .text", "" },
        { "\t.section   .rodata.str1.1,\"aMS\"", "" },
        { "\t.section .rodat", "section '.rodat' in the compiled code" },
        { "\t.section .rodatas", "section '.rodatas' in the compiled code" },
        { "\t.section\t.evil,\"awx\"", "section '.evil' in the compiled code" },
        { "\t.section", "section '' in the compiled code" },
        { "\t.incbin\x7f", "directive '.incbin?' in the compiled code" },
        { ".text2", "directive '.text2' in the compiled code" },
        { ".a23456789b123456789c123456789d123456789e123456",
          "directive '.a23456789b123456789c123456789d123456789e123456' in the compiled code" },
        { ".a23456789b123456789c123456789d123456789e1234567",
          "directive '.a23456789b123456789c123456789d123456789e123456' in the compiled code" },
        { ".a23456789b123456789c123456789d123456789e12345678",
          "directive '.a23456789b123456789c123456789d123456789e123456' in the compiled code" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char text[200];
        size_t n = strlen(rows[i].line);
        expect_n(rows[i].line, n, rows[i].message);
        snprintf(text, sizeof text, "\tret\n%s\nx:\n", rows[i].line);
        expect_n(text, strlen(text), rows[i].message);
        snprintf(text, sizeof text, "%s\n\tnop;\n", rows[i].line);
        expect_n(text, strlen(text),
                 rows[i].message[0] != '\0' ? rows[i].message
                                            : "inserted assembly 'nop;' in the compiled code");
    }
}

static void a_section_says_what_may_stand_in_it(void **state)
{
    static const struct {
        const char *enter;
        bool code;
    } rows[] = {
        { ".text", true },
        { ".section .text.unlikely,\"ax\"", true },
        { ".data", false },
        { ".bss", false },
        { ".section .rodata", false },
        { ".section .tdata,\"awT\"", false },
        { ".section .note.GNU-stack,\"\",@progbits", false },
        { ".section .init_array,\"aw\"", false },
        { ".align 4", true }, /* where it begins */
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char text[200];
        snprintf(text, sizeof text, "%s\n\tret\n", rows[i].enter);
        expect_n(text, strlen(text),
                 rows[i].code ? "" : "instruction among data 'ret' in the compiled code");
        snprintf(text, sizeof text, "%s\n\t.long 7\n", rows[i].enter);
        expect_n(text, strlen(text),
                 rows[i].code ? "data among instructions '.long 7' in the compiled code" : "");
        snprintf(text, sizeof text, "%s\n\t.text\n\tret\n", rows[i].enter);
        expect_n(text, strlen(text), "");
    }
}

static void a_string_is_one_string(void **state)
{
    static const struct {
        const char *line;
        bool taken;
    } rows[] = {
        { ".string \"\"", true },
        { ".string \"a;b#c\"", true },
        { ".string \"a\\\"b\"", true },
        { ".string \"a\\\\\"", true },
        { ".ascii \"x\"", true },
        { ".string \"a\";", false },
        { ".string \"a\"b\"", false },
        { ".string \"a\\\"", false },
        { ".string \"a", false },
        { ".string a", false },
        { ".string ", true },
        /* of nothing: the assembler refuses it */ { ".ascii ", true },
        { ".ascii a", false },
        { ".ascii \"a\" ", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char text[100], message[120];
        snprintf(text, sizeof text, ".data\n%s", rows[i].line);
        snprintf(message, sizeof message, "inserted assembly '%s' in the compiled code",
                 rows[i].line);
        expect_n(text, strlen(text), rows[i].taken ? "" : message);
    }
    expect_n(".data\n.string", 13, "");
    expect_n(".data\n.ascii", 12, "");
}

static void prefixes_and_instructions_are_words_of_their_own(void **state)
{
    static const char *const prefixes[] = { "lock",  "rep",     "repz",   "repnz",    "repe",
                                            "repne", "notrack", "data16", "xacquire", "xrelease",
                                            "bnd",   "cs",      "ds",     "es",       "fs",
                                            "gs",    "ss",      "addr32", "rex",      "rex.w",
                                            "rex64" };
    static const char *const instructions[] = { "syscall", "rdtsc", "cpuid", "int",    "hlt",
                                                "rdrand",  "lret",  "outsl", "xbegin", "frstor" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(instructions); i++) {
        for (size_t k = 0; k < ARRAY_LEN(prefixes); k++) {
            char text[80], message[80];
            snprintf(text, sizeof text, "%s %s", prefixes[k], instructions[i]);
            snprintf(message, sizeof message, "instruction '%s' in the compiled code",
                     instructions[i]);
            expect_n(text, strlen(text), message);
            snprintf(text, sizeof text, "%sx %s", prefixes[k], instructions[i]);
            expect_n(text, strlen(text), "");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_is_read_to_its_end),
        cmocka_unit_test(a_section_says_what_may_stand_in_it),
        cmocka_unit_test(a_string_is_one_string),
        cmocka_unit_test(prefixes_and_instructions_are_words_of_their_own),
    };
    return cmocka_run_group_tests_name("asm_scan", tests, NULL, NULL);
}
