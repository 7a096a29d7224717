/*
 * coverage.c - do intervals hold the truth, and are nulls rejected, as often as they say?
 *
 * bench_coverage [--sets N] [--replicates N] [--world NAME]
 *
 * Draws worlds of known truth (tests/unit/analysis/world.h) and prints a row a world and quantity:
 * sets with an answer, the share that held the truth, or rejected it at .05, and its 95 %
 * Clopper-Pearson margin.  Exit status 1 when an exact binomial test at .001 disagrees.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/compare_methods.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/compare/scaling.h"
#include "analysis/select/selection.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/stat/stat_trend.h"
#include "analysis/study/fastp.h"
#include "analysis/study/sweep.h"
#include "src/base/parallel.h"
#include "tests/unit/analysis/world.h"

#define LEVEL      0.95
#define ALARM      0.001
#define MOST_TASKS 100

static const struct speed_rule faster = { 1.0, false, SPEED_MEAN };

enum quantity {
    FAST_P,
    COMPARE_NEW,
    COMPARE_NEW_THESE,
    COMPARE_FIXED,
    COMPARE_FIXED_THESE,
    COMPARE_BEST_NEW,
    METHODS_VALUE,
    METHODS_DIFFERENCE,
    METHODS_MODEL_THESE,
    METHODS_MODEL_NEW,
    EQUIVALENT_NEW,
    EQUIVALENT_NEW_THESE,
    EQUIVALENT_FIXED,
    EQUIVALENT_FIXED_THESE,
    PASS_NEW,
    PASS_FIXED,
    BEST_FIXED,
    SWEEP_CORRECT,
    SWEEP_GEOMEAN,
    SWEEP_MEDIAN,
    SWEEP_MEAN,
    NULL_NEW_RUNS,
    NULL_BEST_NEW_RUNS,
    NULL_LOG_BEST_NEW_RUNS,
    NULL_METHODS,
    NULL_ANY_DIFFERENCE,
    NULL_SIGN_FLIP,
    NULL_SIGNED_RANK,
    NULL_SIGN_TEST,
    NULL_BEST,
    NULL_LOG_BEST,
    NULL_METHODS_THESE,
    NULL_FRIEDMAN,
    NULL_SELECTION,
    NULL_SELECTION_TOP,
    NULL_CORRELATION,
    QUANTITIES
};

/* Quantities from NULL_NEW_RUNS on are rejections of a null. */
static const char *const names[QUANTITIES] = {
    "fast_1, new tasks",
    "compare sample, new tasks, new runs",
    "compare sample, new tasks, these runs",
    "compare sample, these tasks, new runs",
    "compare sample, these tasks, these runs",
    "compare best of B, new tasks, new runs",
    "methods, value, new runs",
    "methods, difference, new runs",
    "methods, model, these tasks",
    "methods, model, new tasks",
    "equivalent K, new tasks, new runs",
    "equivalent K, new tasks, these runs",
    "equivalent K, these tasks, new runs",
    "equivalent K, these tasks, these runs",
    "fast_1@4, new tasks",
    "fast_1@4, these tasks, these runs",
    "best@4, these tasks, these runs",
    "sweep correct rate",
    "sweep geometric mean",
    "sweep median",
    "sweep mean",
    "null: new runs, sample",
    "null: new runs, best of B",
    "null: new runs, log best",
    "null: methods, any pair (Holm), new runs",
    "null: methods, any difference, new runs",
    "null: sign flips, sample, these runs",
    "null: signed rank, sample, these runs",
    "null: sign test, sample, these runs",
    "null: sign flips, best of B, these runs",
    "null: sign flips, log best, these runs",
    "null: methods, any pair (Holm), these runs",
    "null: methods, Friedman, these runs",
    "null: surprisal pick",
    "null: surprisal top 3",
    "null: rho within tasks",
};

struct setting {
    const char *name;
    struct world world;
    bool null;  /* group B is group A */
    bool known; /* too narrow, as docs/internals/analyses.md says: no alarm */
};

#define SEEDS 3
#define RUNS(n, logit)                                                                             \
    .n_seeds = n, .k_a = 16, .k_b = 16, .steps_a = 1, .steps_b = 1, .level = (logit)
