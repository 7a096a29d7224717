/* tolerance.h - when a value counts as right: the rule of the gate and of compare_outputs. */
#ifndef ROLLBOOK_TASKS_TOLERANCE_H
#define ROLLBOOK_TASKS_TOLERANCE_H

#include <math.h>
#include <stdbool.h>

/*
 * |got - want| <= atol + rtol * |want|.  NaN is never right.  Only the same infinity meets an
 * infinite want, so that an infinite bound cannot accept everything.
 */
static inline bool task_within(double got, double want, double atol, double rtol)
{
    if (isinf(want))
        return isinf(got) && signbit(got) == signbit(want);
    return fabs(got - want) <= atol + rtol * fabs(want);
}

#endif
