/*
 * eval_timing.c - when a sample counts. Pure.
 *
 * The score is the time by the clock next to the kernel. Two clocks watch it: the checker's around
 * the request, and the processor time that the kernel charges to the candidate's threads. Being
 * kept from the processor makes the first two longer than the last: the sample is taken again. A
 * time shorter than the work of the busiest thread cannot be true; the backend gives that thread's
 * time instead. Work of several threads one after the other shows by the checker's clock alone,
 * which is taken where the others stay far below it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/eval/eval_internal.h"

#define DISTURBED_US    25.0
#define DISTURBED_SHARE 0.10
/* Longer runs are not repeated: disturbances are small beside them, and they cost most. */
#define REPEATED_US  50000.0
#define LATE_US      150.0
#define LATE_SHARE   0.50
#define FORGED_US    40.0
#define FORGED_SHARE 0.20
/* For several threads, by the checker's clock. */
#define SERIAL_US    60.0
#define SERIAL_SHARE 0.20
/* For the interval that is narrow enough to stop. */
#define LEAST_SAMPLES 10
#define NARROW_SHARE  0.01
#define NORMAL_95     1.959964

static double slack(double least_us, double share, double of_us)
{
    double part = share * of_us;
    return part > least_us ? part : least_us;
}

/* The longest list of samples, of mode full. */
#define MOST_SAMPLES 64

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool timing_is_narrow(const double *samples, size_t n)
{
    double sorted[MOST_SAMPLES];
    if (n < LEAST_SAMPLES || n > MOST_SAMPLES)
        return false;
    memcpy(sorted, samples, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_numbers);
    double rank = floor(((double)n - NORMAL_95 * sqrt((double)n)) / 2.0);
    size_t low = rank < 1.0 ? 1 : (size_t)rank;
    return sorted[n - low] - sorted[low - 1] <= NARROW_SHARE * median_of(samples, n);
}

static bool is_late(const struct launch_report *r, double least_us, double share)
{
    return r->host_us - r->device_us > slack(least_us, share, r->device_us);
}

static bool is_serial(const struct launch_report *r, unsigned threads)
{
    return threads != 1 && r->claimed_us > 0.0 && is_late(r, SERIAL_US, SERIAL_SHARE);
}

bool timing_disturbed(const struct launch_report *r, unsigned threads)
{
    if (r->disturbed)
        return true;
    if (r->device_us > REPEATED_US)
        return false;
    if (r->claimed_us > 0.0 && r->device_us > r->claimed_us)
        return true;
    if (is_late(r, LATE_US, LATE_SHARE) || is_serial(r, threads))
        return true;
    if (threads != 1 || isnan(r->cpu_us))
        return false;
    return r->device_us - r->cpu_us > slack(DISTURBED_US, DISTURBED_SHARE, r->device_us);
}

double timing_sample(const struct launch_report *r, unsigned threads)
{
    return is_serial(r, threads) ? r->host_us : r->device_us;
}

bool timing_forged(struct timing *t, const struct launch_report *r)
{
    double least_us = isnan(r->cpu_us) ? 0.0 : r->cpu_us;
    double excess_us = least_us - (r->claimed_us > 0.0 ? r->claimed_us : r->device_us);
    double bound_us = slack(FORGED_US, FORGED_SHARE, least_us);
    t->doubtful += excess_us > bound_us;
    /* Threads that wait longer than that are charged for what they did in between: nobody is
     * accused, but the sample is not believed. */
    if (r->waited_us > excess_us)
        return false;
    if (excess_us > t->worst_clock_us) {
        t->worst_clock_us = excess_us;
        t->worst_clock_bound_us = bound_us;
    }
    t->forged += excess_us > bound_us;
    return excess_us > bound_us;
}
