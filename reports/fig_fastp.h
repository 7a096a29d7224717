/*
 * fig_fastp.h - fast_p: the share that is correct and faster than p, over p.
 */
#ifndef ROLLBOOK_REPORTS_FIG_FASTP_H
#define ROLLBOOK_REPORTS_FIG_FASTP_H

#include "reports/figure.h"

struct fig_fastp {
    size_t n_curves;                /* at most PALETTE_LINES are drawn */
    const struct fig_curve *curves; /* x = p > 0 ascending, y holds up to the next p */
    /* Bands on points of their own, by curve: x, low, high.  NULL: low and high of the curves. */
    const struct fig_curve *bands;
    const char *y_label; /* math text; names denominator and rule */
};

double fig_fastp_height(const struct fig_fastp *f, double width);
void fig_fastp_draw(struct pdf_canvas *c, struct box box, const struct fig_fastp *f);

#endif
