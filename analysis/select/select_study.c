#include "analysis/select/select_study.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/select/select_collect.h"
#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define LOGPROB "log-probs"
#define TOKENS  "token log-probs"

static const struct select_strategy strategies[] = {
    { "best-correct", "fastest correct sample: the oracle", MEASURE_SPEEDUP, -1, WIDTH_ALL, false,
      "" },
    { "random-correct", "any correct sample", MEASURE_NONE, 1, WIDTH_ONE, false, "" },
    { "confidence-guided", "highest mean log-prob", MEASURE_MEAN, -1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-guided", "lowest mean log-prob", MEASURE_MEAN, 1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-guided-top3", "fastest of the 3 lowest mean log-probs", MEASURE_MEAN, 1,
      WIDTH_THREE, false, LOGPROB },
    { "random-m", "fastest of m random correct samples", MEASURE_NONE, 1, WIDTH_M, false, "" },
    { "confidence-top-m", "fastest of the m highest mean log-probs", MEASURE_MEAN, -1, WIDTH_M,
      false, LOGPROB },
    { "surprisal-top-m", "fastest of the m lowest mean log-probs", MEASURE_MEAN, 1, WIDTH_M, false,
      LOGPROB },
    { "surprisal-sum", "lowest sum of log-probs", MEASURE_SUM, 1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-length-normalised", "lowest sum of log-probs / tokens^A", MEASURE_NORMALISED, 1,
      WIDTH_ONE, false, "log-probs and token counts" },
    { "surprisal-tail-mean", "lowest mean over the least likely tokens", MEASURE_TAIL, 1, WIDTH_ONE,
      false, TOKENS },
    { "surprisal-token-max", "least likely single token", MEASURE_MIN, 1, WIDTH_ONE, false,
      TOKENS },
    { "majority-hash", "code that most samples share (--identity)", MEASURE_TWINS, -1, WIDTH_ONE,
      false, "stored code" },
    { "shortest", "fewest bytes of code", MEASURE_BYTES, 1, WIDTH_ONE, false, "stored code" },
    { "fewest-tokens", "fewest tokens of the completion", MEASURE_TOKENS, 1, WIDTH_ONE, false,
      "token counts" },
    { "earliest", "first correct sample", MEASURE_ORDER, 1, WIDTH_ONE, false, "" },
    { "deployable-random", "fastest correct of m random samples", MEASURE_NONE, 1, WIDTH_M, true,
      "" },
    { "deployable-confidence", "fastest correct of the m highest mean log-probs of all samples",
      MEASURE_MEAN, -1, WIDTH_M, true, LOGPROB },
    { "deployable-surprisal", "fastest correct of the m lowest mean log-probs of all samples",
      MEASURE_MEAN, 1, WIDTH_M, true, LOGPROB },
};

const struct select_strategy *select_strategies(size_t *out_count)
{
    *out_count = ARRAY_LEN(strategies);
    return strategies;
}

const struct select_strategy *select_strategy_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(strategies); i++) {
        if (strcmp(strategies[i].name, name) == 0)
            return &strategies[i];
    }
    return NULL;
}

const char *select_domain_name(bool deployable)
{
    return deployable ? "all" : "correct";
}

size_t select_width_of(const struct select_strategy *s, size_t m, size_t n)
{
    size_t width = n;
    switch (s->width) {
    case WIDTH_ONE:
        width = 1;
        break;
    case WIDTH_THREE:
        width = 3;
        break;
    case WIDTH_M:
        width = m;
        break;
    case WIDTH_ALL:
        break;
    }
    return width < n ? width : n;
}

/* P(X >= i) for every i, X the number of successes. */
static double *upper_tails(const double *chances, size_t n, struct arena *arena)
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

/* P(X >= Y) of the tails of X and the chances of Y; NaN without cells. */
static double count_test(const double *tails, const double *y, size_t n)
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
    return count_test(upper_tails(random, n, arena), y, n);
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
 * The random choices that some rules have in common: those of one domain that evaluate as many in
 * the same cells.  Their distributions are made once.
 */
