/* ingest_lines_test.c - lines that threads parse come back whole, numbered, in order. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ingest/ingest_lines.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/store/store.h"

#define LINES 6000

enum kind { LINE_RECORD, LINE_BLANK, LINE_BAD };

static enum kind kind_of(int64_t line)
{
    return line % 97 == 0 ? LINE_BLANK : line % 101 == 0 ? LINE_BAD : LINE_RECORD;
}

static void put_line(struct buf *out, int64_t line)
{
    switch (kind_of(line)) {
    case LINE_BLANK:
        buf_puts(out, " \t\r\n");
        break;
    case LINE_BAD:
        buf_puts(out, "{\"line\": }\n");
        break;
    case LINE_RECORD:
        buf_printf(out, "%s{\"line\": %lld, \"text\": \"", line % 7 == 0 ? " \t" : "",
                   (long long)line);
        /* One line is larger than a block. */
        for (int64_t n = line == 1234 ? 200000 : line % 300; n > 0; n--)
            buf_puts(out, "abc\\n");
        buf_puts(out, line == LINES ? "\"}" : "\"}\n");
        break;
    }
}

struct fixture {
    char path[40];
    struct buf text;
    struct arena arena;
    struct ingest_options options;
    struct ingest_source source;
    struct line_start start;
};

static void open_fixture(struct fixture *f, size_t n_threads)
{
    struct err err = { 0 };
    memset(f, 0, sizeof(*f));
    for (int64_t line = 1; line <= LINES; line++)
        put_line(&f->text, line);
    snprintf(f->path, sizeof(f->path), "/tmp/rollbook-lines-XXXXXX");
    int fd = mkstemp(f->path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, buf_text(&f->text), f->text.len), f->text.len);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    ingest_source_init(&f->source, ingest_find_format("traces"), &f->options, f->path, &f->arena);
    f->start = (struct line_start){ .fd = fd, .line = 1, .rest = "", .n_threads = n_threads };
    sha256_init(&f->start.hash);
    assert_string_equal(err.msg, "");
}

static void close_fixture(struct fixture *f)
{
    close(f->start.fd);
    unlink(f->path);
    buf_release(&f->text);
    arena_release(&f->arena);
}

static void check_record(const struct line_record *rec, int64_t line)
{
    char where[40];
    int64_t said = 0;
    snprintf(where, sizeof(where), "line %lld", (long long)line);
    assert_int_equal(rec->line, line);
    assert_string_equal(rec->where, where);
    if (kind_of(line) == LINE_BAD) {
        assert_null(rec->json);
        assert_int_equal(rec->counts.refused, 1);
        assert_string_equal(rec->refusals->where, where);
        assert_non_null(strstr(rec->refusals->reason, "expected a value"));
        return;
    }
    assert_true(json_int(json_get(rec->json, "line"), &said));
    assert_int_equal(said, line);
    assert_int_equal(rec->counts.refused, 0);
}

static void check_order(size_t n_threads)
{
    struct fixture f;
    struct err err = { 0 };
    const struct line_block *b = NULL;
    int64_t line = 0;
    size_t n_blocks = 0;
    char want[65];
    char got[65] = "";
    open_fixture(&f, n_threads);
    struct line_reader *r = line_reader_new(&f.source, &f.start);
    while (line_reader_next(r, &b, &err) == 0 && b != NULL) {
        struct sha256 hash = b->hash;
        for (size_t i = 0; i < b->n; i++) {
            do
                line++;
            while (kind_of(line) == LINE_BLANK);
            check_record(&b->records[i], line);
        }
        if (b->len == f.text.len)
            sha256_final_hex(&hash, got);
        n_blocks++;
        line_reader_give_back(r);
    }
    line_reader_free(r);
    sha256_hex(buf_text(&f.text), f.text.len, want);
    assert_string_equal(err.msg, "");
    assert_int_equal(line, LINES);
    assert_true(n_blocks > 5);
    assert_string_equal(got, want);
    close_fixture(&f);
}

