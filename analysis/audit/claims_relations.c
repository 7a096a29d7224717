/* claims_relations.c - claims beside what they say in words, and beside each other. */
#include <math.h>
#include <string.h>

#include "analysis/audit/claims_internal.h"
#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_summary.h"

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
                      claim->n, "%lld evaluated samples a result beside %lld in claim %s",
                      (long long)claim->draws, (long long)other->draws, other->id);
        return;
    }
    double p = stat_binomial_test(claim->count, claim->n, fair, STAT_GREATER);
    claims_report(c->findings, claim->id, "unequal-draws", claim_value(&claim->value), fair,
                  claim->n,
                  "%lld evaluated samples a result beside %lld in claim %s; the curve gives %.3g "
                  "to %lld random ones, and then %lld or more of %lld with probability %.2g",
                  (long long)claim->draws, (long long)other->draws, other->id, fair,
                  (long long)claim->draws, (long long)claim->count, (long long)claim->n, p);
}

void claims_check_compared(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    for (size_t i = 0; i < claim->n_compared; i++) {
        const struct claim *other = claim->compared[i];
        bool same_quantity =
            claim->quantity[0] != '\0' && strcmp(claim->quantity, other->quantity) == 0;
        compare_draws(c, other);
        if (!same_quantity && differ_in_text(claim->denominator, other->denominator))
            claims_report(c->findings, claim->id, "mixed-denominators", claim_value(&claim->value),
                          claim_value(&other->value), claim->n,
                          "over %s, set beside claim %s over %s", claim->denominator, other->id,
                          other->denominator);
        if (differ_in_text(claim->interval_kind, other->interval_kind))
            claims_report(c->findings, claim->id, "interval-kinds-differ", claim_value(&claim->low),
                          claim_value(&other->low), claim->n,
                          "interval %s, set beside claim %s with interval %s", claim->interval_kind,
                          other->id, other->interval_kind);
    }
}
