/*
 * site_page.h - what the pages share: frame, links, tables and figures.
 */
#ifndef ROLLBOOK_REPORTS_HTML_SITE_PAGE_H
#define ROLLBOOK_REPORTS_HTML_SITE_PAGE_H

#include "analysis/tables/table_kind.h"
#include "reports/html/html.h"
#include "reports/html/site.h"

struct study;

/* One page in the making; its arena ends with it. */
struct html_page {
    struct site *site;
    struct buf *out;
    struct arena *arena;
    const char *root;          /* "", "../", "../../": the way to the site's root */
    const struct study *study; /* of the runs that the page's tables are of; NULL: none loaded */
    struct name_list runs;     /* that its tables are of */
    bool keeps_empty;          /* tables show columns that no row fills */
    bool loads;                /* the study of these runs, when a table asks for it */
};

/* Doctype to the beginning of main; title is the document's, heading the page's own. */
void page_begin(struct html_page *p, const char *title);
void page_end(struct html_page *p);
/* "Runs / bon-42 / l1/4": pairs of text and address, NULL-ended; an address NULL is no link. */
void page_trail(struct html_page *p, const char *const *pairs);
/* A section with its heading; id names it for links. */
void page_section(struct html_page *p, const char *id, const char *heading);
void page_section_end(struct html_page *p);
/* Number and name, or the name alone. */
void page_task_heading(struct html_page *p, const char *label, const char *name);
void page_paragraph(struct html_page *p, const char *class, const char *text);

/* A part that takes long: true when it is to be made now, between these two.  The name tells it
 * from the page's other parts. */
bool page_part(struct html_page *p, const char *name);
int page_part_end(struct html_page *p, int rc);

/* Addresses, in the page's arena. */
const char *href_run(struct html_page *p, int64_t run_id);
const char *href_task(struct html_page *p, int64_t task_id);
const char *href_group(struct html_page *p, int64_t run_id, int64_t task_id, int64_t step);
const char *href_sample(struct html_page *p, int64_t rollout_id);
const char *href_compare(struct html_page *p, int64_t run_a, int64_t run_b);
/* NULL: not of the site. */
const struct site_run *site_find_run(const struct site *s, const char *name);
const struct site_run *site_run_of(const struct site *s, int64_t id);
const struct site_task *site_find_task(const struct site *s, const char *label);
const struct site_task *site_task_of(const struct site *s, int64_t id);
/* <a href="...">text</a> */
void page_link(struct html_page *p, const char *href, const char *text);

/* The table as the command gives it with these options.  What cannot be made leaves its reason in
 * one line; only a damaged database is an error. */
int page_make(struct html_page *p, const struct table_kind *kind, const void *options,
              struct table *out, struct err *err);
int page_kind(struct html_page *p, const struct table_kind *kind, const void *options,
              const char *caption, struct err *err);
/* The runs of the page's tables, which are loaded once, when the first table asks. */
void page_load(struct html_page *p, const struct name_list *runs);
/* Rows of a query with :id; false in *out_any: none, and nothing was put. */
int page_rows(struct html_page *p, const char *query, int64_t id, const char *caption,
              bool *out_any, struct err *err);
void page_table(struct html_page *p, const struct table *t, const char *caption, bool sorts);
/* The first row, a line a column. */
void page_record(struct html_page *p, const struct table *t);
/* Speedups of a run and task (0: any) as bars; on a page with a list they filter it. */
int page_histogram(struct html_page *p, int64_t run_id, int64_t task_id, struct err *err);
/* A figure of the page's runs; what cannot be drawn leaves nothing. */
int page_figure(struct html_page *p, const char *name, struct err *err);

/* Where a text is: attributes data-text and data-src; key is "b17" for blob 17. */
void page_text_source(struct html_page *p, int64_t blob_id);
/* A stored text, in the page's arena; "" and length 0: none. */
int page_text(struct html_page *p, int64_t blob_id, const char **out, size_t *out_len,
              struct err *err);
/* What opens and shows a stored text. */
void page_folded_text(struct html_page *p, const char *id, const char *heading, int64_t blob_id);

/* The pages. */
int page_index(struct html_page *p, struct err *err);
int page_grid(struct html_page *p, struct err *err);
int page_tasks(struct html_page *p, struct err *err);
int page_audit(struct html_page *p, struct err *err);
int page_comparisons(struct html_page *p, struct err *err);
int page_run(struct html_page *p, int64_t run_id, struct err *err);
int page_task(struct html_page *p, int64_t task_id, struct err *err);
int page_group(struct html_page *p, int64_t run_id, int64_t task_id, int64_t step, struct err *err);
int page_sample(struct html_page *p, int64_t rollout_id, struct err *err);
int page_compare(struct html_page *p, int64_t run_a, int64_t run_b, struct err *err);
/* A part of a run's rollouts as a script; ERR_NOMATCH beyond the last. */
#define LIST_PART 5000
int list_script(struct site *s, int64_t run_id, int64_t part, struct buf *out, struct err *err);

#endif
