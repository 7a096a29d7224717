#include "analysis/study/cost.h"

#include <math.h>

#include "analysis/stat/stat_summary.h"

static double priced(double used, double price, double unit)
{
    return used > 0.0 || isnan(used) ? used / unit * price : 0.0;
}

/* NaN when neither kind of hour has a price and any were used. */
static double priced_seconds(const struct cost_use *u, const struct cost_prices *p)
{
    double evaluate = priced(u->evaluate_seconds, p->evaluate_per_hour, 3600.0);
    double wall = priced(u->wall_seconds, p->wall_per_hour, 3600.0);
    if (isnan(p->evaluate_per_hour))
        return wall;
    return isnan(p->wall_per_hour) ? evaluate : evaluate + wall;
}

struct cost_dollars cost_of(const struct cost_use *use, const struct cost_prices *prices)
{
    struct cost_dollars d = {
        .student = priced(use->prompt_tokens, prices->prompt_per_million, 1e6) +
                   priced(use->completion_tokens, prices->completion_per_million, 1e6),
        .teacher = priced(use->teacher_tokens, prices->teacher_per_million, 1e6),
        .seconds = priced_seconds(use, prices),
    };
    d.total = d.student + d.teacher + d.seconds;
    d.per_correct = use->correct > 0.0 ? d.total / use->correct : STAT_NAN;
    return d;
}

void cost_add(struct cost_use *a, const struct cost_use *b)
{
    a->rollouts += b->rollouts;
    a->correct += b->correct;
    a->prompt_tokens += b->prompt_tokens;
    a->completion_tokens += b->completion_tokens;
    a->teacher_tokens += b->teacher_tokens;
    a->evaluate_seconds += b->evaluate_seconds;
    a->wall_seconds += b->wall_seconds;
    a->latency_seconds += b->latency_seconds;
    a->n_latency += b->n_latency;
    a->n_untold += b->n_untold;
    a->from_ledger = a->from_ledger && b->from_ledger;
}