static void test_lines_come_in_order(void **state)
{
    (void)state;
    for (size_t n_threads = 1; n_threads <= 4; n_threads++)
        check_order(n_threads);
}

static void test_what_was_read_ahead_comes_first(void **state)
{
    (void)state;
    struct fixture f;
    struct err err = { 0 };
    const struct line_block *b = NULL;
    open_fixture(&f, 3);
    size_t ahead = 70000;
    assert_int_equal(lseek(f.start.fd, (off_t)ahead, SEEK_SET), ahead);
    f.start.rest = buf_text(&f.text);
    f.start.rest_len = ahead;
    struct line_reader *r = line_reader_new(&f.source, &f.start);
    assert_int_equal(line_reader_next(r, &b, &err), 0);
    for (size_t i = 0; i < 96; i++)
        check_record(&b->records[i], (int64_t)i + 1);
    line_reader_give_back(r);
    line_reader_free(r);
    close_fixture(&f);
}

static void test_a_reader_can_be_left_in_the_middle(void **state)
{
    (void)state;
    struct fixture f;
    struct err err = { 0 };
    const struct line_block *b = NULL;
    for (int blocks = 0; blocks < 4; blocks++) {
        open_fixture(&f, 3);
        struct line_reader *r = line_reader_new(&f.source, &f.start);
        for (int i = 0; i < blocks; i++) {
            assert_int_equal(line_reader_next(r, &b, &err), 0);
            line_reader_give_back(r);
        }
        line_reader_free(r);
        close_fixture(&f);
    }
}

static void test_a_reader_that_waits_for_its_source_ends(void **state)
{
    (void)state;
    struct fixture f;
    int ends[2];
    open_fixture(&f, 3);
    assert_int_equal(pipe(ends), 0);
    struct line_start start = f.start;
    start.fd = ends[0];
    line_reader_free(line_reader_new(&f.source, &start));
    close(ends[0]);
    close(ends[1]);
    close_fixture(&f);
}

static void test_a_failed_read_is_told(void **state)
{
    (void)state;
    struct fixture f;
    struct err err = { 0 };
    const struct line_block *b = NULL;
    open_fixture(&f, 3);
    struct line_start start = f.start;
    start.fd = open("/tmp", O_RDONLY);
    struct line_reader *r = line_reader_new(&f.source, &start);
    assert_int_equal(line_reader_next(r, &b, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "read failed"));
    line_reader_free(r);
    close(start.fd);
    close_fixture(&f);
}

/* A pipe that is larger than it can hold has been read when it has been written, so that a thread
 * waits for more of it. */
static void test_a_reader_in_the_middle_of_a_read_ends(void **state)
{
    (void)state;
    struct fixture f;
    int ends[2];
    char text[200000];
    open_fixture(&f, 2);
    assert_int_equal(pipe(ends), 0);
    struct line_start start = f.start;
    start.fd = ends[0];
    memset(text, ' ', sizeof(text));
    struct line_reader *r = line_reader_new(&f.source, &start);
    assert_int_equal(write(ends[1], text, sizeof(text)), sizeof(text));
    line_reader_free(r);
    close(ends[0]);
    close(ends[1]);
    close_fixture(&f);
}

static void check_hashed(const struct ingest_text *t, const char *want)
{
    char hash[65], hex[65];
    sha256_hex(want, strlen(want), hash);
    assert_int_equal(t->len, strlen(want));
    assert_memory_equal(t->data, want, t->len);
    assert_non_null(t->hashed);
    assert_ptr_equal(t->hashed->data, t->data);
    assert_int_equal(t->hashed->len, t->len);
    assert_true(t->hashed->is_text);
    for (size_t i = 0; i < 32; i++)
        snprintf(hex + 2 * i, 3, "%02x", t->hashed->sha256[i]);
    assert_string_equal(hex, hash);
}

