/*
 * Published counts of one adaptation (five tasks, 32 samples a step); chi-square by SciPy 1.10.1,
 * flat null by convolution and simulation elsewhere.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/study/trajectory.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tests/unit/analysis/near.h"
#include "tests/unit/analysis/study_builder.h"

enum { STEPS = 6, TASKS = 5 };

static const int64_t published[STEPS][TASKS] = {
    { 3, 1, 32, 12, 12 }, { 9, 5, 32, 7, 11 }, { 15, 2, 32, 6, 13 },
    { 8, 1, 32, 7, 10 },  { 7, 1, 32, 5, 13 }, { 8, 3, 32, 13, 10 },
};
static const int steps[STEPS] = { 0, 1, 2, 3, 4, 5 };
static const char *const tasks[TASKS] = { "l1/4", "l1/5", "l1/12", "l1/14", "l1/15" };

static struct trajectory published_trajectory(struct arena *a, int patience)
{
    struct count *counts = arena_array(a, (size_t)STEPS * TASKS, sizeof(*counts));
    for (size_t s = 0; s < STEPS; s++) {
        for (size_t t = 0; t < TASKS; t++)
            counts[s * TASKS + t] = (struct count){ 32, published[s][t] };
    }
    struct trajectory_options o = { .patience = patience };
    struct trajectory x;
    struct err err = { 0 };
    assert_int_equal(trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                                         .n_steps = STEPS,
                                                                         .tasks = tasks,
                                                                         .n_tasks = TASKS,
                                                                         .counts = counts },
                                            &o, a, &x, &err),
                     0);
    return x;
}

static void published_aggregates(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct trajectory x = published_trajectory(&a, 1);
    static const double want[STEPS] = { .375, .4, .425, .3625, .3625, .4125 };
    for (size_t s = 0; s < STEPS; s++)
        assert_near(x.aggregate[s], want[s], 1e-15);
    assert_int_equal(x.boa, 2);
    assert_near(x.aggregate[x.boa], .425, 1e-15);
    assert_int_equal(x.pooled[2].c, 68);
    assert_int_equal(x.pooled[2].n, 160);
    arena_release(&a);
}

static void flat_null_of_the_published_run(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct trajectory x = published_trajectory(&a, 1);
    assert_near(x.chi2, 2.400394225328977, 1e-12);
    assert_int_equal(x.chi2_df, 5);
    assert_near(x.chi2_p, 0.7914154112111695, 1e-12);
    assert_int_equal(x.flat_engine, TRAJECTORY_EXACT);
    assert_true(fabs(x.flat_max - .427) < .0005);
    assert_true(fabs(x.flat_p_max - .58) < .005);
    assert_near(x.flat_mean, 374.0 / 960, 1e-12);
    assert_true(x.flat_low < x.flat_mean && x.flat_mean < x.flat_high);
    arena_release(&a);
}

static void early_stopping(void **state)
{
    (void)state;
    static const struct {
        int patience;
        bool stopped;
        size_t stop;
    } cases[] = { { 1, true, 3 }, { 2, false, 5 }, { 0, false, 5 } };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena a = { 0 };
        struct trajectory x = published_trajectory(&a, cases[i].patience);
        assert_int_equal(x.stopped, cases[i].stopped);
        assert_int_equal(x.stop, cases[i].stop);
        assert_int_equal(x.stop_boa, 2);
        arena_release(&a);
    }
}

static void per_task_oracle(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct trajectory x = published_trajectory(&a, 1);
    static const size_t want[TASKS] = { 2, 1, 0, 5, 2 };
    for (size_t t = 0; t < TASKS; t++)
        assert_int_equal(x.task_oracle_step[t], want[t]);
    assert_near(x.oracle, (15 + 5 + 32 + 13 + 13) / 160.0, 1e-15);
    arena_release(&a);
}

static void first_of_equal_peaks_wins(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 10, 4 }, { 10, 7 }, { 10, 7 } };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 3, .tasks = tasks, .n_tasks = 1, .counts = counts },
            &o, &a, &x, NULL),
        0);
    assert_int_equal(x.boa, 1);
    assert_false(x.stopped);
    arena_release(&a);
}

/* Two steps of one coin: the maximum is 1 unless both fail. */
static void flat_null_by_hand(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 1, 0 }, { 1, 1 } };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 2, .tasks = tasks, .n_tasks = 1, .counts = counts },
            &o, &a, &x, NULL),
        0);
    assert_near(x.flat_max, .75, 1e-15);
    assert_near(x.flat_p_max, .75, 1e-15);
    arena_release(&a);
}

