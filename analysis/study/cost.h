/* cost.h - what runs used, and its price. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_COST_H
#define ROLLBOOK_ANALYSIS_STUDY_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a step or summed; NaN: unknown. */
struct cost_use {
    const char *run;
    const char *model;
    int step;
    double rollouts;
    double correct;
    double prompt_tokens; /* of the student */
    double completion_tokens;
    double teacher_tokens;
    double evaluate_seconds; /* summed over workers */
    double wall_seconds;
    double latency_seconds; /* summed over the n_latency rollouts of which an import says it */
    int64_t n_latency;
    int64_t n_untold; /* rollouts without token counts */
    bool from_ledger; /* else summed over rollouts */
};

#define COST_ALL_STEPS (-1)

/* NaN: not listed. */
struct cost_prices {
    double prompt_per_million;
    double completion_per_million;
    double teacher_per_million;
    double evaluate_per_hour;
    double wall_per_hour;
};

struct cost_dollars {
    double student; /* NaN: a used part has no price */
    double teacher;
    double seconds;
    double total; /* NaN when any part is */
    double per_correct;
};

/* What was not used costs 0 even without a price. */
struct cost_dollars cost_of(const struct cost_use *use, const struct cost_prices *prices);
/* Unknown parts make the sum unknown. */
void cost_add(struct cost_use *a, const struct cost_use *b);

#endif
