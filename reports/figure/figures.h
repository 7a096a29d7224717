/*
 * figures.h - the table of figures.
 *
 * A figure loads what it needs through analysis and fills a model: no drawing, no query of its own.
 * Adding one means one file plot_NAME.c with its build function and one row in figures.c; drawing
 * and files come with the model (figure_draw.h, figure_file.h).
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_FIGURES_H
#define ROLLBOOK_REPORTS_FIGURE_FIGURES_H

#include "reports/figure/figure_source.h"
#include "reports/plot/figure_model.h"

struct figure_entry {
    const char *name;
    const char *title;
    const char *needs; /* what has to be in the database */
    /*
     * Fills a model that figure_init made.  ERR_NODATA, naming what lacks, when nothing can be
     * drawn; a part that is undefined becomes an NA panel with its reason.
     */
    int (*build)(struct figure_source *s, struct figure_model *m, struct err *err);
};

const struct figure_entry *figure_find(const char *name); /* NULL when unknown */
const struct figure_entry *figure_all(size_t *out_count);
/* Initialises and builds. */
int figure_build(const struct figure_entry *f, struct figure_source *s, struct figure_model *m,
                 struct err *err);

#endif
