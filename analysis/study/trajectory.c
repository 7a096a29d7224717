#include "analysis/study/trajectory.h"

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

/*
 * Under the flat null a task's rate is the same at all steps: a step's aggregate is a sum of
 * independent binomials over tasks, and the maximum over independent steps has the product of their
 * distribution functions.
 */

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

int trajectory_from_counts(const struct trajectory_counts *given,
                           const struct trajectory_options *o, struct arena *arena,
                           struct trajectory *out, struct err *err)
{
    struct trajectory t = { .n_steps = given->n_steps,
                            .n_tasks = given->n_tasks,
                            .steps = given->steps,
                            .tasks = given->tasks,
                            .counts = given->counts };
    int64_t samples = 0;
    for (size_t i = 0; i < given->n_steps * given->n_tasks; i++)
        samples += given->counts[i].n;
    if (samples == 0)
        return err_set(err, ERR_NODATA, "a trajectory needs scored rollouts");
    if (o->patience < 0)
        return err_set(err, ERR_USAGE, "patience is 0 (never) or more, not %d", o->patience);
    summarise_steps(&t, arena_array(arena, given->n_steps, sizeof(double)),
                    arena_array(arena, given->n_steps, sizeof(struct count)));
    t.boa = best_step(t.aggregate, given->n_steps);
    int falls = 0;
    t.stop = t.n_steps - 1;
    for (size_t s = 1; s < t.n_steps && !t.stopped; s++) {
        falls = t.aggregate[s] < t.aggregate[s - 1] - SAME ? falls + 1 : 0;
        if (o->patience > 0 && falls == o->patience) {
            t.stopped = true;
            t.stop = s;
        }
    }
    t.stop_boa = best_step(t.aggregate, t.stop + 1);
    find_oracle(&t, arena_array(arena, given->n_tasks, sizeof(double)),
                arena_array(arena, given->n_tasks, sizeof(size_t)));
    test_homogeneity(&t, arena);
    if (!o->no_null) {
        struct boa_fit_options how = boa_fit_standard(o->seed, 0);
        t.boa_cross_fitted = cross_fitted(&t, given->n_steps, &how);
        t.stop_cross_fitted =
            t.stop + 1 == given->n_steps ? t.boa_cross_fitted : cross_fitted(&t, t.stop + 1, &how);
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
    int rc = trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                                 .n_steps = n_steps,
                                                                 .tasks = names,
                                                                 .n_tasks = n_tasks,
                                                                 .counts = counts },
                                    o, arena, out, err);
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

#define BLOCK 16

struct fitting {
    const struct count *counts;
    size_t n_steps, n_tasks;
    const struct boa_fit_options *o;
    double *means; /* by split; NaN: none */
    double *sums;  /* [block * n_tasks + task], of held-out shares */
    int64_t *n_scored;
    double *without; /* what other tasks score at the step they choose */
    int64_t *n_without;
    struct stat_halving *halvings; /* [2 * cell + rollouts more than half] */
};

/* One half of every cell. */
struct half {
    struct count *counts;
    double *aggregate;
    size_t *n_scored;
};

static void aggregate(const struct count *counts, size_t n_steps, size_t n_tasks, double *out,
                      size_t *out_n)
{
    for (size_t s = 0; s < n_steps; s++) {
        double sum = 0.0;
        size_t n = 0;
        for (size_t t = s * n_tasks; t < (s + 1) * n_tasks; t++) {
            if (counts[t].n == 0)
                continue;
            sum += share(counts[t]);
            n++;
        }
        out[s] = n == 0 ? STAT_NAN : sum / (double)n;
        out_n[s] = n;
    }
}

static double aggregate_without(const struct half *h, size_t step, size_t n_tasks, size_t task)
{
    struct count k = h->counts[step * n_tasks + task];
    double n = (double)h->n_scored[step];
    return k.n == 0 ? h->aggregate[step] : (n * h->aggregate[step] - share(k)) / (n - 1.0);
}

