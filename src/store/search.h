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

/* Indexes new blobs; *out_blobs is how far it came. */
int search_extend_index(struct db *db, int64_t *out_blobs, struct err *err);

struct search_hit {
    int64_t blob_id;
    const char *kind;
    const char *text; /* valid during the callback */
    size_t len;
    size_t at; /* of the first match */
};

struct search {
    const char *text; /* not "" */
    bool exact_case;  /* else A-Z match a-z */
    size_t limit;     /* of wanted hits */
    void *context;
    bool (*hit)(void *context, const struct search_hit *hit); /* false: not wanted */
};

struct search_result {
    bool more;           /* another text beyond the limit */
    int64_t n_unindexed; /* read one by one */
};

/* Hits come in the order of blobs, indexed ones first. */
int search_texts(struct db *db, const struct search *s, struct search_result *out, struct err *err);

#endif
