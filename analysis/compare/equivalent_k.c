#include "analysis/compare/equivalent_k.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare_value.h"
#include "analysis/resample/stat_permutation.h"
#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_crossed.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

/*
 * A replicate redraws tasks (if they stand for others), then rollouts of base and method on the
 * same tasks.  The budget's best of B is not redrawn: a maximum resampled over its own samples is
 * biased.
 *
 * Redrawn samples repeat, so a replicate's curve, about 1 - (1 - c / n)^K, lies below the unbiased
 * one but for K = 1, and its K too far right.  Replicates only say on which side of 1 an answer
 * lies; the interval is that of equivalent_k.h.
 */

/*
 * 1 - f(K) of some cells, fast enough to invert in every replicate.
 *
 * Cells with one n and number of fast samples have one chance of a miss, and those of one n differ
 * by one factor: a value costs one pass over the counts that occur.
 */

struct equivalent_size {
    int64_t n;
    int64_t most;
    double *weights;
    double *inverses; /* [m]: of the samples left after m - 1 misses */
};

struct equivalent_curve {
    size_t n_sizes;
    struct equivalent_size *sizes;
};

#define SAME 1e-12

static int by_number(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

static void equivalent_curve_init(struct equivalent_curve *c, const struct equivalent_task *tasks,
                                  size_t n_tasks, struct arena *arena)
{
    size_t n_cells = 0;
    for (size_t t = 0; t < n_tasks; t++)
        n_cells += tasks[t].n_base;
    int64_t *n = arena_array(arena, n_cells + 1, sizeof(*n));
    size_t at = 0;
    for (size_t t = 0; t < n_tasks; t++) {
        for (size_t i = 0; i < tasks[t].n_base; i++)
            n[at++] = tasks[t].base[i].n;
    }
    qsort(n, n_cells, sizeof(*n), by_number);
    *c = (struct equivalent_curve){ 0, arena_array(arena, n_cells + 1, sizeof(*c->sizes)) };
    for (size_t i = 0; i < n_cells; i++) {
        if (i > 0 && n[i] == n[i - 1])
            continue;
        struct equivalent_size *s = &c->sizes[c->n_sizes++];
        *s =
            (struct equivalent_size){ n[i], 0, arena_array(arena, (size_t)n[i] + 1, sizeof(double)),
                                      arena_array(arena, (size_t)n[i] + 1, sizeof(double)) };
        for (int64_t m = 1; m <= n[i]; m++)
            s->inverses[m] = 1.0 / (double)(n[i] - m + 1);
    }
}

static void equivalent_curve_add(struct equivalent_curve *c, struct count cell, double weight)
{
    size_t i = 0;
    while (c->sizes[i].n != cell.n)
        i++;
    c->sizes[i].weights[cell.c] += weight;
    if (cell.c > c->sizes[i].most)
        c->sizes[i].most = cell.c;
}

#define STRETCHES 4

/* The next miss times the chance before, and its weight. */
static inline double step_on(const struct equivalent_size *s, double k, int64_t m, double *miss)
{
    double factor = 1.0 - k * s->inverses[m];
    *miss *= factor > 0.0 ? factor : 0.0;
    return s->weights[m] * *miss;
}

/*
 * S(K; n, m) for m = 0, 1, ..., a product over m, in stretches side by side, since each factor
 * waits for the one before.
 */
static void add_without(const struct equivalent_size *s, double k, struct stat_sum *sum)
{
    int64_t length = s->most / STRETCHES;
    double miss[STRETCHES] = { 1.0, 1.0, 1.0, 1.0 };
    double sums[STRETCHES] = { 0.0, 0.0, 0.0, 0.0 };
    for (int64_t i = 1; i <= length; i++) {
        for (int64_t j = 0; j < STRETCHES; j++)
            sums[j] += step_on(s, k, j * length + i, &miss[j]);
    }
    double before = 1.0;
    stat_sum_add(sum, s->weights[0]);
    for (int j = 0; j < STRETCHES; j++) {
        stat_sum_add(sum, before * sums[j]);
        before *= miss[j];
    }
    for (int64_t m = STRETCHES * length + 1; m <= s->most; m++)
        stat_sum_add(sum, step_on(s, k, m, &before));
}

static double equivalent_curve_miss(const struct equivalent_curve *c, double k,
                                    enum equivalent_draws how)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < c->n_sizes; i++) {
        if (how == EQUIVALENT_WITHOUT_REPLACEMENT)
            add_without(&c->sizes[i], k, &sum);
        else {
            for (int64_t m = 0; m <= c->sizes[i].most; m++) {
                double rate = (double)m / (double)c->sizes[i].n;
                if (!(c->sizes[i].weights[m] > 0.0))
                    continue;
                double miss = rate < 1.0 ? pow(1.0 - rate, k) : (k > 0.0 ? 0.0 : 1.0);
                stat_sum_add(&sum, c->sizes[i].weights[m] * miss);
            }
        }
    }
    return stat_sum_value(&sum);
}

/* The miss falls to the target within; each end has its distance from it. */
struct bracket {
    double low, high;
    double above, below;
    int last; /* end that moved last: below or above 0 */
};

