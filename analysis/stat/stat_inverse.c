#include "analysis/stat/stat_inverse.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "src/base/mem.h"

/* Smaller chances, relative to the largest, are below the last bit of a word. */
#define NEGLIGIBLE 0x1p-44
#define WORDS      0x1p32

/* Around the mode, ascending from *lowest; room for n + 1. */
static uint32_t relative_chances(int64_t n, double chance, double **io_p, uint32_t *room,
                                 uint32_t *lowest)
{
    double size = (double)n;
    double odds = chance / (1.0 - chance);
    int64_t mode = (int64_t)floor((size + 1.0) * chance);
    mode = mode < n ? mode : n;
    /* All that is not negligible lies within 20 standard deviations. */
    int64_t reach = 64 + (int64_t)(20.0 * sqrt(size * chance * (1.0 - chance)));
    int64_t from = mode > reach ? mode - reach : 0;
    int64_t to = mode + reach < n ? mode + reach : n;
    uint32_t most = (uint32_t)(to - from) + 1;
    if (*room < most) {
        *room = most;
        *io_p = mem_grow(*io_p, most, sizeof(**io_p));
    }
    double *p = *io_p;
    int64_t low = mode;
    int64_t high = mode;
    p[mode - from] = 1.0;
    while (low > from && p[low - from] > NEGLIGIBLE) {
        p[low - 1 - from] = p[low - from] * (double)low / ((double)(n - low + 1) * odds);
        low--;
    }
    while (high < to && p[high - from] > NEGLIGIBLE) {
        p[high + 1 - from] = p[high - from] * (double)(n - high) * odds / (double)(high + 1);
        high++;
    }
    uint32_t count = (uint32_t)(high - low) + 1;
    for (uint32_t i = 0; low > from && i < count; i++)
        p[i] = p[(uint32_t)(low - from) + i];
    *lowest = (uint32_t)low;
    return count;
}

static void fill_ends(struct stat_inverse *t, const double *p, uint32_t n)
{
    double total = 0.0;
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++)
        total += p[i];
    for (uint32_t i = 0; i < n; i++) {
        sum += p[i];
        t->ends[i] = (uint64_t)(sum / total * WORDS + 0.5);
    }
    t->ends[n - 1] = (uint64_t)WORDS;
    t->n_ends = n;
}

static void fill_buckets(struct stat_inverse *t)
{
    const uint64_t width = (uint64_t)1 << (32 - STAT_INVERSE_BITS);
    uint32_t i = 0;
    for (uint32_t b = 0; b < STAT_INVERSE_BUCKETS; b++) {
        uint64_t first = b * width;
        while (t->ends[i] <= first)
            i++;
        struct stat_inverse_bucket bucket = { t->lowest + i, (uint32_t)width };
        if (t->ends[i] < first + width) {
            bool last_fits = t->ends[i + 1] >= first + width;
            bucket.split = last_fits ? (uint32_t)(t->ends[i] - first) : STAT_INVERSE_SEARCH;
        }
        t->buckets[b] = bucket;
    }
}

void stat_inverse_binomial(struct stat_inverse *t, int64_t n, double p)
{
    double *chances = NULL;
    uint32_t room = 0;
    uint32_t count = 1;
    if (!(p > 0.0) || p >= 1.0)
        t->lowest = p >= 1.0 ? (uint32_t)n : 0;
    else
        count = relative_chances(n, p, &chances, &room, &t->lowest);
    if (t->room < count) {
        t->ends = mem_grow(t->ends, count, sizeof(*t->ends));
        t->room = count;
    }
    if (count == 1)
        fill_ends(t, (const double[]){ 1.0 }, 1);
    else
        fill_ends(t, chances, count);
    free(chances);
    fill_buckets(t);
}

void stat_inverse_release(struct stat_inverse *t)
{
    free(t->ends);
    *t = (struct stat_inverse){ .ends = NULL };
}

uint32_t stat_inverse_search(const struct stat_inverse *t, uint32_t value, uint32_t word)
{
    uint32_t i = value - t->lowest;
    while (t->ends[i] <= word)
        i++;
    return t->lowest + i;
}