#define BASE .n_seeds = SEEDS, .k_a = 16, .k_b = 16, .steps_a = 1, .steps_b = 1, .level = -1.0
static const struct setting settings[] = {
    { "5x3", { .n_tasks = 5, BASE, .tasks = 1.0, .effect_b = 0.8 }, false },
    { "20x3", { .n_tasks = 20, BASE, .tasks = 1.0, .effect_b = 0.8 }, false },
    { "100x3", { .n_tasks = 100, BASE, .tasks = 1.0, .effect_b = 0.8 }, false },
    /* Runs that differ as a whole: adapters, training seeds. */
    { "20x3, runs .2",
      { .n_tasks = 20, RUNS(3, -1.0), .tasks = 1.0, .runs = 0.2, .effect_b = 0.8 },
      false },
    { "20x3, runs .4",
      { .n_tasks = 20, RUNS(3, -1.0), .tasks = 1.0, .runs = 0.4, .effect_b = 0.8 },
      false },
    { "20x5, runs .2",
      { .n_tasks = 20, RUNS(5, -1.0), .tasks = 1.0, .runs = 0.2, .effect_b = 0.8 },
      false },
    { "20x5, runs .4",
      { .n_tasks = 20, RUNS(5, -1.0), .tasks = 1.0, .runs = 0.4, .effect_b = 0.8 },
      false },
    { "100x3, runs .2",
      { .n_tasks = 100, RUNS(3, -1.0), .tasks = 1.0, .runs = 0.2, .effect_b = 0.8 },
      false },
    { "100x3, runs .4",
      { .n_tasks = 100, RUNS(3, -1.0), .tasks = 1.0, .runs = 0.4, .effect_b = 0.8 },
      false },
    { "20x2, runs .4",
      { .n_tasks = 20, RUNS(2, -1.0), .tasks = 1.0, .runs = 0.4, .effect_b = 0.8 },
      false },
    { "null 20x3, runs .2", { .n_tasks = 20, RUNS(3, -1.0), .tasks = 1.0, .runs = 0.2 }, true },
    { "null 20x3, runs .4", { .n_tasks = 20, RUNS(3, -1.0), .tasks = 1.0, .runs = 0.4 }, true },
    { "null 20x5, runs .2", { .n_tasks = 20, RUNS(5, -1.0), .tasks = 1.0, .runs = 0.2 }, true },
    { "null 20x5, runs .4", { .n_tasks = 20, RUNS(5, -1.0), .tasks = 1.0, .runs = 0.4 }, true },
    { "null 100x3, runs .2", { .n_tasks = 100, RUNS(3, -1.0), .tasks = 1.0, .runs = 0.2 }, true },
    { "null 100x3, runs .4", { .n_tasks = 100, RUNS(3, -1.0), .tasks = 1.0, .runs = 0.4 }, true },
    /* Speedups with heavy tails. */
    { "20x3, heavy",
      { .n_tasks = 20, RUNS(3, -1.0), .tasks = 1.0, .effect_b = 0.8, .speeds = 1.5 },
      false },
    { "8x3, heavy",
      { .n_tasks = 8, RUNS(3, -1.0), .tasks = 1.0, .effect_b = 0.8, .speeds = 1.5 },
      false },
    /* Rare successes, tasks that never or always succeed; a gain on one task of ten, which 20 tasks
     * do not show in 12 of 100 sets, whatever is computed. */
    { "20x3, rare", { .n_tasks = 20, RUNS(3, -3.6), .tasks = 1.0, .effect_b = 0.5 }, false },
    { "null 20x3, rare", { .n_tasks = 20, RUNS(3, -3.6), .tasks = 1.0 }, true },
    { "null 20x3, p 0 and 1",
      { .n_tasks = 20, RUNS(3, -1.0), .tasks = 1.0, .never = .35, .always = .15 },
      true },
    { "null 8x3, p 0 and 1",
      { .n_tasks = 8, RUNS(3, -1.0), .tasks = 1.0, .never = .35, .always = .15 },
      true },
    { "null 20x3, skew", { .n_tasks = 20, RUNS(3, -0.7), .skew = 0.45 }, true, true },
    { "null 5x3", { .n_tasks = 5, BASE, .tasks = 1.0 }, true },
    { "null 20x3", { .n_tasks = 20, BASE, .tasks = 1.0 }, true },
    { "null 20x3, tasks alike", { .n_tasks = 20, BASE }, true },
    { "null 20x3, kernels repeat", { .n_tasks = 20, BASE, .tasks = 1.0, .n_kernels = 5 }, true },
    { "null 20x3, runs share kernels",
      { .n_tasks = 20, BASE, .tasks = 1.0, .n_kernels = 5, .shared = true },
      true },
    { "null 100x3", { .n_tasks = 100, BASE, .tasks = 1.0 }, true },
    { "null 100x3, tasks alike", { .n_tasks = 100, BASE }, true },
    { "null 100x3, runs share kernels",
      { .n_tasks = 100, BASE, .tasks = 1.0, .n_kernels = 5, .shared = true },
      true },
    { "null 5x3, 6 steps",
      { .n_tasks = 5,
        .n_seeds = SEEDS,
        .k_a = 32,
        .k_b = 16,
        .steps_a = 1,
        .steps_b = 6,
        .level = -1.0,
        .tasks = 1.0 },
      true },
    { "null 20x3, 6 steps",
      { .n_tasks = 20,
        .n_seeds = SEEDS,
        .k_a = 32,
        .k_b = 16,
        .steps_a = 1,
        .steps_b = 6,
        .level = -1.0,
        .tasks = 1.0 },
      true },
    { "null 100x3, 6 steps",
      { .n_tasks = 100,
        .n_seeds = SEEDS,
        .k_a = 32,
        .k_b = 16,
        .steps_a = 1,
        .steps_b = 6,
        .level = -1.0,
        .tasks = 1.0 },
      true },
};

