/* near.h - comparison of doubles in tests. */
#ifndef ROLLBOOK_TESTS_ANALYSIS_NEAR_H
#define ROLLBOOK_TESTS_ANALYSIS_NEAR_H

#include <math.h>
#include <stdio.h>

/* Relative; NaN is near NaN only. */
#define assert_near(got, want, tolerance)                                                          \
    assert_near_at((got), (want), (tolerance), __FILE__, __LINE__)

static inline void assert_near_at(double got, double want, double tolerance, const char *file,
                                  int line)
{
    double scale = fabs(want) > 0.0 ? fabs(want) : 1.0;
    int ok = isnan(want) ? isnan(got) : fabs(got - want) <= tolerance * scale;
    if (!ok) {
        print_error("got %.17g, want %.17g\n", got, want);
        _fail(file, line);
    }
}

#endif
