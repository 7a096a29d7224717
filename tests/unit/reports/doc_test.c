/*
 * doc_test.c - where the flow of a document begins pages.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reports/doc/doc.h"
#include "reports/doc/doc_internal.h"
#include "reports/doc/latex_folder.h"
#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/figure_model.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/table/table.h"

static void the_last_page_holds_something(void **state)
{
    (void)state;
    struct pdf_info info = { .title = "pages" };
    struct err err = { 0 };
    for (double gap = 0; gap < 60; gap += 1) {
        struct pdf_canvas *c = NULL;
        assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
        struct doc *d = doc_new(c, "pages");
        doc_space(d, gap);
        for (size_t i = 0; i < 60; i++)
            doc_small(d, "a line");
        doc_code(d, "and code, behind which there is a gap");
        size_t pages = pdf_page_count(c);
        doc_finish(d);
        assert_int_equal(pdf_page_count(c), pages);
        doc_free(d);
        pdf_canvas_close(c);
    }
}

static void sentences_go_on_over_pages(void **state)
{
    (void)state;
    struct pdf_info info = { .title = "pages" };
    struct err err = { 0 };
    struct pdf_canvas *c = NULL;
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    struct doc *d = doc_new(c, "pages");
    for (size_t i = 0; i < 100; i++)
        doc_sentence(d, i % 4 == 0 ? "Lead." : NULL, i % 4 == 0 ? 0 : 12,
                     "of $\\frac{1}{n} \\sum_i x_i$ and more");
    assert_true(pdf_page_count(c) >= 2);
    doc_finish(d);
    doc_free(d);
    pdf_canvas_close(c);
}

/* Whichever limit left lines out, in LaTeX too. */
static void a_listing_says_what_it_leaves_out(void **state)
{
    (void)state;
    static const struct {
        size_t lines, width, most;
        const char *note;
    } cases[] = {
        { 3, 10, 3, NULL },
        { 4, 10, 3, "1 more line is not shown" },
        { 2000, 49, 400, "1600 more lines are not shown" },
        { 2000, 199, 400, "1800 more lines are not shown" }, /* 40,000 bytes */
        { 1, 100000, 400, "60001 more bytes of the line are not shown" },
    };
    struct pdf_info info = { .title = "pages" };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct err err = { 0 };
        struct pdf_canvas *c = NULL;
        struct latex_folder folder = { 0 };
        struct buf text = { 0 };
        for (size_t line = 1; line <= cases[i].lines; line++)
            buf_printf(&text, "%-*zu\n", (int)cases[i].width, line);
        assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
        struct doc *d = doc_new(c, "pages");
        doc_set_latex(d, &folder, &info);
        doc_listing(d, buf_text(&text), cases[i].most);
        const char *note = strstr(buf_text(&folder.body), "more ");
        if (cases[i].note == NULL)
            assert_null(note);
        else
            assert_non_null(strstr(buf_text(&folder.body), cases[i].note));
        assert_null(strstr(buf_text(&folder.body), "RbLine{1999"));
        doc_free(d);
        pdf_canvas_close(c);
        latex_folder_release(&folder);
        buf_release(&text);
    }
}

static void init_figure(struct figure_model *m, struct arena *a, const char *name, double height)
{
    figure_init(m, a, "figure", "a figure");
    struct fig_panel *panel = figure_panel(m, name);
    panel->height = height;
    struct fig_mark *line = figure_mark(m, panel, DRAW_LINE, 2);
    line->x[1] = line->y[1] = 1;
    figure_caption(m, "words");
}

/* Pages on which n rows of figures end; order gets where each title stands among the bytes. */
static size_t place_figures(struct doc_figures *rows, size_t n, const char *const *titles,
                            ptrdiff_t *order, size_t n_titles)
{
    struct pdf_info info = { .title = "pages", .plain = true };
    struct err err = { 0 };
    struct buf pdf = { 0 };
    struct pdf_canvas *c = NULL;
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    struct doc *d = doc_new(c, "pages");
    doc_figures(d, rows, n);
    size_t pages = pdf_page_count(c);
    doc_finish(d);
    doc_free(d);
    assert_int_equal(pdf_canvas_finish(c, &pdf, &err), 0);
    buf_putc(&pdf, '\0');
    for (size_t i = 0; i < n_titles; i++) {
        const char *at = memmem(pdf.data, pdf.len, titles[i], strlen(titles[i]));
        assert_non_null(at);
        order[i] = at - (const char *)pdf.data;
    }
    buf_release(&pdf);
    pdf_canvas_close(c);
    return pages;
}

