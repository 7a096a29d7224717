#include "analysis/compare/equivalent_curve.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define SAME 1e-12

static int by_number(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

void equivalent_curve_init(struct equivalent_curve *c, const struct equivalent_task *tasks,
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

void equivalent_curve_clear(struct equivalent_curve *c)
{
    for (size_t i = 0; i < c->n_sizes; i++) {
        for (int64_t m = 0; m <= c->sizes[i].most; m++)
            c->sizes[i].weights[m] = 0.0;
        c->sizes[i].most = 0;
    }
}

void equivalent_curve_add(struct equivalent_curve *c, struct count cell, double weight)
{
    size_t i = 0;
    while (c->sizes[i].n != cell.n)
        i++;
    c->sizes[i].weights[cell.c] += weight;
    if (cell.c > c->sizes[i].most)
        c->sizes[i].most = cell.c;
}

void equivalent_curve_add_tasks(struct equivalent_curve *c, const struct equivalent_task *tasks,
                                size_t n_tasks)
{
    for (size_t t = 0; t < n_tasks; t++) {
        for (size_t i = 0; i < tasks[t].n_base; i++)
            equivalent_curve_add(c, tasks[t].base[i],
                                 1.0 / ((double)n_tasks * (double)tasks[t].n_base));
    }
}

#define STRETCHES 4

/* Miss of one more draw, times the chance before it; and what it weighs. */
static inline double step_on(const struct equivalent_size *s, double k, int64_t m, double *miss)
{
    double factor = 1.0 - k * s->inverses[m];
    *miss *= factor > 0.0 ? factor : 0.0;
    return s->weights[m] * *miss;
}

/*
 * S(K; n, m) for m = 0, 1, ...: the chance that K draws without replacement miss m of n, a product
 * over m.  It is taken in stretches side by side, since each factor waits for the one before.
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

static void add_with(const struct equivalent_size *s, double k, struct stat_sum *sum)
{
    for (int64_t m = 0; m <= s->most; m++) {
        double rate = (double)m / (double)s->n;
        if (!(s->weights[m] > 0.0))
            continue;
        double miss = rate < 1.0 ? pow(1.0 - rate, k) : (k > 0.0 ? 0.0 : 1.0);
        stat_sum_add(sum, s->weights[m] * miss);
    }
}

double equivalent_curve_miss(const struct equivalent_curve *c, double k, enum equivalent_draws how)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < c->n_sizes; i++) {
        if (how == EQUIVALENT_WITHOUT_REPLACEMENT)
            add_without(&c->sizes[i], k, &sum);
        else
            add_with(&c->sizes[i], k, &sum);
    }
    return stat_sum_value(&sum);
}

/* An interval in which the miss falls to the target, and by how much each end misses it. */
struct bracket {
    double low, high;
    double above, below;
    int last; /* the end that moved last: below or above 0 */
};

/* Halves the interval until it cannot be halved. */
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

/* The miss falls about exponentially: its logarithm is nearly a line. */
static double off_target(double miss, double target)
{
    return miss > 0.0 && target > 0.0 ? log(miss / target) : miss - target;
}

/* Where a straight line through the ends would reach the target, at least `least` inside, so that a
 * line that is good enough closes the other side as well; the middle where there is no line. */
static double next_k(const struct bracket *b, double least)
{
    double line = b->low + (b->high - b->low) * (b->above / (b->above - b->below));
    if (!(line > b->low) || !(line < b->high))
        return 0.5 * (b->low + b->high);
    return fmin(fmax(line, b->low + least), b->high - least);
}

/* An end that stays twice counts half (Illinois); three steps that did not halve the interval are
 * followed by one that does. */
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

struct equivalent_value equivalent_curve_invert(const struct equivalent_curve *c, double y,
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
    /* A plateau that is y but for rounding is reached where it begins. */
    double target = fmax(1.0 - y, least);
    struct bracket all = { 0.0, k_max, off_target(1.0, target), off_target(least, target), 0 };
    double k =
        precision > 0.0 ? close_in(c, all, target, how, precision) : bisect(c, all, target, how);
    return (struct equivalent_value){ k, false, least > 1.0 - y - SAME };
}
