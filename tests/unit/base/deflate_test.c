/*
 * deflate_test.c - streams made of parts read back as the bytes before.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "src/base/buf.h"
#include "src/base/deflate.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

static unsigned char *some_bytes(size_t n)
{
    unsigned char *bytes = mem_alloc(n + 1);
    struct rng g;
    rng_init(&g, 7, RNG_BOOTSTRAP, 0, 0, 0);
    for (size_t i = 0; i < n; i++)
        bytes[i] = i / 64 % 2 == 0 ? (unsigned char)('a' + i % 7) : (unsigned char)rng_u32(&g);
    return bytes;
}

static void check_stream(const struct buf *stream, const unsigned char *bytes, size_t n)
{
    uLongf len = n + 1;
    unsigned char *out = mem_alloc(n + 1);
    assert_int_equal(uncompress(out, &len, (const Bytef *)stream->data, stream->len), Z_OK);
    assert_int_equal(len, n);
    assert_memory_equal(out, bytes, n);
    free(out);
}

static void parts_read_back_as_one_stream(void **state)
{
    (void)state;
    static const size_t cuts[][4] = { { 0, 0, 0, 0 },
                                      { 1, 0, 0, 0 },
                                      { 10, 0, 5, 0 },
                                      { 70000, 1, 40000, 3 },
                                      { 1000000, 64, 0, 9 } };
    for (size_t c = 0; c < ARRAY_LEN(cuts); c++) {
        struct buf out = { 0 };
        struct deflated parts[4];
        size_t at = 0, n = cuts[c][0] + cuts[c][1] + cuts[c][2] + cuts[c][3];
        unsigned char *bytes = some_bytes(n);
        struct deflater *d = deflater_new();
        deflate_open(&out);
        for (size_t i = 0; i < 4; i++) {
            parts[i] = deflate_part(d, bytes + at, cuts[c][i], &out);
            at += cuts[c][i];
        }
        deflate_close(&out, parts, 4);
        deflater_free(d);
        check_stream(&out, bytes, n);
        buf_release(&out);
        free(bytes);
    }
}

static void a_part_is_the_same_after_any_other(void **state)
{
    (void)state;
    unsigned char *bytes = some_bytes(50000);
    struct buf first = { 0 }, second = { 0 };
    struct deflater *d = deflater_new();
    deflate_part(d, bytes, 50000, &first);
    buf_clear(&first);
    deflate_part(d, bytes + 100, 30000, &first);
    deflater_free(d);
    d = deflater_new();
    deflate_part(d, bytes + 100, 30000, &second);
    deflater_free(d);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.data, second.data, first.len);
    assert_true(first.len < 20000);
    buf_release(&first);
    buf_release(&second);
    free(bytes);
}

static void the_size_is_that_of_raw_deflate(void **state)
{
    (void)state;
    /* RFC 1951, fixed codes: three bits, nine of a literal, seven of the end. */
    assert_int_equal(deflate_size("\xFF", 1), 3);
    assert_int_equal(deflate_size("", 0), 2);
    char *same = mem_alloc(10001);
    memset(same, 'x', 10000);
    assert_true(deflate_size(same, 10000) < 40);
    free(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_read_back_as_one_stream),
        cmocka_unit_test(a_part_is_the_same_after_any_other),
        cmocka_unit_test(the_size_is_that_of_raw_deflate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
