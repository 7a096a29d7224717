/*
 * audit_baseline.c - samples against the baseline that they are divided by.
 */
#include <math.h>
#include <string.h>

#include "analysis/audit/audit_context.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/number.h"

#define STATED_TOLERANCE 0.005

static bool names_match(const struct audit_context *c, const struct audit_baseline *b)
{
    return c->options->baseline == NULL || strcmp(b->name, c->options->baseline) == 0;
}

/* The ratio that the source states, to the digits that people print. */
static bool was_divided_by(const struct audit_baseline *b, const struct audit_rollout *r)
{
    double ratio = b->runtime_us / r->runtime_us;
    return fabs(r->stated_speedup - ratio) <= STATED_TOLERANCE * ratio;
}

/*
 * Measured for the task on another device, when none is on the rollout's.  By itself nobody divides
 * by it: it counts when it is named, or when the stated speedup is the ratio to it.
 */
static const struct audit_baseline *foreign_baseline(const struct audit_context *c,
                                                     const struct audit_rollout *r)
{
    const struct audit_baseline *foreign = NULL;
    for (size_t i = 0; i < c->run->n_baselines; i++) {
        const struct audit_baseline *b = &c->run->baselines[i];
        if (b->task_id != audit_task_of(c, r)->id || isnan(b->runtime_us) || !names_match(c, b) ||
            b->device[0] == '\0')
            continue;
        if (audit_same_device(b->device, r->device))
            return NULL;
        if (foreign == NULL && (c->options->baseline != NULL || was_divided_by(b, r)))
            foreign = b;
    }
    return foreign;
}

static void check_stored(struct audit_context *c, const struct audit_rollout *r)
{
    if (c->options->baseline == NULL && !isnan(r->baseline_us))
        return;
    const struct audit_baseline *b = foreign_baseline(c, r);
    if (b != NULL)
        audit_row(c, r, "samples on %s, but no baseline of it: %s is of %s", r->device, b->name,
                  b->device);
}

void audit_check_hardware(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->device[0] == '\0' || isnan(r->runtime_us))
            continue;
        if (r->baseline_device[0] != '\0' && !audit_same_device(r->baseline_device, r->device))
            audit_row(c, r, "samples on %s, baseline on %s", r->device, r->baseline_device);
        else
            check_stored(c, r);
    }
}

void audit_check_mixed_devices(struct audit_context *c)
{
    const char *first = NULL;
    if (audit_is_benchmark(c->run))
        return;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->device[0] == '\0' || isnan(r->runtime_us))
            continue;
        if (first == NULL)
            first = r->device;
        else if (!audit_same_device(first, r->device))
            audit_row(c, r, "timed on %s, the run's first sample on %s", r->device, first);
    }
}

static double baseline_day(const struct audit_context *c, const struct audit_rollout *r)
{
    if (!isnan(r->baseline_day))
        return r->baseline_day;
    const struct audit_baseline *b = audit_stored_baseline(c, r);
    return b == NULL || !isnan(r->baseline_us) ? (double)NAN : b->measured_day;
}

void audit_check_baseline_age(struct audit_context *c)
{
    double oldest = 0.0;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        double days = r->measured_day - baseline_day(c, r);
        if (!(days > c->options->max_baseline_age_days))
            continue;
        audit_row(c, r, "the baseline is %.0f days older", days);
        if (days > oldest) {
            oldest = days;
            audit_evidence(c,
                           "%s: the baseline is %.0f days older than the sample, at most %g are "
                           "expected",
                           audit_task_of(c, r)->task, days, c->options->max_baseline_age_days);
        }
    }
}

/* "torch.float32", "FP32" and "fp32" are one. */
static const char *plain_precision(const char *name)
{
    static const struct {
        const char *name, *plain;
    } known[] = {
        { "float32", "fp32" }, { "f32", "fp32" },      { "float", "fp32" },
        { "single", "fp32" },  { "float16", "fp16" },  { "f16", "fp16" },
        { "half", "fp16" },    { "bfloat16", "bf16" }, { "float64", "fp64" },
        { "double", "fp64" },  { "f64", "fp64" },      { "tensorfloat32", "tf32" },
    };
    static const char prefix[] = "torch.";
    if (strncmp(name, prefix, sizeof(prefix) - 1) == 0)
        name += sizeof(prefix) - 1;
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        if (strcmp(name, known[i].name) == 0)
            return known[i].plain;
    }
    return name;
}

