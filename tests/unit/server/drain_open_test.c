/* drain_open_test.c - exchanges whose records are read: lists of them, and their parts loaded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "src/base/mem.h"
#include "src/server/spool/drain_open.h"
#include "src/server/spool/exchange.h"
#include "tests/unit/spool/spool_fixture.h"

static struct open_exchange *new_one(const char *name, uint64_t number, uint64_t file)
{
    const struct spool_record r = { .kind = SPOOL_BEGIN, .number = number, .unix_us = 7 };
    const struct spool_place place = { .file = file, .offset = 3, .len = 4 };
    return open_exchange_new(name, &r, &place);
}

static void assert_numbers(const struct open_list *l, const char *want)
{
    struct buf CLEANUP(buf_release) got = { 0 };
    size_t n = 0;
    for (const struct open_exchange *x = l->first; x != NULL; x = x->next, n++)
        buf_printf(&got, "%llu", (unsigned long long)x->number);
    assert_string_equal(buf_text(&got), want);
    assert_int_equal(l->n, n);
}

static void test_lists_keep_their_order(void **state)
{
    struct open_list l = { 0 };
    struct open_exchange *xs[5];
    (void)state;
    assert_true(open_list_oldest_file(&l) == UINT64_MAX);
    for (uint64_t i = 0; i < ARRAY_LEN(xs); i++) {
        xs[i] = new_one(i == 3 ? NAME_B : NAME_A, i, 9 - i % 3);
        open_list_add(&l, xs[i]);
    }
    assert_numbers(&l, "01234");
    assert_int_equal(open_list_oldest_file(&l), 7);
    assert_ptr_equal(open_list_find(&l, NAME_A, 2), xs[2]);
    assert_ptr_equal(open_list_find(&l, NAME_B, 3), xs[3]);
    assert_null(open_list_find(&l, NAME_B, 2));
    assert_null(open_list_find(&l, NAME_A, 5));
    open_list_remove(&l, xs[4]); /* the last */
    open_list_remove(&l, xs[4]); /* it is not there */
    assert_numbers(&l, "0123");
    open_list_add(&l, xs[4]);
    assert_numbers(&l, "01234");
    open_list_remove(&l, xs[2]);
    assert_numbers(&l, "0134");
    assert_int_equal(open_list_oldest_file(&l), 8);
    open_list_remove(&l, xs[0]); /* the first */
    assert_numbers(&l, "134");
    for (size_t i = 1; i < ARRAY_LEN(xs); i++)
        if (i != 2)
            open_list_remove(&l, xs[i]);
    assert_numbers(&l, "");
    open_list_add(&l, xs[2]);
    open_list_add(&l, xs[0]);
    assert_numbers(&l, "20");
    for (size_t i = 1; i < ARRAY_LEN(xs); i++)
        if (i != 2)
            open_exchange_free(xs[i]);
    open_list_free(&l);
    assert_numbers(&l, "");
    open_list_add(&l, new_one(NAME_A, 8, 1));
    assert_numbers(&l, "8");
    open_list_free(&l);
}

static void test_records_are_taken_until_the_end(void **state)
{
    static const struct {
        enum spool_kind kind;
        bool over;
    } kinds[] = { { SPOOL_HEAD, false },  { SPOOL_DATA, false },       { SPOOL_START, false },
                  { SPOOL_BEGIN, false }, { SPOOL_EVALUATION, false }, { SPOOL_END, true } };
    struct open_exchange *x = new_one(NAME_A, 0xabc, 2);
    char id[33] = "";
    (void)state;
    assert_true(x->begin.file == 2 && x->begin.offset == 3 && x->begin.len == 4);
    assert_true(x->begun_us == 7 && x->last_us == 7);
    assert_false(x->is_evaluation || x->has_head || x->has_end);
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        const struct spool_record r = { .kind = kinds[i].kind, .unix_us = (int64_t)(10 + i) };
        const struct spool_place place = { .file = 20 + i, .offset = 1, .len = 2 };
        assert_int_equal(open_exchange_take(x, &r, &place), kinds[i].over);
        assert_true(x->begun_us == 7 && x->last_us == (int64_t)(10 + i));
        assert_true(x->has_head && x->has_end == kinds[i].over);
    }
    assert_int_equal(x->head.file, 20);
    assert_int_equal(x->n_data, 1);
    assert_int_equal(x->data[0].file, 21);
    assert_int_equal(x->end.file, 25);
    open_exchange_id(x, id);
    assert_string_equal(id, NAME_A "0000000000000abc");
    open_exchange_free(x);
    const struct spool_record r = { .kind = SPOOL_EVALUATION, .number = UINT64_MAX };
    x = open_exchange_new(NAME_B, &r, &(struct spool_place){ .file = 1 });
    assert_true(x->is_evaluation && x->has_end && !x->has_head);
    open_exchange_id(x, id);
    assert_string_equal(id, NAME_B "ffffffffffffffff");
    open_exchange_free(x);
}

