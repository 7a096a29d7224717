/*
 * ttt_vs_bon.c - the report: front page, methods, order of the sections.
 */
#include "reports/ttt_vs_bon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/doc.h"
#include "reports/report_parts.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define TITLE "Test-time training against best-of-n"

static void put_budget(struct buf *out, const struct ttt_data *t, const struct run_set *set,
                       const char *name)
{
    size_t rollouts = 0;
    int64_t prompt = 0, completion = 0;
    for (size_t i = 0; i < set->n_runs; i++) {
        const struct study_run *r = &t->study.runs[set->runs[i]];
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

static void put_difference(struct buf *out, const struct compare_result *r, const char *what)
{
    buf_printf(out,
               "%s: best-of-n %.1f%%, ttt %.1f%%, difference %+.1f points; 95%% bootstrap interval "
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
    buf_printf(out, "%s reaches fast_1 = %.1f%%, what best-of-n reaches with K ", what, 100 * e->y);
    if (e->value.censored)
        buf_printf(out, "> %.4g samples a task (all there are)", e->k_max);
    else
        buf_printf(out, "= %.3g samples a task", e->value.k);
    if (!e->value.censored && isfinite(e->low.k) && isfinite(e->high.k))
        buf_printf(out, " (95%% bootstrap interval for new tasks [%s%.3g, %s%.3g])",
                   e->low.censored ? "> " : "", e->low.k, e->high.censored ? "> " : "", e->high.k);
    buf_puts(out, ". ");
}

static void draw_findings(struct doc *d, const struct ttt_data *t)
{
    struct buf text = { 0 };
    doc_heading(d, "In short");
    if (t->no_compare == NULL) {
        put_difference(&text, &t->compare.results[COMPARE_SAMPLE],
                       "Share of samples that are fast (ttt at its BoA step)");
        doc_paragraph(d, buf_text(&text));
        buf_clear(&text);
        put_difference(&text, &t->compare.results[COMPARE_BEST],
                       "Tasks with a fast kernel among all rollouts spent");
        doc_paragraph(d, buf_text(&text));
    } else {
        buf_printf(&text, "Comparison: NA, %s.", t->no_compare);
        doc_paragraph(d, buf_text(&text));
    }
    buf_clear(&text);
    if (t->no_equivalent == NULL) {
        put_equivalent(&text, &t->equivalent[0], "One ttt sample at the BoA step");
        put_equivalent(&text, &t->equivalent[1], "The best of all rollouts that ttt spent");
    } else {
        buf_printf(&text, "Equivalent K: NA, %s.", t->no_equivalent);
    }
    doc_paragraph(d, buf_text(&text));
    if (t->no_compare == NULL && !t->compare.same_budget) {
        buf_clear(&text);
        buf_printf(
            &text,
            "The budgets differ: %.4g rollouts a (task, seed) cell for best-of-n, %.4g for ttt.",
            t->compare.budget_a.rollouts_per_cell, t->compare.budget_b.rollouts_per_cell);
        doc_paragraph(d, buf_text(&text));
    }
    buf_release(&text);
}

static void draw_left_out(struct doc *d, const struct ttt_data *t)
{
    if (t->n_left_out == 0)
        return;
    struct buf text = { 0 };
    buf_puts(&text, "Left out, because they are not complete: ");
    for (size_t i = 0; i < t->n_left_out; i++)
        buf_printf(&text, "%s%s", i > 0 ? ", " : "", t->left_out[i]);
    buf_puts(&text, ".");
    doc_paragraph(d, buf_text(&text));
    buf_release(&text);
}

void ttt_draw_front(struct doc *d, const struct ttt_data *t)
{
    struct buf text = { 0 };
    buf_printf(&text, "%zu tasks; %zu runs of best-of-n, %zu of ttt", t->study.n_tasks,
               t->bon.n_runs, t->ttt.n_runs);
    doc_title(d, TITLE, buf_text(&text));
    buf_clear(&text);
    put_budget(&text, t, &t->bon, "best-of-n");
    buf_puts(&text, "; ");
    put_budget(&text, t, &t->ttt, "ttt");
    struct buf tasks = { 0 };
    for (size_t i = 0; i < t->study.n_tasks; i++)
        buf_printf(&tasks, "%s%s", i > 0 ? ", " : "", t->study.tasks[i].task);
    const struct doc_pair more[] = { { "Tasks", buf_text(&tasks) },
                                     { "Budgets", buf_text(&text) } };
    parts_provenance(d, t->arena, &t->provenance, more, ARRAY_LEN(more));
    buf_release(&tasks);
    buf_release(&text);
    draw_left_out(d, t);
    draw_findings(d, t);
    doc_heading(d, "Contents");
    doc_contents(d, 18);
}

static const char *const methods[] = {
    "Speedup. A pair of measurements on one device: the median runtime of the baseline, timed "
    "beside the candidate, divided by the median runtime of the candidate. Only correct "
    "candidates have one. A candidate is fast when it is correct and its speedup is larger than "
    "1; equal is not fast.",
    "pass@K and fast_1@K. For a task with n samples, c of them correct (or fast), the chance "
    "that K of them drawn without replacement hold none is S(K) = product over j = 0 .. c - 1 "
    "of 1 - K / (n - j); the estimate is 1 - S(K) [1]. S is a polynomial in K and serves real "
    "K. Curves are means over tasks of this, never pass@K of a pooled rate; K above n is "
    "refused.",
    "Expected best of K. The sum over the ascending speedups x(i), failures as 0, of x(i) (F(i) "
    "- F(i - 1)), where F(i) is the chance that all K draws fall among the lowest i [2].",
    "Equivalent K. The smallest real K at which the mean fast_1@K of the unadapted policy "
    "reaches a given value; below 1 it is computed, above the samples there are it is reported "
    "as larger, never extrapolated.",
    "Best of Adaptation (BoA). The first step with the highest mean over tasks of the share of "
    "fast samples, scored on the very rollouts it is chosen on. The flat null keeps each task's "
    "rate over all steps; the expected maximum over the steps under it is what choosing the "
    "best step gives for nothing.",
    "Comparison. Each run gives one number a task; seeds are averaged within a task. The "
    "primary test flips the signs of the task differences: with m tasks no two-sided p below 2 "
    "/ 2^m is attainable. Secondary: Wilcoxon signed-rank over cells (exact where possible), "
    "McNemar's exact test for binary outcomes. Effect sizes: difference, Cohen's h, matched "
    "rank-biserial correlation, probability of improvement.",
    "Intervals. Counts: Wilson or Clopper-Pearson. Curves: beta-binomial (the Jeffreys posterior "
    "of each task, mean over tasks), a jackknife over rollouts, or a bootstrap of tasks, then "
    "seeds, then rollouts; each caption names the kind. A bootstrap interval of zero width says "
    "that no resample differed, not that the value is certain. A standard deviation over a few "
    "seeds is not shown as an uncertainty [3].",
    "Selection rules. Among the correct samples of a cell: best-correct takes the fastest (an "
    "oracle), random-correct any, confidence the highest mean log-probability, surprisal the "
    "lowest, surprisal-top3 the fastest of the three lowest. Where the deciding score ties, the "
    "expectation over the tied is used.",
};

static const char *const references[] = {
    "[1] M. Chen et al., Evaluating large language models trained on code, arXiv 2107.03374, "
    "2021.",
    "[2] C. Walder and D. Karkhanis, Pass@K policy optimization, arXiv 2505.15201, 2025.",
    "[3] S. Bowyer et al., Don't use the CLT in LLM evals with fewer than a few hundred "
    "datapoints, arXiv 2503.01747, 2025.",
    "[4] A. Ouyang et al., KernelBench: can LLMs write efficient GPU kernels?, arXiv "
    "2502.10517, 2025 (tasks, fast_p).",
    "[5] R. Agarwal et al., Deep reinforcement learning at the edge of the statistical "
    "precipice, arXiv 2108.13264, 2021 (stratified bootstrap, probability of improvement).",
};

void ttt_draw_methods(struct doc *d, const struct ttt_data *t)
{
    doc_page_break(d);
    doc_heading(d, "Methods");
    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        doc_paragraph(d, methods[i]);
    doc_heading(d, "References");
    for (size_t i = 0; i < ARRAY_LEN(references); i++)
        doc_small(d, references[i]);
    doc_heading(d, "Commands");
    doc_paragraph(d, "The runs were made by these command lines, as typed:");
    parts_commands(d, &t->provenance);
    doc_paragraph(d, "This document is drawn from their rows in the database by:");
    parts_own_command(d, "ttt-vs-bon", &t->provenance);
}

static void put_notes(const struct ttt_data *t, struct buf *notes)
{
    for (size_t i = 0; i < t->n_left_out; i++)
        buf_printf(notes, "left out: run %s\n", t->left_out[i]);
    for (size_t i = 0; i < t->provenance.n_runs; i++) {
        const struct provenance_run *r = &t->provenance.runs[i];
        if (strcmp(r->status, "complete") != 0)
            buf_printf(notes, "run %s is %s: its stored rollouts are used\n", r->name, r->status);
    }
}

static int draw(const struct ttt_data *t, struct buf *out, struct err *err)
{
    struct pdf_canvas *c = NULL;
    struct pdf_info info = { .title = TITLE,
                             .subject = "rollbook report ttt-vs-bon",
                             .keywords = "test-time training, best-of-n, GPU kernels",
                             .date_utc = t->provenance.last_change };
    int rc = pdf_canvas_open(&info, &c, err);
    if (rc < 0)
        return rc;
    struct doc *d = doc_new(c, TITLE);
    ttt_draw_front(d, t);
    doc_page_break(d);
    ttt_draw_tables(d, t);
    ttt_draw_figures(d, t);
    ttt_draw_methods(d, t);
    doc_finish(d);
    doc_free(d);
    rc = pdf_canvas_finish(c, out, err);
    pdf_canvas_close(c);
    return rc;
}

int report_ttt_vs_bon(struct db *db, const struct report_options *o, struct buf *out,
                      struct buf *notes, struct err *err)
{
    struct arena arena = { 0 };
    struct ttt_data data;
    int rc = ttt_data_load(db, o, &arena, &data, err);
    if (rc == 0) {
        put_notes(&data, notes);
        rc = draw(&data, out, err);
    }
    arena_release(&arena);
    return rc;
}
