/* A radix sort: a double's bits, negative ones turned over, sort like whole numbers. */
#include "analysis/stat/stat_sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define SHORT  40
#define DIGITS 8
#define RADIX  256
#define SIGN   ((uint64_t)1 << 63)

struct sort_item {
    uint64_t key;
    size_t index;
};

static uint64_t key_of(double x)
{
    uint64_t bits;
    if (isnan(x))
        return UINT64_MAX;
    x += 0.0; /* one zero */
    memcpy(&bits, &x, sizeof(bits));
    return bits & SIGN ? ~bits : bits | SIGN;
}

static double value_of(uint64_t key)
{
    uint64_t bits = key & SIGN ? key & ~SIGN : ~key;
    double x;
    memcpy(&x, &bits, sizeof(x));
    return key == UINT64_MAX ? STAT_NAN : x;
}

static void sort_short(struct sort_item *items, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct sort_item x = items[i];
        size_t k = i;
        for (; k > 0 && items[k - 1].key > x.key; k--)
            items[k] = items[k - 1];
        items[k] = x;
    }
}

static unsigned digit_of(uint64_t key, unsigned digit)
{
    return (unsigned)(key >> (8 * digit)) & (RADIX - 1);
}

/* One stable pass; false when all share the digit. */
static bool pass(const struct sort_item *from, struct sort_item *to, size_t n, unsigned digit,
                 const size_t counts[RADIX])
{
    size_t start[RADIX];
    size_t at = 0;
    if (counts[digit_of(from[0].key, digit)] == n)
        return false;
    for (size_t i = 0; i < RADIX; i++) {
        start[i] = at;
        at += counts[i];
    }
    for (size_t i = 0; i < n; i++)
        to[start[digit_of(from[i].key, digit)]++] = from[i];
    return true;
}

/* In items or in spare. */
static const struct sort_item *sort_long(struct sort_item *items, struct sort_item *spare, size_t n)
{
    size_t counts[DIGITS][RADIX] = { { 0 } };
    for (size_t i = 0; i < n; i++) {
        for (unsigned d = 0; d < DIGITS; d++)
            counts[d][digit_of(items[i].key, d)]++;
    }
    for (unsigned d = 0; d < DIGITS; d++) {
        if (!pass(items, spare, n, d, counts[d]))
            continue;
        struct sort_item *sorted = spare;
        spare = items;
        items = sorted;
    }
    return items;
}

static const struct sort_item *sort_items(const double *x, size_t n, struct sort_item *space)
{
    for (size_t i = 0; i < n; i++)
        space[i] = (struct sort_item){ key_of(x[i]), i };
    if (n > SHORT)
        return sort_long(space, space + n, n);
    sort_short(space, n);
    return space;
}

void stat_order(const double *x, size_t n, size_t *order)
{
    struct sort_item few[SHORT];
    struct sort_item *space = n > SHORT ? mem_array(2 * n, sizeof(*space)) : few;
    const struct sort_item *sorted = sort_items(x, n, space);
    for (size_t i = 0; i < n; i++)
        order[i] = sorted[i].index;
    if (n > SHORT)
        free(space);
}

void stat_sort(double *x, size_t n)
{
    struct sort_item few[SHORT];
    struct sort_item *space = n > SHORT ? mem_array(2 * n, sizeof(*space)) : few;
    const struct sort_item *sorted = sort_items(x, n, space);
    for (size_t i = 0; i < n; i++)
        x[i] = value_of(sorted[i].key);
    if (n > SHORT)
        free(space);
}
