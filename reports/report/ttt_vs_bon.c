#include "reports/report/ttt_vs_bon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/tables/table_cost.h"
#include "analysis/tables/table_summary.h"
#include "reports/doc/doc.h"
#include "reports/report/report_list.h"
#include "reports/report/report_parts.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static const struct {
    const char *lead, *text;
} methods[] = {
    { "Best of Adaptation (BoA).",
      "The first step with the highest mean over tasks of the share of fast samples. Scored on the "
      "very rollouts it is chosen on, it is the largest of several and too high; cross-fitted, it "
      "is "
      "chosen on one random half of every task's rollouts and scored on the other (mean over "
      "splits), and that value alone is compared and tested. The flat null keeps each task's rate "
      "over all steps; the "
      "expected maximum over the steps under it is what choosing the best step gives for "
      "nothing." },
    { "Comparison.",
      "Each run gives one number a task; seeds are averaged within a task. The primary test flips "
      "the signs of the task differences: with $m$ tasks no two-sided $p$ below $2 / 2^m$ is "
      "attainable. Secondary: Wilcoxon signed-rank over tasks (exact where possible), McNemar's "
      "exact test for binary outcomes of one seed. Effect sizes: difference, Cohen's $h$, matched "
      "rank-biserial correlation, probability of improvement." },
    { "Intervals.",
      "Counts: Wilson or Clopper-Pearson. Curves: beta-binomial (the Jeffreys posterior of each "
      "task, mean over tasks), a jackknife over rollouts, or a bootstrap of tasks, then seeds, "
      "then rollouts; each caption names the kind. Where no resample differs there is "
      "no interval, since that is no certainty. Differences have Student's t over tasks, or over "
      "the seeds within them. A standard deviation over a few seeds is "
      "not shown as an uncertainty." },
};

void ttt_methods(struct report_job *j)
{
    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        doc_sentence(j->doc, methods[i].lead, 0, methods[i].text);
}

static const char *const strategies[] = { "best-of-n", "ttt", NULL };

static const struct part_column noise_columns[] = {
    { .name = "run" },
    { .name = "correct" },
    { .name = "timed" },
    { .name = "fast_1", .heading = "fast" },
    { .name = "fast_1_in_noise", .heading = "of them within noise of 1" },
    { .name = "median_speedup", .decimals = 3 },
};
static const struct part_column cost_columns[] = {
    { .name = "run" },
    { .name = "rollouts" },
    { .name = "prompt_tokens" },
    { .name = "completion_tokens" },
    { .name = "evaluate_seconds", .decimals = 1 },
    { .name = "wall_seconds", .decimals = 1 },
};

static const struct report_part numbers_parts[] = {
    REPORT_DRAW(ttt_tables),
    REPORT_JUDGED(TABLE_AS_IS(summary),
                  "Fast samples and noise. Counts of samples, of an adapting run those of step 0; "
                  "within noise: the interval "
                  "of the speedup, between processes where it was timed in several, holds 1; NA "
                  "without an interval.",
                  noise_columns),
    REPORT_TABLE(TABLE_AS_IS(cost),
                 "What the runs used. Sums over all steps and the n rollouts of the column "
                 "rollouts; seconds of evaluation are summed over workers; no intervals.",
                 cost_columns),
};
static REPORT_SECTION(numbers, "Numbers", WHEN_ALWAYS);

static const struct report_part figures_parts[] = {
    REPORT_FIGURES("failures", "rollbook.analyze.failures/1", "heatmap-seed", NULL),
    REPORT_FIGURE("scaling", NULL),
    REPORT_FIGURE("trajectory", NULL),
    REPORT_FIGURES("fast-p", NULL, "timing-noise", "rollbook.analyze.timing/1"),
    REPORT_FIGURE("selection", NULL),
    REPORT_FIGURE("task-scatter", NULL),
};
static REPORT_SECTION(figures, "Figures", WHEN_ALWAYS);

static const struct report_part kernels_parts[] = { REPORT_DRAW(ttt_best_kernels) };
static REPORT_SECTION(kernels, "Best kernels", WHEN_ALWAYS);

static const struct report_section *const sections[] = { &numbers, &figures, &kernels, NULL };

static const char *const explains[] = { "rollbook.analyze.scaling/1",
                                        "rollbook.analyze.equivalent-k/1",
                                        "rollbook.analyze.compare/1",
                                        "rollbook.analyze.trajectory/1",
                                        "rollbook.analyze.selection/1",
                                        "rollbook.analyze.fast-p/1",
                                        NULL };

const struct report_plan plan_ttt_vs_bon = {
    .title = "Test-time training against best-of-n",
    .keywords = "test-time training, best-of-n, GPU kernels",
    .strategies = strategies,
    .against_adapted = true,
    .sections = sections,
    .explains = explains,
    .is_short = true,
    .prepare = ttt_prepare,
    .in_short = ttt_in_short,
    .methods = ttt_methods,
};
