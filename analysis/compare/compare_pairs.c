/*
 * compare_pairs.c - which runs and cells of two groups pair, and what each estimand is of a pair.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/compare_value.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static void evaluate(const struct study *s, const struct compare_run *a,
                     const struct compare_run *b, struct speed_rule rule, struct arena *work,
                     struct compare_cell *out)
{
    const struct study_cell *ca = study_cell_find(s, a->run, out->task);
    const struct study_cell *cb = study_cell_find(s, b->run, out->task);
    struct boa_share share_a = compare_share_of(s, a, ca, rule);
    struct boa_share share_b = compare_share_of(s, b, cb, rule);
    out->sample_a = share_a.count;
    out->sample_b = share_b.count;
    out->part_a = share_a.part;
    out->part_b = share_b.part;
    out->in_sample_a = share_a.in_sample;
    out->in_sample_b = share_b.in_sample;
    out->budget = (int64_t)(ca->count < cb->count ? ca->count : cb->count);
    struct compare_best best_a = compare_best_of(s, ca, COMPARE_WHOLE, out->budget, rule, work);
    struct compare_best best_b = compare_best_of(s, cb, COMPARE_WHOLE, out->budget, rule, work);
    out->a[COMPARE_SAMPLE] = share_a.cross_fitted;
    out->b[COMPARE_SAMPLE] = share_b.cross_fitted;
    out->a[COMPARE_BEST] = best_a.any;
    out->b[COMPARE_BEST] = best_b.any;
    out->a[COMPARE_LOG_BEST] = best_a.log_best;
    out->b[COMPARE_LOG_BEST] = best_b.log_best;
    for (int i = 0; i < 2; i++) {
        enum compare_fold judged = i == COMPARE_EVEN ? COMPARE_ODD : COMPARE_EVEN;
        struct count base = compare_count(s, ca, STEP_ALL, (enum compare_fold)i, rule);
        struct count rest = compare_count(s, ca, STEP_ALL, judged, rule);
        int64_t budget = rest.n < (int64_t)cb->count ? rest.n : (int64_t)cb->count;
        struct compare_best held = compare_best_of(s, ca, judged, budget, rule, work);
        struct compare_best against = compare_best_of(s, cb, COMPARE_WHOLE, budget, rule, work);
        struct compare_half *h = &out->halves[i];
        h->base_share = base.n == 0 ? STAT_NAN : (double)base.c / (double)base.n;
        h->gain[COMPARE_SAMPLE] =
            share_b.cross_fitted - compare_share_held_out(s, a, ca, judged, rule);
        h->gain[COMPARE_BEST] = against.any - held.any;
        h->gain[COMPARE_LOG_BEST] = against.log_best - held.log_best;
    }
}

static bool has_rollouts(const struct study *s, size_t run, size_t task)
{
    const struct study_cell *c = study_cell_find(s, run, task);
    return c != NULL && c->count > 0;
}

static bool share_tasks(const struct study *s, size_t a, size_t b)
{
    for (size_t t = 0; t < s->n_tasks; t++)
        if (has_rollouts(s, a, t) && has_rollouts(s, b, t))
            return true;
    return false;
}

/* Runs of one seed that share no task, as of a run a level, are parts of one. */
static int check_seeds(const struct run_set *g, const char *name, struct err *err)
{
    const struct study *s = g->study;
    for (size_t i = 0; i < g->n_runs; i++) {
        const struct study_run *r = &s->runs[g->runs[i]];
        for (size_t j = 0; j < i; j++) {
            const struct study_run *other = &s->runs[g->runs[j]];
            const bool parts = !share_tasks(s, g->runs[i], g->runs[j]);
            if (!parts && (!r->has_seed || !other->has_seed))
                return err_set(
                    err, ERR_USAGE,
                    "run %s of group %s has no seed to be paired by; compare single runs",
                    r->has_seed ? other->name : r->name, name);
            if (!parts && other->seed == r->seed)
                return err_set(err, ERR_USAGE,
                               "runs %s and %s of group %s have the same seed %llu and tasks in "
                               "common: no pairing; runs of one seed pair as one where their tasks "
                               "differ",
                               other->name, r->name, name, (unsigned long long)r->seed);
        }
    }
    return 0;
}

