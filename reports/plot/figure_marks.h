/*
 * figure_marks.h - one function a kind of mark; for figure_draw.c.
 */
#ifndef ROLLBOOK_REPORTS_PLOT_FIGURE_MARKS_H
#define ROLLBOOK_REPORTS_PLOT_FIGURE_MARKS_H

#include "reports/plot/figure_model.h"

struct mark_place {
    const struct fig_panel *panel;
    size_t panel_index, mark_index; /* name the stream of jitter */
    struct box outer;               /* what frames and arrows may fill */
};

void mark_draw(struct axes *a, const struct fig_mark *k, const struct mark_place *place);
/* The colour bar of a heat map, right of the frame. */
void mark_draw_scale(struct axes *a, const struct fig_mark *heat);

/* Downwards from the first baseline; the last line that fits ends with an ellipsis.  Returns the
 * lines. */
size_t draw_wrapped(struct pdf_canvas *c, const struct text_style *style, double x, double y,
                    double width, size_t max_lines, const char *text);

#endif
