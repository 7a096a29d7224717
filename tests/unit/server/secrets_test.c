/* secrets_test.c - which words are keys, found wherever an answer is cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/server/secrets.h"

static void test_what_is_hidden(void **state)
{
    static const struct {
        const char *header, *target, *text, *want;
    } cases[] = {
        { "Bearer sk-12345", "/", "key sk-12345, sk-1234", "key ********, sk-1234" },
        { "Bearer EMPTY", "/", "#define EMPTY", "#define EMPTY" },
        { "Bearer ollama", "/", "ollama/llama3", "ollama/llama3" },
        { "Bearer x", "/", "int x = 1;", "int x = 1;" },
        { "Bearer float4x", "/", "float4x v;", "float4x v;" },
        { "Bearer \\\\\\\\\\\\\\\\x", "/", "int x;", "int x;" },
        { "a=secret-1; b=secret-2", "/", "secret-1 secret-2", "******** ********" },
        { "", "/x?key=goog-key&model=flash-2", "goog-key flash-2", "******** flash-2" },
        { "Bearer sk-12345", "/", "", "" },
        { "", "/x?key=a%2Bb%2Fcdef%3D", "a%2Bb%2Fcdef%3D a+b/cdef=", "*************** *********" },
        { "", "/x?api%5Fkey=goog-key", "goog-key", "********" },
        { "", "/x?KEY=goog+key", "goog key goog+key", "******** ********" },
        { "", "/x?monkey=goog-key&key", "goog-key", "goog-key" },
        { "", "/x?a=b&key=first-01&token=second-2", "first-01 second-2", "******** ********" },
        { "sk-12345 sk-123456", "/", "sk-123456 sk-12345", "********* ********" },
        { "sk-123456 sk-12345", "/", "sk-123456 sk-12345", "********* ********" },
        { "shorter fourfour", "/", "shorter fourfour", "shorter ********" },
        { "name=fourfour", "/", "name=fourfour fourfour name=", "************* ******** name=" },
        { "Bearer sk-12345", "/", "sk-12345sk-12345", "****************" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct secrets s = { 0 };
        char *text = arena_strdup(&a, cases[i].text);
        secrets_add_header(&s, cases[i].header, &a);
        secrets_add_query(&s, cases[i].target, &a);
        secrets_hide(&s, text, strlen(text));
        assert_string_equal(text, cases[i].want);
        arena_release(&a);
    }
}

/* A body's own members, as it is stored and as a server may repeat it. */
static void test_keys_of_a_body(void **state)
{
    static const struct {
        const char *body, *want;
    } cases[] = {
        { "{\"api_key\":\"sk-12345\",\"model\":\"m\"}",
          "{\"api_key\":\"********\",\"model\":\"m\"}" },
        { "{\"Authorization\":\"Bearer sk-12345\"}", "{\"Authorization\":\"Bearer ********\"}" },
        { "{\"authorization\":\"Bearer sk-12345\"}", "{\"authorization\":\"Bearer ********\"}" },
        { "{\"token\":\"a\\\"b\\/cdefg\"}", "{\"token\":\"***********\"}" },
        { "{\"key\":\"longer-1\",\"access_token\":\"longer-2\"}",
          "{\"key\":\"********\",\"access_token\":\"********\"}" },
        { "{\"key\":\"short\",\"max_token\":\"12345678\"}",
          "{\"key\":\"short\",\"max_token\":\"12345678\"}" },
        { "{\"messages\":[{\"key\":\"longer-1\"}]}", "{\"messages\":[{\"key\":\"longer-1\"}]}" },
        { "[\"key\",\"longer-1\"]", "[\"key\",\"longer-1\"]" },
        { "\"api_key\"", "\"api_key\"" },
        { "{\"api_key\":12345678", "{\"api_key\":12345678" },
        { "", "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct secrets s = { 0 };
        char *text = arena_strdup(&a, cases[i].body);
        secrets_add_body(&s, cases[i].body, strlen(cases[i].body), &a);
        secrets_hide(&s, text, strlen(text));
        assert_string_equal(text, cases[i].want);
    }
}

static void test_which_headers_carry_keys(void **state)
{
    static const struct {
        const char *name;
        bool is;
    } cases[] = {
        { "Authorization", true },
        { "authorization", true },
        { "Proxy-Authorization", true },
        { "X-API-Key", true },
        { "api-key", true },
        { "x-goog-api-key", true },
        { "Cookie", true },
        { "x-auth-token", true },
        { "X-Rollbook-Token", true },
        { "x-functions-key", true },
        { "Content-Type", false },
        { "X-Rollbook-Run", false },
        { "Authorization-Not", false },
        { "Auth", false },
        { "", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        if (secrets_is_header(cases[i].name) != cases[i].is)
            fail_msg("%s", cases[i].name);
}

static void test_whether_anything_was_hidden_is_said(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct secrets s = { 0 };
    char with[] = "a sk-12345";
    char without[] = "a sk-1234";
    (void)state;
    assert_false(secrets_hide(&s, with, strlen(with)));
    secrets_add_header(&s, "sk-12345", &a);
    assert_true(secrets_hide(&s, with, strlen(with)));
    assert_false(secrets_hide(&s, without, strlen(without)));
}

/* "KEY|KEY", the longest first. */
static void test_keys_of_headers_and_queries(void **state)
{
    static const struct {
        const char *header, *target, *want;
    } cases[] = {
        { "Bearer sk-0123456789", "/", "sk-0123456789|" },
        { "session=abcdefghij; theme=d", "/", "session=abcdefghij|abcdefghij|" },
        { "abcdefghijkl=", "/", "abcdefghijkl=|" },
        { "first-key-1,second-key-22", "/", "second-key-22|first-key-1|" },
        { "", "/v1?key=abcdefghij&x=klmnopqrst", "abcdefghij|" },
        { "", "/v1?api%5Fkey=abcdefghij", "abcdefghij|" },
        { "", "/v1?key=abcde%66ghij", "abcde%66ghij|abcdefghij|" },
        { "", "/v1?key=abcde+ghij", "abcde+ghij|abcde ghij|" },
        { "", "/v1?key&key=&=abcdefghij", "" },
        { "", "/v1/key=abcdefghij", "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        struct secrets s = { 0 };
        secrets_add_header(&s, cases[i].header, &a);
        secrets_add_query(&s, cases[i].target, &a);
        for (size_t k = 0; k < s.n; k++) {
            assert_int_equal(strlen(s.items[k].text), s.items[k].len);
            buf_printf(&got, "%s|", s.items[k].text);
        }
        assert_string_equal(buf_text(&got), cases[i].want);
    }
}

static void test_there_is_room_for_every_key(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct secrets s = { 0 };
    char text[] = "secret-00 secret-39 secret-40";
    (void)state;
    for (int i = 0; i < 40; i++)
        secrets_add_header(&s, arena_printf(&a, "secret-%02d", i), &a);
    assert_true(secrets_hide(&s, text, strlen(text)));
    assert_string_equal(text, "********* ********* secret-40");
}

static void test_escaped_keys(void **state)
{
    static const struct {
        const char *text, *hidden;
    } cases[] = {
        { "x sk-a/b12 y", "x ******** y" },
        { "x sk-a\\/b12 y", "x ********* y" },
        { "x sk-a\\\\\\/b12 y", "x *********** y" },
        { "x \\u0073k-a/b12 y", "x ************* y" },
        { "x \\\\u0073k-a/b12 y", "x ************** y" },
        { "x \\u0073\\u006B\\u002d\\u0061\\u002f\\u0062\\u0031\\u0032 y",
          "x ************************************************ y" },
        { "x \\u0173k-a/b12 y", "x \\u0173k-a/b12 y" },
        { "x \\u0074k-a/b12 y", "x \\u0074k-a/b12 y" },
        { "x sk-a\\u002", "x sk-a\\u002" },
    };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct secrets s = { 0 };
    (void)state;
    secrets_add_header(&s, "sk-a/b12", &a);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char *text = arena_strdup(&a, cases[i].text);
        secrets_hide(&s, text, strlen(text));
        assert_string_equal(text, cases[i].hidden);
    }
    assert_int_equal(secrets_held(&s, "x sk-a\\u002", 11), 9);
    assert_int_equal(secrets_held(&s, "x sk-a\\u002x", 12), 0);
    assert_int_equal(secrets_held(&s, "x sk-a\\u00", 10), 8);
}

/* As itself, as JSON writes it, and as JSON within JSON. */
static void test_keys_with_characters_that_json_escapes(void **state)
{
    static const char *const keys[] = {
        "sk-a\\b-12345",     "sk-a\"b-12345",      "sk-a\\\\b-12345", "sk-a\\\"b-12345",
        "sk-\\u0041-12345",  "\\sk-12345678",      "sk-12345678\\",   "u0075\\u0075-1234",
        "sk-\\n\\t\\/-1234", "sk-\\\\u005c-12345", "sk-////-12345"
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        struct arena a = { 0 };
        struct secrets s = { 0 };
        const char *text = keys[i];
        secrets_add_header(&s, keys[i], &a);
        for (int depth = 0; depth < 4; depth++) {
            char *hidden = arena_strdup(&a, text);
            if (!secrets_hide(&s, hidden, strlen(hidden)) || strpbrk(hidden, "sk1234/") != NULL)
                fail_msg("key %s: %s leaves %s", keys[i], text, hidden);
            struct buf next = { 0 };
            for (const char *p = text; *p != '\0'; p++)
                if (depth == 1 && *p == '\\')
                    buf_puts(&next, "\\u005C");
                else if (*p == '\\' || *p == '"')
                    buf_printf(&next, "\\%c", *p);
                else
                    buf_add(&next, p, 1);
            text = arena_strdup(&a, buf_text(&next));
            buf_release(&next);
        }
        arena_release(&a);
    }
}

/* No two cuts let a key through in parts. */
static void test_cuts(void **state)
{
    static const char text[] = "aaab aaabaaabc sk-aaab \\u0061aa\\u0062aaabc.";
    static const char want[] = "aaab ********* sk-aaab *******************.";
    size_t len = strlen(text);
    struct arena a = { 0 };
    struct secrets s = { 0 };
    (void)state;
    secrets_add_header(&s, "aaabaaabc", &a);
    for (size_t first = 0; first <= len; first++)
        for (size_t second = first; second <= len; second++) {
            const size_t ends[] = { first, second, len };
            struct buf out = { 0 };
            struct buf pending = { 0 };
            size_t from = 0;
            for (size_t i = 0; i < 3; i++) {
                buf_add(&pending, text + from, ends[i] - from);
                from = ends[i];
                size_t held = i == 2 ? 0 : secrets_held(&s, buf_text(&pending), pending.len);
                size_t n = pending.len - held;
                char *part = arena_strndup(&a, buf_text(&pending), n);
                secrets_hide(&s, part, n);
                buf_add(&out, part, n);
                if (n > 0)
                    memmove(pending.data, pending.data + n, held);
                pending.len = held;
            }
            assert_string_equal(buf_text(&out), want);
            buf_release(&out);
            buf_release(&pending);
        }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_hidden),
        cmocka_unit_test(test_keys_of_a_body),
        cmocka_unit_test(test_which_headers_carry_keys),
        cmocka_unit_test(test_whether_anything_was_hidden_is_said),
        cmocka_unit_test(test_there_is_room_for_every_key),
        cmocka_unit_test(test_keys_of_headers_and_queries),
        cmocka_unit_test(test_escaped_keys),
        cmocka_unit_test(test_keys_with_characters_that_json_escapes),
        cmocka_unit_test(test_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
