#include "analysis/audit/claims.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/claims_internal.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define NUMBER_TEXT_MAX 64

static const struct claim_fault faults[] = {
    { "p-mismatch", "the p-value does not follow from statistic and n" },
    { "n-missing", "a p-value or coefficient without its n" },
    { "engine-unstated", "the p-value comes out under one engine only, which is not named" },
    { "side-unstated", "the p-value comes out one-sided only, which is not said" },
    { "unreachable-p", "no data of this size can give a p-value that low, or one below alpha" },
    { "unit-repeated", "repeated measurements of one task counted as independent" },
    { "low-power", "the test could hardly have found an effect of the size seen" },
    { "not-distinguishable", "said to beat a baseline that gives as much by chance too often" },
    { "wrong-direction", "said to beat something that has the better value" },
    { "family-uncorrected", "below alpha alone, and not when the tests of its family are counted" },
    { "effect-mismatch", "the effect size does not follow from its rates" },
    { "percent-mismatch", "the percentage does not follow from the counts" },
    { "impossible-share", "no whole count of n gives the share printed" },
    { "interval-mismatch", "the interval is not the one named" },
    { "interval-unnamed", "an interval that does not say of what kind it is" },
    { "interval-kind", "a prediction interval called an interval of the mean" },
    { "spread-of-few", "a standard deviation of fewer than five values as uncertainty" },
    { "sd-mismatch", "the standard deviation does not follow from the values" },
    { "mean-mismatch", "the average does not follow from the values" },
    { "mean-of-ratios", "an arithmetic mean of ratios that one value owns" },
    { "derived-mismatch", "a ratio or difference does not follow from the numbers it is made of" },
    { "best-of-many", "the best of several reported on the samples that chose it" },
    { "sign-reversed", "the sign says the opposite of the reading" },
    { "direction-conflict", "two claims about one pair of variables point in opposite directions" },
    { "contradicting-values", "one quantity with two values" },
    { "mixed-denominators", "numbers over different denominators set side by side" },
    { "unequal-draws", "results that took different numbers of evaluated samples side by side" },
    { "interval-kinds-differ", "intervals of different kinds set side by side" },
    { "flat-trajectory", "a peak or trend that a flat trajectory shows as easily" },
    { "curve-mismatch", "the curve is not the mean of the curves of its tasks" },
    { "equivalent-k-mismatch", "the equivalent K is another on the curve or the base rates" },
    { "reward-is-correctness",
      "the reward moves with correctness alone and tells nothing of speed" },
    { "aggregate-mismatch", "the aggregate does not follow from the counts of the tasks" },
    { "database-mismatch", "the database gives another value" },
};

const struct claim_fault *claim_fault_list(size_t *out_count)
{
    *out_count = ARRAY_LEN(faults);
    return faults;
}

static const char *fault_name(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        if (strcmp(faults[i].name, name) == 0)
            return faults[i].name;
    }
    abort();
}

void claims_report(struct claim_findings *f, const char *where, const char *fault, double published,
                   double recomputed, int64_t n, const char *fmt, ...)
{
    char text[800];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    if (f->count == f->capacity) {
        size_t capacity = f->capacity == 0 ? 32 : 2 * f->capacity;
        struct claim_finding *items = arena_array(f->arena, capacity, sizeof(*items));
        if (f->count > 0)
            memcpy(items, f->items, f->count * sizeof(*items));
        f->items = items;
        f->capacity = capacity;
    }
    f->items[f->count++] =
        (struct claim_finding){ where, fault_name(fault),           published, recomputed,
                                n,     arena_strdup(f->arena, text) };
}

bool claim_agrees(const struct claim_number *printed, double x)
{
    double slack = printed->half * (1.0 + 1e-9) + 1e-12 * fabs(printed->value);
    if (printed->below)
        return x < printed->value;
    return fabs(x - printed->value) <= slack;
}

double claim_value(const struct claim_number *v)
{
    return v->given ? v->value : STAT_NAN;
}

