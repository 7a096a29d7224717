/* Published splits made again, damage found, built-in ones found by any name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "splits/split.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/support/write_file.h"

/* Published level 1 splits (jbarnes850/test-time-training). */
static const struct {
    int64_t seed;
    const char *name;
    int eval[20];
    const char *hash;
} published[] = {
    { 42,
      "l1_seed42",
      { 4, 5, 12, 14, 15, 18, 28, 29, 30, 32, 36, 55, 65, 70, 76, 82, 87, 89, 95, 98 },
      "e1669a9da6a2ca82d6f7cedec5d77bc0db4b2059accc51adc7a18d681e07a4fb" },
    { 43,
      "l1_seed43",
      { 3, 5, 13, 19, 37, 48, 56, 59, 60, 64, 66, 71, 74, 77, 78, 80, 86, 90, 95, 98 },
      "ef8577fdb50fb243ac8d9eb4b06316b53e3afd75fbd7e10a690030fdcc0daeb8" },
    { 44,
      "l1_seed44",
      { 2, 4, 13, 15, 21, 23, 29, 38, 39, 49, 53, 66, 67, 70, 73, 82, 90, 93, 94, 96 },
      "f5559c469b496a8100c3124745dc2521a74f8480cb3ab8f62f063069f51a4289" },
};

static struct split make(struct arena *a, int64_t seed)
{
    struct split s = { 0 };
    struct err err = { 0 };
    if (split_make(1, seed, 0.8, NULL, a, &s, &err) != 0)
        fail_msg("%s", err.msg);
    return s;
}

static void made_splits_are_the_published_ones(void **state)
{
    (void)state;
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(published); i++) {
        struct split s = make(&a, published[i].seed);
        assert_int_equal(s.n_train, 80);
        assert_int_equal(s.n_eval, 20);
        assert_memory_equal(s.eval, published[i].eval, sizeof(published[i].eval));
        assert_string_equal(s.hash, published[i].hash);
        for (int id = 1; id <= 100; id++)
            assert_true(split_has_eval(&s, id) != split_has_train(&s, id));
        assert_false(split_has_train(&s, 101) || split_has_eval(&s, 0));
    }
    arena_release(&a);
}

/* The published files are indented, ours are not: a file of either kind is found by its path. */
static void files_of_another_layout_read_back_equal(void **state)
{
    (void)state;
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(published); i++) {
        struct split theirs, ours = make(&a, published[i].seed);
        struct err err = { 0 };
        struct buf wide = { 0 };
        for (const char *at = ours.text; *at != '\0'; at++) {
            buf_add(&wide, at, 1);
            if (*at == ',' || *at == '[' || *at == '{')
                buf_puts(&wide, "\n      ");
        }
        const char *path =
            arena_printf(&a, "/tmp/rollbook-%s-%d.json", published[i].name, (int)getpid());
        write_file(path, wide.data, wide.len);
        buf_release(&wide);
        if (split_find(path, &a, &theirs, &err) != 0)
            fail_msg("%s", err.msg);
        assert_int_equal(unlink(path), 0);
        assert_string_equal(theirs.hash, published[i].hash);
        assert_string_equal(theirs.fingerprint, ours.fingerprint);
        assert_int_equal(theirs.seed, ours.seed);
        assert_memory_equal(theirs.train, ours.train, 80 * sizeof(int));
        assert_memory_equal(theirs.eval, ours.eval, 20 * sizeof(int));
    }
    arena_release(&a);
}

static void built_in_splits_are_what_make_prints(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const char *const forms[] = { "%s", "%s.json", "splits/%s.json", "splits/%s" };
    assert_int_equal(chdir("/"), 0);
    for (size_t i = 0; i < ARRAY_LEN(published) * ARRAY_LEN(forms); i++) {
        const char *name = published[i / ARRAY_LEN(forms)].name;
        char text[64];
        struct buf given = { 0 };
        struct split s;
        struct err err = { 0 };
        buf_puts(&given, forms[i % ARRAY_LEN(forms)]);
        size_t prefix = strcspn(given.data, "%");
        snprintf(text, sizeof(text), "%.*s%s%s", (int)prefix, given.data, name,
                 given.data + prefix + 2);
        buf_release(&given);
        if (split_find(text, &a, &s, &err) != 0)
            fail_msg("%s: %s", text, err.msg);
        assert_string_equal(s.text, make(&a, s.seed).text);
    }
    struct split s;
    assert_int_equal(split_find("l1_seed45", &a, &s, NULL), ERR_USAGE);
    assert_int_equal(split_find("", &a, &s, NULL), ERR_USAGE);
    assert_int_equal(split_find("../splits/l1_seed42.json", &a, &s, NULL), ERR_USAGE);
    arena_release(&a);
}

