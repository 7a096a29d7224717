#include "analysis/select/select_study.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/select/select_kernels.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"
#include "src/base/speedup.h"

/*
 * Cells come one by one, so that samples are made and ordered once for all rules, then forgotten.
 */

/* A rule, one random pick, m random picks. */
enum { COLLECT_RULE, COLLECT_ONE, COLLECT_M, COLLECT_CHOICES };

struct select_picks {
    size_t n_cells;
    size_t n_picked;
    size_t n_undefined;
    double *fast[COLLECT_CHOICES]; /* by cell; 0 where nothing is to pick from */
    size_t *tasks;
    size_t *cells; /* picked ones of the pool */
    struct select_outcome *picks;
    struct select_outcome *null;
};

struct select_collection {
    size_t n_rules;
    struct select_picks *rules;
    struct arena *kept;
    size_t n_kept;
};

#define CELLS_A_UNIT 8

struct domain {
    bool made;
    struct select_order order;
    const struct select_sample **samples;
    double *twins; /* samples of the same code; or NULL */
    size_t n_choices;
    struct select_outcome *choices; /* random, of so many, as asked for */
};

struct desk {
    const struct select_cell *cell;
    const struct select_sample *samples;
    struct speed_rule rule;
    struct domain domains[2]; /* [deployable] */
    struct arena *arena;
};

