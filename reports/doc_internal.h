/*
 * doc_internal.h - what doc.c and doc_table.c share; nobody else includes it.
 */
#ifndef ROLLBOOK_REPORTS_DOC_INTERNAL_H
#define ROLLBOOK_REPORTS_DOC_INTERNAL_H

#include "reports/doc.h"
#include "src/base/mem.h"

#define PAGE_WIDTH    595.0
#define PAGE_HEIGHT   842.0
#define TEXT_WIDTH    FIGURE_TEXT_WIDTH
#define LEFT_EDGE     ((PAGE_WIDTH - TEXT_WIDTH) / 2)
#define TOP_EDGE      (PAGE_HEIGHT - 58)
#define BOTTOM_EDGE   58.0
#define BODY_SIZE     9.0
#define SMALL_SIZE    7.5
#define LEADING       1.34 /* of the size */
#define MAX_PARAGRAPH 40000

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
    char *heading; /* waits for the block below it, so that it never ends a page; or NULL */
    size_t n_figures, n_tables;
    struct doc_entry *entries;
    size_t n_entries;
    size_t contents_page, contents_room;
    double contents_y;
    struct arena arena; /* text of the block at hand */
};

/* Begins a new page unless height fits on this one, and draws a heading that waits. */
void doc_need(struct doc *d, double height);
/* Contents and outline entry at the present height. */
void doc_enter(struct doc *d, int level, const char *title);

/* The same for a figure or table: kind, number and the first sentence of its caption. */
void doc_enter_numbered(struct doc *d, const char *kind, size_t number, const char *caption);

struct doc_text {
    enum pdf_font font;
    double size;
    struct rgb colour;
    double x, width;
    const char *lead; /* bold words before the text, or NULL */
};
/* Flows text downwards from d->y, over pages. */
void doc_flow(struct doc *d, const struct doc_text *style, const char *text);

#endif
