#include "analysis/audit/audit_speed.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "analysis/audit/audit_context.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/number.h"

/*
 * Speedups that the hardware or plain sense forbids.
 */

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

/* The shortest kernel that a GPU was seen to run takes about 1 us, a reading of a CPU's clock 20
 * ns. */
#define LEAST_GPU_US 0.3
#define LEAST_US     0.02

void audit_check_least_time(struct audit_context *c)
{
    if (audit_is_benchmark(c->run))
        return;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const bool gpu = audit_device_find(r->device) != NULL;
        const double least_us = gpu ? LEAST_GPU_US : LEAST_US;
        const bool own = r->runtime_us < least_us;
        if (r->correct && r->runtime_us < floor_us(c, r))
            continue; /* a finding of its own */
        if (own || r->baseline_us < least_us)
            audit_row(c, r, "%s us%s, where %s",
                      number_rounded(c->arena, own ? r->runtime_us : r->baseline_us, 4),
                      own ? "" : " of the baseline",
                      gpu ? "the shortest kernel of a GPU takes about 1 us"
                          : "reading a clock takes 0.02 us");
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

/* The first row that fits decides, so special models stand before general ones; of boards with one
 * name the fastest counts.
 *
 * Columns: GB/s, MiB of the last-level cache, dense TFLOP/s in fp32 as TF32 with tensor cores (FP32
 * where there are none), dense TFLOP/s in 16 bit, source.  Datasheets of Hopper, Blackwell and the
 * L4 print rates with sparsity, twice the dense ones: TF32 "989" of an H100 SXM counts 494.5, "120"
 * of an L4 60, and 36 PFLOP/s in 16 bit of an HGX with eight B200 2250 each.  Where both are
 * printed the dense one is first: 16 bit "362 | 733" of an L40S counts 362.05, "70 | 140" of an
 * A10G 70.  GeForce: 16-bit rates with 16-bit accumulation, twice the other.  H20 and H800 have no
 * public datasheet: the H800 has the H100 SXM's rates, the H20 those of resellers. */
static const struct audit_device devices[] = {
    { "GB200", 8000, 126, 1250, 2500, "NVIDIA GB200 NVL72 datasheet, 2024" },
    { "B200", 8000, 126, 1125, 2250, "NVIDIA HGX B200 datasheet, 2024" },
    { "GH200", 4900, 60, 494.5, 989.5, "NVIDIA GH200 Superchip datasheet, 2023 (144 GB HBM3e)" },
    { "H200", 4815, 60, 494.5, 989.5,
      "NVIDIA H200 datasheet, 2024 (4.8 TB/s; 6016 bit at 3201 MHz and L2 measured)" },
    { "H100 NVL", 3938, 50, 417.5, 835.5, "NVIDIA H100 datasheet, 2024" },
    { "H100 PCIe", 2039, 50, 378, 756.5, "NVIDIA H100 datasheet, 2023" },
    { "H100", 3352, 50, 494.5, 989.5, "NVIDIA H100 datasheet, 2023 (SXM)" },
    { "H800", 3352, 50, 494.5, 989.5, "NVIDIA H100 datasheet, 2023 (SXM)" },
    { "H20", 4000, 60, 74, 148, "reseller's specification of the NVIDIA H20, 2024" },
    { "A100 40GB", 1555, 40, 156, 312, "NVIDIA A100 datasheet, 2020" },
    { "A100", 2039, 40, 156, 312, "NVIDIA A100 80GB datasheet, 2021 (SXM)" },
    { "A800", 2039, 40, 156, 312, "NVIDIA A100 80GB datasheet, 2021 (SXM)" },
    { "A10G", 600, 6, 35, 70, "NVIDIA A10G datasheet for AWS G5, 2021" },
    { "A10", 600, 6, 62.5, 125, "NVIDIA A10 datasheet, 2021" },
    { "A6000", 768, 6, 77.4, 154.8, "NVIDIA RTX A6000 datasheet and GA102 whitepaper, 2021" },
    { "L40S", 864, 96, 183, 362.05, "NVIDIA L40S datasheet, 2023" },
    { "L40", 864, 96, 90.5, 181.05, "NVIDIA L40 datasheet, 2023" },
    { "L4", 300, 48, 60, 121, "NVIDIA L4 datasheet, 2023" },
    { "T4", 320, 4, 8.1, 65, "NVIDIA T4 datasheet, 2019" },
    { "V100S", 1134, 6, 16.4, 130, "NVIDIA V100 datasheet, 2020" },
    { "V100", 900, 6, 15.7, 125, "NVIDIA V100 datasheet, 2020 (SXM2)" },
    { "RTX 5090", 1792, 96, 104.8, 419, "NVIDIA RTX Blackwell whitepaper, 2025" },
    { "RTX 4090", 1008, 72, 82.6, 330.3, "NVIDIA Ada whitepaper, 2022" },
    { "RTX 3090 Ti", 1008, 6, 40, 160, "NVIDIA GeForce RTX 3090 Ti specification, 2022" },
    { "RTX 3090", 936, 6, 35.6, 142, "NVIDIA Ampere GA102 whitepaper, 2020" },
    { "MI300X", 5300, 256, 653.7, 1307.4, "AMD Instinct MI300X datasheet, 2023" },
};

static const char *find_word(const char *text, const char *word, size_t len)
{
    for (const char *at = text; *at != '\0'; at++) {
        bool begins = at == text || !is_alnum(at[-1]);
        if (begins && strncasecmp(at, word, len) == 0 && !is_alnum(at[len]))
            return at + len;
    }
    return NULL;
}

static bool fits(const char *name, const char *pattern)
{
    while (*pattern != '\0') {
        size_t len = strcspn(pattern, " ");
        name = find_word(name, pattern, len);
        if (name == NULL)
            return false;
        pattern += len + (pattern[len] == ' ' ? 1 : 0);
    }
    return true;
}

const struct audit_device *audit_device_find(const char *name)
{
    if (strnlen(name, AUDIT_DEVICE_NAME_MOST + 1) > AUDIT_DEVICE_NAME_MOST)
        return NULL;
    for (size_t i = 0; i < ARRAY_LEN(devices); i++) {
        if (fits(name, devices[i].pattern))
            return &devices[i];
    }
    return NULL;
}

double audit_device_floor_us(const struct audit_device *d, double flops, double bytes,
                             const char *precision)
{
    bool single = strcmp(precision, "fp32") == 0 || strcmp(precision, "float32") == 0;
    double uncached = fmax(bytes - d->cache_mib * 1048576.0, 0.0);
    double move_us = uncached / (d->bandwidth_gb_s * 1e3);
    double compute_us = flops / ((single ? d->tflops_32 : d->tflops_16) * 1e6);
    return fmax(move_us, compute_us);
}

/*
 * Samples against the baseline that they are divided by.
 */

#define STATED_TOLERANCE 0.005

/* The ratio that the source states, to the digits that people print. */
static bool was_divided_by(const struct audit_baseline *b, const struct audit_rollout *r)
{
    double ratio = b->runtime_us / r->runtime_us;
    return fabs(r->stated_speedup - ratio) <= STATED_TOLERANCE * ratio;
}

/* ---- stated speedups that do not follow from the times beside them ---- */

/* Sources round: speedups to decimals, times to decimals or to significant digits.  How, shows in
 * all of a run's numbers: those of nine tenths of them decide, since a last digit may be 0. */
#define ROUNDING_SHARE   0.9
#define ROUNDING_SEVERAL 3 /* fewer do not show that decimals are missing */
#define MOST_DECIMALS    9
#define LEAST_DIGITS     3 /* of times */

struct rounding {
    double speedup, time_us; /* half a unit of the last decimal */
    double time_share;       /* half a unit of the last significant digit, of the time */
};

static int decimals_of(double v, int least)
{
    for (int d = least; d < MOST_DECIMALS; d++)
        if (audit_near(round(v * pow(10.0, d)) / pow(10.0, d), v))
            return d;
    return MOST_DECIMALS;
}

/* Decimals, or digits, that do for most; counts begin at least. */
static int usual(const size_t *counts, size_t n, size_t total, int least)
{
    size_t seen = 0;
    size_t i = 0;
    while (i < n && (double)(seen += counts[i]) < ROUNDING_SHARE * (double)total)
        i++;
    return (int)i + least;
}

static struct rounding rounding_of(const struct audit_run *run)
{
    enum { LEAST = -1, N = MOST_DECIMALS + 2, DIGITS = 13 };
    size_t speedups[N] = { 0 }, times[N] = { 0 }, digits[DIGITS] = { 0 };
    size_t n_speedups = 0, n_times = 0;
    for (size_t i = 0; i < run->n_rollouts; i++) {
        const struct audit_rollout *r = &run->rollouts[i];
        const double both[] = { r->runtime_us, r->baseline_us };
        if (!isnan(r->claim_beside)) {
            speedups[decimals_of(r->claim_beside, 0) - LEAST]++;
            n_speedups++;
        }
        for (size_t k = 0; k < ARRAY_LEN(both) && !isnan(r->claim_beside); k++)
            if (!isnan(both[k])) {
                times[decimals_of(both[k], LEAST) - LEAST]++;
                digits[audit_digits(both[k])]++;
                n_times++;
            }
    }
    int speedup = usual(speedups, N, n_speedups, LEAST);
    int time = usual(times, N, n_times, LEAST);
    int of_time = usual(digits, DIGITS, n_times, 0);
    if (n_speedups < ROUNDING_SEVERAL && speedup < 1)
        speedup = 1;
    if (n_times < ROUNDING_SEVERAL && time < 0)
        time = 0;
    if (of_time < LEAST_DIGITS)
        of_time = LEAST_DIGITS;
    return (struct rounding){ 0.5 * pow(10.0, -speedup), 0.5 * pow(10.0, -time),
                              0.5 * pow(10.0, 1 - of_time) };
}

/* How far the time may be off: its last digit is relative to its first. */
static double time_error(const struct rounding *o, double us)
{
    const double first = pow(10.0, floor(log10(us)));
    return fmin(fmax(o->time_us, o->time_share * first), 0.5 * us);
}

static bool follows(const struct audit_rollout *r, const struct rounding *o)
{
    const double b = time_error(o, r->baseline_us), t = time_error(o, r->runtime_us);
    const double least = (r->baseline_us - b) / (r->runtime_us + t);
    const double most = (r->baseline_us + b) / (r->runtime_us - t);
    return r->claim_beside + o->speedup >= least * (1.0 - STATED_TOLERANCE) &&
           r->claim_beside - o->speedup <= most * (1.0 + STATED_TOLERANCE);
}

static bool is_about(double a, double b)
{
    return fabs(a - b) <= 0.01 * fabs(b);
}

static const char *stated_cause(const struct audit_context *c, const struct audit_rollout *r)
{
    static const double units[] = { 1e3, 1e6, 1e9, 60.0 };
    const double ratio = r->baseline_us / r->runtime_us;
    const double off = r->claim_beside / ratio;
    for (size_t i = 0; i < ARRAY_LEN(units); i++)
        if (is_about(off, units[i]) || is_about(off, 1.0 / units[i]))
            return arena_printf(c->arena, "the two times are in different units (factor %g)",
                                units[i]);
    if (is_about(r->claim_beside, 1.0 / ratio))
        return "it is the ratio upside down";
    if (is_about(r->claim_beside, 100.0 * ratio) ||
        is_about(r->claim_beside, 100.0 * (ratio - 1.0)) ||
        is_about(r->claim_beside, 100.0 * (1.0 - 1.0 / ratio)))
        return "it is in percent";
    if (is_about(r->claim_beside, ratio - 1.0))
        return "it is the gain, less 1";
    for (size_t i = 0; i < c->run->n_baselines; i++) {
        const struct audit_baseline *b = &c->run->baselines[i];
        if (b->task_id == audit_task_of(c, r)->id && was_divided_by(b, r))
            return arena_printf(c->arena, "it is against another baseline: %s%s%s", b->name,
                                b->device[0] == '\0' ? "" : " on ", b->device);
    }
    if (is_about(r->claim_beside, r->baseline_us / r->min_us))
        return "it is of the fastest time, not of the mean";
    if (off > 1.0 / 1.5 && off < 1.5)
        return "likely a mean of ratios, where the times give a ratio of means";
    return "likely of another baseline or measurement";
}

void audit_check_stated(struct audit_context *c)
{
    const struct rounding o = rounding_of(c->run);
    double worst = 0.0;
    size_t n = 0;
    const char *evidence = "";
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (!(r->claim_beside > 0.0) || !(r->baseline_us > 0.0) || !(r->runtime_us > 0.0))
            continue;
        n++;
        if (follows(r, &o))
            continue;
        const double ratio = r->baseline_us / r->runtime_us;
        const char *said = arena_printf(c->arena, "states %sx, but %s / %s us is %sx: %s",
                                        number_rounded(c->arena, r->claim_beside, 4),
                                        number_rounded(c->arena, r->baseline_us, 4),
                                        number_rounded(c->arena, r->runtime_us, 4),
                                        number_rounded(c->arena, ratio, 4), stated_cause(c, r));
        audit_row(c, r, "%s", said);
        if (fabs(log(r->claim_beside / ratio)) > worst) {
            worst = fabs(log(r->claim_beside / ratio));
            evidence = arena_printf(c->arena, "%s sample %d %s", audit_task_of(c, r)->task,
                                    r->sample, said);
        }
    }
    if (c->n_rows > 0)
        audit_evidence(c, "%zu of %zu stated speedups; %s", c->n_rows, n, evidence);
}

