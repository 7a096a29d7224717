/*
 * base_test.c - errors, buffers, strings, hashes.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/base/sha256_internal.h"
#include "src/base/str.h"

static void test_errors_collect_context(void **state)
{
    (void)state;
    struct err err = { 0 };
    assert_int_equal(err_set(&err, ERR_INTEGRITY, "bad %d", 7), ERR_INTEGRITY);
    assert_int_equal(err_context(&err, "line %d", 3), ERR_INTEGRITY);
    assert_string_equal(err.msg, "line 3: bad 7");
    assert_int_equal(err_set(NULL, ERR_BUSY, "nobody reads this"), ERR_BUSY);
}

static void test_long_error_messages_are_cut(void **state)
{
    (void)state;
    struct err err = { 0 };
    char text[4000];
    memset(text, 'x', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    err_set(&err, ERR_USAGE, "%s", text);
    assert_int_equal(strlen(err.msg), sizeof(err.msg) - 1);
    err_context(&err, "%s", text);
    assert_true(strlen(err.msg) < sizeof(err.msg));
}

static const struct {
    int code;
    int status;
} statuses[] = {
    { 0, 0 },           { ERR_NEGATIVE, 1 },  { ERR_USAGE, 2 },
    { ERR_NOMATCH, 3 }, { ERR_INTEGRITY, 4 }, { ERR_SCHEMA, 5 },
    { ERR_BUSY, 6 },    { ERR_NODATA, 7 },    { ERR_INTERRUPTED, 130 },
};

static void test_exit_statuses(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(statuses); i++)
        assert_int_equal(err_exit_status(statuses[i].code), statuses[i].status);
}

static void test_buffers_stop_at_their_ceiling(void **state)
{
    (void)state;
    struct buf b = { .max = 8 };
    assert_string_equal(buf_text(&b), "");
    buf_puts(&b, "12345");
    buf_printf(&b, "%d", 6789);
    assert_true(b.overflow);
    assert_string_equal(buf_text(&b), "12345");
    buf_puts(&b, "678");
    assert_string_equal(buf_text(&b), "12345678");
    buf_clear(&b);
    assert_false(b.overflow);
    assert_int_equal(b.len, 0);
    buf_release(&b);
}

static void test_detached_strings_belong_to_the_caller(void **state)
{
    (void)state;
    struct buf b = { 0 };
    char *s = buf_detach(&b);
    assert_string_equal(s, "");
    free(s);
    buf_puts(&b, "x");
    s = buf_detach(&b);
    assert_string_equal(s, "x");
    assert_int_equal(b.len, 0);
    free(s);
}

static const struct {
    double value;
    const char *text;
} doubles[] = {
    { 0.1, "0.1" },
    { 1.0 / 3.0, "0.3333333333333333" },
    { 0.1 + 0.2, "0.30000000000000004" },
    { 5e-324, "5e-324" },
    { 1.7976931348623157e308, "1.7976931348623157e+308" },
    { -2.5, "-2.5" },
    { 0.0, "0" },
    { -0.0, "-0" },
    { 500, "500" },
    { 1e15, "1000000000000000" },
    { 1e22, "1e+22" },
};

static void test_doubles_print_shortest(void **state)
{
    (void)state;
    struct buf b = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(doubles); i++) {
        buf_clear(&b);
        buf_put_double(&b, doubles[i].value);
        assert_string_equal(buf_text(&b), doubles[i].text);
    }
    buf_clear(&b);
    buf_put_double(&b, (double)NAN);
    buf_put_double(&b, (double)-INFINITY);
    assert_string_equal(buf_text(&b), "nan-inf");
    buf_release(&b);
}

static void test_json_strings_are_escaped(void **state)
{
    (void)state;
    struct buf b = { 0 };
    static const char text[] = "\"\\\n\t\r\b\f\x01\x7f\xc3\xa9\xff\xc2\x9b/";
    buf_put_json_string(&b, text, sizeof(text) - 1);
    assert_string_equal(buf_text(&b),
                        "\"\\\"\\\\\\n\\t\\r\\b\\f\\u0001\\u007f\xc3\xa9\\ufffd\\u009b/\"");
    buf_release(&b);
}

static const char *const bad_integers[] = {
    "", " 1", "1 ", "\n1", "1x", "0x10", "1.0", "9223372036854775808", "-", "\t1", "\v1",
};

static void test_integers_must_be_the_whole_string(void **state)
{
    (void)state;
    int64_t i = 42;
    uint64_t u = 42;
    for (size_t n = 0; n < ARRAY_LEN(bad_integers); n++)
        assert_false(str_to_i64(bad_integers[n], &i));
    assert_true(i == 42);
    assert_true(str_to_i64("-9223372036854775808", &i) && i == INT64_MIN);
    assert_true(str_to_u64("18446744073709551615", &u) && u == UINT64_MAX);
    assert_false(str_to_u64("-1", &u));
    assert_false(str_to_u64("18446744073709551616", &u));
    assert_false(str_to_u64("+1", &u));
}

static const char *const bad_doubles[] = {
    "", " 1", "1 ", "\n1", "nan", "inf", "1e999", "1,5", "x"
};

static void test_doubles_must_be_finite_and_whole(void **state)
{
    (void)state;
    double v = 42;
    for (size_t n = 0; n < ARRAY_LEN(bad_doubles); n++)
        assert_false(str_to_double(bad_doubles[n], &v));
    assert_true(v > 41.9 && v < 42.1);
    assert_true(str_to_double("-1.5e-3", &v));
    assert_true(fabs(v + 0.0015) < 1e-15);
}

static void test_utf8_sequences(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t len, want;
    } cases[] = {
        { "a", 1, 1 },
        { "\xc3\xa9", 2, 2 },
        { "\xe2\x82\xac", 3, 3 },
        { "\xf0\x9f\x98\x80", 4, 4 },
        { "\xc3", 1, 0 },
        { "\xc0\x80", 2, 0 },
        { "\xe0\x80\x80", 3, 0 },
        { "\xed\xa0\x80", 3, 0 },
        { "\xf4\x90\x80\x80", 4, 0 },
        { "\xff", 1, 0 },
        { "\x80", 1, 0 },
        { "\xf0\x9f\x98", 3, 0 },
        { "", 0, 0 },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_int_equal(utf8_sequence_length(cases[i].bytes, cases[i].len), cases[i].want);
}

static void test_terminal_text_has_no_controls(void **state)
{
    (void)state;
    struct buf b = { 0 };
    static const char text[] = "ok\n\t\x1b[2J\x07\xc2\x9b\xe2\x80\xae\xff\xc3\xa9";
    str_put_terminal_safe(&b, text, sizeof(text) - 1);
    assert_string_equal(buf_text(&b), "ok\n\t\\x1b[2J\\x07\\x9b\\u202e\\xff\xc3\xa9");
    buf_release(&b);
}

static void test_split_keeps_empty_items(void **state)
{
    (void)state;
    struct arena a = { 0 };
    char **items;
    assert_int_equal(str_split(&a, "a,,b,", ',', &items), 4);
    assert_string_equal(items[0], "a");
    assert_string_equal(items[1], "");
    assert_string_equal(items[2], "b");
    assert_string_equal(items[3], "");
    assert_int_equal(str_split(&a, "", ',', &items), 1);
    arena_release(&a);
}

static void test_prefix_and_suffix(void **state)
{
    (void)state;
    assert_true(str_starts_with("level_1", "level_"));
    assert_false(str_starts_with("lev", "level_"));
    assert_true(str_ends_with("a.py", ".py"));
    assert_false(str_ends_with("py", ".py"));
}

/* FIPS 180-4, with the million 'a'. */
static void test_sha256_known_answers(void **state)
{
    (void)state;
    char hex[65];
    sha256_hex("", 0, hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_hex("abc", 3, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    sha256_hex(two, strlen(two), hex);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    struct sha256 s;
    sha256_init(&s);
    for (int i = 0; i < 1000000; i += 100)
        sha256_update(&s,
                      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                      100);
    sha256_final_hex(&s, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void test_sha256_does_not_depend_on_the_pieces(void **state)
{
    (void)state;
    unsigned char data[300];
    char whole[65];
    char pieces[65];
    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (unsigned char)(i * 7);
    for (size_t len = 0; len <= sizeof(data); len++) {
        struct sha256 s;
        sha256_init(&s);
        for (size_t at = 0; at < len; at += 37)
            sha256_update(&s, data + at, len - at < 37 ? len - at : 37);
        sha256_final_hex(&s, pieces);
        sha256_hex(data, len, whole);
        assert_string_equal(whole, pieces);
    }
}

static void test_sha256_of_two_texts_is_that_of_each(void **state)
{
    (void)state;
    static const size_t lengths[] = { 0, 1, 55, 56, 63, 64, 65, 127, 128, 129, 191, 192, 1000 };
    const size_t n = sizeof(lengths) / sizeof(lengths[0]);
    unsigned char data[2000];
    char want[65];
    char got[65];
    unsigned char raw[2][32];
    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (unsigned char)(i * 11 + i / 256);
    for (size_t i = 0; i < n * n; i++) {
        size_t a = lengths[i / n];
        size_t b = lengths[i % n];
        sha256_two(data, a, raw[0], data + 1000, b, raw[1]);
        sha256_hex(data, a, want);
        sha256_to_hex(raw[0], got);
        assert_string_equal(got, want);
        sha256_hex(data + 1000, b, want);
        sha256_to_hex(raw[1], got);
        assert_string_equal(got, want);
    }
}

static void test_sha256_of_the_processor_is_the_portable_one(void **state)
{
    (void)state;
    unsigned char blocks[5 * 64];
    uint32_t one[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 1, 2, 0xffffffff
    };
    uint32_t other[8];
    sha256_compress_fn *native = sha256_compress_native();
    if (native == NULL)
        skip();
    memcpy(other, one, sizeof(one));
    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i < sizeof(blocks); i++)
            blocks[i] = (unsigned char)(one[i % 8] >> (i % 25) ^ i);
        sha256_compress_portable(one, blocks, 5);
        native(other, blocks, 5);
        assert_memory_equal(one, other, sizeof(one));
    }
}

static void test_doubles_print_as_the_shortest_that_reads_back(void **state)
{
    (void)state;
    struct rng r;
    rng_init(&r, 20240611, RNG_TRIAL, 0, 0, 0);
    for (int round = 0; round < 200000; round++) {
        struct buf out = { 0 };
        char want[40];
        double v = rng_double(&r) * pow(10, (int)rng_below(&r, 16) - 6);
        if (round % 2 == 0)
            v = nearbyint(v * 1e4) / 1e4;
        if (round % 3 == 0)
            v = -v;
        for (int digits = 1; digits <= 17; digits++) {
            snprintf(want, sizeof(want), "%.*g", digits, v);
            if (!(fabs(strtod(want, NULL) - v) > 0))
                break;
        }
        buf_put_double(&out, v);
        if (fabs(v - trunc(v)) > 0)
            assert_string_equal(buf_text(&out), want);
        buf_release(&out);
    }
}

static void test_arenas_align_zero_and_reset(void **state)
{
    (void)state;
    struct arena a = { 0 };
    for (size_t n = 1; n < 200; n++) {
        unsigned char *p = arena_alloc(&a, n);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xAA, n);
    }
    char *big = arena_alloc(&a, 1 << 20);
    memset(big, 1, 1 << 20);
    arena_reset(&a);
    assert_int_equal(a.used_bytes, 0);
    assert_string_equal(arena_printf(&a, "%s-%d", "x", 5), "x-5");
    arena_release(&a);
}

static void test_a_draft_takes_a_free_name_alone(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct arena a = { 0 };
    struct file_draft d;
    char dir[] = "/tmp/rollbook-base-XXXXXX";
    assert_non_null(mkdtemp(dir));
    const char *path = arena_printf(&a, "%s/f", dir);
    assert_int_equal(file_draft_open(&d, path, FILE_NEW, &err), 0);
    assert_true(file_exists(d.path));
    assert_false(file_exists(path));
    assert_int_equal(file_write_atomic(path, "meanwhile", 9, &err), 0);
    assert_int_equal(file_draft_publish(&d, FILE_NEW, &err), ERR_BUSY);
    assert_null(d.path);
    assert_int_equal(file_draft_open(&d, path, FILE_NEW, &err), ERR_USAGE);
    assert_int_equal(file_draft_open(&d, path, FILE_REPLACE, &err), 0);
    file_draft_drop(&d);
    assert_int_equal(file_draft_open(&d, dir, FILE_REPLACE, &err), ERR_USAGE);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(dir), 0);
    arena_release(&a);
}

