/*
 * figure_ahead.h - the figures of a document, built on other cores while its pages are drawn.
 *
 * Figures that query (figures.h) are built by one thread at a time: by the others while they have
 * the database on loan, by the thread that takes them afterwards, when it would wait.  A model
 * depends on the source alone, so a document does not tell how many threads drew it.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_FIGURE_AHEAD_H
#define ROLLBOOK_REPORTS_FIGURE_FIGURE_AHEAD_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct figure_ahead;
struct figure_entry;
struct figure_model;
struct figure_source;

/* Begins with the first entries; each is there once.  The source has its study and provenance, and
 * it and they stay as they are until the end.  With lend the caller leaves the source's database
 * alone until figure_ahead_reclaim. */
struct figure_ahead *figure_ahead_start(const struct figure_source *s,
                                        const struct figure_entry *const *entries, size_t n,
                                        bool lend);
/* Returns when the database is the caller's; NULL, or nothing lent, is fine. */
void figure_ahead_reclaim(struct figure_ahead *a);
/* What figure_build would say, of an entry that was given at the start; for the thread of the
 * source's database, which builds others while it waits.  The model lives until the end. */
int figure_ahead_take(struct figure_ahead *a, const struct figure_entry *entry,
                      const struct figure_model **out, struct err *err);
/* Ends the threads and frees all models; NULL is fine. */
void figure_ahead_end(struct figure_ahead *a);

#endif
