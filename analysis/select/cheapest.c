#include "analysis/select/cheapest.h"

#include <math.h>
#include <string.h>

#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define MOST_WALKED 1000000

const char *const cheap_way_names[] = { "every", "cascade", "stop", "halving", "top", NULL };

size_t cheap_rollouts_of(const struct study *s, const struct study_cell *cell, int step,
                         struct speed_rule rule, struct cheap_rollout *out)
{
    size_t n = 0;
    for (size_t i = cell->first; i < cell->first + cell->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (step != STEP_ALL && r->step != step)
            continue;
        bool faster = r->correct && r->speedup > 1.0;
        out[n++] = (struct cheap_rollout){ .compiled = r->compiled,
                                           .correct = r->correct,
                                           .fast = study_is_fast(r, rule),
                                           .gain = faster ? log(r->speedup) : 0.0,
                                           .key = r->mean_logprob };
    }
    return n;
}

/* How many of the cell, or of some of them. */
struct stage_tally {
    double n, compiled, correct, fast;
};

static void count_in(struct stage_tally *t, const struct cheap_rollout *r)
{
    t->n += 1.0;
    t->compiled += r->compiled;
    t->correct += r->correct;
    t->fast += r->fast;
}

static double expected_max(const double *sorted, size_t n, size_t k)
{
    struct err ignored = { 0 };
    double out = 0.0;
    if (k == 0 || n == 0)
        return 0.0;
    return stat_passk_expected_max((double)k, sorted, n, &out, &ignored) < 0 ? STAT_NAN : out;
}

/* Up to the fast timing, of rollouts in these proportions. */
static double cascade_cost(const struct stage_tally *t, const struct cheap_costs *c)
{
    return t->n * c->compile + t->compiled * c->tiny + t->correct * c->fast;
}

/* Timings until one of x correct kernels is left. */
static double halving_cost(size_t x, double fast, double *out_timed)
{
    double cost = 0.0, longer = 1.0;
    *out_timed = (double)x;
    for (size_t left = x; left > 0; left = (left + 1) / 2, longer *= 2.0) {
        cost += (double)left * longer * fast;
        if (left == 1)
            break;
    }
    return cost;
}

/* Chance that k of `marked` are among b of n. */
static double hypergeometric(size_t n, size_t marked, size_t b, size_t k)
{
    if (k > marked || k > b || b - k > n - marked)
        return 0.0;
    if (marked == 1)
        return k == 1 ? (double)b / (double)n : 1.0 - (double)b / (double)n;
    return exp(stat_log_choose((double)marked, (double)k) +
               stat_log_choose((double)(n - marked), (double)(b - k)) -
               stat_log_choose((double)n, (double)b));
}

static void put_halving(const struct stage_tally *all, size_t n, size_t budget,
                        const struct cheap_costs *c, struct cheap_value *v)
{
    size_t correct = (size_t)all->correct;
    v->timed = 0.0;
    for (size_t x = 0; x <= budget && x <= correct; x++) {
        double chance = hypergeometric(n, correct, budget, x), timed;
        v->cost += chance * halving_cost(x, c->fast, &timed);
        v->timed += chance * timed;
    }
}

/* One after the other: after j that are not fast the next is drawn. */
static void put_stop(const struct cheap_rollout *x, size_t n, size_t budget,
                     const struct cheap_costs *c, struct arena *work, struct cheap_value *v)
{
    struct stage_tally fast = { 0 }, slow = { 0 };
    double *gains = arena_array(work, n + 1, sizeof(*gains));
    double fast_gain = 0.0;
    size_t n_slow = 0;
    for (size_t i = 0; i < n; i++) {
        count_in(x[i].fast ? &fast : &slow, &x[i]);
        if (x[i].fast)
            fast_gain += x[i].gain;
        else
            gains[n_slow++] = x[i].gain;
    }
    double fast_cost = fast.n > 0.0 ? cascade_cost(&fast, c) / fast.n : 0.0;
    double slow_cost = slow.n > 0.0 ? cascade_cost(&slow, c) / slow.n : 0.0;
    double none = 1.0; /* chance that none of the drawn is fast */
    *v = (struct cheap_value){ .found = v->found };
    for (size_t j = 0; j < budget && none > 0.0; j++) {
        double left = (double)(n - j), hit = fast.n / left;
        v->sampled += none;
        v->timed += none * hit;
        if (hit < 1.0)
            v->timed += none * (1.0 - hit) * slow.correct / slow.n;
        v->cost += none * (c->sample + hit * fast_cost + (1.0 - hit) * slow_cost);
        none *= 1.0 - hit;
    }
    stat_sort(gains, n_slow);
    v->gain = fast.n > 0.0 ? (1.0 - none) * fast_gain / fast.n : 0.0;
    if (none > 0.0)
        v->gain += none * expected_max(gains, n_slow, budget);
}