/* A figure that does not fit lets a later one fill the page; two abreast take one row. */
static void figures_fill_pages(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct figure_model m[4];
    static const char *const titles[] = { "FIRST", "SECOND", "THIRD", "FOURTH" };
    static const double heights[] = { 420, 420, 90, 420 };
    ptrdiff_t at[4];
    for (size_t i = 0; i < 4; i++)
        init_figure(&m[i], &arena, titles[i], heights[i]);
    struct doc_figures one_each[] = { { &m[0], NULL }, { &m[1], NULL }, { &m[2], NULL } };
    assert_int_equal(place_figures(one_each, 3, titles, at, 3), 2);
    assert_true(at[0] < at[2] && at[2] < at[1]);
    struct doc_figures abreast[] = { { &m[0], &m[1] }, { &m[2], NULL } };
    assert_int_equal(place_figures(abreast, 2, titles, at, 3), 1);
    assert_true(at[0] < at[1] && at[1] < at[2]);
    for (size_t i = 0; i < 300; i++)
        figure_caption(&m[3], "more words, so many that a column is too short for them");
    struct doc_figures tall[] = { { &m[0], &m[3] } };
    assert_true(place_figures(tall, 1, titles, at, 1) > 1);
    arena_release(&arena);
}

/* The figure stays when its caption goes on to the next page. */
static void a_long_caption_leaves_its_figure_behind(void **state)
{
    (void)state;
    struct pdf_info info = { .title = "pages", .plain = true };
    struct err err = { 0 };
    struct arena arena = { 0 };
    struct buf pdf = { 0 };
    struct figure_model m;
    struct pdf_canvas *c = NULL;
    figure_init(&m, &arena, "tall", "a tall figure");
    struct fig_panel *panel = figure_panel(&m, "PLACE");
    panel->height = 620;
    struct fig_mark *line = figure_mark(&m, panel, DRAW_LINE, 2);
    line->x[1] = line->y[1] = 1;
    for (size_t i = 0; i < 300; i++)
        figure_caption(&m, "more words");
    figure_caption(&m, "END");
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    struct doc *d = doc_new(c, "pages");
    doc_figures(d, &(struct doc_figures){ &m, NULL }, 1);
    assert_int_equal(pdf_page_count(c), 2);
    doc_finish(d);
    doc_free(d);
    assert_int_equal(pdf_canvas_finish(c, &pdf, &err), 0);
    buf_putc(&pdf, '\0');
    const char *place = memmem(pdf.data, pdf.len, "PLACE", 5);
    const char *end = memmem(pdf.data, pdf.len, "END)", 4);
    assert_non_null(place);
    assert_non_null(end);
    assert_true(place < end);
    pdf_canvas_close(c);
    buf_release(&pdf);
    arena_release(&arena);
}

/* Up to the end of the stream with the text. */
static const char *stream_of(const char *at, const char *text)
{
    const char *found = strstr(at, text), *begin = at;
    assert_non_null(found);
    for (const char *p = strstr(at, "endstream"); p != NULL && p < found;
         p = strstr(p + 1, "endstream"))
        begin = p;
    return begin;
}

static void the_last_notes_of_a_table_stay_together(void **state)
{
    (void)state;
    static const struct table_column columns[] = { { "column", 0 } };
    struct pdf_info info = { .title = "pages", .plain = true };
    struct arena arena = { 0 };
    struct table t;
    table_init(&t, &arena, "test", columns, 1);
    table_row(&t)[0] = cell_int(1);
    for (int i = 1; i <= 5; i++)
        table_note(&t, "NOTE%d", i);
    for (double gap = 600; gap < 680; gap += 2) {
        struct err err = { 0 };
        struct buf pdf = { 0 };
        struct pdf_canvas *c = NULL;
        assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
        struct doc *d = doc_new(c, "pages");
        doc_space(d, gap);
        doc_table(d, &t, NULL, "A table.");
        doc_finish(d);
        doc_free(d);
        assert_int_equal(pdf_canvas_finish(c, &pdf, &err), 0);
        for (size_t i = 0; i < pdf.len; i++)
            pdf.data[i] = pdf.data[i] == '\0' ? ' ' : pdf.data[i];
        const char *bytes = buf_text(&pdf);
        assert_ptr_equal(stream_of(bytes, "NOTE5)"), stream_of(bytes, "NOTE3)"));
        pdf_canvas_close(c);
        buf_release(&pdf);
    }
    arena_release(&arena);
}

