/*
 * blob_cache.c - a hash table with open addressing, in which a text's sha256 is its hash value.
 *
 * When it is full, half is forgotten at once, which never changes an answer's truth.
 */
#include "src/store/blob_cache.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

#define FIRST_SLOTS ((size_t)1 << 12)
#define MOST_SLOTS  ((size_t)1 << 20) /* of 40 bytes */

struct blob_slot {
    unsigned char sha256[32];
    int64_t id; /* 0: free */
};

struct blob_cache {
    size_t n_slots; /* a power of two */
    size_t n;
    struct blob_slot *slots;
};

static size_t first_place(const struct blob_cache *c, const unsigned char sha256[32])
{
    uint64_t h;
    memcpy(&h, sha256, sizeof(h));
    return h & (c->n_slots - 1);
}

static struct blob_slot *place_of(const struct blob_cache *c, const unsigned char sha256[32])
{
    for (size_t i = first_place(c, sha256);; i = (i + 1) & (c->n_slots - 1)) {
        struct blob_slot *s = &c->slots[i];
        if (s->id == 0 || memcmp(s->sha256, sha256, sizeof(s->sha256)) == 0)
            return s;
    }
}

int64_t blob_cache_find(const struct blob_cache *c, const unsigned char sha256[32])
{
    return c == NULL ? 0 : place_of(c, sha256)->id;
}

static void set(struct blob_cache *c, const unsigned char sha256[32], int64_t id)
{
    struct blob_slot *s = place_of(c, sha256);
    c->n += s->id == 0;
    memcpy(s->sha256, sha256, sizeof(s->sha256));
    s->id = id;
}

void blob_cache_fetch(const struct blob_cache *c, const unsigned char sha256[32])
{
    if (c != NULL)
        __builtin_prefetch(&c->slots[first_place(c, sha256)]);
}

static void grow(struct blob_cache *c)
{
    struct blob_cache old = *c;
    c->n_slots = old.n_slots == 0 ? FIRST_SLOTS : 2 * old.n_slots;
    c->n = 0;
    c->slots = mem_array(c->n_slots, sizeof(*c->slots));
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].id != 0)
            set(c, old.slots[i].sha256, old.slots[i].id);
    free(old.slots);
}

/* Lies above the smallest id, so at least one is forgotten. */
static int64_t middle_id(const struct blob_cache *c)
{
    int64_t least = INT64_MAX;
    int64_t most = 0;
    for (size_t i = 0; i < c->n_slots; i++) {
        int64_t id = c->slots[i].id;
        if (id != 0 && id < least)
            least = id;
        if (id > most)
            most = id;
    }
    return least + (most - least) / 2 + 1;
}

/* Later ids are likelier to come again.  Putting them aside takes less memory than a second
 * table. */
static void forget_early(struct blob_cache *c)
{
    const int64_t from = middle_id(c);
    size_t n = 0;
    for (size_t i = 0; i < c->n_slots; i++)
        n += c->slots[i].id >= from;
    struct blob_slot *kept = mem_array(n, sizeof(*kept));
    n = 0;
    for (size_t i = 0; i < c->n_slots; i++)
        if (c->slots[i].id >= from)
            kept[n++] = c->slots[i];
    memset(c->slots, 0, c->n_slots * sizeof(*c->slots));
    c->n = 0;
    for (size_t i = 0; i < n; i++)
        set(c, kept[i].sha256, kept[i].id);
    free(kept);
}

bool blob_cache_add(struct blob_cache **cache, const unsigned char sha256[32], int64_t id)
{
    if (*cache == NULL) {
        *cache = mem_alloc(sizeof(**cache));
        grow(*cache);
    }
    struct blob_cache *c = *cache;
    bool full = c->n >= c->n_slots / 4 * 3;
    bool forgets = full && c->n_slots == MOST_SLOTS;
    if (forgets)
        forget_early(c);
    else if (full)
        grow(c);
    set(c, sha256, id);
    return !forgets;
}

void blob_cache_free(struct blob_cache *c)
{
    if (c != NULL)
        free(c->slots);
    free(c);
}
