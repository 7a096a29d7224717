#include "src/base/speedup.h"

const char *const shape_summary_names[] = { "geomean", "worst", NULL };

double speedup_of_shapes(const double *speedups, size_t n, enum shape_summary how)
{
    double sum = 0, least = (double)INFINITY;
    for (size_t i = 0; i < n; i++) {
        if (!(speedups[i] > 0) || !isfinite(speedups[i]))
            return (double)NAN;
        sum += log(speedups[i]);
        least = fmin(least, speedups[i]);
    }
    if (n == 0)
        return (double)NAN;
    return how == SHAPES_WORST ? least : exp(sum / (double)n);
}
