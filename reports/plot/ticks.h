/*
 * ticks.h - where axis ticks stand and what they say (pure).
 *
 * A range that is empty, reversed or not finite is widened by axis_range_fix first.
 */
#ifndef ROLLBOOK_REPORTS_PLOT_TICKS_H
#define ROLLBOOK_REPORTS_PLOT_TICKS_H

#include <stdbool.h>
#include <stddef.h>

#define TICKS_MAX       24
#define TICKS_MINOR_MAX 120

struct tick {
    double value;
    char label[24]; /* math text */
};

struct ticks {
    size_t n;
    size_t n_minor;
    struct tick major[TICKS_MAX];
    double minor[TICKS_MINOR_MAX];
};

enum axis_scale { AXIS_LINEAR, AXIS_LOG2, AXIS_LOG10 };

/* Makes (lo, hi) finite and ascending, on log scales positive. */
void axis_range_fix(enum axis_scale scale, double *lo, double *hi);

enum tick_numbers {
    TICKS_PLAIN,
    TICKS_PERCENT, /* 0.25 is printed as 25 */
    TICKS_WHOLE    /* whole numbers only */
};

/*
 * At most max_labels (2 or more) labelled ticks: multiples of 1, 2, 2.5 or 5 times a power of ten,
 * on a log axis powers of the base, or 1-2-5 within few decades.
 */
void ticks_make(enum axis_scale scale, double lo, double hi, size_t max_labels,
                enum tick_numbers numbers, struct ticks *out);

/* 0 at lo, 1 at hi; NaN: no place. */
double axis_position(enum axis_scale scale, double lo, double hi, double v);

#endif
