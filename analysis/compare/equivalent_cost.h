/* equivalent_cost.h - equivalent base samples as tokens and seconds. */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_COST_H
#define ROLLBOOK_ANALYSIS_COMPARE_EQUIVALENT_COST_H

#include "analysis/study/study.h"

enum equivalent_currency {
    EQUIVALENT_TOKENS, /* prompt, completion and teacher */
    EQUIVALENT_SECONDS /* wall time of the ledger */
};
#define EQUIVALENT_CURRENCIES 2

struct equivalent_cost {
    double base_rollout; /* of a base rollout; NaN: unknown */
    double spent;        /* by the method, a task and run, adaptation included; NaN: unknown */
};

const char *equivalent_currency_name(enum equivalent_currency c); /* "tokens", "seconds" */

/* Every rollout needs tokens, or every run wall time; else unknown. */
struct equivalent_cost equivalent_cost_of(const struct run_set *base, const struct run_set *method,
                                          enum equivalent_currency currency);

#endif
