/* Golden: CPython 3.11.2, random.Random(seed) and its methods. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/base/mt19937.h"

static void seeds_give_pythons_words(void **state)
{
    (void)state;
    static const struct {
        int64_t seed;
        uint32_t words[3];
    } cases[] = {
        { 0, { 3626764237u, 1654615998u, 3255389356u } },
        { 1, { 577090037u, 2444712010u, 3639700191u } },
        { 42, { 2746317213u, 478163327u, 107420369u } },
        { -42, { 2746317213u, 478163327u, 107420369u } },
        { INT64_C(2147483648), { 1455117090u, 1620553392u, 2169224728u } },
        { INT64_C(4294967296), { 485306839u, 1508871100u, 1794561286u } },
        { INT64_C(4294967297), { 991850117u, 2151679444u, 2200792185u } },
        { INT64_MAX, { 1359979423u, 2819855560u, 2711238091u } },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct mt19937 m;
        mt19937_seed(&m, cases[i].seed);
        for (int k = 0; k < 3; k++)
            assert_int_equal(mt19937_u32(&m), cases[i].words[k]);
    }
}

static void long_integers_seed_by_all_words(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        0x00000001u, 0x89abcdefu, 0x01234567u, 0x89abcdefu, 0x01234567u, 0, 0
    };
    static const uint32_t want[] = { 1992009761u, 2719405991u, 3303354127u };
    struct mt19937 m;
    mt19937_seed_words(&m, words, ARRAY_LEN(words));
    for (size_t k = 0; k < ARRAY_LEN(want); k++)
        assert_int_equal(mt19937_u32(&m), want[k]);
}

/* The published reference program's first word for keys 0x123 0x234 0x345 0x456. */
static void init_by_array_gives_the_published_word(void **state)
{
    (void)state;
    static const uint32_t keys[] = { 0x123, 0x234, 0x345, 0x456 };
    struct mt19937 m;
    mt19937_init_by_array(&m, keys, ARRAY_LEN(keys));
    assert_int_equal(mt19937_u32(&m), 1067595299u);
}

static void the_state_is_refilled(void **state)
{
    (void)state;
    struct mt19937 m;
    uint32_t word = 0;
    mt19937_seed(&m, 3);
    for (int i = 0; i < 10000; i++)
        word = mt19937_u32(&m);
    assert_int_equal(word, 1985986581u);
}

static void below_is_randrange(void **state)
{
    (void)state;
    static const struct {
        uint64_t bound, value;
    } cases[] = {
        { 1, 0 },
        { 2, 0 },
        { 3, 1 },
        { 10, 0 },
        { 1000, 74 },
        { 4294967295u, 3527346212u },
        { UINT64_C(4294967296), 2301595691u },
        { UINT64_C(4294967297), 2179419893u },
        { UINT64_C(1) << 40, UINT64_C(189139603672) },
        { UINT64_C(1) << 63, UINT64_C(7713914763314685786) },
    };
    struct mt19937 m;
    mt19937_seed(&m, 7);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_true(mt19937_below(&m, cases[i].bound) == cases[i].value);
}

static void shuffle_is_pythons(void **state)
{
    (void)state;
    static const int want[] = { 20, 6,  15, 5,  10, 14, 16, 19, 7, 13,
                                18, 11, 2,  12, 3,  17, 8,  9,  1, 4 };
    int items[20];
    struct mt19937 m;
    for (int i = 0; i < 20; i++)
        items[i] = i + 1;
    mt19937_seed(&m, 42);
    mt19937_shuffle(&m, items, 20);
    assert_memory_equal(items, want, sizeof(want));
    mt19937_shuffle(&m, items, 0);
    mt19937_shuffle(&m, items, 1);
    assert_memory_equal(items, want, sizeof(want));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_give_pythons_words),
        cmocka_unit_test(long_integers_seed_by_all_words),
        cmocka_unit_test(init_by_array_gives_the_published_word),
        cmocka_unit_test(the_state_is_refilled),
        cmocka_unit_test(below_is_randrange),
        cmocka_unit_test(shuffle_is_pythons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
