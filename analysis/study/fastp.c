#include "analysis/study/fastp.h"

#include <string.h>

#include "analysis/resample/stat_bootstrap.h"
#include "analysis/stat/stat_sort.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/baseline_table.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"

const char *const fastp_denominator_names[] = { "all", "attempted", "compiled", "correct", NULL };

const char *fastp_denominator_name(enum fastp_denominator d)
{
    return fastp_denominator_names[d];
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

struct cells {
    size_t n_problems;
    size_t n_runs;
    size_t n_p;
    int64_t *n;    /* [problem * n_runs + run] */
    int64_t *hits; /* [(problem * n_runs + run) * n_p + k] */
};

static size_t passed(const struct fastp_sample *s, const double *p, size_t n_p, bool ge)
{
    size_t low = 0;
    size_t high = s->correct ? n_p : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (speedup_is_fast(s->speedup, p[middle], ge))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* hits[thresholds passed], ranked, become hits at each p as asked. */
static void accumulate(int64_t *hits, const size_t *order, size_t n_p, const int64_t *passing)
{
    int64_t above = 0;
    for (size_t k = n_p; k-- > 0;) {
        above += passing[k + 1];
        hits[order[k]] = above;
    }
}

static struct cells count_cells(const struct fastp_input *in, const struct fastp_options *o,
                                struct arena *work)
{
    struct cells c = { in->n_problems, in->n_runs > 0 ? in->n_runs : 1, o->n_p, NULL, NULL };
    size_t n_cells = c.n_problems * c.n_runs;
    size_t *order = arena_array(work, o->n_p, sizeof(*order));
    double *p = arena_array(work, o->n_p, sizeof(*p));
    int64_t *passing = arena_array(work, n_cells * (o->n_p + 1), sizeof(*passing));
    c.n = arena_array(work, n_cells, sizeof(*c.n));
    c.hits = arena_array(work, n_cells * o->n_p, sizeof(*c.hits));
    stat_order(o->p, o->n_p, order);
    for (size_t k = 0; k < o->n_p; k++)
        p[k] = o->p[order[k]];
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        size_t cell = s->problem * c.n_runs + s->run;
        if (!is_counted(s, o->denominator))
            continue;
        c.n[cell]++;
        passing[cell * (o->n_p + 1) + passed(s, p, o->n_p, o->ge)]++;
    }
    for (size_t i = 0; i < n_cells; i++)
        accumulate(c.hits + i * o->n_p, order, o->n_p, passing + i * (o->n_p + 1));
    return c;
}

static int64_t samples_of(const struct cells *c, size_t problem)
{
    int64_t n = 0;
    for (size_t r = 0; r < c->n_runs; r++)
        n += c->n[problem * c->n_runs + r];
    return n;
}

/* An absent problem has as many failed samples as others have. */
static void fill_absent(struct cells *c)
{
    int64_t common = 0;
    for (size_t i = 0; i < c->n_problems; i++) {
        int64_t n = samples_of(c, i);
        if (n == 0)
            continue;
        if (common != 0 && n != common) {
            common = 1;
            break;
        }
        common = n;
    }
    for (size_t i = 0; i < c->n_problems; i++) {
        if (samples_of(c, i) == 0)
            c->n[i * c->n_runs] = common == 0 ? 1 : common;
    }
}

static struct stat_resample_input present_cells(const struct cells *c, struct arena *work)
{
    size_t most = c->n_problems * c->n_runs;
    size_t *first = arena_array(work, c->n_problems + 1, sizeof(*first));
    size_t *run = arena_array(work, most, sizeof(*run));
    int64_t *n = arena_array(work, most, sizeof(*n));
    int64_t *hits = arena_array(work, most * c->n_p, sizeof(*hits));
    struct stat_resample_input in = { 0, c->n_runs, first, run, n, hits, c->n_p };
    size_t kept = 0;
    for (size_t i = 0; i < most; i++) {
        if (c->n[i] > 0) {
            run[kept] = i % c->n_runs;
            n[kept] = c->n[i];
            memcpy(hits + kept * c->n_p, c->hits + i * c->n_p, c->n_p * sizeof(*hits));
            kept++;
        }
        if ((i + 1) % c->n_runs == 0 && kept > first[in.n_tasks])
            first[++in.n_tasks] = kept;
    }
    return in;
}

static struct fastp_point estimate(const struct stat_resample_input *in, size_t k)
{
    struct fastp_point out = { .value = STAT_NAN, .ci = { STAT_NAN, STAT_NAN } };
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < in->n_tasks; t++) {
        int64_t n = 0;
        int64_t hits = 0;
        for (size_t i = in->first[t]; i < in->first[t + 1]; i++) {
            n += in->n[i];
            hits += in->hits[i * in->n_grid + k];
        }
        out.n += n;
        out.count += hits;
        stat_sum_add(&sum, (double)hits / (double)n);
    }
    out.n_problems = in->n_tasks;
    if (in->n_tasks > 0)
        out.value = stat_sum_value(&sum) / (double)in->n_tasks;
    return out;
}

static void resample(const struct stat_resample_input *in, const struct fastp_options *o,
                     struct arena *work, struct fastp_point *points)
{
    struct stat_resample_options how = {
        .scheme = o->scheme,
        .analysis = STAT_ANALYSIS_FASTP,
        .replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES,
        .seed = o->seed,
        .threads = o->threads,
    };
    double *means = arena_array(work, o->n_p * how.replicates, sizeof(*means));
    stat_resample(in, &how, means);
    for (size_t k = 0; k < o->n_p; k++) {
        points[k].ci =
            stat_percentile_interval(means + k * how.replicates, how.replicates, o->level);
        points[k].interval = INTERVAL_BOOTSTRAP;
    }
}

