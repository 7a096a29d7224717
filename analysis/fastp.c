#include "analysis/fastp.h"

#include <string.h>

#include "analysis/baseline_table.h"
#include "analysis/stat_bootstrap.h"
#include "analysis/stat_summary.h"
#include "src/base/mem.h"

static const char *const denominators[] = { "all", "attempted", "compiled", "correct" };

const char *fastp_denominator_name(enum fastp_denominator d)
{
    return denominators[d];
}

bool fastp_denominator_parse(const char *name, enum fastp_denominator *out)
{
    for (size_t i = 0; i < ARRAY_LEN(denominators); i++) {
        if (strcmp(name, denominators[i]) == 0) {
            *out = (enum fastp_denominator)i;
            return true;
        }
    }
    return false;
}

static bool is_counted(const struct fastp_sample *s, enum fastp_denominator d)
{
    switch (d) {
    case FASTP_ALL:
    case FASTP_ATTEMPTED:
        return true;
    case FASTP_COMPILED:
        return s->compiled;
    case FASTP_CORRECT:
        return s->correct;
    }
    return false;
}

static bool is_fast(const struct fastp_sample *s, double p, bool ge)
{
    if (!s->correct || isnan(s->speedup))
        return false;
    return ge ? s->speedup >= p : s->speedup > p;
}

/* Samples in the denominator of each problem, and the fast ones among them. */
static void count_problems(const struct fastp_input *in, const struct fastp_options *o, double p,
                           struct count *out)
{
    for (size_t i = 0; i < in->n_problems; i++)
        out[i] = (struct count){ 0, 0 };
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        if (!is_counted(s, o->denominator))
            continue;
        out[s->problem].n++;
        out[s->problem].c += is_fast(s, p, o->ge);
    }
}

/* An absent problem is a failure among all: as many failed samples as the others have. */
static void fill_absent(const struct fastp_input *in, const struct fastp_options *o,
                        struct count *counts)
{
    if (o->denominator != FASTP_ALL)
        return;
    int64_t common = 0;
    for (size_t i = 0; i < in->n_problems; i++) {
        if (counts[i].n == 0)
            continue;
        if (common != 0 && counts[i].n != common) {
            common = 1;
            break;
        }
        common = counts[i].n;
    }
    for (size_t i = 0; i < in->n_problems; i++) {
        if (counts[i].n == 0)
            counts[i].n = common == 0 ? 1 : common;
    }
}

static struct interval resample(const struct count *counts, size_t n, const struct fastp_options *o,
                                struct arena *work)
{
    size_t replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES;
    double *means = arena_array(work, replicates, sizeof(*means));
    for (size_t r = 0; r < replicates; r++) {
        struct rng g;
        stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_FASTP, r);
        double sum = 0.0;
        for (size_t i = 0; i < n; i++) {
            struct count k = counts[o->fixed_problems ? i : rng_below(&g, (uint32_t)n)];
            double rate = (double)k.c / (double)k.n;
            sum += (double)stat_draw_binomial(&g, k.n, rate) / (double)k.n;
        }
        means[r] = sum / (double)n;
    }
    return stat_percentile_interval(means, replicates, o->level);
}

static struct fastp_point one_point(const struct fastp_input *in, const struct fastp_options *o,
                                    double p, struct arena *work)
{
    struct fastp_point out = { .p = p, .ci = { STAT_NAN, STAT_NAN } };
    struct count *counts = arena_array(work, in->n_problems, sizeof(*counts));
    count_problems(in, o, p, counts);
    fill_absent(in, o, counts);
    struct stat_sum sum = { 0.0, 0.0 };
    bool single = true;
    for (size_t i = 0; i < in->n_problems; i++) {
        if (counts[i].n == 0)
            continue;
        out.count += counts[i].c;
        out.n += counts[i].n;
        single = single && counts[i].n == 1;
        stat_sum_add(&sum, (double)counts[i].c / (double)counts[i].n);
        counts[out.n_problems++] = counts[i];
    }
    out.value = STAT_NAN;
    if (out.n_problems == 0)
        return out;
    if (single) {
        out.value = (double)out.count / (double)out.n;
        out.ci = stat_interval(o->interval, out.count, out.n, o->level);
        out.interval = o->interval;
    } else {
        out.value = stat_sum_value(&sum) / (double)out.n_problems;
        out.ci = resample(counts, out.n_problems, o, work);
        out.interval = INTERVAL_BOOTSTRAP;
    }
    return out;
}

struct fastp_point *fastp_curve(const struct fastp_input *in, const struct fastp_options *o,
                                struct arena *arena)
{
    struct arena work = { 0 };
    struct fastp_point *points = arena_array(arena, o->n_p, sizeof(*points));
    for (size_t i = 0; i < o->n_p; i++) {
        points[i] = one_point(in, o, o->p[i], &work);
        arena_reset(&work);
    }
    arena_release(&work);
    return points;
}

struct fastp_summary fastp_summarise(const struct fastp_input *in, struct arena *arena)
{
    struct fastp_summary s = { .n_problems = in->n_problems, .n_attempted = in->n_samples };
    double *x = arena_array(arena, in->n_samples, sizeof(*x));
    for (size_t i = 0; i < in->n_samples; i++) {
        s.n_compiled += in->samples[i].compiled;
        s.n_correct += in->samples[i].correct;
        if (in->samples[i].correct && !isnan(in->samples[i].speedup))
            x[s.n_timed++] = in->samples[i].speedup;
    }
    stat_sort(x, s.n_timed);
    s.geomean = stat_geomean(x, s.n_timed);
    s.mean = stat_mean(x, s.n_timed);
    s.median = stat_median_sorted(x, s.n_timed);
    s.p25 = stat_quantile_sorted(x, s.n_timed, 0.25);
    s.p75 = stat_quantile_sorted(x, s.n_timed, 0.75);
    s.min = s.n_timed > 0 ? x[0] : STAT_NAN;
    s.max = s.n_timed > 0 ? x[s.n_timed - 1] : STAT_NAN;
    return s;
}
