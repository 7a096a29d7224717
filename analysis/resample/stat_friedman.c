/*
 * Methods are alike under the null, so a vector of rank sums counts as its sorted one.  Few of
 * these occur, and the permutation distribution, built block by block, is exact far beyond what
 * could be enumerated.
 */
#include "analysis/resample/stat_friedman.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/resample/stat_words.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define EXACT_METHODS 5
#define EXACT_ORDERS  120
#define EXACT_STATES  50000
#define DRAWS         100000

/* Sums packed into 64 / (k - 1) bits each; the last follows from their total. */
struct rank_state {
    uint64_t sums;
    double chance;
};

/* slots: index of an item plus one, 0 where free, found by a hash of its sums. */
struct rank_states {
    struct rank_state *items;
    size_t n;
    size_t most;
    uint32_t *slots;
    size_t mask;
};

/* The orders of a block's ranks that can be told apart. */
struct rank_orders {
    int64_t ranks[EXACT_ORDERS][EXACT_METHODS];
    size_t n;
};

struct rank_blocks {
    size_t n;
    size_t k;
    const int64_t *ranks; /* doubled, ascending in a block */
};

static int64_t spread(const int64_t *sums, size_t k, int64_t total)
{
    int64_t s = 0;
    for (size_t i = 0; i < k; i++) {
        int64_t d = (int64_t)k * sums[i] - total;
        s += d * d;
    }
    return s;
}

static void sort_sums(int64_t *sums, size_t k)
{
    for (size_t i = 1; i < k; i++) {
        int64_t v = sums[i];
        size_t at = i;
        for (; at > 0 && sums[at - 1] > v; at--)
            sums[at] = sums[at - 1];
        sums[at] = v;
    }
}

/* False after the last; equal values are not told apart. */
static bool next_order(int64_t *x, size_t k)
{
    size_t i = k - 1;
    while (i > 0 && x[i - 1] >= x[i])
        i--;
    if (i == 0)
        return false;
    size_t j = k - 1;
    while (x[j] <= x[i - 1])
        j--;
    int64_t t = x[i - 1];
    x[i - 1] = x[j];
    x[j] = t;
    for (size_t low = i, high = k - 1; low < high; low++, high--) {
        t = x[low];
        x[low] = x[high];
        x[high] = t;
    }
    return true;
}

static void states_open(struct rank_states *s, size_t most)
{
    size_t n = 16;
    while (n < 2 * most)
        n *= 2;
    *s = (struct rank_states){ mem_array(most, sizeof(*s->items)), 0, most, NULL, n - 1 };
    s->slots = mem_array(n, sizeof(*s->slots));
}

static void states_close(struct rank_states *s)
{
    free(s->items);
    free(s->slots);
}

/* False when there is no room for another vector of sums. */
static bool states_add(struct rank_states *s, uint64_t sums, double chance)
{
    uint64_t hash = (sums ^ sums >> 32) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(hash >> 32) & s->mask;
    for (; s->slots[at] != 0; at = (at + 1) & s->mask) {
        struct rank_state *held = &s->items[s->slots[at] - 1];
        if (held->sums == sums) {
            held->chance += chance;
            return true;
        }
    }
    if (s->n == s->most)
        return false;
    s->items[s->n++] = (struct rank_state){ sums, chance };
    s->slots[at] = (uint32_t)s->n;
    return true;
}

/* k = 2 leaves one sum, which has all bits. */
static unsigned bits_of(size_t k)
{
    return k == 2 ? 63 : 64 / (unsigned)(k - 1);
}

static uint64_t pack_sums(const int64_t *sums, size_t k)
{
    uint64_t packed = 0;
    for (size_t m = 0; m + 1 < k; m++)
        packed = packed << bits_of(k) | (uint64_t)sums[m];
    return packed;
}

static void unpack_sums(uint64_t packed, size_t k, int64_t total, int64_t *sums)
{
    uint64_t mask = ((uint64_t)1 << bits_of(k)) - 1;
    sums[k - 1] = total;
    for (size_t m = k - 1; m > 0; m--) {
        sums[m - 1] = (int64_t)(packed & mask);
        sums[k - 1] -= sums[m - 1];
        packed >>= bits_of(k);
    }
}

static void list_orders(const int64_t *ranks, size_t k, struct rank_orders *out)
{
    int64_t order[EXACT_METHODS];
    memcpy(order, ranks, k * sizeof(*order));
    out->n = 0;
    do {
        memcpy(out->ranks[out->n++], order, k * sizeof(*order));
    } while (next_order(order, k));
}

/* total: of the sums before this block.  False when too many sums can occur; the caller closes
 * *next. */
static bool add_block(const struct rank_states *s, const int64_t *ranks, size_t k, int64_t total,
                      struct rank_states *next)
{
    struct rank_orders orders;
    list_orders(ranks, k, &orders);
    states_open(next, s->n * orders.n < EXACT_STATES ? s->n * orders.n : EXACT_STATES);
    for (size_t i = 0; i < s->n; i++) {
        int64_t from[EXACT_METHODS];
        double chance = s->items[i].chance / (double)orders.n;
        unpack_sums(s->items[i].sums, k, total, from);
        for (size_t o = 0; o < orders.n; o++) {
            int64_t to[EXACT_METHODS];
            for (size_t m = 0; m < k; m++)
                to[m] = from[m] + orders.ranks[o][m];
            sort_sums(to, k);
            if (!states_add(next, pack_sums(to, k), chance))
                return false;
        }
    }
    return true;
}

