/* figure_memo.c - analyses that several figures and tables show, each done once. */
#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_details.h"
#include "reports/figure/figure_source.h"
#include "src/base/mem.h"

enum memo_kind { MEMO_COMPARE, MEMO_EQUIVALENT, MEMO_SELECTION, MEMO_TRAJECTORY };

struct memo_entry {
    struct memo_entry *next;
    enum memo_kind kind;
    struct run_set a, b; /* b: no run where one set is enough */
    struct arena arena;
    const void *value;
};

static const size_t no_runs[1];
static const struct run_set no_set = { NULL, no_runs, 0 };

struct figure_memo {
    struct memo_entry *first;
};

struct figure_memo *figure_memo_new(void)
{
    return mem_alloc(sizeof(struct figure_memo));
}

void figure_memo_free(struct figure_memo *m)
{
    if (m == NULL)
        return;
    for (struct memo_entry *e = m->first, *next; e != NULL; e = next) {
        next = e->next;
        arena_release(&e->arena);
        free(e);
    }
    free(m);
}

static bool same_set(const struct run_set *a, const struct run_set *b)
{
    return a->n_runs == b->n_runs && a->study == b->study &&
           memcmp(a->runs, b->runs, a->n_runs * sizeof(*a->runs)) == 0;
}

static struct run_set copy_set(struct arena *a, const struct run_set *set)
{
    size_t *runs = arena_array(a, set->n_runs + 1, sizeof(*runs));
    memcpy(runs, set->runs, set->n_runs * sizeof(*runs));
    return (struct run_set){ set->study, runs, set->n_runs };
}

static struct memo_entry *find_entry(struct memo_entry *e, enum memo_kind kind,
                                     const struct run_set *a, const struct run_set *b)
{
    while (e != NULL && (e->kind != kind || !same_set(&e->a, a) || !same_set(&e->b, b)))
        e = e->next;
    return e;
}

static struct memo_entry *entry_of(struct figure_memo *m, enum memo_kind kind,
                                   const struct run_set *a, const struct run_set *b)
{
    struct memo_entry *e = find_entry(m->first, kind, a, b);
    if (e == NULL) {
        e = mem_alloc(sizeof(*e));
        e->kind = kind;
        e->a = copy_set(&e->arena, a);
        e->b = copy_set(&e->arena, b);
        e->next = m->first;
        m->first = e;
    }
    return e;
}

static int make_compare(const struct figure_source *s, const struct memo_entry *e,
                        struct arena *arena, const void **out, struct err *err)
{
    struct compare *made = arena_alloc(arena, sizeof(*made));
    struct compare_options o = { .rule = s->rule,
                                 .level = s->level,
                                 .replicates = s->replicates,
                                 .seed = s->seed,
                                 .no_planning = true };
    *out = made;
    return compare_groups(&e->a, &e->b, &o, arena, made, err);
}

static int make_equivalent(const struct figure_source *s, const struct memo_entry *e,
                           struct arena *arena, const void **out, struct err *err)
{
    struct equivalent_k *made = arena_array(arena, 2, sizeof(*made));
    struct equivalent_options o = { .step = STEP_BOA,
                                    .rule = s->rule,
                                    .level = s->level,
                                    .new_tasks = true,
                                    .replicates = s->replicates,
                                    .seed = s->seed };
    *out = made;
    return equivalent_k(&e->a, &e->b, &o, made, err);
}

static int make_selection(const struct figure_source *s, const struct memo_entry *e,
                          struct arena *arena, const void **out, struct err *err)
{
    struct selection *made = arena_alloc(arena, sizeof(*made));
    *out = made;
    struct select_detail *details = NULL;
    int rc = load_sample_details(s->db, e->a.study, 0.25, arena, &details, err);
    return rc < 0 ? rc : selection_table(&e->a, 0, s->rule, s->level, details, arena, made, err);
}

static int make_trajectory(const struct figure_source *s, const struct memo_entry *e,
                           struct arena *arena, const void **out, struct err *err)
{
    struct trajectory *made = arena_alloc(arena, sizeof(*made));
    struct trajectory_options o = { .patience = 1, .seed = s->seed };
    *out = made;
    return trajectory_of_set(&e->a, s->rule, &o, arena, made, err);
}

/* Copies `size` bytes, which may point into the memo; a failure is not kept. */
static int memo_take(struct figure_source *s, enum memo_kind kind, const struct run_set *a,
                     const struct run_set *b, void *out, size_t size, struct err *err)
{
    static int (*const makers[])(const struct figure_source *, const struct memo_entry *,
                                 struct arena *, const void **, struct err *) = {
        [MEMO_COMPARE] = make_compare,
        [MEMO_EQUIVALENT] = make_equivalent,
        [MEMO_SELECTION] = make_selection,
        [MEMO_TRAJECTORY] = make_trajectory,
    };
    struct memo_entry *e = entry_of(s->memo, kind, a, b);
    const void *made = NULL;
    int rc = 0;
    if (e->value == NULL)
        rc = makers[kind](s, e, &e->arena, &made, err);
    if (rc == 0 && e->value == NULL)
        e->value = made;
    if (rc == 0)
        memcpy(out, e->value, size);
    return rc;
}

int figure_source_compare(struct figure_source *s, const struct run_set *a, const struct run_set *b,
                          struct compare *out, struct err *err)
{
    return memo_take(s, MEMO_COMPARE, a, b, out, sizeof(*out), err);
}

int figure_source_equivalent(struct figure_source *s, const struct run_set *base,
                             const struct run_set *method, struct equivalent_k out[2],
                             struct err *err)
{
    return memo_take(s, MEMO_EQUIVALENT, base, method, out, 2 * sizeof(*out), err);
}

int figure_source_selection(struct figure_source *s, const struct run_set *set,
                            struct selection *out, struct err *err)
{
    return memo_take(s, MEMO_SELECTION, set, &no_set, out, sizeof(*out), err);
}

int figure_source_trajectory(struct figure_source *s, const struct run_set *set,
                             struct trajectory *out, struct err *err)
{
    return memo_take(s, MEMO_TRAJECTORY, set, &no_set, out, sizeof(*out), err);
}
