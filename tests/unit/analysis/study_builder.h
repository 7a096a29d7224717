/* study_builder.h - a study for tests, filled cell by cell. */
#ifndef ROLLBOOK_TESTS_STUDY_BUILDER_H
#define ROLLBOOK_TESTS_STUDY_BUILDER_H

#include <math.h>

#include "analysis/study/study.h"
#include "src/base/mem.h"

struct run_shape {
    const char *name;
    const char *strategy;
    int64_t seed;
    int n_steps;
    int k;
};

static const char *const builder_tasks[] = { "l1/4", "l1/5", "l1/12", "l1/14", "l1/15" };

/* Rollouts are compiled, wrong, without speedup, and in order. */
static inline struct study build_study(struct arena *a, const struct run_shape *shapes,
                                       size_t n_runs, size_t n_tasks)
{
    struct study s = { .n_runs = n_runs, .n_tasks = n_tasks };
    size_t total = 0;
    for (size_t r = 0; r < n_runs; r++)
        total += n_tasks * (size_t)(shapes[r].n_steps * shapes[r].k);
    s.runs = arena_array(a, n_runs, sizeof(*s.runs));
    s.tasks = arena_array(a, n_tasks, sizeof(*s.tasks));
    s.cells = arena_array(a, n_runs * n_tasks, sizeof(*s.cells));
    s.rollouts = arena_array(a, total, sizeof(*s.rollouts));
    static const int problems[] = { 4, 5, 12, 14, 15 };
    for (size_t t = 0; t < n_tasks; t++)
        s.tasks[t] = (struct study_task){ builder_tasks[t], 1, problems[t], "", "", 0 };
    for (size_t r = 0; r < n_runs; r++) {
        s.runs[r] = (struct study_run){ .name = shapes[r].name,
                                        .strategy = shapes[r].strategy,
                                        .status = "complete",
                                        .split_hash = "",
                                        .device = "",
                                        .begins = "",
                                        .has_seed = true,
                                        .seed = shapes[r].seed,
                                        .first_cell = s.n_cells,
                                        .n_cells = n_tasks,
                                        .max_step = shapes[r].n_steps - 1,
                                        .wall_seconds = (double)NAN };
        for (size_t t = 0; t < n_tasks; t++) {
            struct study_cell *c = &s.cells[s.n_cells++];
            *c = (struct study_cell){ .run = r, .task = t, .first = s.n_rollouts };
            for (int step = 0; step < shapes[r].n_steps; step++) {
                for (int i = 0; i < shapes[r].k; i++) {
                    s.rollouts[s.n_rollouts++] = (struct study_rollout){ .step = step,
                                                                         .sample = i,
                                                                         .compiled = true,
                                                                         .speedup = (double)NAN,
                                                                         .runtime_us = (double)NAN,
                                                                         .mean_logprob = -.5,
                                                                         .prompt_tokens = 10,
                                                                         .completion_tokens = 5 };
                    c->count++;
                }
            }
        }
        s.runs[r].n_rollouts = n_tasks * (size_t)(shapes[r].n_steps * shapes[r].k);
    }
    return s;
}

/* The first n_fast samples have speedup 2, the next n_slow 0.5. */
static inline void fill_cell(struct study *s, size_t run, size_t task, int step, int n_fast,
                             int n_slow)
{
    struct study_cell *c = &s->cells[s->runs[run].first_cell + task];
    for (size_t i = c->first; i < c->first + c->count; i++) {
        struct study_rollout *r = &s->rollouts[i];
        if (r->step != step || r->sample >= n_fast + n_slow)
            continue;
        r->correct = true;
        r->speedup = r->sample < n_fast ? 2 : .5;
        r->runtime_us = 100 / r->speedup;
    }
}

#endif
