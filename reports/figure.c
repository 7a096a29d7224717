/*
 * figure.c - helpers of the figures.
 */
#include "reports/figure.h"

#include <math.h>

double figure_label_width(struct pdf_canvas *c, const char *const *names, size_t n, double limit)
{
    double widest = 0;
    for (size_t i = 0; i < n; i++)
        widest = fmax(widest, pdf_text_width(c, PDF_SANS, TICK_SIZE, names[i]));
    return fmin(widest, limit);
}

bool figure_extent(const double *v, size_t n, bool positive, double *lo, double *hi)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(v[i]) || (positive && !(v[i] > 0)))
            continue;
        *lo = any ? fmin(*lo, v[i]) : v[i];
        *hi = any ? fmax(*hi, v[i]) : v[i];
        any = true;
    }
    return any;
}