struct outcome {
    bool said[QUANTITIES];
    bool hit[QUANTITIES];
};

struct job {
    const struct setting *of;
    uint64_t seed;
    int replicates;
    double truth_a, truth_b, truth_k, truth_pass, truth_correct; /* over tasks like these */
    struct outcome *out;
};

static void note(struct outcome *o, enum quantity q, bool said, bool hit)
{
    o->said[q] = said;
    o->hit[q] = said && hit;
}

static void note_interval(struct outcome *o, enum quantity q, struct interval ci, double truth)
{
    note(o, q, !isnan(ci.low), ci.low <= truth && truth <= ci.high);
}

static void note_test(struct outcome *o, enum quantity q, double p)
{
    note(o, q, !isnan(p), p <= .05);
}

static void ask_compare(const struct job *j, const struct run_set *a, const struct run_set *b,
                        const double *z, struct arena *arena, struct outcome *o)
{
    const struct world *w = &j->of->world;
    struct compare_options how = { .rule = faster,
                                   .level = LEVEL,
                                   .replicates = j->replicates,
                                   .threads = 1,
                                   .no_planning = true };
    struct compare c;
    if (compare_groups(a, b, &how, arena, &c, NULL) < 0)
        return;
    const struct group_comparison *r = c.results;
    const struct group_comparison *sample = &r[COMPARE_SAMPLE];
    double fixed = world_share(w, z, w->effect_b) - world_share(w, z, 0.0);
    double truth = j->truth_b - j->truth_a;
    bool plain = !(w->never + w->always + w->skew > 0.0); /* else z is not all of a task */
    note_interval(o, COMPARE_NEW, sample->new_tasks, truth);
    if (w->n_kernels == 0 && plain)
        note_interval(o, COMPARE_FIXED, sample->these_tasks, fixed);
    if (j->of->null && !(w->skew > 0.0))
        note_interval(o, COMPARE_BEST_NEW, r[COMPARE_BEST].new_tasks, 0.0);
    if (!(w->runs > 0.0)) {
        note_interval(o, COMPARE_NEW_THESE, sample->new_tasks_these_runs, truth);
        if (w->n_kernels == 0 && plain && !(w->seeds > 0.0) && w->steps_b == 1)
            note_interval(o, COMPARE_FIXED_THESE, sample->these_tasks_these_runs, fixed);
    }
    if (!j->of->null)
        return;
    static const enum quantity of_new[] = { NULL_NEW_RUNS, NULL_BEST_NEW_RUNS,
                                            NULL_LOG_BEST_NEW_RUNS };
    static const enum quantity of_these[] = { NULL_SIGN_FLIP, NULL_BEST, NULL_LOG_BEST };
    for (int e = 0; e < COMPARE_ESTIMAND_COUNT; e++) {
        if (e != COMPARE_SAMPLE && w->skew > 0.0)
            continue;
        note_test(o, of_new[e], r[e].new_runs.p);
        if (!(w->runs > 0.0))
            note_test(o, of_these[e], r[e].sign_flip.p);
    }
    if (w->runs > 0.0)
        return;
    note_test(o, NULL_SIGNED_RANK, sample->signed_rank.p);
    note_test(o, NULL_SIGN_TEST, sample->sign.p);
}

