#include "analysis/compare/compare_pair.h"

#include <string.h>

#include "analysis/compare/compare_value.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

const char *compare_estimand_name(enum compare_estimand e)
{
    static const char *const names[] = { "sample", "best-of-b", "log-best-of-b" };
    return names[e];
}

const char *compare_estimand_sentence(enum compare_estimand e)
{
    static const char *const sentences[] = {
        "per task and seed, the share of fast samples: all samples of a run that does not adapt; "
        "of one that does, those of the Best-of-Adaptation step, chosen on one random half of "
        "every task's rollouts and scored on the other (mean over splits)",
        "per task and seed, the chance that one of B rollouts of the run is fast, adaptation "
        "rollouts included: B is what the group with fewer rollouts has there, the steps of a run "
        "are taken in their order, and within one every choice of rollouts is equally likely",
        "per task and seed, the expected natural log of the largest speedup among B rollouts as "
        "above, given that one of them has a speedup; undefined where none is correct and timed",
    };
    return sentences[e];
}

/* What both runs of a cell give. */
static void evaluate(const struct study *s, const struct compare_run *a,
                     const struct compare_run *b, struct speed_rule rule, struct arena *work,
                     struct compare_cell *out)
{
    const struct study_cell *ca = study_cell_find(s, a->run, out->task);
    const struct study_cell *cb = study_cell_find(s, b->run, out->task);
    struct compare_share share_a = compare_share_of(s, a, ca, rule);
    struct compare_share share_b = compare_share_of(s, b, cb, rule);
    out->sample_a = share_a.count;
    out->sample_b = share_b.count;
    out->in_sample_a = share_a.in_sample;
    out->in_sample_b = share_b.in_sample;
    out->budget = (int64_t)(ca->count < cb->count ? ca->count : cb->count);
    struct compare_best best_a = compare_best_of(s, ca, COMPARE_WHOLE, out->budget, rule, work);
    struct compare_best best_b = compare_best_of(s, cb, COMPARE_WHOLE, out->budget, rule, work);
    out->a[COMPARE_SAMPLE] = share_a.value;
    out->b[COMPARE_SAMPLE] = share_b.value;
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
        h->gain[COMPARE_SAMPLE] = share_b.value - compare_share_held_out(s, a, ca, judged, rule);
        h->gain[COMPARE_BEST] = against.any - held.any;
        h->gain[COMPARE_LOG_BEST] = against.log_best - held.log_best;
    }
}

static int check_seeds(const struct run_set *g, const char *name, struct err *err)
{
    for (size_t i = 0; i < g->n_runs; i++) {
        const struct study_run *r = &g->study->runs[g->runs[i]];
        if (!r->has_seed)
            return err_set(err, ERR_USAGE,
                           "run %s of group %s has no seed to be paired by; compare single runs",
                           r->name, name);
        for (size_t j = 0; j < i; j++) {
            const struct study_run *other = &g->study->runs[g->runs[j]];
            if (other->seed == r->seed)
                return err_set(err, ERR_USAGE,
                               "runs %s and %s of group %s have the same seed %llu: no pairing",
                               other->name, r->name, name, (unsigned long long)r->seed);
        }
    }
    return 0;
}

struct run_pair {
    size_t a;
    size_t b;
    struct compare_run run_a;
    struct compare_run run_b;
};

static int by_seed_order(const struct study *s, struct run_pair x, struct run_pair y)
{
    uint64_t sx = (uint64_t)s->runs[x.a].seed;
    uint64_t sy = (uint64_t)s->runs[y.a].seed;
    return (sx > sy) - (sx < sy);
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
            if (a->study->runs[p.a].seed != a->study->runs[p.b].seed)
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

static bool has_rollouts(const struct study *s, size_t run, size_t task)
{
    const struct study_cell *c = study_cell_find(s, run, task);
    return c != NULL && c->count > 0;
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

static void check_groups(const struct run_set *a, const struct run_set *b, struct compare *out)
{
    const struct study *s = a->study;
    out->same_tasks = true;
    for (size_t t = 0; t < s->n_tasks; t++) {
        size_t in_a = planned(a, t);
        size_t in_b = planned(b, t);
        if (in_a == 0 && in_b == 0)
            continue;
        out->same_tasks = out->same_tasks && in_a == a->n_runs && in_b == b->n_runs;
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

int compare_pair(const struct run_set *a, const struct run_set *b, const struct compare_options *o,
                 struct arena *arena, struct compare *out, struct err *err)
{
    if (a->n_runs == 0 || b->n_runs == 0)
        return err_set(err, ERR_USAGE, "a comparison needs runs in both groups");
    size_t most = a->n_runs < b->n_runs ? a->n_runs : b->n_runs;
    struct run_pair *pairs = arena_array(arena, most, sizeof(*pairs));
    size_t n_pairs = 0;
    int rc = pair_runs(a, b, pairs, &n_pairs, err);
    if (rc < 0)
        return rc;
    struct compare c = { .n_seeds = n_pairs };
    c.n_runs_dropped = a->n_runs + b->n_runs - 2 * n_pairs;
    const struct study_run *first_a = &a->study->runs[pairs[0].a];
    const struct study_run *first_b = &a->study->runs[pairs[0].b];
    c.same_seeds = c.n_runs_dropped == 0 && first_a->has_seed && first_b->has_seed &&
                   first_a->seed == first_b->seed;
    struct boa_fit_options fit = { BOA_SPLITS, o->seed, STAT_ANALYSIS_COMPARE, o->threads };
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