static void test_files_are_replaced_whole(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct buf b = { 0 };
    char dir[] = "/tmp/rollbook-base-XXXXXX";
    assert_non_null(mkdtemp(dir));
    char *path = NULL;
    struct arena a = { 0 };
    path = arena_printf(&a, "%s/f", dir);
    assert_int_equal(file_write_atomic(path, "first", 5, &err), 0);
    assert_int_equal(file_write_atomic(path, "2\nx", 3, &err), 0);
    assert_int_equal(file_output_write(&(struct file_output){ path, NULL, true }, "4\0x", 3, &err),
                     ERR_USAGE);
    assert_int_equal(file_read(path, 100, &b, &err), 0);
    assert_int_equal(b.len, 3);
    assert_memory_equal(b.data, "2\nx", 3);
    buf_clear(&b);
    assert_int_equal(file_read(path, 2, &b, &err), ERR_INTEGRITY);
    buf_clear(&b);
    assert_int_equal(file_read(dir, 100, &b, &err), ERR_USAGE);
    assert_int_equal(file_read("/nonexistent/x", 2, &b, &err), ERR_USAGE);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(dir), 0);
    buf_release(&b);
    arena_release(&a);
}

static void lists_are_taken_apart_again(void **state)
{
    (void)state;
    static const char *const names[] = { "a", "b,c", "d\\", "\\,", " e ", "f g", "h\\x", "\t" };
    struct arena a = { 0 };
    char **items;
    const char *list = str_join_names(&a, names, ARRAY_LEN(names));
    assert_int_equal(str_split_names(&a, list, &items), ARRAY_LEN(names));
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        assert_string_equal(items[i], names[i]);
    assert_int_equal(str_split_names(&a, " a ,\n b,", &items), 3);
    assert_string_equal(items[0], "a");
    assert_string_equal(items[1], "b");
    assert_string_equal(items[2], "");
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors_collect_context),
        cmocka_unit_test(test_long_error_messages_are_cut),
        cmocka_unit_test(test_exit_statuses),
        cmocka_unit_test(test_buffers_stop_at_their_ceiling),
        cmocka_unit_test(test_detached_strings_belong_to_the_caller),
        cmocka_unit_test(test_doubles_print_shortest),
        cmocka_unit_test(test_json_strings_are_escaped),
        cmocka_unit_test(test_integers_must_be_the_whole_string),
        cmocka_unit_test(test_doubles_must_be_finite_and_whole),
        cmocka_unit_test(test_utf8_sequences),
        cmocka_unit_test(test_terminal_text_has_no_controls),
        cmocka_unit_test(test_split_keeps_empty_items),
        cmocka_unit_test(test_prefix_and_suffix),
        cmocka_unit_test(test_sha256_known_answers),
        cmocka_unit_test(test_sha256_does_not_depend_on_the_pieces),
        cmocka_unit_test(test_sha256_of_two_texts_is_that_of_each),
        cmocka_unit_test(test_sha256_of_the_processor_is_the_portable_one),
        cmocka_unit_test(test_doubles_print_as_the_shortest_that_reads_back),
        cmocka_unit_test(test_arenas_align_zero_and_reset),
        cmocka_unit_test(test_a_draft_takes_a_free_name_alone),
        cmocka_unit_test(test_files_are_replaced_whole),
        cmocka_unit_test(lists_are_taken_apart_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
