/*
 * doc_test.c - where the flow of a document begins pages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reports/doc.h"
#include "reports/pdf_canvas.h"
#include "src/base/err.h"

/* Whatever the last line's place, nothing follows it. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_page_holds_something),
        cmocka_unit_test(sentences_go_on_over_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
