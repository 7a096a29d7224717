/*
 * bench_statistics.c - the computing half of the analyses, without a database.
 *
 * ninja bench_statistics && ./bench_statistics [tasks runs samples steps threads repeats]
 *
 * Prints the best wall and CPU time of each analysis over a study in memory, half of whose runs
 * adapt when steps is above 1.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/compare/scaling.h"
#include "analysis/select/select_study.h"
#include "analysis/select/selection.h"
#include "analysis/study/fastp.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

struct shape {
    size_t tasks, runs, samples, steps;
};

static struct study_rollout draw_rollout(struct rng *g, double p_correct, double speed, int step,
                                         int sample)
{
    double quality = rng_normal(g);
    struct study_rollout r = { .step = step,
                               .sample = sample,
                               .compiled = rng_double(g) < 0.8,
                               .speedup = (double)NAN,
                               .runtime_us = (double)NAN,
                               .prompt_tokens = 1200,
                               .completion_tokens = 200 + (int)rng_below(g, 3000) };
    r.correct = r.compiled && rng_double(g) < p_correct;
    r.mean_logprob = -0.4 * exp(0.3 * rng_normal(g) - 0.1 * quality);
    r.sum_logprob = r.mean_logprob * (double)r.completion_tokens;
    if (r.correct) {
        r.speedup = exp(speed + 0.3 * quality);
        r.runtime_us = 100.0 / r.speedup;
    }
    return r;
}

static void fill_cell(struct study *s, const struct shape *shape, size_t run, size_t task)
{
    struct rng g;
    struct study_cell *c = &s->cells[run * shape->tasks + task];
    size_t steps = s->runs[run].max_step > 0 ? shape->steps : 1;
    rng_init(&g, 1, RNG_INIT, task, 0, 0);
    double p = rng_double(&g);
    double speed = 0.5 * rng_normal(&g) - 0.2;
    rng_init(&g, 1, RNG_SAMPLE, task, run, 0);
    *c = (struct study_cell){ .run = run, .task = task, .first = s->n_rollouts };
    for (size_t step = 0; step < steps; step++) {
        double lift = 0.1 * (double)step / (double)shape->steps;
        for (size_t i = 0; i < shape->samples / steps; i++, c->count++)
            s->rollouts[s->n_rollouts++] =
                draw_rollout(&g, p + lift, speed + lift, (int)step, (int)i);
    }
}

static struct study make_study(const struct shape *shape, struct arena *a)
{
    size_t cells = shape->runs * shape->tasks;
    struct study s = { .n_runs = shape->runs, .n_tasks = shape->tasks, .n_cells = cells };
    s.runs = arena_array(a, s.n_runs, sizeof(*s.runs));
    s.tasks = arena_array(a, s.n_tasks, sizeof(*s.tasks));
    s.cells = arena_array(a, cells, sizeof(*s.cells));
    s.rollouts = arena_array(a, cells * shape->samples, sizeof(*s.rollouts));
    for (size_t t = 0; t < s.n_tasks; t++)
        s.tasks[t] = (struct study_task){ "", 1, (int)t + 1, "", "", 0 };
    for (size_t r = 0; r < s.n_runs; r++) {
        bool adaptive = shape->steps > 1 && r >= shape->runs / 2;
        s.runs[r] = (struct study_run){ .name = "",
                                        .strategy = adaptive ? "ttt" : "best-of-n",
                                        .status = "complete",
                                        .split_hash = "",
                                        .device = "",
                                        .has_seed = true,
                                        .seed = (int64_t)(r % (shape->runs / 2)),
                                        .max_step = adaptive ? (int)shape->steps - 1 : 0,
                                        .first_cell = r * shape->tasks,
                                        .n_cells = shape->tasks,
                                        .n_rollouts = shape->tasks * shape->samples,
                                        .wall_seconds = (double)NAN };
        for (size_t t = 0; t < s.n_tasks; t++)
            fill_cell(&s, shape, r, t);
    }
    return s;
}

struct subject {
    const struct study *study;
    struct run_set all, first, second;
    int threads;
    struct arena arena;
};

static const double grid_p[] = { 0.0, 0.5, 0.8, 1.0, 1.5, 2.0 };
static const double grid_k[] = { 1, 2, 4, 8, 16, 32, 64 };
static const struct speed_rule fast = { 1.0, false, SPEED_MEAN };

static void run_fastp(struct subject *x)
{
    struct fastp_input in;
    fastp_from_set(&(struct fastp_of){ .step = STEP_ALL, .sample = -1, .boa_rule = fast }, &x->all,
                   SPEED_MEAN, &x->arena, &in);
    struct fastp_options o = { .p = grid_p,
                               .n_p = ARRAY_LEN(grid_p),
                               .interval = INTERVAL_WILSON,
                               .level = 0.95,
                               .replicates = 10000,
                               .threads = x->threads };
    fastp_curve(&in, &o, &x->arena);
}

static struct scaling_options scaling_options_of(const struct subject *x)
{
    return (struct scaling_options){
        .k = grid_k, .n_k = ARRAY_LEN(grid_k), .rule = fast, .level = 0.95, .threads = x->threads
    };
}

static void run_scaling(struct subject *x)
{
    struct scaling_options o = scaling_options_of(x);
    struct scaling_point *points;
    size_t n;
    struct err err = { 0 };
    for (size_t r = 0; r < x->study->n_runs; r++) {
        struct run_set one = { x->study, &x->all.runs[r], 1 };
        scaling_curve(&one, &o, &x->arena, &points, &n, &err);
    }
}

static void run_scaling_best(struct subject *x)
{
    struct scaling_options o = scaling_options_of(x);
    struct scaling_best *points;
    struct err err = { 0 };
    for (size_t r = 0; r < x->study->n_runs; r++) {
        struct run_set one = { x->study, &x->all.runs[r], 1 };
        scaling_best_curve(&one, &o, 0.5, &x->arena, &points, &err);
    }
}

static void run_selection(struct subject *x)
{
    struct selection s;
    struct err err = { 0 };
    selection_table(&(struct select_of){ .step = 0, .rule = fast, .details = NULL }, &x->all, 0.95,
                    &x->arena, &s, &err);
}

static void run_rules(struct subject *x)
{
    struct select_pool pool;
    struct err err = { 0 };
    size_t n = 0;
    const struct select_strategy *rules = select_strategies(&n);
    struct select_options o = { 3, fast, 0.95, false };
    select_pool_build(&(struct select_of){ .step = 0, .rule = fast, .details = NULL }, &x->all, 1.0,
                      &x->arena, &pool, &err);
    for (size_t i = 0; i < n; i++)
        select_strategy_result(&pool, &rules[i], &o);
}

static void run_compare(struct subject *x)
{
    struct compare c;
    struct err err = { 0 };
    struct compare_options o = { .rule = fast, .level = 0.95, .threads = x->threads };
    if (compare_groups(&x->first, &x->second, &o, &x->arena, &c, &err) < 0)
        fprintf(stderr, "%s\n", err.msg);
}

static void run_equivalent(struct subject *x)
{
    struct equivalent_k e[2];
    struct err err = { 0 };
    struct equivalent_options o = {
        .step = STEP_BOA, .rule = fast, .level = 0.95, .new_tasks = true, .threads = x->threads
    };
    equivalent_k(&x->first, &x->second, &o, e, &err);
}

static const struct {
    const char *name;
    void (*run)(struct subject *x);
} subjects[] = {
    { "fast-p, 6 thresholds, 10000 replicates", run_fastp },
    { "scaling, each run", run_scaling },
    { "scaling best, each run", run_scaling_best },
    { "selection, five rules", run_selection },
    { "selection, all rules", run_rules },
    { "compare", run_compare },
    { "equivalent-k", run_equivalent },
};

struct cost {
    double wall_ms;
    double cpu_ms; /* of all threads */
};

