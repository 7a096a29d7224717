/*
 * figure_marks_text.h - the marks that hold text; for figure_marks.c.
 */
#ifndef ROLLBOOK_REPORTS_PLOT_FIGURE_MARKS_TEXT_H
#define ROLLBOOK_REPORTS_PLOT_FIGURE_MARKS_TEXT_H

#include "reports/plot/figure_marks.h"

void mark_draw_heat(struct axes *a, const struct fig_mark *k, const struct mark_place *place);
void mark_draw_notes(struct axes *a, const struct fig_mark *k, const struct mark_place *place);
void mark_draw_names(struct axes *a, const struct fig_mark *k, const struct mark_place *place);
void mark_draw_frames(struct axes *a, const struct fig_mark *k, const struct mark_place *place);
void mark_draw_arrows(struct axes *a, const struct fig_mark *k, const struct mark_place *place);

#endif