/* Three methods: A, B, and A without its last seed, which is A again; with five seeds of A and B
 * three and two of A. */
static void ask_methods(const struct job *j, const struct run_set *a, const struct run_set *b,
                        const double *z, struct arena *arena, struct outcome *o)
{
    const struct world *w = &j->of->world;
    size_t first = w->n_seeds > 3 ? 3 : w->n_seeds > 1 ? w->n_seeds - 1 : 1;
    struct run_group groups[] = { { .name = "a", .set = { a->study, a->runs, first } },
                                  { .name = "b", .set = *b },
                                  { .name = "c",
                                    .set = { a->study, a->runs + first, w->n_seeds - first } } };
    const struct run_groups methods = { .items = groups, .n = ARRAY_LEN(groups) };
    struct methods_options how = { .rule = faster,
                                   .level = LEVEL,
                                   .threads = 1,
                                   .no_model = j->of->null,
                                   .primary = COMPARE_SAMPLE };
    struct methods_compared c;
    groups[1].adaptive = w->steps_b > 1;
    if (compare_methods(&methods, &how, arena, &c, NULL) < 0)
        return;
    const struct methods_result *r = &c.results[COMPARE_SAMPLE];
    const struct method_value *v = &r->values[1];
    note_interval(o, METHODS_VALUE, v->ci, j->truth_b);
    note_interval(o, METHODS_DIFFERENCE, r->pairs[0].ci, j->truth_b - j->truth_a);
    if (!(w->runs > 0.0)) { /* the model knows no luck of a whole run */
        note_interval(o, METHODS_MODEL_THESE, v->tasks_ci, world_share(w, z, w->effect_b));
        note_interval(o, METHODS_MODEL_NEW, v->population_ci, j->truth_b);
    }
    if (!j->of->null)
        return;
    double any = STAT_NAN;
    double any_these = STAT_NAN;
    for (size_t i = 0; i < r->n_pairs; i++) {
        any = fmin(any, r->pairs[i].p_holm);
        any_these = fmin(any_these, r->pairs[i].p_holm_these_runs);
    }
    note_test(o, NULL_METHODS, any);
    note_test(o, NULL_ANY_DIFFERENCE, r->any_p);
    if (w->runs > 0.0)
        return;
    note_test(o, NULL_METHODS_THESE, any_these);
    note_test(o, NULL_FRIEDMAN, r->friedman.p);
}

static void note_k(struct outcome *o, enum quantity q, struct equivalent_value low,
                   struct equivalent_value high, double truth)
{
    note(o, q, !isnan(low.k), low.k <= truth && (high.censored || truth <= high.k));
}

static void ask_equivalent(const struct job *j, const struct run_set *a, const struct run_set *b,
                           const double *z, struct outcome *o)
{
    for (int fixed = 0; fixed < 2; fixed++) {
        struct equivalent_options how = { .step = STEP_BOA,
                                          .rule = faster,
                                          .level = LEVEL,
                                          .new_tasks = fixed == 0,
                                          .replicates = j->replicates,
                                          .threads = 1 };
        struct equivalent_k e[2];
        if (equivalent_k(a, b, &how, e, NULL) < 0)
            continue;
        double truth = fixed == 0 ? j->truth_k : world_equivalent_k(&j->of->world, z);
        note_k(o, fixed == 0 ? EQUIVALENT_NEW : EQUIVALENT_FIXED, e[0].low, e[0].high, truth);
        if (!(j->of->world.runs > 0.0))
            note_k(o, fixed == 0 ? EQUIVALENT_NEW_THESE : EQUIVALENT_FIXED_THESE, e[0].low_these,
                   e[0].high_these, truth);
    }
}

