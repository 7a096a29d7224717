#include "analysis/compare/equivalent_interval.h"

#include <math.h>

#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define GRID 128 /* K where the sign may change */

enum end_spread { SPREAD_TASKS, SPREAD_RUNS, SPREAD_ROLLOUTS };

struct end_search {
    const struct equivalent_task *tasks;
    size_t n_tasks;
    enum end_spread spread;
    double level;
    double k_max;
    double *values; /* scratch: cells of a task or all tasks */
    double **pmf;   /* SPREAD_ROLLOUTS: fast ones of n, by base cell */
};

struct moments {
    double mean;
    double part; /* of the mean, for its spread over tasks */
    double variance;
    double squares; /* sum of variance^2 / df over parts; 0: not estimated */
};

static double chance_of(int64_t n, int64_t c, double k)
{
    return 1.0 - stat_passk_miss(k, n, c);
}

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

static void add_part(struct moments *m, double variance, double df)
{
    m->variance += variance;
    if (df > 0.0)
        m->squares += variance * variance / df;
}

/* f(K) - y and its variance for this task. */
static struct moments task_moments(const struct end_search *s, size_t t, size_t first_cell,
                                   double k)
{
    const struct equivalent_task *task = &s->tasks[t];
    struct moments m = { 0.0, 0.0, 0.0, 0.0 };
    double n_base = (double)task->n_base;
    double n_method = (double)task->n_method;
    double by_rollouts = 0.0;
    double value = 0.0;
    for (size_t i = 0; i < task->n_base; i++) {
        s->values[i] = chance_of(task->base[i].n, task->base[i].c, k);
        if (s->spread == SPREAD_ROLLOUTS)
            by_rollouts +=
                rollouts_variance(task->base[i].n, s->pmf[first_cell + i], k) / (n_base * n_base);
    }
    m.mean = stat_mean(s->values, task->n_base);
    if (s->spread == SPREAD_RUNS)
        add_part(&m, stat_variance(s->values, task->n_base) / n_base, n_base - 1.0);
    for (size_t i = 0; i < task->n_method; i++) {
        const struct equivalent_share *x = &task->method[i];
        double rate = inner_rate(x->value, x->n);
        s->values[i] = x->part;
        value += x->value / n_method;
        if (s->spread == SPREAD_ROLLOUTS && x->n > 0)
            by_rollouts += rate * (1.0 - rate) / (double)x->n / (n_method * n_method);
    }
    m.part = m.mean - stat_mean(s->values, task->n_method);
    m.mean -= value;
    if (s->spread == SPREAD_RUNS)
        add_part(&m, stat_variance(s->values, task->n_method) / n_method, n_method - 1.0);
    add_part(&m, by_rollouts, 0.0);
    return m;
}

/* Mean over tasks, and its error. */
static void difference_at(const struct end_search *s, double k, double *mean, double *reach)
{
    struct stat_sum sum = { 0.0, 0.0 };
    struct stat_sum around = { 0.0, 0.0 };
    struct moments all = { 0.0, 0.0, 0.0, 0.0 };
    double n = (double)s->n_tasks;
    double quantile = stat_normal_quantile(0.5 * (1.0 + s->level));
    size_t cell = 0;
    double first = 0.0;
    double shift = 0.0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        struct moments m = task_moments(s, t, cell, k);
        cell += s->tasks[t].n_base;
        first = t == 0 ? m.part : first;
        shift += m.part - first;
        stat_sum_add(&sum, m.mean);
        stat_sum_add(&around, (m.part - first) * (m.part - first));
        all.variance += m.variance;
        all.squares += m.squares;
    }
    *mean = stat_sum_value(&sum) / n;
    if (s->spread == SPREAD_TASKS) {
        double spread = fmax(0.0, stat_sum_value(&around) - shift * shift / n);
        quantile = stat_student_quantile(0.5 * (1.0 + s->level), n - 1.0);
        all.variance = n < 2.0 ? STAT_NAN : n * spread / (n - 1.0);
    } else if (all.squares > 0.0) {
        quantile = stat_student_quantile(0.5 * (1.0 + s->level),
                                         all.variance * all.variance / all.squares);
    }
    *reach = quantile * sqrt(all.variance) / n;
}

/* K is above the lower end (side 1), or below the upper one (side -1). */
static bool is_inside(const struct end_search *s, double k, double side)
{
    double mean;
    double reach;
    difference_at(s, k, &mean, &reach);
    return side * mean + reach >= -1e-12;
}

static double close_in(const struct end_search *s, double outside, double inside, double side)
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
    double k = i == 0 ? 0.0 : close_in(s, grid_k(s, i - 1), grid_k(s, i), 1.0);
    return (struct equivalent_value){ k, false, false };
}

static struct equivalent_value upper_end(const struct end_search *s)
{
    int i = GRID;
    while (i >= 0 && !is_inside(s, grid_k(s, i), -1.0))
        i--;
    if (i == GRID)
        return (struct equivalent_value){ s->k_max, true, false };
    double k = i < 0 ? 0.0 : close_in(s, grid_k(s, i + 1), grid_k(s, i), -1.0);
    return (struct equivalent_value){ k, false, false };
}

static enum end_spread choose_spread(const struct equivalent_task *tasks, size_t n_tasks,
                                     bool new_tasks)
{
    if (new_tasks)
        return SPREAD_TASKS;
    for (size_t t = 0; t < n_tasks; t++) {
        if (tasks[t].n_base < 2 || tasks[t].n_method < 2)
            return SPREAD_ROLLOUTS;
    }
    return SPREAD_RUNS;
}

static void list_counts(struct end_search *s, struct arena *work)
{
    size_t n_cells = 0;
    for (size_t t = 0; t < s->n_tasks; t++)
        n_cells += s->tasks[t].n_base;
    s->pmf = arena_array(work, n_cells + 1, sizeof(*s->pmf));
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

void equivalent_interval(const struct equivalent_task *tasks, size_t n_tasks, bool new_tasks,
                         double level, double k_max, double same_k, struct equivalent_value *low,
                         struct equivalent_value *high)
{
    struct arena work = { 0 };
    struct end_search s = { .tasks = tasks, .n_tasks = n_tasks, .level = level, .k_max = k_max };
    size_t most = 1;
    for (size_t t = 0; t < n_tasks; t++) {
        most = tasks[t].n_base > most ? tasks[t].n_base : most;
        most = tasks[t].n_method > most ? tasks[t].n_method : most;
    }
    s.spread = choose_spread(tasks, n_tasks, new_tasks);
    s.values = arena_array(&work, most, sizeof(*s.values));
    if (s.spread == SPREAD_ROLLOUTS)
        list_counts(&s, &work);
    *low = lower_end(&s);
    *high = upper_end(&s);
    double mean;
    double reach;
    difference_at(&s, k_max, &mean, &reach);
    bool flat = !low->censored && !high->censored && high->k - low->k <= 1e-9 * k_max;
    if (isnan(reach) || flat)
        *low = *high = (struct equivalent_value){ STAT_NAN, false, false };
    else if (s.spread == SPREAD_TASKS)
        hold_same(n_tasks, level, fmin(same_k, k_max), low, high);
    arena_release(&work);
}
