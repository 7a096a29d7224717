/*
 * world.h - studies drawn from known rates, for tests and for bench/coverage.
 *
 * The chance that a sample of task t and run s is fast is logistic(level + tasks z_t + runs z_s +
 * seeds z_ts + what group and step add), z standard normal; other samples are correct with chance
 * one half.  Log speedups are speeds |z| of fast and - speeds |z| of slow samples.  With `never`
 * and `always` some tasks have chance 0 or 1.  With `skew` group B's chance is `skew` larger on one
 * task of ten and skew / 9 smaller on the others, which is no difference on average.
 */
#ifndef ROLLBOOK_TESTS_WORLD_H
#define ROLLBOOK_TESTS_WORLD_H

#include <math.h>
#include <stdio.h>

#include "analysis/select/select_pool.h"
#include "analysis/stat/stat_special.h"
#include "analysis/study/study.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

struct world {
    size_t n_tasks;
    size_t n_seeds;
    int k_a, k_b; /* samples of a (task, run) and step */
    int steps_a;  /* 1: does not adapt */
    int steps_b;
    double level;
    double tasks;                       /* sd over tasks */
    double seeds;                       /* sd over the seeds of a task */
    double runs;                        /* sd over runs, the same for all tasks of a run */
    double never, always, skew, speeds; /* speeds 0: one half */
    double effect_b;                    /* on group B's logit */
    double step_b;                      /* added by each step */
    int n_kernels; /* of a task, each with one log-prob and outcome; 0: every sample is its own */
    bool shared;   /* a task's seeds and groups draw from the same ones */
};

static inline double world_normal(struct rng *g)
{
    double u = rng_double(g) + 0x1p-54;
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * rng_double(g));
}

static inline double world_rate(const struct world *w, double z, double added)
{
    return 1.0 / (1.0 + exp(-(w->level + z + added)));
}

/* What a task is: its part of the logit, and how it differs from others. */
enum world_kind { WORLD_PLAIN, WORLD_NEVER, WORLD_ALWAYS, WORLD_GAINS, WORLD_LOSES };

static inline double world_chance(const struct world *w, double rate, bool is_b,
                                  enum world_kind kind)
{
    double added = !is_b ? 0.0 : kind == WORLD_GAINS ? w->skew : -w->skew / 9.0;
    return kind == WORLD_NEVER                          ? 0.0
           : kind == WORLD_ALWAYS                       ? 1.0
           : kind == WORLD_GAINS || kind == WORLD_LOSES ? fmin(1.0, fmax(0.0, rate + added))
                                                        : rate;
}

static inline enum world_kind world_kind_of(const struct world *w, double u)
{
    if (w->skew > 0.0)
        return u < 0.1 ? WORLD_GAINS : WORLD_LOSES;
    return u < w->never ? WORLD_NEVER : u < w->never + w->always ? WORLD_ALWAYS : WORLD_PLAIN;
}

/* E[logistic(centre + sd Z)]. */
static inline double world_mean(double centre, double sd, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += 1.0 / (1.0 + exp(-(centre + sd * stat_normal_quantile((i + 0.5) / n))));
    return sum / n;
}

static inline void world_sample(const struct world *w, struct rng *g, double rate,
                                struct study_rollout *r)
{
    bool fast = rng_double(g) < rate;
    double size = fabs(world_normal(g)) * (w->speeds > 0.0 ? w->speeds : 0.5) + 1e-9;
    r->compiled = true;
    r->correct = fast || rng_below(g, 2) == 0;
    r->speedup = !r->correct ? (double)NAN : exp(fast ? size : -size);
    r->runtime_us = r->correct ? 100.0 / r->speedup : (double)NAN;
    r->mean_logprob = -1.0 - rng_double(g);
    r->sum_logprob = 10.0 * r->mean_logprob;
    r->prompt_tokens = 10;
    r->completion_tokens = 10;
}

