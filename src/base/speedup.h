/*
 * speedup.h - what a speedup is, and when a kernel is fast.
 *
 * The view v_speedup says the same in SQL; tests/unit/store/speedup_test.c compares them.
 */
#ifndef ROLLBOOK_BASE_SPEEDUP_H
#define ROLLBOOK_BASE_SPEEDUP_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * baseline_us / runtime_us.  NaN (unknown) unless the kernel is correct, both times are above 0
 * (NaN: missing) and the ratio is finite and above 0: damaged and infinite times and ratios out of
 * range are no speedup.
 */
static inline double speedup_of(bool correct, double baseline_us, double runtime_us)
{
    double speedup = baseline_us / runtime_us;
    bool known = correct && baseline_us > 0.0 && runtime_us > 0.0 && speedup > 0.0;
    return known && isfinite(speedup) ? speedup : (double)NAN;
}

/* Above p, with or_equal at least p; unknown is not fast. */
static inline bool speedup_is_fast(double speedup, double p, bool or_equal)
{
    return or_equal ? speedup >= p : speedup > p;
}

/* How a problem's shapes become one number. */
enum shape_summary { SHAPES_GEOMEAN, SHAPES_WORST, SHAPES_WORKLOAD };
extern const char *const shape_summary_names[]; /* "geomean", "worst", "workload", NULL */

struct shape_times {
    double speedup; /* NaN: unknown */
    double baseline_us, runtime_us;
    double weight; /* calls of this shape in the workload; 1 where none is given */
};

/*
 * Over n shapes: the geometric mean, the least one, or the workload's time by the baseline by its
 * time by the candidate.  NaN when n is 0 or one is unknown: a problem is solved at all its shapes
 * or not.
 */
double speedup_of_shapes(const struct shape_times *shapes, size_t n, enum shape_summary how);

#endif