/* Uncompressed; the caller releases it. */
static const char *finish_plain(struct doc *d, struct pdf_canvas *c, struct buf *pdf)
{
    struct err err = { 0 };
    doc_finish(d);
    doc_free(d);
    assert_int_equal(pdf_canvas_finish(c, pdf, &err), 0);
    pdf_canvas_close(c);
    for (size_t i = 0; i < pdf->len; i++)
        pdf->data[i] = pdf->data[i] == '\0' ? ' ' : pdf->data[i];
    return buf_text(pdf);
}

static void names_of_pairs_have_room(void **state)
{
    (void)state;
    for (size_t widest = 0; widest < 3; widest++) {
        struct pdf_info info = { .title = "pages", .plain = true };
        struct doc_pair pairs[3] = { { "a", "1" }, { "b", "2" }, { "c", "3" } };
        struct pdf_canvas *c = NULL;
        struct buf pdf = { 0 };
        struct err err = { 0 };
        pairs[widest].name = "WIDER THAN OTHERS";
        assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
        struct doc *d = doc_new(c, "pages");
        doc_pairs(d, pairs, 3);
        assert_non_null(strstr(finish_plain(d, c, &pdf), "WIDER THAN OTHERS"));
        buf_release(&pdf);
    }
}

/* Each page has all rules, the one at the foot too. */
static void each_page_of_a_table_has_its_rules(void **state)
{
    (void)state;
    static const struct table_column columns[] = { { "column", 0 } };
    struct pdf_info info = { .title = "pages", .plain = true };
    struct arena arena = { 0 };
    struct buf pdf = { 0 };
    struct err err = { 0 };
    struct table t;
    struct pdf_canvas *c = NULL;
    size_t pages = 0;
    table_init(&t, &arena, "test", columns, 1);
    for (int i = 0; i < 150; i++)
        table_row(&t)[0] = cell_text(&t, "ROW");
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    struct doc *d = doc_new(c, "pages");
    doc_table(d, &t, NULL, "A table.");
    const char *at = strstr(finish_plain(d, c, &pdf), "stream");
    for (; at != NULL; at = strstr(at + 9, "stream")) {
        const char *end = strstr(at, "endstream");
        const char *row = strstr(at, "ROW");
        size_t rules = 0;
        if (end == NULL)
            break;
        for (const char *p = strstr(at, " l\n"); p != NULL && p < end; p = strstr(p + 1, " l\n"))
            rules++;
        if (row != NULL && row < end) {
            assert_int_equal(rules, pages == 0 ? 3 : 4); /* one below the page's head */
            pages++;
        }
        at = end;
    }
    assert_true(pages >= 3);
    buf_release(&pdf);
    arena_release(&arena);
}

/* The contents have a caption's first sentence, or as much of it as there is room for. */
static void captions_enter_the_contents_by_their_first_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *caption, *entry;
    } cases[] = {
        { "Share at 0.5 a step. And more", "(Figure 7: Share at 0.5 a step)" },
        { "By task: what it says", "(Figure 7: By task)" },
        { "Ends here.", "(Figure 7: Ends here)" },
        { "No end at all", "(Figure 7: No end at all)" },
        { "", "(Figure 7: )" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct pdf_info info = { .title = "pages", .plain = true };
        struct pdf_canvas *c = NULL;
        struct buf pdf = { 0 };
        struct err err = { 0 };
        assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
        struct doc *d = doc_new(c, "pages");
        doc_enter_numbered(d, "Figure", 7, cases[i].caption);
        doc_small(d, "a line");
        if (strstr(finish_plain(d, c, &pdf), cases[i].entry) == NULL)
            fail_msg("no entry %s", cases[i].entry);
        buf_release(&pdf);
    }
}

