#include "analysis/compare/equivalent_cost.h"

#include "analysis/stat/stat_summary.h"

const char *equivalent_currency_name(enum equivalent_currency c)
{
    static const char *const names[] = { "tokens", "seconds" };
    return names[c];
}

/* NaN when a rollout lacks its tokens. */
static double run_tokens(const struct study *s, const struct study_run *r)
{
    double tokens = (double)r->teacher_tokens;
    for (size_t i = 0; i < r->n_cells; i++) {
        const struct study_cell *c = &s->cells[r->first_cell + i];
        for (size_t k = c->first; k < c->first + c->count; k++) {
            const struct study_rollout *x = &s->rollouts[k];
            if (x->prompt_tokens < 0 || x->completion_tokens < 0)
                return STAT_NAN;
            tokens += (double)x->prompt_tokens + (double)x->completion_tokens;
        }
    }
    return tokens;
}

struct cost_totals {
    double cost;
    double rollouts;
    double cells;
};

static struct cost_totals sum_runs(const struct run_set *set, enum equivalent_currency currency)
{
    struct cost_totals t = { 0.0, 0.0, 0.0 };
    for (size_t i = 0; i < set->n_runs; i++) {
        const struct study_run *r = &set->study->runs[set->runs[i]];
        t.cost += currency == EQUIVALENT_TOKENS ? run_tokens(set->study, r) : r->wall_seconds;
        t.rollouts += (double)r->n_rollouts;
        for (size_t k = 0; k < r->n_cells; k++)
            t.cells += set->study->cells[r->first_cell + k].count > 0 ? 1.0 : 0.0;
    }
    return t;
}

struct equivalent_cost equivalent_cost_of(const struct run_set *base, const struct run_set *method,
                                          enum equivalent_currency currency)
{
    struct cost_totals b = sum_runs(base, currency);
    struct cost_totals m = sum_runs(method, currency);
    struct equivalent_cost out = { STAT_NAN, STAT_NAN };
    if (b.rollouts > 0.0 && b.cost > 0.0)
        out.base_rollout = b.cost / b.rollouts;
    if (m.cells > 0.0 && m.cost > 0.0)
        out.spent = m.cost / m.cells;
    return out;
}
