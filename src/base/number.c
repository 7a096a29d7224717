#include "src/base/number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

/* Tells -0 from 0. */
static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof(a)) == 0;
}

static size_t put_digits(char *out, uint64_t v, size_t least)
{
    char text[24];
    size_t at = sizeof(text);
    while (v > 0 || sizeof(text) - at < least) {
        text[--at] = (char)('0' + v % 10);
        v /= 10;
    }
    memcpy(out, text + at, sizeof(text) - at);
    return sizeof(text) - at;
}

size_t number_put_u64(char *out, uint64_t v)
{
    return put_digits(out, v, 1);
}

static const double powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000 };

/* m / 10^k with the fewest decimals that reads back as v: both are exact, so the division rounds
 * as reading the decimal does.  0: v has more decimals. */
static size_t put_few_decimals(char *out, double v)
{
    double size = fabs(v);
    if (!(size >= 1e-4 && size < 1e8))
        return 0;
    for (size_t k = 1; k < ARRAY_LEN(powers); k++) {
        double m = nearbyint(size * powers[k]);
        if (!same_bits(m / powers[k], size))
            continue;
        size_t n = 0;
        if (v < 0)
            out[n++] = '-';
        n += put_digits(out + n, (uint64_t)m / (uint64_t)powers[k], 1);
        out[n++] = '.';
        return n + put_digits(out + n, (uint64_t)m % (uint64_t)powers[k], k);
    }
    return 0;
}

static size_t put_word(char *out, const char *word)
{
    memcpy(out, word, strlen(word));
    return strlen(word);
}

size_t number_put_shortest(char *out, double v)
{
    char text[NUMBER_ROOM];
    if (!isfinite(v))
        return put_word(out, isnan(v) ? "nan" : v > 0 ? "inf" : "-inf");
    if (fabs(v) < 9007199254740992.0 && !(fabs(v - trunc(v)) > 0)) {
        size_t sign = put_word(out, signbit(v) ? "-" : ""); /* 500, where %g gives 5e+02 */
        return sign + number_put_u64(out + sign, (uint64_t)fabs(v));
    }
    size_t n = put_few_decimals(out, v);
    if (n > 0)
        return n;
    /* %.15g suffices for at most 15 digits; denormal numbers hold fewer. */
    for (int digits = fabs(v) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, v);
        if (same_bits(strtod(text, NULL), v))
            break;
    }
    return put_word(out, text);
}

size_t number_put_fixed(char *out, double v, unsigned decimals)
{
    uint64_t power = (uint64_t)powers[decimals];
    int64_t scaled = llround(v * powers[decimals]);
    uint64_t size = scaled < 0 ? -(uint64_t)scaled : (uint64_t)scaled;
    size_t n = put_word(out, scaled < 0 ? "-" : "");
    n += number_put_u64(out + n, size / power);
    if (size % power == 0)
        return n;
    out[n++] = '.';
    n += put_digits(out + n, size % power, decimals);
    while (out[n - 1] == '0')
        n--;
    return n;
}

size_t number_put_rounded(char *out, double v, int digits)
{
    char text[NUMBER_ROOM];
    bool is_whole = fabs(v) >= pow(10, digits) - 0.5 && fabs(v) < 1e15;
    if (is_whole)
        snprintf(text, sizeof(text), "%.0f", v);
    else
        snprintf(text, sizeof(text), "%.*g", digits < 17 ? digits : 17, v);
    return put_word(out, text);
}

char *number_rounded(struct arena *a, double v, int digits)
{
    char text[NUMBER_ROOM];
    return arena_strndup(a, text, number_put_rounded(text, v, digits));
}
