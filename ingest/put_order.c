#include "ingest/put_order.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest_sample.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

#define FIRST_CAPACITY ((size_t)1024)

/* How many samples each place had: an open hash of 8 bytes of the place's own hash. */
struct put_order {
    uint64_t *keys; /* 0: free */
    uint32_t *counts;
    size_t n, capacity; /* a power of two */
};

static uint64_t hash_of_place(const struct ingest_sample *s)
{
    const int numbers[] = { s->level, s->problem, s->step, s->turn };
    unsigned char digest[32];
    uint64_t key = 0;
    struct sha256 h;
    sha256_init(&h);
    sha256_update(&h, s->suite, strlen(s->suite) + 1);
    if (s->problem < 0)
        sha256_update(&h, s->task_name, strlen(s->task_name) + 1);
    sha256_update(&h, numbers, sizeof(numbers));
    sha256_final(&h, digest);
    memcpy(&key, digest, sizeof(key));
    return key == 0 ? 1 : key;
}

static size_t slot_of(const struct put_order *o, uint64_t key)
{
    size_t at = (size_t)key & (o->capacity - 1);
    while (o->keys[at] != 0 && o->keys[at] != key)
        at = (at + 1) & (o->capacity - 1);
    return at;
}

static void grow(struct put_order *o)
{
    struct put_order old = *o;
    o->capacity = old.capacity == 0 ? FIRST_CAPACITY : old.capacity * 2;
    o->keys = mem_array(o->capacity, sizeof(*o->keys));
    o->counts = mem_array(o->capacity, sizeof(*o->counts));
    memset(o->keys, 0, o->capacity * sizeof(*o->keys));
    memset(o->counts, 0, o->capacity * sizeof(*o->counts));
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.keys[i] == 0)
            continue;
        size_t at = slot_of(o, old.keys[i]);
        o->keys[at] = old.keys[i];
        o->counts[at] = old.counts[i];
    }
    free(old.keys);
    free(old.counts);
}

struct put_order *put_order_new(void)
{
    return mem_alloc(sizeof(struct put_order));
}

int put_order_next(struct put_order *o, const struct ingest_sample *s)
{
    if (o->n * 4 >= o->capacity * 3)
        grow(o);
    uint64_t key = hash_of_place(s);
    size_t at = slot_of(o, key);
    o->n += o->keys[at] == 0;
    o->keys[at] = key;
    return (int)o->counts[at]++;
}

void put_order_free(struct put_order *o)
{
    free(o->keys);
    free(o->counts);
    free(o);
}