struct run_pair {
    size_t a;
    size_t b;
    size_t seed; /* of the seeds in common */
    struct compare_run run_a;
    struct compare_run run_b;
};

static int by_seed_order(const struct study *s, struct run_pair x, struct run_pair y)
{
    uint64_t sx = (uint64_t)s->runs[x.a].seed;
    uint64_t sy = (uint64_t)s->runs[y.a].seed;
    return (sx > sy) - (sx < sy);
}

static bool same_seed(const struct study *s, size_t a, size_t b)
{
    const struct study_run *x = &s->runs[a], *y = &s->runs[b];
    return x->has_seed == y->has_seed && (!x->has_seed || x->seed == y->seed);
}

/* Several pairs of one seed are of different tasks. */
static size_t number_seeds(const struct study *s, struct run_pair *pairs, size_t n)
{
    size_t n_seeds = 0;
    for (size_t i = 0; i < n; i++) {
        n_seeds += i == 0 || !same_seed(s, pairs[i - 1].a, pairs[i].a);
        pairs[i].seed = n_seeds - 1;
    }
    return n_seeds;
}

static int pair_runs(const struct run_set *a, const struct run_set *b, struct run_pair *pairs,
                     size_t *out_count, struct err *err)
{
    if (a->n_runs == 1 && b->n_runs == 1) {
        pairs[0] = (struct run_pair){ .a = a->runs[0], .b = b->runs[0] };
        *out_count = 1;
        return 0;
    }
    int rc = check_seeds(a, "a", err);
    if (rc == 0)
        rc = check_seeds(b, "b", err);
    if (rc < 0)
        return rc;
    size_t n = 0;
    for (size_t i = 0; i < a->n_runs; i++) {
        for (size_t j = 0; j < b->n_runs; j++) {
            struct run_pair p = { .a = a->runs[i], .b = b->runs[j] };
            if (!same_seed(a->study, p.a, p.b))
                continue;
            size_t at = n++;
            for (; at > 0 && by_seed_order(a->study, pairs[at - 1], p) > 0; at--)
                pairs[at] = pairs[at - 1];
            pairs[at] = p;
        }
    }
    *out_count = n;
    if (n == 0)
        return err_set(err, ERR_NODATA, "the groups have no seed in common");
    return 0;
}

static size_t planned(const struct run_set *g, size_t task)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n_runs; i++)
        n += study_cell_find(g->study, g->runs[i], task) != NULL;
    return n;
}

static void collect_cells(const struct study *s, const struct run_pair *pairs, size_t n_pairs,
                          struct speed_rule rule, struct arena *arena, struct compare *out)
{
    struct arena work = { 0 };
    out->cells = arena_array(arena, s->n_tasks * n_pairs, sizeof(*out->cells));
    for (size_t t = 0; t < s->n_tasks; t++) {
        size_t before = out->n_cells;
        for (size_t i = 0; i < n_pairs; i++) {
            const struct run_pair *p = &pairs[i];
            if (!has_rollouts(s, p->a, t) || !has_rollouts(s, p->b, t))
                continue;
            struct compare_cell *cell = &out->cells[out->n_cells++];
            cell->task = t;
            cell->run_a = p->a;
            cell->run_b = p->b;
            cell->pair = p->seed;
            evaluate(s, &p->run_a, &p->run_b, rule, &work, cell);
            if (out->budget_low == 0 || cell->budget < out->budget_low)
                out->budget_low = cell->budget;
            if (cell->budget > out->budget_high)
                out->budget_high = cell->budget;
            arena_reset(&work);
        }
        out->n_tasks += out->n_cells > before;
    }
    arena_release(&work);
}

static struct compare_budget budget_of(const struct study *s, const struct compare *c, bool is_a)
{
    struct compare_budget b = { .tokens = 0.0, .wall_seconds = 0.0 };
    double rollouts = 0.0;
    for (size_t i = 0; i < c->n_cells; i++) {
        size_t run = is_a ? c->cells[i].run_a : c->cells[i].run_b;
        rollouts += (double)study_cell_find(s, run, c->cells[i].task)->count;
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++)
            seen = run == (is_a ? c->cells[j].run_a : c->cells[j].run_b);
        if (seen)
            continue;
        const struct study_run *r = &s->runs[run];
        b.n_runs++;
        b.tokens += (double)r->prompt_tokens + (double)r->completion_tokens;
        b.wall_seconds += r->wall_seconds;
    }
    b.rollouts_per_cell = c->n_cells == 0 ? STAT_NAN : rollouts / (double)c->n_cells;
    if (!(b.tokens > 0.0))
        b.tokens = STAT_NAN;
    return b;
}

