#include "analysis/resample/stat_permutation.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

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