static void levels_and_fractions(void **state)
{
    (void)state;
    static const struct {
        int level;
        double fraction;
        size_t train, eval;
    } cases[] = {
        { 1, 0.5, 50, 50 }, { 2, 0.8, 80, 20 },  { 3, 0.8, 40, 10 }, { 4, 0.8, 16, 4 },
        { 4, 0.99, 19, 1 }, { 1, 0.29, 28, 72 }, /* int(0.29 * 100) is 28 */
        { 4, 0.04, 0, 0 },  { 1, 0, 0, 0 },      { 1, 1, 0, 0 },     { 5, 0.8, 0, 0 },
        { 0, 0.8, 0, 0 },   { -1, 0.8, 0, 0 },   { 1, -0.5, 0, 0 },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct split s = { 0 };
        int rc = split_make(cases[i].level, 7, cases[i].fraction, NULL, &a, &s, NULL);
        assert_int_equal(rc, cases[i].train == 0 ? ERR_USAGE : 0);
        assert_int_equal(s.n_train, cases[i].train);
        assert_int_equal(s.n_eval, cases[i].eval);
    }
    arena_release(&a);
}

static void fingerprint_is_known_given_or_absent(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct split s;
    assert_int_equal(split_make(1, 1, 0.8, NULL, &a, &s, NULL), 0);
    assert_string_equal(s.fingerprint, "66eecc5652b90a3e");
    assert_int_equal(split_make(2, 1, 0.8, NULL, &a, &s, NULL), 0);
    assert_null(s.fingerprint);
    assert_null(strstr(s.text, "fingerprint"));
    assert_int_equal(split_make(2, 1, 0.8, "abc", &a, &s, NULL), 0);
    assert_string_equal(s.fingerprint, "abc");
    assert_int_equal(s.num_rows, 100);
    arena_release(&a);
}

/* Golden: Python's json and hashlib. */
static void hashes_are_pythons_for_any_text(void **state)
{
    (void)state;
    static const struct {
        const char *text, *hash;
    } cases[] = {
        { "{\"level\":\"level_1\",\"problem_ids\":{\"train\":[1,2],\"eval\":[3]},\"split_hash\":\"%"
          "s\"}",
          "97927a41af456d3eaf3647b18d646b5b499d36bf777d78897f3fd64e7a874dfc" },
        { "{\"z\":{\"b\":[true,null,0.5,-1e-07,1e+16],\"a\":\"\\u00e4\\ud83d\\ude00\\n\\u0001\\\"/"
          "\"},"
          "\"level\":\"level_1\",\"problem_ids\":{\"train\":[],\"eval\":[]},\"split_hash\":\"%s\"}",
          "5e680a947f264fe7c11f64163708ff1d81a5855758e53a48b17317774bd57cf2" },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf b = { 0 };
        struct split s;
        struct err err = { 0 };
        const char *hole = strstr(cases[i].text, "%s");
        buf_add(&b, cases[i].text, (size_t)(hole - cases[i].text));
        buf_puts(&b, cases[i].hash);
        buf_puts(&b, hole + 2);
        if (split_parse("t", b.data, b.len, &a, &s, &err) != 0)
            fail_msg("%s", err.msg);
        assert_false(s.has_seed);
        buf_release(&b);
    }
    arena_release(&a);
}

/* What is neither a file nor built in gets the name that may be meant. */
static void an_unknown_name_is_told_what_there_is(void **state)
{
    struct arena a = { 0 };
    struct split s;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(split_find("l1_seed43x", &a, &s, &err), ERR_USAGE);
    static const char begins[] = "no split 'l1_seed43x': neither a file nor built in, as ";
    assert_memory_equal(err.msg, begins, strlen(begins));
    static const char *const holds[] = { "l1_seed42, ", "l1_seed43", "l1_seed44",
                                         " are; did you mean 'l1_seed43'?" };
    for (size_t i = 0; i < ARRAY_LEN(holds); i++)
        if (strstr(err.msg, holds[i]) == NULL)
            fail_msg("'%s' is not in '%s'", holds[i], err.msg);
    assert_null(strstr(err.msg, ".json"));
    assert_null(strstr(err.msg, "splits/"));
    assert_int_equal(split_find("nothing like it", &a, &s, &err), ERR_USAGE);
    assert_null(strstr(err.msg, "did you mean"));
    assert_int_equal(split_find("nothing like it", &a, &s, NULL), ERR_USAGE);
    arena_release(&a);
}

static const char *text_of(struct arena *a, const char *dataset, const char *hash)
{
    return arena_printf(a,
                        "{\"dataset\":%s,\"level\":\"level_99\",\"problem_ids\":{\"train\":[1],"
                        "\"eval\":[2]},\"split_hash\":\"%s\"}",
                        dataset, hash);
}

