#include "analysis/study/sharpen.h"

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/trajectory.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

const char *sharpen_subset_name(enum sharpen_subset s)
{
    static const char *const names[SUBSET_COUNT] = { "all", "correct", "correct-slowest-quarter",
                                                     "lowest-nll-quarter", "highest-nll-quarter" };
    return names[s];
}

static double nll_at(const struct sharpen_scores *x, size_t step, size_t sample)
{
    return x->nll[step * x->n + sample];
}

static bool is_scored(const struct sharpen_scores *x, size_t sample)
{
    for (size_t s = 0; s < x->n_steps; s++) {
        if (!isfinite(nll_at(x, s, sample)))
            return false;
    }
    return true;
}

/* NaN: outside whatever the cut. */
static double cut_value(const struct sharpen_scores *x, enum sharpen_subset subset, size_t i)
{
    switch (subset) {
    case SUBSET_ALL:
        return 0.0;
    case SUBSET_CORRECT:
        return x->samples[i].correct ? 0.0 : STAT_NAN;
    case SUBSET_SLOWEST:
        return x->samples[i].correct ? x->samples[i].speedup : STAT_NAN;
    case SUBSET_LIKELIEST:
        return nll_at(x, 0, i);
    case SUBSET_UNLIKELIEST:
        return -nll_at(x, 0, i);
    }
    return STAT_NAN;
}

size_t sharpen_members(const struct sharpen_scores *x, enum sharpen_subset subset, size_t *out,
                       struct arena *arena)
{
    bool whole = subset == SUBSET_ALL || subset == SUBSET_CORRECT;
    double *values = arena_array(arena, x->n, sizeof(*values));
    size_t n = 0;
    for (size_t i = 0; i < x->n; i++) {
        double v = is_scored(x, i) ? cut_value(x, subset, i) : STAT_NAN;
        if (!isnan(v))
            values[n++] = v;
    }
    stat_sort(values, n);
    double cut = n == 0 || whole ? STAT_INF : stat_quantile_sorted(values, n, 0.25);
    size_t m = 0;
    for (size_t i = 0; i < x->n; i++) {
        double v = is_scored(x, i) ? cut_value(x, subset, i) : STAT_NAN;
        if (v <= cut)
            out[m++] = i;
    }
    return m;
}

#define EVERY_TASK SIZE_MAX
/* Of one task its distinct kernels, the mean of their copies. */
static size_t gather_scores(const struct sharpen_members *set, size_t step, size_t task,
                            double *nll, double *speedup)
{
    struct arena work = { 0 };
    int64_t *codes = arena_array(&work, set->n + 1, sizeof(*codes));
    double *copies = arena_array(&work, set->n + 1, sizeof(*copies));
    size_t m = 0;
    for (size_t i = 0; i < set->n; i++) {
        const struct sharpen_sample *s = &set->scores->samples[set->members[i]];
        size_t k = task == EVERY_TASK || s->code == 0 ? m : 0;
        if (task != EVERY_TASK && s->task != task)
            continue;
        while (k < m && codes[k] != s->code)
            k++;
        if (k == m) {
            codes[m] = s->code;
            nll[m] = speedup[m] = 0.0;
            m++;
        }
        copies[k]++;
        nll[k] += (nll_at(set->scores, step, set->members[i]) - nll[k]) / copies[k];
        speedup[k] += (s->speedup - speedup[k]) / copies[k];
    }
    arena_release(&work);
    return m;
}

static int correlate_scores(const struct sharpen_members *set, size_t step, size_t task,
                            struct stat_correlation *out, struct err *err)
{
    struct arena work = { 0 };
    double *nll = arena_array(&work, set->n, sizeof(*nll));
    double *speedup = arena_array(&work, set->n, sizeof(*speedup));
    size_t m = gather_scores(set, step, task, nll, speedup);
    int rc = 0;
    *out = (struct stat_correlation){ STAT_NAN, STAT_NAN, m };
    if (m >= 2)
        rc = stat_spearman(nll, speedup, m, &work, out, err);
    arena_release(&work);
    return rc;
}