static void score_without(const struct fitting *f, size_t block, const struct half *chooser,
                          const struct half *judge)
{
    for (size_t t = 0; t < f->n_tasks; t++) {
        size_t step = 0;
        double most = STAT_NAN;
        for (size_t s = 0; s < f->n_steps; s++) {
            double value = aggregate_without(chooser, s, f->n_tasks, t);
            if (!isnan(value) && (isnan(most) || value > most + SAME)) {
                step = s;
                most = value;
            }
        }
        double score = aggregate_without(judge, step, f->n_tasks, t);
        if (isnan(score))
            continue;
        f->without[block * f->n_tasks + t] += score;
        f->n_without[block * f->n_tasks + t]++;
    }
}

/* One half chooses the step, the other is scored. */
static double score(const struct fitting *f, size_t block, const struct half *chooser,
                    const struct half *judge)
{
    size_t step = best_step(chooser->aggregate, f->n_steps);
    for (size_t t = 0; t < f->n_tasks; t++) {
        struct count k = judge->counts[step * f->n_tasks + t];
        if (k.n == 0)
            continue;
        f->sums[block * f->n_tasks + t] += share(k);
        f->n_scored[block * f->n_tasks + t]++;
    }
    score_without(f, block, chooser, judge);
    return judge->aggregate[step];
}

static void split_block(void *context, size_t block)
{
    const struct fitting *f = context;
    struct arena work = { 0 };
    size_t cells = f->n_steps * f->n_tasks;
    struct half a = { arena_array(&work, cells, sizeof(struct count)),
                      arena_array(&work, f->n_steps, sizeof(double)),
                      arena_array(&work, f->n_steps, sizeof(size_t)) };
    struct half b = { arena_array(&work, cells, sizeof(struct count)),
                      arena_array(&work, f->n_steps, sizeof(double)),
                      arena_array(&work, f->n_steps, sizeof(size_t)) };
    size_t end = (block + 1) * BLOCK < f->o->splits ? (block + 1) * BLOCK : f->o->splits;
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        stat_words_open(&w, f->o->seed, f->o->analysis, r, 0);
        for (size_t i = 0; i < f->n_steps * f->n_tasks; i++) {
            struct count all = f->counts[i];
            /* The odd rollout goes to either half. */
            a.counts[i].n = all.n / 2 + (all.n % 2 == 1 && stat_word_below(&w, 2) == 1 ? 1 : 0);
            a.counts[i].c =
                stat_word_halving(&w, &f->halvings[2 * (int64_t)i + a.counts[i].n - all.n / 2]);
            b.counts[i] = (struct count){ all.n - a.counts[i].n, all.c - a.counts[i].c };
        }
        aggregate(a.counts, f->n_steps, f->n_tasks, a.aggregate, a.n_scored);
        aggregate(b.counts, f->n_steps, f->n_tasks, b.aggregate, b.n_scored);
        f->means[r] = (score(f, block, &a, &b) + score(f, block, &b, &a)) / 2.0;
    }
    arena_release(&work);
}

#define PAIRED 0.41421356237309505

/*
 * Tasks interact in pairs: one chooses the step that the other is scored at.  by_task puts half of
 * an interaction into both, so its spread counts half of their variance; pseudo-values n M - (n -
 * 1) M_t, M_t the mean of the others at the step they choose, put all into both, twice the variance
 * (Efron and Stein 1981).  1 / sqrt(2) of each counts it once.
 */
static void put_parts(const struct fitting *f, size_t n_blocks, const double *by_task,
                      double *parts)
{
    struct stat_sum shift = { 0.0, 0.0 };
    bool defined = true;
    double n = 0.0;
    for (size_t t = 0; t < f->n_tasks; t++)
        n += !isnan(by_task[t]);
    for (size_t t = 0; t < f->n_tasks; t++) {
        struct stat_sum sum = { 0.0, 0.0 };
        int64_t n_scores = 0;
        for (size_t b = 0; b < n_blocks; b++) {
            stat_sum_add(&sum, f->without[b * f->n_tasks + t]);
            n_scores += f->n_without[b * f->n_tasks + t];
        }
        defined = defined && (isnan(by_task[t]) || n_scores > 0);
        parts[t] = PAIRED * (-(n - 1.0) * stat_sum_value(&sum) / (double)n_scores - by_task[t]);
        if (!isnan(by_task[t]))
            stat_sum_add(&shift, parts[t]);
    }
    for (size_t t = 0; t < f->n_tasks; t++)
        parts[t] = defined ? by_task[t] + parts[t] - stat_sum_value(&shift) / n : by_task[t];
}

