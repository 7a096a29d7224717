#include "analysis/select/select_pick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define FEW 8

struct select_order select_order_of(const double *speedups, size_t n, struct arena *arena)
{
    size_t *order = arena_array(arena, n, sizeof(*order));
    double *sorted = arena_array(arena, n, sizeof(*sorted));
    double *logs = arena_array(arena, n, sizeof(*logs));
    int64_t *ranks = arena_array(arena, n, sizeof(*ranks));
    stat_order(speedups, n, order);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = speedups[order[i]];
        logs[i] = sorted[i] > 0.0 ? log(sorted[i]) : STAT_NAN;
    }
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && stat_same(sorted[end], sorted[i]))
            end++;
        for (size_t j = i; j < end; j++)
            ranks[j] = (int64_t)(i + 1 + end);
        i = end;
    }
    return (struct select_order){ n, order, sorted, logs, ranks };
}

static double edge_key(const double *keys, size_t n, size_t m)
{
    double lowest[FEW];
    size_t kept = 0;
    if (m == n) {
        double most = keys[0];
        for (size_t i = 1; i < n; i++)
            most = keys[i] > most ? keys[i] : most;
        return most;
    }
    if (m > FEW) {
        double *sorted = mem_array(n, sizeof(*sorted));
        memcpy(sorted, keys, n * sizeof(*sorted));
        stat_sort(sorted, n);
        double key = sorted[m - 1];
        free(sorted);
        return key;
    }
    for (size_t i = 0; i < n; i++) {
        double key = keys[i];
        if (kept == m && !(key < lowest[m - 1]))
            continue;
        size_t at = kept < m ? kept++ : m - 1;
        for (; at > 0 && lowest[at - 1] > key; at--)
            lowest[at] = lowest[at - 1];
        lowest[at] = key;
    }
    return lowest[m - 1];
}

/* Items below the edge are in, of those on it n_drawn.  Without keys all are on it. */
struct deciding {
    const double *keys;
    double edge;
    size_t n_tied;
    size_t n_drawn;
    size_t best_inside; /* fastest item below the edge, or n */
};

static struct deciding find_edge(const double *keys, size_t n, size_t m)
{
    struct deciding d = { .keys = keys, .n_tied = n, .n_drawn = m, .best_inside = n };
    size_t n_inside = 0;
    if (keys == NULL)
        return d;
    d.n_tied = 0;
    d.edge = edge_key(keys, n, m);
    for (size_t i = 0; i < n; i++) {
        if (keys[i] < d.edge) {
            d.best_inside = i;
            n_inside++;
        }
        d.n_tied += stat_same(keys[i], d.edge);
    }
    d.n_drawn = m - n_inside;
    return d;
}

struct picking {
    const struct select_order *items;
    struct speed_rule rule;
    struct select_outcome *out;
    int64_t *ranks;
    double *weights;
    bool may_fail; /* a failed item has a weight */
    struct stat_sum success, fast, speedup, logs, percentile;
};

static void give_weight(struct picking *p, size_t i, double w)
{
    double speedup = p->items->speedups[i];
    double rank = (double)p->items->ranks[i];
    if (!(w > 0.0))
        return;
    p->ranks[p->out->n_weighted] = p->items->ranks[i];
    p->weights[p->out->n_weighted++] = w;
    p->out->rank_mean += w * rank;
    p->out->rank_square += w * rank * rank;
    stat_sum_add(&p->percentile, w * (rank - 1.0) / (2.0 * (double)p->items->n));
    if (!(speedup > 0.0)) {
        p->may_fail = true;
        return;
    }
    stat_sum_add(&p->success, w);
    stat_sum_add(
        &p->fast,
        (speedup > 0.0 && (p->rule.ge ? speedup >= p->rule.p : speedup > p->rule.p)) ? w : 0.0);
    stat_sum_add(&p->speedup, w * speedup);
    stat_sum_add(&p->logs, w * p->items->logs[i]);
}

