/*
 * profile_line.c - a profile in one line of text.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/eval/contract/profile.h"

/* More kernels than this are only counted. */
#define LINE_KERNELS 3
#define NAME_CHARS   60

struct profile_line {
    char *text;
    size_t used, size;     /* used of a whole text, also where it does not fit */
    const char *separator; /* before the next part; "" after a colon */
};

static void put(struct profile_line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(struct profile_line *l, const char *fmt, ...)
{
    va_list args;
    if (l->used >= l->size) /* it was cut */
        return;
    va_start(args, fmt);
    int n = vsnprintf(l->text + l->used, l->size - l->used, fmt, args);
    va_end(args);
    l->used += n < 0 ? 0 : (size_t)n;
}

static void next(struct profile_line *l)
{
    put(l, "%s", l->separator);
    l->separator = ", ";
}

static size_t slowest(const struct eval_profile *p, size_t place)
{
    for (size_t i = 0; i < p->n_kernels; i++) {
        size_t before = 0;
        for (size_t k = 0; k < p->n_kernels; k++) {
            double other = p->kernels[k].device_us, own = p->kernels[i].device_us;
            before += other > own || (!(other < own) && k < i);
        }
        if (before == place)
            return i;
    }
    return p->n_kernels;
}

static void put_dram(struct profile_line *l, const struct eval_profile *p,
                     const struct profile_kernel *k)
{
    double share = profile_dram_bytes(p, k) / k->device_us * 1e6 / p->copy_bytes_per_s;
    if (!isfinite(share))
        return;
    next(l);
    put(l, "%.0f %% of DRAM rate", share * 100.0);
}

static void put_kernel(struct profile_line *l, const struct eval_profile *p,
                       const struct profile_kernel *k)
{
    double share = k->device_us / profile_kernels_us(p);
    put(l, "%skernel ", l->used == 0 ? "" : "; ");
    const char *name = k->name;
    for (size_t i = 0; name != NULL && name[i] != '\0' && i < NAME_CHARS; i++) {
        unsigned char c = (unsigned char)name[i];
        put(l, "%c", c < 0x20 || c == 0x7f ? '?' : c);
    }
    if (p->n_kernels > 1 && isfinite(share))
        put(l, " (%.0f %% of the time)", share * 100.0);
    l->separator = ": ";
    put_dram(l, p, k);
    if (isfinite(k->counters[COUNTER_OCCUPANCY_PERCENT])) {
        next(l);
        put(l, "occupancy %.2f", k->counters[COUNTER_OCCUPANCY_PERCENT] / 100.0);
    }
    if (k->registers >= 0) {
        next(l);
        put(l, "%d registers", k->registers);
    }
    if (k->local_bytes == 0) {
        next(l);
        put(l, "no spills");
    } else if (k->local_bytes > 0) {
        next(l);
        put(l, "%d bytes of spills or local arrays", k->local_bytes);
    }
}

static void put_roofline(struct profile_line *l, const struct eval_profile *p, double runtime_us)
{
    struct roofline r;
    roofline_of(p, runtime_us, &r);
    double excess = profile_dram_bytes(p, NULL) / p->bytes;
    if (!isfinite(r.fraction))
        return;
    put(l, "; %.0f %% of the speed of light, %s bound", r.fraction * 100.0,
        r.memory_bound ? "memory" : "compute");
    if (isfinite(excess))
        put(l, ", %.2f times the bytes it needs", excess);
}

void profile_line(const struct eval_profile *p, double runtime_us, char *out, size_t size)
{
    struct profile_line l = { .text = out, .size = size, .separator = "" };
    if (size != 0)
        out[0] = '\0';
    if (p == NULL || p->n_kernels == 0)
        return;
    for (size_t place = 0; place < LINE_KERNELS && place < p->n_kernels; place++) {
        size_t i = slowest(p, place);
        if (i < p->n_kernels)
            put_kernel(&l, p, &p->kernels[i]);
    }
    if (p->n_kernels > LINE_KERNELS)
        put(&l, "; and %zu more", p->n_kernels - LINE_KERNELS);
    put_roofline(&l, p, runtime_us);
    if (p->why_not != NULL && strcmp(p->why_not, PROFILE_NOT_ASKED) != 0)
        put(&l, "; no counters: %s", p->why_not);
}