static double bisect(const struct equivalent_curve *c, struct bracket b, double target,
                     enum equivalent_draws how)
{
    for (int step = 0; step < 300; step++) {
        double k = 0.5 * (b.low + b.high);
        if (!(k > b.low) || !(k < b.high))
            break;
        if (equivalent_curve_miss(c, k, how) > target)
            b.low = k;
        else
            b.high = k;
    }
    return b.high;
}

/* Logarithmic, because the miss falls about exponentially. */
static double off_target(double miss, double target)
{
    return miss > 0.0 && target > 0.0 ? log(miss / target) : miss - target;
}

/* A line through the ends, at least `least` inside, so that a good line closes the other side too;
 * the middle without a line. */
static double next_k(const struct bracket *b, double least)
{
    double line = b->low + (b->high - b->low) * (b->above / (b->above - b->below));
    if (!(line > b->low) || !(line < b->high))
        return 0.5 * (b->low + b->high);
    return fmin(fmax(line, b->low + least), b->high - least);
}

/* An end that stays twice counts half (Illinois); after three steps that did not halve the interval
 * one does. */
static double close_in(const struct equivalent_curve *c, struct bracket b, double target,
                       enum equivalent_draws how, double precision)
{
    double width = b.high - b.low;
    for (int step = 1; step < 300 && b.high - b.low > precision * b.high; step++) {
        double k = step % 4 == 0 && b.high - b.low > 0.5 * width
                       ? 0.5 * (b.low + b.high)
                       : next_k(&b, 0.25 * precision * b.high);
        if (step % 4 == 0)
            width = b.high - b.low;
        if (!(k > b.low) || !(k < b.high))
            break;
        double off = off_target(equivalent_curve_miss(c, k, how), target);
        if (off > 0.0) {
            b.below *= b.last < 0 ? 0.5 : 1.0;
            b.low = k;
            b.above = off;
        } else {
            b.above *= b.last > 0 ? 0.5 : 1.0;
            b.high = k;
            b.below = off;
        }
        b.last = off > 0.0 ? -1 : 1;
    }
    return b.high;
}

/* Smallest K in [0, k_max] with 1 - miss >= y, to a relative `precision`; 0: to the last bit. */
static struct equivalent_value equivalent_curve_invert(const struct equivalent_curve *c, double y,
                                                       double k_max, enum equivalent_draws how,
                                                       double precision)
{
    if (isnan(y) || c->n_sizes == 0)
        return (struct equivalent_value){ STAT_NAN, false, false };
    if (y <= SAME)
        return (struct equivalent_value){ 0.0, false, false };
    double least = equivalent_curve_miss(c, k_max, how);
    if (least > 1.0 - y + SAME)
        return (struct equivalent_value){ k_max, true, false };
    /* Rounding must not miss the start of a plateau at y. */
    double target = fmax(1.0 - y, least);
    struct bracket all = { 0.0, k_max, off_target(1.0, target), off_target(least, target), 0 };
    double k =
        precision > 0.0 ? close_in(c, all, target, how, precision) : bisect(c, all, target, how);
    return (struct equivalent_value){ k, false, least > 1.0 - y - SAME };
}

#define BLOCK     64 /* replicates of a unit of work */
#define PRECISION 1e-6

const char *equivalent_kind_name(enum equivalent_kind kind)
{
    static const char *const names[] = { "policy", "budget" };
    return names[kind];
}

static struct equivalent_curve curve_of(const struct equivalent_task *tasks, size_t n_tasks,
                                        struct arena *work)
{
    struct equivalent_curve c;
    equivalent_curve_init(&c, tasks, n_tasks, work);
    /* Tasks weigh the same. */
    for (size_t t = 0; t < n_tasks; t++) {
        for (size_t i = 0; i < tasks[t].n_base; i++)
            equivalent_curve_add(&c, tasks[t].base[i],
                                 1.0 / ((double)n_tasks * (double)tasks[t].n_base));
    }
    return c;
}

double equivalent_k_curve(const struct equivalent_task *tasks, size_t n_tasks, double k,
                          enum equivalent_draws how)
{
    struct arena work = { 0 };
    struct equivalent_curve c = curve_of(tasks, n_tasks, &work);
    double value = 1.0 - equivalent_curve_miss(&c, k, how);
    arena_release(&work);
    return value;
}

struct equivalent_value equivalent_k_invert(const struct equivalent_task *tasks, size_t n_tasks,
                                            double y, double k_max, enum equivalent_draws how)
{
    struct arena work = { 0 };
    struct equivalent_curve c = curve_of(tasks, n_tasks, &work);
    struct equivalent_value v = equivalent_curve_invert(&c, y, k_max, how, 0.0);
    arena_release(&work);
    return v;
}

static double method_level(const struct equivalent_task *tasks, size_t n_tasks, bool in_sample)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < n_tasks; t++) {
        double cells = 0.0;
        for (size_t i = 0; i < tasks[t].n_method; i++)
            cells += in_sample ? tasks[t].method[i].in_sample : tasks[t].method[i].value;
        stat_sum_add(&sum, cells / (double)tasks[t].n_method);
    }
    return stat_sum_value(&sum) / (double)n_tasks;
}

