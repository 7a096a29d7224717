/*
 * Under the flat null a task's rate is the same at all steps: a step's aggregate is a sum of
 * independent binomials over tasks, and the maximum over independent steps has the product of their
 * distribution functions.
 */
#include "analysis/study/trajectory.h"

#include "analysis/resample/stat_bootstrap.h"
#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/boa_fit.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define DEFAULT_REPLICATES 20000
#define SAME               1e-12 /* between equal aggregates */

const char *trajectory_engine_name(enum trajectory_engine e)
{
    static const char *const names[] = { "exact", "monte-carlo" };
    return names[e];
}

static double share(struct count k)
{
    return k.n == 0 ? STAT_NAN : (double)k.c / (double)k.n;
}

static void summarise_steps(struct trajectory *t, double *aggregate, struct count *pooled)
{
    for (size_t s = 0; s < t->n_steps; s++) {
        struct stat_sum sum = { 0.0, 0.0 };
        size_t n = 0;
        pooled[s] = (struct count){ 0, 0 };
        for (size_t i = 0; i < t->n_tasks; i++) {
            struct count k = t->counts[s * t->n_tasks + i];
            pooled[s].n += k.n;
            pooled[s].c += k.c;
            if (k.n > 0) {
                stat_sum_add(&sum, share(k));
                n++;
            }
        }
        aggregate[s] = n == 0 ? STAT_NAN : stat_sum_value(&sum) / (double)n;
    }
    t->aggregate = aggregate;
    t->pooled = pooled;
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

static void stop_early(struct trajectory *t, int patience)
{
    int falls = 0;
    t->stop = t->n_steps - 1;
    for (size_t s = 1; s < t->n_steps && !t->stopped; s++) {
        falls = t->aggregate[s] < t->aggregate[s - 1] - SAME ? falls + 1 : 0;
        if (patience > 0 && falls == patience) {
            t->stopped = true;
            t->stop = s;
        }
    }
    t->stop_boa = best_step(t->aggregate, t->stop + 1);
}

static void find_oracle(struct trajectory *t, double *oracle, size_t *oracle_step)
{
    struct stat_sum sum = { 0.0, 0.0 };
    size_t n = 0;
    for (size_t i = 0; i < t->n_tasks; i++) {
        oracle[i] = STAT_NAN;
        for (size_t s = 0; s < t->n_steps; s++) {
            double value = share(t->counts[s * t->n_tasks + i]);
            if (!isnan(value) && (isnan(oracle[i]) || value > oracle[i])) {
                oracle[i] = value;
                oracle_step[i] = s;
            }
        }
        if (!isnan(oracle[i])) {
            stat_sum_add(&sum, oracle[i]);
            n++;
        }
    }
    t->task_oracle = oracle;
    t->task_oracle_step = oracle_step;
    t->oracle = n == 0 ? STAT_NAN : stat_sum_value(&sum) / (double)n;
}

static void test_homogeneity(struct trajectory *t, struct arena *arena)
{
    int64_t *c = arena_array(arena, t->n_steps, sizeof(*c));
    int64_t *n = arena_array(arena, t->n_steps, sizeof(*n));
    for (size_t s = 0; s < t->n_steps; s++) {
        c[s] = t->pooled[s].c;
        n[s] = t->pooled[s].n;
    }
    struct stat_chi2 x = stat_chi2_homogeneity(c, n, t->n_steps);
    t->chi2 = x.chi2;
    t->chi2_df = x.df;
    t->chi2_p = x.p;
}

static double pooled_rate(const struct trajectory *t, size_t task)
{
    struct count k = { 0, 0 };
    for (size_t s = 0; s < t->n_steps; s++) {
        k.n += t->counts[s * t->n_tasks + task].n;
        k.c += t->counts[s * t->n_tasks + task].c;
    }
    return share(k);
}

/* Samples a task and step; 0: not one number. */
static int64_t common_n(const struct trajectory *t)
{
    for (size_t i = 1; i < t->n_steps * t->n_tasks; i++) {
        if (t->counts[i].n != t->counts[0].n)
            return 0;
    }
    return t->counts[0].n;
}

/* pmf[0 .. n_tasks * n]: fast rollouts of a step under the flat null. */
static double *flat_pmf(const struct trajectory *t, const double *rates, int64_t n,
                        struct arena *arena)
{
    size_t coins = t->n_tasks * (size_t)n;
    double *p = arena_array(arena, coins, sizeof(*p));
    for (size_t i = 0; i < coins; i++)
        p[i] = rates[i / (size_t)n];
    double *pmf = arena_array(arena, coins + 1, sizeof(*pmf));
    stat_poisson_binomial_body(p, coins, pmf);
    return pmf;
}

static void flat_exact(struct trajectory *t, const double *rates, int64_t n, double observed_max,
                       struct arena *arena)
{
    size_t coins = t->n_tasks * (size_t)n;
    const double *pmf = flat_pmf(t, rates, n, arena);
    double steps = (double)t->n_steps;
    double size = (double)coins;
    double below = 0.0;
    struct stat_sum max = { 0.0, 0.0 };
    struct stat_sum mean = { 0.0, 0.0 };
    t->flat_low = t->flat_high = STAT_NAN;
    double p_less = 0.0;
    for (size_t i = 0; i <= coins; i++) {
        double cdf = fmin(1.0, below + pmf[i]);
        double value = (double)i / size;
        stat_sum_add(&max, value * (pow(cdf, steps) - pow(below, steps)));
        stat_sum_add(&mean, value * pmf[i]);
        if (value < observed_max - SAME)
            p_less = pow(cdf, steps);
        if (isnan(t->flat_low) && cdf >= 0.025)
            t->flat_low = value;
        if (isnan(t->flat_high) && cdf >= 0.975)
            t->flat_high = value;
        below = cdf;
    }
    if (isnan(t->flat_high))
        t->flat_high = 1.0;
    t->flat_max = stat_sum_value(&max);
    t->flat_mean = stat_sum_value(&mean);
    t->flat_p_max = 1.0 - p_less;
    t->flat_engine = TRAJECTORY_EXACT;
}

static double draw_aggregate(const struct trajectory *t, const double *rates, size_t step,
                             struct rng *g)
{
    struct stat_sum sum = { 0.0, 0.0 };
    size_t n = 0;
    for (size_t i = 0; i < t->n_tasks; i++) {
        int64_t size = t->counts[step * t->n_tasks + i].n;
        if (size == 0)
            continue;
        stat_sum_add(&sum, (double)stat_draw_binomial(g, size, rates[i]) / (double)size);
        n++;
    }
    return n == 0 ? STAT_NAN : stat_sum_value(&sum) / (double)n;
}

static void flat_monte_carlo(struct trajectory *t, const double *rates,
                             const struct trajectory_options *o, double observed_max,
                             struct arena *arena)
{
    size_t n = o->replicates > 0 ? (size_t)o->replicates : DEFAULT_REPLICATES;
    double *values = arena_array(arena, n * t->n_steps, sizeof(*values));
    struct stat_sum max = { 0.0, 0.0 };
    size_t hits = 0;
    for (size_t r = 0; r < n; r++) {
        struct rng g;
        stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_TRAJECTORY, r);
        double best = -1.0;
        for (size_t s = 0; s < t->n_steps; s++) {
            double value = draw_aggregate(t, rates, s, &g);
            values[r * t->n_steps + s] = value;
            if (value > best)
                best = value;
        }
        stat_sum_add(&max, best);
        hits += best >= observed_max - SAME;
    }
    struct interval band = stat_percentile_interval(values, n * t->n_steps, 0.95);
    struct stat_sum mean = { 0.0, 0.0 };
    size_t tasks = 0;
    for (size_t i = 0; i < t->n_tasks; i++) {
        if (isnan(rates[i]))
            continue;
        stat_sum_add(&mean, rates[i]);
        tasks++;
    }
    t->flat_low = band.low;
    t->flat_high = band.high;
    t->flat_mean = stat_sum_value(&mean) / (double)tasks;
    t->flat_max = stat_sum_value(&max) / (double)n;
    t->flat_p_max = (double)(hits + 1) / (double)(n + 1);
    t->flat_engine = TRAJECTORY_MONTE_CARLO;
}

