#include "analysis/tables/compare/power_table.h"

#include <math.h>
#include <string.h>

#include "analysis/resample/stat_hierarchy.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/declaration/declaration.h"

#define ASSUMED 200 /* quantiles */

enum power_column {
    COL_EFFECT,
    COL_POWER,
    COL_ERROR,
    COL_TASKS,
    COL_SEEDS,
    COL_BUDGET,
    COL_ALPHA_EACH,
    COL_MIN_P,
    COL_COUNT
};

static const struct table_column columns[COL_COUNT] = {
    { "effect", 4 },  { "power", 3 },  { "standard_error", 2 }, { "n_tasks", 0 },
    { "n_seeds", 0 }, { "budget", 0 }, { "alpha_each", 4 },     { "min_p", 4 },
};

/* By task over runs; of step 0 where a run adapts. */
static int stored_rates(const struct table_input *in, struct speed_rule rule, double **out,
                        size_t *out_n, struct err *err)
{
    const struct study *s = NULL;
    int rc = tables_study_judged(in, &s, err);
    if (rc < 0)
        return rc;
    double *rates = arena_array(in->arena, s->n_tasks + 1, sizeof(*rates));
    size_t n = 0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        double sum = 0.0;
        double cells = 0.0;
        for (size_t r = 0; r < s->n_runs; r++) {
            const struct study_cell *c = study_cell_find(s, r, t);
            struct count k = { 0, 0 };
            if (c != NULL)
                k = study_count_fast(s, c, study_is_adaptive(&s->runs[r]) ? 0 : STEP_ALL, rule);
            if (k.n == 0)
                continue;
            sum += (double)k.c / (double)k.n;
            cells++;
        }
        if (cells > 0.0)
            rates[n++] = sum / cells;
    }
    *out = rates;
    *out_n = n;
    return n > 0 ? 0
                 : err_set(
                       err, ERR_NODATA,
                       "these runs have no scored rollout; --rate and --spread plan without runs");
}

static int find_rates(const struct table_input *in, const struct power_request *r, double **out,
                      size_t *out_n, struct err *err)
{
    const struct study_declaration *d = r->declared;
    if (in->runs.n > 0)
        return stored_rates(in, (struct speed_rule){ d->threshold, d->ge, SPEED_MEAN }, out, out_n,
                            err);
    *out_n = ASSUMED;
    *out = arena_array(in->arena, ASSUMED, sizeof(**out));
    if (stat_power_rates(r->mean, r->sd, ASSUMED, *out))
        return 0;
    return err_set(err, ERR_USAGE,
                   "--rate must be between 0 and 1, and --spread, its sd over tasks, below the "
                   "root of rate (1 - rate)");
}

static void note_power(struct table *t, const struct table_input *in, const struct power_request *r,
                       size_t n_rates, size_t n_pairs, double alpha)
{
    const struct study_declaration *d = r->declared;
    double min_p = ldexp(2.0, -(int)(d->n_tasks < 1000 ? d->n_tasks : 1000));
    if (in->runs.n > 0)
        table_note(t,
                   "rates without the effect: shares of fast rollouts of %zu tasks of the runs "
                   "named, drawn with replacement; for an adapting run, of its step 0",
                   n_rates);
    else
        table_note(t,
                   "rates without the effect: assumed, a beta distribution over tasks with mean %g "
                   "and sd %g",
                   r->mean, r->sd);
    table_reading(t, "power: share of simulated studies that find the effect, which is added to "
                     "the rate of every task");
    table_note(t,
               "effect: added to a task's rate, cut at 1. power: share of %lld simulated studies "
               "in which sign flips over the tasks' differences have p <= alpha_each, the "
               "strictest level: alpha %g / %lld looks / %zu pairs (Holm's first step); seed %lld",
               (long long)r->replicates, d->alpha, (long long)d->looks, n_pairs,
               (long long)r->seed);
    table_note(t, "this assumes that seeds of a task and method differ only by their rollouts; if "
                  "they differ by more, power is lower");
    if (min_p > alpha)
        table_warning(t,
                      "NOTHING CAN BE FOUND: the smallest p that %zu tasks can give is %.4g, above "
                      "alpha_each %.4g",
                      d->n_tasks, min_p, alpha);
}

int power_table_fill(const struct table_input *in, const struct power_request *r, struct table *out,
                     struct err *err)
{
    const struct study_declaration *d = r->declared;
    double *effects = NULL;
    double *rates = NULL;
    size_t n_effects = 0;
    size_t n_rates = 0;
    struct table t;
    if (r->replicates < 100 || r->replicates > 100000)
        return err_set(err, ERR_USAGE, "--replicates is 100 to 100000");
    if (strcmp(declaration_estimands[d->estimand], "log-best-of-b") == 0)
        return err_set(err, ERR_USAGE,
                       "power of log-best-of-b needs speedups, which no rate gives: declare sample "
                       "or best-of-b");
    int rc = tables_numbers("effects", r->effects, in->arena, &effects, &n_effects, err);
    if (rc == 0)
        rc = find_rates(in, r, &rates, &n_rates, err);
    if (rc < 0)
        return rc;
    size_t n_pairs = d->n_methods * (d->n_methods - 1) / 2;
    struct stat_power_plan plan = { .rates = rates,
                                    .n_rates = n_rates,
                                    .n_tasks = d->n_tasks,
                                    .n_seeds = d->n_seeds,
                                    .budget = d->budget,
                                    .best = d->estimand == 1,
                                    .alpha = d->alpha / (double)d->looks / (double)n_pairs,
                                    .replicates = (int)r->replicates,
                                    .seed = (uint64_t)r->seed };
    table_init(&t, in->arena, "rollbook.declare.power/1", columns, COL_COUNT);
    for (size_t i = 0; i < n_effects; i++) {
        double power = stat_power_shares(&plan, effects[i]);
        struct cell *c = table_row(&t);
        c[COL_EFFECT] = cell_real(effects[i]);
        c[COL_POWER] = tables_real(&t, power, "undefined");
        c[COL_ERROR] =
            tables_real(&t, sqrt(power * (1.0 - power) / (double)r->replicates), "undefined");
        c[COL_TASKS] = cell_int((int64_t)d->n_tasks);
        c[COL_SEEDS] = cell_int((int64_t)d->n_seeds);
        c[COL_BUDGET] = cell_int(d->budget);
        c[COL_ALPHA_EACH] = cell_real(plan.alpha);
        c[COL_MIN_P] = cell_real(ldexp(2.0, -(int)(d->n_tasks < 1000 ? d->n_tasks : 1000)));
    }
    note_power(&t, in, r, n_rates, n_pairs, plan.alpha);
    *out = t;
    return 0;
}