static void cross_fit(struct fitting *f, struct arena *arena, struct boa_fit *out)
{
    struct arena work = { 0 };
    size_t n_blocks = (f->o->splits + BLOCK - 1) / BLOCK;
    double *by_task = arena_array(arena, f->n_tasks + 1, sizeof(*by_task));
    double *parts = arena_array(arena, f->n_tasks + 1, sizeof(*parts));
    struct stat_sum mean = { 0.0, 0.0 };
    f->means = arena_array(&work, f->o->splits, sizeof(*f->means));
    f->sums = arena_array(&work, n_blocks * f->n_tasks + 1, sizeof(*f->sums));
    f->n_scored = arena_array(&work, n_blocks * f->n_tasks + 1, sizeof(*f->n_scored));
    f->without = arena_array(&work, n_blocks * f->n_tasks + 1, sizeof(*f->without));
    f->n_without = arena_array(&work, n_blocks * f->n_tasks + 1, sizeof(*f->n_without));
    f->halvings = arena_array(&work, 2 * f->n_steps * f->n_tasks + 1, sizeof(*f->halvings));
    for (size_t i = 0; i < 2 * f->n_steps * f->n_tasks; i++) {
        struct count all = f->counts[i / 2];
        f->halvings[i] = stat_halving_of(all.n, all.c, all.n / 2 + (int64_t)(i % 2), &work);
    }
    parallel_for(n_blocks, f->o->threads, split_block, f);
    for (size_t r = 0; r < f->o->splits; r++) {
        if (isnan(f->means[r]))
            continue;
        stat_sum_add(&mean, f->means[r]);
        out->n_splits++;
    }
    for (size_t t = 0; t < f->n_tasks; t++) {
        struct stat_sum sum = { 0.0, 0.0 };
        int64_t n = 0;
        for (size_t b = 0; b < n_blocks; b++) {
            stat_sum_add(&sum, f->sums[b * f->n_tasks + t]);
            n += f->n_scored[b * f->n_tasks + t];
        }
        by_task[t] = n == 0 ? STAT_NAN : stat_sum_value(&sum) / (double)n;
    }
    out->by_task = by_task;
    put_parts(f, n_blocks, by_task, parts);
    out->parts = parts;
    out->cross_fitted =
        out->n_splits == 0 ? STAT_NAN : stat_sum_value(&mean) / (double)out->n_splits;
    arena_release(&work);
}

void boa_fit(const struct count *counts, size_t n_steps, size_t n_tasks,
             const struct boa_fit_options *o, struct arena *arena, struct boa_fit *out)
{
    struct fitting f = { .counts = counts, .n_steps = n_steps, .n_tasks = n_tasks, .o = o };
    struct boa_fit b = { .n_tasks = n_tasks };
    double *all = arena_array(arena, n_steps + 1, sizeof(*all));
    double *at_best = arena_array(arena, n_tasks + 1, sizeof(*at_best));
    int64_t *n = arena_array(arena, n_tasks + 1, sizeof(*n));
    aggregate(counts, n_steps, n_tasks, all, arena_array(arena, n_steps + 1, sizeof(size_t)));
    b.step = best_step(all, n_steps);
    b.in_sample = all[b.step];
    for (size_t t = 0; t < n_tasks; t++) {
        at_best[t] = share(counts[b.step * n_tasks + t]);
        n[t] = counts[b.step * n_tasks + t].n;
    }
    b.at_best = at_best;
    b.n_times = n;
    cross_fit(&f, arena, &b);
    *out = b;
}

void boa_fit_run(const struct study *s, size_t run, struct speed_rule rule,
                 const struct boa_fit_options *o, struct arena *arena, struct boa_fit *out)
{
    const struct study_run *r = &s->runs[run];
    size_t n_steps = (size_t)r->max_step + 1;
    struct count *counts = arena_array(arena, n_steps * r->n_cells + 1, sizeof(*counts));
    for (size_t i = 0; i < r->n_cells; i++) {
        for (size_t step = 0; step < n_steps; step++)
            counts[step * r->n_cells + i] =
                study_count_fast(s, &s->cells[r->first_cell + i], (int)step, rule);
    }
    boa_fit(counts, n_steps, r->n_cells, o, arena, out);
}

