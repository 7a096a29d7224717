#include "analysis/stat/stat_crossed.h"

#include <math.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define TINY 1e-20 /* squares of rounding, of values up to about 1 */

/* Runs adjusted for tasks: normal equations of the runs' parts, n_runs x (n_runs + 1). */
struct normal {
    size_t n;
    double *rows;
};

static double *at(const struct normal *m, size_t i, size_t k)
{
    return &m->rows[i * (m->n + 1) + k];
}

static void add_task(const struct stat_cells *c, size_t t, struct normal *m)
{
    size_t n = c->first[t + 1] - c->first[t];
    const double *y = c->y + c->first[t];
    const size_t *run = c->run + c->first[t];
    double mean = stat_mean(y, n);
    for (size_t i = 0; i < n; i++) {
        *at(m, run[i], run[i]) += 1.0;
        *at(m, run[i], m->n) += y[i] - mean;
        for (size_t k = 0; k < n; k++)
            *at(m, run[i], run[k]) -= 1.0 / (double)n;
    }
}

/* The sum of squares that the runs explain, by elimination with the largest pivot; *rank: their
 * degrees of freedom.  The matrix is positive semidefinite, so pivots are on the diagonal. */
static double explain(struct normal *m, size_t *rank)
{
    double squares = 0.0;
    *rank = 0;
    for (size_t step = 0; step < m->n; step++) {
        size_t best = 0;
        for (size_t i = 1; i < m->n; i++)
            best = *at(m, i, i) > *at(m, best, best) ? i : best;
        double pivot = *at(m, best, best);
        if (!(pivot > 1e-9))
            break;
        double q = *at(m, best, m->n);
        squares += q * q / pivot;
        ++*rank;
        for (size_t i = 0; i < m->n; i++) {
            double factor = *at(m, i, best) / pivot;
            for (size_t k = 0; i != best && fabs(factor) > 0.0 && k <= m->n; k++)
                *at(m, i, k) -= factor * *at(m, best, k);
        }
        for (size_t k = 0; k <= m->n; k++)
            *at(m, best, k) = *at(m, k < m->n ? k : best, best) = 0.0;
    }
    return squares;
}

static double upper_f(double f, double df1, double df2)
{
    return f > 0.0 ? stat_beta_cdf(0.5 * df2, 0.5 * df1, df2 / (df2 + df1 * f)) : 1.0;
}

struct stat_runs stat_runs_of(const struct stat_cells *c, struct arena *work)
{
    struct stat_runs out = { 0, STAT_NAN, STAT_NAN, STAT_NAN, 0.0, STAT_NAN, STAT_NAN, STAT_NAN };
    struct normal m = { c->n_runs,
                        arena_array(work, c->n_runs * (c->n_runs + 1) + 1, sizeof(double)) };
    double *share = arena_array(work, c->n_runs + 1, sizeof(*share));
    double cells = 0.0;
    double tasks = 0.0;
    double within = 0.0;
    double rest_share = 0.0;
    for (size_t t = 0; t < c->n_tasks; t++)
        tasks += c->first[t + 1] > c->first[t];
    for (size_t t = 0; t < c->n_tasks; t++) {
        size_t n = c->first[t + 1] - c->first[t];
        if (n == 0)
            continue;
        double mean = stat_mean(c->y + c->first[t], n);
        double weight = 1.0 / (tasks * (double)n);
        cells += (double)n;
        rest_share += (double)n * weight * weight;
        for (size_t i = c->first[t]; i < c->first[t + 1]; i++) {
            share[c->run[i]] += weight;
            within += (c->y[i] - mean) * (c->y[i] - mean);
        }
        add_task(c, t, &m);
    }
    double run_share = 0.0;
    for (size_t r = 0; r < c->n_runs; r++) {
        out.n_runs += share[r] > 0.0;
        run_share += share[r] * share[r];
    }
    size_t rank;
    double explained = explain(&m, &rank);
    if (rank == 0)
        return out;
    out.df = (double)rank;
    double left = cells - tasks - out.df;
    double of_runs = (explained > TINY * cells ? explained : 0.0) / out.df;
    double rest = within - explained > TINY * cells ? (within - explained) / left : 0.0;
    if (!(left > 0.5))
        rest = 0.0;
    double per_square = out.df / (cells - tasks);
    double variance = fmax(0.0, of_runs - rest) * per_square;
    out.sd = sqrt(variance);
    out.spread = variance * run_share;
    out.raw = of_runs * per_square * run_share;
    out.these_tasks = out.raw + rest * fmax(0.0, rest_share - per_square * run_share);
    if (left > 0.5 && rest > 0.0) {
        out.f = of_runs / rest;
        out.p = upper_f(out.f, out.df, left);
    }
    return out;
}

struct stat_error stat_crossed_new_tasks(double over_tasks, size_t n_tasks,
                                         const struct stat_runs *groups, size_t n_groups)
{
    struct stat_error e = { n_tasks < 2 ? STAT_NAN : over_tasks, (double)n_tasks - 1.0, 0.0, 1.0 };
    double raw = 0.0;
    double squares = 0.0;
    for (size_t g = 0; g < n_groups; g++) {
        e.runs += groups[g].spread;
        raw += groups[g].raw;
        squares += groups[g].raw * groups[g].raw / groups[g].df;
    }
    if (squares > 0.0)
        e.runs_df = raw * raw / squares;
    return e;
}

