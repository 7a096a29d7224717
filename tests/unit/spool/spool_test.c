/* spool_test.c - records in and out, damaged or cut files, two processes. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "tests/unit/spool/spool_fixture.h"

static void test_a_reader_follows(void **state)
{
    struct spool *s = open_spool(NAME_A, 1 << 20);
    struct spool_reader *r = spool_reader_new(s);
    struct err err = { 0 };
    (void)state;
    assert_reads(r, "");
    put(s, SPOOL_BEGIN, 1, "x");
    put(s, SPOOL_DATA, 1, "");
    assert_reads(r, "a2 1 x|a4 1 |");
    assert_reads(r, "");
    put(s, SPOOL_END, 1, "y");
    assert_reads(r, "a5 1 y|");
    assert_int_equal(spool_sync(s, &err), 0);
    spool_clear(r);
    spool_reader_free(r);
    spool_close(s);
}

static void test_two_processes(void **state)
{
    struct spool *first = open_spool(NAME_A, 1 << 20);
    struct spool *second = NULL;
    struct err err = { 0 };
    (void)state;
    put(first, SPOOL_BEGIN, 7, "left");
    assert_int_equal(spool_open(folder, NAME_B, 1 << 20, &second, &err), ERR_BUSY);
    spool_close(first);
    second = open_spool(NAME_B, 1 << 20);
    struct spool_reader *r = spool_reader_new(second);
    put(second, SPOOL_BEGIN, 7, "new");
    assert_reads(r, "a2 7 left|b2 7 new|");
    spool_reader_free(r);
    spool_close(second);
}

/* What a changed byte or a cut does not touch is read. */
static void test_damage_anywhere(void **state)
{
    static const char *const texts[] = { "first", "second RBsp is no record", "third" };
    char path[128];
    struct buf whole = { 0 };
    struct err err = { 0 };
    (void)state;
    struct spool *s = open_spool(NAME_A, 1 << 20);
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        put(s, SPOOL_DATA, i, texts[i]);
    spool_close(s);
    snprintf(path, sizeof(path), "%s/0000000000000001.spool", folder);
    assert_int_equal(file_read(path, 1 << 20, &whole, &err), 0);
    for (size_t at = 0; at < whole.len; at++)
        for (int cut = 0; cut < 2; cut++) {
            struct buf got = { 0 };
            whole.data[at] = (char)(whole.data[at] ^ 0x55);
            assert_int_equal(file_write_atomic(path, whole.data, cut ? at : whole.len, &err), 0);
            whole.data[at] = (char)(whole.data[at] ^ 0x55);
            s = open_spool(NAME_B, 1 << 20);
            struct spool_reader *r = spool_reader_new(s);
            read_all(r, &got);
            size_t offset = SPOOL_HEADER_BYTES + 16;
            for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
                size_t end = offset + SPOOL_HEADER_BYTES + strlen(texts[i]);
                bool hit = cut ? at < end : at >= offset && at < end;
                assert_int_equal(strstr(buf_text(&got), texts[i]) != NULL, !hit);
                offset = end;
            }
            assert_true(cut || spool_reader_skipped(r) > 0);
            spool_clear(r);
            spool_reader_free(r);
            spool_close(s);
            buf_release(&got);
        }
    buf_release(&whole);
}

static void test_a_header_has_its_bytes(void **state)
{
    static const unsigned char want[32] = { 'R',  'B',  's',  'p',  4,    0,    0,    0,
                                            0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01,
                                            0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11,
                                            3,    0,    0,    0,    0,    0,    0,    0 };
    const struct spool_record r = {
        .kind = SPOOL_DATA, .number = 0x0102030405060708, .unix_us = 0x1112131415161718, .len = 3
    };
    unsigned char bytes[SPOOL_HEADER_BYTES + 3];
    struct spool_record back = { 0 };
    (void)state;
    spool_encode_header(&r, "abc", bytes);
    memcpy(bytes + SPOOL_HEADER_BYTES, "abc", 3);
    assert_memory_equal(bytes, want, sizeof(want));
    assert_int_equal(spool_decode(bytes, sizeof(bytes), &back), SPOOL_WHOLE);
    assert_int_equal(back.kind, r.kind);
    assert_true(back.number == r.number && back.unix_us == r.unix_us && back.len == 3);
}

