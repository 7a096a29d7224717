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

/* How colours look to eyes of each kind, and how far apart they are. */

enum vision { VISION_NORMAL, VISION_PROTAN, VISION_DEUTAN, VISION_TRITAN, VISION_GREY };
#define VISION_COUNT 5

struct lab {
    double l, a, b;
};

static const double pi = 3.14159265358979323846;

static double to_linear(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double from_linear(double v)
{
    v = fmin(1, fmax(0, v));
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

/* Machado, Oliveira and Fernandes 2009 at full severity; luminance for grey. */
static struct rgb palette_simulate(struct rgb colour, enum vision vision)
{
    static const double matrix[VISION_COUNT][9] = {
        [VISION_NORMAL] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 },
        [VISION_PROTAN] = { 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882,
                            -0.048116, 1.051998 },
        [VISION_DEUTAN] = { 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820,
                            0.042940, 0.968881 },
        [VISION_TRITAN] = { 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733,
                            0.691367, 0.303900 },
        [VISION_GREY] = { 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722 },
    };
    const double *m = matrix[(unsigned)vision % VISION_COUNT];
    double r = to_linear(colour.r), g = to_linear(colour.g), b = to_linear(colour.b);
    return (struct rgb){ from_linear(m[0] * r + m[1] * g + m[2] * b),
                         from_linear(m[3] * r + m[4] * g + m[5] * b),
                         from_linear(m[6] * r + m[7] * g + m[8] * b) };
}

static double lab_f(double t)
{
    double d = 6.0 / 29;
    return t > d * d * d ? cbrt(t) : t / (3 * d * d) + 4.0 / 29;
}

/* CIE L*a*b*, D65. */
static struct lab palette_lab(struct rgb colour)
{
    double r = to_linear(colour.r), g = to_linear(colour.g), b = to_linear(colour.b);
    double x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
    double y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b;
    double z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883;
    double fx = lab_f(x), fy = lab_f(y), fz = lab_f(z);
    return (struct lab){ 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz) };
}

static double hue(double a, double b)
{
    if (fabs(a) < 1e-12 && fabs(b) < 1e-12)
        return 0;
    double h = atan2(b, a);
    return h < 0 ? h + 2 * pi : h;
}

/* A colour without chroma has no say in the mean of hues. */
static double hue_mean(double h1, double h2, double chroma_product)
{
    if (chroma_product < 1e-12)
        return h1 + h2;
    if (fabs(h1 - h2) <= pi)
        return (h1 + h2) / 2;
    return h1 + h2 < 2 * pi ? (h1 + h2) / 2 + pi : (h1 + h2) / 2 - pi;
}

static double hue_difference(double h1, double h2, double chroma_product)
{
    if (chroma_product < 1e-12)
        return 0;
    double d = h2 - h1;
    if (d > pi)
        d -= 2 * pi;
    if (d < -pi)
        d += 2 * pi;
    return d;
}

static double pow7_ratio(double c)
{
    double c7 = pow(c, 7);
    return sqrt(c7 / (c7 + pow(25, 7)));
}

/* Sharma, Wu and Dalal 2005, with unit weights. */
static double palette_ciede2000(struct lab x, struct lab y)
{
    double c_mean = (hypot(x.a, x.b) + hypot(y.a, y.b)) / 2;
    double g = 0.5 * (1 - pow7_ratio(c_mean));
    double a1 = (1 + g) * x.a, a2 = (1 + g) * y.a;
    double c1 = hypot(a1, x.b), c2 = hypot(a2, y.b);
    double h1 = hue(a1, x.b), h2 = hue(a2, y.b);
    double dl = y.l - x.l, dc = c2 - c1;
    double dh = 2 * sqrt(c1 * c2) * sin(hue_difference(h1, h2, c1 * c2) / 2);
    double lm = (x.l + y.l) / 2, cm = (c1 + c2) / 2, hm = hue_mean(h1, h2, c1 * c2);
    double deg = pi / 180;
    double t = 1 - 0.17 * cos(hm - 30 * deg) + 0.24 * cos(2 * hm) + 0.32 * cos(3 * hm + 6 * deg) -
               0.20 * cos(4 * hm - 63 * deg);
    double theta = 30 * deg * exp(-pow((hm / deg - 275) / 25, 2));
    double sl = 1 + 0.015 * pow(lm - 50, 2) / sqrt(20 + pow(lm - 50, 2));
    double sc = 1 + 0.045 * cm, sh = 1 + 0.015 * cm * t;
    double rt = -sin(2 * theta) * 2 * pow7_ratio(cm);
    double vl = dl / sl, vc = dc / sc, vh = dh / sh;
    return sqrt(vl * vl + vc * vc + vh * vh + rt * vc * vh);
}

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
