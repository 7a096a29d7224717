/* blob_cache_test.c - what the cache says is right, and it says when it forgets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/store/blob_cache.h"

#define TEXTS 1000000 /* more than it holds */

static void hash_of(int64_t id, unsigned char out[32])
{
    uint64_t words[4] = { (uint64_t)id * 0x9e3779b97f4a7c15, (uint64_t)id, 0, 7 };
    memcpy(out, words, sizeof(words));
}

static int64_t found(const struct blob_cache *c, int64_t id)
{
    unsigned char hash[32];
    hash_of(id, hash);
    blob_cache_fetch(c, hash);
    return blob_cache_find(c, hash);
}

static void test_nothing_is_known_at_first(void **state)
{
    (void)state;
    assert_int_equal(found(NULL, 1), 0);
}

static void test_early_texts_are_forgotten_and_that_is_said(void **state)
{
    (void)state;
    struct blob_cache *c = NULL;
    unsigned char hash[32];
    size_t n_forgot = 0;
    size_t n_known = 0;
    for (int64_t id = 1; id <= TEXTS; id++) {
        hash_of(id, hash);
        n_forgot += !blob_cache_add(&c, hash, id);
        assert_int_equal(found(c, id), id);
        if (n_forgot == 0 && id % 1000 == 0)
            assert_int_equal(found(c, id / 2), id / 2);
    }
    assert_true(n_forgot > 0);
    assert_int_equal(found(c, 1), 0);
    assert_int_equal(found(c, TEXTS + 1), 0);
    for (int64_t id = 1; id <= TEXTS; id++) {
        int64_t got = found(c, id);
        assert_true(got == 0 || got == id);
        n_known += got == id;
    }
    assert_true(n_known > TEXTS / 4);
    blob_cache_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_known_at_first),
        cmocka_unit_test(test_early_texts_are_forgotten_and_that_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
