/* json_split_test.c - pieces of any size give the same values and complaints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/json/json_split.h"

#define MAX_BYTES 64

struct text {
    const char *at;
    size_t left, piece;
};

static int fill(void *context, const char **out, size_t *out_len, struct err *err)
{
    struct text *t = context;
    (void)err;
    *out = t->at;
    *out_len = t->left < t->piece ? t->left : t->piece;
    t->at += *out_len;
    t->left -= *out_len;
    return 0;
}

/* Values as "path=json;"; containers above depth are entered. */
static int split(const char *text, size_t piece, size_t depth, bool many, struct buf *out,
                 struct err *err)
{
    struct text t = { text, strlen(text), piece };
    struct json_split *s = json_split_new("t", 1, MAX_BYTES, fill, &t);
    int rc;
    if (many)
        json_split_allow_many(s);
    while ((rc = json_split_next(s, err)) > 0) {
        if (json_split_depth(s) < depth && json_split_enter(s))
            continue;
        for (size_t i = 0; i < json_split_depth(s); i++)
            if (json_split_key(s, i) != NULL)
                buf_printf(out, "%s.", json_split_key(s, i));
            else
                buf_printf(out, "%lld.", (long long)json_split_index(s, i));
        struct json *j = json_split_take(s, err);
        rc = j == NULL ? ERR_INTEGRITY : 0;
        if (rc < 0)
            break;
        buf_putc(out, '=');
        json_print(j, false, out);
        buf_putc(out, ';');
        json_free(j);
    }
    json_split_free(s);
    return rc;
}

static const struct {
    const char *text;
    size_t depth;
    bool many;
    const char *values;
} cases[] = {
    { " [1, \"a]\\\"b\", {\"x\": [2]}] \n", 1, false, "0.=1;1.=\"a]\\\"b\";2.={\"x\":[2]};" },
    { "{\"a\": {\"b\": [true, null]}, \"c\": -1.5e3}", 3, false,
      "a.b.0.=true;a.b.1.=null;c.=-1500;" },
    { "{\"a\": [], \"b\": {}, \"c\\n\": [[]]}", 2, false, "c\n.0.=[];" },
    { "[]", 1, false, "" },
    { "{}", 0, false, "={};" },
    { "\xef\xbb\xbf[NaN]", 1, false, "0.=\"nan\";" },
    { "{\"a\":1}\n{\"a\":2}\n", 0, true, "={\"a\":1};={\"a\":2};" },
};

static void test_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        for (size_t piece = 1; piece < 9; piece++) {
            struct buf out = { 0 };
            struct err err = { 0 };
            int rc = split(cases[i].text, piece, cases[i].depth, cases[i].many, &out, &err);
            if (rc < 0)
                fail_msg("%s: %s", cases[i].text, err.msg);
            assert_string_equal(buf_text(&out), cases[i].values);
            buf_release(&out);
        }
    }
}

static const struct {
    const char *text;
    const char *message;
} damaged[] = {
    { "", "t:1:1: the file ends where a value was expected" },
    { "[1,\n 2", "t:2:3: the file ends where ',' or ']' was expected" },
    { "[1, ]", "t:1:5: ']'; expected a value" },
    { "[1 2]", "t:1:4: '2'; expected ',' or ']'" },
    { "[{\"a\": 1},\n {\"a\" 2}]", "t:2:7: '2'; expected ':'" },
    { "{\"a\": 1, b: 2}", "t:1:10: 'b'; expected a member name in double quotes" },
    { "{\"a\" 1}", "t:1:6: '1'; expected ':'" },
    { "[1] x", "t:1:5: text after the value" },
    { "[1]\n[2]", "t:2:1: another value follows the first (JSON Lines?)" },
    { "[\"abc", "t:1:2: the file ends inside this string" },
    { "[\"\x01\"]", "t:1:3: control character in a string" },
    { "[tru]", "t:1:2: 't'; expected a value" },
    { "[\"0123456789012345678901234567890123456789012345678901234567890123456789\"]",
      "t:1:2: a single value of more than 0 MiB is not read" },
};

