#include "analysis/tables/table_summary.h"

#include <math.h>

#include "analysis/study/trajectory.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define NO_SPEEDUP "no correct sample with a speedup"

static const struct table_column summary_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "baseline", 0, COLUMN_TEXT, "the baseline of the speedups" },
    { "problems", 0, COLUMN_INT, "problems of the benchmark" },
    { "attempted", 0, COLUMN_INT, "samples" },
    { "compiled", 0, COLUMN_INT, "samples that compiled" },
    { "correct", 0, COLUMN_INT, "correct samples" },
    { "timed", 0, COLUMN_INT, "correct samples with a speedup: the denominator of the speedups" },
    { "geomean_speedup", 4, COLUMN_REAL, "exp of the mean log speedup", NO_SPEEDUP },
    { "median_speedup", 4, COLUMN_REAL, "median speedup", NO_SPEEDUP },
    { "mean_speedup", 4, COLUMN_REAL, "arithmetic mean of the speedups", NO_SPEEDUP },
    { "min_speedup", 4, COLUMN_REAL, "smallest speedup", NO_SPEEDUP },
    { "max_speedup", 4, COLUMN_REAL,
      "speedup of the fastest sample, when it was timed again where it was", NO_SPEEDUP },
    { "p25_speedup", 4, COLUMN_REAL, "lower quartile", NO_SPEEDUP },
    { "p75_speedup", 4, COLUMN_REAL, "upper quartile", NO_SPEEDUP },
    { "hardware", 0, COLUMN_TEXT, "of the baseline, as its source names it", "not named" },
    { "fast_1", 0, COLUMN_INT, "samples with a speedup above 1" },
    { "fast_1_in_noise", 0, COLUMN_INT, "of these, samples whose speedup interval contains 1",
      "no sample has an interval: its times are not of two processes" },
    { "max_is", 0, COLUMN_TEXT,
      "which of its measurements max_speedup is: the second, or the only one", NO_SPEEDUP,
      .words = "confirmed|not confirmed" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.summary/1",
    .rows = "samples compiled, correct and timed, and their speedups",
    SHAPE_COLUMNS(summary_columns),
    .formulas = { "geometric mean $= \\exp\\left(\\frac{1}{n} \\sum_i \\ln s_i\\right)$ of the "
                  "speedups $s_i$, compensated sums; the median interpolates between the two "
                  "middle values" },
    .references = { KERNELBENCH },
    .denominator = "correct samples with a speedup",
    .n = "column timed; attempted counts all samples",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

/* Of chosen rollouts; NULL without a speedup. */
static const struct study_rollout *fastest(const struct study *s, size_t run,
                                           const struct fastp_choice *choice)
{
    const struct study_rollout *best = NULL;
    const struct study_run *r = &s->runs[run];
    int steps[2];
    boa_steps_held_out(s, run, choice->step, (struct speed_rule)STANDARD_RULE, steps);
    for (size_t i = r->first_cell; i < r->first_cell + r->n_cells; i++) {
        for (size_t k = 0; k < s->cells[i].count; k++) {
            const struct study_rollout *x = &s->rollouts[s->cells[i].first + k];
            int step = steps[(unsigned)x->sample & 1u];
            bool chosen = (step == STEP_ALL || x->step == step) &&
                          (choice->sample < 0 || x->sample == choice->sample);
            if (chosen && x->correct && !isnan(x->speedup) &&
                (best == NULL || x->speedup > best->speedup))
                best = x;
        }
    }
    return best;
}

static void put_summary(struct table *t, const struct study *s, size_t run,
                        const struct fastp_choice *choice, const struct fastp_samples *sel,
                        struct arena *work)
{
    const struct study_run *r = &s->runs[run];
    const char *reason = NO_SPEEDUP;
    struct fastp_summary m = fastp_summarise(&sel->input, work);
    /* The largest was also lucky: a second timing of its kernel stands. */
    bool beside = !sel->stored && !sel->claimed;
    const struct study_rollout *best = beside ? fastest(s, run, choice) : NULL;
    bool confirmed = best != NULL && best->is_confirmed;
    double max = confirmed ? study_best_value(best) : m.max;
    struct cell *c = table_row(t);
    *c++ = cell_text(t, r->name);
    *c++ = cell_text(t, sel->baseline_name);
    *c++ = cell_int((int64_t)m.n_problems);
    *c++ = cell_int((int64_t)m.n_attempted);
    *c++ = cell_int((int64_t)m.n_compiled);
    *c++ = cell_int((int64_t)m.n_correct);
    *c++ = cell_int((int64_t)m.n_timed);
    *c++ = tables_real(t, m.geomean, reason);
    *c++ = tables_real(t, m.median, reason);
    *c++ = tables_real(t, m.mean, reason);
    *c++ = tables_real(t, m.min, reason);
    *c++ = tables_real(t, max, reason);
    *c++ = tables_real(t, m.p25, reason);
    *c++ = tables_real(t, m.p75, reason);
    *c++ = sel->hardware[0] == '\0' ? cell_na(t, "not named") : cell_text(t, sel->hardware);
    *c++ = cell_int((int64_t)m.n_fast_1);
    *c++ = sel->input.n_intervals == 0
               ? cell_na(t, "no sample has an interval: its times are not of two processes")
               : cell_int((int64_t)m.n_fast_in_noise);
    *c++ =
        isnan(max) ? cell_na(t, reason) : cell_text(t, confirmed ? "confirmed" : "not confirmed");
}

static int put_run(struct table *t, const struct table_input *in, const struct fastp_choice *choice,
                   const struct study *s, size_t run, struct err *err)
{
    CLEANUP(arena_release) struct arena work = { 0 };
    struct table_input of_run = *in;
    struct fastp_samples sel;
    of_run.arena = &work;
    int rc = study_see(s, run, err);
    if (rc == 0)
        rc = fastp_samples_select(&of_run, choice, s, run, &sel, err);
    if (rc < 0)
        return rc;
    put_summary(t, s, run, choice, &sel, &work);
    fastp_samples_note(t, s, run, choice, &sel);
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_summary_options *o = options;
    const struct study *s;
    struct table t;
    int rc = tables_study_timed_by_run(in, &s, err);
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, &shape);
    for (size_t i = 0; i < s->n_runs && rc == 0; i++)
        rc = put_run(&t, in, &o->choice, s, i, err);
    if (rc < 0)
        return rc;
    table_reading(
        &t, "counts of samples; speedups: of correct, timed samples, each with the same weight");
    table_note(&t, "attempted, compiled, correct: samples. speedups: over the timed ones (correct, "
                   "with a baseline), each sample weighing the same. fast_1: samples with a "
                   "speedup above 1. fast_1_in_noise: of these, samples whose interval contains 1");
    table_note(&t, "max_speedup: of the fastest sample, its second measurement if it has one "
                   "(max_is: confirmed), otherwise the first, which is biased upwards");
    tables_note_tasks(&t, s);
    rc = tables_note_runs_seen(&t, s, err);
    if (rc == 0)
        *out = t;
    return rc;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_CLASS_OPTION,
    FASTP_CHOICE_OPTIONS(struct table_summary_options),
};

const struct table_kind table_summary = {
    .command = "analyze summary",
    .summary = "samples compiled, correct and timed, and their speedups",
    .usage = "rollbook analyze summary [--run NAME[,NAME]] [--baseline NAME] [options]",
    .examples = "  rollbook analyze summary --run theirs --baseline torch_eager --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_summary_options){ STANDARD_summary },
                 sizeof(struct table_summary_options) },
    .make = make,
};