/* Measured for the task on another device, when none is on the rollout's: the one that the stated
 * speedup is the ratio to, else the first. */
static const struct audit_baseline *foreign_baseline(const struct audit_context *c,
                                                     const struct audit_rollout *r)
{
    const struct audit_baseline *foreign = NULL;
    for (size_t i = 0; i < c->run->n_baselines; i++) {
        const struct audit_baseline *b = &c->run->baselines[i];
        if (b->task_id != audit_task_of(c, r)->id || isnan(b->runtime_us) ||
            !(c->options->baseline == NULL || strcmp(b->name, c->options->baseline) == 0) ||
            b->device[0] == '\0')
            continue;
        if (audit_same_device(b->device, r->device))
            return NULL;
        if (foreign == NULL || (was_divided_by(b, r) && !was_divided_by(foreign, r)))
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

/*
 * Samples and baselines of different versions of the benchmark.
 */

/* Of imports that name no problem the current one is supposed. */
#define CURRENT "v0.2"

/* Whether two lists as "v0, v0.1" have an item in common. */
static bool overlap(const char *a, const char *b)
{
    while (*a != '\0') {
        size_t n = strcspn(a, ",");
        for (const char *at = b; *at != '\0';) {
            size_t m = strcspn(at, ",");
            if (m == n && memcmp(a, at, n) == 0)
                return true;
            at += m + strspn(at + m, ", ");
        }
        a += n + strspn(a + n, ", ");
    }
    return false;
}

void audit_check_benchmark(struct audit_context *c)
{
    const char *run = c->run->benchmark == NULL ? "" : c->run->benchmark;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const struct audit_baseline *b = audit_stored_baseline(c, r);
        bool measured_beside = c->options->baseline == NULL && !isnan(r->baseline_us);
        if (b == NULL || b->benchmark == NULL || b->benchmark[0] == '\0' || measured_beside ||
            overlap(*run == '\0' ? CURRENT : run, b->benchmark))
            continue;
        if (*run == '\0')
            audit_row(c, r,
                      "baseline %s is of KernelBench %s by its problem names; the samples name "
                      "no version, and " CURRENT " has other shapes",
                      b->name, b->benchmark);
        else
            audit_row(c, r, "samples of KernelBench %s, baseline %s of %s", run, b->name,
                      b->benchmark);
    }
}
