/* report_runs.c - what each run reached. */
#include <math.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/boa_fit.h"
#include "reports/doc/doc.h"
#include "reports/figure/plot_common.h"
#include "reports/report/report_parts.h"
#include "src/base/mem.h"
#include "src/table/table.h"

#define MOST_RUNS 200

struct run_numbers {
    size_t n, correct, tasks_fast, tasks;
    double geomean_best; /* over tasks with a correct, timed sample */
    size_t tasks_best;
};

static struct run_numbers count_run(const struct study *s, size_t run, struct speed_rule rule)
{
    const struct study_run *r = &s->runs[run];
    struct run_numbers v = { .tasks = r->n_cells };
    double log_sum = 0;
    for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
        double best = 0;
        for (size_t i = s->cells[c].first; i < s->cells[c].first + s->cells[c].count; i++) {
            const struct study_rollout *x = &s->rollouts[i];
            v.n++;
            v.correct += x->correct ? 1U : 0U;
            if (x->correct && isfinite(x->speedup))
                best = fmax(best, x->speedup);
        }
        v.tasks_fast += study_count_fast(s, &s->cells[c], STEP_ALL, rule).c > 0 ? 1U : 0U;
        if (best > 0) {
            log_sum += log(best);
            v.tasks_best++;
        }
    }
    v.geomean_best = v.tasks_best > 0 ? exp(log_sum / (double)v.tasks_best) : STAT_NAN;
    return v;
}

static struct cell percent(struct table *t, double share, const char *reason)
{
    return isnan(share) ? cell_na(t, reason) : cell_real(100 * share);
}

static void summary_row(struct table *table, const struct study *s, size_t run,
                        struct speed_rule rule, uint64_t seed)
{
    static const char none[] = "no scored rollout";
    const struct study_run *r = &s->runs[run];
    struct run_numbers v = count_run(s, run, rule);
    struct cell *c = table_row(table);
    bool adaptive = study_is_adaptive(r), judged = study_is_judged(s, run);
    /* Without speedups correct samples are not known to be slow. */
    const char *unjudged = judged ? "" : study_why_unjudged(s, run);
    const char *why_not = judged ? "the run does not adapt" : unjudged;
    struct boa_fit_options how = boa_fit_standard(seed, 0);
    struct boa_fit fit = { .step = 0 };
    if (adaptive && judged)
        boa_fit_run(s, run, rule, &how, table->arena, &fit);
    c[0] = cell_text(table, r->name);
    c[1] = cell_text(table, r->strategy);
    c[2] = r->has_seed ? cell_text(table, arena_printf(table->arena, "%llu",
                                                       (unsigned long long)(uint64_t)r->seed))
                       : cell_na(table, "the run has no seed");
    c[3] = cell_int((int64_t)v.n);
    c[4] = r->prompt_tokens + r->completion_tokens > 0
               ? cell_int(r->prompt_tokens + r->completion_tokens)
               : cell_na(table, "token counts were not recorded");
    c[5] = percent(table, v.n > 0 ? (double)v.correct / (double)v.n : STAT_NAN, none);
    c[6] =
        judged ? percent(table, study_aggregate(s, run, 0, rule), none) : cell_na(table, unjudged);
    c[7] = adaptive && judged
               ? percent(table, fit.cross_fitted, "no step has two rollouts of a task")
               : cell_na(table, why_not);
    c[8] = adaptive && judged ? percent(table, fit.in_sample, none) : cell_na(table, why_not);
    c[9] = adaptive && judged ? cell_int((int64_t)fit.step) : cell_na(table, why_not);
    c[10] = v.n == 0 || !judged
                ? cell_na(table, v.n == 0 ? none : unjudged)
                : cell_text(table, arena_printf(table->arena, "%zu / %zu", v.tasks_fast, v.tasks));
    c[11] = v.tasks_best > 0 ? cell_real(v.geomean_best)
                             : cell_na(table, "no task has a correct, timed sample");
}

static void put_notes(struct table *t, size_t unscored, size_t left)
{
    table_note(t, "fast_1: share of all "
                  "samples of the step that are correct with speedup > 1 (strict), mean over "
                  "tasks. BoA: the best step, chosen on one half of the rollouts and scored on the "
                  "other (cross-fitted); in sample: scored on those that chose it, which is too "
                  "high. Tokens: prompt and completion.");
    table_note(t, "Best speedup: per task the largest over all rollouts of the run, geometric "
                  "mean over the tasks that have a correct, timed one.");
    if (unscored > 0)
        table_note(t,
                   "%zu rollouts without a verdict (awaiting evaluation, or infrastructure "
                   "failures) are in no number.",
                   unscored);
    if (left > 0)
        table_note(t, "%zu more runs: \"rollbook analyze sweep\" prints them all.", left);
}

void parts_runs_table(struct doc *d, struct arena *a, const struct study *s, struct speed_rule rule,
                      uint64_t seed)
{
    static const struct table_column columns[] = {
        { "run", 0 },
        { "strategy", 0 },
        { "seed", 0 },
        { "rollouts", 0 },
        { "tokens", 0 },
        { "correct %", 0 },
        { "fast_1 %, step 0", 0 },
        { "fast_1 %, BoA", 0 },
        { "BoA in sample %", 0 },
        { "BoA step", 0 },
        { "tasks with a fast one", 0 },
        { "best speedup, geom. mean", 0 },
    };
    static const int decimals[ARRAY_LEN(columns)] = {
        [5] = 1, [6] = 1, [7] = 1, [8] = 1, [11] = 2
    };
    struct table table;
    size_t unscored = 0, shown = s->n_runs < MOST_RUNS ? s->n_runs : MOST_RUNS;
    table_init(&table, a, "rollbook.report.runs/1", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < shown; i++)
        summary_row(&table, s, i, rule, seed);
    for (size_t i = 0; i < s->n_runs; i++)
        unscored += s->runs[i].n_unscored;
    put_notes(&table, unscored, s->n_runs - shown);
    doc_table(d, &table, decimals,
              "Runs and what they reached. One row is a run; rollouts: its scored samples of all "
              "steps (of several turns the last scored one), n and the denominator of correct; no "
              "intervals.");
}
