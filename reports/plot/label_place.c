/*
 * Let c_i be the distance that the heights force between centres 0 and i, in the order of wanted
 * centres.  "No overlap" says that out_i - c_i ascends: the nearest ascending sequence comes from
 * isotonic regression, by pooling violators, and clamping keeps it ascending.
 */
#include "reports/plot/label_place.h"

#include <math.h>
#include <stdlib.h>

#include "src/base/mem.h"

struct label_slot {
    double wanted, height, offset;
    size_t index;
};

struct label_pool {
    double sum;
    size_t n;
};

static int by_wanted(const void *pa, const void *pb)
{
    const struct label_slot *a = pa, *b = pb;
    if (a->wanted < b->wanted)
        return -1;
    if (a->wanted > b->wanted)
        return 1;
    return a->index < b->index ? -1 : 1;
}

static double pool_mean(const struct label_pool *p)
{
    return p->sum / (double)p->n;
}

static size_t pool_adjacent(const struct label_slot *slots, size_t n, struct label_pool *pools)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        pools[m++] = (struct label_pool){ slots[i].wanted - slots[i].offset, 1 };
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
    CLEANUP(mem_free_ptr) struct label_slot *slots = mem_array(n, sizeof(*slots));
    CLEANUP(mem_free_ptr) struct label_pool *pools = mem_array(n, sizeof(*pools));
    for (size_t i = 0; i < n; i++) {
        double w = isfinite(wanted[i]) ? fmin(fmax(wanted[i], lo), hi) : (lo + hi) / 2;
        slots[i] = (struct label_slot){ w, height[i], 0, i };
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

/* Distance between the neighbours of i; labels ascend. */
static double span_around(const struct label_slot *slots, size_t n, size_t i)
{
    return i == 0 || i + 1 == n ? (double)INFINITY : slots[i + 1].wanted - slots[i - 1].wanted;
}

static int by_index(const void *pa, const void *pb)
{
    size_t a = *(const size_t *)pa, b = *(const size_t *)pb;
    return (a > b) - (a < b);
}

size_t label_thin(const double *wanted, size_t n, size_t most, size_t *keep)
{
    struct label_slot slots[LABEL_THIN_MOST];
    if (n > LABEL_THIN_MOST)
        n = LABEL_THIN_MOST;
    for (size_t i = 0; i < n; i++)
        slots[i] = (struct label_slot){ isfinite(wanted[i]) ? wanted[i] : 0, 0, 0, i };
    qsort(slots, n, sizeof(*slots), by_wanted);
    for (; n > most; n--) {
        size_t out = n - 1;
        for (size_t i = n; i-- > 0;) {
            if (span_around(slots, n, i) < span_around(slots, n, out))
                out = i;
        }
        for (size_t i = out; i + 1 < n; i++)
            slots[i] = slots[i + 1];
    }
    for (size_t i = 0; i < n; i++)
        keep[i] = slots[i].index;
    qsort(keep, n, sizeof(*keep), by_index);
    return n;
}
