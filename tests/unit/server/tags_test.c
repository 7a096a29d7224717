/* tags_test.c - tags in paths and headers, and who may ask. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/server/listener/address.h"
#include "src/server/secrets.h"
#include "src/server/spool/tags.h"

static const char *encode(const struct tags *t, struct arena *a)
{
    struct buf text = { 0 };
    struct json *j = json_new_object();
    tags_encode(t, j);
    json_print(j, false, &text);
    json_free(j);
    const char *copy = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return copy;
}

static void test_targets(void **state)
{
    static const struct {
        const char *target, *rest, *tags; /* tags NULL: refused */
    } cases[] = {
        { "/v1/models", "/v1/models", "{}" },
        { "/run/a/v1/models?x=/run/b", "/v1/models?x=/run/b", "{\"run\":\"a\"}" },
        { "/run/a%20b/task/l1-4/step/2/turn/1/sample/3/v1/chat/completions", "/v1/chat/completions",
          "{\"run\":\"a b\",\"task\":\"l1/4\",\"step\":2,\"turn\":1,\"sample\":3}" },
        { "/run/a/task/l12-x/v1", "/v1", "{\"run\":\"a\",\"task\":\"l12-x\"}" },
        { "/run/a", "/", "{\"run\":\"a\"}" },
        { "/run/a?x", "/?x", "{\"run\":\"a\"}" },
        { "/run/a/", "/", "{\"run\":\"a\"}" },
        { "/step/1/v1", "/step/1/v1", "{}" },
        { "/run/a/step", "/step", "{\"run\":\"a\"}" },
        { "/run//v1", NULL, NULL },
        { "/run/a/step/-1/v1", NULL, NULL },
        { "/run/a/step/99999999999/v1", NULL, NULL },
        { "/run/a%00b/v1", NULL, NULL },
        { "/run/a%0Ab/v1", NULL, NULL },
        { "/run/%FF/v1", NULL, NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        struct tags t = tags_none;
        const char *rest = NULL;
        int rc = tags_take_target(&t, cases[i].target, &a, &rest, &err);
        if (cases[i].tags == NULL) {
            assert_int_equal(rc, ERR_USAGE);
        } else {
            assert_int_equal(rc, 0);
            assert_string_equal(encode(&t, &a), cases[i].tags);
            assert_string_equal(rest, cases[i].rest);
        }
        arena_release(&a);
    }
}

static void test_headers(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct tags t = tags_none;
    struct tags again;
    (void)state;
    assert_int_equal(tags_take_header(&t, "Content-Type", "x", &a, &err), 0);
    assert_int_equal(tags_take_header(&t, "X-ROLLBOOK-Run", "r", &a, &err), 1);
    assert_int_equal(tags_take_header(&t, "x-rollbook-step", "12", &a, &err), 1);
    assert_int_equal(tags_take_header(&t, "X-Rollbook-Seed", "5", &a, &err), 1);
    assert_int_equal(tags_take_header(&t, "X-Rollbook-Turn", "1e3", &a, &err), ERR_USAGE);
    const char *text = encode(&t, &a);
    assert_string_equal(text, "{\"run\":\"r\",\"step\":12,\"other\":[\"seed: 5\"]}");
    struct json *j = json_parse("x", text, strlen(text), &err);
    assert_int_equal(tags_decode(j, &a, &again, &err), 0);
    assert_string_equal(encode(&again, &a), text);
    json_free(j);
    arena_release(&a);
}