static void ask_scaling(const struct job *j, const struct run_set *a, const double *z,
                        struct arena *arena, struct outcome *o)
{
    static const double k[] = { 4.0 };
    for (int fixed = 0; fixed < 2; fixed++) {
        struct scaling_options how = { .k = k,
                                       .n_k = 1,
                                       .rule = faster,
                                       .level = LEVEL,
                                       .new_tasks = fixed == 0,
                                       .replicates = j->replicates,
                                       .threads = 1 };
        struct scaling_point *p;
        size_t n;
        if ((fixed == 1 && j->of->world.runs > 0.0) ||
            scaling_curve(a, &how, arena, &p, &n, NULL) < 0)
            continue;
        note_interval(o, fixed == 0 ? PASS_NEW : PASS_FIXED, p[SCALING_FAST].ci,
                      fixed == 0 ? j->truth_pass : world_pass(&j->of->world, z, 4.0));
        if (fixed == 1)
            note_interval(o, BEST_FIXED, p[SCALING_BEST].ci, world_best(&j->of->world, z, 4.0));
    }
}

static void ask_shares(const struct job *j, const struct run_set *a, struct arena *arena,
                       struct outcome *o)
{
    static const double one[] = { 1.0 };
    const struct study *s = a->study;
    struct fastp_input in;
    struct fastp_options how = { .p = one,
                                 .n_p = 1,
                                 .denominator = FASTP_ALL,
                                 .interval = INTERVAL_WILSON,
                                 .level = LEVEL,
                                 .replicates = j->replicates,
                                 .threads = 1 };
    fastp_from_set(&(struct fastp_of){ .step = STEP_ALL, .sample = -1, .boa_rule = faster }, a,
                   SPEED_MEAN, arena, &in);
    note_interval(o, FAST_P, fastp_curve(&in, &how, arena)[0].ci, j->truth_a);
    const struct world *w = &j->of->world;
    size_t n_cells = s->n_tasks * a->n_runs;
    int64_t *n = arena_array(arena, n_cells, sizeof(*n));
    int64_t *correct = arena_array(arena, n_cells, sizeof(*correct));
    struct sweep_sample *samples = arena_array(arena, s->n_rollouts, sizeof(*samples));
    size_t n_samples = 0;
    for (size_t i = 0; i < n_cells; i++) {
        const struct study_cell *c = study_cell_find(s, a->runs[i % a->n_runs], i / a->n_runs);
        struct count k = study_count_correct(s, c, STEP_ALL);
        n[i] = k.n;
        correct[i] = k.c;
        for (size_t r = c->first; r < c->first + c->count; r++)
            if (s->rollouts[r].correct)
                samples[n_samples++] =
                    (struct sweep_sample){ i / a->n_runs, i % a->n_runs, s->rollouts[r].speedup };
    }
    const struct sweep_counts counts = { correct, n, s->n_tasks, a->n_runs };
    note_interval(o, SWEEP_CORRECT, sweep_rate_of(&counts, LEVEL, arena).ci, j->truth_correct);
    struct sweep_speedups v = sweep_summarise(samples, n_samples, LEVEL, arena);
    note_interval(o, SWEEP_GEOMEAN, v.geomean_ci, world_geomean(w));
    note_interval(o, SWEEP_MEDIAN, v.median_ci, world_median(w));
    note_interval(o, SWEEP_MEAN, v.mean_ci, world_mean_speedup(w));
}

/* Log-probs say nothing of speed in these worlds. */
static void ask_selection(const struct run_set *a, struct arena *arena, struct outcome *o)
{
    struct selection sel;
    const struct study *s = a->study;
    if (selection_table(&(struct select_of){ .step = STEP_ALL,
                                             .rule = faster,
                                             .details = world_details(s, arena) },
                        a, LEVEL, arena, &sel, NULL) < 0)
        return;
    double p = sel.rows[SELECT_SURPRISAL].p_random;
    double top = sel.rows[SELECT_SURPRISAL_TOP3].p_random_m;
    note(o, NULL_SELECTION, !isnan(p), p <= .05);
    note(o, NULL_SELECTION_TOP, !isnan(top), top <= .05);
    size_t n_cells = s->n_tasks * a->n_runs;
    struct stat_correlation *c = arena_array(arena, n_cells, sizeof(*c));
    size_t *tasks = arena_array(arena, n_cells, sizeof(*tasks));
    for (size_t i = 0; i < n_cells; i++) {
        const struct study_cell *cell = study_cell_find(s, a->runs[i % a->n_runs], i / a->n_runs);
        double *x = arena_array(arena, cell->count, sizeof(*x));
        double *y = arena_array(arena, cell->count, sizeof(*y));
        size_t n = 0;
        for (size_t k = cell->first; k < cell->first + cell->count; k++) {
            if (isnan(s->rollouts[k].speedup))
                continue;
            x[n] = -s->rollouts[k].mean_logprob;
            y[n++] = s->rollouts[k].speedup;
        }
        tasks[i] = i / a->n_runs;
        c[i] = (struct stat_correlation){ STAT_NAN, STAT_NAN, n };
        if (n >= 2)
            stat_spearman(x, y, n, arena, &c[i], NULL);
    }
    struct stat_fisher f = stat_fisher_combine(c, tasks, n_cells, 0, LEVEL);
    note(o, NULL_CORRELATION, !isnan(f.p), f.p <= .05);
}

