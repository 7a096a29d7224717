/*
 * blocks_test.c - which blocks an answer has, and which lines are code, held to a text that
 * somebody has read: tests/approved/units/blocks.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/sample/blocks.h"
#include "tests/support/approved.h"

static struct span whole(const char *text)
{
    return (struct span){ .text = text, .len = strlen(text) };
}

static void put_span(const char *name, struct span s, struct buf *out)
{
    if (s.text == NULL)
        return;
    buf_printf(out, "  %s%s%s%s: ", name, s.has_launch ? " launch" : "",
               s.has_kernel ? " kernel" : "", s.has_module ? " module" : "");
    buf_put_json_string(out, s.text, s.len);
    buf_putc(out, '\n');
}

static void put_blocks(const char *text, struct buf *out)
{
    struct blocks b;
    size_t len = strlen(text);
    char *exact = mem_alloc(len + (len == 0)); /* nothing is read behind it */
    memcpy(exact, text, len);
    blocks_find(exact, len, &b);
    buf_put_json_string(out, text, len);
    buf_putc(out, '\n');
    put_span("complete", b.last_complete, out);
    put_span("kernel", b.longest_kernel, out);
    put_span("statements", b.last_statements, out);
    put_span("module", b.last_module, out);
    put_span("any", b.last_any, out);
    put_span("bare module", bare_module_find(exact, len, false), out);
    struct span code = bare_code_find(exact, len, span_starts_code);
    if (code.len > 0)
        put_span("bare code", code, out);
    code = bare_code_find(exact, len, span_is_statement);
    if (code.len > 0)
        put_span("bare statements", code, out);
    free(exact);
}

static void test_blocks_of_answers(void **state)
{
    static const char *const texts[] = {
        "",
        "\n",
        "```",
        "```\n",
        "```\na",
        "```\na\n```",
        "```\n \n```",
        "``\na\n``",
        "~~\na\n~~",
        "~~~\na\n```\nb\n~~~\nc",
        "````\na\n```\nb\n`````\nc",
        "```\na\n``` x\nb\n```",
        "  ```cuda\na\n\t``` \nb",
        "see: ```\na\n```",
        "see:```\na\n```",
        "see: ```c\na;\n```",
        "see: ```c d\na;\n```",
        "see: ~~~\na\n~~~",
        "a```\nb\n```",
        "x ````\na\n```",
        "```\na;\n```\n```\nb\n```",
        "```\na}\n```\n```\nb\n```",
        "```\n__global__ a\n```\n```\n__global__ bc\n```\n```\n__global__ d\n```",
        "```\n__global__ ab\n```\n```\n__global__ cd\n```",
        "```\n//@ launch\n__global__ a\n```\n```\n//@ launch\n__global__ b\n```",
        "```\n// @ launch\n__global__ a\n```",
        "```\n//@launch\n__global__\n```",
        "```\n//@ launc\n__global_\n```",
        "```\n__global__",
        "```\n_ __global_\n__global__",
        "```\nclass ModelNew(x):\n  a\n```\n```\nclass Model:\n```",
        "```\n class ModelNew:\n```",
        "import a\nclass ModelNew:\n  pass",
        "Hi\nfrom a import b\n@x\nclass ModelNew",
        "class Model:\nclass ModelNew",
        "\"\"\"x\"\"\"\nclass ModelNew\nrest",
        "# a\nclass ModelNe",
        "Hi\nclass ModelNew",
        "def f\ntext",
        "Hi\n// a\nint b;\n}\nBye",
        "Hi\n// a\nint b",
        "Hi\n__global__ void f() {\nx = 1;\n}\nBye",
        "__global__ void f()\nBye",
        "Hi\n__global__ void f()\n{\nBye",
        "Hi\nif (a) {\nb;\n}\nBye",
        "a\n\n#define B\n*/\n/*\nx */\nend",
        "a = b;\nand more",
        "{",
        "};",
        "*/",
        "/",
    };
    (void)state;
    struct buf CLEANUP(buf_release) out = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        put_blocks(texts[i], &out);
    approved_check_exactly("blocks", &out);
}

static void test_lines(void **state)
{
    static const struct {
        const char *text;
        bool starts, is_statement, is_launch;
    } cases[] = {
        { "", false, false, false },
        { " ", false, false, false },
        { "// a", true, true, false },
        { "//@ launch f", true, true, true },
        { "//@\tlaunch", true, true, true },
        { "  //@ launch", true, true, true },
        { "//@ launcher", true, true, true },
        { "//@ laun", true, true, false },
        { "x //@ launch", false, false, false },
        { "/* a", true, true, false },
        { "a */", false, true, false },
        { "*/", false, true, false },
        { "/", false, false, false },
        { "#include", true, true, false },
        { "#define", true, true, false },
        { "#pragma", true, true, false },
        { "#if", true, true, false },
        { "#else", false, true, false },
        { "extern x", true, true, false },
        { "extern", false, false, false },
        { "__global__", true, true, false },
        { "__device__", true, true, false },
        { "__constant__", true, true, false },
        { "template", true, true, false },
        { "typedef x", true, true, false },
        { "static x", true, true, false },
        { "using x", true, true, false },
        { "namespace x", true, true, false },
        { "struct x", true, true, false },
        { "constexpr x", true, true, false },
        { "const x", true, true, false },
        { "enum x", true, true, false },
        { "inline x", true, true, false },
        { " \tinline x", true, true, false },
        { "int a;", false, true, false },
        { "int a; ", false, true, false },
        { "int a", false, false, false },
        { "}", false, true, false },
        { "if {", false, true, false },
        { "if { x", false, false, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct span s = whole(cases[i].text);
        if (span_starts_code(s) != cases[i].starts ||
            span_is_statement(s) != cases[i].is_statement ||
            span_is_directive(s, "launch") != cases[i].is_launch)
            fail_msg("'%s': %d %d %d", cases[i].text, span_starts_code(s), span_is_statement(s),
                     span_is_directive(s, "launch"));
    }
    size_t pos = 0;
    static const char text[] = "one\n\n two ";
    struct span s = span_next_line(text, sizeof(text) - 1, &pos);
    assert_true(s.len == 3 && pos == 4 && s.text == text);
    s = span_next_line(text, sizeof(text) - 1, &pos);
    assert_true(s.len == 0 && pos == 5);
    s = span_next_line(text, sizeof(text) - 1, &pos);
    assert_true(s.len == 5 && pos == 10 && s.text == text + 5);
    s = span_trimmed(s);
    assert_true(s.len == 3 && s.text == text + 6);
    assert_int_equal(span_trimmed(whole(" \t ")).len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_of_answers),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
