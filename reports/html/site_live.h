/*
 * site_live.h - what only a server can give: pages of a database that may be written to meanwhile,
 * a search over texts, and SQL.
 */
#ifndef ROLLBOOK_REPORTS_HTML_SITE_LIVE_H
#define ROLLBOOK_REPORTS_HTML_SITE_LIVE_H

struct buf;
struct live;
struct err;
struct site;

/* Begins to count what the first pages show. */
struct live *live_new(const struct site *site, const char *db_path);
void live_free(struct live *l);

/*
 * As site_get, of a database that is opened for this page; title, runs and baseline of the site are
 * given, its other members are filled.  query is what follows "?", raw, or "".
 * A part of the page that takes long is shown as it was counted last, or is left out and counted.
 */
int live_get(struct live *l, const char *path, const char *query, struct buf *out,
             const char **out_type, struct err *err);

#endif
