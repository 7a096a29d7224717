#include "analysis/resample/stat_permutation.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

#define HALF_BITS  (STAT_SIGN_FLIP_EXACT / 2)
#define HALF_COUNT (1u << HALF_BITS)

static void half_sums(const double *d, size_t n, double *out)
{
    for (uint32_t pattern = 0; pattern < 1u << n; pattern++) {
        struct stat_sum s = { 0.0, 0.0 };
        for (size_t i = 0; i < n; i++)
            stat_sum_add(&s, pattern >> i & 1u ? -d[i] : d[i]);
        out[pattern] = stat_sum_value(&s);
    }
}

/* As extreme as the observed one: up to low, and from high on. */
struct permutation_tails {
    double low;
    double high;
};

static struct permutation_tails tails_of(double observed, double slack,
                                         enum stat_alternative alternative)
{
    double size = fabs(observed) - slack;
    switch (alternative) {
    case STAT_GREATER:
        return (struct permutation_tails){ -STAT_INF, observed - slack };
    case STAT_LESS:
        return (struct permutation_tails){ observed + slack, STAT_INF };
    case STAT_TWO_SIDED:
        break;
    }
    return (struct permutation_tails){ -size, size };
}

static bool is_extreme(double sum, const struct permutation_tails *t)
{
    return sum <= t->low || sum >= t->high;
}

/* Ascending sums below the bound (or up to it) once `other` is added. */
static size_t count_below(const double *sums, size_t n, double other, double bound, bool up_to)
{
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        double sum = other + sums[middle];
        if (sum < bound || (up_to && sum <= bound))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int64_t count_all(const double *d, size_t n, const struct permutation_tails *t)
{
    double low[HALF_COUNT];
    double high[HALF_COUNT];
    size_t n_low = n < HALF_BITS ? n : HALF_BITS;
    size_t most = (size_t)1 << n_low;
    size_t hits = 0;
    if (t->low >= t->high)
        return (int64_t)1 << n;
    half_sums(d, n_low, low);
    half_sums(d + n_low, n - n_low, high);
    stat_sort(low, most);
    for (uint32_t i = 0; i < 1u << (n - n_low); i++)
        hits += count_below(low, most, high[i], t->low, true) + most -
                count_below(low, most, high[i], t->high, false);
    return (int64_t)hits;
}

/* By the sign bits of eight differences: one look-up adds all eight. */
struct byte_sums {
    size_t n_bytes;
    double *sums; /* [byte * 256 + bits] */
};

static struct byte_sums make_byte_sums(const double *d, size_t n)
{
    struct byte_sums b = { (n + 7) / 8, NULL };
    b.sums = mem_array(b.n_bytes * 256, sizeof(*b.sums));
    for (size_t i = 0; i < b.n_bytes; i++) {
        double *sums = b.sums + 256 * i;
        size_t some = n - 8 * i < 8 ? n - 8 * i : 8;
        half_sums(d + 8 * i, some, sums);
        for (size_t k = (size_t)1 << some; k < 256; k++)
            sums[k] = sums[k - ((size_t)1 << some)];
    }
    return b;
}

/* Plain addition: a rounding an eighth of the differences stays far below the slack of the tails.
 */
static double random_sum(const struct byte_sums *b, struct rng *g)
{
    double sum = 0.0;
    uint32_t bits = 0;
    for (size_t i = 0; i < b->n_bytes; i++, bits >>= 8) {
        if (i % 4 == 0)
            bits = rng_u32(g);
        sum += b->sums[256 * i + (bits & 255)];
    }
    return sum;
}

static int64_t count_random(const double *d, size_t n, const struct permutation_tails *t,
                            int64_t replicates, uint64_t seed, uint64_t analysis)
{
    struct byte_sums b = make_byte_sums(d, n);
    int64_t hits = 0;
    for (int64_t r = 0; r < replicates; r++) {
        struct rng g;
        rng_init(&g, seed, RNG_PERMUTATION, analysis, (uint64_t)r, 0);
        hits += is_extreme(random_sum(&b, &g), t);
    }
    free(b.sums);
    return hits;
}

double stat_on_grid(double difference)
{
    return nearbyint(difference / STAT_DIFFERENCE_GRID) * STAT_DIFFERENCE_GRID;
}

int stat_sign_flip(const double *d, size_t n, enum stat_alternative alternative, int64_t replicates,
                   uint64_t seed, uint64_t analysis, struct stat_sign_flip *out, struct err *err)
{
    if (n == 0)
        return err_set(err, ERR_NODATA, "the sign-flip test needs differences");
    struct stat_sum size = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(d[i]))
            return err_set(err, ERR_NODATA, "difference %zu of %zu is not finite", i + 1, n);
        stat_sum_add(&size, fabs(d[i]));
    }
    double observed = stat_sum(d, n);
    /* Two sums miss each other by half a grid a difference at most. */
    double slack = 1e-12 * stat_sum_value(&size) + (double)n * STAT_DIFFERENCE_GRID;
    struct permutation_tails tails = tails_of(observed, slack, alternative);
    bool exact = n <= STAT_SIGN_FLIP_EXACT;
    struct stat_sign_flip f = { .mean = observed / (double)n, .n = n };
    f.min_p = ldexp(alternative == STAT_TWO_SIDED ? 2.0 : 1.0, -(int)(n < 1000 ? n : 1000));
    if (exact) {
        f.engine = STAT_EXACT;
        f.replicates = (int64_t)1 << n;
        f.p = (double)count_all(d, n, &tails) / (double)f.replicates;
    } else {
        f.engine = STAT_MONTE_CARLO;
        f.replicates = replicates > 0 ? replicates : 100000;
        int64_t hits = count_random(d, n, &tails, f.replicates, seed, analysis);
        f.p = (double)(hits + 1) / (double)(f.replicates + 1);
        f.min_p = fmax(f.min_p, 1.0 / (double)(f.replicates + 1));
    }
    *out = f;
    return 0;
}