struct boa_share boa_share_of(const struct study *s, const struct study_cell *cell,
                              const struct boa_fit *f, struct speed_rule rule)
{
    struct count k = study_count_fast(s, cell, f == NULL ? STEP_ALL : (int)f->step, rule);
    double own = share(k);
    if (f == NULL)
        return (struct boa_share){ own, own, own, k };
    size_t at = (size_t)(cell - &s->cells[s->runs[cell->run].first_cell]);
    return (struct boa_share){ f->by_task[at], f->parts[at], own, k };
}

int boa_step_of_half(const struct study *s, size_t run, unsigned odd, struct speed_rule rule)
{
    const struct study_run *r = &s->runs[run];
    struct arena work = { 0 };
    size_t n_steps = (size_t)r->max_step + 1;
    double *values = arena_array(&work, n_steps, sizeof(*values));
    size_t *n = arena_array(&work, n_steps, sizeof(*n));
    struct count *counts = arena_array(&work, n_steps * r->n_cells + 1, sizeof(*counts));
    for (size_t i = 0; i < r->n_cells; i++) {
        const struct study_cell *c = &s->cells[r->first_cell + i];
        for (size_t k = c->first; k < c->first + c->count; k++) {
            const struct study_rollout *x = &s->rollouts[k];
            struct count *at = &counts[(size_t)x->step * r->n_cells + i];
            if (((unsigned)x->sample & 1u) != odd)
                continue;
            at->n++;
            at->c += study_is_fast(x, rule);
        }
    }
    aggregate(counts, n_steps, r->n_cells, values, n);
    size_t step = best_step(values, n_steps);
    int chosen = isnan(values[step]) ? 0 : (int)step;
    arena_release(&work);
    return chosen;
}

void boa_steps_held_out(const struct study *s, size_t run, int step, struct speed_rule rule,
                        int out[2])
{
    for (unsigned odd = 0; odd < 2; odd++) {
        if (step != STEP_BOA)
            out[odd] = step;
        else
            out[odd] =
                study_is_adaptive(&s->runs[run]) ? boa_step_of_half(s, run, 1 - odd, rule) : 0;
    }
}

bool boa_has_halves(const struct study *s, size_t run)
{
    const struct study_run *r = &s->runs[run];
    bool has[2] = { !study_is_adaptive(r), !study_is_adaptive(r) };
    for (size_t i = r->first_cell; i < r->first_cell + r->n_cells; i++) {
        const struct study_cell *c = &s->cells[i];
        for (size_t k = c->first; k < c->first + c->count; k++)
            has[(unsigned)s->rollouts[k].sample & 1u] = true;
    }
    return has[0] && has[1];
}

struct boa_rollouts boa_rollouts_of(const struct study *s, struct speed_rule rule, bool held_out,
                                    struct arena *arena)
{
    struct study kept = *s;
    size_t *from = arena_array(arena, s->n_rollouts + 1, sizeof(*from));
    kept.runs = arena_array(arena, s->n_runs + 1, sizeof(*kept.runs));
    kept.cells = arena_array(arena, s->n_cells + 1, sizeof(*kept.cells));
    kept.rollouts = arena_array(arena, s->n_rollouts + 1, sizeof(*kept.rollouts));
    kept.n_rollouts = 0;
    for (size_t r = 0; r < s->n_runs; r++) {
        int own = study_boa_step(s, r, rule);
        int steps[2] = { own, own };
        size_t before = kept.n_rollouts;
        kept.runs[r] = s->runs[r];
        if (held_out)
            boa_steps_held_out(s, r, STEP_BOA, rule, steps);
        for (size_t i = s->runs[r].first_cell; i < s->runs[r].first_cell + s->runs[r].n_cells;
             i++) {
            const struct study_cell *c = &s->cells[i];
            kept.cells[i] = *c;
            kept.cells[i].first = kept.n_rollouts;
            for (size_t k = c->first; k < c->first + c->count; k++) {
                if (s->rollouts[k].step != steps[(unsigned)s->rollouts[k].sample & 1u])
                    continue;
                from[kept.n_rollouts] = k;
                kept.rollouts[kept.n_rollouts++] = s->rollouts[k];
            }
            kept.cells[i].count = kept.n_rollouts - kept.cells[i].first;
        }
        kept.runs[r].n_rollouts = kept.n_rollouts - before;
    }
    return (struct boa_rollouts){ kept, from };
}