static double smallest_base(const struct equivalent_task *tasks, size_t n_tasks)
{
    int64_t n = tasks[0].base[0].n;
    for (size_t t = 0; t < n_tasks; t++) {
        for (size_t i = 0; i < tasks[t].n_base; i++)
            n = tasks[t].base[i].n < n ? tasks[t].base[i].n : n;
    }
    return (double)n;
}

/* Tables of task t lie from base[t] and method[t] on. */
struct inverse_tables {
    size_t *base;
    size_t *method;
    struct stat_inverse *items;
    size_t n;
};

static void add_table(struct inverse_tables *x, int64_t n, double rate)
{
    struct stat_inverse *item = &x->items[x->n++];
    if (n > 0)
        stat_inverse_binomial(item, n, rate);
}

static struct inverse_tables make_tables(const struct equivalent_task *tasks, size_t n_tasks,
                                         struct arena *work)
{
    struct inverse_tables x = { arena_array(work, n_tasks, sizeof(size_t)),
                                arena_array(work, n_tasks, sizeof(size_t)), NULL, 0 };
    size_t n = 0;
    for (size_t t = 0; t < n_tasks; t++)
        n += tasks[t].n_base + tasks[t].n_method;
    x.items = arena_array(work, n, sizeof(*x.items));
    for (size_t t = 0; t < n_tasks; t++) {
        x.base[t] = x.n;
        for (size_t i = 0; i < tasks[t].n_base; i++)
            add_table(&x, tasks[t].base[i].n,
                      (double)tasks[t].base[i].c / (double)tasks[t].base[i].n);
        x.method[t] = x.n;
        for (size_t i = 0; i < tasks[t].n_method; i++)
            add_table(&x, tasks[t].method[i].n, tasks[t].method[i].value);
    }
    return x;
}

/* A sample of the method worth all of the base's is an answer; a saturated best of B is none, since
 * nothing more can be found. */
static struct equivalent_value judge_saturation(const struct equivalent_k *e,
                                                struct equivalent_value v)
{
    v.saturated =
        v.saturated && (e->kind == EQUIVALENT_BUDGET || v.k < e->k_max * (1.0 - PRECISION));
    return v;
}

struct equivalent_resampling {
    const struct equivalent_task *tasks;
    const struct equivalent_options *o;
    const struct equivalent_k *e;
    struct inverse_tables tables;
    double *values; /* by replicate; infinite: censored */
};

/* Fills the curve from base cells; returns the method's level. */
static double redraw_task(const struct equivalent_resampling *x, struct stat_words *w, size_t t,
                          struct equivalent_curve *curve)
{
    const struct equivalent_task *task = &x->tasks[t];
    double weight = 1.0 / ((double)x->e->n_tasks * (double)task->n_base);
    double level = 0.0;
    for (size_t i = 0; i < task->n_base; i++) {
        struct count k = task->base[i];
        k.c = stat_inverse_draw(&x->tables.items[x->tables.base[t] + i], stat_word(w));
        equivalent_curve_add(curve, k, weight);
    }
    for (size_t i = 0; i < task->n_method; i++) {
        const struct equivalent_share *m = &task->method[i];
        const struct stat_inverse *table = &x->tables.items[x->tables.method[t] + i];
        level +=
            m->n == 0 ? m->value : (double)stat_inverse_draw(table, stat_word(w)) / (double)m->n;
    }
    return level / (double)task->n_method;
}

static void draw_replicates(void *context, size_t block)
{
    struct equivalent_resampling *x = context;
    struct arena work = { 0 };
    struct equivalent_curve curve;
    size_t n_tasks = x->e->n_tasks;
    size_t all = (size_t)x->e->replicates;
    size_t end = (block + 1) * BLOCK < all ? (block + 1) * BLOCK : all;
    equivalent_curve_init(&curve, x->tasks, n_tasks, &work);
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        struct stat_sum level = { 0.0, 0.0 };
        stat_words_open(&w, x->o->seed, STAT_ANALYSIS_EQUIVALENT_K, r, 0);
        for (size_t i = 0; i < curve.n_sizes; i++) {
            for (int64_t m = 0; m <= curve.sizes[i].most; m++)
                curve.sizes[i].weights[m] = 0.0;
            curve.sizes[i].most = 0;
        }
        for (size_t i = 0; i < n_tasks; i++) {
            size_t t = x->o->new_tasks ? stat_word_below(&w, (uint32_t)n_tasks) : i;
            stat_sum_add(&level, redraw_task(x, &w, t, &curve));
        }
        struct equivalent_value v =
            equivalent_curve_invert(&curve, stat_sum_value(&level) / (double)n_tasks, x->e->k_max,
                                    EQUIVALENT_WITHOUT_REPLACEMENT, PRECISION);
        v = judge_saturation(x->e, v);
        x->values[r] = v.censored || v.saturated ? STAT_INF : v.k;
    }
    arena_release(&work);
}

