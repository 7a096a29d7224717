/* claims_tests.c - published p-values against statistic, n and test. */
#include <math.h>
#include <string.h>

#include "analysis/audit/claims.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

#define SIGNED_RANK_MOST 400
#define N_SEARCH_LIMIT   1000000
#define POWER_WANTED     0.8
#define POWER_PAIRS_MOST 2000
#define COUNTS_MOST      1000000

struct variant {
    const char *engine;
    enum claim_side side;
    double p;
};

static const char *const side_names[] = { "unstated", "two-sided", "one-sided (greater)",
                                          "one-sided (less)" };

/* variants[0] is expected: exact, two-sided. */
static void judge(const struct claim_check *c, const struct variant *variants, size_t n)
{
    const struct claim *claim = c->claim;
    const struct variant *hit = NULL;
    const struct variant *wanted = NULL;
    bool others_differ = false;
    for (size_t i = 0; i < n; i++) {
        const struct variant *v = &variants[i];
        if (!((claim->side == CLAIM_SIDE_UNSTATED || claim->side == v->side) &&
              (claim->engine[0] == '\0' || strcmp(claim->engine, v->engine) == 0)))
            continue;
        if (wanted == NULL)
            wanted = v;
        if (hit == NULL && claim_agrees(&claim->p, v->p))
            hit = v;
    }
    for (size_t i = 0; hit != NULL && i < n; i++)
        others_differ = others_differ ||
                        (variants[i].side == hit->side && !claim_agrees(&claim->p, variants[i].p));
    if (wanted == NULL)
        return;
    if (hit == NULL) {
        claims_report(c->findings, claim->id, "p-mismatch", claim->p.value, wanted->p, claim->n,
                      "statistic %g and n = %lld give p = %.4g (%s, %s), not %.4g",
                      claim->statistic.value, (long long)claim->n, wanted->p, wanted->engine,
                      side_names[wanted->side], claim->p.value);
        return;
    }
    if (claim->side == CLAIM_SIDE_UNSTATED && hit->side != CLAIM_TWO_SIDED)
        claims_report(c->findings, claim->id, "side-unstated", claim->p.value, wanted->p, claim->n,
                      "p = %.4g is %s; two-sided it is %.4g", claim->p.value, side_names[hit->side],
                      wanted->p);
    if (claim->engine[0] == '\0' && others_differ)
        claims_report(c->findings, claim->id, "engine-unstated", claim->p.value, hit->p, claim->n,
                      "p = %.4g comes out under the %s engine only; name it (others give %.4g)",
                      claim->p.value, hit->engine, variants[hit == &variants[0] ? 1 : 0].p);
}

/* 1 .. n, whose negative ranks sum to w; every whole sum exists. */
static void differences_of_sum(size_t n, int64_t w, double *d)
{
    for (size_t i = n; i > 0; i--) {
        bool negative = (int64_t)i <= w;
        d[i - 1] = negative ? -(double)i : (double)i;
        w -= negative ? (int64_t)i : 0;
    }
}

void claims_check_signed_rank(const struct claim_check *c)
{
    static const struct {
        const char *name;
        enum stat_engine engine;
        bool continuity;
    } engines[] = { { "exact", STAT_EXACT, false },
                    { "asymptotic", STAT_ASYMPTOTIC, false },
                    { "asymptotic-continuity", STAT_ASYMPTOTIC, true } };
    static const enum stat_alternative sides[] = { STAT_TWO_SIDED, STAT_GREATER, STAT_LESS };
    const struct claim *claim = c->claim;
    double d[SIGNED_RANK_MOST];
    struct variant variants[9];
    size_t n = 0;
    double w = claim->statistic.value;
    double total = 0.5 * (double)claim->n * ((double)claim->n + 1.0);
    if (claim->test != CLAIM_SIGNED_RANK || !claim->p.given || !claim->statistic.given ||
        claim->n < 1 || claim->n > SIGNED_RANK_MOST)
        return;
    if (!(w >= 0.0) || w > total) {
        claims_report(c->findings, claim->id, "p-mismatch", w, total, claim->n,
                      "a rank sum of %lld differences is between 0 and %g", (long long)claim->n,
                      total);
        return;
    }
    if (w > floor(w))
        return; /* ties: unknown ranks */
    struct arena work = { 0 };
    for (size_t s = 0; s < ARRAY_LEN(sides); s++) {
        /* The printed statistic is the smaller sum, so "greater" has it as W-. */
        double sum_minus = sides[s] == STAT_LESS ? total - w : w;
        differences_of_sum((size_t)claim->n, (int64_t)sum_minus, d);
        for (size_t e = 0; e < ARRAY_LEN(engines); e++) {
            struct stat_wilcoxon_options o = { sides[s], STAT_ZEROS_DROP, engines[e].engine,
                                               engines[e].continuity };
            struct stat_wilcoxon out;
            if (stat_wilcoxon(d, (size_t)claim->n, &o, &work, &out, NULL) == 0)
                variants[n++] =
                    (struct variant){ engines[e].name, (enum claim_side)(CLAIM_TWO_SIDED + (int)s),
                                      out.p };
        }
    }
    arena_release(&work);
    judge(c, variants, n);
}

