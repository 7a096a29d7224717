#include "analysis/select/select_collect.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define CELLS_A_UNIT 8

/* The samples of a cell that rules of one domain choose from. */
struct domain {
    bool made;
    struct select_order order;
    const struct select_sample **samples; /* in that order */
    double *twins;                        /* how many of the domain share the code; or NULL */
    size_t n_choices;
    struct select_outcome *choices; /* random ones of so many, as they were asked for */
};

struct desk {
    const struct select_cell *cell;
    const struct select_sample *samples;
    struct speed_rule rule;
    struct domain domains[2]; /* [deployable] */
    struct arena *arena;
};

static void make_domain(struct desk *desk, bool all, struct domain *d)
{
    size_t most = desk->cell->n;
    const struct select_sample **of = arena_array(desk->arena, most, sizeof(*of));
    double *speedups = arena_array(desk->arena, most, sizeof(*speedups));
    size_t n = 0;
    for (size_t i = 0; i < most; i++) {
        if (!all && !desk->samples[i].correct)
            continue;
        of[n] = &desk->samples[i];
        speedups[n++] = desk->samples[i].speedup;
    }
    d->made = true;
    d->order = select_order_of(speedups, n, desk->arena);
    d->samples = arena_array(desk->arena, n, sizeof(*d->samples));
    for (size_t i = 0; i < n; i++)
        d->samples[i] = of[d->order.order[i]];
}

