/*
 * csv_reader_test.c - RFC 4180 cell by cell, and what a hostile file may not do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ingest/csv_reader.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

/* '|' between cells, '/' behind a row; "!" and the message of an error. */
static void flatten_rows(struct csv_reader *r, struct buf *out)
{
    struct csv_row row;
    struct err err = { 0 };
    int rc;
    while ((rc = csv_reader_next(r, &row, &err)) > 0) {
        for (size_t i = 0; i < row.n_cells; i++)
            buf_printf(out, "%s%s", i == 0 ? "" : "|", csv_cell(r, i));
        buf_puts(out, "/");
    }
    if (rc < 0)
        buf_printf(out, "!%s", err.msg);
    csv_reader_release(r);
}

static void flatten(const char *text, size_t len, char separator, struct buf *out)
{
    struct csv_reader r;
    csv_reader_init(&r, "f", text, len, separator);
    flatten_rows(&r, out);
}

struct pieces {
    const char *at;
    size_t left, size;
    bool fails_at_end;
};

static int next_piece(void *context, const char **out, size_t *out_len, struct err *err)
{
    struct pieces *p = context;
    if (p->left == 0 && p->fails_at_end)
        return err_set(err, ERR_INTEGRITY, "the disk is gone");
    *out = p->at;
    *out_len = p->left < p->size ? p->left : p->size;
    p->at += *out_len;
    p->left -= *out_len;
    return 0;
}

static void flatten_pieces(struct pieces p, struct buf *out)
{
    struct csv_reader r;
    csv_reader_init_pieces(&r, "f", ',', next_piece, &p);
    flatten_rows(&r, out);
}

static void test_cells(void **state)
{
    (void)state;
    static const struct {
        const char *text, *cells;
    } cases[] = {
        { "a,b\nc,d\n", "a|b/c|d/" },
        { "a,b\r\nc,d", "a|b/c|d/" },
        { "a\rb\r", "a/b/" },
        { "\xef\xbb\xbf"
          "a,b",
          "a|b/" },
        { "\"x,y\",\"1\n2\r\n3\"\nz,\n", "x,y|1\n2\r\n3/z|/" },
        { "\"say \"\"hi\"\"\",\"\"", "say \"hi\"|/" },
        { ",\n,,\n", "|/||/" },
        { "\n\na\n\n\nb\n\n", "a/b/" },
        { "5\" disk,b", "5\" disk|b/" },
        { "", "" },
        { "\n", "" },
        { "a\n\"b", "a/!f:2: the quoted cell that begins here never ends" },
        { "\"a\nb\nc", "!f:1: the quoted cell that begins here never ends" },
        { "\"a\nb\"c",
          "!f:2: text follows a closing quote; a quote inside a cell is written twice" },
        { "\"a\"\"", "!f:1: the quoted cell that begins here never ends" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf out = { 0 };
        flatten(cases[i].text, strlen(cases[i].text), ',', &out);
        assert_string_equal(buf_text(&out), cases[i].cells);
        /* A byte order mark comes in one piece. */
        for (size_t size = cases[i].text[0] == '\xef' ? 3 : 1; size < 6; size++) {
            buf_clear(&out);
            flatten_pieces((struct pieces){ cases[i].text, strlen(cases[i].text), size, false },
                           &out);
            assert_string_equal(buf_text(&out), cases[i].cells);
        }
        buf_release(&out);
    }
}

static void test_failing_source(void **state)
{
    (void)state;
    struct buf out = { 0 };
    flatten_pieces((struct pieces){ "a,b\nc,d", 7, 3, true }, &out);
    assert_string_equal(buf_text(&out), "a|b/!the disk is gone");
    buf_release(&out);
}

static void test_separator_and_nul(void **state)
{
    (void)state;
    struct buf out = { 0 };
    flatten("a,b\tc\n", 6, '\t', &out);
    assert_string_equal(buf_text(&out), "a,b|c/");
    buf_clear(&out);
    flatten("a\nb\0c", 5, ',', &out);
    assert_string_equal(buf_text(&out),
                        "a/!f:2: the line contains a NUL byte, so this is not a file of text");
    buf_clear(&out);
    flatten("\"b\0c\"", 5, ',', &out);
    assert_string_equal(buf_text(&out),
                        "!f:1: the line contains a NUL byte, so this is not a file of text");
    buf_release(&out);
}

static void test_many_cells(void **state)
{
    (void)state;
    struct buf text = { 0 };
    struct buf out = { 0 };
    for (int i = 0; i < CSV_MAX_CELLS; i++)
        buf_putc(&text, ',');
    flatten(buf_text(&text), text.len - 1, ',', &out);
    assert_int_equal(out.len, CSV_MAX_CELLS);
    buf_clear(&out);
    flatten(buf_text(&text), text.len, ',', &out);
    assert_string_equal(buf_text(&out), "!f:1: the row has more than 4096 cells");
    buf_release(&out);
    buf_release(&text);
}

/* Every byte is looked at once. */
static void test_random_bytes(void **state)
{
    (void)state;
    static const char bytes[] = "\",\n\rab \0\xff";
    for (unsigned round = 0; round < 3000; round++) {
        struct rng rng;
        char text[64];
        struct csv_reader r;
        struct csv_row row;
        struct err err = { 0 };
        int rc;
        size_t rows = 0;
        rng_init(&rng, 7, RNG_TRIAL, round, 0, 0);
        size_t len = rng_below(&rng, sizeof(text));
        for (size_t i = 0; i < len; i++)
            text[i] = bytes[rng_below(&rng, sizeof(bytes) - 1)];
        csv_reader_init(&r, "f", text, len, ',');
        while ((rc = csv_reader_next(&r, &row, &err)) > 0) {
            assert_true(row.n_cells >= 1);
            rows++;
        }
        assert_true(rows <= len);
        assert_true(rc == 0 ? r.at == r.stop : rc == ERR_INTEGRITY && err.msg[0] != '\0');
        csv_reader_release(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_failing_source),
        cmocka_unit_test(test_separator_and_nul),
        cmocka_unit_test(test_many_cells),
        cmocka_unit_test(test_random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