static void unequal_samples_use_monte_carlo(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 1, 0 }, { 2, 2 }, { 1, 1 }, { 2, 0 } };
    struct trajectory_options o = { .patience = 1, .replicates = 4000 };
    struct trajectory x;
    struct trajectory again;
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 2, .tasks = tasks, .n_tasks = 2, .counts = counts },
            &o, &a, &x, NULL),
        0);
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 2, .tasks = tasks, .n_tasks = 2, .counts = counts },
            &o, &a, &again, NULL),
        0);
    assert_int_equal(x.flat_engine, TRAJECTORY_MONTE_CARLO);
    assert_near(x.flat_max, again.flat_max, 0);
    assert_near(x.flat_mean, .5, 1e-12);
    assert_true(x.flat_max > .5 && x.flat_max < 1);
    arena_release(&a);
}

static void nothing_sampled_is_refused(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 0, 0 } };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    struct err err = { 0 };
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 1, .tasks = tasks, .n_tasks = 1, .counts = counts },
            &o, &a, &x, &err),
        ERR_NODATA);
    arena_release(&a);
}

static void constant_outcomes_have_no_chi2(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const struct count counts[] = { { 8, 0 }, { 8, 0 } };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 2, .tasks = tasks, .n_tasks = 1, .counts = counts },
            &o, &a, &x, NULL),
        0);
    assert_true(isnan(x.chi2_p));
    assert_int_equal(x.boa, 0);
    assert_near(x.flat_p_max, 1, 0);
    arena_release(&a);
}

/* ---- the flat null against every outcome ---- */

#define MOST_SUMS 64

/* Values that an aggregate of a step can take, and how likely each is. */
struct outcomes {
    size_t n;
    double value[MOST_SUMS], chance[MOST_SUMS];
};

static void add_outcome(struct outcomes *o, double value, double chance)
{
    size_t i = 0;
    while (i < o->n && fabs(o->value[i] - value) > 1e-9)
        i++;
    if (i == o->n) {
        assert_true(o->n < MOST_SUMS);
        o->value[o->n] = value;
        o->chance[o->n++] = 0;
    }
    o->chance[i] += chance;
}

/* Each coin of each task falls either way. */
static struct outcomes outcomes_of(const struct count *row, const double *rates, size_t n_tasks)
{
    struct outcomes o = { 0 };
    size_t task_of[16], coins = 0, sampled = 0;
    for (size_t t = 0; t < n_tasks; t++) {
        sampled += row[t].n > 0;
        for (int64_t k = 0; k < row[t].n; k++)
            task_of[coins++] = t;
    }
    for (unsigned heads = 0; heads < 1u << coins; heads++) {
        double chance = 1, value = 0;
        for (size_t i = 0; i < coins; i++) {
            size_t t = task_of[i];
            bool fast = (heads >> i & 1u) != 0;
            chance *= fast ? rates[t] : 1 - rates[t];
            value += fast ? 1 / (double)row[t].n / (double)sampled : 0;
        }
        add_outcome(&o, value, chance);
    }
    return o;
}

struct flat {
    double mean, max, p_max, low, high;
};