/* ---- the m most surprising of B ---- */

/* Rollouts of one key; the lowest keys come first. */
struct key_group {
    size_t first, n;
};

struct ranking {
    const struct cheap_rollout *x; /* by key */
    const struct key_group *groups;
    size_t n, n_groups, budget, m;
};

/*
 * Over the groups in order: how many were taken before, and of a group how many are among the B.
 * Those that are taken of a group are any of it.  Returns the chance that none of the taken is
 * marked (NULL: nobody is); adds what is expected of each group to taken[] unless it is NULL, which
 * goes with marked NULL.
 */
static double walk(const struct ranking *r, const bool *marked, double *taken, struct arena *work)
{
    size_t m = r->m < r->budget ? r->m : r->budget;
    double *state = arena_array(work, m + 1, sizeof(*state));
    double *next = arena_array(work, m + 1, sizeof(*next));
    memset(state, 0, (m + 1) * sizeof(*state));
    state[0] = 1.0;
    for (size_t g = 0; g < r->n_groups; g++) {
        const struct key_group *k = &r->groups[g];
        size_t rest = r->n - k->first;
        int64_t bad = 0;
        for (size_t i = k->first; i < k->first + k->n; i++)
            bad += marked != NULL && marked[i];
        memset(next, 0, (m + 1) * sizeof(*next));
        next[m] = state[m];
        for (size_t had = 0; had < m; had++) {
            for (size_t j = 0; state[had] > 0.0 && j <= k->n && j <= r->budget - had; j++) {
                double chance = state[had] * hypergeometric(rest, k->n, r->budget - had, j);
                size_t t = j < m - had ? j : m - had;
                if (taken != NULL)
                    taken[g] += chance * (double)t;
                next[had + t] += chance * stat_passk_miss((double)t, (int64_t)k->n, bad);
            }
        }
        memcpy(state, next, (m + 1) * sizeof(*state));
    }
    return state[m];
}

/* Expected largest gain: over the thresholds that gains give, from the largest down. */
static double top_gain(const struct ranking *r, struct arena *work)
{
    double *gains = arena_array(work, r->n, sizeof(*gains));
    size_t *order = arena_array(work, r->n, sizeof(*order));
    bool *above = arena_array(work, r->n, sizeof(*above));
    double sum = 0.0, before = 1.0;
    size_t n_gains = 0;
    for (size_t i = 0; i < r->n; i++) {
        gains[i] = r->x[i].gain;
        n_gains += gains[i] > 0.0;
    }
    if (n_gains * r->n_groups > MOST_WALKED)
        return STAT_NAN;
    memset(above, 0, r->n * sizeof(*above));
    stat_order(gains, r->n, order);
    for (size_t i = r->n; i-- > 0 && gains[order[i]] > 0.0;) {
        above[order[i]] = true;
        if (i > 0 && stat_same(gains[order[i - 1]], gains[order[i]]))
            continue;
        double below = walk(r, above, NULL, work);
        sum += (before - below) * gains[order[i]];
        before = below;
    }
    return sum;
}

