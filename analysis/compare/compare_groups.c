#include "analysis/compare/compare_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare_value.h"
#include "analysis/compare/study_memo.h"
#include "analysis/resample/stat_permutation.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_power.h"
#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

/*
 * For new tasks and these runs intervals are Student's t over the tasks' differences, whose spread
 * holds that of rollouts.  For new runs stat_crossed.h adds what runs have in common for all their
 * tasks; runs of A and of B are taken for independent, which is safe where a shared seed makes a
 * pair alike.  For these tasks and these runs the rollouts behind every share vary.
 *
 * Cross-fitted shares have parts (trajectory.h), which are independent over tasks: they give
 * spreads and sign flips of means.  Ranks, signs, ties and effect sizes are of the values
 * themselves, because parts of tasks that tie differ.
 */

const char *compare_estimand_name(enum compare_estimand e)
{
    static const char *const names[] = { "sample", "best-of-b", "log-best-of-b" };
    return names[e];
}

const char *compare_estimand_sentence(enum compare_estimand e)
{
    static const char *const sentences[] = {
        ("per task and seed, the share of fast samples. A run that does not adapt: all samples. An "
         "adapting run: samples of the Best-of-Adaptation step, selected on a random half of each "
         "task's rollouts and scored on the other half (mean over splits)"),
        ("per task and seed, the chance that at least one of B rollouts of the run is fast, "
         "adaptation rollouts included. B is the smaller group's number of rollouts. Steps are "
         "taken in order; within a step every choice of rollouts is equally likely"),
        ("per task and seed, the expected natural log of the largest speedup among B rollouts as "
         "above, given that one of them has a speedup; undefined where none is correct and timed"),
    };
    return sentences[e];
}

#define POWER_WANTED 0.8

/* counts are behind shares of rollouts; else n is 0. */
struct seed_pair {
    size_t runs; /* which pair of them */
    double a;
    double b;
    double part_a, part_b; /* of the means, independent over tasks */
    struct count count_a;
    struct count count_b;
};

/* Task t owns pairs[first[t] .. first[t + 1]). */
struct pairs {
    struct seed_pair *pair;
    size_t n;
    size_t *first;
    size_t *task;
    size_t n_tasks;
    double *a;
    double *b;
    /* By task, means over seeds, on the grid: */
    double *d;     /* of parts */
    double *value; /* of b - a */
};

static void select_pairs(const struct compare *c, enum compare_estimand e, struct arena *work,
                         struct pairs *out)
{
    struct pairs p = { .pair = arena_array(work, c->n_cells, sizeof(struct seed_pair)),
                       .first = arena_array(work, c->n_tasks + 1, sizeof(size_t)),
                       .task = arena_array(work, c->n_tasks + 1, sizeof(size_t)),
                       .a = arena_array(work, c->n_cells, sizeof(double)),
                       .b = arena_array(work, c->n_cells, sizeof(double)),
                       .d = arena_array(work, c->n_tasks + 1, sizeof(double)),
                       .value = arena_array(work, c->n_tasks + 1, sizeof(double)) };
    size_t last_task = 0;
    for (size_t i = 0; i < c->n_cells; i++) {
        const struct compare_cell *cell = &c->cells[i];
        if (isnan(cell->a[e]) || isnan(cell->b[e]))
            continue;
        struct seed_pair pair = { cell->pair, cell->a[e], cell->b[e], cell->a[e],
                                  cell->b[e], { 0, 0 },   { 0, 0 } };
        if (e == COMPARE_SAMPLE) {
            pair.part_a = cell->part_a;
            pair.part_b = cell->part_b;
            pair.count_a = cell->sample_a;
            pair.count_b = cell->sample_b;
        }
        if (p.n == 0 || cell->task != last_task)
            p.task[p.n_tasks++] = cell->task;
        last_task = cell->task;
        p.a[p.n] = pair.a;
        p.b[p.n] = pair.b;
        p.pair[p.n++] = pair;
        p.first[p.n_tasks] = p.n;
    }
    for (size_t t = 0; t < p.n_tasks; t++) {
        size_t n = p.first[t + 1] - p.first[t];
        for (size_t i = p.first[t]; i < p.first[t + 1]; i++) {
            p.d[t] += p.pair[i].part_b - p.pair[i].part_a;
            p.value[t] += p.pair[i].b - p.pair[i].a;
        }
        p.d[t] = stat_on_grid(p.d[t] / (double)n);
        p.value[t] = stat_on_grid(p.value[t] / (double)n);
    }
    *out = p;
}

