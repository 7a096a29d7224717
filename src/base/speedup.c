#include "src/base/speedup.h"

const char *const shape_summary_names[] = { "geomean", "worst", "workload", NULL };

double speedup_of_shapes(const struct shape_times *shapes, size_t n, enum shape_summary how)
{
    double sum = 0, least = (double)INFINITY, baseline_us = 0, runtime_us = 0;
    for (size_t i = 0; i < n; i++) {
        const struct shape_times *s = &shapes[i];
        if (!(s->speedup > 0) || !isfinite(s->speedup))
            return (double)NAN;
        sum += log(s->speedup);
        least = fmin(least, s->speedup);
        baseline_us += s->weight * s->baseline_us;
        runtime_us += s->weight * s->runtime_us;
    }
    if (n == 0)
        return (double)NAN;
    switch (how) {
    case SHAPES_GEOMEAN:
        return exp(sum / (double)n);
    case SHAPES_WORST:
        return least;
    case SHAPES_WORKLOAD:
        return speedup_of(true, baseline_us, runtime_us);
    }
    return (double)NAN;
}