/* The fastest of n_drawn tied items is the j-th with S(n_drawn; t, t - 1 - j) - S(n_drawn; t, t -
 * j); slower ones than the best inside are never returned. */
static void give_weights(struct picking *p, const struct deciding *d)
{
    size_t n = p->items->n;
    bool has_inside = d->best_inside < n;
    double inside = 0.0;
    double before = 0.0;
    size_t place = 0;
    for (size_t i = 0; i < n; i++) {
        if (i == d->best_inside)
            give_weight(p, i, inside);
        if (d->keys != NULL && !stat_same(d->keys[i], d->edge))
            continue;
        place++;
        double upto =
            stat_passk_miss((double)d->n_drawn, (int64_t)d->n_tied, (int64_t)(d->n_tied - place));
        if (has_inside && d->best_inside > i)
            inside += upto - before;
        else
            give_weight(p, i, upto - before);
        before = upto;
    }
}

struct select_outcome select_among(const struct select_order *items, const double *keys, size_t m,
                                   struct speed_rule rule, struct arena *arena)
{
    size_t n = items->n;
    struct select_outcome out = { .n = n, .m = m < n ? m : n };
    for (size_t i = 0; keys != NULL && i < n; i++) {
        if (isnan(keys[i]))
            return out;
    }
    if (n == 0)
        return out;
    struct deciding d = find_edge(keys, n, out.m);
    struct picking p = { .items = items, .rule = rule, .out = &out };
    p.ranks = arena_array(arena, d.n_tied + 1, sizeof(*p.ranks));
    p.weights = arena_array(arena, d.n_tied + 1, sizeof(*p.weights));
    give_weights(&p, &d);
    out.defined = true;
    out.n_tied = d.n_tied > d.n_drawn ? d.n_tied : 1;
    out.ranks = p.ranks;
    out.weights = p.weights;
    out.success = p.may_fail ? fmin(1.0, stat_sum_value(&p.success)) : 1.0;
    out.fast = fmin(1.0, stat_sum_value(&p.fast));
    out.percentile = stat_sum_value(&p.percentile);
    out.speedup = out.log_speedup = out.log_regret = STAT_NAN;
    if (out.success > 0.0) {
        out.speedup = stat_sum_value(&p.speedup) / out.success;
        out.log_speedup = stat_sum_value(&p.logs) / out.success;
        out.log_regret = p.items->logs[out.n - 1] - out.log_speedup;
    }
    return out;
}

#define WORK_LIMIT 1e9

static double work_of(const struct select_outcome *o, size_t n)
{
    double work = 0.0;
    double width = 1.0;
    for (size_t i = 0; i < n; i++) {
        width += 2.0 * (double)o[i].n;
        work += width * (double)o[i].n_weighted;
    }
    return work;
}

bool select_rank_is_exact(const struct select_outcome *picks, const struct select_outcome *null,
                          size_t n)
{
    return work_of(picks, n) + work_of(null, n) < WORK_LIMIT;
}

size_t select_rank_width(const struct select_outcome *o, size_t n)
{
    size_t width = 1;
    for (size_t i = 0; i < n; i++)
        width += 2 * o[i].n;
    return width;
}

/* pmf is nothing below low or above high, with zeros on both sides: a cell's most ranks and a
 * tile. */
struct sums {
    double *room;
    double *pmf;
    size_t low;
    size_t high;
};

#define TILE 16
typedef double lanes __attribute__((vector_size(32), aligned(8)));

/* to[0 .. TILE) = sums over weighted items of weight * from[-rank]. */
static inline __attribute__((always_inline)) void fill_tile(const struct select_outcome *o,
                                                            const double *from, double *to)
{
    lanes sum[TILE / 4] = { { 0.0, 0.0, 0.0, 0.0 } };
    for (size_t i = 0; i < o->n_weighted; i++) {
        double w = o->weights[i];
        const double *in = from - o->ranks[i];
        for (size_t k = 0; k < TILE / 4; k++) {
            lanes x;
            memcpy(&x, in + 4 * k, sizeof(x));
            sum[k] += x * (lanes){ w, w, w, w };
        }
    }
    memcpy(to, sum, sizeof(sum));
}

