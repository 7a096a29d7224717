/*
 * palette_test.c - line colours stay apart for every kind of vision.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reports/pdf/palette.h"
#include "reports/plot/axes.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

static void ciede2000_gives_the_published_values(void **state)
{
    (void)state;
    /* Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 9, 17, 25, 33, 34 and one near grey. */
    static const struct {
        struct lab x, y;
        double distance;
    } cases[] = {
        { { 50, 2.6772, -79.7751 }, { 50, 0, -82.7485 }, 2.0425 },
        { { 50, 0, 0 }, { 50, -1, 2 }, 2.3669 },
        { { 50, 2.49, -0.001 }, { 50, -2.49, 0.0009 }, 7.1792 },
        { { 50, 2.49, -0.001 }, { 50, -2.49, 0.0011 }, 7.2195 },
        { { 50, 2.5, 0 }, { 58, 24, 15 }, 19.4535 },
        { { 60.2574, -34.0099, 36.2677 }, { 60.4626, -34.1751, 39.4387 }, 1.2644 },
        { { 22.7233, 20.0904, -46.6940 }, { 23.0331, 14.9730, -42.5619 }, 2.0373 },
        { { 6.7747, -0.2908, -2.4247 }, { 5.8714, -0.0985, -2.2286 }, 0.6377 },
        { { 2.0776, 0.0795, -1.1350 }, { 0.9033, -0.0636, -0.5514 }, 0.9082 },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        assert_true(fabs(palette_ciede2000(cases[i].x, cases[i].y) - cases[i].distance) < 5e-5);
        assert_true(fabs(palette_ciede2000(cases[i].y, cases[i].x) - cases[i].distance) < 5e-5);
    }
}

static void white_and_black_are_the_ends_of_lightness(void **state)
{
    (void)state;
    assert_true(fabs(palette_lab(RGB_WHITE).l - 100) < 1e-3);
    assert_true(fabs(palette_lab(RGB_BLACK).l) < 1e-9);
    for (int v = 0; v < VISION_COUNT; v++) {
        struct rgb white = palette_simulate(RGB_WHITE, (enum vision)v);
        assert_true(fabs(white.r - 1) < 1e-3 && fabs(white.g - 1) < 1e-3 &&
                    fabs(white.b - 1) < 1e-3);
    }
}

static double least_distance(enum vision vision)
{
    double least = (double)INFINITY;
    for (size_t i = 0; i < PALETTE_LINES; i++) {
        for (size_t k = 0; k < i; k++) {
            struct lab a = palette_lab(palette_simulate(palette_line(i), vision));
            struct lab b = palette_lab(palette_simulate(palette_line(k), vision));
            least = fmin(least, palette_ciede2000(a, b));
        }
    }
    return least;
}

static void line_colours_stay_apart(void **state)
{
    (void)state;
    static const double least[VISION_COUNT] = {
        [VISION_NORMAL] = 20, [VISION_PROTAN] = 12, [VISION_DEUTAN] = 12,
        [VISION_TRITAN] = 12, [VISION_GREY] = 5,
    };
    for (int v = 0; v < VISION_COUNT; v++)
        assert_true(least_distance((enum vision)v) >= least[v]);
}

static void lines_stand_out_from_paper(void **state)
{
    (void)state;
    for (size_t i = 0; i < PALETTE_LINES; i++) {
        for (int v = 0; v < VISION_COUNT; v++) {
            struct lab a = palette_lab(palette_simulate(palette_line(i), (enum vision)v));
            assert_true(palette_ciede2000(a, palette_lab(RGB_WHITE)) > 15);
        }
    }
}

static void no_two_series_share_dash_or_marker(void **state)
{
    (void)state;
    for (size_t i = 0; i < PALETTE_LINES; i++) {
        for (size_t k = 0; k < i; k++) {
            struct line_style a = axes_series_style(i), b = axes_series_style(k);
            assert_int_not_equal(a.dash, b.dash);
            assert_int_not_equal(a.marker, b.marker);
        }
        assert_true(axes_series_style(i).width >= 0.5);
        assert_true(axes_series_style(i + PALETTE_LINES).hollow);
    }
}

static void no_two_of_all_series_share_colour_and_dash(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * PALETTE_LINES; i++) {
        for (size_t k = 0; k < i; k++) {
            struct line_style a = axes_series_style(i), b = axes_series_style(k);
            double apart = palette_ciede2000(palette_lab(a.colour), palette_lab(b.colour));
            assert_true(apart > 10 || (a.dash != b.dash && a.hollow != b.hollow));
        }
    }
}

