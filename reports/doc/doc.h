/*
 * doc.h - text, tables and figures that flow over pages.
 *
 * Everything flows from top to bottom on A4 pages with the text width of a two-column paper.
 * Headings, figures and tables enter the outline and the contents.  Errors are the canvas's and
 * show at pdf_canvas_finish.  With a LaTeX folder set, all that pages get goes there too.
 */
#ifndef ROLLBOOK_REPORTS_DOC_DOC_H
#define ROLLBOOK_REPORTS_DOC_DOC_H

#include <stddef.h>

#include "reports/plot/axes.h"

struct arena;
struct figure_model;
struct latex_folder;
struct table;

struct doc;

/* header stands on top of every page but the first. */
struct doc *doc_new(struct pdf_canvas *c, const char *header);
void doc_free(struct doc *d);
/* Fills in the contents and the page numbers; it is the last call before pdf_canvas_finish. */
void doc_finish(struct doc *d);

struct pdf_canvas *doc_canvas(struct doc *d);
/* Both are borrowed and set before anything is placed; info is that of the figures' own files. */
void doc_set_latex(struct doc *d, struct latex_folder *folder, const struct pdf_info *info);

void doc_title(struct doc *d, const char *title, const char *subtitle);
void doc_heading(struct doc *d, const char *text);
/* The sentence that the page is about: large and bold. */
void doc_answer(struct doc *d, const char *text);
void doc_paragraph(struct doc *d, const char *text);
/* A sentence with formulas (formula.h) behind bold words (lead, or NULL), indented as a whole. */
void doc_sentence(struct doc *d, const char *lead, double indent, const char *sentence);
void doc_small(struct doc *d, const char *text); /* notes: 7.5 pt, grey */
void doc_code(struct doc *d, const char *text);  /* fixed pitch on a pale ground; wraps */
/* The same with line numbers: at most `most` lines, and how many were left out. */
void doc_listing(struct doc *d, const char *text, size_t most);
/* The literature with its heading, numbered from 1.  In LaTeX it becomes the bibliography. */
void doc_references(struct doc *d, const char *const *texts, size_t n);
void doc_space(struct doc *d, double points);
void doc_page_break(struct doc *d);

/* Reserves the contents' own pages here; doc_finish makes them. */
void doc_contents(struct doc *d);

/* Name and value side by side; a long value wraps.  NULL or "" prints NA. */
struct doc_pair {
    const char *name;
    const char *value;
};
void doc_pairs(struct doc *d, const struct doc_pair *pairs, size_t n);

/*
 * A numbered table, its caption above.  Numbers stand right, text left and wraps; the header is
 * repeated after a page break.  NA carries the number of its reason, listed below with the notes.
 * decimals (NULL, or one a column) fixes those of reals; 0 goes by the column's significant digits.
 */
void doc_table(struct doc *d, const struct table *t, const int *decimals, const char *caption);

/* A figure of the text width (right NULL), or two of a column's width abreast. */
struct doc_figures {
    const struct figure_model *left, *right;
};
/*
 * Numbered figures with the captions of their models below, which may end on the next page.  One
 * that does not fit on the page lets those behind it go first, so that pages are filled; rows is
 * used up.
 */
void doc_figures(struct doc *d, struct doc_figures *rows, size_t n);

/* What the captions so far had no room for, a paragraph a figure under a heading. */
void doc_figure_notes(struct doc *d);

#endif