int sharpen_rho_at(const struct sharpen_members *set, size_t step, double level,
                   struct arena *arena, struct sharpen_rho *out, struct err *err)
{
    struct sharpen_rho r = { .n = set->n };
    struct stat_correlation *tasks = arena_array(arena, set->scores->n_tasks, sizeof(*tasks));
    int rc = correlate_scores(set, step, EVERY_TASK, &r.pooled, err);
    for (size_t t = 0; t < set->scores->n_tasks && rc == 0; t++) {
        rc = correlate_scores(set, step, t, &tasks[t], err);
        r.n_tasks += tasks[t].n > 0;
    }
    r.within = stat_fisher_combine(tasks, NULL, set->scores->n_tasks, 0, level);
    if (rc == 0)
        *out = r;
    return rc;
}

static size_t redraw_members(const struct sharpen_members *set, const size_t *present,
                             size_t n_present, struct rng *g, size_t *out)
{
    size_t m = 0;
    for (size_t k = 0; k < n_present; k++) {
        size_t task = present[rng_below(g, (uint32_t)n_present)];
        for (size_t i = 0; i < set->n; i++) {
            if (set->scores->samples[set->members[i]].task == task)
                out[m++] = set->members[i];
        }
    }
    return m;
}

static size_t find_present(const struct sharpen_members *set, size_t *out)
{
    size_t m = 0;
    for (size_t t = 0; t < set->scores->n_tasks; t++) {
        bool found = false;
        for (size_t i = 0; i < set->n && !found; i++)
            found = set->scores->samples[set->members[i]].task == t;
        if (found)
            out[m++] = t;
    }
    return m;
}

static int bootstrap_change(const struct sharpen_members *set, size_t step,
                            const struct sharpen_rho_options *o, struct arena *arena,
                            struct sharpen_change *out, struct err *err)
{
    size_t *present = arena_array(arena, set->scores->n_tasks, sizeof(*present));
    size_t n_present = find_present(set, present);
    size_t *drawn = arena_array(arena, n_present * set->n, sizeof(*drawn));
    double *changes = arena_array(arena, (size_t)o->replicates, sizeof(*changes));
    size_t low = 0;
    size_t high = 0;
    for (int r = 0; r < o->replicates && n_present > 1; r++) {
        struct stat_correlation a;
        struct stat_correlation b;
        struct rng g;
        /* Steps share the stream and so the resamples. */
        stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_SHARPENING,
                              ((uint64_t)2 << 32) + (uint64_t)r);
        size_t m = redraw_members(set, present, n_present, &g, drawn);
        int rc = correlate_scores(
            &(struct sharpen_members){ .scores = set->scores, .members = drawn, .n = m }, 0,
            EVERY_TASK, &a, err);
        if (rc == 0)
            rc = correlate_scores(
                &(struct sharpen_members){ .scores = set->scores, .members = drawn, .n = m }, step,
                EVERY_TASK, &b, err);
        if (rc < 0)
            return rc;
        if (isnan(a.r) || isnan(b.r))
            continue;
        changes[out->n_replicates++] = b.r - a.r;
        low += b.r - a.r <= 0.0;
        high += b.r - a.r >= 0.0;
    }
    double size = (double)out->n_replicates;
    double least = (double)(low < high ? low : high);
    out->p = STAT_NAN;
    if (n_present < STAT_FEW_TASKS) /* redrawing so few tasks finds change in nothing */
        return 0;
    out->p = out->n_replicates == 0 ? STAT_NAN : fmin(1.0, 2.0 * (least + 1.0) / (size + 1.0));
    out->ci =
        stat_interval_with_width(stat_percentile_interval(changes, out->n_replicates, o->level));
    return 0;
}

static double fisher_z(struct stat_correlation c)
{
    struct stat_fisher f = stat_fisher_combine(&c, NULL, 1, 0, 0.95);
    return isnan(f.r) ? STAT_NAN : atanh(f.r);
}

