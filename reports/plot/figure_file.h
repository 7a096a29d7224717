/*
 * figure_file.h - a figure as files: CSV of its points, LaTeX macros, one-page PDF.
 */
#ifndef ROLLBOOK_REPORTS_PLOT_FIGURE_FILE_H
#define ROLLBOOK_REPORTS_PLOT_FIGURE_FILE_H

#include "reports/plot/figure_model.h"

struct buf;
struct err;

/* Points as CSV. */
void figure_put_csv(const struct figure_model *m, struct buf *out);
/*
 * A macro for each number (\newcommand{\RbFastPBonStepZero}{0.62}), \RbFastPCaption with the
 * caption and \RbFastPWidth: to be \input, ASCII with LaTeX specials escaped.  Names hold letters
 * alone (digits are spelled) and none comes twice.
 */
void figure_put_macros(const struct figure_model *m, double width, struct buf *out);
/*
 * One page of the figure's own size, with NAME.csv and NAME.tex attached.  info gives fonts and
 * date; title and subject are set here.
 */
int figure_put_pdf(const struct figure_model *m, const struct pdf_info *info, double width,
                   struct buf *out, struct err *err);

/* Width in points of "icml-column", "icml-text", "neurips", "3.25in", "90mm", "9cm", "234pt";
 * false for others and for less than 120 or more than 1400 pt. */
bool figure_width_parse(const char *text, double *out);

#endif