static void test_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(damaged); i++) {
        for (size_t piece = 1; piece < 9; piece++) {
            struct buf out = { 0 };
            struct err err = { 0 };
            assert_int_equal(split(damaged[i].text, piece, 1, false, &out, &err), ERR_INTEGRITY);
            assert_string_equal(err.msg, damaged[i].message);
            buf_release(&out);
        }
    }
}

static void test_depth_is_bounded(void **state)
{
    (void)state;
    struct buf out = { 0 };
    struct err err = { 0 };
    assert_int_equal(split("[[[[[[[[[[1]]]]]]]]]]", 4, 99, false, &out, &err), 0);
    assert_string_equal(buf_text(&out), "0.0.0.0.0.0.0.0.=[[1]];");
    buf_release(&out);
}

static void test_first_member(void **state)
{
    static const struct {
        const char *text;
        bool container;
    } objects[] = {
        { "{\"a\": {\"b\": 1}}", true }, { "{ \"a\\\"\" : [1]}", true },
        { "{\"a\": 1}", false },         { "{}", false },
        { "[{\"a\": []}]", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(objects); i++) {
        struct text t = { objects[i].text, strlen(objects[i].text), 3 };
        struct err err = { 0 };
        struct json_split *s = json_split_new("t", 1, MAX_BYTES, fill, &t);
        assert_int_equal(json_split_next(s, &err), 1);
        assert_int_equal(json_split_begins_with_container(s), objects[i].container);
        json_split_free(s);
    }
}

/* The object's first name as it stands, where it fits with its end into seven bytes. */
static void test_first_names(void **state)
{
    static const struct {
        const char *text, *name;
        bool container;
    } objects[] = {
        { "{\"a\":1}", "a", false },
        { "{\"a\":{}}", "a", true },
        { "{ \n\"ab\\\"c\" :\t[", "ab\\\"c", true },
        { "{\"abcdef\":1}", "abcdef", false },
        { "{\"abcdefg\":[1]}", "", true },
        { "{\"\":[1]}", "", true },
        { "{\"a\"", "a", false },
        { "{\"a\":", "a", false },
        { "{\"a", "", false },
        { "{\"", "", false },
        { "{", "", false },
        { "{  ", "", false },
        { "{a", "", false },
        { "[\"a\":[", "", false },
        { "1", "", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(objects); i++) {
        struct text t = { objects[i].text, strlen(objects[i].text), 100 };
        struct err err = { 0 };
        char name[7] = "before";
        struct json_split *s = json_split_new("t", 1, MAX_BYTES, fill, &t);
        assert_int_equal(json_split_next(s, &err), 1);
        json_split_first_key(s, name, sizeof(name));
        assert_string_equal(name, objects[i].name);
        assert_int_equal(json_split_begins_with_container(s), objects[i].container);
        json_split_free(s);
    }
}

/* A value that is whole but for what no text can be is told from others, and the next one is read.
 */
static void test_values_of_bad_text(void **state)
{
    static const struct {
        const char *value;
        bool is_text;
    } parts[] = {
        { "\"a\\u0000b\"", true }, { "\"\\ud800\"", true },
        { "\"\\udfff x\"", true }, { "\"\\ud7ff\\ue000\\ud800\"", true },
        { "\"\xff\xc3\"", true },  { "{\"k\\u0000\":[\"\xed\xa0\x80\"]}", true },
        { "{\"a\" 1}", false },    { "[\"\xff\", x]", false },
        { "\"\\x\"", false },      { "\"\\u12\"", false },
        { "tru", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        struct err err = { 0 };
        buf_printf(&text, "[%s,7]", parts[i].value);
        struct text t = { buf_text(&text), text.len, 3 };
        struct json_split *s = json_split_new("t", 1, MAX_BYTES, fill, &t);
        assert_int_equal(json_split_next(s, &err), 1);
        assert_false(json_split_has_bad_text(s));
        assert_true(json_split_enter(s));
        assert_int_equal(json_split_next(s, &err), 1);
        assert_null(json_split_take(s, &err));
        if (json_split_has_bad_text(s) != parts[i].is_text)
            fail_msg("%s: %s", parts[i].value, err.msg);
        assert_int_equal(json_split_next(s, &err), 1);
        struct json *j = json_split_take(s, &err);
        int64_t n = 0;
        assert_true(json_int(j, &n) && n == 7);
        assert_false(json_split_has_bad_text(s));
        json_free(j);
        json_split_free(s);
    }
}

/* Each value's depth, keys, places and first bytes, at any size of the pieces. */
static void test_places(void **state)
{
    static const char text[] = "{\"a\":\n[1,\r\n{\"b\":\"x\\n\"}],\r\"c\":\n\nnull}\n\n[\n]\n7";
    static const char seen[] = "{\n"
                               "[ a/0\n"
                               "1 a/0 -/0\n"
                               "{ a/0 -/1\n"
                               "\" a/0 -/1 b/0\n"
                               "n c/1\n"
                               "[\n"
                               "7\n";
    (void)state;
    for (size_t piece = 1; piece < sizeof(text); piece++) {
        struct text t = { text, strlen(text), piece };
        struct err err = { 0 };
        struct buf CLEANUP(buf_release) out = { 0 };
        struct json_split *s = json_split_new("t", 7, MAX_BYTES, fill, &t);
        int rc;
        json_split_allow_many(s);
        while ((rc = json_split_next(s, &err)) > 0) {
            size_t len = 0;
            const char *peek = json_split_peek(s, &len);
            const size_t depth = json_split_depth(s);
            assert_true(len > 0 && *peek == json_split_first(s));
            buf_printf(&out, "%c", *peek);
            for (size_t i = 0; i < depth; i++) {
                const char *key = json_split_key(s, i);
                buf_printf(&out, " %s/%lld", key != NULL ? key : "-",
                           (long long)json_split_index(s, i));
            }
            assert_null(json_split_key(s, depth));
            assert_int_equal(json_split_index(s, depth), -1);
            buf_puts(&out, "\n");
            if (!json_split_enter(s))
                json_free(json_split_take(s, &err));
        }
        assert_int_equal(rc, 0);
        assert_string_equal(buf_text(&out), seen);
        json_split_free(s);
    }
}

/* As many bytes as the limit are a value, one more are not. */
static void test_the_limit(void **state)
{
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        struct buf CLEANUP(buf_release) out = { 0 };
        struct err err = { 0 };
        buf_printf(&text, "[\"%0*d\",1]", (int)(MAX_BYTES - 2 + more), 0);
        const int rc = split(buf_text(&text), 5, 1, false, &out, &err);
        assert_int_equal(rc, more == 0 ? 0 : ERR_INTEGRITY);
        assert_int_equal(out.len, more == 0 ? MAX_BYTES + 9 : 2);
    }
}

struct failing {
    struct text text;
    int calls; /* until it fails */
};

static int fill_or_fail(void *context, const char **out, size_t *out_len, struct err *err)
{
    struct failing *f = context;
    if (f->calls-- == 0)
        return err_set(err, ERR_NOMATCH, "no more");
    return fill(&f->text, out, out_len, err);
}

/* Wherever the pieces end, what is said of it comes to the caller. */
static void test_pieces_that_fail(void **state)
{
    static const char text[] = " {\"a\" : [1, \"b\" ], \"c\":{}} ";
    (void)state;
    for (int calls = 0; calls < (int)strlen(text); calls++) {
        for (size_t depth = 0; depth < 3; depth++) {
            struct failing f = { { text, strlen(text), 1 }, calls };
            struct err err = { 0 };
            struct json_split *s = json_split_new("t", 1, MAX_BYTES, fill_or_fail, &f);
            int rc;
            while ((rc = json_split_next(s, &err)) > 0) {
                if (json_split_depth(s) < depth && json_split_enter(s))
                    continue;
                struct json *j = json_split_take(s, &err);
                if (j == NULL)
                    break;
                json_free(j);
            }
            assert_true(rc == 1 || rc == ERR_NOMATCH);
            assert_int_equal(err.code, ERR_NOMATCH);
            assert_string_equal(err.msg, "no more");
            json_split_free(s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),           cmocka_unit_test(test_damage),
        cmocka_unit_test(test_depth_is_bounded), cmocka_unit_test(test_first_member),
        cmocka_unit_test(test_first_names),      cmocka_unit_test(test_values_of_bad_text),
        cmocka_unit_test(test_places),           cmocka_unit_test(test_the_limit),
        cmocka_unit_test(test_pieces_that_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