static void resample(const struct equivalent_task *tasks, const struct equivalent_options *o,
                     struct equivalent_k *e)
{
    struct arena work = { 0 };
    size_t n = (size_t)e->replicates;
    struct equivalent_resampling x = { .tasks = tasks, .o = o, .e = e };
    size_t below = 0;
    size_t censored = 0;
    x.values = arena_array(&work, n, sizeof(*x.values));
    x.tables = make_tables(tasks, e->n_tasks, &work);
    parallel_for((n + BLOCK - 1) / BLOCK, o->threads, draw_replicates, &x);
    for (size_t r = 0; r < n; r++) {
        below += x.values[r] < 1.0;
        censored += isinf(x.values[r]) != 0;
    }
    e->share_below_1 = (double)below / (double)n;
    e->share_censored = (double)censored / (double)n;
    for (size_t i = 0; i < x.tables.n; i++)
        stat_inverse_release(&x.tables.items[i]);
    arena_release(&work);
}

/* What missing rollouts are taken for. */
enum missing_as { MISSING_LEFT_OUT, MISSING_LOWERS_K, MISSING_RAISES_K };

/* What is read of base and method before the curve. */
struct equivalent_reading {
    const struct run_set *base, *method;
    const struct equivalent_options *o;
    int *steps;
    struct boa_fit *fits; /* by run; n_tasks 0: step not chosen */
    int64_t budget;       /* B */
    enum missing_as missing;
};

/* Of the base as many more, fast or not. */
static struct count with_missing(const struct equivalent_reading *x, const struct study_cell *c,
                                 struct count k)
{
    int64_t m = (int64_t)study_count_missing(x->base->study, c);
    if (x->missing == MISSING_LOWERS_K)
        k.c += m + (int64_t)study_count_unclear(x->base->study, c, 0, x->o->rule);
    k.n += x->missing == MISSING_LEFT_OUT ? 0 : m;
    return k;
}

static double end_of(const struct equivalent_reading *x, double value, struct compare_bound b)
{
    if (x->missing == MISSING_LEFT_OUT)
        return value;
    return x->missing == MISSING_LOWERS_K ? b.low : b.high;
}

static size_t read_base(const struct equivalent_reading *x, size_t task, struct count *out,
                        size_t *runs)
{
    size_t n = 0;
    for (size_t r = 0; r < x->base->n_runs; r++) {
        const struct study_cell *c = study_cell_find(x->base->study, x->base->runs[r], task);
        struct count k = { 0, 0 };
        if (c != NULL)
            k = with_missing(x, c, study_count_fast(x->base->study, c, 0, x->o->rule));
        if (k.n == 0)
            continue;
        runs[n] = r;
        out[n++] = k;
    }
    return n;
}

static size_t read_policy(const struct equivalent_reading *x, size_t task,
                          struct equivalent_share *out, size_t *runs, double *io_rollouts)
{
    const struct study *s = x->method->study;
    size_t n = 0;
    for (size_t r = 0; r < x->method->n_runs; r++) {
        const struct study_cell *c = study_cell_find(s, x->method->runs[r], task);
        struct count k = { 0, 0 };
        if (c != NULL)
            k = study_count_fast(s, c, x->steps[r], x->o->rule);
        bool unknown = c != NULL && k.n == 0 && study_count_missing(s, c) > 0;
        if (k.n == 0 && !(unknown && x->missing != MISSING_LEFT_OUT))
            continue;
        double share = k.n == 0 ? 0.0 : (double)k.c / (double)k.n;
        struct equivalent_share m = { k.n, share, share, share };
        if (x->fits[r].n_tasks > 0) {
            struct boa_share fitted = boa_share_of(s, c, &x->fits[r], x->o->rule);
            m.value = fitted.cross_fitted;
            m.part = fitted.part;
        }
        if (isnan(m.value) && !unknown)
            continue;
        m.value = end_of(x, m.value, compare_bound_share(s, c, k.n, m.value, x->o->rule));
        *io_rollouts += (double)c->count;
        runs[n] = r;
        out[n++] = m;
    }
    return n;
}

static size_t read_best(const struct equivalent_reading *x, size_t task,
                        struct equivalent_share *out, size_t *runs)
{
    const struct study *s = x->method->study;
    size_t n = 0;
    for (size_t r = 0; r < x->method->n_runs; r++) {
        const struct study_cell *c = study_cell_find(s, x->method->runs[r], task);
        if (c == NULL || c->count == 0)
            continue;
        double any = compare_any_of(s, c, x->budget, x->o->rule);
        any = end_of(x, any, compare_bound_best(s, c, x->budget, x->o->rule));
        runs[n] = r;
        out[n++] = (struct equivalent_share){ 0, any, any, STAT_NAN };
    }
    return n;
}