/* low and high: of the outcomes of one step. */
static struct flat flat_of(const struct count *counts, size_t n_steps, size_t n_tasks,
                           double observed)
{
    struct flat f = { 0, 0, 0, 2, 2 };
    struct outcomes rows[4];
    double rates[4];
    size_t at[4] = { 0 };
    for (size_t t = 0; t < n_tasks; t++) {
        double n = 0, c = 0;
        for (size_t s = 0; s < n_steps; s++) {
            n += (double)counts[s * n_tasks + t].n;
            c += (double)counts[s * n_tasks + t].c;
        }
        rates[t] = c / n;
        f.mean += rates[t] / (double)n_tasks;
    }
    for (size_t s = 0; s < n_steps; s++)
        rows[s] = outcomes_of(counts + s * n_tasks, rates, n_tasks);
    for (size_t s = 0; s < n_steps;) {
        double chance = 1, most = 0;
        for (size_t k = 0; k < n_steps; k++) {
            chance *= rows[k].chance[at[k]];
            most = fmax(most, rows[k].value[at[k]]);
        }
        f.max += chance * most;
        f.p_max += most > observed - 1e-9 ? chance : 0;
        for (s = 0; s < n_steps && ++at[s] == rows[s].n; s++)
            at[s] = 0;
    }
    for (size_t i = 0; i < rows[0].n; i++) {
        double below = 0;
        for (size_t k = 0; k < rows[0].n; k++)
            below += rows[0].value[k] < rows[0].value[i] + 1e-9 ? rows[0].chance[k] : 0;
        f.low = below >= .025 ? fmin(f.low, rows[0].value[i]) : f.low;
        f.high = below >= .975 ? fmin(f.high, rows[0].value[i]) : f.high;
    }
    return f;
}

static void flat_null_against_every_outcome(void **state)
{
    static const struct {
        size_t n_steps, n_tasks;
        struct count counts[8];
    } rows[] = {
        { 2, 1, { { 3, 1 }, { 3, 3 } } },
        { 3, 2, { { 2, 1 }, { 2, 0 }, { 2, 2 }, { 2, 1 }, { 2, 0 }, { 2, 1 } } },
        { 2, 3, { { 3, 1 }, { 3, 0 }, { 3, 2 }, { 3, 3 }, { 3, 1 }, { 3, 2 } } },
        { 2,
          4,
          { { 1, 1 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 1 }, { 1, 1 }, { 1, 0 }, { 1, 1 } } },
        { 1, 2, { { 4, 4 }, { 4, 1 } } },
        { 2, 2, { { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 } } },
        { 2, 2, { { 2, 2 }, { 2, 2 }, { 2, 2 }, { 2, 2 } } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct trajectory x;
        struct trajectory_options o = { 0 };
        assert_int_equal(
            trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                                .n_steps = rows[i].n_steps,
                                                                .tasks = tasks,
                                                                .n_tasks = rows[i].n_tasks,
                                                                .counts = rows[i].counts },
                                   &o, &a, &x, NULL),
            0);
        struct flat f =
            flat_of(rows[i].counts, rows[i].n_steps, rows[i].n_tasks, x.aggregate[x.boa]);
        assert_int_equal(x.flat_engine, TRAJECTORY_EXACT);
        assert_near(x.flat_mean, f.mean, 1e-12);
        assert_near(x.flat_max, f.max, 1e-12);
        assert_near(x.flat_p_max, f.p_max, 1e-12);
        assert_near(x.flat_low, f.low, 1e-12);
        assert_near(x.flat_high, f.high, 1e-12);
        arena_release(&a);
    }
}

