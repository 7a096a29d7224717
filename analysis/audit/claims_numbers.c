/*
 * claims_numbers.c - published shares, intervals, spreads, averages, counts, percentages and curves
 * against their data.
 */
#include <math.h>
#include <string.h>

#include "analysis/audit/claims.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/trajectory.h"
#include "src/base/mem.h"
#include "src/base/str.h"

/* Published shares, intervals, spreads and averages against their data. */

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
                      "sd %.4g over %lld values does not show the uncertainty", claim->sd.value,
                      (long long)n);
        return;
    }
    struct interval ci = stat_interval_clopper_pearson(claim->count, claim->n, LEVEL_STANDARD);
    claims_report(c->findings, claim->id, "spread-of-few", claim->sd.value, ci.low, n,
                  "sd %.4g over %lld values does not show the uncertainty; the exact 95 %% "
                  "interval of %lld of %lld is [%.4g, %.4g]",
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
                      "the best of %lld, scored on the samples that selected it, is biased "
                      "upwards: select on one half and score on the other",
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

/* Published counts and percentages, trajectories, curves over K. */

#define COUNTED_MOST  20000 /* samples of a row, and cells of a table */
#define K_MOST        1e6
#define K_HALVES      200
#define CURVE_PERCENT 0.02 /* rounding of rates may move a curve so far */

static bool is_task_column(const char *name)
{
    return str_starts_with(name, "task:");
}

static size_t count_task_columns(const struct claim_table *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_columns; i++)
        n += is_task_column(t->columns[i]);
    return n;
}

/* By task; false when one is no count of cell_n. */
static bool row_counts(const struct claim_table *t, size_t row, struct count *out)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct claim_number *v = claim_cell(t, row, i);
        if (!is_task_column(t->columns[i]))
            continue;
        if (!v->given || !(v->value >= 0.0) || v->value > (double)t->cell_n ||
            v->value > floor(v->value))
            return false;
        out[n++] = (struct count){ t->cell_n, (int64_t)v->value };
    }
    return n > 0;
}

static bool has_counts(const struct claim_table *t)
{
    return t != NULL && t->cell_n > 0 && t->n_rows > 0 && count_task_columns(t) > 0 &&
           t->cell_n <= COUNTED_MOST / (int64_t)count_task_columns(t) &&
           t->n_rows <= COUNTED_MOST / count_task_columns(t);
}

void claims_check_trajectory(const struct claim_check *c)
{
    const struct claim_table *t = c->claim->trajectory;
    struct arena *a = c->findings->arena;
    if (!has_counts(t) || !c->claim->claims_shape)
        return;
    size_t n_tasks = count_task_columns(t);
    int *steps = arena_array(a, t->n_rows, sizeof(*steps));
    const char **names = arena_array(a, n_tasks, sizeof(*names));
    struct count *counts = arena_array(a, t->n_rows * n_tasks, sizeof(*counts));
    for (size_t r = 0; r < t->n_rows; r++) {
        steps[r] = (int)r;
        if (!row_counts(t, r, counts + r * n_tasks))
            return;
    }
    for (size_t i = 0; i < n_tasks; i++)
        names[i] = "";
    struct trajectory x;
    struct trajectory_options o = { .patience = 0 };
    if (trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                            .n_steps = t->n_rows,
                                                            .tasks = names,
                                                            .n_tasks = n_tasks,
                                                            .counts = counts },
                               &o, a, &x, NULL) < 0)
        return;
    double alpha = c->bundle->alpha;
    bool same = isnan(x.chi2_p) || x.chi2_p > alpha;
    if (!same || !(x.flat_p_max > alpha))
        return;
    claims_report(c->findings, c->claim->id, "flat-trajectory", x.aggregate[x.boa], x.flat_max,
                  (int64_t)x.n_steps,
                  "homogeneity of the %zu steps: p = %.2f; were every task's rate constant, the "
                  "highest step would be %.1f %% on average and reach %.1f %% with probability "
                  "%.2f",
                  x.n_steps, x.chi2_p, 100.0 * x.flat_max, 100.0 * x.aggregate[x.boa],
                  x.flat_p_max);
}

