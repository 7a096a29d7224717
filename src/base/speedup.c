#include "src/base/speedup.h"

const char *const shape_summary_names[] = { "geomean", "worst", "weighted", NULL };

double speedup_of_shapes(const double *speedups, const double *weights, size_t n,
                         enum shape_summary how)
{
    double sum = 0, all = 0, least = (double)INFINITY;
    for (size_t i = 0; i < n; i++) {
        double weight = how == SHAPES_WEIGHTED && weights != NULL ? weights[i] : 1.0;
        if (!(speedups[i] > 0) || !(weight > 0) || !isfinite(speedups[i]))
            return (double)NAN;
        sum += weight * log(speedups[i]);
        all += weight;
        least = fmin(least, speedups[i]);
    }
    if (n == 0)
        return (double)NAN;
    return how == SHAPES_WORST ? least : exp(sum / all);
}