#define REPLICATES 20000
#define STREAM     0x6d617874 /* among those of RNG_PERMUTATION */
#define SLACK      1e-9       /* a sum's order differs by pattern */

/* Divided by the root of the sum of squares; all zero where that is 0. */
static double *standardise(const double *d, size_t n_tests, size_t n_units, struct arena *arena)
{
    double *z = arena_array(arena, n_tests * n_units, sizeof(*z));
    for (size_t t = 0; t < n_tests; t++) {
        const double *row = d + t * n_units;
        struct stat_sum squares = { 0.0, 0.0 };
        for (size_t i = 0; i < n_units; i++)
            stat_sum_add(&squares, isnan(row[i]) ? 0.0 : row[i] * row[i]);
        double root = sqrt(stat_sum_value(&squares));
        for (size_t i = 0; i < n_units; i++)
            z[t * n_units + i] = isnan(row[i]) || !(root > 0.0) ? 0.0 : row[i] / root;
    }
    return z;
}

static double largest(const double *sums, size_t n)
{
    double most = 0.0;
    for (size_t t = 0; t < n; t++)
        most = fmax(most, fabs(sums[t]));
    return most;
}

enum stat_engine stat_max_t(const double *d, size_t n_tests, size_t n_units, uint64_t seed,
                            double *out, struct arena *arena)
{
    bool exact = n_units <= STAT_SIGN_FLIP_EXACT;
    double *z = standardise(d, n_tests, n_units, arena);
    double *sums = arena_array(arena, n_tests, sizeof(*sums));
    double *observed = arena_array(arena, n_tests, sizeof(*observed));
    int64_t *hits = arena_array(arena, n_tests, sizeof(*hits));
    for (size_t t = 0; t < n_tests; t++) {
        sums[t] = stat_sum(z + t * n_units, n_units);
        observed[t] = fabs(sums[t]);
    }
    if (exact && n_units > 0) {
        /* Patterns that flip the first unit mirror the others. */
        uint32_t patterns = 1u << (n_units - 1);
        for (uint32_t pattern = 0; pattern < patterns; pattern++) {
            /* Gray code changes one sign a pattern. */
            unsigned unit = 0;
            while (pattern != 0 && (pattern >> unit & 1u) == 0)
                unit++;
            bool minus = ((pattern ^ pattern >> 1) >> unit & 1u) != 0;
            for (size_t t = 0; pattern != 0 && t < n_tests; t++)
                sums[t] += (minus ? -2.0 : 2.0) * z[t * n_units + unit + 1];
            double most = largest(sums, n_tests);
            for (size_t t = 0; t < n_tests; t++)
                hits[t] += most >= observed[t] - SLACK;
        }
    } else if (!exact) {
        for (uint64_t r = 0; r < REPLICATES; r++) {
            struct rng g;
            uint32_t bits = 0;
            rng_init(&g, seed, RNG_PERMUTATION, STREAM, r, 0);
            for (size_t t = 0; t < n_tests; t++)
                sums[t] = 0.0;
            for (size_t i = 0; i < n_units; i++) {
                if (i % 32 == 0)
                    bits = rng_u32(&g);
                double sign = bits >> (i % 32) & 1u ? -1.0 : 1.0;
                for (size_t t = 0; t < n_tests; t++)
                    sums[t] += sign * z[t * n_units + i];
            }
            double most = largest(sums, n_tests);
            for (size_t t = 0; t < n_tests; t++)
                hits[t] += most >= observed[t] - SLACK;
        }
    }
    for (size_t t = 0; t < n_tests; t++) {
        bool defined = false;
        for (size_t i = 0; i < n_units; i++)
            defined = defined || fabs(z[t * n_units + i]) > 0.0;
        double all = exact ? ldexp(1.0, (int)n_units - 1) : REPLICATES + 1.0;
        out[t] = defined ? ((double)hits[t] + (exact ? 0.0 : 1.0)) / all : STAT_NAN;
    }
    return exact ? STAT_EXACT : STAT_MONTE_CARLO;
}

/*
 * Methods are alike under the null, so a vector of rank sums counts as its sorted one.  Few of
 * these occur, and the permutation distribution, built block by block, is exact far beyond what
 * could be enumerated.
 */

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

/* total: of the sums before this block.  False when too many sums can occur; the caller closes
 * *next. */
static bool add_block(const struct rank_states *s, const int64_t *ranks, size_t k, int64_t total,
                      struct rank_states *next)
{
    struct rank_orders orders;
    int64_t order[EXACT_METHODS];
    memcpy(order, ranks, k * sizeof(*order));
    orders.n = 0;
    do {
        memcpy(orders.ranks[orders.n++], order, k * sizeof(*order));
    } while (next_order(order, k));
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
                  struct stat_friedman *out, struct err *err)
{
    CLEANUP(arena_release) struct arena work = { 0 };
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
    int64_t *ranks = arena_array(&work, n_blocks * n_methods, sizeof(*ranks));
    struct rank_blocks b = { 0, n_methods, ranks };
    for (size_t i = 0; i < n_blocks; i++) {
        int64_t own[STAT_FRIEDMAN_METHODS];
        stat_rank_doubled(values + i * n_methods, n_methods, own, &work);
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