/* Mean over tasks of 1 - (1 - rate)^k. */
static double mean_curve(const struct count *tasks, size_t n, double k)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++)
        stat_sum_add(&sum, 1.0 - pow(1.0 - (double)tasks[i].c / (double)tasks[i].n, k));
    return stat_sum_value(&sum) / (double)n;
}

/* Real k where the mean curve reaches y; infinite beyond K_MOST. */
static double equivalent_of(const struct count *tasks, size_t n, double y)
{
    double low = 0.0;
    double high = K_MOST;
    if (!(mean_curve(tasks, n, high) >= y))
        return STAT_INF;
    for (int i = 0; i < K_HALVES; i++) {
        double middle = 0.5 * (low + high);
        if (mean_curve(tasks, n, middle) >= y)
            high = middle;
        else
            low = middle;
    }
    return high;
}

static void check_curve(const struct claim_check *c, const struct count *tasks, size_t n)
{
    const struct claim_table *t = c->claim->curve;
    size_t at_k = t == NULL ? 0 : claim_column(t, "k");
    size_t at_v = t == NULL ? 0 : claim_column(t, "value");
    if (t == NULL || at_k == t->n_columns || at_v == t->n_columns)
        return;
    double worst = 0.0;
    double k_worst = 0.0;
    double printed = 0.0;
    for (size_t r = 0; r < t->n_rows; r++) {
        double k = claim_value(claim_cell(t, r, at_k));
        double v = claim_value(claim_cell(t, r, at_v));
        double gap = fabs(v - mean_curve(tasks, n, k));
        if (gap > worst) {
            worst = gap;
            k_worst = k;
            printed = v;
        }
    }
    if (worst <= CURVE_PERCENT)
        return;
    double mean = mean_curve(tasks, n, k_worst);
    double pooled = 1.0 - pow(1.0 - mean_curve(tasks, n, 1.0), k_worst);
    claims_report(c->findings, c->claim->id, "curve-mismatch", printed, mean, (int64_t)n,
                  "at K = %g the curve says %.1f %%; the mean of the curves of the %zu tasks is "
                  "%.1f %% (the pooled rate would give %.1f %%%s)",
                  k_worst, 100.0 * printed, n, 100.0 * mean, 100.0 * pooled,
                  fabs(pooled - printed) < CURVE_PERCENT ? ", as printed" : "");
}

void claims_check_equivalent(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    if (!claim->y_value.given)
        return;
    if (claim->curve != NULL && claim->denominator[0] != '\0' &&
        claim->curve->denominator[0] != '\0' &&
        strcmp(claim->denominator, claim->curve->denominator) != 0)
        claims_report(c->findings, claim->id, "mixed-denominators", claim->y_value.value, STAT_NAN,
                      0, "a rate over %s is read on curve %s over %s", claim->denominator,
                      claim->curve->id, claim->curve->denominator);
    if (!has_counts(claim->base))
        return;
    size_t n = count_task_columns(claim->base);
    struct count *tasks = arena_array(c->findings->arena, n, sizeof(*tasks));
    if (!row_counts(claim->base, 0, tasks))
        return;
    check_curve(c, tasks, n);
    double low = equivalent_of(tasks, n, claim->y_value.value - claim->y_value.half);
    double k = equivalent_of(tasks, n, claim->y_value.value);
    double high = equivalent_of(tasks, n, claim->y_value.value + claim->y_value.half);
    struct claim_number printed = claim->value;
    printed.half += isfinite(high - low) ? 0.5 * (high - low) : 0.0;
    if (claim->value.given && !claim_agrees(&printed, printed.below ? low : k))
        claims_report(c->findings, claim->id, "equivalent-k-mismatch", claim->value.value, k, 0,
                      "on the curve of the base policy's own task rates %.1f %% is K = %.2f, not "
                      "%s%.4g",
                      100.0 * claim->y_value.value, k, claim->value.below ? "< " : "",
                      claim->value.value);
}