static double mean_of_tasks(const struct pairs *p, const double *values)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < p->n_tasks; t++)
        stat_sum_add(&sum, stat_mean(values + p->first[t], p->first[t + 1] - p->first[t]));
    return stat_sum_value(&sum) / (double)p->n_tasks;
}

/* Of shares the variance of their rollouts, at rates that are not 0 or 1; a best of B does not
 * vary. */
static struct interval of_rollouts(const struct pairs *p, double difference, double level)
{
    double variance = 0.0;
    for (size_t t = 0; t < p->n_tasks; t++) {
        double weight = 1.0 / ((double)(p->first[t + 1] - p->first[t]) * (double)p->n_tasks);
        for (size_t i = p->first[t]; i < p->first[t + 1]; i++)
            variance += weight * weight *
                        (stat_rollouts_variance(p->pair[i].a, p->pair[i].count_a.n) +
                         stat_rollouts_variance(p->pair[i].b, p->pair[i].count_b.n));
    }
    return stat_crossed_interval(difference, (struct stat_error){ variance, STAT_INF, 0.0, 1.0 },
                                 level);
}

/* What runs of a group have in common. */
static struct stat_runs runs_of(const struct pairs *p, size_t n_runs, bool is_b, struct arena *work)
{
    double *y = arena_array(work, p->n + 1, sizeof(*y));
    size_t *run = arena_array(work, p->n + 1, sizeof(*run));
    for (size_t i = 0; i < p->n; i++) {
        y[i] = stat_on_grid(is_b ? p->pair[i].part_b : p->pair[i].part_a);
        run[i] = p->pair[i].runs;
    }
    const struct stat_cells cells = { p->n_tasks, p->first, run, y, n_runs };
    return stat_runs_of(&cells, work);
}

static struct compare_test not_done(const char *reason)
{
    return (struct compare_test){ STAT_NAN, STAT_NAN, 0, "", reason };
}

static void test_sign_flip(const struct pairs *p, const struct compare_options *o,
                           enum compare_estimand e, struct group_comparison *out)
{
    struct stat_sign_flip f;
    if (stat_sign_flip(p->d, p->n_tasks, STAT_TWO_SIDED, 0, o->seed,
                       STAT_ANALYSIS_COMPARE * 16 + (uint64_t)e, &f, NULL) < 0)
        return;
    out->min_p = f.min_p;
    out->own_new_tasks = out->new_tasks;
    out->own_these_runs = out->new_tasks_these_runs;
    out->new_tasks = stat_interval_undecided(out->new_tasks, f.min_p, 0.0, o->level);
    out->new_tasks_these_runs =
        stat_interval_undecided(out->new_tasks_these_runs, f.min_p, 0.0, o->level);
    out->sign_flip =
        (struct compare_test){ f.mean, f.p, (int64_t)f.n, stat_engine_name(f.engine), "" };
}

static void test_signed_rank(const struct pairs *p, struct arena *work,
                             struct group_comparison *out)
{
    struct stat_wilcoxon w;
    struct stat_wilcoxon_options o = { STAT_TWO_SIDED, STAT_ZEROS_DROP, STAT_AUTO, false };
    out->rank_biserial = STAT_NAN;
    out->signed_rank = not_done("all differences are zero");
    if (stat_wilcoxon(p->value, p->n_tasks, &o, work, &w, NULL) < 0)
        return;
    out->rank_biserial = w.rank_biserial;
    out->signed_rank =
        (struct compare_test){ w.statistic, w.p, (int64_t)w.n, stat_engine_name(w.engine), "" };
}

static bool is_binary(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!stat_same(x[i], 0.0) && !stat_same(x[i], 1.0))
            return false;
    }
    return true;
}