/* Ratio of sums over redrawn problems: samples of one stay together. */
static void resample_pooled(const struct stat_resample_input *in, const struct fastp_options *o,
                            struct arena *work, struct fastp_point *points)
{
    size_t replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES;
    double *shares = arena_array(work, o->n_p * replicates, sizeof(*shares));
    int64_t *hits = arena_array(work, o->n_p, sizeof(*hits));
    for (size_t r = 0; r < replicates; r++) {
        struct rng g;
        int64_t n = 0;
        rng_init(&g, o->seed, RNG_BOOTSTRAP, STAT_ANALYSIS_FASTP, r, 1);
        memset(hits, 0, o->n_p * sizeof(*hits));
        for (size_t i = 0; i < in->n_tasks; i++) {
            size_t t = rng_below(&g, (uint32_t)in->n_tasks);
            for (size_t c = in->first[t]; c < in->first[t + 1]; c++) {
                n += in->n[c];
                for (size_t k = 0; k < o->n_p; k++)
                    hits[k] += in->hits[c * in->n_grid + k];
            }
        }
        for (size_t k = 0; k < o->n_p; k++)
            shares[k * replicates + r] = (double)hits[k] / (double)n;
    }
    for (size_t k = 0; k < o->n_p; k++) {
        points[k].ci = stat_percentile_interval(shares + k * replicates, replicates, o->level);
        points[k].interval = INTERVAL_BOOTSTRAP;
    }
}

/* Over problems' shares, or their sums when samples are pooled. */
static void student(const struct stat_resample_input *in, const struct fastp_options *o,
                    struct arena *work, struct fastp_point *points)
{
    double *hits = arena_array(work, in->n_tasks, sizeof(*hits));
    double *n = arena_array(work, in->n_tasks, sizeof(*n));
    for (size_t k = 0; k < o->n_p; k++) {
        for (size_t t = 0; t < in->n_tasks; t++) {
            hits[t] = n[t] = 0.0;
            for (size_t c = in->first[t]; c < in->first[t + 1]; c++) {
                hits[t] += (double)in->hits[c * in->n_grid + k];
                n[t] += (double)in->n[c];
            }
            if (!o->pooled) {
                hits[t] /= n[t];
                n[t] = 1.0;
            }
        }
        points[k].ci = stat_interval_share(hits, n, in->n_tasks, o->level);
        points[k].interval = isnan(points[k].ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT;
    }
}

static bool is_single(const struct stat_resample_input *in)
{
    for (size_t t = 0; t < in->n_tasks; t++) {
        if (in->first[t + 1] - in->first[t] > 1 || in->n[in->first[t]] > 1)
            return false;
    }
    return true;
}

/* When none or all samples are fast, replicates have no width; a count's interval stands in: of
 * samples, or of problems where these stand for others. */
static void replace_flat(const struct fastp_options *o, bool fixed, struct fastp_point *point)
{
    if (point->count > 0 && point->count < point->n)
        return;
    int64_t n = fixed ? point->n : (int64_t)point->n_problems;
    point->ci = stat_interval(o->interval, point->count == 0 ? 0 : n, n, o->level);
    point->interval = o->interval;
}

static int64_t count_in_noise(const struct fastp_input *in, const struct fastp_options *o, double p)
{
    int64_t n = 0;
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        n += s->in_noise && s->correct && is_counted(s, o->denominator) &&
             speedup_is_fast(s->speedup, p, o->ge);
    }
    return n;
}

struct fastp_point *fastp_curve(const struct fastp_input *in, const struct fastp_options *o,
                                struct arena *arena)
{
    struct arena work = { 0 };
    struct fastp_point *points = arena_array(arena, o->n_p, sizeof(*points));
    struct cells cells = count_cells(in, o, &work);
    if (o->denominator == FASTP_ALL)
        fill_absent(&cells);
    struct stat_resample_input present = present_cells(&cells, &work);
    bool single = is_single(&present);
    for (size_t k = 0; k < o->n_p; k++) {
        points[k] = estimate(&present, k);
        points[k].p = o->p[k];
        points[k].count_in_noise = in->n_intervals > 0 ? count_in_noise(in, o, o->p[k]) : 0;
        if (present.n_tasks == 0 || !(single || o->pooled))
            continue;
        points[k].value = (double)points[k].count / (double)points[k].n;
        if (!single)
            continue;
        points[k].ci = stat_interval(o->interval, points[k].count, points[k].n, o->level);
        points[k].interval = o->interval;
    }
    if (present.n_tasks > 0 && !single && !o->no_bootstrap) {
        bool fixed = o->scheme == STAT_RESAMPLE_SAMPLES && !o->pooled;
        if (present.n_tasks < STAT_FEW_TASKS && !fixed)
            student(&present, o, &work, points);
        else
            (o->pooled ? resample_pooled : resample)(&present, o, &work, points);
        for (size_t k = 0; k < o->n_p; k++)
            replace_flat(o, fixed, &points[k]);
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
        if (!in->samples[i].correct || isnan(in->samples[i].speedup))
            continue;
        bool fast = speedup_is_fast(in->samples[i].speedup, 1.0, false);
        x[s.n_timed++] = in->samples[i].speedup;
        s.n_fast_1 += fast;
        s.n_fast_in_noise += fast && in->samples[i].in_noise;
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
