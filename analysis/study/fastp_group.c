#include "analysis/study/fastp_group.h"

#include <assert.h>

#include "analysis/study/fastp.h"
#include "src/base/mem.h"

static void recount(struct fastp_input *in, struct arena *arena)
{
    bool *present = arena_array(arena, in->n_problems + 1, sizeof(*present));
    in->n_absent = in->n_untimed = in->n_intervals = 0;
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        present[s->problem] = true;
        in->n_untimed += s->correct && !(s->speedup >= 0.0);
        in->n_intervals += s->has_interval;
    }
    for (size_t i = 0; i < in->n_problems; i++)
        in->n_absent += !present[i];
}

void fastp_subset(const struct fastp_input *in, const bool *keep, struct arena *arena,
                  struct fastp_input *out)
{
    struct fastp_input part = { .n_runs = in->n_runs };
    size_t *place = arena_array(arena, in->n_problems + 1, sizeof(*place));
    struct fastp_problem *problems = arena_array(arena, in->n_problems + 1, sizeof(*problems));
    struct fastp_sample *samples = arena_array(arena, in->n_samples + 1, sizeof(*samples));
    for (size_t i = 0; i < in->n_problems; i++) {
        if (!keep[i])
            continue;
        if (in->problems != NULL)
            problems[part.n_problems] = in->problems[i];
        place[i] = part.n_problems++;
    }
    for (size_t i = 0; i < in->n_samples; i++) {
        if (!keep[in->samples[i].problem])
            continue;
        samples[part.n_samples] = in->samples[i];
        samples[part.n_samples++].problem = (uint32_t)place[in->samples[i].problem];
    }
    part.samples = samples;
    part.problems = in->problems == NULL ? NULL : problems;
    recount(&part, arena);
    *out = part;
}

static size_t place_of(struct fastp_problem *problems, size_t *n, const struct fastp_problem *p)
{
    for (size_t i = 0; i < *n; i++) {
        if (problems[i].level != p->level || problems[i].problem_id != p->problem_id)
            continue;
        problems[i].n_missing += p->n_missing;
        return i;
    }
    problems[*n] = *p;
    return (*n)++;
}

void fastp_join(const struct fastp_input *const *in, size_t n_in, struct arena *arena,
                struct fastp_input *out)
{
    struct fastp_input all = { 0 };
    size_t n_problems = 0;
    size_t n_samples = 0;
    for (size_t i = 0; i < n_in; i++) {
        n_problems += in[i]->n_problems;
        n_samples += in[i]->n_samples;
        all.n_foreign += in[i]->n_foreign;
        all.n_unmeasured += in[i]->n_unmeasured;
    }
    struct fastp_problem *problems = arena_array(arena, n_problems + 1, sizeof(*problems));
    struct fastp_sample *samples = arena_array(arena, n_samples + 1, sizeof(*samples));
    size_t *place = arena_array(arena, n_problems + 1, sizeof(*place));
    for (size_t i = 0; i < n_in; i++) {
        for (size_t k = 0; k < in[i]->n_problems; k++)
            place[k] = place_of(problems, &all.n_problems, &in[i]->problems[k]);
        for (size_t k = 0; k < in[i]->n_samples; k++) {
            struct fastp_sample *to = &samples[all.n_samples++];
            *to = in[i]->samples[k];
            to->problem = (uint32_t)place[to->problem];
            to->run = (uint16_t)(to->run + all.n_runs);
        }
        all.n_runs += in[i]->n_runs > 0 ? in[i]->n_runs : 1;
        assert(all.n_runs <= UINT16_MAX);
    }
    all.samples = samples;
    all.problems = problems;
    recount(&all, arena);
    *out = all;
}
