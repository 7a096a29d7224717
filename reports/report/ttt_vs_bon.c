/*
 * ttt_vs_bon.c - the report: front page, methods, order of the sections.
 */
#include "reports/report/ttt_vs_bon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static const struct report_part numbers_parts[] = { REPORT_DRAW(ttt_tables) };
static REPORT_SECTION(numbers, "Numbers", WHEN_ALWAYS);

static const struct report_part figures_parts[] = {
    REPORT_FIGURE("scaling", NULL),
    REPORT_FIGURE("trajectory", NULL),
    REPORT_FIGURE("fast-p", NULL),
    REPORT_FIGURE("selection", NULL),
    REPORT_FIGURE("task-scatter", NULL),
    REPORT_FIGURE("heatmap-seed", NULL),
    REPORT_FIGURE("heatmap-step", NULL),
    REPORT_FIGURE("regime", NULL),
    REPORT_FIGURE("training", "rollbook.analyze.training/1"),
    REPORT_FIGURE("failures", "rollbook.analyze.failures/1"),
    REPORT_FIGURE("speedup-ecdf", NULL),
};
static REPORT_SECTION(figures, "Figures", WHEN_ALWAYS);

static const struct report_section *const sections[] = { &numbers, &figures, NULL };

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
    .sections = sections,
    .explains = explains,
    .prepare = ttt_prepare,
    .in_short = ttt_in_short,
    .methods = ttt_methods,
};