static void measure_effects(const struct pairs *p, const struct compare_options *o,
                            struct arena *work, struct group_comparison *out)
{
    struct stat_sum net = { 0.0, 0.0 };
    for (size_t t = 0; t < p->n_tasks; t++) {
        size_t from = p->first[t];
        size_t n = p->first[t + 1] - from;
        stat_sum_add(&net, stat_cliffs_delta(p->b + from, n, p->a + from, n));
    }
    out->net_improvement = stat_sum_value(&net) / (double)p->n_tasks;
    out->p_improvement = 0.5 * (1.0 + out->net_improvement);
    bool is_log = out->estimand == COMPARE_LOG_BEST;
    out->cohens_h = is_log ? STAT_NAN : stat_cohens_h(out->mean_b, out->mean_a);
    out->geomean_ratio = is_log ? exp(out->difference) : STAT_NAN;
    struct stat_hodges_lehmann h;
    if (stat_hodges_lehmann(p->value, p->n_tasks, o->level, work, &h, NULL) < 0)
        return;
    out->hodges_lehmann = h.estimate;
    out->hodges_lehmann_ci = h.ci.low < h.ci.high ? h.ci : (struct interval){ STAT_NAN, STAT_NAN };
    out->hodges_lehmann_coverage = h.coverage;
}

static struct group_comparison undefined_result(enum compare_estimand e, size_t left_out)
{
    static const struct interval none = { STAT_NAN, STAT_NAN };
    struct compare_test test = not_done("no pair is defined");
    return (struct group_comparison){
        .estimand = e,
        .n_left_out = left_out,
        .mean_a = STAT_NAN,
        .mean_b = STAT_NAN,
        .difference = STAT_NAN,
        .in_sample_a = STAT_NAN,
        .in_sample_b = STAT_NAN,
        .new_tasks = none,
        .new_tasks_these_runs = none,
        .own_new_tasks = none,
        .own_these_runs = none,
        .these_tasks = none,
        .these_tasks_these_runs = none,
        .skewness = STAT_NAN,
        .min_p = STAT_NAN,
        .new_runs = test,
        .sign_flip = test,
        .signed_rank = test,
        .mcnemar = test,
        .sign = test,
        .cohens_h = STAT_NAN,
        .rank_biserial = STAT_NAN,
        .net_improvement = STAT_NAN,
        .p_improvement = STAT_NAN,
        .hodges_lehmann = STAT_NAN,
        .hodges_lehmann_ci = none,
        .hodges_lehmann_coverage = STAT_NAN,
        .geomean_ratio = STAT_NAN,
        .more = compare_more_undefined(),
    };
}

/* A's share on one half of its rollouts places a task, the other half gives the gain. */
static void measure_regimes(const struct compare *c, const struct pairs *p, enum compare_estimand e,
                            struct group_comparison *out)
{
    struct stat_sum sums[COMPARE_REGIMES] = { { 0.0, 0.0 } };
    for (size_t i = 0; i < 2 * p->n_tasks; i++) {
        double base = 0.0;
        double gain = 0.0;
        double n = 0.0;
        for (size_t k = 0; k < c->n_cells; k++) {
            const struct compare_half *h = &c->cells[k].halves[i % 2];
            if (c->cells[k].task != p->task[i / 2] || isnan(h->base_share) || isnan(h->gain[e]))
                continue;
            base += h->base_share;
            gain += h->gain[e];
            n++;
        }
        if (!(n > 0.0))
            continue;
        size_t regime = compare_regime(base / n);
        stat_sum_add(&sums[regime], gain / n);
        out->more.regime_halves[regime]++;
    }
    for (size_t k = 0; k < COMPARE_REGIMES; k++) {
        if (out->more.regime_halves[k] > 0)
            out->more.regime_difference[k] =
                stat_sum_value(&sums[k]) / (double)out->more.regime_halves[k];
    }
}

static void measure_in_sample(const struct compare *c, const struct pairs *p, struct arena *work,
                              struct group_comparison *out)
{
    double *a = arena_array(work, p->n + 1, sizeof(*a));
    double *b = arena_array(work, p->n + 1, sizeof(*b));
    size_t n = 0;
    for (size_t i = 0; i < c->n_cells; i++) {
        const struct compare_cell *cell = &c->cells[i];
        if (isnan(cell->a[COMPARE_SAMPLE]) || isnan(cell->b[COMPARE_SAMPLE]))
            continue;
        a[n] = cell->in_sample_a;
        b[n++] = cell->in_sample_b;
    }
    out->in_sample_a = mean_of_tasks(p, a);
    out->in_sample_b = mean_of_tasks(p, b);
}

