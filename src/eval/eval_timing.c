/*
 * eval_timing.c - when a sample counts.  Pure.
 *
 * The score is the time by the clock next to the kernel.  Two clocks watch it: the checker's around
 * the request, and the processor time that the kernel charges to the candidate's threads.  Being
 * kept from the processor makes the first two longer than the last: the sample is taken again.  A
 * time shorter than the work of the busiest thread cannot be true; the backend gives that thread's
 * time instead.  Work of several threads one after the other shows by the checker's clock alone,
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

static struct clock_excess excess_of(const struct launch_report *r)
{
    double least_us = isnan(r->cpu_us) ? 0.0 : r->cpu_us;
    return (struct clock_excess){
        .us = least_us - (r->claimed_us > 0.0 ? r->claimed_us : r->device_us),
        .bound_us = slack(FORGED_US, FORGED_SHARE, least_us),
        .waited_us = r->waited_us,
    };
}

void timing_note(struct timing *t, const struct launch_report *r)
{
    if (t->n < MOST_SAMPLES)
        t->samples[t->n++] = excess_of(r);
}

void timing_note_trusted(struct timing *t, const struct launch_report *r)
{
    t->control_us = fmax(t->control_us, excess_of(r).us);
}

struct clock_verdict timing_clocks(const struct timing *t)
{
    struct clock_verdict v = { .forged = 0 };
    for (size_t i = 0; i < t->n; i++) {
        const struct clock_excess *e = &t->samples[i];
        double bound_us = e->bound_us + t->control_us;
        v.doubtful += e->us > bound_us;
        if (e->waited_us > e->us)
            continue;
        if (e->us > v.worst_us) {
            v.worst_us = e->us;
            v.worst_bound_us = bound_us;
        }
        v.forged += e->us > bound_us;
    }
    return v;
}