static int read_tasks(const struct equivalent_reading *x, struct arena *work,
                      struct equivalent_task *tasks, struct equivalent_k *e, struct err *err)
{
    double rollouts = 0.0;
    size_t cells = 0;
    e->n_tasks = 0;
    for (size_t t = 0; t < x->base->study->n_tasks; t++) {
        struct count *b = arena_array(work, x->base->n_runs, sizeof(*b));
        struct equivalent_share *m = arena_array(work, x->method->n_runs, sizeof(*m));
        size_t *base_run = arena_array(work, x->base->n_runs, sizeof(*base_run));
        size_t *method_run = arena_array(work, x->method->n_runs, sizeof(*method_run));
        double spent = 0.0;
        size_t n_base = read_base(x, t, b, base_run);
        size_t n_method = e->kind == EQUIVALENT_POLICY ? read_policy(x, t, m, method_run, &spent)
                                                       : read_best(x, t, m, method_run);
        if (n_base == 0 || n_method == 0)
            continue;
        tasks[e->n_tasks++] =
            (struct equivalent_task){ b, n_base, m, n_method, base_run, method_run };
        rollouts += spent;
        cells += n_method;
    }
    if (e->n_tasks == 0)
        return err_set(err, ERR_NODATA, "base and method share no task with scored rollouts");
    e->rollouts = e->kind == EQUIVALENT_POLICY ? rollouts / (double)cells : (double)x->budget;
    return 0;
}

static struct compare_missing missing_of(const struct run_set *set, struct speed_rule rule)
{
    struct compare_missing m = { 0, 0, 0, 0 };
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &set->study->runs[set->runs[r]];
        for (size_t i = 0; i < run->n_cells; i++)
            compare_missing_add(
                &m, compare_missing_of(set->study, &set->study->cells[run->first_cell + i], rule));
    }
    return m;
}

/* K with what is missing taken for the one or the other. */
static struct equivalent_value bound_k(const struct equivalent_reading *of, enum missing_as missing,
                                       struct arena *work, const struct equivalent_k *e)
{
    struct equivalent_reading x = *of;
    struct equivalent_k other = { .kind = e->kind };
    struct equivalent_task *tasks = arena_array(work, x.base->study->n_tasks, sizeof(*tasks));
    struct err ignored = { 0 };
    x.missing = missing;
    if (read_tasks(&x, work, tasks, &other, &ignored) < 0)
        return (struct equivalent_value){ STAT_NAN, false, false };
    other.k_max = smallest_base(tasks, other.n_tasks);
    double y = method_level(tasks, other.n_tasks, false);
    return judge_saturation(&other, equivalent_k_invert(tasks, other.n_tasks, y, other.k_max,
                                                        EQUIVALENT_WITHOUT_REPLACEMENT));
}

int equivalent_k(const struct run_set *base, const struct run_set *method,
                 const struct equivalent_options *o, struct equivalent_k out[2], struct err *err)
{
    struct arena work = { 0 };
    struct equivalent_reading x = { .base = base, .method = method, .o = o };
    struct equivalent_task *tasks = arena_array(&work, base->study->n_tasks, sizeof(*tasks));
    struct equivalent_k both[2] = { { .kind = EQUIVALENT_POLICY }, { .kind = EQUIVALENT_BUDGET } };
    int rc = 0;
    const struct study *s = x.method->study;
    struct boa_fit_options fit = boa_fit_standard(x.o->seed, x.o->threads);
    x.steps = arena_array(&work, x.method->n_runs, sizeof(*x.steps));
    x.fits = arena_array(&work, x.method->n_runs, sizeof(*x.fits));
    for (size_t r = 0; r < x.method->n_runs; r++) {
        size_t run = x.method->runs[r];
        x.steps[r] = study_resolve_step(s, run, x.o->step, x.o->rule);
        if (x.o->step == STEP_BOA && study_is_adaptive(&s->runs[run]))
            boa_fit_run(s, run, x.o->rule, &fit, &work, &x.fits[r]);
    }
    int64_t least = 0;
    for (size_t t = 0; t < x.base->study->n_tasks; t++) {
        for (size_t r = 0; r < x.base->n_runs + x.method->n_runs; r++) {
            bool is_base = r < x.base->n_runs;
            const struct run_set *set = is_base ? x.base : x.method;
            const struct study_cell *c =
                study_cell_find(set->study, set->runs[is_base ? r : r - x.base->n_runs], t);
            if (c == NULL)
                continue;
            int64_t n =
                is_base ? study_count_fast(set->study, c, 0, x.o->rule).n : (int64_t)c->count;
            if (n > 0 && (least == 0 || n < least))
                least = n;
        }
    }
    x.budget = least;
    for (int i = 0; i < 2 && rc == 0; i++) {
        struct equivalent_k *e = &both[i];
        e->replicates = o->replicates > 0 ? o->replicates : STAT_BOOTSTRAP_REPLICATES;
        rc = read_tasks(&x, &work, tasks, e, err);
        if (rc < 0)
            break;
        e->k_max = smallest_base(tasks, e->n_tasks);
        e->y = method_level(tasks, e->n_tasks, false);
        e->y_in_sample = method_level(tasks, e->n_tasks, true);
        double same_k = e->kind == EQUIVALENT_POLICY ? 1.0 : (double)x.budget;
        e->base_y = equivalent_k_curve(tasks, e->n_tasks, same_k, EQUIVALENT_WITHOUT_REPLACEMENT);
        e->value = judge_saturation(e, equivalent_k_invert(tasks, e->n_tasks, e->y, e->k_max,
                                                           EQUIVALENT_WITHOUT_REPLACEMENT));
        e->missing[0] = missing_of(base, x.o->rule);
        e->missing[1] = missing_of(method, x.o->rule);
        e->if_lowest = bound_k(&x, MISSING_LOWERS_K, &work, e);
        e->if_highest = bound_k(&x, MISSING_RAISES_K, &work, e);
        e->with_replacement =
            equivalent_k_invert(tasks, e->n_tasks, e->y, e->k_max, EQUIVALENT_WITH_REPLACEMENT);
        equivalent_interval(tasks, o, same_k, e);
        resample(tasks, o, e);
        if (e->y <= SAME && equivalent_k_curve(tasks, e->n_tasks, e->k_max,
                                               EQUIVALENT_WITHOUT_REPLACEMENT) <= SAME) {
            const struct equivalent_value any = { STAT_NAN, false, false };
            e->value = e->with_replacement = e->low = e->high = e->low_these = e->high_these = any;
            e->share_below_1 = e->share_censored = STAT_NAN;
            if (e->missing[0].undecided + e->missing[0].undrawn + e->missing[0].timeouts +
                    e->missing[1].undecided + e->missing[1].undrawn + e->missing[1].timeouts ==
                0)
                e->if_lowest = e->if_highest = any;
        }
        bool open = e->value.censored || e->value.saturated;
        e->efficiency = open ? STAT_NAN : e->value.k / e->rollouts;
    }
    if (rc == 0) {
        out[0] = both[0];
        out[1] = both[1];
    }
    arena_release(&work);
    return rc;
}

