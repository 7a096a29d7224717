/*
 * fastp_input.c - which samples and problems a fast_p is over.
 */
#include "analysis/stat/stat_summary.h"
#include "analysis/study/baseline_table.h"
#include "analysis/study/boa_fit.h"
#include "analysis/study/fastp.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"

#define NO_PROBLEM ((size_t)-1)

const struct baseline_entry *baseline_find(const struct baseline_table *b, int level,
                                           int problem_id)
{
    for (size_t i = 0; i < b->n_entries; i++) {
        if (b->entries[i].level == level && b->entries[i].problem_id == problem_id)
            return &b->entries[i];
    }
    return NULL;
}

struct problem_map {
    struct fastp_problem *problems;
    size_t *problem;    /* NO_PROBLEM: none */
    double *runtime_us; /* NULL: the baseline beside the candidate */
    enum speed_value value;
};

static void add_cell(const struct run_set *set, const struct study_cell *c, const int step[2],
                     int sample, const struct problem_map *map, uint16_t run,
                     struct fastp_sample *samples, struct fastp_input *out)
{
    const struct study *s = set->study;
    size_t problem = map->problem[c->task];
    size_t before = out->n_samples;
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        int at = step[(unsigned)r->sample & 1u];
        if ((at != STEP_ALL && r->step != at) || (sample >= 0 && r->sample != sample))
            continue;
        if (problem == NO_PROBLEM) {
            out->n_foreign++;
            continue;
        }
        double speedup = r->correct ? study_speed(r, map->value) : STAT_NAN;
        bool has_interval = map->runtime_us == NULL && study_has_interval(r);
        if (map->runtime_us != NULL)
            speedup = speedup_of(r->correct, map->runtime_us[c->task], r->runtime_us);
        samples[out->n_samples++] =
            (struct fastp_sample){ .problem = (uint32_t)problem,
                                   .run = run,
                                   .compiled = r->compiled,
                                   .correct = r->correct,
                                   .has_interval = has_interval,
                                   .in_noise = has_interval && study_in_noise(r),
                                   .timed_out = r->timed_out,
                                   .speedup = speedup };
        out->n_intervals += has_interval;
        out->n_untimed += r->correct && isnan(speedup);
    }
    if (problem == NO_PROBLEM)
        return;
    /* Of one sample a problem it alone can be missing. */
    int64_t missing = (int64_t)study_count_missing(s, c);
    if (sample >= 0)
        missing = missing > 0 && out->n_samples == before;
    map->problems[problem].n_missing += missing;
}

static void collect(const struct run_set *set, int step, int sample, struct speed_rule boa_rule,
                    const struct problem_map *map, struct arena *arena, struct fastp_input *out)
{
    const struct study *s = set->study;
    size_t most = 0;
    for (size_t r = 0; r < set->n_runs; r++)
        most += s->runs[set->runs[r]].n_rollouts;
    struct fastp_sample *samples = arena_array(arena, most, sizeof(*samples));
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        int at[2];
        boa_steps_held_out(s, set->runs[r], step, boa_rule, at);
        for (size_t i = 0; i < run->n_cells; i++)
            add_cell(set, &s->cells[run->first_cell + i], at, sample, map, (uint16_t)r, samples,
                     out);
    }
    out->samples = samples;
    out->n_runs = set->n_runs;
    bool *present = arena_array(arena, out->n_problems, sizeof(*present));
    for (size_t i = 0; i < out->n_samples; i++)
        present[samples[i].problem] = true;
    for (size_t i = 0; i < out->n_problems; i++)
        out->n_absent += !present[i];
}

void fastp_from_set(const struct run_set *set, int step, int sample, struct speed_rule boa_rule,
                    enum speed_value value, struct arena *arena, struct fastp_input *out)
{
    const struct study *s = set->study;
    struct fastp_input in = { 0 };
    struct problem_map map = { .value = value,
                               .problem = arena_array(arena, s->n_tasks, sizeof(size_t)) };
    struct fastp_problem *problems = arena_array(arena, s->n_tasks + 1, sizeof(*problems));
    for (size_t t = 0; t < s->n_tasks; t++) {
        bool planned = false;
        for (size_t r = 0; r < set->n_runs && !planned; r++)
            planned = study_cell_find(s, set->runs[r], t) != NULL;
        map.problem[t] = NO_PROBLEM;
        if (!planned)
            continue;
        problems[in.n_problems] = (struct fastp_problem){ s->tasks[t].level, s->tasks[t].problem_id,
                                                          s->tasks[t].family, 0 };
        map.problem[t] = in.n_problems++;
    }
    in.problems = map.problems = problems;
    collect(set, step, sample, boa_rule, &map, arena, &in);
    *out = in;
}

static bool has_level(const struct run_set *set, int level)
{
    const struct study *s = set->study;
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        for (size_t i = 0; i < run->n_cells; i++) {
            if (s->tasks[s->cells[run->first_cell + i].task].level == level)
                return true;
        }
    }
    return false;
}

void fastp_from_baseline(const struct run_set *set, const struct baseline_table *b, int step,
                         int sample, struct speed_rule boa_rule, struct arena *arena,
                         struct fastp_input *out)
{
    const struct study *s = set->study;
    struct fastp_input in = { 0 };
    size_t *problem_of = arena_array(arena, b->n_entries, sizeof(*problem_of));
    struct fastp_problem *problems = arena_array(arena, b->n_entries + 1, sizeof(*problems));
    for (size_t i = 0; i < b->n_entries; i++) {
        problem_of[i] = NO_PROBLEM;
        if (!has_level(set, b->entries[i].level))
            continue;
        if (isnan(b->entries[i].runtime_us))
            in.n_unmeasured++;
        else {
            problems[in.n_problems] =
                (struct fastp_problem){ b->entries[i].level, b->entries[i].problem_id, "", 0 };
            problem_of[i] = in.n_problems++;
        }
    }
    in.problems = problems;
    struct problem_map map = { .problems = problems,
                               .problem = arena_array(arena, s->n_tasks, sizeof(size_t)),
                               .runtime_us = arena_array(arena, s->n_tasks, sizeof(double)) };
    for (size_t t = 0; t < s->n_tasks; t++) {
        const struct baseline_entry *e =
            baseline_find(b, s->tasks[t].level, s->tasks[t].problem_id);
        map.problem[t] = e == NULL ? NO_PROBLEM : problem_of[e - b->entries];
        map.runtime_us[t] = e == NULL ? STAT_NAN : e->runtime_us;
        if (map.problem[t] != NO_PROBLEM)
            problems[map.problem[t]].family = s->tasks[t].family;
    }
    collect(set, step, sample, boa_rule, &map, arena, &in);
    *out = in;
}
