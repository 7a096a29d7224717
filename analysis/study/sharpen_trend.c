#include "analysis/study/sharpen_trend.h"

#include "analysis/resample/stat_bootstrap.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/boa_fit.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define SAME  1e-12 /* between equal aggregates */
#define BLOCK 64

struct draw {
    const struct trajectory *x;
    int64_t *c, *n;
    double *aggregate;
};

static struct draw new_draw(const struct trajectory *x, struct arena *arena)
{
    size_t cells = x->n_steps * x->n_tasks;
    return (struct draw){ x, arena_array(arena, cells, sizeof(int64_t)),
                          arena_array(arena, cells, sizeof(int64_t)),
                          arena_array(arena, x->n_steps, sizeof(double)) };
}

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

static size_t n_blocks(const struct sharpen_options *o)
{
    return ((size_t)o->replicates + BLOCK - 1) / BLOCK;
}

static void draw_flat(const struct simulation *s, size_t r, struct draw *d)
{
    struct rng g;
    /* Beyond the halves' streams. */
    stat_bootstrap_stream(&g, s->o->seed, STAT_ANALYSIS_SHARPENING, ((uint64_t)1 << 32) + r);
    for (size_t i = 0; i < s->x->n_steps * s->x->n_tasks; i++) {
        d->n[i] = s->x->counts[i].n;
        d->c[i] = stat_draw_binomial(&g, d->n[i], s->rates[i % s->x->n_tasks]);
    }
    aggregate_draw(d);
}

static void flat_block(void *context, size_t block)
{
    const struct simulation *s = context;
    struct arena work = { 0 };
    struct draw d = new_draw(s->x, &work);
    for (size_t r = block * BLOCK; r < end_of(s, block); r++) {
        draw_flat(s, r, &d);
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
    parallel_for(n_blocks(o), 0, flat_block, &s);
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
    struct boa_fit_options how = { (size_t)o->replicates, o->seed, STAT_ANALYSIS_SHARPENING, 0 };
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
