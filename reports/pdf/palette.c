#include "reports/pdf/palette.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

struct rgb palette_okabe(enum okabe_ito colour)
{
    static const unsigned hex[OKABE_COUNT] = { 0x000000, 0xE69F00, 0x56B4E9, 0x009E73,
                                               0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7 };
    unsigned v = hex[(unsigned)colour % OKABE_COUNT];
    return (struct rgb){ (v >> 16 & 255U) / 255.0, (v >> 8 & 255U) / 255.0, (v & 255U) / 255.0 };
}

struct rgb palette_line(size_t i)
{
    static const enum okabe_ito order[PALETTE_LINES] = { OKABE_BLUE, OKABE_VERMILLION, OKABE_BLACK,
                                                         OKABE_SKY, OKABE_PURPLE };
    return palette_okabe(order[i % PALETTE_LINES]);
}

struct rgb rgb_grey(double level)
{
    return (struct rgb){ level, level, level };
}

struct rgb rgb_mix(struct rgb a, struct rgb b, double t)
{
    return (struct rgb){ a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t };
}

static double to_linear(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double from_linear(double v)
{
    v = fmin(1, fmax(0, v));
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

static double luminance(struct rgb colour)
{
    return 0.2126 * to_linear(colour.r) + 0.7152 * to_linear(colour.g) +
           0.0722 * to_linear(colour.b);
}

/* Eleven knots of the published table of 256. */
struct rgb palette_heat(double t)
{
    static const unsigned knots[11] = { 0x00224E, 0x083370, 0x35456C, 0x4F576C, 0x666970, 0x7D7C78,
                                        0x948E77, 0xAEA371, 0xC8B866, 0xE5CF52, 0xFEE838 };
    double at = isfinite(t) ? 10 * fmin(1, fmax(0, t)) : 0;
    size_t i = at >= 10 ? 9 : (size_t)at;
    unsigned a = knots[i], b = knots[i + 1];
    struct rgb from = { (a >> 16 & 255U) / 255.0, (a >> 8 & 255U) / 255.0, (a & 255U) / 255.0 };
    struct rgb to = { (b >> 16 & 255U) / 255.0, (b >> 8 & 255U) / 255.0, (b & 255U) / 255.0 };
    return rgb_mix(from, to, at - (double)i);
}

struct rgb palette_on(struct rgb colour)
{
    return luminance(colour) > 0.179 ? RGB_BLACK : RGB_WHITE;
}

struct rgb palette_text(struct rgb colour)
{
    for (int i = 0; i < 20; i++) {
        if (1.05 / (luminance(colour) + 0.05) >= 4.5)
            break;
        colour = rgb_mix(colour, RGB_BLACK, 0.08);
    }
    return colour;
}

struct rgb palette_simulate(struct rgb colour, enum vision vision)
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

struct lab palette_lab(struct rgb colour)
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
double palette_ciede2000(struct lab x, struct lab y)
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
