/*
 * json_double.c - a decimal as the nearest double.
 *
 * strtod takes longer for a log-prob's 16 to 19 digits than all else for a token.  Up to 19 digits
 * and powers of ten up to 10^27 are exact in an x87 number's 64 bits, so one operation rounds once.
 * Rounding that to a double is right unless it lies midway between two: then strtod decides.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/json/json_internal.h"

#define MAX_DIGITS       19 /* below 2^64 */
#define MAX_EXACT_DOUBLE ((uint64_t)1 << 53)
#define MAX_DOUBLE_POWER 22
#define MAX_POWER        27

struct decimal {
    uint64_t digits;
    int n_digits; /* significant ones */
    int power;
    bool negative;
};

static double slow_double(const char *text, size_t len)
{
    char small[64];
    char *copy = len < sizeof(small) ? small : mem_alloc(len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    double v = strtod(copy, NULL);
    if (copy != small)
        free(copy);
    return v;
}

/* False: more than four characters. */
static bool read_exponent(const char *p, const char *end, int *power)
{
    bool negative = *p == '-';
    int v = 0;
    p += *p == '-' || *p == '+';
    if (end - p > 4)
        return false;
    for (; p < end; p++)
        v = v * 10 + (*p - '0');
    *power += negative ? -v : v;
    return true;
}

/* False: too many digits. */
static bool read_decimal(const char *text, size_t len, struct decimal *d)
{
    const char *end = text + len;
    bool point = false;
    *d = (struct decimal){ .negative = *text == '-' };
    for (const char *p = text + d->negative; p < end; p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        if (*p == 'e' || *p == 'E')
            return read_exponent(p + 1, end, &d->power);
        d->n_digits += d->n_digits > 0 || *p != '0';
        if (d->n_digits > MAX_DIGITS)
            return false;
        d->digits = d->digits * 10 + (uint64_t)(*p - '0');
        d->power -= point;
    }
    return true;
}

#if LDBL_MANT_DIG == 64
static bool wide_double(const struct decimal *d, double *out)
{
    static const long double powers[MAX_POWER + 1] = { 1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,
                                                       1e6L,  1e7L,  1e8L,  1e9L,  1e10L, 1e11L,
                                                       1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L,
                                                       1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L,
                                                       1e24L, 1e25L, 1e26L, 1e27L };
    uint64_t mantissa;
    if (d->power < -MAX_POWER || d->power > MAX_POWER)
        return false;
    long double v = d->power < 0 ? (long double)d->digits / powers[-d->power]
                                 : (long double)d->digits * powers[d->power];
    memcpy(&mantissa, &v, sizeof(mantissa));
    *out = (double)v;
    return (mantissa & 0x7FF) != 0x400;
}
#else
static bool wide_double(const struct decimal *d, double *out)
{
    (void)d;
    (void)out;
    return false;
}
#endif

static bool exact_double(const struct decimal *d, double *out)
{
    static const double powers[MAX_DOUBLE_POWER + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,
                                                         1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
                                                         1e18, 1e19, 1e20, 1e21, 1e22 };
    if (d->digits > MAX_EXACT_DOUBLE || d->power < -MAX_DOUBLE_POWER || d->power > MAX_DOUBLE_POWER)
        return false;
    *out =
        d->power < 0 ? (double)d->digits / powers[-d->power] : (double)d->digits * powers[d->power];
    return true;
}

double json_double(const char *text, size_t len)
{
    struct decimal d;
    double v = 0;
    if (!read_decimal(text, len, &d) || (!exact_double(&d, &v) && !wide_double(&d, &v)))
        return slow_double(text, len);
    return d.negative ? -v : v;
}