static bool rank(const struct cheap_rollout *x, size_t n, struct arena *work, struct ranking *out)
{
    double *keys = arena_array(work, n, sizeof(*keys));
    size_t *order = arena_array(work, n, sizeof(*order));
    struct cheap_rollout *sorted = arena_array(work, n, sizeof(*sorted));
    struct key_group *groups = arena_array(work, n, sizeof(*groups));
    size_t n_groups = 0;
    for (size_t i = 0; i < n; i++) {
        keys[i] = x[i].key;
        if (isnan(keys[i]))
            return false;
    }
    stat_order(keys, n, order);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = x[order[i]];
        if (i == 0 || !stat_same(sorted[i].key, sorted[i - 1].key))
            groups[n_groups++] = (struct key_group){ i, 0 };
        groups[n_groups - 1].n++;
    }
    out->x = sorted;
    out->groups = groups;
    out->n = n;
    out->n_groups = n_groups;
    return true;
}

static struct cheap_value top_of(const struct cheap_plan *plan, const struct cheap_rollout *x,
                                 size_t n, const struct cheap_costs *c, struct arena *work)
{
    struct ranking r = { .budget = plan->budget, .m = plan->m };
    struct cheap_value v = { STAT_NAN, STAT_NAN, STAT_NAN, STAT_NAN, STAT_NAN };
    if (!rank(x, n, work, &r))
        return v;
    double *taken = arena_array(work, r.n_groups, sizeof(*taken));
    bool *fast = arena_array(work, n, sizeof(*fast));
    memset(taken, 0, r.n_groups * sizeof(*taken));
    for (size_t i = 0; i < n; i++)
        fast[i] = r.x[i].fast;
    v.found = 1.0 - walk(&r, fast, NULL, work);
    if (v.found < 1e-12) /* rounding */
        v.found = 0.0;
    walk(&r, NULL, taken, work);
    v.sampled = (double)plan->budget;
    v.cost = v.sampled * c->sample + v.found * c->full;
    v.timed = 0.0;
    for (size_t g = 0; g < r.n_groups; g++) {
        struct stage_tally t = { 0 };
        for (size_t i = r.groups[g].first; i < r.groups[g].first + r.groups[g].n; i++)
            count_in(&t, &r.x[i]);
        v.cost += taken[g] * cascade_cost(&t, c) / t.n;
        v.timed += taken[g] * t.correct / t.n;
    }
    if (!plan->no_gain)
        v.gain = top_gain(&r, work);
    return v;
}

struct cheap_value cheap_of(const struct cheap_plan *plan, const struct cheap_rollout *x, size_t n,
                            const struct cheap_costs *c, struct arena *work)
{
    size_t budget = plan->budget;
    struct stage_tally all = { 0 };
    double *gains = arena_array(work, n + 1, sizeof(*gains));
    if (budget < 1 || budget > n || (plan->way == CHEAP_TOP && plan->m < 1))
        return (struct cheap_value){ STAT_NAN, STAT_NAN, STAT_NAN, STAT_NAN, STAT_NAN };
    if (plan->way == CHEAP_TOP)
        return top_of(plan, x, n, c, work);
    for (size_t i = 0; i < n; i++) {
        count_in(&all, &x[i]);
        gains[i] = x[i].gain;
    }
    stat_sort(gains, n);
    double share = (double)budget / (double)n;
    struct stage_tally drawn = { share * all.n, share * all.compiled, share * all.correct,
                                 share * all.fast };
    struct cheap_value v = { .found = 1.0 - stat_passk_miss((double)budget, (int64_t)n,
                                                            (int64_t)all.fast),
                             .gain = expected_max(gains, n, budget),
                             .sampled = (double)budget,
                             .timed = drawn.correct };
    switch (plan->way) {
    case CHEAP_EVERY:
        v.cost = drawn.n * c->compile + drawn.compiled * c->tiny + drawn.correct * c->full;
        break;
    case CHEAP_CASCADE:
        v.cost = cascade_cost(&drawn, c) + v.found * c->full;
        break;
    case CHEAP_STOP:
        put_stop(x, n, budget, c, work, &v);
        v.cost += v.found * c->full;
        return v;
    case CHEAP_HALVING:
        v.cost = drawn.n * c->compile + drawn.compiled * c->tiny + v.found * c->full;
        put_halving(&all, n, budget, c, &v);
        break;
    case CHEAP_TOP:
        break;
    }
    v.cost += v.sampled * c->sample;
    return v;
}
