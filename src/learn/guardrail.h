/*
 * guardrail.h - bounds of a run's metrics and what happens beyond them (pure).
 *
 * A new metric is one row in guardrail.c and its value where the metrics are made.
 */
#ifndef ROLLBOOK_LEARN_GUARDRAIL_H
#define ROLLBOOK_LEARN_GUARDRAIL_H

#include <stdbool.h>
#include <stddef.h>

struct err;

enum guard_action { GUARD_WARN, GUARD_ROLLBACK, GUARD_STOP };
const char *guard_action_name(enum guard_action a);

/* of_update: measured by the update, else on the step's rollouts before it. */
enum guard_metric_id {
    GUARD_REWARD_RATIO,
    GUARD_CORRECT,
    GUARD_LATENCY_RATIO,
    GUARD_KL,
    GUARD_GRAD_NORM,
    GUARD_ENTROPY,
    GUARD_METRICS
};

struct guard_metric {
    const char *name;
    const char *meaning;
    bool of_update;
    bool above; /* beyond is above the bound, else below */
    double bound;
};
extern const struct guard_metric guard_metrics[GUARD_METRICS];

struct guardrail {
    enum guard_metric_id metric;
    double bound;
    enum guard_action action;
};

/* "kl=0.02:stop,correct:rollback,entropy"; NULL: none.  Standard are the metric's bound and warn.
 */
#define GUARDS_MOST 16
int guardrail_parse(const char *text, struct guardrail *out, size_t *out_count, struct err *err);

/* A value that is not known is beyond nothing. */
bool guardrail_fires(const struct guardrail *g, double value);

/* By task (NaN: none correct): geometric mean of before over now, over tasks that have both; NaN
 * without one.  Above 1 it became slower. */
double guard_latency_ratio(const double *speedups_before, const double *speedups_now,
                           size_t n_tasks);

#endif
