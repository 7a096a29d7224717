/*
 * report_sections.c - sections that several reports share, and the table of what each run reached.
 */
#include "reports/report/report_job.h"

#include <math.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/trajectory.h"
#include "analysis/tables/compare/table_compare.h"
#include "analysis/tables/compare/table_equivalent_k.h"
#include "analysis/tables/compare/table_scaling.h"
#include "analysis/tables/compare/table_sharpening.h"
#include "analysis/tables/picks/table_selection.h"
#include "analysis/tables/table_audit.h"
#include "analysis/tables/table_cost.h"
#include "analysis/tables/table_diversity.h"
#include "analysis/tables/table_failures.h"
#include "analysis/tables/table_fastp.h"
#include "analysis/tables/table_hardware.h"
#include "analysis/tables/table_summary.h"
#include "analysis/tables/table_sweep.h"
#include "analysis/tables/table_timing.h"
#include "analysis/tables/table_training.h"
#include "analysis/tables/table_trajectory.h"
#include "analysis/tables/table_turns.h"
#include "reports/doc/doc.h"
#include "reports/figure/plot_common.h"
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

static void draw_runs(struct report_job *j, const struct report_part *p)
{
    (void)p;
    const struct study *s = j->study;
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
    table_init(&table, j->arena, "rollbook.report.runs/1", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < shown; i++)
        summary_row(&table, s, i, j->figures.rule, j->figures.seed);
    for (size_t i = 0; i < s->n_runs; i++)
        unscored += s->runs[i].n_unscored;
    put_notes(&table, unscored, s->n_runs - shown);
    doc_table(j->doc, &table, decimals,
              "Runs and what they reached. One row is a run; rollouts: its scored samples of all "
              "steps (of several turns the last scored one), n and the denominator of correct; no "
              "intervals.");
}

static const struct report_part section_runs_parts[] = { REPORT_DRAW(draw_runs) };
REPORT_SECTION(section_runs, "Runs", WHEN_ALWAYS);

static const struct part_column sweep_columns[] = {
    { .name = "run" },
    { .name = "model" },
    { .name = "n" },
    { .name = "compiled" },
    { .name = "correct" },
    { .name = "correct_rate_ci_low",
      .heading = "correct %, 95%",
      .style = SHOW_PERCENT_INTERVAL,
      .high = "correct_rate_ci_high" },
    { .name = "n_measured", .heading = "timed" },
    { .name = "geomean_speedup", .heading = "geom. mean speedup", .decimals = 3 },
    { .name = "geomean_ci_low",
      .heading = "95%",
      .style = SHOW_INTERVAL,
      .high = "geomean_ci_high" },
    { .name = "median_speedup", .heading = "median", .decimals = 3 },
    { .name = "max_speedup", .heading = "max", .decimals = 2 },
};
static const struct report_part section_sweep_parts[] = {
    REPORT_TABLE(
        TABLE_AS_IS(sweep),
        "Rates and speedups by run. n: scored rollouts, the denominator of compiled and correct "
        "(interval over tasks); speedups are over the timed ones (interval over tasks, its kind "
        "below the table).",
        sweep_columns),
    { .kind = PART_TABLE,
      .when = WHEN_SEVERAL,
      TABLE_ASK(sweep, .by = SWEEP_BY_MODEL),
      .text = "Rates and speedups by model. The runs of a model and revision together; n: scored "
              "rollouts, the denominator of compiled and correct (interval over tasks).",
      REPORT_COLUMNS(sweep_columns) },
    REPORT_FIGURE("model-sweep", "rollbook.analyze.sweep/1"),
};
REPORT_SECTION(section_sweep, "Rates and speedups", WHEN_ALWAYS);