struct stat_error stat_crossed_these_tasks(const struct stat_runs *groups, size_t n_groups)
{
    double variance = 0.0;
    double squares = 0.0;
    for (size_t g = 0; g < n_groups; g++) {
        variance += groups[g].these_tasks;
        squares += groups[g].these_tasks * groups[g].these_tasks / groups[g].df;
    }
    return (struct stat_error){ variance, variance * variance / squares, 0.0, 1.0 };
}

/* Above 0: of a tail of this chance. */
static double quantile_of(double tail, double df)
{
    return isinf(df) ? -stat_normal_quantile(tail) : -stat_student_quantile(tail, df);
}

static double half_at(struct stat_error e, double tail)
{
    double tasks = e.variance > 0.0 ? quantile_of(tail, e.df) : 0.0;
    double runs = e.runs > 0.0 ? quantile_of(tail, e.runs_df) : 0.0;
    return sqrt(tasks * tasks * e.variance + runs * runs * e.runs);
}

static double two_sided(double t, double df)
{
    return isinf(df) ? 2.0 * stat_normal_sf(t) : stat_student_two_sided(t, df);
}

double stat_rollouts_variance(double share, int64_t n)
{
    double size = (double)n;
    double rate = (share * size + 0.5) / (size + 1.0);
    return n > 0 ? rate * (1.0 - rate) / size : 0.0;
}

double stat_error_variance(struct stat_error e)
{
    return e.variance + e.runs;
}

double stat_crossed_half(struct stat_error e, double level)
{
    return stat_error_variance(e) > 0.0 ? half_at(e, 0.5 * (1.0 - level)) : STAT_NAN;
}

bool stat_crossed_holds(double value, struct stat_error e, double level)
{
    double t = fabs(value) / sqrt(stat_error_variance(e));
    if (!(stat_error_variance(e) > 0.0))
        return false;
    if (!(e.runs > 0.0))
        return two_sided(t, e.df) >= 1.0 - level;
    /* Most are decided by the t of the sum, with the most or the least degrees of freedom. */
    if (two_sided(t, fmax(e.df, e.runs_df)) >= 1.0 - level)
        return true;
    if (two_sided(t, fmin(e.df, e.runs_df)) < 1.0 - level)
        return false;
    return fabs(value) <= stat_crossed_half(e, level);
}

struct interval stat_crossed_interval(double value, struct stat_error e, double level)
{
    double half = stat_crossed_half(e, level);
    return stat_interval_with_width((struct interval){ value - half, value + half });
}

struct interval stat_crossed_positive(double value, struct stat_error e, double level)
{
    e.variance /= value * value;
    e.runs /= value * value;
    double h = stat_crossed_half(e, level);
    double up = h > 1.0 ? 1.0 + h * (exp(1.0) - 1.0) : exp(h);
    return stat_interval_with_width((struct interval){ value * exp(-h), value * up });
}

/* By halving, where both parts count. */
double stat_crossed_p(double value, struct stat_error e)
{
    double low = log(1e-300);
    double high = 0.0;
    if (!(stat_error_variance(e) > 0.0))
        return STAT_NAN;
    if (!(e.runs > 0.0))
        return two_sided(fabs(value) / sqrt(e.variance), e.df);
    for (int i = 0; i < 50; i++) {
        double middle = 0.5 * (low + high);
        if (half_at(e, 0.5 * exp(middle)) > fabs(value))
            low = middle;
        else
            high = middle;
    }
    return exp(0.5 * (low + high));
}

/* Where (share - P)^2 = q P (1 - P), below or above the share. */
static double share_end(double share, double q, double side)
{
    double centre = (share + 0.5 * q) / (1.0 + q);
    double half = sqrt(q * share * (1.0 - share) + 0.25 * q * q) / (1.0 + q);
    return fmin(1.0, fmax(0.0, centre + side * half));
}

struct interval stat_crossed_share(struct interval ci, double share, size_t n_tasks,
                                   const struct stat_runs *runs, double level)
{
    double t = stat_student_quantile(0.5 * (1.0 + level), (double)n_tasks - 1.0);
    double *ends[] = { &ci.low, &ci.high };
    if (isnan(runs->spread))
        return (struct interval){ STAT_NAN, STAT_NAN };
    for (int i = 0; i < 2; i++) {
        double end = *ends[i];
        double off = share - end;
        if (!(end > 0.0) || !(end < 1.0) || !(share > 0.0) || !(share < 1.0))
            continue;
        double variance = off * off / (end * (1.0 - end)) * share * (1.0 - share) / (t * t);
        double half = stat_crossed_half(stat_crossed_new_tasks(variance, n_tasks, runs, 1), level);
        if (runs->raw > 0.0)
            *ends[i] = share_end(share, half * half / (share * (1.0 - share)), i == 0 ? -1.0 : 1.0);
    }
    return ci;
}