static inline void world_cell(const struct world *w, struct rng *g, struct study *s, size_t run,
                              size_t task, double z, bool is_b, uint64_t shared,
                              enum world_kind kind)
{
    struct study_cell *c = &s->cells[s->n_cells++];
    int steps = is_b ? w->steps_b : w->steps_a;
    int k = is_b ? w->k_b : w->k_a;
    *c = (struct study_cell){
        .run = run, .task = task, .first = s->n_rollouts, .count = (size_t)(steps * k)
    };
    for (int step = 0; step < steps; step++) {
        double rate = world_chance(w, world_rate(w, z, is_b ? w->effect_b + step * w->step_b : 0.0),
                                   is_b, kind);
        struct study_rollout kernels[64];
        struct rng of_task;
        rng_init(&of_task, shared, RNG_TRIAL, 0x6b65726e, task, 0);
        for (int i = 0; i < w->n_kernels; i++)
            world_sample(w, w->shared ? &of_task : g, rate, &kernels[i]);
        for (int i = 0; i < k; i++) {
            struct study_rollout *r = &s->rollouts[s->n_rollouts++];
            if (w->n_kernels > 0)
                *r = kernels[rng_below(g, (uint32_t)w->n_kernels)];
            else
                world_sample(w, g, rate, r);
            r->step = step;
            r->sample = i;
        }
    }
}

/* Runs 0 .. n_seeds - 1 are group A, the next n_seeds B; z[task] is the task's part of the
 * logit. */
static inline struct study world_draw(const struct world *w, uint64_t seed, uint64_t number,
                                      double *z, struct arena *a)
{
    size_t n_runs = 2 * w->n_seeds;
    struct study s = { .n_runs = n_runs, .n_tasks = w->n_tasks };
    size_t most = w->n_tasks * w->n_seeds * (size_t)(w->k_a * w->steps_a + w->k_b * w->steps_b);
    struct rng g;
    rng_init(&g, seed, RNG_TRIAL, 0x636f7665, number, 0);
    s.runs = arena_array(a, n_runs, sizeof(*s.runs));
    s.tasks = arena_array(a, w->n_tasks, sizeof(*s.tasks));
    s.cells = arena_array(a, n_runs * w->n_tasks, sizeof(*s.cells));
    s.rollouts = arena_array(a, most, sizeof(*s.rollouts));
    enum world_kind *kinds = arena_array(a, w->n_tasks, sizeof(*kinds));
    bool plain = !(w->never + w->always + w->skew > 0.0);
    for (size_t t = 0; t < w->n_tasks; t++) {
        z[t] = w->tasks * world_normal(&g);
        kinds[t] = plain ? WORLD_PLAIN : world_kind_of(w, rng_double(&g));
        s.tasks[t] =
            (struct study_task){ arena_printf(a, "l1/%zu", t + 1), 1, (int)t + 1, "", "", 0 };
    }
    for (size_t r = 0; r < n_runs; r++) {
        bool is_b = r >= w->n_seeds;
        size_t i = is_b ? r - w->n_seeds : r;
        s.runs[r] = (struct study_run){ .name = arena_printf(a, "%s-%zu", is_b ? "b" : "a", i + 1),
                                        .strategy = is_b ? "ttt" : "best-of-n",
                                        .status = "complete",
                                        .split_hash = "",
                                        .device = "",
                                        .begins = "",
                                        .has_seed = true,
                                        .seed = (int64_t)i + 1,
                                        .first_cell = s.n_cells,
                                        .n_cells = w->n_tasks,
                                        .max_step = (is_b ? w->steps_b : w->steps_a) - 1,
                                        .wall_seconds = (double)NAN };
        size_t before = s.n_rollouts;
        double luck = w->runs > 0.0 ? w->runs * world_normal(&g) : 0.0;
        for (size_t t = 0; t < w->n_tasks; t++)
            world_cell(w, &g, &s, r, t, z[t] + luck + w->seeds * world_normal(&g), is_b,
                       seed * 1000003 + number, kinds[t]);
        s.runs[r].n_rollouts = s.n_rollouts - before;
    }
    return s;
}

/* Log-probs tell kernels apart. */
static inline struct select_detail *world_details(const struct study *s, struct arena *a)
{
    struct select_detail *d = arena_array(a, s->n_rollouts + 1, sizeof(*d));
    for (size_t i = 0; i < s->n_rollouts; i++)
        d[i] = (struct select_detail){ (double)NAN, (double)NAN,
                                       (int64_t)(s->rollouts[i].mean_logprob * -0x1p52), -1 };
    return d;
}

