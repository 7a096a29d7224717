#include "reports/pdf/palette.h"

#include <math.h>

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
