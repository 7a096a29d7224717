/* claims_numbers.c - published shares, intervals, spreads and averages against their data. */
#include <math.h>
#include <string.h>

#include "analysis/audit/claims_internal.h"
#include "analysis/stat/stat_binomial.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define FEW_VALUES     5
#define OWNED_BY_ONE   0.5 /* of a sum of at least three values */
#define LATTICE_MOST   50
#define SHARE_N_MOST   100000
#define LEVEL_STANDARD 0.95

void claims_check_proportion(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    if (!claim->value.given || claim->value.below || claim->n < 1 || claim->test != CLAIM_NO_TEST ||
        claim->n_values > 0)
        return;
    if (claim->count >= 0) {
        double share = (double)claim->count / (double)claim->n;
        if (claim->count > claim->n || !claim_agrees(&claim->value, share))
            claims_report(c->findings, claim->id, "percent-mismatch", claim->value.value, share,
                          claim->n, "%lld of %lld is %.4g, not %.4g", (long long)claim->count,
                          (long long)claim->n, share, claim->value.value);
        return;
    }
    if (!claim_is_share(claim) || claim->units > 0 || claim->n > SHARE_N_MOST)
        return;
    double nearest = nearbyint(claim->value.value * (double)claim->n) / (double)claim->n;
    if (!claim_agrees(&claim->value, nearest))
        claims_report(c->findings, claim->id, "impossible-share", claim->value.value, nearest,
                      claim->n, "no count of %lld gives %.4g; the nearest share is %.4g",
                      (long long)claim->n, claim->value.value, nearest);
}

static bool is_on_lattice(const struct claim *c)
{
    double low = c->low.value * (double)c->units;
    double high = c->high.value * (double)c->units;
    return c->units > 0 && c->units <= LATTICE_MOST && fabs(low - nearbyint(low)) < 1e-6 &&
           fabs(high - nearbyint(high)) < 1e-6;
}

static double share_quantile(int64_t units, double p, double q)
{
    double sum = 0.0;
    for (int64_t k = 0; k < units; k++) {
        sum += stat_binomial_pmf(k, units, p);
        if (sum >= q)
            return (double)k / (double)units;
    }
    return 1.0;
}

static void check_prediction(const struct claim_check *c, double level)
{
    const struct claim *claim = c->claim;
    double tail = 0.5 * (1.0 - level);
    if (strcmp(claim->interval_kind, "prediction") == 0 || !claim->value.given ||
        !is_on_lattice(claim))
        return;
    double low = share_quantile(claim->units, claim->value.value, tail);
    double high = share_quantile(claim->units, claim->value.value, 1.0 - tail);
    if (!claim_agrees(&claim->low, low) || !claim_agrees(&claim->high, high))
        return;
    claims_report(c->findings, claim->id, "interval-kind", claim->low.value, low, claim->units,
                  "[%.4g, %.4g] is where the share of %lld single draws falls at rate %.4g: a "
                  "prediction interval of one such result, not an interval of the mean",
                  claim->low.value, claim->high.value, (long long)claim->units, claim->value.value);
}

void claims_check_interval(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    enum interval_kind kind;
    double level = claim->interval_level > 0.0 ? claim->interval_level : LEVEL_STANDARD;
    if (!claim->low.given || !claim->high.given)
        return;
    if (claim->interval_kind[0] == '\0')
        claims_report(c->findings, claim->id, "interval-unnamed", claim->low.value, STAT_NAN,
                      claim->n,
                      "[%.4g, %.4g]: an interval of the mean, of a prediction or over "
                      "seeds?",
                      claim->low.value, claim->high.value);
    check_prediction(c, level);
    if (claim->count < 0 || claim->n < 1 || !interval_parse(claim->interval_kind, &kind))
        return;
    struct interval ci = stat_interval(kind, claim->count, claim->n, level);
    if (isnan(ci.low) || (claim_agrees(&claim->low, ci.low) && claim_agrees(&claim->high, ci.high)))
        return;
    claims_report(c->findings, claim->id, "interval-mismatch", claim->low.value, ci.low, claim->n,
                  "the %s interval of %lld of %lld is [%.4g, %.4g]", interval_name(kind),
                  (long long)claim->count, (long long)claim->n, ci.low, ci.high);
}

void claims_check_spread(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    int64_t n = claim->seeds > 0 ? claim->seeds : (int64_t)claim->n_values;
    if (!claim->sd.given || n == 0 || n >= FEW_VALUES)
        return;
    if (claim->count < 0 || claim->n < 1 || claim->count > claim->n) {
        claims_report(c->findings, claim->id, "spread-of-few", claim->sd.value, STAT_NAN, n,
                      "sd %.4g over %lld values is no uncertainty", claim->sd.value, (long long)n);
        return;
    }
    struct interval ci = stat_interval_clopper_pearson(claim->count, claim->n, LEVEL_STANDARD);
    claims_report(c->findings, claim->id, "spread-of-few", claim->sd.value, ci.low, n,
                  "sd %.4g over %lld values is no uncertainty; the exact 95 %% interval of %lld of "
                  "%lld is [%.4g, %.4g]",
                  claim->sd.value, (long long)n, (long long)claim->count, (long long)claim->n,
                  ci.low, ci.high);
}

