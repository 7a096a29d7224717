/*
 * latex_folder.h - a document as LaTeX sources: main.tex, tables, figures, macros, references.
 *
 * The document (doc.h) tells the folder what it puts on its pages, in order.  latex_folder_finish
 * makes the files, which the caller writes; they compile with pdflatex and depend on the document
 * alone.
 */
#ifndef ROLLBOOK_REPORTS_DOC_LATEX_FOLDER_H
#define ROLLBOOK_REPORTS_DOC_LATEX_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/buf.h"
struct buf;

struct figure_model;
struct pdf_info;
struct err;

#define LATEX_MARK "% Rollbook " /* with which main.tex begins */

struct latex_file {
    char *path; /* below the folder: "tables/01-runs.tex" */
    struct buf bytes;
};

struct latex_folder {
    struct latex_file *files;
    size_t n_files;
    struct buf body, macros, references;
    char *title, *subtitle;
    size_t n_tables, n_figures;
    struct buf failure; /* of the first figure that could not be written */
};

void latex_folder_release(struct latex_folder *f);

void latex_title(struct latex_folder *f, const char *title, const char *subtitle);
void latex_contents(struct latex_folder *f);
void latex_heading(struct latex_folder *f, const char *text);
void latex_answer(struct latex_folder *f, const char *text);
void latex_paragraph(struct latex_folder *f, const char *text);
void latex_sentence(struct latex_folder *f, const char *lead, double indent, const char *sentence);
void latex_small(struct latex_folder *f, const char *text);
void latex_code(struct latex_folder *f, const char *text);
void latex_page_break(struct latex_folder *f);
void latex_pair(struct latex_folder *f, const char *name, const char *value);
/* An entry of refs.tex. */
void latex_reference(struct latex_folder *f, const char *key, const char *text);

/* Everything is borrowed. */
struct latex_table {
    const char *caption;
    size_t n_columns, n_rows;
    const double *shares; /* of the text width, by column */
    const double *least;  /* the same of its longest word */
    const bool *right;
    const char *(*cell)(void *self, size_t row, size_t column); /* row n_rows: the heading */
    void *self;
    const char *const *notes;
    size_t n_notes;
};
void latex_table_add(struct latex_folder *f, const struct latex_table *t);

/* PDF, CSV and macros, and the figure's place in the text. */
void latex_figure(struct latex_folder *f, const struct figure_model *m, const struct pdf_info *info,
                  double width);

/* Makes main.tex, macros.tex and refs.tex; command is the one that made the folder. */
int latex_folder_finish(struct latex_folder *f, const char *command, struct err *err);

/* Any text as LaTeX source that compiles (pure).
 *
 * Text passes through pdf_text first, so pages and LaTeX show the same: control characters,
 * bidirectional overrides and broken UTF-8 become visible escapes.  Specials are escaped, and
 * ligatures that would change the text ("--", "<<") undone.  The source needs T1 encoding, UTF-8
 * input and textcomp.
 */
/* In glyphs; a longer text ends with an ellipsis. */
#define LATEX_TEXT_MAX  6000  /* of a paragraph */
#define LATEX_LINES_MAX 40000 /* of pre-formatted text */

/* One paragraph: newlines become spaces, and long words may break anywhere. */
void latex_put_text(struct buf *out, const char *text);
void latex_put_text_n(struct buf *out, const char *text, size_t max);
/* Pre-formatted: one \RbLine{...} a line, blanks kept. */
void latex_put_lines(struct buf *out, const char *text);
/* Letters, digits and hyphens alone; never empty. */
void latex_put_label(struct buf *out, const char *text);

#endif
