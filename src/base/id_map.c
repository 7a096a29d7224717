#include "src/base/id_map.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

#define FIRST_SLOTS ((size_t)1 << 10) /* small maps stay in the processor's caches */

/* Open addressing; the hash is its own hash value. */
static struct id_slot *slot_of(const struct id_map *m, const uint64_t key[2])
{
    size_t at = (size_t)key[0] & (m->n_slots - 1);
    while ((m->slots[at].key[0] | m->slots[at].key[1]) != 0 &&
           (m->slots[at].key[0] != key[0] || m->slots[at].key[1] != key[1]))
        at = (at + 1) & (m->n_slots - 1);
    return &m->slots[at];
}

static void key_of(const void *sha256, uint64_t out[2])
{
    memcpy(out, sha256, 2 * sizeof(*out));
    out[1] |= (out[0] | out[1]) == 0;
}

int64_t *id_map_find(const struct id_map *m, const void *sha256)
{
    uint64_t key[2];
    key_of(sha256, key);
    struct id_slot *s = m->n_slots == 0 ? NULL : slot_of(m, key);
    return s == NULL || (s->key[0] | s->key[1]) == 0 ? NULL : &s->value;
}

int64_t *id_map_add(struct id_map *m, const void *sha256, size_t most_slots, bool *full)
{
    uint64_t key[2];
    key_of(sha256, key);
    bool crowded = m->n >= m->n_slots / 4 * 3;
    if (crowded && m->n_slots >= most_slots) {
        memset(m->slots, 0, m->n_slots * sizeof(*m->slots));
        m->n = 0;
        if (full != NULL)
            *full = true;
    } else if (crowded) {
        const struct id_map old = *m;
        m->n_slots = old.n_slots == 0 ? FIRST_SLOTS : 2 * old.n_slots;
        m->slots = mem_array(m->n_slots, sizeof(*m->slots));
        for (size_t i = 0; i < old.n_slots; i++)
            if ((old.slots[i].key[0] | old.slots[i].key[1]) != 0)
                *slot_of(m, old.slots[i].key) = old.slots[i];
        free(old.slots);
    }
    struct id_slot *s = slot_of(m, key);
    m->n += (s->key[0] | s->key[1]) == 0;
    memcpy(s->key, key, sizeof(s->key));
    return &s->value;
}

void id_map_fetch(const struct id_map *m, const void *sha256)
{
    uint64_t key[2];
    key_of(sha256, key);
    if (m->n_slots > 0)
        __builtin_prefetch(&m->slots[key[0] & (m->n_slots - 1)]);
}

void id_map_release(struct id_map *m)
{
    free(m->slots);
    *m = (struct id_map){ 0 };
}
