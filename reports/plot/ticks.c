#include "reports/plot/ticks.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LARGEST     1e12  /* linear: keeps labels short and steps exact */
#define LARGEST_LOG 1e300 /* log: a ratio of runtimes may be absurd */
#define FEW_DECADES 10    /* beyond, decades without a label have no line */

void axis_range_fix(enum axis_scale scale, double *lo, double *hi)
{
    double largest = scale == AXIS_LINEAR ? LARGEST : LARGEST_LOG;
    double floor_value = scale == AXIS_LINEAR ? -largest : 1 / largest;
    if (!isfinite(*lo))
        *lo = scale == AXIS_LINEAR ? 0 : 1;
    if (!isfinite(*hi))
        *hi = scale == AXIS_LINEAR ? 1 : 2;
    if (*lo > *hi) {
        double swap = *lo;
        *lo = *hi;
        *hi = swap;
    }
    *lo = fmin(fmax(*lo, floor_value), largest);
    *hi = fmin(fmax(*hi, floor_value), largest);
    if (scale == AXIS_LINEAR) {
        if (fmax(fabs(*lo), fabs(*hi)) < 1e-9) {
            *lo = 0;
            *hi = 1;
        } else if (*hi - *lo < 1e-9 * fmax(1, fabs(*hi))) {
            *lo -= 0.5 * fabs(*lo);
            *hi += 0.5 * fabs(*hi);
        }
    } else if (*hi / *lo < 1.01) {
        *lo /= 1.5;
        *hi *= 1.5;
    }
}

double axis_position(enum axis_scale scale, double lo, double hi, double v)
{
    if (scale == AXIS_LINEAR)
        return (v - lo) / (hi - lo);
    if (!(v > 0))
        return (double)NAN;
    return (log(v) - log(lo)) / (log(hi) - log(lo));
}

static void add_major(struct ticks *t, double value)
{
    if (t->n < TICKS_MAX)
        t->major[t->n++] = (struct tick){ value, "" };
}

static void add_minor(struct ticks *t, double value)
{
    if (t->n_minor < TICKS_MINOR_MAX)
        t->minor[t->n_minor++] = value;
}

/* The smallest 1, 2, 2.5 or 5 times a power of ten with at most max steps in span. */
static double nice_step(double span, double max)
{
    double raw = span / max;
    double power = pow(10, floor(log10(raw)));
    static const double factors[] = { 1, 2, 2.5, 5, 10 };
    for (size_t i = 0; i < 5; i++) {
        if (factors[i] * power >= raw * (1 - 1e-9))
            return factors[i] * power;
    }
    return 10 * power;
}

/* Digits behind the point that tell multiples of step apart. */
static int decimals_of(double step)
{
    int d = 0;
    double v = step;
    for (; d < 9 && fabs(v - round(v)) > 1e-6 * v; d++)
        v = step * pow(10, d + 1);
    return d;
}

static void label_linear(struct tick *t, double step, bool percent)
{
    double scale = percent ? 100 : 1;
    double v = t->value * scale;
    int decimals = decimals_of(step * scale);
    if (fabs(v) < step * scale * 1e-6)
        v = 0;
    if (fabs(v) >= 1e6)
        snprintf(t->label, sizeof(t->label), "%.3g", v);
    else
        snprintf(t->label, sizeof(t->label), "%s%.*f", v < 0 ? "\xE2\x88\x92" : "", decimals,
                 fabs(v));
}

static void place_linear(double lo, double hi, double step, bool percent, struct ticks *t)
{
    t->n = 0;
    /* The range is bounded, so the quotients fit. */
    int64_t first = (int64_t)ceil(lo / step - 1e-9), last = (int64_t)floor(hi / step + 1e-9);
    for (int64_t i = first; i <= last && t->n < TICKS_MAX; i++) {
        add_major(t, (double)i * step);
        label_linear(&t->major[t->n - 1], step, percent);
    }
}

static void make_linear(double lo, double hi, size_t max_labels, enum tick_numbers numbers,
                        struct ticks *t)
{
    double step = 1;
    /* One label says nothing about a scale: rather one too many. */
    for (size_t intervals = max_labels - 1; t->n < 2 && intervals < TICKS_MAX; intervals++) {
        step = nice_step(hi - lo, (double)intervals);
        if (numbers == TICKS_WHOLE)
            step = fmax(1, step > 2 && step < 2.6 ? 5 : step);
        place_linear(lo, hi, step, numbers == TICKS_PERCENT, t);
    }
    double half = step / 2;
    int64_t first = (int64_t)ceil(lo / half - 1e-9), last = (int64_t)floor(hi / half + 1e-9);
    for (int64_t i = first; i <= last && t->n_minor < TICKS_MINOR_MAX; i++) {
        if (i % 2 != 0)
            add_minor(t, (double)i * half);
    }
}