static void test_flat(struct trajectory *t, const struct trajectory_options *o)
{
    struct arena work = { 0 };
    double *rates = arena_array(&work, t->n_tasks, sizeof(*rates));
    for (size_t i = 0; i < t->n_tasks; i++)
        rates[i] = pooled_rate(t, i);
    int64_t n = common_n(t);
    double observed = t->aggregate[t->boa];
    /* Convolution costs the square of a step's rollouts. */
    if (n > 0 && t->n_tasks * (size_t)n <= 20000)
        flat_exact(t, rates, n, observed, &work);
    else
        flat_monte_carlo(t, rates, o, observed, &work);
    arena_release(&work);
}

static double cross_fitted(const struct trajectory *t, size_t n, const struct boa_fit_options *o)
{
    struct arena work = { 0 };
    struct boa_fit fit;
    boa_fit(t->counts, n, t->n_tasks, o, &work, &fit);
    double value = fit.cross_fitted;
    arena_release(&work);
    return value;
}

int trajectory_from_counts(const int *steps, size_t n_steps, const char *const *tasks,
                           size_t n_tasks, const struct count *counts,
                           const struct trajectory_options *o, struct arena *arena,
                           struct trajectory *out, struct err *err)
{
    struct trajectory t = {
        .n_steps = n_steps, .n_tasks = n_tasks, .steps = steps, .tasks = tasks, .counts = counts
    };
    int64_t samples = 0;
    for (size_t i = 0; i < n_steps * n_tasks; i++)
        samples += counts[i].n;
    if (samples == 0)
        return err_set(err, ERR_NODATA, "a trajectory needs scored rollouts");
    if (o->patience < 0)
        return err_set(err, ERR_USAGE, "patience is 0 (never) or more, not %d", o->patience);
    summarise_steps(&t, arena_array(arena, n_steps, sizeof(double)),
                    arena_array(arena, n_steps, sizeof(struct count)));
    t.boa = best_step(t.aggregate, n_steps);
    stop_early(&t, o->patience);
    find_oracle(&t, arena_array(arena, n_tasks, sizeof(double)),
                arena_array(arena, n_tasks, sizeof(size_t)));
    test_homogeneity(&t, arena);
    if (!o->no_null) {
        struct boa_fit_options how = boa_fit_standard(o->seed, 0);
        t.boa_cross_fitted = cross_fitted(&t, n_steps, &how);
        t.stop_cross_fitted =
            t.stop + 1 == n_steps ? t.boa_cross_fitted : cross_fitted(&t, t.stop + 1, &how);
        test_flat(&t, o);
    }
    *out = t;
    return 0;
}