static void test_what_stands_at_the_beginning_of_bytes(void **state)
{
    static const struct {
        const char *what;
        size_t at; /* changed byte; SIZE_MAX: none */
        unsigned char to;
        size_t len;
        enum spool_found want;
    } cases[] = {
        { "all of it", SIZE_MAX, 0, 43, SPOOL_WHOLE },
        { "nothing", SIZE_MAX, 0, 0, SPOOL_CUT },
        { "a part of the magic", SIZE_MAX, 0, 3, SPOOL_CUT },
        { "a part of the header", SIZE_MAX, 0, 39, SPOOL_CUT },
        { "the header alone", SIZE_MAX, 0, 40, SPOOL_CUT },
        { "a part of the payload", SIZE_MAX, 0, 42, SPOOL_CUT },
        { "no magic, and short", 0, 'X', 4, SPOOL_DAMAGED },
        { "no magic", 3, 'X', 43, SPOOL_DAMAGED },
        { "kind 0", 4, 0, 43, SPOOL_DAMAGED },
        { "a kind that is none", 4, SPOOL_N_KINDS, 43, SPOOL_DAMAGED },
        { "a length beyond any", 27, 0xff, 43, SPOOL_DAMAGED },
        { "a longer payload than is there", 24, 4, 43, SPOOL_CUT },
        { "a shorter payload", 24, 2, 43, SPOOL_DAMAGED },
        { "what has to be zero", 28, 1, 43, SPOOL_DAMAGED },
        { "another exchange", 8, 9, 43, SPOOL_DAMAGED },
        { "another time", 16, 9, 43, SPOOL_DAMAGED },
        { "the checksum's first byte", 32, 0, 43, SPOOL_DAMAGED },
        { "the checksum's last byte", 39, 0, 43, SPOOL_DAMAGED },
        { "the payload's last byte", 42, 'x', 43, SPOOL_DAMAGED },
    };
    const struct spool_record r = { .kind = SPOOL_DATA, .number = 1, .unix_us = 2, .len = 3 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        unsigned char bytes[SPOOL_HEADER_BYTES + 4] = { 0 };
        struct spool_record back = { 0 };
        spool_encode_header(&r, "abc", bytes);
        assert_true(bytes[32] != 0 && bytes[39] != 0);
        memcpy(bytes + SPOOL_HEADER_BYTES, "abc", 3);
        if (cases[i].at != SIZE_MAX)
            bytes[cases[i].at] = cases[i].to;
        if (spool_decode(bytes, cases[i].len, &back) != cases[i].want)
            fail_msg("%s", cases[i].what);
    }
}

/* The checksum is right, the kind unknown. */
static void test_unknown_kinds_are_damage(void **state)
{
    (void)state;
    for (int kind = 0; kind <= SPOOL_N_KINDS; kind++) {
        const struct spool_record r = { .kind = (enum spool_kind)kind };
        unsigned char bytes[SPOOL_HEADER_BYTES];
        struct spool_record back = { 0 };
        bool known = kind > 0 && kind < SPOOL_N_KINDS;
        spool_encode_header(&r, NULL, bytes);
        assert_int_equal(spool_decode(bytes, sizeof(bytes), &back),
                         known ? SPOOL_WHOLE : SPOOL_DAMAGED);
    }
}