/* Numbers of samples that differ: drawn, but near what every outcome gives. */
static void drawn_flat_null_against_every_outcome(void **state)
{
    static const struct {
        size_t n_steps, n_tasks;
        struct count counts[8];
    } rows[] = {
        { 2, 2, { { 1, 0 }, { 2, 2 }, { 1, 1 }, { 2, 0 } } },
        { 2, 2, { { 4, 1 }, { 3, 2 }, { 3, 1 }, { 4, 3 } } },
        { 3, 2, { { 2, 1 }, { 0, 0 }, { 2, 0 }, { 3, 2 }, { 0, 0 }, { 3, 1 } } },
        { 2, 1, { { 2, 0 }, { 3, 3 } } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena a = { 0 };
        struct trajectory x, few;
        struct trajectory_options o = { .seed = i };
        struct trajectory_options short_run = { .seed = i, .replicates = 7 };
        assert_int_equal(
            trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                                .n_steps = rows[i].n_steps,
                                                                .tasks = tasks,
                                                                .n_tasks = rows[i].n_tasks,
                                                                .counts = rows[i].counts },
                                   &o, &a, &x, NULL),
            0);
        struct flat f =
            flat_of(rows[i].counts, rows[i].n_steps, rows[i].n_tasks, x.aggregate[x.boa]);
        assert_int_equal(x.flat_engine, TRAJECTORY_MONTE_CARLO);
        assert_near(x.flat_mean, f.mean, 1e-12);
        assert_near(x.flat_max - f.max, 0, .01);
        assert_near(x.flat_p_max - f.p_max, 0, .015);
        assert_near(x.flat_p_max * 20001, round(x.flat_p_max * 20001), 1e-9);
        assert_true(x.flat_low <= x.flat_mean && x.flat_mean <= x.flat_high);
        /* Of seven draws the share is one of eighths, and never none. */
        assert_int_equal(
            trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                                .n_steps = rows[i].n_steps,
                                                                .tasks = tasks,
                                                                .n_tasks = rows[i].n_tasks,
                                                                .counts = rows[i].counts },
                                   &short_run, &a, &few, NULL),
            0);
        assert_near(few.flat_p_max * 8, round(few.flat_p_max * 8), 1e-12);
        assert_true(few.flat_p_max >= 1.0 / 8);
        arena_release(&a);
    }
}

/* The central 95 % of drawn aggregates: of a coin that always falls one way, and of a fair one. */
static void drawn_band(void **state)
{
    static const struct count fixed[] = { { 2, 2 }, { 3, 3 } };
    static const struct count fair[] = { { 400, 200 }, { 399, 199 } };
    struct arena a = { 0 };
    struct trajectory x;
    struct trajectory_options o = { .replicates = 2000 };
    (void)state;
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 2, .tasks = tasks, .n_tasks = 1, .counts = fixed },
            &o, &a, &x, NULL),
        0);
    assert_int_equal(x.flat_engine, TRAJECTORY_MONTE_CARLO);
    assert_near(x.flat_low, 1, 0);
    assert_near(x.flat_high, 1, 0);
    assert_near(x.flat_max, 1, 0);
    assert_near(x.flat_p_max, 1, 0);
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 2, .tasks = tasks, .n_tasks = 1, .counts = fair },
            &o, &a, &x, NULL),
        0);
    assert_near(x.flat_low, .5 - 1.96 * .025, .02);
    assert_near(x.flat_high, .5 + 1.96 * .025, .02);
    arena_release(&a);
}

/* Twenty thousand rollouts a step are the most that are counted exactly. */
static void the_exact_null_has_a_limit(void **state)
{
    static const struct {
        struct count each;
        enum trajectory_engine engine;
    } rows[] = { { { 4000, 0 }, TRAJECTORY_EXACT }, { { 4001, 0 }, TRAJECTORY_MONTE_CARLO } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct count counts[TASKS];
        struct arena a = { 0 };
        struct trajectory x;
        struct trajectory_options o = { .replicates = 10 };
        for (size_t t = 0; t < TASKS; t++)
            counts[t] = rows[i].each;
        assert_int_equal(trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                                             .n_steps = 1,
                                                                             .tasks = tasks,
                                                                             .n_tasks = TASKS,
                                                                             .counts = counts },
                                                &o, &a, &x, NULL),
                         0);
        assert_int_equal(x.flat_engine, rows[i].engine);
        assert_near(x.flat_mean, 0, 0);
        assert_near(x.flat_max, 0, 0);
        arena_release(&a);
    }
    assert_string_equal(trajectory_engine_name(TRAJECTORY_EXACT), "exact");
    assert_string_equal(trajectory_engine_name(TRAJECTORY_MONTE_CARLO), "monte-carlo");
}

