/* doc_internal.h - shared by the files doc*.c alone. */
#ifndef ROLLBOOK_REPORTS_DOC_DOC_INTERNAL_H
#define ROLLBOOK_REPORTS_DOC_DOC_INTERNAL_H

#include "reports/doc/doc.h"
#include "src/base/mem.h"

#define PAGE_WIDTH    595.0
#define PAGE_HEIGHT   842.0
#define TEXT_WIDTH    FIGURE_TEXT_WIDTH
#define LEFT_EDGE     ((PAGE_WIDTH - TEXT_WIDTH) / 2)
#define TOP_EDGE      (PAGE_HEIGHT - 58)
#define BOTTOM_EDGE   58.0
#define BODY_SIZE     9.0
#define ENTRY_SIZE    8.0 /* of the contents */
#define SMALL_SIZE    7.5
#define LEADING       1.34  /* of the size */
#define MAX_PARAGRAPH 6000  /* glyphs: a page */
#define MAX_LISTING   40000 /* glyphs */
#define MAX_TITLE     160
#define MAX_PAIR      1500 /* glyphs */
#define MAX_COMMAND   6000

struct doc_entry {
    char *title;
    size_t page;
    double y;
    int level;
};

struct doc {
    struct pdf_canvas *c;
    char *header;
    double y;      /* everything above is used */
    double size;   /* of paragraphs, sentences and pairs */
    char *heading; /* waits for its block, so that it never ends a page; or NULL */
    size_t n_figures, n_tables;
    char **notes; /* of figure i + 1; NULL: none */
    size_t n_notes;
    struct doc_entry *entries;
    size_t n_entries;
    double contents_y;          /* where they begin on the page before */
    size_t contents_at;         /* index of the page behind the contents; 0: none */
    struct latex_folder *latex; /* borrowed; NULL: none */
    const struct pdf_info *latex_info;
    struct arena arena; /* of the block at hand */
};

/* Begins a new page unless height fits on this one, and draws the heading that waits. */
void doc_need(struct doc *d, double height);
void doc_enter(struct doc *d, int level, const char *title);

/* doc_small without LaTeX. */
void doc_put_small(struct doc *d, const char *text);
double doc_small_height(struct doc *d, const char *text);

/* An entry with kind, number and the first sentence of the caption. */
void doc_enter_numbered(struct doc *d, const char *kind, size_t number, const char *caption);

/* Drawing goes on at the new page. */
void doc_new_page(struct doc *d, size_t index);

struct doc_text {
    enum pdf_font font;
    double size;
    struct rgb colour;
    double x, width;
    const char *lead; /* bold words before the text, or NULL */
    size_t most;      /* glyphs; 0: MAX_PARAGRAPH */
};
/* Flows text downwards from d->y, over pages. */
void doc_flow(struct doc *d, const struct doc_text *style, const char *text);

#endif
