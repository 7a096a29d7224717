#include "analysis/select/select_rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

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

/* to[s + rank] += weight * from[s], over a cell's weighted items in order. */
static void add_cell(const struct select_outcome *o, struct sums *from, struct sums *to)
{
    size_t most = (size_t)o->ranks[o->n_weighted - 1];
    memset(from->pmf + from->high + 1, 0, (most + TILE) * sizeof(double));
    memset(from->pmf + from->low - most, 0, most * sizeof(double));
    to->low = from->low + (size_t)o->ranks[0];
    to->high = from->high + most;
    (is_wide() ? fill_tiles_wide : fill_tiles)(o, from->pmf + to->low, to->pmf + to->low,
                                               to->high - to->low + 1);
}

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
        add_cell(&o[c], &at, &next);
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

struct select_rank_test select_rank_against(const struct select_outcome *picks,
                                            const struct select_outcome *null, size_t n)
{
    if (n == 0)
        return (struct select_rank_test){ STAT_NAN, true };
    if (!select_rank_is_exact(picks, null, n))
        return select_rank_normal(picks, null, n);
    double *tail = select_rank_tail(null, n);
    struct select_rank_test t = select_rank_exact(picks, n, tail);
    free(tail);
    return t;
}
