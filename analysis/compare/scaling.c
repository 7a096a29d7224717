/*
 * pass and fast_1 have draws of each cell's Jeffreys posterior, whose 1 - (1 - p)^K is averaged
 * like the estimate: valid up to K = n, unlike resampled samples.  The interval also holds the same
 * spread around the estimate.  Tasks like these have Student's t, which needs no posterior.  The
 * expected best has the jackknife up to K = n / 2, nothing beyond.
 */
#include "analysis/compare/scaling.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/compare/scaling_cells.h"
#include "analysis/resample/stat_bootstrap.h"
#include "analysis/resample/stat_words.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define BLOCK 64 /* replicates of a unit of work */

struct scaling_cells scaling_cells_of(const struct run_set *set, const struct scaling_options *o,
                                      struct arena *arena)
{
    struct scaling_cells cells;
    if (o->cells != NULL)
        return *o->cells;
    scaling_cells_read(set, o->step, o->rule, o->threads, arena, &cells);
    return cells;
}

int scaling_check_k(const struct scaling_options *o, size_t n_cells, int64_t min_n, struct err *err)
{
    if (n_cells == 0)
        return err_set(err, ERR_NODATA, "no task has a scored rollout at this step");
    for (size_t i = 0; i < o->n_k; i++) {
        if (!(o->k[i] > 0.0))
            return err_set(err, ERR_USAGE, "K = %g is not above 0", o->k[i]);
        if (o->k[i] > (double)min_n)
            return err_set(err, ERR_NODATA,
                           "K = %g needs at least K samples a task, the smallest has n = %lld",
                           o->k[i], (long long)min_n);
    }
    return 0;
}

const char *scaling_metric_name(enum scaling_metric m)
{
    static const char *const names[] = { "pass", "fast_1", "best" };
    return names[m];
}

int64_t scaling_max_k(const struct run_set *set, int step, struct speed_rule rule)
{
    const struct study *s = set->study;
    int64_t least = 0;
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        int at = study_resolve_step(s, set->runs[r], step, rule);
        for (size_t i = 0; i < run->n_cells; i++) {
            int64_t n = study_count_correct(s, &s->cells[run->first_cell + i], at).n;
            if (n > 0 && (least == 0 || n < least))
                least = n;
        }
    }
    return least;
}

static double mean_over_tasks(const struct scaling_cells *s, const double *values)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < s->n_tasks; t++)
        stat_sum_add(&sum, stat_mean(values + s->first[t], s->first[t + 1] - s->first[t]));
    return stat_sum_value(&sum) / (double)s->n_tasks;
}

struct scaling_curve {
    const struct scaling_cells *cells;
    const struct scaling_options *o;
    size_t replicates;
    unsigned *whole;              /* by k; 0: not whole */
    size_t *half;                 /* by k, index of its half; its own: none */
    unsigned n_powers;            /* squarings of a miss for whole k */
    struct stat_beta *rates;      /* posteriors: [cell * 2 + metric] */
    double *means;                /* [(metric * n_k + k) * replicates + r], pass and fast */
    struct scaling_point *points; /* [metric * n_k + k] */
};

static double pass_value(const struct scaling_curve *c, enum scaling_metric metric, double k,
                         struct interval *new_tasks)
{
    const struct scaling_cells *s = c->cells;
    double *values = mem_array(c->cells->n_cells, sizeof(*values));
    for (size_t i = 0; i < c->cells->n_cells; i++) {
        const struct scaling_cell *x = &c->cells->cells[i];
        values[i] =
            1.0 - stat_passk_miss(k, x->n, metric == SCALING_PASS ? x->n_correct : x->n_fast);
    }
    double mean = mean_over_tasks(s, values);
    for (size_t t = 0; t < s->n_tasks; t++)
        values[t] = stat_mean(values + s->first[t], s->first[t + 1] - s->first[t]);
    *new_tasks = stat_interval_share(values, NULL, s->n_tasks, c->o->level);
    free(values);
    return mean;
}

