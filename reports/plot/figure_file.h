/* figure_file.h - a figure as CSV of its points, LaTeX macros, one-page PDF. */
#ifndef ROLLBOOK_REPORTS_PLOT_FIGURE_FILE_H
#define ROLLBOOK_REPORTS_PLOT_FIGURE_FILE_H

#include "reports/plot/figure_model.h"

struct buf;
struct err;

/* Marks of our files (struct file_output): a page by its ending, and what figure_put_macros writes.
 */
const char *figure_file_mark(const char *path);
#define FIGURE_TEX_MARK " pt wide\n\\newcommand{\\Rb"

/* ERR_USAGE for a path that ends as files of another kind do. */
int figure_check_path(const char *path, bool svg_too, struct err *err);
void figure_put_csv(const struct figure_model *m, struct buf *out);
/*
 * A macro for each number (\newcommand{\RbFastPBonStepZero}{0.62}), the caption (\RbFastPCaption)
 * and the width (\RbFastPWidth), in escaped ASCII.  Names are unique and of letters alone.
 */
void figure_put_macros(const struct figure_model *m, double width, struct buf *out);
/*
 * A page of the figure's own size, with NAME.csv and NAME.tex attached; title and subject of info
 * are set here.
 */
int figure_put_pdf(const struct figure_model *m, const struct pdf_info *info, double width,
                   struct buf *out, struct err *err);

/* "icml-column", "icml-text", "neurips", "3.25in", "90mm", "9cm" or "234pt" in points; false for
 * others and outside of 120 to 1400 pt. */
bool figure_width_parse(const char *text, double *out);

#endif
