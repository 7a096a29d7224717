/*
 * buf_test.c - texts that grow up to their ceiling, and bytes as JSON and as hexadecimal digits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

/* Adding stops where one byte more would be beyond it, and what is there stays. */
static void test_the_ceiling_is_exact(void **state)
{
    (void)state;
    for (size_t max = 1; max <= 200; max++)
        for (size_t before = 0; before <= max; before += 1 + max / 3)
            for (int more = 0; more < 2; more++)
                for (int print = 0; print < 2; print++) {
                    struct buf b = { .max = max };
                    char text[202] = "", rest[202] = "";
                    memset(text, 'a', before);
                    memset(rest, 'b', max - before + (size_t)more);
                    buf_puts(&b, text);
                    if (print == 1)
                        buf_printf(&b, "%s", rest);
                    else
                        buf_puts(&b, rest);
                    assert_int_equal(b.overflow, more == 1);
                    assert_int_equal(b.len, more == 1 ? before : max);
                    if (more == 0)
                        memcpy(text + before, rest, max - before);
                    assert_string_equal(buf_text(&b), text);
                    buf_release(&b);
                    assert_true(b.data == NULL && b.len == 0 && b.capacity == 0 && !b.overflow);
                }
}

static void test_a_text_grows_byte_by_byte(void **state)
{
    struct buf b = { 0 };
    (void)state;
    for (size_t i = 0; i < 5000; i++) {
        buf_putc(&b, (char)('a' + i % 26));
        assert_int_equal(b.len, i + 1);
        assert_true(b.capacity > b.len);
        assert_int_equal(b.data[b.len], '\0');
    }
    for (size_t i = 0; i < 5000; i++)
        assert_int_equal(b.data[i], 'a' + i % 26);
    buf_clear(&b);
    assert_string_equal(buf_text(&b), "");
    buf_printf(&b, "%s", "");
    buf_add(&b, NULL, 0);
    assert_int_equal(b.len, 0);
    char *own = buf_detach(&b);
    assert_string_equal(own, "");
    free(own);
    assert_true(b.data == NULL && b.capacity == 0);
}

/* Each byte alone, and each that follows 0xC2, behind which the C1 controls are. */
static void test_bytes_become_json(void **state)
{
    (void)state;
    for (unsigned c = 0; c < 256; c++) {
        struct buf CLEANUP(buf_release) b = { 0 };
        char want[16];
        const char byte = (char)c;
        static const char shorts[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
        const char *at = c == 0 ? NULL : strchr(shorts, (int)c);
        if (at != NULL)
            snprintf(want, sizeof(want), "\"\\%c\"", letters[at - shorts]);
        else if (c < 0x20 || c == 0x7f)
            snprintf(want, sizeof(want), "\"\\u%04x\"", c);
        else if (c >= 0x80)
            snprintf(want, sizeof(want), "\"\\ufffd\"");
        else
            snprintf(want, sizeof(want), "\"%c\"", (int)c);
        buf_put_json_string(&b, &byte, 1);
        assert_string_equal(buf_text(&b), want);
    }
    for (unsigned c = 0x80; c < 0xC0; c++) {
        struct buf CLEANUP(buf_release) b = { 0 };
        const char text[] = { 'x', '\xc2', (char)c, 'y', '\0' };
        char want[16];
        if (c < 0xA0)
            snprintf(want, sizeof(want), "\"x\\u%04xy\"", c);
        else
            snprintf(want, sizeof(want), "\"%s\"", text);
        buf_put_json_string(&b, text, 4);
        assert_string_equal(buf_text(&b), want);
    }
    struct buf CLEANUP(buf_release) b = { 0 };
    buf_put_json_string(&b, "\xc3\x80\xc2", 3);
    buf_put_json_text(&b, NULL);
    buf_put_json_text(&b, "a\"");
    buf_put_json_number(&b, 0.5);
    buf_put_json_number(&b, (double)-INFINITY);
    buf_put_json_number(&b, (double)NAN);
    assert_string_equal(buf_text(&b), "\"\xc3\x80\\ufffd\"null\"a\\\"\"0.5\"-inf\"\"nan\"");
}

static void test_bytes_become_digits(void **state)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    unsigned char bytes[256];
    char want[513] = "";
    (void)state;
    for (unsigned c = 0; c < 256; c++) {
        bytes[c] = (unsigned char)c;
        snprintf(want + 2 * c, 3, "%02x", c);
    }
    buf_put_hex(&b, bytes, sizeof(bytes));
    assert_string_equal(buf_text(&b), want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_ceiling_is_exact),
        cmocka_unit_test(test_a_text_grows_byte_by_byte),
        cmocka_unit_test(test_bytes_become_json),
        cmocka_unit_test(test_bytes_become_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
