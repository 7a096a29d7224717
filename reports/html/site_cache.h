/*
 * site_cache.h - parts of pages that take long, kept while a server runs.
 *
 * A request does not wait long for a part: it shows the one that is kept, with its time when the
 * database has changed since, and threads of the cache count what is missing or old.
 */
#ifndef ROLLBOOK_REPORTS_HTML_SITE_CACHE_H
#define ROLLBOOK_REPORTS_HTML_SITE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;
struct site_cache;

/* One page in the making, of a server. */
struct page_parts {
    struct site_cache *cache;
    const char *path; /* of the page */
    uint64_t state;   /* of the database, from before it was opened */
    uint64_t since;   /* what the cache began to count later is not old */
    bool fills;       /* makes parts and keeps them; otherwise it shows those that are kept */
    size_t n_missing; /* parts that are not kept, or of another state */
    const char *name; /* of the part that is being made */
    size_t from;      /* where it begins in the page */
};

/* Makes a page with all its parts, on a thread of the cache. */
typedef int (*page_filler)(void *context, struct page_parts *parts, struct err *err);

struct site_cache *site_cache_new(const char *db_path, page_filler fill, void *context);
/* False: a page is being counted, and cache and context stay until the process ends. */
bool site_cache_free(struct site_cache *c);

struct page_parts site_cache_begin(struct site_cache *c, const char *path);
/* Has the page counted, and waits for it until that moment of clock_monotonic_ns; 0: does not. */
int site_cache_ask(struct site_cache *c, const char *path, int64_t until_ns, struct err *err);

/* Appends the part as it is kept, or a line in its place.  True: the caller makes it instead, and
 * calls part_end with what it returned. */
bool part_begin(struct page_parts *parts, const char *name, struct buf *out);
void part_end(struct page_parts *parts, const struct buf *out, int rc);
/* A file that belongs to a part, by its path; false: it is not kept. */
void part_keep_file(struct page_parts *parts, const char *path, const struct buf *bytes);
bool part_get_file(struct page_parts *parts, const char *path, struct buf *out);

#endif
