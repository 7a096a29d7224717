#include "analysis/compare/study_memo.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct study_memo {
    struct study_memo_entry *first;
};

struct study_memo *study_memo_new(void)
{
    return mem_alloc(sizeof(struct study_memo));
}

void study_memo_free(struct study_memo *m)
{
    if (m == NULL)
        return;
    for (struct study_memo_entry *e = m->first, *next; e != NULL; e = next) {
        next = e->next;
        arena_release(&e->arena);
        free(e);
    }
    free(m);
}

static bool same_set(const struct run_set *a, const struct run_set *b)
{
    return a->n_runs == b->n_runs && a->study == b->study &&
           (a->n_runs == 0 || memcmp(a->runs, b->runs, a->n_runs * sizeof(*a->runs)) == 0);
}

static bool same_key(const struct study_memo_key *a, const struct study_memo_key *b)
{
    return strcmp(a->analysis, b->analysis) == 0 && same_set(&a->a, &b->a) &&
           same_set(&a->b, &b->b) && a->options_size == b->options_size &&
           (a->options_size == 0 || memcmp(a->options, b->options, a->options_size) == 0);
}

static const void *copy(struct arena *a, const void *from, size_t size)
{
    void *to = arena_alloc(a, size + 1);
    if (size > 0)
        memcpy(to, from, size);
    return to;
}

struct study_memo_entry *study_memo_at(struct study_memo *m, const struct study_memo_key *key)
{
    struct study_memo_entry *e = m->first;
    while (e != NULL && !same_key(&e->key, key))
        e = e->next;
    if (e != NULL)
        return e;
    e = mem_alloc(sizeof(*e));
    e->key = *key;
    e->key.a.runs = copy(&e->arena, key->a.runs, key->a.n_runs * sizeof(*key->a.runs));
    e->key.b.runs = copy(&e->arena, key->b.runs, key->b.n_runs * sizeof(*key->b.runs));
    e->key.options = copy(&e->arena, key->options, key->options_size);
    e->next = m->first;
    m->first = e;
    return e;
}
