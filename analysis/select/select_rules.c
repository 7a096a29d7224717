#include "analysis/select/select_rules.h"

#include "analysis/select/select_study.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

static const struct select_strategy *row_of(enum select_rule rule)
{
    size_t n;
    return &select_strategies(&n)[rule];
}

const char *select_rule_name(enum select_rule rule)
{
    return row_of(rule)->name;
}

bool select_rule_needs_logprob(enum select_rule rule)
{
    return row_of(rule)->measure == MEASURE_MEAN;
}

size_t select_rule_width(enum select_rule rule)
{
    const struct select_strategy *s = row_of(rule);
    return s->width == WIDTH_ALL ? 0 : select_width_of(s, 1, SIZE_MAX);
}

struct select_pick select_apply(enum select_rule rule, const struct select_candidate *c, size_t n,
                                struct speed_rule speed, struct arena *arena)
{
    const struct select_strategy *s = row_of(rule);
    double *speedups = arena_array(arena, n + 1, sizeof(*speedups));
    double *keys = arena_array(arena, n + 1, sizeof(*keys));
    for (size_t i = 0; i < n; i++)
        speedups[i] = c[i].speedup;
    struct select_order order = select_order_of(speedups, n, arena);
    for (size_t i = 0; i < n; i++)
        keys[i] = s->sign * c[order.order[i]].mean_logprob;
    struct select_outcome o = select_among(&order, select_rule_needs_logprob(rule) ? keys : NULL,
                                           select_width_of(s, n, n), speed, arena);
    if (!o.defined)
        return (
            struct select_pick){ .fast = STAT_NAN, .speedup = STAT_NAN, .log_speedup = STAT_NAN };
    return (struct select_pick){ true, o.fast, o.speedup, o.log_speedup, o.n_tied };
}