#define GRID 128 /* K where the sign may change */

/* For new tasks or these, and for new runs or these. */
enum end_spread { NEW_TASKS_NEW_RUNS, NEW_TASKS, NEW_RUNS, ROLLOUTS };

/* Cells of base or method, whose runs' part is sought. */
struct side_cells {
    size_t *first; /* by task */
    size_t *run;
    double *y;
    size_t n_runs;
};

struct end_search {
    const struct equivalent_task *tasks;
    size_t n_tasks;
    enum end_spread spread;
    double level;
    double k_max;
    struct side_cells base;
    struct side_cells method; /* y: parts, which no K changes */
    double **pmf;             /* ROLLOUTS: fast ones of n, by base cell */
    struct stat_runs of_method;
};

struct moments {
    double mean;
    double part;     /* of the mean, for its spread over tasks */
    double variance; /* by rollouts */
};

/* Not 0 or 1: the next draws may differ. */
static double inner_rate(double rate, int64_t n)
{
    return (rate * (double)n + 0.5) / ((double)n + 1.0);
}

static double rollouts_variance(int64_t n, const double *pmf, double k)
{
    struct stat_sum sum = { 0.0, 0.0 };
    struct stat_sum squares = { 0.0, 0.0 };
    double miss = 1.0;
    for (int64_t c = 0; c <= n; c++) {
        stat_sum_add(&sum, pmf[c] * miss);
        stat_sum_add(&squares, pmf[c] * miss * miss);
        miss *= c < n ? fmax(0.0, 1.0 - k / (double)(n - c)) : 0.0;
    }
    double mean = stat_sum_value(&sum);
    return fmax(0.0, stat_sum_value(&squares) - mean * mean);
}

/* f(K) - y, and its variance over rollouts, for this task. */
static struct moments task_moments(const struct end_search *s, size_t t, double k)
{
    const struct equivalent_task *task = &s->tasks[t];
    struct moments m = { 0.0, 0.0, 0.0 };
    double n_base = (double)task->n_base;
    double n_method = (double)task->n_method;
    double value = 0.0;
    double *y = s->base.y + s->base.first[t];
    for (size_t i = 0; i < task->n_base; i++) {
        y[i] = 1.0 - stat_passk_miss(k, task->base[i].n, task->base[i].c);
        if (s->spread == ROLLOUTS)
            m.variance += rollouts_variance(task->base[i].n, s->pmf[s->base.first[t] + i], k) /
                          (n_base * n_base);
    }
    for (size_t i = 0; i < task->n_method; i++) {
        const struct equivalent_share *x = &task->method[i];
        value += x->value / n_method;
        if (s->spread == ROLLOUTS)
            m.variance += stat_rollouts_variance(x->value, x->n) / (n_method * n_method);
    }
    double mean = stat_mean(y, task->n_base);
    m.part = mean - stat_mean(s->method.y + s->method.first[t], task->n_method);
    m.mean = mean - value;
    return m;
}

static struct stat_runs runs_of(const struct side_cells *c, size_t n_tasks)
{
    struct arena work = { 0 };
    const struct stat_cells cells = { n_tasks, c->first, c->run, c->y, c->n_runs };
    struct stat_runs out = stat_runs_of(&cells, &work);
    arena_release(&work);
    return out;
}

