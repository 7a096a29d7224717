/* axes_test.c - as many labels at an axis as have room. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/axes.h"
#include "src/base/err.h"
#include "src/base/mem.h"

/* Least distance between neighbouring labels, points. */
static double least_gap(const struct axes *a, const struct ticks *t)
{
    double least = (double)INFINITY;
    for (size_t i = 1; i < t->n; i++) {
        double before = pdf_math_width(a->c, PDF_SANS, TICK_SIZE, t->major[i - 1].label);
        double after = pdf_math_width(a->c, PDF_SANS, TICK_SIZE, t->major[i].label);
        double end = axes_x(a, t->major[i - 1].value) + before / 2;
        least = fmin(least, axes_x(a, t->major[i].value) - after / 2 - end);
    }
    return least;
}

static void check_labels(struct pdf_canvas *c, enum axis_scale scale, double hi, double width)
{
    struct axes a;
    struct ticks more;
    struct axis x = { .scale = scale, .lo = 1, .hi = hi }, y = { .lo = 0, .hi = 1 };
    struct axes_margins margins = { .left = 20 };
    axes_begin(&a, c, (struct box){ 20, 20, width, 100 }, &x, &y, &margins);
    size_t most = (size_t)fmin(12, fmax(2, floor(a.frame.width / 13)));
    if (a.x_ticks.n > 2 && least_gap(&a, &a.x_ticks) < 4 - 1e-9)
        fail_msg("to %g at %g pt: labels touch", hi, width);
    for (size_t labels = 3; labels <= most; labels++) {
        ticks_make(scale, a.x.lo, a.x.hi, labels, a.x.numbers, &more);
        if (more.n > a.x_ticks.n && least_gap(&a, &more) > 4 + 1e-9)
            fail_msg("to %g at %g pt: %zu labels instead of %zu", hi, width, a.x_ticks.n, more.n);
    }
}

static void an_axis_has_as_many_labels_as_have_room(void **state)
{
    (void)state;
    static const double ends[] = { 5, 10, 48, 1000, 123456, 1e7 };
    struct pdf_info info = { .title = "axes" };
    struct pdf_canvas *c = NULL;
    struct err err = { 0 };
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    pdf_page_add(c, 600, 200);
    for (double width = 60; width < 500; width += 20) {
        for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
            check_labels(c, AXIS_LINEAR, ends[i], width);
            check_labels(c, AXIS_LOG10, ends[i], width);
        }
    }
    pdf_canvas_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_axis_has_as_many_labels_as_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
