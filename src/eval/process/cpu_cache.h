/*
 * cpu_cache.h - compiled kernel files by content.
 *
 * KEY.so is the object, KEY.meta the compiler's words and the object's hash.  Both appear
 * whole, so processes can share a cache, and an object that is stored again stays the file that it
 * is, since sandboxes know files by inode.  A damaged entry counts as absent.
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

/* Uses ROLLBOOK_CACHE_DIR, $XDG_CACHE_HOME/rollbook, ~/.cache/rollbook, or one in /tmp. */
int cache_open(struct cache *c, struct err *err);
bool cache_find(struct cache *c, const char *key, struct arena *a, struct artifact *out);
/*
 * Moves the file object (may be NULL) into the cache and sets out->path.  A failed write is an
 * error: there would be nothing to load.
 */
int cache_store(struct cache *c, const char *key, const char *object, struct arena *a,
                struct artifact *out, struct err *err);
int cache_temp_dir(struct cache *c, char *out, size_t size, struct err *err);
void cache_remove_temp(const char *dir);

#endif
