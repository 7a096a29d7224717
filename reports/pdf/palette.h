/*
 * palette.h - colours that stay apart for colour-blind readers and in grey (pure).
 *
 * Okabe and Ito's eight colours.  A test holds the least distance of the lines' subset under
 * simulated protanopia, deuteranopia and tritanopia; a dash and a marker go with every colour, so
 * that colour is never the only code.
 */
#ifndef ROLLBOOK_REPORTS_PDF_PALETTE_H
#define ROLLBOOK_REPORTS_PDF_PALETTE_H

#include <stddef.h>

struct rgb {
    double r, g, b; /* sRGB, 0 to 1 */
};

enum okabe_ito {
    OKABE_BLACK,
    OKABE_ORANGE,
    OKABE_SKY,
    OKABE_GREEN,
    OKABE_YELLOW, /* too light for lines: fills only */
    OKABE_BLUE,
    OKABE_VERMILLION,
    OKABE_PURPLE
};
#define OKABE_COUNT 8

struct rgb palette_okabe(enum okabe_ito colour);

#define PALETTE_LINES 5
/* i modulo PALETTE_LINES. */
struct rgb palette_line(size_t i);

/* Darkened to a contrast of 4.5 to white (WCAG AA), for small text. */
struct rgb palette_text(struct rgb colour);

#define RGB_BLACK ((struct rgb){ 0, 0, 0 })
#define RGB_WHITE ((struct rgb){ 1, 1, 1 })
struct rgb rgb_grey(double level);
/* t = 0 gives a, t = 1 b. */
struct rgb rgb_mix(struct rgb a, struct rgb b, double t);

/* Cividis (Nunez, Anderton and Renslow 2018): dark blue at 0 to yellow at 1, ascending in
 * luminance. */
struct rgb palette_heat(double t);
/* Black or white, whichever reads better. */
struct rgb palette_on(struct rgb colour);

#endif
