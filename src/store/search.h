/*
 * search.h - which texts hold a piece of text.
 */
#ifndef ROLLBOOK_STORE_SEARCH_H
#define ROLLBOOK_STORE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;
struct err;

/* Brings the search index forward to the last blob; *out_blobs is how far it came. */
int search_extend_index(struct db *db, int64_t *out_blobs, struct err *err);

struct search_hit {
    int64_t blob_id;
    const char *kind;
    const char *text; /* valid during the callback */
    size_t len;
    size_t at; /* of the first match */
};

struct search {
    const char *text; /* what to look for; not "" */
    bool exact_case;  /* else A-Z match a-z */
    size_t limit;     /* of hits that were wanted */
    void *context;
    bool (*hit)(void *context, const struct search_hit *hit); /* false: not what was wanted */
};

struct search_result {
    bool more;           /* the limit was reached and another text holds it */
    int64_t n_unindexed; /* blobs behind the index, which were read one by one */
};

/* Hits in the order of their blobs: what the index offers, then what came after it. */
int search_texts(struct db *db, const struct search *s, struct search_result *out, struct err *err);

#endif
