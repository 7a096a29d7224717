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

static void put_budget(struct buf *out, const struct ttt_data *t, const struct run_set *set,
                       const char *name)
{
    size_t rollouts = 0;
    int64_t prompt = 0, completion = 0;
    for (size_t i = 0; i < set->n_runs; i++) {
        const struct study_run *r = &t->study->runs[set->runs[i]];
        rollouts += r->n_rollouts;
        prompt += r->prompt_tokens;
        completion += r->completion_tokens;
    }
    buf_printf(out, "%s: %zu rollouts in %zu runs (%.4g a run), ", name, rollouts, set->n_runs,
               (double)rollouts / (double)set->n_runs);
    if (prompt + completion > 0)
        buf_printf(out, "%lld prompt and %lld completion tokens", (long long)prompt,
                   (long long)completion);
    else
        buf_puts(out, "tokens not recorded");
}

static void put_interval(struct buf *out, struct interval i, double scale)
{
    if (isnan(i.low) || isnan(i.high))
        buf_puts(out, "interval NA");
    else
        buf_printf(out, "[%.3g, %.3g]", scale * i.low, scale * i.high);
}

static void put_difference(struct buf *out, const struct group_comparison *r, const char *what)
{
    buf_printf(out,
               "%s: best-of-n %.1f%%, ttt %.1f%%, difference %+.1f points; 95%% interval "
               "for these tasks ",
               what, 100 * r->mean_a, 100 * r->mean_b, 100 * r->difference);
    put_interval(out, r->fixed_tasks, 100);
    buf_puts(out, ", for new tasks ");
    put_interval(out, r->new_tasks, 100);
    if (isnan(r->sign_flip.p))
        buf_printf(out, "; sign-flip test NA (%s)", r->sign_flip.reason);
    else
        buf_printf(out, "; sign-flip p = %.4g (%s, %lld tasks; the smallest attainable is %.4g)",
                   r->sign_flip.p, r->sign_flip.engine, (long long)r->sign_flip.n, r->min_p);
    buf_puts(out, ".");
}

static void put_equivalent(struct buf *out, const struct equivalent_k *e, const char *what)
{
    buf_printf(out, "%s is fast with %.1f%%, what best-of-n reaches with K ", what, 100 * e->y);
    if (e->value.censored)
        buf_printf(out, "> %.4g samples a task (all there are)", e->k_max);
    else if (e->value.saturated)
        buf_printf(out, ">= %.3g samples a task (it is all that best-of-n finds)", e->value.k);
    else
        buf_printf(out, "= %.3g samples a task", e->value.k);
    if (!e->value.censored && isfinite(e->low.k) && isfinite(e->high.k))
        buf_printf(out, " (95%% bootstrap interval for new tasks [%s%.3g, %s%.3g])",
                   e->low.censored ? "> " : "", e->low.k, e->high.censored ? "> " : "", e->high.k);
    buf_puts(out, ". ");
}

static void put_paragraph(struct report_job *j, struct buf *text)
{
    doc_paragraph(j->doc, buf_text(text));
    buf_clear(text);
}

void ttt_in_short(struct report_job *j)
{
    const struct ttt_data *t = j->own;
    struct buf text = { 0 };
    if (t->no_compare == NULL) {
        put_difference(&text, &t->compare.results[COMPARE_SAMPLE],
                       "Share of samples that are fast (ttt: Best of Adaptation, cross-fitted)");
        buf_printf(&text,
                   " On the rollouts that chose its step, ttt shows %.1f%%; what a largest of "
                   "several shows of itself is too high, and nothing here rests on it.",
                   100 * t->compare.results[COMPARE_SAMPLE].in_sample_b);
        if (t->compare.n_tasks < STAT_FEW_TASKS)
            buf_printf(&text,
                       " %zu tasks are few: how they are distributed cannot be seen in them, and "
                       "the interval for new tasks rests on it.",
                       t->compare.n_tasks);
        put_paragraph(j, &text);
        put_difference(&text, &t->compare.results[COMPARE_BEST],
                       arena_printf(t->arena,
                                    "Tasks with a fast kernel among B rollouts, the common budget "
                                    "(%lld to %lld a cell)",
                                    (long long)t->compare.budget_low,
                                    (long long)t->compare.budget_high));
        put_paragraph(j, &text);
    } else {
        job_not_available(j, "Comparison", t->no_compare);
    }
    if (t->no_equivalent == NULL) {
        put_equivalent(&text, &t->equivalent[0], "One ttt sample (BoA, cross-fitted)");
        put_paragraph(j, &text);
    } else {
        job_not_available(j, "Equivalent K", t->no_equivalent);
    }
    put_budget(&text, t, &t->bon, "Budgets: best-of-n");
    buf_puts(&text, "; ");
    put_budget(&text, t, &t->ttt, "ttt");
    buf_puts(&text, ".");
    if (t->no_compare == NULL && !t->compare.same_budget)
        buf_printf(&text,
                   " They differ: %.4g rollouts a (task, seed) cell for best-of-n, %.4g for ttt.",
                   t->compare.budget_a.rollouts_per_cell, t->compare.budget_b.rollouts_per_cell);
    put_paragraph(j, &text);
    buf_release(&text);
}

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