static void one_set(void *context, size_t number)
{
    const struct job *j = context;
    const struct world *w = &j->of->world;
    struct arena arena = { 0 };
    double z[MOST_TASKS];
    struct study s = world_draw(w, j->seed, number, z, &arena);
    struct run_set a = world_group(&s, w, false, &arena);
    struct run_set b = world_group(&s, w, true, &arena);
    struct outcome *o = &j->out[number];
    ask_compare(j, &a, &b, z, &arena, o);
    ask_methods(j, &a, &b, z, &arena, o);
    ask_shares(j, &a, &arena, o);
    if (j->of->null) {
        ask_selection(&a, &arena, o);
    } else {
        ask_equivalent(j, &a, &b, z, o);
        ask_scaling(j, &a, z, &arena, o);
    }
    arena_release(&arena);
}

/* Returns the number of alarms. */
static int report(const struct setting *of, const struct outcome *o, size_t n)
{
    int alarms = 0;
    for (int q = 0; q < QUANTITIES; q++) {
        int64_t said = 0;
        int64_t hits = 0;
        for (size_t i = 0; i < n; i++) {
            said += o[i].said[q];
            hits += o[i].hit[q];
        }
        if (said == 0)
            continue;
        bool null = q >= NULL_NEW_RUNS;
        double p = null ? stat_binomial_test(hits, said, 0.05, STAT_GREATER)
                        : stat_binomial_test(hits, said, LEVEL, STAT_LESS);
        bool alarm = p < ALARM;
        alarms += alarm && !of->known;
        struct interval margin = stat_interval_clopper_pearson(hits, said, LEVEL);
        printf("| %s | %s | %s | %lld | %.1f %% | %.1f to %.1f %% | %s |\n", of->name, names[q],
               null ? "rejects" : "covers", (long long)said, 100.0 * (double)hits / (double)said,
               100.0 * margin.low, 100.0 * margin.high,
               !alarm      ? ""
               : of->known ? "known"
                           : "ALARM");
    }
    return alarms;
}

int main(int argc, char **argv)
{
    size_t sets = 2000;
    int replicates = 500;
    const char *world = NULL;
    uint64_t seed = 17;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--sets") == 0)
            sets = (size_t)strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--replicates") == 0)
            replicates = (int)strtol(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--world") == 0)
            world = argv[i + 1];
        else if (strcmp(argv[i], "--seed") == 0)
            seed = strtoull(argv[i + 1], NULL, 10);
    }
    if (argc % 2 == 0 || sets == 0 || replicates <= 0) {
        fprintf(stderr,
                "usage: bench_coverage [--sets N] [--replicates N] [--world NAME] [--seed N]\n");
        return 2;
    }
    int alarms = 0;
    printf("| world | quantity | | sets | share | margin | |\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < ARRAY_LEN(settings); i++) {
        const struct setting *of = &settings[i];
        const struct world *w = &of->world;
        if (world != NULL && strcmp(world, of->name) != 0)
            continue;
        struct job j = { .of = of, .replicates = replicates, .seed = seed };
        j.truth_a = world_share(w, NULL, 0.0);
        j.truth_b = world_share(w, NULL, w->effect_b);
        if (w->skew > 0.0)
            j.truth_b = j.truth_a;
        j.truth_correct = 0.5 + 0.5 * j.truth_a;
        j.truth_pass = world_pass(w, NULL, 4.0);
        j.truth_k = of->null ? 1.0 : world_equivalent_k(w, NULL);
        j.out = mem_array(sets, sizeof(*j.out));
        parallel_for(sets, 0, one_set, &j);
        alarms += report(of, j.out, sets);
        fflush(stdout);
        free(j.out);
    }
    return alarms > 0;
}
