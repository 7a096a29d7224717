#include "ingest/put_cache.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/ingest_sample.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

/* Small tables stay in the processor's caches. */
#define FIRST_SLOTS     ((size_t)1 << 10)
#define MOST_TASK_SLOTS ((size_t)1 << 16)
#define MOST_CELL_SLOTS ((size_t)1 << 19)

/* Keys are 8 bytes of a SHA-256, which cannot be made to collide. */
struct map {
    uint64_t *keys; /* 0: free */
    int64_t *values;
    size_t n, n_slots; /* n_slots: a power of two */
};

struct put_cache {
    struct map tasks, cells, places;
    char hardware[128];
    int64_t device_id;
};

static uint64_t key_of(const int64_t *numbers, size_t n, const char *suite, const char *name)
{
    unsigned char digest[32];
    uint64_t key = 0;
    struct sha256 h;
    sha256_init(&h);
    sha256_update(&h, numbers, n * sizeof(*numbers));
    sha256_update(&h, suite, strlen(suite) + 1);
    sha256_update(&h, name, strlen(name) + 1);
    sha256_final(&h, digest);
    memcpy(&key, digest, sizeof(key));
    return key == 0 ? 1 : key;
}

static size_t slot_of(const struct map *m, uint64_t key)
{
    size_t at = (size_t)key & (m->n_slots - 1);
    while (m->keys[at] != 0 && m->keys[at] != key)
        at = (at + 1) & (m->n_slots - 1);
    return at;
}

static bool is_full(const struct map *m)
{
    return m->n >= m->n_slots / 4 * 3;
}

static void grow(struct map *m)
{
    struct map old = *m;
    m->n_slots = old.n_slots == 0 ? FIRST_SLOTS : old.n_slots * 2;
    m->keys = mem_array(m->n_slots, sizeof(*m->keys));
    m->values = mem_array(m->n_slots, sizeof(*m->values));
    for (size_t i = 0; i < old.n_slots; i++) {
        if (old.keys[i] == 0)
            continue;
        size_t at = slot_of(m, old.keys[i]);
        m->keys[at] = old.keys[i];
        m->values[at] = old.values[i];
    }
    free(old.keys);
    free(old.values);
}

static const int64_t *map_find(const struct map *m, uint64_t key)
{
    size_t at = m->n_slots == 0 ? 0 : slot_of(m, key);
    return m->n_slots == 0 || m->keys[at] == 0 ? NULL : &m->values[at];
}

/* 0: new; NULL: no room in most_slots. */
static int64_t *map_add(struct map *m, uint64_t key, size_t most_slots)
{
    if (is_full(m) && m->n_slots < most_slots)
        grow(m);
    size_t at = slot_of(m, key);
    if (m->keys[at] == 0 && is_full(m))
        return NULL;
    m->n += m->keys[at] == 0;
    m->keys[at] = key;
    return &m->values[at];
}

static void map_release(struct map *m)
{
    free(m->keys);
    free(m->values);
    *m = (struct map){ 0 };
}

struct put_cache *put_cache_new(void)
{
    return mem_alloc(sizeof(struct put_cache));
}

void put_cache_forget(struct put_cache *c)
{
    map_release(&c->tasks);
    map_release(&c->cells);
    c->device_id = 0;
}

void put_cache_free(struct put_cache *c)
{
    put_cache_forget(c);
    map_release(&c->places);
    free(c);
}

static uint64_t key_of_task(int64_t run_id, const struct ingest_sample *s)
{
    const int64_t numbers[] = { run_id, s->level, s->problem };
    return key_of(numbers, ARRAY_LEN(numbers), s->suite, s->task_name);
}

int64_t put_cache_find_task(const struct put_cache *c, int64_t run_id,
                            const struct ingest_sample *s)
{
    const int64_t *id = map_find(&c->tasks, key_of_task(run_id, s));
    return id == NULL ? 0 : *id;
}

void put_cache_add_task(struct put_cache *c, int64_t run_id, const struct ingest_sample *s,
                        int64_t task_id)
{
    int64_t *id = map_add(&c->tasks, key_of_task(run_id, s), MOST_TASK_SLOTS);
    if (id != NULL)
        *id = task_id;
}

int64_t put_cache_find_device(const struct put_cache *c, const char *hardware)
{
    return strcmp(c->hardware, hardware) == 0 ? c->device_id : 0;
}

void put_cache_set_device(struct put_cache *c, const char *hardware, int64_t id)
{
    size_t len = strlen(hardware);
    if (len >= sizeof(c->hardware))
        return;
    memcpy(c->hardware, hardware, len + 1);
    c->device_id = id;
}

static uint64_t key_of_cell(const struct put_cell *cell)
{
    const int64_t numbers[] = { cell->run_id, cell->task_id, cell->step, cell->turn };
    return key_of(numbers, ARRAY_LEN(numbers), "", "");
}

bool put_cache_last_sample(const struct put_cache *c, const struct put_cell *cell, int *out)
{
    const int64_t *last = map_find(&c->cells, key_of_cell(cell));
    if (last == NULL)
        return false;
    *out = (int)*last;
    return true;
}

void put_cache_set_last_sample(struct put_cache *c, const struct put_cell *cell, int sample)
{
    int64_t *last = map_add(&c->cells, key_of_cell(cell), MOST_CELL_SLOTS);
    if (last != NULL)
        *last = sample;
}

uint64_t put_cache_key(const char *run)
{
    return key_of(NULL, 0, run, "");
}

int put_cache_next_in_file(struct put_cache *c, uint64_t run, const struct ingest_sample *s)
{
    const int64_t numbers[] = { s->level, s->problem, s->step, s->turn };
    uint64_t key =
        key_of(numbers, ARRAY_LEN(numbers), s->suite, s->problem < 0 ? s->task_name : "") ^ run;
    return (int)(*map_add(&c->places, key, SIZE_MAX))++;
}
