/* pdf_content_test.c - operators to the character, and pages packed while others are drawn. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reports/pdf/pdf_canvas_internal.h"
#include "src/base/buf.h"
#include "src/base/mem.h"

static void numbers_are_rounded_and_short(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *written;
    } cases[] = { { 0, "0 w\n" },
                  { -0.0, "0 w\n" },
                  { 1, "1 w\n" },
                  { 0.5, "0.5 w\n" },
                  { -0.25, "-0.25 w\n" },
                  { 0.001, "0.001 w\n" },
                  { 0.0004, "0 w\n" },
                  { -0.0004, "0 w\n" },
                  { 0.0996, "0.1 w\n" },
                  { 0.999995, "1 w\n" },
                  { 12.03, "12.03 w\n" },
                  { -32000, "-32000 w\n" },
                  { 99.9999, "100 w\n" },
                  { 0.105, "0.105 w\n" },
                  { 1e9, "1000000000 w\n" },
                  { 595.276, "595.276 w\n" },
                  { -1e9, "-1000000000 w\n" } };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf out = { 0 };
        content_op(&out, "w", &cases[i].value, 1);
        assert_string_equal(buf_text(&out), cases[i].written);
        buf_release(&out);
    }
}

static void numbers_read_back(void **state)
{
    (void)state;
    for (int i = -20000; i < 20000; i++) {
        struct buf out = { 0 };
        double v = i * 0.7369 + i * 1e-5;
        CONTENT_OP(&out, "w", v);
        assert_true(fabs(strtod(buf_text(&out), NULL) - v) <= 0.0005 + 1e-9);
        buf_release(&out);
    }
}

static void operands_stand_before_their_operator(void **state)
{
    (void)state;
    struct buf out = { 0 };
    const double size = 9.5;
    content_op(&out, "q", NULL, 0);
    CONTENT_OP(&out, "c", 1, 2.5, -3, 0, 5, 6);
    content_resource(&out, "F1", &size, "Tf");
    content_resource(&out, "E2", NULL, "gs");
    assert_string_equal(buf_text(&out), "q\n1 2.5 -3 0 5 6 c\n/F1 9.5 Tf\n/E2 gs\n");
    buf_release(&out);
}

static void strings_escape_what_they_may_not_hold(void **state)
{
    (void)state;
    struct buf out = { 0 };
    const char bytes[] = { 'a', '(', ')', '\\', '\n', '\x7F', (char)0xE9, (char)0xFF, '\0', '~' };
    content_show(&out, bytes, sizeof(bytes));
    assert_string_equal(buf_text(&out), "(a\\(\\)\\\\\\012\\177\\351\\377\\000~) Tj\n");
    buf_clear(&out);
    char many[1000];
    memset(many, 0x80, sizeof(many));
    content_show(&out, many, sizeof(many));
    assert_int_equal(out.len, 4 * sizeof(many) + strlen("() Tj\n"));
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_rounded_and_short),
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(operands_stand_before_their_operator),
        cmocka_unit_test(strings_escape_what_they_may_not_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