static void patience_counts_falls_in_a_row(void **state)
{
    static const struct {
        int64_t c[STEPS]; /* of 10 */
        int patience;
        bool stopped;
        size_t stop, stop_boa, boa;
    } rows[] = {
        { { 5, 4, 3, 9, 2, 1 }, 1, true, 1, 0, 3 },  { { 5, 4, 3, 9, 2, 1 }, 2, true, 2, 0, 3 },
        { { 5, 4, 3, 9, 2, 1 }, 3, false, 5, 3, 3 }, { { 5, 4, 4, 3, 2, 9 }, 2, true, 4, 0, 5 },
        { { 1, 2, 3, 4, 5, 4 }, 1, true, 5, 4, 4 },  { { 5, 4, 3, 9, 2, 1 }, 0, false, 5, 3, 3 },
        { { 0, 0, 0, 0, 0, 0 }, 1, false, 5, 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct count counts[STEPS];
        struct arena a = { 0 };
        struct trajectory x;
        struct trajectory_options o = { .patience = rows[i].patience, .no_null = true };
        for (size_t s = 0; s < STEPS; s++)
            counts[s] = (struct count){ 10, rows[i].c[s] };
        assert_int_equal(trajectory_from_counts(&(struct trajectory_counts){ .steps = steps,
                                                                             .n_steps = STEPS,
                                                                             .tasks = tasks,
                                                                             .n_tasks = 1,
                                                                             .counts = counts },
                                                &o, &a, &x, NULL),
                         0);
        assert_int_equal(x.stopped, rows[i].stopped);
        assert_int_equal(x.stop, rows[i].stop);
        assert_int_equal(x.stop_boa, rows[i].stop_boa);
        assert_int_equal(x.boa, rows[i].boa);
        assert_near(x.oracle, x.aggregate[x.boa], 0);
        assert_int_equal(x.n_steps, STEPS);
        assert_int_equal(x.n_tasks, 1);
        assert_ptr_equal(x.steps, steps);
        assert_ptr_equal(x.tasks, tasks);
        assert_ptr_equal(x.counts, counts);
        /* Without a null nothing is drawn. */
        assert_near(x.flat_max, 0, 0);
        assert_near(x.flat_p_max, 0, 0);
        assert_near(x.boa_cross_fitted, 0, 0);
        assert_near(x.stop_cross_fitted, 0, 0);
        arena_release(&a);
    }
}

/* Steps of one outcome: the best one is known, whichever rollouts choose it. */
static void cross_fitted_values_are_of_all_steps_and_of_those_until_the_stop(void **state)
{
    static const struct count counts[] = { { 4, 4 }, { 4, 0 }, { 4, 0 },
                                           { 4, 0 }, { 4, 4 }, { 4, 4 } };
    static const struct count rising[] = { { 4, 0 }, { 4, 0 }, { 4, 4 }, { 4, 0 } };
    struct arena a = { 0 };
    struct trajectory x;
    struct trajectory_options o = { .patience = 1 };
    (void)state;
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 3, .tasks = tasks, .n_tasks = 2, .counts = counts },
            &o, &a, &x, NULL),
        0);
    assert_int_equal(x.stop, 1);
    assert_near(x.boa_cross_fitted, 1, 0);
    assert_near(x.stop_cross_fitted, .5, 0);
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 2, .tasks = tasks, .n_tasks = 2, .counts = rising },
            &o, &a, &x, NULL),
        0);
    assert_near(x.boa_cross_fitted, .5, 0);
    assert_near(x.stop_cross_fitted, .5, 0);
    arena_release(&a);
}

