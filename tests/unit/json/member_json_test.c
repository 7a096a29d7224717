/*
 * member_json_test.c - structs as JSON and back: what is unknown is null, and only finite numbers
 * become text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/json/member_json.h"

enum colour { RED, GREEN, N_COLOURS };

static const char *colour_name(int v)
{
    return v == RED ? "red" : "green";
}

struct point {
    double x;
    int count;
};

struct thing {
    const char *text;
    char chars[5];
    const char *bytes;
    size_t n_bytes;
    bool yes;
    int flag, number, count, signal;
    unsigned natural;
    int64_t index, id;
    uint64_t big, seed;
    double real;
    enum colour colour;
    unsigned three[3];
    double *reals, *beside;
    size_t n_reals;
    struct point *points;
    size_t n_points;
    struct point part;
    const struct point *pointer;
};

static double twice(const void *from)
{
    return 2 * ((const struct thing *)from)->real;
}

static void say_hello(const void *from, char *out, size_t size)
{
    (void)from;
    (void)size;
    memcpy(out, "hello", 6);
}

static const struct member point_rows[] = {
    { MEMBER_AT(struct point, x, REAL), .needed = true },
    { MEMBER_AT(struct point, count, COUNT) },
};
static const struct member_table point_table = MEMBER_TABLE(point_rows, struct point);

static const struct member rows[] = {
    { MEMBER_AT(struct thing, text, TEXT) },
    { MEMBER_ARRAY(struct thing, chars, CHARS) },
    { MEMBER_MANY(struct thing, bytes, n_bytes, BYTES) },
    { MEMBER_AT(struct thing, yes, BOOL), .needed = true },
    { MEMBER_AT(struct thing, flag, FLAG) },
    { MEMBER_AT(struct thing, number, INT) },
    { MEMBER_AT(struct thing, count, COUNT) },
    { MEMBER_AT(struct thing, signal, SIGNAL) },
    { MEMBER_AT(struct thing, natural, UNSIGNED) },
    { MEMBER_AT(struct thing, index, INDEX) },
    { MEMBER_AT(struct thing, id, ID) },
    { MEMBER_AT(struct thing, big, U64) },
    { MEMBER_AT(struct thing, seed, SEED) },
    { MEMBER_AT(struct thing, real, REAL) },
    { MEMBER_AT(struct thing, colour, ENUM), .enum_name = colour_name, .size = N_COLOURS },
    { MEMBER_AT(struct thing, three, THREE) },
    { MEMBER_MANY(struct thing, reals, n_reals, REALS) },
    { MEMBER_MANY(struct thing, beside, n_reals, REALS_BESIDE) },
    { MEMBER_MANY(struct thing, points, n_points, LIST), .of = &point_table },
    { MEMBER_AT(struct thing, part, PART), .of = &point_table },
    { MEMBER_AT(struct thing, pointer, POINTER), .of = &point_table },
    { .name = "twice", .kind = MEMBER_DERIVED, .derive = twice, .hidden = READER_WORKER },
    { .name = "hello", .kind = MEMBER_DERIVED_TEXT, .say = say_hello, .hidden = READER_WORKER },
};
static const struct member_table table = MEMBER_TABLE(rows, struct thing);

static char *printed(const struct thing *t, unsigned reader)
{
    struct buf out = { 0 };
    struct json *CLEANUP(json_free_ptr) o = json_new_object();
    members_put(o, &table, t, reader);
    json_print(o, false, &out);
    return buf_detach(&out);
}

static int taken(const char *text, struct arena *a, struct thing *out)
{
    struct err err;
    struct json *CLEANUP(json_free_ptr) o = json_parse("thing", text, strlen(text), &err);
    assert_non_null(o);
    return members_take(o, "thing", &table, a, out, &err);
}

static void what_is_known_comes_back(void **state)
{
    (void)state;
    struct arena CLEANUP(arena_release) a = { 0 };
    double reals[] = { 1.5, (double)NAN }, beside[] = { (double)INFINITY, 2 };
    struct point points[] = { { 1, 2 }, { -0.25, -1 } };
    const struct thing t = { .text = "a\"b",
                             .chars = "four",
                             .bytes = "\xff\0x",
                             .n_bytes = 3,
                             .yes = true,
                             .flag = 1,
                             .number = -7,
                             .count = 3,
                             .signal = 11,
                             .natural = 2147483647,
                             .index = 9007199254740991,
                             .id = 5,
                             .big = UINT64_MAX,
                             .seed = 9223372036854775807u,
                             .real = 0.1,
                             .colour = GREEN,
                             .three = { 1, 2, 4294967295u },
                             .reals = reals,
                             .beside = beside,
                             .n_reals = 2,
                             .points = points,
                             .n_points = 2,
                             .part = { 3, 4 },
                             .pointer = &points[0] };
    struct thing back = { 0 };
    char *text = printed(&t, READER_WORKER);
    assert_null(strstr(text, "twice"));
    assert_int_equal(taken(text, &a, &back), 0);
    char *again = printed(&back, READER_WORKER);
    assert_string_equal(text, again);
    assert_memory_equal(back.bytes, "\xff\0x", 3);
    assert_true(back.big == UINT64_MAX && back.seed == t.seed && back.index == t.index);
    assert_true(isnan(back.reals[1]) && isnan(back.beside[0]) && back.colour == GREEN);
    assert_true(back.n_points == 2 && back.points[1].count == -1 && back.pointer->count == 2);
    free(text);
    free(again);
    text = printed(&t, READER_EVAL);
    assert_non_null(strstr(text, "\"twice\":0.2,\"hello\":\"hello\""));
    free(text);
}

static void what_is_unknown_is_null(void **state)
{
    (void)state;
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct thing t = {
        .flag = -1, .count = -1, .index = -1, .real = -(double)INFINITY, .part = { (double)NAN, -1 }
    };
    static const char *const unknown[] = {
        "text",  "chars", "bytes", "flag",   "count",   "signal",
        "index", "id",    "real",  "beside", "pointer", "twice"
    };
    struct thing back = { .text = "x",
                          .chars = "x",
                          .flag = 1,
                          .count = 1,
                          .signal = 1,
                          .index = 1,
                          .id = 1,
                          .real = 1 };
    char *text = printed(&t, 0);
    for (size_t i = 0; i < ARRAY_LEN(unknown); i++) {
        char *member = arena_printf(&a, "\"%s\":null", unknown[i]);
        if (strstr(text, member) == NULL)
            fail_msg("%s is not in %s", member, text);
    }
    assert_null(strstr(text, "inf"));
    assert_null(strstr(text, "nan"));
    assert_int_equal(taken(text, &a, &back), 0);
    assert_true(back.text == NULL && back.chars[0] == '\0' && back.flag == -1 && back.count == -1);
    assert_true(back.signal == 0 && back.index == -1 && back.id == 0 && isnan(back.real));
    free(text);
}

static void what_is_malformed_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *member;
    } bad[] = {
        { "{}", "'yes'" },
        { "{\"yes\":1}", "'yes'" },
        { "{\"yes\":true,\"text\":1}", "'text'" },
        { "{\"yes\":true,\"chars\":\"fifth\"}", "'chars'" },
        { "{\"yes\":true,\"bytes\":{\"hex\":\"0\"}}", "'bytes'" },
        { "{\"yes\":true,\"bytes\":{\"hex\":\"0g\"}}", "'bytes'" },
        { "{\"yes\":true,\"flag\":1}", "'flag'" },
        { "{\"yes\":true,\"number\":null}", "'number'" },
        { "{\"yes\":true,\"number\":2147483648}", "'number'" },
        { "{\"yes\":true,\"natural\":-1}", "'natural'" },
        { "{\"yes\":true,\"index\":1.5}", "'index'" },
        { "{\"yes\":true,\"big\":-1}", "'big'" },
        { "{\"yes\":true,\"seed\":\"18446744073709551616\"}", "'seed'" },
        { "{\"yes\":true,\"real\":\"x\"}", "'real'" },
        { "{\"yes\":true,\"colour\":\"blue\"}", "'colour'" },
        { "{\"yes\":true,\"three\":[1,2]}", "'three'" },
        { "{\"yes\":true,\"three\":[1,2,-1]}", "'three'" },
        { "{\"yes\":true,\"reals\":null}", "'reals'" },
        { "{\"yes\":true,\"reals\":[1],\"beside\":[1,2]}", "'beside'" },
        { "{\"yes\":true,\"points\":[{}]}", "'points'" },
        { "{\"yes\":true,\"points\":[1]}", "'points'" },
        { "{\"yes\":true,\"part\":null}", "'part'" },
        { "{\"yes\":true,\"pointer\":[]}", "'pointer'" },
        { "[]", "object" },
    };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct thing t = { 0 };
        struct err err = { 0 };
        struct json *CLEANUP(json_free_ptr) o =
            json_parse("thing", bad[i].text, strlen(bad[i].text), &err);
        assert_non_null(o);
        if (members_take(o, "thing", &table, &a, &t, &err) != ERR_INTEGRITY ||
            strstr(err.msg, bad[i].member) == NULL)
            fail_msg("%s: %s", bad[i].text, err.msg);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_comes_back),
        cmocka_unit_test(what_is_unknown_is_null),
        cmocka_unit_test(what_is_malformed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