static bool same_precision(const char *a, const char *b)
{
    const char *pa = plain_precision(a);
    const char *pb = plain_precision(b);
    while (*pa != '\0' && to_lower(*pa) == to_lower(*pb)) {
        pa++;
        pb++;
    }
    return *pa == '\0' && *pb == '\0';
}

static const char *baseline_precision(const struct audit_context *c, const struct audit_rollout *r)
{
    if (r->baseline_precision[0] != '\0' || !isnan(r->baseline_us))
        return r->baseline_precision;
    const struct audit_baseline *b = audit_stored_baseline(c, r);
    return b == NULL ? "" : b->precision;
}

void audit_check_precision(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const char *other = baseline_precision(c, r);
        if (!isnan(r->runtime_us) && r->precision[0] != '\0' && other[0] != '\0' &&
            !same_precision(r->precision, other))
            audit_row(c, r, "samples in %s, baseline in %s", r->precision, other);
    }
}

/* ---- references of one device that drift ---- */

#define DRIFT_RATIO 1.5
/* What is shorter differs by its launch and the clock. */
#define LEAST_DRIFTING_US 100.0

struct drift {
    double least_us, most_us; /* here */
    const char *device;
    enum audit_case task_case;
};

/* Of the first device and case of a task that has times of the reference. */
static struct drift own_times(const struct audit_run *run, size_t task)
{
    struct drift d = { .least_us = (double)INFINITY, .device = NULL };
    for (size_t i = 0; i < run->n_rollouts; i++) {
        const struct audit_rollout *r = &run->rollouts[i];
        if (r->task != task || !(r->baseline_us > 0.0))
            continue;
        if (d.device == NULL) {
            d.device = r->device;
            d.task_case = r->task_case;
        }
        if (!audit_same_device(d.device, r->device) || d.task_case != r->task_case)
            continue;
        d.least_us = fmin(d.least_us, r->baseline_us);
        d.most_us = fmax(d.most_us, r->baseline_us);
    }
    return d;
}

/* Several samples and no clear middle: a drift and no outlier. */
static bool drifts_within(const struct audit_run *run, size_t task, const struct drift *d)
{
    const double middle_us = sqrt(d->least_us * d->most_us);
    size_t n_fast = 0;
    size_t n_slow = 0;
    if (d->least_us < LEAST_DRIFTING_US || !(d->most_us > DRIFT_RATIO * d->least_us))
        return false;
    for (size_t i = 0; i < run->n_rollouts; i++) {
        const struct audit_rollout *r = &run->rollouts[i];
        if (r->task != task || !(r->baseline_us > 0.0) || r->task_case != d->task_case ||
            !audit_same_device(d->device, r->device))
            continue;
        n_fast += r->baseline_us < middle_us;
        n_slow += r->baseline_us > middle_us;
    }
    return n_fast >= 2 && n_slow >= 2;
}

/* A row a task whose times here all lie beyond those of another run, or drift here. */
void audit_check_drift(struct audit_context *c)
{
    for (size_t task = 0; task < c->run->n_tasks; task++) {
        struct drift d = own_times(c->run, task);
        const struct audit_reference *farthest = NULL;
        double worst = DRIFT_RATIO;
        if (d.device == NULL)
            continue;
        if (drifts_within(c->run, task, &d))
            audit_remark(c, "%s: the reference took from %s to %s us within the run%s%s",
                         c->run->tasks[task].task, number_rounded(c->arena, d.least_us, 4),
                         number_rounded(c->arena, d.most_us, 4), d.device[0] == '\0' ? "" : " on ",
                         d.device);
        for (size_t i = 0; i < c->run->n_references && d.device[0] != '\0'; i++) {
            const struct audit_reference *f = &c->run->references[i];
            double ratio = fmax(f->least_us / d.most_us, d.least_us / f->most_us);
            if (f->task != task || f->task_case != d.task_case || !(ratio > worst) ||
                !audit_same_device(f->device, d.device))
                continue;
            farthest = f;
            worst = ratio;
        }
        bool is_slower = farthest != NULL && farthest->least_us > d.most_us;
        if (farthest != NULL)
            audit_remark(
                c, "%s: the reference took %s us here and %s us in run %s, both on %s",
                c->run->tasks[task].task,
                number_rounded(c->arena, is_slower ? d.most_us : d.least_us, 4),
                number_rounded(c->arena, is_slower ? farthest->least_us : farthest->most_us, 4),
                farthest->run, d.device);
    }
}