static int by_number(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

/* First place of a sorted list that is not below the code. */
static size_t lower_bound(const int64_t *codes, size_t n, int64_t code)
{
    size_t low = 0;
    while (n > 0) {
        size_t half = n / 2;
        if (codes[low + half] < code) {
            low += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return low;
}

static void count_twins(struct desk *desk, struct domain *d)
{
    size_t n = d->order.n;
    int64_t *codes = arena_array(desk->arena, n + 1, sizeof(*codes));
    d->twins = arena_array(desk->arena, n + 1, sizeof(*d->twins));
    for (size_t i = 0; i < n; i++)
        codes[i] = d->samples[i]->code;
    if (n > 1)
        qsort(codes, n, sizeof(*codes), by_number);
    for (size_t i = 0; i < n; i++) {
        int64_t code = d->samples[i]->code;
        size_t from = lower_bound(codes, n, code);
        size_t to = code == INT64_MAX ? n : lower_bound(codes, n, code + 1);
        d->twins[i] = code == 0 ? STAT_NAN : (double)(to - from);
    }
}

/* Keys of a rule in the domain's order; NULL for one that has none. */
static double *make_keys(struct desk *desk, const struct select_strategy *s, struct domain *d)
{
    if (s->measure == MEASURE_NONE)
        return NULL;
    double *keys = arena_array(desk->arena, d->order.n + 1, sizeof(*keys));
    if (s->measure == MEASURE_TWINS && d->twins == NULL)
        count_twins(desk, d);
    for (size_t i = 0; i < d->order.n; i++)
        keys[i] = s->sign *
                  (s->measure == MEASURE_TWINS ? d->twins[i] : d->samples[i]->measures[s->measure]);
    return keys;
}

static struct domain *domain_of(struct desk *desk, const struct select_strategy *s)
{
    struct domain *d = &desk->domains[s->deployable];
    if (!d->made)
        make_domain(desk, s->deployable, d);
    return d;
}

static struct select_outcome choose_at_random(struct desk *desk, struct domain *d, size_t m,
                                              size_t most)
{
    for (size_t i = 0; i < d->n_choices; i++) {
        if (d->choices[i].m == m)
            return d->choices[i];
    }
    if (d->choices == NULL)
        d->choices = arena_array(desk->arena, most, sizeof(*d->choices));
    struct select_outcome x = select_among(&d->order, NULL, m, desk->rule, desk->arena);
    d->choices[d->n_choices++] = x;
    return x;
}

struct select_outcome select_outcome_of(const struct select_strategy *s,
                                        const struct select_cell *c, size_t m,
                                        struct speed_rule rule, struct arena *arena)
{
    struct desk desk = {
        .cell = c, .samples = select_cell_samples(c, arena), .rule = rule, .arena = arena
    };
    struct domain *d = domain_of(&desk, s);
    return select_among(&d->order, make_keys(&desk, s, d), m, rule, arena);
}

enum fate { FATE_LEFT_OUT, FATE_UNDEFINED, FATE_EMPTY, FATE_PICKED };

/* Of one rule in one cell. */
struct finding {
    enum fate fate;
    double one_fast;
    struct select_outcome pick;
    struct select_outcome null;
};

struct select_job {
    const struct select_pool *pool;
    const struct select_strategy *const *rules;
    size_t n_rules;
    const struct select_options *o;
    bool keep;
    struct arena *kept;       /* of each unit */
    struct finding *findings; /* [rule * n_cells + cell] */
};

static void keep_weights(struct select_outcome *x, struct arena *kept)
{
    size_t n = x->n_weighted;
    if (kept == NULL || !x->defined) {
        x->ranks = NULL;
        x->weights = NULL;
        return;
    }
    int64_t *ranks = arena_array(kept, n, sizeof(*ranks));
    double *weights = arena_array(kept, n, sizeof(*weights));
    memcpy(ranks, x->ranks, n * sizeof(*ranks));
    memcpy(weights, x->weights, n * sizeof(*weights));
    x->ranks = ranks;
    x->weights = weights;
}

static struct finding find(struct desk *desk, const struct select_strategy *s,
                           const struct select_job *job, struct arena *kept)
{
    struct finding f = { .fate = FATE_EMPTY };
    struct domain *d = domain_of(desk, s);
    size_t n = d->order.n;
    if (n == 0)
        return f;
    size_t m = select_width_of(s, job->o->m, n);
    size_t most = job->n_rules + 1; /* random choices: of 1, and of each rule's m */
    f.pick = select_among(&d->order, make_keys(desk, s, d), m, desk->rule, desk->arena);
    f.fate = f.pick.defined ? FATE_PICKED : FATE_UNDEFINED;
    if (!f.pick.defined)
        return f;
    f.null = choose_at_random(desk, d, m, most);
    f.one_fast = choose_at_random(desk, d, 1, most).fast;
    keep_weights(&f.pick, kept);
    keep_weights(&f.null, kept);
    return f;
}

static void collect_unit(void *context, size_t unit)
{
    const struct select_job *job = context;
    const struct select_pool *pool = job->pool;
    struct arena work = { 0 };
    size_t end =
        (unit + 1) * CELLS_A_UNIT < pool->n_cells ? (unit + 1) * CELLS_A_UNIT : pool->n_cells;
    for (size_t i = unit * CELLS_A_UNIT; i < end; i++) {
        const struct select_cell *c = &pool->cells[i];
        if (job->o->skip_degenerate && c->degenerate != NULL)
            continue; /* FATE_LEFT_OUT */
        struct desk desk = { .cell = c,
                             .samples = select_cell_samples(c, &work),
                             .rule = job->o->rule,
                             .arena = &work };
        for (size_t r = 0; r < job->n_rules; r++)
            job->findings[r * pool->n_cells + i] =
                find(&desk, job->rules[r], job, job->keep ? &job->kept[unit] : NULL);
        arena_rewind(&work);
    }
    arena_release(&work);
}

static void put_together(const struct finding *f, size_t n, struct arena *arena,
                         struct select_picks *x)
{
    for (size_t k = 0; k < COLLECT_CHOICES; k++)
        x->fast[k] = arena_array(arena, n, sizeof(double));
    x->cells = arena_array(arena, n, sizeof(*x->cells));
    x->picks = arena_array(arena, n, sizeof(*x->picks));
    x->null = arena_array(arena, n, sizeof(*x->null));
    for (size_t i = 0; i < n; i++) {
        x->n_undefined += f[i].fate == FATE_UNDEFINED;
        if (f[i].fate != FATE_EMPTY && f[i].fate != FATE_PICKED)
            continue;
        size_t cell = x->n_cells++;
        if (f[i].fate == FATE_EMPTY)
            continue;
        x->fast[COLLECT_RULE][cell] = f[i].pick.fast;
        x->fast[COLLECT_ONE][cell] = f[i].one_fast;
        x->fast[COLLECT_M][cell] = f[i].null.fast;
        x->cells[x->n_picked] = i;
        x->picks[x->n_picked] = f[i].pick;
        x->null[x->n_picked++] = f[i].null;
    }
    /* Cells without a candidate say nothing about a rule that no other cell defines. */
    if (x->n_picked == 0 && x->n_undefined > 0)
        x->n_cells = 0;
}

void select_collect(const struct select_pool *pool, const struct select_strategy *const *rules,
                    size_t n_rules, const struct select_options *o, bool keep, int threads,
                    struct arena *arena, struct select_collection *out)
{
    size_t n_units = (pool->n_cells + CELLS_A_UNIT - 1) / CELLS_A_UNIT;
    struct select_job job = {
        .pool = pool, .rules = rules, .n_rules = n_rules, .o = o, .keep = keep
    };
    job.kept = arena_array(arena, n_units, sizeof(*job.kept));
    job.findings = mem_array(n_rules * pool->n_cells, sizeof(*job.findings));
    parallel_for(n_units, threads, collect_unit, &job);
    *out = (struct select_collection){ .n_rules = n_rules, .kept = job.kept, .n_kept = n_units };
    out->rules = arena_array(arena, n_rules, sizeof(*out->rules));
    for (size_t r = 0; r < n_rules; r++)
        put_together(job.findings + r * pool->n_cells, pool->n_cells, arena, &out->rules[r]);
    free(job.findings);
}

void select_collection_release(struct select_collection *c)
{
    for (size_t i = 0; i < c->n_kept; i++)
        arena_release(&c->kept[i]);
}