int sharpen_rho_change(const struct sharpen_members *set, size_t step,
                       const struct sharpen_rho_options *o, struct arena *arena,
                       struct sharpen_change *out, struct err *err)
{
    struct sharpen_change c = { .ci = { STAT_NAN, STAT_NAN }, .flip = { .p = STAT_NAN } };
    struct stat_correlation a;
    struct stat_correlation b;
    double *d = arena_array(arena, set->scores->n_tasks, sizeof(*d));
    size_t m = 0;
    int rc = correlate_scores(set, 0, EVERY_TASK, &a, err);
    if (rc == 0)
        rc = correlate_scores(set, step, EVERY_TASK, &b, err);
    if (rc == 0)
        rc = bootstrap_change(set, step, o, arena, &c, err);
    if (rc < 0)
        return rc;
    c.pooled = b.r - a.r;
    for (size_t t = 0; t < set->scores->n_tasks && rc == 0; t++) {
        rc = correlate_scores(set, 0, t, &a, err);
        if (rc == 0)
            rc = correlate_scores(set, step, t, &b, err);
        double change = fisher_z(b) - fisher_z(a);
        if (rc == 0 && isfinite(change))
            d[m++] = change;
    }
    c.within = stat_mean(d, m);
    if (rc == 0 && m > 0)
        rc = stat_sign_flip(d, m, STAT_TWO_SIDED, o->replicates, o->seed, STAT_ANALYSIS_SHARPENING,
                            &c.flip, err);
    if (rc == 0)
        *out = c;
    return rc;
}

static int slope_of_task(const struct sharpen_members *set, const int *steps, size_t task,
                         double *out, struct err *err)
{
    double mean = 0.0;
    double sxy = 0.0;
    double sxx = 0.0;
    for (size_t k = 0; k < set->scores->n_steps; k++)
        mean += (double)steps[k] / (double)set->scores->n_steps;
    for (size_t k = 0; k < set->scores->n_steps; k++) {
        struct stat_correlation c;
        int rc = correlate_scores(set, k, task, &c, err);
        if (rc < 0)
            return rc;
        sxy += ((double)steps[k] - mean) * fisher_z(c);
        sxx += ((double)steps[k] - mean) * ((double)steps[k] - mean);
    }
    *out = sxx > 0.0 ? sxy / sxx : STAT_NAN;
    return 0;
}

int sharpen_rho_slope(const struct sharpen_members *set, const int *steps,
                      const struct sharpen_rho_options *o, struct arena *arena,
                      struct sharpen_slope *out, struct err *err)
{
    struct sharpen_slope s = { STAT_NAN, { .p = STAT_NAN } };
    double *slopes = arena_array(arena, set->scores->n_tasks, sizeof(*slopes));
    size_t m = 0;
    int rc = 0;
    for (size_t t = 0; t < set->scores->n_tasks && rc == 0; t++) {
        double slope = STAT_NAN;
        rc = slope_of_task(set, steps, t, &slope, err);
        if (isfinite(slope))
            slopes[m++] = slope;
    }
    s.mean = stat_mean(slopes, m);
    if (rc == 0 && m > 0)
        rc = stat_sign_flip(slopes, m, STAT_TWO_SIDED, o->replicates, o->seed,
                            STAT_ANALYSIS_SHARPENING, &s.flip, err);
    if (rc == 0)
        *out = s;
    return rc;
}

struct weighted {
    struct stat_sum w, ww, fast;
    double largest; /* log weight that others are relative to */
    size_t n;
};

static double share_of(struct stat_sum part, struct stat_sum whole)
{
    return stat_sum_value(&part) / stat_sum_value(&whole);
}

struct sharpen_forecast sharpen_forecast_of(const size_t *tasks, const bool *fast,
                                            const double *log_weights, size_t n, size_t n_tasks,
                                            struct arena *arena)
{
    struct sharpen_forecast f = { .fast_1 = STAT_NAN, .ess = STAT_NAN, .kl = STAT_NAN };
    struct weighted *t = arena_array(arena, n_tasks, sizeof(*t));
    struct stat_sum kl = { 0.0, 0.0 };
    struct stat_sum mean = { 0.0, 0.0 };
    struct stat_sum ess = { 0.0, 0.0 };
    f.ess_least = f.max_share = STAT_NAN;
    for (size_t i = 0; i < n; i++) {
        struct weighted *x = &t[tasks[i]];
        if (isfinite(log_weights[i]) && (x->n++ == 0 || log_weights[i] > x->largest))
            x->largest = log_weights[i];
    }
    for (size_t i = 0; i < n; i++) {
        struct weighted *x = &t[tasks[i]];
        if (!isfinite(log_weights[i]))
            continue;
        double w = exp(log_weights[i] - x->largest);
        stat_sum_add(&x->w, w);
        stat_sum_add(&x->ww, w * w);
        stat_sum_add(&x->fast, fast[i] ? w : 0.0);
        stat_sum_add(&kl, expm1(log_weights[i]) - log_weights[i]);
        f.n++;
    }
    for (size_t i = 0; i < n_tasks; i++) {
        if (t[i].n == 0)
            continue;
        double w = stat_sum_value(&t[i].w);
        double size = w * w / stat_sum_value(&t[i].ww);
        f.n_tasks++;
        stat_sum_add(&mean, share_of(t[i].fast, t[i].w));
        stat_sum_add(&ess, size);
        f.ess_least = fmin(size / (double)t[i].n, isnan(f.ess_least) ? STAT_INF : f.ess_least);
        f.max_share = fmax(1.0 / w, isnan(f.max_share) ? 0.0 : f.max_share);
    }
    if (f.n_tasks > 0) {
        f.fast_1 = stat_sum_value(&mean) / (double)f.n_tasks;
        f.ess = stat_sum_value(&ess);
        f.kl = stat_sum_value(&kl) / (double)f.n;
    }
    return f;
}

