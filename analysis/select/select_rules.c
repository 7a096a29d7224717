#include "analysis/select/select_rules.h"

#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define TOP 3

const char *select_rule_name(enum select_rule rule)
{
    static const char *const names[SELECT_RULE_COUNT] = { "best-correct", "random-correct",
                                                          "confidence-guided", "surprisal-guided",
                                                          "surprisal-guided-top3" };
    return names[rule];
}

bool select_rule_needs_logprob(enum select_rule rule)
{
    return rule == SELECT_CONFIDENCE || rule == SELECT_SURPRISAL || rule == SELECT_SURPRISAL_TOP3;
}

static bool is_fast(double speedup, struct speed_rule rule)
{
    return rule.ge ? speedup >= rule.p : speedup > rule.p;
}

/* What a maximum over m of the n ascending speedups, drawn without replacement, is expected to be;
 * m = 1 is a uniform pick. */
static struct select_pick pick_fastest(const double *sorted, size_t n, size_t m,
                                       struct speed_rule speed)
{
    struct select_pick p = { .defined = true };
    double before = 0.0;
    struct stat_sum fast = { 0.0, 0.0 };
    struct stat_sum mean = { 0.0, 0.0 };
    struct stat_sum logs = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++) {
        double upto = stat_passk_miss((double)m, (int64_t)n, (int64_t)(n - 1 - i));
        double weight = upto - before;
        before = upto;
        if (!(weight > 0.0))
            continue;
        stat_sum_add(&fast, is_fast(sorted[i], speed) ? weight : 0.0);
        stat_sum_add(&mean, weight * sorted[i]);
        stat_sum_add(&logs, weight * log(sorted[i]));
    }
    p.fast = fmin(1.0, stat_sum_value(&fast));
    p.speedup = stat_sum_value(&mean);
    p.log_speedup = stat_sum_value(&logs);
    return p;
}

/* Ascending speedups of the candidates with from <= key <= to, where key is sign * log-prob. */
static size_t collect(const struct select_candidate *c, size_t n, double sign, double from,
                      double to, double *out)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        double key = sign * c[i].mean_logprob;
        if (key >= from && key <= to)
            out[m++] = c[i].speedup;
    }
    stat_sort(out, m);
    return m;
}

/* The fastest of the m lowest keys; among those that share the last key the choice is uniform. */
static struct select_pick pick_lowest(const struct select_candidate *c, size_t n, double sign,
                                      size_t m, struct speed_rule speed, struct arena *arena)
{
    double *keys = arena_array(arena, n, sizeof(*keys));
    double *inside = arena_array(arena, n, sizeof(*inside));
    double *tied = arena_array(arena, n, sizeof(*tied));
    for (size_t i = 0; i < n; i++)
        keys[i] = sign * c[i].mean_logprob;
    stat_sort(keys, n);
    if (m > n)
        m = n;
    double edge = keys[m - 1];
    size_t n_inside = 0;
    while (keys[n_inside] < edge)
        n_inside++;
    double best_inside = 0.0;
    if (n_inside > 0) {
        collect(c, n, sign, -STAT_INF, keys[n_inside - 1], inside);
        best_inside = inside[n_inside - 1];
    }
    size_t n_tied = collect(c, n, sign, edge, edge, tied);
    /* A tied candidate slower than the best one inside is never the pick. */
    for (size_t i = 0; i < n_tied; i++)
        tied[i] = fmax(tied[i], best_inside);
    struct select_pick p = pick_fastest(tied, n_tied, m - n_inside, speed);
    p.n_tied = n_tied > m - n_inside ? n_tied : 1;
    return p;
}

static struct select_pick pick_any(const struct select_candidate *c, size_t n, size_t m,
                                   struct speed_rule speed, struct arena *arena)
{
    double *speedups = arena_array(arena, n, sizeof(*speedups));
    for (size_t i = 0; i < n; i++)
        speedups[i] = c[i].speedup;
    stat_sort(speedups, n);
    struct select_pick p = pick_fastest(speedups, n, m, speed);
    p.n_tied = m < n ? n : 1;
    return p;
}

struct select_pick select_apply(enum select_rule rule, const struct select_candidate *c, size_t n,
                                struct speed_rule speed, struct arena *arena)
{
    struct select_pick none = { .fast = STAT_NAN, .speedup = STAT_NAN, .log_speedup = STAT_NAN };
    if (n == 0)
        return none;
    for (size_t i = 0; i < n && select_rule_needs_logprob(rule); i++) {
        if (isnan(c[i].mean_logprob))
            return none;
    }
    switch (rule) {
    case SELECT_BEST:
        return pick_any(c, n, n, speed, arena);
    case SELECT_RANDOM:
        return pick_any(c, n, 1, speed, arena);
    case SELECT_CONFIDENCE:
        return pick_lowest(c, n, -1.0, 1, speed, arena);
    case SELECT_SURPRISAL:
        return pick_lowest(c, n, 1.0, 1, speed, arena);
    case SELECT_SURPRISAL_TOP3:
        return pick_lowest(c, n, 1.0, TOP, speed, arena);
    }
    return none;
}
