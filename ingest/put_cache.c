/*
 * put_cache.c - two hash tables with open addressing.
 */
#include "ingest/put_cache.h"

#include <stdlib.h>
#include <string.h>

#include "ingest/ingest_sample.h"
#include "src/base/mem.h"

/* Tables grow with what is in them, so that few tasks stay in the processor's caches. */
#define FIRST_SLOTS     ((size_t)1 << 10)
#define MOST_TASK_SLOTS ((size_t)1 << 16)
#define MOST_CELL_SLOTS ((size_t)1 << 19) /* of 32 bytes */

struct task_slot {
    uint64_t hash; /* 0: free */
    const char *suite, *name;
    int64_t run_id, task_id;
    int level, problem;
};

struct cell_slot {
    struct put_cell cell;
    int sample;
    bool used;
};

struct put_cache {
    struct arena texts;
    struct task_slot *tasks; /* NULL: none yet */
    size_t n_tasks, n_task_slots;
    struct cell_slot *cells;
    size_t n_cells, n_cell_slots;
    char hardware[128];
    int64_t device_id; /* 0: none */
};

/* FNV-1a, and a last mixing because the low bits choose the slot. */
static uint64_t hash_bytes(uint64_t h, const void *data, size_t len)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < len; i++)
        h = (h ^ p[i]) * 0x100000001b3;
    return h;
}

static uint64_t hash_end(uint64_t h)
{
    h ^= h >> 32;
    h *= 0x9e3779b97f4a7c15;
    return h ^ h >> 29;
}

struct put_cache *put_cache_new(void)
{
    return mem_alloc(sizeof(struct put_cache));
}

void put_cache_forget(struct put_cache *c)
{
    if (c == NULL)
        return;
    free(c->tasks);
    free(c->cells);
    arena_release(&c->texts);
    *c = (struct put_cache){ 0 };
}

void put_cache_free(struct put_cache *c)
{
    put_cache_forget(c);
    free(c);
}

static uint64_t hash_task(int64_t run_id, const struct ingest_sample *s)
{
    const int numbers[] = { s->level, s->problem };
    uint64_t h = hash_bytes(0xcbf29ce484222325, s->suite, strlen(s->suite) + 1);
    h = hash_bytes(h, s->task_name, strlen(s->task_name) + 1);
    h = hash_bytes(h, numbers, sizeof(numbers));
    h = hash_end(hash_bytes(h, &run_id, sizeof(run_id)));
    return h == 0 ? 1 : h;
}

static struct task_slot *task_place(const struct put_cache *c, uint64_t hash, int64_t run_id,
                                    const struct ingest_sample *s)
{
    size_t mask = c->n_task_slots - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        struct task_slot *t = &c->tasks[i];
        if (t->hash == 0 || (t->hash == hash && t->run_id == run_id && t->level == s->level &&
                             t->problem == s->problem && strcmp(t->suite, s->suite) == 0 &&
                             strcmp(t->name, s->task_name) == 0))
            return t;
    }
}

int64_t put_cache_find_task(const struct put_cache *c, int64_t run_id,
                            const struct ingest_sample *s)
{
    if (c == NULL || c->tasks == NULL)
        return 0;
    return task_place(c, hash_task(run_id, s), run_id, s)->task_id;
}

static bool is_full(size_t n, size_t n_slots)
{
    return n >= n_slots / 4 * 3;
}

static void grow_tasks(struct put_cache *c)
{
    struct task_slot *old = c->tasks;
    size_t n_old = c->n_task_slots;
    c->n_task_slots = n_old == 0 ? FIRST_SLOTS : n_old * 2;
    c->tasks = mem_array(c->n_task_slots, sizeof(*c->tasks));
    for (size_t i = 0; i < n_old; i++) {
        size_t at = old[i].hash & (c->n_task_slots - 1);
        while (old[i].hash != 0 && c->tasks[at].hash != 0)
            at = (at + 1) & (c->n_task_slots - 1);
        if (old[i].hash != 0)
            c->tasks[at] = old[i];
    }
    free(old);
}

void put_cache_add_task(struct put_cache *c, int64_t run_id, const struct ingest_sample *s,
                        int64_t task_id)
{
    uint64_t hash = hash_task(run_id, s);
    if (c == NULL || is_full(c->n_tasks, MOST_TASK_SLOTS))
        return;
    if (is_full(c->n_tasks, c->n_task_slots))
        grow_tasks(c);
    struct task_slot *t = task_place(c, hash, run_id, s);
    if (t->hash != 0)
        return;
    *t = (struct task_slot){
        .hash = hash,
        .suite = arena_strdup(&c->texts, s->suite),
        .name = arena_strdup(&c->texts, s->task_name),
        .run_id = run_id,
        .task_id = task_id,
        .level = s->level,
        .problem = s->problem,
    };
    c->n_tasks++;
}

int64_t put_cache_find_device(const struct put_cache *c, const char *hardware)
{
    return c != NULL && strcmp(c->hardware, hardware) == 0 ? c->device_id : 0;
}

void put_cache_set_device(struct put_cache *c, const char *hardware, int64_t id)
{
    size_t len = strlen(hardware);
    if (c == NULL || len >= sizeof(c->hardware))
        return;
    memcpy(c->hardware, hardware, len + 1);
    c->device_id = id;
}

static struct cell_slot *cell_place(const struct put_cache *c, const struct put_cell *cell)
{
    uint64_t h = 0xcbf29ce484222325;
    h = (h ^ (uint64_t)cell->run_id) * 0x100000001b3;
    h = (h ^ (uint64_t)cell->task_id) * 0x100000001b3;
    h = (h ^ ((uint64_t)cell->step << 32 | (uint64_t)cell->turn)) * 0x100000001b3;
    size_t mask = c->n_cell_slots - 1;
    for (size_t i = hash_end(h) & mask;; i = (i + 1) & mask) {
        struct cell_slot *s = &c->cells[i];
        if (!s->used || (s->cell.run_id == cell->run_id && s->cell.task_id == cell->task_id &&
                         s->cell.step == cell->step && s->cell.turn == cell->turn))
            return s;
    }
}

bool put_cache_last_sample(const struct put_cache *c, const struct put_cell *cell, int *out)
{
    if (c == NULL || c->cells == NULL)
        return false;
    const struct cell_slot *s = cell_place(c, cell);
    *out = s->sample;
    return s->used;
}

static void grow_cells(struct put_cache *c)
{
    struct cell_slot *old = c->cells;
    size_t n_old = c->n_cell_slots;
    c->n_cell_slots = n_old == 0 ? FIRST_SLOTS : n_old * 2;
    c->cells = mem_array(c->n_cell_slots, sizeof(*c->cells));
    for (size_t i = 0; i < n_old; i++)
        if (old[i].used)
            *cell_place(c, &old[i].cell) = old[i];
    free(old);
}

void put_cache_set_last_sample(struct put_cache *c, const struct put_cell *cell, int sample)
{
    if (c == NULL)
        return;
    if (is_full(c->n_cells, c->n_cell_slots) && c->n_cell_slots < MOST_CELL_SLOTS)
        grow_cells(c);
    struct cell_slot *s = cell_place(c, cell);
    if (!s->used && is_full(c->n_cells, c->n_cell_slots))
        return;
    c->n_cells += !s->used;
    *s = (struct cell_slot){ .cell = *cell, .sample = sample, .used = true };
}