static void heat_colours_ascend_for_every_vision(void **state)
{
    (void)state;
    for (int v = 0; v < VISION_COUNT; v++) {
        double before = -1;
        for (int i = 0; i <= 50; i++) {
            struct rgb c = palette_simulate(palette_heat(i / 50.0), (enum vision)v);
            double l = palette_lab(c).l;
            assert_true(l > before);
            before = l;
        }
        assert_true(before > 80);
    }
    assert_true(palette_heat((double)NAN).r < 0.01);
    assert_true(palette_heat(7).r > 0.99 && palette_heat(-7).r < 0.01);
}

static void text_on_any_colour_has_contrast(void **state)
{
    (void)state;
    for (int i = 0; i <= 100; i++) {
        struct rgb ground = palette_heat(i / 100.0);
        double apart = fabs(palette_lab(ground).l - palette_lab(palette_on(ground)).l);
        assert_true(apart > 45);
    }
}

static void text_colours_have_contrast(void **state)
{
    (void)state;
    for (int i = 0; i < OKABE_COUNT; i++) {
        struct rgb c = palette_text(palette_okabe((enum okabe_ito)i));
        /* L* of 50 or less has a contrast of at least 4.5 to white. */
        assert_true(palette_lab(c).l < 50.5);
    }
}

static void put_colour(struct buf *out, struct rgb c)
{
    struct lab lab = palette_lab(c);
    buf_printf(out, " %.0f %.0f %.0f (%.0f %.0f %.0f)", 1e4 * c.r, 1e4 * c.g, 1e4 * c.b,
               1e2 * lab.l, 1e2 * lab.a, 1e2 * lab.b);
}

/* Ten thousandths of red, green and blue, and hundredths of lightness, a and b. */
static void colours_are_those_approved(void **state)
{
    (void)state;
    struct buf out = { 0 };
    for (int i = 0; i < OKABE_COUNT; i++) {
        struct rgb c = palette_okabe((enum okabe_ito)i);
        buf_printf(&out, "colour %d:", i);
        put_colour(&out, c);
        put_colour(&out, palette_text(c));
        put_colour(&out, palette_on(c));
        for (int v = 0; v < VISION_COUNT; v++)
            put_colour(&out, palette_simulate(c, (enum vision)v));
        for (int k = 0; k < i; k++)
            buf_printf(&out, " %.0f",
                       1e3 * palette_ciede2000(palette_lab(c),
                                               palette_lab(palette_okabe((enum okabe_ito)k))));
        buf_putc(&out, '\n');
    }
    for (int i = -1; i <= 31; i++) {
        struct rgb c = palette_heat(i / 30.0);
        buf_printf(&out, "heat %d:", i);
        put_colour(&out, c);
        put_colour(&out, palette_on(c));
        put_colour(&out, palette_text(c));
        put_colour(&out, rgb_mix(c, rgb_grey(0.3), 0.25));
        buf_putc(&out, '\n');
    }
    for (size_t i = 0; i < 4 * PALETTE_LINES; i++) {
        struct line_style s = axes_series_style(i);
        buf_printf(&out, "series %zu: dash %d marker %d hollow %d width %.2f", i, (int)s.dash,
                   (int)s.marker, s.hollow, s.width);
        put_colour(&out, s.colour);
        buf_putc(&out, '\n');
    }
    for (int i = 0; i <= 16; i++) {
        buf_printf(&out, "grey %d:", i);
        put_colour(&out, rgb_grey(i / 16.0));
        put_colour(&out, palette_on(rgb_grey(i / 16.0)));
        put_colour(&out, palette_text(rgb_grey(i / 16.0)));
        buf_putc(&out, '\n');
    }
    approved_check("palette", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ciede2000_gives_the_published_values),
        cmocka_unit_test(white_and_black_are_the_ends_of_lightness),
        cmocka_unit_test(line_colours_stay_apart),
        cmocka_unit_test(lines_stand_out_from_paper),
        cmocka_unit_test(no_two_series_share_dash_or_marker),
        cmocka_unit_test(no_two_of_all_series_share_colour_and_dash),
        cmocka_unit_test(heat_colours_ascend_for_every_vision),
        cmocka_unit_test(text_on_any_colour_has_contrast),
        cmocka_unit_test(text_colours_have_contrast),
        cmocka_unit_test(colours_are_those_approved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