void claims_check_counts_test(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    bool counted = claim->test == CLAIM_SIGN || claim->test == CLAIM_MCNEMAR ||
                   (claim->test == CLAIM_BINOMIAL && claim->null_rate.given);
    double k = claim->statistic.value;
    if (!counted || !claim->p.given || !claim->statistic.given || claim->n < 1 ||
        claim->n > COUNTS_MOST)
        return;
    if (!(k >= 0.0) || k > (double)claim->n || k > floor(k)) {
        claims_report(c->findings, claim->id, "p-mismatch", k, (double)claim->n, claim->n,
                      "%g is not a count out of %lld", k, (long long)claim->n);
        return;
    }
    double null = claim->test == CLAIM_BINOMIAL ? claim->null_rate.value : 0.5;
    static const enum stat_alternative sides[] = { STAT_TWO_SIDED, STAT_GREATER, STAT_LESS };
    struct variant variants[3];
    for (size_t s = 0; s < ARRAY_LEN(sides); s++)
        variants[s] = (struct variant){ "exact", (enum claim_side)(CLAIM_TWO_SIDED + (int)s),
                                        stat_binomial_test((int64_t)k, claim->n, null, sides[s]) };
    judge(c, variants, ARRAY_LEN(variants));
}

static double correlation_p(double r, int64_t n, int64_t controls)
{
    double df = (double)(n - 2 - controls);
    if (!(df > 0.0))
        return STAT_NAN;
    if (!(fabs(r) < 1.0))
        return 0.0;
    return stat_student_two_sided(r * sqrt(df / ((1.0 + r) * (1.0 - r))), df);
}

static bool correlation_fits(const struct claim *c, int64_t n)
{
    double size = fabs(c->value.value);
    double most = correlation_p(fmax(0.0, size - c->value.half), n, c->controls);
    double least = correlation_p(fmin(1.0, size + c->value.half), n, c->controls);
    double low = c->p.below ? 0.0 : c->p.value - c->p.half;
    return least <= c->p.value + c->p.half && most >= low;
}

static int64_t fitting_n(const struct claim *c)
{
    int64_t low = 3 + c->controls;
    int64_t high = N_SEARCH_LIMIT;
    if (c->p.below)
        return -1;
    /* p falls with n. */
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (correlation_p(c->value.value, middle, c->controls) > c->p.value)
            low = middle;
        else
            high = middle;
    }
    double at_low = fabs(log(correlation_p(c->value.value, low, c->controls) / c->p.value));
    double at_high = fabs(log(correlation_p(c->value.value, high, c->controls) / c->p.value));
    int64_t best = at_low < at_high ? low : high;
    return best < N_SEARCH_LIMIT && correlation_fits(c, best) ? best : -1;
}

void claims_check_correlation(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    if ((claim->test != CLAIM_SPEARMAN && claim->test != CLAIM_PEARSON) || !claim->value.given)
        return;
    if (claim->n == 0 || fabs(claim->value.value) > 1.0) {
        claims_report(c->findings, claim->id, "n-missing", claim->value.value, STAT_NAN, 0,
                      "coefficient %g has no n, or is outside -1 to 1", claim->value.value);
        return;
    }
    if (!claim->p.given || correlation_fits(claim, claim->n))
        return;
    double p = correlation_p(claim->value.value, claim->n, claim->controls);
    int64_t fits = fitting_n(claim);
    if (fits > 0)
        claims_report(c->findings, claim->id, "p-mismatch", claim->p.value, p, claim->n,
                      "r = %g with n = %lld has p = %.3g; the printed %.3g belongs to n = %lld",
                      claim->value.value, (long long)claim->n, p, claim->p.value, (long long)fits);
    else
        claims_report(c->findings, claim->id, "p-mismatch", claim->p.value, p, claim->n,
                      "r = %g with n = %lld has p = %.3g, not %.3g", claim->value.value,
                      (long long)claim->n, p, claim->p.value);
}