static int by_number(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

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

/* In the domain's order; NULL: no keys. */
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
    if (!d->made) {
        size_t most = desk->cell->n;
        const struct select_sample **of = arena_array(desk->arena, most, sizeof(*of));
        double *speedups = arena_array(desk->arena, most, sizeof(*speedups));
        size_t n = 0;
        for (size_t i = 0; i < most; i++) {
            if (!s->deployable && !desk->samples[i].correct)
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

struct finding {
    enum fate fate;
    double one_fast;
    struct select_outcome pick;
    struct select_outcome null;
};

struct select_work {
    const struct select_pool *pool;
    const struct select_strategy *const *rules;
    size_t n_rules;
    const struct select_options *o;
    bool keep; /* with weights and ranks */
    struct arena *kept;
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
                           const struct select_work *job, struct arena *kept)
{
    struct finding f = { .fate = FATE_EMPTY };
    struct domain *d = domain_of(desk, s);
    size_t n = d->order.n;
    if (n == 0)
        return f;
    size_t m = select_width_of(s, job->o->m, n);
    size_t most = job->n_rules + 1; /* of 1, and of each rule's m */
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
    const struct select_work *job = context;
    const struct select_pool *pool = job->pool;
    struct arena work = { 0 };
    size_t end =
        (unit + 1) * CELLS_A_UNIT < pool->n_cells ? (unit + 1) * CELLS_A_UNIT : pool->n_cells;
    for (size_t i = unit * CELLS_A_UNIT; i < end; i++) {
        const struct select_cell *c = &pool->cells[i];
        if (job->o->skip_degenerate && c->degenerate != NULL)
            continue;
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

static void put_together(const struct select_pool *pool, const struct finding *f, size_t n,
                         struct arena *arena, struct select_picks *x)
{
    for (size_t k = 0; k < COLLECT_CHOICES; k++)
        x->fast[k] = arena_array(arena, n, sizeof(double));
    x->tasks = arena_array(arena, n, sizeof(*x->tasks));
    x->cells = arena_array(arena, n, sizeof(*x->cells));
    x->picks = arena_array(arena, n, sizeof(*x->picks));
    x->null = arena_array(arena, n, sizeof(*x->null));
    for (size_t i = 0; i < n; i++) {
        x->n_undefined += f[i].fate == FATE_UNDEFINED;
        if (f[i].fate != FATE_EMPTY && f[i].fate != FATE_PICKED)
            continue;
        size_t cell = x->n_cells++;
        x->tasks[cell] = pool->cells[i].task;
        if (f[i].fate == FATE_EMPTY)
            continue;
        x->fast[COLLECT_RULE][cell] = f[i].pick.fast;
        x->fast[COLLECT_ONE][cell] = f[i].one_fast;
        x->fast[COLLECT_M][cell] = f[i].null.fast;
        x->cells[x->n_picked] = i;
        x->picks[x->n_picked] = f[i].pick;
        x->null[x->n_picked++] = f[i].null;
    }
    /* Cells without a candidate say nothing about a rule that is undefined in all others. */
    if (x->n_picked == 0 && x->n_undefined > 0)
        x->n_cells = 0;
}

/* All but findings and the weights kept lies in the arena. */
static void select_collect(struct select_work job, int threads, struct arena *arena,
                           struct select_collection *out)
{
    const struct select_pool *pool = job.pool;
    size_t n_rules = job.n_rules;
    size_t n_units = (pool->n_cells + CELLS_A_UNIT - 1) / CELLS_A_UNIT;
    job.kept = arena_array(arena, n_units, sizeof(*job.kept));
    job.findings = mem_array(n_rules * pool->n_cells, sizeof(*job.findings));
    parallel_for(n_units, threads, collect_unit, &job);
    *out = (struct select_collection){ .n_rules = n_rules, .kept = job.kept, .n_kept = n_units };
    out->rules = arena_array(arena, n_rules, sizeof(*out->rules));
    for (size_t r = 0; r < n_rules; r++)
        put_together(pool, job.findings + r * pool->n_cells, pool->n_cells, arena, &out->rules[r]);
    free(job.findings);
}

static void select_collection_release(struct select_collection *c)
{
    for (size_t i = 0; i < c->n_kept; i++)
        arena_release(&c->kept[i]);
}

static double ratio(double a, double b)
{
    return b > 0.0 ? a / b : STAT_NAN;
}

static void average_picks(const struct select_picks *x, struct select_result *r)
{
    struct stat_sum success = { 0.0, 0.0 };
    struct stat_sum speedup = { 0.0, 0.0 };
    struct stat_sum logs = { 0.0, 0.0 };
    struct stat_sum regret = { 0.0, 0.0 };
    struct stat_sum percentile = { 0.0, 0.0 };
    for (size_t i = 0; i < x->n_picked; i++) {
        const struct select_outcome *p = &x->picks[i];
        r->n_tied += p->n_tied > 1;
        stat_sum_add(&percentile, p->percentile);
        if (!(p->success > 0.0))
            continue;
        stat_sum_add(&success, p->success);
        stat_sum_add(&speedup, p->success * p->speedup);
        stat_sum_add(&logs, p->success * p->log_speedup);
        stat_sum_add(&regret, p->success * p->log_regret);
    }
    double works = stat_sum_value(&success);
    r->success = ratio(works, (double)x->n_cells);
    r->mean_speedup = ratio(stat_sum_value(&speedup), works);
    r->geomean_speedup = exp(ratio(stat_sum_value(&logs), works));
    r->mean_log_regret = ratio(stat_sum_value(&regret), works);
    r->percentile = ratio(stat_sum_value(&percentile), (double)x->n_picked);
}

/*
 * Random choices shared by rules of a domain that evaluate as many in the same cells: one
 * distribution for all.
 */
struct null_law {
    size_t rule;
    size_t exact_rule; /* first to convolve ranks */
    bool exact;
    bool tested; /* by a rule at least */
    const double *tails;
    const double *kernels; /* by orders of kernels; NULL: none repeats */
    bool repeated, shared;
    double *rank_tail; /* heap */
    struct arena arena;
};

struct testing {
    const struct select_pool *pool;
    const struct select_strategy *const *rules;
    const struct select_options *o;
    struct select_picks *picks;
    bool *exact;
    size_t *law_of;
    struct null_law *laws;
    size_t n_laws;
    struct select_result *out;
};

static bool same_law(const struct select_picks *a, const struct select_picks *b)
{
    if (a->n_cells != b->n_cells || a->n_picked != b->n_picked)
        return false;
    for (size_t i = 0; i < a->n_picked; i++) {
        if (a->cells[i] != b->cells[i] || a->null[i].m != b->null[i].m)
            return false;
    }
    return true;
}

static void look_at_kernels(const struct testing *t, struct null_law *law)
{
    const struct select_picks *x = &t->picks[law->rule];
    struct arena work = { 0 };
    struct select_kernels *cells = arena_array(&work, x->n_picked + 1, sizeof(*cells));
    bool all = t->rules[law->rule]->deployable;
    for (size_t i = 0; i < x->n_picked; i++) {
        const struct select_cell *c = &t->pool->cells[x->cells[i]];
        const struct select_sample *samples = select_cell_samples(c, &work);
        int64_t *code = arena_array(&work, c->n + 1, sizeof(*code));
        bool *fast = arena_array(&work, c->n + 1, sizeof(*fast));
        cells[i] = (struct select_kernels){
            .task = c->task, .code = code, .fast = fast, .m = x->null[i].m
        };
        for (size_t k = 0; k < c->n; k++) {
            if (!all && !samples[k].correct)
                continue;
            code[cells[i].n] = samples[k].code;
            fast[cells[i].n++] = samples[k].correct &&
                                 speedup_is_fast(samples[k].speedup, t->o->rule.p, t->o->rule.ge);
        }
    }
    law->repeated = select_kernels_repeat(cells, x->n_picked, false);
    law->shared = law->repeated && select_kernels_repeat(cells, x->n_picked, true);
    if (law->tested)
        law->kernels = select_kernels_tails(cells, x->n_picked, 0, &law->arena);
    arena_release(&work);
}

/* The larger of both nulls' chances. */
static double count_p(const struct null_law *law, const struct select_picks *x, const double *count)
{
    double p = select_tail_test(law->tails, count, x->n_cells);
    if (law->kernels == NULL || isnan(p))
        return p;
    /* Cells without a candidate have no fast pick. */
    return fmax(p, select_tail_test(law->kernels, count, x->n_picked));
}

static void make_law(void *context, size_t i)
{
    struct testing *t = context;
    struct null_law *law = &t->laws[i];
    const struct select_picks *x = &t->picks[law->rule];
    law->tails = select_upper_tails(x->fast[COLLECT_M], x->n_cells, &law->arena);
    look_at_kernels(t, law);
}

static void convolve_law(void *context, size_t i)
{
    struct testing *t = context;
    struct null_law *law = &t->laws[i];
    const struct select_picks *x = &t->picks[law->exact_rule];
    if (law->exact)
        law->rank_tail = select_rank_tail(x->null, x->n_picked);
}

/* Nothing compares with an oracle, and the random choice is the null itself. */
static bool is_tested(const struct select_strategy *s)
{
    return s->width != WIDTH_ALL && s->measure != MEASURE_NONE;
}

static struct select_rank_test test_ranks(const struct testing *t, size_t i)
{
    const struct select_picks *x = &t->picks[i];
    if (x->n_picked == 0 || !is_tested(t->rules[i]) || t->laws[t->law_of[i]].shared)
        return (struct select_rank_test){ STAT_NAN, true };
    return t->exact[i] ? select_rank_exact(x->picks, x->n_picked, t->laws[t->law_of[i]].rank_tail)
                       : select_rank_normal(x->picks, x->null, x->n_picked);
}

static void test_rule(void *context, size_t i)
{
    struct testing *t = context;
    struct arena arena = { 0 };
    const struct select_strategy *s = t->rules[i];
    const struct select_picks *x = &t->picks[i];
    const struct null_law *law = &t->laws[t->law_of[i]];
    struct select_result r = { .strategy = s,
                               .m = s->width == WIDTH_ALL ? 0
                                                          : select_width_of(s, t->o->m, SIZE_MAX),
                               .n_cells = x->n_cells,
                               .n_picked = x->n_picked,
                               .n_undefined = x->n_undefined };
    double *count = arena_array(&arena, x->n_cells + 1, sizeof(*count));
    stat_poisson_binomial(x->fast[COLLECT_RULE], x->n_cells, count);
    r.count = stat_sum(x->fast[COLLECT_RULE], x->n_cells);
    r.random_count = stat_sum(x->fast[COLLECT_ONE], x->n_cells);
    r.random_m_count = stat_sum(x->fast[COLLECT_M], x->n_cells);
    r.fast = ratio(r.count, (double)r.n_cells);
    r.ci =
        select_task_interval(x->fast[COLLECT_RULE], x->tasks, r.n_cells, t->o->level, &r.interval);
    r.lift = ratio(r.count, r.random_m_count);
    average_picks(x, &r);
    r.rank = test_ranks(t, i);
    r.kernels_repeat = law->repeated;
    r.kernels_shared = law->shared;
    r.p_random_m = is_tested(s) ? count_p(law, x, count) : STAT_NAN;
    r.p_random = s->width == WIDTH_ONE ? r.p_random_m : STAT_NAN; /* one is no match for several */
    t->out[i] = r;
    arena_release(&arena);
}

/* Only convolved ranks need the weights. */
static void collect_exact(const struct select_pool *pool, struct testing *t, size_t n, int threads,
                          struct arena *arena, struct select_collection *out)
{
    const struct select_strategy **exact = arena_array(arena, n, sizeof(*exact));
    size_t *places = arena_array(arena, n, sizeof(*places));
    size_t n_exact = 0;
    for (size_t i = 0; i < n; i++) {
        const struct select_picks *x = &t->picks[i];
        struct null_law *law = &t->laws[t->law_of[i]];
        t->exact[i] = x->n_picked > 0 && is_tested(t->rules[i]) && !law->shared &&
                      select_rank_is_exact(x->picks, x->null, x->n_picked);
        if (t->exact[i]) {
            if (!law->exact)
                law->exact_rule = i;
            law->exact = true;
            places[n_exact] = i;
            exact[n_exact++] = t->rules[i];
        }
    }
    select_collect(
        (struct select_work){
            .pool = pool, .rules = exact, .n_rules = n_exact, .o = t->o, .keep = true },
        threads, arena, out);
    for (size_t i = 0; i < n_exact; i++)
        t->picks[places[i]] = out->rules[i];
}

void select_strategy_results(const struct select_pool *pool,
                             const struct select_strategy *const *rules, size_t n,
                             const struct select_options *o, int threads, struct select_result *out)
{
    struct arena arena = { 0 };
    struct select_collection all;
    struct select_collection exact;
    select_collect((struct select_work){ .pool = pool, .rules = rules, .n_rules = n, .o = o },
                   threads, &arena, &all);
    struct testing t = { .pool = pool, .rules = rules, .o = o, .picks = all.rules, .out = out };
    t.exact = arena_array(&arena, n, sizeof(*t.exact));
    t.law_of = arena_array(&arena, n, sizeof(*t.law_of));
    t.laws = arena_array(&arena, n, sizeof(*t.laws));
    for (size_t r = 0; r < n; r++) {
        size_t law = 0;
        while (law < t.n_laws && (t.rules[r]->deployable != t.rules[t.laws[law].rule]->deployable ||
                                  !same_law(&t.picks[r], &t.picks[t.laws[law].rule])))
            law++;
        if (law == t.n_laws)
            t.laws[t.n_laws++] = (struct null_law){ .rule = r };
        t.law_of[r] = law;
        t.laws[law].tested = t.laws[law].tested || is_tested(rules[r]);
    }
    parallel_for(t.n_laws, threads, make_law, &t);
    collect_exact(pool, &t, n, threads, &arena, &exact);
    parallel_for(t.n_laws, threads, convolve_law, &t);
    parallel_for(n, threads, test_rule, &t);
    for (size_t i = 0; i < t.n_laws; i++) {
        free(t.laws[i].rank_tail);
        arena_release(&t.laws[i].arena);
    }
    select_collection_release(&exact);
    select_collection_release(&all);
    arena_release(&arena);
}

struct select_result select_strategy_result(const struct select_pool *pool,
                                            const struct select_strategy *s,
                                            const struct select_options *o)
{
    struct select_result r;
    select_strategy_results(pool, &s, 1, o, 1, &r);
    return r;
}

double *select_upper_tails(const double *chances, size_t n, struct arena *arena)
{
    double *tails = arena_array(arena, n + 1, sizeof(*tails));
    double sum = 0.0;
    stat_poisson_binomial(chances, n, tails);
    for (size_t i = n + 1; i-- > 0;) {
        sum += tails[i];
        tails[i] = fmin(1.0, sum);
    }
    return tails;
}

double select_tail_test(const double *tails, const double *y, size_t n)
{
    struct stat_sum p = { 0.0, 0.0 };
    if (n == 0)
        return STAT_NAN;
    for (size_t i = 0; i <= n; i++)
        stat_sum_add(&p, y[i] * tails[i]);
    return fmin(1.0, stat_sum_value(&p));
}

double select_count_test(const double *random, const double *picked, size_t n, struct arena *arena)
{
    double *y = arena_array(arena, n + 1, sizeof(*y));
    stat_poisson_binomial(picked, n, y);
    return select_tail_test(select_upper_tails(random, n, arena), y, n);
}

struct interval select_task_interval(const double *fast, const size_t *tasks, size_t n,
                                     double level, enum interval_kind *kind)
{
    struct arena work = { 0 };
    size_t n_tasks = 0;
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        most = tasks[i] + 1 > most ? tasks[i] + 1 : most;
    double *y = arena_array(&work, most + 1, sizeof(*y));
    double *size = arena_array(&work, most + 1, sizeof(*size));
    for (size_t i = 0; i < n; i++) {
        y[tasks[i]] += fast[i];
        size[tasks[i]]++;
    }
    for (size_t t = 0; t < most; t++) {
        if (!(size[t] > 0.0))
            continue;
        y[n_tasks] = y[t];
        size[n_tasks++] = size[t];
    }
    double count = stat_sum(fast, n);
    struct interval ci = stat_interval_share(y, size, n_tasks, level);
    *kind = INTERVAL_STUDENT;
    if (n_tasks == n) {
        *kind = INTERVAL_CLOPPER_PEARSON;
        ci = select_count_interval(count, n, level);
    }
    arena_release(&work);
    return ci;
}

struct interval select_count_interval(double count, size_t n, double level)
{
    double whole = nearbyint(count);
    bool is_whole = fabs(count - whole) < 1e-9;
    int64_t low = (int64_t)(is_whole ? whole : floor(count));
    int64_t high = (int64_t)(is_whole ? whole : ceil(count));
    return (struct interval){
        stat_interval_clopper_pearson(low, (int64_t)n, level).low,
        stat_interval_clopper_pearson(high, (int64_t)n, level).high,
    };
}