/* Reads all records of a spool into one exchange. */
static struct open_exchange *gather(struct spool_reader *r)
{
    struct open_exchange *x = NULL;
    struct spool_record record;
    struct spool_place place;
    struct err err = { 0 };
    const char *name = NULL;
    while (spool_next(r, &record, &place, &name, &err) > 0)
        if (x == NULL)
            x = open_exchange_new(name, &record, &place);
        else
            (void)open_exchange_take(x, &record, &place);
    return x;
}

#define BEGIN "{\"api\":\"chat\",\"path\":\"/v1\",\"tags\":{\"run\":\"r\"}}\n{\"n\":1}"
#define HEAD  "{\"status\":200,\"length\":5,\"content_type\":\"t\",\"request_id\":\"q\"}"
#define END   "{\"end\":\"answered\",\"detail\":\"d\",\"first_byte_ms\":1.5,\"total_ms\":2.5}"

/* "status length type request-id response end detail first-byte total". */
static const char *transcript_text(const struct transcript *x, struct arena *a)
{
    assert_string_equal(x->api, "chat");
    assert_string_equal(x->path, "/v1");
    assert_string_equal(x->tags.run, "r");
    assert_int_equal(x->request_len, 7);
    assert_memory_equal(x->request, "{\"n\":1}", 7);
    assert_string_equal(x->id, NAME_A "0000000000000001");
    assert_int_equal(strlen(x->response), x->response_len);
    return arena_printf(a, "%d %lld %s %s '%s' %s '%s' %g %g", x->status, (long long)x->length,
                        x->content_type == NULL ? "-" : x->content_type,
                        x->request_id == NULL ? "-" : x->request_id, x->response,
                        x->end == NULL ? "-" : x->end, x->detail, x->first_byte_ms, x->total_ms);
}

static void test_parts_are_loaded(void **state)
{
    enum { MANY = 40 };
    static const struct {
        const char *head;
        int n_data;
        const char *end, *want;
    } cases[] = {
        { NULL, 0, NULL, "0 -1 - - '' - '' nan nan" },
        { HEAD, 0, NULL, "200 5 t q '' - '' nan nan" },
        { HEAD, 3, END, "200 5 t q 'abc' answered 'd' 1.5 2.5" },
        { NULL, 0, END, "0 -1 - - '' answered 'd' 1.5 2.5" },
        { HEAD, MANY, NULL, "200 5 t q 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn' - '' nan nan" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf bodies[2] = { { 0 }, { 0 } };
        struct transcript x;
        struct err err = { 0 };
        struct spool *s = open_spool(NAME_A, 1 << 20);
        struct spool_reader *r = spool_reader_new(s);
        put(s, SPOOL_BEGIN, 1, BEGIN);
        if (cases[i].head != NULL)
            put(s, SPOOL_HEAD, 1, cases[i].head);
        for (int d = 0; d < cases[i].n_data; d++)
            put(s, SPOOL_DATA, 1, (const char[]){ (char)('a' + d % 26), '\0' });
        if (cases[i].end != NULL)
            put(s, SPOOL_END, 1, cases[i].end);
        struct open_exchange *open = gather(r);
        assert_int_equal(open_exchange_load(open, r, &a, bodies, &x, &err), 0);
        assert_string_equal(transcript_text(&x, &a), cases[i].want);
        assert_true(x.begun_us == open->begun_us && x.last_us == open->last_us);
        assert_null(x.server);
        open_exchange_free(open);
        buf_release(&bodies[0]);
        buf_release(&bodies[1]);
        spool_clear(r);
        spool_reader_free(r);
        spool_close(s);
    }
}

static void test_a_broken_part_is_refused(void **state)
{
    static const struct {
        const char *begin, *head, *end, *said;
    } cases[] = {
        { "x", HEAD, END, "the beginning of an exchange" },
        { BEGIN, "x", END, "the head of an answer" },
        { BEGIN, HEAD, "x", "the end of an exchange" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        for (int gone = 0; gone < 2; gone++) {
            struct arena CLEANUP(arena_release) a = { 0 };
            struct buf bodies[2] = { { 0 }, { 0 } };
            struct transcript x;
            struct err err = { 0 };
            struct spool *s = open_spool(NAME_A, 1 << 20);
            struct spool_reader *r = spool_reader_new(s);
            put(s, SPOOL_BEGIN, 1, gone ? BEGIN : cases[i].begin);
            put(s, SPOOL_HEAD, 1, gone ? HEAD : cases[i].head);
            put(s, SPOOL_DATA, 1, "data");
            put(s, SPOOL_END, 1, gone ? END : cases[i].end);
            struct open_exchange *open = gather(r);
            struct spool_place *const places[] = { &open->begin, &open->head, &open->end };
            if (gone)
                places[i]->offset = 1 << 20;
            assert_int_equal(open_exchange_load(open, r, &a, bodies, &x, &err), ERR_INTEGRITY);
            assert_non_null(strstr(err.msg, gone ? "cannot be read" : cases[i].said));
            open_exchange_free(open);
            buf_release(&bodies[0]);
            buf_release(&bodies[1]);
            spool_clear(r);
            spool_reader_free(r);
            spool_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_keep_their_order),
        cmocka_unit_test(test_records_are_taken_until_the_end),
        cmocka_unit_test_setup_teardown(test_parts_are_loaded, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_a_broken_part_is_refused, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