/* What lines hold, whether texts outlast the lines' bytes or not. */
static void check_samples(size_t n_threads, size_t n_lines, size_t repeat)
{
    struct fixture f;
    struct err err = { 0 };
    struct buf text = { 0 };
    const struct line_block *b = NULL;
    size_t line = 0;
    int step = -1;
    open_fixture(&f, n_threads);
    for (size_t i = 0; i < n_lines; i++) {
        buf_printf(&text, "{\"input\": \"q%zu\", \"output\": \"", i);
        for (size_t k = 0; k < repeat; k++)
            buf_puts(&text, "\\u0061");
        buf_printf(&text, "\", \"model\": \"m%zu\"}\n{\"input\": 1}\n", i);
    }
    assert_int_equal(ftruncate(f.start.fd, 0), 0);
    assert_int_equal(pwrite(f.start.fd, buf_text(&text), text.len, 0), text.len);
    ingest_source_init(&f.source, ingest_find_format("rollouts"), &f.options, f.path, &f.arena);
    f.source.state = &step;
    f.source.target = "t";
    struct line_reader *r = line_reader_new(&f.source, &f.start);
    while (line_reader_next(r, &b, &err) == 0 && b != NULL) {
        for (size_t i = 0; i < b->n; i++, line++) {
            struct line_record *rec = &b->records[i];
            char want[24];
            assert_int_equal(rec->line, line + 1);
            assert_int_equal(rec->counts.refused, line % 2);
            assert_int_equal(rec->batch.n, 1 - line % 2);
            if (line % 2 == 1) {
                assert_string_equal(rec->refusals->reason,
                                    "not a rollout of verl, TRL or tinker-cookbook");
                assert_null(rec->refusals->next);
                continue;
            }
            assert_null(rec->refusals);
            assert_null(rec->remarks);
            const struct ingest_sample *s = rec->batch.items;
            struct buf answer = { 0 };
            for (size_t k = 0; k < repeat; k++)
                buf_puts(&answer, "a");
            snprintf(want, sizeof want, "q%zu", line / 2);
            check_hashed(&s->prompt, want);
            check_hashed(&s->completion, buf_text(&answer));
            assert_null(s->code.hashed);
            assert_null(s->action.hashed);
            snprintf(want, sizeof want, "m%zu", line / 2);
            assert_string_equal(s->run->model, want);
            buf_release(&answer);
        }
        line_reader_give_back(r);
    }
    assert_string_equal(err.msg, "");
    assert_int_equal(line, 2 * n_lines);
    line_reader_free(r);
    buf_release(&text);
    close_fixture(&f);
}

static void test_samples_of_a_pure_format_come_with_their_hashes(void **state)
{
    (void)state;
    for (size_t n_threads = 1; n_threads <= 3; n_threads++) {
        check_samples(n_threads, 1, 1);
        check_samples(n_threads, 2, 100000);
        check_samples(n_threads, 3000, 70);
    }
}