static const struct part_column fast_p_columns[] = {
    { .name = "run" },
    { .name = "baseline" },
    { .name = "n_problems", .heading = "tasks" },
    { .name = "n" },
};
static const struct report_part section_fast_p_parts[] = {
    { .kind = PART_TABLE,
      TABLE_ASK(fastp, .p = "0,0.5,1,1.5,2,3"),
      .text = "fast_p of the unadapted policy, percent. Share of all samples of step 0 that are "
              "correct with speedup > p (strict), mean over tasks; n: samples in the denominator; "
              "in brackets the 95% interval (Wilson with one sample a task, else bootstrap over "
              "tasks, then samples).",
      REPORT_COLUMNS(fast_p_columns),
      .judged = true,
      .turned = "p",
      .value = { .name = "value", .style = SHOW_PERCENT, .low = "ci_low", .high = "ci_high" } },
    REPORT_FIGURE("fast-p", "rollbook.analyze.fast-p/1"),
    REPORT_FIGURE("speedup-ecdf", NULL),
};
REPORT_SECTION(section_fast_p, "Speedup thresholds", WHEN_ALWAYS);

static const struct part_column scaling_columns[] = {
    { .name = "run" },
    { .name = "metric" },
    { .name = "n_tasks", .heading = "tasks" },
    { .name = "n" },
};
static const struct report_part section_scaling_parts[] = {
    { .kind = PART_TABLE,
      TABLE_AS_IS(scaling),
      .text = "What K samples per task give at step 0. pass and fast_1: chance that one of K is "
              "correct, or fast; best: expected largest speedup, failures as 0. Unbiased, mean "
              "over tasks; n: samples of the smallest task, the denominator; in brackets 95% "
              "intervals (beta-binomial; jackknife for the best) where one is valid.",
      REPORT_COLUMNS(scaling_columns),
      .judged = true,
      .turned = "k",
      .value = { .name = "value", .low = "ci_low", .high = "ci_high" } },
    REPORT_FIGURE("scaling", "rollbook.analyze.scaling/1"),
};
REPORT_SECTION(section_scaling, "Scaling with the number of samples", WHEN_ALWAYS);

static const struct part_column turn_columns[] = {
    { .name = "run" },
    { .name = "metric" },
    { .name = "p" },
    { .name = "turns" },
    { .name = "count" },
    { .name = "n" },
    { .name = "value", .heading = "%", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_PERCENT_INTERVAL, .high = "ci_high" },
    { .name = "gained" },
    { .name = "lost" },
    { .name = "tokens", .decimals = 0 },
};
static const struct report_part section_turns_parts[] = {
    { .kind = PART_TABLE,
      TABLE_AS_IS(turns),
      .text = "The last turn of each conversation, up to so many turns. n: conversations with a "
              "scored turn; fast: correct with speedup > p; share per task, then the mean over "
              "tasks, with a 95% interval; gained, lost: against the first turn; tokens: read and "
              "written so far, mean over conversations.",
      REPORT_COLUMNS(turn_columns),
      .only = "view",
      .is = "last" },
    { .kind = PART_TABLE,
      TABLE_AS_IS(turns),
      .text = "The best turn of each conversation so far. As above, for the fastest correct turn: "
              "what can be had when all turns are evaluated. Times are compared as measured, so "
              "that noise makes it look faster.",
      REPORT_COLUMNS(turn_columns),
      .only = "view",
      .is = "best" },
};
REPORT_SECTION(section_turns, "Turns of the conversations", WHEN_TURNS);

