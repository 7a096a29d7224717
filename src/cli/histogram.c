#include "src/cli/histogram.h"

#include <math.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

#define MAX_BINS  12
#define BAR_WIDTH 40

struct value_range {
    double low, high;
    size_t n_finite;
};

static struct value_range range_of(const double *x, size_t n)
{
    struct value_range r = { (double)INFINITY, -(double)INFINITY, 0 };
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(x[i]))
            continue;
        r.n_finite++;
        r.low = fmin(r.low, x[i]);
        r.high = fmax(r.high, x[i]);
    }
    return r;
}

static size_t bin_of(double v, const struct value_range *r, size_t n_bins)
{
    /* Half of the double range cannot overflow. */
    double width = r->high / 2 - r->low / 2;
    if (!(width > 0.0))
        return 0;
    size_t bin = (size_t)((v / 2 - r->low / 2) / width * (double)n_bins);
    return bin < n_bins ? bin : n_bins - 1;
}

static double edge_of(const struct value_range *r, size_t bin, size_t n_bins)
{
    double part = (double)bin / (double)n_bins;
    return r->low * (1.0 - part) + r->high * part;
}

static size_t bins_for(const struct value_range *r)
{
    if (!(r->high > r->low))
        return 1;
    size_t n = (size_t)ceil(2.0 * cbrt((double)r->n_finite)); /* Rice */
    return n < MAX_BINS ? n : MAX_BINS;
}

static void put_bars(struct buf *out, const struct value_range *r, const size_t *counts,
                     size_t n_bins, const char *indent)
{
    size_t most = 1;
    for (size_t b = 0; b < n_bins; b++)
        most = counts[b] > most ? counts[b] : most;
    for (size_t b = 0; b < n_bins; b++) {
        size_t bar = (counts[b] * BAR_WIDTH + most - 1) / most;
        buf_printf(out, "%s%11.5g .. %-11.5g %6zu ", indent, edge_of(r, b, n_bins),
                   edge_of(r, b + 1, n_bins), counts[b]);
        for (size_t i = 0; i < bar; i++)
            buf_putc(out, '#');
        buf_putc(out, '\n');
    }
}

void histogram_put(struct buf *out, const double *x, size_t n, const char *indent)
{
    struct value_range r = range_of(x, n);
    size_t counts[MAX_BINS] = { 0 };
    if (r.n_finite > 0) {
        size_t n_bins = bins_for(&r);
        for (size_t i = 0; i < n; i++)
            if (isfinite(x[i]))
                counts[bin_of(x[i], &r, n_bins)]++;
        put_bars(out, &r, counts, n_bins, indent);
    }
    if (r.n_finite < n)
        buf_printf(out, "%s%zu values are not finite\n", indent, n - r.n_finite);
}