/* A line may have 64 MiB; a longer one is refused, and what follows is read. */
static void test_a_line_that_is_too_long_is_refused(void **state)
{
    (void)state;
    static const char records[] = "{\"line\": 1}\n{\"line\": 2}";
    struct fixture f;
    struct err err = { 0 };
    const struct line_block *b = NULL;
    char *text = mem_alloc(LINE_MAX_BYTES + sizeof(records) + 1);
    char got[65] = "", want[65];
    size_t len = 0, n = 0;
    memcpy(text, records, 12);
    memset(text + 12, '7', LINE_MAX_BYTES + 1);
    text[LINE_MAX_BYTES + 13] = '\n';
    memcpy(text + LINE_MAX_BYTES + 14, records + 12, 11);
    len = LINE_MAX_BYTES + 25;
    open_fixture(&f, 2);
    assert_int_equal(ftruncate(f.start.fd, 0), 0);
    assert_int_equal(pwrite(f.start.fd, text, len, 0), len);
    struct line_reader *r = line_reader_new(&f.source, &f.start);
    while (line_reader_next(r, &b, &err) == 0 && b != NULL) {
        struct sha256 hash = b->hash;
        for (size_t i = 0; i < b->n; i++) {
            const struct line_record *rec = &b->records[i];
            n++;
            assert_int_equal(rec->line, n);
            assert_int_equal(rec->counts.refused, n == 2);
            if (n == 2) {
                assert_string_equal(rec->refusals->where, "line 2");
                assert_string_equal(rec->refusals->reason, "the record is longer than 64 MiB");
                assert_null(rec->json);
            } else {
                int64_t said = 0;
                assert_true(json_int(json_get(rec->json, "line"), &said));
                assert_int_equal(said, n == 1 ? 1 : 2);
            }
        }
        if (b->len == len)
            sha256_final_hex(&hash, got);
        line_reader_give_back(r);
    }
    assert_int_equal(n, 3);
    sha256_hex(text, len, want);
    assert_string_equal(got, want);
    line_reader_free(r);
    free(text);
    close_fixture(&f);
}

/* What is too long for memory is passed over in parts. */
static void test_a_line_that_is_passed_over_in_parts(void **state)
{
    (void)state;
    static const char first[] = "{\"line\": 1}\n", last[] = "\n{\"line\": 3}\n{\"line\": 4}\n";
    static const char zeros[1 << 20];
    const size_t hole = ((size_t)130 << 20) + 5;
    struct fixture f;
    struct err err = { 0 };
    const struct line_block *b = NULL;
    struct sha256 want, got = { 0 };
    char want_hex[65], got_hex[65] = "";
    int64_t lines[8];
    size_t n = 0, len = sizeof(first) - 1 + hole + sizeof(last) - 1;
    open_fixture(&f, 1);
    assert_int_equal(ftruncate(f.start.fd, 0), 0);
    assert_int_equal(pwrite(f.start.fd, first, sizeof(first) - 1, 0), sizeof(first) - 1);
    assert_int_equal(pwrite(f.start.fd, last, sizeof(last) - 1, (off_t)(sizeof(first) - 1 + hole)),
                     sizeof(last) - 1);
    struct line_reader *r = line_reader_new(&f.source, &f.start);
    while (line_reader_next(r, &b, &err) == 0 && b != NULL) {
        for (size_t i = 0; i < b->n; i++) {
            assert_true(n < 8);
            assert_int_equal(b->records[i].counts.refused, b->records[i].line == 2);
            lines[n++] = b->records[i].line;
        }
        got = b->hash;
        if (b->len == len)
            sha256_final_hex(&got, got_hex);
        line_reader_give_back(r);
    }
    assert_int_equal(n, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(lines[i], i + 1);
    sha256_init(&want);
    sha256_update(&want, first, sizeof(first) - 1);
    for (size_t left = hole; left > 0; left -= left < sizeof(zeros) ? left : sizeof(zeros))
        sha256_update(&want, zeros, left < sizeof(zeros) ? left : sizeof(zeros));
    sha256_update(&want, last, sizeof(last) - 1);
    sha256_final_hex(&want, want_hex);
    assert_string_equal(got_hex, want_hex);
    line_reader_free(r);
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_come_in_order),
        cmocka_unit_test(test_what_was_read_ahead_comes_first),
        cmocka_unit_test(test_a_reader_can_be_left_in_the_middle),
        cmocka_unit_test(test_a_reader_that_waits_for_its_source_ends),
        cmocka_unit_test(test_a_failed_read_is_told),
        cmocka_unit_test(test_a_reader_in_the_middle_of_a_read_ends),
        cmocka_unit_test(test_samples_of_a_pure_format_come_with_their_hashes),
        cmocka_unit_test(test_a_line_that_is_too_long_is_refused),
        cmocka_unit_test(test_a_line_that_is_passed_over_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