#define SAME  1e-12 /* between equal aggregates */
#define BLOCK 64

struct draw {
    const struct trajectory *x;
    int64_t *c, *n;
    double *aggregate;
};

static void aggregate_draw(struct draw *d)
{
    for (size_t s = 0; s < d->x->n_steps; s++) {
        double sum = 0.0;
        size_t n = 0;
        for (size_t i = s * d->x->n_tasks; i < (s + 1) * d->x->n_tasks; i++) {
            if (d->n[i] == 0)
                continue;
            sum += (double)d->c[i] / (double)d->n[i];
            n++;
        }
        d->aggregate[s] = n == 0 ? STAT_NAN : sum / (double)n;
    }
}

static size_t best_step(const double *aggregate, size_t n)
{
    size_t best = 0;
    for (size_t s = 1; s < n; s++) {
        if (isnan(aggregate[best]) || aggregate[s] > aggregate[best] + SAME)
            best = s;
    }
    return best;
}

/* Best step less the lowest after it. */
static double depth_of(const double *aggregate, size_t n)
{
    size_t best = best_step(aggregate, n);
    double depth = 0.0;
    for (size_t s = best + 1; s < n; s++)
        depth = fmax(depth, aggregate[best] - aggregate[s]);
    return depth;
}

/* Best step less the next, 0 without one. */
static double drop_of(const double *aggregate, size_t n)
{
    size_t best = best_step(aggregate, n);
    return best + 1 < n ? fmax(0.0, aggregate[best] - aggregate[best + 1]) : 0.0;
}

struct simulation {
    const struct trajectory *x;
    const struct sharpen_options *o;
    const struct sharpen_trend *observed;
    const double *rates; /* by task, over all steps */
    bool *deeper, *steeper;
};

static size_t end_of(const struct simulation *s, size_t block)
{
    size_t all = (size_t)s->o->replicates;
    return (block + 1) * BLOCK < all ? (block + 1) * BLOCK : all;
}

static void flat_block(void *context, size_t block)
{
    const struct simulation *s = context;
    struct arena work = { 0 };
    size_t cells = s->x->n_steps * s->x->n_tasks;
    struct draw d = (struct draw){ s->x, arena_array(&work, cells, sizeof(int64_t)),
                                   arena_array(&work, cells, sizeof(int64_t)),
                                   arena_array(&work, s->x->n_steps, sizeof(double)) };
    for (size_t r = block * BLOCK; r < end_of(s, block); r++) {
        struct rng g;
        /* Beyond the halves' streams. */
        stat_bootstrap_stream(&g, s->o->seed, STAT_ANALYSIS_SHARPENING, ((uint64_t)1 << 32) + r);
        for (size_t i = 0; i < s->x->n_steps * s->x->n_tasks; i++) {
            d.n[i] = s->x->counts[i].n;
            d.c[i] = stat_draw_binomial(&g, d.n[i], s->rates[i % s->x->n_tasks]);
        }
        aggregate_draw(&d);
        s->deeper[r] = depth_of(d.aggregate, s->x->n_steps) >= s->observed->depth - SAME;
        s->steeper[r] = drop_of(d.aggregate, s->x->n_steps) >= s->observed->drop - SAME;
    }
    arena_release(&work);
}