/* What the text with an entry's last line is: its place, and the page that stands behind it. */
static void read_entry(const char *text, size_t k, int *out_x, int *out_page)
{
    char title[40];
    snprintf(title, sizeof title, "(entry %zu) Tj", k);
    const char *at = strstr(text, title);
    assert_non_null(at);
    const char *number = strstr(at + 1, ") Tj");
    number = number == NULL ? NULL : strstr(number + 1, ") Tj");
    const char *place = at;
    assert_non_null(number);
    while (place > text && strncmp(place, " Tm\n", 4) != 0 && strncmp(place, " Td\n", 4) != 0)
        place--;
    while (place > text && place[-1] != '\n')
        place--;
    double x = 0;
    while (number[-1] != '(')
        number--;
    assert_int_equal(sscanf(place, "%lf", &x), 1);
    assert_int_equal(sscanf(number, "%d", out_page), 1);
    *out_x = (int)x;
}

static size_t count_of(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        n++;
    return n;
}

/* Contents stand below what is on the front page, in as few columns as hold them, else on pages of
 * their own, whose last lines come closer rather than take one more. */
static void contents_take_the_columns_and_pages_that_they_need(void **state)
{
    static const struct {
        double space;    /* that the front page has used */
        size_t n;        /* entries, one of them of the front page */
        size_t headings; /* "Contents" above them */
        size_t pages;
        int x, page; /* of the last entry */
    } cases[] = {
        { 0, 1, 0, 2, 0, 0 },      { 0, 2, 1, 2, 54, 2 },     { 0, 3, 1, 2, 306, 2 },
        { 0, 143, 1, 2, 306, 2 },  { 0, 144, 1, 2, 390, 2 },  { 0, 214, 1, 2, 390, 2 },
        { 0, 215, 3, 5, 54, 5 },   { 0, 220, 3, 5, 54, 5 },   { 0, 221, 4, 6, 54, 6 },
        { 300, 81, 1, 2, 306, 2 }, { 300, 82, 1, 2, 390, 2 }, { 300, 121, 1, 2, 390, 2 },
        { 300, 122, 2, 4, 54, 4 }, { 640, 11, 1, 2, 306, 2 }, { 640, 12, 1, 2, 390, 2 },
        { 640, 16, 1, 2, 390, 2 }, { 640, 17, 1, 3, 54, 3 },  { 640, 74, 1, 3, 54, 3 },
        { 640, 75, 2, 4, 54, 4 },  { 640, 147, 2, 4, 54, 4 }, { 640, 148, 3, 5, 54, 5 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct pdf_info info = { .title = "pages", .plain = true };
        struct pdf_canvas *c = NULL;
        struct buf pdf = { 0 };
        struct err err = { 0 };
        char title[40];
        assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
        struct doc *d = doc_new(c, "pages");
        doc_space(d, cases[i].space);
        doc_enter(d, 0, "front");
        doc_contents(d);
        for (size_t k = 1; k < cases[i].n; k++) {
            snprintf(title, sizeof title, "entry %zu", k);
            doc_enter(d, 0, title);
        }
        doc_small(d, "a line");
        const char *text = finish_plain(d, c, &pdf);
        int x = 0, page = 0;
        if (cases[i].n > 1)
            read_entry(text, cases[i].n - 1, &x, &page);
        assert_int_equal(count_of(text, "/Type /Page") - count_of(text, "/Type /Pages"),
                         cases[i].pages);
        assert_int_equal(count_of(text, "(Contents) Tj"), cases[i].headings);
        assert_int_equal(x, cases[i].x);
        assert_int_equal(page, cases[i].page);
        buf_release(&pdf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_page_holds_something),
        cmocka_unit_test(names_of_pairs_have_room),
        cmocka_unit_test(each_page_of_a_table_has_its_rules),
        cmocka_unit_test(figures_fill_pages),
        cmocka_unit_test(a_long_caption_leaves_its_figure_behind),
        cmocka_unit_test(the_last_notes_of_a_table_stay_together),
        cmocka_unit_test(a_listing_says_what_it_leaves_out),
        cmocka_unit_test(sentences_go_on_over_pages),
        cmocka_unit_test(contents_take_the_columns_and_pages_that_they_need),
        cmocka_unit_test(captions_enter_the_contents_by_their_first_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
