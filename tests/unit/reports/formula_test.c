/*
 * formula_test.c - sentences with formulas on pages, in LaTeX and on terminals.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reports/doc/formula.h"
#include "reports/doc/formula_layout.h"
#include "reports/pdf/pdf_canvas.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static void terminals_see_one_line(void **state)
{
    (void)state;
    static const struct {
        const char *sentence, *plain;
    } cases[] = {
        { "no formula: a_b, 5 %", "no formula: a_b, 5 %" },
        { "$x$", "x" },
        { "$x_i^2$ and $x_{ij}$", "x_i^2 and x_(i j)" },
        { "$x_{(i)}$", "x_(i)" },
        { "$F_{i-1}$", "F_(i - 1)" },
        { "$\\frac{c}{n}$", "c / n" },
        { "$\\frac{c + 1}{2 n}$", "(c + 1) / (2n)" },
        { "$\\frac{1}{n} \\sum_i x_i$", "(1 / n) sum_i x_i" },
        { "$1 - \\frac{K}{n-j}$", "1 - K / (n - j)" },
        { "$\\sqrt{n(1-r^2)}$", "sqrt(n(1 - r^2))" },
        { "$\\binom{n-c}{m}$", "C(n - c, m)" },
        { "$\\exp\\left(-\\sum_i \\lambda_i\\right)$", "exp(-sum_i lambda_i)" },
        { "$a \\le b \\cdot 2$", "a <= b * 2" },
        { "$q = 10^{-15}$", "q = 10^(-15)" },
        { "$\\text{best of } K$", "best of K" },
        { "$\\mathrm{pass}@K$", "pass@K" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf out = { 0 };
        formula_put_plain(&out, cases[i].sentence);
        assert_string_equal(buf_text(&out), cases[i].plain);
        buf_release(&out);
    }
}

static void latex_gets_its_own_notation_and_escaped_text(void **state)
{
    (void)state;
    struct buf out = { 0 };
    formula_put_latex(&out, "best_q: 5 % of $\\frac{c}{n}$");
    assert_string_equal(buf_text(&out), "best\\_\\allowbreak{}q: 5 \\% of $\\frac{c}{n}$");
    buf_release(&out);
}

/* Half a formula would be worse. */
static void what_cannot_be_read_is_text(void **state)
{
    (void)state;
    static const char *const sentences[] = {
        "a $ b", "$\\unknown x$", "$\\frac{a}$", "${a$",       "$a}$",
        "$x_$",  "$\\left( a$",   "$\\sqrt a$",  "$\xC3\xA4$", "$\\text{a$",
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(sentences); i++) {
        struct formula_part *parts;
        assert_false(formula_parse(&a, sentences[i], &parts));
        assert_string_equal(parts->text, sentences[i]);
        assert_null(parts->next);
    }
    arena_release(&a);
}

static void depth_has_a_limit(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct buf deep = { 0 };
    struct formula_part *parts;
    buf_putc(&deep, '$');
    for (size_t i = 0; i < 10000; i++)
        buf_putc(&deep, '{');
    for (size_t i = 0; i < 10000; i++)
        buf_putc(&deep, '}');
    buf_putc(&deep, '$');
    assert_false(formula_parse(&a, buf_text(&deep), &parts));
    buf_release(&deep);
    arena_release(&a);
}

struct page {
    struct pdf_canvas *canvas;
    struct arena arena;
};

static void page_open(struct page *p)
{
    struct pdf_info info = { .title = "formulas" };
    struct err err = { 0 };
    *p = (struct page){ 0 };
    assert_int_equal(pdf_canvas_open(&info, &p->canvas, &err), 0);
    pdf_page_add(p->canvas, 400, 400);
}

static void page_close(struct page *p)
{
    pdf_canvas_close(p->canvas);
    arena_release(&p->arena);
}

/* Signs stand within the height of their line. */
static void boxes_hold_their_signs(void **state)
{
    (void)state;
    struct page p;
    page_open(&p);
    struct formula_boxes b = formula_layout(
        &p.arena, p.canvas, 9,
        "rate $\\frac{c + z^2/2 \\pm z \\sqrt{c(n-c)/n}}{n + z^2}$ of $\\binom{n}{m}$");
    assert_true(b.n > 3);
    for (size_t i = 0; i < b.n; i++) {
        for (size_t k = 0; k < b.items[i].n_pieces; k++) {
            const struct formula_piece *piece = &b.items[i].pieces[k];
            assert_true(piece->y + 0.6 * piece->size <= b.items[i].ascent + 0.01);
            assert_true(piece->y >= -b.items[i].descent - 0.01);
            assert_true(piece->x + piece->width <= b.items[i].width + 0.5);
        }
    }
    page_close(&p);
}

static void fractions_and_faces(void **state)
{
    (void)state;
    struct page p;
    page_open(&p);
    struct formula_boxes b = formula_layout(&p.arena, p.canvas, 10, "$\\frac{x}{2}$");
    assert_int_equal(b.n, 1);
    assert_int_equal(b.items[0].n_pieces, 3);
    const struct formula_piece *x = &b.items[0].pieces[0], *two = &b.items[0].pieces[1];
    assert_int_equal(x->font, PDF_SANS_ITALIC);
    assert_int_equal(two->font, PDF_SANS);
    assert_true(x->y > 2 && two->y < 0);
    assert_null(b.items[0].pieces[2].codes);
    page_close(&p);
}

/* Behind "=" and "+", not before a comma. */
static void formulas_break_behind_relations(void **state)
{
    (void)state;
    struct page p;
    page_open(&p);
    struct formula_boxes b = formula_layout(&p.arena, p.canvas, 9, "as $a = b$, then");
    static const bool may_begin[] = { true, true, false, true, false, true };
    assert_int_equal(b.n, ARRAY_LEN(may_begin));
    for (size_t i = 0; i < b.n; i++)
        assert_int_equal(b.items[i].may_begin_line, may_begin[i]);
    page_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminals_see_one_line),
        cmocka_unit_test(latex_gets_its_own_notation_and_escaped_text),
        cmocka_unit_test(what_cannot_be_read_is_text),
        cmocka_unit_test(depth_has_a_limit),
        cmocka_unit_test(boxes_hold_their_signs),
        cmocka_unit_test(fractions_and_faces),
        cmocka_unit_test(formulas_break_behind_relations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