/* Mean over tasks, and its error. */
static struct stat_error difference_at(const struct end_search *s, double k, double *mean)
{
    struct stat_sum sum = { 0.0, 0.0 };
    struct stat_sum around = { 0.0, 0.0 };
    struct stat_error e = { 0.0, STAT_INF, 0.0, 1.0 };
    double n = (double)s->n_tasks;
    double first = 0.0;
    double shift = 0.0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        struct moments m = task_moments(s, t, k);
        first = t == 0 ? m.part : first;
        shift += m.part - first;
        stat_sum_add(&sum, m.mean);
        stat_sum_add(&around, (m.part - first) * (m.part - first));
        e.variance += m.variance / (n * n);
    }
    *mean = stat_sum_value(&sum) / n;
    double over_tasks = fmax(0.0, stat_sum_value(&around) - shift * shift / n) / (n * (n - 1.0));
    struct stat_runs runs[2] = { { 0 }, s->of_method };
    if (s->spread == NEW_RUNS || s->spread == NEW_TASKS_NEW_RUNS)
        runs[0] = runs_of(&s->base, s->n_tasks);
    if (s->spread == NEW_TASKS_NEW_RUNS)
        e = stat_crossed_new_tasks(over_tasks, s->n_tasks, runs, 2);
    else if (s->spread == NEW_TASKS)
        e = stat_crossed_new_tasks(over_tasks, s->n_tasks, runs, 0);
    else if (s->spread == NEW_RUNS)
        e = stat_crossed_these_tasks(runs, 2);
    return e;
}

/* K is above the lower end (side 1), or below the upper one (side -1). */
static bool is_inside(const struct end_search *s, double k, double side)
{
    double mean;
    struct stat_error e = difference_at(s, k, &mean);
    if (!(side * mean < -1e-12))
        return true;
    return stat_crossed_holds(mean, e, s->level);
}

static double halve_in(const struct end_search *s, double outside, double inside, double side)
{
    for (int step = 0; step < 60; step++) {
        double k = 0.5 * (outside + inside);
        if (is_inside(s, k, side))
            inside = k;
        else
            outside = k;
    }
    return inside;
}

/* Denser for small K. */
static double grid_k(const struct end_search *s, int i)
{
    double x = (double)i / GRID;
    return s->k_max * x * x;
}

static struct equivalent_value lower_end(const struct end_search *s)
{
    int i = 0;
    while (i <= GRID && !is_inside(s, grid_k(s, i), 1.0))
        i++;
    if (i > GRID)
        return (struct equivalent_value){ s->k_max, true, false };
    double k = i == 0 ? 0.0 : halve_in(s, grid_k(s, i - 1), grid_k(s, i), 1.0);
    return (struct equivalent_value){ k, false, false };
}

static struct equivalent_value upper_end(const struct end_search *s)
{
    int i = GRID;
    while (i >= 0 && !is_inside(s, grid_k(s, i), -1.0))
        i--;
    if (i == GRID)
        return (struct equivalent_value){ s->k_max, true, false };
    double k = i < 0 ? 0.0 : halve_in(s, grid_k(s, i + 1), grid_k(s, i), -1.0);
    return (struct equivalent_value){ k, false, false };
}

static struct side_cells list_cells(const struct equivalent_task *tasks, size_t n_tasks,
                                    bool of_method, struct arena *work)
{
    struct side_cells c = { arena_array(work, n_tasks + 1, sizeof(size_t)), NULL, NULL, 0 };
    for (size_t t = 0; t < n_tasks; t++)
        c.first[t + 1] = c.first[t] + (of_method ? tasks[t].n_method : tasks[t].n_base);
    c.run = arena_array(work, c.first[n_tasks] + 1, sizeof(*c.run));
    c.y = arena_array(work, c.first[n_tasks] + 1, sizeof(*c.y));
    for (size_t t = 0; t < n_tasks; t++) {
        const size_t *runs = of_method ? tasks[t].method_run : tasks[t].base_run;
        for (size_t i = c.first[t]; i < c.first[t + 1]; i++) {
            c.run[i] = runs == NULL ? i - c.first[t] : runs[i - c.first[t]];
            c.n_runs = c.run[i] >= c.n_runs ? c.run[i] + 1 : c.n_runs;
            if (of_method)
                c.y[i] = stat_on_grid(tasks[t].method[i - c.first[t]].part);
        }
    }
    return c;
}

static void list_counts(struct end_search *s, struct arena *work)
{
    s->pmf = arena_array(work, s->base.first[s->n_tasks] + 1, sizeof(*s->pmf));
    size_t cell = 0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        for (size_t i = 0; i < s->tasks[t].n_base; i++) {
            struct count k = s->tasks[t].base[i];
            double rate = inner_rate((double)k.c / (double)k.n, k.n);
            double *pmf = arena_array(work, (size_t)k.n + 1, sizeof(*pmf));
            for (int64_t c = 0; c <= k.n; c++)
                pmf[c] = stat_binomial_pmf(c, k.n, rate);
            s->pmf[cell++] = pmf;
        }
    }
}

static void hold_same(size_t n_tasks, double level, double same_k, struct equivalent_value *low,
                      struct equivalent_value *high)
{
    struct interval ci =
        stat_interval_undecided((struct interval){ low->k, high->k },
                                ldexp(2.0, -(int)fmin((double)n_tasks, 1000.0)), same_k, level);
    if (ci.low < low->k)
        *low = (struct equivalent_value){ ci.low, false, false };
    if (ci.high > high->k)
        *high = (struct equivalent_value){ ci.high, false, false };
}

