/*
 * budget_curves.h - what methods find for equal budgets: rollouts, tokens, seconds of evaluation.
 *
 * A budget is a run's on one task.  A rollout costs its share of what its step used; steps are paid
 * in order, whole rollouts at a time.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_BUDGET_CURVES_H
#define ROLLBOOK_ANALYSIS_COMPARE_BUDGET_CURVES_H

#include "analysis/stat/stat_interval.h"
#include "analysis/study/cost.h"
#include "analysis/study/run_groups.h"

struct arena;
struct err;

enum budget_currency {
    BUDGET_ROLLOUTS,
    BUDGET_TOKENS, /* prompt, completion and teacher */
    BUDGET_SECONDS /* of evaluation on the device, summed over workers */
};
#define BUDGET_CURRENCIES 3

enum budget_metric {
    BUDGET_ANY,  /* P(a rollout is correct) */
    BUDGET_FAST, /* P(one is fast) */
    BUDGET_MAX   /* expected largest speedup, 0 without one */
};
#define BUDGET_METRICS 3

const char *budget_currency_name(enum budget_currency c); /* "rollouts", "tokens", "seconds" */
const char *budget_metric_name(enum budget_metric m);     /* "any", "fast_1", "max" */

struct budget_options {
    struct speed_rule rule;
    double level;
    size_t n_points;             /* of curves over tokens or seconds; 0: 12 */
    const struct cost_use *uses; /* of load_cost */
    size_t n_uses;
};

/* NaN where a run spent less or costs are unknown. */
struct budget_point {
    size_t method;
    double budget;
    double rollouts; /* paid for, mean over runs and tasks */
    double value[BUDGET_METRICS];
    struct interval ci[BUDGET_METRICS]; /* Student's t over tasks, shares in Wilson's form */
};

struct budget_curve {
    enum budget_currency currency;
    size_t n_budgets;
    struct budget_point *points; /* [budget * n_methods + method], with the same budgets */
    bool known;
};

struct budget_curves {
    size_t n_methods;
    size_t n_tasks; /* with rollouts of every method */
    struct budget_curve curves[BUDGET_CURRENCIES];
};

/* ERR_NODATA without a common task. */
int budget_curves(const struct run_groups *methods, const struct budget_options *o,
                  struct arena *arena, struct budget_curves *out, struct err *err);

#endif