static void test_damage_is_passed_over_to_the_next_header(void **state)
{
    static const struct {
        const char *text;
        size_t want;
    } cases[] = {
        { "xRBsp", 1 },    { "RBspRBsp", 4 }, { "RBspxxRBsp", 6 },
        { "xxxxxxxx", 5 }, { "xxxxxRBs", 5 }, { "xxxx", 4 },
        { "x", 1 },        { "", 0 },         { "xxxxx", 2 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_int_equal(spool_skip((const unsigned char *)cases[i].text, strlen(cases[i].text)),
                         cases[i].want);
}

static void test_doubled_records_are_read_twice(void **state)
{
    char path[128];
    struct buf CLEANUP(buf_release) whole = { 0 };
    struct buf CLEANUP(buf_release) twice = { 0 };
    struct err err = { 0 };
    (void)state;
    struct spool *s = open_spool(NAME_A, 1 << 20);
    put(s, SPOOL_BEGIN, 1, "begin");
    put(s, SPOOL_EVALUATION, 2, "whole");
    spool_close(s);
    snprintf(path, sizeof(path), "%s/0000000000000001.spool", folder);
    assert_int_equal(file_read(path, 1 << 20, &whole, &err), 0);
    buf_add(&twice, whole.data, whole.len);
    buf_add(&twice, whole.data, 50);
    buf_add(&twice, whole.data, whole.len);
    assert_int_equal(file_write_atomic(path, twice.data, twice.len, &err), 0);
    s = open_spool(NAME_B, 1 << 20);
    struct spool_reader *r = spool_reader_new(s);
    assert_reads(r, "a2 1 begin|a6 2 whole|a2 1 begin|a6 2 whole|");
    assert_int_equal(spool_reader_skipped(r), 50);
    spool_clear(r);
    spool_reader_free(r);
    spool_close(s);
}

static void test_a_long_record_is_read_whole(void **state)
{
    enum { LONG = 1000000 };
    struct spool *s = open_spool(NAME_A, 1 << 20);
    struct spool_reader *r = spool_reader_new(s);
    struct spool_record record;
    struct spool_place place;
    struct err err = { 0 };
    const char *name = NULL;
    char *text = mem_array(LONG + 1, 1);
    (void)state;
    for (size_t i = 0; i < LONG; i++)
        text[i] = (char)('a' + i % 23);
    text[LONG] = '\0';
    put(s, SPOOL_DATA, 1, "short");
    put(s, SPOOL_DATA, 2, text);
    put(s, SPOOL_DATA, 3, "short");
    for (uint64_t i = 1; i <= 3; i++) {
        struct buf CLEANUP(buf_release) got = { 0 };
        assert_int_equal(spool_next(r, &record, &place, &name, &err), 1);
        assert_true(record.number == i);
        assert_int_equal(spool_load(r, &place, &got, &err), 0);
        assert_string_equal(buf_text(&got), i == 2 ? text : "short");
    }
    assert_int_equal(spool_next(r, &record, &place, &name, &err), 0);
    assert_int_equal(spool_reader_skipped(r), 0);
    free(text);
    spool_clear(r);
    spool_reader_free(r);
    spool_close(s);
}

/* Records are read with the time of their writing, the place of their payload, and under the name
 * of the process, or of the file where that is damaged. */
static void test_a_record_has_its_time_place_and_name(void **state)
{
    static const char *const names[] = { NAME_A, "0000000000000001" };
    char path[128];
    (void)state;
    snprintf(path, sizeof(path), "%s/0000000000000001.spool", folder);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct spool_record record = { .len = 0 };
        struct spool_place place;
        struct err err = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        const char *name = NULL;
        int64_t before = clock_unix_us();
        struct spool *s = open_spool(NAME_A, 1 << 20);
        put(s, SPOOL_HEAD, UINT64_MAX, "head");
        put(s, SPOOL_EVALUATION, 0, "");
        int64_t after = clock_unix_us();
        spool_close(s);
        assert_int_equal(file_read(path, 1 << 20, &text, &err), 0);
        text.data[SPOOL_HEADER_BYTES] ^= (char)i; /* the first byte of the name */
        assert_int_equal(file_write_atomic(path, text.data, text.len, &err), 0);
        s = open_spool(NAME_B, 1 << 20);
        struct spool_reader *r = spool_reader_new(s);
        assert_int_equal(spool_next(r, &record, &place, &name, &err), 1);
        assert_int_equal(record.kind, SPOOL_HEAD);
        assert_true(record.number == UINT64_MAX);
        assert_int_equal(record.len, 4);
        assert_true(record.unix_us >= before && record.unix_us <= after);
        assert_int_equal(place.file, 1);
        assert_int_equal(place.offset, START_BYTES + SPOOL_HEADER_BYTES);
        assert_int_equal(place.len, 4);
        assert_string_equal(name, names[i]);
        assert_int_equal(spool_next(r, &record, &place, &name, &err), 1);
        assert_int_equal(record.kind, SPOOL_EVALUATION);
        assert_true(record.number == 0 && record.len == 0);
        assert_int_equal(place.offset, START_BYTES + 2 * SPOOL_HEADER_BYTES + 4);
        assert_string_equal(name, names[i]);
        assert_int_equal(spool_next(r, &record, &place, &name, &err), 0);
        assert_int_equal(spool_reader_skipped(r), i == 0 ? 0 : START_BYTES);
        spool_clear(r);
        spool_reader_free(r);
        spool_close(s);
    }
}

static void test_a_record_may_have_only_so_many_bytes(void **state)
{
    struct spool *s = open_spool(NAME_A, 1 << 20);
    struct err err = { 0 };
    (void)state;
    assert_int_equal(spool_append(s, SPOOL_END, 1, "x", (size_t)SPOOL_MAX_PAYLOAD + 1, &err),
                     ERR_INTEGRITY);
    assert_string_equal(err.msg, "a record of 1073741825 bytes is too large");
    assert_int_equal(spool_bytes(s), START_BYTES);
    assert_int_equal(spool_ended(s), 0);
    spool_close(s);
}

static void put_long(struct spool *s, uint64_t exchange, size_t len)
{
    struct err err = { 0 };
    char *text = mem_array(len, 1);
    for (size_t i = 0; i < len; i++)
        text[i] = (char)(i % 251);
    assert_int_equal(spool_append(s, SPOOL_DATA, exchange, text, len, &err), 0);
    free(text);
}

static void assert_next(struct spool_reader *r, uint64_t exchange, size_t len)
{
    struct spool_record record = { .len = 0 };
    struct spool_place place;
    struct buf CLEANUP(buf_release) got = { 0 };
    struct err err = { 0 };
    const char *name = NULL;
    assert_int_equal(spool_next(r, &record, &place, &name, &err), 1);
    assert_int_equal(record.number, exchange);
    assert_int_equal(record.len, len);
    assert_int_equal(spool_load(r, &place, &got, &err), 0);
    assert_int_equal(got.len, len);
    for (size_t i = 0; i < len; i++)
        if (got.data[i] != (char)(i % 251))
            fail_msg("byte %zu of %zu", i, len);
}

/* A length of four bytes, each of which is needed. */
static void test_a_record_of_many_megabytes(void **state)
{
    struct spool *s = open_spool(NAME_A, 1 << 20);
    struct spool_reader *r = spool_reader_new(s);
    (void)state;
    put_long(s, 1, 0x01820304);
    put_long(s, 2, 0x058302);
    assert_next(r, 1, 0x01820304);
    assert_next(r, 2, 0x058302);
    assert_int_equal(spool_reader_skipped(r), 0);
    spool_reader_free(r);
    spool_close(s);
}

/* A file is read in pieces of 256 KiB: wherever one ends, in a header or at its end, reading goes
 * on. */
static void test_pieces_of_a_file_end_anywhere(void **state)
{
    enum { PIECE = 1 << 18, HEADERS = START_BYTES + 2 * SPOOL_HEADER_BYTES };
    (void)state;
    for (size_t beyond = 0; beyond <= SPOOL_HEADER_BYTES + 6; beyond++) {
        struct spool *s = open_spool(NAME_A, 1 << 20);
        struct spool_reader *r = spool_reader_new(s);
        put_long(s, 1, PIECE - HEADERS - 3 + beyond);
        put_long(s, 2, 5);
        put_long(s, 3, 0);
        assert_next(r, 1, PIECE - HEADERS - 3 + beyond);
        assert_next(r, 2, 5);
        assert_next(r, 3, 0);
        assert_reads(r, "");
        spool_clear(r);
        spool_reader_free(r);
        spool_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_header_has_its_bytes),
        cmocka_unit_test(test_what_stands_at_the_beginning_of_bytes),
        cmocka_unit_test(test_unknown_kinds_are_damage),
        cmocka_unit_test(test_damage_is_passed_over_to_the_next_header),
        cmocka_unit_test_setup_teardown(test_doubled_records_are_read_twice, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_long_record_is_read_whole, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_reader_follows, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_two_processes, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_damage_anywhere, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_a_record_of_many_megabytes, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_pieces_of_a_file_end_anywhere, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_record_has_its_time_place_and_name, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_record_may_have_only_so_many_bytes, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
