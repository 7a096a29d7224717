/*
 * site_live.h - what only a server can give: pages of a database that may be written to meanwhile,
 * a search over texts, and SQL.
 */
#ifndef ROLLBOOK_REPORTS_HTML_SITE_LIVE_H
#define ROLLBOOK_REPORTS_HTML_SITE_LIVE_H

struct buf;
struct err;
struct site;

/*
 * As site_get, of a database that is opened for this page; title, runs and baseline of the site are
 * given, its other members are filled.  query is what follows "?", raw, or "".
 */
int live_get(const struct site *asked, const char *db_path, const char *path, const char *query,
             struct buf *out, const char **out_type, struct err *err);

#endif
