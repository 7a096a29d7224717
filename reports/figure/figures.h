/*
 * figures.h - the table of figures.
 *
 * A figure loads through analysis and fills a model; it neither draws nor queries.  A new one is a
 * file plot_NAME.c with its build function and a row in figures.c.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_FIGURES_H
#define ROLLBOOK_REPORTS_FIGURE_FIGURES_H

#include "reports/figure/figure_source.h"
#include "reports/plot/figure_model.h"

struct figure_entry {
    const char *name;
    const char *title;
    const char *needs; /* in the database */
    /*
     * Fills a model that figure_init made.  ERR_NODATA, naming what lacks, when nothing can be
     * drawn; an undefined part becomes an NA panel with its reason.
     */
    int (*build)(struct figure_source *s, struct figure_model *m, struct err *err);
};

const struct figure_entry *figure_find(const char *name); /* NULL when unknown */
const struct figure_entry *figure_all(size_t *out_count);
int figure_build(const struct figure_entry *f, struct figure_source *s, struct figure_model *m,
                 struct err *err);

#endif
