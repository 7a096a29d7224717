/*
 * blob_cache.h - which texts are stored, by hash: an answer without asking the database.
 *
 * It holds the last ones met, up to a fixed size; an unknown text may be stored all the same.
 */
#ifndef ROLLBOOK_STORE_BLOB_CACHE_H
#define ROLLBOOK_STORE_BLOB_CACHE_H

#include <stdbool.h>
#include <stdint.h>

struct blob_cache; /* NULL: an empty cache */

/* 0: not known. */
int64_t blob_cache_find(const struct blob_cache *c, const unsigned char sha256[32]);
/* Prefetches the answer's memory. */
void blob_cache_fetch(const struct blob_cache *c, const unsigned char sha256[32]);
/* Makes the cache when *c is NULL.  False: others were forgotten. */
bool blob_cache_add(struct blob_cache **c, const unsigned char sha256[32], int64_t id);
void blob_cache_free(struct blob_cache *c);

#endif