static size_t find_tasks(const struct run_set *set, size_t *out_tasks, int *out_max_step)
{
    const struct study *s = set->study;
    size_t n = 0;
    *out_max_step = 0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        bool found = false;
        for (size_t r = 0; r < set->n_runs; r++) {
            const struct study_cell *c = study_cell_find(s, set->runs[r], t);
            found = found || (c != NULL && c->count > 0);
        }
        if (found)
            out_tasks[n++] = t;
    }
    for (size_t r = 0; r < set->n_runs; r++) {
        int last = s->runs[set->runs[r]].max_step;
        *out_max_step = last > *out_max_step ? last : *out_max_step;
    }
    return n;
}

int trajectory_of_set(const struct run_set *set, struct speed_rule rule,
                      const struct trajectory_options *o, struct arena *arena,
                      struct trajectory *out, struct err *err)
{
    const struct study *s = set->study;
    size_t *index = arena_array(arena, s->n_tasks, sizeof(*index));
    int max_step = 0;
    size_t n_tasks = find_tasks(set, index, &max_step);
    int *steps = arena_array(arena, (size_t)max_step + 1, sizeof(*steps));
    const char **names = arena_array(arena, n_tasks, sizeof(*names));
    struct count *counts = arena_array(arena, ((size_t)max_step + 1) * n_tasks, sizeof(*counts));
    for (size_t i = 0; i < n_tasks; i++)
        names[i] = s->tasks[index[i]].task;
    size_t n_steps = 0;
    for (int step = 0; step <= max_step; step++) {
        struct count *row = counts + n_steps * n_tasks;
        int64_t n = 0;
        for (size_t i = 0; i < n_tasks; i++) {
            row[i] = (struct count){ 0, 0 };
            for (size_t r = 0; r < set->n_runs; r++) {
                const struct study_cell *c = study_cell_find(s, set->runs[r], index[i]);
                if (c == NULL)
                    continue;
                struct count k = study_count_fast(s, c, step, rule);
                row[i].n += k.n;
                row[i].c += k.c;
            }
            n += row[i].n;
        }
        /* A missing step is no point. */
        if (n > 0)
            steps[n_steps++] = step;
    }
    int rc = trajectory_from_counts(steps, n_steps, names, n_tasks, counts, o, arena, out, err);
    if (rc < 0 || o->no_null || set->n_runs > 1)
        return rc;
    /* One run keeps the value it has elsewhere. */
    struct boa_fit_options how = boa_fit_standard(o->seed, 0);
    struct boa_fit fit;
    boa_fit_run(s, set->runs[0], rule, &how, arena, &fit);
    out->boa_cross_fitted = fit.cross_fitted;
    if (out->stop + 1 == n_steps)
        out->stop_cross_fitted = fit.cross_fitted;
    return 0;
}
