#include "analysis/compare/compare_pair.h"

#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

const char *compare_estimand_name(enum compare_estimand e)
{
    static const char *const names[] = { "deployed", "sample", "best", "log-best-speedup" };
    return names[e];
}

const char *compare_estimand_sentence(enum compare_estimand e)
{
    static const char *const sentences[] = {
        "per task and seed, an adapting run gives the share of fast samples at its Best-of-"
        "Adaptation step (chosen on the same rollouts), any other run 1 when one of its K samples "
        "is fast (oracle of K), else 0",
        "per task and seed, the share of fast samples: all samples of a run that does not adapt, "
        "those of the Best-of-Adaptation step of one that does (chosen on the same rollouts)",
        "per task and seed, 1 when any rollout of the run is fast, adaptation rollouts included, "
        "else 0",
        "per task and seed, the natural log of the largest speedup among all rollouts of the run; "
        "undefined where none is correct and timed",
    };
    return sentences[e];
}

static double log_best(const struct study *s, const struct study_cell *c)
{
    double best = STAT_NAN;
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (r->correct && !isnan(r->speedup) && !(r->speedup <= best))
            best = r->speedup;
    }
    return log(best);
}

/* What a run gives on a task; step is the one that COMPARE_SAMPLE is about. */
static void evaluate(const struct study *s, size_t run, size_t task, int step,
                     struct speed_rule rule, struct count *out_sample, double *out)
{
    const struct study_cell *c = study_cell_find(s, run, task);
    struct count all = study_count_fast(s, c, STEP_ALL, rule);
    struct count own = study_count_fast(s, c, step, rule);
    double any = all.n == 0 ? STAT_NAN : (double)(all.c > 0);
    double share = own.n == 0 ? STAT_NAN : (double)own.c / (double)own.n;
    *out_sample = own;
    out[COMPARE_DEPLOYED] = study_is_adaptive(&s->runs[run]) ? share : any;
    out[COMPARE_SAMPLE] = share;
    out[COMPARE_BEST] = any;
    out[COMPARE_LOG_BEST] = log_best(s, c);
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
    int step_a; /* that COMPARE_SAMPLE is about */
    int step_b;
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

static int sample_step(const struct study *s, size_t run, struct speed_rule rule)
{
    return study_is_adaptive(&s->runs[run]) ? study_boa_step(s, run, rule) : STEP_ALL;
}

static void collect_cells(const struct study *s, const struct run_pair *pairs, size_t n_pairs,
                          struct speed_rule rule, struct arena *arena, struct compare *out)
{
    out->cells = arena_array(arena, s->n_tasks * n_pairs, sizeof(*out->cells));
    for (size_t t = 0; t < s->n_tasks; t++) {
        size_t before = out->n_cells;
        for (size_t i = 0; i < n_pairs; i++) {
            struct run_pair p = pairs[i];
            if (!has_rollouts(s, p.a, t) || !has_rollouts(s, p.b, t))
                continue;
            struct compare_cell *cell = &out->cells[out->n_cells++];
            cell->task = t;
            cell->run_a = p.a;
            cell->run_b = p.b;
            evaluate(s, p.a, t, p.step_a, rule, &cell->sample_a, cell->a);
            evaluate(s, p.b, t, p.step_b, rule, &cell->sample_b, cell->b);
        }
        out->n_tasks += out->n_cells > before;
    }
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

int compare_pair(const struct run_set *a, const struct run_set *b, struct speed_rule rule,
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
    for (size_t i = 0; i < n_pairs; i++) {
        pairs[i].step_a = sample_step(a->study, pairs[i].a, rule);
        pairs[i].step_b = sample_step(a->study, pairs[i].b, rule);
    }
    collect_cells(a->study, pairs, n_pairs, rule, arena, &c);
    if (c.n_cells == 0)
        return err_set(err, ERR_NODATA, "the groups have no task with scored rollouts in common");
    check_groups(a, b, &c);
    *out = c;
    return 0;
}
