#include "src/eval/contract/compare.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"

static double half_to_double(uint16_t h)
{
    int exponent = h >> 10 & 31, mantissa = h & 1023;
    double sign = (h & 0x8000) != 0 ? -1.0 : 1.0;
    if (exponent == 31)
        return mantissa != 0 ? (double)NAN : sign * HUGE_VAL;
    if (exponent == 0)
        return sign * ldexp(mantissa, -24);
    return sign * ldexp(mantissa + 1024, exponent - 25);
}

/* Every dtype but i64 beyond 2^53 is exact. */
double element_value(const void *data, enum dtype dtype, int64_t i)
{
    switch (dtype) {
    case DTYPE_F32:
        return (double)((const float *)data)[i];
    case DTYPE_F64:
        return ((const double *)data)[i];
    case DTYPE_F16:
        return half_to_double(((const uint16_t *)data)[i]);
    case DTYPE_I32:
        return ((const int32_t *)data)[i];
    case DTYPE_U32:
        return ((const uint32_t *)data)[i];
    case DTYPE_I64:
        return (double)((const int64_t *)data)[i];
    case DTYPE_U8:
        return ((const uint8_t *)data)[i];
    }
    return (double)NAN;
}

/* A finite expected value needs a finite result, an infinity the same one. */
static void compare_one(const struct output_pair *p, int64_t i, struct output_comparison *out)
{
    double got = element_value(p->got, p->dtype, i), want = p->want[i];
    if (!isfinite(want)) {
        bool same = (isnan(want) && isnan(got)) ||
                    (isinf(want) && isinf(got) && signbit(want) == signbit(got));
        out->matched += same;
        if (!same && out->worst_index < 0)
            out->worst_index = i;
        return;
    }
    if (!isfinite(got)) {
        if (out->not_finite++ == 0)
            out->worst_index = i;
        return;
    }
    double abs_err = fabs(got - want), size = fabs(want);
    out->matched += abs_err <= p->atol + p->rtol * size;
    if (size > 0.0 && abs_err / size > out->max_rel_err)
        out->max_rel_err = abs_err / size;
    if (abs_err > out->max_abs_err || out->worst_index < 0) {
        out->max_abs_err = abs_err > out->max_abs_err ? abs_err : out->max_abs_err;
        if (out->not_finite == 0)
            out->worst_index = i;
    }
}

#define CHUNK 1024

/*
 * The common case without a branch: false unless all of n elements from first on are within
 * tolerance, which a NaN on either side never is.
 */
static bool compare_chunk_fast(const struct output_pair *p, int64_t first, int64_t n,
                               struct output_comparison *out)
{
    const float *got = (const float *)p->got + first;
    const double *want = p->want + first, atol = p->atol, rtol = p->rtol;
    int64_t good = 0;
    double worst_abs = 0.0, worst_rel = 0.0;
    for (int64_t i = 0; i < n; i++) {
        double size = fabs(want[i]), err = fabs((double)got[i] - want[i]);
        double rel = err / (size > 0.0 ? size : HUGE_VAL);
        good += err <= atol + rtol * size && size < HUGE_VAL;
        worst_abs = err > worst_abs ? err : worst_abs;
        worst_rel = rel > worst_rel ? rel : worst_rel;
    }
    if (good != n)
        return false;
    out->matched += n;
    out->max_rel_err = worst_rel > out->max_rel_err ? worst_rel : out->max_rel_err;
    if (worst_abs <= out->max_abs_err && out->worst_index >= 0)
        return true;
    out->max_abs_err = worst_abs > out->max_abs_err ? worst_abs : out->max_abs_err;
    for (int64_t i = 0; i < n && out->not_finite == 0; i++)
        if (fabs((double)got[i] - want[i]) >= worst_abs) {
            out->worst_index = first + i;
            break;
        }
    return true;
}

void compare_outputs(const struct output_pair *p, struct output_comparison *out)
{
    *out = (struct output_comparison){ .n = p->n, .worst_index = -1 };
    for (int64_t first = 0; first < p->n; first += CHUNK) {
        int64_t count = p->n - first < CHUNK ? p->n - first : CHUNK;
        if (p->dtype == DTYPE_F32 && compare_chunk_fast(p, first, count, out))
            continue;
        for (int64_t i = first; i < first + count; i++)
            compare_one(p, i, out);
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_of(const double *values, size_t n)
{
    if (n == 0)
        return (double)NAN;
    double *sorted = mem_array(n, sizeof *sorted);
    memcpy(sorted, values, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    double m = n % 2 == 1 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
    free(sorted);
    return m;
}

double eval_runtime_us(const struct eval_result *r)
{
    return median_of(r->samples_us, r->n_samples);
}

double eval_baseline_runtime_us(const struct eval_result *r)
{
    return median_of(r->baseline_samples_us, r->n_baseline_samples);
}

/*
 * SplitMix64 of (seed, index of the word), forced to large finite values.
 */

static uint64_t poison_word(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return poison_implausible(z ^ (z >> 31));
}

void poison_fill(void *out, size_t bytes, uint64_t seed)
{
    unsigned char *p = out;
    size_t i = 0;
    for (; i + 8 <= bytes; i += 8) {
        uint64_t word = poison_word(seed, i / 8);
        memcpy(p + i, &word, 8);
    }
    uint64_t last = poison_word(seed, i / 8);
    memcpy(p + i, &last, bytes - i);
}

static unsigned char poison_byte(uint64_t seed, size_t i)
{
    uint64_t word = poison_word(seed, i / 8);
    unsigned char bytes[8];
    memcpy(bytes, &word, 8);
    return bytes[i % 8];
}

size_t poison_changed(const void *data, size_t bytes, uint64_t seed, size_t *out_first)
{
    const unsigned char *p = data;
    size_t changed = 0;
    *out_first = bytes;
    for (size_t i = 0; i < bytes; i++) {
        if (p[i] == poison_byte(seed, i))
            continue;
        if (changed++ == 0)
            *out_first = i;
    }
    return changed;
}

int64_t poison_untouched(const void *data, size_t element_bytes, int64_t n, uint64_t seed)
{
    int64_t untouched = 0;
    for (int64_t i = 0; i < n; i++) {
        const unsigned char *p = data;
        size_t at = (size_t)i * element_bytes, k = 0;
        while (k < element_bytes && p[at + k] == poison_byte(seed, at + k))
            k++;
        untouched += k == element_bytes;
    }
    return untouched;
}
