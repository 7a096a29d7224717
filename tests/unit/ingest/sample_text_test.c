/* sample_text_test.c - numbers in names, words for true and false, messages of one line. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static struct arena arena;

static void numbers_of_names(void **state)
{
    static const struct {
        const char *name;
        int number;
    } names[] = {
        { "sample_450", 450 },
        { "HumanEval/12", 12 },
        { "HumanEval_111_histogram", 111 },
        { "7", 7 },
        { "0", 0 },
        { "a-8", 8 },
        { "8-a", 8 },
        { "9a", -1 },
        { "a9", -1 },
        { "a_9b", -1 },
        { "a_1_2", -1 },
        { "a_1_b2", 1 },
        { "", -1 },
        { "none", -1 },
        { "a_", -1 },
        { "a_2147483647", 2147483647 },
        { "a_2147483648", -1 },
        { "a_0000000012", 12 },
        { "a_00000000012", -1 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (sample_number_of_name(names[i].name) != names[i].number)
            fail_msg("%s: %d", names[i].name, sample_number_of_name(names[i].name));
}

static void words_for_true_and_false(void **state)
{
    static const struct {
        const char *words[16];
        bool known, value;
    } kinds[] = {
        { { "true", "pass", "passed", "1", "yes", "success", "correct", "ok", "TRUE", "Passed" },
          true,
          true },
        { { "false", "fail", "failed", "0", "no", "failure", "timeout", "timed out", "exception",
            "error", "incorrect", "syntaxerror", "False", "Timed Out" },
          true,
          false },
        { { "", "tru", "truee", "2", "passed ", " ok", "none", "y", "n" }, false, false },
    };
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
        for (size_t i = 0; i < 16 && kinds[k].words[i] != NULL; i++) {
            bool value = !kinds[k].value;
            if (sample_word_bool(kinds[k].words[i], &value) != kinds[k].known)
                fail_msg("'%s'", kinds[k].words[i]);
            if (kinds[k].known)
                assert_int_equal(value, kinds[k].value);
        }
}

static void one_line_of_a_message(void **state)
{
    static const struct {
        const char *text, *line; /* NULL: none */
    } messages[] = {
        { NULL, NULL },
        { "", NULL },
        { " \t\r\n", NULL },
        { " \n first\nsecond", "first" },
        { "first\rsecond", "first" },
        { "Traceback (most recent call last):\n  File x\nValueError: bad\n \n", "ValueError: bad" },
        { "Traceback (most recent call last)", "Traceback (most recent call last)" },
        { "\nTraceback (most recent call last): a\rb", "b" },
        { "a Traceback (most recent call last)\nx", "a Traceback (most recent call last)" },
    };
    char text[400];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(messages); i++) {
        const char *got = sample_first_line(&arena, messages[i].text);
        if (messages[i].line == NULL)
            assert_null(got);
        else
            assert_string_equal(got, messages[i].line);
    }
    /* At most 300 bytes, and no half of a character. */
    for (size_t before = 295; before <= 301; before++) {
        memset(text, 'x', sizeof text);
        memcpy(text + before, "\xe2\x82\xac", 3);
        text[before + 3] = '\0';
        const char *got = sample_first_line(&arena, text);
        const size_t want = before <= 297 ? before + 3 : before <= 300 ? before : 300;
        assert_int_equal(strlen(got), want);
        assert_memory_equal(got, text, want);
    }
}

static void members_of_a_record(void **state)
{
    static const char text[] =
        "{\"n\": 1.5, \"s\": \"2.5\", \"big\": 1e400, \"nan\": \"nan\", \"word\": \"x\", \"list\": "
        "[1], \"i\": 7, \"t\": \"8\", \"neg\": -1, \"most\": 2147483647, \"more\": 2147483648, "
        "\"half\": 0.5, \"zero\": 0, \"one\": 1, \"two\": 2, \"yes\": true, \"no\": false, "
        "\"null\": "
        "null}";
    static const struct {
        const char *key;
        double number;    /* NaN: none */
        int index, truth; /* -1: none */
    } members[] = {
        { "n", 1.5, -1, -1 },
        { "s", 2.5, -1, -1 },
        { "big", (double)NAN, -1, -1 },
        { "nan", (double)NAN, -1, -1 },
        { "word", (double)NAN, -1, -1 },
        { "list", (double)NAN, -1, -1 },
        { "i", 7, 7, -1 },
        { "t", 8, 8, -1 },
        { "neg", -1, -1, -1 },
        { "most", 2147483647, 2147483647, -1 },
        { "more", 2147483648, -1, -1 },
        { "half", 0.5, -1, -1 },
        { "zero", 0, 0, 0 },
        { "one", 1, 1, 1 },
        { "two", 2, 2, -1 },
        { "yes", (double)NAN, -1, 1 },
        { "no", (double)NAN, -1, 0 },
        { "null", (double)NAN, -1, -1 },
        { "absent", (double)NAN, -1, -1 },
    };
    static const char *const keys[] = { "absent", "i", "word", "s" };
    static const char *const without[] = { "n", "big", "list", "null", "more", "s", "nan", "word" };
    struct err err = { 0 };
    (void)state;
    const struct json *j = json_parse_arena("x", 1, text, sizeof text - 1, &arena, &err);
    assert_non_null(j);
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        const double number = sample_number(j, members[i].key);
        bool truth = false;
        const bool known = sample_bool(json_get(j, members[i].key), &truth);
        if (isnan(number) != isnan(members[i].number) ||
            (!isnan(number) && fabs(number - members[i].number) > 0) ||
            sample_index(j, members[i].key) != members[i].index ||
            (known ? (int)truth : -1) != members[i].truth)
            fail_msg("%s: %g %d %d", members[i].key, number, sample_index(j, members[i].key),
                     known ? (int)truth : -1);
    }
    assert_string_equal(sample_string(&arena, j, "word"), "x");
    assert_null(sample_string(&arena, j, "i"));
    assert_null(sample_string(&arena, j, "absent"));
    assert_string_equal(sample_string_of(&arena, j, keys, ARRAY_LEN(keys)), "x");
    assert_null(sample_string_of(&arena, j, keys, 2));
    assert_string_equal(sample_json(&arena, json_get(j, "list")), "[1]");
    assert_string_equal(
        sample_json_without(&arena, j, without, ARRAY_LEN(without)),
        "{\"i\":7,\"t\":\"8\",\"neg\":-1,\"most\":2147483647,\"half\":0.5,\"zero\":0,"
        "\"one\":1,\"two\":2,\"yes\":true,\"no\":false}");
    assert_string_equal(sample_json_without(&arena, json_get(j, "none"), without, 1), "{}");
}

static int release(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_names),
        cmocka_unit_test(words_for_true_and_false),
        cmocka_unit_test(one_line_of_a_message),
        cmocka_unit_test(members_of_a_record),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