struct null_law {
    size_t rule;       /* the first of them */
    size_t exact_rule; /* the first whose ranks are convolved */
    bool exact;        /* some rule convolves ranks */
    const double *tails[COLLECT_CHOICES];
    double *rank_tail; /* heap */
    struct arena arena;
};

struct testing {
    const struct select_strategy *const *rules;
    const struct select_options *o;
    struct select_picks *picks;
    bool *exact;
    size_t *law_of;
    struct null_law *laws;
    size_t n_laws;
    struct select_result *out;
};

/* Of one domain. */
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

static void find_laws(struct testing *t, size_t n)
{
    for (size_t r = 0; r < n; r++) {
        size_t law = 0;
        while (law < t->n_laws &&
               (t->rules[r]->deployable != t->rules[t->laws[law].rule]->deployable ||
                !same_law(&t->picks[r], &t->picks[t->laws[law].rule])))
            law++;
        if (law == t->n_laws)
            t->laws[t->n_laws++] = (struct null_law){ .rule = r };
        t->law_of[r] = law;
        if (t->exact[r] && !t->laws[law].exact)
            t->laws[law].exact_rule = r;
        t->laws[law].exact = t->laws[law].exact || t->exact[r];
    }
}

static void make_law(void *context, size_t i)
{
    struct testing *t = context;
    struct null_law *law = &t->laws[i];
    const struct select_picks *x = &t->picks[law->rule];
    for (size_t k = COLLECT_ONE; k < COLLECT_CHOICES; k++)
        law->tails[k] = upper_tails(x->fast[k], x->n_cells, &law->arena);
    if (law->exact)
        law->rank_tail = select_rank_tail(t->picks[law->exact_rule].null, x->n_picked);
}

static struct select_rank_test test_ranks(const struct testing *t, size_t i)
{
    const struct select_picks *x = &t->picks[i];
    if (x->n_picked == 0)
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
    r.ci = select_count_interval(r.count, r.n_cells, t->o->level);
    r.lift = ratio(r.count, r.random_m_count);
    average_picks(x, &r);
    r.p_random = count_test(law->tails[COLLECT_ONE], count, x->n_cells);
    r.p_random_m = count_test(law->tails[COLLECT_M], count, x->n_cells);
    r.rank = test_ranks(t, i);
    if (s->width == WIDTH_ALL) /* an oracle has no chance to be compared with */
        r.p_random_m = r.rank.p = STAT_NAN;
    if (s->width != WIDTH_ONE) /* the choice of one is no match for several */
        r.p_random = STAT_NAN;
    if (s->measure == MEASURE_NONE) { /* the random choice itself */
        r.p_random = r.p_random_m = r.rank.p = STAT_NAN;
    }
    t->out[i] = r;
    arena_release(&arena);
}

/* Rules whose ranks are convolved need the weights: once more for these alone. */
static void collect_exact(const struct select_pool *pool, struct testing *t, size_t n, int threads,
                          struct arena *arena, struct select_collection *out)
{
    const struct select_strategy **exact = arena_array(arena, n, sizeof(*exact));
    size_t *places = arena_array(arena, n, sizeof(*places));
    size_t n_exact = 0;
    for (size_t i = 0; i < n; i++) {
        const struct select_picks *x = &t->picks[i];
        t->exact[i] = x->n_picked > 0 && select_rank_is_exact(x->picks, x->null, x->n_picked);
        if (t->exact[i]) {
            places[n_exact] = i;
            exact[n_exact++] = t->rules[i];
        }
    }
    select_collect(pool, exact, n_exact, t->o, true, threads, arena, out);
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
    select_collect(pool, rules, n, o, false, threads, &arena, &all);
    struct testing t = { .rules = rules, .o = o, .picks = all.rules, .out = out };
    t.exact = arena_array(&arena, n, sizeof(*t.exact));
    t.law_of = arena_array(&arena, n, sizeof(*t.law_of));
    t.laws = arena_array(&arena, n, sizeof(*t.laws));
    collect_exact(pool, &t, n, threads, &arena, &exact);
    find_laws(&t, n);
    parallel_for(t.n_laws, threads, make_law, &t);
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