static const struct part_column rule_columns[] = {
    { .name = "rule" },
    { .name = "domain" },
    { .name = "m", .heading = "m" },
    { .name = "n_cells", .heading = "cells" },
    { .name = "count", .heading = "fast picks", .decimals = 1 },
    { .name = "fast_1", .heading = "fast_1 %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_PERCENT_INTERVAL, .high = "ci_high" },
    { .name = "geomean_speedup", .heading = "geom. mean speedup", .decimals = 2 },
    { .name = "random_m_count", .heading = "random m: fast picks", .decimals = 1 },
    { .name = "p_vs_random_m", .heading = "p against random m" },
    { .name = "tie_share", .heading = "tied", .decimals = 2 },
};
static const struct part_column applicability_columns[] = {
    { .name = "run" },
    { .name = "task" },
    { .name = "n_samples", .heading = "samples" },
    { .name = "n_correct", .heading = "correct" },
    { .name = "n_fast", .heading = "fast" },
    { .name = "n_distinct_code", .heading = "different kernels" },
    { .name = "n_distinct_logprob", .heading = "different log-probs" },
    { .name = "sd_mean_logprob", .heading = "sd of mean log-prob", .decimals = 3 },
    { .name = "degenerate" },
    { .name = "reason" },
};
static const struct report_part section_selection_parts[] = {
    REPORT_JUDGED(
        TABLE_ASK(selection, .rules = "all"),
        "Selection rules. All runs of this document, those that adapt at step 0. fast_1: expected "
        "share of (run, task) cells whose pick is fast, a cell without a correct sample fails; "
        "interval: Clopper-Pearson, with several runs a task Student's t over tasks; p: exact, "
        "against a random choice of as many (where kernels repeat, the larger of that and of a "
        "random order of the distinct ones).",
        rule_columns),
    REPORT_FIGURE("selection", "rollbook.analyze.selection/1"),
    REPORT_JUDGED(
        TABLE_ASK(selection, .part = SELECTION_APPLICABILITY),
        "Where a rule can matter. One row is a (run, task) cell; degenerate cells leave a rule "
        "no choice; n: the column samples, of which correct and fast are counts; no intervals.",
        applicability_columns),
};
REPORT_SECTION(section_selection, "Selection", WHEN_ALWAYS);

static const struct part_column calibration_columns[] = {
    { .name = "scope" },
    { .name = "quantile" },
    { .name = "n" },
    { .name = "n_fast", .heading = "fast" },
    { .name = "fast_1", .heading = "fast_1 %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_PERCENT_INTERVAL, .high = "ci_high" },
    { .name = "geomean_speedup", .heading = "geom. mean speedup", .decimals = 2 },
    { .name = "mean_surprisal", .heading = "mean surprisal", .decimals = 3 },
    { .name = "mean_tokens", .heading = "mean tokens", .decimals = 1 },
};
static const struct part_column correlation_columns[] = {
    { .name = "scope" },
    { .name = "quantity" },
    { .name = "held_fixed" },
    { .name = "rho", .decimals = 3 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_INTERVAL, .high = "ci_high" },
    { .name = "p" },
    { .name = "n" },
    { .name = "n_cells", .heading = "cells" },
    { .name = "reading" },
};
static const struct report_part section_surprisal_parts[] = {
    REPORT_JUDGED(TABLE_ASK(selection, .part = SELECTION_CALIBRATION),
                  "Surprisal and success. Correct samples by quarter of mean surprisal (1: most "
                  "surprising), within tasks and pooled; n: correct, timed samples; interval by "
                  "Student's t over tasks.",
                  calibration_columns),
    REPORT_JUDGED(
        TABLE_ASK(selection, .part = SELECTION_CORRELATION),
        "Rank correlation of surprisal and speedup. Spearman's rho; n: correct, timed samples; "
        "within tasks by Fisher's z.",
        correlation_columns),
    REPORT_FIGURE("surprisal", "rollbook.analyze.selection/1"),
};
REPORT_SECTION(section_surprisal, "Surprisal and speed", WHEN_ALWAYS);

static const struct part_column shape_columns[] = {
    { .name = "run" },
    { .name = "n_steps", .heading = "steps" },
    { .name = "n_tasks", .heading = "tasks" },
    { .name = "boa_step", .heading = "BoA step" },
    { .name = "boa_fast_1", .heading = "BoA %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "boa_fast_1_in_sample",
      .heading = "in sample %",
      .style = SHOW_PERCENT,
      .decimals = 1 },
    { .name = "stop_step", .heading = "stops at" },
    { .name = "stop_boa_fast_1", .heading = "stopped BoA %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "task_oracle", .heading = "task oracle %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "flat_max", .heading = "flat: E[max] %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "flat_p_max", .heading = "P(max >= BoA), flat" },
    { .name = "p", .heading = "steps differ, p" },
};
static const struct report_part section_trajectory_parts[] = {
    REPORT_JUDGED(
        TABLE_ASK(trajectory, .shape = true),
        "Adaptation trajectories against a flat one. BoA: the step with the highest mean over "
        "tasks of the share of fast samples (all scored ones in the denominator; n: the column "
        "tasks), cross-fitted: chosen on one half of the rollouts, scored on the other; in sample: "
        "on those that chose it, which is too high, as is the task oracle; no intervals.",
        shape_columns),
    REPORT_FIGURE("trajectory", "rollbook.analyze.trajectory/1"),
    REPORT_FIGURE("heatmap-step", NULL),
};
REPORT_SECTION(section_trajectory, "Trajectory", WHEN_ADAPTIVE);

static const struct part_column training_columns[] = { { .name = "run" }, { .name = "metric" } };
static const struct part_column best_step_columns[] = {
    { .name = "run" }, { .name = "metric" }, { .name = "step" },
    { .name = "n" },   { .name = "value" },
};
static const struct report_part section_training_parts[] = {
    REPORT_FIGURE("training", "rollbook.analyze.training/1"),
    { .kind = PART_TABLE,
      TABLE_AS_IS(training),
      .text = "Series over the steps. Means over the scored rollouts of the step, all in the "
              "denominator but for speedups (correct, timed ones); rewards and update metrics as "
              "the run stored them; no intervals.",
      REPORT_COLUMNS(training_columns),
      .turned = "step",
      .value = { .name = "value" } },
    { .kind = PART_TABLE,
      .when = WHEN_TEXTS,
      TABLE_ASK(training, .metric = "lazy"),
      .text =
          "Lazy candidates by step. Of the correct rollouts of the step whose text is stored, n, "
          "the share whose text leaves the work to others: no kernel of its own, a library, a "
          "fallback, or a result that computes later. A text that looks so is a reason to read "
          "it, not a verdict; no intervals.",
      REPORT_COLUMNS(best_step_columns) },
    { .kind = PART_TABLE,
      TABLE_AS_IS(training),
      .text = "Best steps. Of each metric of which more is better the step with the largest value, "
              "over n scored rollouts (speedups: correct, timed ones). The largest of several is "
              "too high on the rollouts that make it so; no intervals.",
      REPORT_COLUMNS(best_step_columns),
      .none = "No metric of the runs has two steps to choose from.",
      .only = "best",
      .is = "true" },
};
REPORT_SECTION(section_training, "Training curves", WHEN_ADAPTIVE);

static const struct part_column trend_columns[] = {
    { .name = "run" }, { .name = "quantity" }, { .name = "value" },  { .name = "statistic" },
    { .name = "df" },  { .name = "p" },        { .name = "engine" }, { .name = "n" },
};
static const struct part_column patience_columns[] = {
    { .name = "run" },
    { .name = "patience" },
    { .name = "stop_step" },
    { .name = "steps_sampled" },
    { .name = "boa_step", .heading = "BoA step" },
    { .name = "boa_fast_1", .heading = "BoA %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "full_boa_fast_1",
      .heading = "without stopping %",
      .style = SHOW_PERCENT,
      .decimals = 1 },
    { .name = "loss", .heading = "loss, points", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "rollouts" },
};
static const struct part_column peak_columns[] = {
    { .name = "run" },
    { .name = "task" },
    { .name = "first_fast_1", .heading = "first %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "peak_step" },
    { .name = "peak_fast_1", .heading = "peak %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "last_fast_1", .heading = "last %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "chi2_p", .heading = "steps differ, p" },
    { .name = "trend_z", .decimals = 2 },
    { .name = "trend_p" },
};
static const struct part_column rho_columns[] = { { .name = "run" }, { .name = "subset" } };
static const struct report_part section_sharpening_parts[] = {
    REPORT_JUDGED(
        TABLE_AS_IS(sharpening),
        "Tests of a trend. n: rollouts, or tasks where a test is over tasks; exact or asymptotic "
        "as the engine says.",
        trend_columns),
    REPORT_JUDGED(TABLE_ASK(sharpening, .part = SHARPENING_PEAKS),
                  "Where each task peaks. Share of fast samples of the step; n: the task's "
                  "samples of the step, the denominator; no intervals.",
                  peak_columns),
    REPORT_JUDGED(
        TABLE_ASK(sharpening, .part = SHARPENING_PATIENCE),
        "What early stopping would have cost. Patience: steps in a row below the one before that "
        "end the adaptation; shares are means over tasks of all scored samples of a step; n: the "
        "column rollouts, drawn until the stop; no intervals.",
        patience_columns),
    REPORT_FIGURE("rho", "rollbook.analyze.sharpening/1"),
    { .kind = PART_TABLE,
      TABLE_ASK(sharpening, .part = SHARPENING_RHO),
      .judged = true,
      .text = "Likelihood against speedup by step. Spearman's rho of negative log-likelihood and "
              "speedup within tasks, failures as 0, over the samples with a log-prob; negative: "
              "likely samples are fast; in brackets the 95% Fisher-z interval.",
      REPORT_COLUMNS(rho_columns),
      .turned = "step",
      .value = { .name = "rho_nll_speedup_within", .low = "ci_low", .high = "ci_high" } },
};
REPORT_SECTION(section_sharpening, "Sharpening", WHEN_ADAPTIVE);

static const struct part_column diversity_columns[] = {
    { .name = "run" },
    { .name = "step" },
    { .name = "n" },
    { .name = "m", .heading = "m" },
    { .name = "unique_ratio", .heading = "different / n", .decimals = 3 },
    { .name = "richness_m", .heading = "different of m", .decimals = 2 },
    { .name = "hill_1_m", .heading = "Hill 1 of m", .decimals = 2 },
    { .name = "hill_2_m", .heading = "Hill 2 of m", .decimals = 2 },
    { .name = "entropy_chao_shen", .heading = "entropy, nats", .decimals = 2 },
    { .name = "collision", .decimals = 4 },
    { .name = "unseen_mass", .decimals = 3 },
};
static const struct report_part section_diversity_parts[] = {
    REPORT_TABLE(
        TABLE_ASK(diversity, .mean = true),
        "How many different kernels there are. Kernels are the same when they agree but for "
        "names and layout; means over tasks; n: samples with code, rarefied to m of a task; "
        "entropy by Chao and Shen; no intervals.",
        diversity_columns),
    REPORT_FIGURE("diversity", "rollbook.analyze.diversity/1"),
};
REPORT_SECTION(section_diversity, "Diversity", WHEN_ALWAYS);

static const struct report_part section_tasks_parts[] = {
    REPORT_FIGURE("heatmap-seed", NULL),
    { .kind = PART_FIGURE, .when = WHEN_ADAPTIVE, .source = "task-scatter" },
    { .kind = PART_FIGURE, .when = WHEN_ADAPTIVE, .source = "regime" },
};
REPORT_SECTION(section_tasks, "Tasks", WHEN_ALWAYS);

static const struct part_column failure_columns[] = {
    { .name = "group" },
    { .name = "stage" },
    { .name = "outcome" },
    { .name = "cheat_kind", .heading = "cheat" },
    { .name = "count" },
    { .name = "n" },
    { .name = "share", .heading = "%", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_PERCENT_INTERVAL, .high = "ci_high" },
    { .name = "example" },
};
static const struct report_part section_failures_parts[] = {
    REPORT_TABLE(TABLE_ASK(failures, .by = FAILURE_BY_RUN, .all_steps = true),
                 "What became of the rollouts, by run. n: scored rollouts, the denominator; Wilson "
                 "intervals.",
                 failure_columns),
    REPORT_FIGURE("failures", "rollbook.analyze.failures/1"),
    REPORT_TABLE(
        TABLE_ASK(failures, .by = FAILURE_BY_TASK, .all_steps = true),
        "What became of the rollouts, by task. n: scored rollouts of all runs, the denominator; "
        "Wilson intervals.",
        failure_columns),
};
REPORT_SECTION(section_failures, "Outcomes", WHEN_ALWAYS);

static const struct report_part section_task_failures_parts[] = {
    { .kind = PART_TABLE,
      TABLE_ASK(failures, .by = FAILURE_BY_TASK, .all_steps = true),
      .text = "What became of the rollouts of the task. n: scored rollouts of all runs, the "
              "denominator; Wilson intervals.",
      .columns = failure_columns + 1,
      .n_columns = ARRAY_LEN(failure_columns) - 1,
      .only = "group",
      .is = PART_THE_TASK },
};
REPORT_SECTION(section_task_failures, "Outcomes", WHEN_ALWAYS);

static const struct part_column cost_columns[] = {
    { .name = "run" },
    { .name = "model" },
    { .name = "rollouts" },
    { .name = "correct" },
    { .name = "prompt_tokens" },
    { .name = "completion_tokens" },
    { .name = "teacher_tokens" },
    { .name = "evaluate_seconds", .decimals = 1 },
    { .name = "wall_seconds", .decimals = 1 },
};
static const struct report_part section_cost_parts[] = {
    REPORT_TABLE(TABLE_AS_IS(cost),
                 "What the runs used. Sums over all steps and the n rollouts of the column "
                 "rollouts; seconds of "
                 "evaluation are summed over workers; no intervals.",
                 cost_columns),
    REPORT_FIGURE("cost", "rollbook.analyze.cost/1"),
};
REPORT_SECTION(section_cost, "Cost", WHEN_ALWAYS);

static const struct part_column timing_columns[] = {
    { .name = "run" },
    { .name = "task" },
    { .name = "subject" },
    { .name = "device" },
    { .name = "measurements", .heading = "times" },
    { .name = "samples" },
    { .name = "median_us", .heading = "median us" },
    { .name = "robust_noise", .heading = "noise %", .style = SHOW_PERCENT, .decimals = 2 },
    { .name = "noise_floor", .heading = "floor %", .style = SHOW_PERCENT, .decimals = 2 },
    { .name = "between_measurements",
      .heading = "between %",
      .style = SHOW_PERCENT,
      .decimals = 2 },
    { .name = "outlier_share", .heading = "outliers %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "drift", .heading = "drift %", .style = SHOW_PERCENT, .decimals = 2 },
};
static const struct report_part section_timing_parts[] = {
    REPORT_FIGURE("timing-noise", "rollbook.analyze.timing/1"),
    REPORT_TABLE(
        TABLE_AS_IS(timing),
        "How steady the timings are. Medians over the n measurements of the column times that have "
        "raw "
        "samples; shares of "
        "the median runtime; floor: half the exact 95% interval of one measurement's median; "
        "between: spread of repeated measurements of a baseline.",
        timing_columns),
};
REPORT_SECTION(section_timing, "Timing", WHEN_ALWAYS);

static const struct report_part section_task_timing_parts[] = {
    { .kind = PART_TABLE,
      TABLE_AS_IS(timing),
      .text =
          "How steady the timings of the task are. Medians over the n measurements of the column "
          "times; shares of the median runtime; floor: half "
          "the exact 95% interval of one measurement's median; between: spread of repeated "
          "measurements of a baseline.",
      REPORT_COLUMNS(timing_columns),
      .only = "task",
      .is = PART_THE_TASK },
};
REPORT_SECTION(section_task_timing, "Timing", WHEN_ALWAYS);

static const struct part_column hardware_columns[] = {
    { .name = "baseline" },
    { .name = "source" },
    { .name = "device" },
    { .name = "reference" },
    { .name = "n" },
    { .name = "reference_over_device", .heading = "reference / device", .decimals = 3 },
    { .name = "ci_low", .heading = "95%", .style = SHOW_INTERVAL, .high = "ci_high" },
    { .name = "min_ratio", .decimals = 2 },
    { .name = "max_ratio", .decimals = 2 },
};
static const struct report_part section_hardware_parts[] = {
    { .kind = PART_TABLE,
      TABLE_ASK(hardware, .mean = true),
      .text = "Baselines across devices. Geometric mean over the n tasks that both devices have; "
              "above 1 the device is faster than the reference; bootstrap over tasks.",
      REPORT_COLUMNS(hardware_columns) },
    REPORT_FIGURE("hardware", "rollbook.analyze.hardware/1"),
};
REPORT_SECTION(section_hardware, "Hardware", WHEN_ALWAYS);

static const struct part_column audit_columns[] = {
    { .name = "severity" }, { .name = "check" },
    { .name = "run" },      { .name = "n_rows" },
    { .name = "evidence" }, { .name = "explanation", .heading = "why it matters" },
};
static const struct report_part section_audit_parts[] = {
    { .kind = PART_TABLE,
      TABLE_AS_IS(audit),
      .text = "Findings, the worst first. A row is a check with at least one rollout that it "
              "means; n rows: how many.",
      .none = "No check of the audit found anything in these runs.",
      REPORT_COLUMNS(audit_columns) },
};
REPORT_SECTION(section_audit, "Audit", WHEN_ALWAYS);

static const struct part_column check_columns[] = {
    { .name = "check" },
    { .name = "severity" },
    { .name = "explanation", .heading = "why a row of it should not be believed as it is" },
};
static const struct report_part section_checks_parts[] = {
    REPORT_TABLE(TABLE_AS_IS(audit_checks), "What the audit looks for.", check_columns),
};
REPORT_SECTION(section_checks, "Checks", WHEN_ALWAYS);

/* Two strategies, of which the second adapts: what they reach, how they differ, what it is worth
 * in samples of the first. */
static const struct part_column versus_columns[] = { { .name = "quantity" } };
static const struct part_column test_columns[] = {
    { .name = "estimand" }, { .name = "quantity", .heading = "test" },
    { .name = "p" },        { .name = "p_holm", .heading = "p, Holm" },
    { .name = "n" },        { .name = "engine" },
};
static const struct part_column equivalent_columns[] = {
    { .name = "kind" },
    { .name = "fast", .heading = "fast %", .style = SHOW_PERCENT, .decimals = 1 },
    { .name = "equivalent_k", .heading = "equivalent K" },
    { .name = "ci_low", .heading = "95%", .style = SHOW_INTERVAL, .high = "ci_high" },
    { .name = "k_with_replacement", .heading = "with replacement", .decimals = 2 },
    { .name = "share_below_1", .heading = "share of K < 1", .decimals = 3 },
    { .name = "share_censored", .decimals = 3 },
    { .name = "currency" },
    { .name = "spent" },
    { .name = "efficiency", .heading = "K per rollout, or worth / spent" },
};
static const struct part_column step_columns[] = { { .name = "run" }, { .name = "task" } };
static const struct part_column noise_columns[] = {
    { .name = "run" },
    { .name = "correct" },
    { .name = "timed" },
    { .name = "fast_1", .heading = "fast" },
    { .name = "fast_1_in_noise", .heading = "of them within noise of 1" },
    { .name = "median_speedup", .decimals = 3 },
};
static const struct part_column used_columns[] = {
    { .name = "run" },
    { .name = "rollouts" },
    { .name = "prompt_tokens" },
    { .name = "completion_tokens" },
    { .name = "evaluate_seconds", .decimals = 1 },
    { .name = "wall_seconds", .decimals = 1 },
};
static const size_t versus_named[] = { offsetof(struct table_compare_options, a),
                                       offsetof(struct table_compare_options, b) };
static const size_t equivalent_named[] = { offsetof(struct table_equivalent_k_options, base) };
static const struct report_part section_versus_parts[] = {
    REPORT_DRAW(draw_runs),
    { .kind = PART_TABLE,
      TABLE_AS_IS(compare),
      .named = versus_named,
      .n_named = 2,
      .text = "Comparison of ttt (B) with best-of-n (A), paired by task and seed. One column is an "
              "estimand: the share of fast samples, the chance of a fast one among B rollouts, the "
              "log of the best speedup of B; seeds are averaged within a task; difference: B - A; "
              "in brackets 95% intervals.",
      REPORT_COLUMNS(versus_columns),
      .turned = "estimand",
      .value = { .name = "value", .low = "ci_low", .high = "ci_high" },
      .only = "quantity",
      .is = "mean_a,mean_b,mean_b_in_sample,difference_fixed_tasks,difference_new_tasks,cohens_h,"
            "geomean_ratio,rank_biserial,p_improvement,min_attainable_p" },
    { .kind = PART_TABLE,
      TABLE_AS_IS(compare),
      .named = versus_named,
      .n_named = 2,
      .bare = true,
      .text = "Tests of no difference. n: tasks, or those that differ; all p are two-sided; the "
              "sign-flip test is the primary one, and only its p is adjusted.",
      REPORT_COLUMNS(test_columns),
      .only = "quantity",
      .is = "sign_flip,signed_rank,mcnemar" },
    { .kind = PART_TABLE,
      TABLE_AS_IS(equivalent_k),
      .strategy = 2,
      .named = equivalent_named,
      .n_named = 1,
      .text = "Equivalent K. How many samples of the unadapted policy a ttt result is worth. n: "
              "the common tasks, all scored rollouts of each in the denominator; 95% interval by "
              "Student's t over tasks.",
      REPORT_COLUMNS(equivalent_columns) },
    { .kind = PART_TABLE,
      TABLE_ASK(trajectory, .shape = true),
      .strategy = 2,
      .judged = true,
      .text = "Adaptation trajectories against a flat one. Shares are means over the run's tasks "
              "of all scored rollouts of the step, n: the column tasks; a peak says little where "
              "the flat null reaches as high; no intervals.",
      REPORT_COLUMNS(shape_columns) },
    { .kind = PART_TABLE,
      TABLE_ASK(selection, .rules = "best-correct,random-correct,confidence-guided,"
                                    "surprisal-guided,surprisal-guided-top3"),
      .strategy = 1,
      .judged = true,
      .text = "Selection rules on the samples of best-of-n. n: (run, task) cells, the denominator; "
              "one without a correct sample is a failure; 95% interval: Clopper-Pearson, with "
              "several runs a task Student's t over tasks.",
      REPORT_COLUMNS(rule_columns) },
    { .kind = PART_TABLE,
      TABLE_AS_IS(trajectory),
      .judged = true,
      .text = "Tasks by step. Percent of the scored samples of the task and step, the "
              "denominator, that are correct with speedup > 1 (strict); all: mean over tasks; no "
              "intervals.",
      REPORT_COLUMNS(step_columns),
      .turned = "step",
      .value = { .name = "fast_1", .style = SHOW_PERCENT } },
    REPORT_JUDGED(TABLE_AS_IS(summary),
                  "Fast samples and noise. Counts of samples, of an adapting run those of step 0; "
                  "within noise: the interval "
                  "of the speedup, between processes where it was timed in several, holds 1; NA "
                  "without an interval.",
                  noise_columns),
    REPORT_TABLE(TABLE_AS_IS(cost),
                 "What the runs used. Sums over all steps and the n rollouts of the column "
                 "rollouts; seconds of evaluation are summed over workers; no intervals.",
                 used_columns),
};
REPORT_SECTION(section_versus, "Numbers", WHEN_ALWAYS);
