#include "analysis/audit/claims.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define NUMBER_TEXT_MAX 64

static const struct claim_fault faults[] = {
    { "p-mismatch", "the p-value does not follow from statistic and n" },
    { "n-missing", "a p-value or coefficient without its n" },
    { "engine-unstated", "the p-value is reached only with one program, which is not named" },
    { "side-unstated", "the p-value is reached only one-sided, which is not stated" },
    { "unreachable-p", "no data of this size can give a p-value that low, or one below alpha" },
    { "unit-repeated", "repeated measurements of one task counted as independent" },
    { "low-power", "the test could hardly have found an effect of the size seen" },
    { "not-distinguishable",
      "claimed to beat a baseline that often reaches the same value by chance" },
    { "wrong-direction", "claimed to beat a value that is better" },
    { "family-uncorrected",
      "below alpha on its own, but not after correction for the tests of its family" },
    { "effect-mismatch", "the effect size does not follow from its rates" },
    { "percent-mismatch", "the percentage does not follow from the counts" },
    { "impossible-share", "no whole count of n gives the share printed" },
    { "interval-mismatch", "the interval is not the one named" },
    { "interval-unnamed", "an interval of an unnamed kind" },
    { "interval-kind", "a prediction interval called an interval of the mean" },
    { "spread-of-few", "a standard deviation of fewer than five values as uncertainty" },
    { "sd-mismatch", "the standard deviation does not follow from the values" },
    { "mean-mismatch", "the average does not follow from the values" },
    { "mean-of-ratios", "an arithmetic mean of ratios that one value dominates" },
    { "derived-mismatch", "a ratio or difference does not follow from the numbers it is made of" },
    { "best-of-many", "the best of several, scored on the samples that selected it" },
    { "sign-reversed", "the sign says the opposite of the reading" },
    { "direction-conflict", "two claims about one pair of variables point in opposite directions" },
    { "contradicting-values", "one quantity with two values" },
    { "mixed-denominators", "numbers with different denominators are compared" },
    { "different-survivors", "averages over different sets of solved tasks are compared" },
    { "unequal-draws", "results from different numbers of evaluated samples are compared" },
    { "interval-kinds-differ", "intervals of different kinds are compared" },
    { "flat-trajectory", "a peak or trend that a flat trajectory shows as easily" },
    { "curve-mismatch", "the curve is not the mean of the curves of its tasks" },
    { "equivalent-k-mismatch", "the equivalent K is another on the curve or the base rates" },
    { "reward-is-correctness", "the reward depends only on correctness, not on speed" },
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

/* Claims beside what they say in words, and beside each other. */

#define DRAWS_N_MOST 1000000

/* +1: high x with high y; -1: with low y; 0: unsaid. */
static int said_direction(const struct claim *c)
{
    if (c->reading_x == CLAIM_LEVEL_UNSTATED || c->reading_y == CLAIM_LEVEL_UNSTATED)
        return 0;
    return c->reading_x == c->reading_y ? 1 : -1;
}

static bool is_correlation(const struct claim *c)
{
    return (c->test == CLAIM_SPEARMAN || c->test == CLAIM_PEARSON) && c->value.given;
}

static int shown_direction(const struct claim *c)
{
    if (!is_correlation(c))
        return said_direction(c);
    /* A coefficient that could be zero points nowhere. */
    if (fabs(c->value.value) <= c->value.half || (c->p.given && c->p.value > 0.05))
        return 0;
    return c->value.value > 0.0 ? 1 : -1;
}

void claims_check_reading(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    int said = said_direction(claim);
    if (!is_correlation(claim) || said == 0 || fabs(claim->value.value) <= claim->value.half)
        return;
    int sign = claim->value.value > 0.0 ? 1 : -1;
    if (sign == said)
        return;
    claims_report(c->findings, claim->id, "sign-reversed", claim->value.value, STAT_NAN, claim->n,
                  "rho(%s, %s) = %g means that low %s goes with %s %s; the text reads it as low %s "
                  "with %s %s",
                  claim->x, claim->y, claim->value.value, claim->x, sign > 0 ? "low" : "high",
                  claim->y, claim->x, said > 0 ? "low" : "high", claim->y);
}

void claims_check_direction(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    int mine = shown_direction(claim);
    if (mine == 0 || claim->x[0] == '\0' || claim->y[0] == '\0')
        return;
    for (const struct claim *other = c->bundle->claims; other < claim; other++) {
        if (shown_direction(other) != -mine || strcmp(other->x, claim->x) != 0 ||
            strcmp(other->y, claim->y) != 0)
            continue;
        claims_report(c->findings, claim->id, "direction-conflict", claim_value(&claim->value),
                      claim_value(&other->value), claim->n,
                      "high %s goes with %s %s here and with %s %s in claim %s", claim->x,
                      mine > 0 ? "high" : "low", claim->y, mine > 0 ? "low" : "high", claim->y,
                      other->id);
        return;
    }
}

static bool differ_in_text(const char *a, const char *b)
{
    return a[0] != '\0' && b[0] != '\0' && strcmp(a, b) != 0;
}

/* Two counts of one chance differ; they contradict each other when no one chance gives both. */
static bool agree_within_n(const struct claim_check *c, const struct claim *a,
                           const struct claim *b)
{
    int64_t k = 0;
    int64_t m = 0;
    return claim_count(a, &k) && claim_count(b, &m) &&
           stat_two_shares(k, a->n, m, b->n, STAT_TWO_SIDED) > c->bundle->alpha;
}

void claims_check_quantity(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    if (claim->quantity[0] == '\0' || !claim->value.given)
        return;
    for (const struct claim *other = c->bundle->claims; other < claim; other++) {
        double gap = fabs(other->value.value - claim->value.value);
        if (!other->value.given || strcmp(other->quantity, claim->quantity) != 0)
            continue;
        if (differ_in_text(claim->denominator, other->denominator))
            claims_report(c->findings, claim->id, "mixed-denominators", claim->value.value,
                          other->value.value, claim->n,
                          "%s is over %s here and over %s in claim %s", claim->quantity,
                          claim->denominator, other->denominator, other->id);
        if (gap > (claim->value.half + other->value.half) * (1.0 + 1e-9) &&
            !agree_within_n(c, claim, other))
            claims_report(c->findings, claim->id, "contradicting-values", claim->value.value,
                          other->value.value, claim->n, "%s is %.4g here and %.4g in claim %s",
                          claim->quantity, claim->value.value, other->value.value, other->id);
    }
}

/* Linear in log k; NaN outside. */
static double curve_at(const struct claim_table *t, double k)
{
    size_t at_k = claim_column(t, "k");
    size_t at_v = claim_column(t, "value");
    if (at_k == t->n_columns || at_v == t->n_columns)
        return STAT_NAN;
    for (size_t r = 0; r + 1 < t->n_rows; r++) {
        double k0 = claim_value(claim_cell(t, r, at_k));
        double k1 = claim_value(claim_cell(t, r + 1, at_k));
        double v0 = claim_value(claim_cell(t, r, at_v));
        double v1 = claim_value(claim_cell(t, r + 1, at_v));
        if (k >= k0 && k <= k1 && k0 > 0.0 && k1 > k0)
            return v0 + (v1 - v0) * log(k / k0) / log(k1 / k0);
    }
    return STAT_NAN;
}

static void compare_draws(const struct claim_check *c, const struct claim *other)
{
    const struct claim *claim = c->claim;
    if (claim->draws == 0 || other->draws == 0 || claim->draws == other->draws)
        return;
    double fair = claim->curve == NULL ? STAT_NAN : curve_at(claim->curve, (double)claim->draws);
    if (isnan(fair) || claim->count < 0 || claim->n < 1 || claim->n > DRAWS_N_MOST) {
        claims_report(c->findings, claim->id, "unequal-draws", claim_value(&claim->value), STAT_NAN,
                      claim->n, "%lld evaluated samples per result against %lld in claim %s",
                      (long long)claim->draws, (long long)other->draws, other->id);
        return;
    }
    double p = stat_binomial_test(claim->count, claim->n, fair, STAT_GREATER);
    claims_report(
        c->findings, claim->id, "unequal-draws", claim_value(&claim->value), fair, claim->n,
        "%lld evaluated samples per result against %lld in claim %s; the curve gives %.3g for %lld "
        "random samples, and then %lld or more of %lld have probability %.2g",
        (long long)claim->draws, (long long)other->draws, other->id, fair, (long long)claim->draws,
        (long long)claim->count, (long long)claim->n, p);
}

/* A geometric mean with 1 for each task that did not survive. */
static double with_ones(const struct claim *claim)
{
    return pow(claim->value.value, (double)claim->survivors / (double)claim->tasks);
}

/* An average over what each solved says nothing of who is faster: the tasks differ. */
static void compare_survivors(const struct claim_check *c, const struct claim *other)
{
    const struct claim *claim = c->claim;
    const bool geometric = strcmp(claim->statistic_name, "geomean") == 0 &&
                           strcmp(other->statistic_name, "geomean") == 0;
    if (claim->survivors == 0 || other->survivors == 0 || claim->survivors == other->survivors)
        return;
    const bool known = geometric && claim->value.given && other->value.given &&
                       claim->value.value > 0 && other->value.value > 0 &&
                       claim->tasks >= claim->survivors && other->tasks >= other->survivors;
    if (!known)
        claims_report(c->findings, claim->id, "different-survivors", claim_value(&claim->value),
                      STAT_NAN, claim->survivors,
                      "over %lld solved tasks, compared with claim %s over %lld: the tasks differ",
                      (long long)claim->survivors, other->id, (long long)other->survivors);
    else
        claims_report(c->findings, claim->id, "different-survivors", claim_value(&claim->value),
                      with_ones(claim), claim->survivors,
                      "over %lld solved tasks, compared with claim %s over %lld: with 1 for every "
                      "other task the means are %.4g over %lld and %.4g over %lld tasks",
                      (long long)claim->survivors, other->id, (long long)other->survivors,
                      with_ones(claim), (long long)claim->tasks, with_ones(other),
                      (long long)other->tasks);
}

void claims_check_compared(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    for (size_t i = 0; i < claim->n_compared; i++) {
        const struct claim *other = claim->compared[i];
        bool same_quantity =
            claim->quantity[0] != '\0' && strcmp(claim->quantity, other->quantity) == 0;
        compare_draws(c, other);
        compare_survivors(c, other);
        if (!same_quantity && differ_in_text(claim->denominator, other->denominator))
            claims_report(c->findings, claim->id, "mixed-denominators", claim_value(&claim->value),
                          claim_value(&other->value), claim->n,
                          "over %s, compared with claim %s over %s", claim->denominator, other->id,
                          other->denominator);
        if (differ_in_text(claim->interval_kind, other->interval_kind))
            claims_report(c->findings, claim->id, "interval-kinds-differ", claim_value(&claim->low),
                          claim_value(&other->low), claim->n,
                          "interval %s, compared with claim %s with interval %s",
                          claim->interval_kind, other->id, other->interval_kind);
    }
}