static void what_has_no_sample_is_left_out(void **state)
{
    static const struct count counts[] = { { 0, 0 }, { 0, 0 }, { 0, 0 }, { 4, 1 },
                                           { 0, 0 }, { 0, 0 }, { 2, 1 }, { 4, 2 },
                                           { 0, 0 }, { 2, 1 }, { 4, 2 }, { 0, 0 } };
    struct arena a = { 0 };
    struct trajectory x;
    struct err err = { 0 };
    struct trajectory_options o = { 0 };
    (void)state;
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 3, .tasks = tasks, .n_tasks = 4, .counts = counts },
            &o, &a, &x, &err),
        0);
    assert_near(x.aggregate[0], .25, 0);
    assert_near(x.aggregate[1], .5, 0);
    assert_near(x.aggregate[2], .5, 0);
    assert_int_equal(x.boa, 1);
    assert_true(isnan(x.task_oracle[0]));
    for (size_t t = 1; t < 4; t++)
        assert_near(x.task_oracle[t], .5, 0);
    assert_int_equal(x.task_oracle_step[1], 2);
    assert_int_equal(x.task_oracle_step[2], 1);
    assert_int_equal(x.task_oracle_step[3], 1);
    assert_near(x.oracle, .5, 0);
    assert_int_equal(x.pooled[1].n, 6);
    assert_int_equal(x.pooled[1].c, 3);
    assert_int_equal(x.pooled[2].n, 6);
    assert_int_equal(x.flat_engine, TRAJECTORY_MONTE_CARLO);
    assert_near(x.flat_mean, (3.0 / 8 + .5 + .5) / 3, 1e-15);

    static const struct count late[] = { { 0, 0 }, { 2, 0 } };
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 2, .tasks = tasks, .n_tasks = 1, .counts = late },
            &o, &a, &x, &err),
        0);
    assert_true(isnan(x.aggregate[0]));
    assert_int_equal(x.boa, 1);

    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 1, .tasks = tasks, .n_tasks = 1, .counts = counts },
            &o, &a, &x, &err),
        ERR_NODATA);
    assert_string_equal(err.msg, "a trajectory needs scored rollouts");
    err = (struct err){ 0 };
    o.patience = -1;
    assert_int_equal(
        trajectory_from_counts(
            &(struct trajectory_counts){
                .steps = steps, .n_steps = 3, .tasks = tasks, .n_tasks = 4, .counts = counts },
            &o, &a, &x, &err),
        ERR_USAGE);
    assert_string_equal(err.msg, "patience is 0 (never) or more, not -1");
    arena_release(&a);
}

/* ---- of runs ---- */

static const struct speed_rule faster = { .p = 1 };

