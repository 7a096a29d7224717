#include "analysis/stat/stat_adjust.h"

#include <math.h>
#include <stdlib.h>

#include "src/base/mem.h"

struct ranked_p {
    double p;
    size_t index;
};

static int by_p(const void *pa, const void *pb)
{
    const struct ranked_p *a = pa;
    const struct ranked_p *b = pb;
    if (a->p < b->p || a->p > b->p)
        return a->p < b->p ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Undefined ones are copied through. */
static size_t sort_family(const double *p, size_t n, double *out, struct ranked_p *family)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = p[i];
        if (!isnan(p[i]))
            family[m++] = (struct ranked_p){ p[i], i };
    }
    if (m > 1)
        qsort(family, m, sizeof(*family), by_p);
    return m;
}

void stat_adjust_holm(const double *p, size_t n, double *out, struct arena *arena)
{
    struct ranked_p *family = arena_array(arena, n, sizeof(*family));
    size_t m = sort_family(p, n, out, family);
    double so_far = 0.0;
    for (size_t i = 0; i < m; i++) {
        so_far = fmax(so_far, fmin(1.0, (double)(m - i) * family[i].p));
        out[family[i].index] = so_far;
    }
}

void stat_adjust_bh(const double *p, size_t n, double *out, struct arena *arena)
{
    struct ranked_p *family = arena_array(arena, n, sizeof(*family));
    size_t m = sort_family(p, n, out, family);
    double so_far = 1.0;
    for (size_t i = m; i-- > 0;) {
        so_far = fmin(so_far, (double)m / (double)(i + 1) * family[i].p);
        out[family[i].index] = so_far;
    }
}