struct planning {
    struct stat_power_sim *sim; /* NULL: not asked for */
    double effect;
};

/* max-T: the estimands share one sign a task. */
static void adjust_all(size_t study_tasks, const struct compare_options *o, struct arena *work,
                       struct compare *c)
{
    double *d = arena_array(work, COMPARE_ESTIMAND_COUNT * c->n_tasks + 1, sizeof(*d));
    size_t *slot = arena_array(work, study_tasks + 1, sizeof(*slot));
    double p_values[COMPARE_ESTIMAND_COUNT];
    size_t n = 0;
    for (size_t i = 0; i < c->n_cells; i++) {
        if (i == 0 || c->cells[i].task != c->cells[i - 1].task)
            slot[c->cells[i].task] = n++;
    }
    for (size_t i = 0; i < COMPARE_ESTIMAND_COUNT * n; i++)
        d[i] = STAT_NAN;
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        struct pairs p;
        select_pairs(c, (enum compare_estimand)e, work, &p);
        for (size_t t = 0; t < p.n_tasks; t++)
            d[(size_t)e * n + slot[p.task[t]]] = p.d[t];
    }
    c->max_t_engine =
        stat_engine_name(stat_max_t(d, COMPARE_ESTIMAND_COUNT, n, o->seed, p_values, work));
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++)
        c->results[e].more.p_max_t = p_values[e];
}

static void infer_intervals(const struct pairs *p, const struct compare *c,
                            const struct compare_options *o, struct arena *work,
                            struct group_comparison *out)
{
    double over_tasks = stat_variance(p->d, p->n_tasks) / (double)p->n_tasks;
    for (int i = 0; i < 2; i++)
        out->runs[i] = runs_of(p, c->n_seeds, i == 1, work);
    out->new_tasks = stat_crossed_interval(
        out->difference, stat_crossed_new_tasks(over_tasks, p->n_tasks, out->runs, 2), o->level);
    out->new_tasks_these_runs = stat_interval_student(p->d, p->n_tasks, o->level);
    out->skewness = stat_skewness(p->d, p->n_tasks);
    out->these_tasks =
        stat_crossed_interval(out->difference, stat_crossed_these_tasks(out->runs, 2), o->level);
    out->these_tasks_these_runs = of_rollouts(p, out->difference, o->level);
    if (out->estimand == COMPARE_LOG_BEST)
        return;
    out->new_tasks = stat_interval_of_shares(out->new_tasks);
    out->new_tasks_these_runs = stat_interval_of_shares(out->new_tasks_these_runs);
    out->these_tasks = stat_interval_of_shares(out->these_tasks);
    out->these_tasks_these_runs = stat_interval_of_shares(out->these_tasks_these_runs);
}

const char *compare_why_no_runs(const struct group_comparison *r)
{
    bool a = isnan(r->runs[0].spread);
    bool b = isnan(r->runs[1].spread);
    if (r->n_tasks == 0)
        return "no pair is defined";
    if (a && b)
        return "one run per task in A and in B: the variation between runs is unknown";
    return a   ? "one run per task in A: the variation between runs is unknown"
           : b ? "one run per task in B: the variation between runs is unknown"
               : NULL;
}

/* It cannot be surer of new runs than sign flips are of these. */
static void test_new_runs(const struct pairs *p, struct group_comparison *out)
{
    double over_tasks = stat_variance(p->d, p->n_tasks) / (double)p->n_tasks;
    struct stat_error e = stat_crossed_new_tasks(over_tasks, p->n_tasks, out->runs, 2);
    const char *why = compare_why_no_runs(out);
    out->new_runs = not_done(why != NULL ? why : "one task, or no difference varies");
    if (why == NULL && stat_error_variance(e) > 0.0)
        out->new_runs =
            (struct compare_test){ out->difference / sqrt(stat_error_variance(e)),
                                   fmax(stat_crossed_p(out->difference, e), out->sign_flip.p),
                                   (int64_t)p->n_tasks, "asymptotic", "" };
}

