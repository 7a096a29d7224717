/* Rows, numbers and counts by hand, and what must hold of any texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/diff.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

static void by_hand(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct line_diff d = line_diff("a\nb\nc\nd\n", "a  \r\nx\nd\ne", &a);
    assert_int_equal(d.n_rows, 5);
    assert_int_equal(d.n_same, 2);
    assert_int_equal(d.n_left_only, 2);
    assert_int_equal(d.n_right_only, 2);
    assert_string_equal(d.rows[1].left, "b");
    assert_string_equal(d.rows[1].right, "x");
    assert_string_equal(d.rows[2].left, "c");
    assert_null(d.rows[2].right);
    assert_string_equal(d.rows[3].right, "d");
    assert_int_equal(d.rows[3].left_number, 4);
    assert_int_equal(d.rows[3].right_number, 3);
    assert_null(d.rows[4].left);
    assert_int_equal(d.rows[4].right_number, 4);
    d = line_diff("", "", &a);
    assert_int_equal(d.n_rows, 0);
    d = line_diff("", "x", &a);
    assert_int_equal(d.n_right_only, 1);
    arena_release(&a);
}

/* Every line stands once, in order; no more is the same than the shorter text has. */
static void any_texts(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 300; number++) {
        struct arena a = { 0 };
        struct rng g;
        char text[2][64];
        size_t n[2];
        rng_init(&g, 1, RNG_TRIAL, 3, number, 0);
        for (size_t side = 0; side < 2; side++) {
            size_t at = 0;
            n[side] = rng_below(&g, 30);
            for (size_t i = 0; i < n[side]; i++) {
                text[side][at++] = (char)('a' + (int)rng_below(&g, 4));
                text[side][at++] = '\n';
            }
            text[side][at] = '\0';
        }
        struct line_diff d = line_diff(text[0], text[1], &a);
        size_t next[2] = { 1, 1 };
        for (size_t i = 0; i < d.n_rows; i++) {
            if (d.rows[i].left != NULL)
                assert_int_equal(d.rows[i].left_number, next[0]++);
            if (d.rows[i].right != NULL)
                assert_int_equal(d.rows[i].right_number, next[1]++);
        }
        assert_int_equal(next[0], n[0] + 1);
        assert_int_equal(next[1], n[1] + 1);
        assert_int_equal(d.n_same + d.n_left_only, n[0]);
        assert_int_equal(d.n_same + d.n_right_only, n[1]);
        struct line_diff self = line_diff(text[0], text[0], &a);
        assert_int_equal(self.n_same, n[0]);
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(any_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
