/*
 * report_sections.c - sections that several reports share, and the table of what each run reached.
 */
#include "reports/report/report_sections.h"

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
#include "analysis/tables/table_shapes.h"
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
    table_note(t, "fast_1: share of all samples of the step that are correct with speedup > 1 "
                  "(strict), mean over tasks. BoA: the best step, chosen on one half of the "
                  "rollouts and scored on the other (cross-fitted); in sample: scored on the "
                  "rollouts that selected it, so biased upwards. Tokens: prompt and completion.");
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
    doc_table(
        j->doc, &table, decimals,
        "Runs and their results. One row is a run. rollouts: its scored samples of all steps (of "
        "several turns the last scored one), n and the denominator of correct. No intervals.");
}

static const struct report_part section_runs_parts[] = { REPORT_DRAW(draw_runs) };
REPORT_SECTION(section_runs, "Runs", WHEN_ALWAYS);

static const struct part_column sweep_columns[] = {
    COLUMN("run"),
    COLUMN("model"),
    COLUMN("n"),
    COLUMN("compiled"),
    COLUMN("correct"),
    PERCENT_BOUNDS("correct_rate_ci_low", "correct %, 95%", "correct_rate_ci_high"),
    COLUMN_AS("n_measured", "timed"),
    REAL_AS("geomean_speedup", "geom. mean speedup", 3),
    BOUNDS("geomean_ci_low", "95%", "geomean_ci_high"),
    REAL_AS("median_speedup", "median", 3),
    REAL_AS("max_speedup", "max", 2)
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

static const struct part_column shapes_columns[] = { COLUMN("run"),      COLUMN("problem"),
                                                     COLUMN("code"),     COLUMN("shapes"),
                                                     COLUMN("right"),    COLUMN("speedup"),
                                                     COLUMN("worst"),    COLUMN("workload"),
                                                     COLUMN("roofline"), COLUMN("sol_score") };
static const struct part_column fast_p_columns[] = { COLUMN("run"), COLUMN("baseline"),
                                                     COLUMN_AS("n_problems", "tasks"),
                                                     COLUMN("n") };
static const struct report_part section_fast_p_parts[] = {
    { .kind = PART_TABLE,
      TABLE_ASK(fastp, .p = "0,0.5,1,1.5,2,3"),
      .text = "fast_p of the unadapted policy, percent. Share of all samples of step 0 that are "
              "correct with speedup > p (strict), mean over tasks. n: samples in the denominator; "
              "in brackets the 95% interval ({interval}).",
      REPORT_COLUMNS(fast_p_columns),
      .judged = true,
      .turned = "p",
      .value = { .name = "value", .style = SHOW_PERCENT, .low = "ci_low", .high = "ci_high" } },
    REPORT_FIGURE("fast-p", "rollbook.analyze.fast-p/1"),
    REPORT_FIGURE("speedup-ecdf", NULL),
    { .kind = PART_TABLE,
      .when = WHEN_SHAPES,
      TABLE_AS_IS(shapes),
      .text = "Candidates of problems with several shapes. Speedup: geometric mean over shapes; "
              "workload: all calls as often as their weights say; roofline: geometric mean of the "
              "shares.",
      REPORT_COLUMNS(shapes_columns) },
    { .kind = PART_FIGURE,
      .when = WHEN_SHAPES,
      .source = "shapes",
      .explain = "rollbook.analyze.shapes/1" },
};
REPORT_SECTION(section_fast_p, "Speedup thresholds", WHEN_ALWAYS);

static const struct part_column scaling_columns[] = { COLUMN("run"), COLUMN("metric"),
                                                      COLUMN_AS("n_tasks", "tasks"), COLUMN("n") };
static const struct report_part section_scaling_parts[] = {
    { .kind = PART_TABLE,
      TABLE_AS_IS(scaling),
      .text = "Results of K samples per task at step 0. pass and fast_1: chance that one of K is "
              "correct, or fast. best: expected largest speedup, failures as 0. Unbiased, mean "
              "over tasks. n: samples of the smallest task, the denominator; in brackets 95% "
              "intervals ({interval}) where one is valid.",
      REPORT_COLUMNS(scaling_columns),
      .judged = true,
      .turned = "k",
      .value = { .name = "value", .low = "ci_low", .high = "ci_high" } },
    REPORT_FIGURE("scaling", "rollbook.analyze.scaling/1"),
};
REPORT_SECTION(section_scaling, "Scaling with the number of samples", WHEN_ALWAYS);

static const struct part_column turn_columns[] = { COLUMN("run"),
                                                   COLUMN("metric"),
                                                   COLUMN("p"),
                                                   COLUMN("turns"),
                                                   COLUMN("count"),
                                                   COLUMN("n"),
                                                   PERCENT_AS("value", "%", 1),
                                                   PERCENT_BOUNDS("ci_low", "95%", "ci_high"),
                                                   COLUMN("gained"),
                                                   COLUMN("lost"),
                                                   REAL("tokens", 0) };
static const struct report_part section_turns_parts[] = {
    { .kind = PART_TABLE,
      TABLE_AS_IS(turns),
      .text = "The last turn of each conversation, up to so many turns. n: conversations with a "
              "scored turn. fast: correct with speedup > p; share per task, then the mean over "
              "tasks, with a 95% interval. gained, lost: against the first turn. tokens: read and "
              "written so far, mean over conversations.",
      REPORT_COLUMNS(turn_columns),
      .only = "view",
      .is = "last" },
    { .kind = PART_TABLE,
      TABLE_AS_IS(turns),
      .text = "The best turn of each conversation so far. As above, for the fastest correct turn: "
              "the result if all turns are evaluated. Times are compared as measured, so that "
              "noise makes it look faster.",
      REPORT_COLUMNS(turn_columns),
      .only = "view",
      .is = "best" },
};
REPORT_SECTION(section_turns, "Turns of the conversations", WHEN_TURNS);

static const struct part_column rule_columns[] = {
    COLUMN("rule"),
    COLUMN("domain"),
    COLUMN_AS("m", "m"),
    COLUMN_AS("n_cells", "cells"),
    REAL_AS("count", "fast picks", 1),
    PERCENT_AS("fast_1", "fast_1 %", 1),
    PERCENT_BOUNDS("ci_low", "95%", "ci_high"),
    REAL_AS("geomean_speedup", "geom. mean speedup", 2),
    REAL_AS("random_m_count", "random m: fast picks", 1),
    COLUMN_AS("p_vs_random_m", "p against random m"),
    COLUMN_AS("p_holm", "p, Holm"),
    REAL_AS("tie_share", "tied", 2)
};
static const struct part_column applicability_columns[] = {
    COLUMN("run"),
    COLUMN("task"),
    COLUMN_AS("n_samples", "samples"),
    COLUMN_AS("n_correct", "correct"),
    COLUMN_AS("n_fast", "fast"),
    COLUMN_AS("n_distinct_code", "different kernels"),
    COLUMN_AS("n_distinct_logprob", "different log-probs"),
    REAL_AS("sd_mean_logprob", "sd of mean log-prob", 3),
    COLUMN("degenerate"),
    COLUMN("reason")
};
static const struct report_part section_selection_parts[] = {
    REPORT_JUDGED(
        TABLE_ASK(selection, .rules = "all"),
        "Selection rules. All runs of this document, adapting runs at step 0. fast_1: expected "
        "share of (run, task) cells whose pick is fast, a cell without a correct sample fails. "
        "interval: {interval}. p: exact, against a random choice of as many (where kernels repeat, "
        "the larger of that and of a random order of the distinct ones).",
        rule_columns),
    REPORT_FIGURE("selection", "rollbook.analyze.selection/1"),
    REPORT_JUDGED(
        TABLE_ASK(selection, .part = SELECTION_APPLICABILITY),
        "Where a rule can matter. One row is a (run, task) cell; degenerate cells leave a rule no "
        "choice. n: the column samples, of which correct and fast are counts. No intervals.",
        applicability_columns),
};
REPORT_SECTION(section_selection, "Selection", WHEN_ALWAYS);

static const struct part_column calibration_columns[] = {
    COLUMN("scope"),
    COLUMN("quantile"),
    COLUMN("n"),
    COLUMN_AS("n_fast", "fast"),
    PERCENT_AS("fast_1", "fast_1 %", 1),
    PERCENT_BOUNDS("ci_low", "95%", "ci_high"),
    REAL_AS("geomean_speedup", "geom. mean speedup", 2),
    REAL_AS("mean_surprisal", "mean surprisal", 3),
    REAL_AS("mean_tokens", "mean tokens", 1)
};
static const struct part_column correlation_columns[] = { COLUMN("scope"),
                                                          COLUMN("quantity"),
                                                          COLUMN("held_fixed"),
                                                          REAL("rho", 3),
                                                          BOUNDS("ci_low", "95%", "ci_high"),
                                                          COLUMN("p"),
                                                          COLUMN("n"),
                                                          COLUMN_AS("n_cells", "cells"),
                                                          COLUMN("reading") };
static const struct report_part section_surprisal_parts[] = {
    REPORT_JUDGED(
        TABLE_ASK(selection, .part = SELECTION_CALIBRATION),
        "Surprisal and success. Correct samples by quarter of mean surprisal (1: most surprising), "
        "within tasks and pooled. n: correct, timed samples. interval: {interval}.",
        calibration_columns),
    REPORT_JUDGED(TABLE_ASK(selection, .part = SELECTION_CORRELATION),
                  "Rank correlation of surprisal and speedup. Spearman's rho. n: correct, timed "
                  "samples, within tasks distinct kernels. interval within tasks: {interval}.",
                  correlation_columns),
    REPORT_FIGURE("surprisal", "rollbook.analyze.selection/1"),
};
REPORT_SECTION(section_surprisal, "Surprisal and speed", WHEN_ALWAYS);

static const struct part_column shape_columns[] = {
    COLUMN("run"),
    COLUMN_AS("n_steps", "steps"),
    COLUMN_AS("n_tasks", "tasks"),
    COLUMN_AS("boa_step", "BoA step"),
    PERCENT_AS("boa_fast_1", "BoA %", 1),
    PERCENT_AS("boa_fast_1_in_sample", "in sample %", 1),
    COLUMN_AS("stop_step", "stops at"),
    PERCENT_AS("stop_boa_fast_1", "stopped BoA %", 1),
    PERCENT_AS("task_oracle", "task oracle %", 1),
    PERCENT_AS("flat_max", "flat: E[max] %", 1),
    COLUMN_AS("flat_p_max", "P(max >= BoA), flat"),
    COLUMN_AS("p", "steps differ, p")
};
static const struct report_part section_trajectory_parts[] = {
    REPORT_JUDGED(TABLE_ASK(trajectory, .shape = true),
                  "Adaptation trajectories against a flat one. BoA: the step with the highest mean "
                  "over tasks of the share of fast samples (denominator: all scored rollouts of "
                  "the step; n: the column tasks), cross-fitted: chosen on one half of the "
                  "rollouts, scored on the other. in sample: on the rollouts that selected it, so "
                  "biased upwards, as is the task oracle. No intervals.",
                  shape_columns),
    REPORT_FIGURE("trajectory", "rollbook.analyze.trajectory/1"),
    REPORT_FIGURE("heatmap-step", NULL),
};
REPORT_SECTION(section_trajectory, "Trajectory", WHEN_ADAPTIVE);

static const struct part_column training_columns[] = { COLUMN("run"), COLUMN("metric") };
static const struct part_column best_step_columns[] = { COLUMN("run"), COLUMN("metric"),
                                                        COLUMN("step"), COLUMN("n"),
                                                        COLUMN("value") };
static const struct report_part section_training_parts[] = {
    REPORT_FIGURE("training", "rollbook.analyze.training/1"),
    { .kind = PART_TABLE,
      TABLE_AS_IS(training),
      .text = "Series over the steps. Means over the scored rollouts of the step, all in the "
              "denominator, except for speedups (correct, timed rollouts); rewards and update "
              "metrics as the run stored them. No intervals.",
      REPORT_COLUMNS(training_columns),
      .turned = "step",
      .value = { .name = "value" } },
    { .kind = PART_TABLE,
      .when = WHEN_TEXTS,
      TABLE_ASK(training, .metric = "lazy"),
      .text = "Lazy candidates by step. Of the correct rollouts of the step whose text is stored, "
              "n, the share whose text leaves the work to others: no kernel of its own, a library, "
              "a fallback, or a result that computes later. A text that looks so is a reason to "
              "read it, not a verdict. No intervals.",
      REPORT_COLUMNS(best_step_columns) },
    { .kind = PART_TABLE,
      TABLE_AS_IS(training),
      .text = "Best steps. Of each metric of which more is better the step with the largest value, "
              "over n scored rollouts (speedups: correct, timed ones). The maximum of several "
              "steps is biased upwards on the rollouts that select it. No intervals.",
      REPORT_COLUMNS(best_step_columns),
      .none = "No metric of the runs has two steps to choose from.",
      .only = "best",
      .is = "true" },
};
REPORT_SECTION(section_training, "Training curves", WHEN_ADAPTIVE);

static const struct part_column trend_columns[] = { COLUMN("run"),    COLUMN("quantity"),
                                                    COLUMN("value"),  COLUMN("statistic"),
                                                    COLUMN("df"),     COLUMN("p"),
                                                    COLUMN("engine"), COLUMN("n") };
static const struct part_column patience_columns[] = { COLUMN("run"),
                                                       COLUMN("patience"),
                                                       COLUMN("stop_step"),
                                                       COLUMN("steps_sampled"),
                                                       COLUMN_AS("boa_step", "BoA step"),
                                                       PERCENT_AS("boa_fast_1", "BoA %", 1),
                                                       PERCENT_AS("full_boa_fast_1",
                                                                  "without stopping %", 1),
                                                       PERCENT_AS("loss", "loss, points", 1),
                                                       COLUMN("rollouts") };
static const struct part_column peak_columns[] = { COLUMN("run"),
                                                   COLUMN("task"),
                                                   PERCENT_AS("first_fast_1", "first %", 1),
                                                   COLUMN("peak_step"),
                                                   PERCENT_AS("peak_fast_1", "peak %", 1),
                                                   PERCENT_AS("last_fast_1", "last %", 1),
                                                   COLUMN_AS("chi2_p", "steps differ, p"),
                                                   REAL("trend_z", 2),
                                                   COLUMN("trend_p") };
static const struct part_column rho_columns[] = { COLUMN("run"), COLUMN("subset") };
static const struct report_part section_sharpening_parts[] = {
    REPORT_JUDGED(
        TABLE_AS_IS(sharpening),
        "Tests of a trend. n: rollouts, or tasks where a test is over tasks; exact or asymptotic "
        "as the engine says.",
        trend_columns),
    REPORT_JUDGED(TABLE_ASK(sharpening, .part = SHARPENING_PEAKS),
                  "Where each task peaks. Share of fast samples of the step. n: the task's samples "
                  "of the step, the denominator. No intervals.",
                  peak_columns),
    REPORT_JUDGED(TABLE_ASK(sharpening, .part = SHARPENING_PATIENCE),
                  "The cost of early stopping. Patience: steps in a row below the one before that "
                  "end the adaptation; shares are means over tasks of all scored samples of a "
                  "step. n: the column rollouts, drawn until the stop. No intervals.",
                  patience_columns),
    REPORT_FIGURE("rho", "rollbook.analyze.sharpening/1"),
    { .kind = PART_TABLE,
      TABLE_ASK(sharpening, .part = SHARPENING_RHO),
      .judged = true,
      .text =
          "Likelihood against speedup by step. Spearman's rho of negative log-likelihood (mean "
          "over tokens) and speedup within tasks, failures as 0, over the distinct kernels with a "
          "log-prob. negative: likely samples are fast; in brackets the 95% interval ({interval}).",
      REPORT_COLUMNS(rho_columns),
      .turned = "step",
      .value = { .name = "rho_nll_speedup_within", .low = "ci_low", .high = "ci_high" } }
};
REPORT_SECTION(section_sharpening, "Sharpening", WHEN_ADAPTIVE);

static const struct part_column diversity_columns[] = { COLUMN("run"),
                                                        COLUMN("step"),
                                                        COLUMN("n"),
                                                        COLUMN_AS("m", "m"),
                                                        REAL_AS("unique_ratio", "different / n", 3),
                                                        REAL_AS("richness_m", "different of m", 2),
                                                        REAL_AS("hill_1_m", "Hill 1 of m", 2),
                                                        REAL_AS("hill_2_m", "Hill 2 of m", 2),
                                                        REAL_AS("entropy_chao_shen",
                                                                "entropy, nats", 2),
                                                        REAL("collision", 4),
                                                        REAL("unseen_mass", 3) };
static const struct report_part section_diversity_parts[] = {
    REPORT_TABLE(TABLE_ASK(diversity, .mean = true),
                 "How many different kernels there are. Kernels are the same when they agree "
                 "except for names and layout; means over tasks. n: samples with code, rarefied to "
                 "m of a task; entropy by Chao and Shen. No intervals.",
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

static const struct part_column failure_columns[] = { COLUMN("group"),
                                                      COLUMN("stage"),
                                                      COLUMN("outcome"),
                                                      COLUMN_AS("cheat_kind", "cheat"),
                                                      COLUMN("count"),
                                                      COLUMN("n"),
                                                      PERCENT_AS("share", "%", 1),
                                                      PERCENT_BOUNDS("ci_low", "95%", "ci_high"),
                                                      COLUMN("example") };
static const struct report_part section_failures_parts[] = {
    REPORT_TABLE(TABLE_ASK(failures, .by = FAILURE_BY_RUN, .all_steps = true),
                 "Outcomes of the rollouts, by run. n: scored rollouts, the denominator; interval: "
                 "{interval}.",
                 failure_columns),
    REPORT_FIGURE("failures", "rollbook.analyze.failures/1"),
    REPORT_TABLE(TABLE_ASK(failures, .by = FAILURE_BY_TASK, .all_steps = true),
                 "Outcomes of the rollouts, by task. n: scored rollouts of all runs, the "
                 "denominator; interval: {interval}.",
                 failure_columns),
};
REPORT_SECTION(section_failures, "Outcomes", WHEN_ALWAYS);

static const struct report_part section_task_failures_parts[] = {
    { .kind = PART_TABLE,
      TABLE_ASK(failures, .by = FAILURE_BY_TASK, .all_steps = true),
      .text = "Outcomes of the rollouts of the task. n: scored rollouts of all runs, the "
              "denominator; interval: {interval}.",
      .columns = failure_columns + 1,
      .n_columns = ARRAY_LEN(failure_columns) - 1,
      .only = "group",
      .is = PART_THE_TASK },
};
REPORT_SECTION(section_task_failures, "Outcomes", WHEN_ALWAYS);

static const struct part_column cost_columns[] = { COLUMN("run"),
                                                   COLUMN("model"),
                                                   COLUMN("rollouts"),
                                                   COLUMN("correct"),
                                                   COLUMN("prompt_tokens"),
                                                   COLUMN("completion_tokens"),
                                                   COLUMN("teacher_tokens"),
                                                   REAL("evaluate_seconds", 1),
                                                   REAL("wall_seconds", 1) };
static const struct report_part section_cost_parts[] = {
    REPORT_TABLE(TABLE_AS_IS(cost),
                 "Resources that the runs used. Sums over all steps and the n rollouts of the "
                 "column rollouts; seconds of evaluation are summed over workers. No intervals.",
                 cost_columns),
    REPORT_FIGURE("cost", "rollbook.analyze.cost/1"),
};
REPORT_SECTION(section_cost, "Cost", WHEN_ALWAYS);

static const struct part_column timing_columns[] = { COLUMN("run"),
                                                     COLUMN("task"),
                                                     COLUMN("subject"),
                                                     COLUMN("device"),
                                                     COLUMN_AS("measurements", "times"),
                                                     COLUMN("samples"),
                                                     COLUMN_AS("median_us", "median us"),
                                                     PERCENT_AS("robust_noise", "noise %", 2),
                                                     PERCENT_AS("noise_floor", "floor %", 2),
                                                     PERCENT_AS("between_measurements", "between %",
                                                                2),
                                                     PERCENT_AS("outlier_share", "outliers %", 1),
                                                     PERCENT_AS("drift", "drift %", 2) };
static const struct report_part section_timing_parts[] = {
    REPORT_FIGURE("timing-noise", "rollbook.analyze.timing/1"),
    REPORT_TABLE(
        TABLE_AS_IS(timing),
        "How steady the timings are. Medians over the n measurements of the column times that have "
        "raw samples; shares of the median runtime. floor: half the exact 95% interval of one "
        "measurement's median. between: spread of repeated measurements of a baseline.",
        timing_columns),
};
REPORT_SECTION(section_timing, "Timing", WHEN_ALWAYS);

static const struct report_part section_task_timing_parts[] = {
    { .kind = PART_TABLE,
      TABLE_AS_IS(timing),
      .text = "How steady the timings of the task are. Medians over the n measurements of the "
              "column times; shares of the median runtime. floor: half the exact 95% interval of "
              "one measurement's median. between: spread of repeated measurements of a baseline.",
      REPORT_COLUMNS(timing_columns),
      .only = "task",
      .is = PART_THE_TASK },
};
REPORT_SECTION(section_task_timing, "Timing", WHEN_ALWAYS);

static const struct part_column hardware_columns[] = { COLUMN("baseline"),
                                                       COLUMN("source"),
                                                       COLUMN("device"),
                                                       COLUMN("reference"),
                                                       COLUMN("n"),
                                                       REAL_AS("reference_over_device",
                                                               "reference / device", 3),
                                                       BOUNDS("ci_low", "95%", "ci_high"),
                                                       REAL("min_ratio", 2),
                                                       REAL("max_ratio", 2) };
static const struct report_part section_hardware_parts[] = {
    { .kind = PART_TABLE,
      TABLE_ASK(hardware, .mean = true),
      .text = "Baselines across devices. Geometric mean over the n tasks that both devices have; "
              "above 1 the device is faster than the reference. interval: {interval}.",
      REPORT_COLUMNS(hardware_columns) },
    REPORT_FIGURE("hardware", "rollbook.analyze.hardware/1"),
};
REPORT_SECTION(section_hardware, "Hardware", WHEN_ALWAYS);

static const struct part_column audit_columns[] = {
    COLUMN("severity"), COLUMN("check"),    COLUMN("run"),
    COLUMN("n_rows"),   COLUMN("evidence"), COLUMN_AS("explanation", "why it matters")
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
    COLUMN("check"), COLUMN("severity"),
    COLUMN_AS("explanation", "why a row of it should not be believed as it is")
};
static const struct report_part section_checks_parts[] = {
    REPORT_TABLE(TABLE_AS_IS(audit_checks), "The checks of the audit.", check_columns),
};
REPORT_SECTION(section_checks, "Checks", WHEN_ALWAYS);

/* Two strategies, of which the second adapts: what they reach, how they differ, what it is worth
 * in samples of the first. */
static const struct part_column versus_columns[] = { COLUMN("quantity") };
static const struct part_column test_columns[] = {
    COLUMN("estimand"), COLUMN_AS("quantity", "test"),
    COLUMN("p"),        COLUMN_AS("p_holm", "p, Holm"),
    COLUMN("n"),        COLUMN("engine")
};
static const struct part_column equivalent_columns[] = {
    COLUMN("kind"),
    PERCENT_AS("fast", "fast %", 1),
    COLUMN_AS("equivalent_k", "equivalent K"),
    BOUNDS("ci_low", "95%, new runs", "ci_high"),
    BOUNDS("these_runs_ci_low", "95%, these runs", "these_runs_ci_high"),
    REAL_AS("share_below_1", "share of K < 1", 3),
    REAL("share_censored", 3),
    COLUMN("currency"),
    COLUMN("spent"),
    COLUMN_AS("efficiency", "K per rollout, or worth / spent")
};
static const struct part_column step_columns[] = { COLUMN("run"), COLUMN("task") };
static const struct part_column noise_columns[] = { COLUMN("run"),
                                                    COLUMN("correct"),
                                                    COLUMN("timed"),
                                                    COLUMN_AS("fast_1", "fast"),
                                                    COLUMN_AS("fast_1_in_noise",
                                                              "of them within noise of 1"),
                                                    REAL("median_speedup", 3) };
static const struct part_column used_columns[] = { COLUMN("run"),
                                                   COLUMN("rollouts"),
                                                   COLUMN("prompt_tokens"),
                                                   COLUMN("completion_tokens"),
                                                   REAL("evaluate_seconds", 1),
                                                   REAL("wall_seconds", 1) };
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
              "log of the best speedup of B; seeds are averaged within a task. difference: B - A; "
              "in brackets 95% intervals.",
      REPORT_COLUMNS(versus_columns),
      .turned = "estimand",
      .value = { .name = "value", .low = "ci_low", .high = "ci_high" },
      .only = "quantity",
      .is = "mean_a,mean_b,mean_b_in_sample,difference_new_tasks_new_runs,"
            "difference_new_tasks_these_runs,difference_these_tasks_new_runs,"
            "difference_these_tasks_these_runs,cohens_h,geomean_ratio,rank_biserial,p_improvement,"
            "min_attainable_p" },
    { .kind = PART_TABLE,
      TABLE_AS_IS(compare),
      .named = versus_named,
      .n_named = 2,
      .bare = true,
      .text = "Tests of no difference. n: tasks, or tasks that differ. All p are two-sided. The "
              "first is for new runs and the primary one; the others are only for these runs.",
      REPORT_COLUMNS(test_columns),
      .only = "quantity",
      .is = "test_new_runs,sign_flip_these_runs,signed_rank_these_runs,mcnemar" },
    { .kind = PART_TABLE,
      TABLE_AS_IS(equivalent_k),
      .strategy = 2,
      .named = equivalent_named,
      .n_named = 1,
      .text = "Equivalent K. How many samples of the unadapted policy a ttt result is worth. n: "
              "the common tasks, all scored rollouts of each in the denominator; 95% intervals for "
              "new tasks, of new runs and of only these runs: {interval}.",
      REPORT_COLUMNS(equivalent_columns) },
    { .kind = PART_TABLE,
      TABLE_ASK(trajectory, .shape = true),
      .strategy = 2,
      .judged = true,
      .text = "Adaptation trajectories against a flat one. Shares are means over the run's tasks "
              "of all scored rollouts of the step, n: the column tasks; a peak says little where "
              "the flat null reaches as high. No intervals.",
      REPORT_COLUMNS(shape_columns) },
    { .kind = PART_TABLE,
      TABLE_ASK(selection, .rules = "best-correct,random-correct,confidence-guided,"
                                    "surprisal-guided,surprisal-guided-top3"),
      .strategy = 1,
      .judged = true,
      .text = "Selection rules on the samples of best-of-n. n: (run, task) cells, the denominator; "
              "a cell without a correct sample is a failure. 95% interval: {interval}.",
      REPORT_COLUMNS(rule_columns) },
    { .kind = PART_TABLE,
      TABLE_AS_IS(trajectory),
      .judged = true,
      .text = "Tasks by step. Percent of the scored samples of the task and step, the denominator, "
              "that are correct with speedup > 1 (strict). all: mean over tasks. No intervals.",
      REPORT_COLUMNS(step_columns),
      .turned = "step",
      .value = { .name = "fast_1", .style = SHOW_PERCENT } },
    REPORT_JUDGED(TABLE_AS_IS(summary),
                  "Fast samples and noise. Counts of samples; for an adapting run, of step 0. "
                  "Within noise: the interval of the speedup (between processes if it was timed in "
                  "several) contains 1. NA without an interval.",
                  noise_columns),
    REPORT_TABLE(TABLE_AS_IS(cost),
                 "Resources that the runs used. Sums over all steps and the n rollouts of the "
                 "column rollouts; seconds of evaluation are summed over workers. No intervals.",
                 used_columns),
};
REPORT_SECTION(section_versus, "Numbers", WHEN_ALWAYS);