static void compare_one(const struct compare *c, const struct compare_options *o,
                        enum compare_estimand e, const struct planning *plan, struct arena *work,
                        struct group_comparison *out)
{
    struct pairs p;
    select_pairs(c, e, work, &p);
    *out = undefined_result(e, c->n_cells - p.n);
    if (p.n == 0)
        return;
    out->n_tasks = p.n_tasks;
    out->n_cells = p.n;
    out->mean_a = mean_of_tasks(&p, p.a);
    out->mean_b = mean_of_tasks(&p, p.b);
    out->difference = out->mean_b - out->mean_a;
    infer_intervals(&p, c, o, work, out);
    test_sign_flip(&p, o, e, out);
    test_new_runs(&p, out);
    test_signed_rank(&p, work, out);
    struct stat_sign s = stat_sign_test(p.value, p.n_tasks, STAT_TWO_SIDED);
    int64_t discordant = s.n_plus + s.n_minus;
    out->sign = not_done("all differences are zero");
    if (discordant > 0)
        out->sign = (struct compare_test){ (double)s.n_plus, s.p, discordant, "exact", "" };
    out->mcnemar = not_done("the values are not all 0 or 1");
    if (p.n > p.n_tasks)
        out->mcnemar = not_done("several seeds per task, which are not independent");
    else if (is_binary(p.a, p.n) && is_binary(p.b, p.n))
        out->mcnemar = (struct compare_test){ (double)s.n_plus,
                                              stat_mcnemar(s.n_minus, s.n_plus, STAT_TWO_SIDED),
                                              discordant, "exact", "" };
    measure_effects(&p, o, work, out);
    if (e == COMPARE_SAMPLE)
        measure_in_sample(c, &p, work, out);
    measure_regimes(c, &p, e, out);
    if (!o->no_planning) {
        double effect = plan->effect;
        if (p.n_tasks != c->n_tasks)
            effect =
                stat_power_signed_rank_effect(plan->sim, p.n_tasks, 1.0 - o->level, POWER_WANTED);
        compare_power(p.value, p.n_tasks, effect, 1.0 - o->level, plan->sim, &out->more);
        if (p.n == p.n_tasks && is_binary(p.a, p.n) && is_binary(p.b, p.n))
            compare_risks(p.a, p.b, p.n, o->level, &out->more);
    }
}

int compare_groups(const struct run_set *a, const struct run_set *b,
                   const struct compare_options *o, struct arena *arena, struct compare *out,
                   struct err *err)
{
    struct compare c;
    int rc = compare_pair(a, b, o, arena, &c, err);
    if (rc < 0)
        return rc;
    struct arena work = { 0 };
    struct planning plan = { .sim = NULL };
    if (!o->no_planning) {
        plan.sim = stat_power_open(o->seed, o->threads);
        plan.effect =
            stat_power_signed_rank_effect(plan.sim, c.n_tasks, 1.0 - o->level, POWER_WANTED);
    }
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        compare_one(&c, o, (enum compare_estimand)e, &plan, &work, &c.results[e]);
        arena_reset(&work);
    }
    if (!o->no_planning) {
        adjust_all(a->study->n_tasks, o, &work, &c);
        stat_power_close(plan.sim);
    }
    arena_release(&work);
    *out = c;
    return 0;
}

int compare_groups_once(struct study_memo *memo, const struct run_set *a, const struct run_set *b,
                        const struct compare_options *o, struct arena *arena, struct compare *out,
                        struct err *err)
{
    /* Numbers without padding; the number of threads changes no value. */
    const double options[] = {
        o->rule.p,
        o->rule.ge,
        o->rule.value,
        o->level,
        o->replicates,
        (double)(o->seed >> 32),
        (double)(uint32_t)o->seed,
        o->no_planning,
    };
    const struct study_memo_key key = {
        .analysis = "compare", .a = *a, .b = *b, .options = options, .options_size = sizeof options
    };
    if (memo == NULL)
        return compare_groups(a, b, o, arena, out, err);
    struct study_memo_entry *e = study_memo_at(memo, &key);
    if (e->value == NULL) {
        struct compare *made = arena_alloc(&e->arena, sizeof(*made));
        int rc = compare_groups(&e->key.a, &e->key.b, o, &e->arena, made, err);
        if (rc < 0)
            return rc;
        e->value = made;
    }
    *out = *(const struct compare *)e->value;
    return 0;
}