static double average_named(const char *name, const double *sorted, size_t n)
{
    if (strcmp(name, "geomean") == 0)
        return stat_geomean(sorted, n);
    if (strcmp(name, "median") == 0)
        return stat_median_sorted(sorted, n);
    return stat_mean(sorted, n);
}

void claims_check_values(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    size_t n = claim->n_values;
    if (n < 2)
        return;
    double *x = arena_array(c->findings->arena, n, sizeof(*x));
    double slack = 0.0; /* values are rounded too */
    for (size_t i = 0; i < n; i++) {
        x[i] = claim->values[i].value;
        slack = fmax(slack, claim->values[i].half);
    }
    stat_sort(x, n);
    struct claim_number printed = claim->value;
    printed.half += slack;
    double average = average_named(claim->statistic_name, x, n);
    const char *name = claim->statistic_name[0] == '\0' ? "mean" : claim->statistic_name;
    if (printed.given && !claim_agrees(&printed, average))
        claims_report(c->findings, claim->id, "mean-mismatch", printed.value, average, (int64_t)n,
                      "the %s of the %zu values is %.4g", name, n, average);
    double geomean = stat_geomean(x, n);
    double share = x[n - 1] / stat_sum(x, n);
    if (claim->is_ratio && strcmp(name, "mean") == 0 && n >= 3 && share > OWNED_BY_ONE &&
        !isnan(geomean))
        claims_report(c->findings, claim->id, "mean-of-ratios", printed.value, geomean, (int64_t)n,
                      "one of %zu ratios makes %.0f %% of their sum; geometric mean %.4g, median "
                      "%.4g",
                      n, 100.0 * share, geomean, stat_median_sorted(x, n));
    struct claim_number sd = claim->sd;
    sd.half += slack;
    double sample = sqrt(stat_variance(x, n));
    double population = sample * sqrt((double)(n - 1) / (double)n);
    if (sd.given && !claim_agrees(&sd, sample) && !claim_agrees(&sd, population))
        claims_report(c->findings, claim->id, "sd-mismatch", sd.value, sample, (int64_t)n,
                      "the standard deviation of the %zu values is %.4g (n - 1) or %.4g (n)", n,
                      sample, population);
}

/* ---- numbers made of other numbers ---- */

#define DERIVED_MOST 4

static double ratio(const double *x)
{
    return x[0] / x[1];
}
static double difference(const double *x)
{
    return x[0] - x[1];
}
static double relative_change(const double *x)
{
    return x[0] / x[1] - 1.0;
}
/* Of the way from the base to the best, the share that was gone. */
static double gap_closed(const double *x)
{
    return (x[0] - x[1]) / (x[2] - x[1]);
}
static double product(const double *x)
{
    return x[0] * x[1];
}

static const struct claim_derivation derivations[] = {
    { "ratio", 2, ratio },
    { "difference", 2, difference },
    { "relative-change", 2, relative_change },
    { "gap-closed", 3, gap_closed },
    { "product", 2, product },
};

const struct claim_derivation *claim_derivation_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(derivations); i++) {
        if (strcmp(derivations[i].name, name) == 0)
            return &derivations[i];
    }
    return NULL;
}

/* The parts are rounded: the value lies between what their ends give. */
void claims_check_derived(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    double x[DERIVED_MOST] = { 0.0 };
    if (claim->derived == NULL || !claim->value.given)
        return;
    double low = (double)INFINITY;
    double high = -(double)INFINITY;
    for (unsigned ends = 0; ends < 1U << claim->n_of; ends++) {
        for (size_t i = 0; i < claim->n_of; i++)
            x[i] = claim->of[i].value + ((ends >> i & 1U) ? 1.0 : -1.0) * claim->of[i].half;
        low = fmin(low, claim->derived->value(x));
        high = fmax(high, claim->derived->value(x));
    }
    for (size_t i = 0; i < claim->n_of; i++)
        x[i] = claim->of[i].value;
    double slack = claim->value.half * (1.0 + 1e-9) + 1e-12 * fabs(claim->value.value);
    if (!isfinite(low) || !isfinite(high) ||
        (claim->value.value + slack >= low && claim->value.value - slack <= high))
        return;
    /* "11.5" points between two percentages. */
    bool points = claim->derived->value == difference && !claim->value.percent;
    for (size_t i = 0; i < claim->n_of; i++)
        points = points && claim->of[i].percent;
    if (points && claim->value.value + slack >= 100.0 * low &&
        claim->value.value - slack <= 100.0 * high)
        return;
    double is = claim->derived->value(x);
    claims_report(c->findings, claim->id, "derived-mismatch", claim->value.value, is, 0,
                  "the %s of its parts is %.4g, not %.4g", claim->derived->name, is,
                  claim->value.value);
}

void claims_check_winner(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    if (claim->chosen_from > 1 && claim->same_data)
        claims_report(c->findings, claim->id, "best-of-many", claim_value(&claim->value), STAT_NAN,
                      claim->chosen_from,
                      "the best of %lld, scored on the samples that chose it: too high on average; "
                      "choose on one half and score on the other",
                      (long long)claim->chosen_from);
}

void claims_check_stored(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    if (isnan(claim->stored) || !claim->value.given || claim_agrees(&claim->value, claim->stored))
        return;
    claims_report(c->findings, claim->id, "database-mismatch", claim->value.value, claim->stored,
                  claim->n, "the database gives %.6g (%s)", claim->stored, claim->stored_reason);
}