static void measure_best(const struct scaling_curve *c, double k, double *value, double *variance)
{
    const struct scaling_cells *s = c->cells;
    bool varies = !(k > 0.5 * (double)s->min_n);
    struct scaling_weights w = { 0 };
    double *values = mem_array(s->n_cells, sizeof(*values));
    *variance = varies ? 0.0 : STAT_NAN;
    for (size_t t = 0; t < s->n_tasks; t++) {
        double m = (double)(s->first[t + 1] - s->first[t]);
        for (size_t i = s->first[t]; i < s->first[t + 1]; i++) {
            const struct scaling_cell *x = &s->cells[i];
            scaling_weigh(&w, k, (size_t)x->n);
            values[i] = stat_passk_weighted_max(w.all, x->speedups, (size_t)x->n);
            if (varies)
                *variance +=
                    x->n < 2
                        ? STAT_NAN
                        : stat_passk_weighted_variance(w.rest, x->speedups, (size_t)x->n) / (m * m);
        }
    }
    *value = mean_over_tasks(s, values);
    free(values);
    scaling_weights_release(&w);
}

static void estimate(void *context, size_t i)
{
    struct scaling_curve *c = context;
    const struct scaling_cells *s = c->cells;
    const struct scaling_options *o = c->o;
    struct scaling_point p = { .metric = (enum scaling_metric)(i / o->n_k),
                               .k = o->k[i % o->n_k],
                               .n_tasks = s->n_tasks,
                               .n_cells = s->n_cells,
                               .min_n = s->min_n };
    if (p.metric != SCALING_BEST) {
        p.value = pass_value(c, p.metric, p.k, &p.ci);
    } else {
        double variance;
        measure_best(c, p.k, &p.value, &variance);
        double half = stat_normal_quantile(0.5 + 0.5 * o->level) * sqrt(variance);
        half /= (double)s->n_tasks;
        p.ci = (struct interval){ fmax(0.0, p.value - half), p.value + half };
        p.interval = INTERVAL_JACKKNIFE;
        if (!(variance > 0.0)) { /* unknown, or samples that are all alike */
            p.ci = (struct interval){ STAT_NAN, STAT_NAN };
            p.interval = INTERVAL_NONE;
        }
    }
    c->points[i] = p;
}

#define MOST_POWERS 13
#define MOST_WHOLE  4096.0

/* (1 - p)^k; whole powers share squares. */
static double miss_at(const struct scaling_curve *c, size_t k, double p, const double *powers)
{
    double miss = 1.0;
    if (c->whole[k] == 0)
        return exp(c->o->k[k] * log1p(-p));
    for (unsigned bits = c->whole[k]; bits > 0; bits &= bits - 1)
        miss *= powers[__builtin_ctz(bits)];
    return miss;
}

/* sums[k] += share * (1 - (1 - p)^k); misses has room for each k. */
static void add_passes(const struct scaling_curve *c, double p, double share, double *misses,
                       double *sums)
{
    double powers[MOST_POWERS];
    double power = 1.0 - p;
    for (unsigned i = 0; i < c->n_powers; i++) {
        powers[i] = power;
        power *= power;
    }
    for (size_t k = 0; k < c->o->n_k; k++) {
        double root = misses[c->half[k]];
        misses[k] = c->half[k] < k ? root * root : miss_at(c, k, p, powers);
        sums[k] += share * (1.0 - misses[k]);
    }
}

static size_t half_of(const double *k, size_t i)
{
    for (size_t j = 0; j < i; j++) {
        if (fabs(2.0 * k[j] - k[i]) <= 1e-14 * k[i])
            return j;
    }
    return i;
}

static unsigned whole_power(double k)
{
    return k > floor(k) || k > MOST_WHOLE ? 0 : (unsigned)k;
}

static void prepare_draws(struct scaling_curve *c, struct arena *work)
{
    const struct scaling_cells *s = c->cells;
    c->whole = arena_array(work, c->o->n_k, sizeof(*c->whole));
    c->half = arena_array(work, c->o->n_k, sizeof(*c->half));
    c->rates = arena_array(work, 2 * s->n_cells, sizeof(*c->rates));
    for (size_t k = 0; k < c->o->n_k; k++) {
        c->half[k] = half_of(c->o->k, k);
        c->whole[k] = whole_power(c->o->k[k]);
        while (c->whole[k] >> c->n_powers > 0)
            c->n_powers++;
    }
    for (size_t i = 0; i < 2 * s->n_cells; i++) {
        const struct scaling_cell *x = &s->cells[i / 2];
        double hits = (double)(i % 2 == SCALING_PASS ? x->n_correct : x->n_fast);
        c->rates[i] = stat_beta_of(0.5 + hits, 0.5 + (double)x->n - hits);
    }
}