#define TASKS_MOST      400
#define PAIRS_MOST      10000
#define HIGH_BASE_SHARE 0.5

static const char *const regime_names[COMPARE_REGIMES] = { "none", "low", "high" };

const char *compare_regime_name(size_t regime)
{
    return regime_names[regime];
}

size_t compare_regime(double base_share)
{
    if (!(base_share > 0.0))
        return 0;
    return base_share < HIGH_BASE_SHARE ? 1 : 2;
}

struct compare_more compare_more_undefined(void)
{
    const struct interval none = { STAT_NAN, STAT_NAN };
    return (struct compare_more){ .sd = STAT_NAN,
                                  .power = STAT_NAN,
                                  .n_required = STAT_NAN,
                                  .detectable = STAT_NAN,
                                  .mcnemar_power = STAT_NAN,
                                  .mcnemar_required = STAT_NAN,
                                  .risk_difference = STAT_NAN,
                                  .risk_ci = none,
                                  .odds_ratio = STAT_NAN,
                                  .odds_ci = none,
                                  .p_max_t = STAT_NAN,
                                  .regime_difference = { STAT_NAN, STAT_NAN, STAT_NAN } };
}

void compare_power(const double *task_differences, size_t n_tasks, double detectable_effect,
                   double alpha, struct stat_power_sim *sim, struct compare_more *out)
{
    double variance = stat_variance(task_differences, n_tasks);
    if (isnan(variance) || !(variance > 0.0) || n_tasks > TASKS_MOST)
        return;
    out->sd = sqrt(variance);
    double effect = fabs(stat_mean(task_differences, n_tasks)) / out->sd;
    out->power = stat_power_signed_rank(sim, n_tasks, effect, alpha);
    int64_t n = stat_power_signed_rank_n(sim, effect, alpha, POWER_WANTED);
    out->n_required = n < 0 ? STAT_NAN : (double)n;
    out->detectable = isfinite(detectable_effect) ? detectable_effect * out->sd : STAT_NAN;
}

static double odds(double p)
{
    return p < 1.0 ? p / (1.0 - p) : STAT_INF;
}

void compare_risks(const double *a, const double *b, size_t n_cells, double level,
                   struct compare_more *out)
{
    int64_t n = (int64_t)n_cells;
    int64_t up = 0;
    int64_t down = 0;
    for (size_t i = 0; i < n_cells; i++) {
        up += b[i] > a[i];
        down += b[i] < a[i];
    }
    out->n_up = up;
    out->n_down = down;
    out->risk_difference = (double)(up - down) / (double)n;
    /* Each discordant share takes half of the error. */
    struct interval u = stat_interval_clopper_pearson(up, n, 0.5 * (1.0 + level));
    struct interval d = stat_interval_clopper_pearson(down, n, 0.5 * (1.0 + level));
    out->risk_ci = (struct interval){ u.low - d.high, u.high - d.low };
    out->mcnemar_power = stat_power_mcnemar(n < PAIRS_MOST ? n : PAIRS_MOST, (double)up / (double)n,
                                            (double)down / (double)n, 1.0 - level);
    if (up == down)
        out->mcnemar_required = STAT_NAN;
    else {
        int64_t needed = stat_power_mcnemar_n((double)up / (double)n, (double)down / (double)n,
                                              1.0 - level, POWER_WANTED, PAIRS_MOST);
        out->mcnemar_required = needed < 0 ? STAT_NAN : (double)needed;
    }
    if (up + down == 0)
        return;
    out->odds_ratio = down == 0 ? STAT_INF : (double)up / (double)down;
    struct interval share = stat_interval_clopper_pearson(up, up + down, level);
    out->odds_ci = (struct interval){ odds(share.low), odds(share.high) };
}