static void find_ends(struct end_search *s, double same_k, struct equivalent_value *low,
                      struct equivalent_value *high)
{
    double mean;
    *low = lower_end(s);
    *high = upper_end(s);
    struct stat_error e = difference_at(s, s->k_max, &mean);
    bool flat = !low->censored && !high->censored && high->k - low->k <= 1e-9 * s->k_max;
    if (isnan(stat_error_variance(e)) || flat)
        *low = *high = (struct equivalent_value){ STAT_NAN, false, false };
    else if (s->spread == NEW_TASKS || s->spread == NEW_TASKS_NEW_RUNS)
        hold_same(s->n_tasks, s->level, fmin(same_k, s->k_max), low, high);
}

void equivalent_interval(const struct equivalent_task *tasks, const struct equivalent_options *o,
                         double same_k, struct equivalent_k *e)
{
    struct arena work = { 0 };
    size_t n = e->n_tasks;
    struct end_search s = { .tasks = tasks, .n_tasks = n, .level = o->level, .k_max = e->k_max };
    double mean;
    s.base = list_cells(tasks, n, false, &work);
    s.method = list_cells(tasks, n, true, &work);
    s.of_method = runs_of(&s.method, n);
    s.spread = NEW_TASKS;
    (void)difference_at(&s, fmin(same_k, e->k_max), &mean); /* fills the base's cells */
    e->runs[0] = runs_of(&s.base, n);
    e->runs[1] = s.of_method;
    s.spread = o->new_tasks ? NEW_TASKS_NEW_RUNS : NEW_RUNS;
    if (isnan(e->runs[0].spread) || isnan(e->runs[1].spread))
        e->low = e->high = (struct equivalent_value){ STAT_NAN, false, false };
    else
        find_ends(&s, same_k, &e->low, &e->high);
    s.spread = o->new_tasks ? NEW_TASKS : ROLLOUTS;
    if (s.spread == ROLLOUTS)
        list_counts(&s, &work);
    find_ends(&s, same_k, &e->low_these, &e->high_these);
    arena_release(&work);
}

const char *equivalent_currency_name(enum equivalent_currency c)
{
    static const char *const names[] = { "tokens", "seconds" };
    return names[c];
}

/* NaN when a rollout lacks its tokens. */
static double run_tokens(const struct study *s, const struct study_run *r)
{
    double tokens = (double)r->teacher_tokens;
    for (size_t i = 0; i < r->n_cells; i++) {
        const struct study_cell *c = &s->cells[r->first_cell + i];
        for (size_t k = c->first; k < c->first + c->count; k++) {
            const struct study_rollout *x = &s->rollouts[k];
            if (x->prompt_tokens < 0 || x->completion_tokens < 0)
                return STAT_NAN;
            tokens += (double)x->prompt_tokens + (double)x->completion_tokens;
        }
    }
    return tokens;
}

int equivalent_k_once(struct study_memo *memo, const struct run_set *base,
                      const struct run_set *method, const struct equivalent_options *o,
                      struct equivalent_k out[2], struct err *err)
{
    /* Numbers without padding; the number of threads changes no value. */
    const double options[] = {
        o->step,
        o->rule.p,
        o->rule.ge,
        o->rule.value,
        o->level,
        o->new_tasks,
        o->replicates,
        (double)(o->seed >> 32),
        (double)(uint32_t)o->seed,
    };
    const struct study_memo_key key = { .analysis = "equivalent K",
                                        .a = *base,
                                        .b = *method,
                                        .options = options,
                                        .options_size = sizeof options };
    if (memo == NULL)
        return equivalent_k(base, method, o, out, err);
    struct study_memo_entry *e = study_memo_at(memo, &key);
    if (e->value == NULL) {
        struct equivalent_k *made = arena_array(&e->arena, 2, sizeof(*made));
        int rc = equivalent_k(base, method, o, made, err);
        if (rc < 0)
            return rc;
        e->value = made;
    }
    memcpy(out, e->value, 2 * sizeof(*out));
    return 0;
}

struct cost_totals {
    double cost;
    double rollouts;
    double cells;
};

static struct cost_totals sum_runs(const struct run_set *set, enum equivalent_currency currency)
{
    struct cost_totals t = { 0.0, 0.0, 0.0 };
    for (size_t i = 0; i < set->n_runs; i++) {
        const struct study_run *r = &set->study->runs[set->runs[i]];
        t.cost += currency == EQUIVALENT_TOKENS ? run_tokens(set->study, r) : r->wall_seconds;
        t.rollouts += (double)r->n_rollouts;
        for (size_t k = 0; k < r->n_cells; k++)
            t.cells += set->study->cells[r->first_cell + k].count > 0 ? 1.0 : 0.0;
    }
    return t;
}

struct equivalent_cost equivalent_cost_of(const struct run_set *base, const struct run_set *method,
                                          enum equivalent_currency currency)
{
    struct cost_totals b = sum_runs(base, currency);
    struct cost_totals m = sum_runs(method, currency);
    struct equivalent_cost out = { STAT_NAN, STAT_NAN };
    if (b.rollouts > 0.0 && b.cost > 0.0)
        out.base_rollout = b.cost / b.rollouts;
    if (m.cells > 0.0 && m.cost > 0.0)
        out.spent = m.cost / m.cells;
    return out;
}