static struct cost best_cost(struct subject *x, void (*run)(struct subject *x), size_t repeats)
{
    struct cost best = { HUGE_VAL, HUGE_VAL };
    for (size_t i = 0; i < repeats; i++) {
        int64_t start = clock_monotonic_ns();
        clock_t cpu = clock();
        run(x);
        best.cpu_ms = fmin(best.cpu_ms, 1e3 * (double)(clock() - cpu) / CLOCKS_PER_SEC);
        best.wall_ms = fmin(best.wall_ms, 1e-6 * (double)(clock_monotonic_ns() - start));
        arena_reset(&x->arena);
    }
    return best;
}

int main(int argc, char **argv)
{
    size_t numbers[6] = { 100, 10, 1000, 10, 1, 3 };
    for (int i = 1; i < argc && i <= 6; i++)
        numbers[i - 1] = (size_t)strtoull(argv[i], NULL, 10);
    struct shape shape = { numbers[0], numbers[1], numbers[2], numbers[3] };
    struct arena a = { 0 };
    struct study s = make_study(&shape, &a);
    size_t *runs = arena_array(&a, s.n_runs, sizeof(*runs));
    for (size_t i = 0; i < s.n_runs; i++)
        runs[i] = i;
    size_t half = s.n_runs / 2;
    struct subject x = { .study = &s,
                         .all = { &s, runs, s.n_runs },
                         .first = { &s, runs, half },
                         .second = { &s, runs + half, half },
                         .threads = (int)numbers[4] };
    for (size_t i = 0; i < ARRAY_LEN(subjects); i++) {
        struct cost c = best_cost(&x, subjects[i].run, numbers[5]);
        printf("%-42s %9.1f ms wall %9.1f ms CPU\n", subjects[i].name, c.wall_ms, c.cpu_ms);
    }
    arena_release(&x.arena);
    arena_release(&a);
    return 0;
}