static double least_p(int64_t n, enum claim_side side)
{
    bool one_sided = side == CLAIM_GREATER || side == CLAIM_LESS;
    return fmin(1.0, ldexp(one_sided ? 1.0 : 2.0, -(int)(n < 1000 ? n : 1000)));
}

static void check_units(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    double alpha = c->bundle->alpha;
    if (claim->clustered || claim->tasks == 0 || claim->seeds <= 1 || claim->n <= claim->tasks)
        return;
    double least = least_p(claim->tasks, CLAIM_TWO_SIDED);
    claims_report(
        c->findings, claim->id, "unit-repeated", claim_value(&claim->p), least, claim->tasks,
        "n = %lld are %lld tasks x %lld seeds; the smallest two-sided p over %lld tasks "
        "is %.4g%s",
        (long long)claim->n, (long long)claim->tasks, (long long)claim->seeds,
        (long long)claim->tasks, least, least > alpha ? ": no result could be below alpha" : "");
}

void claims_check_attainable(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    double alpha = c->bundle->alpha;
    if (!(claim->test == CLAIM_SIGNED_RANK || claim->test == CLAIM_SIGN ||
          claim->test == CLAIM_MCNEMAR || claim->test == CLAIM_SIGN_FLIP))
        return;
    if (claim->n == 0) {
        claims_report(c->findings, claim->id, "n-missing", claim_value(&claim->p), STAT_NAN, 0,
                      "a test without the number of its pairs");
        return;
    }
    check_units(c);
    double least = least_p(claim->n, claim->side);
    double lowest = claim->side == CLAIM_SIDE_UNSTATED ? 0.5 * least : least;
    bool too_low = claim->p.given && claim->p.value + claim->p.half < lowest && !claim->p.below &&
                   (claim->engine[0] == '\0' || strcmp(claim->engine, "exact") == 0);
    if (too_low || least > alpha)
        claims_report(c->findings, claim->id, "unreachable-p", claim_value(&claim->p), least,
                      claim->n, "the smallest %s p of %lld pairs is %.4g%s",
                      claim->side <= CLAIM_TWO_SIDED ? "two-sided" : "one-sided",
                      (long long)claim->n, least,
                      too_low ? ": the printed one is lower" : ", above alpha whatever the data");
}

void claims_check_power(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    bool binary = claim->test == CLAIM_SIGN || claim->test == CLAIM_MCNEMAR;
    if (!binary || claim->pairs < claim->n || claim->n < 1 || claim->pairs > POWER_PAIRS_MOST ||
        !claim->statistic.given || !(claim->statistic.value >= 0.0) ||
        claim->statistic.value > (double)claim->n)
        return;
    double up = claim->statistic.value / (double)claim->pairs;
    double down = ((double)claim->n - claim->statistic.value) / (double)claim->pairs;
    double power = stat_power_mcnemar(claim->pairs, up, down, c->bundle->alpha);
    if (power >= POWER_WANTED)
        return;
    int64_t n = stat_power_mcnemar_n(up, down, c->bundle->alpha, POWER_WANTED, POWER_PAIRS_MOST);
    const char *limit = n > 0 ? "" : "more than ";
    claims_report(c->findings, claim->id, "low-power", claim_value(&claim->p), power, claim->pairs,
                  "%lld pairs with %lld discordant: power of the exact McNemar test at that rate "
                  "is %.2f; 0.8 needs %s%lld pairs",
                  (long long)claim->pairs, (long long)claim->n, power, limit,
                  (long long)(n > 0 ? n : POWER_PAIRS_MOST));
}

static bool is_worse(const struct claim *c, double mine, double theirs)
{
    return c->lower_is_better ? mine > theirs : mine < theirs;
}