static void runs_are_added_up_by_step_and_task(void **state)
{
    static const struct run_shape shapes[] = { { "a", "ttt", 1, 3, 4 }, { "b", "ttt", 2, 5, 2 } };
    static const int64_t fast[] = { 1, 0, 2, 3, 0, 1, 0, 2 };
    static const int64_t sizes[] = { 6, 6, 4, 6, 2, 2, 2, 2 };
    static const int want_steps[] = { 0, 2, 3, 4 };
    struct arena a = { 0 };
    struct study s = build_study(&a, shapes, 2, 3);
    const size_t both[] = { 0, 1 };
    struct run_set set = { .study = &s, .runs = both, .n_runs = 2 };
    struct trajectory x;
    struct err err = { 0 };
    struct trajectory_options o = { .seed = 5 };
    (void)state;
    fill_cell(&s, 0, 0, 0, 1, 0);
    fill_cell(&s, 0, 0, 2, 2, 1);
    fill_cell(&s, 0, 1, 2, 1, 0);
    fill_cell(&s, 1, 1, 2, 2, 0);
    fill_cell(&s, 1, 1, 3, 1, 1);
    fill_cell(&s, 1, 1, 4, 2, 0);
    /* No rollout of step 1, none of task 2, and of task 0 none of run b at step 2. */
    for (size_t r = 0; r < 2; r++)
        for (size_t t = 0; t < 3; t++) {
            struct study_cell *c = &s.cells[s.runs[r].first_cell + t];
            size_t kept = c->first;
            for (size_t k = c->first; k < c->first + c->count; k++) {
                const struct study_rollout *y = &s.rollouts[k];
                if (t < 2 && y->step != 1 && !(r == 1 && t == 0 && y->step == 2))
                    s.rollouts[kept++] = *y;
            }
            c->count = kept - c->first;
        }
    assert_int_equal(trajectory_of_set(&set, faster, &o, &a, &x, &err), 0);
    assert_int_equal(x.n_steps, 4);
    assert_int_equal(x.n_tasks, 2);
    assert_string_equal(x.tasks[0], "l1/4");
    assert_string_equal(x.tasks[1], "l1/5");
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(x.steps[i], want_steps[i]);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(x.counts[i].c, fast[i]);
        assert_int_equal(x.counts[i].n, sizes[i]);
    }
    /* One run has the value that it has elsewhere. */
    set.n_runs = 1;
    struct boa_fit f;
    struct boa_fit_options how = boa_fit_standard(5, 0);
    assert_int_equal(trajectory_of_set(&set, faster, &o, &a, &x, &err), 0);
    boa_fit_run(&s, 0, faster, &how, &a, &f);
    assert_int_equal(x.n_steps, 2);
    assert_near(x.boa_cross_fitted, f.cross_fitted, 0);
    assert_near(x.stop_cross_fitted, f.cross_fitted, 0);
    o.no_null = true;
    assert_int_equal(trajectory_of_set(&set, faster, &o, &a, &x, &err), 0);
    assert_near(x.boa_cross_fitted, 0, 0);
    /* A single rollout makes a task and a step. */
    o.no_null = false;
    static const struct run_shape once[] = { { "a", "best-of-n", 1, 1, 1 } };
    struct study single = build_study(&a, once, 1, 2);
    struct run_set of_single = { .study = &single, .runs = both, .n_runs = 1 };
    fill_cell(&single, 0, 1, 0, 1, 0);
    assert_int_equal(trajectory_of_set(&of_single, faster, &o, &a, &x, &err), 0);
    assert_int_equal(x.n_tasks, 2);
    assert_int_equal(x.n_steps, 1);
    assert_near(x.aggregate[0], .5, 0);
    /* Without any rollout there is no trajectory. */
    for (size_t i = 0; i < s.n_cells; i++)
        s.cells[i].count = 0;
    assert_int_equal(trajectory_of_set(&set, faster, &o, &a, &x, &err), ERR_NODATA);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_aggregates),
        cmocka_unit_test(flat_null_of_the_published_run),
        cmocka_unit_test(early_stopping),
        cmocka_unit_test(per_task_oracle),
        cmocka_unit_test(first_of_equal_peaks_wins),
        cmocka_unit_test(flat_null_by_hand),
        cmocka_unit_test(unequal_samples_use_monte_carlo),
        cmocka_unit_test(nothing_sampled_is_refused),
        cmocka_unit_test(constant_outcomes_have_no_chi2),
        cmocka_unit_test(flat_null_against_every_outcome),
        cmocka_unit_test(drawn_flat_null_against_every_outcome),
        cmocka_unit_test(drawn_band),
        cmocka_unit_test(the_exact_null_has_a_limit),
        cmocka_unit_test(patience_counts_falls_in_a_row),
        cmocka_unit_test(cross_fitted_values_are_of_all_steps_and_of_those_until_the_stop),
        cmocka_unit_test(what_has_no_sample_is_left_out),
        cmocka_unit_test(runs_are_added_up_by_step_and_task),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