/* False when too many sums can occur. */
static bool test_exactly(const struct rank_blocks *b, int64_t observed, int64_t total, double *out)
{
    struct rank_states s;
    bool fits = true;
    if (b->k > EXACT_METHODS || total >> (bits_of(b->k) - 1) != 0)
        return false;
    states_open(&s, 1);
    states_add(&s, 0, 1.0);
    for (size_t i = 0; i < b->n && fits; i++) {
        struct rank_states next;
        int64_t before = (int64_t)(i * b->k * (b->k + 1));
        fits = add_block(&s, b->ranks + i * b->k, b->k, before, &next);
        states_close(&s);
        s = next;
    }
    struct stat_sum p = { 0.0, 0.0 };
    for (size_t i = 0; i < s.n && fits; i++) {
        int64_t sums[EXACT_METHODS];
        unpack_sums(s.items[i].sums, b->k, total, sums);
        if (spread(sums, b->k, total) >= observed)
            stat_sum_add(&p, s.items[i].chance);
    }
    states_close(&s);
    *out = fmin(1.0, stat_sum_value(&p));
    return fits;
}

static double test_by_draws(const struct rank_blocks *b, int64_t observed, int64_t total,
                            uint64_t seed)
{
    int64_t hits = 0;
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        struct stat_words w;
        int64_t sums[STAT_FRIEDMAN_METHODS] = { 0 };
        stat_words_open(&w, seed, STAT_ANALYSIS_METHODS, draw, 1);
        for (size_t i = 0; i < b->n; i++) {
            int64_t order[STAT_FRIEDMAN_METHODS];
            memcpy(order, b->ranks + i * b->k, b->k * sizeof(*order));
            for (size_t m = b->k; m > 0; m--) {
                size_t at = stat_word_below(&w, (uint32_t)m);
                sums[m - 1] += order[at];
                order[at] = order[m - 1];
            }
        }
        hits += spread(sums, b->k, total) >= observed;
    }
    return (double)(hits + 1) / (DRAWS + 1.0);
}

static double chi2_of(const struct rank_blocks *b, int64_t observed)
{
    double k = (double)b->k;
    double ties = 0.0;
    for (size_t i = 0; i < b->n; i++) {
        for (size_t m = 0; m < b->k; m++) {
            double d = 0.5 * (double)b->ranks[i * b->k + m] - 0.5 * (k + 1.0);
            ties += d * d;
        }
    }
    /* observed: sum (k 2 R - total)^2; below stands the variance of the ranks at hand. */
    double sum = (double)observed / (4.0 * k * k);
    return ties > 0.0 ? (k - 1.0) * sum / ties : STAT_NAN;
}

int stat_friedman(const double *values, size_t n_blocks, size_t n_methods, uint64_t seed,
                  struct arena *arena, struct stat_friedman *out, struct err *err)
{
    struct stat_friedman f = { .n_blocks = 0 };
    int64_t sums[STAT_FRIEDMAN_METHODS] = { 0 };
    if (n_methods < 2 || n_methods > STAT_FRIEDMAN_METHODS)
        return err_set(err, ERR_USAGE, "Friedman's test takes 2 to %d methods",
                       STAT_FRIEDMAN_METHODS);
    if (n_blocks == 0)
        return err_set(err, ERR_NODATA, "Friedman's test needs tasks");
    for (size_t i = 0; i < n_blocks * n_methods; i++) {
        if (!isfinite(values[i]))
            return err_set(err, ERR_NODATA, "value %zu of %zu is not finite", i + 1,
                           n_blocks * n_methods);
    }
    int64_t *ranks = arena_array(arena, n_blocks * n_methods, sizeof(*ranks));
    struct rank_blocks b = { 0, n_methods, ranks };
    for (size_t i = 0; i < n_blocks; i++) {
        int64_t own[STAT_FRIEDMAN_METHODS];
        stat_rank_doubled(values + i * n_methods, n_methods, own, arena);
        for (size_t m = 0; m < n_methods; m++) {
            f.mean_rank[m] += 0.5 * (double)own[m] / (double)n_blocks;
            sums[m] += own[m];
        }
        sort_sums(own, n_methods);
        if (own[0] == own[n_methods - 1]) {
            for (size_t m = 0; m < n_methods; m++)
                sums[m] -= own[0];
            continue;
        }
        memcpy(ranks + b.n * n_methods, own, n_methods * sizeof(*own));
        b.n++;
    }
    int64_t total = (int64_t)(b.n * n_methods * (n_methods + 1));
    int64_t observed = spread(sums, n_methods, total);
    f.n_blocks = b.n;
    f.chi2 = b.n == 0 ? STAT_NAN : chi2_of(&b, observed);
    f.p_chi2 = b.n == 0 ? STAT_NAN : stat_chi2_sf(f.chi2, (double)n_methods - 1.0);
    f.concord = b.n == 0 ? STAT_NAN : f.chi2 / ((double)b.n * ((double)n_methods - 1.0));
    f.engine = STAT_EXACT;
    if (b.n == 0)
        f.p = 1.0;
    else if (!test_exactly(&b, observed, total, &f.p)) {
        f.engine = STAT_MONTE_CARLO;
        f.p = test_by_draws(&b, observed, total, seed);
    }
    *out = f;
    return 0;
}
