/*
 * figure_ahead.c - a list of figures, threads that take the next one.
 */
#include "reports/figure/figure_ahead.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "reports/figure/figures.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

enum item_state { ITEM_WAITS, ITEM_BEGUN, ITEM_BUILT };

struct item {
    const struct figure_entry *entry;
    enum item_state state;
    struct figure_source source; /* with the arena below; with a database when it queries */
    struct arena arena;
    struct figure_model model;
    int rc;
    struct err err;
};

struct figure_ahead {
    pthread_mutex_t lock; /* of the states and of next */
    pthread_cond_t built;
    struct item *items;
    size_t n;
    bool stop;     /* nobody begins another item */
    bool lent;     /* threads may query */
    bool querying; /* one of them does */
    size_t n_threads;
    pthread_t threads[PARALLEL_MOST];
};

/* The first item that waits, queries or does not; NULL when there is none. */
static struct item *next_item(struct figure_ahead *a, bool queries)
{
    for (size_t i = 0; i < a->n && !a->stop; i++) {
        if (a->items[i].state == ITEM_WAITS && a->items[i].entry->queries == queries)
            return &a->items[i];
    }
    return NULL;
}

/* False when there is no such item.  Called and left with the lock. */
static bool build_next(struct figure_ahead *a, bool queries)
{
    struct item *item = next_item(a, queries);
    if (item == NULL)
        return false;
    item->state = ITEM_BEGUN;
    a->querying = a->querying || queries;
    pthread_mutex_unlock(&a->lock);
    item->rc = figure_build(item->entry, &item->source, &item->model, &item->err);
    pthread_mutex_lock(&a->lock);
    item->state = ITEM_BUILT;
    a->querying = a->querying && !queries;
    pthread_cond_broadcast(&a->built);
    return true;
}

static void *build_all(void *p)
{
    struct figure_ahead *a = p;
    pthread_mutex_lock(&a->lock);
    while ((a->lent && !a->querying && build_next(a, true)) || build_next(a, false))
        ;
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

struct figure_ahead *figure_ahead_start(const struct figure_source *s,
                                        const struct figure_entry *const *entries, size_t n,
                                        bool lend)
{
    struct figure_ahead *a = mem_alloc(sizeof(*a));
    a->lent = lend;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->built, NULL);
    a->items = mem_array(n + 1, sizeof(*a->items));
    a->n = n;
    for (size_t i = 0; i < n; i++) {
        a->items[i].entry = entries[i];
        a->items[i].source = *s;
        a->items[i].source.db = entries[i]->queries ? s->db : NULL;
        a->items[i].source.arena = &a->items[i].arena;
    }
    size_t wanted = (size_t)parallel_threads(0) - 1; /* the caller draws */
    while (a->n_threads < wanted && a->n_threads < n &&
           pthread_create(&a->threads[a->n_threads], NULL, build_all, a) == 0)
        a->n_threads++;
    return a;
}

void figure_ahead_reclaim(struct figure_ahead *a)
{
    if (a == NULL)
        return;
    pthread_mutex_lock(&a->lock);
    a->lent = false;
    while (a->querying)
        pthread_cond_wait(&a->built, &a->lock);
    pthread_mutex_unlock(&a->lock);
}

static struct item *item_of(struct figure_ahead *a, const struct figure_entry *entry)
{
    size_t i = 0;
    while (i < a->n && a->items[i].entry != entry)
        i++;
    assert(i < a->n);
    return &a->items[i];
}

int figure_ahead_take(struct figure_ahead *a, const struct figure_entry *entry,
                      const struct figure_model **out, struct err *err)
{
    struct item *item = item_of(a, entry);
    pthread_mutex_lock(&a->lock);
    while (item->state != ITEM_BUILT) {
        /* What queries comes first: nobody else builds it. */
        if (!build_next(a, true) && !build_next(a, false))
            pthread_cond_wait(&a->built, &a->lock);
    }
    pthread_mutex_unlock(&a->lock);
    *out = &item->model;
    if (item->rc < 0)
        *err = item->err;
    return item->rc;
}

void figure_ahead_end(struct figure_ahead *a)
{
    if (a == NULL)
        return;
    pthread_mutex_lock(&a->lock);
    a->stop = true;
    pthread_mutex_unlock(&a->lock);
    for (size_t i = 0; i < a->n_threads; i++)
        pthread_join(a->threads[i], NULL);
    for (size_t i = 0; i < a->n; i++)
        arena_release(&a->items[i].arena);
    pthread_cond_destroy(&a->built);
    pthread_mutex_destroy(&a->lock);
    free(a->items);
    free(a);
}
