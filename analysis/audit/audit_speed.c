/*
 * audit_speed.c - speedups that the hardware or plain sense forbids.
 */
#include <math.h>
#include <string.h>

#include "analysis/audit/audit_context.h"
#include "analysis/audit/audit_device.h"
#include "src/base/number.h"

/* Clocks boost above the datasheet, and means are rounded. */
#define FLOOR_MARGIN 0.95

/* A rare ratio of exactly one is chance. */
#define ONE_LEAST  3
#define ONE_SHARE  0.05
#define ONE_DIGITS 3

/* Repeated means of one kernel on one GPU differ by about a percent; two sides make two. */
#define NOISE_LEAST       0.02
#define NOISE_SIGMAS      2.0
#define NOISE_LEAST_COUNT 3
#define NOISE_SHARE       0.05

/*
 * Least time on the device; NaN: unknown.  Imports record no sizes, which are taken for the full
 * ones while the baseline keeps to the bound; one below it shows that they were not.
 */
static double floor_us(const struct audit_context *c, const struct audit_rollout *r)
{
    const struct audit_device *d = audit_device_find(r->device);
    bool recorded = r->task_case != AUDIT_CASE_UNKNOWN;
    struct audit_work w = audit_task_of(c, r)->work[recorded ? r->task_case : AUDIT_FULL];
    if (d == NULL || isnan(w.flops) || isnan(w.bytes))
        return (double)NAN;
    double least_us = FLOOR_MARGIN * audit_device_floor_us(d, w.flops, w.bytes, r->precision);
    if (!(least_us > 0.0))
        return (double)NAN;
    if (!recorded && !(audit_baseline_us(c, r) >= least_us))
        return (double)NAN;
    return least_us;
}

void audit_check_physics(struct audit_context *c)
{
    double worst = 1.0;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        double least_us = r->correct ? floor_us(c, r) : (double)NAN;
        if (!(r->runtime_us < least_us))
            continue;
        audit_row(c, r, "%s us where %s needs at least %s us",
                  number_rounded(c->arena, r->runtime_us, 4), r->device,
                  number_rounded(c->arena, least_us, 4));
        if (r->runtime_us / least_us < worst) {
            worst = r->runtime_us / least_us;
            audit_evidence(c, "%s: %s us where %s needs at least %s us (%s)",
                           audit_task_of(c, r)->task, number_rounded(c->arena, r->runtime_us, 4),
                           r->device, number_rounded(c->arena, least_us, 4),
                           audit_device_find(r->device)->source);
        }
    }
}

void audit_check_bound(struct audit_context *c)
{
    double worst = 0.0;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        double speedup = audit_speedup(c, r);
        double least_us = floor_us(c, r);
        bool explained = !isnan(least_us) && !isnan(r->runtime_us);
        if (!(speedup > c->options->max_speedup) || explained)
            continue;
        audit_row(c, r, "%.6gx, the bound is %gx", speedup, c->options->max_speedup);
        if (speedup > worst) {
            worst = speedup;
            audit_evidence(c, "%s sample %d: %.6gx, the bound is %gx", audit_task_of(c, r)->task,
                           r->sample, speedup, c->options->max_speedup);
        }
    }
}

void audit_check_flagged(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->correct && r->failed_evidence != NULL)
            audit_row(c, r, "%s did not pass", r->failed_evidence);
    }
}

/* Two close times of three digits are equal by chance. */
static bool is_one(const struct audit_context *c, const struct audit_rollout *r)
{
    double speedup = audit_speedup(c, r);
    bool coarse = !isnan(r->runtime_us) && audit_digits(r->runtime_us) <= ONE_DIGITS;
    return speedup >= 1.0 && speedup <= 1.0 && !coarse;
}

void audit_check_exactly_one(struct audit_context *c)
{
    size_t n = 0;
    size_t ones = 0;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        n += isnan(audit_speedup(c, &c->run->rollouts[i])) ? 0 : 1;
        ones += is_one(c, &c->run->rollouts[i]);
    }
    if (ones < ONE_LEAST || (double)ones < ONE_SHARE * (double)n)
        return;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        if (is_one(c, &c->run->rollouts[i]))
            audit_row(c, &c->run->rollouts[i], "speedup exactly 1");
    }
    audit_evidence(c, "%zu of %zu speedups are exactly 1", ones, n);
}

/* How far a speedup of 1 may be off by its noise alone: two standard errors of the mean, where a
 * source says how many times it is of. */
static double noise_of(const struct audit_rollout *r)
{
    double spread = r->std_us / r->runtime_us;
    bool known = spread > 0.0 && r->n_times > 0;
    double error = known ? NOISE_SIGMAS * spread / sqrt((double)r->n_times) : 0.0;
    return fmax(NOISE_LEAST, error);
}

/* Exactly 1 has a check of its own; a speedup with an interval says itself what it is worth. */
static bool is_in_noise(const struct audit_context *c, const struct audit_rollout *r)
{
    double off = fabs(audit_speedup(c, r) - 1.0);
    return !r->has_interval && off > 0.0 && off <= noise_of(r);
}

void audit_check_noise(struct audit_context *c)
{
    size_t n = c->run->n_rollouts;
    size_t sure = 0;
    size_t near = 0;
    for (size_t i = 0; i < n; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        near += is_in_noise(c, r);
        sure += audit_speedup(c, r) > 1.0 && !is_in_noise(c, r);
    }
    if (near < NOISE_LEAST_COUNT || (double)near < NOISE_SHARE * (double)n)
        return;
    for (size_t i = 0; i < n; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (is_in_noise(c, r))
            audit_row(c, r, "%.4gx, noise %.2g", audit_speedup(c, r), noise_of(r));
    }
    audit_evidence(c,
                   "%zu speedups are within their noise of 1: between %.1f %% and %.1f %% of %zu "
                   "samples are faster",
                   near, 100.0 * (double)sure / (double)n,
                   100.0 * (double)(sure + near) / (double)n, n);
}
