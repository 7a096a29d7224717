/*
 * id_map.h - numbers by 16 bytes of a SHA-256: what an import has met, so that the database need
 * not be asked.
 *
 * A map of at most so many slots forgets everything when it is full: what is missing is asked for.
 */
#ifndef ROLLBOOK_BASE_ID_MAP_H
#define ROLLBOOK_BASE_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_slot {
    uint64_t key[2]; /* both 0: free */
    int64_t value;
};

/* The zero value is empty. */
struct id_map {
    struct id_slot *slots; /* owned */
    size_t n, n_slots;     /* n_slots: a power of two */
};

/* NULL: unknown. */
int64_t *id_map_find(const struct id_map *m, const void *sha256);
/* Its value, 0 when it is new; valid until the next call.  full: others were forgotten; may be
 * NULL. */
int64_t *id_map_add(struct id_map *m, const void *sha256, size_t most_slots, bool *full);
/* Prefetches the answer's memory. */
void id_map_fetch(const struct id_map *m, const void *sha256);
void id_map_release(struct id_map *m);

#endif
