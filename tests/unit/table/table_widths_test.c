/*
 * table_widths_test.c - tables in terminals of many widths, and hostile cells in every format, held
 * to approved texts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/table/fold.h"
#include "src/table/table.h"
#include "tests/support/approved.h"

static const char words[] =
    "words that go on and on, so that a line of a narrow terminal has no "
    "room for them, with_an_underscore and averylongwordwithoutanyblankinit";

/* Two columns, the last of which is folded. */
static void make_pair(struct table *t, struct arena *a)
{
    static const struct table_column columns[] = { { "name", 0 }, { "what it is", 0 } };
    table_init(t, a, "s", columns, 2);
    for (int i = 0; i < 3; i++) {
        struct cell *c = table_row(t);
        c[0] = cell_text(t, i == 0 ? "short" : "a longer name");
        c[1] = i == 2 ? cell_int(7) : cell_text(t, i == 0 ? "few words" : words);
    }
    table_note(t, "a note: %s", words);
}

/* Columns that are folded beside those that are not. */
static void make_folded(struct table *t, struct arena *a)
{
    static const struct table_column columns[] = { { "task", 0 },
                                                   { "a_heading_of_parts", TABLE_FOLDED },
                                                   { "n", 0 },
                                                   { "second", TABLE_FOLDED } };
    table_init(t, a, "s", columns, 4);
    for (int i = 0; i < 3; i++) {
        struct cell *c = table_row(t);
        c[0] = cell_text(t, "l1/4");
        c[1] = cell_text(t, i == 0 ? words : "few words here");
        c[2] = i == 1 ? cell_na(t, "not measured, since there was no time for it at all")
                      : cell_int(100 * i);
        c[3] = cell_text(t, i == 1 ? words : "some");
    }
}

/* Columns of which some hold the same in every row. */
static void make_same(struct table *t, struct arena *a, int n_rows, bool all)
{
    static const struct table_column columns[] = { { "run", 0 },      { "strategy", 0 },
                                                   { "task", 0 },     { "speedup", 3 },
                                                   { "baseline", 0 }, { "ok", 0 } };
    table_init(t, a, "s", columns, 6);
    for (int i = 0; i < n_rows; i++) {
        struct cell *c = table_row(t);
        c[0] = cell_text(t, "best-of-n-run-42");
        c[1] = cell_text(t, "best-of-n");
        c[2] = cell_text(t, all || i % 2 == 0 ? "l1/4" : "l1/19");
        c[3] = cell_real(all ? 1.5 : 1.0 / (i + 1));
        c[4] = i == 1 && !all ? cell_na(t, "none") : cell_text(t, "reference");
        c[5] = cell_bool(true);
    }
    table_note(t, "n = %d", n_rows);
}

static void put_widths(struct buf *out, const char *name, const struct table *t)
{
    static const size_t widths[] = { 0, 12, 20, 30, 36, 44, 52, 60, 76, 100, 140 };
    for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        buf_printf(out, "-- %s within %zu\n", name, widths[i]);
        table_render_within(t, widths[i], &text);
        approved_add(out, buf_text(&text), 6);
    }
}

static void tables_fit_terminals_as_approved(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct table t;
    (void)state;
    make_pair(&t, &a);
    put_widths(&out, "pair", &t);
    make_folded(&t, &a);
    put_widths(&out, "folded", &t);
    make_same(&t, &a, 3, false);
    put_widths(&out, "same", &t);
    make_same(&t, &a, 2, true);
    put_widths(&out, "all the same", &t);
    make_same(&t, &a, 1, false);
    put_widths(&out, "one row", &t);
    make_same(&t, &a, 0, false);
    put_widths(&out, "no row", &t);
    approved_check_exactly("table_widths", &out);
}

/* Each printable character and some that are not, in cells, headings and notes. */
static void cells_are_escaped_as_approved(void **state)
{
    static const struct table_column columns[] = { { "a \"b\",_{}|\\", 0 },
                                                   { "n", 0 },
                                                   { " c", 0 } };
    static const enum table_format formats[] = { TABLE_TEXT, TABLE_CSV, TABLE_JSON, TABLE_LATEX,
                                                 TABLE_MARKDOWN };
    static const char *const texts[] = { "", " ", " a", "a ", "a\nb", "a\tb", "\"", ",", "x" };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 };
    struct table t;
    char all[96] = "";
    (void)state;
    for (int c = 0; c < 95; c++)
        all[c] = (char)(' ' + c);
    table_init(&t, &a, "s", columns, 3);
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, i == 0 ? all : texts[i]);
        c[1] = i % 3 == 0 ? cell_na(&t, i % 2 == 0 ? all : NULL) : cell_int((int64_t)i);
        c[2] = i % 4 == 3 ? cell_na(&t, "why") : cell_text(&t, texts[i]);
    }
    table_note(&t, "first\nsecond line");
    table_note(&t, "%s", all);
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        buf_printf(&out, "-- format %zu\n", i);
        table_render(&t, formats[i], &out);
    }
    /* Of seventy reasons 64 are told. */
    table_init(&t, &a, "s", columns + 1, 1);
    for (int i = 0; i < 140; i++)
        table_row(&t)[0] = cell_na(&t, arena_printf(&a, "reason %d", i % 70));
    struct buf CLEANUP(buf_release) many = { 0 };
    table_render(&t, TABLE_TEXT, &many);
    buf_puts(&out, strstr(buf_text(&many), "NA in n"));
    approved_check_exactly("table_cells", &out);
}

/* From which code points on a sign takes another number of columns, and where texts are broken. */
static void signs_have_their_columns(void **state)
{
    static const char *const texts[] = {
        "one two three four",
        "an_underscore_and_more",
        "a b_c d_e f_g",
        "x averylongwordwithoutblanks",
        "\xe6\xbc\xa2\xe5\xad\x97 \xe6\xbc\xa2\xe5\xad\x97",
        "e\xcc\x81\xcc\x81 x",
    };
    struct buf CLEANUP(buf_release) out = { 0 };
    size_t before = 1;
    (void)state;
    for (uint32_t code = 1; code < 0x40000; code++) {
        char bytes[4];
        size_t n = utf8_encode(code, bytes);
        if (code >= 0xD800 && code < 0xE000) /* no characters */
            continue;
        size_t width = fold_width(bytes, n);
        if (width != before)
            buf_printf(&out, "U+%04X takes %zu\n", code, width);
        before = width;
    }
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        buf_printf(&out, "'%s' is %zu wide:", texts[i], fold_width(texts[i], strlen(texts[i])));
        for (size_t width = 0; width <= 24; width++)
            buf_printf(&out, " %zu", fold_fit(texts[i], strlen(texts[i]), width));
        buf_putc(&out, '\n');
    }
    approved_check_exactly("table_signs", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_fit_terminals_as_approved),
        cmocka_unit_test(cells_are_escaped_as_approved),
        cmocka_unit_test(signs_have_their_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