static void test_completions_are_told_apart(void **state)
{
    static const struct {
        const char *method, *target, *api;
    } cases[] = {
        { "POST", "/v1/chat/completions", "chat" },
        { "POST", "/openai/v1/chat/completions/?api-version=3", "chat" },
        { "POST", "/v1/completions", "completions" },
        { "POST", "/v1/responses", "responses" },
        { "POST", "/generate", "generate" },
        { "POST", "/api/generate", "ollama-generate" },
        { "POST", "/completion", "llama.cpp" },
        { "POST", "/v1/embeddings?x=/completions", NULL },
        { "GET", "/v1/chat/completions", NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct api *api = api_of(cases[i].method, cases[i].target);
        assert_int_equal(api == NULL, cases[i].api == NULL);
        if (api != NULL)
            assert_string_equal(api->name, cases[i].api);
    }
}

static void test_prompts(void **state)
{
    static const struct {
        const char *api, *request;
        int choice;
        const char *prompt;
    } cases[] = {
        { "chat", "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}", 0, "hi" },
        { "chat", "{\"messages\":[{\"content\":\"a\"},{\"content\":\"b\"}]}", 0,
          "[{\"content\":\"a\"},{\"content\":\"b\"}]" },
        { "chat", "{\"messages\":[{\"content\":[{\"text\":\"a\"}]}]}", 0,
          "[{\"content\":[{\"text\":\"a\"}]}]" },
        { "completions", "{\"prompt\":\"p\"}", 3, "p" },
        { "completions", "{\"prompt\":[\"p\",\"q\"],\"n\":2}", 1, "p" },
        { "completions", "{\"prompt\":[\"p\",\"q\"],\"n\":2}", 2, "q" },
        { "completions", "{\"prompt\":[\"p\",\"q\"],\"n\":2}", 9, NULL },
        { "completions", "{\"prompt\":[1,2,3]}", 0, NULL },
        { "completions", "{}", 0, NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        const struct json *j =
            json_parse_arena("x", 1, cases[i].request, strlen(cases[i].request), &a, &err);
        const char *got = api_prompt(api_named(cases[i].api), j, cases[i].choice, &a);
        assert_int_equal(got == NULL, cases[i].prompt == NULL);
        if (got != NULL)
            assert_string_equal(got, cases[i].prompt);
        arena_release(&a);
    }
}

static void test_who_may_ask(void **state)
{
    static const struct screen open = { .loopback = true };
    static const struct screen locked = { .token = "t0ken" };
    static const struct {
        const struct screen *screen;
        struct screen_request r;
        int status; /* 0: passes */
    } cases[] = {
        { &open, { .host = "127.0.0.1:80" }, 0 },
        { &open, { .host = "localhost" }, 0 },
        { &open, { .host = "[::1]:80" }, 0 },
        { &open, { .host = "127.0.0.1.evil.example" }, 403 },
        { &open, { .host = "evil.example:80" }, 403 },
        { &open, { .host = NULL }, 403 },
        { &open, { .host = "localhost:1", .origin = "http://localhost:1" }, 0 },
        { &open, { .host = "localhost:1", .origin = "http://localhost:2" }, 403 },
        { &open, { .host = "localhost:1", .origin = "null" }, 403 },
        { &locked, { .is_health = true, .host = "a" }, 0 },
        { &locked, { .host = "a" }, 401 },
        { &locked, { .host = "a", .token = "t0ken" }, 0 },
        { &locked, { .host = "a", .token = "t0kem" }, 401 },
        { &locked, { .host = "a", .authorization = "Bearer t0ken" }, 401 },
        { &locked, { .authorization = "bearer t0ken", .is_ours = true }, 0 },
        { &locked, { .authorization = "Bearer ", .is_ours = true }, 401 },
        { &locked, { .authorization = "Basic t0ken", .is_ours = true }, 401 },
        { &locked, { .authorization = "t0ken", .is_ours = true }, 401 },
        { &locked, { .token = "" }, 401 },
        { &locked, { .token = "t0ken2" }, 401 },
        { &locked, { .token = "wrong", .authorization = "Bearer t0ken", .is_ours = true }, 401 },
        { &locked, { .is_health = false }, 401 },
        { &locked, { .is_health = true, .host = "a", .origin = "http://b" }, 403 },
        { &locked, { .origin = "http://a", .token = "t0ken" }, 403 },
        { &locked, { .host = "a", .origin = "https://a", .token = "t0ken" }, 403 },
        { &open, { .host = "10.0.0.1:80" }, 403 },
        { &open, { .host = "localhost:1", .origin = "HTTP://localhost:1" }, 403 },
        { &open, { .host = "LOCALHOST:1", .origin = "http://localhost:1" }, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int status = 0;
        const char *why = screen_refuses(cases[i].screen, &cases[i].r, &status);
        assert_int_equal(why == NULL ? 0 : status, cases[i].status);
    }
}

static void test_addresses(void **state)
{
    static const struct {
        const char *text;
        bool fits, loopback;
    } cases[] = {
        { "127.0.0.1:0", true, true },  { "127.9.9.9:65535", true, true },
        { "localhost:80", true, true }, { "[::1]:80", true, true },
        { "0.0.0.0:80", true, false },  { "[::]:80", true, false },
        { "10.0.0.1:1", true, false },  { "127.0.0.1", false, false },
        { "127.0.0.1:", false, false }, { "127.0.0.1:65536", false, false },
        { "::1:80", false, false },     { "[::1:80", false, false },
        { "example:80", false, false }, { "", false, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct address at;
        struct err err = { 0 };
        assert_int_equal(address_parse(cases[i].text, &at, &err) == 0, cases[i].fits);
        if (cases[i].fits)
            assert_int_equal(at.is_loopback, cases[i].loopback);
    }
}

static void test_an_address_has_its_port_and_family(void **state)
{
    static const struct {
        const char *text;
        bool is_v6;
        unsigned port;
    } cases[] = {
        { "127.0.0.1:8080", false, 8080 }, { "0.0.0.0:65535", false, 65535 },
        { "LOCALHOST:1", false, 1 },       { "[::1]:258", true, 258 },
        { "[fe80::1]:0", true, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct address at;
        struct err err = { 0 };
        assert_int_equal(address_parse(cases[i].text, &at, &err), 0);
        assert_int_equal(at.is_v6, cases[i].is_v6);
        assert_int_equal(at.socket.any.sa_family, cases[i].is_v6 ? AF_INET6 : AF_INET);
        assert_int_equal(ntohs(at.is_v6 ? at.socket.v6.sin6_port : at.socket.v4.sin_port),
                         cases[i].port);
    }
}

static void test_bad_addresses_are_refused_in_words(void **state)
{
    static const char *const bad[] = {
        "127.0.0.1:-1",
        "127.0.0.1:80x",
        "127.0.0.1: 80",
        "127.0.0:80",
        "[::1]80",
        "[::1]",
        "[127.0.0.1]x:1",
        "http://[::1]:1",
        ":80",
        "[]:80",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:80",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct address at;
        struct err err = { 0 };
        if (address_parse(bad[i], &at, &err) != ERR_USAGE)
            fail_msg("%s", bad[i]);
        assert_non_null(strstr(err.msg, bad[i]));
    }
}

static void test_parts_of_a_target_are_decoded(void **state)
{
    static const struct {
        const char *text;
        bool plus;
        const char *want; /* NULL: refused */
    } cases[] = {
        { "a%20b", false, "a b" },
        { "%41%4a%4A", false, "AJJ" },
        { "a+b", false, "a+b" },
        { "a+b", true, "a b" },
        { "%2B", true, "+" },
        { "%", false, "%" },
        { "%4", false, "%4" },
        { "%4x", false, "%4x" },
        { "%x4", false, "%x4" },
        { "%%41", false, "%A" },
        { "%2541", false, "%41" },
        { "%2e%2e%2f", false, "../" },
        { "%c3%a4", false, "\xc3\xa4" },
        { "", true, "" },
        { "a%00b", false, NULL },
        { "%00", true, NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *got = url_decode(&a, cases[i].text, strlen(cases[i].text), cases[i].plus);
        assert_int_equal(got == NULL, cases[i].want == NULL);
        if (got != NULL)
            assert_string_equal(got, cases[i].want);
    }
}

static int note_member(void *context, const char *name, const char *value, struct err *err)
{
    buf_printf(context, "%s=%s|", name, value);
    return strcmp(name, "stop") == 0 ? err_set(err, ERR_USAGE, "stopped at %s", value) : 0;
}

static void test_members_of_a_query_come_in_order(void **state)
{
    static const struct {
        const char *target;
        int rc;
        const char *want;
    } cases[] = {
        { "/x", 0, "" },
        { "/x?", 0, "" },
        { "/x?a=1&b=2", 0, "a=1|b=2|" },
        { "/x?a&b=&=c", 0, "a=|b=|=c|" },
        { "/x?&&a=1&&", 0, "a=1|" },
        { "/x?a=b=c", 0, "a=b=c|" },
        { "/x?a%3Db=c+d%26e", 0, "a=b=c d&e|" },
        { "/x?a=1?b=2", 0, "a=1?b=2|" },
        { "/x?a=1&stop=2&c=3", ERR_USAGE, "a=1|stop=2|" },
        { "/x?a=1&b=%00", ERR_USAGE, "a=1|" },
        { "/x?%00=1", ERR_USAGE, "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) got = { 0 };
        struct err err = { 0 };
        assert_int_equal(url_query(&a, cases[i].target, note_member, &got, &err), cases[i].rc);
        assert_string_equal(buf_text(&got), cases[i].want);
    }
}

static void test_a_tag_by_its_name(void **state)
{
    static const struct {
        const char *name, *value;
        int rc;
        const char *want;
    } cases[] = {
        { "task", "l1-4", 0, "{\"task\":\"l1/4\"}" },
        { "task", "l1/4", 0, "{\"task\":\"l1/4\"}" },
        { "task", "l12-345", 0, "{\"task\":\"l12/345\"}" },
        { "task", "l1-4b", 0, "{\"task\":\"l1-4b\"}" },
        { "task", "l-4", 0, "{\"task\":\"l-4\"}" },
        { "task", "l1-", 0, "{\"task\":\"l1-\"}" },
        { "task", "m1-4", 0, "{\"task\":\"m1-4\"}" },
        { "task", "l1:4", 0, "{\"task\":\"l1:4\"}" },
        { "run", "l1-4", 0, "{\"run\":\"l1-4\"}" },
        { "run", "", ERR_USAGE, NULL },
        { "run", "a\tb", ERR_USAGE, NULL },
        { "run", "a\x7f", ERR_USAGE, NULL },
        { "run", "\xc3", ERR_USAGE, NULL },
        { "turn", "1000000000", 0, "{\"turn\":1000000000}" },
        { "turn", "1000000001", ERR_USAGE, NULL },
        { "turn", "0", 0, "{\"turn\":0}" },
        { "sample", "-1", ERR_USAGE, NULL },
        { "sample", "", ERR_USAGE, NULL },
        { "sample", "1.0", ERR_USAGE, NULL },
        { "Run", "a", ERR_NOMATCH, NULL },
        { "seed", "1", ERR_NOMATCH, NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct tags t = tags_none;
        struct err err = { 0 };
        if (tags_set(&t, cases[i].name, cases[i].value, &a, &err) != cases[i].rc)
            fail_msg("%s '%s'", cases[i].name, cases[i].value);
        assert_string_equal(encode(&t, &a), cases[i].rc == 0 ? cases[i].want : "{}");
    }
}

static void test_names_of_200_bytes_and_16_other_tags_are_the_most(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct tags t = tags_none;
    struct err err = { 0 };
    char name[202];
    (void)state;
    memset(name, 'n', sizeof(name));
    name[201] = '\0';
    assert_int_equal(tags_set(&t, "run", name, &a, &err), ERR_USAGE);
    name[200] = '\0';
    assert_int_equal(tags_set(&t, "run", name, &a, &err), 0);
    for (int i = 0; i < 20; i++)
        assert_int_equal(tags_take_header(&t, "X-Rollbook-Other", "x", &a, &err), 1);
    assert_int_equal(t.n_other, 16);
}

static void test_stored_tags_that_are_none_are_refused(void **state)
{
    static const struct {
        const char *text;
        int rc;
    } cases[] = {
        { "{\"run\":\"a\",\"step\":3}", 0 }, { "{\"step\":\"3\"}", 0 },
        { "{\"step\":-1}", ERR_USAGE },      { "{\"step\":null}", ERR_USAGE },
        { "{\"run\":[]}", ERR_USAGE },       { "{\"seed\":1}", ERR_NOMATCH },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct tags t;
        struct json *CLEANUP(json_free_ptr) j =
            json_parse("x", cases[i].text, strlen(cases[i].text), &err);
        assert_int_equal(tags_decode(j, &a, &t, &err), cases[i].rc);
        if (cases[i].rc == 0)
            assert_int_equal(t.step, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_completions_are_told_apart),
        cmocka_unit_test(test_prompts),
        cmocka_unit_test(test_who_may_ask),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_an_address_has_its_port_and_family),
        cmocka_unit_test(test_bad_addresses_are_refused_in_words),
        cmocka_unit_test(test_parts_of_a_target_are_decoded),
        cmocka_unit_test(test_members_of_a_query_come_in_order),
        cmocka_unit_test(test_a_tag_by_its_name),
        cmocka_unit_test(test_names_of_200_bytes_and_16_other_tags_are_the_most),
        cmocka_unit_test(test_stored_tags_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
