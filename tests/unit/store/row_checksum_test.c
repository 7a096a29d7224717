/* What columns add to the checksum of a row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/store/functions/row_checksum.h"

static void a_changed_bit_changes_what_a_number_adds(void **state)
{
    (void)state;
    const uint64_t c = checksum_column("runtime_us");
    const double real = 12.75e-3;
    for (int bit = 0; bit < 64; bit++) {
        uint64_t bits;
        double other;
        memcpy(&bits, &real, sizeof bits);
        bits ^= (uint64_t)1 << bit;
        memcpy(&other, &bits, sizeof other);
        assert_true(checksum_real(c, other) != checksum_real(c, real));
        assert_true(checksum_int(c, (int64_t)(77 ^ (uint64_t)1 << bit)) != checksum_int(c, 77));
    }
}

static void a_changed_bit_changes_what_bytes_add(void **state)
{
    (void)state;
    const uint64_t c = checksum_column("samples_us");
    unsigned char bytes[21];
    memset(bytes, 7, sizeof bytes);
    for (size_t len = 0; len <= sizeof bytes; len++) {
        const uint64_t whole = checksum_bytes(c, bytes, len);
        for (size_t bit = 0; bit < 8 * len; bit++) {
            bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
            assert_true(checksum_bytes(c, bytes, len) != whole);
            bytes[bit / 8] ^= (unsigned char)(1U << bit % 8);
        }
        assert_true(len == 0 || checksum_bytes(c, bytes, len - 1) != whole);
    }
}

static void a_whole_number_is_one_however_it_is_stored(void **state)
{
    (void)state;
    const uint64_t c = checksum_column("value");
    assert_true(checksum_real(c, 3.0) == checksum_int(c, 3));
    assert_true(checksum_real(c, -0.0) == checksum_int(c, 0));
    assert_true(checksum_real(c, -0x1p63) == checksum_int(c, INT64_MIN));
    assert_true(checksum_real(c, 0x1p63) != checksum_int(c, INT64_MIN));
    assert_true(checksum_real(c, 3.5) != checksum_int(c, 3));
    assert_true(checksum_real(c, 1e300 * 1e300) != checksum_real(c, -1e300 * 1e300));
}

static void columns_are_told_apart_and_keys_add_nothing(void **state)
{
    (void)state;
    assert_true(checksum_column(":min_us") == checksum_column("min_us"));
    assert_true(checksum_column("min_us") != checksum_column("max_us"));
    const uint64_t low = checksum_column("min_us");
    const uint64_t high = checksum_column("max_us");
    assert_true(checksum_int(low, 1) + checksum_int(high, 2) !=
                checksum_int(low, 2) + checksum_int(high, 1));
    assert_true(checksum_column(":evaluation_id") == 0 && checksum_column("checksum") == 0 &&
                checksum_column(":key_subject") == 0);
    assert_true(checksum_column("valid") != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_bit_changes_what_a_number_adds),
        cmocka_unit_test(a_changed_bit_changes_what_bytes_add),
        cmocka_unit_test(a_whole_number_is_one_however_it_is_stored),
        cmocka_unit_test(columns_are_told_apart_and_keys_add_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