static void fill_tiles(const struct select_outcome *o, const double *from, double *to, size_t n)
{
    for (size_t s = 0; s < n; s += TILE)
        fill_tile(o, from + s, to + s);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void
fill_tiles_wide(const struct select_outcome *o, const double *from, double *to, size_t n)
{
    for (size_t s = 0; s < n; s += TILE)
        fill_tile(o, from + s, to + s);
}

static bool is_wide(void)
{
    return __builtin_cpu_supports("avx2");
}
#else
#define fill_tiles_wide fill_tiles
static bool is_wide(void)
{
    return false;
}
#endif

static struct sums new_sums(size_t margin, size_t width)
{
    double *room = mem_array(margin + width + margin + 2 * TILE, sizeof(double));
    return (struct sums){ room, room + margin, 0, 0 };
}

/* Of doubled ranks; room is on the heap. */
static struct sums convolve(const struct select_outcome *o, size_t n)
{
    size_t width = select_rank_width(o, n);
    size_t margin = 1;
    for (size_t c = 0; c < n; c++)
        margin = 2 * o[c].n > margin ? 2 * o[c].n : margin;
    struct sums at = new_sums(margin, width);
    struct sums next = new_sums(margin, width);
    at.pmf[0] = 1.0;
    for (size_t c = 0; c < n; c++) {
        /* to[s + rank] += weight * from[s], over a cell's weighted items in order. */
        size_t most = (size_t)o[c].ranks[o[c].n_weighted - 1];
        memset(at.pmf + at.high + 1, 0, (most + TILE) * sizeof(double));
        memset(at.pmf + at.low - most, 0, most * sizeof(double));
        next.low = at.low + (size_t)o[c].ranks[0];
        next.high = at.high + most;
        (is_wide() ? fill_tiles_wide : fill_tiles)(&o[c], at.pmf + next.low, next.pmf + next.low,
                                                   next.high - next.low + 1);
        struct sums last = at;
        at = next;
        next = last;
    }
    free(next.room);
    return at;
}

double *select_rank_tail(const struct select_outcome *null, size_t n)
{
    size_t width = select_rank_width(null, n);
    struct sums x = convolve(null, n);
    double *tails = mem_array(width, sizeof(*tails));
    double tail = 0.0;
    for (size_t s = width; s-- > 0;) {
        tail += s >= x.low && s <= x.high ? x.pmf[s] : 0.0;
        tails[s] = tail;
    }
    free(x.room);
    return tails;
}

struct select_rank_test select_rank_exact(const struct select_outcome *picks, size_t n,
                                          const double *null_tail)
{
    struct sums y = convolve(picks, n);
    struct stat_sum p = { 0.0, 0.0 };
    for (size_t s = y.high + 1; s-- > y.low;)
        stat_sum_add(&p, y.pmf[s] * null_tail[s]);
    free(y.room);
    return (struct select_rank_test){ fmin(1.0, stat_sum_value(&p)), true };
}

struct select_rank_test select_rank_normal(const struct select_outcome *picks,
                                           const struct select_outcome *null, size_t n)
{
    double mean[2] = { 0.0, 0.0 };
    double variance = 0.0;
    for (size_t i = 0; i < n; i++) {
        const struct select_outcome *both[2] = { &picks[i], &null[i] };
        for (size_t k = 0; k < 2; k++) {
            double first = both[k]->rank_mean;
            mean[k] += first;
            variance += fmax(0.0, both[k]->rank_square - first * first);
        }
    }
    double p = variance > 0.0 ? stat_normal_sf((mean[0] - mean[1]) / sqrt(variance)) : 1.0;
    return (struct select_rank_test){ p, false };
}