/* Printed with a percent sign, or said to be one: 0.87 may be a mean. */
bool claim_is_share(const struct claim *c)
{
    const struct claim_number *v = &c->value;
    return v->given && !v->below && v->value >= 0.0 && v->value <= 1.0 && (v->percent || c->share);
}

bool claim_count(const struct claim *c, int64_t *out_count)
{
    double k = nearbyint(c->value.value * (double)c->n);
    *out_count = c->count;
    if (c->n < 1 || c->count > c->n)
        return false;
    if (c->count >= 0)
        return true;
    *out_count = (int64_t)k;
    return claim_is_share(c) && claim_agrees(&c->value, k / (double)c->n);
}

size_t claim_column(const struct claim_table *t, const char *name)
{
    size_t at = 0;
    while (at < t->n_columns && strcmp(t->columns[at], name) != 0)
        at++;
    return at;
}

const struct claim_number *claim_cell(const struct claim_table *t, size_t row, size_t column)
{
    return &t->cells[row * t->n_columns + column];
}

static double last_digit(const char *number)
{
    size_t mantissa = strcspn(number, "eE");
    const char *point = memchr(number, '.', mantissa);
    double decimals = point == NULL ? 0.0 : (double)(number + mantissa - point - 1);
    int64_t exponent = 0;
    if (number[mantissa] != '\0') {
        const char *digits = number + mantissa + 1;
        str_to_i64(*digits == '+' ? digits + 1 : digits, &exponent);
    }
    return pow(10.0, (double)exponent - decimals);
}

bool claim_number_parse(const char *text, struct claim_number *out)
{
    char number[NUMBER_TEXT_MAX];
    struct claim_number v = { .given = true };
    double scale = 1.0;
    while (*text == ' ')
        text++;
    if (*text == '<') {
        v.below = true;
        text += 1 + strspn(text + 1, " ");
    }
    size_t len = strcspn(text, " %x");
    if (len == 0 || len >= sizeof(number))
        return false;
    memcpy(number, text, len);
    number[len] = '\0';
    text += len + strspn(text + len, " ");
    v.percent = *text == '%';
    if (v.percent)
        scale = 0.01;
    if (*text == '%' || *text == 'x')
        text++;
    if (*text != '\0' || !str_to_double(number, &v.value))
        return false;
    v.value *= scale;
    v.half = 0.5 * scale * last_digit(number);
    *out = v;
    return isfinite(v.value) && isfinite(v.half);
}

static void (*const checks[])(const struct claim_check *c) = {
    claims_check_signed_rank, claims_check_counts_test, claims_check_correlation,
    claims_check_attainable,  claims_check_power,       claims_check_better,
    claims_check_family,      claims_check_derived,     claims_check_effect,
    claims_check_proportion,  claims_check_interval,    claims_check_spread,
    claims_check_values,      claims_check_winner,      claims_check_reading,
    claims_check_direction,   claims_check_quantity,    claims_check_compared,
    claims_check_trajectory,  claims_check_equivalent,  claims_check_stored,
};

struct claim claim_unstated(const char *id)
{
    return (struct claim){ .id = id,
                           .quantity = "",
                           .denominator = "",
                           .engine = "",
                           .interval_kind = "",
                           .statistic_name = "",
                           .effect = "",
                           .family = "",
                           .x = "",
                           .y = "",
                           .count = -1,
                           .stored = STAT_NAN,
                           .stored_reason = "" };
}

void claims_audit(const struct claim_bundle *b, struct arena *arena, struct claim_findings *out)
{
    struct claim_findings f = { .arena = arena };
    for (size_t i = 0; i < b->n_claims; i++) {
        struct claim_check c = { b, &b->claims[i], &f };
        for (size_t k = 0; k < ARRAY_LEN(checks); k++)
            checks[k](&c);
    }
    for (size_t i = 0; i < b->n_tables; i++)
        claims_check_table(&b->tables[i], &f);
    *out = f;
}
