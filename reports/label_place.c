/*
 * label_place.c - one-dimensional label placement by isotonic regression.
 *
 * Put the labels in order of their wanted centres.  With c_i the distance that the heights force
 * between centre 0 and centre i, "no overlap" says that out_i - c_i ascends: the nearest ascending
 * sequence is found by pooling neighbours that violate it, and clamping keeps it ascending.
 */
#include "reports/label_place.h"

#include <math.h>
#include <stdlib.h>

#include "src/base/mem.h"

struct slot {
    double wanted, height, offset;
    size_t index;
};

struct pool {
    double sum;
    size_t n;
};

static int by_wanted(const void *pa, const void *pb)
{
    const struct slot *a = pa, *b = pb;
    if (a->wanted < b->wanted)
        return -1;
    if (a->wanted > b->wanted)
        return 1;
    return a->index < b->index ? -1 : 1;
}

static double pool_mean(const struct pool *p)
{
    return p->sum / (double)p->n;
}

/* Pools into ascending means; returns how many pools. */
static size_t pool_adjacent(const struct slot *slots, size_t n, struct pool *pools)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        pools[m++] = (struct pool){ slots[i].wanted - slots[i].offset, 1 };
        while (m > 1 && pool_mean(&pools[m - 2]) >= pool_mean(&pools[m - 1])) {
            pools[m - 2].sum += pools[m - 1].sum;
            pools[m - 2].n += pools[m - 1].n;
            m--;
        }
    }
    return m;
}

bool label_place(const double *wanted, const double *height, size_t n, double lo, double hi,
                 double *out)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += height[i];
    if (n == 0 || !(total <= hi - lo))
        return n == 0;
    CLEANUP(mem_free_ptr) struct slot *slots = mem_array(n, sizeof(*slots));
    CLEANUP(mem_free_ptr) struct pool *pools = mem_array(n, sizeof(*pools));
    for (size_t i = 0; i < n; i++) {
        double w = isfinite(wanted[i]) ? fmin(fmax(wanted[i], lo), hi) : (lo + hi) / 2;
        slots[i] = (struct slot){ w, height[i], 0, i };
    }
    qsort(slots, n, sizeof(*slots), by_wanted);
    for (size_t i = 1; i < n; i++)
        slots[i].offset = slots[i - 1].offset + (slots[i - 1].height + slots[i].height) / 2;
    size_t m = pool_adjacent(slots, n, pools);
    double least = lo + slots[0].height / 2;
    double most = hi - slots[n - 1].height / 2 - slots[n - 1].offset;
    size_t i = 0;
    for (size_t p = 0; p < m; p++) {
        double z = fmin(fmax(pool_mean(&pools[p]), least), most);
        for (size_t k = 0; k < pools[p].n; k++, i++)
            out[slots[i].index] = z + slots[i].offset;
    }
    return true;
}