/* A dataset is read member by member, and may be absent. */
static void a_dataset_is_read(void **state)
{
    static const struct {
        const char *dataset, *name, *config, *version, *print;
        int64_t rows;
    } cases[] = {
        { "{\"name\":\"n\",\"config_name\":\"c\",\"version\":\"v\",\"fingerprint\":\"f\",\"num_"
          "rows\":7}",
          "n", "c", "v", "f", 7 },
        { "{\"name\":\"n\"}", "n", NULL, NULL, NULL, 0 },
        { "[]", NULL, NULL, NULL, NULL, 0 },
        { "\"text\"", NULL, NULL, NULL, NULL, 0 },
    };
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct split s;
        struct err err = { 0 };
        const char *text = text_of(&a, cases[i].dataset, "x");
        assert_int_equal(split_parse("t", text, strlen(text), &a, &s, &err), ERR_INTEGRITY);
        /* The message has the hash that the text should have. */
        const char *hash = NULL;
        for (const char *at = err.msg; *at != '\0' && hash == NULL; at++)
            if (strspn(at, "0123456789abcdef") >= 64)
                hash = arena_strndup(&a, at, 64);
        assert_non_null(hash);
        text = text_of(&a, cases[i].dataset, hash);
        if (split_parse("t", text, strlen(text), &a, &s, &err) != 0)
            fail_msg("%s", err.msg);
        const char *const got[] = { s.dataset, s.config_name, s.version, s.fingerprint };
        const char *const want[] = { cases[i].name, cases[i].config, cases[i].version,
                                     cases[i].print };
        for (size_t k = 0; k < ARRAY_LEN(got); k++) {
            if (want[k] == NULL)
                assert_null(got[k]);
            else
                assert_string_equal(got[k], want[k]);
        }
        assert_int_equal(s.num_rows, cases[i].rows);
        assert_int_equal(s.level, 99);
        assert_string_equal(s.level_name, "level_99");
    }
    arena_release(&a);
}

static void damage_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } edits[] = {
        { "\"seed\": 42", "\"seed\": 41", "e1669a9da6a2ca82d6f7cedec5d77bc0" },
        { "\"seed\": 42", "\"seed\": 42, \"x\": 1", "split_hash" },
        { "e1669a9d", "E1669a9d", "E1669a9da6" },
        { "\"level_1\"", "\"level_x\"", "level_x" },
        { "\"level_1\"", "\"level_0\"", "level_0" },
        { "[4,5,12", "[4,4,12", "twice" },
        { "[4,5,12", "[1,5,12", "in train and in eval" },
        { "[4,5,12", "[4,\"5\",12", "eval[1]" },
        { "[4,5,12", "[4,0,12", "eval[1]" },
        { "[4,5,12", "[4,5.5,12", "eval[1]" },
        { "\"eval\"", "\"evil\"", "eval" },
        { "\"problem_ids\"", "\"ids\"", "problem_ids" },
        { "\"split_hash\"", "\"hash\"", "split_hash" },
        { "{", "[", "damaged" },
    };
    struct arena a = { 0 };
    const char *text = make(&a, 42).text;
    for (size_t i = 0; i < ARRAY_LEN(edits); i++) {
        struct buf b = { 0 };
        struct split s;
        struct err err = { 0 };
        const char *at = strstr(text, edits[i].from);
        assert_non_null(at);
        buf_add(&b, text, (size_t)(at - text));
        buf_puts(&b, edits[i].to);
        buf_puts(&b, at + strlen(edits[i].from));
        assert_int_equal(split_parse("damaged", b.data, b.len, &a, &s, &err), ERR_INTEGRITY);
        if (strstr(err.msg, edits[i].message) == NULL)
            fail_msg("'%s': %s", edits[i].to, err.msg);
        buf_release(&b);
    }
    for (size_t len = 0; len + 2 < strlen(text); len += 7) {
        struct split s;
        assert_int_equal(split_parse("cut", text, len, &a, &s, NULL), ERR_INTEGRITY);
    }
    arena_release(&a);
}

/* Any bytes give a split with the right hash, or an error. */
static void mutated_splits_are_survived(void **state)
{
    (void)state;
    static const char alphabet[] = "{}[]\":,0129.-+eE\\\xff\n ";
    struct arena a = { 0 }, work = { 0 };
    struct split made = make(&a, 42);
    struct rng r;
    rng_init(&r, 23, RNG_SAMPLE, 1, 2, 3);
    for (int round = 0; round < 3000; round++) {
        char text[1024];
        struct split s;
        struct err err = { 0 };
        assert_true(made.text_len < sizeof(text));
        memcpy(text, made.text, made.text_len);
        for (uint32_t edits = 1 + rng_below(&r, 3); edits > 0; edits--)
            text[rng_below(&r, (uint32_t)made.text_len)] =
                alphabet[rng_below(&r, sizeof(alphabet) - 1)];
        if (split_parse("mutated", text, made.text_len, &work, &s, &err) == 0)
            assert_string_equal(s.hash, made.hash);
        else
            assert_true(err.msg[0] != '\0');
        arena_reset(&work);
    }
    arena_release(&work);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_splits_are_the_published_ones),
        cmocka_unit_test(files_of_another_layout_read_back_equal),
        cmocka_unit_test(built_in_splits_are_what_make_prints),
        cmocka_unit_test(levels_and_fractions),
        cmocka_unit_test(fingerprint_is_known_given_or_absent),
        cmocka_unit_test(hashes_are_pythons_for_any_text),
        cmocka_unit_test(an_unknown_name_is_told_what_there_is),
        cmocka_unit_test(a_dataset_is_read),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(mutated_splits_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