static void label_log2(struct tick *t, int exponent)
{
    if (exponent >= 0 && exponent <= 20)
        snprintf(t->label, sizeof(t->label), "%ld", 1L << exponent);
    else if (exponent < 0 && exponent >= -4)
        snprintf(t->label, sizeof(t->label), "1/%ld", 1L << -exponent);
    else
        snprintf(t->label, sizeof(t->label), "2^{%s%d}", exponent < 0 ? "\xE2\x88\x92" : "",
                 exponent < 0 ? -exponent : exponent);
}

static int floor_int(double v)
{
    return (int)floor(v);
}

static void place_log2(int first, int last, int stride, struct ticks *t)
{
    t->n = t->n_minor = 0;
    for (int e = first; e <= last; e++) {
        /* Counting from 2^0 keeps the label of 1. */
        if (e % stride == 0 && t->n < TICKS_MAX) {
            add_major(t, ldexp(1, e));
            label_log2(&t->major[t->n - 1], e);
        } else if (stride <= FEW_DECADES) {
            add_minor(t, ldexp(1, e));
        }
    }
}

static void label_log10(struct tick *t)
{
    double v = t->value;
    double e = log10(v);
    bool power = fabs(e - round(e)) < 1e-9;
    if (v < 0.000999 && power)
        snprintf(t->label, sizeof(t->label), "10^{\xE2\x88\x92%d}", (int)lround(-e));
    else if (v > 99999 && power)
        snprintf(t->label, sizeof(t->label), "10^{%d}", (int)lround(e));
    else
        snprintf(t->label, sizeof(t->label), "%.6g", v);
}

struct log_set {
    size_t n;
    double mantissa[3];
};

static void place_log10(double lo, double hi, const struct log_set *set, int stride,
                        struct ticks *t)
{
    t->n = t->n_minor = 0;
    for (int e = floor_int(log10(lo)); e <= floor_int(log10(hi)) + 1; e++) {
        for (int m = 1; m <= 9; m++) {
            double v = m * pow(10, e);
            if (v < lo * (1 - 1e-9) || v > hi * (1 + 1e-9))
                continue;
            bool major = false;
            for (size_t i = 0; i < set->n; i++)
                major = major || fabs(m - set->mantissa[i]) < 0.5;
            if (major && e % stride == 0)
                add_major(t, v);
            else if (stride == 1 || (m == 1 && stride <= FEW_DECADES))
                add_minor(t, v);
        }
    }
    for (size_t i = 0; i < t->n; i++)
        label_log10(&t->major[i]);
}

static void make_log10(double lo, double hi, size_t max_labels, struct ticks *t)
{
    static const struct log_set sets[] = { { 3, { 1, 2, 5 } }, { 2, { 1, 3 } }, { 1, { 1 } } };
    double decades = log10(hi) - log10(lo);
    size_t set = 0;
    while (set < 2 && decades * (double)sets[set].n + 1 > (double)max_labels)
        set++;
    int stride = 1;
    while (set == 2 && decades / stride + 1 > (double)max_labels + 1e-9)
        stride++;
    place_log10(lo, hi, &sets[set], stride, t);
    while (t->n < 2 && stride > 1)
        place_log10(lo, hi, &sets[set], --stride, t);
    while (t->n < 2 && set > 0)
        place_log10(lo, hi, &sets[--set], 1, t);
}

void ticks_make(enum axis_scale scale, double lo, double hi, size_t max_labels,
                enum tick_numbers numbers, struct ticks *out)
{
    memset(out, 0, sizeof(*out));
    axis_range_fix(scale, &lo, &hi);
    if (max_labels < 2)
        max_labels = 2;
    if (max_labels > TICKS_MAX)
        max_labels = TICKS_MAX;
    if (scale == AXIS_LOG2) {
        int first = floor_int(ceil(log2(lo) - 1e-9)), last = floor_int(log2(hi) + 1e-9);
        int stride = 1;
        while ((last - first) / stride + 1 > (int)max_labels)
            stride++;
        do
            place_log2(first, last, stride, out);
        while (out->n < 2 && --stride > 0);
    } else if (scale == AXIS_LOG10 && hi / lo >= 4)
        make_log10(lo, hi, max_labels, out);
    if (out->n < 2) { /* a narrow log range reads best with round numbers */
        memset(out, 0, sizeof(*out));
        make_linear(lo, hi, max_labels, numbers, out);
    }
}