/* One rate a cell and metric; values[t * 2 n_k + metric * n_k + k]: mean over t's cells. */
static void draw_values(const struct scaling_curve *c, struct stat_words *w, double *misses,
                        double *values)
{
    const struct scaling_cells *s = c->cells;
    size_t n_k = c->o->n_k;
    for (size_t t = 0; t < s->n_tasks; t++) {
        double *at = values + t * 2 * n_k;
        double share = 1.0 / (double)(s->first[t + 1] - s->first[t]);
        memset(at, 0, 2 * n_k * sizeof(*at));
        for (size_t i = s->first[t]; i < s->first[t + 1]; i++) {
            for (size_t m = 0; m < 2; m++)
                add_passes(c, stat_word_beta_of(w, &c->rates[2 * i + m]), share, misses,
                           at + m * n_k);
        }
    }
}

static void draw_replicates(void *context, size_t block)
{
    struct scaling_curve *c = context;
    size_t n_tasks = c->cells->n_tasks;
    size_t n_values = 2 * c->o->n_k;
    size_t end = (block + 1) * BLOCK < c->replicates ? (block + 1) * BLOCK : c->replicates;
    double *values = mem_array((n_tasks + 1) * n_values, sizeof(*values));
    double *sums = values + n_tasks * n_values;
    double *misses = mem_array(c->o->n_k, sizeof(*misses));
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        stat_words_open(&w, c->o->seed, STAT_ANALYSIS_SCALING, r, 0);
        draw_values(c, &w, misses, values);
        memset(sums, 0, n_values * sizeof(*sums));
        for (size_t t = 0; t < n_tasks; t++) {
            for (size_t k = 0; k < n_values; k++)
                sums[k] += values[t * n_values + k];
        }
        for (size_t k = 0; k < n_values; k++)
            c->means[k * c->replicates + r] = sums[k] / (double)n_tasks;
    }
    free(values);
    free(misses);
}

static void close_interval(void *context, size_t k)
{
    struct scaling_curve *c = context;
    struct scaling_point *p = &c->points[k];
    double *means = c->means + k * c->replicates;
    if (c->o->new_tasks) {
        p->interval = isnan(p->ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT;
        return;
    }
    struct interval ci = stat_percentile_interval(means, c->replicates, c->o->level);
    double centre = stat_mean(means, c->replicates);
    /* The prior's pull to one half adds up over tasks, so the spread around the estimate counts
     * too. */
    p->ci = (struct interval){ fmax(0.0, fmin(ci.low, p->value - (centre - ci.low))),
                               fmin(1.0, fmax(ci.high, p->value + (ci.high - centre))) };
    p->interval = INTERVAL_POSTERIOR;
}

int scaling_curve(const struct run_set *set, const struct scaling_options *o, struct arena *arena,
                  struct scaling_point **out, size_t *out_count, struct err *err)
{
    struct arena work = { 0 };
    struct scaling_cells cells = scaling_cells_of(set, o, &work);
    int rc = scaling_check_k(o, cells.n_cells, cells.min_n, err);
    if (rc == 0) {
        struct scaling_curve c = { .cells = &cells,
                                   .o = o,
                                   .replicates = o->replicates > 0 ? (size_t)o->replicates
                                                                   : STAT_BOOTSTRAP_REPLICATES };
        c.points = arena_array(arena, 3 * o->n_k, sizeof(*c.points));
        prepare_draws(&c, &work);
        c.means = arena_array(&work, 2 * o->n_k * c.replicates, sizeof(*c.means));
        parallel_for(3 * o->n_k, o->threads, estimate, &c);
        if (!o->new_tasks)
            parallel_for((c.replicates + BLOCK - 1) / BLOCK, o->threads, draw_replicates, &c);
        parallel_for(2 * o->n_k, o->threads, close_interval, &c);
        *out = c.points;
        *out_count = 3 * o->n_k;
    }
    arena_release(&work);
    return rc;
}