static double *rates_of(const struct trajectory *x, struct arena *arena)
{
    double *rates = arena_array(arena, x->n_tasks, sizeof(*rates));
    for (size_t t = 0; t < x->n_tasks; t++) {
        struct count k = { 0, 0 };
        for (size_t s = 0; s < x->n_steps; s++) {
            k.n += x->counts[s * x->n_tasks + t].n;
            k.c += x->counts[s * x->n_tasks + t].c;
        }
        rates[t] = k.n == 0 ? 0.0 : (double)k.c / (double)k.n;
    }
    return rates;
}

static void test_depth(const struct trajectory *x, const struct sharpen_options *o,
                       struct arena *arena, struct sharpen_trend *out)
{
    struct simulation s = { .x = x, .o = o, .observed = out, .rates = rates_of(x, arena) };
    size_t deeper = 0;
    size_t steeper = 0;
    s.deeper = arena_array(arena, (size_t)o->replicates, sizeof(*s.deeper));
    s.steeper = arena_array(arena, (size_t)o->replicates, sizeof(*s.steeper));
    parallel_for(((size_t)o->replicates + BLOCK - 1) / BLOCK, 0, flat_block, &s);
    for (int r = 0; r < o->replicates; r++) {
        deeper += s.deeper[r];
        steeper += s.steeper[r];
    }
    out->depth_p = (double)(deeper + 1) / (double)(o->replicates + 1);
    out->drop_p = (double)(steeper + 1) / (double)(o->replicates + 1);
}

void sharpen_trend_of(const struct trajectory *x, const struct sharpen_options *o,
                      struct arena *arena, struct sharpen_trend *out)
{
    struct sharpen_trend t = { 0 };
    size_t cells = x->n_steps * x->n_tasks;
    int64_t *c = arena_array(arena, cells, sizeof(*c));
    int64_t *n = arena_array(arena, cells, sizeof(*n));
    double *rates = arena_array(arena, cells, sizeof(*rates));
    int64_t *c_all = arena_array(arena, x->n_steps, sizeof(*c_all));
    int64_t *n_all = arena_array(arena, x->n_steps, sizeof(*n_all));
    for (size_t i = 0; i < cells; i++) {
        c[i] = x->counts[i].c;
        n[i] = x->counts[i].n;
        rates[i] = n[i] == 0 ? STAT_NAN : (double)c[i] / (double)n[i];
    }
    for (size_t s = 0; s < x->n_steps; s++) {
        c_all[s] = x->pooled[s].c;
        n_all[s] = x->pooled[s].n;
    }
    t.chi2 = stat_chi2_homogeneity(c_all, n_all, x->n_steps);
    t.g = stat_g_homogeneity(c_all, n_all, x->n_steps);
    t.pooled = stat_cochran_armitage(c_all, n_all, x->n_steps, 1);
    t.by_task = stat_cochran_armitage(c, n, x->n_steps, x->n_tasks);
    t.page = stat_page(rates, x->n_steps, x->n_tasks, arena);
    t.base = x->aggregate[0];
    t.boa = x->aggregate[x->boa];
    t.depth = depth_of(x->aggregate, x->n_steps);
    t.drop = drop_of(x->aggregate, x->n_steps);
    struct boa_fit fit;
    struct boa_fit_options how = boa_fit_standard(o->seed, 0);
    boa_fit(x->counts, x->n_steps, x->n_tasks, &how, arena, &fit);
    t.cross_fitted = fit.cross_fitted;
    t.n_splits = fit.n_splits;
    test_depth(x, o, arena, &t);
    *out = t;
}

struct sharpen_peak sharpen_peak_of(const struct trajectory *x, size_t task, struct arena *arena)
{
    struct sharpen_peak p = { .first = STAT_NAN, .last = STAT_NAN };
    int64_t *c = arena_array(arena, x->n_steps, sizeof(*c));
    int64_t *n = arena_array(arena, x->n_steps, sizeof(*n));
    for (size_t s = 0; s < x->n_steps; s++) {
        struct count k = x->counts[s * x->n_tasks + task];
        c[s] = k.c;
        n[s] = k.n;
        double rate = k.n == 0 ? STAT_NAN : (double)k.c / (double)k.n;
        if (isnan(p.first))
            p.first = rate;
        if (!isnan(rate))
            p.last = rate;
    }
    p.peak = x->task_oracle[task];
    p.peak_step = x->task_oracle_step[task];
    p.chi2 = stat_chi2_homogeneity(c, n, x->n_steps);
    p.trend = stat_cochran_armitage(c, n, x->n_steps, 1);
    return p;
}