/* Beside a rival that was counted too. */
static void check_rival(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    const struct claim *rival = claim->rival;
    int64_t mine = 0;
    int64_t theirs = 0;
    if (claim->value.given && rival->value.given &&
        is_worse(claim, claim->value.value, rival->value.value)) {
        claims_report(c->findings, claim->id, "wrong-direction", claim->value.value,
                      rival->value.value, claim->n, "%.4g is claimed to beat %.4g of claim %s",
                      claim->value.value, rival->value.value, rival->id);
        return;
    }
    if (!claim_count(claim, &mine) || !claim_count(rival, &theirs))
        return;
    double p = stat_two_shares(mine, claim->n, theirs, rival->n, STAT_TWO_SIDED);
    if (p > c->bundle->alpha)
        claims_report(
            c->findings, claim->id, "not-distinguishable", claim_value(&claim->value), p, claim->n,
            "%lld of %lld against %lld of %lld in claim %s: p = %.2g (Fisher's exact test)",
            (long long)mine, (long long)claim->n, (long long)theirs, (long long)rival->n, rival->id,
            p);
}

/* Beside a rate that is taken as known. */
static void check_known_rate(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    bool many = claim->n_null_rates > 0 && (int64_t)claim->n_null_rates == claim->n;
    int64_t count = 0;
    if (claim->null_rate.given && claim->value.given &&
        is_worse(claim, claim->value.value, claim->null_rate.value)) {
        claims_report(c->findings, claim->id, "wrong-direction", claim->value.value,
                      claim->null_rate.value, claim->n, "%.4g is claimed to beat %.4g",
                      claim->value.value, claim->null_rate.value);
        return;
    }
    if (!claim_count(claim, &count) || claim->n > COUNTS_MOST || (!many && !claim->null_rate.given))
        return;
    double p;
    if (many) {
        double *pmf = arena_array(c->findings->arena, claim->n_null_rates + 1, sizeof(*pmf));
        stat_poisson_binomial(claim->null_rates, claim->n_null_rates, pmf);
        p = claim->lower_is_better
                ? 1.0 - stat_upper_tail(pmf, claim->n_null_rates, (size_t)count + 1)
                : stat_upper_tail(pmf, claim->n_null_rates, (size_t)count);
    } else {
        p = stat_binomial_test(count, claim->n, claim->null_rate.value,
                               claim->lower_is_better ? STAT_LESS : STAT_GREATER);
    }
    if (p > c->bundle->alpha)
        claims_report(c->findings, claim->id, "not-distinguishable", claim_value(&claim->value), p,
                      claim->n, "the baseline gives %lld or %s of %lld with probability %.3g (%s)",
                      (long long)count, claim->lower_is_better ? "fewer" : "more",
                      (long long)claim->n, p,
                      many ? "Poisson-binomial, exact" : "binomial at its mean rate");
}

void claims_check_better(const struct claim_check *c)
{
    if (!c->claim->claims_better)
        return;
    if (c->claim->rival != NULL)
        check_rival(c);
    else
        check_known_rate(c);
}

/* Holm's correction over the p-values of the family. */
void claims_check_family(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    const struct claim_bundle *b = c->bundle;
    size_t n = 0;
    size_t mine = 0;
    if (claim->family[0] == '\0' || !claim->p.given || claim->p.value > b->alpha)
        return;
    double *p = arena_array(c->findings->arena, b->n_claims, sizeof(*p));
    double *adjusted = arena_array(c->findings->arena, b->n_claims, sizeof(*adjusted));
    for (size_t i = 0; i < b->n_claims; i++) {
        const struct claim *other = &b->claims[i];
        if (!other->p.given || strcmp(other->family, claim->family) != 0)
            continue;
        if (other == claim)
            mine = n;
        p[n++] = other->p.value;
    }
    struct arena work = { 0 };
    stat_adjust_holm(p, n, adjusted, &work);
    arena_release(&work);
    if (adjusted[mine] > b->alpha)
        claims_report(c->findings, claim->id, "family-uncorrected", claim->p.value, adjusted[mine],
                      (int64_t)n,
                      "one of %zu tests of the family %s: with Holm's correction p = %.2g", n,
                      claim->family, adjusted[mine]);
}

void claims_check_effect(const struct claim_check *c)
{
    const struct claim *claim = c->claim;
    if (strcmp(claim->effect, "cohens-h") != 0 || claim->n_rates != 2 || !claim->value.given)
        return;
    double h = stat_cohens_h(claim->rates[0], claim->rates[1]);
    if (!claim_agrees(&claim->value, h))
        claims_report(c->findings, claim->id, "effect-mismatch", claim->value.value, h, 0,
                      "Cohen's h of %g and %g is %.4g", claim->rates[0], claim->rates[1], h);
}
