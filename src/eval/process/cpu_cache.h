/*
 * cpu_cache.h - compiled kernel files by content.
 *
 * KEY.so is the object, KEY.meta says what the compiler said and what the object's hash is.  Both
 * appear by rename, so several processes share a cache; a damaged entry is as good as none.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_CPU_CACHE_H
#define ROLLBOOK_EVAL_PROCESS_CPU_CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct artifact;
struct err;

struct cache {
    char dir[3072];
    unsigned stores; /* since the last pruning */
};

/* ROLLBOOK_CACHE_DIR, $XDG_CACHE_HOME/rollbook, ~/.cache/rollbook, or one in /tmp. */
int cache_open(struct cache *c, struct err *err);
/* Fills in out from the cache; false when it is not there. */
bool cache_find(struct cache *c, const char *key, struct arena *a, struct artifact *out);
/*
 * Keeps an artifact; object (may be NULL) is moved from the named file.  Sets out->path.  A cache
 * that cannot be written is an error: there would be nothing to load.
 */
int cache_store(struct cache *c, const char *key, const char *object, struct arena *a,
                struct artifact *out, struct err *err);
/* A new folder inside the cache. */
int cache_temp_dir(struct cache *c, char *out, size_t size, struct err *err);
void cache_remove_temp(const char *dir);

#endif
