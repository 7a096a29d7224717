#include "analysis/tables/picks/table_picks.h"

#include <math.h>

#include "analysis/select/selection.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define NO_PICK "no correct rollout with a speedup; or no log-probs"

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "task", 0, COLUMN_TEXT, "short name of the task" },
    { "n", 0, COLUMN_INT, "scored rollouts of the task at the step" },
    { "compiled", 0, COLUMN_INT, "of these, samples that compiled" },
    { "correct", 0, COLUMN_INT, "correct ones" },
    { "fast", 0, COLUMN_INT, "correct ones with a speedup above 1" },
    { "fast_1", 3, COLUMN_REAL, "fast / n", "no rollout" },
    { "best-correct", 3, COLUMN_REAL, "speedup of the fastest", NO_PICK },
    { "random-correct", 3, COLUMN_REAL, "mean speedup of the correct ones", NO_PICK },
    { "confidence-guided", 3, COLUMN_REAL, "speedup of the likeliest", NO_PICK },
    { "surprisal-guided", 3, COLUMN_REAL, "speedup of the least likely", NO_PICK },
    { "surprisal-guided-top3", 3, COLUMN_REAL, "speedup of the fastest of the three least likely",
      NO_PICK },
};

static const struct table_shape shape = {
    .schema = "rollbook.run/1",
    .rows = "results of a run by step and task",
    SHAPE_COLUMNS(columns),
};

/* Of the last columns. */
static const enum select_rule rules[] = { SELECT_BEST, SELECT_RANDOM, SELECT_CONFIDENCE,
                                          SELECT_SURPRISAL, SELECT_SURPRISAL_TOP3 };

static const struct speed_rule faster_than_baseline = { 1.0, false, SPEED_MEAN };

static size_t collect(const struct study *s, const struct study_cell *cell, int step,
                      struct select_candidate *out, int64_t *out_compiled)
{
    size_t n = 0;
    *out_compiled = 0;
    for (size_t i = cell->first; i < cell->first + cell->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (r->step != step)
            continue;
        *out_compiled += r->compiled;
        if (r->correct && !isnan(r->speedup))
            out[n++] = (struct select_candidate){ r->speedup, r->mean_logprob };
    }
    return n;
}

static void add_row(struct table *t, const struct study *s, const struct study_cell *cell, int step)
{
    int64_t compiled;
    struct count fast = study_count_fast(s, cell, step, faster_than_baseline);
    struct count correct = study_count_correct(s, cell, step);
    struct select_candidate *c = arena_array(t->arena, cell->count, sizeof(*c));
    size_t n = collect(s, cell, step, c, &compiled);
    struct cell *row = table_row(t);
    *row++ = cell_text(t, s->runs[cell->run].name);
    *row++ = cell_int(step);
    *row++ = cell_text(t, s->tasks[cell->task].task);
    *row++ = cell_int(fast.n);
    *row++ = cell_int(compiled);
    *row++ = cell_int(correct.c);
    *row++ = cell_int(fast.c);
    *row++ = fast.n == 0 ? cell_na(t, "no rollout") : cell_real((double)fast.c / (double)fast.n);
    for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
        struct select_pick pick = select_apply(rules[i], c, n, faster_than_baseline, t->arena);
        *row++ = pick.defined ? cell_real(pick.speedup)
                              : cell_na(t, n > 0           ? "no log-probs"
                                           : correct.c > 0 ? "no correct rollout has a speedup"
                                                           : "no correct rollout");
    }
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct study *study, *judged;
    struct table t;
    (void)options;
    int rc = tables_study_whole(in, false, true, &study, err);
    if (rc == 0)
        rc = tables_study(in, &judged, err);
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, &shape);
    const struct study_run *r = &study->runs[0];
    size_t n_left = 0;
    for (int step = 0; step <= r->max_step; step++) {
        for (size_t i = 0; i < r->n_cells; i++) {
            const struct study_cell *cell = &study->cells[r->first_cell + i];
            bool is_there = cell->n_unscored > 0 || study_count_correct(study, cell, step).n > 0;
            n_left += !is_there;
            if (is_there)
                add_row(&t, study, cell, step);
        }
    }
    if (n_left > 0)
        table_left_out(&t, "%zu pairs of step and task of which nothing was sampled are left out",
                       n_left);
    table_reading(&t, "fast_1 = fast / n, failures count as not fast; rule columns: speedup of the "
                      "sample that the rule picks");
    table_note(&t,
               "fast: correct and speedup > 1 against the %s baseline. A rule picks among correct "
               "rollouts; its column is the exact expectation over ties",
               r->baseline);
    if (study_is_adaptive(&judged->runs[0]))
        table_note(&t, "best-of-adaptation step: %d (highest fast_1, mean over %stasks)",
                   study_boa_step(judged, 0, faster_than_baseline),
                   judged->runs[0].n_learned_tasks > 0 ? "held " : "");
    tables_note_steps(&t, judged);
    if (r->n_earlier_turns > 0)
        table_note(&t,
                   "the last scored turn of each sample counts, %zu earlier ones do not; 'rollbook "
                   "analyze turns' has them all",
                   r->n_earlier_turns);
    if (r->n_unscored > 0)
        table_left_out(&t, "%zu rollouts without a scored evaluation are left out", r->n_unscored);
    *out = t;
    return 0;
}

const struct table_kind table_picks = { .command = "run", .shapes = { &shape }, .make = make };