static void check_percent(const struct claim_table *t, struct claim_findings *f)
{
    size_t at_c = claim_column(t, "count");
    size_t at_n = claim_column(t, "n");
    size_t at_p = claim_column(t, "percent");
    if (at_c == t->n_columns || at_n == t->n_columns || at_p == t->n_columns)
        return;
    for (size_t r = 0; r < t->n_rows; r++) {
        double count = claim_value(claim_cell(t, r, at_c));
        double n = claim_value(claim_cell(t, r, at_n));
        const struct claim_number *percent = claim_cell(t, r, at_p);
        if (isnan(count) || !(n > 0.0) || !percent->given || claim_agrees(percent, count / n))
            continue;
        claims_report(f, t->id, "percent-mismatch", percent->value, count / n, (int64_t)n,
                      "row %zu: %g of %g is %.4g %%, printed %.4g %%", r + 1, count, n,
                      100.0 * count / n, 100.0 * percent->value);
    }
}

static void check_aggregate(const struct claim_table *t, struct claim_findings *f)
{
    size_t at = claim_column(t, "aggregate");
    if (!has_counts(t) || at == t->n_columns)
        return;
    size_t n = count_task_columns(t);
    struct count *tasks = arena_array(f->arena, n, sizeof(*tasks));
    for (size_t r = 0; r < t->n_rows; r++) {
        const struct claim_number *printed = claim_cell(t, r, at);
        if (!printed->given || !row_counts(t, r, tasks) ||
            claim_agrees(printed, mean_curve(tasks, n, 1.0)))
            continue;
        claims_report(f, t->id, "aggregate-mismatch", printed->value, mean_curve(tasks, n, 1.0),
                      t->cell_n * (int64_t)n, "row %zu: the counts give %.4g %%, printed %.4g %%",
                      r + 1, 100.0 * mean_curve(tasks, n, 1.0), 100.0 * printed->value);
    }
}

#define REWARD_ROWS   3
#define REWARD_SPREAD 1.05 /* of reward / correctness over the rows */

/* Columns "correct" and "reward" whose ratio stays while correctness moves. */
static void check_reward(const struct claim_table *t, struct claim_findings *f)
{
    size_t at_correct = claim_column(t, "correct");
    size_t at_reward = claim_column(t, "reward");
    double least = (double)INFINITY;
    double most = 0.0;
    double least_correct = (double)INFINITY;
    double most_correct = 0.0;
    if (at_correct == t->n_columns || at_reward == t->n_columns || t->n_rows < REWARD_ROWS)
        return;
    for (size_t r = 0; r < t->n_rows; r++) {
        double correct = claim_value(claim_cell(t, r, at_correct));
        double ratio = claim_value(claim_cell(t, r, at_reward)) / correct;
        if (!(correct > 0.0) || !(ratio > 0.0))
            return;
        least = fmin(least, ratio);
        most = fmax(most, ratio);
        least_correct = fmin(least_correct, correct);
        most_correct = fmax(most_correct, correct);
    }
    if (most <= REWARD_SPREAD * least && most_correct > REWARD_SPREAD * least_correct)
        claims_report(f, t->id, "reward-is-correctness", STAT_NAN, 0.5 * (least + most),
                      (int64_t)t->n_rows,
                      "the reward is between %.3g and %.3g times the correctness in all %zu rows",
                      least, most, t->n_rows);
}

void claims_check_table(const struct claim_table *t, struct claim_findings *f)
{
    check_reward(t, f);
    check_percent(t, f);
    check_aggregate(t, f);
}