static size_t count_seeds(const struct run_set *g)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n_runs; i++) {
        bool seen = false;
        for (size_t k = 0; k < i; k++)
            seen = seen || same_seed(g->study, g->runs[i], g->runs[k]);
        n += !seen;
    }
    return n;
}

static void check_groups(const struct run_set *a, const struct run_set *b, struct compare *out)
{
    const struct study *s = a->study;
    const size_t seeds_a = count_seeds(a), seeds_b = count_seeds(b);
    out->same_tasks = true;
    for (size_t t = 0; t < s->n_tasks; t++) {
        size_t in_a = planned(a, t);
        size_t in_b = planned(b, t);
        if (in_a == 0 && in_b == 0)
            continue;
        out->same_tasks = out->same_tasks && in_a == seeds_a && in_b == seeds_b;
        out->n_tasks_dropped += in_a == 0 || in_b == 0;
    }
    out->same_split = true;
    const char *hash = s->runs[a->runs[0]].split_hash;
    for (size_t i = 0; i < a->n_runs; i++)
        out->same_split = out->same_split && strcmp(s->runs[a->runs[i]].split_hash, hash) == 0;
    for (size_t i = 0; i < b->n_runs; i++)
        out->same_split = out->same_split && strcmp(s->runs[b->runs[i]].split_hash, hash) == 0;
    out->budget_a = budget_of(s, out, true);
    out->budget_b = budget_of(s, out, false);
    out->same_budget = stat_same(out->budget_a.rollouts_per_cell, out->budget_b.rollouts_per_cell);
}

static size_t unpaired(const struct run_set *g, const struct run_pair *pairs, size_t n_pairs)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n_runs; i++) {
        bool found = false;
        for (size_t k = 0; k < n_pairs; k++)
            found = found || pairs[k].a == g->runs[i] || pairs[k].b == g->runs[i];
        n += !found;
    }
    return n;
}

int compare_pair(const struct run_set *a, const struct run_set *b, const struct compare_options *o,
                 struct arena *arena, struct compare *out, struct err *err)
{
    if (a->n_runs == 0 || b->n_runs == 0)
        return err_set(err, ERR_USAGE, "a comparison needs runs in both groups");
    struct run_pair *pairs = arena_array(arena, a->n_runs * b->n_runs, sizeof(*pairs));
    size_t n_pairs = 0;
    int rc = pair_runs(a, b, pairs, &n_pairs, err);
    if (rc < 0)
        return rc;
    struct compare c = { .n_seeds = number_seeds(a->study, pairs, n_pairs) };
    c.n_runs_dropped = unpaired(a, pairs, n_pairs) + unpaired(b, pairs, n_pairs);
    const struct study_run *first_a = &a->study->runs[pairs[0].a];
    const struct study_run *first_b = &a->study->runs[pairs[0].b];
    c.same_seeds = c.n_runs_dropped == 0 && first_a->has_seed && first_b->has_seed &&
                   first_a->seed == first_b->seed;
    struct boa_fit_options fit = boa_fit_standard(o->seed, o->threads);
    for (size_t i = 0; i < n_pairs; i++) {
        compare_run_open(a->study, pairs[i].a, o->rule, &fit, arena, &pairs[i].run_a);
        compare_run_open(a->study, pairs[i].b, o->rule, &fit, arena, &pairs[i].run_b);
        c.cross_fitted = c.cross_fitted || pairs[i].run_a.adaptive || pairs[i].run_b.adaptive;
    }
    collect_cells(a->study, pairs, n_pairs, o->rule, arena, &c);
    if (c.n_cells == 0)
        return err_set(err, ERR_NODATA, "the groups have no task with scored rollouts in common");
    check_groups(a, b, &c);
    *out = c;
    return 0;
}
