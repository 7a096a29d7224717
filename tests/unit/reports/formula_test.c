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
#include "reports/doc/latex_folder.h"
#include "src/base/buf.h"
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
        { " a blank $x$s and $y$, $z$", " a blank xs and y, z" },
        { "$x_i^2 + y^{a+b}_{k} - z_{n} \\sum_i \\lambda_i x$",
          "x_i^2 + y_k^(a + b) - z_n sum_i lambda_i x" },
        { "$\\frac{1}{n+m}\\binom{n}{k}\\frac{\\frac{a}{b}}{c}$",
          "(1 / (n + m)) C(n, k) ((a / b) / c)" },
        { "$\\left( \\frac{a}{b} \\right)^2 \\left[ x \\right]_i$", "(a / b)^2[x]_i" },
        { "$\\frac{}{x}$ and $x^{}$ and $\\sqrt{}$", "() / x and x and sqrt()" },
        { "$f(x), (y) z \\ge -1$", "f(x), (y)z >= -1" },
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
    formula_put_latex(&out, "best_q: 5 % of $\\frac{c}{n}$", latex_put_text);
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
    for (size_t i = 0; i < ARRAY_LEN(sentences); i++) {
        struct buf out = { 0 };
        assert_false(formula_put_plain(&out, sentences[i]));
        assert_string_equal(buf_text(&out), sentences[i]);
        buf_release(&out);
    }
}

static void depth_has_a_limit(void **state)
{
    (void)state;
    struct buf deep = { 0 }, out = { 0 };
    buf_putc(&deep, '$');
    for (size_t i = 0; i < 10000; i++)
        buf_putc(&deep, '{');
    for (size_t i = 0; i < 10000; i++)
        buf_putc(&deep, '}');
    buf_putc(&deep, '$');
    assert_false(formula_put_latex(&out, buf_text(&deep), latex_put_text));
    buf_release(&out);
    buf_release(&deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminals_see_one_line),
        cmocka_unit_test(latex_gets_its_own_notation_and_escaped_text),
        cmocka_unit_test(what_cannot_be_read_is_text),
        cmocka_unit_test(depth_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
