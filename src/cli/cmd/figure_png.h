/*
 * figure_png.h - a PDF of one page as a PNG, by poppler's pdftoppm.
 */
#ifndef ROLLBOOK_CLI_CMD_FIGURE_PNG_H
#define ROLLBOOK_CLI_CMD_FIGURE_PNG_H

struct buf;
struct err;

/* Puts 300 points an inch in place of the PDF.  ERR_USAGE names the package where the program is
 * missing. */
int figure_to_png(struct buf *bytes, struct err *err);

#endif