/* Over all tasks like these and new runs, or over these tasks and new runs. */
static inline double world_share(const struct world *w, const double *z, double added)
{
    double luck = sqrt(w->seeds * w->seeds + w->runs * w->runs);
    if (z == NULL)
        return w->always +
               (1.0 - w->never - w->always) *
                   world_mean(w->level + added, sqrt(w->tasks * w->tasks + luck * luck), 4000);
    double sum = 0.0;
    for (size_t t = 0; t < w->n_tasks; t++)
        sum +=
            luck > 0.0 ? world_mean(w->level + z[t] + added, luck, 24) : world_rate(w, z[t], added);
    return sum / (double)w->n_tasks;
}

/* Chance that one of K samples of a run of group A is fast. */
static inline double world_pass(const struct world *w, const double *z, double k)
{
    double luck = sqrt(w->seeds * w->seeds + w->runs * w->runs);
    double sd = z == NULL ? sqrt(w->tasks * w->tasks + luck * luck) : luck;
    const size_t n_tasks = z == NULL ? 1 : w->n_tasks;
    const size_t n = sd > 0.0 ? (z == NULL ? 400 : 24) : 1;
    double sum = 0.0;
    for (size_t t = 0; t < n_tasks; t++) {
        for (size_t i = 0; i < n; i++) {
            double at = (z == NULL ? 0.0 : z[t]) +
                        (n == 1 ? 0.0 : sd * stat_normal_quantile(((double)i + 0.5) / (double)n));
            sum += 1.0 - pow(1.0 - world_rate(w, at, 0.0), k);
        }
    }
    return sum / (double)(n * n_tasks);
}

static inline double world_speeds(const struct world *w)
{
    return w->speeds > 0.0 ? w->speeds : 0.5;
}

/* Expected largest speedup of K samples of group A, failures 0, over these tasks. */
static inline double world_best(const struct world *w, const double *z, double k)
{
    double sum = 0.0;
    double step = 0.02;
    for (size_t t = 0; t < w->n_tasks; t++) {
        double p = world_rate(w, z[t], 0.0);
        sum += (1.0 - pow((1.0 - p) / 2.0, k)) * exp(-7.0 * world_speeds(w));
        for (double u = -7.0 + step / 2.0; u < 7.0; u += step) {
            /* Below exp(speeds u): failures, slow ones with |z| > - u, fast ones with |z| < u. */
            double tail = 2.0 * stat_normal_sf(fabs(u));
            double below = (1.0 - p) / 2.0 + (1.0 - p) / 2.0 * (u < 0.0 ? tail : 1.0) +
                           p * (u > 0.0 ? 1.0 - tail : 0.0);
            double v = exp(world_speeds(w) * u);
            sum += (1.0 - pow(below, k)) * v * world_speeds(w) * step;
        }
    }
    return sum / (double)w->n_tasks;
}

/* Of the correct samples of group A, over tasks like these: those that are fast. */
static inline double world_fast_of_correct(const struct world *w)
{
    double p = world_share(w, NULL, 0.0);
    return p / (0.5 + 0.5 * p);
}

static inline double world_geomean(const struct world *w)
{
    double size = world_speeds(w) * sqrt(2.0 / 3.14159265358979324);
    return exp(size * (2.0 * world_fast_of_correct(w) - 1.0));
}

static inline double world_median(const struct world *w)
{
    double f = world_fast_of_correct(w);
    return f < 0.5 ? exp(-world_speeds(w) * stat_normal_quantile(1.0 - 0.25 / (1.0 - f)))
                   : exp(world_speeds(w) * stat_normal_quantile(1.0 - 0.25 / f));
}

static inline double world_mean_speedup(const struct world *w)
{
    double f = world_fast_of_correct(w);
    double s = world_speeds(w);
    return 2.0 * exp(0.5 * s * s) * (f * stat_normal_cdf(s) + (1.0 - f) * stat_normal_cdf(-s));
}

/* The equivalent K of one sample of group B, over new runs. */
static inline double world_equivalent_k(const struct world *w, const double *z)
{
    double low = 0.0;
    double high = 1e4;
    double y = world_share(w, z, w->effect_b);
    while (high - low > 1e-9 * high) {
        double k = 0.5 * (low + high);
        if (world_pass(w, z, k) < y)
            low = k;
        else
            high = k;
    }
    return high;
}

static inline struct run_set world_group(const struct study *s, const struct world *w, bool b,
                                         struct arena *a)
{
    size_t *runs = arena_array(a, w->n_seeds, sizeof(*runs));
    for (size_t i = 0; i < w->n_seeds; i++)
        runs[i] = b ? w->n_seeds + i : i;
    return (struct run_set){ s, runs, w->n_seeds };
}

#endif
