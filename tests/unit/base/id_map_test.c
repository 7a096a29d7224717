/* id_map_test.c - what a map says is right, and it says when it forgets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/id_map.h"

#define SLOTS ((size_t)1 << 16)
#define TEXTS 100000 /* more than it holds */

static void hash_of(int64_t id, unsigned char out[32])
{
    uint64_t words[4] = { (uint64_t)id * 0x9e3779b97f4a7c15, (uint64_t)id, 0, 7 };
    memcpy(out, words, sizeof(words));
}

static int64_t found(const struct id_map *m, int64_t id)
{
    unsigned char hash[32];
    hash_of(id, hash);
    id_map_fetch(m, hash);
    const int64_t *value = id_map_find(m, hash);
    return value == NULL ? -1 : *value;
}

static void test_nothing_is_known_at_first(void **state)
{
    (void)state;
    const struct id_map m = { 0 };
    assert_int_equal(found(&m, 1), -1);
}

static void test_what_is_known_is_right_and_forgetting_is_said(void **state)
{
    (void)state;
    struct id_map m = { 0 };
    unsigned char hash[32];
    size_t n_known = 0;
    bool forgot = false;
    for (int64_t id = 1; id <= TEXTS; id++) {
        hash_of(id, hash);
        int64_t *value = id_map_add(&m, hash, SLOTS, &forgot);
        assert_int_equal(*value, 0);
        *value = id;
        assert_int_equal(found(&m, id), id);
        assert_int_equal(found(&m, id + 1), -1);
        assert_int_equal(found(&m, 1), forgot ? -1 : 1);
        if (!forgot)
            assert_int_equal(found(&m, (id + 1) / 2), (id + 1) / 2);
    }
    assert_true(forgot);
    for (int64_t id = 1; id <= TEXTS; id++)
        n_known += found(&m, id) == id;
    assert_int_equal(n_known, m.n);
    assert_true(n_known > 0);
    id_map_release(&m);
}

static void test_a_value_is_added_once_and_a_zero_hash_is_one_too(void **state)
{
    (void)state;
    struct id_map m = { 0 };
    unsigned char hash[32] = { 0 };
    *id_map_add(&m, hash, SLOTS, NULL) = 4;
    assert_int_equal(*id_map_add(&m, hash, SLOTS, NULL), 4);
    assert_int_equal(*id_map_find(&m, hash), 4);
    assert_int_equal(m.n, 1);
    hash[15] = 1;
    assert_null(id_map_find(&m, hash));
    id_map_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_known_at_first),
        cmocka_unit_test(test_what_is_known_is_right_and_forgetting_is_said),
        cmocka_unit_test(test_a_value_is_added_once_and_a_zero_hash_is_one_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
